import type { components } from '../../../generated/api.d.ts';
import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import { type Ctx, type Db, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, ListId, WorkspaceId } from '../../platform/ids.ts';
import { type Positioned, readPage } from '../../platform/listing.ts';
import { type Claim, end, findFree, heldBy, type Ledger } from '../../queue/ledger.ts';
import type { Page, PageRequest } from '../../shared/paging.ts';
import type { Encoding } from '../../shared/text-encoding.ts';
import type { Mapping } from './formats.ts';
import type { Position } from './tables.ts';

/** A type, since JSON is not made of interfaces. */
export type RunOptions = {
  consentSource?: string;
  /** The same, whether or not the run resubscribes. */
  statedIn?: string;
  /** Whether an unreadable cell fails its row although another cell identifies the contact. Unset for runs of 1.1, which do. */
  onInvalid?: 'skip_value' | 'fail_row';
  /** A test key started it: flows that it starts are tests. */
  isTest?: boolean;
  /** Of a file that shows it only later. */
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
  listIds: ListId[];
  createdFieldDefinitionIds: string[];
  fileKey: string | null;
}

export async function insertRun({ db, workspaceId, now }: Ctx<Tx>, run: NewRun): Promise<void> {
  await db.prisma.contactImportRun.create({ data: { ...run, workspaceId, createdAt: now } });
  await db.prisma.contactImportSession.update({ where: { workspaceId_id: { workspaceId, id: run.sessionId } }, data: { runId: run.id } });
}

export const findRun = ({ db, workspaceId }: Scope, id: string): Promise<ContactImportRun | null> =>
  db.prisma.contactImportRun.findFirst({ where: { workspaceId, id } });

/** Newest first. */
export async function pageOfRuns(ctx: Scope, query: PageRequest & { status?: string | undefined }): Promise<Page<ContactImportRun>> {
  const { db, workspaceId } = ctx;
  const having = query.status ? sql`AND status = ${query.status}::text` : empty;
  const { rows, paging } = await readPage<{ id: string }>(
    ctx,
    { of: 'imports', ...query },
    {
      // Ids follow time.
      keys: [{ by: 'id', type: 'uuid', order: 'desc' }],
      from: sql`FROM contact_import_runs WHERE workspace_id = ${workspaceId}::uuid ${having}`,
      read: ({ rows, position }) => db.query<Positioned<{ id: string }>>(sql`SELECT id::text, ${position} ${rows}`),
    },
  );
  const where = { workspaceId, id: { in: rows.map(({ id }) => id) } };
  return { rows: await db.prisma.contactImportRun.findMany({ where, orderBy: { id: 'desc' } }), paging };
}

/** The chunk under way finds that its worker has lost the run, and is rolled back. */
export async function cancel({ db, workspaceId, now }: Ctx, id: string): Promise<boolean> {
  const { count } = await db.prisma.contactImportRun.updateMany({
    where: { workspaceId, id, status: { in: ['queued', 'running'] } },
    data: { status: 'cancelled', completedAt: now, claimedBy: null, leaseUntil: null },
  });
  return count > 0;
}

export const processedRows = ({ createdCount, updatedCount, skippedCount, errorCount }: ContactImportRun): number =>
  createdCount + updatedCount + skippedCount + errorCount;

/** Imports of a workspace take turns, so that a small one does not wait for a large one. */
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
 * Runs in the transaction that wrote the rows.
 * @returns false when the worker has lost the run, or the chunk is not the next one
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

/** A message means failure. @returns false when the worker has lost the run */
export const endRun = (db: Db, claim: Claim, errorMessage: string | null, now: Date): Promise<boolean> =>
  end(
    db,
    importLedger,
    claim,
    sql`status = CASE WHEN ${errorMessage}::text IS NULL THEN 'completed' ELSE 'failed' END, error_message = ${errorMessage}::text,
      total_rows = CASE WHEN ${errorMessage}::text IS NULL THEN created_count + updated_count + skipped_count + error_count ELSE total_rows END,
      completed_at = ${now}::timestamptz`,
  );

export const isAnyFree = async (db: Db, now: Date): Promise<boolean> => (await db.query(findFree(importLedger, now, 1))).length > 0;

export const findEndedWithFile = (db: Db, limit: number): Promise<{ workspaceId: WorkspaceId; id: string; fileKey: string }[]> =>
  db.query(sql`
    SELECT workspace_id::text AS "workspaceId", id::text, file_key AS "fileKey" FROM contact_import_runs
    WHERE file_key IS NOT NULL AND completed_at IS NOT NULL LIMIT ${limit}::int`);

export async function forgetFile({ db, workspaceId }: Scope, id: string): Promise<void> {
  await db.query(sql`
    UPDATE contact_import_runs SET file_key = NULL WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`);
}

export type RowStatus = 'created' | 'updated' | 'skipped' | 'failed';
export type Counts = Record<RowStatus, number>;

export interface RowResult {
  status: RowStatus;
  contactId: ContactId | null;
  issues: readonly object[] | null;
  /** Of rows that need attention. */
  cells: readonly string[] | null;
}

export interface ResultRow {
  row_number: number;
  status: RowStatus;
  contact_id: string | null;
  field_issues: components['schemas']['ContactImportFieldIssue'][] | null;
}

/** In the order of the rows. A contact that was merged into another is shown as that one. */
export function pageOfResults(
  ctx: Scope,
  run: ContactImportRun,
  query: PageRequest & { status?: RowStatus | undefined },
): Promise<Page<ResultRow>> {
  const { db, workspaceId } = ctx;
  const { status } = query;
  const counts = { created: run.createdCount, updated: run.updatedCount, skipped: run.skippedCount, failed: run.errorCount };
  return readPage<ResultRow>(
    ctx,
    { of: 'import results', runId: run.id, ...query },
    {
      keys: [{ by: 'row_number', type: 'int8', order: 'asc' }],
      from: sql`
        FROM contact_import_results r
        WHERE workspace_id = ${workspaceId}::uuid AND run_id = ${run.id}::uuid ${status ? sql`AND status = ${status}::text` : empty}`,
      kept: status ? counts[status] : processedRows(run),
      // Every row has a result.
      positionAt: status ? undefined : (offset) => [FIRST_ROW + offset - 1],
      read: ({ rows, position }) =>
        db.query<Positioned<ResultRow>>(sql`
          SELECT row_number, status, field_issues, coalesce(
              (SELECT m.kept_id FROM contact_merges m WHERE m.workspace_id = r.workspace_id AND m.contact_id = r.contact_id), r.contact_id
            )::text AS contact_id, ${position} ${rows}`),
    },
  );
}

/** The header is row 1. */
export const FIRST_ROW = 2;

export type AttentionRow = Pick<ResultRow, 'row_number' | 'status' | 'field_issues'> & { cells: string[] };

const PAGE_SIZE = 1_000;
/** Bytes of cells in memory at a time, unless a single row has more. */
const LARGEST_PAGE = 4 * 1024 * 1024;

/** Skipped and failed rows in their order. Each page is a statement of its own: no cursor stays open. */
export async function* pagesOfAttention({ db, workspaceId }: Scope, runId: string): AsyncGenerator<AttentionRow[]> {
  const ofRun = sql`workspace_id = ${workspaceId}::uuid AND run_id = ${runId}::uuid`;
  for (let after = 0; ; ) {
    const next = (status: RowStatus) => sql`(
      SELECT row_number, octet_length(cells::text) AS size FROM contact_import_results
      WHERE ${ofRun} AND status = ${status}::text AND row_number > ${after}::int ORDER BY row_number LIMIT ${PAGE_SIZE}::int)`;
    // A record may have 1 MiB, so a page is measured before it is read. Each status is in order by itself.
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
