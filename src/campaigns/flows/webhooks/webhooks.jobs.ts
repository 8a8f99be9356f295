import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../../jobs/jobs.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import { isAnyDue } from './webhooks.repo.ts';
import { MOST_OF_ONE, type SendDue } from './webhooks.service.ts';

/** One place of a process has as many requests under way as that may. Losing one loses nothing: the next sweep wakes another. */
const QUEUE: Queue<Record<string, never>> = { name: 'send-webhooks', concurrency: 1, retryLimit: 1, retryDelay: 0, expireInSeconds: 900 };
/** Then the place is taken anew, so that one which hangs is known from one that works. */
const LONGEST_MS = 60_000;

const wake = (enqueue: Enqueue, db: Db): Promise<void> => enqueue(db, QUEUE, {}, 'due');

export const webhookWorker = (db: Db, enqueue: Enqueue, sendDue: SendDue): Worker =>
  worker(QUEUE, async (_job, stopping) => {
    if (await sendDue(performance.now() + LONGEST_MS, stopping)) await wake(enqueue, db);
  });

export const webhookSweep = (db: Db, enqueue: Enqueue, clock: Clock): Sweep => ({
  name: 'webhooks',
  everySeconds: 1,
  run: async () => {
    if (await isAnyDue(db, MOST_OF_ONE, clock.now())) await wake(enqueue, db);
  },
});
