/** Chunks of imports by themselves, without a file and a run. */
import type { ImportRow } from '../../src/audience/imports/chunks.service.ts';
import type { Mapping } from '../../src/audience/imports/formats.ts';
import type { Merge } from '../../src/audience/imports/merge.repo.ts';
import type { Db, Tx } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';

interface Cells {
  email?: string;
  phone?: string;
  city?: string;
  /** Fills only empty fields. */
  country?: string;
}
const FIELDS = ['email', 'phone', 'city', 'country'] as const;

/** Rows as they are read, beginning with row 2 by default. */
export const rowsOf = (...rows: (Cells & { fails?: true })[]): ImportRow[] => rowsFrom(2, ...rows);
export const rowsFrom = (first: number, ...rows: (Cells & { fails?: true })[]): ImportRow[] =>
  rows.map(({ fails, ...values }, index) => ({
    rowNumber: first + index,
    fields: { ...values, custom_fields: {} },
    fieldIssues: fails ? [{ field: 'city', header: 'city', error_code: 'too_long', message: 'Long.', value: null }] : [],
    notes: [],
    cells: FIELDS.map((field) => values[field] ?? ''),
  }));

export type GivenRun = Merge & { workspaceId: string };

/** A run of its own. */
export const givenRun = (
  workspaceId: string,
  { fields = FIELDS, ...more }: Partial<Merge> & { fields?: readonly string[] } = {},
): GivenRun => ({
  workspaceId,
  runId: newId(),
  fileName: null,
  mappings: fields.map((field, column): Mapping => ({ header: field, column, kind: 'standard', field, fill: field === 'country' })),
  skipExisting: false,
  listIds: [],
  consentSource: undefined,
  ...more,
});
/** The transaction of a chunk; `happens` runs before the first statement with that text. */
export function disturbed(tx: Tx, text: string, happens: () => Promise<unknown>): Tx {
  let isOver = false;
  const query: Db['query'] = async (statement) => {
    if (!isOver && statement.text.includes(text)) {
      isOver = true;
      await happens();
    }
    return tx.query(statement);
  };
  return { ...tx, query };
}
/** The beginnings of the statements that lock unchanged contacts and that write. */
export const [LOCKS, WRITES] = ['c.xmin::text = item.version', 'INSERT INTO contact_import_results'];
