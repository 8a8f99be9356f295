export type Cell = string | number | boolean | null;

/**
 * One line of a CSV file (RFC 4180), with its CRLF. Texts that a spreadsheet would run as a formula get an apostrophe; numbers stay
 * numbers.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = guarded(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * East Asian spreadsheets read full-width signs as ordinary ones. Apostrophes before a formula are part of it, so that `unguarded` is the
 * exact inverse.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;
const PHONE = /^\+[0-9][0-9 ().-]*$/;

const guarded = (text: string): string => (FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `csvLine` adds. */
export const unguarded = (text: string): string => (text.startsWith("'") && GUARDED.test(text) ? text.slice(1) : text);
