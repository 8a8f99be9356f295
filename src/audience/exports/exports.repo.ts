import { leaseIsOver } from '../../jobs/lease.ts';
import { type Ctx, type Db, type Scope, sql, type Tx } from '../../platform/db.ts';
import { giveBack, spend } from '../../workspaces/budget/budget.ts';

/** What an export is made from. */
export type SubjectKind = 'contact_list' | 'email_blast';

export interface ExportRow {
  id: string;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  fileName: string;
  storageKey: string | null;
  rowCount: number | null;
  errorMessage: string | null;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
}

export interface NewExport {
  id: string;
  kind: SubjectKind;
  subjectId: string;
  parameters: object;
  fileName: string;
}

export async function insertExport({ db, workspaceId, now }: Ctx, row: NewExport): Promise<ExportRow> {
  const created = await db.prisma.export.create({
    data: {
      workspaceId,
      id: row.id,
      subjectKind: row.kind,
      subjectId: row.subjectId,
      parameters: row.parameters,
      fileName: row.fileName,
      createdAt: now,
      updatedAt: now,
    },
  });
  return created as ExportRow;
}

/** An export of this very subject. */
export async function findExport({ db, workspaceId }: Scope, kind: SubjectKind, subjectId: string, id: string): Promise<ExportRow | null> {
  const row = await db.prisma.export.findFirst({ where: { workspaceId, id, subjectKind: kind, subjectId } });
  return row as ExportRow | null;
}

/** A run's hold on an export: everything it writes carries `runId`, and hits nothing when another run has taken over. */
export interface Run {
  workspaceId: string;
  exportId: string;
  runId: string;
}

export interface Claimed {
  subjectId: string;
  parameters: Record<string, unknown>;
  /** This run included. */
  attempts: number;
  /** A run that never came to its end. */
  previousRun: string | null;
}

/** Takes an open export that nobody holds, or whose holder let its lease run out; null when there is nothing to take. */
export async function claim(db: Db, { workspaceId, exportId, runId }: Run, leaseUntil: Date, now: Date): Promise<Claimed | null> {
  const [claimed] = await db.query<Claimed>(sql`
    WITH free AS (
      SELECT id, claimed_by FROM exports
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${exportId}::uuid AND status IN ('pending', 'processing')
        AND ${leaseIsOver(sql`lease_until`, now)}
      FOR UPDATE
    )
    UPDATE exports e
    SET status = 'processing', claimed_by = ${runId}::uuid, lease_until = ${leaseUntil}::timestamptz,
        attempts = e.attempts + 1, updated_at = ${now}::timestamptz
    FROM free WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = free.id
    RETURNING e.subject_id::text AS "subjectId", e.parameters, e.attempts, free.claimed_by::text AS "previousRun"`);
  return claimed ?? null;
}

/** False when the run does not hold the export any more. */
export async function renew(db: Db, run: Run, leaseUntil: Date): Promise<boolean> {
  const held = await db.query(sql`
    UPDATE exports SET lease_until = ${leaseUntil}::timestamptz ${heldBy(run)} RETURNING 1 AS held`);
  return held.length > 0;
}

/** False when the run does not hold the export any more: what it wrote is then nobody's. */
export async function complete(db: Db, run: Run, file: { key: string; rowCount: number; sizeBytes: number }, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await tx.query(sql`
    UPDATE exports SET status = 'completed', storage_key = ${file.key}::text, size_bytes = ${file.sizeBytes}::bigint, row_count = ${file.rowCount}::int,
      claimed_by = NULL, lease_until = NULL, updated_at = ${now}::timestamptz, completed_at = ${now}::timestamptz
    ${heldBy(run)} RETURNING 1 AS held`);
    if (held.length > 0) await spend({ db: tx, workspaceId: run.workspaceId, now }, 'stored_bytes', file.sizeBytes);
    return held.length > 0;
  });
}

export interface StoredExport {
  workspaceId: string;
  id: string;
  storageKey: string;
  sizeBytes: number;
}

/** Files of exports of all workspaces that were completed before. The caller holds them until the transaction ends. */
export const lockOld = (tx: Tx, before: Date, limit: number): Promise<StoredExport[]> =>
  tx.query(sql`
    SELECT workspace_id::text AS "workspaceId", id::text, storage_key AS "storageKey", coalesce(size_bytes, 0)::float8 AS "sizeBytes"
    FROM exports WHERE storage_key IS NOT NULL AND completed_at < ${before}::timestamptz
    ORDER BY completed_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED`);

/** Notes that the files of these are gone, and gives their bytes back. */
export async function forgetFiles(tx: Tx, files: readonly StoredExport[], now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE exports e SET storage_key = NULL, size_bytes = NULL
    FROM unnest(${files.map(({ workspaceId }) => workspaceId)}::uuid[], ${files.map(({ id }) => id)}::uuid[]) AS gone (workspace_id, id)
    WHERE e.workspace_id = gone.workspace_id AND e.id = gone.id`);
  for (const [workspaceId, theirs] of Map.groupBy(files, (file) => file.workspaceId)) {
    const bytes = theirs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    await giveBack({ db: tx, workspaceId, now }, 'stored_bytes', bytes);
  }
}

export async function fail(db: Db, run: Run, message: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE exports SET status = 'failed', error_message = ${message}::text,
      claimed_by = NULL, lease_until = NULL, updated_at = ${now}::timestamptz, completed_at = ${now}::timestamptz
    ${heldBy(run)}`);
}

/** Lets another run begin anew, at once or later. `counted` is false for a run that was only asked to stop. */
export async function release(db: Db, run: Run, { until, counted }: { until: Date; counted: boolean }): Promise<void> {
  await db.query(sql`
    UPDATE exports SET claimed_by = NULL, lease_until = ${until}::timestamptz, attempts = attempts - ${counted ? 0 : 1}::int
    ${heldBy(run)}`);
}

const heldBy = ({ workspaceId, exportId, runId }: Run) =>
  sql`WHERE workspace_id = ${workspaceId}::uuid AND id = ${exportId}::uuid AND claimed_by = ${runId}::uuid AND status = 'processing'`;

/** Open exports of a kind, of all workspaces, that nobody works on. */
export const findOpen = (db: Db, kind: SubjectKind, now: Date, limit: number): Promise<{ workspace_id: string; export_id: string }[]> =>
  db.query(sql`
    SELECT workspace_id::text, id::text AS export_id FROM exports
    WHERE subject_kind = ${kind}::text AND status IN ('pending', 'processing')
      AND ${leaseIsOver(sql`lease_until`, now)}
    ORDER BY lease_until NULLS FIRST LIMIT ${limit}::int`);
