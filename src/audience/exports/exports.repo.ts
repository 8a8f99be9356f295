import { record } from '../../outbound/event-log.ts';
import { type Ctx, type Scope, sql, type Tx, transaction } from '../../platform/db.ts';
import { toUlid, type WorkspaceId } from '../../platform/ids.ts';
import { type Claim, end, type Ledger } from '../../queue/ledger.ts';
import { giveBack, spend } from '../../workspaces/budget/budget.ts';

export type SubjectKind = 'contact_list' | 'email_blast' | 'tent_submissions' | 'contact';

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

export async function insertExport(
  { db, workspaceId, now }: Ctx,
  row: { id: string; subjectKind: SubjectKind; subjectId: string; parameters: object; fileName: string },
): Promise<ExportRow> {
  return (await db.prisma.export.create({ data: { ...row, workspaceId, createdAt: now, updatedAt: now } })) as ExportRow;
}

export async function findExport({ db, workspaceId }: Scope, kind: SubjectKind, subjectId: string, id: string): Promise<ExportRow | null> {
  const row = await db.prisma.export.findFirst({ where: { workspaceId, id, subjectKind: kind, subjectId } });
  return row as ExportRow | null;
}

export const ledgerOf = (kind: SubjectKind): Ledger => ({
  table: 'exports',
  waiting: 'pending',
  running: 'processing',
  only: sql`subject_kind = ${kind}::text`,
  onClaim: (now) => sql`, updated_at = ${now}::timestamptz`,
});

export async function findSubject(
  { db, workspaceId }: Scope,
  id: string,
): Promise<{ subjectId: string; parameters: Record<string, unknown> }> {
  const { subjectId, parameters } = await db.prisma.export.findFirstOrThrow({
    where: { workspaceId, id },
    select: { subjectId: true, parameters: true },
  });
  return { subjectId, parameters: parameters as Record<string, unknown> };
}

/** False when the run no longer holds the export. */
export const complete = (ctx: Ctx, ledger: Ledger, claim: Claim, file: { key: string; rowCount: number; sizeBytes: number }) =>
  transaction(ctx, async (tx) => {
    const held = await end(
      tx.db,
      ledger,
      claim,
      sql`status = 'completed', storage_key = ${file.key}::text, size_bytes = ${file.sizeBytes}::bigint, row_count = ${file.rowCount}::int,
        updated_at = ${ctx.now}::timestamptz, completed_at = ${ctx.now}::timestamptz`,
    );
    if (!held) return false;
    await record(tx, 'export.completed', [{ data: { ...(await aboutExport(tx, claim)), row_count: file.rowCount } }]);
    await spend(tx, 'stored_bytes', file.sizeBytes);
    return true;
  });

export const fail = (ctx: Ctx, ledger: Ledger, claim: Claim, message: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const held = await end(
      tx.db,
      ledger,
      claim,
      sql`status = 'failed', error_message = ${message}::text, updated_at = ${ctx.now}::timestamptz, completed_at = ${ctx.now}::timestamptz`,
    );
    if (held) await record(tx, 'export.failed', [{ data: { ...(await aboutExport(tx, claim)), reason: message } }]);
  });

/** What an event says of an export. */
async function aboutExport({ db, workspaceId }: Scope, { id }: Claim): Promise<{ export_id: string; kind: string; source_id: string }> {
  const { subjectKind, subjectId } = await db.prisma.export.findFirstOrThrow({ where: { workspaceId, id } });
  return { export_id: toUlid(id), kind: subjectKind, source_id: subjectId };
}

export interface StoredExport {
  workspaceId: WorkspaceId;
  id: string;
  storageKey: string;
  sizeBytes: number;
}

/** The caller locks them until the transaction ends. */
export const lockOld = (tx: Tx, before: Date, limit: number): Promise<StoredExport[]> =>
  tx.query(sql`
    SELECT workspace_id::text AS "workspaceId", id::text, storage_key AS "storageKey", coalesce(size_bytes, 0)::float8 AS "sizeBytes"
    FROM exports WHERE storage_key IS NOT NULL AND completed_at < ${before}::timestamptz
    ORDER BY completed_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED`);

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
