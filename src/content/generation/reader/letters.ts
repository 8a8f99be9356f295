/**
 * Letters and digits of the scripts that put blanks between words. Written out, since a pattern over all of Unicode's letters in any case
 * takes a hundred times as long to compile.
 */
export const LETTERS = 'A-Za-z\\u00c0-\\u024f\\u0370-\\u052f';
