import { suppressionsOf } from '../../audience/suppressions/erased.ts';
import { byChunks } from '../../platform/chunks.ts';
import { type Ctx, type Db, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, EmailId } from '../../platform/ids.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import { mergeValues } from '../messages/merge-values.ts';

interface NewTest {
  id: string;
  emailId: EmailId;
  version: number;
  subject: string;
  sample: MergeValues['contact'] | null;
  reserved: number | null;
}

export async function insertTest({ db, workspaceId, now, isTest = false }: Ctx<Tx>, test: NewTest): Promise<void> {
  await db.query(sql`
    INSERT INTO messages (workspace_id, id, origin, operational, test, sample, subject, preview_text, from_name, from_address, reply_to, html,
      plain_text, created_at)
    SELECT e.workspace_id, ${test.id}::uuid, 'test', false, ${isTest}::boolean, ${test.sample && JSON.stringify(test.sample)}::jsonb, ${test.subject}::text,
           coalesce(e.preview_text, ''), e.from_name, e.from_address, e.reply_to_email, v.html, coalesce(v.plain_text, ''), ${now}::timestamptz
    FROM documents e JOIN versions v ON v.workspace_id = e.workspace_id AND v.document_id = e.id AND v.version = ${test.version}::int
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ${test.emailId}::uuid`);
  await db.query(sql`
    INSERT INTO email_tests (workspace_id, id, email_id, version, reserved, reserved_on, created_at)
    VALUES (${workspaceId}::uuid, ${test.id}::uuid, ${test.emailId}::uuid, ${test.version}::int, ${test.reserved}::int,
      ${test.reserved === null ? null : now}::timestamptz::date, ${now}::timestamptz)`);
}

/** In their order; those in `blocked` end with the reason that it gives. */
export async function insertTestDeliveries(
  { db, workspaceId, now }: Ctx<Tx>,
  testId: string,
  { addresses, blocked }: { addresses: string[]; blocked: ReadonlyMap<string, string> },
): Promise<void> {
  const reasons = addresses.map((address) => blocked.get(address) ?? null);
  await db.query(sql`
    INSERT INTO deliveries (workspace_id, id, message_id, display_name, email, status, error, next_attempt_at)
    SELECT ${workspaceId}::uuid, uuid_v7(${now}::timestamptz + place * interval '1 millisecond'), ${testId}::uuid, '', address, CASE WHEN reason IS NULL THEN 'pending' ELSE 'blocked' END,
           reason, CASE WHEN reason IS NULL THEN ${now}::timestamptz END
    FROM unnest(${addresses}::text[], ${reasons}::text[]) WITH ORDINALITY AS t (address, reason, place) ORDER BY place`);
}

/** By any suppression, an unsubscribe included. */
export async function findBlocked({ db, workspaceId }: Scope<Tx>, addresses: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ address: string; reason: string }>(sql`
    SELECT address, min(reason) AS reason FROM (${suppressionsOf(workspaceId, addresses)}) AS s GROUP BY address`);
  return new Map(rows.map(({ address, reason }) => [address, reason]));
}

export async function findSample({ db, workspaceId }: Scope<Tx>, contactId: ContactId): Promise<MergeValues['contact'] | undefined> {
  const [row] = await db.query<{ contact: MergeValues['contact'] }>(sql`
    SELECT ${mergeValues(workspaceId, sql`c.email`)} AS contact FROM contacts c
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${contactId}::uuid`);
  return row?.contact;
}

export async function hasVersion({ db, workspaceId }: Scope<Tx>, emailId: EmailId, version: number): Promise<boolean> {
  return (await db.prisma.version.count({ where: { workspaceId, documentId: emailId, version } })) > 0;
}

export interface TestRow {
  id: string;
  emailId: EmailId;
  version: number;
  subject: string;
  state: 'open' | 'paused' | 'ended';
  error: string | null;
  trouble: string | null;
  isTest: boolean;
  createdAt: Date;
  deliveries: { to: string; status: string; error: string | null; sentAt: Date | null }[];
}

export async function findTest({ db, workspaceId }: Scope, emailId: EmailId, testId: string): Promise<TestRow | undefined> {
  const [test] = await db.query<Omit<TestRow, 'deliveries'>>(sql`
    SELECT t.id::text, t.email_id::text AS "emailId", t.version, m.subject, d.state, t.error, d.trouble, m.test AS "isTest", t.created_at AS "createdAt"
    FROM email_tests t
    JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.id
    JOIN dispatches d ON d.workspace_id = t.workspace_id AND d.message_id = t.id
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.email_id = ${emailId}::uuid AND t.id = ${testId}::uuid`);
  if (!test) return undefined;
  const deliveries = await db.query<TestRow['deliveries'][number]>(sql`
    SELECT email AS to, status, error, sent_at AS "sentAt" FROM deliveries
    WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${testId}::uuid ORDER BY id`);
  return { ...test, deliveries };
}

export async function noteError({ db, workspaceId }: Scope<Tx>, testId: string, error: string): Promise<void> {
  await db.prisma.emailTest.updateMany({ where: { workspaceId, id: testId }, data: { error } });
}

export const deleteTests = (db: Db, before: Date, stopping?: AbortSignal, most = 1_000): Promise<void> =>
  byChunks(
    most,
    async (limit) => {
      const [gone] = await db.query<{ count: number }>(sql`
        WITH old AS MATERIALIZED (
          SELECT workspace_id, id FROM messages WHERE origin = 'test' AND created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit}::int
        ), gone AS (
          DELETE FROM messages m USING old WHERE m.workspace_id = old.workspace_id AND m.id = old.id RETURNING 1
        )
        SELECT count(*)::int AS count FROM gone`);
      return gone?.count ?? 0;
    },
    stopping,
  );
