import type { BlockView } from '../context.ts';
import { buttons, paragraph } from '../parts.ts';
import { line, lines } from '../text.ts';
import { buttonRow, mailHead2 } from '../mail-parts.ts';

export const cta: BlockView<'cta'> = {
  page: (block) =>
    lines(
      `<section id="${block.id}" class="closing" aria-labelledby="${block.id}-title">`,
      '<div class="wrap">',
      `<h2 id="${block.id}-title">${line(block.heading)}</h2>`,
      paragraph(block.text),
      buttons(block.action, block.second_action),
      '</div>',
      '</section>',
    ),
  css: `.closing { background: var(--band); color: var(--on-band); } .closing .wrap { display: grid; gap: 24px; justify-items: start; } .closing h2 { font-size: var(--step-4); max-width: 18em; } .closing p { max-width: 36em; } .closing > .wrap > p:not(.act) { color: var(--on-band-soft); font-size: var(--step-1); }
.closing .button:not(.quiet) { background: var(--on-band); color: var(--band); border-color: var(--on-band); } .closing .quiet { color: var(--on-band); border-color: var(--on-band-soft); }
@media (min-width: 60rem) { .closing .wrap { grid-template-columns: 1fr auto; align-items: center; } .closing .wrap > p:not(.act) { grid-column: 1; } .closing .act { grid-column: 2; grid-row: 1 / span 2; } }`,
  email: ({ heading, text, action }, { looks }) => mailHead2(looks, 'cta', { heading, text }) + buttonRow(looks, 'cta', action),
};
