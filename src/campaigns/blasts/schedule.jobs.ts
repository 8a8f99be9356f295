import { type Queue, worker } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Work } from '../../queue/work.ts';
import { dueBlasts } from './blasts.repo.ts';
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

export interface ScheduleDependencies {
  db: Db;
  clock: Clock;
  sending: Sending;
}

/** Releases what is due. However many processes look, and whatever was down at the time: the blast itself says whether it still waits. */
export const scheduleWork = ({ db, clock, sending }: ScheduleDependencies): Work => ({
  ...worker(releaseBlastQueue, ({ workspace_id, blast_id }) =>
    releaseDue({ db, workspaceId: workspace_id, now: clock.now() }, sending, blast_id),
  ),
  due: dueBlasts,
});
