import { DISCOUNT, PRICE, TIME, UNIT_OF_PRICE, WHEN } from '../reader/dates.ts';
import { allAnyCase, anyCase } from '../reader/patterns.ts';
import { trimmedEnd } from './fillers.ts';

/** Values that are the whole of some words: a price, a time, a date, a number of something. */

export type ValueKind = 'price' | 'discount' | 'when' | 'time' | 'phone' | 'email' | 'count';

export interface Value {
  kind: ValueKind;
  text: string;
}

export const PHONE = /(?<![\w/#.,€$£-])(?:\+|00|\(?0)\d(?:[\s()/.-]{0,2}\d){5,13}(?!\w)/g;
export const EMAIL = /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/g;
/** Hours that only words before them make times of: "at 2", and those with a full stop in them: "15.30". */
const DOTTED = '(?<![\\d.,€£$])(?:[01]?\\d|2[0-3])\\.[0-5]\\d(?![\\d.,%]|\\s?[€£$])';
const AFTER_AT =
  '(?<=(?:^|\\s)(?:at|um|à|ore|alle|às|as|las|om|kl\\.?|klockan|o)\\s)(?:[01]?\\d|2[0-3])(?![\\d:.,%]|\\s?(?:[€£$%]|am|pm|uhr))';
const SPOKEN =
  '(?:half|quarter|ten|twenty|five)\\s(?:past|to)\\s(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})|halb\\s\\p{L}{3,6}|midday';
export const TIMES = allAnyCase`${TIME.source}|${DOTTED}|${AFTER_AT}|(?<!\p{L})(?:${SPOKEN})(?!\p{L})`;

const NUMBERS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const COUNT = anyCase`^(\d[\d.,]{0,8}|${NUMBERS})[\s-](\p{L}{1,20})$`;
const NOW = '(?:now|jetzt|nun|nu|maintenant|désormais|ahora|adesso|ora|agora|teraz)';
const LEADING_NOW = anyCase`^(?:${NOW}|actually|really|only|just)\s+`;
const TRAILING_NOW = anyCase`\s+(?:${NOW}|instead|any\s?more|from now on|only now|everywhere|throughout|überall|partout|en todas partes|ovunque|overal|överallt)$`;
const BEFORE_TIME =
  /^(?:(?:starting|start|starts)\s+)?(?:(?:no|ao|el|al|il|le|den|the)\s+(?:dia|día|giorno|jour)|at|on|um|am|à|al|a|alle|ore|às|as|a las|las|op|om|kl\.?|klockan|o|w|den|der|le|el|il|lo|la|the)\s+(?=\S)/iu;

export const FROM = /^(?:from|ab|à partir de|desde|da|vanaf|från|od|a partir de)\s/iu;

export function withoutNow(words: string): string {
  let text = words.trim();
  for (let round = 0; round < 2; round++) text = text.replace(LEADING_NOW, '').replace(TRAILING_NOW, '');
  return text.trim();
}

const whole = (pattern: RegExp, text: string): boolean => (text.match(pattern) ?? [])[0]?.trim() === text;

/** The value that some words are, without what leads to it: "at 6.30pm now" is a time. */
export function valueIn(words: string): Value | undefined {
  const plain = trimmedEnd(withoutNow(words), ' .,;!');
  if (plain === '' || plain.length > 80) return undefined;
  const led = plain.replace(BEFORE_TIME, '').replace(BEFORE_TIME, '');
  const [price] = plain.match(PRICE) ?? [];
  if (price !== undefined && plain.startsWith(price)) {
    const rest = plain.slice(price.length);
    if (rest.trim() === '' || UNIT_OF_PRICE.exec(rest)?.[0] === rest) return { kind: 'price', text: plain };
  }
  if (whole(DISCOUNT, plain)) return { kind: 'discount', text: plain };
  if (whole(PHONE, plain)) return { kind: 'phone', text: plain };
  if (whole(EMAIL, plain)) return { kind: 'email', text: plain };
  if (
    whole(TIMES, led) ||
    (led !== plain && /^\d{1,2}$/.test(led) && Number(led) < 25 && /^(?:at|um|à|alle|ore|às|as|a las|om|kl)/iu.test(plain))
  )
    return { kind: 'time', text: led };
  if (whole(WHEN, led)) return { kind: 'when', text: led };
  return COUNT.test(plain) ? { kind: 'count', text: plain } : undefined;
}

/** The number of something and what is counted: "30 days". */
export function countOf(text: string): { number: string; unit: string } | undefined {
  const [, number, unit] = COUNT.exec(text.trim()) ?? [];
  return number && unit ? { number, unit } : undefined;
}

/** Numbers of the same thing, in any of its forms: "14 days", "14-day". */
export const countsOf = (unit: string): RegExp =>
  allAnyCase`(?<![\p{L}\d.,])(?:\d[\d.,]{0,8}|${NUMBERS})[\s-]${unit.replace(/(?<=\p{L}{2})s$/u, '')}(?:s|es)?(?!\p{L})`;

export function timeLike(old: string, value: string): string {
  const separator = /\d([.:h])\d/u.exec(old)?.[1];
  if (/^\d{1,2}$/.test(value)) return old.replace(/^\d{1,2}(?:[.:h]\d\d)?/u, separator ? `${value}${separator}00` : value);
  const sameWay = separator ? value.replace(/(?<=^\d{1,2})[.:](?=\d\d)/u, separator) : value;
  return /^\d{1,2}[.:]\d\d$/.test(sameWay) && /(?:am|pm)$/iu.test(old) ? `${sameWay}${/\s?(?:am|pm)$/iu.exec(old)?.[0] ?? ''}` : sameWay;
}

export const VALUES: Record<Exclude<ValueKind, 'count'>, RegExp> = {
  price: PRICE,
  discount: DISCOUNT,
  when: WHEN,
  time: TIMES,
  phone: PHONE,
  email: EMAIL,
};

const END = '\\d{1,2}(?:[:.h]\\d{2})?(?:\\s?(?:am|pm|uhr|h)(?!\\p{L}))?';
/** "7 to 12", "9am – 1pm". */
export const SPANS = allAnyCase`(?<![\p{L}\d.,:€£$/+-])${END}\s?(?:[-–—]|to|till|until|bis|à|a|al|alle|tot|do)\s?${END}(?![\p{L}\d€£$%/]|[-–.,]\d)`;

export function spanLike(old: string, value: string): string {
  const [was, is] = [old, value].map((one) => [...one.matchAll(new RegExp(END, 'giu'))].map(([end]) => end));
  const [from, to] = is ?? [];
  const [first, last] = was ?? [];
  if (!from || !to || !first || !last) return value;
  const half = (time: string): string => /[ap]m$/iu.exec(time)?.[0].toLowerCase() ?? '';
  const begins = half(from) || half(first) || (Number.parseInt(first, 10) > Number.parseInt(last, 10) ? 'am' : half(last));
  const hour = (time: string): number => Number.parseInt(time, 10) % 12;
  const ends = half(to) || (hour(to) > hour(from) ? begins : 'pm');
  const halves = half(first) || half(last) ? [half(first) ? begins : '', half(last) ? ends : ''] : ['', ''];
  const written = (model: string, time: string, own: string): string =>
    timeLike(model, time.replace(/\s?[ap]m$/iu, '')).replace(/\s?[ap]m$/iu, '') +
    (own ? (/\s(?=[ap]m$)/iu.test(model) ? ' ' : '') + own : '');
  const joint = old.slice(first.length, old.length - last.length);
  return `${written(first, from, halves[0] ?? '')}${joint}${written(last, to, halves[1] ?? '')}`;
}
