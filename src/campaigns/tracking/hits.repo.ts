import { insertEntries } from '../../audience/activities/activities.repo.ts';
import { type Db, raw, sql } from '../../platform/db.ts';
import { toUlid } from '../../platform/ids.ts';
import type { DeliveryRef } from './tokens.ts';

/** An open, or a click on the link at a position. */
export interface Hit extends DeliveryRef {
  at: Date;
  /** Null for an open. */
  position: number | null;
  url: string | null;
}

/**
 * Writes hits of any number of workspaces in one statement: the first open and the first click of each delivery, and an entry in the
 * contact's timeline for these and for each further link. What is known already changes nothing and holds nothing. Deliveries are
 * held in their order, then moments of contacts in theirs; of a contact who is deleted by now there is only the delivery.
 *
 * What others hold is passed over, unless it is to be waited for: one row that is held for long must not keep all other hits waiting.
 * Entries of one contact follow one another, each after what the timeline has already.
 * @returns the places of the hits that were passed over
 */
export async function writeHits(db: Db, hits: readonly Hit[], { waits }: { waits: boolean }): Promise<number[]> {
  const others = raw(waits ? '' : 'SKIP LOCKED');
  const rows = await db.query<{ place: number }>(sql`
    WITH hit AS MATERIALIZED (
      SELECT * FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ deliveryId }) => toUlid(deliveryId))}::text[], ${hits.map(({ at }) => at)}::timestamptz[],
        ${hits.map(({ position }) => position)}::int[], ${hits.map(({ url }) => url)}::text[])
        WITH ORDINALITY AS hit (workspace_id, id, shown_id, at, position, url, place)
    ), news AS MATERIALIZED (
      SELECT hit.* FROM hit
      JOIN deliveries d ON d.workspace_id = hit.workspace_id AND d.id = hit.id
      LEFT JOIN delivery_clicks k ON k.workspace_id = hit.workspace_id AND k.delivery_id = hit.id AND k.position = hit.position
      WHERE CASE WHEN hit.position IS NULL THEN d.opened_at IS NULL ELSE k.position IS NULL END
    ), delivery AS MATERIALIZED (
      SELECT d.workspace_id, d.id, d.message_id, d.contact_id, d.opened_at, d.clicked_at
      FROM (SELECT DISTINCT workspace_id, id FROM news) n JOIN deliveries d ON d.workspace_id = n.workspace_id AND d.id = n.id
      ORDER BY d.workspace_id, d.id FOR NO KEY UPDATE OF d ${others}
    ), person AS MATERIALIZED (
      SELECT t.workspace_id, t.contact_id, greatest(t.updated_at, t.last_activity_at) AS latest
      FROM (SELECT DISTINCT workspace_id, contact_id FROM delivery) n
      JOIN contact_moments t ON t.workspace_id = n.workspace_id AND t.contact_id = n.contact_id
      ORDER BY t.workspace_id, t.contact_id FOR NO KEY UPDATE OF t ${others}
    ), free AS MATERIALIZED (
      SELECT d.*, p.latest FROM delivery d
      LEFT JOIN person p ON p.workspace_id = d.workspace_id AND p.contact_id = d.contact_id
      WHERE p.contact_id IS NOT NULL
        OR NOT EXISTS (SELECT FROM contact_moments t WHERE t.workspace_id = d.workspace_id AND t.contact_id = d.contact_id)
    ), clicked AS (
      INSERT INTO delivery_clicks (workspace_id, delivery_id, position, clicked_at)
      SELECT n.workspace_id, n.id, n.position, n.at FROM news n JOIN free f ON f.workspace_id = n.workspace_id AND f.id = n.id
      WHERE n.position IS NOT NULL
      ON CONFLICT DO NOTHING
      RETURNING workspace_id, delivery_id, position
    ), first AS MATERIALIZED (
      SELECT n.*, f.message_id, f.contact_id, f.latest, row_number() OVER (PARTITION BY n.workspace_id, f.contact_id ORDER BY n.at, n.place) AS turn
      FROM news n JOIN free f ON f.workspace_id = n.workspace_id AND f.id = n.id
      LEFT JOIN clicked k ON k.workspace_id = n.workspace_id AND k.delivery_id = n.id AND k.position = n.position
      WHERE CASE WHEN n.position IS NULL THEN f.opened_at IS NULL ELSE k.position IS NOT NULL END
    ), noted AS (
      UPDATE deliveries d
      SET opened_at = coalesce(d.opened_at, n.opened_at), clicked_at = coalesce(d.clicked_at, n.clicked_at),
          clicked_url = CASE WHEN d.clicked_at IS NULL THEN n.url ELSE d.clicked_url END
      FROM (
        SELECT workspace_id, id, min(at) FILTER (WHERE position IS NULL) AS opened_at, min(at) FILTER (WHERE position IS NOT NULL) AS clicked_at,
               (array_agg(url ORDER BY at, place) FILTER (WHERE position IS NOT NULL))[1] AS url
        FROM first GROUP BY 1, 2
      ) n
      WHERE d.workspace_id = n.workspace_id AND d.id = n.id
        AND (n.opened_at IS NOT NULL OR d.clicked_at IS NULL)
    ), entry AS MATERIALIZED (
      SELECT workspace_id, contact_id,
             greatest(latest, max(at - turn * interval '1 millisecond') OVER (PARTITION BY workspace_id, contact_id ORDER BY turn))
               + turn * interval '1 millisecond' AS occurred_at,
             CASE WHEN position IS NULL THEN 'email_opened' ELSE 'email_clicked' END AS type,
             jsonb_build_object('blast_id', message_id, 'recipient_id', shown_id)
               || CASE WHEN position IS NULL THEN '{}' ELSE jsonb_build_object('url', url) END AS metadata
      FROM first WHERE latest IS NOT NULL ORDER BY turn
    ), active AS (
      UPDATE contact_moments t SET last_activity_at = n.occurred_at
      FROM (SELECT workspace_id, contact_id, max(occurred_at) AS occurred_at FROM entry GROUP BY 1, 2) n
      WHERE t.workspace_id = n.workspace_id AND t.contact_id = n.contact_id
    ), recorded AS (
      ${insertEntries()}
    )
    SELECT (n.place - 1)::int AS place FROM news n
    WHERE NOT EXISTS (SELECT FROM free f WHERE f.workspace_id = n.workspace_id AND f.id = n.id)`);
  return rows.map(({ place }) => place);
}
