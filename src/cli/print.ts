import type { Row } from './arguments.ts';

export function textOf(result: Row | Row[]): string {
  if (Array.isArray(result)) return tableOf(result);
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => (isRows(value) ? blocksOf(name, value) : `${name.padEnd(width)}  ${textOfValue(value)}`))
    .join('\n');
}

function tableOf(rows: Row[]): string {
  const [first] = rows;
  if (!first) return 'None.';
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => textOfValue(row[name])))];
  const widths = names.map((_name, column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ');
  return cells.map((row) => lineOf(row).trimEnd()).join('\n');
}

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);

const blocksOf = (name: string, rows: Row[]): string => `\n${name}\n${rows.map((row) => textOf(row).replace(/^/gm, '  ')).join('\n\n')}`;

function textOfValue(value: unknown): string {
  if (isRows(value)) return value.map((row) => Object.values(row).join(' ')).join(', ');
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(one)).join(' ') || '-';
  return typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '-');
}
