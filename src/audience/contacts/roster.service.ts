import type { components } from '../../../generated/api.d.ts';
import { newId } from '../../platform/ids.ts';
import type { Issue } from '../../shared/errors.ts';
import { externalKey, identifiersOf } from './batch.repo.ts';
import type { ContactRow } from './contacts.repo.ts';
import { blankContact, bothChanges, type Changes, type ContactFields, changesOf, type Origin, withChanges } from './fields.service.ts';

/** `create` makes contacts, `update` changes those that are named by id, `upsert` does what each item's identifier asks for. */
export type Mode = 'create' | 'upsert' | 'update';

/** An item that is sound in itself, with its identifiers normalized. */
export interface Draft {
  index: number;
  id: string | undefined;
  fields: ContactFields;
  /** Where the person agreed to get mail again. Without it `unsubscribed: false` does not undo an unsubscribe. */
  consentSource?: string | undefined;
}

/** What was not done of an item that was written. */
export type Warning = components['schemas']['ContactWriteWarning'];

/** What one item has changed in somebody. */
export interface Update {
  /** The names of the fields. */
  fields: string[];
  consentSource?: string | undefined;
}

export type Rejection =
  | { status: 'rejected'; code: 'validation_failed'; issues: Issue[] }
  | { status: 'rejected'; code: 'conflict'; existing: components['schemas']['ExistingContact'] }
  | { status: 'rejected'; code: 'not_found' };

/** A contact in the course of a round: as the items so far have left it, and what that takes in the database. */
export interface Person {
  contact: ContactRow;
  /** As it was read; null for one that the batch makes. */
  stored: ContactRow | null;
  columns: Changes['columns'];
  /** What each update so far has changed. */
  updates: Update[];
  /** Whether one of them adds or removes tags. */
  isRelative?: boolean;
}

/** Everybody whom a round may touch or run into. */
export interface Roster {
  people: Person[];
  byId: Map<string, Person>;
  /** By email, phone and external ID, under the keys of `identifiersOf`. */
  byIdentifier: Map<string, Person>;
  /** Keys of identifiers that a person has let go in this round, and that the database still knows under that person's name. */
  released: Set<string>;
}

/** Where the batch comes from, and when. */
export interface Context {
  origin: Origin;
  now: Date;
  /** What timelines name as the source of changes, where it is not that of the origin. */
  changedBy?: components['schemas']['ContactChangeSource'];
  /**
   * What of an item its contact can take, for a batch in which that is written and the rest is an issue. Then no item is in conflict.
   * @param isOthers whether an identifier, by its key, is somebody else's
   */
  fittingIn?: (contact: ContactRow, fields: ContactFields, isOthers: (identifier: string) => boolean) => Fitting;
  /** What an item says about somebody who is there already, where that is less than it says. */
  givenTo?: (contact: ContactRow, fields: ContactFields) => ContactFields;
  /** Set where whoever writes takes phones away before giving them to others, so that no item has to wait for that. */
  letsGoFirst?: true;
  /** Set where an item needs no source of consent to undo an unsubscribe. */
  mayResubscribe?: boolean;
}

/** What of an item fits its contact, and what is wrong with the rest. */
export interface Fitting {
  fields: ContactFields;
  issues: Issue[];
}

/** What becomes of an item, if the person that the decision rests on is written or needs no writing. */
export type Decision =
  | { draft: Draft; person: Person; success: 'created' | 'updated'; changed: boolean; issues: Issue[]; warnings: Warning[] }
  | { draft: Draft; person: Person | undefined; rejection: Rejection };

/** A roster of those who are in the database. */
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
export function decideAll(mode: Mode, drafts: Draft[], roster: Roster, context: Context): Decision[] {
  const decisions: Decision[] = [];
  for (const draft of drafts) {
    const decision = decide(mode, draft, roster, context);
    if (!decision) break;
    decisions.push(decision);
  }
  return decisions;
}

function decide(mode: Mode, draft: Draft, roster: Roster, context: Context): Decision | null {
  const { origin, now, fittingIn, givenTo, letsGoFirst, mayResubscribe = draft.consentSource !== undefined } = context;
  const { id = '' } = draft;
  const holder = (identifier: string | null | undefined) => (identifier ? roster.byIdentifier.get(identifier) : undefined);
  const keyed = ({ email, phone, external_id }: ContactFields) => [email, phone, external_id && externalKey(external_id)];
  const reject = (rejection: Rejection, person?: Person): Decision => ({ draft, person, rejection });

  const [email, phone, externalId] = keyed(draft.fields);
  const matched = holder(externalId) ?? holder(email || phone);
  const known = { create: undefined, upsert: matched, update: roster.byId.get(id) }[mode];
  if (mode === 'update' && !known) return reject({ status: 'rejected', code: 'not_found' });
  // Another system tells the two apart, so an email that they share does not make them one.
  if (mode === 'upsert' && known?.contact.external_id && externalId && !holder(externalId))
    return reject({ status: 'rejected', code: 'conflict', existing: existingContact(known.contact) }, known);
  const isOthers = (identifier: string) => ![undefined, known].includes(holder(identifier));
  const { fields, issues } = (known && fittingIn?.(known.contact, draft.fields, isOthers)) ?? { fields: draft.fields, issues: [] };
  const other = keyed(fields)
    .map(holder)
    .find((person) => person && person !== known);
  if (other) return reject({ status: 'rejected', code: 'conflict', existing: existingContact(other.contact) }, other);

  const person: Person = known ?? { contact: { ...blankContact(origin, now), id: newId() }, stored: null, columns: {}, updates: [] };
  const given = known ? (givenTo?.(known.contact, fields) ?? fields) : { ...fields, display_name: fields.display_name ?? null };
  const staysUnsubscribed = given.unsubscribed === false && person.contact.unsubscribed && !mayResubscribe;
  const { columns, fields: changed, issues: unfit } = changesOf(person.contact, staysUnsubscribed ? { ...given, unsubscribed: true } : given);
  if (unfit) return reject({ status: 'rejected', code: 'validation_failed', issues: unfit }, person);
  const contact = changed.length > 0 ? withChanges(person.contact, columns) : person.contact;
  if (!contact.email && !contact.phone)
    return reject({ status: 'rejected', code: 'validation_failed', issues: [known ? lastIdentifier(fields) : NO_ADDRESS] }, person);
  // The database checks uniqueness row by row: what one row gives up cannot be taken by another in the same statement.
  if (takesReleased(person, letsGoFirst ? { email: columns.email } : columns, roster)) {
    if (!letsGoFirst) return null;
    return reject({ status: 'rejected', code: 'conflict', existing: existingContact(person.contact) }, known);
  }

  if (changed.length > 0) change(roster, person, columns, contact, now);
  if (given.add_tags || given.remove_tags) person.isRelative = true;
  if (!known) roster.people.push(person);
  else if (changed.length > 0) {
    const isResubscribed = changed.includes('unsubscribed') && !contact.unsubscribed;
    person.updates.push({ fields: changed, ...(isResubscribed && { consentSource: draft.consentSource }) });
  }
  const warnings: Warning[] = staysUnsubscribed ? ['resubscribe_ignored'] : [];
  return { draft, person, success: known ? 'updated' : 'created', changed: changed.length > 0, issues, warnings };
}

function takesReleased({ stored }: Person, columns: Parameters<typeof identifiersOf>[0], { released }: Roster): boolean {
  const own = new Set(stored ? identifiersOf(stored) : []);
  return identifiersOf(columns).some((identifier) => !own.has(identifier) && released.has(identifier));
}

function change(roster: Roster, person: Person, columns: Partial<ContactRow>, contact: ContactRow, now: Date): void {
  for (const name of ['email', 'phone', 'external_id'] as const) {
    if (columns[name] === undefined) continue;
    for (const before of identifiersOf({ [name]: person.contact[name] })) {
      roster.byIdentifier.delete(before);
      if (person.stored && identifiersOf(person.stored).includes(before)) roster.released.add(before);
    }
  }
  person.contact = { ...contact, updated_at: now };
  person.columns = bothChanges(person.columns, columns);
  enlist(roster, person);
}

const existingContact = ({ id, display_name, email, phone, external_id }: ContactRow) => ({
  contact_id: id,
  display_name,
  email,
  phone,
  external_id,
});

/** What an item lacks whose external ID no contact has. */
const NO_ADDRESS: Issue = { path: '', message: 'needs an email or a phone, because no contact has this external_id' };

export const LAST_IDENTIFIER = 'must stay, because a contact keeps at least one of email and phone';

const lastIdentifier = ({ email, phone }: ContactFields): Issue => ({
  path: email === null && phone === null ? '' : email === null ? 'email' : 'phone',
  message: LAST_IDENTIFIER,
});

/** New, or changed by what was decided. */
export const needsWriting = ({ stored, updates }: Person): boolean => !stored || updates.length > 0;
