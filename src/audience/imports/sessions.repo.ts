import type { ContactImportSession } from '../../../generated/prisma/client.ts';
import { type Ctx, type Db, type Scope, sql, type Tx, transaction } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { giveBack, spend } from '../../workspaces/budget/budget.ts';

export type NewSession = { id: string; fileName: string | null; expiresAt: Date } & (
  | { source: 'upload'; contentType: string }
  /** `rows` holds a text for each header, in their order. */
  | { source: 'rows'; headers: string[]; rows: string[][] }
);

/** Counts the bytes of rows for the workspace; a file is counted when it comes. */
export const insertSession = (ctx: Ctx, session: NewSession): Promise<void> =>
  transaction(ctx, async (tx) => {
    const contentType = session.source === 'upload' ? session.contentType : null;
    const [headers, rows] = session.source === 'rows' ? [session.headers, JSON.stringify(session.rows)] : [null, null];
    const bytes = Buffer.byteLength(rows ?? '');
    await tx.db.query(sql`
    INSERT INTO contact_import_sessions (workspace_id, id, source, file_name, content_type, headers, rows, stored_bytes, created_at, expires_at)
    VALUES (${ctx.workspaceId}::uuid, ${session.id}::uuid, ${session.source}::text, ${session.fileName}::text, ${contentType}::text,
            ${headers}::text[], ${rows}::jsonb, ${bytes}::bigint, ${ctx.now}::timestamptz, ${session.expiresAt}::timestamptz)`);
    await spend(tx, 'stored_bytes', bytes);
  });

/** Replaces the number of stored bytes. @param of the id of the session, or of its run */
export async function noteStored(tx: Ctx<Tx>, of: { id: string } | { runId: string }, bytes: number): Promise<void> {
  const which = 'id' in of ? sql`s.id = ${of.id}::uuid` : sql`s.run_id = ${of.runId}::uuid`;
  const [more] = await tx.db.query<{ bytes: number }>(sql`
    WITH before AS (
      SELECT s.id, s.stored_bytes FROM contact_import_sessions s WHERE s.workspace_id = ${tx.workspaceId}::uuid AND ${which} FOR NO KEY UPDATE
    )
    UPDATE contact_import_sessions s SET stored_bytes = ${bytes}::bigint FROM before
    WHERE s.workspace_id = ${tx.workspaceId}::uuid AND s.id = before.id RETURNING (${bytes}::bigint - before.stored_bytes)::float8 AS bytes`);
  await spend(tx, 'stored_bytes', more?.bytes ?? 0);
}

/** @param now null also for a session that has expired by then */
export const findSession = ({ db, workspaceId }: Scope, id: string, now?: Date): Promise<ContactImportSession | null> =>
  db.prisma.contactImportSession.findFirst({ where: { workspaceId, id, ...(now && { expiresAt: { gt: now } }) } });

/** Uploads to the session, and others that lock it, wait until the transaction ends. */
export async function lockSession(tx: Ctx<Tx>, id: string): Promise<ContactImportSession | null> {
  await tx.db.query(sql`
    SELECT 1 AS locked FROM contact_import_sessions WHERE workspace_id = ${tx.workspaceId}::uuid AND id = ${id}::uuid FOR UPDATE`);
  return findSession(tx, id, tx.now);
}

/**
 * Whether the session is executed, which cannot change until the transaction ends; null when it has expired. An upload has no API key: the
 * signed address of the session stands for the workspace.
 */
export async function holdOpenSession(tx: Tx, id: string, now: Date): Promise<{ workspaceId: WorkspaceId; executed: boolean } | null> {
  const [session] = await tx.query<{ workspaceId: WorkspaceId; executed: boolean }>(sql`
    SELECT workspace_id::text AS "workspaceId", run_id IS NOT NULL AS executed FROM contact_import_sessions
    WHERE id = ${id}::uuid AND expires_at > ${now}::timestamptz FOR NO KEY UPDATE`);
  return session ?? null;
}

export interface ExpiredSession {
  workspaceId: WorkspaceId;
  id: string;
  source: 'upload' | 'rows';
}

/** Of all workspaces, without sessions that a run still has to read. */
export const findExpired = (db: Db, now: Date, limit: number): Promise<ExpiredSession[]> =>
  db.query(sql`
    SELECT s.workspace_id::text AS "workspaceId", s.id::text, s.source FROM contact_import_sessions s
    WHERE s.expires_at <= ${now}::timestamptz
      AND NOT EXISTS (
        SELECT FROM contact_import_runs r WHERE r.workspace_id = s.workspace_id AND r.id = s.run_id AND r.completed_at IS NULL)
    ORDER BY s.expires_at LIMIT ${limit}::int`);

export const deleteSessions = (db: Db, sessions: ExpiredSession[], now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const deleted = await tx.query<{ workspaceId: WorkspaceId; bytes: number }>(sql`
    DELETE FROM contact_import_sessions s
    USING unnest(${sessions.map(({ workspaceId }) => workspaceId)}::uuid[], ${sessions.map(({ id }) => id)}::uuid[]) AS expired (workspace_id, id)
    WHERE s.workspace_id = expired.workspace_id AND s.id = expired.id
    RETURNING s.workspace_id::text AS "workspaceId", s.stored_bytes::float8 AS bytes`);
    for (const [workspaceId, theirs] of Map.groupBy(deleted, (session) => session.workspaceId)) {
      const bytes = theirs.reduce((sum, session) => sum + session.bytes, 0);
      await giveBack({ db: tx, workspaceId, now }, 'stored_bytes', bytes);
    }
  });
