import { Context, defaultOptions, filters as liquidFilters, TypeGuards } from 'liquidjs';
import type { Fail } from './merge-syntax.ts';
import { type Read, reader, spend, textOf } from './merge-values.ts';

/** @param words of its arguments, for refusals */
interface Filter {
  least: number;
  most: number;
  words: string;
  apply(value: unknown, args: unknown[]): unknown;
  /** A finding about the arguments as they are written, or null. */
  check?(args: readonly unknown[]): string | null;
  /** Beside the characters that it reads. */
  cost?: number;
}

const onText = (apply: (text: string) => string): Filter => ({
  ...{ least: 0, most: 0, words: 'no value' },
  apply: (value) => apply(textOf(value)),
});

const withText = (apply: (text: string, other: string) => string): Filter => ({
  ...{ least: 1, most: 1, words: 'one value' },
  apply: (value, [other]) => apply(textOf(value), textOf(other)),
});

const ofList = (apply: (list: unknown[]) => unknown): Filter => ({
  ...{ least: 0, most: 0, words: 'no value' },
  apply: (value) => (Array.isArray(value) ? apply(value) : undefined),
});

const onNumbers = (apply: (one: number, other: number) => number): Filter => ({
  ...{ least: 1, most: 1, words: 'one value' },
  apply(value, [other]) {
    const result = apply(numberOf(value), numberOf(other));
    return Number.isFinite(result) ? withoutNoise(result) : undefined;
  },
});

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

/** 0.1 and 0.2 are 0.3. */
const withoutNoise = (number: number): number => (Math.abs(number) < 1e12 ? Number(number.toFixed(10)) : number);

const MOST_DECIMALS = 10;
const ELLIPSIS = '...';

function truncated(text: string, most: number, end: string): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, Math.max(0, most - [...end].length)).join('')}${end}`;
}

/** A width in a format (`%9999d`) would make a text of any length. */
const DATE_FORMAT = /^(?:[^%]|%[-_^#]?[A-Za-z%])*$/;
/** Its own date filter, with dates in UTC: it knows the formats. */
const formatDate = liquidFilters.date as unknown as (this: object, value: unknown, format: string) => unknown;
const liquid = { context: new Context({}, { ...defaultOptions, timezoneOffset: 0, locale: 'en-US' }) };

const FILTERS: Readonly<Record<string, Filter>> = {
  upcase: onText((text) => text.toUpperCase()),
  downcase: onText((text) => text.toLowerCase()),
  capitalize: onText((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  strip: onText((text) => text.trim()),
  append: withText((text, other) => text + other),
  prepend: withText((text, other) => other + text),
  truncate: {
    ...{ least: 0, most: 2, words: 'a number, and a text for the end' },
    apply: (value, [most = 50, end = ELLIPSIS]) => truncated(textOf(value), Math.max(0, Math.floor(numberOf(most))) || 0, textOf(end)),
  },
  first: ofList((list) => list[0]),
  last: ofList((list) => list.at(-1)),
  size: {
    ...{ least: 0, most: 0, words: 'no value' },
    apply: (value) => (Array.isArray(value) ? value.length : [...textOf(value)].length),
  },
  join: {
    ...{ least: 0, most: 1, words: 'at most one value' },
    apply: (value, [between = ' ']) => (Array.isArray(value) ? value.map(textOf).join(textOf(between)) : value),
  },
  plus: onNumbers((one, other) => one + other),
  minus: onNumbers((one, other) => one - other),
  times: onNumbers((one, other) => one * other),
  divided_by: onNumbers((one, other) => one / other),
  round: {
    ...{ least: 0, most: 1, words: 'at most one value' },
    apply(value, [decimals = 0]) {
      const number = numberOf(value);
      const places = Math.min(MOST_DECIMALS, Math.max(0, Math.floor(numberOf(decimals)) || 0));
      return Number.isFinite(number) && Math.abs(number) < 1e15 ? Number(number.toFixed(places)) : undefined;
    },
  },
  date: {
    ...{ least: 1, most: 1, words: 'one format', cost: 500 },
    check: ([format]) =>
      TypeGuards.isQuotedToken(format) && DATE_FORMAT.test(format.content) ? null : 'date takes a format in quotes, such as "%d %B %Y"',
    apply: (value, [format]) => (isPossibleDate(value) ? formatDate.call(liquid, value, textOf(format)) : undefined),
  },
};

/** Numbers are seconds for Liquid; what is no date stays as it is. */
const isPossibleDate = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 64 && value !== '');

const NAMES = ['default', ...Object.keys(FILTERS)];

/** The value before it, with this filter. */
export function filtered(before: Read, { name, args }: { name: string; args: readonly unknown[] }, fail: Fail): Read {
  if (name === 'default') {
    if (args.length !== 1) fail('default takes one value');
    const fallback = reader(args[0], fail);
    return (values) => {
      const value = before(values);
      return value === false || textOf(value) === '' ? fallback(values) : value;
    };
  }
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (!filter) return fail(`there is no filter "${name}", only ${NAMES.join(', ')}`);
  if (args.length < filter.least || args.length > filter.most) fail(`${name} takes ${filter.words}`);
  const finding = filter.check?.(args);
  if (finding) fail(finding);
  const readers = args.map((arg) => reader(arg, fail));
  return (values) => {
    const value = before(values);
    const given = readers.map((read) => read(values));
    spend(values, (filter.cost ?? 0) + weightOf(value) + given.reduce<number>((sum, one) => sum + weightOf(one), 0));
    return filter.apply(value, given);
  };
}

const weightOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + 1 + weightOf(one), 0) : 1;
};
