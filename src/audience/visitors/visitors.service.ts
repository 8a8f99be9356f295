import { Contended, type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';
import { momentAfter } from '../activities/activities.repo.ts';
import { type FieldWith, fieldsWith } from '../contact-field-catalogue.ts';
import { definitionsByName } from '../contact-fields/contact-fields.repo.ts';
import type { CustomValues } from '../contact-fields/values.ts';
import { HELD_WITH_TIMESTAMPS, holdingIdentifiers, writeBatch } from '../contacts/batch.repo.ts';
import { type ContactRow, SHOWN } from '../contacts/contacts.repo.ts';
import { phoneReader } from '../contacts/contacts.service.ts';
import {
  batchOf,
  type ContactFields,
  decideAll,
  happenedTo,
  isUnfilled,
  needsWriting,
  type Person,
  type Rules,
  rosterOf,
} from '../contacts/roster.service.ts';
import type { ContactUpdate } from '../events.ts';
import { cellReader, isRefusal, type Reading } from '../imports/cells.ts';
import type { Identifiers } from './identifiers.ts';

const HOLD = holdingIdentifiers('$1', 'unnest($2::text[]) AS item (identifier)');

/** Two statements, since the second has to see the writes that the first waited for. */
const HOLD_MATCHING = `
  WITH item AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, identifier FROM unnest($2::text[]) AS item (identifier)
  ), matching AS MATERIALIZED (
    SELECT c.id FROM item JOIN contacts c ON c.workspace_id = item.workspace_id AND c.email = item.identifier
    UNION
    SELECT c.id FROM item JOIN contacts c ON c.workspace_id = item.workspace_id AND c.phone = item.identifier
  ), held AS MATERIALIZED (
    SELECT c.* FROM matching JOIN contacts c ON c.workspace_id = $1::uuid AND c.id = matching.id
    ORDER BY c.id FOR NO KEY UPDATE OF c
  )
  SELECT ${SHOWN} FROM ${HELD_WITH_TIMESTAMPS} FOR NO KEY UPDATE OF t`;

/**
 * Locks all contacts that have one of these emails or phones until the transaction ends, and returns them as they are then: no other writer
 * can change them, and none can take one of the identifiers.
 */
export async function holdMatching({ db, workspaceId }: Scope<Tx>, identifiers: string[]): Promise<ContactRow[]> {
  await db.query({ name: 'hold_identifiers', text: HOLD, values: [workspaceId, identifiers] });
  return db.query<ContactRow>({ name: 'hold_contacts_matching', text: HOLD_MATCHING, values: [workspaceId, identifiers] });
}

/** Several entries of one contact are in their order. */
export interface Deed {
  contactId: ContactId;
  metadata: object;
}

/** Writes entries of locked contacts, each a millisecond after the one before. */
export async function recordSubmissions({ db, workspaceId, now }: Ctx<Tx>, deeds: readonly Deed[]): Promise<void> {
  await db.query(sql`
    WITH deed AS MATERIALIZED (
      SELECT contact_id, metadata, place, row_number() OVER (PARTITION BY contact_id ORDER BY place) - 1 AS nth
      FROM unnest(${deeds.map(({ contactId }) => contactId)}::uuid[], ${deeds.map(({ metadata }) => JSON.stringify(metadata))}::jsonb[])
        WITH ORDINALITY AS deed (contact_id, metadata, place)
    ), active AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)} + d.others * interval '1 millisecond'
      FROM (SELECT contact_id, count(*) - 1 AS others FROM deed GROUP BY contact_id) AS d
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = d.contact_id
      RETURNING t.contact_id, t.last_activity_at - d.others * interval '1 millisecond' AS first
    ), entry AS (
      SELECT deed.contact_id, active.first + deed.nth * interval '1 millisecond' AS moment, deed.metadata, deed.place
      FROM deed JOIN active ON active.contact_id = deed.contact_id
    )
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT ${workspaceId}::uuid, contact_id, 'form_submission', moment, metadata FROM entry ORDER BY place`);
}

export interface SentForm {
  /** By the form's own names. */
  values: ReadonlyMap<string, string>;
  identifiers: Identifiers;
  /** The `original_source_detail` of a contact that the form makes. */
  sourceDetail: string;
  /** Of the entry in the timeline. */
  metadata: object;
}

export interface Taken {
  /** By form the id of the contact, or null when the form has neither an email nor a phone that can be read. */
  contacts: (string | null)[];
  created: string[];
  updated: ContactUpdate[];
}

/**
 * Writes the data of visitors, as if one form came after the other: an unknown visitor becomes a contact, of an existing contact only
 * empty fields are filled, and each form is an entry in the timeline. The email identifies the contact, or the phone when there is none;
 * a phone of another contact is passed over. The caller publishes the events, together with its own.
 */
export async function takeForms(tx: Ctx<Tx>, forms: readonly SentForm[]): Promise<Taken> {
  const said = await readForms(tx, forms);
  const identifiers = said.flatMap(({ email, phone }) => [email, phone].filter((identifier) => identifier !== undefined));
  if (identifiers.length === 0) return { contacts: said.map(() => null), created: [], updated: [] };

  const roster = rosterOf(await holdMatching(tx, [...new Set(identifiers)]));
  const rules: Omit<Rules, 'origin'> = { mode: 'upsert', now: tx.now, givenTo: unfilledOf, letsGoFirst: true };
  const people = said.map((given, index): Person | undefined => {
    const { sourceDetail: detail } = forms[index] as SentForm;
    const { phone, ...rest } = given;
    const key = given.email ?? phone;
    if (key === undefined) return undefined;
    const phoneOwner = phone === undefined ? undefined : roster.byIdentifier.get(phone);
    const fields = phoneOwner && phoneOwner !== roster.byIdentifier.get(key) ? rest : given;
    const [decision] = decideAll([{ index, id: undefined, fields }], roster, { ...rules, origin: { source: 'tent_form', detail } });
    return decision?.person;
  });

  const written = roster.people.filter(needsWriting);
  if (written.length > 0) {
    // All identifiers are held already.
    const batch = batchOf(roster, [], { ...rules, origin: { source: 'tent_form', detail: null } });
    if ((await writeBatch(tx, batch)).length < written.length) throw new Contended(new Error('another write has changed a held contact'));
  }
  await recordSubmissions(
    tx,
    people.flatMap((person, index) => (person ? { contactId: person.contact.id, metadata: (forms[index] as SentForm).metadata } : [])),
  );
  return { contacts: people.map((person) => person?.contact.id ?? null), ...happenedTo(roster.people) };
}

async function readForms(tx: Scope<Tx>, forms: readonly SentForm[]): Promise<Said[]> {
  const definitions = await definitionsByName(tx);
  const typed = forms.map(withIdentifiers);
  const readPhone = await phoneReader(
    tx,
    typed.map((values) => ({ phone: values.get('phone') })),
  );
  return typed.map(readerOfForms({ definitions, readPhone }));
}

function withIdentifiers({ values, identifiers }: SentForm): Map<string, string> {
  const named = new Map(values);
  for (const [identifier, field] of Object.entries(identifiers)) {
    const value = field === undefined ? undefined : values.get(field);
    if (value !== undefined) named.set(identifier, value);
  }
  return named;
}

function unfilledOf(contact: ContactRow, { custom_fields = {}, ...fields }: ContactFields): ContactFields {
  const standard = Object.entries(fields).filter(([name]) => isUnfilled(contact, name as keyof ContactRow));
  const custom = Object.entries(custom_fields).filter(([name]) => !Object.hasOwn(contact.custom_fields, name));
  return { ...Object.fromEntries(standard), ...(custom.length > 0 && { custom_fields: Object.fromEntries(custom) }) };
}

/** Without blank values and values that do not fit. Email and phone are normalized. */
export interface Said extends ContactFields {
  email?: string;
  phone?: string;
}

/** By the name of a form's field. */
const STANDARD: ReadonlyMap<string, FieldWith<'fromForms'>> = new Map([
  ['name', 'display_name'],
  ...fieldsWith('fromForms').map((field) => [field, field] as const),
]);

/** Values that do not fit, unknown names and archived fields are passed over: the timeline has them. */
function readerOfForms(reading: Reading): (values: ReadonlyMap<string, string>) => Said {
  const readers = new Map<string, ReturnType<typeof cellReader> | null>();
  const readerOf = (name: string) => {
    let reader = readers.get(name);
    if (reader === undefined) {
      const standard = STANDARD.get(name);
      const isCustom = !standard && reading.definitions.get(name)?.status === 'active';
      if (standard) reader = cellReader({ kind: 'standard', field: standard }, reading);
      else reader = isCustom ? cellReader({ kind: 'custom_field', field: name }, reading) : null;
      readers.set(name, reader);
    }
    return reader;
  };
  // A ticked box without a value of its own sends "on".
  const meant = (name: string, text: string) => (text === 'on' && reading.definitions.get(name)?.valueType === 'boolean' ? 'true' : text);

  return (values) => {
    const said: Record<string, unknown> = {};
    const custom: CustomValues = {};
    for (const [name, typed] of values) {
      const text = typed.trim();
      const read = text === '' ? null : readerOf(name);
      const value = read?.(meant(name, text));
      if (value === undefined || value === '' || isRefusal(value)) continue;
      const standard = STANDARD.get(name);
      if (!standard) custom[name] = value;
      // `name` gives way to `display_name`.
      else if (name === standard || !Object.hasOwn(said, standard)) said[standard] = value;
    }
    return { ...said, ...(Object.keys(custom).length > 0 && { custom_fields: custom }) };
  };
}
