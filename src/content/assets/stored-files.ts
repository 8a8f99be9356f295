import { type Db, sql } from '../../platform/db.ts';
import { storedKeys } from './assets.repo.ts';

/** The stored files that assets need, in all workspaces: each with its one key. */
export async function filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]> {
  // What is backed up may be from a version that had none.
  const [found] = await db.query<{ has: boolean }>(sql`SELECT to_regclass('assets') IS NOT NULL AS has`);
  return found?.has ? (await storedKeys(db)).map((key) => [key]) : [];
}
