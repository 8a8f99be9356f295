import { insertEntries, momentAfter } from '../../audience/activities/activities.repo.ts';
import { readAnyList } from '../../audience/contact-lists/contact-lists.repo.ts';
import { membersOf } from '../../audience/contact-lists/membership.ts';
import { withMoments } from '../../audience/contacts/contacts.repo.ts';
import { suppressionReason } from '../../audience/suppressions/suppression.ts';
import { insertSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import { type Db, sql } from '../../platform/db.ts';
import { toUlid } from '../../platform/ids.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import type { Message } from '../messages/composer.ts';
import { mergeValues } from '../messages/merge-values.ts';

/** A recipient that this run has claimed, with what its message needs. */
export interface Claimed {
  id: string;
  contact_id: string;
  email: string;
  display_name: string;
  /** This one included. */
  attempts: number;
  contact: MergeValues['contact'];
}

/** What a run reports of a recipient. `retryAt` puts it back into the queue. */
export interface Outcome {
  recipientId: string;
  status: 'sent' | 'bounced' | 'failed' | 'pending';
  reason: string | null;
  retryAt: Date | null;
}

/** Takes down what the blast will say; called in the transaction that releases it. */
export async function takeDownMessage(db: Db, workspaceId: string, blastId: string): Promise<void> {
  await db.query(sql`
    INSERT INTO blast_messages (workspace_id, blast_id, subject, from_name, from_address, reply_to_email, html, plain_text)
    SELECT b.workspace_id, b.id, e.subject, e.from_name, e.from_address, e.reply_to_email, v.html, coalesce(v.plain_text, '')
    FROM blasts b
    JOIN documents e ON e.workspace_id = b.workspace_id AND e.id = b.email_id
    JOIN versions v ON v.workspace_id = b.workspace_id AND v.document_id = b.email_id AND v.version = b.approved_email_version
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${blastId}::uuid
    ON CONFLICT DO NOTHING`);
}

/** A blast that is being sent: where it stands, and what it says. */
export interface SendingBlast extends Omit<Message, 'workspaceId' | 'tracked'> {
  preparedAt: Date | null;
  resumeAt: Date | null;
}

export async function findSendingBlast(db: Db, workspaceId: string, blastId: string): Promise<SendingBlast | undefined> {
  const rows = await db.query<SendingBlast>(sql`
    SELECT b.operational, b.prepared_at AS "preparedAt", b.resume_at AS "resumeAt",
           m.subject, m.from_name AS "fromName", m.from_address AS "fromAddress", m.reply_to_email AS "replyTo",
           m.html, m.plain_text AS "plainText", w.name AS "workspaceName"
    FROM blasts b
    JOIN blast_messages m ON m.workspace_id = b.workspace_id AND m.blast_id = b.id
    JOIN workspaces w ON w.id = b.workspace_id
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${blastId}::uuid AND b.status = 'sending'`);
  return rows[0];
}

/**
 * Fixes the recipients: one row for each member of the audience, whatever becomes of it, in one statement. The blast's row
 * is locked and looked at first, so that two runs fix them once.
 * On the free plan no more than the reserved number may be mailed; members who joined since are left out.
 */
export function fixRecipients(db: Db, workspaceId: string, blastId: string, links: string[], now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const [blast] = await tx.query<{ operational: boolean; reserved_recipients: number | null; audience_list_id: string | null }>(sql`
      SELECT operational, reserved_recipients, audience_list_id FROM blasts
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending' AND prepared_at IS NULL
      FOR UPDATE`);
    if (!blast) return;
    const list = blast.audience_list_id && (await readAnyList(tx, workspaceId, blast.audience_list_id));
    if (!list) return failBlast(tx, workspaceId, blastId, 'The list was deleted before sending started.', now);
    await tx.query(sql`
      WITH audience AS (
        SELECT c.id, c.display_name, c.email, ${suppressionReason(blast.operational)} AS suppressed
        FROM contacts c ${withMoments}
        WHERE c.workspace_id = ${workspaceId}::uuid AND ${await membersOf(tx, workspaceId, list, now)}
      ), ranked AS (
        SELECT *, email IS NOT NULL AND suppressed IS NULL AS mailable,
               count(*) FILTER (WHERE email IS NOT NULL AND suppressed IS NULL) OVER (ORDER BY id) AS place
        FROM audience
      ), kept AS (
        SELECT * FROM ranked
        WHERE NOT mailable OR ${blast.reserved_recipients}::int IS NULL OR place <= ${blast.reserved_recipients}::int
      ), written AS (
        INSERT INTO recipients (workspace_id, id, blast_id, contact_id, display_name, email, status, error)
        SELECT ${workspaceId}::uuid, uuid_v7(${now}::timestamptz), ${blastId}::uuid, id, display_name, email,
               CASE WHEN email IS NULL THEN 'unqualified' WHEN suppressed IS NOT NULL THEN 'blocked' ELSE 'pending' END,
               CASE WHEN email IS NULL THEN NULL ELSE suppressed END
        FROM kept
        ON CONFLICT (workspace_id, blast_id, contact_id) DO NOTHING
      )
      UPDATE blasts
      SET prepared_at = ${now}::timestamptz, updated_at = ${now}::timestamptz,
          audience_truncated = (SELECT count(*) FROM ranked) > (SELECT count(*) FROM kept)
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid`);
    await tx.query(sql`
      INSERT INTO blast_links (workspace_id, blast_id, position, url)
      SELECT ${workspaceId}::uuid, ${blastId}::uuid, (position - 1)::int, url
      FROM unnest(${links}::text[]) WITH ORDINALITY AS link (url, position)
      ON CONFLICT DO NOTHING`);
  });
}

/** After many rows at once the planner's picture of the table is wrong, and claims would read it from end to end. */
export const analyseRecipients = (db: Db): Promise<unknown> => db.query({ text: 'ANALYZE recipients', values: [] });

/**
 * Takes up to `limit` recipients whose turn it is. Whoever has become suppressed since the start, or was deleted, is
 * blocked in the same statement. Other runs pass over rows that are locked here.
 */
export async function claim(
  db: Db,
  { workspaceId, blastId, operational }: { workspaceId: string; blastId: string; operational: boolean },
  run: string,
  { limit, now, leaseUntil }: { limit: number; now: Date; leaseUntil: Date },
): Promise<{ claimed: Claimed[]; blocked: number }> {
  const rows = await db.query<Claimed & { status: string }>(sql`
    WITH due AS (
      SELECT id, contact_id, email FROM recipients
      WHERE workspace_id = ${workspaceId}::uuid AND blast_id = ${blastId}::uuid AND status = 'pending'
        AND (next_attempt_at IS NULL OR next_attempt_at <= ${now}::timestamptz)
        AND EXISTS (SELECT FROM blasts b WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${blastId}::uuid AND b.status = 'sending')
      ORDER BY id LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED
    ), judged AS (
      SELECT due.id, c.id AS found, CASE WHEN c.id IS NULL THEN 'contact deleted' ELSE ${suppressionReason(operational)} END AS suppressed,
             ${mergeValues(workspaceId, sql`due.email`)} AS contact
      FROM due LEFT JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = due.contact_id
    )
    UPDATE recipients r
    SET status = CASE WHEN judged.suppressed IS NULL THEN 'sending' ELSE 'blocked' END,
        error = judged.suppressed,
        claimed_by = CASE WHEN judged.suppressed IS NULL THEN ${run}::uuid END,
        lease_until = CASE WHEN judged.suppressed IS NULL THEN ${leaseUntil}::timestamptz END,
        next_attempt_at = NULL,
        attempts = r.attempts + CASE WHEN judged.suppressed IS NULL THEN 1 ELSE 0 END
    FROM judged
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = judged.id
    RETURNING r.id, r.contact_id, r.email, r.display_name, r.status, r.attempts, judged.contact`);
  const claimed = rows.filter(({ status }) => status === 'sending');
  return { claimed, blocked: rows.length - claimed.length };
}

/** Keeps for longer what this run still holds of these. */
export async function renewLease(db: Db, workspaceId: string, run: string, ids: string[], leaseUntil: Date): Promise<void> {
  await db.query(sql`
    UPDATE recipients SET lease_until = ${leaseUntil}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[]) AND claimed_by = ${run}::uuid`);
}

/**
 * Writes down what became of recipients, with their timeline entries, in one statement. Only rows that this run still
 * holds are touched: the late report of a run that lost its lease changes nothing. Another run may have ended the blast in
 * the meantime; then there is no next attempt.
 */
export async function record(
  db: Db,
  { workspaceId, blastId }: { workspaceId: string; blastId: string },
  run: string,
  outcomes: Outcome[],
  now: Date,
): Promise<void> {
  const ids = outcomes.map(({ recipientId }) => recipientId);
  // In the form that clients see: a timeline entry names the recipient like the report does.
  const shownIds = ids.map(toUlid);
  const statuses = outcomes.map(({ status }) => status);
  const reasons = outcomes.map(({ reason }) => reason);
  const retries = outcomes.map(({ retryAt }) => retryAt);
  await db.query(sql`
    WITH blast AS MATERIALIZED (
      SELECT workspace_id, id, status FROM blasts WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid FOR SHARE
    ), outcome AS (
      SELECT * FROM unnest(${ids}::uuid[], ${shownIds}::text[], ${statuses}::text[], ${reasons}::text[], ${retries}::timestamptz[]) AS o (id, shown_id, status, reason, retry_at)
    ), written AS (
      UPDATE recipients r
      SET status = CASE WHEN o.status = 'pending' AND b.status <> 'sending' THEN 'failed' ELSE o.status END,
          error = o.reason, next_attempt_at = CASE WHEN b.status = 'sending' THEN o.retry_at END,
          claimed_by = NULL, lease_until = NULL,
          sent_at = CASE WHEN o.status = 'sent' THEN ${now}::timestamptz END,
          delivered_at = CASE WHEN o.status = 'sent' THEN ${now}::timestamptz END,
          bounced_at = CASE WHEN o.status = 'bounced' THEN ${now}::timestamptz END
      FROM outcome o, blast b
      WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = o.id AND r.claimed_by = ${run}::uuid
      RETURNING o.shown_id, r.contact_id, r.email, r.status, r.error
    ), held AS MATERIALIZED (
      SELECT t.contact_id, w.shown_id, w.status, w.error
      FROM written w JOIN contact_moments t ON t.workspace_id = ${workspaceId}::uuid AND t.contact_id = w.contact_id
      WHERE w.status IN ('sent', 'bounced')
      ORDER BY t.contact_id FOR NO KEY UPDATE OF t
    ), suppressed AS (
      -- The address, whoever has it by now.
      SELECT email AS address, 'bounced' AS reason, 'smtp' AS source, error AS detail, ${now}::timestamptz AS since FROM written
      WHERE status = 'bounced' AND (SELECT count(*) FROM held) >= 0
    ), added AS (
      ${insertSuppressions(workspaceId)}
    ), reached AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)}
      FROM held w WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = w.contact_id
      RETURNING t.contact_id, t.last_activity_at AS occurred_at, w.shown_id, w.status, w.error
    ), entry AS (
      SELECT contact_id, occurred_at, type,
             jsonb_build_object('blast_id', ${blastId}::text, 'recipient_id', shown_id)
               || CASE WHEN type = 'email_bounced' THEN jsonb_build_object('reason', error) ELSE '{}' END AS metadata
      FROM reached CROSS JOIN LATERAL
        unnest(CASE WHEN status = 'sent' THEN ARRAY['email_sent', 'email_delivered'] ELSE ARRAY['email_bounced'] END) AS type
    )
    ${insertEntries(workspaceId)}`);
}

/** What becomes of a row that nobody works on any more: back into the queue, unless its blast has ended. */
const givenBack = sql`
  status = CASE WHEN b.status = 'sending' THEN 'pending' ELSE 'failed' END, error = CASE WHEN b.status <> 'sending' THEN b.error END,
  claimed_by = NULL, lease_until = NULL`;

/** Gives back what this run claimed and did not begin. The attempt does not count. */
export async function release(
  db: Db,
  { workspaceId, blastId }: { workspaceId: string; blastId: string },
  run: string,
  ids: string[],
): Promise<void> {
  await db.query(sql`
    WITH b AS MATERIALIZED (
      SELECT status, error FROM blasts WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid FOR SHARE
    )
    UPDATE recipients r SET ${givenBack}, attempts = r.attempts - 1
    FROM b WHERE r.workspace_id = ${workspaceId}::uuid AND r.id = ANY(${ids}::uuid[]) AND r.claimed_by = ${run}::uuid`);
}

/** Frees what died with its run, in all workspaces. The message may have gone out: it goes again with the same Message-ID. */
export async function releaseExpired(db: Db, now: Date): Promise<void> {
  const expired = sql`r.status = 'sending' AND r.lease_until <= ${now}::timestamptz`;
  await db.query(sql`
    WITH b AS MATERIALIZED (
      SELECT workspace_id, id, status, error FROM blasts
      WHERE (workspace_id, id) IN (SELECT r.workspace_id, r.blast_id FROM recipients r WHERE ${expired})
      FOR SHARE
    )
    UPDATE recipients r SET ${givenBack}
    FROM b WHERE ${expired} AND r.workspace_id = b.workspace_id AND r.blast_id = b.id`);
}

/** The mail server is out of reach: the blast rests, for longer with every outage in a row, and says why. */
export async function rest(
  db: Db,
  workspaceId: string,
  blastId: string,
  reason: string,
  pauseMs: { first: number; most: number },
  now: Date,
): Promise<void> {
  await db.query(sql`
    UPDATE blasts
    SET outage_count = outage_count + 1, error = ${reason},
        resume_at = ${now}::timestamptz
          + least(${pauseMs.first}::int * power(2, least(outage_count, 10)), ${pauseMs.most}::int) * interval '1 millisecond'
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending'`);
}

/** Something was delivered: the blast rests no more. One that another run has ended meanwhile keeps what it says. */
export async function endOutage(db: Db, workspaceId: string, blastId: string): Promise<void> {
  await db.query(sql`
    UPDATE blasts SET outage_count = 0, resume_at = NULL, error = NULL
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending' AND outage_count > 0`);
}

/** The blast cannot go out: it ends, and nobody who still waits will be mailed. */
export function failBlast(db: Db, workspaceId: string, blastId: string, reason: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const failed = await tx.query(sql`
      UPDATE blasts SET status = 'failed', error = ${reason}, resume_at = NULL, updated_at = ${now}::timestamptz
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending'
      RETURNING id::text`);
    if (failed.length === 0) return;
    // A statement of its own, which sees what others wrote down until the blast was ours.
    await tx.query(sql`
      UPDATE recipients SET status = 'failed', error = ${reason}, next_attempt_at = NULL
      WHERE workspace_id = ${workspaceId}::uuid AND blast_id = ${blastId}::uuid AND status = 'pending'`);
  });
}

/** How many blasts are being sent, or go out at their time, in all workspaces. */
export async function countUnderWay(db: Pick<Db, 'query'>): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`SELECT count(*)::int AS count FROM blasts WHERE status IN ('sending', 'scheduled')`);
  return (rows as [{ count: number }])[0].count;
}

/** Ends all blasts that `countUnderWay` counts as failed, with the reason: of a copy of the service, say, that must not send. */
export async function failUnderWay(db: Pick<Db, 'query'>, reason: string, now: Date): Promise<void> {
  await db.query(sql`
    WITH ended AS (
      UPDATE blasts SET status = 'failed', error = ${reason}::text, resume_at = NULL, updated_at = ${now}::timestamptz
      WHERE status IN ('sending', 'scheduled')
      RETURNING workspace_id, id
    )
    UPDATE recipients r SET status = 'failed', error = ${reason}::text, next_attempt_at = NULL
    FROM ended e WHERE r.workspace_id = e.workspace_id AND r.blast_id = e.id AND r.status = 'pending'`);
}

/** Ends a blast when every recipient has been dealt with. Nobody reached although somebody was tried: it has failed. */
export async function finish(db: Db, workspaceId: string, blastId: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE blasts b
    SET status = CASE WHEN t.in_vain THEN 'failed' ELSE 'sent' END,
        error = CASE WHEN t.in_vain THEN t.error END,
        sent_at = CASE WHEN NOT t.in_vain THEN ${now}::timestamptz END,
        resume_at = NULL, outage_count = 0, updated_at = ${now}::timestamptz
    FROM (
      SELECT count(*) FILTER (WHERE status = 'failed') > 0 AND count(*) FILTER (WHERE status IN ('sent', 'bounced')) = 0 AS in_vain,
             min(error) FILTER (WHERE status = 'failed') AS error
      FROM recipients WHERE workspace_id = ${workspaceId}::uuid AND blast_id = ${blastId}::uuid
    ) t
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${blastId}::uuid AND b.status = 'sending' AND b.prepared_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM recipients r
        WHERE r.workspace_id = b.workspace_id AND r.blast_id = b.id AND r.status IN ('pending', 'sending'))`);
}

/** The blasts for which there is something to do now: to begin, to go on with, or to end. */
export async function findDueBlasts(db: Db, now: Date): Promise<{ workspace_id: string; blast_id: string }[]> {
  return db.query(sql`
    SELECT b.workspace_id, b.id AS blast_id
    FROM blasts b
    WHERE b.status = 'sending' AND (b.resume_at IS NULL OR b.resume_at <= ${now}::timestamptz)
      AND (b.prepared_at IS NULL
        OR EXISTS (
          SELECT FROM recipients r
          WHERE r.workspace_id = b.workspace_id AND r.blast_id = b.id AND r.status = 'pending'
            AND (r.next_attempt_at IS NULL OR r.next_attempt_at <= ${now}::timestamptz))
        OR NOT EXISTS (
          SELECT FROM recipients r
          WHERE r.workspace_id = b.workspace_id AND r.blast_id = b.id AND r.status IN ('pending', 'sending')))`);
}
