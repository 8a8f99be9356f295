import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import { leaseIsOver } from '../../jobs/lease.ts';
import { type Ctx, type Db, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import { offsetOf, type PageRequest, totalOf } from '../../shared/paging.ts';
import type { Encoding } from '../../shared/text-encoding.ts';
import type { Mapping } from './mappings.ts';
import type { Counts } from './results.repo.ts';
import type { Position } from './table.ts';

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

/** A worker's hold on a run: everything that it writes carries `claimId`, and hits nothing when another one has taken over. */
export interface Claim {
  workspaceId: string;
  runId: string;
  claimId: string;
}

/**
 * Takes up an open run that nobody works on. The workspace with the fewest runs under way is next, among those the one that was served longest
 * ago, and in it the run that was. Those who choose come one after the other, so that each sees what the others have taken.
 */
export const claimNext = (db: Db, claimId: string, leaseUntil: Date, now: Date): Promise<ContactImportRun | null> =>
  db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 AS held FROM pg_advisory_xact_lock(hashtextextended('contact_import_runs', 0))`);
    const [claimed] = await tx.query<{ workspace_id: string; id: string }>(sql`
      WITH next AS (
        SELECT r.workspace_id, r.id FROM contact_import_runs r
        WHERE r.status IN ('queued', 'running') AND ${leaseIsOver(sql`r.lease_until`, now)}
        ORDER BY (
          SELECT count(*) FROM contact_import_runs o
          WHERE o.workspace_id = r.workspace_id AND o.status IN ('queued', 'running') AND NOT ${leaseIsOver(sql`o.lease_until`, now)}
            AND o.claimed_by IS NOT NULL
        ), (SELECT max(o.served_at) FROM contact_import_runs o WHERE o.workspace_id = r.workspace_id) NULLS FIRST,
        r.served_at NULLS FIRST, r.id
        LIMIT 1 FOR UPDATE OF r SKIP LOCKED
      )
      UPDATE contact_import_runs r
      SET status = 'running', started_at = coalesce(r.started_at, ${now}::timestamptz), served_at = ${now}::timestamptz,
          claimed_by = ${claimId}::uuid, lease_until = ${leaseUntil}::timestamptz, attempts = r.attempts + 1
      FROM next WHERE r.workspace_id = next.workspace_id AND r.id = next.id
      RETURNING r.workspace_id::text, r.id::text`);
    if (!claimed) return null;
    const { workspace_id: workspaceId, id } = claimed;
    return tx.prisma.contactImportRun.findFirstOrThrow({ where: { workspaceId, id } });
  });

/** False when the worker does not hold the run any more. */
export async function renew(db: Db, claim: Claim, leaseUntil: Date): Promise<boolean> {
  const held = await db.query(sql`
    UPDATE contact_import_runs SET lease_until = ${leaseUntil}::timestamptz ${heldBy(claim)} RETURNING 1 AS held`);
  return held.length > 0;
}

export async function setTotal(db: Db, claim: Claim, totalRows: number): Promise<void> {
  await db.query(sql`UPDATE contact_import_runs SET total_rows = ${totalRows}::int ${heldBy(claim)}`);
}

export async function setOptions(db: Db, claim: Claim, options: RunOptions): Promise<void> {
  await db.query(sql`UPDATE contact_import_runs SET options = ${JSON.stringify(options)}::jsonb ${heldBy(claim)}`);
}

/**
 * Adds a chunk to the run, in the transaction that wrote its rows.
 * @returns false when the worker does not hold the run any more, or the chunk is not the next one
 */
export async function recordChunk(
  tx: Tx,
  claim: Claim,
  { counts, before, next, leaseUntil }: { counts: Counts; before: number; next: Position; leaseUntil: Date },
): Promise<boolean> {
  const held = await tx.query(sql`
    UPDATE contact_import_runs SET
      created_count = created_count + ${counts.created}::int, updated_count = updated_count + ${counts.updated}::int,
      skipped_count = skipped_count + ${counts.skipped}::int, error_count = error_count + ${counts.failed}::int,
      completed_chunks = completed_chunks + 1, next_offset = ${next.offset}::bigint, next_line = ${next.line}::int,
      lease_until = ${leaseUntil}::timestamptz, attempts = 0
    ${heldBy(claim)} AND completed_chunks = ${before}::int RETURNING 1 AS held`);
  return held.length > 0;
}

/** Ends the run; with a message it has failed. False when the worker does not hold it any more. */
export async function end(db: Db, claim: Claim, errorMessage: string | null, now: Date): Promise<boolean> {
  const held = await db.query(sql`
    UPDATE contact_import_runs SET
      status = CASE WHEN ${errorMessage}::text IS NULL THEN 'completed' ELSE 'failed' END, error_message = ${errorMessage}::text,
      total_rows = CASE WHEN ${errorMessage}::text IS NULL THEN created_count + updated_count + skipped_count + error_count ELSE total_rows END,
      claimed_by = NULL, lease_until = NULL, completed_at = ${now}::timestamptz
    ${heldBy(claim)} RETURNING 1 AS held`);
  return held.length > 0;
}

/**
 * Lets another worker go on, at once or later. `counted` is false for one that was only asked to make room. A worker that does not hold
 * the run any more has nothing to let go of.
 */
export async function release(db: Db, claim: Claim, { until, counted }: { until: Date; counted: boolean }): Promise<void> {
  await db.query(sql`
    UPDATE contact_import_runs
    SET claimed_by = NULL, lease_until = ${until}::timestamptz, attempts = greatest(attempts - ${counted ? 0 : 1}::int, 0)
    ${heldBy(claim)}`);
}

const heldBy = ({ workspaceId, runId, claimId }: Claim) =>
  sql`WHERE workspace_id = ${workspaceId}::uuid AND id = ${runId}::uuid AND claimed_by = ${claimId}::uuid AND status = 'running'`;

/** Whether some open run, of whichever workspace, has nobody who works on it. */
export async function isAnyWaiting(db: Db, now: Date): Promise<boolean> {
  return (await findOpen(db, now, 1)).length > 0;
}

/** Open runs, of all workspaces, that nobody works on. */
export const findOpen = (db: Db, now: Date, limit: number): Promise<{ id: string }[]> =>
  db.query(sql`
    SELECT id::text FROM contact_import_runs
    WHERE status IN ('queued', 'running') AND ${leaseIsOver(sql`lease_until`, now)}
    ORDER BY lease_until NULLS FIRST LIMIT ${limit}::int`);

/** Ended runs whose file is still there. */
export const findEndedWithFile = (db: Db, limit: number): Promise<{ workspaceId: string; id: string; fileKey: string }[]> =>
  db.query(sql`
    SELECT workspace_id::text AS "workspaceId", id::text, file_key AS "fileKey" FROM contact_import_runs
    WHERE file_key IS NOT NULL AND completed_at IS NOT NULL LIMIT ${limit}::int`);

export async function forgetFile({ db, workspaceId }: Scope, id: string): Promise<void> {
  await db.query(sql`
    UPDATE contact_import_runs SET file_key = NULL WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`);
}
