import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { findDue } from './blasts.repo.ts';
import { releaseDue, type Sending } from './release.service.ts';

interface ReleaseBlastJob {
  workspace_id: string;
  blast_id: string;
}

/** Who is to be mailed may have to be counted, for a while: the others do not wait for it. */
const releaseBlastQueue: Queue<ReleaseBlastJob> = {
  name: 'release-blast',
  concurrency: 2,
  retryLimit: 5,
  retryDelay: 5,
  expireInSeconds: 900,
};
const AT_ONCE = 1_000;

export interface ScheduleDependencies {
  db: Db;
  clock: Clock;
  enqueue: Enqueue;
  sending: Sending;
}

export const scheduleWorker = ({ db, clock, sending }: ScheduleDependencies): Worker =>
  worker(releaseBlastQueue, ({ workspace_id, blast_id }) =>
    releaseDue({ db, workspaceId: workspace_id, now: clock.now() }, sending, blast_id),
  );

/** Looks who is due. However many look, and whatever was down at the time: the blast itself says whether it still waits. */
export const scheduleSweep = ({ db, clock, enqueue }: ScheduleDependencies): Sweep => ({
  name: releaseBlastQueue.name,
  everySeconds: 1,
  run: async (stopping) => {
    for (const job of await findDue(db, clock.now(), AT_ONCE)) {
      stopping.throwIfAborted();
      await enqueue(db, releaseBlastQueue, job, job.blast_id);
    }
  },
});
