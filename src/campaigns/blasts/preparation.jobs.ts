import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import { CHUNKS_MS } from '../../platform/chunks.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, isPassing, type Scope, type Tx } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
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
  ({ db, workspaceId }: Scope<Tx>, blastId: string, lane: Lane): Promise<void> =>
    enqueue(db, QUEUES[lane], { workspace_id: workspaceId, blast_id: blastId }, blastId);

export interface PreparationDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  findComposer: FindComposer;
}

/**
 * Fixes who gets a blast, for some seconds at a time. A job that meets another run of its blast, or any error, ends instead of failing:
 * the sweep wakes what is left, and no jobs wait for a retry beside it.
 */
export const preparationWorkers = ({ db, clock, log, enqueue, findComposer }: PreparationDependencies): Worker[] =>
  Object.values(QUEUES).map((queue) =>
    worker(queue, async (job, stopping) => {
      const { workspace_id: workspaceId, blast_id: blastId } = job;
      const about = { workspace_id: workspaceId, blast_id: blastId };
      const until = performance.now() + CHUNKS_MS;
      try {
        const found = await findComposer(workspaceId, blastId, null);
        const outcome = await prepare({ db, workspaceId }, blastId, {
          error: 'error' in found ? found.error : null,
          now: clock.now(),
          isOver: () => stopping.aborted || performance.now() >= until,
          onFault: (error) => log.error({ err: error, ...about }, 'a part of an audience could not be prepared'),
        });
        if (outcome === 'unfinished') return enqueue(db, queue, job, blastId);
        if (!outcome) return;
        if (outcome.mailable > MANY) await analyseDeliveries(db);
        await wakeLane(enqueue, db, outcome.lane);
      } catch (error) {
        if (isPassing(error)) log.warn({ err: error, ...about }, 'the preparation of a blast waits for the database');
        else log.error({ err: error, ...about }, 'the preparation of a blast was interrupted and will go on');
      }
    }),
  );

/** Wakes what has lost its job. */
export const preparationSweep = ({ db, enqueue }: Pick<PreparationDependencies, 'db' | 'enqueue'>): Sweep => ({
  name: 'prepare-blast',
  everySeconds: 5,
  run: async (stopping) => {
    for (const { operational, ...job } of await findUnprepared(db)) {
      stopping.throwIfAborted();
      await enqueue(db, QUEUES[laneOf(operational, null)], job, job.blast_id);
    }
  },
});
