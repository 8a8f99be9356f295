import type { Sweep } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import { forgetOfDeleted } from './submissions.repo.ts';

const AT_ONCE = 10_000;

/** Submissions follow their tent; there may be too many for the request that deletes it. */
export const submissionSweep = ({ db }: { db: Db }): Sweep => ({
  name: 'submissions',
  everySeconds: 600,
  run: async (stopping) => {
    while ((await forgetOfDeleted(db, AT_ONCE)) !== null) stopping.throwIfAborted();
  },
});
