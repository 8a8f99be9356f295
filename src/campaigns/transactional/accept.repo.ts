import { domainToASCII } from 'node:url';
import { suppressionsOf } from '../../audience/suppressions/erased.ts';
import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, EmailId } from '../../platform/ids.ts';
import { AT_THE_END } from '../deliveries/dispatches.repo.ts';
import { logMail } from '../messages/mail-events.ts';
import type { Header } from './headers.ts';

/** A contact as far as a message needs it. */
export interface Person {
  id: string;
  email: string | null;
  externalId: string | null;
  name: string;
}

export interface PersonReferences {
  ids: string[];
  emails: string[];
  externalIds: string[];
}

/** The contacts with one of the references. */
export const findPeople = ({ db, workspaceId }: Scope<Tx>, { ids, emails, externalIds }: PersonReferences): Promise<Person[]> =>
  db.query<Person>(sql`
    SELECT id::text, email, external_id AS "externalId", display_name AS name FROM contacts
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])
    UNION
    SELECT id::text, email, external_id, display_name FROM contacts
    WHERE workspace_id = ${workspaceId}::uuid AND email = ANY(${emails}::text[])
    UNION
    SELECT id::text, email, external_id, display_name FROM contacts
    WHERE workspace_id = ${workspaceId}::uuid AND external_id = ANY(${externalIds}::text[])`);

/** Those of the domains that the workspace may send from. */
export async function verifiedAmong({ db, workspaceId }: Scope<Tx>, domains: string[]): Promise<Set<string>> {
  const names = new Map(domains.map((domain) => [domainToASCII(domain), domain]));
  const found = await db.prisma.sendingDomain.findMany({
    where: { workspaceId, domain: { in: [...names.keys()] }, verifiedAt: { not: null } },
    select: { domain: true },
  });
  return new Set(found.flatMap(({ domain }) => names.get(domain) ?? []));
}

export interface Suppressed {
  address: string;
  /** The first of them in the order in which reasons are shown. */
  reason: string;
  /** The first but for `unsubscribed`, which operational mail passes over. */
  otherReason: string | null;
}

/** What suppresses the addresses; see `suppressionReason`. */
export async function findSuppressed({ db, workspaceId }: Scope<Tx>, addresses: string[]): Promise<Map<string, Suppressed>> {
  const order = sql`array_position(ARRAY['unsubscribed', 'bounced', 'complained', 'manual', 'erased'], reason)`;
  const rows = await db.query<Suppressed>(sql`
    SELECT address, (array_agg(reason ORDER BY ${order}))[1] AS reason,
      (array_agg(reason ORDER BY ${order}) FILTER (WHERE reason <> 'unsubscribed'))[1] AS "otherReason"
    FROM (${suppressionsOf(workspaceId, addresses)}) AS s GROUP BY address`);
  return new Map(rows.map((row) => [row.address, row]));
}

/** A delivery as it is written: with a reason, it has come to its end already. */
export interface NewDelivery {
  id: string;
  contactId: ContactId | null;
  email: string;
  name: string;
  blocked: string | null;
}

export interface NewMessage {
  id: string;
  contactId: ContactId | null;
  toName: string | null;
  copies: { id: string; type: string; email: string; name: string | null }[];
  emailId: EmailId | null;
  emailVersion: number | null;
  /** Null: the email's. */
  subject: string | null;
  html: string | null;
  text: string | null;
  fromName: string;
  fromAddress: string;
  replyTo: string;
  operational: boolean;
  track: boolean;
  tags: string[];
  data: unknown;
  headers: Header[];
  scheduledAt: Date | null;
  reserved: number | null;
  reservedOn: string | null;
  filesKey: string | null;
  filesBytes: number | null;
  attachments: { fileName: string; contentType: string; contentId: string | null; sizeBytes: number }[];
  deliveries: NewDelivery[];
  /** Nothing of it goes out. */
  isOver: boolean;
}

/**
 * Writes messages with their deliveries, and opens their sending: one statement for each table.
 * @param yields they count as served at this moment, so every message of the workspace that waits for its first turn goes before them
 */
export async function insertMessages(
  { db, workspaceId, now, isTest = false }: Ctx<Tx>,
  messages: NewMessage[],
  yields: boolean,
): Promise<void> {
  const rows = JSON.stringify(messages.map(({ deliveries, attachments, ...message }) => message));
  const item = sql`
    jsonb_to_recordset(${rows}::jsonb) AS i (id uuid, "contactId" uuid, "toName" text, copies jsonb, "emailId" uuid, "emailVersion" int, subject text,
      html text, text text, "fromName" text, "fromAddress" text, "replyTo" text, operational boolean, track boolean, tags text[], data jsonb, headers jsonb,
      "scheduledAt" timestamptz, reserved int, "reservedOn" date, "filesKey" text, "filesBytes" int, "isOver" boolean)`;
  await db.query(sql`
    WITH item AS MATERIALIZED (SELECT * FROM ${item}), message AS (
      INSERT INTO messages (workspace_id, id, origin, email_id, operational, test, subject, preview_text, from_name, from_address, reply_to, html, plain_text, created_at)
      SELECT ${workspaceId}::uuid, i.id, 'transactional', i."emailId", i.operational, ${isTest}::boolean, coalesce(i.subject, e.subject),
             CASE WHEN i."emailId" IS NOT NULL THEN coalesce(e.preview_text, '') END, i."fromName", i."fromAddress", i."replyTo",
             CASE WHEN i."isOver" THEN '' ELSE coalesce(i.html, v.html, '') END,
             CASE WHEN i."isOver" THEN '' ELSE coalesce(i.text, v.plain_text, '') END, ${now}::timestamptz
      FROM item i
      LEFT JOIN documents e ON e.workspace_id = ${workspaceId}::uuid AND e.id = i."emailId"
      LEFT JOIN versions v ON v.workspace_id = ${workspaceId}::uuid AND v.document_id = i."emailId" AND v.version = i."emailVersion"
    ), tag AS (
      INSERT INTO transactional_tags (workspace_id, tag, created_at, message_id)
      SELECT ${workspaceId}::uuid, unnest(tags), ${now}::timestamptz, id FROM item
    ), dispatch AS (
      INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, cursor, wake_at, turn_at)
      SELECT ${workspaceId}::uuid, id, 'transactional', 'interactive', true, CASE WHEN "isOver" THEN 'ended' ELSE 'open' END, ${AT_THE_END}::uuid,
             coalesce("scheduledAt", ${now}::timestamptz), CASE WHEN ${yields}::boolean THEN ${now}::timestamptz END
      FROM item
    )
    INSERT INTO transactional_messages (workspace_id, id, contact_id, email_id, email_version, to_name, copies, data, headers, track, tags,
      files_key, files_bytes, scheduled_at, reserved, reserved_on, ended_at, created_at)
    SELECT ${workspaceId}::uuid, id, "contactId", "emailId", "emailVersion", "toName", copies, data, headers, track, tags,
           "filesKey", "filesBytes", "scheduledAt", reserved, "reservedOn", CASE WHEN "isOver" THEN ${now}::timestamptz END, ${now}::timestamptz
    FROM item`);
  const attachments = messages.flatMap(({ id, attachments }) =>
    attachments.map((file, position) => ({ ...file, messageId: id, position })),
  );
  if (attachments.length > 0)
    await db.query(sql`
      INSERT INTO transactional_attachments (workspace_id, message_id, position, file_name, content_type, content_id, size_bytes)
      SELECT ${workspaceId}::uuid, "messageId", position, "fileName", "contentType", "contentId", "sizeBytes"
      FROM jsonb_to_recordset(${JSON.stringify(attachments)}::jsonb)
        AS a ("messageId" uuid, position int, "fileName" text, "contentType" text, "contentId" text, "sizeBytes" int)`);
  const deliveries = messages.flatMap(({ id, scheduledAt, deliveries }) =>
    deliveries.map((delivery) => ({ ...delivery, messageId: id, dueAt: scheduledAt ?? now })),
  );
  await db.query(sql`
    WITH written AS (
    INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status, error, next_attempt_at)
    SELECT ${workspaceId}::uuid, id, "messageId", "contactId", name, email, CASE WHEN blocked IS NULL THEN 'pending' ELSE 'blocked' END, blocked,
           CASE WHEN blocked IS NULL THEN "dueAt" END
    FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      AS d (id uuid, "messageId" uuid, "contactId" uuid, name text, email text, blocked text, "dueAt" timestamptz)
    RETURNING workspace_id, id, message_id, member_id, contact_id, email, status, shown_id(id) AS shown_id
    )
    ${logMail('queued', { source: 'written', where: sql`e.status = 'pending'`, at: sql`${now}::timestamptz`, workspaceId })}`);
}
