import type { components } from '../../../generated/api.d.ts';
import type { Db } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, type Issue } from '../../shared/errors.ts';
import { isInternational, normaliseEmail, normalisePhone } from '../../shared/identifiers.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { NewActivity } from '../activities/activities.repo.ts';
import { writeBatch } from './batch.repo.ts';
import { type ContactKey, type ContactRow, findContactsMatching } from './contacts.repo.ts';
import { blankContact, changesOf, type ContactFields, customFieldIssues, type Origin } from './fields.service.ts';

/** `create` makes contacts, `update` changes those that are named by id, `upsert` does what each item's identifier asks for. */
export type Mode = 'create' | 'upsert' | 'update';

export type BatchItem = ContactFields & { contact_id?: string };

export interface Batch {
  items: BatchItem[];
  /** What the document says is wrong with an item, or null. */
  itemIssues: (Issue[] | null)[];
  origin: Origin;
  now: Date;
}

/** What became of an item. `contact` is how the contact was left, `existing` the one in the item's way. */
export type Outcome<Success extends 'created' | 'updated' = 'created' | 'updated'> = { status: Success; contact: ContactRow } | Rejection;

export type Rejection =
  | { status: 'rejected'; code: 'validation_failed'; issues: Issue[] }
  | { status: 'rejected'; code: 'conflict'; existing: components['schemas']['ExistingContact'] }
  | { status: 'rejected'; code: 'not_found' };

/** An item that is sound in itself, with its identifiers normalized. */
interface Draft {
  index: number;
  id: string | undefined;
  fields: ContactFields;
}

/** A contact in the course of a round: as the items so far have left it, and what that takes in the database. */
interface Person {
  contact: ContactRow;
  /** As it was read; null for one that the batch makes. */
  stored: ContactRow | null;
  columns: Partial<ContactRow>;
  /** Entries besides the creation. */
  activities: NewActivity[];
}

/** Everybody whom a round may touch or run into. */
interface Roster {
  people: Person[];
  byId: Map<string, Person>;
  /** By email and by phone; the two look different enough to share a map. */
  byIdentifier: Map<string, Person>;
  /** Identifiers that a person has let go in this round, and that the database still knows under that person's name. */
  released: Set<string>;
}

/** What becomes of an item, if the person that the decision rests on is written or needs no writing. */
type Decision = { draft: Draft; person: Person; success: 'created' | 'updated' } | { draft: Draft; person: Person | undefined; rejection: Rejection };

/** Rounds in a row that may get nothing done because others are writing the same contacts, before the batch gives up. */
const PATIENCE = 20;

/**
 * Writes a batch of contacts, each item on its own, as if one were handled after the other. A round reads everybody
 * concerned, decides every item in memory and writes all of it at once; another round follows for items that lost a race,
 * or that want an identifier which an earlier item has set free. One round is the rule.
 */
export async function writeContacts(db: Db, workspaceId: string, mode: Mode, batch: Batch): Promise<Outcome[]> {
  const outcomes: Outcome[] = new Array(batch.items.length);
  let waiting: Draft[] = [];
  const readPhone = await phoneReader(db, workspaceId, batch.items);
  batch.items.forEach((item, index) => {
    const { draft, issues } = check(mode, item, index, batch.itemIssues[index] ?? null, readPhone);
    if (draft) waiting.push(draft);
    else outcomes[index] = { status: 'rejected', code: 'validation_failed', issues };
  });

  for (let stalled = 0; waiting.length > 0; ) {
    const roster = rosterOf(await findContactsMatching(db, workspaceId, waiting.map(keyOf)));
    const decisions = decideAll(mode, waiting, roster, batch);
    const written = await save(db, workspaceId, roster, batch);
    const settled = new Set<Draft>();
    for (const decision of decisions) {
      const { draft, person } = decision;
      const now = person && (written.get(person.contact.id) ?? (needsWriting(person) ? undefined : person.contact));
      if (person && !now) continue;
      outcomes[draft.index] = 'rejection' in decision ? decision.rejection : { status: decision.success, contact: now as ContactRow };
      settled.add(draft);
    }
    waiting = waiting.filter((draft) => !settled.has(draft));
    stalled = settled.size > 0 ? 0 : stalled + 1;
    if (stalled === PATIENCE) throw new DomainError('unavailable', 'Too many requests are writing these contacts at once; try again shortly.');
  }
  return outcomes;
}

type PhoneReader = (phone: string) => string | null;

/** The workspace's country is looked up only when a number needs it. */
async function phoneReader(db: Db, workspaceId: string, items: BatchItem[]): Promise<PhoneReader> {
  const local = items.some(({ phone }) => typeof phone === 'string' && !isInternational(phone));
  const country = local ? (await findWorkspace(db, workspaceId)).defaultCountry : '';
  return (phone) => normalisePhone(phone, country);
}

/** Looks at an item by itself. */
function check(mode: Mode, item: BatchItem, index: number, found: Issue[] | null, readPhone: PhoneReader): { draft?: Draft; issues: Issue[] } {
  if (found) return { issues: found };
  const { contact_id, ...fields } = item;
  const issues = customFieldIssues(fields.custom_fields);
  if (typeof fields.email === 'string') {
    const email = normaliseEmail(fields.email);
    if (email) fields.email = email;
    else issues.push({ path: 'email', message: 'is not a valid email address' });
  }
  if (typeof fields.phone === 'string') {
    const phone = readPhone(fields.phone);
    if (phone) fields.phone = phone;
    else issues.push({ path: 'phone', message: 'is not a valid phone number' });
  }
  if (mode !== 'update' && !fields.email && !fields.phone) issues.push({ path: '', message: 'needs an email or a phone' });
  return issues.length > 0 ? { issues } : { draft: { index, id: contact_id, fields }, issues };
}

const keyOf = ({ id, fields: { email, phone } }: Draft): ContactKey => ({ id, email, phone });

function rosterOf(contacts: ContactRow[]): Roster {
  const roster: Roster = { people: [], byId: new Map(), byIdentifier: new Map(), released: new Set() };
  for (const contact of contacts) {
    const person: Person = { contact, stored: contact, columns: {}, activities: [] };
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
function decideAll(mode: Mode, drafts: Draft[], roster: Roster, batch: Batch): Decision[] {
  const decisions: Decision[] = [];
  for (const draft of drafts) {
    const decision = decide(mode, draft, roster, batch);
    if (!decision) break;
    decisions.push(decision);
  }
  return decisions;
}

function decide(mode: Mode, draft: Draft, roster: Roster, { origin, now }: Batch): Decision | null {
  const { id = '', fields } = draft;
  const holder = (identifier: string | null | undefined) => (identifier ? roster.byIdentifier.get(identifier) : undefined);
  const reject = (rejection: Rejection, person?: Person): Decision => ({ draft, person, rejection });

  const known = { create: undefined, upsert: holder(fields.email || fields.phone), update: roster.byId.get(id) }[mode];
  if (mode === 'update' && !known) return reject({ status: 'rejected', code: 'not_found' });
  const other = [holder(fields.email), holder(fields.phone)].find((person) => person && person !== known);
  if (other) return reject({ status: 'rejected', code: 'conflict', existing: existingContact(other.contact) }, other);

  const person: Person = known ?? { contact: { ...blankContact(origin, now), id: newId() }, stored: null, columns: {}, activities: [] };
  const { columns, fields: changed } = changesOf(person.contact, known ? fields : { ...fields, display_name: fields.display_name ?? null });
  const contact = { ...person.contact, ...columns };
  if (!contact.email && !contact.phone) return reject({ status: 'rejected', code: 'validation_failed', issues: [lastIdentifier(fields)] }, person);
  // The database checks uniqueness row by row: what one row gives up can not be taken by another in the same statement.
  if (takesReleased(person, columns, roster)) return null;

  if (changed.length > 0) change(roster, person, columns, now);
  if (!known) roster.people.push(person);
  else if (changed.length > 0) {
    const metadata = { source: origin.source, fields: changed };
    person.activities.push({ contactId: contact.id, type: 'contact_updated', occurredAt: now, metadata });
  }
  return { draft, person, success: known ? 'updated' : 'created' };
}

const takesReleased = ({ stored }: Person, { email, phone }: Partial<ContactRow>, { released }: Roster): boolean =>
  Boolean((email && email !== stored?.email && released.has(email)) || (phone && phone !== stored?.phone && released.has(phone)));

function change(roster: Roster, person: Person, columns: Partial<ContactRow>, now: Date): void {
  for (const name of ['email', 'phone'] as const) {
    const before = person.contact[name];
    if (columns[name] === undefined || before === null) continue;
    roster.byIdentifier.delete(before);
    if (person.stored?.[name] === before) roster.released.add(before);
  }
  person.contact = { ...person.contact, ...columns, updated_at: now };
  Object.assign(person.columns, columns);
  enlist(roster, person);
}

const existingContact = ({ id, display_name, email, phone }: ContactRow) => ({ contact_id: id, display_name, email, phone });

const lastIdentifier = ({ email, phone }: ContactFields): Issue => ({
  path: email === null && phone === null ? '' : email === null ? 'email' : 'phone',
  message: 'must stay, because a contact keeps at least one of email and phone',
});

const needsWriting = ({ stored, activities }: Person): boolean => !stored || activities.length > 0;

/** Writes what the round has come to and returns those who were written. Whoever has lost a race is not among them. */
async function save(db: Db, workspaceId: string, { people }: Roster, { origin, now }: Batch): Promise<Map<string, ContactRow>> {
  const concerned = people.filter(needsWriting);
  if (concerned.length === 0) return new Map();
  const changes = ({ contact, columns }: Person) => ({ id: contact.id, columns });
  const rows = await writeBatch(
    db,
    workspaceId,
    {
      blank: blankContact(origin, now),
      created: concerned.filter(({ stored }) => !stored).map(changes),
      changed: concerned.filter(({ stored }) => stored).map(changes),
      activities: concerned.flatMap(({ activities }) => activities.map((activity) => ({ ...activity, id: newId() }))),
    },
    now,
  );
  const created = new Map(concerned.map(({ stored, contact }) => [contact.id, stored ? undefined : contact]));
  return new Map(rows.map((row) => [row.id, created.get(row.id) ?? (row as ContactRow)]));
}
