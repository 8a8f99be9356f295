import type { components } from '../../../generated/api.d.ts';
import { type Ctx, join, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, EmailId, MessageId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';
import { usedUp } from '../free-plan.ts';
import type { Copy } from './draft.ts';

export type Status = components['schemas']['MessageStatus'];

export interface MessageRow {
  id: string;
  status: Status;
  reason: string | null;
  contactId: ContactId | null;
  toEmail: string | null;
  toName: string;
  subject: string;
  emailId: EmailId | null;
  emailVersion: number | null;
  tags: string[];
  scheduledAt: Date | null;
  sentAt: Date | null;
  createdAt: Date;
  isTest: boolean;
}

/** The status of a delivery `d` of the message `t`, as clients see it. */
const statusOf = (now: Date): Sql => sql`
  CASE d.status
    WHEN 'pending' THEN CASE WHEN d.attempts = 0 AND t.scheduled_at > ${now}::timestamptz THEN 'scheduled' ELSE 'queued' END
    WHEN 'unqualified' THEN 'blocked'
    WHEN 'unknown' THEN 'failed'
    ELSE d.status END`;

const REASON = sql`CASE WHEN d.status = 'unqualified' THEN 'The contact has no email address any more.' WHEN d.status <> 'sent' THEN d.error END`;

const summary = (now: Date): Sql => sql`
  t.id::text, ${statusOf(now)} AS status, ${REASON} AS reason, t.contact_id::text AS "contactId", d.email AS "toEmail", d.display_name AS "toName",
  m.subject, t.email_id::text AS "emailId", t.email_version AS "emailVersion", t.tags, t.scheduled_at AS "scheduledAt",
  d.sent_at AS "sentAt", t.created_at AS "createdAt", m.test AS "isTest"`;

/** The recipient's delivery has the id of the message. */
const WHOLE = sql`
  JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.id
  JOIN deliveries d ON d.workspace_id = t.workspace_id AND d.id = t.id`;

export interface MessageFilters {
  status?: Status | undefined;
  contactId?: ContactId | undefined;
  tag?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface ListedRow extends MessageRow {
  /** False: the row only shows how far was read. */
  isAsked: boolean;
  isBound: boolean;
}

/**
 * Messages that one page looks at for those of a status. Deliveries have no index of it: it would be written with each change of any
 * delivery.
 */
export const MOST_SCANNED = 5_000;

/** Up to so many messages behind a position, newest first. Of a status only those among the next `MOST_SCANNED`, with the last of these. */
export function messagesAfter(
  { db, workspaceId, now }: Ctx,
  { status, contactId, tag, from, to }: MessageFilters,
  after: Position | undefined,
  most: number,
): Promise<ListedRow[]> {
  const conditions = [sql`t.workspace_id = ${workspaceId}::uuid`];
  if (contactId !== undefined) conditions.push(sql`t.contact_id = ${contactId}::uuid`);
  // The key of the tags has the order of the listing, too.
  const [messages, at, id] =
    tag === undefined
      ? [sql`transactional_messages t`, sql`t.created_at`, sql`t.id`]
      : [
          sql`transactional_tags g JOIN transactional_messages t ON t.workspace_id = g.workspace_id AND t.id = g.message_id`,
          sql`g.created_at`,
          sql`g.message_id`,
        ];
  if (tag !== undefined) conditions.push(sql`g.workspace_id = ${workspaceId}::uuid AND g.tag = ${tag}::text`);
  if (from) conditions.push(sql`${at} >= ${from}::timestamptz`);
  if (to) conditions.push(sql`${at} < ${to}::timestamptz`);
  if (after) conditions.push(sql`(${at}, ${id}) < (${after.key}::timestamptz, ${after.id}::uuid)`);
  const isAsked = status === undefined ? sql`true` : sql`${statusOf(now)} = ${status}::text`;
  // OFFSET makes each look-up one of a single message, so rows stay in the order of the scan, which ends with the page. A sort would look
  // at all of them first.
  return db.query<ListedRow>(sql`
    SELECT ${summary(now)}, ${isAsked} AS "isAsked", ${status !== undefined}::boolean AND t.place = ${MOST_SCANNED}::int AS "isBound"
    FROM (
      SELECT scanned.*, row_number() OVER () AS place FROM (
        SELECT t.* FROM ${messages} WHERE ${join(conditions, ' AND ')}
        ORDER BY ${at} DESC, ${id} DESC LIMIT ${status === undefined ? most : MOST_SCANNED}::int
      ) AS scanned
    ) AS t
    CROSS JOIN LATERAL (SELECT d.* FROM deliveries d WHERE d.workspace_id = t.workspace_id AND d.id = t.id OFFSET 0) AS d
    CROSS JOIN LATERAL (SELECT m.* FROM messages m WHERE m.workspace_id = t.workspace_id AND m.id = t.id OFFSET 0) AS m
    WHERE ${isAsked} OR t.place = ${MOST_SCANNED}::int LIMIT ${most}::int`);
}

export interface WholeRow extends MessageRow {
  fromName: string;
  fromAddress: string;
  replyTo: string;
  operational: boolean;
  track: boolean;
  copies: Copy[];
  cancelledAt: Date | null;
  endedAt: Date | null;
}

export async function findMessage({ db, workspaceId, now }: Ctx, id: string): Promise<WholeRow | undefined> {
  const [row] = await db.query<WholeRow>(sql`
    SELECT ${summary(now)}, m.from_name AS "fromName", m.from_address AS "fromAddress", m.reply_to AS "replyTo", m.operational, t.track,
      t.copies, t.cancelled_at AS "cancelledAt", t.ended_at AS "endedAt"
    FROM transactional_messages t ${WHOLE} WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ${id}::uuid`);
  return row;
}

export interface AttachmentRow {
  fileName: string;
  contentType: string;
  contentId: string | null;
  sizeBytes: number;
}

export const findAttachments = ({ db, workspaceId }: Scope, messageId: MessageId): Promise<AttachmentRow[]> =>
  db.query(sql`
    SELECT file_name AS "fileName", content_type AS "contentType", content_id AS "contentId", size_bytes AS "sizeBytes"
    FROM transactional_attachments WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid ORDER BY position`);

/** How a delivery of a message stands, and what has come back from it. */
export interface DeliveryRow {
  id: string;
  email: string | null;
  status: Status;
  reason: string | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  openedAt: Date | null;
  bouncedAt: Date | null;
  unsubscribedAt: Date | null;
  complainedAt: Date | null;
  clicks: { at: string; url: string | null }[];
}

export const findDeliveries = ({ db, workspaceId, now }: Ctx, messageId: MessageId): Promise<DeliveryRow[]> =>
  db.query<DeliveryRow>(sql`
    SELECT d.id::text, d.email, ${statusOf(now)} AS status, ${REASON} AS reason, d.sent_at AS "sentAt", d.delivered_at AS "deliveredAt",
      d.opened_at AS "openedAt", d.bounced_at AS "bouncedAt", d.unsubscribed_at AS "unsubscribedAt", d.complained_at AS "complainedAt",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('at', k.clicked_at, 'url', l.url) ORDER BY k.clicked_at, k.position)
        FROM delivery_clicks k
        LEFT JOIN message_links l ON l.workspace_id = k.workspace_id AND l.message_id = d.message_id AND l.position = k.position
        WHERE k.workspace_id = d.workspace_id AND k.delivery_id = d.id), '[]') AS clicks
    FROM deliveries d JOIN transactional_messages t ON t.workspace_id = d.workspace_id AND t.id = d.message_id
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId}::uuid`);

/** Holds a message until the transaction ends; its dispatch is held afterwards. */
export async function holdMessage({ db, workspaceId }: Scope<Tx>, id: string): Promise<{ cancelledAt: Date | null } | undefined> {
  const [held] = await db.query<{ cancelledAt: Date | null }>(sql`
    SELECT cancelled_at AS "cancelledAt" FROM transactional_messages
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid FOR UPDATE`);
  return held;
}

/** Whether anything of a message went out, or is on its way, with its dispatch held. */
export async function isBegun({ db, workspaceId }: Scope<Tx>, id: string): Promise<boolean> {
  const of = sql`workspace_id = ${workspaceId}::uuid AND message_id = ${id}::uuid`;
  const [found] = await db.query<{ begun: boolean }>(sql`
    SELECT EXISTS (SELECT FROM claims WHERE ${of})
      OR EXISTS (SELECT FROM deliveries WHERE ${of} AND status IN ('sent', 'bounced', 'failed', 'unknown')) AS begun`);
  return found?.begun ?? false;
}

export async function noteCancelled({ db, workspaceId, now }: Ctx<Tx>, id: string): Promise<void> {
  await db.prisma.transactionalMessage.updateMany({ where: { workspaceId, id }, data: { cancelledAt: now } });
}

/** What a message has reserved of the free plan's day and not sent; safe to repeat. */
export async function takeUnsent({ db, workspaceId }: Scope<Tx>, id: string): Promise<{ day: Date; emails: number } | undefined> {
  const [unsent] = await db.query<{ day: Date; emails: number }>(sql`
    WITH of AS (
      SELECT t.reserved, t.reserved_on, ${usedUp(workspaceId, id)} AS sent
      FROM transactional_messages t WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ${id}::uuid FOR UPDATE
    )
    UPDATE transactional_messages t SET reserved = of.sent FROM of
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ${id}::uuid AND of.sent < of.reserved
    RETURNING of.reserved_on AS day, of.reserved - of.sent AS emails`);
  return unsent;
}

/**
 * Forgets what a message said, once none of its deliveries waits: its text, its headers, its values unless a tracked link may need them.
 * @returns the stored file of its attachments, which nothing needs any more; undefined when there is none, or something waits
 */
export async function forgetContent({ db, workspaceId, now }: Ctx<Tx>, id: string): Promise<{ key: string; bytes: number } | undefined> {
  const of = sql`workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`;
  const [gone] = await db.query<{ key: string | null; bytes: number | null }>(sql`
    WITH over AS MATERIALIZED (
      SELECT workspace_id, id, files_key, files_bytes FROM transactional_messages
      WHERE ${of} AND ended_at IS NULL AND NOT EXISTS (
        SELECT FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${id}::uuid AND status = 'pending')
      FOR UPDATE
    ), said AS (
      UPDATE messages SET html = '', plain_text = '' WHERE ${of} AND EXISTS (SELECT FROM over)
    ), ended AS (
      UPDATE transactional_messages
      SET ended_at = ${now}::timestamptz, headers = NULL, data = CASE WHEN track THEN data END, files_key = NULL, files_bytes = NULL
      WHERE ${of} AND EXISTS (SELECT FROM over)
    )
    SELECT files_key AS key, files_bytes AS bytes FROM over`);
  return gone?.key ? { key: gone.key, bytes: gone.bytes ?? 0 } : undefined;
}
