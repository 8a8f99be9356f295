import type { BlockView } from '../context.ts';
import type { BlockOf } from '../draft.ts';
import { field, paragraph } from '../parts.ts';
import { attribute, line, lines } from '../text.ts';
import type { Words } from '../words.ts';

type Form = BlockOf<'form'> & { id: string };

/** The form itself. @param titled whether its heading stands in it, since no section around it has one */
export function formBody({ id, heading, text, fields, submit, note }: Form, words: Words, titled: boolean): string {
  const named = titled && heading;
  return lines(
    `<form method="post" id="${titled ? id : `${id}-form`}"${named || !titled ? ` aria-labelledby="${id}-title"` : ` aria-label="${attribute(submit)}"`}>`,
    named && `<h2 id="${id}-title">${line(heading)}</h2>`,
    titled && paragraph(text, 'intro'),
    ...fields.map((one) => field(one, id, words)),
    `<button type="submit">${line(submit)}</button>`,
    paragraph(note, 'note'),
    '</form>',
  );
}

export const form: BlockView<'form'> = {
  page(block, { words, draft }) {
    // One that the hero shows is not shown again.
    if (draft.blocks.some((other) => other.kind === 'hero' && other.form === block.id)) return '';
    const heading = block.heading ?? block.submit;
    return lines(
      `<section id="${block.id}" class="sign" aria-labelledby="${block.id}-title">`,
      '<div class="wrap">',
      `<div class="head">\n${lines(`<h2 id="${block.id}-title">${line(heading)}</h2>`, paragraph(block.text, 'intro'))}\n</div>`,
      formBody(block, words, false),
      '</div>',
      '</section>',
    );
  },
  css: `form { display: grid; gap: 18px; padding: clamp(20px, 4vw, 36px); background: var(--surface); border-radius: calc(var(--radius) * 1.25); }
.hero form h2 { font-size: var(--step-2); } .hero form .intro { color: var(--soft); margin: -8px 0 0; }
.scene form, .plain form, .band form { background: var(--ground); } .plain form, .band form { box-shadow: 0 24px 60px -28px rgb(0 0 0 / .35); }
.field { display: grid; gap: 6px; }
.field label, legend { font-weight: 600; font-size: var(--step-small); }
.optional { font-weight: 400; color: var(--soft); } .hint { font-size: var(--step-small); color: var(--soft); }
input, textarea, select { width: 100%; padding: 12px 14px; border: 1px solid var(--edge); border-radius: min(var(--radius), 12px); background: var(--field); color: var(--ink); font: inherit; line-height: 1.4; min-height: 48px; }
fieldset { border: 0; padding: 0; margin: 0; } legend { padding: 0; margin-block-end: 8px; }
.choices .choice { display: flex; gap: 12px; align-items: center; min-height: 40px; font-weight: 400; font-size: var(--step-0); }
.choice input, .check input { width: 22px; min-height: 22px; height: 22px; margin: 0; flex: none; accent-color: var(--button); }
.check { grid-template-columns: auto 1fr; align-items: start; gap: 12px; } .check label { font-weight: 400; }
form button { width: 100%; margin-block-start: 6px; }
form .note { font-size: var(--step-small); color: var(--soft); }
.sign { background: var(--surface); }
.sign > .wrap { display: grid; gap: 32px 72px; }
.sign form { background: var(--ground); }
.sign h2 { font-size: var(--step-4); }
@media (min-width: 60rem) { .sign > .wrap { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } .sign .head { position: sticky; inset-block-start: 48px; align-self: start; } }`,
};
