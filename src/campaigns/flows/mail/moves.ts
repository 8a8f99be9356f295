import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import { cancelDeliveries } from '../../deliveries/claims.repo.ts';
import { setState } from '../../deliveries/dispatches.repo.ts';

/*
 * What becomes of a flow's mail that no run has in hand when the flow is moved: in the transaction that moves it, with its run held for
 * update, so that nothing is added meanwhile. What is in hand goes out.
 */

/** Holds the sending of those of the flow's messages that are in a state. */
const lockMail = ({ db, workspaceId }: Scope<Tx>, flowId: string, states: ('open' | 'paused')[]): Promise<{ messageId: string }[]> =>
  db.query(sql`
    SELECT d.message_id AS "messageId" FROM flow_messages f
    JOIN dispatches d ON d.workspace_id = f.workspace_id AND d.message_id = f.message_id
    WHERE f.workspace_id = ${workspaceId}::uuid AND f.flow_id = ${flowId}::uuid AND d.state = ANY(${states}::text[])
    ORDER BY d.message_id FOR UPDATE OF d`);

/** It rests. */
export async function pauseMail(tx: Ctx<Tx>, flowId: string): Promise<void> {
  for (const { messageId } of await lockMail(tx, flowId, ['open']))
    await setState(tx.db, { workspaceId: tx.workspaceId, messageId }, 'paused', tx.now);
}

/** It goes on. */
export async function resumeMail(tx: Ctx<Tx>, flowId: string): Promise<void> {
  for (const { messageId } of await lockMail(tx, flowId, ['paused']))
    await setState(tx.db, { workspaceId: tx.workspaceId, messageId }, 'open', tx.now);
}

/** It is called off. */
export async function cancelMail(tx: Ctx<Tx>, flowId: string): Promise<void> {
  for (const { messageId } of await lockMail(tx, flowId, ['open', 'paused']))
    await cancelDeliveries(tx.db, { workspaceId: tx.workspaceId, messageId }, tx.now);
}
