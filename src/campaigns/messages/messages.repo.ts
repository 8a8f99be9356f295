import { type Ctx, type Db, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { BlastId, MessageId } from '../../platform/ids.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import { TRACKING_MODES } from '../../shared/tracking-mode.ts';
import type { Message } from './composer.ts';
import { senderOf } from './footer.ts';
import { mergeValues } from './merge-values.ts';
import type { OwnMessage } from './own.ts';

export interface StoredMessage extends Message {
  topicId: string | null;
  /** It goes into the test mailbox, and nowhere else. */
  test: boolean;
  sample: MergeValues['contact'] | null;
  /** Of a transactional message: to whom it is, with what. */
  own: (OwnMessage & { filesKey: string | null }) | null;
  /** Which message of this id. */
  edition: string;
}

/** The stricter one of workspace `w` and email `e`. */
const modeOf = sql`(
  SELECT mode FROM unnest(${[...TRACKING_MODES]}::text[]) WITH ORDINALITY AS modes (mode, place)
  WHERE mode IN (w.tracking, e.tracking) ORDER BY place DESC LIMIT 1)`;

export async function findMessage({ db, workspaceId }: Scope, messageId: MessageId): Promise<StoredMessage | undefined> {
  const [message] = await db.query<StoredMessage>(sql`
    SELECT m.workspace_id AS "workspaceId", m.id, m.xmin::text AS edition, m.operational, m.test, m.topic_id::text AS "topicId", coalesce(t.track, m.origin <> 'test') AS tracked, ${modeOf} AS tracking, m.utm, w.name AS "workspaceName", ${senderOf} AS sender, m.subject,
           m.preview_text AS "previewText", m.from_name AS "fromName", m.from_address AS "fromAddress", m.reply_to AS "replyTo", m.html, m.plain_text AS "plainText",
           CASE WHEN t.id IS NULL THEN m.sample WHEN c.id IS NOT NULL THEN ${mergeValues(workspaceId, sql`c.email`)} END AS sample,
           CASE WHEN t.id IS NOT NULL THEN jsonb_build_object(
             'to', jsonb_build_object('email', coalesce(c.email, d.email), 'name', coalesce(t.to_name, c.display_name, '')),
             'copies', t.copies, 'data', t.data, 'headers', coalesce(t.headers, '[]'), 'filesKey', t.files_key,
             'files', coalesce((
               SELECT jsonb_agg(jsonb_build_object(
                 'fileName', a.file_name, 'contentType', a.content_type, 'contentId', a.content_id, 'bytes', a.size_bytes) ORDER BY a.position)
               FROM transactional_attachments a WHERE a.workspace_id = t.workspace_id AND a.message_id = t.id), '[]')) END AS own
    FROM messages m JOIN workspaces w ON w.id = m.workspace_id
    LEFT JOIN documents e ON e.workspace_id = m.workspace_id AND e.id = m.email_id
    LEFT JOIN transactional_messages t ON t.workspace_id = m.workspace_id AND t.id = m.id
    LEFT JOIN deliveries d ON d.workspace_id = t.workspace_id AND d.id = t.id
    LEFT JOIN contacts c ON c.workspace_id = t.workspace_id AND c.id = t.contact_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${messageId}::uuid`);
  return message;
}

/** In the transaction that releases the blast: later edits of the email do not reach it. */
export async function insertBlastMessage({ db, workspaceId, now }: Ctx<Tx>, blastId: BlastId): Promise<void> {
  await db.query(sql`
    INSERT INTO messages (workspace_id, id, origin, blast_id, email_id, topic_id, operational, test, utm, subject, preview_text, from_name, from_address, reply_to, html, plain_text,
      created_at)
    SELECT b.workspace_id, b.id, 'blast', b.id, b.email_id, b.topic_id, b.operational, b.test, b.utm, e.subject, coalesce(e.preview_text, ''), e.from_name, e.from_address, e.reply_to_email, v.html,
           coalesce(v.plain_text, ''), ${now}::timestamptz
    FROM blasts b
    JOIN documents e ON e.workspace_id = b.workspace_id AND e.id = b.email_id
    JOIN versions v ON v.workspace_id = b.workspace_id AND v.document_id = b.email_id AND v.version = b.approved_email_version
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${blastId}::uuid`);
}

/** By position, unless the message is gone or another one by now. A click can lead to these links only. Safe to repeat. */
export async function insertLinks(db: Db, { workspaceId, id, edition }: StoredMessage, links: string[]): Promise<void> {
  await db.query(sql`
    WITH message AS MATERIALIZED (
      SELECT FROM messages m WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${id}::uuid AND m.xmin::text = ${edition}::text FOR KEY SHARE
    )
    INSERT INTO message_links (workspace_id, message_id, position, url)
    SELECT ${workspaceId}::uuid, ${id}::uuid, (position - 1)::int, url
    FROM message, unnest(${links}::text[]) WITH ORDINALITY AS link (url, position)
    ON CONFLICT DO NOTHING`);
}

/** For a message that was not sent. */
export async function deleteLinks({ db, workspaceId }: Scope<Tx>, messageId: MessageId): Promise<void> {
  await db.query(sql`DELETE FROM message_links WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`);
}

export async function deleteMessage({ db, workspaceId }: Scope<Tx>, messageId: MessageId): Promise<void> {
  await db.prisma.message.deleteMany({ where: { workspaceId, id: messageId } });
}

/** Both are expressions. */
export const isVerifiedSender = (workspaceId: Sql, address: Sql): Sql => sql`EXISTS (
  SELECT FROM sending_domains d
  WHERE d.workspace_id = ${workspaceId} AND d.domain = lower(substring(${address} FROM '[^@]*$')) AND d.verified_at IS NOT NULL)`;

/** Undefined when there is no such message. */
export async function isSenderVerified({ db, workspaceId }: Scope, messageId: MessageId): Promise<boolean | undefined> {
  const [message] = await db.query<{ verified: boolean }>(sql`
    SELECT ${isVerifiedSender(sql`m.workspace_id`, sql`m.from_address`)} AS verified
    FROM messages m WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${messageId}::uuid`);
  return message?.verified;
}
