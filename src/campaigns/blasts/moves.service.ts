import type { Blast } from '../../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { addChore } from '../deliveries/chores.repo.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import { lockDispatch, setState } from '../deliveries/dispatches.repo.ts';
import { deleteMessage } from '../messages/messages.repo.ts';
import { changeBlast } from './blasts.repo.ts';
import { holdBlast, invalidState } from './blasts.service.ts';
import { giveBackUnsent } from './free-plan.ts';

/*
 * How a blast leaves its way: for a while, or for good. Each holds it first, so that of two who move it, and of a client and the time
 * at which it is due, one comes first and the other sees what has become of it.
 */

type Move = (tx: Db, blast: Blast, now: Date) => Promise<Blast>;

/** Each @throws DomainError `not_found`, `campaign_invalid_state` */
const moving =
  (from: string[], move: Move) =>
  (db: Db, workspaceId: string, blastId: string, now: Date): Promise<Blast> =>
    db.transaction(async (tx) => {
      const blast = await holdBlast(tx, workspaceId, blastId);
      if (!from.includes(blast.status)) throw invalidState(blast);
      return move(tx, blast, now);
    });

/** Makes a scheduled blast a draft, as if it had never been released. */
export const unschedule = moving(['scheduled'], async (tx, { workspaceId, id }, now) => {
  await deleteMessage(tx, workspaceId, id);
  const unreleased = { scheduledAt: null, sendMode: null, operational: false, approvedAt: null, approvedEmailVersion: null };
  return changeBlast(tx, workspaceId, id, { status: 'draft', ...unreleased }, now);
});

/** Stops what is not yet claimed, until somebody resumes it. */
export const pause = moving(['sending'], async (tx, { workspaceId, id }, now) => {
  const message = { workspaceId, messageId: id };
  if (await lockDispatch(tx, message)) await setState(tx, message, 'paused', now);
  await giveBackUnsent(tx, workspaceId, id);
  return changeBlast(tx, workspaceId, id, { status: 'paused' }, now);
});

/** Stops what is not yet claimed, for good. */
export const cancel = moving(['scheduled', 'sending', 'paused'], async (tx, blast, now) => {
  await endSending(tx, blast, now);
  return changeBlast(tx, blast.workspaceId, blast.id, { status: 'cancelled', cancelledAt: now }, now);
});

/** Puts away what is not on its way. */
export const archive = moving(['draft', 'scheduled', 'sent', 'failed', 'cancelled', 'archived'], async (tx, blast, now) => {
  if (blast.status === 'archived') return blast;
  await endSending(tx, blast, now);
  return changeBlast(tx, blast.workspaceId, blast.id, { status: 'archived' }, now);
});

async function endSending(tx: Db, { workspaceId, id, status, preparedAt }: Blast, now: Date): Promise<void> {
  const message = { workspaceId, messageId: id };
  const dispatch = await lockDispatch(tx, message);
  if (dispatch && dispatch.state !== 'ended') await cancelDeliveries(tx, message, now);
  // Of an audience that is not all written, a part may be on its way into the table.
  if (!dispatch && !preparedAt && ['sending', 'paused', 'failed'].includes(status)) await addChore(tx, message, 'end');
  await giveBackUnsent(tx, workspaceId, id);
}
