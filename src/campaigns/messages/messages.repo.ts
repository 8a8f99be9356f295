import { type Db, type Prisma, sql } from '../../platform/db.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import type { Message } from './composer.ts';

/** A message as it was taken down, with what a test says in place of a contact's values. */
export interface StoredMessage extends Message {
  sample: MergeValues['contact'] | null;
}

/** What a message says; undefined when it is gone. */
export async function findMessage(db: Db, workspaceId: string, messageId: string): Promise<StoredMessage | undefined> {
  const [message] = await db.query<StoredMessage>(sql`
    SELECT m.workspace_id AS "workspaceId", m.id, m.operational, m.origin <> 'test' AS tracked, w.name AS "workspaceName", m.subject,
           m.preview_text AS "previewText", m.from_name AS "fromName", m.from_address AS "fromAddress", m.reply_to AS "replyTo", m.html, m.plain_text AS "plainText", m.sample
    FROM messages m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${messageId}::uuid`);
  return message;
}

/** Takes down what a blast will say, in the transaction that releases it: later edits of the email do not reach it. */
export async function insertBlastMessage(tx: Db, workspaceId: string, blastId: string, now: Date): Promise<void> {
  await tx.query(sql`
    INSERT INTO messages (workspace_id, id, origin, blast_id, operational, subject, preview_text, from_name, from_address, reply_to, html, plain_text,
      created_at)
    SELECT b.workspace_id, b.id, 'blast', b.id, b.operational, e.subject, coalesce(e.preview_text, ''), e.from_name, e.from_address, e.reply_to_email, v.html,
           coalesce(v.plain_text, ''), ${now}::timestamptz
    FROM blasts b
    JOIN documents e ON e.workspace_id = b.workspace_id AND e.id = b.email_id
    JOIN versions v ON v.workspace_id = b.workspace_id AND v.document_id = b.email_id AND v.version = b.approved_email_version
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${blastId}::uuid`);
}

/** Notes the tracked links of a message, by position. A click names one and leads nowhere else. Safe to repeat. */
export async function insertLinks(db: Db, workspaceId: string, messageId: string, links: string[]): Promise<void> {
  await db.query(sql`
    INSERT INTO message_links (workspace_id, message_id, position, url)
    SELECT ${workspaceId}::uuid, ${messageId}::uuid, (position - 1)::int, url
    FROM unnest(${links}::text[]) WITH ORDINALITY AS link (url, position)
    ON CONFLICT DO NOTHING`);
}

/** Takes back what was taken down. What has been sent of it goes with it. */
export async function deleteMessage(tx: Db, workspaceId: string, messageId: string): Promise<void> {
  await tx.prisma.message.deleteMany({ where: { workspaceId, id: messageId } });
}

/** Whether a workspace may send from the domain of an address, both expressions. */
export const isVerifiedSender = (workspaceId: Prisma.Sql, address: Prisma.Sql): Prisma.Sql => sql`EXISTS (
  SELECT FROM sending_domains d
  WHERE d.workspace_id = ${workspaceId} AND d.domain = lower(substring(${address} FROM '[^@]*$')) AND d.verified_at IS NOT NULL)`;

/** Whether the workspace may send from the domain of a message's sender; undefined when there is no such message. */
export async function isSenderVerified(db: Db, workspaceId: string, messageId: string): Promise<boolean | undefined> {
  const [message] = await db.query<{ verified: boolean }>(sql`
    SELECT ${isVerifiedSender(sql`m.workspace_id`, sql`m.from_address`)} AS verified
    FROM messages m WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${messageId}::uuid`);
  return message?.verified;
}
