import type { BlockView } from '../context.ts';
import { itemRows } from '../mail-parts.ts';
import { paragraph, photo, section } from '../parts.ts';
import { line, lines } from '../text.ts';

export const steps: BlockView<'steps'> = {
  page(block, { words, head, style }) {
    const isShort = block.items.every(({ text = '' }) => text.length <= 160);
    const isRow = isShort && block.items.length > 1 && block.items.length <= 4 && (head === 'top' || style.choose(block, [true, false]));
    return section(
      block,
      { className: `steps ${isRow ? 'row brief' : 'column'}`, head: isRow ? 'top' : 'side', name: words.headings.steps },
      lines(
        `<ol${isRow ? ` style="--columns: ${block.items.length}"` : ''}>`,
        ...block.items.map(({ heading, text, picture }) =>
          lines('<li>', `<div><h3>${line(heading)}</h3>${paragraph(text)}${picture ? photo(picture) : ''}</div>`, '</li>'),
        ),
        '</ol>',
      ),
    );
  },
  css: `.steps ol { counter-reset: step; display: grid; } .steps li { counter-increment: step; position: relative; } .steps p { color: var(--soft); margin-block-start: 8px; max-width: 36em; } .steps img { display: block; width: 100%; margin-block-start: 20px; border-radius: var(--radius); }
.steps li::before { content: counter(step); font: var(--weight) var(--step-4)/1 var(--display); letter-spacing: var(--tracking); color: var(--accent); font-variant-numeric: lining-nums tabular-nums; }
.steps.column li { display: grid; grid-template-columns: clamp(3.5rem, 8vw, 6.5rem) minmax(0, 1fr); padding-block: 28px; border-block-start: 1px solid var(--line); } .steps.column li:first-child { border: 0; padding-block-start: 0; } .steps.column h3 { font-size: var(--step-2); }
.steps.row ol { gap: 40px; } .steps.row li { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); } .steps.row h3 { padding-block-start: .2em; }
.items-cards .steps.row ol { gap: 20px; } .items-cards .steps.row li { background: var(--card); border-radius: calc(var(--radius) * 1.6); padding: clamp(24px, 3vw, 36px); }
@media (min-width: 60rem) { .steps.row ol { grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); } .steps.row li { display: block; } .steps.row li::before { display: block; margin-block-end: 28px; } .steps.row h3 { padding: 0; }
.items-ruled .steps.row li, .items-open .steps.row li { border-block-start: 1px solid var(--edge); padding-block-start: 28px; } .items-ruled .steps.row li::after { content: ""; position: absolute; inset-block-start: -5px; inset-inline-start: 0; width: 9px; height: 9px; border-radius: 50%; background: var(--button); } }`,
  email: ({ items }, { looks }) => {
    const rows = items.map((item, i) => ({ ...item, mark: String(i + 1) }));
    return itemRows(looks, 'steps', rows);
  },
};
