import { type Db, empty, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { containing } from '../../shared/paging.ts';

export interface NewTestMail {
  id: string;
  deliveryId: string;
  receivedAt: Date;
  /** Of the envelope. */
  sender: string;
  recipient: string;
  /** As a person reads it. */
  from: string;
  subject: string;
  body: string;
  raw: Uint8Array;
  complainsAt: Date | null;
}

/** Of a workspace. */
const KEPT_MAILS = 1_000;
const KEPT_BYTES = 200 * 1024 * 1024;
const KEPT_FOR = sql`interval '7 days'`;

/** A message that is sent again after a crash is there already. What is no longer kept goes at once, so that no blast fills the disk. */
export async function keepTestMails({ db, workspaceId }: Scope, mails: NewTestMail[]): Promise<void> {
  const column = <Value>(of: (mail: NewTestMail) => Value) => mails.map(of);
  await db.query(sql`
    INSERT INTO test_mails (workspace_id, id, delivery_id, received_at, sender, recipient, from_header, subject, body, size_bytes, raw, complains_at)
    SELECT ${workspaceId}::uuid, id, delivery_id, received_at, sender, recipient, from_header, subject, body, octet_length(raw), raw, complains_at
    FROM unnest(${column(({ id }) => id)}::uuid[], ${column(({ deliveryId }) => deliveryId)}::uuid[],
      ${column(({ receivedAt }) => receivedAt)}::timestamptz[], ${column(({ sender }) => sender)}::text[],
      ${column(({ recipient }) => recipient)}::text[], ${column(({ from }) => from)}::text[], ${column(({ subject }) => subject)}::text[],
      ${column(({ body }) => body)}::text[], ${column(({ raw }) => raw)}::bytea[], ${column(({ complainsAt }) => complainsAt)}::timestamptz[])
      AS m (id, delivery_id, received_at, sender, recipient, from_header, subject, body, raw, complains_at)
    ON CONFLICT DO NOTHING`);
  await db.query(sql`
    DELETE FROM test_mails WHERE workspace_id = ${workspaceId}::uuid AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place, sum(size_bytes::bigint) OVER newest AS bytes
        FROM test_mails WHERE workspace_id = ${workspaceId}::uuid WINDOW newest AS (ORDER BY id DESC)
      ) AS mails WHERE place > ${KEPT_MAILS}::int OR bytes > ${KEPT_BYTES}::bigint)`);
}

export async function forgetOldTestMails(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    DELETE FROM test_mails WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM test_mails WHERE received_at <= ${now}::timestamptz - ${KEPT_FOR} LIMIT 5000))`);
}

export interface TestMailRow {
  id: string;
  receivedAt: Date;
  from: string;
  recipient: string;
  subject: string;
  sizeBytes: number;
  /** Null once the delivery is gone; without a contact, the mail is to an address. */
  contactId: string | null;
  blastId: string | null;
  flowId: string | null;
  /** Of a message to one person. */
  messageId: string | null;
}

const columns = sql`
  m.id::text, m.received_at AS "receivedAt", m.from_header AS from, m.recipient, m.subject, m.size_bytes AS "sizeBytes",
  d.contact_id::text AS "contactId", s.blast_id::text AS "blastId", f.flow_id::text AS "flowId", t.id::text AS "messageId"`;

const joined = sql`
  LEFT JOIN deliveries d ON d.workspace_id = m.workspace_id AND d.id = m.delivery_id
  LEFT JOIN messages s ON s.workspace_id = d.workspace_id AND s.id = d.message_id
  LEFT JOIN flow_messages f ON f.workspace_id = d.workspace_id AND f.message_id = d.message_id
  LEFT JOIN transactional_messages t ON t.workspace_id = d.workspace_id AND t.id = d.message_id`;

export interface TestMailFilter {
  to?: string | undefined;
  subject?: string | undefined;
  search?: string | undefined;
}

/** Newest first. */
export function pageOfTestMails(
  { db, workspaceId }: Scope,
  { to, subject, search }: TestMailFilter,
  { before, most }: { before: string | undefined; most: number },
): Promise<TestMailRow[]> {
  const contains = (text: Sql, part: string) => sql`AND fold_case(${text}) LIKE fold_case(${containing(part)}::text)`;
  return db.query<TestMailRow>(sql`
    SELECT ${columns} FROM (
      SELECT * FROM test_mails m
      WHERE m.workspace_id = ${workspaceId}::uuid
        ${before ? sql`AND m.id < ${before}::uuid` : empty}
        ${to ? sql`AND lower(m.recipient) = lower(${to}::text)` : empty}
        ${subject ? contains(sql`m.subject`, subject) : empty}
        ${search ? contains(sql`m.recipient || ' ' || m.from_header || ' ' || m.subject || ' ' || m.body`, search) : empty}
      ORDER BY m.id DESC LIMIT ${most}::int
    ) AS m ${joined} ORDER BY m.id DESC`);
}

export async function findTestMail({ db, workspaceId }: Scope, id: string): Promise<(TestMailRow & { raw: Uint8Array }) | undefined> {
  const [mail] = await db.query<TestMailRow & { raw: Uint8Array }>(sql`
    SELECT ${columns}, m.raw FROM test_mails m ${joined} WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = ${id}::uuid`);
  return mail;
}

/** @returns whether it was there */
export async function deleteTestMail({ db, workspaceId }: Scope, id: string): Promise<boolean> {
  const { count } = await db.prisma.testMail.deleteMany({ where: { workspaceId, id } });
  return count > 0;
}

export async function emptyTestMailbox({ db, workspaceId }: Scope): Promise<void> {
  await db.prisma.testMail.deleteMany({ where: { workspaceId } });
}

export interface DueComplaint {
  workspaceId: WorkspaceId;
  deliveryId: string;
  recipient: string;
  at: Date;
}

export const dueComplaints = (db: Db, now: Date, most: number): Promise<DueComplaint[]> =>
  db.query(sql`
    SELECT workspace_id::text AS "workspaceId", delivery_id::text AS "deliveryId", recipient, complains_at AS at
    FROM test_mails WHERE complains_at <= ${now}::timestamptz ORDER BY complains_at LIMIT ${most}::int`);

export async function noteComplaint({ db, workspaceId }: Scope, deliveryId: string): Promise<void> {
  await db.prisma.testMail.updateMany({ where: { workspaceId, deliveryId }, data: { complainsAt: null } });
}
