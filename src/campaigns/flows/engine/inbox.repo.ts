import { type Ctx, type Db, raw, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { ContactId, FlowId } from '../../../platform/ids.ts';
import type { Candidate } from './entry.ts';
import { type Position, positionColumns } from './moves.repo.ts';

/*
 * Messages to a flow from outside its turns. A sender adds a row in its own transaction and waits for no lock; the flow's turn, which holds
 * the run, takes it.
 */

const taken = ({ workspaceId }: Scope, flowId: FlowId, { kind, limit }: { kind: 'entry' | 'look' | 'gone'; limit: number }) => sql`
  DELETE FROM flow_inbox i
  WHERE i.workspace_id = ${workspaceId}::uuid AND i.flow_id = ${flowId}::uuid AND i.kind = ${raw(`'${kind}'`)} AND i.id = ANY(ARRAY(
    SELECT id FROM flow_inbox
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND kind = ${raw(`'${kind}'`)} ORDER BY id LIMIT ${limit}::int))`;

/** Each contact once, in the order of events. */
export async function takeEntries(tx: Scope<Tx>, flowId: FlowId, limit: number): Promise<Candidate[]> {
  const rows = await tx.db.query<Candidate & { id: string }>(sql`
    ${taken(tx, flowId, { kind: 'entry', limit })}
    RETURNING i.id::text, i.contact_id::text AS "contactId", i.entered_via AS via, i.at, i.context AS "entryContext", i.test AS "isTest"`);
  const candidates = new Map<string, Candidate>();
  for (const { id: _id, ...candidate } of rows.sort((one, other) => Number(BigInt(one.id) - BigInt(other.id))))
    if (!candidates.has(candidate.contactId)) candidates.set(candidate.contactId, candidate);
  return [...candidates.values()];
}

export async function takeLooks(tx: Ctx<Tx>, flowId: FlowId, limit: number): Promise<void> {
  await tx.db.query(sql`
    WITH waiting AS (
      ${taken(tx, flowId, { kind: 'look', limit })}
      RETURNING i.contact_id
    )
    UPDATE flow_positions p SET due_at = ${tx.now}::timestamptz
    FROM (SELECT DISTINCT contact_id FROM waiting) AS t
    WHERE p.workspace_id = ${tx.workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = t.contact_id`);
}

export async function lookAt({ db, workspaceId, now }: Ctx<Tx>, flowId: FlowId, contactIds: ContactId[]): Promise<void> {
  await db.query(sql`
    UPDATE flow_positions p SET due_at = ${now}::timestamptz
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = ANY(${contactIds}::uuid[])`);
}

/** Keeps the names of deleted contacts in their memberships. @returns where they are in the flow, held */
export function takeGone(tx: Scope<Tx>, flowId: FlowId, limit: number): Promise<Position[]> {
  const { db, workspaceId } = tx;
  return db.query<Position>(sql`
    WITH waiting AS (
      ${taken(tx, flowId, { kind: 'gone', limit })}
      RETURNING i.contact_id, i.display_name, i.email
    ), named AS (
      UPDATE flow_memberships m SET display_name = t.display_name, email = t.email
      FROM waiting t WHERE m.workspace_id = ${workspaceId}::uuid AND m.flow_id = ${flowId}::uuid AND m.contact_id = t.contact_id
    )
    SELECT ${positionColumns} FROM flow_positions p
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id IN (SELECT contact_id FROM waiting)
    FOR UPDATE OF p`);
}

/** Frozen flows wake for their members only: entries wait. */
export async function wakeForInbox(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    WITH RECURSIVE waiting AS (
      (SELECT workspace_id, flow_id, kind FROM flow_inbox ORDER BY workspace_id, flow_id, kind LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting CROSS JOIN LATERAL (
        SELECT i.workspace_id, i.flow_id, i.kind FROM flow_inbox i
        WHERE (i.workspace_id, i.flow_id, i.kind) > (waiting.workspace_id, waiting.flow_id, waiting.kind)
        ORDER BY i.workspace_id, i.flow_id, i.kind LIMIT 1
      ) AS next
    ), asleep AS (
      -- Whoever holds it sees to what is there when its turn ends.
      SELECT r.workspace_id, r.flow_id FROM flow_runs r JOIN waiting USING (workspace_id, flow_id)
      WHERE r.wake_at > ${now}::timestamptz AND (waiting.kind <> 'entry' OR r.state <> 'frozen')
      FOR NO KEY UPDATE OF r SKIP LOCKED
    )
    UPDATE flow_runs r SET wake_at = ${now}::timestamptz
    FROM asleep a WHERE r.workspace_id = a.workspace_id AND r.flow_id = a.flow_id`);
}

/** Once a flow is over, entries and looks do not matter. */
export async function clearInbox({ db, workspaceId }: Scope<Tx>, flowId: FlowId): Promise<void> {
  await db.query(sql`
    DELETE FROM flow_inbox WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND kind IN ('entry', 'look')`);
}
