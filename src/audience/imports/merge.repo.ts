import { type Ctx, empty, join, raw, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, ListId } from '../../platform/ids.ts';
import { momentAfter } from '../activities/activities.repo.ts';
import { CONTACT_FIELDS, type FieldName } from '../contact-field-catalogue.ts';
import { followSubscription, holdingIdentifiers, undoable } from '../contacts/batch.repo.ts';
import type { ContactRow } from '../contacts/contacts.repo.ts';
import type { Person } from '../contacts/roster.service.ts';
import type { ListMember } from '../events.ts';
import type { Mapping } from './formats.ts';
import type { RowResult } from './runs.repo.ts';

export interface Merge {
  runId: string;
  fileName: string | null;
  /** One of them is an identifier. */
  mappings: readonly Mapping[];
  skipExisting: boolean;
  listIds: readonly ListId[];
  consentSource: string | undefined;
  /** Where the people in the file agreed: without it, no consent of theirs comes into the ledger. */
  statedIn?: string | undefined;
  isTest?: boolean | undefined;
}

/** Its names, and the mapped columns and custom fields, null where it has none. */
export interface KnownContact extends ContactRow {
  /** Changes with each write. */
  version: string;
  /** The first row of earlier chunks that is about the contact. */
  earlier: number | null;
  /** Whether one of the run's lists lacks the contact. */
  joins: boolean;
}

export interface ChunkWrite {
  created: Person[];
  changed: Person[];
  firstRow: number;
  /** Of consecutive rows. */
  results: RowResult[];
}

/** Each identifier of a chunk is a lock, and locks share a table of fixed size in the server's memory. A place stands for so many of them. */
const PLACE_LOCKS = 1_000;
/** Two chunks of a thousand rows with email, phone and external ID fit into the smallest table in use. */
const LEAST_PLACES = 6;

/** So many places as three quarters of the server's table hold: the rest is for other writers. */
const PLACES = sql`
  SELECT greatest(${LEAST_PLACES}::int, (0.75 * current_setting('max_locks_per_transaction')::int
    * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) / ${PLACE_LOCKS}::int)::int) AS count`;
const placeKey = sql`hashtextextended('contact imports place ' || place, 0)`;

/**
 * Waits for places among the merges of the database, then locks the identifiers of a chunk, by their keys. From here on no contact gets one of
 * them; contacts may still be deleted, or give theirs up.
 */
export async function holdRows(tx: Scope<Tx>, identifiers: string[], { runId, chunk }: { runId: string; chunk: number }): Promise<void> {
  const { db, workspaceId } = tx;
  const wanted = Math.min(LEAST_PLACES / 2, Math.max(1, Math.ceil(identifiers.length / PLACE_LOCKS)));
  const from = sql`abs(hashtext(${runId}::text) % 1000) + ${chunk}::int`;
  // Several are taken all or none: two merges that hold some each would wait for each other.
  const isThere = wanted === 1 ? await tryPlaces(db, wanted, from) : await undoable(db, () => tryPlaces(db, wanted, from));
  if (!isThere) await waitForPlaces(db, wanted, from);
  await db.query({ text: holdingIdentifiers('$1', 'unnest($2::text[]) AS item (identifier)'), values: [workspaceId, identifiers] });
}

/** Takes the first free ones. @returns null when there are too few, some of which may be taken then */
async function tryPlaces(db: Tx, wanted: number, from: Sql): Promise<true | null> {
  const [taken] = await db.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT place FROM (${PLACES}) AS places, LATERAL (SELECT (step + ${from}) % places.count AS place FROM generate_series(1, places.count) AS step OFFSET 0) AS each
      WHERE pg_try_advisory_xact_lock(${placeKey}) LIMIT ${wanted}::int
    ) AS taken`);
  return taken?.count === wanted ? true : null;
}

/** Waits for places in the order of their numbers. */
async function waitForPlaces(db: Tx, wanted: number, from: Sql): Promise<void> {
  await db.query(sql`
    SELECT count(pg_advisory_xact_lock(${placeKey})) AS held FROM (
      SELECT (step + ${from}) % places.count AS place FROM (${PLACES}) AS places, generate_series(1, ${wanted}::int) AS step ORDER BY place
    ) AS mine`);
}

/** Longer texts are compared by their digests. */
const LONG = 200;

/**
 * The contacts that have one of the identifiers, once; with `hold` locked, in the order of their ids.
 *
 * The workspace is joined, so that the plan does not depend on the statistics of that workspace; OFFSET keeps it from becoming a constant.
 * LIMIT makes each look-up use the index of the identifier or the key, and MATERIALIZED separates the two.
 */
export async function findKnown(
  { db, workspaceId }: Scope<Tx>,
  merge: Merge,
  { emails, phones, externalIds, hold }: { emails: string[]; phones: string[]; externalIds: string[]; hold: boolean },
): Promise<KnownContact[]> {
  const having = (field: 'email' | 'phone' | 'external_id', values: string[]) => sql`
    SELECT match.* FROM (SELECT ${workspaceId}::uuid AS workspace_id, unnest(${values}::text[]) AS value OFFSET 0) AS item
    CROSS JOIN LATERAL (
      SELECT c.workspace_id, c.id FROM contacts c WHERE c.workspace_id = item.workspace_id AND c.${raw(field)} = item.value LIMIT 1
    ) AS match`;
  const byExternalId = externalIds.length > 0 ? sql`UNION ${having('external_id', externalIds)}` : empty;
  const known = sql`WITH known AS MATERIALIZED (${having('email', emails)} UNION ${having('phone', phones)} ${byExternalId})`;
  const shown = columnsFor(merge);
  const rows = await db.query<KnownContact & { custom: unknown[] }>(
    hold
      ? sql`
    ${known} SELECT ${shown} FROM known JOIN contacts c ON c.workspace_id = known.workspace_id AND c.id = known.id
    ORDER BY c.id FOR NO KEY UPDATE OF c`
      : sql`
    ${known} SELECT contact.* FROM known CROSS JOIN LATERAL (
      SELECT ${shown} FROM contacts c WHERE c.workspace_id = known.workspace_id AND c.id = known.id LIMIT 1
    ) AS contact`,
  );
  const custom = customFields(merge.mappings);
  return rows.map(({ custom: values, ...contact }) => ({
    ...contact,
    custom_fields: Object.fromEntries(custom.map((field, place) => [field, values[place] as never])),
  }));
}

/**
 * Each of the two subqueries has one index that fits. The tables grow with every chunk, so their statistics are always old, and an index
 * that reads all of a run or of a list may look as good. IS TRUE hides a condition from the choice of an index.
 */
function columnsFor({ runId, mappings, listIds }: Merge): Sql {
  const standard = new Set([...standardFields(mappings), ...NAMES, 'email_domain']).difference(new Set(['email', 'phone', 'external_id']));
  const custom = customFields(mappings);
  return sql`c.id::text, c.xmin::text AS version, c.email, c.phone, c.external_id ${raw([...standard].map((field) => `, c.${field}`).join(''))},
      ${custom.length > 0 ? sql`to_jsonb(ARRAY[${join(custom.map(storedValue))}])` : raw("'[]'::jsonb")} AS custom,
      (
        SELECT min(r.row_number) FROM contact_import_results r
        WHERE r.run_id = ${runId}::uuid AND r.contact_id = c.id AND (r.workspace_id = c.workspace_id) IS TRUE
      ) AS earlier,
      (
        SELECT count(*) FROM contact_list_members m
        WHERE m.workspace_id = c.workspace_id AND m.contact_id = c.id AND (m.list_id = ANY(${[...listIds]}::uuid[])) IS TRUE
      ) < ${listIds.length}::int AS joins`;
}

const storedValue = (field: string): Sql => sql`
  CASE WHEN octet_length(c.custom_fields ->> ${field}::text) > ${LONG}::int AND jsonb_typeof(c.custom_fields -> ${field}::text) = 'string'
    THEN jsonb_build_array(encode(sha256(convert_to(c.custom_fields ->> ${field}::text, 'UTF8')), 'hex'))
    ELSE c.custom_fields -> ${field}::text END`;

/**
 * Locks contacts and then their moments, in the order of ids.
 * @returns false when one of them has changed since it was read, or is gone
 */
export async function lockUnchanged({ db, workspaceId }: Scope<Tx>, contacts: readonly KnownContact[]): Promise<boolean> {
  const [held] = await db.query<{ count: number }>(sql`
    WITH held AS MATERIALIZED (
      SELECT c.workspace_id, c.id FROM (
        SELECT ${workspaceId}::uuid AS workspace_id, id, version
        FROM unnest(${contacts.map(({ id }) => id)}::uuid[], ${contacts.map(({ version }) => version)}::text[]) AS item (id, version) OFFSET 0
      ) AS item
      JOIN contacts c ON c.workspace_id = item.workspace_id AND c.id = item.id
      WHERE c.xmin::text = item.version
      ORDER BY c.id FOR NO KEY UPDATE OF c
    ), moments AS MATERIALIZED (
      SELECT 1 FROM held JOIN contact_moments t ON t.workspace_id = held.workspace_id AND t.contact_id = held.id
      -- When the last of the contacts is held.
      WHERE (SELECT count(*) FROM held) >= 0
      ORDER BY t.contact_id FOR NO KEY UPDATE OF t
    )
    SELECT count(*)::int AS count FROM moments`);
  return held?.count === contacts.length;
}

/** Frees the phones of locked contacts, so that a statement may give them to others: uniqueness is checked row by row. */
export async function takePhones({ db, workspaceId }: Scope<Tx>, ids: string[]): Promise<void> {
  await db.query(sql`UPDATE contacts SET phone = NULL WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])`);
}

/**
 * One statement, so that no contact is without its timeline and no row without its result. The caller has locked the changed contacts, and
 * the emails and phones of the new ones, so that nothing here waits or fails because of another writer.
 *
 * Rows come as JSON, which costs less than an array for each column. Entries have the moment of their contact, and are in the order of the
 * rows.
 */
export async function writeChunk(
  tx: Ctx<Tx>,
  { runId, mappings, fileName, statedIn }: Merge,
  { created, changed, firstRow, results }: ChunkWrite,
): Promise<void> {
  const { db, workspaceId, now } = tx;
  const mapped = standardFields(mappings);
  const setsConsent = mapped.includes('unsubscribed') || mapped.includes('marketing_email_subscribed');
  // Only a contact that is found by its external ID gets another email.
  const changing = mapped.includes('external_id')
    ? [...mapped, ...(mapped.includes('email') ? ['email_domain'] : [])]
    : mapped.filter((field) => field !== 'email');
  // A display name that follows from the others may change with them.
  if (!changing.includes('display_name') && changing.some((field) => FOLLOWED.has(field))) changing.push('display_name');
  const set = changing.map((column) => `${column} = n.${column}`);
  if (customFields(mappings).length > 0) set.push('custom_fields = c.custom_fields || n.custom_fields');
  // A run without changes still needs a valid SET.
  if (set.length === 0) set.push('id = c.id');
  const given = [...new Set(['email_domain', 'display_name', ...mapped])];
  const concernsMail = mapped.includes('unsubscribed') || changing.includes('email');
  const before = concernsMail ? await findSubscriptions(tx, changed) : new Map<string, Subscription>();
  const written = [...changed, ...created];
  const entries = written.flatMap(({ contact, updates }) =>
    updates.map(({ fields, consentSource }) => ({
      id: contact.id,
      metadata: { source: 'import', fields, consent_source: consentSource },
    })),
  );
  const rowsOf = (people: Person[], columns: string[]) =>
    JSON.stringify(
      people.map(({ contact, columns: { custom_fields = {} } }) => {
        const row: Record<string, unknown> = { id: contact.id, custom_fields };
        for (const column of columns) row[column] = contact[column as keyof ContactRow];
        return row;
      }),
    );
  const typed = (columns: string[]) =>
    raw(['id uuid', 'custom_fields jsonb', ...columns.map((column) => `${column} ${typeOf(column)}`)].join(', '));
  const listed = (columns: string[], prefix = '') => raw(columns.map((column) => `, ${prefix}${column}`).join(''));

  const changedRows = sql`
    given AS MATERIALIZED (
      SELECT ${workspaceId}::uuid AS workspace_id, n.* FROM json_to_recordset(${rowsOf(changed, changing)}::json) AS n (${typed(changing)})
    ), moved AS (
      UPDATE contact_moments t SET updated_at = ${momentAfter(now)}
      FROM given n WHERE t.workspace_id = n.workspace_id AND t.contact_id = n.id
      RETURNING t.contact_id AS id, t.updated_at AS moment
    ), changed AS (
      UPDATE contacts c SET ${raw(set.join(', '))}
      FROM given n WHERE c.workspace_id = n.workspace_id AND c.id = n.id
    )`;
  const createdRows = sql`
    created AS (
      INSERT INTO contacts (workspace_id, id, custom_fields, original_source, original_source_detail, created_at ${listed(given)})
      SELECT ${workspaceId}::uuid, n.id, n.custom_fields, 'import', ${fileName}::text, ${now}::timestamptz ${listed(given, 'n.')}
      FROM json_to_recordset(${rowsOf(created, given)}::json) AS n (${typed(given)})
      RETURNING id, created_at AS moment ${raw(setsConsent ? ', marketing_change(false, NULL, unsubscribed, marketing_email_subscribed) AS consent' : '')}
    ), begun AS (
      INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT ${workspaceId}::uuid, id, moment FROM created
    )`;
  // The contacts of `given` are locked and unchanged, so the statement still sees what they were.
  const stated = (field: 'unsubscribed' | 'marketing_email_subscribed') => raw(`${mapped.includes(field) ? 'n' : 'c'}.${field}`);
  const consentOfRows = sql`
    entered AS (
      INSERT INTO consent_entries (workspace_id, contact_id, id, state, source, at)
      SELECT ${workspaceId}::uuid, w.id, uuid_v7(w.moment), w.consent, coalesce(${statedIn ?? null}::text, 'import'), w.moment
      FROM (
        SELECT n.id, moved.moment, marketing_change(c.unsubscribed, c.marketing_email_subscribed,
          ${stated('unsubscribed')}, ${stated('marketing_email_subscribed')}) AS consent
        FROM given n JOIN moved ON moved.id = n.id JOIN contacts c ON c.workspace_id = n.workspace_id AND c.id = n.id
        UNION ALL
        SELECT id, moment, consent FROM created
      ) w
      WHERE w.consent IS NOT NULL AND (w.consent <> 'subscribed' OR ${statedIn !== undefined}::boolean)
    ),`;
  const entriesOfRows = sql`
    entries AS (
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      SELECT ${workspaceId}::uuid, w.id, 'contact_updated', w.moment, n.metadata
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(entries)}::json) AS (id uuid, metadata jsonb)) WITH ORDINALITY AS n (id, metadata, place)
      JOIN (SELECT id, moment FROM moved UNION ALL SELECT id, moment FROM created) AS w ON w.id = n.id
      ORDER BY n.place
    )`;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await db.query(sql`
    WITH ${changedRows}, ${createdRows}, ${setsConsent ? consentOfRows : empty} ${entriesOfRows}
    INSERT INTO contact_import_results (workspace_id, run_id, row_number, status, contact_id, field_issues, cells)
    SELECT ${workspaceId}::uuid, ${runId}::uuid, ${firstRow}::int + place - 1, status, contact_id, field_issues, cells
    FROM unnest(${results.map(({ status }) => status)}::text[], ${results.map(({ contactId }) => contactId)}::uuid[],
      ${results.map(({ issues }) => json(issues))}::jsonb[], ${results.map(({ cells }) => json(cells))}::jsonb[])
      WITH ORDINALITY AS result (status, contact_id, field_issues, cells, place)`);
  if (!concernsMail) return;
  const after = (contact: ContactRow, held?: Subscription): Subscription => ({
    email: held && !changing.includes('email') ? held.email : contact.email,
    unsubscribed: mapped.includes('unsubscribed') ? contact.unsubscribed : (held?.unsubscribed ?? false),
  });
  const of = (isMeant: (was: Subscription | undefined, is: Subscription) => boolean) =>
    written.flatMap(({ contact }) => (isMeant(before.get(contact.id), after(contact, before.get(contact.id))) ? [contact.id] : []));
  await followSubscription(tx, {
    suppressed: of((was, is) => is.unsubscribed && (!was?.unsubscribed || was.email !== is.email)),
    readmitted: of((was, is) => was?.unsubscribed === true && !is.unsubscribed),
  });
}

type Subscription = Pick<ContactRow, 'email' | 'unsubscribed'>;

/** Of locked contacts, before they are written. */
async function findSubscriptions({ db, workspaceId }: Scope<Tx>, people: readonly Person[]): Promise<Map<string, Subscription>> {
  const rows = await db.query<Subscription & { id: string }>(sql`
    SELECT id::text, email, unsubscribed FROM contacts
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${people.map(({ contact }) => contact.id)}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks the lists of the run that still exist, by id. The caller has locked or made the contacts. */
export function joinLists({ db, workspaceId, now }: Ctx<Tx>, { listIds }: Merge, contactIds: ContactId[]): Promise<ListMember[]> {
  return db.query<ListMember>(sql`
    WITH lists AS MATERIALIZED (
      SELECT id FROM contact_lists
      WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${[...listIds]}::uuid[]) AND kind = 'static'
      ORDER BY id FOR NO KEY UPDATE
    ), joined AS (
      INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
      SELECT ${workspaceId}::uuid, l.id, contact_id, ${now}::timestamptz
      FROM lists l, unnest(${contactIds}::uuid[]) AS contact_id
      ON CONFLICT DO NOTHING
      RETURNING list_id, contact_id
    ), counted AS (
      UPDATE contact_lists l SET member_count = l.member_count + n.added
      FROM (SELECT list_id, count(*)::int AS added FROM joined GROUP BY list_id) AS n
      WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = n.list_id
    )
    SELECT list_id::text AS "listId", contact_id::text AS "contactId" FROM joined`);
}

const NAMES = ['display_name', 'first_name', 'last_name'];
/** The display name follows from these. */
const FOLLOWED = new Set(['first_name', 'last_name', 'email', 'phone']);

const standardFields = (mappings: readonly Mapping[]): string[] =>
  mappings.filter(({ kind }) => kind === 'standard').map(({ field }) => field);
const customFields = (mappings: readonly Mapping[]): string[] =>
  mappings.filter(({ kind }) => kind === 'custom_field').map(({ field }) => field);

const TYPES = { string: 'text', number: 'double precision', boolean: 'boolean', date: 'timestamptz', list: 'text[]' };
const typeOf = (column: string): string => TYPES[CONTACT_FIELDS[column as FieldName].type];
