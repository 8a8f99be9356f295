import type { components } from '../../../generated/api.d.ts';
import { newId } from '../../platform/ids.ts';
import { distinct, isBlank, isSame } from '../../shared/entries.ts';
import type { Issue } from '../../shared/errors.ts';
import { domainOf, localPartOf } from '../../shared/identifiers.ts';
import { CONTACT_FIELDS, type FieldWith, fieldsWith } from '../contact-field-catalogue.ts';
import type { ContactUpdate } from '../events.ts';
import { type BatchWrite, externalKey, type Identified, identifiersOf } from './batch.repo.ts';
import type { ContactRow } from './contacts.repo.ts';

/** `create` makes contacts, `update` changes those named by id, `upsert` does what each item's identifier asks for. */
export type Mode = 'create' | 'upsert' | 'update';

/** The fields of a write, by whichever operation. Undefined leaves a field alone. */
export type ContactFields = Omit<
  components['schemas']['ContactUpdateItem'],
  'contact_id' | 'client_item_id' | 'resubscribe' | 'consent_source'
>;

/** An item that is sound in itself, with its identifiers normalized. */
export interface Draft {
  index: number;
  id: string | undefined;
  fields: ContactFields;
  /** Where the person agreed to get mail again. Without it `unsubscribed: false` does not undo an unsubscribe. */
  consentSource?: string | undefined;
}

export type Warning = components['schemas']['ContactWriteWarning'];

export type Rejection =
  | { status: 'rejected'; code: 'validation_failed'; issues: Issue[] }
  | { status: 'rejected'; code: 'conflict'; existing: components['schemas']['ExistingContact'] }
  | { status: 'rejected'; code: 'not_found' };

/** A contact during a round: as the items so far have left it, and the columns that this changes. */
export interface Person {
  contact: ContactRow;
  /** As it was read; null for one that the batch makes. */
  stored: ContactRow | null;
  columns: Partial<ContactRow>;
  /** The names of the changed fields, one entry an item. */
  updates: { fields: string[]; consentSource?: string | undefined }[];
  /** Whether an item adds or removes tags. */
  isRelative?: boolean;
}

/** The contacts that a round may change or be in conflict with. */
export interface Roster {
  people: Person[];
  byId: Map<string, Person>;
  /** By the keys of `identifiersOf`. */
  byIdentifier: Map<string, Person>;
  /** The keys of identifiers that a contact gives up in this round and still has in the database. */
  released: Set<string>;
}

export interface Origin {
  source: components['schemas']['ContactSource'];
  detail: string | null;
}

export interface Rules {
  mode: Mode;
  origin: Origin;
  now: Date;
  /** The source of changes in timelines, where it is not that of the origin. */
  changedBy?: components['schemas']['ContactChangeSource'];
  /**
   * The part of an item that its contact can take, for a batch that writes this part and reports the rest. Then no item is in conflict.
   * @param isOthers whether an identifier, by its key, belongs to another contact
   */
  fittingIn?: (contact: ContactRow, fields: ContactFields, isOthers: (identifier: string) => boolean) => Fitting;
  /** The part of an item that is meant for a contact that exists already. */
  givenTo?: (contact: ContactRow, fields: ContactFields) => ContactFields;
  /** Set where the write frees phones before it gives them to others, so that no item waits for another round. */
  letsGoFirst?: true;
  /** Set where an item needs no source of consent to undo an unsubscribe. */
  mayResubscribe?: boolean;
  /** False where the caller enters changes of the subscription into the ledger of consent. */
  entersConsent?: boolean;
}

export interface Fitting {
  fields: ContactFields;
  issues: Issue[];
}

/** The result of an item, provided that its person is written or needs no writing. */
export type Decision =
  | { draft: Draft; person: Person; success: 'created' | 'updated'; changed: boolean; issues: Issue[]; warnings: Warning[] }
  | { draft: Draft; person: Person | undefined; rejection: Rejection };

export function rosterOf(contacts: ContactRow[]): Roster {
  const roster: Roster = { people: [], byId: new Map(), byIdentifier: new Map(), released: new Set() };
  for (const contact of contacts) {
    const person: Person = { contact, stored: contact, columns: {}, updates: [] };
    roster.people.push(person);
    roster.byId.set(contact.id, person);
    enlist(roster, person);
  }
  return roster;
}

function enlist({ byIdentifier }: Roster, person: Person): void {
  for (const identifier of identifiersOf(person.contact)) byIdentifier.set(identifier, person);
}

/** Decides one item after the other, each on what those before it leave. Ends early at an item that has to wait for the next round. */
export function decideAll(drafts: readonly Draft[], roster: Roster, rules: Rules): Decision[] {
  const decisions: Decision[] = [];
  for (const draft of drafts) {
    const decision = decide(draft, roster, rules);
    if (!decision) break;
    decisions.push(decision);
  }
  return decisions;
}

function decide(draft: Draft, roster: Roster, rules: Rules): Decision | null {
  const { mode, origin, now, fittingIn, givenTo, letsGoFirst, mayResubscribe = draft.consentSource !== undefined } = rules;
  const { id = '' } = draft;
  const holder = (identifier: string | null | undefined) => (identifier ? roster.byIdentifier.get(identifier) : undefined);
  const reject = (rejection: Rejection, person?: Person): Decision => ({ draft, person, rejection });

  const { email, phone, external_id } = draft.fields;
  const owner = external_id ? holder(externalKey(external_id)) : undefined;
  const existing = { create: undefined, upsert: owner ?? holder(email || phone), update: roster.byId.get(id) }[mode];
  if (mode === 'update' && !existing) return reject({ status: 'rejected', code: 'not_found' });
  // Another system tells the two apart, so an email that they share does not make them one.
  if (mode === 'upsert' && existing?.contact.external_id && external_id && !owner)
    return reject({ status: 'rejected', code: 'conflict', existing: existingContact(existing.contact) }, existing);
  const isOthers = (identifier: string) => ![undefined, existing].includes(holder(identifier));
  const { fields, issues } = (existing && fittingIn?.(existing.contact, draft.fields, isOthers)) ?? { fields: draft.fields, issues: [] };
  const other = identifiersOf(fields)
    .map(holder)
    .find((person) => person && person !== existing);
  if (other) return reject({ status: 'rejected', code: 'conflict', existing: existingContact(other.contact) }, other);

  const person: Person = existing ?? { contact: { ...blankContact(origin, now), id: newId() }, stored: null, columns: {}, updates: [] };
  const given = existing ? (givenTo?.(existing.contact, fields) ?? fields) : { ...fields, display_name: fields.display_name ?? null };
  const staysUnsubscribed = given.unsubscribed === false && person.contact.unsubscribed && !mayResubscribe;
  const { columns, fields: changed, unfit } = changesOf(person.contact, staysUnsubscribed ? { ...given, unsubscribed: true } : given);
  if (unfit) return reject({ status: 'rejected', code: 'validation_failed', issues: [unfit] }, existing);
  const contact = changed.length > 0 ? withChanges(person.contact, columns) : person.contact;
  if (!contact.email && !contact.phone)
    return reject({ status: 'rejected', code: 'validation_failed', issues: [existing ? lastIdentifier(fields) : UNKNOWN_ID] }, existing);
  // The database checks uniqueness row by row: an identifier that one row gives up cannot be taken by another in the same statement.
  if (takesReleased(person, letsGoFirst ? { email: columns.email } : columns, roster)) {
    if (!letsGoFirst) return null;
    return reject({ status: 'rejected', code: 'conflict', existing: existingContact(person.contact) }, existing);
  }

  if (given.add_tags || given.remove_tags) person.isRelative = true;
  if (changed.length > 0) change(roster, person, { columns, contact: { ...contact, updated_at: now } });
  if (!existing) roster.people.push(person);
  else if (changed.length > 0) {
    const isResubscribed = changed.includes('unsubscribed') && !contact.unsubscribed;
    person.updates.push({ fields: changed, ...(isResubscribed && { consentSource: draft.consentSource }) });
  }
  const warnings: Warning[] = staysUnsubscribed ? ['resubscribe_ignored'] : [];
  return { draft, person, success: existing ? 'updated' : 'created', changed: changed.length > 0, issues, warnings };
}

function takesReleased({ stored }: Person, columns: Identified, { released }: Roster): boolean {
  const own = stored ? identifiersOf(stored) : [];
  return identifiersOf(columns).some((identifier) => !own.includes(identifier) && released.has(identifier));
}

function change(roster: Roster, person: Person, { columns, contact }: { columns: Partial<ContactRow>; contact: ContactRow }): void {
  const stored = person.stored ? identifiersOf(person.stored) : [];
  for (const name of ['email', 'phone', 'external_id'] as const) {
    if (columns[name] === undefined) continue;
    for (const before of identifiersOf({ [name]: person.contact[name] })) {
      roster.byIdentifier.delete(before);
      if (stored.includes(before)) roster.released.add(before);
    }
  }
  person.contact = contact;
  const customFields = { ...person.columns.custom_fields, ...columns.custom_fields };
  const changesCustom = person.columns.custom_fields || columns.custom_fields;
  person.columns = { ...person.columns, ...columns, ...(changesCustom && { custom_fields: customFields }) };
  enlist(roster, person);
}

const existingContact = ({ id, display_name, email, phone, external_id }: ContactRow) => ({
  contact_id: id,
  display_name,
  email,
  phone,
  external_id,
});

const UNKNOWN_ID: Issue = { path: '', message: 'needs an email or a phone, because no contact has this external_id' };

export const LAST_IDENTIFIER = 'must stay, because a contact keeps at least one of email and phone';

const lastIdentifier = ({ email, phone }: ContactFields): Issue => ({
  path: email === null && phone === null ? '' : email === null ? 'email' : 'phone',
  message: LAST_IDENTIFIER,
});

export const needsWriting = ({ stored, updates }: Person): boolean => !stored || updates.length > 0;

/** @param identifiers the keys of all identifiers that the items name, to be held */
export function batchOf(
  { people }: Roster,
  identifiers: string[],
  { origin, changedBy = origin.source, now, entersConsent }: Rules,
): BatchWrite {
  const changed = people.filter(({ stored, updates }) => stored && updates.length > 0);
  const created = people.filter(({ stored }) => !stored);
  return {
    identifiers,
    blank: blankContact(origin, now),
    created: created.map(({ contact, stored, columns }) => {
      const { id, original_source_detail } = contact;
      return { id, stored, columns: { ...columns, original_source_detail } };
    }),
    changed: changed.map(({ contact, stored, columns, isRelative }) => ({ id: contact.id, stored, columns, isRelative })),
    updates: people.flatMap(({ contact, updates }) => updates.map((update) => ({ contactId: contact.id, ...update }))),
    changedBy,
    entersConsent,
  };
}

/** For `contactCreated` and `contactUpdated`: each contact once, with all that several items or rounds have changed. */
export function happenedTo(people: readonly Person[]): { created: string[]; updated: ContactUpdate[] } {
  const changes = new Map<string, Set<string>>();
  for (const { contact, updates } of people.filter(({ updates }) => updates.length > 0)) {
    changes.set(contact.id, new Set([...(changes.get(contact.id) ?? []), ...updates.flatMap(({ fields }) => fields)]));
  }
  return {
    created: people.filter(({ stored }) => !stored).map(({ contact }) => contact.id),
    updated: [...changes].map(([contactId, fields]) => ({ contactId, fields: [...fields] })),
  };
}

const INDEPENDENT = fieldsWith('writable').filter(
  (name) => name !== 'email' && name !== 'email_domain' && name !== 'phone' && name !== 'display_name' && name !== 'tags',
);

// `fromEntries` forgets the keys that the entries come from.
const BLANKS = Object.fromEntries(fieldsWith('blank').map((name) => [name, CONTACT_FIELDS[name].blank])) as unknown as Pick<
  ContactRow,
  FieldWith<'blank'>
>;

/** Of one contact. */
export const MOST_TAGS = 50;

export const blankContact = (origin: Origin, now: Date): Omit<ContactRow, 'id'> => ({
  ...BLANKS,
  custom_fields: {},
  original_source: origin.source,
  original_source_detail: origin.detail,
  created_at: now,
  updated_at: now,
});

/** A value as its column holds it: one that is empty in either form is the blank one. */
const storedValue = (name: FieldWith<'blank'>, value: unknown): unknown => (isBlank(value) ? CONTACT_FIELDS[name].blank : value);

interface Changes {
  /** The columns to set, none if nothing changes. Of `custom_fields` only the given ones, null to clear. */
  columns: Partial<ContactRow>;
  /** The API's names of the fields whose values change. */
  fields: string[];
  /** Why the contact, as it is, cannot take the write. */
  unfit?: Issue;
}

/** Expects normalized identifiers, and custom fields as they are stored. */
export function changesOf(contact: ContactRow, given: ContactFields): Changes {
  const columns: Partial<ContactRow> = {};
  for (const name of INDEPENDENT) if (given[name] !== undefined) Object.assign(columns, { [name]: storedValue(name, given[name]) });

  const tags = tagsOf(contact.tags, given);
  if (tags && tags.length > MOST_TAGS) {
    const message = `would give the contact ${tags.length} tags; ${MOST_TAGS} are the most`;
    return { columns: {}, fields: [], unfit: { path: given.add_tags ? 'add_tags' : 'tags', message } };
  }
  if (tags) columns.tags = tags;
  if (given.phone !== undefined && given.phone !== contact.phone) columns.phone = given.phone;
  if (given.email !== undefined && given.email !== contact.email) {
    columns.email = given.email;
    columns.email_domain = given.email && domainOf(given.email);
  }
  if (given.email_domain !== undefined) {
    const email = columns.email === undefined ? contact.email : columns.email;
    columns.email_domain = given.email_domain || (email && domainOf(email));
  }
  const isNamed = given.display_name === undefined ? !hasDefaultName(contact) : Boolean(given.display_name);
  const name = isNamed ? given.display_name : defaultName({ ...contact, ...columns });
  if (name && name !== contact.display_name) columns.display_name = name;

  const fields = Object.keys(columns).filter((name) => !isSame(columns[name as keyof ContactRow], contact[name as keyof ContactRow]));
  const custom = Object.entries(given.custom_fields ?? {});
  if (custom.length > 0) columns.custom_fields = Object.fromEntries(custom);
  for (const [name, value] of custom) {
    const before = Object.hasOwn(contact.custom_fields, name) ? contact.custom_fields[name] : null;
    if (!isSame(value, before)) fields.push(`custom_fields.${name}`);
  }
  return fields.length > 0 ? { columns, fields } : { columns: {}, fields };
}

/** Undefined leaves the tags alone. */
function tagsOf(before: readonly string[], { tags, add_tags = [], remove_tags = [] }: ContactFields): string[] | undefined {
  if (tags !== undefined) return distinct(tags ?? []);
  if (add_tags.length + remove_tags.length === 0) return undefined;
  const removed = new Set(remove_tags);
  return distinct([...before.filter((tag) => !removed.has(tag)), ...add_tags]);
}

/** As long as a given name may be, so that clients can send it back. */
const LONGEST_NAME = 255;

type Names = Pick<ContactRow, 'first_name' | 'last_name' | 'email' | 'phone'>;

/** Whether the display name follows from the other names, so that it changes with them. */
export const hasDefaultName = (contact: Names & Pick<ContactRow, 'display_name'>): boolean => contact.display_name === defaultName(contact);

/** Whether a contact has no name but the one made of its email or phone. */
const isNameless = (contact: ContactRow): boolean => !contact.first_name && !contact.last_name && hasDefaultName(contact);

function defaultName({ first_name, last_name, email, phone }: Names): string {
  const name = [...`${first_name} ${last_name}`.trim()].slice(0, LONGEST_NAME).join('').trim();
  return name || (email ? localPartOf(email) : (phone ?? ''));
}

/** Whether a standard field has no value. A name made of the email or phone is none. */
export const isUnfilled = (contact: ContactRow, field: keyof ContactRow): boolean =>
  field === 'display_name' ? isNameless(contact) : isBlank(contact[field]);

function withChanges(contact: ContactRow, { custom_fields = {}, ...columns }: Partial<ContactRow>): ContactRow {
  const values = Object.entries({ ...contact.custom_fields, ...custom_fields }).filter(([, value]) => value !== null);
  return { ...contact, ...columns, custom_fields: Object.fromEntries(values) };
}
