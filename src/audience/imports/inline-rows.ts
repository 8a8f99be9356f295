import type { components } from '../../../generated/api.d.ts';
import { invalid } from '../../shared/errors.ts';

type Row = components['schemas']['ContactImportRow'];

export const MOST_HEADERS = 500;

/**
 * Rows of a request as a table: the headers in the order in which they first appear, and for each row a text for each header.
 * Blanks around a header do not count, so keys of different rows that differ by nothing else are one column.
 * @throws validation_failed for a key that is blank or names a column twice in a row, and for no headers or too many
 */
export function tableOf(rows: Row[]): { headers: string[]; cells: string[][] } {
  const columns = new Map<string, number>();
  rows.forEach((row, index) => {
    const inRow = new Set<string>();
    for (const key of Object.keys(row)) {
      const header = key.trim();
      if (header === '') throw invalid({ path: `rows.${index}.${key}`, message: 'is not a usable name: must not be blank' });
      if (inRow.has(header)) throw invalid({ path: `rows.${index}.${key}`, message: 'is in the row twice but for blanks around it' });
      inRow.add(header);
      if (!columns.has(header)) columns.set(header, columns.size);
    }
  });
  if (columns.size === 0) throw invalid({ path: 'rows', message: 'must have at least 1 column' });
  if (columns.size > MOST_HEADERS)
    throw invalid({ path: 'rows', message: `must have at most ${MOST_HEADERS} columns together, and has ${columns.size}` });

  const cells = rows.map((row) => {
    const line = new Array<string>(columns.size).fill('');
    for (const [key, value] of Object.entries(row)) line[columns.get(key.trim()) as number] = value === null ? '' : String(value);
    return line;
  });
  return { headers: [...columns.keys()], cells };
}
