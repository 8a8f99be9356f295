import { type Ctx, type Db, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import type { Message } from './composer.ts';

export interface StoredMessage extends Message {
  sample: MergeValues['contact'] | null;
  /** Which message of this id. */
  edition: string;
}

export async function findMessage({ db, workspaceId }: Scope, messageId: string): Promise<StoredMessage | undefined> {
  const [message] = await db.query<StoredMessage>(sql`
    SELECT m.workspace_id AS "workspaceId", m.id, m.xmin::text AS edition, m.operational, m.origin <> 'test' AS tracked, w.name AS "workspaceName", m.subject,
           m.preview_text AS "previewText", m.from_name AS "fromName", m.from_address AS "fromAddress", m.reply_to AS "replyTo", m.html, m.plain_text AS "plainText", m.sample
    FROM messages m JOIN workspaces w ON w.id = m.workspace_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${messageId}::uuid`);
  return message;
}

/** In the transaction that releases the blast: later edits of the email do not reach it. */
export async function insertBlastMessage({ db, workspaceId, now }: Ctx<Tx>, blastId: string): Promise<void> {
  await db.query(sql`
    INSERT INTO messages (workspace_id, id, origin, blast_id, operational, subject, preview_text, from_name, from_address, reply_to, html, plain_text,
      created_at)
    SELECT b.workspace_id, b.id, 'blast', b.id, b.operational, e.subject, coalesce(e.preview_text, ''), e.from_name, e.from_address, e.reply_to_email, v.html,
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
export async function deleteLinks({ db, workspaceId }: Scope<Tx>, messageId: string): Promise<void> {
  await db.query(sql`DELETE FROM message_links WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid`);
}

export async function deleteMessage({ db, workspaceId }: Scope<Tx>, messageId: string): Promise<void> {
  await db.prisma.message.deleteMany({ where: { workspaceId, id: messageId } });
}

/** Both are expressions. */
export const isVerifiedSender = (workspaceId: Sql, address: Sql): Sql => sql`EXISTS (
  SELECT FROM sending_domains d
  WHERE d.workspace_id = ${workspaceId} AND d.domain = lower(substring(${address} FROM '[^@]*$')) AND d.verified_at IS NOT NULL)`;

/** Undefined when there is no such message. */
export async function isSenderVerified({ db, workspaceId }: Scope, messageId: string): Promise<boolean | undefined> {
  const [message] = await db.query<{ verified: boolean }>(sql`
    SELECT ${isVerifiedSender(sql`m.workspace_id`, sql`m.from_address`)} AS verified
    FROM messages m WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${messageId}::uuid`);
  return message?.verified;
}
