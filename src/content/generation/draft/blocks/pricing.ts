import type { BlockView } from '../context.ts';
import type { BlockOf } from '../draft.ts';
import { button, paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { buttonRow, itemRows, mailHead2, pairs } from '../mail-parts.ts';

type Plan = BlockOf<'pricing'>['items'][number];

const isRich = ({ points, action, text }: Plan): boolean => Boolean(points || action || (text && text.length > 80));

const price = ({ price, unit }: Plan): string =>
  price ? `<span class="price">${line(price)}${unit ? ` <span class="unit">${line(unit)}</span>` : ''}</span>` : '';

const row = (plan: Plan): string =>
  lines('<li>', `<div><h3>${line(plan.name)}</h3>${paragraph(plan.text)}</div>`, price(plan), '</li>');

const card = (plan: Plan): string =>
  lines(
    `<li${plan.highlighted ? ' class="chosen"' : ''}>`,
    `<h3>${line(plan.name)}</h3>`,
    price(plan),
    paragraph(plan.text),
    plan.points && `<ul class="points">${plan.points.map((point) => `<li>${line(point)}</li>`).join('')}</ul>`,
    button(plan.action, plan.highlighted ? 'button' : 'button quiet'),
    '</li>',
  );

export const pricing: BlockView<'pricing'> = {
  page(block, { words }) {
    const { items, layout = items.length <= 4 && items.some(isRich) ? 'cards' : 'table' } = block;
    const list = lines(`<ul class="plans">`, ...items.map(layout === 'cards' ? card : row), '</ul>');
    return section(block, `pricing ${layout}`, words.headings.pricing as string, list);
  },
  css: `.pricing h3 { font-size: var(--step-1); } .pricing .price { font: var(--weight) var(--step-2)/1.2 var(--display); font-variant-numeric: tabular-nums; } .unit { font: 400 var(--step-small)/1.4 var(--text); color: var(--soft); letter-spacing: 0; }
.pricing.table .plans > li { display: grid; grid-template-columns: 1fr auto; gap: 4px 24px; align-items: baseline; padding-block: 18px; border-block-start: 1px solid var(--line); } .pricing.table .plans > li:last-child { border-block-end: 1px solid var(--line); }
.pricing.table p { color: var(--soft); margin-block-start: 4px; max-width: 34em; } .pricing.table .price { text-align: end; }
.pricing.cards .plans { display: grid; gap: 24px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); align-items: start; }
.pricing.cards .plans > li { display: grid; gap: 14px; padding: clamp(24px, 3vw, 36px); border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); } .pricing.cards .plans > .chosen { border: 2px solid var(--button); background: var(--ground); }
.pricing.cards .price { font-size: var(--step-4); } .pricing .points { display: grid; gap: 8px; } .pricing .points li { padding-inline-start: 24px; position: relative; } .pricing .points li::before { content: ""; position: absolute; inset-inline-start: 0; inset-block-start: .62em; width: 12px; height: 3px; background: var(--button); }`,
  email: ({ heading, text, items }, { looks }) =>
    lines(
      mailHead2(looks, 'pricing', { heading, text }),
      items.some(isRich)
        ? lines(
            ...items.map((plan) =>
              lines(
                itemRows(looks, 'pricing', [
                  {
                    heading: [plan.name, [plan.price, plan.unit].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
                    text: [plan.text, ...(plan.points ?? [])].filter(Boolean).join(' · ') || undefined,
                  },
                ]),
                buttonRow(looks, 'pricing', plan.action),
              ),
            ),
          )
        : pairs(
            looks,
            'pricing',
            items.map((plan) => ({ label: plan.name, value: [plan.price, plan.unit].filter(Boolean).join(' ') })),
            true,
          ),
    ),
};
