/** What a cell of a CSV file is made from. */
export type Cell = string | number | boolean | null;

/**
 * One line of a CSV file (RFC 4180), with its CRLF. Texts that a spreadsheet would run as a formula get an apostrophe in
 * front; numbers cannot be formulas and stay numbers.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = guarded(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Full-width signs are read as the ordinary ones by spreadsheets of East Asia. Apostrophes before it count as part of the formula:
 * so each guarded text is another one, and `unguarded` can tell.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;
const PHONE = /^\+[0-9][0-9 ().-]*$/;

const guarded = (text: string): string => (FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text);

/** Takes the apostrophe off again that `csvLine` put before a formula. */
export const unguarded = (text: string): string => (text.startsWith("'") && GUARDED.test(text) ? text.slice(1) : text);
