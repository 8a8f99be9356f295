import { type Ctx, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import { type ErasedChunk, type ErasedPerson, mentionPattern } from '../../shared/erased-person.ts';
import { countEnded } from '../deliveries/counts.repo.ts';
import { ended, noteEndings } from '../deliveries/endings.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Ends all mail of contacts that has not gone out, also what a run has claimed: it finds that the delivery has ended and sends nothing, and
 * the outcome of what it has in hand is not recorded. The caller holds the mail.
 */
export async function endMail({ db, workspaceId }: Scope<Tx>, contactIds: string[]): Promise<void> {
  await db.query(sql`
    WITH over AS (
      UPDATE deliveries d SET status = 'blocked', error = 'erased', next_attempt_at = NULL
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.status = 'pending' AND d.id IN (
        SELECT id FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${contactIds}::uuid[])
        UNION
        SELECT c.id FROM transactional_messages t
        JOIN deliveries c ON c.workspace_id = t.workspace_id AND c.message_id = t.id
        WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = ANY(${contactIds}::uuid[]))
      RETURNING ${ended('d')}
    ), counted AS (
      ${countEnded('over')}
    )
    ${noteEndings('over')}`);
}

const WALKED_AT_ONCE = 20_000;

/** Ids of contacts that are gone and had one of the addresses: their deliveries are found by no index, so all are looked at once. */
export async function findEarlierContacts(
  { db, workspaceId }: Scope<Tx>,
  person: ErasedPerson,
  cursor: string | null,
): Promise<{ ids: string[]; cursor: string | null }> {
  const [message = FIRST, id = FIRST] = cursor?.split(' ') ?? [];
  const [part] = await db.query<{ ids: string[] | null; count: number; message: string | null; last: string | null }>(sql`
    WITH part AS MATERIALIZED (
      SELECT message_id, id, contact_id, email FROM deliveries
      WHERE workspace_id = ${workspaceId}::uuid AND (message_id, id) > (${message}::uuid, ${id}::uuid)
      ORDER BY message_id, id LIMIT ${WALKED_AT_ONCE}::int
    ), last AS (
      SELECT message_id, id FROM part ORDER BY message_id DESC, id DESC LIMIT 1
    )
    SELECT (SELECT count(*)::int FROM part) AS count, (SELECT message_id::text FROM last) AS message, (SELECT id::text FROM last) AS last, (
      SELECT json_agg(DISTINCT p.contact_id) FROM part p
      WHERE p.email = ANY(${person.emails}::text[]) AND p.contact_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = p.contact_id)) AS ids`);
  return { ids: part?.ids ?? [], cursor: part && part.count === WALKED_AT_ONCE ? `${part.message} ${part.last}` : null };
}

/** Empties the deliveries to the person, which stay in their reports, and forgets the bounces of the addresses. Those that no contact has are found by their address. */
export async function eraseDeliveries({ db, workspaceId }: Scope<Tx>, person: ErasedPerson): Promise<ErasedChunk> {
  const rows = await db.query(sql`
    WITH bounces AS (
      DELETE FROM soft_bounces WHERE workspace_id = ${workspaceId}::uuid AND address = ANY(${person.emails}::text[])
    ), followed AS (
      -- Of deliveries that are gone: their links work on, without the person's values.
      UPDATE link_recipients SET campaign = NULL, data = NULL
      WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${person.contactIds}::uuid[]) AND (campaign IS NOT NULL OR data IS NOT NULL)
    )
    UPDATE deliveries d SET display_name = '', email = NULL, provider_id = NULL, error = CASE WHEN d.status = 'blocked' THEN d.error END,
      clicked_url = CASE WHEN EXISTS (
        SELECT FROM transactional_messages t WHERE t.workspace_id = d.workspace_id AND t.id = d.message_id
      ) OR lower(d.clicked_url) ~ ${mentionPattern(person)}::text THEN NULL ELSE d.clicked_url END
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.id IN (
      SELECT id FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${person.contactIds}::uuid[])
      UNION ALL
      SELECT id FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND contact_id IS NULL AND email = ANY(${person.emails}::text[])
    ) AND (d.email IS NOT NULL OR d.display_name <> '' OR d.provider_id IS NOT NULL)
    RETURNING 1 AS erased`);
  return { counts: { deliveries: rows.length }, cursor: null };
}

/**
 * Notices of the person's submissions that have not gone out: they may name the person without an address or phone. The message `t` has the
 * submissions' ids in its data.
 */
const isNoticeOf = ({ contactIds }: ErasedPerson, workspaceId: string): Sql => sql`
  'form_notification' = ANY(t.tags) AND EXISTS (
    SELECT FROM submissions s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.contact_id = ANY(${contactIds}::uuid[]) AND strpos(t.data::text, upper(shown_id(s.id))) > 0)`;

const MESSAGES_AT_ONCE = 500;

/**
 * Empties the messages to the person, and of other messages what mentions the person: their data, such as a form's submission, their copies
 * and their text. Attachments of messages that wait go with them.
 */
export async function eraseMessages({ db, workspaceId }: Scope<Tx>, person: ErasedPerson, cursor: string | null): Promise<ErasedChunk> {
  const pattern = mentionPattern(person);
  const [part] = await db.query<{ count: number; last: string | null; erased: number }>(sql`
    WITH part AS MATERIALIZED (
      SELECT id FROM transactional_messages WHERE workspace_id = ${workspaceId}::uuid AND id > ${cursor ?? FIRST}::uuid
      ORDER BY id LIMIT ${MESSAGES_AT_ONCE}::int
    ), theirs AS MATERIALIZED (
      SELECT t.id, coalesce(t.contact_id = ANY(${person.contactIds}::uuid[]), false) OR EXISTS (
        SELECT FROM deliveries d WHERE d.workspace_id = t.workspace_id AND d.id = t.id AND d.email = ANY(${person.emails}::text[])) AS own
      FROM part JOIN transactional_messages t ON t.workspace_id = ${workspaceId}::uuid AND t.id = part.id
      JOIN messages m ON m.workspace_id = t.workspace_id AND m.id = t.id
      WHERE t.contact_id = ANY(${person.contactIds}::uuid[])
        OR EXISTS (SELECT FROM deliveries d WHERE d.workspace_id = t.workspace_id AND d.id = t.id AND d.email = ANY(${person.emails}::text[]))
        OR lower(concat_ws(' ', t.to_name, t.copies::text, t.data::text, t.headers::text, m.subject, m.preview_text, m.reply_to, m.html, m.plain_text))
          ~ ${pattern}::text
        OR ${isNoticeOf(person, workspaceId)}
    ), held AS MATERIALIZED (
      SELECT t.id FROM transactional_messages t WHERE t.workspace_id = ${workspaceId}::uuid AND t.id IN (SELECT id FROM theirs)
      ORDER BY t.id FOR NO KEY UPDATE
    ), emptied AS (
      UPDATE transactional_messages t SET data = NULL, headers = NULL, to_name = CASE WHEN own THEN NULL ELSE t.to_name END, copies = (
        SELECT coalesce(jsonb_agg(CASE WHEN theirs.own OR lower(copy ->> 'email') ~ ${pattern}::text
          THEN copy || '{"email": "", "name": null}' ELSE copy END), '[]') FROM jsonb_array_elements(t.copies) AS copy)
      FROM theirs WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = theirs.id AND t.id IN (SELECT id FROM held)
        AND (t.data IS NOT NULL OR t.headers IS NOT NULL OR t.to_name IS NOT NULL OR lower(t.copies::text) ~ ${pattern}::text)
      RETURNING t.id
    ), blank AS (
      UPDATE messages m SET html = '', plain_text = '', preview_text = NULL, subject = CASE WHEN own OR lower(m.subject) ~ ${pattern}::text THEN '' ELSE m.subject END,
        reply_to = CASE WHEN lower(m.reply_to) ~ ${pattern}::text THEN '' ELSE m.reply_to END
      FROM theirs WHERE m.workspace_id = ${workspaceId}::uuid AND m.id = theirs.id
        AND (m.html <> '' OR m.plain_text <> '' OR m.subject <> '' OR m.preview_text IS NOT NULL)
      RETURNING m.id
    ), names AS (
      UPDATE transactional_attachments a SET file_name = '' FROM theirs
      WHERE a.workspace_id = ${workspaceId}::uuid AND a.message_id = theirs.id AND theirs.own
    ), over AS (
      UPDATE deliveries d SET status = 'blocked', error = 'erased', next_attempt_at = NULL FROM theirs
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = theirs.id AND d.status = 'pending'
    ), links AS (
      DELETE FROM message_links l USING theirs WHERE l.workspace_id = ${workspaceId}::uuid AND l.message_id = theirs.id
    )
    SELECT (SELECT count(*)::int FROM part) AS count, (SELECT id::text FROM part ORDER BY id DESC LIMIT 1) AS last,
      (SELECT count(*)::int FROM (SELECT id FROM emptied UNION SELECT id FROM blank) AS touched) AS erased`);
  const isMore = part && part.count === MESSAGES_AT_ONCE;
  return { counts: { messages: part?.erased ?? 0 }, cursor: isMore ? part.last : null };
}

/** Makes scheduled messages to the person due, which have ended: their files and reserved places go back now and not at that time. */
export async function wakeMessages({ db, workspaceId, now }: Ctx<Tx>, person: ErasedPerson): Promise<ErasedChunk> {
  await db.query(sql`
    UPDATE dispatches s SET wake_at = ${now}::timestamptz
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.state = 'open' AND s.wake_at > ${now}::timestamptz AND s.message_id IN (
      SELECT id FROM transactional_messages WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${person.contactIds}::uuid[]))`);
  return { counts: {}, cursor: null };
}

/** Samples of tests that show the person. */
export async function eraseSamples({ db, workspaceId }: Scope<Tx>, person: ErasedPerson): Promise<ErasedChunk> {
  const rows = await db.query(sql`
    UPDATE messages m SET sample = NULL
    WHERE m.origin = 'test' AND m.workspace_id = ${workspaceId}::uuid AND m.sample IS NOT NULL
      AND lower(m.sample::text) ~ ${mentionPattern(person)}::text
    RETURNING 1 AS erased`);
  return { counts: { messages: rows.length }, cursor: null };
}

const ANSWERS_AT_ONCE = 2_000;

/**
 * Empties stored answers to requests with an idempotency key. The key stays taken: a repeat of the request is refused as a different one
 * and does not make the person anew.
 */
export async function eraseAnswers({ db, workspaceId }: Scope<Tx>, person: ErasedPerson, cursor: string | null): Promise<ErasedChunk> {
  const [operation = '', path = '', key = ''] = cursor === null ? [] : (JSON.parse(cursor) as string[]);
  const contacts = person.contactIds.map((id) => `%${id}%`);
  const [part] = await db.query<{ count: number; last: string | null; erased: number }>(sql`
    WITH part AS MATERIALIZED (
      SELECT operation, path, key FROM idempotency_keys
      WHERE workspace_id = ${workspaceId}::uuid AND (operation, path, key) > (${operation}::text, ${path}::text, ${key}::text)
      ORDER BY operation, path, key LIMIT ${ANSWERS_AT_ONCE}::int
    ), emptied AS (
      UPDATE idempotency_keys k SET request_hash = '', body = 'null' FROM part
      WHERE k.workspace_id = ${workspaceId}::uuid AND k.operation = part.operation AND k.path = part.path AND k.key = part.key
        AND k.operation <> 'eraseContact' AND k.body <> 'null'
        AND (k.path LIKE ANY(${contacts}::text[]) OR k.body LIKE ANY(${contacts}::text[]) OR lower(k.body) ~ ${mentionPattern(person)}::text)
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM part) AS count, (SELECT count(*)::int FROM emptied) AS erased, (
      SELECT json_build_array(operation, path, key)::text FROM part ORDER BY operation DESC, path DESC, key DESC LIMIT 1) AS last`);
  const isMore = part && part.count === ANSWERS_AT_ONCE;
  return { counts: { idempotent_answers: part?.erased ?? 0 }, cursor: isMore ? part.last : null };
}
