import { insertEntries, momentAfter } from '../../audience/activities/activities.repo.ts';
import { suppressionReason } from '../../audience/suppressions/suppression.ts';
import { insertSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Db, type Prisma, sql } from '../../platform/db.ts';
import { toUlid } from '../../platform/ids.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import { mergeValues } from '../messages/merge-values.ts';
import { type MessageRef, setState } from './dispatches.repo.ts';
import type { OriginName } from './origin.ts';

/** A delivery that a run has in hand, with what its message needs. */
export interface Claimed {
  id: string;
  /** Null for a test. */
  contact_id: string | null;
  /** Where it goes: the address that the contact has now. */
  email: string;
  attempts: number;
  first_attempt_at: Date | null;
  /** Null for a test. */
  contact: MergeValues['contact'] | null;
}

/** What a run reports of a delivery. `retryAt` puts it back among those that wait. */
export interface Outcome {
  id: string;
  /** Who has it in hand. */
  run: string;
  email: string;
  status: 'sent' | 'bounced' | 'failed' | 'unknown' | 'pending';
  reason: string | null;
  /** What the server called the message. */
  providerId: string | null;
  retryAt: Date | null;
}

export interface ClaimOptions {
  limit: number;
  now: Date;
  leaseUntil: Date;
  operational: boolean;
  /** Of a delivery `d`: whether its origin still wants it. */
  stillWanted: Prisma.Sql;
}

const AT_THE_END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Takes up to `limit` deliveries of an open message: those that are due again, then those whose first turn it is. The dispatch is
 * held by the statement, so that each goes to one run. Whoever has become suppressed since the start, was deleted or is not wanted any
 * more comes to an end here. What is taken is one row in `claims`; of the deliveries themselves none is written that has its first turn.
 * @returns how many were taken, and of these those that are to be mailed
 */
export async function claim(
  db: Db,
  { workspaceId, messageId }: MessageRef,
  run: string,
  { limit, now, leaseUntil, operational, stillWanted }: ClaimOptions,
): Promise<{ claimed: Claimed[]; taken: number }> {
  const of = sql`workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`;
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
                  WHEN d.contact_id IS NULL THEN NULL
                  WHEN c.id IS NULL THEN 'blocked'
                  WHEN c.email IS NULL THEN 'unqualified'
                  WHEN s.reason IS NOT NULL THEN 'blocked' END AS ended,
             CASE WHEN c.id IS NULL THEN 'contact deleted' ELSE s.reason END AS reason,
             CASE WHEN c.id IS NOT NULL THEN ${mergeValues(workspaceId, sql`c.email`)} END AS contact
      FROM (SELECT id, true AS again FROM due UNION ALL SELECT id, false FROM fresh) t
      JOIN deliveries d ON d.workspace_id = ${workspaceId}::uuid AND d.id = t.id
      LEFT JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = d.contact_id
      LEFT JOIN LATERAL (SELECT ${suppressionReason(operational)} AS reason) s ON c.id IS NOT NULL
    ), ended AS (
      UPDATE deliveries d SET status = j.ended, error = CASE WHEN j.ended = 'blocked' THEN j.reason END, next_attempt_at = NULL
      FROM judged j WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = j.id AND j.ended IS NOT NULL
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
    SELECT id, contact_id, attempts, first_attempt_at, email, contact, ended FROM judged`);
  return { claimed: rows.filter(({ ended }) => ended === null), taken: rows.length };
}

/** Keeps for longer what runs of this process have in hand. */
export async function renewClaims(db: Db, workspaceId: string, runs: string[], leaseUntil: Date): Promise<void> {
  await db.query(sql`
    UPDATE claims SET lease_until = ${leaseUntil}::timestamptz, last_call = false
    WHERE workspace_id = ${workspaceId}::uuid AND run = ANY(${runs}::uuid[])`);
}

/**
 * Writes down what became of deliveries, with their timeline entries and suppressions, in one statement. Only what the run still has
 * in hand is touched: the late report of a run that lost its claim changes nothing. When the sending has been ended meanwhile, there
 * is no next attempt.
 * @param about what the timeline says that the mail belongs to
 */
export async function record(
  db: Db,
  { workspaceId, messageId }: MessageRef,
  outcomes: Outcome[],
  about: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  const of = sql`workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`;
  const columns = [
    outcomes.map(({ id }) => id),
    // In the form that clients see: a timeline entry names the recipient like the report does.
    outcomes.map(({ id }) => toUlid(id)),
    outcomes.map(({ email }) => email),
    outcomes.map(({ status }) => status),
    outcomes.map(({ reason }) => reason),
    outcomes.map(({ providerId }) => providerId),
    outcomes.map(({ retryAt }) => retryAt),
    outcomes.map(({ run }) => run),
  ] as const;
  const runs = [...new Set(columns[7])];
  await db.query(sql`
    WITH outcome AS (
      SELECT * FROM unnest(${columns[0]}::uuid[], ${columns[1]}::text[], ${columns[2]}::text[], ${columns[3]}::text[],
        ${columns[4]}::text[], ${columns[5]}::text[], ${columns[6]}::timestamptz[], ${columns[7]}::uuid[])
        AS o (id, shown_id, email, status, reason, provider_id, retry_at, run)
    ), dispatch AS MATERIALIZED (
      -- Held only where somebody is to be tried again: whoever ends the sending then waits, or is seen here.
      SELECT state FROM dispatches WHERE ${of} AND EXISTS (SELECT FROM outcome WHERE status = 'pending') FOR SHARE
    ), claim AS MATERIALIZED (
      -- After the dispatch, like whoever takes claims away. That alone is kept off: to renew one changes no key.
      SELECT run FROM claims
      WHERE workspace_id = ${workspaceId}::uuid AND run = ANY(${runs}::uuid[]) AND (SELECT count(*) FROM dispatch) >= 0 FOR KEY SHARE
    ), written AS (
      UPDATE deliveries r
      SET status = CASE WHEN o.status = 'pending' AND (SELECT state FROM dispatch) = 'ended' THEN 'cancelled' ELSE o.status END,
          error = o.reason, provider_id = o.provider_id, email = o.email, attempts = r.attempts + 1,
          first_attempt_at = coalesce(r.first_attempt_at, ${now}::timestamptz),
          next_attempt_at = CASE WHEN (SELECT state FROM dispatch) <> 'ended' THEN o.retry_at END,
          sent_at = CASE WHEN o.status = 'sent' THEN ${now}::timestamptz END,
          delivered_at = CASE WHEN o.status = 'sent' THEN ${now}::timestamptz END,
          bounced_at = CASE WHEN o.status = 'bounced' THEN ${now}::timestamptz END
      FROM outcome o JOIN claim USING (run)
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = o.id AND r.status = 'pending' AND r.next_attempt_at IS NULL
      RETURNING o.shown_id, r.contact_id, r.email, r.status, r.error
    ), alive AS (
      -- Whoever else holds it may have got here likewise, so nobody waits: the next group says the same.
      UPDATE dispatches SET dead_runs = 0 WHERE ${of} AND EXISTS (
        SELECT FROM dispatches WHERE ${of} AND dead_runs > 0 AND EXISTS (SELECT FROM written) FOR NO KEY UPDATE SKIP LOCKED)
    ), held AS MATERIALIZED (
      SELECT t.contact_id, w.shown_id, w.status, w.error
      FROM written w JOIN contact_moments t ON t.workspace_id = ${workspaceId}::uuid AND t.contact_id = w.contact_id
      WHERE w.status IN ('sent', 'bounced')
      ORDER BY t.contact_id FOR NO KEY UPDATE OF t
    ), suppressed AS (
      SELECT DISTINCT email AS address, 'bounced' AS reason, 'smtp' AS source, error AS detail, ${now}::timestamptz AS since
      FROM written WHERE status = 'bounced' AND (SELECT count(*) FROM held) >= 0
    ), bounced AS (
      ${insertSuppressions(workspaceId)}
    ), reached AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM held w WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = w.contact_id
      RETURNING t.contact_id, t.last_activity_at AS occurred_at, w.shown_id, w.status, w.error
    ), entry AS (
      SELECT contact_id, occurred_at, type,
             ${JSON.stringify(about)}::jsonb || jsonb_build_object('recipient_id', shown_id)
               || CASE WHEN type = 'email_bounced' THEN jsonb_build_object('reason', error) ELSE '{}' END AS metadata
      FROM reached CROSS JOIN LATERAL
        unnest(CASE WHEN status = 'sent' THEN ARRAY['email_sent', 'email_delivered'] ELSE ARRAY['email_bounced'] END) AS type
    )
    ${insertEntries(workspaceId)}`);
}

/** A delivery that was not begun, or not so that it counts, and when it may be tried again; null: at once. */
export interface GivenBack {
  id: string;
  at: Date | null;
}

/**
 * Lets go of claims whose work is over, and gives back what was not begun of them, in a transaction that holds the dispatch. Nothing is
 * given back of a claim that has been taken away.
 */
export async function endClaims(tx: Db, message: MessageRef, runs: string[], unbegun: GivenBack[], now: Date): Promise<void> {
  const [ids, times] = [unbegun.map(({ id }) => id), unbegun.map(({ at }) => at ?? now)];
  await tx.query(sql`
    WITH ended AS (
      DELETE FROM claims WHERE workspace_id = ${message.workspaceId}::uuid AND run = ANY(${runs}::uuid[]) RETURNING ids
    ), back AS (
      SELECT * FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS back (id, at) WHERE id IN (SELECT unnest(ids) FROM ended)
    )
    UPDATE deliveries r SET ${givenBack(message, sql`back.at`)}
    FROM back
    WHERE r.workspace_id = ${message.workspaceId}::uuid AND r.id = back.id AND r.status = 'pending' AND r.next_attempt_at IS NULL`);
}

/** What becomes of a delivery that nobody works on any more: it is due at a time, unless its sending has ended. */
const givenBack = ({ workspaceId, messageId }: MessageRef, at: Prisma.Sql) => sql`(status, next_attempt_at) = (
  SELECT CASE WHEN state = 'ended' THEN 'cancelled' ELSE 'pending' END, CASE WHEN state <> 'ended' THEN ${at} END
  FROM dispatches WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid)`;

export interface ExpiredClaim extends MessageRef {
  run: string;
  origin: OriginName;
}

/**
 * Claims whose process is taken for dead, of all workspaces. One that has just run out gets a last call: after an outage of the
 * database everybody's have run out, and those who live renew theirs as soon as it is back.
 */
export async function findExpiredClaims(db: Db, now: Date, lastCallUntil: Date): Promise<ExpiredClaim[]> {
  await db.query(sql`
    UPDATE claims SET last_call = true, lease_until = ${lastCallUntil}::timestamptz WHERE lease_until <= ${now}::timestamptz AND NOT last_call`);
  return db.query(sql`
    SELECT c.workspace_id AS "workspaceId", c.message_id AS "messageId", c.run, d.origin
    FROM claims c JOIN dispatches d ON d.workspace_id = c.workspace_id AND d.message_id = c.message_id
    WHERE c.lease_until <= ${now}::timestamptz AND c.last_call`);
}

/**
 * Takes a claim away from a dead run, in a transaction that holds the dispatch. What it had not reported is due at once, or, where a
 * message must not go twice, nobody knows what became of it.
 * @returns whether it was still there
 */
export async function expireClaim(tx: Db, message: Omit<ExpiredClaim, 'origin'>, now: Date): Promise<boolean> {
  const { workspaceId, messageId, run } = message;
  const [expired] = await tx.query<{ ids: string[]; repeatable: boolean }>(sql`
    WITH gone AS (
      DELETE FROM claims WHERE workspace_id = ${workspaceId}::uuid AND run = ${run}::uuid AND last_call AND lease_until <= ${now}::timestamptz
      RETURNING ids
    )
    UPDATE dispatches d SET dead_runs = dead_runs + 1 FROM gone
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId}::uuid
    RETURNING gone.ids::text[] AS ids, d.repeatable`);
  if (!expired) return false;
  const left = sql`r.workspace_id = ${workspaceId}::uuid AND r.id = ANY(${expired.ids}::uuid[]) AND r.status = 'pending'
    AND r.next_attempt_at IS NULL
    AND NOT EXISTS (SELECT FROM claims c WHERE c.workspace_id = ${workspaceId}::uuid AND c.message_id = ${messageId}::uuid AND r.id = ANY(c.ids))`;
  await tx.query(
    expired.repeatable
      ? sql`UPDATE deliveries r SET ${givenBack(message, sql`${now}::timestamptz`)} WHERE ${left}`
      : sql`UPDATE deliveries r SET status = 'unknown', error = 'The process died while the message was under way.' WHERE ${left}`,
  );
  return true;
}

/**
 * Fails those whom the server takes nothing for, in a transaction that holds the dispatch, if they are the last: nobody else is left,
 * and somebody else was taken.
 * @returns whether they were
 */
export async function failLast(
  tx: Db,
  { workspaceId, messageId }: MessageRef,
  last: { id: string; reason: string }[],
  now: Date,
): Promise<boolean> {
  const of = sql`workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`;
  const ids = sql`${last.map(({ id }) => id)}::uuid[]`;
  const failed = await tx.query(sql`
    UPDATE deliveries r
    SET status = 'failed', error = l.reason, attempts = r.attempts + 1, next_attempt_at = NULL,
        first_attempt_at = coalesce(r.first_attempt_at, ${now}::timestamptz)
    FROM unnest(${ids}, ${last.map(({ reason }) => reason)}::text[]) AS l (id, reason)
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.message_id = ${messageId}::uuid AND r.id = l.id AND r.status = 'pending'
      AND NOT EXISTS (SELECT FROM deliveries WHERE ${of} AND status = 'pending' AND id <> ALL(${ids}))
      AND EXISTS (SELECT FROM deliveries WHERE ${of} AND status = 'sent')
    RETURNING 1`);
  return failed.length > 0;
}

/** Ends the sending of a message, in a transaction that holds its dispatch. Whom a run has in hand is still told of; nobody else is mailed. */
export async function cancelDeliveries(tx: Db, message: MessageRef, now: Date): Promise<void> {
  const { workspaceId, messageId } = message;
  await setState(tx, message, 'ended', now);
  await tx.query(sql`
    UPDATE deliveries r SET status = 'cancelled', next_attempt_at = NULL
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.message_id = ${messageId}::uuid AND r.status = 'pending'
      AND NOT (r.next_attempt_at IS NULL AND r.id IN (
        SELECT unnest(c.ids) FROM claims c WHERE c.workspace_id = ${workspaceId}::uuid AND c.message_id = ${messageId}::uuid))`);
}
