import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Scope, Tx } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { chunkWork, type Work } from '../../queue/work.ts';
import { wakeLane } from '../deliveries/deliveries.jobs.ts';
import type { Lane } from '../deliveries/dispatches.repo.ts';
import type { FindComposer } from '../messages/composers.ts';
import { analyseDeliveries, unpreparedIn } from './preparation.repo.ts';
import { prepare } from './preparation.service.ts';

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

/** Fixes who gets a blast. */
export const preparationWork = ({ clock, findComposer, ...dependencies }: PreparationDependencies): Work[] =>
  (['interactive', 'bulk'] as const).map((lane) =>
    chunkWork(dependencies, {
      queue: QUEUES[lane],
      keyOf: ({ blast_id }) => blast_id,
      due: () => unpreparedIn(lane),
      async run({ workspace_id: workspaceId, blast_id: blastId }, isOver) {
        const { db, log, enqueue } = dependencies;
        const composer = await findComposer(workspaceId, blastId, null);
        const outcome = await prepare({ db, workspaceId }, blastId, {
          error: 'error' in composer ? composer.error : null,
          now: clock.now(),
          isOver,
          onFault: (error) =>
            log.error({ err: error, workspace_id: workspaceId, blast_id: blastId }, 'a part of an audience could not be prepared'),
        });
        if (outcome === 'unfinished') return true;
        if (outcome && outcome.mailable > MANY) await analyseDeliveries(db);
        if (outcome) await wakeLane(enqueue, db, outcome.lane);
        return false;
      },
    }),
  );
