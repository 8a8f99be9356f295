import { type Clock } from '../../platform/clock.ts';
import { sql } from '../../platform/db.ts';
import { failDeliveries } from '../deliveries/claims.repo.ts';
import { setState } from '../deliveries/dispatches.repo.ts';
import type { Origin } from '../deliveries/origin.ts';
import { holdMessage } from './messages.repo.ts';
import { settleMessage } from './settle.ts';

/** A message to one person, and its copies, as the run that sends sees it. One that cannot go out has failed for good. */
export const transactionalOrigin = (clock: Clock): Origin => ({
  name: 'transactional',
  stillWanted: sql`TRUE`,
  async hold(tx, { workspaceId, messageId }) {
    await holdMessage({ db: tx, workspaceId }, messageId);
  },
  stopped: (tx, { workspaceId, messageId }) => settleMessage({ db: tx, workspaceId, now: clock.now() }, messageId),
  ended: (tx, { workspaceId, messageId }, now) => settleMessage({ db: tx, workspaceId, now }, messageId),
  async failed(tx, message, reason, now) {
    await failDeliveries(tx, message, reason);
    await setState(tx, message, 'ended', now);
    await settleMessage({ db: tx, workspaceId: message.workspaceId, now }, message.messageId);
  },
});
