import type { Blast } from '../../../generated/prisma/client.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { BlastId } from '../../platform/ids.ts';
import { DomainError } from '../../shared/errors.ts';
import { addChore } from '../deliveries/chores.repo.ts';
import { purgeMessage } from '../deliveries/chores.work.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import { deleteDeliveryCounts } from '../deliveries/counts.repo.ts';
import { hasSent } from '../deliveries/deliveries.repo.ts';
import { lockDispatch, setState } from '../deliveries/dispatches.repo.ts';
import { giveBackUnsent } from '../free-plan.ts';
import { deleteLinks, deleteMessage } from '../messages/messages.repo.ts';
import { recordBlast, recordPausedBlast } from './blast-events.ts';
import { changeBlast } from './blasts.repo.ts';
import { holdBlast, invalidState } from './blasts.service.ts';
import { deletePreparation, holdPreparation } from './preparation.repo.ts';

/*
 * How a blast is stopped, for a while or for good. Each move locks the blast first, so that it cannot interleave with another move or with
 * the scheduler.
 */

type Move = (tx: Ctx<Tx>, blast: Blast) => Promise<Blast>;

/** @throws not_found, campaign_invalid_state */
const moving =
  (from: string[], move: Move) =>
  (ctx: Ctx, blastId: BlastId): Promise<Blast> =>
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
  pausedReason: null,
};

export const unschedule = moving(['scheduled'], async (tx, { id }) => {
  await deleteMessage(tx, id);
  return changeBlast(tx, id, UNRELEASED);
});

/** Deliveries go with the message, in the background where they are many: until then the blast cannot be released. */
export const reopen = moving(['failed'], async (tx, { id }) => {
  await holdPreparation(tx, id);
  if ((await lockDispatch(tx, id)) && (await hasSent(tx, id)))
    throw new DomainError('campaign_invalid_state', 'Messages of this blast went out, or may have: resume it, or make a copy.');
  await giveBackUnsent(tx, id);
  await deletePreparation(tx, id);
  await deleteDeliveryCounts(tx, id);
  await deleteLinks(tx, id);
  await purgeMessage(tx, id);
  return changeBlast(tx, id, UNRELEASED);
});

/** Stops what is not yet claimed, until a client resumes it. */
export const pause = moving(['sending'], async (tx, { id }) => {
  if (await lockDispatch(tx, id)) await setState(tx, id, 'paused');
  await giveBackUnsent(tx, id);
  const paused = await changeBlast(tx, id, { status: 'paused' });
  await recordPausedBlast(tx, paused);
  return paused;
});

/** Stops what is not yet claimed, for good. */
export const cancel = moving(['scheduled', 'sending', 'paused'], async (tx, blast) => {
  await endSending(tx, blast);
  const cancelled = await changeBlast(tx, blast.id, { status: 'cancelled', cancelledAt: tx.now });
  await recordBlast(tx, 'blast.cancelled', cancelled);
  return cancelled;
});

export const archive = moving(['draft', 'scheduled', 'sent', 'failed', 'cancelled', 'archived'], async (tx, blast) => {
  if (blast.status === 'archived') return blast;
  await endSending(tx, blast);
  return changeBlast(tx, blast.id, { status: 'archived' });
});

async function endSending(tx: Ctx<Tx>, { id, status, preparedAt }: Blast): Promise<void> {
  const dispatch = await lockDispatch(tx, id);
  if (dispatch && dispatch.state !== 'ended') await cancelDeliveries(tx, id);
  // While an audience is being written, a part may be on its way into the table.
  if (!dispatch && !preparedAt && ['sending', 'paused', 'failed'].includes(status)) await addChore(tx, id, 'end');
  await giveBackUnsent(tx, id);
}
