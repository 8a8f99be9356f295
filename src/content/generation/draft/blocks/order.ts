import type { BlockView } from '../context.ts';
import { mailText, pairs, row } from '../mail-parts.ts';
import { lines } from '../text.ts';

export const order: BlockView<'order'> = {
  email: ({ items, totals = [], address }, { looks, words }) =>
    lines(
      pairs(
        looks,
        'order',
        [
          ...items.map(({ name, text, quantity, price = '', picture }) => ({
            label: quantity ? `${quantity} × ${name}` : name,
            ...{ text, value: price, picture },
          })),
          ...totals,
        ],
        true,
      ),
      address && row('order', 'padding-top:20px', mailText(looks, `${words.facts.address}: ${address}`, 'soft', 'margin:0', 16)),
    ),
};
