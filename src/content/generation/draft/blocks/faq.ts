import type { BlockView } from '../context.ts';
import { itemRows } from '../mail-parts.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines, prose } from '../text.ts';

export const faq: BlockView<'faq'> = {
  page(block, { words, head, style }) {
    const { items } = block;
    const isOpen =
      head === 'top' &&
      items.length >= 4 &&
      items.length <= 8 &&
      items.every(({ answer }) => answer.length <= 220) &&
      style.choose(block, [true, false]);
    const named = { ...block, heading: block.heading ?? words.headings.faq };
    if (isOpen)
      return section(
        named,
        { className: 'questions open', head: 'top', name: words.headings.faq },
        lines('<dl>', ...items.map(({ question, answer }) => `<div><dt>${line(question)}</dt><dd>${prose(answer)}</dd></div>`), '</dl>'),
      );
    return section(
      named,
      { className: 'questions', head: 'side', name: words.headings.faq },
      lines(
        '<div class="body">',
        ...items.map(
          ({ question, answer }, i) =>
            `<details${i === 0 ? ' open' : ''}>\n<summary><span>${line(question)}</span></summary>\n${paragraph(answer)}\n</details>`,
        ),
        '</div>',
      ),
    );
  },
  css: `.questions details { border-block-start: 1px solid var(--line); } .questions details:last-child { border-block-end: 1px solid var(--line); }
.questions summary { cursor: pointer; font: 600 var(--step-1)/1.4 var(--text); padding-block: 20px; list-style: none; display: flex; justify-content: space-between; gap: 24px; } .questions summary::-webkit-details-marker { display: none; } .questions summary span { min-width: 0; overflow-wrap: anywhere; }
.questions summary::after { content: ""; flex: none; width: 10px; height: 10px; margin: .3em 4px 0; border: solid var(--accent); border-width: 0 2.5px 2.5px 0; transform: rotate(45deg); } .questions [open] > summary::after { transform: rotate(225deg); margin-block-start: .6em; }
.questions details p { padding-block-end: 24px; max-width: 40em; color: var(--soft); }
.questions dl { display: grid; gap: 36px 72px; } .questions dt { font: 600 var(--step-1)/1.4 var(--text); } .questions dd { color: var(--soft); margin-block-start: 8px; max-width: 38em; } @media (min-width: 60rem) { .questions dl { grid-template-columns: 1fr 1fr; } }`,
  email: ({ items }, { looks }) => {
    const rows = items.map(({ question, answer }) => ({ heading: question, text: answer }));
    return itemRows(looks, 'faq', rows);
  },
};
