import { type Scope, sql, type Tx } from '../../platform/db.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import type { Origin } from '../deliveries/origin.ts';
import { giveBack } from '../free-plan.ts';
import { noteError, takeUnsent } from './tests.repo.ts';

async function giveBackUnsent(tx: Scope<Tx>, testId: string): Promise<void> {
  const unsent = await takeUnsent(tx, testId);
  if (unsent) await giveBack(tx, unsent.day, unsent.emails);
}

/** A test of an email as the run that sends sees it. Nobody takes one up again: what has failed is over. */
export const testOrigin: Origin = {
  name: 'test',
  stillWanted: sql`TRUE`,
  hold: async () => {},
  stopped: (tx, { workspaceId, messageId }) => giveBackUnsent({ db: tx, workspaceId }, messageId),
  ended: (tx, { workspaceId, messageId }) => giveBackUnsent({ db: tx, workspaceId }, messageId),
  async failed(tx, message, reason, now) {
    await cancelDeliveries(tx, message, now);
    await noteError({ db: tx, workspaceId: message.workspaceId }, message.messageId, reason);
    await giveBackUnsent({ db: tx, workspaceId: message.workspaceId }, message.messageId);
  },
};
