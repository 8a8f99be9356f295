import type { BlockView } from '../context.ts';
import { mailHead2, mailText, pairs, row } from '../mail-parts.ts';
import { lines } from '../text.ts';

export const order: BlockView<'order'> = {
  email: ({ heading, number, items, totals = [], address }, { looks, words }) =>
    lines(
      mailHead2(looks, 'order', { heading: heading ?? (number ? `${words.email.order} ${number}` : undefined) }),
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
