import { insertEntries, momentAfter } from '../../audience/activities/activities.repo.ts';
import { blockReason, type MailPolicy } from '../../audience/consent/mail-policy.ts';
import { addressSuppression, TEST_SOURCE } from '../../audience/suppressions/suppression.ts';
import { insertSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Ctx, named, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import { type MessageId, toUlid } from '../../platform/ids.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import type { TrackingMode } from '../../shared/tracking-mode.ts';
import { aboutMail } from '../messages/about.ts';
import { countMail, countRows } from '../messages/mail-counts.ts';
import { because, logMail } from '../messages/mail-events.ts';
import { type CampaignValues, campaignValues, mergeValues } from '../messages/merge-values.ts';
import { noteResults } from './breaker.repo.ts';
import { countEnded } from './counts.repo.ts';
import { AT_THE_END, ofMessage } from './dispatches.repo.ts';
import { ended, noteEndings } from './endings.ts';
import { countSoftBounces } from './soft-bounces.repo.ts';

/** With the dispatch held. Deliveries past the cursor were not begun, so they are not read. */
export async function hasSent(tx: Scope<Tx>, messageId: MessageId): Promise<boolean> {
  const of = ofMessage(tx, messageId);
  const [found] = await tx.db.query<{ sent: boolean }>(sql`
    SELECT EXISTS (SELECT FROM claims WHERE ${of}) OR EXISTS (
      SELECT FROM deliveries
      WHERE ${of} AND id <= (SELECT cursor FROM dispatches WHERE ${of}) AND (sent_at IS NOT NULL OR status = 'unknown')) AS sent`);
  return found?.sent ?? false;
}

export type DeliveryCounts = Record<
  'recipients' | 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'unsubscribed' | 'complained' | 'blocked' | 'failed',
  number
>;

export const deliveryCounts = sql`
  count(*)::int AS recipients, count(d.sent_at)::int AS sent, count(d.delivered_at)::int AS delivered, count(d.opened_at)::int AS opened,
  count(d.clicked_at)::int AS clicked, count(d.bounced_at)::int AS bounced, count(d.unsubscribed_at)::int AS unsubscribed,
  count(d.complained_at)::int AS complained, (count(*) FILTER (WHERE d.status = 'blocked'))::int AS blocked,
  (count(*) FILTER (WHERE d.status = 'failed'))::int AS failed`;

export interface Claimed {
  id: string;
  /** Null for a test. */
  contact_id: string | null;
  /** The address that the contact has now. */
  email: string;
  attempts: number;
  first_attempt_at: Date | null;
  /** Null for a test. */
  contact: MergeValues['contact'] | null;
  /** The contact's own mode. */
  tracking: TrackingMode | null;
  /** Null where there is no flow. */
  campaign: CampaignValues | null;
}

export interface Outcome {
  id: string;
  run: string;
  email: string;
  status: 'sent' | 'bounced' | 'failed' | 'unknown' | 'pending';
  reason: string | null;
  providerId: string | null;
  retryAt: Date | null;
  /** Null for full. */
  tracking?: TrackingMode | null;
  /** It failed, and counts against the address. */
  isSoft?: boolean;
}

interface ClaimOptions {
  run: string;
  limit: number;
  leaseUntil: Date;
  policy: MailPolicy;
  stillWanted: Sql;
}

/**
 * Claims up to `limit` deliveries of an open message: those that are due again, then new ones. The statement holds the dispatch, so that
 * each goes to one run. Recipients who have been blocked or deleted since the start end here. A claim is one row; of new deliveries
 * themselves nothing is written.
 * @returns how many were taken, and of these those that are to be mailed
 */
export async function claim(
  ctx: Ctx,
  messageId: MessageId,
  { run, limit, leaseUntil, policy, stillWanted }: ClaimOptions,
): Promise<{ claimed: Claimed[]; taken: number }> {
  const { db, workspaceId, now } = ctx;
  const of = ofMessage(ctx, messageId);
  const rows = await db.query<Claimed & { ended: string | null }>(sql`
    WITH dispatch AS MATERIALIZED (
      SELECT cursor FROM dispatches WHERE ${of} AND state = 'open' FOR UPDATE
    ), due AS MATERIALIZED (
      SELECT id FROM deliveries
      WHERE ${of} AND next_attempt_at <= ${now}::timestamptz AND status = 'pending' AND EXISTS (SELECT FROM dispatch)
      ORDER BY next_attempt_at LIMIT ${limit}::int FOR UPDATE
    ), fresh AS MATERIALIZED (
      SELECT id FROM deliveries
      WHERE ${of} AND id > (SELECT cursor FROM dispatch) AND status = 'pending' AND next_attempt_at IS NULL
      ORDER BY id LIMIT ${limit}::int - (SELECT count(*) FROM due)
    ), judged AS MATERIALIZED (
      SELECT d.id, d.contact_id, d.attempts, d.first_attempt_at, t.again,
             CASE WHEN d.contact_id IS NULL THEN d.email ELSE c.email END AS email,
             CASE WHEN NOT (${stillWanted}) THEN 'cancelled'
                  WHEN d.contact_id IS NULL THEN CASE WHEN a.reason IS NOT NULL THEN 'blocked' END
                  WHEN c.id IS NULL THEN 'blocked'
                  WHEN c.email IS NULL THEN 'unqualified'
                  WHEN s.reason IS NOT NULL THEN 'blocked' END AS ended,
             CASE WHEN d.contact_id IS NULL THEN a.reason WHEN c.id IS NULL THEN 'contact deleted' ELSE s.reason END AS reason,
             CASE WHEN c.id IS NOT NULL THEN ${mergeValues(workspaceId, sql`c.email`)} END AS contact, c.tracking, ${campaignValues} AS campaign
      FROM (SELECT id, true AS again FROM due UNION ALL SELECT id, false FROM fresh) t
      JOIN deliveries d ON d.workspace_id = ${workspaceId}::uuid AND d.id = t.id
      LEFT JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = d.contact_id
      LEFT JOIN LATERAL (SELECT ${blockReason(policy)} AS reason) s ON c.id IS NOT NULL
      CROSS JOIN LATERAL (
        SELECT CASE WHEN d.contact_id IS NULL THEN ${addressSuppression(sql`d.workspace_id`, sql`d.email`, policy.operational)} END AS reason
      ) a
    ), ended AS (
      UPDATE deliveries d SET status = j.ended, error = CASE WHEN j.ended = 'blocked' THEN j.reason END, next_attempt_at = NULL
      FROM judged j WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = j.id AND j.ended IS NOT NULL
      RETURNING ${ended('d')}
    ), noted_endings AS (
      ${noteEndings('ended')}
    ), counted_endings AS (
      ${countEnded('ended')}
    ), again AS (
      UPDATE deliveries d SET next_attempt_at = NULL
      FROM judged j WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = j.id AND j.ended IS NULL AND j.again
    ), moved AS (
      UPDATE dispatches
      SET cursor = CASE WHEN (SELECT count(*) FROM due) + (SELECT count(*) FROM fresh) < ${limit}::int THEN ${AT_THE_END}::uuid
                        ELSE coalesce((SELECT id FROM fresh ORDER BY id DESC LIMIT 1), cursor) END
      WHERE ${of} AND EXISTS (SELECT FROM dispatch)
    ), held AS (
      INSERT INTO claims (workspace_id, run, message_id, ids, lease_until)
      SELECT ${workspaceId}::uuid, ${run}::uuid, ${messageId}::uuid, array_agg(id), ${leaseUntil}::timestamptz
      FROM judged WHERE ended IS NULL HAVING count(*) > 0
    )
    SELECT id, contact_id, attempts, first_attempt_at, email, contact, tracking, campaign, ended FROM judged`);
  return { claimed: rows.filter(({ ended }) => ended === null), taken: rows.length };
}

/**
 * Marks deliveries that must not go twice, just before the mail server gets them: if the process dies, their outcome is unknown.
 * @returns the ids that their run still has in hand; others are not to be sent
 */
export async function markBegun({ db, workspaceId, now }: Ctx, items: { id: string; run: string }[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    WITH claim AS MATERIALIZED (
      -- Held, so that nobody takes one away meanwhile.
      SELECT run FROM claims WHERE workspace_id = ${workspaceId}::uuid AND run = ANY(${items.map(({ run }) => run)}::uuid[]) FOR KEY SHARE
    )
    UPDATE deliveries r SET begun_at = ${now}::timestamptz
    FROM unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ run }) => run)}::uuid[]) AS i (id, run) JOIN claim USING (run)
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = i.id AND r.status = 'pending' AND r.next_attempt_at IS NULL
    RETURNING r.id::text`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Records outcomes, with timeline entries and suppressions, in one statement. The late report of a run that lost its claim changes nothing.
 * When the sending has ended meanwhile, there is no next attempt.
 */
export async function record(ctx: Ctx, messageId: MessageId, outcomes: Outcome[]): Promise<void> {
  const { db, workspaceId, now, isTest = false } = ctx;
  const source = sql`${isTest ? TEST_SOURCE : 'smtp'}::text`;
  const of = ofMessage(ctx, messageId);
  const columns = [
    outcomes.map(({ id }) => id),
    // As the API writes ids: a timeline entry names the recipient like the report does.
    outcomes.map(({ id }) => toUlid(id)),
    outcomes.map(({ email }) => email),
    outcomes.map(({ status }) => status),
    outcomes.map(({ reason }) => reason),
    outcomes.map(({ providerId }) => providerId),
    outcomes.map(({ retryAt }) => retryAt),
    outcomes.map(({ run }) => run),
    outcomes.map(({ isSoft = false }) => isSoft),
    outcomes.map(({ tracking }) => tracking ?? null),
  ] as const;
  const runs = [...new Set(columns[7])];
  const logging = { source: 'written', at: sql`${now}::timestamptz`, workspaceId };
  const sentAt = sql`CASE WHEN w.status = 'sent' THEN ${now}::timestamptz END`;
  const statement = sql`
    WITH outcome AS (
      SELECT * FROM unnest(${columns[0]}::uuid[], ${columns[1]}::text[], ${columns[2]}::text[], ${columns[3]}::text[],
        ${columns[4]}::text[], ${columns[5]}::text[], ${columns[6]}::timestamptz[], ${columns[7]}::uuid[], ${columns[8]}::boolean[],
        ${columns[9]}::text[])
        AS o (id, shown_id, email, status, reason, provider_id, retry_at, run, soft, tracking)
    ), dispatch AS MATERIALIZED (
      -- Held only where somebody is to be tried again: whoever ends the sending then waits, or is seen here. Whoever adds to it does not,
      -- who may hold people already.
      SELECT state FROM dispatches WHERE ${of} AND EXISTS (SELECT FROM outcome WHERE status = 'pending') FOR KEY SHARE
    ), claim AS MATERIALIZED (
      -- After the dispatch, like whoever takes claims away. That alone is kept off: to renew one changes no key.
      SELECT run FROM claims
      WHERE workspace_id = ${workspaceId}::uuid AND run = ANY(${runs}::uuid[]) AND (SELECT count(*) FROM dispatch) >= 0 FOR KEY SHARE
    ), written AS (
      UPDATE deliveries r
      SET status = CASE WHEN o.status = 'pending' AND (SELECT state FROM dispatch) = 'ended' THEN 'cancelled' ELSE o.status END,
          error = o.reason, provider_id = o.provider_id, email = o.email, tracking = o.tracking, attempts = r.attempts + 1, begun_at = NULL,
          first_attempt_at = coalesce(r.first_attempt_at, ${now}::timestamptz),
          next_attempt_at = CASE WHEN (SELECT state FROM dispatch) <> 'ended' THEN o.retry_at END,
          sent_at = CASE WHEN o.status = 'sent' THEN ${now}::timestamptz END,
          delivered_at = CASE WHEN o.status = 'sent' THEN ${now}::timestamptz END,
          bounced_at = CASE WHEN o.status = 'bounced' THEN ${now}::timestamptz END
      FROM outcome o JOIN claim USING (run)
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = o.id AND r.status = 'pending' AND r.next_attempt_at IS NULL
      RETURNING o.shown_id, r.contact_id, r.email, r.error, r.tracking, o.soft, ${ended('r')}
    ), noted_endings AS (
      ${noteEndings('written')}
    ), counted_endings AS (
      ${countEnded('written')}
    ), change AS (
      SELECT w.workspace_id, w.message_id, w.id, w.contact_id, k.kind, k.at, k.change
      FROM written w CROSS JOIN LATERAL ${countRows([
        ['sent', sentAt],
        ['delivered', sentAt],
        ['bounced', sql`CASE WHEN w.status = 'bounced' THEN ${now}::timestamptz END`],
      ])}
      WHERE k.at IS NOT NULL
    ), counted AS (
      ${countMail('change')}
    ), result AS (
      SELECT workspace_id, message_id, 1 AS delivered, (status = 'bounced')::int AS bounced, 0 AS complained
      FROM written WHERE status IN ('sent', 'bounced')
    ), noted_results AS (
      ${noteResults('result', now)}
    ), logged_sent AS (
      ${logMail('sent', { ...logging, where: sql`e.status = 'sent'` })}
    ), logged_delivered AS (
      ${logMail('delivered', { ...logging, where: sql`e.status = 'sent'` })}
    ), logged_bounced AS (
      ${logMail('bounced', { ...logging, where: sql`e.status = 'bounced'`, more: because('e.error') })}
    ), logged_failed AS (
      ${logMail('failed', { ...logging, where: sql`e.status IN ('failed', 'unknown')`, more: because('e.error') })}
    ), held AS MATERIALIZED (
      SELECT t.contact_id, w.id, w.shown_id, w.status, w.error, w.tracking, w.workspace_id, w.message_id, w.member_id
      FROM written w JOIN contact_moments t ON t.workspace_id = ${workspaceId}::uuid AND t.contact_id = w.contact_id
      WHERE w.status IN ('sent', 'bounced')
      ORDER BY t.contact_id FOR NO KEY UPDATE OF t
    ), alive AS (
      -- Whoever else holds it may have got here likewise, so nobody waits: the next group says the same. Nor does anybody who holds it
      -- wait for people.
      UPDATE dispatches SET dead_runs = 0 WHERE ${of} AND EXISTS (
        SELECT FROM dispatches
        WHERE ${of} AND dead_runs > 0 AND EXISTS (SELECT FROM written) AND (SELECT count(*) FROM held) >= 0
        FOR NO KEY UPDATE SKIP LOCKED)
    ), outcome_of_address AS MATERIALIZED (
      SELECT workspace_id, lower(email) AS address, id, error AS detail, ${now}::timestamptz AS at, status = 'sent' AS is_accepted
      FROM written WHERE NOT ${isTest}::boolean AND (status = 'sent' OR soft) AND email IS NOT NULL AND (SELECT count(*) FROM held) >= 0
    ), ${countSoftBounces('outcome_of_address', [workspaceId])}, suppressed AS (
      SELECT DISTINCT email AS address, 'bounced' AS reason, ${source} AS source, error AS detail, ${now}::timestamptz AS since
      FROM written WHERE status = 'bounced' AND (SELECT count(*) FROM held) >= 0
      UNION
      SELECT address, 'bounced', ${source}, detail, ${now}::timestamptz FROM worn_out
    ), bounced AS (
      ${insertSuppressions(workspaceId)}
    ), reached AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM held w WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = w.contact_id
      RETURNING t.contact_id, t.last_activity_at AS occurred_at, w.id, w.shown_id, w.status, w.error, w.tracking, w.workspace_id, w.message_id, w.member_id
    ), entry AS (
      SELECT contact_id, occurred_at, type,
             ${aboutMail('reached')}
               || CASE WHEN type = 'email_bounced' THEN jsonb_build_object('reason', error)
                       WHEN tracking IS NOT NULL THEN jsonb_build_object('tracking', tracking) ELSE '{}' END AS metadata
      FROM reached CROSS JOIN LATERAL
        unnest(CASE WHEN status = 'sent' THEN ARRAY['email_sent', 'email_delivered'] ELSE ARRAY['email_bounced'] END) AS type
    )
    ${insertEntries(workspaceId)}`;
  // Planning it takes longer than running it for a few outcomes.
  await db.query(named('record_outcomes', statement));
}
