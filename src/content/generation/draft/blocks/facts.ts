import type { BlockView } from '../context.ts';
import { pairs } from '../mail-parts.ts';
import { factsList, section } from '../parts.ts';

export const facts: BlockView<'facts'> = {
  page(block, { words, head }) {
    const { items, layout = items.length === 1 || items.length > 4 || items.some(({ value }) => value.length > 34) ? 'table' : 'row' } =
      block;
    return section(
      block,
      { className: `facts ${layout}`, head: layout === 'row' ? 'top' : head, name: words.headings.facts },
      factsList(items, 'list'),
    );
  },
  css: `.facts dt { font-size: var(--step-small); color: var(--soft); } .facts.row h2 { font-size: var(--step-2); }
.facts.row .list { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); border: 1px solid var(--line); border-radius: calc(var(--radius) * 1.6); background: var(--card); overflow: hidden; gap: 1px; } .facts.row .list > div { padding: clamp(20px, 2.4vw, 32px); box-shadow: 0 0 0 1px var(--line); } .facts.row dd { font: var(--weight) var(--step-2)/1.25 var(--display); letter-spacing: calc(var(--tracking) / 2); margin-block-start: 8px; }
.facts.table .list > div { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 8fr); gap: 4px 24px; align-items: baseline; padding-block: 16px; border-block-start: 1px solid var(--line); } .facts.table .list > div:last-child { border-block-end: 1px solid var(--line); } .facts.table dd { font: var(--weight) var(--step-1)/1.4 var(--display); }
@media (max-width: 30rem) { .facts.table .list > div { grid-template-columns: 1fr; } } @media (min-width: 60rem) { .facts.table:not(.aside) .list { columns: 2; column-gap: 72px; } .facts.table:not(.aside) .list > div { break-inside: avoid; } }`,
  email: ({ items }, { looks }) => pairs(looks, 'facts', items),
};
