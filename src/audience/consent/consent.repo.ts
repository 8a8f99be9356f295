import type { components } from '../../../generated/api.d.ts';
import type { ConsentEntry, Topic } from '../../../generated/prisma/client.ts';
import { type Ctx, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import { type ContactId, newId, type TopicId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';
import { BLOCKS } from '../suppressions/test-source.ts';

export type ConsentState = components['schemas']['ConsentState'];

/** The circumstances of a statement, as the ledger keeps them. */
export interface Proof {
  source: string;
  at: Date;
  ip?: string | null | undefined;
  userAgent?: string | null | undefined;
  textShown?: string | null | undefined;
  evidence?: string | null | undefined;
}

export interface Standing {
  /** Of all marketing mail. */
  state: ConsentState;
  topics: (Pick<Topic, 'id' | 'name' | 'description' | 'visibility'> & { default: string; state: ConsentState; since: Date | null })[];
}

/** Undefined when there is no such contact. */
export async function findStanding({ db, workspaceId }: Scope, contactId: ContactId): Promise<Standing | undefined> {
  const [contact] = await db.query<{ state: ConsentState }>(sql`
    SELECT CASE
      WHEN marketing_state(c.unsubscribed, c.marketing_email_subscribed) = 'unsubscribed' OR EXISTS (
        SELECT FROM suppressions s WHERE s.workspace_id = c.workspace_id AND s.address = c.email AND s.reason IN ('unsubscribed', 'complained') AND ${BLOCKS}
      ) THEN 'unsubscribed'
      WHEN c.marketing_email_subscribed OR (
        SELECT e.state = 'subscribed' FROM consent_entries e
        WHERE e.workspace_id = c.workspace_id AND e.contact_id = c.id AND e.topic_id IS NULL ORDER BY e.at DESC, e.id DESC LIMIT 1
      ) THEN 'subscribed'
      ELSE 'none' END AS state
    FROM contacts c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${contactId}::uuid`);
  if (!contact) return undefined;
  const topics = await db.query<Standing['topics'][number]>(sql`
    SELECT t.id::text, t.name, t.description, t.visibility, t.default_state AS default, coalesce(s.state, 'none') AS state, s.since
    FROM topics t
    LEFT JOIN contact_topics s ON s.workspace_id = t.workspace_id AND s.topic_id = t.id AND s.contact_id = ${contactId}::uuid
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.deleted_at IS NULL ORDER BY t.id`);
  return { ...contact, topics };
}

/** Newest first. The key of a position is the time of the entry. */
export const pageOfLedger = (
  { db, workspaceId }: Scope,
  contactId: ContactId,
  { after, most }: { after: Position | undefined; most: number },
): Promise<ConsentEntry[]> =>
  db.prisma.consentEntry.findMany({
    where: {
      workspaceId,
      contactId,
      ...(after && { OR: [{ at: { lt: new Date(after.key) } }, { at: new Date(after.key), id: { lt: after.id } }] }),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: most,
  });

interface Statement {
  contactIds: ContactId[];
  /** Those that are unknown are passed over. */
  topicIds: TopicId[];
  state: Exclude<ConsentState, 'none'>;
  proof: Proof;
  /** Only states that are of another kind than before come into the ledger. */
  onlyChanges?: boolean;
}

/**
 * Sets the state of contacts in topics, with entries in the ledger, in one SQL statement. A later state stays. Contacts are locked
 * first, as everywhere.
 * @returns how many states changed
 */
export async function stateTopics(
  { db, workspaceId, now }: Ctx<Tx>,
  { contactIds, topicIds, state, proof, onlyChanges = false }: Statement,
): Promise<number> {
  const { source, at, ip = null, userAgent = null, textShown = null, evidence = null } = proof;
  const [row] = await db.query<{ count: number }>(sql`
    WITH held AS MATERIALIZED (
      SELECT id FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${contactIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ), stated AS MATERIALIZED (
      SELECT held.id AS contact_id, t.id AS topic_id, t.name
      FROM held JOIN topics t ON t.workspace_id = ${workspaceId}::uuid AND t.id = ANY(${topicIds}::uuid[]) AND t.deleted_at IS NULL
    ), changed AS (
      INSERT INTO contact_topics AS s (workspace_id, contact_id, topic_id, state, since)
      SELECT ${workspaceId}::uuid, contact_id, topic_id, ${state}::text, ${at}::timestamptz FROM stated
      ON CONFLICT (workspace_id, contact_id, topic_id) DO UPDATE SET state = excluded.state, since = excluded.since
      WHERE s.state <> excluded.state AND s.since <= excluded.since
      RETURNING contact_id, topic_id
    ), entered AS (
      INSERT INTO consent_entries (workspace_id, contact_id, id, topic_id, topic_name, state, source, at, ip, user_agent, text_shown, evidence)
      SELECT ${workspaceId}::uuid, contact_id, uuid_v7(${now}::timestamptz), topic_id, name, ${state}::text, ${source}::text,
        ${at}::timestamptz, ${ip}::text, ${userAgent}::text, ${textShown}::text, ${evidence}::text
      FROM stated ${onlyChanges ? sql`JOIN changed USING (contact_id, topic_id)` : empty}
    )
    SELECT count(*)::int AS count FROM changed`);
  return row?.count ?? 0;
}

/** Adds an entry about all marketing mail. The caller holds the contact, and writes its columns. */
export async function enterAllMail(
  { db, workspaceId }: Ctx<Tx>,
  contactId: ContactId,
  { state, proof }: { state: ConsentState; proof: Proof },
): Promise<void> {
  const { source, at, ip = null, userAgent = null, textShown = null, evidence = null } = proof;
  await db.prisma.consentEntry.create({
    data: { workspaceId, contactId, id: newId(), state, source, at, ip, userAgent, textShown, evidence },
  });
}

/** Holds a contact. @returns the time of the last statement about all its marketing mail, or null; undefined when there is no such contact */
export async function holdForAllMail({ db, workspaceId }: Scope<Tx>, contactId: ContactId): Promise<Date | null | undefined> {
  const [held] = await db.query<{ id: string }>(sql`
    SELECT id::text FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ${contactId}::uuid FOR NO KEY UPDATE`);
  if (!held) return undefined;
  const [last] = await db.query<{ at: Date | null }>(sql`
    SELECT greatest(
      (SELECT max(at) FROM consent_entries WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid AND topic_id IS NULL),
      (SELECT s.since FROM suppressions s JOIN contacts c ON c.workspace_id = s.workspace_id AND c.email = s.address
       WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ${contactId}::uuid AND s.reason = 'unsubscribed')) AS at`);
  return last?.at ?? null;
}

const STRICTEST = sql`CASE WHEN bool_or(state = 'unsubscribed') THEN 'unsubscribed' WHEN bool_or(state = 'pending') THEN 'pending' ELSE 'subscribed' END`;

/** Gives the kept contact the ledgers of those merged into it, and of each topic the strictest state that one of them has. */
export async function giveConsent({ db, workspaceId }: Scope<Tx>, keptId: ContactId, mergedIds: ContactId[]): Promise<void> {
  const ids = [keptId, ...mergedIds];
  await db.query(sql`
    INSERT INTO contact_topics (workspace_id, contact_id, topic_id, state, since)
    SELECT ${workspaceId}::uuid, ${keptId}::uuid, topic_id, ${STRICTEST}, max(since) FROM contact_topics
    WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[]) GROUP BY topic_id
    ON CONFLICT (workspace_id, contact_id, topic_id) DO UPDATE SET state = excluded.state, since = excluded.since`);
  await db.query(sql`
    UPDATE consent_confirmations SET contact_id = ${keptId}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${mergedIds}::uuid[])`);
  await db.query(sql`
    UPDATE consent_entries SET contact_id = ${keptId}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${mergedIds}::uuid[])`);
}
