import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../../jobs/jobs.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import { wakeTold } from './inbox.repo.ts';
import { compactTallies } from './tallies.repo.ts';
import type { TakeFlowTurn } from './turn.ts';
import { isAnyDue } from './turns.repo.ts';

/** A place takes one turn after the other, whichever flow's it is, until nothing is due. Losing one loses nothing. */
const QUEUE: Queue<Record<string, never>> = { name: 'move-flows', concurrency: 2, retryLimit: 1, retryDelay: 0, expireInSeconds: 900 };
/** Then a place is taken anew, so that one which hangs is known from one that works. */
const LONGEST_MS = 60_000;

const wakePlaces = (enqueue: Enqueue, db: Db): Promise<void> =>
  enqueue(
    db,
    QUEUE,
    {},
    Array.from({ length: QUEUE.concurrency }, (_value, place) => `${place}`),
  );

export const flowWorker = (db: Db, enqueue: Enqueue, takeTurn: TakeFlowTurn): Worker =>
  worker(QUEUE, async (_job, stopping) => {
    const until = performance.now() + LONGEST_MS;
    while (await takeTurn(stopping)) {
      if (stopping.aborted) return;
      if (performance.now() >= until) return wakePlaces(enqueue, db);
    }
  });

/** Wakes flows that something was told of, and has those moved that are due. */
export const flowSweep = (db: Db, enqueue: Enqueue, clock: Clock, wakeMailed: (db: Db, now: Date) => Promise<void>): Sweep => ({
  name: 'flows',
  everySeconds: 1,
  run: async () => {
    await wakeTold(db, clock.now());
    await wakeMailed(db, clock.now());
    if (await isAnyDue(db, clock.now())) await wakePlaces(enqueue, db);
  },
});

export const tallySweep = (db: Db): Sweep => ({ name: 'flow-tallies', everySeconds: 10, run: () => compactTallies(db) });
