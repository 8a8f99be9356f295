import { insertEntries, momentAfter } from '../../audience/activities/activities.repo.ts';
import { insertSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Db, sql } from '../../platform/db.ts';
import { type DeliveryId, toUlid, type WorkspaceId } from '../../platform/ids.ts';
import { noteResults } from '../deliveries/breaker.repo.ts';
import { countReported } from '../deliveries/counts.repo.ts';
import { ended, noteEndings } from '../deliveries/endings.ts';
import { countSoftBounces } from '../deliveries/soft-bounces.repo.ts';
import { aboutMail } from '../messages/about.ts';
import { countMail, countRows } from '../messages/mail-counts.ts';
import { because, logMail } from '../messages/mail-events.ts';

export interface Named {
  workspaceId: WorkspaceId | null;
  deliveryId: DeliveryId;
  /** Null: any. */
  address: string | null;
}

export interface Found {
  place: number;
  workspaceId: WorkspaceId;
  deliveryId: DeliveryId;
  /** Whether its outcome is unknown, or would be if its process died: it is not sent twice. */
  isUnsure: boolean;
}

/** One look at the primary key for each name, which begins with the id. */
export function findNamed(db: Db, names: readonly Named[]): Promise<Found[]> {
  return db.query<Found>(sql`
    WITH name AS MATERIALIZED (
      SELECT * FROM unnest(${names.map(({ workspaceId }) => workspaceId)}::uuid[], ${names.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${names.map(({ address }) => address)}::text[]) WITH ORDINALITY AS n (workspace_id, id, address, place)
    )
    SELECT (n.place - 1)::int AS place, d.workspace_id AS "workspaceId", d.id AS "deliveryId",
           d.status = 'unknown' OR d.status = 'pending' AND d.next_attempt_at IS NULL AND NOT coalesce(s.repeatable, true) AS "isUnsure"
    FROM name n CROSS JOIN LATERAL (
      SELECT * FROM deliveries d
      WHERE d.id = n.id AND (n.workspace_id IS NULL OR d.workspace_id = n.workspace_id)
        AND (n.address IS NULL OR lower(d.email) = n.address)
      UNION ALL
      -- A transactional message has the id of its recipient's delivery, and its copies have its Message-ID.
      SELECT d.* FROM deliveries f JOIN deliveries d ON d.workspace_id = f.workspace_id AND d.message_id = f.message_id
      WHERE f.id = n.id AND f.message_id = f.id AND (n.workspace_id IS NULL OR f.workspace_id = n.workspace_id)
        AND lower(d.email) = n.address AND d.id <> f.id
      -- Keeps the planner from reading the whole table for a few names.
      LIMIT 1
    ) AS d
    LEFT JOIN dispatches s ON s.workspace_id = d.workspace_id AND s.message_id = d.message_id
    ORDER BY place`);
}

export interface News {
  workspaceId: WorkspaceId;
  deliveryId: DeliveryId;
  /** Null where there is no news of the end. */
  ended: 'bounced' | 'failed' | 'delivered' | null;
  endedAt: Date | null;
  reason: string | null;
  /** It failed, and counts against the address. */
  isSoft?: boolean;
  complainedAt: Date | null;
  complaint: string | null;
}

/**
 * Records news of deliveries, with suppressions and timeline entries, in one statement. Known facts stay as they were first recorded, so
 * news may come again, in any order. A locked delivery, or one in a claim, is passed over: waiting here could deadlock.
 * @param news one of each delivery
 * @returns how many were not passed over
 */
export async function record(db: Db, news: readonly News[], source: string, now: Date): Promise<number> {
  const logging = { source: 'reported', at: sql`${now}::timestamptz` };
  const [recorded] = await db.query<{ count: number }>(sql`
    WITH news AS MATERIALIZED (
      SELECT * FROM unnest(${news.map(({ workspaceId }) => workspaceId)}::uuid[], ${news.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${news.map(({ deliveryId }) => toUlid(deliveryId))}::text[], ${news.map(({ ended }) => ended)}::text[],
        ${news.map(({ endedAt }) => endedAt)}::timestamptz[], ${news.map(({ reason }) => reason)}::text[],
        ${news.map(({ complainedAt }) => complainedAt)}::timestamptz[], ${news.map(({ complaint }) => complaint)}::text[],
        ${news.map(({ isSoft = false }) => isSoft)}::boolean[])
        AS n (workspace_id, id, shown_id, ended, ended_at, reason, complained_at, complaint, soft)
    ), held AS MATERIALIZED (
      SELECT n.*, d.message_id, d.member_id, d.contact_id, d.tracking, lower(d.email) AS email, d.status, d.sent_at, d.delivered_at, d.bounced_at, d.complained_at AS complained_before
      FROM news n CROSS JOIN LATERAL (
        SELECT * FROM deliveries d
        WHERE d.workspace_id = n.workspace_id AND d.id = n.id AND NOT (d.status = 'pending' AND d.next_attempt_at IS NULL)
        FOR NO KEY UPDATE SKIP LOCKED
      ) d
    ), judged AS MATERIALIZED (
      SELECT workspace_id, id, message_id, member_id, contact_id, tracking, email, shown_id, status AS before, sent_at, delivered_at, ended_at, reason, complained_at, complaint, soft,
             ended IS NOT DISTINCT FROM 'bounced' AND bounced_at IS NULL AS bounces,
             ended IS NOT DISTINCT FROM 'failed' AND status IN ('sent', 'unknown') AS fails,
             ended IS NOT DISTINCT FROM 'delivered' AND status = 'unknown' AS arrives,
             complained_at IS NOT NULL AND complained_before IS NULL AS complains
      FROM held
      -- Nothing comes back from whoever was never mailed.
      WHERE status NOT IN ('blocked', 'unqualified')
    ), written AS (
      UPDATE deliveries d
      SET status = CASE WHEN j.bounces THEN 'bounced' WHEN j.fails THEN 'failed' WHEN j.arrives THEN 'sent' ELSE d.status END,
          error = CASE WHEN j.bounces OR j.fails THEN j.reason WHEN NOT j.arrives THEN d.error END,
          next_attempt_at = CASE WHEN NOT j.bounces THEN d.next_attempt_at END,
          sent_at = CASE WHEN j.arrives THEN j.ended_at ELSE d.sent_at END,
          delivered_at = CASE WHEN j.arrives THEN j.ended_at WHEN NOT (j.bounces OR j.fails) THEN d.delivered_at END,
          bounced_at = CASE WHEN j.bounces THEN greatest(j.ended_at, d.sent_at) ELSE d.bounced_at END,
          complained_at = CASE WHEN j.complains THEN greatest(j.complained_at, d.sent_at) ELSE d.complained_at END
      FROM judged j
      WHERE d.workspace_id = j.workspace_id AND d.id = j.id AND (j.bounces OR j.fails OR j.arrives OR j.complains)
      RETURNING ${ended('d')}, j.before
    ), change AS (
      SELECT j.workspace_id, j.message_id, j.id, j.contact_id, k.kind, k.at, k.change
      FROM judged j CROSS JOIN LATERAL ${countRows([
        ['sent', sql`CASE WHEN j.arrives AND j.sent_at IS NULL THEN j.ended_at END`],
        ['delivered', sql`CASE WHEN j.arrives AND j.delivered_at IS NULL THEN j.ended_at END`],
        ['delivered', sql`CASE WHEN j.bounces OR j.fails THEN j.delivered_at END`, -1],
        ['bounced', sql`CASE WHEN j.bounces THEN greatest(j.ended_at, j.sent_at) END`],
        ['complained', sql`CASE WHEN j.complains THEN greatest(j.complained_at, j.sent_at) END`],
      ])}
      WHERE k.at IS NOT NULL
    ), counted AS (
      ${countMail('change')}
    ), recounted AS (
      ${countReported('written')}
    ), over AS (
      SELECT * FROM written WHERE before = 'pending'
    ), waited AS (
      ${noteEndings('over')}
    ), result AS (
      SELECT workspace_id, message_id, 0 AS delivered, bounces::int AS bounced, complains::int AS complained
      FROM judged WHERE bounces OR complains
    ), noted_results AS (
      ${noteResults('result', now)}
    ), reported AS (
      SELECT j.*, e.place, e.kind, e.detail, e.since
      FROM judged j CROSS JOIN LATERAL (VALUES
        (1, 'sent', j.arrives, NULL, j.ended_at),
        (2, 'delivered', j.arrives, NULL, j.ended_at),
        (3, 'bounced', j.bounces, j.reason, j.ended_at),
        (4, 'complained', j.complains, j.complaint, j.complained_at)
      ) AS e (place, kind, applies, detail, since)
      WHERE e.applies
    ), logged_sent AS (
      ${logMail('sent', { ...logging, where: sql`e.kind = 'sent'` })}
    ), logged_delivered AS (
      ${logMail('delivered', { ...logging, where: sql`e.kind = 'delivered'` })}
    ), logged_bounced AS (
      ${logMail('bounced', { ...logging, where: sql`e.kind = 'bounced'`, more: because('e.detail') })}
    ), logged_complained AS (
      ${logMail('complained', { ...logging, where: sql`e.kind = 'complained'` })}
    ), logged_failed AS (
      ${logMail('failed', { ...logging, source: 'judged', where: sql`e.fails`, more: because('e.reason') })}
    ), moments AS MATERIALIZED (
      SELECT t.*
      FROM (SELECT DISTINCT workspace_id, contact_id FROM reported ORDER BY workspace_id, contact_id) who CROSS JOIN LATERAL (
        SELECT t.workspace_id, t.contact_id FROM contact_moments t
        WHERE t.workspace_id = who.workspace_id AND t.contact_id = who.contact_id FOR NO KEY UPDATE
      ) t
    ), failed_softly AS MATERIALIZED (
      SELECT workspace_id, email AS address, id, reason AS detail, ended_at AS at, false AS is_accepted
      FROM judged WHERE fails AND soft AND email IS NOT NULL AND (SELECT count(*) FROM moments) >= 0
    ), ${countSoftBounces(
      'failed_softly',
      news.map(({ workspaceId }) => workspaceId),
    )}, suppressed AS (
      SELECT workspace_id, address, 'bounced' AS reason, ${source}::text AS source, detail, ${now}::timestamptz AS since FROM worn_out
      UNION ALL
      (SELECT DISTINCT ON (workspace_id, email, kind) workspace_id, email AS address, kind AS reason, ${source}::text AS source, detail, since
      FROM reported WHERE kind IN ('bounced', 'complained') AND email IS NOT NULL AND (SELECT count(*) FROM moments) >= 0
      ORDER BY workspace_id, email, kind, since)
    ), suppressing AS (
      ${insertSuppressions()}
    ), reached AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM moments m WHERE t.workspace_id = m.workspace_id AND t.contact_id = m.contact_id
      RETURNING t.workspace_id, t.contact_id, t.last_activity_at AS occurred_at
    ), entered AS (
      INSERT INTO consent_entries (workspace_id, contact_id, id, state, source, at)
      SELECT DISTINCT ON (workspace_id, contact_id) workspace_id, contact_id, uuid_v7(t.since), 'unsubscribed', 'complaint', t.since
      FROM reported t JOIN reached r USING (workspace_id, contact_id) WHERE t.kind = 'complained'
      ORDER BY workspace_id, contact_id, t.since
    ), entry AS (
      SELECT t.workspace_id, t.contact_id, r.occurred_at, 'email_' || t.kind AS type,
             ${aboutMail('t')}
               || CASE WHEN t.kind = 'bounced' THEN jsonb_build_object('reason', t.detail)
                       WHEN t.kind IN ('sent', 'delivered') AND t.tracking IS NOT NULL THEN jsonb_build_object('tracking', t.tracking) ELSE '{}' END AS metadata
      FROM reported t
      JOIN reached r USING (workspace_id, contact_id)
      ORDER BY t.workspace_id, t.contact_id, t.place
    ), recorded AS (
      ${insertEntries()}
    )
    SELECT count(*)::int AS count FROM held`);
  return recorded?.count ?? 0;
}
