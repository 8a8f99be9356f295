/** Whether PostgreSQL can hold a text: it takes neither NUL nor half of a surrogate pair, and JSON can spell both. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The words for a text that it cannot hold, to follow the name of a field. */
export const UNSTORABLE = 'must not hold a NUL character or half of a surrogate pair';

/** Line breaks would end a header or a cell early, and of the other control characters nobody sees what they do. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** What most names are, and what needs no change. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** The words for a name that `nameOf` refuses, to follow the name of a field. */
export const NOT_A_NAME = 'must be one line, without control characters';

/**
 * A name or title as it is kept: in Unicode's composed form (NFC), so that one name has one spelling, and without blanks
 * around it. One in which nothing can be seen is the empty text.
 * @returns null when it is more than one line, or holds a control character
 */
export function nameOf(text: string): string | null {
  if (PLAIN.test(text)) return text;
  const name = text.normalize('NFC').trim();
  if (CONTROL.test(name)) return null;
  return VISIBLE.test(name) ? name : '';
}

/** A name that is made of another one, cut to what names may have. */
export const cutName = (name: string): string => [...name].slice(0, 200).join('').trimEnd();

/** What a copy is called unless it is given a name. */
export const nameOfCopy = (name: string): string => cutName(`Copy of ${name}`);

/** Latin letters that are not made of a plain one and an accent. */
const LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'ng', ŧ: 't', ə: 'e' }),
);

/** The letters and digits of a text in `a` to `z` and `0` to `9`, all else as one `separator`: `Größe (cm)` becomes `grosse_cm_`. */
export const asciiOf = (text: string, separator: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, separator);

/** A name in lower-case letters, digits and hyphens, for addresses. One without any of them becomes `fallback`. */
export const slugOf = (name: string, fallback: string): string => asciiOf(name, '-').replace(/^-|-$/g, '') || fallback;
