import { type Db, sql } from '../../platform/db.ts';
import { storedKeys } from './assets.repo.ts';

/** For backups: the keys of files that assets need, in all workspaces. */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  // The backup may come from a version without the table.
  const [found] = await db.query<{ has: boolean }>(sql`SELECT to_regclass('assets') IS NOT NULL AS has`);
  return found?.has ? (await storedKeys(db)).map((key) => [key]) : [];
}
