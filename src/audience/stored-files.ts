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

/** The stored files of a row, by its id and the value of the column that says that there are any. */
const FILES: [table: string, column: string, keysOf: (id: string, value: string) => string[]][] = [
  ['exports', 'storage_key', (_id, key) => [key]],
  // Of a run that was killed.
  ['exports', 'claimed_by', (id, run) => [exportKey(id, run)]],
  ['contact_import_runs', 'file_key', (id, key) => [key, runKey(id)]],
  ['contact_import_sessions', 'content_type', (id) => [uploadKey(id)]],
];
const ROWS_AT_ONCE = 100;

/** Deletes the exports and imports of a workspace that have stored files, each file before its row. */
export async function deleteFiles({ db, workspaceId }: Scope, storage: Pick<Storage, 'delete'>): Promise<void> {
  for (const [table, column, keysOf] of FILES) {
    const rows = sql`FROM ${raw(table)} WHERE workspace_id = ${workspaceId}::uuid`;
    for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
      const chunk = await db.query<{ id: string; value: string }>(sql`
        SELECT id::text, ${raw(column)}::text AS value ${rows} AND ${raw(column)} IS NOT NULL LIMIT ${ROWS_AT_ONCE}::int`);
      await Promise.all(chunk.flatMap(({ id, value }) => keysOf(id, value)).map((key) => storage.delete(key)));
      await db.query(sql`DELETE ${rows} AND id = ANY(${chunk.map(({ id }) => id)}::uuid[])`);
      found = chunk.length;
    }
  }
}
