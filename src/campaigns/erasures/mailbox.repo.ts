import PostalMime from 'postal-mime';
import { type Scope, sql, type Tx } from '../../platform/db.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import { type ErasedChunk, type ErasedPerson, mentionPattern, mentionsOf } from '../../shared/erased-person.ts';

const AT_ONCE = 50;

/**
 * Deletes messages of the built-in mailbox that went to the person or mention the person, and those whose deliveries are about the person:
 * copies of messages to the person, notices of their submissions, and tests that show the person. The delivery in the Message-ID tells those of other workspaces.
 */
export async function eraseMailbox({ db, workspaceId }: Scope<Tx>, person: ErasedPerson, cursor: string | null): Promise<ErasedChunk> {
  const mails = await db.query<{ id: string; recipients: string[]; raw: Uint8Array }>(sql`
    SELECT id::text, recipients, raw FROM mailbox_messages WHERE id > ${cursor ?? '00000000-0000-0000-0000-000000000000'}::uuid
    ORDER BY id LIMIT ${AT_ONCE}::int`);
  const isMention = mentionsOf(person);
  const submissions = await submissionsOf({ db, workspaceId }, person);
  const read: { id: string; deliveryId: string | null; isMention: boolean }[] = [];
  for (const { id, recipients, raw } of mails) {
    const { messageId, headers, text, html } = await PostalMime.parse(raw);
    const words = [...recipients, ...headers.map(({ value }) => value), text, html].join(' ');
    read.push({ id, deliveryId: deliveryOf(messageId), isMention: isMention(words) || submissions.some((id) => words.includes(id)) });
  }
  const deleted = await db.query(sql`
    DELETE FROM mailbox_messages b
    USING unnest(${read.map(({ id }) => id)}::uuid[], ${read.map(({ deliveryId }) => deliveryId)}::uuid[], ${read.map(({ isMention }) => isMention)}::boolean[])
      AS mail (id, delivery_id, is_mention)
    WHERE b.id = mail.id AND NOT EXISTS (SELECT FROM deliveries d WHERE d.id = mail.delivery_id AND d.workspace_id <> ${workspaceId}::uuid)
      AND (mail.is_mention OR EXISTS (
        SELECT FROM deliveries d
        JOIN messages m ON m.workspace_id = d.workspace_id AND m.id = d.message_id
        LEFT JOIN transactional_messages t ON t.workspace_id = d.workspace_id AND t.id = d.message_id
        WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = mail.delivery_id AND (
          coalesce(d.contact_id, t.contact_id) = ANY(${person.contactIds}::uuid[]) OR lower(m.sample::text) ~ ${mentionPattern(person)}::text)))
    RETURNING 1 AS deleted`);
  return { counts: { mailbox_messages: deleted.length }, cursor: mails.length < AT_ONCE ? null : (mails.at(-1)?.id ?? null) };
}

const deliveryOf = (messageId: string | undefined): string | null => {
  const [, ulid] = /^<?([0-9a-hjkmnp-tv-z]{26})@/.exec(messageId ?? '') ?? [];
  return ulid ? fromUlid(ulid.toUpperCase()) : null;
};

/** As notices of submissions show them, which may name the person without an address or phone. The data of a notice is gone once it is sent. */
async function submissionsOf({ db, workspaceId }: Scope<Tx>, { contactIds }: ErasedPerson): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT id::text FROM submissions WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${contactIds}::uuid[])`);
  return rows.map(({ id }) => toUlid(id));
}
