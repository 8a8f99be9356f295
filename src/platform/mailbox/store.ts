import { type Db, empty, join, sql } from '../db.ts';

export interface CaughtMail {
  id: string;
  receivedAt: Date;
  sender: string;
  /** Of the envelope, blind copies included. */
  recipients: string[];
  subject: string;
  raw: Uint8Array;
}

export type ListedMail = Omit<CaughtMail, 'raw'> & { head: Uint8Array };

export interface MailFilter {
  /** Part of the subject, of a recipient's address or of the text, in any case. */
  search?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
  workspace?: string | undefined;
  limit: number;
}

const KEPT_MESSAGES = 10_000;
const LISTED_HEAD_BYTES = 16 * 1024;

export async function insertMail(db: Db, messages: CaughtMail[]): Promise<void> {
  const rows = messages.map(
    ({ id, receivedAt, sender, recipients, subject, raw }) =>
      sql`(${id}::uuid, ${receivedAt}::timestamptz, ${sender}::text, ${recipients}::text[], ${subject}::text, ${raw}::bytea)`,
  );
  await db.query(sql`INSERT INTO mailbox_messages (id, received_at, sender, recipients, subject, raw) VALUES ${join(rows)}`);
}

export function listMail(db: Db, { search, to, before, workspace, limit }: MailFilter): Promise<ListedMail[]> {
  const contains = sql`position(lower(${search}::text) IN lower(subject || ' ' || array_to_string(recipients, ' ') || ' ' || coalesce(body, ''))) > 0`;
  return db.query<ListedMail>(sql`
    SELECT id, received_at AS "receivedAt", sender, recipients, subject, substring(raw FROM 1 FOR ${LISTED_HEAD_BYTES}::int) AS head
    FROM mailbox_messages
    WHERE true
      ${search ? sql`AND ${contains}` : empty}
      ${to ? sql`AND lower(${to}::text) IN (SELECT lower(recipient) FROM unnest(recipients) recipient)` : empty}
      ${before ? sql`AND id < ${before}::uuid` : empty}
      ${workspace ? sql`AND of_workspace = ${workspace}::uuid` : empty}
    ORDER BY id DESC
    LIMIT ${limit}::int`);
}

export async function findMail(db: Db, id: string): Promise<CaughtMail | null> {
  const [mail] = await db.query<CaughtMail>(sql`
    SELECT id, received_at AS "receivedAt", sender, recipients, subject, raw FROM mailbox_messages WHERE id = ${id}::uuid`);
  return mail ?? null;
}

/** @param workspace only its mail */
export async function clearMailbox(db: Db, workspace: string | undefined): Promise<void> {
  await db.query(sql`DELETE FROM mailbox_messages WHERE ${workspace ? sql`of_workspace = ${workspace}::uuid` : sql`true`}`);
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.query(sql`DELETE FROM mailbox_messages WHERE id = ${id}::uuid`);
}

export async function newestMail(db: Db): Promise<string | null> {
  const [newest] = await db.query<{ id: string }>(sql`SELECT id::text FROM mailbox_messages ORDER BY id DESC LIMIT 1`);
  return newest?.id ?? null;
}

/** A mailbox that a big test blast filled empties itself again. */
export async function trimMailbox(db: Db): Promise<void> {
  await db.query(sql`
    DELETE FROM mailbox_messages
    WHERE id <= (SELECT id FROM mailbox_messages ORDER BY id DESC OFFSET ${KEPT_MESSAGES}::int LIMIT 1)`);
}
