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

/** A contact as the database has it, with its moments. Columns have the names of the API's fields, but for `id`. */
export interface ContactRow extends StandardColumns {
  id: string;
  custom_fields: components['schemas']['CustomFields'];
  original_source: components['schemas']['ContactSource'];
}

/** What a listing shows of a contact: everything but the custom fields, which may be large. */
export type ContactListRow = Omit<ContactRow, 'custom_fields'>;

/** The columns that a write may change. */
export const CHANGEABLE = [...fieldsWith('writable'), 'custom_fields'] as const;

const MOMENTS = fieldsWith('moment');

/** The columns of the table `contacts`, in the order that statements name them. */
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
 * Behind `contacts c` in a FROM: the contact's moments `t`. Each contact has them, so the outer join finds what an inner one would;
 * but the planner leaves it out where nobody asks for a moment, and takes it for an inner one where a condition does.
 */
export const WITH_MOMENTS = 'LEFT JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id';
export const withTimestamps = raw(WITH_MOMENTS);

/** Every column of a `ContactRow`, ready for a SELECT from `contacts c` with its moments. */
export const ALL = select(COLUMNS);

/** The same in a statement that has the workspace as `$1`; custom fields without the archived ones. */
export const SHOWN = ALL.replace('c.custom_fields', `c.custom_fields - ${ARCHIVED_NAMES} AS custom_fields`);

/** What lists show of a contact. */
export const LISTED = raw(select(COLUMNS.filter((column) => column !== 'custom_fields')));

/** Prepared, since single contacts are what clients read most. */
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

/** What a contact can be known by, in the form in which it is kept. */
export interface ContactKey {
  id?: string | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  external_id?: string | null | undefined;
}

/**
 * The workspace comes to the contacts through a join. A condition on a constant would be planned by that workspace's share
 * in the statistics: none for a new one, which then is read from end to end by every batch of its first big load.
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

/** Every contact that one of the keys fits, by any of its parts. */
export async function findContactsMatching({ db, workspaceId }: Scope, keys: ContactKey[]): Promise<ContactRow[]> {
  const rows = await db.query<ContactRow>({
    name: 'find_contacts_matching',
    text: FIND_MATCHING,
    values: [
      workspaceId,
      ...(['id', 'email', 'phone', 'external_id'] as const).map((part) => keys.map((key) => key[part] ?? null)),
    ],
  });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** The contacts of these that exist, in no particular order. */
export const findContactsByIds = (ctx: Scope, ids: string[]): Promise<ContactRow[]> =>
  findContactsMatching(
    ctx,
    ids.map((id) => ({ id })),
  );

/**
 * Deletes contacts with their timelines; their moments go by a trigger, their entries in the reports of blasts stay. Take them off their
 * lists first. The timelines go in a statement of their own, when nobody can write to them any more, so that it sees all that was written.
 */
export async function deleteContacts({ db, workspaceId }: Scope<Tx>, ids: string[]): Promise<void> {
  await db.query(sql`DELETE FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])`);
  await db.query(sql`DELETE FROM contact_activities WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[])`);
}
