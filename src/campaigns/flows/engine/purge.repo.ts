import { FIRST_ID } from '../../../platform/chunks.ts';
import { type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, MessageId } from '../../../platform/ids.ts';
import { purgeNext } from '../../deliveries/chores.repo.ts';
import { deleteCounts } from '../../series/series.repo.ts';

export async function purge(tx: Scope<Tx>, flowId: FlowId, limit: number): Promise<boolean> {
  const { db, workspaceId } = tx;
  const of = sql`workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid`;
  const [flow] = await db.query<{ status: string }>(sql`
    SELECT status FROM flows WHERE workspace_id = ${workspaceId}::uuid AND id = ${flowId}::uuid`);
  if (flow?.status !== 'deleted') return false;

  // Before the members: the links in their mail may need them.
  const [mailed] = await db.query<{ messageId: MessageId }>(sql`
    SELECT message_id::text AS "messageId" FROM flow_messages f
    WHERE ${of} AND EXISTS (SELECT FROM deliveries d WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = f.message_id) LIMIT 1`);
  if (mailed && (await purgeNext(tx, mailed.messageId, { cursor: FIRST_ID, limit }))) return true;

  const [members] = await db.query<{ count: number }>(sql`
    WITH away AS (
      DELETE FROM flow_memberships m WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ANY(ARRAY(
        SELECT id FROM flow_memberships WHERE ${of} ORDER BY id LIMIT ${limit}::int))
      RETURNING m.id
    ), visits AS (
      DELETE FROM flow_visits v USING away WHERE v.workspace_id = ${workspaceId}::uuid AND v.member_id = away.id
    )
    SELECT count(*)::int AS count FROM away`);
  if ((members?.count ?? 0) > 0) return true;

  await db.query(sql`
    DELETE FROM messages WHERE workspace_id = ${workspaceId}::uuid AND id IN (SELECT message_id FROM flow_messages WHERE ${of})`);
  await deleteCounts(tx, flowId);
  await db.query(sql`DELETE FROM flows WHERE workspace_id = ${workspaceId}::uuid AND id = ${flowId}::uuid`);
  return false;
}
