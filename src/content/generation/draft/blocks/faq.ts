import type { BlockView } from '../context.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { itemRows, mailHead2 } from '../mail-parts.ts';

export const faq: BlockView<'faq'> = {
  page: (block, { words }) =>
    section(
      { ...block, heading: block.heading ?? words.headings.faq },
      'questions',
      words.headings.faq as string,
      lines(
        '<div class="body">',
        ...block.items.map(
          ({ question, answer }, i) => `<details${i === 0 ? ' open' : ''}>\n<summary>${line(question)}</summary>\n${paragraph(answer)}\n</details>`,
        ),
        '</div>',
      ),
    ),
  css: `.questions details { border-block-start: 1px solid var(--line); } .questions details:last-child { border-block-end: 1px solid var(--line); }
.questions summary { cursor: pointer; font-weight: 600; font-size: var(--step-1); line-height: 1.4; padding-block: 18px; list-style: none; display: flex; justify-content: space-between; gap: 24px; } .questions summary::-webkit-details-marker { display: none; }
.questions summary::after { content: ""; flex: none; width: 11px; height: 11px; margin-block-start: .35em; border: solid var(--accent); border-width: 0 2.5px 2.5px 0; transform: rotate(45deg); } .questions [open] > summary::after { transform: rotate(225deg); margin-block-start: .6em; }
.questions details p { padding-block-end: 20px; max-width: 38em; color: var(--soft); }`,
  email: ({ heading, text, items }, { looks, words }) =>
    lines(
      mailHead2(looks, 'faq', { heading: heading ?? words.headings.faq, text }),
      itemRows(
        looks,
        'faq',
        items.map(({ question, answer }) => ({ heading: question, text: answer })),
      ),
    ),
};
