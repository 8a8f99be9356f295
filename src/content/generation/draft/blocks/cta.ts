import type { BlockView } from '../context.ts';
import { mailButton, mailHeading, mailText, row, table } from '../mail-parts.ts';
import { buttons, heading2, paragraph } from '../parts.ts';
import { lines } from '../text.ts';

export const cta: BlockView<'cta'> = {
  page: (block) =>
    lines(
      `<section id="${block.id}" class="closing own" aria-labelledby="${block.id}_title">`,
      '<div class="wrap">',
      heading2(block.id, block.heading),
      paragraph(block.text),
      buttons(block.action, block.second_action),
      '</div>',
      '</section>',
    ),
  css: `.closing { background: var(--band); color: var(--on-band); } .closing > .wrap { display: grid; gap: 20px; justify-items: start; } .closing h2 { font-size: var(--step-5); line-height: 1.06; max-width: 16em; } .closing h2.long { font-size: var(--step-3); max-width: 24em; line-height: 1.15; } .closing p { max-width: 38em; } .closing > .wrap > p:not(.act) { color: var(--on-band-soft); font-size: var(--step-1); } .closing a:not(.button) { color: inherit; } .closing .act { margin-block-start: 12px; }
.closing .button:not(.quiet) { background: var(--on-band); color: var(--band); border-color: var(--on-band); } .closing .quiet { color: var(--on-band); border-color: var(--on-band-soft); } .closing :focus-visible { outline-color: var(--on-band); }
@media (min-width: 60rem) { .closing > .wrap { grid-template-columns: minmax(0, 1fr) auto; align-items: end; gap: 20px 64px; } .closing .wrap > p:not(.act) { grid-column: 1; } .closing .act { grid-column: 2; grid-row: 1 / span 2; margin: 0; max-width: 26rem; } }`,
  email: ({ heading, text, action }, { looks }) => {
    const { colours: c, radius, align } = looks;
    const words = lines(
      mailHeading(looks, heading, 'margin:0', 26),
      text && mailText(looks, text, 'soft', 'margin:8px 0 0'),
      `<div style="padding-top:20px">${mailButton(looks, action)}</div>`,
    );
    const cell = `<td class="tint" align="${align === 'center' ? 'center' : looks.start}" bgcolor="${c.tint}" style="padding:32px;background:${c.tint};border-radius:${radius}px">${words}</td>`;
    return row('cta', 'padding-top:40px', table(`<tr>${cell}</tr>`));
  },
};
