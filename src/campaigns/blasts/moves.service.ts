import type { Blast } from '../../../generated/prisma/client.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';
import { addChore } from '../deliveries/chores.repo.ts';
import { purgeMessage } from '../deliveries/chores.service.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import { hasSent } from '../deliveries/deliveries.repo.ts';
import { lockDispatch, setState } from '../deliveries/dispatches.repo.ts';
import { giveBackUnsent } from '../free-plan.ts';
import { deleteLinks, deleteMessage } from '../messages/messages.repo.ts';
import { recordBlast } from './blast-events.ts';
import { changeBlast } from './blasts.repo.ts';
import { holdBlast, invalidState } from './blasts.service.ts';
import { deletePreparation, holdPreparation } from './preparation.repo.ts';

/*
 * How a blast leaves its way: for a while, or for good. Each holds it first, so that of two who move it, and of a client and the time
 * at which it is due, one comes first and the other sees what has become of it.
 */

type Move = (tx: Ctx<Tx>, blast: Blast) => Promise<Blast>;

/** Each @throws DomainError `not_found`, `campaign_invalid_state` */
const moving =
  (from: string[], move: Move) =>
  (ctx: Ctx, blastId: string): Promise<Blast> =>
    transaction(ctx, async (tx) => {
      const blast = await holdBlast(tx, blastId);
      if (!from.includes(blast.status)) throw invalidState(blast);
      return move(tx, blast);
    });

const UNRELEASED = {
  status: 'draft',
  scheduledAt: null,
  sendMode: null,
  operational: false,
  approvedAt: null,
  approvedEmailVersion: null,
  preparedAt: null,
  audienceTruncated: false,
  reservedRecipients: null,
  reservedOn: null,
  error: null,
};

/** Makes a scheduled blast a draft, as if it had never been released. */
export const unschedule = moving(['scheduled'], async (tx, { id }) => {
  await deleteMessage(tx, id);
  return changeBlast(tx, id, UNRELEASED);
});

/**
 * Makes a failed blast of which nothing went out a draft, likewise. Its deliveries go with its message, in the background where they are
 * many: until then it cannot be released.
 */
export const reopen = moving(['failed'], async (tx, { workspaceId, id }) => {
  const message = { workspaceId, messageId: id };
  await holdPreparation(tx, id);
  if ((await lockDispatch(tx.db, message)) && (await hasSent(tx.db, message)))
    throw new DomainError('campaign_invalid_state', 'Messages of this blast went out, or may have: resume it, or make a copy.');
  await giveBackUnsent(tx, id);
  await deletePreparation(tx, id);
  await deleteLinks(tx, id);
  await purgeMessage(tx.db, message);
  return changeBlast(tx, id, UNRELEASED);
});

/** Stops what is not yet claimed, until somebody resumes it. */
export const pause = moving(['sending'], async (tx, { workspaceId, id }) => {
  const message = { workspaceId, messageId: id };
  if (await lockDispatch(tx.db, message)) await setState(tx.db, message, 'paused', tx.now);
  await giveBackUnsent(tx, id);
  return changeBlast(tx, id, { status: 'paused' });
});

/** Stops what is not yet claimed, for good. */
export const cancel = moving(['scheduled', 'sending', 'paused'], async (tx, blast) => {
  await endSending(tx, blast);
  const cancelled = await changeBlast(tx, blast.id, { status: 'cancelled', cancelledAt: tx.now });
  await recordBlast(tx, 'blast.cancelled', cancelled);
  return cancelled;
});

/** Puts away what is not on its way. */
export const archive = moving(['draft', 'scheduled', 'sent', 'failed', 'cancelled', 'archived'], async (tx, blast) => {
  if (blast.status === 'archived') return blast;
  await endSending(tx, blast);
  return changeBlast(tx, blast.id, { status: 'archived' });
});

async function endSending(tx: Ctx<Tx>, { workspaceId, id, status, preparedAt }: Blast): Promise<void> {
  const message = { workspaceId, messageId: id };
  const dispatch = await lockDispatch(tx.db, message);
  if (dispatch && dispatch.state !== 'ended') await cancelDeliveries(tx.db, message, tx.now);
  // Of an audience that is not all written, a part may be on its way into the table.
  if (!dispatch && !preparedAt && ['sending', 'paused', 'failed'].includes(status)) await addChore(tx.db, message, 'end');
  await giveBackUnsent(tx, id);
}
