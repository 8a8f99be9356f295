import type { BlockView } from '../context.ts';
import { section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { mailHead2, mailText, row } from '../mail-parts.ts';

export const numbers: BlockView<'numbers'> = {
  page: (block, { words }) =>
    section(
      block,
      'numbers',
      words.headings.numbers as string,
      lines('<dl>', ...block.items.map(({ value, label }) => `<div><dt>${line(label)}</dt><dd>${line(value)}</dd></div>`), '</dl>'),
    ),
  css: `.numbers dl { display: grid; gap: 32px 48px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 180px), 1fr)); } .numbers dl > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; gap: 8px; } .numbers dd { font: var(--weight) var(--step-5)/1 var(--display); letter-spacing: var(--tracking); color: var(--accent); } .numbers dt { color: var(--soft); }`,
  email: ({ heading, items }, { looks }) =>
    lines(
      mailHead2(looks, 'numbers', { heading }),
      ...items.map(({ value, label }) =>
        row(
          'numbers',
          'padding-top:20px',
          `<p class="accent" style="margin:0;font-family:${looks.display};font-size:34px;line-height:1.1;font-weight:${looks.weight};color:${looks.colours.accent}">${line(value)}</p>${mailText(looks, label, 'soft', 'margin:4px 0 0', 16)}`,
        ),
      ),
    ),
};
