import { type Db, raw, type Sql, sql } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';

/* Mail that failed without a bad address, such as to a full mailbox. Five times in 30 days without an accepted message suppress it. */

const MOST = 5;
const WITHIN = sql`interval '30 days'`;

/**
 * CTEs of a statement that records outcomes: `worn_out (workspace_id, address, detail)` are the addresses to be suppressed. A server that
 * accepts mail may still return it, so an accepted message ends the count only when the next one to bounce is another one. Rows are held
 * in the order of addresses, after contacts and before suppressions.
 * @param outcomes a materialized CTE `(workspace_id, address, id, detail, at, is_accepted)`
 * @param workspaces of which there may be any
 */
export const countSoftBounces = (outcomes: string, workspaces: readonly WorkspaceId[]): Sql => sql`
  held_soft_bounces AS MATERIALIZED (
    SELECT s.workspace_id, s.address
    FROM soft_bounces s
    WHERE (s.workspace_id, s.address) IN (SELECT workspace_id, address FROM ${raw(outcomes)})
      -- Hardly any workspace has some: then nothing is looked up.
      AND EXISTS (SELECT FROM soft_bounces WHERE workspace_id = ANY(${workspaces}::uuid[]))
    ORDER BY s.workspace_id, s.address FOR UPDATE
  ), noted_accepted AS (
    UPDATE soft_bounces s SET accepted_id = o.id
    FROM held_soft_bounces c JOIN ${raw(outcomes)} o USING (workspace_id, address)
    WHERE s.workspace_id = c.workspace_id AND s.address = c.address AND o.is_accepted
      AND NOT EXISTS (SELECT FROM ${raw(outcomes)} other WHERE other.address = o.address AND other.workspace_id = o.workspace_id AND NOT other.is_accepted)
  ), soft_bounced AS (
    INSERT INTO soft_bounces AS s (workspace_id, address, bounced_at, last_bounced_at, bounced_id)
    SELECT DISTINCT ON (workspace_id, address) workspace_id, address, ARRAY[at], at, id
    FROM ${raw(outcomes)} WHERE NOT is_accepted AND (SELECT count(*) FROM held_soft_bounces) >= 0
    ORDER BY workspace_id, address
    ON CONFLICT (workspace_id, address) DO UPDATE
    SET bounced_at = CASE
          -- It was suppressed, and released since.
          WHEN cardinality(s.bounced_at) >= ${MOST}::int OR s.accepted_id <> excluded.bounced_id THEN excluded.bounced_at
          ELSE ARRAY(SELECT at FROM unnest(s.bounced_at) AS at WHERE at > excluded.last_bounced_at - ${WITHIN}) || excluded.bounced_at END,
        last_bounced_at = excluded.last_bounced_at, bounced_id = excluded.bounced_id, accepted_id = NULL
    RETURNING s.workspace_id, s.address, cardinality(s.bounced_at) AS count
  ), worn_out AS (
    SELECT DISTINCT ON (b.workspace_id, b.address) b.workspace_id, b.address,
      '${raw(String(MOST))} soft bounces in 30 days; the last one: ' || coalesce(o.detail, 'no reason given') AS detail
    FROM soft_bounced b JOIN ${raw(outcomes)} o USING (workspace_id, address)
    WHERE b.count >= ${MOST}::int AND NOT o.is_accepted
    ORDER BY b.workspace_id, b.address
  )`;

export async function forgetSoftBounces(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    DELETE FROM soft_bounces WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM soft_bounces WHERE last_bounced_at <= ${now}::timestamptz - ${WITHIN} LIMIT 10000))`);
}
