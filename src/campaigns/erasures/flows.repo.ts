import { type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ErasedChunk, ErasedPerson } from '../../shared/erased-person.ts';

/** The notes of a deletion for the turns of flows, without the person's name and address. In the transaction of the deletion. */
export async function redactGone({ db, workspaceId }: Scope<Tx>, contactId: string): Promise<void> {
  await db.query(sql`
    UPDATE flow_inbox i SET display_name = NULL, email = NULL
    WHERE i.workspace_id = ${workspaceId}::uuid AND i.kind = 'gone' AND i.contact_id = ${contactId}::uuid
      AND i.flow_id IN (SELECT flow_id FROM flow_memberships WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid)`);
}

/**
 * Empties memberships and their histories. A webhook that is under way ends without effect: its answer may repeat what it got.
 * The rows of the inbox and of segments are few; they are found without the person's index.
 */
export async function eraseMemberships({ db, workspaceId }: Scope<Tx>, person: ErasedPerson): Promise<ErasedChunk> {
  const ids = person.contactIds;
  const [erased] = await db.query<{ count: number }>(sql`
    WITH member AS MATERIALIZED (
      SELECT id FROM flow_memberships WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[])
    ), emptied AS (
      UPDATE flow_memberships m SET display_name = NULL, email = NULL, dynamic_context = NULL, entry_context = NULL FROM member
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = member.id
        AND num_nonnulls(m.display_name, m.email, m.dynamic_context, m.entry_context) > 0
      RETURNING m.id
    ), visited AS (
      UPDATE flow_visits v SET details = v.details - 'response' - 'error' - 'published_url' FROM member
      WHERE v.workspace_id = ${workspaceId}::uuid AND v.member_id = member.id AND v.details ?| ARRAY['response', 'error', 'published_url']
      RETURNING v.member_id
    ), webhooks AS (
      DELETE FROM flow_webhooks w USING member WHERE w.workspace_id = ${workspaceId}::uuid AND w.member_id = member.id
    ), dates AS (
      DELETE FROM flow_dates d USING flows f
      WHERE f.workspace_id = ${workspaceId}::uuid AND d.workspace_id = f.workspace_id AND d.flow_id = f.id AND d.contact_id = ANY(${ids}::uuid[])
    ), inbox AS (
      DELETE FROM flow_inbox i USING flows f
      WHERE f.workspace_id = ${workspaceId}::uuid AND i.workspace_id = f.workspace_id AND i.flow_id = f.id
        AND i.contact_id = ANY(${ids}::uuid[]) AND i.kind IN ('entry', 'look')
    ), segments AS (
      DELETE FROM flow_segment_members s USING flow_segments g
      WHERE g.workspace_id = ${workspaceId}::uuid AND s.workspace_id = g.workspace_id AND s.list_id = g.list_id AND s.contact_id = ANY(${ids}::uuid[])
    )
    SELECT count(*)::int AS count FROM (SELECT id FROM emptied UNION SELECT member_id FROM visited) AS touched`);
  return { counts: { flow_memberships: erased?.count ?? 0 }, cursor: null };
}

/** Pages that steps of flows have made for the person, by the work on them and by the histories of memberships. */
export async function tentsOf({ db, workspaceId }: Scope<Tx>, person: ErasedPerson): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    WITH member AS MATERIALIZED (
      SELECT id FROM flow_memberships WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${person.contactIds}::uuid[])
    )
    SELECT t.tent_id::text AS id FROM flow_tents t JOIN member ON member.id = t.member_id WHERE t.workspace_id = ${workspaceId}::uuid
    UNION
    SELECT v.details ->> 'tent_id' FROM flow_visits v JOIN member ON member.id = v.member_id
    WHERE v.workspace_id = ${workspaceId}::uuid AND v.details ? 'tent_id' AND v.details ->> 'tent_id' IS NOT NULL`);
  return rows.map(({ id }) => id);
}
