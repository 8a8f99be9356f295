import { blockReason, isMailable, type MailPolicy } from '../../../audience/consent/mail-policy.ts';
import { type Ctx, type Db, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { ContactId, FlowId, MemberId, MessageId } from '../../../platform/ids.ts';
import { FEW } from '../../deliveries/dispatches.repo.ts';
import { giveBack } from '../../free-plan.ts';
import { logMail } from '../../messages/mail-events.ts';
import { type Visit, visited } from '../engine/visits.repo.ts';

export interface Ending {
  memberId: MemberId;
  status: 'pending' | 'sent' | 'failed' | 'bounced' | 'blocked' | 'unqualified' | 'cancelled' | 'unknown';
  error: string | null;
}

/** Visits without mail are left out. */
export function findMailOf({ db, workspaceId }: Scope<Tx>, visits: Visit[]): Promise<Ending[]> {
  return db.query<Ending>(sql`
    SELECT d.member_id AS "memberId", d.status, d.error
    FROM ${visited(visits)}
    JOIN deliveries d ON d.workspace_id = ${workspaceId}::uuid AND d.member_id = v.member_id AND d.visit = v.visit`);
}

/** With an address, and not blocked. */
export async function countMailable({ db, workspaceId }: Scope<Tx>, visits: Visit[], policy: MailPolicy): Promise<number> {
  const [row] = await db.query<{ mailable: number }>(sql`
    SELECT count(*)::int AS mailable FROM ${visited(visits)}
    JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = v.contact_id
    WHERE c.email IS NOT NULL AND ${isMailable(policy)}`);
  return row?.mailable ?? 0;
}

interface NewMail {
  messageId: MessageId;
  policy: MailPolicy;
  /** On the free plan, the most that may be mailed; null: all. */
  reserved: number | null;
}

/**
 * In one statement. Deliveries that may not be mailed have ended already. Where the day has no room for all, those who entered first are
 * mailed; the others are left out, like contacts that are gone.
 */
export function insertMail({ db, workspaceId, now }: Ctx<Tx>, visits: Visit[], { messageId, policy, reserved }: NewMail) {
  return db.query<Ending>(sql`
    WITH judged AS MATERIALIZED (
      SELECT v.*, c.display_name, c.email, CASE WHEN c.email IS NOT NULL THEN ${blockReason(policy)} END AS blocked
      FROM ${visited(visits)} JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = v.contact_id
    ), placed AS (
      SELECT *, email IS NOT NULL AND blocked IS NULL AS mailable,
             count(*) FILTER (WHERE email IS NOT NULL AND blocked IS NULL) OVER (ORDER BY member_id) AS place
      FROM judged
    ), written AS (
      INSERT INTO deliveries
        (workspace_id, id, message_id, contact_id, member_id, visit, display_name, email, status, error, next_attempt_at, reserved_on)
      SELECT ${workspaceId}::uuid, uuid_v7(${now}::timestamptz), ${messageId}::uuid, contact_id, member_id, visit, display_name, email,
           CASE WHEN email IS NULL THEN 'unqualified' WHEN mailable THEN 'pending' ELSE 'blocked' END, blocked,
           CASE WHEN mailable THEN ${now}::timestamptz END,
           CASE WHEN mailable AND ${reserved}::int IS NOT NULL THEN (${now}::timestamptz AT TIME ZONE 'UTC')::date END
      FROM placed WHERE NOT mailable OR ${reserved}::int IS NULL OR place <= ${reserved}::int
      RETURNING workspace_id, id, message_id, member_id, contact_id, email, status, error, shown_id(id) AS shown_id
    ), logged AS (
      ${logMail('queued', { source: 'written', where: sql`e.status = 'pending'`, at: sql`${now}::timestamptz`, workspaceId })}
    )
    SELECT member_id AS "memberId", status, error FROM written`);
}

/** Whether the message belongs into the interactive lane. */
export async function isFew({ db, workspaceId }: Scope<Tx>, messageId: MessageId): Promise<boolean> {
  const [row] = await db.query<{ few: boolean }>(sql`
    SELECT count(*) <= ${FEW}::int AS few FROM (
      SELECT FROM deliveries
      WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid AND next_attempt_at IS NOT NULL LIMIT ${FEW + 1}::int
    ) AS waiting`);
  return row?.few ?? true;
}

/**
 * Takes up to `limit` endings out of the outbox. On the free plan, unsent emails go back to their day.
 * @returns the contacts; some of them may have left the flow
 */
export async function takeEndings(tx: Scope<Tx>, flowId: FlowId, limit: number): Promise<string[]> {
  const taken = await tx.db.query<{ contactId: ContactId; unusedOn: Date | null }>(sql`
    WITH endings AS MATERIALIZED (
      SELECT e.message_id, e.id FROM flow_messages f
      JOIN delivery_endings e ON e.workspace_id = f.workspace_id AND e.message_id = f.message_id
      WHERE f.workspace_id = ${tx.workspaceId}::uuid AND f.flow_id = ${flowId}::uuid
      LIMIT ${limit}::int FOR UPDATE OF e SKIP LOCKED
    ), taken AS (
      DELETE FROM delivery_endings e USING endings
      WHERE e.workspace_id = ${tx.workspaceId}::uuid AND e.message_id = endings.message_id AND e.id = endings.id
      RETURNING e.delivery_id
    )
    SELECT d.contact_id AS "contactId", CASE WHEN d.sent_at IS NULL AND d.status <> 'unknown' THEN d.reserved_on END AS "unusedOn"
    FROM taken JOIN deliveries d ON d.workspace_id = ${tx.workspaceId}::uuid AND d.id = taken.delivery_id`);
  const days = taken.flatMap(({ unusedOn }) => unusedOn?.getTime() ?? []).sort((one, other) => one - other);
  for (const [day, unused] of Map.groupBy(days, (time) => time)) await giveBack(tx, new Date(day), unused.length);
  return taken.map(({ contactId }) => contactId);
}

/**
 * Of all workspaces: one look at an index for each message. A flow that is locked checks its mail when its turn ends, or the next look
 * does.
 */
export async function wakeMailed(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    WITH RECURSIVE endings AS (
      (SELECT workspace_id, message_id FROM delivery_endings ORDER BY workspace_id, message_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM endings CROSS JOIN LATERAL (
        SELECT e.workspace_id, e.message_id FROM delivery_endings e
        WHERE (e.workspace_id, e.message_id) > (endings.workspace_id, endings.message_id) ORDER BY e.workspace_id, e.message_id LIMIT 1
      ) AS next
    ), asleep AS (
      SELECT r.workspace_id, r.flow_id FROM flow_runs r
      WHERE r.wake_at > ${now}::timestamptz AND (r.workspace_id, r.flow_id) IN (
        SELECT f.workspace_id, f.flow_id FROM endings JOIN flow_messages f ON f.workspace_id = endings.workspace_id AND f.message_id = endings.message_id)
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE flow_runs r SET wake_at = ${now}::timestamptz
    FROM asleep a WHERE r.workspace_id = a.workspace_id AND r.flow_id = a.flow_id`);
}
