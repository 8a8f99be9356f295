import type { components } from '../../../generated/api.d.ts';
import { type Scope, sql } from '../../platform/db.ts';
import { offsetOf, type PageRequest } from '../../shared/paging.ts';

export type RowStatus = 'created' | 'updated' | 'skipped' | 'failed';
export type Counts = Record<RowStatus, number>;

/** What is written down of a row. */
export interface RowResult {
  status: RowStatus;
  contactId: string | null;
  issues: readonly object[] | null;
  /** As they came, of those that somebody may want to look at again. */
  cells: readonly string[] | null;
}

export interface ResultRow {
  row_number: number;
  status: RowStatus;
  contact_id: string | null;
  field_issues: components['schemas']['ContactImportFieldIssue'][] | null;
}

/** One page of results in the order of the rows. How many there are in all, the run says. */
export function pageOfResults(
  { db, workspaceId }: Scope,
  runId: string,
  { status, ...page }: PageRequest & { status?: RowStatus | undefined },
): Promise<ResultRow[]> {
  // Every row has a result, so that without a filter a page is a stretch of row numbers, however far it is.
  const first = offsetOf(page) + FIRST_ROW;
  const among = status
    ? sql`AND status = ${status}::text ORDER BY row_number LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`
    : sql`AND row_number BETWEEN ${first}::bigint AND ${first + page.limit - 1}::bigint ORDER BY row_number`;
  return db.query<ResultRow>(sql`
    SELECT row_number, status, contact_id::text, field_issues FROM contact_import_results
    WHERE workspace_id = ${workspaceId}::uuid AND run_id = ${runId}::uuid ${among}`);
}

/** The header is row 1. */
export const FIRST_ROW = 2;

export type AttentionRow = Pick<ResultRow, 'row_number' | 'status' | 'field_issues'> & { cells: string[] };

const PAGE_SIZE = 1_000;
/** Bytes of cells that are held in memory at a time, where a single row does not have more. */
const LARGEST_PAGE = 4 * 1024 * 1024;

/** Skipped and failed rows in their order, a page at a time. Each page is a statement of its own: nothing is held open between them. */
export async function* pagesOfAttention({ db, workspaceId }: Scope, runId: string): AsyncGenerator<AttentionRow[]> {
  const ofRun = sql`workspace_id = ${workspaceId}::uuid AND run_id = ${runId}::uuid`;
  for (let after = 0; ; ) {
    const next = (status: RowStatus) => sql`(
      SELECT row_number, octet_length(cells::text) AS size FROM contact_import_results
      WHERE ${ofRun} AND status = ${status}::text AND row_number > ${after}::int ORDER BY row_number LIMIT ${PAGE_SIZE}::int)`;
    // A record may have 1 MiB, so that a page of them is measured before it is read. Each status is in order by itself.
    const sizes = await db.query<{ row_number: number; size: number }>(sql`
      ${next('skipped')} UNION ALL ${next('failed')} ORDER BY row_number LIMIT ${PAGE_SIZE}::int`);
    for (const page of pagesBySize(sizes)) {
      yield await db.query<AttentionRow>(sql`
        SELECT row_number, status, field_issues, cells FROM contact_import_results
        WHERE ${ofRun} AND row_number = ANY(${page}::int[]) ORDER BY row_number`);
    }
    if (sizes.length < PAGE_SIZE) return;
    after = sizes.at(-1)?.row_number as number;
  }
}

function* pagesBySize(rows: { row_number: number; size: number }[]): Generator<number[]> {
  let page: number[] = [];
  let held = 0;
  for (const { row_number, size } of rows) {
    if (page.length > 0 && held + size > LARGEST_PAGE) {
      yield page;
      [page, held] = [[], 0];
    }
    page.push(row_number);
    held += size;
  }
  if (page.length > 0) yield page;
}
