/** Patterns made of parts. Backslashes stand as in a pattern, not doubled as in a string. */
const pattern =
  (flags: string) =>
  (strings: TemplateStringsArray, ...parts: readonly (string | number | undefined)[]): RegExp =>
    new RegExp(String.raw(strings, ...parts), flags);

export const anyCase = pattern('iu');
export const allAnyCase = pattern('giu');
export const asWritten = pattern('u');
