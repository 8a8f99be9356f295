import { type Db, sql } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { DEAD_LETTERS } from './queues.ts';
import type { Sweep } from './sweeps.ts';

/** Jobs of a queue that could run now. */
export interface Waiting {
  queue: string;
  count: number;
  /** How long the oldest of them has been due. */
  oldestSeconds: number;
}

/** What waits in each queue at this moment; a queue in which nothing does is absent. Reads only what waits, however much has been done. */
export const readWaiting = (db: Db): Promise<Waiting[]> =>
  db.query(sql`
    SELECT name AS queue, count(*)::int AS count, extract(epoch FROM now() - min(start_after))::float8 AS "oldestSeconds"
    FROM pgboss.job WHERE state < 'active' AND NOT blocked AND start_after <= now() GROUP BY name`);

/** Which of these queues have a job that could run now. Reads one job of each at most. */
export async function findDueQueues(db: Db, queues: string[]): Promise<string[]> {
  const due = await db.query<{ queue: string }>(sql`
    SELECT queue FROM unnest(${queues}::text[]) AS queue
    WHERE EXISTS (SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked AND start_after <= now())`);
  return due.map(({ queue }) => queue);
}

const EVERY_S = 30;
/** A queue's places are given up every few seconds; what is due for longer than this waits for something that is wrong. */
const LATE_S = 30;

/** Says aloud when work is due and nobody takes it: too few workers, or none. */
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
