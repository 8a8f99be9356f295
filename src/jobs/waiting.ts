import { type Db, sql } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { DEAD_LETTERS } from './queues.ts';
import type { Sweep } from './sweeps.ts';

export interface Waiting {
  queue: string;
  count: number;
  oldestSeconds: number;
}

/** Empty queues are absent. Reads only waiting jobs, however many are done. */
export const readWaiting = (db: Db): Promise<Waiting[]> =>
  db.query(sql`
    SELECT name AS queue, count(*)::int AS count, extract(epoch FROM now() - min(start_after))::float8 AS "oldestSeconds"
    FROM pgboss.job WHERE state < 'active' AND NOT blocked AND start_after <= now() GROUP BY name`);

/** Reads one job of each queue at most. */
export async function findDueQueues(db: Db, queues: string[]): Promise<string[]> {
  const due = await db.query<{ queue: string }>(sql`
    SELECT queue FROM unnest(${queues}::text[]) AS queue
    WHERE EXISTS (SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked AND start_after <= now())`);
  return due.map(({ queue }) => queue);
}

const EVERY_S = 30;
/** Places become free every few seconds; a longer delay has a cause. */
const LATE_S = 30;

/** Warns when due jobs are not taken: there are too few workers, or none. */
export const watchQueues = (db: Db, log: Log): Sweep => ({
  name: 'queue-watch',
  everySeconds: EVERY_S,
  run: async () => {
    for (const { queue, count, oldestSeconds } of await readWaiting(db)) {
      if (queue === DEAD_LETTERS || oldestSeconds < LATE_S) continue;
      log.warn({ queue, waiting: count, due_for_seconds: Math.round(oldestSeconds) }, 'jobs are due and nobody takes them');
    }
  },
});
