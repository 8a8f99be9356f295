import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { wakeLane } from '../deliveries/deliveries.jobs.ts';
import type { FindComposer } from '../messages/composers.ts';
import { analyseDeliveries, findUnprepared } from './preparation.repo.ts';
import { prepare } from './preparation.service.ts';

interface PrepareBlastJob {
  workspace_id: string;
  blast_id: string;
}

const prepareBlastQueue: Queue<PrepareBlastJob> = {
  name: 'prepare-blast',
  concurrency: 2,
  retryLimit: 5,
  retryDelay: 5,
  expireInSeconds: 900,
};

/** Has the deliveries of a blast written, in the transaction that released it. */
export const enqueuePreparation =
  (enqueue: Enqueue) =>
  (tx: Db, workspaceId: string, blastId: string): Promise<void> =>
    enqueue(tx, prepareBlastQueue, { workspace_id: workspaceId, blast_id: blastId }, blastId);

export interface PreparationDependencies {
  db: Db;
  clock: Clock;
  enqueue: Enqueue;
  findComposer: FindComposer;
}

/** Fixes who gets a blast, once, however many run at the same time: then it is sent like any other mail. */
export const preparationWorker = ({ db, clock, enqueue, findComposer }: PreparationDependencies): Worker =>
  worker(prepareBlastQueue, async ({ workspace_id: workspaceId, blast_id: blastId }) => {
    const found = await findComposer(workspaceId, blastId);
    const lane = await prepare(db, workspaceId, blastId, 'error' in found ? found : found.composer, clock.now());
    if (!lane) return;
    await analyseDeliveries(db);
    await wakeLane(enqueue, db, lane);
  });

/** Wakes what has lost its job. */
export const preparationSweep = ({ db, enqueue }: PreparationDependencies): Sweep => ({
  name: prepareBlastQueue.name,
  everySeconds: 5,
  run: async (stopping) => {
    for (const job of await findUnprepared(db)) {
      stopping.throwIfAborted();
      await enqueue(db, prepareBlastQueue, job, job.blast_id);
    }
  },
});
