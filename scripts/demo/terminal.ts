import { styleText } from 'node:util';

/** An error with a message for the person at the terminal. */
export class DemoError extends Error {
  override name = 'DemoError';
}

const TITLE_WIDTH = 22;
const LIVE = process.stderr.isTTY;

/**
 * Runs one step and prints one line about it: a terminal shows its progress, a log only its end.
 * @param work the step; `show` replaces what stands behind the title
 * @param summary what the line says in the end
 */
export async function step<T>(
  title: string,
  work: (show: (text: string) => void) => Promise<T>,
  summary: (result: T) => string,
): Promise<T> {
  const line = (text: string) => `  ${pad(title, TITLE_WIDTH)}${text}`;
  const show = (text: string) => {
    // A line that wraps could not be taken back.
    if (LIVE) process.stderr.write(`\r\x1b[K${line(text).slice(0, (process.stderr.columns || 80) - 1)}`);
  };
  show('…');
  try {
    const result = await work(show);
    process.stderr.write(`${LIVE ? '\r\x1b[K' : ''}${line(summary(result))}\n`);
    return result;
  } catch (error) {
    if (LIVE) process.stderr.write('\n');
    throw error;
  }
}

/** A line beside the steps, under the last one. */
export const remark = (text: string): void => {
  process.stderr.write(`  ${' '.repeat(TITLE_WIDTH)}${text}\n`);
};

export const heading = (text: string): string => styleText('bold', text);

export const count = (number: number): string => number.toLocaleString('en');

/** Rows under each other, columns as wide as their widest cell. `right` lists the columns that hold numbers. */
export function table(rows: string[][], right: number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  const line = (row: string[]) => row.map((cell, column) => pad(cell, widths[column] ?? 0, right.includes(column))).join('  ');
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n');
}

function pad(text: string, columns: number, right = false): string {
  const space = ' '.repeat(Math.max(0, columns - width(text)));
  return right ? space + text : text + space;
}

/** How many columns a terminal needs: two for the characters of East Asia, none for marks that sit on others. */
const width = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : MARK.test(character) ? 0 : 1), 0);
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
const MARK = /[\p{Mn}\p{Me}\p{Cf}]/u;
