import { type Db, raw, type Scope, sql } from '../platform/db.ts';
import type { Storage } from '../platform/storage.ts';
import { exportKey } from './exports/export.work.ts';
import { runKey, uploadKey } from './imports/tables.ts';

/**
 * The stored files that rows name and need, in all workspaces: each with its keys, of which it has one. The file of an import is moved
 * when the run begins, while its row keeps the first key.
 */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  const exports = await db.query<{ key: string }>(
    sql`SELECT storage_key AS key FROM exports WHERE status = 'completed' AND storage_key IS NOT NULL`,
  );
  const runs = await db.query<{ id: string; key: string }>(sql`
    SELECT id::text, file_key AS key FROM contact_import_runs WHERE file_key IS NOT NULL AND completed_at IS NULL`);
  return [...exports.map(({ key }) => [key]), ...runs.map(({ id, key }) => [key, runKey(id)])];
}

/**
 * The stored files of a row, by its id and the value of the column that says that there are any. `isKept`: without the file the row stays,
 * as any number of others may belong to it.
 */
const FILES: { table: string; column: string; keysOf: (id: string, value: string) => string[]; isKept?: boolean }[] = [
  { table: 'exports', column: 'storage_key', keysOf: (_id, key) => [key] },
  // Of a run that was killed.
  { table: 'exports', column: 'claimed_by', keysOf: (id, run) => [exportKey(id, run)] },
  { table: 'contact_import_runs', column: 'file_key', keysOf: (id, key) => [key, runKey(id)], isKept: true },
  { table: 'contact_import_sessions', column: 'content_type', keysOf: (id) => [uploadKey(id)] },
];
const ROWS_AT_ONCE = 100;

/**
 * Deletes the stored files of a workspace's exports and imports, each before its row or its place in the row.
 * @param isOver asked after each group of files @returns whether some may be left
 */
export async function deleteFiles({ db, workspaceId }: Scope, storage: Pick<Storage, 'delete'>, isOver: () => boolean): Promise<boolean> {
  for (const { table, column, keysOf, isKept } of FILES) {
    const rows = sql`${raw(table)} WHERE workspace_id = ${workspaceId}::uuid`;
    for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
      const chunk = await db.query<{ id: string; value: string }>(sql`
        SELECT id::text, ${raw(column)}::text AS value FROM ${rows} AND ${raw(column)} IS NOT NULL LIMIT ${ROWS_AT_ONCE}::int`);
      await Promise.all(chunk.flatMap(({ id, value }) => keysOf(id, value)).map((key) => storage.delete(key)));
      const ids = chunk.map(({ id }) => id);
      await db.query(
        isKept
          ? sql`UPDATE ${raw(table)} SET ${raw(column)} = NULL WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])`
          : sql`DELETE FROM ${rows} AND id = ANY(${ids}::uuid[])`,
      );
      found = chunk.length;
      if (found > 0 && isOver()) return true;
    }
  }
  return false;
}
