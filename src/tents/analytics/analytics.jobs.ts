import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { forgetStrays, forgetVisitors } from './views.repo.ts';

const AT_ONCE = 10_000;
/** Views that waited for the database come late. */
const GRACE_S = 15 * 60;
const A_DAY_MS = 24 * 60 * 60 * 1_000;

/** Deletes what tells visitors apart as soon as their day is over, and figures of tents that are gone. */
export const visitorSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'visitors',
  everySeconds: 600,
  run: async (stopping) => {
    for (let deleted = 1; deleted > 0; ) {
      stopping.throwIfAborted();
      deleted = await forgetVisitors(db, clock.now(), GRACE_S, AT_ONCE);
    }
    // The day of a workspace may be a day behind the one of another.
    await forgetStrays(db, new Date(clock.now().getTime() - 2 * A_DAY_MS));
  },
});
