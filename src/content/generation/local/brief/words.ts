/** Letters of scripts that put no blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/**
 * Letters and digits of the scripts that put blanks between words. Written out, since a pattern over all of Unicode's letters in
 * any case takes a hundred times as long to compile.
 */
export const LETTERS = 'A-Za-z\\u00c0-\\u024f\\u0370-\\u052f';

/** A blank or hyphen is as people like it: "sign-up", "sign up", "signup". */
const quote = (word: string): string =>
  word
    .replace(/[.+?^${}()|[\]\\/]/g, '\\$&')
    .replaceAll('-', '[\\s-]?')
    .replaceAll(' ', '[\\s-]+');

/**
 * A pattern for any of these words, in whatever case. `camp*` stands for whatever begins so. A word in a script without
 * blanks may stand anywhere.
 */
export function words(...list: string[]): RegExp {
  const spaced = list.filter((word) => !UNSPACED.test(word)).map((word) => quote(word).replaceAll('*', `[${LETTERS}]*`));
  // Nothing bounds these, so the longest goes first.
  const unspaced = list
    .filter((word) => UNSPACED.test(word))
    .toSorted((a, b) => b.length - a.length)
    .map(quote);
  const parts = [];
  if (spaced.length > 0) parts.push(`(?<![${LETTERS}0-9])(?:${spaced.join('|')})(?![${LETTERS}0-9])`);
  parts.push(...unspaced);
  return new RegExp(parts.join('|'), 'i');
}
