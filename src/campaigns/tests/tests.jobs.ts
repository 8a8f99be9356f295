import type { Sweep } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { deleteTests } from './tests.repo.ts';

const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Forgets tests that nobody asks for any more, and those whose email is gone. */
export const testSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'email-tests',
  everySeconds: 3_600,
  run: (stopping) => deleteTests(db, later(clock, -KEPT_MS), stopping),
});
