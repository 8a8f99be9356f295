import { type Scope, sql, type Tx } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';

/** Records a file before it is written; unless it gets an owner, it is deleted at `dueAt`. */
export async function noteLoose({ db, workspaceId }: Scope, key: string, dueAt: Date): Promise<void> {
  await db.query(
    sql`INSERT INTO loose_files (workspace_id, storage_key, due_at) VALUES (${workspaceId}::uuid, ${key}::text, ${dueAt}::timestamptz)`,
  );
}

/** The workspace has paid for this size. */
export async function noteSize({ db, workspaceId }: Scope<Tx>, key: string, sizeBytes: number): Promise<void> {
  await db.query(
    sql`UPDATE loose_files SET size_bytes = ${sizeBytes}::int WHERE workspace_id = ${workspaceId}::uuid AND storage_key = ${key}::text`,
  );
}

/** Keys without an owner. */
export async function looseAmong({ db, workspaceId }: Scope, keys: string[]): Promise<{ key: string }[]> {
  return db.query<{ key: string }>(sql`
    SELECT storage_key AS key FROM loose_files WHERE workspace_id = ${workspaceId}::uuid AND storage_key = ANY(${keys}::text[])`);
}

/** For files that have got an owner, or are gone. Returns the recorded ones. */
export function strikeOut({ db, workspaceId }: Scope<Tx>, keys: string[]): Promise<Pick<LooseFile, 'sizeBytes'>[]> {
  return db.query(sql`
    DELETE FROM loose_files WHERE workspace_id = ${workspaceId}::uuid AND storage_key = ANY(${keys}::text[])
    RETURNING size_bytes AS "sizeBytes"`);
}

export interface LooseFile {
  workspaceId: WorkspaceId;
  id: string;
  key: string;
  /** Null where it was never written. */
  sizeBytes: number | null;
  /** A copy of the document has it, for example. */
  needed: boolean;
}

/** Of all workspaces. The rows stay locked until the transaction ends, so that no document takes a file over. */
export const lockDue = (tx: Tx, now: Date, limit: number): Promise<LooseFile[]> =>
  tx.query(sql`
    SELECT l.workspace_id::text AS "workspaceId", l.id::text, l.storage_key AS key, l.size_bytes AS "sizeBytes",
      EXISTS (SELECT FROM assets a WHERE a.storage_key = l.storage_key) AS needed
    FROM loose_files l WHERE l.due_at <= ${now}::timestamptz ORDER BY l.due_at LIMIT ${limit}::int FOR UPDATE OF l SKIP LOCKED`);

export async function forget(tx: Tx, files: LooseFile[]): Promise<void> {
  await tx.query(sql`
    DELETE FROM loose_files l
    USING unnest(${files.map(({ workspaceId }) => workspaceId)}::uuid[], ${files.map(({ id }) => id)}::uuid[]) AS done (workspace_id, id)
    WHERE l.workspace_id = done.workspace_id AND l.id = done.id`);
}
