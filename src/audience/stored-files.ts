import { type Db, sql } from '../platform/db.ts';
import { runKey } from './imports/tables.ts';

/**
 * The stored files that rows name and need, in all workspaces: each with its keys, of which it has one. A file that an import
 * reads is moved when the run begins, and its row goes on naming it by the key that it came with.
 */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  const exports = await db.query<{ key: string }>(
    sql`SELECT storage_key AS key FROM exports WHERE status = 'completed' AND storage_key IS NOT NULL`,
  );
  const runs = await db.query<{ id: string; key: string }>(sql`
    SELECT id::text, file_key AS key FROM contact_import_runs WHERE file_key IS NOT NULL AND completed_at IS NULL`);
  return [...exports.map(({ key }) => [key]), ...runs.map(({ id, key }) => [key, runKey(id)])];
}
