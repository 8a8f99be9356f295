import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import { CHUNKS_MS } from '../../platform/chunks.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { findChores } from './chores.repo.ts';
import { doChores } from './chores.service.ts';

interface MessageChoreJob {
  workspace_id: string;
  message_id: string;
}

const choreQueue: Queue<MessageChoreJob> = { name: 'message-chores', concurrency: 2, retryLimit: 1, retryDelay: 0, expireInSeconds: 900 };
const AT_ONCE = 1_000;

export interface ChoreDependencies {
  db: Db;
  log: Log;
  enqueue: Enqueue;
}

/** Cancels and deletes the deliveries of messages, for some seconds at a time. What fails is left to the sweep: no jobs wait for a retry beside it. */
export const choreWorker = ({ db, log, enqueue }: ChoreDependencies): Worker =>
  worker(choreQueue, async (job, stopping) => {
    const until = performance.now() + CHUNKS_MS;
    const message = { workspaceId: job.workspace_id, messageId: job.message_id };
    try {
      const isLeft = await doChores(db, message, { isOver: () => stopping.aborted || performance.now() >= until });
      if (isLeft) await enqueue(db, choreQueue, job, job.message_id);
    } catch (error) {
      log.error({ err: error, ...job }, 'deliveries of a message could not be ended or deleted');
    }
  });

/** Finds what is left to do: after requests have said so, or a process has died. */
export const choreSweep = ({ db, enqueue }: ChoreDependencies): Sweep => ({
  name: choreQueue.name,
  everySeconds: 2,
  run: async (stopping) => {
    for (const job of await findChores(db, AT_ONCE)) {
      stopping.throwIfAborted();
      await enqueue(db, choreQueue, job, job.message_id);
    }
  },
});
