import type { BlockView } from '../context.ts';
import { cells, mailText } from '../mail-parts.ts';
import { section } from '../parts.ts';
import { line, lines } from '../text.ts';

export const numbers: BlockView<'numbers'> = {
  page: (block, { words }) =>
    section(
      block,
      { className: 'numbers', head: 'top', name: words.headings.numbers },
      lines(
        `<dl style="--columns: ${block.items.length > 4 ? Math.ceil(block.items.length / 2) : block.items.length}">`,
        ...block.items.map(({ value, label }) => `<div><dt>${line(label)}</dt><dd>${line(value)}</dd></div>`),
        '</dl>',
      ),
    ),
  css: `.numbers h2 { font-size: var(--step-2); } .numbers dl { display: grid; gap: 36px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); } .numbers dl > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; gap: 12px; } .numbers dd { font: var(--weight) var(--step-5)/1 var(--display); letter-spacing: var(--tracking); color: var(--accent); font-variant-numeric: lining-nums; } .numbers dt { color: var(--soft); max-width: 20em; }
@media (min-width: 60rem) { .numbers dl { grid-template-columns: repeat(var(--columns), auto); gap: 48px 0; } .numbers dl > div { padding-inline: clamp(24px, 3vw, 48px); border-inline-start: 1px solid var(--edge); } .numbers dl > div:nth-child(1) { padding-inline-start: 0; border: 0; } }`,
  email: ({ items }, { looks }) => {
    const all = items.map(
      ({ value, label }) =>
        `<p class="accent" style="margin:0;font-family:${looks.display};font-size:34px;line-height:1.1;font-weight:${looks.weight};color:${looks.colours.accent}">${line(value)}</p>${mailText(looks, label, 'soft', 'margin:4px 0 0', 16)}`,
    );
    return cells(looks, 'numbers', all, items.length % 3 === 0 ? 3 : 2);
  },
};
