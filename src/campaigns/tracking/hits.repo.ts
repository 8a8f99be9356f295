import { insertEntries } from '../../audience/activities/activities.repo.ts';
import { type Db, raw, sql, type Tx } from '../../platform/db.ts';
import { type ContactId, type MemberId, type MessageId, toUlid } from '../../platform/ids.ts';
import { aboutMail } from '../messages/about.ts';
import { logMail } from '../messages/mail-events.ts';
import type { DeliveryRef } from './tokens.ts';

export interface Hit extends DeliveryRef {
  at: Date;
  /** Null for an open. */
  position: number | null;
  url: string | null;
}

interface Held extends DeliveryRef {
  /** False where other transactions hold the delivery or the contact. */
  free: boolean;
  messageId: MessageId;
  memberId: MemberId | null;
  contactId: ContactId | null;
  email: string | null;
  opened: boolean;
  /** The latest moment in the contact's timeline; null when the contact is gone. */
  latest: Date | null;
}

/**
 * Records the first open and each first click of deliveries, of any number of workspaces, with timeline entries. Known hits change and lock
 * nothing. Rows that other transactions hold are passed over unless `waits`: one of them must not keep all other hits waiting.
 * @returns the indexes of the hits that were passed over
 */
export const writeHits = (db: Db, hits: readonly Hit[], { waits }: { waits: boolean }): Promise<number[]> =>
  db.transaction(async (tx) => {
    const held = new Map((await hold(tx, hits, waits)).map((one) => [keyOf(one), one]));
    const left: number[] = [];
    const first: (Hit & Held)[] = [];
    for (const [place, hit] of hits.entries()) {
      const of = held.get(keyOf(hit));
      if (!of) continue;
      if (!of.free) left.push(place);
      else if (hit.position !== null || !of.opened) first.push({ ...of, ...hit });
    }
    if (first.length > 0) await write(tx, first);
    return left;
  });

const keyOf = ({ workspaceId, deliveryId }: DeliveryRef): string => workspaceId + deliveryId;

/**
 * Locks deliveries with news, in their order, then their contacts' moments. Each is looked up by its key, since the planner cannot know how
 * many there are.
 */
function hold(tx: Tx, hits: readonly Hit[], waits: boolean): Promise<Held[]> {
  const lock = raw(waits ? 'FOR NO KEY UPDATE' : 'FOR NO KEY UPDATE SKIP LOCKED');
  return tx.query(sql`
    WITH news AS MATERIALIZED (
      SELECT DISTINCT hit.workspace_id, hit.id
      FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ position }) => position)}::int[]) AS hit (workspace_id, id, position)
      JOIN deliveries d ON d.workspace_id = hit.workspace_id AND d.id = hit.id
      LEFT JOIN delivery_clicks k ON k.workspace_id = hit.workspace_id AND k.delivery_id = hit.id AND k.position = hit.position
      WHERE CASE WHEN hit.position IS NULL THEN d.opened_at IS NULL ELSE k.position IS NULL END
    ), delivery AS MATERIALIZED (
      SELECT n.workspace_id, n.id, d.message_id, d.member_id, d.contact_id, d.email, d.opened_at
      FROM (SELECT * FROM news ORDER BY workspace_id, id) n
      LEFT JOIN LATERAL (
        SELECT * FROM deliveries d WHERE d.workspace_id = n.workspace_id AND d.id = n.id ${lock}
      ) d ON true
    )
    SELECT d.workspace_id AS "workspaceId", d.id AS "deliveryId", d.message_id AS "messageId", d.member_id AS "memberId",
           d.contact_id AS "contactId", d.email,
           d.opened_at IS NOT NULL AS opened, t.latest,
           d.message_id IS NOT NULL AND (t.latest IS NOT NULL OR NOT EXISTS (
             SELECT FROM contact_moments t WHERE t.workspace_id = d.workspace_id AND t.contact_id = d.contact_id)) AS free
    FROM (SELECT * FROM delivery ORDER BY workspace_id, contact_id) d
    LEFT JOIN LATERAL (
      SELECT greatest(t.updated_at, t.last_activity_at) AS latest FROM contact_moments t
      WHERE t.workspace_id = d.workspace_id AND t.contact_id = d.contact_id ${lock}
    ) t ON true`);
}

/** Entries of one contact follow one another, after the existing ones. */
async function write(tx: Tx, hits: readonly (Hit & Held)[]): Promise<void> {
  await tx.query(sql`
    WITH hit AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY workspace_id, contact_id ORDER BY at, place) AS turn
      FROM unnest(${hits.map(({ workspaceId }) => workspaceId)}::uuid[], ${hits.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${hits.map(({ deliveryId }) => toUlid(deliveryId))}::text[], ${hits.map(({ messageId }) => messageId)}::uuid[],
        ${hits.map(({ memberId }) => memberId)}::uuid[], ${hits.map(({ contactId }) => contactId)}::uuid[], ${hits.map(({ email }) => email)}::text[], ${hits.map(({ latest }) => latest)}::timestamptz[],
        ${hits.map(({ at }) => at)}::timestamptz[], ${hits.map(({ position }) => position)}::int[], ${hits.map(({ url }) => url)}::text[])
        WITH ORDINALITY AS hit (workspace_id, id, shown_id, message_id, member_id, contact_id, email, latest, at, position, url, place)
    ), clicked AS (
      INSERT INTO delivery_clicks (workspace_id, delivery_id, position, clicked_at)
      SELECT workspace_id, id, position, at FROM hit WHERE position IS NOT NULL
      ON CONFLICT DO NOTHING
      RETURNING workspace_id, delivery_id, position
    ), first AS MATERIALIZED (
      SELECT hit.* FROM hit
      LEFT JOIN clicked k ON k.workspace_id = hit.workspace_id AND k.delivery_id = hit.id AND k.position = hit.position
      WHERE hit.position IS NULL OR k.position IS NOT NULL
    ), noted AS (
      UPDATE deliveries d
      SET opened_at = coalesce(d.opened_at, n.opened_at), clicked_at = coalesce(d.clicked_at, n.clicked_at),
          clicked_url = CASE WHEN d.clicked_at IS NULL THEN n.url ELSE d.clicked_url END
      FROM (
        SELECT workspace_id, id, min(at) FILTER (WHERE position IS NULL) AS opened_at, min(at) FILTER (WHERE position IS NOT NULL) AS clicked_at,
               (array_agg(url ORDER BY turn) FILTER (WHERE position IS NOT NULL))[1] AS url
        FROM first GROUP BY 1, 2
      ) n
      WHERE d.workspace_id = n.workspace_id AND d.id = n.id AND (n.opened_at IS NOT NULL OR d.clicked_at IS NULL)
    ), logged_opened AS (
      ${logMail('opened', { source: 'first', where: sql`e.position IS NULL`, at: sql`e.at` })}
    ), logged_clicked AS (
      ${logMail('clicked', { source: 'first', where: sql`e.position IS NOT NULL`, at: sql`e.at`, more: sql`jsonb_build_object('url', e.url)` })}
    ), entry AS MATERIALIZED (
      SELECT workspace_id, contact_id,
             greatest(latest, max(at - turn * interval '1 millisecond') OVER (PARTITION BY workspace_id, contact_id ORDER BY turn))
               + turn * interval '1 millisecond' AS occurred_at,
             CASE WHEN position IS NULL THEN 'email_opened' ELSE 'email_clicked' END AS type,
             ${aboutMail('first')}
               || CASE WHEN position IS NULL THEN '{}' ELSE jsonb_build_object('url', url) END AS metadata
      FROM first WHERE latest IS NOT NULL ORDER BY turn
    ), active AS (
      UPDATE contact_moments t SET last_activity_at = n.occurred_at
      FROM (SELECT workspace_id, contact_id, max(occurred_at) AS occurred_at FROM entry GROUP BY 1, 2) n
      WHERE t.workspace_id = n.workspace_id AND t.contact_id = n.contact_id
    )
    ${insertEntries()}`);
}
