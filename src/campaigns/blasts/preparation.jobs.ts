import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { wakeLane } from '../deliveries/deliveries.jobs.ts';
import type { Lane } from '../deliveries/dispatches.repo.ts';
import type { FindComposer } from '../messages/composers.ts';
import { analyseDeliveries, findUnprepared } from './preparation.repo.ts';
import { laneOf, prepare } from './preparation.service.ts';

interface PrepareBlastJob {
  workspace_id: string;
  blast_id: string;
}

const queueOf = (name: string): Queue<PrepareBlastJob> => ({
  name,
  concurrency: 2,
  retryLimit: 5,
  retryDelay: 5,
  expireInSeconds: 900,
});
/** Writing the deliveries of a large list takes seconds, so that mail which somebody waits for has places of its own here, too. */
const QUEUES: Record<Lane, Queue<PrepareBlastJob>> = { interactive: queueOf('prepare-blast-interactive'), bulk: queueOf('prepare-blast') };

/** After so many rows at once the planner's picture of their table is wrong; to take a new one would hold up who waits for a few. */
const MANY = 1_000;

/** Has the deliveries of a blast written, in the transaction that released it. */
export const enqueuePreparation =
  (enqueue: Enqueue) =>
  (tx: Db, workspaceId: string, blastId: string, lane: Lane): Promise<void> =>
    enqueue(tx, QUEUES[lane], { workspace_id: workspaceId, blast_id: blastId }, blastId);

export interface PreparationDependencies {
  db: Db;
  clock: Clock;
  enqueue: Enqueue;
  findComposer: FindComposer;
}

/** Fixes who gets a blast, once, however many run at the same time: then it is sent like any other mail. */
export const preparationWorkers = ({ db, clock, enqueue, findComposer }: PreparationDependencies): Worker[] =>
  Object.values(QUEUES).map((queue) =>
    worker(queue, async ({ workspace_id: workspaceId, blast_id: blastId }) => {
      const found = await findComposer(workspaceId, blastId);
      const prepared = await prepare(db, workspaceId, blastId, 'error' in found ? found.error : null, clock.now());
      if (!prepared) return;
      if (prepared.mailable > MANY) await analyseDeliveries(db);
      await wakeLane(enqueue, db, prepared.lane);
    }),
  );

/** Wakes what has lost its job. */
export const preparationSweep = ({ db, enqueue }: PreparationDependencies): Sweep => ({
  name: 'prepare-blast',
  everySeconds: 5,
  run: async (stopping) => {
    for (const { operational, ...job } of await findUnprepared(db)) {
      stopping.throwIfAborted();
      await enqueue(db, QUEUES[laneOf(operational, null)], job, job.blast_id);
    }
  },
});
