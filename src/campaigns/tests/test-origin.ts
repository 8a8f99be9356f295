import { type Db, sql } from '../../platform/db.ts';
import { giveBack } from '../blasts/free-plan.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import type { Origin } from '../deliveries/origin.ts';
import { noteError, takeUnsent } from './tests.repo.ts';

async function giveBackUnsent(tx: Db, workspaceId: string, testId: string): Promise<void> {
  const unsent = await takeUnsent(tx, workspaceId, testId);
  if (unsent) await giveBack(tx, workspaceId, unsent.day, unsent.emails);
}

/** A test of an email as the run that sends sees it. Nobody takes one up again: what has failed is over. */
export const testOrigin: Origin = {
  name: 'test',
  stillWanted: sql`TRUE`,
  hold: async () => {},
  stopped: (tx, { workspaceId, messageId }) => giveBackUnsent(tx, workspaceId, messageId),
  ended: (tx, { workspaceId, messageId }) => giveBackUnsent(tx, workspaceId, messageId),
  async failed(tx, message, reason, now) {
    await cancelDeliveries(tx, message, now);
    await noteError(tx, message.workspaceId, message.messageId, reason);
    await giveBackUnsent(tx, message.workspaceId, message.messageId);
  },
};
