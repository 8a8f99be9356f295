import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/db.ts';
import type { Storage } from '../../platform/storage.ts';
import { booleanOf, extraCells, type FieldIssue, rowReader } from './cells.ts';
import { readingOf } from './chunks.service.ts';
import type { Mapping } from './formats.ts';
import { type DateFormat, type DecimalSeparator, dateFormatsOf, decimalSeparatorOf, withFormats } from './formats.ts';
import { FIRST_ROW } from './runs.repo.ts';
import { requireOpenSession } from './sessions.service.ts';
import { type Candidate, type Column, candidatesFor, suggestMappings } from './suggestions.ts';
import type { Table } from './tables.ts';
import { readable, requireTable, sourceOf } from './tables.ts';

const SAMPLED_ROWS = 100;
const MOST_ISSUES = 100;

interface BooleanValue {
  value: string;
  /** Null where it is neither yes nor no. */
  readAs: boolean | null;
}

export interface Preview {
  columns: (Column & { dateFormats: DateFormat[]; decimalSeparator: DecimalSeparator | undefined; booleanValues: BooleanValue[] })[];
  rowCount: number;
  mappings: Mapping[];
  issues: (FieldIssue & { rowNumber: number })[];
  own: ContactFieldDefinition[];
  candidates: Candidate[];
}

/** @throws not_found, conflict when the session is executed, validation_failed when the table cannot be read */
export async function previewImport(ctx: Ctx, storage: Storage, sessionId: string): Promise<Preview> {
  const table = await requireTable(storage, sourceOf(await requireOpenSession(ctx, sessionId)));
  const rows = await readable(firstRows(table));
  const columns = columnsOf(table.headers, rows);

  const reading = await readingOf(ctx);
  const definitions = [...reading.definitions.values()];
  const mappings = withFormats(suggestMappings(columns, definitions), columns, reading, { guesses: true });
  const unmapped = columns.filter(({ column }) => !mappings.some((mapping) => mapping.column === column));
  const readRow = rowReader(mappings, reading, 'fail_row');
  const issues = rows.flatMap((cells, index) =>
    [...readRow(cells).issues, ...extraCells(cells, table.headers.length)].map((issue) => ({ ...issue, rowNumber: FIRST_ROW + index })),
  );
  return {
    columns: columns.map((column) => ({
      ...column,
      dateFormats: dateFormatsOf(column.values, reading.country),
      decimalSeparator: decimalSeparatorOf(column.values),
      booleanValues: booleanValuesOf(column, mappings),
    })),
    rowCount: rows.length,
    mappings,
    issues: issues.slice(0, MOST_ISSUES),
    own: definitions.filter(({ status }) => status === 'active'),
    candidates: candidatesFor(unmapped, definitions, reading.country),
  };
}

export async function sampleOf(table: Table): Promise<Column[]> {
  return columnsOf(table.headers, await firstRows(table));
}

async function firstRows(table: Table): Promise<string[][]> {
  for await (const { rows } of table.batches(table.start, SAMPLED_ROWS)) return rows;
  return [];
}

const MOST_SPELLINGS = 20;
const LONGEST_SPELLING = 200;

/** How the spellings of a column that says yes or no are read; none for other columns. */
function booleanValuesOf({ column, values }: Column, mappings: readonly Mapping[]): BooleanValue[] {
  const target = mappings.find((mapping) => mapping.column === column);
  const isConsent = target?.kind === 'standard' && CONSENT_FIELDS.has(target.field);
  const spellings = [...new Set(values.map((value) => value.toLowerCase()))].slice(0, MOST_SPELLINGS);
  const read = spellings.map((value) => ({ value: value.slice(0, LONGEST_SPELLING), readAs: booleanOf(value) }));
  return isConsent || (read.length > 0 && read.every(({ readAs }) => readAs !== null)) ? read : [];
}

const CONSENT_FIELDS: ReadonlySet<string> = new Set(['unsubscribed', 'marketing_email_subscribed', 'marketing_sms_subscribed']);

/** A column without a header cannot be named in a mapping. */
const columnsOf = (headers: string[], rows: string[][]): Column[] =>
  headers
    .map((header, column) => ({
      header,
      column,
      values: rows.map((cells) => (cells[column] as string).trim()).filter((text) => text !== ''),
    }))
    .filter(({ header }) => header !== '');
