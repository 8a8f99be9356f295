import type { components } from '../../../generated/api.d.ts';
import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import { type Ctx, type Db, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import { type Claim, end, findFree, heldBy, type Ledger } from '../../queue/ledger.ts';
import { offsetOf, type PageRequest, totalOf } from '../../shared/paging.ts';
import type { Encoding } from '../../shared/text-encoding.ts';
import type { Mapping } from './formats.ts';
import type { Position } from './tables.ts';

/** A type, since JSON is not made of interfaces. */
export type RunOptions = {
  /** Where the people in the file agreed to get mail again, if the run may undo unsubscribes. */
  consentSource?: string;
  /** Whether a cell that cannot be read fails its row, although another cell says who the row is about. Unset for runs of 1.1: it does. */
  onInvalid?: 'skip_value' | 'fail_row';
  /** Of a file whose beginning does not tell it. */
  encoding?: Encoding;
};

export interface NewRun {
  id: string;
  sessionId: string;
  source: string;
  fileName: string | null;
  headers: string[];
  mappings: Mapping[];
  options: RunOptions;
  duplicateStrategy: 'update' | 'skip';
  listIds: string[];
  createdFieldDefinitionIds: string[];
  fileKey: string | null;
}

/** Writes a run, and into its session that it is executed. */
export async function insertRun({ db, workspaceId, now }: Ctx<Tx>, run: NewRun): Promise<void> {
  await db.prisma.contactImportRun.create({ data: { ...run, workspaceId, createdAt: now } });
  await db.prisma.contactImportSession.update({ where: { workspaceId_id: { workspaceId, id: run.sessionId } }, data: { runId: run.id } });
}

export const findRun = ({ db, workspaceId }: Scope, id: string): Promise<ContactImportRun | null> =>
  db.prisma.contactImportRun.findFirst({ where: { workspaceId, id } });

/** One page of a workspace's runs, the newest first, and how many there are. */
export async function pageOfRuns(
  { db, workspaceId }: Scope,
  { status, ...page }: PageRequest & { status?: string | undefined },
): Promise<{ rows: ContactImportRun[]; total: number }> {
  const where = { workspaceId, ...(status && { status }) };
  // Ids follow time. A far page is beyond the numbers that Prisma takes.
  const ids = await db.query<{ id: string }>(sql`
    SELECT id::text FROM contact_import_runs
    WHERE workspace_id = ${workspaceId}::uuid ${status ? sql`AND status = ${status}::text` : empty}
    ORDER BY id DESC LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`);
  const rows = await db.prisma.contactImportRun.findMany({
    where: { workspaceId, id: { in: ids.map(({ id }) => id) } },
    orderBy: { id: 'desc' },
  });
  return { rows, total: await totalOf(page, rows.length, () => db.prisma.contactImportRun.count({ where })) };
}

/** Ends a run between two chunks: the one under way finds that its worker does not hold the run any more, and is undone. */
export async function cancel({ db, workspaceId, now }: Ctx, id: string): Promise<boolean> {
  const { count } = await db.prisma.contactImportRun.updateMany({
    where: { workspaceId, id, status: { in: ['queued', 'running'] } },
    data: { status: 'cancelled', completedAt: now, claimedBy: null, leaseUntil: null },
  });
  return count > 0;
}

/** Every row that has been dealt with is in one of the four counts. */
export const processedRows = ({ createdCount, updatedCount, skippedCount, errorCount }: ContactImportRun): number =>
  createdCount + updatedCount + skippedCount + errorCount;

/** Imports as background work. Those of a workspace take turns, so that a small one is not behind a large one. */
export const importLedger: Ledger = {
  table: 'contact_import_runs',
  waiting: 'queued',
  running: 'running',
  takesTurns: true,
  onClaim: (now) => sql`, started_at = coalesce(t.started_at, ${now}::timestamptz)`,
};

export async function setTotal(db: Db, claim: Claim, totalRows: number): Promise<void> {
  await db.query(sql`UPDATE contact_import_runs SET total_rows = ${totalRows}::int ${heldBy(importLedger, claim)}`);
}

export async function setOptions(db: Db, claim: Claim, options: RunOptions): Promise<void> {
  await db.query(sql`UPDATE contact_import_runs SET options = ${JSON.stringify(options)}::jsonb ${heldBy(importLedger, claim)}`);
}

/**
 * Adds a chunk to the run, in the transaction that wrote its rows.
 * @returns false when the worker does not hold the run any more, or the chunk is not the next one
 */
export async function recordChunk(
  tx: Tx,
  claim: Claim,
  { counts, before, next }: { counts: Counts; before: number; next: Position },
): Promise<boolean> {
  const held = await tx.query(sql`
    UPDATE contact_import_runs SET
      created_count = created_count + ${counts.created}::int, updated_count = updated_count + ${counts.updated}::int,
      skipped_count = skipped_count + ${counts.skipped}::int, error_count = error_count + ${counts.failed}::int,
      completed_chunks = completed_chunks + 1, next_offset = ${next.offset}::bigint, next_line = ${next.line}::int, attempts = 0
    ${heldBy(importLedger, claim)} AND completed_chunks = ${before}::int RETURNING 1 AS held`);
  return held.length > 0;
}

/** Ends the run; with a message it has failed. @returns false when the worker no longer holds it */
export const endRun = (db: Db, claim: Claim, errorMessage: string | null, now: Date): Promise<boolean> =>
  end(
    db,
    importLedger,
    claim,
    sql`status = CASE WHEN ${errorMessage}::text IS NULL THEN 'completed' ELSE 'failed' END, error_message = ${errorMessage}::text,
      total_rows = CASE WHEN ${errorMessage}::text IS NULL THEN created_count + updated_count + skipped_count + error_count ELSE total_rows END,
      completed_at = ${now}::timestamptz`,
  );

/** Whether another open run, of any workspace, waits for a turn. */
export const isAnyFree = async (db: Db, now: Date): Promise<boolean> => (await db.query(findFree(importLedger, now, 1))).length > 0;

/** Ended runs whose file is still there. */
export const findEndedWithFile = (db: Db, limit: number): Promise<{ workspaceId: string; id: string; fileKey: string }[]> =>
  db.query(sql`
    SELECT workspace_id::text AS "workspaceId", id::text, file_key AS "fileKey" FROM contact_import_runs
    WHERE file_key IS NOT NULL AND completed_at IS NOT NULL LIMIT ${limit}::int`);

export async function forgetFile({ db, workspaceId }: Scope, id: string): Promise<void> {
  await db.query(sql`
    UPDATE contact_import_runs SET file_key = NULL WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`);
}

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
