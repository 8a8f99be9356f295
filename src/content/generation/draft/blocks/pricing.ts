import type { BlockView } from '../context.ts';
import type { BlockOf } from '../draft.ts';
import { buttonRow, itemRows, pairs } from '../mail-parts.ts';
import { button, paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';

type Plan = BlockOf<'pricing'>['items'][number];

const isRich = ({ points, action, text }: Plan): boolean => Boolean(points || action || (text && text.length > 80));

const price = ({ price, unit }: Plan): string =>
  price ? `<span class="price">${line(price)}${unit ? ` <span class="unit">${line(unit)}</span>` : ''}</span>` : '';

const row = (plan: Plan): string => lines('<li>', `<div><h3>${line(plan.name)}</h3>${paragraph(plan.text)}</div>`, price(plan), '</li>');

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

/** Up to three plans stand in a row; more of them in rows without gaps where they can. */
const columnsOf = (count: number): number => (count <= 3 ? count : count % 3 === 0 ? 3 : count === 4 || count % 2 === 0 ? 2 : 3);

export const pricing: BlockView<'pricing'> = {
  page(block, { words, head }) {
    const { items, layout = items.length <= 4 && items.some(isRich) ? 'cards' : 'table' } = block;
    const list = lines(
      `<ul class="plans"${layout === 'cards' ? ` style="--columns: ${columnsOf(items.length)}"` : ''}>`,
      ...items.map(layout === 'cards' ? card : row),
      '</ul>',
    );
    return section(block, { className: `pricing ${layout}`, head: layout === 'cards' ? 'top' : head, name: words.headings.pricing }, list);
  },
  css: `.pricing .price { font: var(--weight) var(--step-2)/1.2 var(--display); font-variant-numeric: tabular-nums lining-nums; } .unit { font: 400 var(--step-small)/1.4 var(--text); color: var(--soft); letter-spacing: 0; }
.pricing.table .plans > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 32px; align-items: baseline; padding-block: 20px; border-block-start: 1px solid var(--line); } .pricing.table .plans > li:last-child { border-block-end: 1px solid var(--line); }
.pricing.table p { color: var(--soft); margin-block-start: 4px; max-width: 36em; } .pricing.table .price { text-align: end; max-width: 14rem; }
.pricing.cards .plans { display: grid; gap: 20px; }
.pricing.cards .plans > li { display: flex; flex-direction: column; align-items: flex-start; gap: 14px; padding: clamp(24px, 3vw, 40px); border: 1px solid var(--line); border-radius: calc(var(--radius) * 1.6); background: var(--card); } .pricing.cards .button { margin-block-start: auto; align-self: stretch; } .pricing.cards .points { margin-block-end: 14px; }
.pricing.cards .price { font-size: var(--step-4); line-height: 1.1; } .pricing .points { display: grid; gap: 10px; } .pricing .points li { padding-inline-start: 26px; position: relative; } .pricing .points li::before { content: ""; position: absolute; inset-inline-start: 3px; inset-block-start: .4em; width: 6px; height: 11px; border: solid currentcolor; border-width: 0 2px 2px 0; transform: rotate(45deg); }
.pricing.cards .plans > .chosen { background: var(--band); color: var(--on-band); border-color: var(--band); } .chosen .unit { color: var(--on-band-soft); } .chosen a:not(.button) { color: inherit; } .chosen .button { background: var(--on-band); color: var(--band); border-color: var(--on-band); } .chosen :focus-visible { outline-color: var(--on-band); }
@media (min-width: 48rem) { .pricing.cards .plans { grid-template-columns: repeat(min(var(--columns), 2), minmax(0, 1fr)); } }
@media (min-width: 60rem) { .pricing.cards .plans { grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); } .pricing.cards .plans > .chosen { margin-block: -16px; padding-block: 56px; } }`,
  email: ({ items }, { looks }) => {
    const priceOf = (plan: Plan): string => [plan.price, plan.unit].filter(Boolean).join(' ');
    if (!items.some(isRich)) {
      const rows = items.map((plan) => ({ label: plan.name, value: priceOf(plan) }));
      return pairs(looks, 'pricing', rows, true);
    }
    return lines(
      ...items.map((plan) => {
        const text = [plan.text, ...(plan.points ?? [])].filter(Boolean).join(' · ') || undefined;
        const heading = [plan.name, priceOf(plan)].filter(Boolean).join(' · ');
        return lines(itemRows(looks, 'pricing', [{ heading, text }]), buttonRow(looks, 'pricing', plan.action));
      }),
    );
  },
};
