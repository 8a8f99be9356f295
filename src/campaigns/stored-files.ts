import { type Db, type Scope, sql } from '../platform/db.ts';
import type { Storage } from '../platform/storage.ts';

/** The stored files that messages have not been sent with yet, in all workspaces: each with its one key. */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  // What is backed up may be from a version that had none.
  const [found] = await db.query<{ has: boolean }>(sql`SELECT to_regclass('transactional_messages') IS NOT NULL AS has`);
  if (!found?.has) return [];
  const rows = await db.query<{ key: string }>(sql`SELECT files_key AS key FROM transactional_messages WHERE files_key IS NOT NULL`);
  return rows.map(({ key }) => [key]);
}

const AT_ONCE = 100;

/** Of a workspace, each file before its place in the row. @param isOver asked after each group of files @returns whether some may be left */
export async function deleteFiles({ db, workspaceId }: Scope, storage: Pick<Storage, 'delete'>, isOver: () => boolean): Promise<boolean> {
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const chunk = await db.query<{ id: string; key: string }>(sql`
      SELECT id::text, files_key AS key FROM transactional_messages
      WHERE workspace_id = ${workspaceId}::uuid AND files_key IS NOT NULL LIMIT ${AT_ONCE}::int`);
    await Promise.all(chunk.map(({ key }) => storage.delete(key)));
    await db.query(sql`
      UPDATE transactional_messages SET files_key = NULL, files_bytes = NULL
      WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${chunk.map(({ id }) => id)}::uuid[])`);
    found = chunk.length;
    if (found > 0 && isOver()) return true;
  }
  return false;
}
