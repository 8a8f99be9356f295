import { insertEntries, momentAfter } from '../../audience/activities/activities.repo.ts';
import { insertSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Db, sql } from '../../platform/db.ts';
import { toUlid } from '../../platform/ids.ts';

/** By what an event names its delivery. */
export interface Named {
  /** Known where the name says so; else it is looked for in all. */
  workspaceId: string | null;
  deliveryId: string;
  /** The delivery must have gone to this address; null: to any. */
  address: string | null;
}

export interface Found {
  /** The place of the name among those that were asked for. */
  place: number;
  workspaceId: string;
  deliveryId: string;
}

/** The deliveries of ours that are named. One look at the primary key for each name, and workspace where the name does not say which. */
export function findNamed(db: Db, names: readonly Named[]): Promise<Found[]> {
  return db.query<Found>(sql`
    WITH name AS MATERIALIZED (
      SELECT * FROM unnest(${names.map(({ workspaceId }) => workspaceId)}::uuid[], ${names.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${names.map(({ address }) => address)}::text[]) WITH ORDINALITY AS n (workspace_id, id, address, place)
    ), place AS (
      SELECT workspace_id, id, address, place FROM name WHERE workspace_id IS NOT NULL
      UNION ALL
      SELECT w.id, n.id, n.address, n.place FROM name n CROSS JOIN workspaces w WHERE n.workspace_id IS NULL
    )
    SELECT (p.place - 1)::int AS place, p.workspace_id AS "workspaceId", p.id AS "deliveryId"
    FROM place p CROSS JOIN LATERAL (
      SELECT FROM deliveries d
      WHERE d.workspace_id = p.workspace_id AND d.id = p.id AND (p.address IS NULL OR lower(d.email) = p.address)
      -- Keeps the planner from reading the whole table for a few names.
      LIMIT 1
    ) AS delivery
    ORDER BY place`);
}

/** What all that was told of a delivery comes to. */
export interface News {
  deliveryId: string;
  /** How it ended after all, and when; null: no word of that. */
  ended: 'bounced' | 'failed' | null;
  endedAt: Date | null;
  reason: string | null;
  complainedAt: Date | null;
  complaint: string | null;
}

/**
 * Writes down what is told of deliveries of one workspace, with suppressions and timeline entries, in one statement. Whatever is known
 * already stays as it was first told, so that news may come again, in any order. A delivery that somebody else is just writing, or that
 * a run still has in hand, is passed over: nobody waits for it who could be waited for.
 * @param source who tells it
 * @returns which were not passed over
 */
export async function record(db: Db, workspaceId: string, news: readonly News[], source: string, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    WITH news AS (
      SELECT * FROM unnest(${news.map(({ deliveryId }) => deliveryId)}::uuid[], ${news.map(({ deliveryId }) => toUlid(deliveryId))}::text[],
        ${news.map(({ ended }) => ended)}::text[], ${news.map(({ endedAt }) => endedAt)}::timestamptz[],
        ${news.map(({ reason }) => reason)}::text[], ${news.map(({ complainedAt }) => complainedAt)}::timestamptz[],
        ${news.map(({ complaint }) => complaint)}::text[]) AS n (id, shown_id, ended, ended_at, reason, complained_at, complaint)
    ), held AS MATERIALIZED (
      SELECT d.id, d.message_id, d.contact_id, lower(d.email) AS email, d.status, d.bounced_at, d.complained_at
      FROM deliveries d
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.id IN (SELECT id FROM news)
        AND NOT (d.status = 'pending' AND d.next_attempt_at IS NULL)
      ORDER BY d.id FOR NO KEY UPDATE SKIP LOCKED
    ), judged AS MATERIALIZED (
      SELECT h.id, h.message_id, h.contact_id, h.email, n.shown_id, n.ended_at, n.reason, n.complained_at, n.complaint,
             n.ended = 'bounced' AND h.bounced_at IS NULL AS bounces,
             n.ended = 'failed' AND h.status IN ('sent', 'unknown') AS fails,
             n.complained_at IS NOT NULL AND h.complained_at IS NULL AS complains
      FROM held h JOIN news n USING (id)
      -- Nothing comes back from whoever was never mailed.
      WHERE h.status NOT IN ('blocked', 'unqualified')
    ), written AS (
      UPDATE deliveries d
      SET status = CASE WHEN j.bounces THEN 'bounced' WHEN j.fails THEN 'failed' ELSE d.status END,
          error = CASE WHEN j.bounces OR j.fails THEN j.reason ELSE d.error END,
          next_attempt_at = CASE WHEN j.bounces THEN NULL ELSE d.next_attempt_at END,
          delivered_at = CASE WHEN j.bounces OR j.fails THEN NULL ELSE d.delivered_at END,
          bounced_at = CASE WHEN j.bounces THEN greatest(j.ended_at, d.sent_at) ELSE d.bounced_at END,
          complained_at = CASE WHEN j.complains THEN greatest(j.complained_at, d.sent_at) ELSE d.complained_at END
      FROM judged j
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = j.id AND (j.bounces OR j.fails OR j.complains)
    ), moments AS MATERIALIZED (
      SELECT t.contact_id FROM contact_moments t
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id IN (SELECT contact_id FROM judged WHERE bounces OR complains)
      ORDER BY t.contact_id FOR NO KEY UPDATE
    ), told AS (
      SELECT j.*, e.reason AS kind, e.detail, e.since
      FROM judged j CROSS JOIN LATERAL (
        VALUES ('bounced', j.bounces, j.reason, j.ended_at), ('complained', j.complains, j.complaint, j.complained_at)
      ) AS e (reason, applies, detail, since)
      WHERE e.applies
    ), suppressed AS (
      SELECT DISTINCT ON (email, kind) email AS address, kind AS reason, ${source}::text AS source, detail, since
      FROM told WHERE email IS NOT NULL AND (SELECT count(*) FROM moments) >= 0
      ORDER BY email, kind, since
    ), suppressing AS (
      ${insertSuppressions(workspaceId)}
    ), reached AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM moments m WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = m.contact_id
      RETURNING t.contact_id, t.last_activity_at AS occurred_at
    ), entry AS (
      SELECT r.contact_id, r.occurred_at, 'email_' || t.kind AS type,
             CASE WHEN m.origin = 'blast' THEN jsonb_build_object('blast_id', m.id) ELSE '{}' END
               || jsonb_build_object('recipient_id', t.shown_id)
               || CASE WHEN t.kind = 'bounced' THEN jsonb_build_object('reason', t.detail) ELSE '{}' END AS metadata
      FROM told t
      JOIN reached r USING (contact_id)
      JOIN messages m ON m.workspace_id = ${workspaceId}::uuid AND m.id = t.message_id
      ORDER BY r.contact_id, t.kind
    ), recorded AS (
      ${insertEntries(workspaceId)}
    )
    SELECT id FROM held`);
  return rows.map(({ id }) => id);
}
