import type { components } from '../../../generated/api.d.ts';
import { CONTACT_FIELDS } from '../contact-field-catalogue.ts';
import { dateOf } from '../contact-fields/values.ts';
import type { StandardField } from './cells.ts';
import type { WorkspaceReading } from './chunks.service.ts';
import type { Column } from './suggestions.ts';

/** Columns without a field are left out. A type, since JSON is not made of interfaces. */
export type Mapping = {
  header: string;
  column: number;
  kind: 'standard' | 'custom_field';
  /** The API's name of the standard field, or the `api_name`. */
  field: string;
  /** Only empty fields are written. */
  fill: boolean;
  /** Unset, a date must have one meaning. */
  dateFormat?: DateFormat;
  /** Unset, a number must have one meaning. */
  decimalSeparator?: DecimalSeparator;
};

/**
 * Adds the formats that the sampled values show to mappings that name none.
 * @param guesses whether to take the likeliest of several formats, because a person checks it before anything is written
 */
export const withFormats = (
  mappings: readonly Mapping[],
  columns: readonly Column[],
  { definitions, country }: Pick<WorkspaceReading, 'definitions' | 'country'>,
  { guesses }: { guesses: boolean },
): Mapping[] =>
  mappings.map((mapping) => {
    const { kind, field, column } = mapping;
    const type = kind === 'standard' ? CONTACT_FIELDS[field as StandardField].type : definitions.get(field)?.valueType;
    const values = columns.find((one) => one.column === column)?.values ?? [];
    if (type === 'date' && !mapping.dateFormat) {
      const [dateFormat, ...others] = dateFormatsOf(values, country);
      return dateFormat && (guesses || others.length === 0) ? { ...mapping, dateFormat } : mapping;
    }
    const decimalSeparator = type === 'number' ? (mapping.decimalSeparator ?? decimalSeparatorOf(values)) : undefined;
    return decimalSeparator ? { ...mapping, decimalSeparator } : mapping;
  });

export type DateFormat = components['schemas']['ContactImportDateFormat'];

/** The strictest first: of formats that read the same dates, the first counts. */
const FORMATS: readonly DateFormat[] = ['iso', 'ymd', 'dmy', 'mdy'];
const MONTH_FIRST: ReadonlySet<string> = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'MH', 'PW']);
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl'];
/** No date is longer, so patterns need not look at more. */
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
 * The stored form of a date, or null. A date in ISO form, with the year first or with the name of its month has one meaning, so every
 * format but `iso` reads these. Times without an offset are UTC.
 */
export function dateIn(text: string, format: DateFormat): string | null {
  const iso = dateOf(text);
  if (iso !== null || format === 'iso' || text.length > LONGEST) return iso;
  const plain = text.replace(/[年月]/g, '-').replace('日', '');
  const { groups } = YEAR_FIRST.exec(plain) ?? COMPACT.exec(plain) ?? DAY_NAME_YEAR.exec(plain) ?? NAME_DAY_YEAR.exec(plain) ?? {};
  if (groups) return dateOfParts(groups);
  const parts: Parts = YEAR_LAST.exec(plain)?.groups ?? {};
  const { first, second_part: second, separator } = parts;
  // Where dates are written with dots, the day comes first.
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

const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/**
 * The formats that read the most texts, and more than half of them, the likeliest first; of formats that read all texts alike only the
 * first. Several formats mean that the texts are ambiguous.
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

export type DecimalSeparator = components['schemas']['ContactImportDecimalSeparator'];

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Blanks of all widths and apostrophes also separate groups of thousands. */
const GROUPED: Record<DecimalSeparator, RegExp> = {
  point: /^[+-]?\d{1,3}(?:([,\s'’])\d{3})(?:\1\d{3})*(?:\.\d+)?$/,
  comma: /^[+-]?(?:\d+|\d{1,3}(?:([.\s'’])\d{3})(?:\1\d{3})*)?(?:,\d+)?$/,
};

/**
 * Null for a text that is no number. Without a separator it must have one meaning: `1,234` could be a thousand or one. A number such as
 * `1.234`, as programs write it, has one meaning.
 */
export function numberIn(text: string, separator: DecimalSeparator | undefined): number | null {
  if (separator) return readWith(text, separator);
  if (PLAIN.test(text)) return finite(text);
  const [english, other] = [readWith(text, 'point'), readWith(text, 'comma')];
  return english === null || other === null || english === other ? (english ?? other) : null;
}

function readWith(text: string, separator: DecimalSeparator): number | null {
  if (separator === 'point' && PLAIN.test(text)) return finite(text);
  if (!/\d/.test(text) || !GROUPED[separator].test(text)) return null;
  return finite(separator === 'point' ? text.replace(/[,\s'’]/g, '') : text.replace(/[.\s'’]/g, '').replace(',', '.'));
}

const finite = (text: string): number | null => (Number.isFinite(Number(text)) ? Number(text) : null);

/** Undefined where no text shows it, or they differ. */
export function decimalSeparatorOf(texts: readonly string[]): DecimalSeparator | undefined {
  const only = (one: DecimalSeparator, other: DecimalSeparator) =>
    texts.some((text) => readWith(text, one) !== null && readWith(text, other) === null);
  const [point, comma] = [only('point', 'comma'), only('comma', 'point')];
  if (point === comma) return undefined;
  return point ? 'point' : 'comma';
}
