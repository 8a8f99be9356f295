import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import { CHUNK, FIRST_ID } from '../../platform/chunks.ts';
import { type Db, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { MessageId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { chunkWork, type Work } from '../../queue/work.ts';
import { deleteMessage } from '../messages/messages.repo.ts';
import { deleteCounts } from '../series/series.repo.ts';
import { deleteAnonymous } from '../tracking/anonymous.repo.ts';
import { addChore, awaitWriters, type Chore, dueChores, endNext, holdChore, moveChore, purgeNext } from './chores.repo.ts';
import { deleteDeliveryCounts } from './counts.repo.ts';

interface MessageChoreJob {
  workspace_id: string;
  message_id: string;
}

const queue: Queue<MessageChoreJob> = { name: 'message-chores', concurrency: 2, retryLimit: 1, retryDelay: 0, expireInSeconds: 900 };

export const choreWork = (dependencies: { db: Db; log: Log; enqueue: Enqueue }): Work =>
  chunkWork(dependencies, {
    queue,
    keyOf: ({ message_id }) => message_id,
    due: dueChores,
    run: ({ workspace_id, message_id }, isOver) => doChores({ db: dependencies.db, workspaceId: workspace_id }, message_id, { isOver }),
  });

interface ChoreOptions {
  most?: number;
  /** Asked after each chunk: whether to leave the rest to the next run. */
  isOver?: () => boolean;
}

/** @returns whether something may be left */
export async function doChores(
  ctx: Scope,
  messageId: MessageId,
  { most = CHUNK, isOver = () => false }: ChoreOptions = {},
): Promise<boolean> {
  for (;;) {
    const isDone = await transaction(ctx, async (tx) => {
      const chore = await holdChore(tx, messageId);
      if (chore) await doChunk(tx, messageId, { ...chore, limit: most });
      return !chore;
    });
    if (isDone) return false;
    if (isOver()) return true;
  }
}

async function doChunk(tx: Scope<Tx>, messageId: MessageId, chunk: Chore & { limit: number }): Promise<void> {
  const { kind } = chunk;
  if (chunk.cursor === FIRST_ID) await awaitWriters(tx, messageId);
  const cursor = kind === 'end' ? await endNext(tx, messageId, chunk) : await purgeNext(tx, messageId, chunk);
  if (kind === 'purge' && cursor === null) await deleteAll(tx, messageId);
  else await moveChore(tx, messageId, { kind, cursor });
}

const AT_ONCE = 1_000;

/** Deletes a message with all its deliveries: at once where they are few. Its links stay. @returns whether it is gone already */
export async function purgeMessage(tx: Scope<Tx>, messageId: MessageId): Promise<boolean> {
  const { db, workspaceId } = tx;
  await purgeNext(tx, messageId, { cursor: FIRST_ID, limit: AT_ONCE });
  const isEmpty = (await db.prisma.delivery.findFirst({ where: { workspaceId, messageId }, select: { id: true } })) === null;
  if (isEmpty) await deleteAll(tx, messageId);
  else await addChore(tx, messageId, 'purge');
  return isEmpty;
}

async function deleteAll(tx: Scope<Tx>, messageId: MessageId): Promise<void> {
  await deleteMessage(tx, messageId);
  // A blast has the id of its message.
  await deleteCounts(tx, messageId);
  await deleteAnonymous(tx, messageId);
  await deleteDeliveryCounts(tx, messageId);
}
