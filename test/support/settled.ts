/** Waiting until events show: they do when all older transactions of the server have ended, and other tests have theirs on it. */
import { expect } from 'vitest';
import { type Db, sql } from '../../src/platform/db.ts';
import { PATIENCE_MS } from './patience.ts';

/** Resolves when everything that has been committed by now shows in the feed. */
export async function settled(db: Pick<Db, 'query'>): Promise<void> {
  const [{ position } = { position: '0' }] = await db.query<{ position: string }>(sql`SELECT event_position()::text AS position`);
  const isOver = sql`SELECT event_horizon() > ${position}::bigint AS over`;
  await expect.poll(async () => (await db.query<{ over: boolean }>(isOver))[0]?.over, { timeout: PATIENCE_MS, interval: 20 }).toBe(true);
}
