import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { chunkWork, type Work } from '../../queue/work.ts';
import { dueChores } from './chores.repo.ts';
import { doChores } from './chores.service.ts';

interface MessageChoreJob {
  workspace_id: string;
  message_id: string;
}

const choreQueue: Queue<MessageChoreJob> = { name: 'message-chores', concurrency: 2, retryLimit: 1, retryDelay: 0, expireInSeconds: 900 };

/** Cancels and deletes the deliveries of messages, after requests have said so, or a process has died. */
export const choreWork = (dependencies: { db: Db; log: Log; enqueue: Enqueue }): Work =>
  chunkWork(dependencies, {
    queue: choreQueue,
    keyOf: ({ message_id }) => message_id,
    due: dueChores,
    run: ({ workspace_id, message_id }, isOver) =>
      doChores(dependencies.db, { workspaceId: workspace_id, messageId: message_id }, { isOver }),
  });
