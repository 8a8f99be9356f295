import type { BlockView } from '../context.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { mailHead2, pairs, row, mailName } from '../mail-parts.ts';

export const menu: BlockView<'menu'> = {
  page: (block, { words }) =>
    section(
      block,
      `menu${block.groups.length > 1 ? ' groups' : ''}`,
      words.headings.menu as string,
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
  css: `.menu .group h3 { font-size: var(--step-2); margin-block-end: 12px; } .menu li { padding-block: 14px; border-block-start: 1px solid var(--line); } .menu .dish { display: flex; justify-content: space-between; gap: 24px; font-weight: 600; } .menu .price { font-variant-numeric: tabular-nums; color: var(--accent); white-space: nowrap; } .menu p { color: var(--soft); margin-block-start: 2px; }
.menu .cards { display: grid; gap: 48px 64px; } @media (min-width: 48rem) { .menu.groups .cards { grid-template-columns: 1fr 1fr; } }`,
  email: ({ heading, text, groups }, { looks }) =>
    lines(
      mailHead2(looks, 'menu', { heading, text }),
      ...groups.map(({ heading: name, items }) =>
        lines(
          name && row('menu', 'padding-top:24px', mailName(looks, name)),
          pairs(
            looks,
            'menu',
            items.map((dish) => ({ label: dish.text ? `${dish.name}, ${dish.text}` : dish.name, value: dish.price ?? '' })),
            true,
          ),
        ),
      ),
    ),
};
