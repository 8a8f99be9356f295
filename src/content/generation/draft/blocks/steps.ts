import type { BlockView } from '../context.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { itemRows, mailHead2 } from '../mail-parts.ts';

export const steps: BlockView<'steps'> = {
  page: (block, { words }) =>
    section(
      block,
      'steps',
      words.headings.steps as string,
      lines('<ol>', ...block.items.map(({ heading, text }) => lines('<li>', `<h3>${line(heading)}</h3>`, paragraph(text), '</li>')), '</ol>'),
    ),
  css: `.steps ol { counter-reset: step; display: grid; gap: 32px 40px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); }
.steps li { counter-increment: step; border-block-start: 1px solid var(--edge); padding-block-start: 20px; position: relative; }
.steps li::before { content: counter(step); display: block; font: var(--weight) var(--step-4)/1 var(--display); color: var(--accent); letter-spacing: var(--tracking); margin-block-end: 20px; }
.steps li::after { content: ""; position: absolute; inset-block-start: -4px; inset-inline-start: 0; width: 40px; height: 7px; border-radius: 4px; background: var(--button); }
.steps h3 { font-size: var(--step-1); } .steps p { color: var(--soft); margin-block-start: 8px; }`,
  email: ({ heading, text, items }, { looks }) =>
    lines(
      mailHead2(looks, 'steps', { heading, text }),
      itemRows(
        looks,
        'steps',
        items.map((item, i) => ({ ...item, mark: String(i + 1) })),
      ),
    ),
};
