import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { pruneResults } from './breaker.repo.ts';
import { forgetSoftBounces } from './soft-bounces.repo.ts';

export const softBounceSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'bounces',
  everySeconds: 3_600,
  run: async () => {
    await forgetSoftBounces(db, clock.now());
    await pruneResults(db, clock.now());
  },
});
