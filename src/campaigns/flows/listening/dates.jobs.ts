import type { Sweep } from '../../../jobs/jobs.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db.ts';
import { hasDates } from '../triggers/date-based.ts';
import { type DueTrigger, fire, forgetFired, goOn, nameOf, takeDue } from './dates.repo.ts';
import { daysOf, nextMoment } from './dates.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A moment missed while no service ran is made up for until then. */
const LATEST_MS = DAY_MS;
/** The day is over everywhere by then, and so is the time to make up for it. */
const KEPT_MS = 3 * DAY_MS;
/** The transaction is short, since pausing the flow waits for it. */
const AT_ONCE = 5_000;

/**
 * Lets contacts into flows when their dates come. Each date trigger has one moment a day, and a row holds the next, so an idle sweep is one
 * look at an index. A date that becomes known later on the day is handled by the write (`listening.ts`), and on a later day not at all.
 * Moments before the activation do not count.
 */
export function dateSweep({ db, clock }: { db: Db; clock: Clock }, { atOnce = AT_ONCE } = {}): Sweep {
  return {
    name: 'flow-dates',
    everySeconds: 15,
    async run(stopping) {
      // A failing trigger does not hold up the others.
      const failed = new Set<string>();
      const failures: unknown[] = [];
      for (let busy = true; busy; ) {
        stopping.throwIfAborted();
        let taken: DueTrigger | undefined;
        try {
          taken = undefined;
          await db.transaction(async (tx) => {
            taken = await takeDue(tx, failed, clock.now());
            if (taken) await lookAfter(tx, taken, clock.now(), atOnce);
          });
          busy = taken !== undefined;
        } catch (error) {
          if (!taken) throw error;
          failed.add(nameOf(taken));
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function lookAfter(tx: Tx, due: DueTrigger, now: Date, atOnce: number): Promise<void> {
  const oldest = new Date(now.getTime() - LATEST_MS);
  if (due.dueAt <= oldest) return goOn(tx, due, { dueAt: nextMoment(due.trigger, oldest) });
  const cursor = hasDates(due) ? await fire(tx, due, daysOf(due.trigger, due.dueAt), atOnce, now) : null;
  if (cursor) return goOn(tx, due, { dueAt: due.dueAt, cursor });
  await forgetFired(tx, due, new Date(now.getTime() - KEPT_MS));
  await goOn(tx, due, { dueAt: nextMoment(due.trigger, due.dueAt) });
}
