import type { components } from '../../../generated/api.d.ts';
import { newId } from '../../platform/ids.ts';
import type { Issue } from '../../shared/errors.ts';
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
}

/** Everybody whom a round may touch or run into. */
export interface Roster {
  people: Person[];
  byId: Map<string, Person>;
  /** By email and by phone; the two look different enough to share a map. */
  byIdentifier: Map<string, Person>;
  /** Identifiers that a person has let go in this round, and that the database still knows under that person's name. */
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
   * @param isOthers whether an email or phone is somebody else's
   */
  fittingIn?: (contact: ContactRow, fields: ContactFields, isOthers: (identifier: string) => boolean) => Fitting;
  /** What an item says about somebody who is there already, where that is less than it says. */
  givenTo?: (contact: ContactRow, fields: ContactFields) => ContactFields;
  /** Set where whoever writes takes identifiers away before giving them to others, so that no item has to wait for that. */
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
  if (person.contact.email) byIdentifier.set(person.contact.email, person);
  if (person.contact.phone) byIdentifier.set(person.contact.phone, person);
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
  const reject = (rejection: Rejection, person?: Person): Decision => ({ draft, person, rejection });

  const known = { create: undefined, upsert: holder(draft.fields.email || draft.fields.phone), update: roster.byId.get(id) }[mode];
  if (mode === 'update' && !known) return reject({ status: 'rejected', code: 'not_found' });
  const isOthers = (identifier: string) => ![undefined, known].includes(holder(identifier));
  const { fields, issues } = (known && fittingIn?.(known.contact, draft.fields, isOthers)) ?? { fields: draft.fields, issues: [] };
  const other = [holder(fields.email), holder(fields.phone)].find((person) => person && person !== known);
  if (other) return reject({ status: 'rejected', code: 'conflict', existing: existingContact(other.contact) }, other);

  const person: Person = known ?? { contact: { ...blankContact(origin, now), id: newId() }, stored: null, columns: {}, updates: [] };
  const given = known ? (givenTo?.(known.contact, fields) ?? fields) : { ...fields, display_name: fields.display_name ?? null };
  const staysUnsubscribed = given.unsubscribed === false && person.contact.unsubscribed && !mayResubscribe;
  const { columns, fields: changed } = changesOf(person.contact, staysUnsubscribed ? { ...given, unsubscribed: true } : given);
  const contact = changed.length > 0 ? withChanges(person.contact, columns) : person.contact;
  if (!contact.email && !contact.phone)
    return reject({ status: 'rejected', code: 'validation_failed', issues: [lastIdentifier(fields)] }, person);
  // The database checks uniqueness row by row: what one row gives up cannot be taken by another in the same statement.
  if (!letsGoFirst && takesReleased(person, columns, roster)) return null;

  if (changed.length > 0) change(roster, person, columns, contact, now);
  if (!known) roster.people.push(person);
  else if (changed.length > 0) {
    const isResubscribed = changed.includes('unsubscribed') && !contact.unsubscribed;
    person.updates.push({ fields: changed, ...(isResubscribed && { consentSource: draft.consentSource }) });
  }
  const warnings: Warning[] = staysUnsubscribed ? ['resubscribe_ignored'] : [];
  return { draft, person, success: known ? 'updated' : 'created', changed: changed.length > 0, issues, warnings };
}

const takesReleased = ({ stored }: Person, { email, phone }: Partial<ContactRow>, { released }: Roster): boolean =>
  Boolean((email && email !== stored?.email && released.has(email)) || (phone && phone !== stored?.phone && released.has(phone)));

function change(roster: Roster, person: Person, columns: Partial<ContactRow>, contact: ContactRow, now: Date): void {
  for (const name of ['email', 'phone'] as const) {
    const before = person.contact[name];
    if (columns[name] === undefined || before === null) continue;
    roster.byIdentifier.delete(before);
    if (person.stored?.[name] === before) roster.released.add(before);
  }
  person.contact = { ...contact, updated_at: now };
  person.columns = bothChanges(person.columns, columns);
  enlist(roster, person);
}

const existingContact = ({ id, display_name, email, phone }: ContactRow) => ({ contact_id: id, display_name, email, phone });

export const LAST_IDENTIFIER = 'must stay, because a contact keeps at least one of email and phone';

const lastIdentifier = ({ email, phone }: ContactFields): Issue => ({
  path: email === null && phone === null ? '' : email === null ? 'email' : 'phone',
  message: LAST_IDENTIFIER,
});

/** New, or changed by what was decided. */
export const needsWriting = ({ stored, updates }: Person): boolean => !stored || updates.length > 0;
