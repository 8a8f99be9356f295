import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { wakeLane } from '../deliveries/deliveries.jobs.ts';
import { insertDispatch, type Lane } from '../deliveries/dispatches.repo.ts';
import type { FindComposer } from '../messages/composers.ts';
import { insertLinks } from '../messages/messages.repo.ts';
import { failBlast } from './blast-origin.ts';
import { analyseDeliveries, findUnprepared, lockUnprepared, writeDeliveries } from './preparation.repo.ts';

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
/** So few people do not stand behind mass mail: somebody may be waiting for one of them. */
const FEW = 100;

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
  worker(prepareBlastQueue, async ({ workspace_id: workspaceId, blast_id: messageId }) => {
    const prepared = await findComposer(workspaceId, messageId);
    const now = clock.now();
    const lane = await db.transaction(async (tx): Promise<Lane | null> => {
      const blast = await lockUnprepared(tx, workspaceId, messageId);
      if (!blast) return null;
      if ('error' in prepared) {
        await failBlast(tx, workspaceId, messageId, prepared.error, now);
        return null;
      }
      const mailable = await writeDeliveries(tx, workspaceId, messageId, blast, now);
      if (mailable === null) {
        await failBlast(tx, workspaceId, messageId, 'The list was deleted before sending started.', now);
        return null;
      }
      await insertLinks(tx, workspaceId, messageId, prepared.composer.links);
      const chosen = blast.operational || mailable <= FEW ? 'interactive' : 'bulk';
      await insertDispatch(tx, { workspaceId, messageId, origin: 'blast', lane: chosen, repeatable: true }, now);
      return chosen;
    });
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
