import { type Scope, sql, type Tx } from '../../platform/db.ts';

/** Notes a file that is going to be written, to be deleted at `dueAt` if nobody has taken it over by then. */
export async function noteLoose({ db, workspaceId }: Scope, key: string, dueAt: Date): Promise<void> {
  await db.query(
    sql`INSERT INTO loose_files (workspace_id, storage_key, due_at) VALUES (${workspaceId}::uuid, ${key}::text, ${dueAt}::timestamptz)`,
  );
}

/** Notes how large a loose file has become, which its workspace has paid for. */
export async function noteSize({ db, workspaceId }: Scope<Tx>, key: string, sizeBytes: number): Promise<void> {
  await db.query(
    sql`UPDATE loose_files SET size_bytes = ${sizeBytes}::int WHERE workspace_id = ${workspaceId}::uuid AND storage_key = ${key}::text`,
  );
}

/** Those of the keys that nobody has taken over. */
export async function looseAmong({ db, workspaceId }: Scope, keys: string[]): Promise<{ key: string }[]> {
  return db.query<{ key: string }>(sql`
    SELECT storage_key AS key FROM loose_files WHERE workspace_id = ${workspaceId}::uuid AND storage_key = ANY(${keys}::text[])`);
}

/** Strikes out files that are somebody's from now on, or gone. Returns those of them that were noted, with what was paid for each. */
export function strikeOut({ db, workspaceId }: Scope<Tx>, keys: string[]): Promise<Pick<LooseFile, 'sizeBytes'>[]> {
  return db.query(sql`
    DELETE FROM loose_files WHERE workspace_id = ${workspaceId}::uuid AND storage_key = ANY(${keys}::text[])
    RETURNING size_bytes AS "sizeBytes"`);
}

export interface LooseFile {
  workspaceId: string;
  id: string;
  key: string;
  /** What its workspace has paid for it; null where it was never written. */
  sizeBytes: number | null;
  /** Something has it: a copy, for one. */
  needed: boolean;
}

/** Those of all workspaces that are due. The caller holds them until the transaction ends, so that nobody can take them over. */
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
