/** PostgreSQL takes neither NUL nor half of a surrogate pair, and JSON can spell both. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Follows the name of a field. */
export const UNSTORABLE = 'must not hold a NUL character or half of a surrogate pair';

/** Line breaks would end a header or a cell early, and other control characters are invisible. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Most names match, and need no change. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Follows the name of a field. */
export const NOT_A_NAME = 'must be one line, without control characters';

/**
 * The stored form of a name or title: in NFC, so that one name has one spelling, and without blanks around it. A text without visible
 * characters is empty.
 * @returns null when it is more than one line, or holds a control character
 */
export function nameOf(text: string): string | null {
  if (PLAIN.test(text)) return text;
  const name = text.normalize('NFC').trim();
  if (CONTROL.test(name)) return null;
  return VISIBLE.test(name) ? name : '';
}

export const cutName = (name: string): string => [...name].slice(0, 200).join('').trimEnd();

export const nameOfCopy = (name: string): string => cutName(`Copy of ${name}`);

/** Latin letters that are not made of a plain one and an accent. */
const LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'ng', ŧ: 't', ə: 'e' }),
);

/** Letters and digits in `a` to `z` and `0` to `9`, all else as one `separator`: `Größe (cm)` becomes `grosse_cm_`. */
export const asciiOf = (text: string, separator: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, separator);

/** For addresses. */
export const slugOf = (name: string, fallback: string): string => asciiOf(name, '-').replace(/^-|-$/g, '') || fallback;
