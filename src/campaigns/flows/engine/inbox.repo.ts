import { type Db, sql, type Tx } from '../../../platform/db.ts';
import type { Candidate } from './entry.ts';
import type { Position } from './moves.repo.ts';
import { positionColumns } from './positions.repo.ts';
import type { FlowRef } from './runs.ts';

/*
 * What is told to flows from outside of their turns. Whoever tells adds a row in the transaction of what it is about, and waits for
 * nobody; the flow's turn, which holds the run, takes it.
 */

/** Contacts that triggers want to let in, each once, in the order in which it happened. */
export async function takeEntries(tx: Tx, { workspaceId, flowId }: FlowRef, limit: number): Promise<Candidate[]> {
  const rows = await tx.query<{ id: string; contactId: string; via: string; at: Date }>(sql`
    DELETE FROM flow_inbox i
    WHERE i.workspace_id = ${workspaceId}::uuid AND i.flow_id = ${flowId}::uuid AND i.kind = 'entry' AND i.id = ANY(ARRAY(
      SELECT id FROM flow_inbox
      WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND kind = 'entry' ORDER BY id LIMIT ${limit}::int))
    RETURNING i.id::text, i.contact_id::text AS "contactId", i.entered_via AS via, i.at`);
  const candidates = new Map<string, Candidate>();
  for (const { contactId, via, at } of rows.sort((one, other) => Number(BigInt(one.id) - BigInt(other.id))))
    if (!candidates.has(contactId)) candidates.set(contactId, { contactId, via, at });
  return [...candidates.values()];
}

/** Has members looked at of whom something was told. */
export async function takeLooks(tx: Tx, { workspaceId, flowId }: FlowRef, limit: number, now: Date): Promise<void> {
  await tx.query(sql`
    WITH told AS (
      DELETE FROM flow_inbox i
      WHERE i.workspace_id = ${workspaceId}::uuid AND i.flow_id = ${flowId}::uuid AND i.kind = 'look' AND i.id = ANY(ARRAY(
        SELECT id FROM flow_inbox
        WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND kind = 'look' ORDER BY id LIMIT ${limit}::int))
      RETURNING i.contact_id
    )
    UPDATE flow_positions p SET due_at = ${now}::timestamptz
    FROM (SELECT DISTINCT contact_id FROM told) AS t
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = t.contact_id`);
}

/** Has the members looked at of contacts. */
export async function lookAt(tx: Tx, { workspaceId, flowId }: FlowRef, contactIds: string[], now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE flow_positions p SET due_at = ${now}::timestamptz
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = ANY(${contactIds}::uuid[])`);
}

/** Keeps the names of contacts that are deleted in all their memberships, and returns where those are who are still under way, held. */
export function takeGone(tx: Tx, { workspaceId, flowId }: FlowRef, limit: number): Promise<Position[]> {
  return tx.query<Position>(sql`
    WITH told AS (
      DELETE FROM flow_inbox i
      WHERE i.workspace_id = ${workspaceId}::uuid AND i.flow_id = ${flowId}::uuid AND i.kind = 'gone' AND i.id = ANY(ARRAY(
        SELECT id FROM flow_inbox
        WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND kind = 'gone' ORDER BY id LIMIT ${limit}::int))
      RETURNING i.contact_id, i.display_name, i.email
    ), named AS (
      UPDATE flow_memberships m SET display_name = t.display_name, email = t.email
      FROM told t WHERE m.workspace_id = ${workspaceId}::uuid AND m.flow_id = ${flowId}::uuid AND m.contact_id = t.contact_id
    )
    SELECT ${positionColumns} FROM flow_positions p
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id IN (SELECT contact_id FROM told)
    FOR UPDATE OF p`);
}

/** Wakes the flows that something was told of. Those frozen hear of their members only: whoever wants to enter waits. */
export async function wakeTold(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    WITH RECURSIVE told AS (
      (SELECT workspace_id, flow_id, kind FROM flow_inbox ORDER BY workspace_id, flow_id, kind LIMIT 1)
      UNION ALL
      SELECT next.* FROM told CROSS JOIN LATERAL (
        SELECT i.workspace_id, i.flow_id, i.kind FROM flow_inbox i
        WHERE (i.workspace_id, i.flow_id, i.kind) > (told.workspace_id, told.flow_id, told.kind)
        ORDER BY i.workspace_id, i.flow_id, i.kind LIMIT 1
      ) AS next
    ), asleep AS (
      -- Whoever holds it sees to what is there when its turn ends.
      SELECT r.workspace_id, r.flow_id FROM flow_runs r JOIN told USING (workspace_id, flow_id)
      WHERE r.wake_at > ${now}::timestamptz AND (told.kind <> 'entry' OR r.state <> 'frozen')
      FOR NO KEY UPDATE OF r SKIP LOCKED
    )
    UPDATE flow_runs r SET wake_at = ${now}::timestamptz
    FROM asleep a WHERE r.workspace_id = a.workspace_id AND r.flow_id = a.flow_id`);
}

/** What was told of a flow that is over does not matter any more. */
export async function forgetTold(tx: Tx, { workspaceId, flowId }: FlowRef): Promise<void> {
  await tx.query(sql`
    DELETE FROM flow_inbox WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND kind IN ('entry', 'look')`);
}
