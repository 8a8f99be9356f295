import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { DomainError, type Issue, invalid, notFound } from '../../shared/errors.ts';
import { isInternational, normaliseDomain, normaliseEmail, normalisePhone } from '../../shared/identifiers.ts';
import { languageOf, timezoneOf } from '../../shared/locales.ts';
import { nameOf } from '../../shared/text.ts';
import { NOT_A_TRACKING_MODE, trackingOf } from '../../shared/tracking-mode.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { hasUnsubscribedThemselves } from '../activities/activities.repo.ts';
import { definitionsByName } from '../contact-fields/contact-fields.repo.ts';
import { type Definitions, readCustomValues } from '../contact-fields/values.ts';
import { removeFromAllLists } from '../contact-lists/contact-lists.repo.ts';
import { deleteEventsOf } from '../custom-events/custom-events.repo.ts';
import { contactCreated, contactDeleted, contactUpdated } from '../events.ts';
import { holdPeople, identifiersOf, movesIdentifier, undoable, writeBatch } from './batch.repo.ts';
import { type ContactRow, deleteContacts as deleteRows, findContact, findContactsByIds, findContactsMatching } from './contacts.repo.ts';
import {
  batchOf,
  type ContactFields,
  type Decision,
  type Draft,
  decideAll,
  happenedTo,
  type Mode,
  needsWriting,
  type Origin,
  type Person,
  type Rejection,
  type Roster,
  type Rules,
  rosterOf,
  type Warning,
} from './roster.service.ts';

export type BatchItem = ContactFields & { contact_id?: string; resubscribe?: boolean; consent_source?: string };

export type BatchRules = Omit<Rules, 'now'>;

export interface Batch<Of extends Mode = Mode> extends Omit<BatchRules, 'mode' | 'origin'> {
  mode: Of;
  origin?: Origin;
  items: BatchItem[];
  /** The schema's issues of each item, or null. */
  itemIssues: (Issue[] | null)[];
}

export type Outcome<Success extends 'created' | 'updated' = 'created' | 'updated'> =
  | { status: Success; contact: ContactRow; changed: boolean; issues: Issue[]; warnings: Warning[] }
  | Rejection;

type OutcomeOf<Of extends Mode> = Outcome<{ create: 'created'; update: 'updated'; upsert: 'created' | 'updated' }[Of]>;

export const PUBLIC_API: Origin = { source: 'public_api', detail: null };

export const CONFLICT = 'Another contact already has this email, phone or external ID.';

/** Rounds in a row without progress, because others write the same contacts, before the batch gives up. */
const MOST_STALLED_ROUNDS = 20;

/**
 * Writes a batch of contacts, each item on its own, as if one were handled after the other. A round reads all contacts concerned,
 * decides every item in memory and writes the result at once; another round follows for items that lost a race. Usually there is one.
 */
export async function writeContacts<Of extends Mode>(ctx: Ctx, events: Events, batch: Batch<Of>): Promise<OutcomeOf<Of>[]> {
  const { items, itemIssues, origin = PUBLIC_API, ...rules } = batch;
  // An item that does not fit the schema may hold anything, such as a text of megabytes as `custom_fields`.
  const fitting = items.filter((_item, index) => !itemIssues[index]);
  const readPhone = await phoneReader(ctx, fitting);
  const needsDefinitions = fitting.some(({ custom_fields }) => custom_fields && Object.keys(custom_fields).length > 0);
  const definitions: Definitions = needsDefinitions ? await definitionsByName(ctx) : new Map();
  const checked = items.map(
    (item, index): Draft | Issue[] => itemIssues[index] ?? check(rules.mode, item, { index, readPhone, definitions }),
  );
  const drafts = checked.flatMap((draft) => (Array.isArray(draft) ? [] : draft));
  const outcomes = await writeDrafts(ctx, events, { drafts, rules: { ...rules, origin } });
  return checked.map((draft) =>
    Array.isArray(draft) ? { status: 'rejected', code: 'validation_failed', issues: draft } : outcomes.get(draft),
  ) as OutcomeOf<Of>[];
}

/** The problems of changes that are meant for many contacts, whichever these are. */
export async function checkFields(ctx: Scope, fields: ContactFields): Promise<Issue[]> {
  const definitions = fields.custom_fields ? await definitionsByName(ctx) : new Map();
  const checked = check('update', fields, { index: 0, readPhone: await phoneReader(ctx, [fields]), definitions });
  return Array.isArray(checked) ? checked : [];
}

/** Writes items that have nothing wrong in themselves. @throws contended */
export async function writeDrafts(
  ctx: Ctx,
  events: Events,
  { drafts, rules }: { drafts: Draft[]; rules: BatchRules },
): Promise<Map<Draft, Outcome>> {
  const outcomes = new Map<Draft, Outcome>();
  if (drafts.length === 0) return outcomes;
  const timedRules = { ...rules, now: ctx.now };
  const first = await judge(ctx, drafts);
  // Items that take what an earlier one gives up need a round after it, and such rounds are one transaction. So is the round after a lost
  // race if identifiers move: it would lock others' emails and phones after contacts.
  const movesAny = first.roster.people.some(({ stored, columns }) => stored && movesIdentifier(columns));
  // The contact that an external ID finds may have another email, which moves then.
  const mayMove = movesAny || drafts.some(({ fields }) => fields.external_id);
  if (first.decisions.length === drafts.length && !mayMove) {
    // One transaction a round: after a lost race the next round is about other contacts, and this one has released its own.
    await writeRounds(ctx, first, (round) =>
      transaction(ctx, async (tx) => {
        const written = await save(tx, round, timedRules);
        await publish(tx, peopleOf(round, written));
        return written;
      }),
    );
    return outcomes;
  }
  await transaction(ctx, async (tx) => {
    const people: Person[] = [];
    await writeRounds(tx, await judgeHeld(tx, first), async (round) => {
      const written = await save(tx, round, timedRules);
      people.push(...peopleOf(round, written));
      return written;
    });
    await publish(tx, people);
  });
  return outcomes;

  function publish(tx: Scope<Tx>, people: Person[]): Promise<void> {
    const { created, updated } = happenedTo(people);
    return events.publish(tx, [contactCreated, created], [contactUpdated, updated]);
  }

  /** Locks all contacts concerned, in the order that all batches keep, and decides again: until then others may have changed them. */
  async function judgeHeld(tx: Scope<Tx>, first: Round): Promise<Round> {
    let seen = first;
    for (let attempt = 1; attempt <= MOST_STALLED_ROUNDS; attempt++) {
      const [identifiers, ids] = concernedIn(seen);
      const held = await undoable(tx.db, async () => {
        await holdPeople(tx, [...identifiers], [...ids]);
        const judged = await judge(tx, drafts);
        const [neededIdentifiers, neededIds] = concernedIn(judged);
        if (neededIdentifiers.isSubsetOf(identifiers) && neededIds.isSubsetOf(ids)) return judged;
        seen = judged;
        return null;
      });
      if (held) return held;
    }
    throw contended();
  }

  async function judge(on: Scope, waiting: Draft[]): Promise<Round> {
    const keys = waiting.map(({ id, fields: { email, phone, external_id } }) => ({ id, email, phone, external_id }));
    const roster = rosterOf(await findContactsMatching(on, keys));
    return { waiting, roster, decisions: decideAll(waiting, roster, timedRules) };
  }

  async function writeRounds(on: Scope, start: Round, write: (round: Round) => Promise<Written>): Promise<void> {
    for (let round = start, stalled = 0; ; ) {
      const written: Written = round.roster.people.some(needsWriting) ? await write(round) : new Map();
      const before = outcomes.size;
      for (const decision of round.decisions) {
        const outcome = outcomeOf(decision, written);
        if (outcome) outcomes.set(decision.draft, outcome);
      }
      const left = round.waiting.filter((draft) => !outcomes.has(draft));
      if (left.length === 0) return;
      stalled = outcomes.size > before ? 0 : stalled + 1;
      if (stalled === MOST_STALLED_ROUNDS) throw contended();
      round = await judge(on, left);
    }
  }
}

type Written = Map<string, ContactRow>;

const peopleOf = ({ roster }: Round, written: Written): Person[] => roster.people.filter(({ contact }) => written.has(contact.id));

interface Round {
  waiting: Draft[];
  roster: Roster;
  /** Fewer than `waiting` when an item takes what one before it gives up. */
  decisions: Decision[];
}

const identifiersIn = (drafts: Draft[]): string[] => drafts.flatMap(({ fields }) => identifiersOf(fields));

function concernedIn({ waiting, roster }: Round): [Set<string>, Set<string>] {
  const existing = roster.people.flatMap(({ stored }) => stored ?? []);
  return [new Set([...identifiersIn(waiting), ...existing.flatMap(identifiersOf)]), new Set(existing.map(({ id }) => id))];
}

const contended = () => new DomainError('contended', 'Too many requests are writing these contacts at once; try again shortly.');

/** Null when the contact that the decision rests on has lost a race. */
function outcomeOf(decision: Decision, written: Written): Outcome | null {
  const { person } = decision;
  const contact = person && (needsWriting(person) ? written.get(person.contact.id) : person.contact);
  if (person && !contact) return null;
  if ('rejection' in decision) return decision.rejection;
  const { success: status, changed, issues, warnings } = decision;
  return { status, contact: contact as ContactRow, changed, issues, warnings };
}

export type PhoneReader = (phone: string) => string | null;

/** Looks the workspace's country up only when a number needs it. */
export async function phoneReader(ctx: Scope, items: { phone?: unknown }[]): Promise<PhoneReader> {
  const local = items.some(({ phone }) => typeof phone === 'string' && !isInternational(phone));
  const country = local ? (await findWorkspace(ctx)).defaultCountry : '';
  return (phone) => normalisePhone(phone, country);
}

type NormalField = 'email' | 'phone' | 'email_domain' | 'timezone' | 'language' | 'tracking';

/** The stored form of each; null for a text that is none. An empty domain stands for that of the email; other empty texts clear. */
export const NORMAL_FORMS: Record<NormalField, (text: string, readPhone: PhoneReader) => string | null> = {
  email: (text) => normaliseEmail(text),
  phone: (text, readPhone) => readPhone(text),
  email_domain: (text) => text.trim() && normaliseDomain(text.trim()),
  timezone: (text) => text.trim() && timezoneOf(text),
  language: (text) => text.trim() && languageOf(text),
  tracking: (text) => text.trim() && trackingOf(text),
};

export const NOT_NORMAL: Record<NormalField, string> = {
  email: 'is not a valid email address',
  phone: 'is not a valid phone number',
  email_domain: 'is not a domain such as example.com',
  timezone: 'must be the IANA name of a time zone, such as Europe/Stockholm',
  language: 'must be a BCP 47 language tag, such as pt-BR',
  tracking: NOT_A_TRACKING_MODE,
};

export const isNormalField = (name: string): name is NormalField => Object.hasOwn(NORMAL_FORMS, name);
const NORMAL_FIELDS = Object.keys(NORMAL_FORMS).filter(isNormalField);

interface Reading {
  index: number;
  readPhone: PhoneReader;
  definitions: Definitions;
}

function check(mode: Mode, item: BatchItem, { index, readPhone, definitions }: Reading): Draft | Issue[] {
  const { contact_id, resubscribe, consent_source, ...fields } = item;
  const { values, issues } = readCustomValues(fields.custom_fields ?? {}, definitions);
  fields.custom_fields = values;
  for (const name of NORMAL_FIELDS) {
    const text = fields[name];
    if (typeof text !== 'string') continue;
    const normal = NORMAL_FORMS[name](text, readPhone);
    if (normal === null) issues.push({ path: name, message: NOT_NORMAL[name] });
    else Object.assign(fields, { [name]: normal });
  }
  if (fields.tags !== undefined)
    for (const name of ['add_tags', 'remove_tags'] as const)
      if (fields[name]) issues.push({ path: name, message: 'cannot be combined with tags' });
  const mayExist = mode === 'update' || (mode === 'upsert' && fields.external_id);
  if (!mayExist && !fields.email && !fields.phone) issues.push({ path: '', message: 'needs an email or a phone' });
  return issues.length > 0 ? issues : { index, id: contact_id, fields, consentSource: (resubscribe && consent_source) || undefined };
}

async function save(tx: Scope<Tx>, { waiting, roster }: Round, rules: Rules): Promise<Written> {
  const written = await writeBatch({ ...tx, now: rules.now }, batchOf(roster, identifiersIn(waiting), rules));
  const people = new Map(roster.people.map((person) => [person.contact.id, person]));
  const contacts: Written = new Map();
  const outdated: string[] = [];
  for (const { id, previously, updated_at } of written) {
    const { contact, stored } = people.get(id) as Person;
    contacts.set(id, { ...contact, updated_at });
    // Another write has changed the contact since it was read: the copy in memory lacks that change.
    if (previously && previously.getTime() !== stored?.updated_at.getTime()) outdated.push(id);
  }
  if (outdated.length > 0) for (const contact of await findContactsByIds(tx, outdated)) contacts.set(contact.id, contact);
  return contacts;
}

/** @throws not_found, conflict with the contact in the way, or validation_failed */
export async function updateContact(
  ctx: Ctx,
  events: Events,
  { id, ...fields }: Omit<BatchItem, 'contact_id'> & { id: string },
): Promise<{ contact: ContactRow; warnings: Warning[] }> {
  // A client that changes one contact may undo what a client did; what the person did takes consent to undo.
  const mayResubscribe = fields.unsubscribed === false && !fields.resubscribe && !(await hasUnsubscribedThemselves(ctx, id));
  const items = [{ ...fields, contact_id: id }];
  const [outcome] = await writeContacts(ctx, events, {
    mode: 'update',
    items,
    itemIssues: [null],
    ...(mayResubscribe && { mayResubscribe }),
  });
  if (outcome?.status === 'updated') return { contact: outcome.contact, warnings: outcome.warnings };
  if (outcome?.code === 'conflict') throw new DomainError('conflict', CONFLICT, { existing_contact: outcome.existing });
  // Of a contact that does not exist no more is said than that.
  if (outcome?.code === 'validation_failed' && (await findContact(ctx, id))) throw invalid(...outcome.issues);
  throw notFound();
}

/**
 * Deletes contacts, each named once, with their timelines and their places on lists.
 * @returns the ids of those that existed
 */
export function deleteContacts(ctx: Scope, events: Events, ids: string[]): Promise<Set<string>> {
  return transaction(ctx, async (tx) => {
    const found = await removeFromAllLists(tx, ids);
    await events.publish(tx, [contactDeleted, found]);
    await deleteRows(tx, found);
    await deleteEventsOf(tx, found);
    return new Set(found);
  });
}

/** The contacts that have one of the identifiers; emails and phones in any spelling. */
export async function lookUpContacts(
  ctx: Scope,
  { email, phone, external_id }: { email?: string; phone?: string; external_id?: string },
): Promise<ContactRow[]> {
  const readPhone = await phoneReader(ctx, [{ phone }]);
  const key = { email: email && normaliseEmail(email), phone: phone && readPhone(phone), external_id: external_id && nameOf(external_id) };
  return findContactsMatching(ctx, [key]);
}
