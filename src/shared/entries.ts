/** Entries of a list, tags for example, in their order, each once. */
export const distinct = (entries: readonly string[]): string[] => [...new Set(entries)];

/** A list as one text, for a file or a cell. */
export const joinedEntries = (entries: readonly string[]): string => entries.join('; ');

/**
 * The entries of a cell: separated by semicolons, or by commas where there is no semicolon. Each is trimmed, and empty ones do not count.
 */
export const entriesOf = (text: string): string[] =>
  text
    .split(text.includes(';') ? ';' : ',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Whether two values of a contact are the same; lists are by their entries. */
export const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((entry, index) => entry === other[index])
    : one === other;

/** Whether a value of a contact says nothing. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
