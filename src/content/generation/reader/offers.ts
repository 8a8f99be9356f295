import { CODE_WORDS, DISCOUNT } from './dates.ts';
import type { Reading } from './reading.ts';

const OFF =
  /^\s*(?:off|discount(?: on)?|rabatt auf|auf|sur|de descuento en|en|di sconto su|su|de desconto em|em|korting op|op|på|na)\s+(?:on\s+|of\s+)?([\p{L}\p{N}'’& -]{3,60}?)(?=\s*(?:$|[,.;!(]|\s(?:until|till|til|through|with|for|at|from|on|only|this|next|code|bis|mit|jusqu|avec|hasta|con|fino|até|com|tot|met|till|med|do|z)\b))/iu;

/** "20% off all tents until Sunday with code SPRING": how much, of what, and the code. */
export function readOffer(text: string, { brief, masked }: Reading): void {
  const { slots, facts } = brief;
  DISCOUNT.lastIndex = 0;
  const discount = DISCOUNT.exec(text);
  if (discount) {
    const rest = text.slice(discount.index + discount[0].length);
    slots.discount ??= discount[0].replace(/\s+%/, '%');
    const offer = OFF.exec(rest)?.[1]?.trim().replace(/^(?:their|your)\s+/iu, '');
    if (offer && !/^(?:first|next|order|orders?)$/iu.test(offer)) slots.offer ??= offer;
  }
  const code = CODE_WORDS.exec(text);
  if (code?.[1] && /\d|\p{Lu}{3}/u.test(masked.shown(code[1])) && !facts.some(({ kind }) => kind === 'code')) {
    const value = masked.shown(code[1]);
    slots.code ??= value;
    facts.push({ kind: 'code', value });
  }
}
