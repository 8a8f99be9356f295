import { CODE_WORDS, DISCOUNT } from './dates.ts';
import type { Reading } from './reading.ts';
import { anyCase, saidIn } from './words.ts';

const OFF =
  /^\s*(?:on|off|discount(?: on)?|rabatt auf|auf|sur|de descuento en|en|di sconto su|su|de desconto em|em|korting op|op|på|na)\s+(?:on\s+|of\s+)?(?!(?:with|when|if|for|until|using|use|mit|avec|con|com|met|med)\s)([\p{L}\p{N}'’& -]{3,60}?)(?=\s*(?:$|[,.;!(]|\s(?:until|till|til|through|with|for|at|from|on|only|this|next|code|\d{1,2}(?:st|nd|rd|th)?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|bis|mit|jusqu|avec|hasta|con|fino|até|com|tot|met|till|med|do|z)\b))/iu;

const OFFERS =
  /^\s*(?:(?:we|and|also)\s)?(?:offer|give|promise)\s(?:(?:them|people|everyone|(?:new\s|first )?customers)\s)?(?=\d{1,3}\s?%|[£$€]\d)/iu;

/** "15% off with BACK15" */
const BARE_CODE = /\b(?:with|use|using|enter|mit|avec|con|com|met|med|z)\s(\p{Lu}{2,16}\d{1,4})(?![\p{L}\d])/u;

/** "80% of the limit", "revenue up 12%" */
const isShare = (text: string, { 0: found, index }: RegExpExecArray): boolean =>
  /^\s*(?:of\s|more\b|less\b|fewer\b|faster\b|complete|done\b|full\b|recycled|cotton|organic|natural|vegan|compostable|merino|wool\b|capacity|interest|apr\b)/iu.test(
    text.slice(index + found.length),
  ) || /\b(?:up|down|rose|grew|fell|increased|reached|at|by|credit of)\s(?:by\s)?$/iu.test(text.slice(0, index));

/** "42%" of a gin, "9.9% APR": only words nearby make it a discount. */
const isReduction = ({ 0: all, index }: RegExpExecArray, text: string): boolean =>
  !all.includes('%') ||
  /\b(?:off|discounts?|reduc\p{L}*|(?<!no\s)sale|save|saving|cheaper|less|deal|code|voucher|coupon|early ?bird)\b/iu.test(
    text.slice(Math.max(0, index - 40), index + 50),
  );

/** "20% off all tents until Sunday with code SPRING" @returns the rest */
export function readOffer(text: string, reading: Reading): string {
  const { brief, masked } = reading;
  const { slots, facts } = brief;
  // "Offer them 10% off": drop the verb.
  let rest = brief.kind === 'page' ? text.replace(OFFERS, '') : text;
  DISCOUNT.lastIndex = 0;
  const found = DISCOUNT.exec(rest);
  const isNone = found !== null && brief.lang === 'en' && (brief.kind === 'page' ? !isReduction(found, rest) : isShare(rest, found));
  const discount = isNone ? null : found;
  if (discount) {
    const after = rest.slice(discount.index + discount[0].length);
    const off = OFF.exec(after);
    const offer = off?.[1]?.trim().replace(/^(?:their|your|the)\s+/iu, '');
    const first = slots.discount === undefined;
    slots.discount ??= discount[0].replace(/\s+%/, '%');
    if (offer && !/^(?:first|next|order|orders?|with|when|if|for|until|and)(?!\p{L})/iu.test(offer)) slots.offer ??= offer;
    const taken = off ?? /^\s*(?:off|discount|rabatt|sconto|korting)\b/iu.exec(after);
    if (first && brief.kind === 'page' && off && offer)
      reading.fact('note', `${slots.discount}${off[0].replace(/\btheir\b/iu, 'your')}`, saidIn(brief.lang, 'offer') ?? 'Offer');
    if (first) rest = `${rest.slice(0, discount.index)} ${after.slice(taken?.[0].length ?? 0)}`;
  }
  const code = CODE_WORDS.exec(rest) ?? (slots.discount === undefined ? null : BARE_CODE.exec(rest));
  if (code?.[1] && /\d|\p{Lu}{3}/u.test(masked.shown(code[1]))) {
    const value = masked.shown(code[1]);
    slots.code ??= value;
    if (!facts.some(({ kind }) => kind === 'code')) facts.push({ kind: 'code', value });
    rest = rest.replace(
      anyCase`(?:(?:with|use|using|mit|avec|con|com|met|med|z)\s)?(?:(?:the|dem|der|le|el|il|o|de|het|den|la)\s)?${code[0].replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
      ' ',
    );
  }
  return rest;
}
