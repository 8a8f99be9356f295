import { type Ctx, type Db, type Scope, sql } from '../../platform/db.ts';
import type { Storage } from '../../platform/storage.ts';

/** For backups: the keys of files that assets need, in all workspaces. */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  // The backup may come from a version without the table.
  const [found] = await db.query<{ has: boolean }>(sql`SELECT to_regclass('assets') IS NOT NULL AS has`);
  const files = found?.has ? await db.query<{ key: string }>(sql`SELECT DISTINCT storage_key AS key FROM assets`) : [];
  return files.map(({ key }) => [key]);
}

const AT_ONCE = 100;

/** Of a workspace, each file before its rows: several assets may have one. @param isOver asked after each group of files @returns whether some may be left */
export async function deleteFiles({ db, workspaceId }: Scope, storage: Pick<Storage, 'delete'>, isOver: () => boolean): Promise<boolean> {
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const chunk = await db.query<{ id: string; key: string }>(sql`
      SELECT id::text, storage_key AS key FROM assets WHERE workspace_id = ${workspaceId}::uuid ORDER BY id LIMIT ${AT_ONCE}::int`);
    await Promise.all(new Set(chunk.map(({ key }) => key)).values().map((key) => storage.delete(key)));
    await db.query(sql`
      DELETE FROM assets WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${chunk.map(({ id }) => id)}::uuid[])`);
    found = chunk.length;
    if (found > 0 && isOver()) return true;
  }
  return false;
}

/** Files of a workspace that no row owns any more, or not yet. A part is left to its sweep where another process has it. */
export async function deleteLooseFiles({ db, workspaceId, now }: Ctx, storage: Pick<Storage, 'delete'>): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await db.transaction(async (tx) => {
      const loose = await tx.query<{ id: string; key: string }>(sql`
        SELECT id::text, storage_key AS key FROM loose_files WHERE workspace_id = ${workspaceId}::uuid AND due_at <= ${now}::timestamptz
        ORDER BY id LIMIT ${AT_ONCE}::int FOR UPDATE SKIP LOCKED`);
      await Promise.all(loose.map(({ key }) => storage.delete(key)));
      await tx.query(sql`
        DELETE FROM loose_files WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${loose.map(({ id }) => id)}::uuid[])`);
      return loose.length;
    });
  }
}
