import type { BlockView } from '../context.ts';
import type { BlockOf } from '../draft.ts';
import { field, heading2, paragraph } from '../parts.ts';
import { attribute, line, lines } from '../text.ts';
import type { Words } from '../words.ts';

type Form = BlockOf<'form'> & { id: string };

const seen = (fields: Form['fields']): Form['fields'] => fields.filter(({ type }) => type !== 'hidden');

const isOneField = (fields: Form['fields']): boolean =>
  seen(fields).length === 1 && ['email', 'phone', 'text', 'name'].includes(seen(fields)[0]?.type ?? '');

const isShort = ({ fields }: Pick<Form, 'fields'>): boolean => seen(fields).length <= 2;

/** @param titled whether the heading stands in the form, since no section around it has one */
export function formBody({ id, heading, text, fields, submit, note }: Form, words: Words, titled: boolean): string {
  const named = titled && heading;
  return lines(
    `<form method="post"${isOneField(fields) ? ' class="one"' : ''} id="${titled ? id : `${id}_form`}"${named || !titled ? ` aria-labelledby="${id}_title"` : ` aria-label="${attribute(submit)}"`}>`,
    named && `<h2 id="${id}_title">${line(heading)}</h2>`,
    titled && paragraph(text, 'intro'),
    ...fields.map((one, i) => field(one, `${id}_${i + 1}`, words)),
    `<button type="submit">${line(submit)}</button>`,
    paragraph(note, 'note'),
    '</form>',
  );
}

export const form: BlockView<'form'> = {
  page(block, { words, opening, style }) {
    // One that the hero shows is not shown again.
    if (opening?.form === block.id) return '';
    const heading = block.heading ?? block.submit;
    return lines(
      `<section id="${block.id}" class="sign own${isShort(block) ? ' short' : ''}${style.strongForm ? ' strong' : ''}" aria-labelledby="${block.id}_title">`,
      '<div class="wrap">',
      `<div class="head">\n${lines(heading2(block.id, heading), paragraph(block.text, 'intro'))}\n</div>`,
      formBody(block, words, false),
      '</div>',
      '</section>',
    );
  },
  css: `form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding: clamp(24px, 3.4vw, 44px); background: var(--surface); border-radius: calc(var(--radius) * 1.6); }
.hero form { background: var(--ground); box-shadow: 0 1px 0 var(--line), 0 24px 60px -30px rgb(0 0 0 / .4); border: 1px solid var(--line); } .hero form h2 { font-size: var(--step-2); } .hero form .intro { color: var(--soft); margin: -10px 0 0; font-size: var(--step-0); }
.field { display: grid; gap: 8px; min-width: 0; align-content: start; }
.field label, legend { font-weight: 600; font-size: 1rem; line-height: 1.35; overflow-wrap: anywhere; }
.optional { font-weight: 400; color: var(--soft); } .hint { font-size: var(--step-small); color: var(--soft); line-height: 1.4; margin-block-start: -4px; }
input, textarea, select { width: 100%; min-width: 0; padding: 12px 16px; border: 1px solid var(--edge); border-radius: min(var(--radius), 14px); background: var(--field); color: var(--ink); font: inherit; font-size: max(16px, 1rem); line-height: 1.4; min-height: 52px; } textarea { resize: vertical; min-height: 8.5rem; }
:is(input, textarea, select):focus-visible { outline: 2px solid var(--button-edge); outline-offset: 0; border-color: var(--button-edge); }
select { appearance: none; padding-inline-end: 44px; background-image: linear-gradient(45deg, transparent 50%, currentcolor 50% 62%, transparent 62%), linear-gradient(-45deg, transparent 50%, currentcolor 50% 62%, transparent 62%); background-size: 9px 9px; background-repeat: no-repeat; background-position: right 24px center, right 17px center; } [dir=rtl] select { background-position: left 17px center, left 24px center; }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0; } legend { padding: 0; margin-block-end: 10px; } .options { display: flex; flex-wrap: wrap; gap: 10px; }
.choice { display: flex; gap: 10px; align-items: center; min-height: 48px; padding: 8px 16px 8px 12px; border: 1px solid var(--edge); border-radius: min(var(--radius), 14px); background: var(--field); cursor: pointer; line-height: 1.3; overflow-wrap: anywhere; } .choice:has(:checked) { border-color: var(--button-edge); box-shadow: inset 0 0 0 1px var(--button-edge); }
.choice input, .check input { width: 20px; min-height: 20px; height: 20px; margin: 0; flex: none; accent-color: var(--button); }
.check { grid-template-columns: auto minmax(0, 1fr); align-items: start; gap: 12px; } .check input { margin-block-start: 1px; } .check label { font-weight: 400; } .check .hint { grid-column: 2; }
form button { width: 100%; min-height: 54px; }
form .note { font-size: var(--step-small); color: var(--soft); } form > .note { text-align: start; }
.sign { background: var(--surface); } .sign > .wrap { display: grid; gap: 32px 88px; } .sign .head { margin: 0; } .sign form { background: var(--ground); } .sign.strong { background: var(--band); color: var(--on-band); } .sign.strong :is(.intro, .intro a) { color: var(--on-band-soft); } .sign.strong form { color: var(--ink); }
@media (min-width: 48rem) { .sign form, .sign form.one { grid-template-columns: repeat(2, minmax(0, 1fr)); } .sign form > :is(.wide, button, .note, h2, .intro, .field:nth-last-child(1 of .field:not(.wide)):nth-child(odd of .field:not(.wide))) { grid-column: 1 / -1; } .sign form button { justify-self: start; width: auto; min-width: 14rem; } .sign form.one { grid-template-columns: minmax(0, 1fr) auto; align-items: end; } .sign form.one > :is(.field, button) { grid-column: auto; } .sign form.one button { min-width: 0; min-height: 52px; } }
@media (min-width: 60rem) { .sign > .wrap { grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); } .sign .head { position: sticky; inset-block-start: 48px; align-self: start; } .sign.short > .wrap { align-items: center; } .sign.short .head { position: static; align-self: center; } }`,
};
