import type { Blast } from '../../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';
import { addChore } from '../deliveries/chores.repo.ts';
import { purgeMessage } from '../deliveries/chores.service.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import { hasSent } from '../deliveries/deliveries.repo.ts';
import { lockDispatch, setState } from '../deliveries/dispatches.repo.ts';
import { deleteLinks, deleteMessage } from '../messages/messages.repo.ts';
import { changeBlast } from './blasts.repo.ts';
import { holdBlast, invalidState } from './blasts.service.ts';
import { giveBackUnsent } from './free-plan.ts';
import { deletePreparation, holdPreparation } from './preparation.repo.ts';

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
      const blast = await holdBlast({ db: tx, workspaceId }, blastId);
      if (!from.includes(blast.status)) throw invalidState(blast);
      return move(tx, blast, now);
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
export const unschedule = moving(['scheduled'], async (tx, { workspaceId, id }, now) => {
  await deleteMessage({ db: tx, workspaceId }, id);
  return changeBlast({ db: tx, workspaceId, now }, id, UNRELEASED);
});

/**
 * Makes a failed blast of which nothing went out a draft, likewise. Its deliveries go with its message, in the background where they are
 * many: until then it cannot be released.
 */
export const reopen = moving(['failed'], async (tx, { workspaceId, id }, now) => {
  const message = { workspaceId, messageId: id };
  await holdPreparation({ db: tx, workspaceId }, id);
  if ((await lockDispatch(tx, message)) && (await hasSent(tx, message)))
    throw new DomainError('campaign_invalid_state', 'Messages of this blast went out, or may have: resume it, or make a copy.');
  await giveBackUnsent({ db: tx, workspaceId }, id);
  await deletePreparation({ db: tx, workspaceId }, id);
  await deleteLinks({ db: tx, workspaceId }, id);
  await purgeMessage(tx, message);
  return changeBlast({ db: tx, workspaceId, now }, id, UNRELEASED);
});

/** Stops what is not yet claimed, until somebody resumes it. */
export const pause = moving(['sending'], async (tx, { workspaceId, id }, now) => {
  const message = { workspaceId, messageId: id };
  if (await lockDispatch(tx, message)) await setState(tx, message, 'paused', now);
  await giveBackUnsent({ db: tx, workspaceId }, id);
  return changeBlast({ db: tx, workspaceId, now }, id, { status: 'paused' });
});

/** Stops what is not yet claimed, for good. */
export const cancel = moving(['scheduled', 'sending', 'paused'], async (tx, blast, now) => {
  await endSending(tx, blast, now);
  return changeBlast({ db: tx, workspaceId: blast.workspaceId, now }, blast.id, { status: 'cancelled', cancelledAt: now });
});

/** Puts away what is not on its way. */
export const archive = moving(['draft', 'scheduled', 'sent', 'failed', 'cancelled', 'archived'], async (tx, blast, now) => {
  if (blast.status === 'archived') return blast;
  await endSending(tx, blast, now);
  return changeBlast({ db: tx, workspaceId: blast.workspaceId, now }, blast.id, { status: 'archived' });
});

async function endSending(tx: Db, { workspaceId, id, status, preparedAt }: Blast, now: Date): Promise<void> {
  const message = { workspaceId, messageId: id };
  const dispatch = await lockDispatch(tx, message);
  if (dispatch && dispatch.state !== 'ended') await cancelDeliveries(tx, message, now);
  // Of an audience that is not all written, a part may be on its way into the table.
  if (!dispatch && !preparedAt && ['sending', 'paused', 'failed'].includes(status)) await addChore(tx, message, 'end');
  await giveBackUnsent({ db: tx, workspaceId }, id);
}
