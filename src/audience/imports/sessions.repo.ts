import type { ContactImportSession } from '../../../generated/prisma/client.ts';
import { type Db, sql } from '../../platform/db.ts';

export type NewSession = { id: string; fileName: string | null; expiresAt: Date } & (
  | { source: 'upload'; contentType: string }
  /** `rows` holds a text for each header, in their order. */
  | { source: 'rows'; headers: string[]; rows: string[][] }
);

export async function insertSession(db: Db, workspaceId: string, session: NewSession, now: Date): Promise<void> {
  const contentType = session.source === 'upload' ? session.contentType : null;
  const [headers, rows] = session.source === 'rows' ? [session.headers, JSON.stringify(session.rows)] : [null, null];
  await db.query(sql`
    INSERT INTO contact_import_sessions (workspace_id, id, source, file_name, content_type, headers, rows, created_at, expires_at)
    VALUES (${workspaceId}::uuid, ${session.id}::uuid, ${session.source}::text, ${session.fileName}::text, ${contentType}::text,
            ${headers}::text[], ${rows}::jsonb, ${now}::timestamptz, ${session.expiresAt}::timestamptz)`);
}

/** Null also when its day is over. */
export const findSession = (db: Db, workspaceId: string, id: string, now: Date): Promise<ContactImportSession | null> =>
  db.prisma.contactImportSession.findFirst({ where: { workspaceId, id, expiresAt: { gt: now } } });

/** Reads a session and makes uploads to it, and whoever else locks it, wait until the transaction ends. */
export async function lockSession(tx: Db, workspaceId: string, id: string, now: Date): Promise<ContactImportSession | null> {
  await tx.query(sql`
    SELECT 1 AS locked FROM contact_import_sessions WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid FOR UPDATE`);
  return findSession(tx, workspaceId, id, now);
}

/**
 * Whether the session of an upload is executed, which it can then not become until the transaction ends; null when it is
 * over. An upload has no API key: that its address is signed for this session is what stands for the workspace.
 */
export async function holdOpenSession(tx: Db, id: string, now: Date): Promise<{ executed: boolean } | null> {
  const [session] = await tx.query<{ executed: boolean }>(sql`
    SELECT run_id IS NOT NULL AS executed FROM contact_import_sessions
    WHERE id = ${id}::uuid AND expires_at > ${now}::timestamptz FOR SHARE`);
  return session ?? null;
}

export interface ExpiredSession {
  workspaceId: string;
  id: string;
  source: 'upload' | 'rows';
}

/** Sessions of all workspaces whose day is over, but for those that a run has still to read. */
export const findExpired = (db: Db, now: Date, limit: number): Promise<ExpiredSession[]> =>
  db.query(sql`
    SELECT s.workspace_id::text AS "workspaceId", s.id::text, s.source FROM contact_import_sessions s
    WHERE s.expires_at <= ${now}::timestamptz
      AND NOT EXISTS (
        SELECT FROM contact_import_runs r WHERE r.workspace_id = s.workspace_id AND r.id = s.run_id AND r.completed_at IS NULL)
    ORDER BY s.expires_at LIMIT ${limit}::int`);

export async function deleteSessions(db: Db, sessions: ExpiredSession[]): Promise<void> {
  await db.query(sql`
    DELETE FROM contact_import_sessions s
    USING unnest(${sessions.map(({ workspaceId }) => workspaceId)}::uuid[], ${sessions.map(({ id }) => id)}::uuid[]) AS expired (workspace_id, id)
    WHERE s.workspace_id = expired.workspace_id AND s.id = expired.id`);
}
