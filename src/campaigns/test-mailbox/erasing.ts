import { type Scope, sql, type Tx } from '../../platform/db.ts';
import { parseMessage } from '../../platform/mailbox/message.ts';
import { type ErasedChunk, type ErasedPerson, mentionsOf } from '../../shared/erased-person.ts';

const AT_ONCE = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deletes mail of tests that went to the person or mentions the person. */
export async function eraseTestMails({ db, workspaceId }: Scope<Tx>, person: ErasedPerson, cursor: string | null): Promise<ErasedChunk> {
  const mails = await db.query<{ id: string; recipient: string; raw: Uint8Array }>(sql`
    SELECT id::text, recipient, raw FROM test_mails WHERE workspace_id = ${workspaceId}::uuid AND id > ${cursor ?? FIRST}::uuid
    ORDER BY id LIMIT ${AT_ONCE}::int`);
  const isMention = mentionsOf(person);
  const mentioning: string[] = [];
  for (const { id, recipient, raw } of mails) {
    const { headers, text, html } = await parseMessage(raw);
    const words = [recipient, ...headers.map(([, value]) => value), text, html].join(' ');
    if (isMention(words)) mentioning.push(id);
  }
  const deleted = await db.query(sql`
    DELETE FROM test_mails b
    WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ANY(${mails.map(({ id }) => id)}::uuid[])
      AND (b.id = ANY(${mentioning}::uuid[]) OR EXISTS (
        SELECT FROM deliveries d LEFT JOIN transactional_messages t ON t.workspace_id = d.workspace_id AND t.id = d.message_id
        WHERE d.workspace_id = b.workspace_id AND d.id = b.delivery_id
          AND coalesce(d.contact_id, t.contact_id) = ANY(${person.contactIds}::uuid[])))
    RETURNING 1 AS deleted`);
  return { counts: { mailbox_messages: deleted.length }, cursor: mails.length < AT_ONCE ? null : (mails.at(-1)?.id ?? null) };
}
