import { type Db, sql } from '../../platform/db.ts';

/** For backups: the keys of files that assets need, in all workspaces. */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  // The backup may come from a version without the table.
  const [found] = await db.query<{ has: boolean }>(sql`SELECT to_regclass('assets') IS NOT NULL AS has`);
  const files = found?.has ? await db.query<{ key: string }>(sql`SELECT DISTINCT storage_key AS key FROM assets`) : [];
  return files.map(({ key }) => [key]);
}
