import { CHUNK, FIRST_ID } from '../../platform/chunks.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { deleteMessage } from '../messages/messages.repo.ts';
import { addChore, awaitWriters, type Chore, endNext, holdChore, moveChore, purgeNext } from './chores.repo.ts';
import type { MessageRef } from './dispatches.repo.ts';

/** So many are deleted by a request; the others in the background. */
const AT_ONCE = 1_000;

export interface ChoreOptions {
  /** Deliveries in a chunk. */
  most?: number;
  /** Asked after each chunk: whether to leave the rest to the next run. */
  isOver?: () => boolean;
}

/** Does what there is to do with the deliveries of a message, a chunk in each transaction. @returns whether something may be left */
export async function doChores(db: Db, message: MessageRef, { most = CHUNK, isOver = () => false }: ChoreOptions = {}): Promise<boolean> {
  for (;;) {
    const isDone = await db.transaction(async (tx) => {
      const chore = await holdChore(tx, message);
      if (!chore) return true;
      await doChunk(tx, chore, most);
      return false;
    });
    if (isDone) return false;
    if (isOver()) return true;
  }
}

async function doChunk(tx: Tx, chore: Chore, most: number): Promise<void> {
  if (chore.cursor === FIRST_ID) await awaitWriters(tx, chore);
  if (chore.kind === 'end') return moveChore(tx, chore, await endNext(tx, chore, most));
  const last = await purgeNext(tx, chore, most);
  if (last === null) await deleteMessage({ db: tx, workspaceId: chore.workspaceId }, chore.messageId);
  else await moveChore(tx, chore, last);
}

/**
 * Deletes a message with all its deliveries: at once where they are few, else in the background. Its links stay.
 * @returns whether it is gone already
 */
export async function purgeMessage(tx: Tx, message: MessageRef): Promise<boolean> {
  await purgeNext(tx, { ...message, cursor: FIRST_ID }, AT_ONCE);
  const isEmpty = (await tx.prisma.delivery.findFirst({ where: message, select: { id: true } })) === null;
  if (isEmpty) await deleteMessage({ db: tx, workspaceId: message.workspaceId }, message.messageId);
  else await addChore(tx, message, 'purge');
  return isEmpty;
}
