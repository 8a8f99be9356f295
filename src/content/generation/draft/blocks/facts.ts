import type { BlockView } from '../context.ts';
import { factsList, section } from '../parts.ts';
import { mailHead2, pairs } from '../mail-parts.ts';

export const facts: BlockView<'facts'> = {
  page(block, { words }) {
    const { items, layout = items.length > 4 || items.some(({ value }) => value.length > 34) ? 'table' : 'row' } = block;
    return section(block, `facts ${layout}`, words.headings.facts as string, factsList(items, 'list'));
  },
  css: `.facts dt { font-size: var(--step-small); color: var(--soft); }
.facts.row .list { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr)); gap: 32px 40px; } .facts.row .list > div { border-block-start: 2px solid var(--ink); padding-block-start: 16px; } .facts.row dd { font: var(--weight) var(--step-3)/1.2 var(--display); letter-spacing: var(--tracking); margin-block-start: 8px; }
.facts.table .list > div { display: grid; grid-template-columns: minmax(7rem, 3fr) 8fr; gap: 4px 24px; align-items: baseline; padding-block: 16px; border-block-start: 1px solid var(--line); } .facts.table .list > div:last-child { border-block-end: 1px solid var(--line); } .facts.table dd { font: var(--weight) var(--step-1)/1.4 var(--display); }`,
  email: ({ heading, items }, { looks }) => mailHead2(looks, 'facts', { heading }) + pairs(looks, 'facts', items),
};
