import type { components } from '../../../generated/api.d.ts';
import { raw, type Scope, sql, type Tx } from '../../platform/db.ts';
import { notFound } from '../../shared/errors.ts';
import {
  CONTACT_FIELDS,
  FIELD_NAMES,
  type FieldName,
  type FieldWith,
  fieldsWith,
  type StandardColumns,
} from '../contact-field-catalogue.ts';
import { ARCHIVED_NAMES } from '../contact-fields/contact-fields.repo.ts';

/** Columns have the names of the API's fields, except `id`. */
export interface ContactRow extends StandardColumns {
  id: string;
  custom_fields: components['schemas']['CustomFields'];
  original_source: components['schemas']['ContactSource'];
}

/** Without the custom fields, which may be large. */
export type ContactListRow = Omit<ContactRow, 'custom_fields'>;

export const CHANGEABLE = [...fieldsWith('writable'), 'custom_fields'] as const;

const MOMENTS = fieldsWith('moment');

/** The columns of `contacts`, in the order of the statements. */
export const COLUMNS = [
  'id',
  ...FIELD_NAMES.filter((name): name is Exclude<FieldName, FieldWith<'moment'>> => !('moment' in CONTACT_FIELDS[name])),
  'custom_fields',
] as const;

const select = (columns: readonly (keyof ContactRow)[]): string =>
  [...columns.map((column) => (column === 'id' ? 'c.id::text AS id' : `c.${column}`)), ...MOMENTS.map((column) => `t.${column}`)].join(
    ', ',
  );

/**
 * Joins the contact's moments `t` to `contacts c`. Each contact has them, so the outer join finds the same rows as an inner one; but the
 * planner drops it where no moment is needed.
 */
export const WITH_MOMENTS = 'LEFT JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id';
export const withTimestamps = raw(WITH_MOMENTS);

export const ALL = select(COLUMNS);

/** For a statement that has the workspace as `$1`; without archived custom fields. */
export const SHOWN = ALL.replace('c.custom_fields', `c.custom_fields - ${ARCHIVED_NAMES} AS custom_fields`);

export const LISTED = raw(select(COLUMNS.filter((column) => column !== 'custom_fields')));

/** Prepared, because clients read single contacts most. */
const FIND_CONTACT = `SELECT ${SHOWN} FROM contacts c ${WITH_MOMENTS} WHERE c.workspace_id = $1::uuid AND c.id = $2::uuid`;

export async function findContact({ db, workspaceId }: Scope, id: string): Promise<ContactRow | undefined> {
  const [row] = await db.query<ContactRow>({ name: 'find_contact', text: FIND_CONTACT, values: [workspaceId, id] });
  return row;
}

/** @throws not_found */
export async function requireContact({ db, workspaceId }: Scope, id: string): Promise<void> {
  const found = await db.query(sql`SELECT 1 AS found FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`);
  if (found.length === 0) throw notFound();
}

/** In the form in which they are stored. */
export interface ContactKey {
  id?: string | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  external_id?: string | null | undefined;
}

/**
 * The workspace is joined. A constant would be planned by the statistics of that workspace: a new one has none, so that every batch of its
 * first big load would read it from end to end.
 */
const FIND_MATCHING = `
  WITH key AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, id, email, phone, external_id
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS item (id, email, phone, external_id)
  )
  SELECT ${SHOWN} FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.id = key.id ${WITH_MOMENTS}
  UNION ALL
  SELECT ${SHOWN} FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.email = key.email ${WITH_MOMENTS}
  UNION ALL
  SELECT ${SHOWN} FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.phone = key.phone ${WITH_MOMENTS}
  WHERE (c.email = key.email) IS NOT TRUE
  UNION ALL
  SELECT ${SHOWN} FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.external_id = key.external_id ${WITH_MOMENTS}
  WHERE (c.email = key.email OR c.phone = key.phone) IS NOT TRUE`;

export async function findContactsMatching({ db, workspaceId }: Scope, keys: ContactKey[]): Promise<ContactRow[]> {
  const rows = await db.query<ContactRow>({
    name: 'find_contacts_matching',
    text: FIND_MATCHING,
    values: [workspaceId, ...(['id', 'email', 'phone', 'external_id'] as const).map((part) => keys.map((key) => key[part] ?? null))],
  });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** In no particular order. The ids are joined for the same reason. */
export const findContactsByIds = ({ db, workspaceId }: Scope, ids: string[]): Promise<ContactRow[]> =>
  db.query({
    name: 'find_contacts_by_ids',
    text: `
      WITH key AS MATERIALIZED (SELECT $1::uuid AS workspace_id, item.id FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS item)
      SELECT ${SHOWN} FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.id = key.id ${WITH_MOMENTS}`,
    values: [workspaceId, ids],
  });

/**
 * Deletes contacts with their moments and timelines; their entries in the reports of blasts stay. Take them off
 * their lists first. The timelines go in a statement of their own, which sees all entries, because no writer can add any by then.
 */
export async function deleteContacts({ db, workspaceId }: Scope<Tx>, ids: string[]): Promise<void> {
  await db.query(sql`DELETE FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])`);
  await db.query(sql`DELETE FROM contact_moments WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[])`);
  await db.query(sql`DELETE FROM contact_activities WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[])`);
}
