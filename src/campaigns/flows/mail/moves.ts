import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, MessageId } from '../../../platform/ids.ts';
import { cancelDeliveries, failDeliveries } from '../../deliveries/claims.repo.ts';
import { setState, settle } from '../../deliveries/dispatches.repo.ts';
import type { Origin } from '../../deliveries/origin.ts';

/**
 * Mail is wanted while the member is still at its visit. The flow learns the end of each delivery, so the end of all of them means nothing:
 * more may come.
 */
export const flowOrigin: Origin = {
  name: 'flow',
  stillWanted: sql`EXISTS (
    SELECT FROM flow_positions p
    WHERE p.workspace_id = d.workspace_id AND p.contact_id = d.contact_id AND p.member_id = d.member_id AND p.visit = d.visit)`,
  hold: async () => {},
  stopped: async () => {},
  ended: async () => {},
  /** Waiting members go on without the mail. For later members it is tried anew. */
  async failed(tx, messageId, reason) {
    await failDeliveries(tx, messageId, reason);
    await setState(tx, messageId, (await settle(tx, messageId)) ? 'open' : 'ended');
  },
};

/*
 * The flow's unclaimed mail, in the transaction that moves the flow, with its run held for update, so that nothing is added meanwhile. Mail
 * in a claim goes out.
 */

async function lockMail({ db, workspaceId }: Scope<Tx>, flowId: FlowId, states: ('open' | 'paused')[]): Promise<string[]> {
  const held = await db.query<{ messageId: MessageId }>(sql`
    SELECT d.message_id AS "messageId" FROM flow_messages f
    JOIN dispatches d ON d.workspace_id = f.workspace_id AND d.message_id = f.message_id
    WHERE f.workspace_id = ${workspaceId}::uuid AND f.flow_id = ${flowId}::uuid AND d.state = ANY(${states}::text[])
    ORDER BY d.message_id FOR UPDATE OF d`);
  return held.map(({ messageId }) => messageId);
}

export async function pauseMail(tx: Ctx<Tx>, flowId: FlowId): Promise<void> {
  for (const messageId of await lockMail(tx, flowId, ['open'])) await setState(tx, messageId, 'paused');
}

export async function resumeMail(tx: Ctx<Tx>, flowId: FlowId): Promise<void> {
  for (const messageId of await lockMail(tx, flowId, ['paused'])) await setState(tx, messageId, 'open');
}

export async function cancelMail(tx: Ctx<Tx>, flowId: FlowId): Promise<void> {
  for (const messageId of await lockMail(tx, flowId, ['open', 'paused'])) await cancelDeliveries(tx, messageId);
}
