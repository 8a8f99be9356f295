import { type Db, sql } from '../platform/db.ts';

/** The stored files that messages have not been sent with yet, in all workspaces: each with its one key. */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  // What is backed up may be from a version that had none.
  const [found] = await db.query<{ has: boolean }>(sql`SELECT to_regclass('transactional_messages') IS NOT NULL AS has`);
  if (!found?.has) return [];
  const rows = await db.query<{ key: string }>(sql`SELECT files_key AS key FROM transactional_messages WHERE files_key IS NOT NULL`);
  return rows.map(({ key }) => [key]);
}
