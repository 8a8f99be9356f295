import type { Row } from './arguments.ts';

/** For people: a record as lines, several as a table. */
export function textOf(result: Row | Row[]): string {
  if (Array.isArray(result)) return tableOf(result);
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${textOfValue(value)}`)
    .join('\n');
}

/** One line each under a line of names. */
function tableOf(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'None.';
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => textOfValue(row[name])))];
  const widths = names.map((_name, column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ');
  return cells.map((row) => lineOf(row).trimEnd()).join('\n');
}

const textOfValue = (value: unknown): string => (typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '-'));
