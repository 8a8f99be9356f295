import { type Db, sql } from '../db.ts';
import { fromUlid } from '../ids.ts';
import { parseMessage } from './message.ts';

/** More than a search reads at once; the sweep reads the rest. */
const AT_ONCE = 500;
const READ_BYTES = 256 * 1024;
const BODY_LENGTH = 20_000;

/**
 * Notes the text of messages and the workspace of their deliveries, the newest first: taking a message in is not to cost that much.
 * Safe beside another one.
 */
export async function readWords(db: Db): Promise<void> {
  const unread = await db.query<{ id: string; raw: Uint8Array }>(sql`
    SELECT id::text, substring(raw FROM 1 FOR ${READ_BYTES}::int) AS raw FROM mailbox_messages WHERE body IS NULL
    ORDER BY id DESC LIMIT ${AT_ONCE}::int`);
  if (unread.length === 0) return;
  const read: { id: string; body: string; deliveryId: string | null }[] = [];
  for (const { id, raw } of unread) {
    const { text, html, messageId } = await parseMessage(raw);
    const body = (text ?? html?.replaceAll(/<[^>]*>/g, ' ') ?? '').replaceAll('\0', '').slice(0, BODY_LENGTH);
    read.push({ id, body: body.toWellFormed(), deliveryId: deliveryOf(messageId) });
  }
  await db.query(sql`
    UPDATE mailbox_messages m
    SET body = r.body, of_workspace = (SELECT d.workspace_id FROM deliveries d WHERE d.id = r.delivery_id LIMIT 1)
    FROM unnest(${read.map(({ id }) => id)}::uuid[], ${read.map(({ body }) => body)}::text[],
      ${read.map(({ deliveryId }) => deliveryId)}::uuid[]) AS r (id, body, delivery_id)
    WHERE m.id = r.id AND m.body IS NULL`);
}

/** The delivery that our Message-ID names; null for other mail. */
export function deliveryOf(messageId: string | null): string | null {
  const [, ulid] = /^<?([0-7][0-9a-hjkmnp-tv-z]{25})@/i.exec(messageId ?? '') ?? [];
  return ulid ? fromUlid(ulid.toUpperCase()) : null;
}

/** The links of the message of a delivery, whose mail has tracked ones in their place. */
export async function linksBehind(db: Db, deliveryId: string): Promise<string[]> {
  const rows = await db.query<{ url: string }>(sql`
    SELECT l.url FROM deliveries d JOIN message_links l ON l.workspace_id = d.workspace_id AND l.message_id = d.message_id
    WHERE d.id = ${deliveryId}::uuid ORDER BY l.position`);
  return rows.map(({ url }) => url);
}

export interface MailOwner {
  id: string;
  name: string;
}

/** The workspaces that have mail here. */
export const workspacesWithMail = (db: Db): Promise<MailOwner[]> =>
  db.query(sql`
    SELECT w.id::text, w.name FROM workspaces w
    WHERE w.id IN (SELECT of_workspace FROM mailbox_messages) ORDER BY w.name, w.id LIMIT 200`);
