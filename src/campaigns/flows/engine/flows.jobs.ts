import type { Enqueue, Sweep } from '../../../jobs/jobs.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, sql } from '../../../platform/db.ts';
import { placesOf, placeWork, type Work } from '../../../queue/work.ts';
import { wakeTold } from './inbox.repo.ts';
import { compactTallies } from './tallies.repo.ts';
import type { TakeFlowTurn } from './turn.ts';

/** A place takes one turn after the other, of any flow. */
export const flowWork = (dependencies: { db: Db; enqueue: Enqueue }, takeTurn: TakeFlowTurn): Work =>
  placeWork(dependencies, {
    queue: placesOf('move-flows', 2),
    takeTurn,
    isDue: (now) => sql`EXISTS (SELECT FROM flow_runs WHERE wake_at <= ${now}::timestamptz)`,
  });

/** Wakes flows that have messages in their inbox, or whose mail has ended. */
export const flowSweep = (db: Db, clock: Clock, wakeMailed: (db: Db, now: Date) => Promise<void>): Sweep => ({
  name: 'flows',
  everySeconds: 1,
  run: async () => {
    await wakeTold(db, clock.now());
    await wakeMailed(db, clock.now());
  },
});

export const tallySweep = (db: Db): Sweep => ({ name: 'flow-tallies', everySeconds: 10, run: () => compactTallies(db) });
