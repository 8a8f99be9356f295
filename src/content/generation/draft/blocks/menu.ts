import type { BlockView } from '../context.ts';
import type { BlockOf } from '../draft.ts';
import { mailName, pairs, row } from '../mail-parts.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';

/** A few wares stand in one column, beside their heading. */
const isShort = ({ groups }: BlockOf<'menu'>): boolean => groups.length === 1 && (groups[0]?.items.length ?? 0) <= 8;

export const menu: BlockView<'menu'> = {
  page: (block, { words }) =>
    section(
      block,
      { className: `menu${isShort(block) ? '' : ' groups'}`, head: isShort(block) ? 'side' : 'top', name: words.headings.menu },
      lines(
        '<div class="cards">',
        ...block.groups.map(({ heading, items }) =>
          lines(
            '<div class="group">',
            heading && `<h3>${line(heading)}</h3>`,
            '<ul>',
            ...items.map(
              ({ name, text, price }) =>
                `<li><div class="dish"><span>${line(name)}</span>${price ? `<span class="price">${line(price)}</span>` : ''}</div>${paragraph(text)}</li>`,
            ),
            '</ul>',
            '</div>',
          ),
        ),
        '</div>',
      ),
    ),
  css: `.menu .group { break-inside: avoid; padding-block-end: 44px; } .menu .group:last-child { padding-block-end: 0; } .menu .group h3 { font-size: var(--step-2); margin-block-end: 12px; color: var(--accent); } .menu li { padding-block: 14px; break-inside: avoid; } .menu .dish { display: flex; align-items: baseline; gap: 12px; font-weight: 600; } .menu .dish::before { content: ""; order: 1; flex: 1; min-width: 16px; border-block-end: 2px dotted var(--line); } .menu .dish > :first-child { min-width: 0; overflow-wrap: anywhere; } .menu .price { order: 2; font-variant-numeric: tabular-nums lining-nums; white-space: nowrap; } .menu .dish:not(:has(.price))::before { display: none; } .menu p { color: var(--soft); max-width: 34em; }
@media (min-width: 60rem) { .menu.groups .cards { columns: 2; column-gap: clamp(48px, 7vw, 104px); } }`,
  email: ({ groups }, { looks }) =>
    lines(
      ...groups.map(({ heading, items }) => {
        const rows = items.map(({ name: label, text, price = '' }) => ({ label, text, value: price }));
        return lines(heading && row('menu', 'padding-top:24px', mailName(looks, heading)), pairs(looks, 'menu', rows, true));
      }),
    ),
};
