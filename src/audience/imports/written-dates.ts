import type { components } from '../../../generated/api.d.ts';
import { dateOf } from '../contact-fields/values.ts';

export type DateFormat = components['schemas']['ContactImportDateFormat'];

/** The order in which a choice is made between formats that read the same: the strictest first. */
const FORMATS: readonly DateFormat[] = ['iso', 'ymd', 'dmy', 'mdy'];
/** Countries that write the month first. */
const MONTH_FIRST: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'MH', 'PW']);
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl'];
/** No way of writing a date is longer, and patterns need not look at more. */
const LONGEST = 60;

const TIME = String.raw`(?:(?:,?\s+|T)(?<hour>\d{1,2})[:.](?<minute>\d\d)(?:[:.](?<second>\d\d))?(?:\s*(?<half>[ap])\.?m\.?)?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(?<year>\d{4})\s?([./ -])\s?(?<month>\d{1,2})\s?\2\s?(?<day>\d{1,2})\.?${TIME}$`, 'i');
const YEAR_LAST = new RegExp(
  String.raw`^(?<first>\d{1,2})\s?(?<separator>[./ -])\s?(?<second_part>\d{1,2})\s?\k<separator>\s?(?<year>\d{4}|\d\d)${TIME}$`,
  'i',
);
const COMPACT = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/;
const WEEKDAY = String.raw`^(?:\p{L}+\.?,\s*)?`;
const DAY_NAME_YEAR = new RegExp(
  String.raw`${WEEKDAY}(?<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]*(?:(?:of|de)\s+)?(?<name>\p{L}+)\.?,?[\s-]+(?:(?:of|de)\s+)?(?<year>\d{4}|\d\d)${TIME}$`,
  'iu',
);
const NAME_DAY_YEAR = new RegExp(
  String.raw`${WEEKDAY}(?<name>\p{L}+)\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${TIME}$`,
  'iu',
);

type Parts = Partial<Record<string, string>>;

/**
 * A date as people write it, as it is kept; null for what is none in this format. A date in ISO form, with the year first or with the name of
 * its month has one meaning, so every format but `iso` reads these. Times without an offset are UTC.
 */
export function dateIn(text: string, format: DateFormat): string | null {
  const iso = dateOf(text);
  if (iso !== null || format === 'iso' || text.length > LONGEST) return iso;
  const plain = text.replace(/[年月]/g, '-').replace('日', '');
  const { groups } = YEAR_FIRST.exec(plain) ?? COMPACT.exec(plain) ?? DAY_NAME_YEAR.exec(plain) ?? NAME_DAY_YEAR.exec(plain) ?? {};
  if (groups) return dateOfParts(groups);
  const parts: Parts = YEAR_LAST.exec(plain)?.groups ?? {};
  const { first, second_part: second, separator } = parts;
  // With dots the day comes first wherever dates are written with them.
  if (!first || format === 'ymd' || (format === 'mdy' && separator === '.')) return null;
  return dateOfParts(format === 'dmy' ? { ...parts, day: first, month: second } : { ...parts, month: first, day: second });
}

function dateOfParts({ year = '', month, name, day = '', hour, minute, second = '00', half }: Parts): string | null {
  const number = name === undefined ? Number(month) : monthNamed(name);
  if (!number) return null;
  const two = (value: string | number) => String(value).padStart(2, '0');
  const date = `${fullYear(year)}-${two(number)}-${two(day)}`;
  if (hour === undefined) return dateOf(date);
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  return dateOf(`${date}T${two(hours)}:${minute}:${second}Z`);
}

/** Years of two digits as spreadsheets read them: 29 is 2029, and 30 is 1930. */
const fullYear = (year: string): string => (year.length === 4 ? year : `${Number(year) < 30 ? '20' : '19'}${year}`);

let names: ReadonlyMap<string, number> | undefined;

function monthNamed(name: string): number | undefined {
  names ??= new Map(LANGUAGES.flatMap(monthsIn));
  return names.get(keyOf(name));
}

const monthsIn = (language: string): [string, number][] =>
  (['long', 'short'] as const).flatMap((month) => {
    const written = [{ month }, { month, day: 'numeric' } as const].map(
      (style) => new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }),
    );
    return Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, index, 1))).flatMap((date, index) =>
      written.flatMap((format): [string, number][] => {
        const part = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
        return /\p{L}/u.test(part) ? [[keyOf(part), index + 1]] : [];
      }),
    );
  });

/** Without case, accents and the dot of what is shortened. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/**
 * The formats that read the most of these texts, and more than half of them: the likeliest first, and of those that read all alike only the
 * first. Two of them say that the texts leave open which is meant.
 */
export function dateFormatsOf(texts: readonly string[], country: string): DateFormat[] {
  const order = MONTH_FIRST.has(country) ? FORMATS.toSpliced(2, 2, 'mdy', 'dmy') : FORMATS;
  const readings = order.map((format) => ({ format, dates: texts.map((text) => dateIn(text, format)) }));
  const countOf = (dates: (string | null)[]) => dates.filter((date) => date !== null).length;
  const most = Math.max(...readings.map(({ dates }) => countOf(dates)));
  if (most * 2 <= texts.length) return [];
  const distinct = new Map<string, DateFormat>();
  for (const { format, dates } of readings) {
    const key = dates.join();
    if (countOf(dates) === most && !distinct.has(key)) distinct.set(key, format);
  }
  return [...distinct.values()];
}
