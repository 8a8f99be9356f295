import { FIRST_ID } from '../../platform/chunks.ts';
import { sql } from '../../platform/db.ts';
import { lowestId } from '../../platform/ids.ts';
import type { Retained } from '../../workspaces/retention.ts';

/**
 * The steps that members of flows have been at, once their passage is over. Memberships and the figures of the steps stay. Visits that links
 * in a member's mail may speak of stay as long as that mail's deliveries.
 */
export const keptVisits: Retained = {
  name: 'visit-retention',
  days: 'visit_days',
  async purge({ db, workspaceId }, { before, cursor, most }) {
    const [memberId = FIRST_ID, visit = '-1'] = cursor?.split(' ') ?? [];
    const [part] = await db.query<{ last: string | null }>(sql`
      WITH next AS MATERIALIZED (
        SELECT v.member_id, v.visit FROM flow_visits v
        WHERE v.workspace_id = ${workspaceId}::uuid AND (v.member_id, v.visit) > (${memberId}::uuid, ${visit}::int)
          AND v.member_id < ${lowestId(before.getTime())}::uuid
        ORDER BY v.member_id, v.visit LIMIT ${most}::int
      ), over AS MATERIALIZED (
        SELECT m.id FROM flow_memberships m
        WHERE m.workspace_id = ${workspaceId}::uuid AND m.id IN (SELECT member_id FROM next) AND m.ended_at < ${before}::timestamptz
          AND NOT EXISTS (
            SELECT FROM deliveries d JOIN message_links l ON l.workspace_id = d.workspace_id AND l.message_id = d.message_id
            WHERE d.workspace_id = m.workspace_id AND d.member_id = m.id AND position('{{' IN l.url) > 0)
      ), gone AS (
        DELETE FROM flow_visits v USING next n, over o
        WHERE v.workspace_id = ${workspaceId}::uuid AND v.member_id = n.member_id AND v.visit = n.visit AND o.id = v.member_id
      )
      SELECT CASE WHEN (SELECT count(*) FROM next) = ${most}::int
        THEN (SELECT member_id || ' ' || visit FROM next ORDER BY member_id DESC, visit DESC LIMIT 1) END AS last`);
    return part?.last ?? null;
  },
};
