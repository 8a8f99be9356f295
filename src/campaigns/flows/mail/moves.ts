import { type Db, sql } from '../../../platform/db.ts';
import { cancelDeliveries } from '../../deliveries/claims.repo.ts';
import { setState } from '../../deliveries/dispatches.repo.ts';

/*
 * What becomes of a flow's mail that no run has in hand when the flow is moved: in the transaction that moves it, with its run held for
 * update, so that nothing is added meanwhile. What is in hand goes out.
 */

/** Holds the sending of those of the flow's messages that are in a state. */
const lockMail = (tx: Db, workspaceId: string, flowId: string, states: ('open' | 'paused')[]): Promise<{ messageId: string }[]> =>
  tx.query(sql`
    SELECT d.message_id AS "messageId" FROM flow_messages f
    JOIN dispatches d ON d.workspace_id = f.workspace_id AND d.message_id = f.message_id
    WHERE f.workspace_id = ${workspaceId}::uuid AND f.flow_id = ${flowId}::uuid AND d.state = ANY(${states}::text[])
    ORDER BY d.message_id FOR UPDATE OF d`);

/** It rests. */
export async function pauseMail(tx: Db, workspaceId: string, flowId: string, now: Date): Promise<void> {
  for (const { messageId } of await lockMail(tx, workspaceId, flowId, ['open']))
    await setState(tx, { workspaceId, messageId }, 'paused', now);
}

/** It goes on. */
export async function resumeMail(tx: Db, workspaceId: string, flowId: string, now: Date): Promise<void> {
  for (const { messageId } of await lockMail(tx, workspaceId, flowId, ['paused']))
    await setState(tx, { workspaceId, messageId }, 'open', now);
}

/** It is called off. */
export async function cancelMail(tx: Db, workspaceId: string, flowId: string, now: Date): Promise<void> {
  for (const { messageId } of await lockMail(tx, workspaceId, flowId, ['open', 'paused']))
    await cancelDeliveries(tx, { workspaceId, messageId }, now);
}
