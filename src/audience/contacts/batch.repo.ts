import type { components } from '../../../generated/api.d.ts';
import { type Ctx, type Db, raw, type Scope, sql, type Tx, uniqueViolation } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';
import { AFTER_THE_LAST } from '../activities/activities.repo.ts';
import { CHANGEABLE, COLUMNS, type ContactRow } from './contacts.repo.ts';

/*
 * All writers of contacts take locks in one order, so that there is no deadlock: emails, phones and external IDs by their numbers, then
 * contacts by id, their moments by id, and lists by id. Without the first, the unique indexes would make one writer wait for another in an order that no statement can
 * choose. Identifiers that a contact gives up count too, since a writer that takes one waits for the one that gives it up.
 */

/**
 * The text of a statement that locks identifiers, all kinds in one order, until the end of the transaction.
 * @param workspace its id, as SQL
 * @param source has their keys (`identifiersOf`) in the column `identifier`, as SQL; null is passed over
 */
export const holdingIdentifiers = (workspace: string, source: string): string => `
    SELECT count(pg_advisory_xact_lock(number)) AS held FROM (
      SELECT DISTINCT hashtextextended('contact identifier ' || ${workspace}::text || identifier, 0) AS number
      FROM ${source} ORDER BY number
    ) AS numbers`;

/**
 * The contacts `c` of a CTE `held` that locks them, and their moments `t`, to be locked next (`FOR … OF t`). The sort makes sure that all
 * contacts are locked before the first moment: otherwise writers could wait for each other in a circle.
 */
export const HELD_WITH_TIMESTAMPS = `held c JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id
    ORDER BY t.contact_id`;

/** Locks all contacts that several rounds of one transaction are going to write, before the first round. */
export async function holdPeople(tx: Scope<Tx>, identifiers: string[], ids: string[]): Promise<void> {
  await holdIdentifiers(tx, identifiers);
  const { db, workspaceId } = tx;
  await db.query(sql`
    WITH held AS MATERIALIZED (
      SELECT workspace_id, id FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])
      ORDER BY id FOR NO KEY UPDATE
    )
    SELECT 1 AS locked FROM ${raw(HELD_WITH_TIMESTAMPS)} FOR NO KEY UPDATE OF t`);
}

export async function holdIdentifiers({ db, workspaceId }: Scope<Tx>, identifiers: string[]): Promise<void> {
  await db.query({ text: holdingIdentifiers('$1', 'unnest($2::text[]) AS item (identifier)'), values: [workspaceId, identifiers] });
}

export interface BatchWrite {
  /** The keys of all identifiers that the batch is about. */
  identifiers: string[];
  /** The values of a new contact for columns that are not given. */
  blank: Omit<ContactRow, 'id'>;
  created: ContactChange[];
  changed: ContactChange[];
  updates: UpdateEntry[];
  changedBy: components['schemas']['ContactChangeSource'];
  /** Whether changes of the subscription come into the ledger of consent here; false where the caller enters them. */
  entersConsent?: boolean | undefined;
}

export interface ContactChange {
  id: string;
  /** `custom_fields` holds only the changes, null to clear. */
  columns: Partial<ContactRow>;
  /** When the change was decided; null for a new contact. */
  stored: ContactRow | null;
  /** Whether the change adds or removes tags, so that it fits only the tags that the contact had. */
  isRelative?: boolean | undefined;
}

/** An entry `contact_updated` of a timeline. A creation has none. */
export interface UpdateEntry {
  contactId: ContactId;
  fields: string[];
  consentSource?: string | undefined;
}

export interface Written {
  id: string;
  /** The last change before this one; null for a new contact. */
  previously: Date | null;
  updated_at: Date;
  /** What follows for the address, if anything. */
  mail: 'suppress' | 'readmit' | null;
}

const fieldsOf = (row: string, columns: readonly string[]): string => columns.map((column) => `${row}.${column}`).join(', ');

/** Custom fields are merged key by key; null removes a key. */
const changedFields = fieldsOf('(n.row)', CHANGEABLE).replace(
  '(n.row).custom_fields',
  'jsonb_strip_nulls(c.custom_fields || (n.row).custom_fields)',
);
const newFields = fieldsOf('n', COLUMNS).replace('n.custom_fields', 'jsonb_strip_nulls(n.custom_fields)');

/**
 * One statement, so that a contact is never without its timeline. `jsonb_populate_record` lays the given columns over the current row, and
 * custom fields over its custom fields, so that concurrent changes to others stay.
 *
 * Emails and phones are locked first, then contacts by id; so a contact whose identifiers change must still have those that it was read
 * with. A contact that was deleted, has other identifiers by now or was created by another writer is not among the returned rows; it fails
 * nothing else.
 *
 * The moments of a contact follow the order of its locks: a request that waited, or whose clock is behind, writes the moment after the
 * existing one. So no timeline shows a change before its creation, and no two versions of a contact have one `updated_at`. A new contact
 * gets the moment of its creation.
 *
 * The workspace is joined, so that the plan does not depend on the statistics of that workspace.
 */
const WRITE_BATCH = `
  WITH alone AS MATERIALIZED (
    ${holdingIdentifiers('$1', 'unnest($11::text[]) AS item (identifier)')}
  ), key AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, id, moves, email, phone, external_id, tags
    FROM unnest($3::uuid[], $4::boolean[], $12::text[], $13::text[], $14::text[], $15::jsonb[])
      AS item (id, moves, email, phone, external_id, tags)
  ), held AS MATERIALIZED (
    SELECT c.workspace_id, c.id, c.email, c.unsubscribed, c.marketing_email_subscribed
    FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.id = key.id
    WHERE (SELECT held FROM alone) IS NOT NULL
      AND (NOT key.moves OR (c.email, c.phone, c.external_id) IS NOT DISTINCT FROM (key.email, key.phone, key.external_id))
      AND (key.tags IS NULL OR to_jsonb(c.tags) = key.tags)
    ORDER BY c.id FOR NO KEY UPDATE OF c
  ), due AS MATERIALIZED (
    SELECT t.workspace_id, t.contact_id, t.updated_at AS previously, greatest($2::timestamptz, ${AFTER_THE_LAST}) AS moment,
      c.email, c.unsubscribed, c.marketing_email_subscribed
    FROM ${HELD_WITH_TIMESTAMPS} FOR NO KEY UPDATE OF t
  ), moved AS (
    UPDATE contact_moments t SET updated_at = due.moment
    FROM due WHERE t.workspace_id = due.workspace_id AND t.contact_id = due.contact_id
  ), changed AS (
    UPDATE contacts c SET (${CHANGEABLE.join(', ')}) = (
      SELECT ${changedFields} FROM (SELECT jsonb_populate_record(c, $5::jsonb -> c.id::text) AS row OFFSET 0) AS n
    )
    FROM due
    WHERE c.workspace_id = due.workspace_id AND c.id = due.contact_id
    RETURNING c.id, due.previously, due.moment AS updated_at,
      marketing_change(due.unsubscribed, due.marketing_email_subscribed, c.unsubscribed, c.marketing_email_subscribed) AS consent,
      CASE WHEN c.unsubscribed AND (NOT due.unsubscribed OR c.email IS DISTINCT FROM due.email) THEN 'suppress'
        WHEN due.unsubscribed AND NOT c.unsubscribed THEN 'readmit' END AS mail
  ), created AS (
    INSERT INTO contacts AS c (workspace_id, ${COLUMNS.join(', ')})
    SELECT $1::uuid, ${newFields}
    FROM json_populate_recordset(json_populate_record(NULL::contacts, $6::json), $7::json) AS n
    WHERE (SELECT held FROM alone) IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING c.id, NULL::timestamptz AS previously, c.created_at AS updated_at,
      marketing_change(false, NULL, c.unsubscribed, c.marketing_email_subscribed) AS consent,
      CASE WHEN c.unsubscribed THEN 'suppress' END AS mail
  ), begun AS (
    INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT $1::uuid, id, updated_at FROM created
  ), written AS (
    SELECT * FROM changed UNION ALL SELECT * FROM created
  ), recorded AS (
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT $1::uuid, entry.contact_id, 'contact_updated', written.updated_at,
      jsonb_build_object('source', $8::text) || entry.facts::jsonb
    FROM unnest($9::uuid[], $10::text[]) WITH ORDINALITY AS entry (contact_id, facts, place)
    JOIN written ON written.id = entry.contact_id
    ORDER BY place
  ), entered AS (
    INSERT INTO consent_entries (workspace_id, contact_id, id, state, source, at)
    SELECT $1::uuid, written.id, uuid_v7(written.updated_at), written.consent, coalesce((
      SELECT facts::jsonb ->> 'consent_source' FROM unnest($9::uuid[], $10::text[]) AS entry (contact_id, facts)
      WHERE entry.contact_id = written.id AND facts::jsonb ? 'consent_source' LIMIT 1
    ), $8::text), written.updated_at
    FROM written WHERE written.consent IS NOT NULL AND $16::boolean
  )
  SELECT id::text, previously, updated_at, mail FROM written`;

/**
 * Returns the contacts that were written. A missing one has lost a race; read again and decide again. The result is empty when an email or
 * phone that a contact was to take has just been taken.
 */
export async function writeBatch(
  { db, workspaceId, now }: Ctx,
  { identifiers, blank, created, changed, updates, changedBy, entersConsent = true }: BatchWrite,
): Promise<Written[]> {
  const values = [
    workspaceId,
    now,
    changed.map(({ id }) => id),
    changed.map(({ columns }) => movesIdentifier(columns)),
    JSON.stringify(Object.fromEntries(changed.map(({ id, columns }) => [id, columns]))),
    JSON.stringify(blank),
    JSON.stringify(created.map(({ id, columns }) => ({ ...columns, id }))),
    changedBy,
    updates.map(({ contactId }) => contactId),
    updates.map(({ fields, consentSource }) => JSON.stringify({ fields, consent_source: consentSource })),
    [...identifiers, ...changed.flatMap(({ columns, stored }) => (stored && movesIdentifier(columns) ? identifiersOf(stored) : []))],
    changed.map(({ stored }) => stored?.email),
    changed.map(({ stored }) => stored?.phone),
    changed.map(({ stored }) => stored?.external_id),
    changed.map(({ stored, isRelative }) => (stored && isRelative ? JSON.stringify(stored.tags) : null)),
    entersConsent,
  ];
  const write = async (on: Db) => {
    const written = await on.query<Written>({ name: 'write_contact_batch', text: WRITE_BATCH, values });
    const idsOf = (mail: Written['mail']) => written.filter((one) => one.mail === mail).map(({ id }) => id);
    await followSubscription({ db: on, workspaceId }, { suppressed: idsOf('suppress'), readmitted: idsOf('readmit') });
    return written;
  };
  const takesIdentifier = changed.some(({ columns }) => columns.email || columns.phone || columns.external_id);
  if (takesIdentifier) return unlessTaken(db, write);
  const concernsMail = [...created, ...changed].some(({ columns }) => columns.unsubscribed !== undefined);
  return concernsMail ? db.transaction(write) : write(db);
}

export const movesIdentifier = ({ email, phone, external_id }: Partial<ContactRow>): boolean =>
  email !== undefined || phone !== undefined || external_id !== undefined;

export type Identified = { [Name in 'email' | 'phone' | 'external_id']?: string | null | undefined };

/** Distinguishes an external ID from emails and phones, neither of which contains a blank. */
export const externalKey = (externalId: string): string => `external_id ${externalId}`;

/** The keys of a contact's identifiers, for locks and look-ups. */
export const identifiersOf = ({ email, phone, external_id }: Identified): string[] =>
  [email, phone, external_id && externalKey(external_id)].filter((key) => typeof key === 'string' && key !== '') as string[];

/**
 * Keeps the suppressions in step with contacts that were just written, in the same transaction: the address of an unsubscribed contact is
 * suppressed, and that of one who subscribes again is not. It is a statement of its own, which sees what other writers committed while the
 * write waited for its locks.
 */
export async function followSubscription(
  { db, workspaceId }: Scope,
  { suppressed, readmitted }: { suppressed: readonly string[]; readmitted: readonly string[] },
): Promise<void> {
  if (suppressed.length > 0) {
    await db.query(sql`
      INSERT INTO suppressions (workspace_id, address, reason, source, since)
      SELECT ${workspaceId}::uuid, c.email, 'unsubscribed', 'contact', t.updated_at
      FROM contacts c JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${[...suppressed]}::uuid[]) AND c.unsubscribed AND c.email IS NOT NULL
      ORDER BY c.email
      ON CONFLICT DO NOTHING`);
  }
  if (readmitted.length > 0) {
    await db.query(sql`
      DELETE FROM suppressions s USING contacts c
      WHERE s.workspace_id = ${workspaceId}::uuid AND c.workspace_id = s.workspace_id AND c.id = ANY(${[...readmitted]}::uuid[])
        AND NOT c.unsubscribed AND s.address = c.email AND s.reason = 'unsubscribed'`);
  }
}

/** An UPDATE has no ON CONFLICT. */
async function unlessTaken(db: Db, write: (tx: Tx) => Promise<Written[]>): Promise<Written[]> {
  const unlessViolated = (error: unknown) => {
    if (!uniqueViolation(error)) throw error;
    return null;
  };
  return (await db.transaction((tx) => undoable(tx, () => write(tx).catch(unlessViolated)))) ?? [];
}

/** Undoes the writes and locks of `work` when it returns null; the transaction stays usable. */
export async function undoable<Result>(tx: Tx, work: () => Promise<Result | null>): Promise<Result | null> {
  await tx.query(sql`SAVEPOINT before_work`);
  const result = await work();
  await tx.query(result === null ? sql`ROLLBACK TO SAVEPOINT before_work` : sql`RELEASE SAVEPOINT before_work`);
  return result;
}
