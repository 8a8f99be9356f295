import type { components } from '../../../generated/api.d.ts';

export type DecimalSeparator = components['schemas']['ContactImportDecimalSeparator'];

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Blanks of all widths and apostrophes stand between groups of thousands wherever no dot or comma does. */
const GROUPED: Record<DecimalSeparator, RegExp> = {
  point: /^[+-]?\d{1,3}(?:([,\s'’])\d{3})(?:\1\d{3})*(?:\.\d+)?$/,
  comma: /^[+-]?(?:\d+|\d{1,3}(?:([.\s'’])\d{3})(?:\1\d{3})*)?(?:,\d+)?$/,
};

/**
 * A number as people write it; null for what is none. Without a separator a text counts that can be read in one way, and `1,234`, which is a
 * thousand or one, does not; a number such as `1.234`, as programs write it, has one meaning.
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

/** What stands before the decimals of these texts; undefined where none of them shows it, or they differ. */
export function decimalSeparatorOf(texts: readonly string[]): DecimalSeparator | undefined {
  const only = (one: DecimalSeparator, other: DecimalSeparator) =>
    texts.some((text) => readWith(text, one) !== null && readWith(text, other) === null);
  const [point, comma] = [only('point', 'comma'), only('comma', 'point')];
  if (point === comma) return undefined;
  return point ? 'point' : 'comma';
}
