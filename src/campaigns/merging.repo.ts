import type { HeldFlows } from '../audience/contacts/merging.service.ts';
import { type Ctx, sql, type Tx } from '../platform/db.ts';
import type { ContactId, FlowId, WorkspaceId } from '../platform/ids.ts';
import { type Position, positionColumns } from './flows/engine/moves.repo.ts';

/** A few rows in most workspaces: turns take them within seconds. */
const inboxOf = (workspaceId: WorkspaceId, contactIds: ContactId[]) => sql`
  SELECT i.flow_id FROM flow_inbox i
  WHERE i.workspace_id = ${workspaceId}::uuid AND i.contact_id = ANY(${contactIds}::uuid[]) AND i.kind IN ('entry', 'look')`;

/**
 * Holds the runs of the flows that contacts are or were in or are about to enter, in the order of the flows, so that nothing moves there
 * and nobody enters. It waits for turns that are under way.
 */
export async function holdFlows({ db, workspaceId }: Ctx<Tx>, contactIds: ContactId[]): Promise<HeldFlows> {
  const runs = await db.query<{ flowId: FlowId }>(sql`
    SELECT r.flow_id::text AS "flowId" FROM flow_runs r
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.flow_id IN (
      SELECT m.flow_id FROM flow_memberships m WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ANY(${contactIds}::uuid[])
      UNION ${inboxOf(workspaceId, contactIds)}
    )
    ORDER BY r.flow_id FOR UPDATE`);
  return runs.map(({ flowId }) => flowId);
}

/** Whether the contacts are in no other flow, and about to enter no other. */
export async function areAll({ db, workspaceId }: Ctx<Tx>, held: HeldFlows, contactIds: ContactId[]): Promise<boolean> {
  const others = await db.query(sql`
    SELECT 1 AS other FROM flow_memberships m JOIN flow_runs r ON r.workspace_id = m.workspace_id AND r.flow_id = m.flow_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ANY(${contactIds}::uuid[]) AND m.flow_id <> ALL(${[...held]}::uuid[])
    UNION ALL
    SELECT 1 FROM (${inboxOf(workspaceId, contactIds)}) AS i JOIN flow_runs r ON r.workspace_id = ${workspaceId}::uuid AND r.flow_id = i.flow_id
    WHERE i.flow_id <> ALL(${[...held]}::uuid[])
    LIMIT 1`);
  return others.length === 0;
}

/** Holds the messages to contacts, and then their deliveries, each in their order: as those do that send. */
export async function holdMail({ db, workspaceId }: Ctx<Tx>, contactIds: ContactId[]): Promise<void> {
  await db.query(sql`
    SELECT 1 AS held FROM transactional_messages t
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = ANY(${contactIds}::uuid[])
    ORDER BY t.id FOR NO KEY UPDATE`);
  await db.query(sql`
    SELECT 1 AS held FROM deliveries d WHERE d.workspace_id = ${workspaceId}::uuid AND d.contact_id = ANY(${contactIds}::uuid[])
    ORDER BY d.id FOR NO KEY UPDATE`);
}

/** Where contacts are in a flow, who entered first first, held. */
export const positionsIn = ({ db, workspaceId }: Ctx<Tx>, flowId: FlowId, contactIds: ContactId[]): Promise<Position[]> =>
  db.query<Position>(sql`
    SELECT ${positionColumns} FROM flow_positions p
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = ANY(${contactIds}::uuid[])
    ORDER BY p.member_id FOR UPDATE`);

/** Makes a place in a flow a contact's who has none there. */
export async function givePosition({ db, workspaceId }: Ctx<Tx>, flowId: FlowId, { contactId }: Position, toId: string): Promise<void> {
  await db.query(sql`
    UPDATE flow_positions SET contact_id = ${toId}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND contact_id = ${contactId}::uuid`);
}

/** Makes what waits for contacts in the inboxes of held flows another's. A turn that takes it lets a contact in once. */
export async function giveInbox(
  { db, workspaceId }: Ctx<Tx>,
  held: HeldFlows,
  { toId, fromIds }: { toId: string; fromIds: string[] },
): Promise<void> {
  await db.query(sql`
    UPDATE flow_inbox SET contact_id = ${toId}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ANY(${[...held]}::uuid[]) AND contact_id = ANY(${fromIds}::uuid[])
      AND kind IN ('entry', 'look')`);
}

/** Makes the memberships of contacts another's, with what is under way for them, and the dates for which flows have let them in. */
export async function giveMemberships({ db, workspaceId }: Ctx<Tx>, toId: string, fromIds: string[]): Promise<void> {
  const members = await db.query<{ id: string }>(sql`
    WITH first AS (
      -- One membership of a flow that lets nobody in twice keeps others out.
      SELECT DISTINCT ON (flow_id) id FROM flow_memberships
      WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${[toId, ...fromIds]}::uuid[]) AND sole
      ORDER BY flow_id, contact_id <> ${toId}::uuid, id
    )
    UPDATE flow_memberships m SET contact_id = ${toId}::uuid, sole = m.sole AND m.id IN (SELECT id FROM first)
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ANY(${fromIds}::uuid[])
    RETURNING m.id::text`);
  const ids = members.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.query(sql`
    UPDATE flow_webhooks SET contact_id = ${toId}::uuid WHERE workspace_id = ${workspaceId}::uuid AND member_id = ANY(${ids}::uuid[])`);
  await db.query(sql`
    UPDATE flow_tents SET contact_id = ${toId}::uuid WHERE workspace_id = ${workspaceId}::uuid AND member_id = ANY(${ids}::uuid[])`);
  await db.query(sql`
    WITH theirs AS (
      DELETE FROM flow_dates d USING flows f
      WHERE f.workspace_id = ${workspaceId}::uuid AND d.workspace_id = f.workspace_id AND d.flow_id = f.id AND d.contact_id = ANY(${fromIds}::uuid[])
      RETURNING d.flow_id, d.position, d.date, d.fired_at
    )
    INSERT INTO flow_dates (workspace_id, flow_id, contact_id, position, date, fired_at)
    SELECT ${workspaceId}::uuid, flow_id, ${toId}::uuid, position, date, min(fired_at) FROM theirs GROUP BY flow_id, position, date
    ORDER BY flow_id, position
    ON CONFLICT DO NOTHING`);
}

/**
 * Makes the mail of contacts another's. A message goes to a contact once: where it has gone to several of them, one delivery follows, and
 * the others stay as those of contacts that are gone, so that what is not sent yet is not sent twice.
 */
export async function giveMail({ db, workspaceId }: Ctx<Tx>, toId: string, fromIds: string[]): Promise<void> {
  await db.query(sql`
    UPDATE transactional_messages SET contact_id = ${toId}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${fromIds}::uuid[])`);
  await db.query(sql`
    WITH first AS (
      SELECT DISTINCT ON (d.message_id) d.id FROM deliveries d
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.contact_id = ANY(${[toId, ...fromIds]}::uuid[]) AND d.member_id IS NULL
      ORDER BY d.message_id, d.contact_id <> ${toId}::uuid, d.sent_at, d.id
    )
    UPDATE deliveries d SET contact_id = ${toId}::uuid
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.contact_id = ANY(${fromIds}::uuid[])
      AND (d.member_id IS NOT NULL OR d.id IN (SELECT id FROM first))`);
}
