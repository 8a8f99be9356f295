import { type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { DomainError, type Issue } from '../../shared/errors.ts';
import { isInternational, normaliseDomain, normaliseEmail, normalisePhone } from '../../shared/identifiers.ts';
import { languageOf, NOT_A_LANGUAGE, NOT_A_TIMEZONE, timezoneOf } from '../../shared/locales.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { definitionsOf } from '../contact-fields/contact-fields.repo.ts';
import { type Definitions, readCustomValues } from '../contact-fields/values.ts';
import { contactCreated, contactUpdated } from '../events.ts';
import { type ContactChange, identifiersOf, movesIdentifier, undoable, writeBatch } from './batch.repo.ts';
import { type ContactRow, findContactsByIds, findContactsMatching } from './contacts.repo.ts';
import { blankContact, type ContactFields } from './fields.service.ts';
import { holdPeople } from './hold.repo.ts';
import {
  type Context,
  type Decision,
  type Draft,
  decideAll,
  type Mode,
  needsWriting,
  type Person,
  type Rejection,
  type Roster,
  rosterOf,
  type Warning,
} from './roster.service.ts';

export type BatchItem = ContactFields & { contact_id?: string; resubscribe?: boolean; consent_source?: string };

export interface Batch extends Context {
  items: BatchItem[];
  /** What the document says is wrong with an item, or null. */
  itemIssues: (Issue[] | null)[];
}

/** What became of an item. `contact` is how the contact was left, `existing` the one in the item's way. */
export type Outcome<Success extends 'created' | 'updated' = 'created' | 'updated'> =
  | { status: Success; contact: ContactRow; changed: boolean; issues: Issue[]; warnings: Warning[] }
  | Rejection;

/** Rounds in a row that may get nothing done because others are writing the same contacts, before the batch gives up. */
const PATIENCE = 20;

/**
 * Writes a batch of contacts, each item on its own, as if one were handled after the other. A round reads everybody
 * concerned, decides every item in memory and writes all of it at once; another round follows for items that lost a race.
 * One round is the rule.
 */
export async function writeContacts(ctx: Scope, events: Events, mode: Mode, batch: Batch): Promise<Outcome[]> {
  const outcomes: Outcome[] = new Array(batch.items.length);
  const drafts: Draft[] = [];
  // An item that does not fit the schema may hold anything, such as a text of megabytes as `custom_fields`.
  const fitting = batch.items.filter((_item, index) => !batch.itemIssues[index]);
  const readPhone = await phoneReader(ctx, fitting);
  const definitions = await definitionsFor(ctx, fitting);
  batch.items.forEach((item, index) => {
    const { draft, issues } = check(mode, item, index, batch.itemIssues[index], { readPhone, definitions });
    if (draft) drafts.push(draft);
    else outcomes[index] = { status: 'rejected', code: 'validation_failed', issues };
  });
  await writeSound(ctx, events, mode, batch, drafts, outcomes);
  return outcomes;
}

/** The same for items of which nothing is wrong in itself. @param outcomes where that of each is put, by its index */
export async function writeSound(
  ctx: Scope,
  events: Events,
  mode: Mode,
  context: Context,
  drafts: Draft[],
  outcomes: Outcome[],
): Promise<void> {
  if (drafts.length === 0) return;
  const asOne = events.wanted(contactCreated, contactUpdated);
  const first = await judge(ctx, drafts);
  // Items that want what an earlier one sets free take a round after it, and such rounds are one piece. In a transaction, so is the round
  // after a lost race, which would take hold of others' emails and phones behind contacts.
  const mayTakeMore = asOne && first.roster.people.some(({ stored, columns }) => stored && movesIdentifier(columns));
  if (first.decisions.length === drafts.length && !mayTakeMore) {
    // Each round for itself: when others were faster, the one that follows is about other people, and this one has let go of its own.
    return writeRounds(ctx, first, (round) =>
      events.atomically(ctx, [contactCreated, contactUpdated], async (on) => {
        const written = await keep(on, round);
        await announce(on, events, peopleOf(round, written));
        return written;
      }),
    );
  }
  return transaction(ctx, async (tx) => {
    const people: Person[] = [];
    await writeRounds(tx, await judgeHeld(tx, first), async (round) => {
      const written = await keep(tx, round);
      people.push(...peopleOf(round, written));
      return written;
    });
    await announce(tx, events, people);
  });

  /** Holds everybody concerned, in the order that all batches keep, and judges again; until then others may have changed them. */
  async function judgeHeld(tx: Scope<Tx>, first: Judged): Promise<Judged> {
    let seen = first;
    for (let attempt = 1; attempt <= PATIENCE; attempt++) {
      const [identifiers, ids] = concernedIn(seen);
      const held = await undoable(tx.db, async () => {
        await holdPeople(tx, [...identifiers], [...ids]);
        const judged = await judge(tx, drafts);
        const [needed, people] = concernedIn(judged);
        if (needed.isSubsetOf(identifiers) && people.isSubsetOf(ids)) return judged;
        seen = judged;
        return null;
      });
      if (held) return held;
    }
    throw contended();
  }

  async function judge(on: Scope, waiting: Draft[]): Promise<Judged> {
    const keys = waiting.map(({ id, fields: { email, phone, external_id } }) => ({ id, email, phone, external_id }));
    const roster = rosterOf(await findContactsMatching(on, keys));
    return { waiting, roster, decisions: decideAll(mode, waiting, roster, context) };
  }

  async function writeRounds(on: Scope, start: Judged, write: (round: Judged) => Promise<Written>): Promise<void> {
    for (let round = start, stalled = 0; ; ) {
      const { waiting, roster, decisions } = round;
      const written: Written = roster.people.some(needsWriting) ? await write(round) : new Map();
      const settled = new Set<Draft>();
      for (const decision of decisions) {
        const outcome = outcomeOf(decision, written);
        if (!outcome) continue;
        outcomes[decision.draft.index] = outcome;
        settled.add(decision.draft);
      }
      const left = waiting.filter((draft) => !settled.has(draft));
      if (left.length === 0) return;
      stalled = settled.size > 0 ? 0 : stalled + 1;
      if (stalled === PATIENCE) throw contended();
      round = await judge(on, left);
    }
  }

  function keep(on: Scope, { waiting, roster }: Judged): Promise<Written> {
    return save(on, namedIn(waiting), roster, context);
  }
}

/** Those who were written, as they were left. */
type Written = Map<string, ContactRow>;

const peopleOf = ({ roster }: Judged, written: Written): Person[] => roster.people.filter(({ contact }) => written.has(contact.id));

/** What a round is going to write, on what it has read. */
interface Judged {
  waiting: Draft[];
  roster: Roster;
  /** Fewer than those who wait when an item wants what one before it sets free. */
  decisions: Decision[];
}

const namedIn = (drafts: Draft[]): string[] => drafts.flatMap(({ fields }) => identifiersOf(fields));

/** The identifiers that a round is about, and the ids of the contacts. */
function concernedIn({ waiting, roster }: Judged): [Set<string>, Set<string>] {
  const known = roster.people.flatMap(({ stored }) => stored ?? []);
  return [new Set([...namedIn(waiting), ...known.flatMap(identifiersOf)]), new Set(known.map(({ id }) => id))];
}

const contended = () => new DomainError('contended', 'Too many requests are writing these contacts at once; try again shortly.');

/** Tells who is new and who has changed. Whom several items or rounds have changed is named once, with all that they changed. */
async function announce(on: Scope, events: Events, people: Person[]): Promise<void> {
  const created = people.filter(({ stored }) => !stored).map(({ contact }) => contact.id);
  const changes = new Map<string, Set<string>>();
  for (const { contact, updates } of people.filter(({ updates }) => updates.length > 0)) {
    changes.set(contact.id, new Set([...(changes.get(contact.id) ?? []), ...updates.flatMap(({ fields }) => fields)]));
  }
  const updated = [...changes].map(([contactId, fields]) => ({ contactId, fields: [...fields] }));
  await events.publish(on, [contactCreated, created], [contactUpdated, updated]);
}

/** Null when the person that the decision rests on was to be written and has not been. */
function outcomeOf(decision: Decision, written: Map<string, ContactRow>): Outcome | null {
  const { person } = decision;
  const contact = person && (needsWriting(person) ? written.get(person.contact.id) : person.contact);
  if (person && !contact) return null;
  if ('rejection' in decision) return decision.rejection;
  const { success: status, changed, issues, warnings } = decision;
  return { status, contact: contact as ContactRow, changed, issues, warnings };
}

export type PhoneReader = (phone: string) => string | null;

/** The workspace's country is looked up only when a number needs it. */
export async function phoneReader(ctx: Scope, items: { phone?: unknown }[]): Promise<PhoneReader> {
  const local = items.some(({ phone }) => typeof phone === 'string' && !isInternational(phone));
  const country = local ? (await findWorkspace(ctx)).defaultCountry : '';
  return (phone) => normalisePhone(phone, country);
}

/** The workspace's fields are looked up only when an item has a value for one, and once for all items. */
async function definitionsFor(ctx: Scope, items: BatchItem[]): Promise<Definitions> {
  const needed = items.some(({ custom_fields }) => custom_fields && Object.keys(custom_fields).length > 0);
  const definitions = needed ? await definitionsOf(ctx, { includeArchived: true }) : [];
  return new Map(definitions.map((definition) => [definition.apiName, definition]));
}

export type NormalField = 'email' | 'phone' | 'email_domain' | 'timezone' | 'language';

/** How texts of a form of their own are kept; null for what is none. An empty domain is that of the email; an empty text clears the others. */
export const NORMAL_FORMS: Record<NormalField, (text: string, readPhone: PhoneReader) => string | null> = {
  email: (text) => normaliseEmail(text),
  phone: (text, readPhone) => readPhone(text),
  email_domain: (text) => text.trim() && normaliseDomain(text.trim()),
  timezone: (text) => text.trim() && timezoneOf(text),
  language: (text) => text.trim() && languageOf(text),
};

/** The words about what is none, to follow the name of a field. */
export const NOT_NORMAL: Record<NormalField, string> = {
  email: 'is not a valid email address',
  phone: 'is not a valid phone number',
  email_domain: 'is not a domain such as example.com',
  timezone: NOT_A_TIMEZONE,
  language: NOT_A_LANGUAGE,
};

export const NORMAL_FIELDS = Object.keys(NORMAL_FORMS) as NormalField[];
export const isNormalField = (name: string): name is NormalField => Object.hasOwn(NORMAL_FORMS, name);

/** Looks at an item by itself. */
function check(
  mode: Mode,
  item: BatchItem,
  index: number,
  found: Issue[] | null | undefined,
  { readPhone, definitions }: { readPhone: PhoneReader; definitions: Definitions },
): { draft?: Draft; issues: Issue[] } {
  if (found) return { issues: found };
  const { contact_id, resubscribe, consent_source, ...fields } = item;
  const { values, issues } = readCustomValues(fields.custom_fields ?? {}, definitions);
  fields.custom_fields = values;
  for (const name of NORMAL_FIELDS) {
    const text = fields[name];
    if (typeof text !== 'string') continue;
    const normal = NORMAL_FORMS[name](text, readPhone);
    if (normal === null) issues.push({ path: name, message: NOT_NORMAL[name] });
    else fields[name] = normal;
  }
  if (fields.tags !== undefined)
    for (const name of ['add_tags', 'remove_tags'] as const)
      if (fields[name]) issues.push({ path: name, message: 'cannot be combined with tags' });
  const isFound = mode === 'update' || (mode === 'upsert' && fields.external_id);
  if (!isFound && !fields.email && !fields.phone) issues.push({ path: '', message: 'needs an email or a phone' });
  return issues.length > 0
    ? { issues }
    : { draft: { index, id: contact_id, fields, consentSource: (resubscribe && consent_source) || undefined }, issues };
}

/** Writes what the round has come to and returns those who were written. Whoever has lost a race is not among them. */
async function save(
  ctx: Scope,
  identifiers: string[],
  { people }: Roster,
  { origin, changedBy = origin.source, now }: Context,
): Promise<Map<string, ContactRow>> {
  const concerned = new Map(people.filter(needsWriting).map((person) => [person.contact.id, person]));
  const [created, changed]: [ContactChange[], ContactChange[]] = [[], []];
  for (const { stored, contact, columns, isRelative = false } of concerned.values())
    (stored ? changed : created).push({ id: contact.id, columns, stored, isRelative });
  const updates = [...concerned.values()].flatMap((person) =>
    person.updates.map((update) => ({ contactId: person.contact.id, ...update })),
  );
  const batch = { identifiers, blank: blankContact(origin, now), created, changed, updates, changedBy };
  const written = await writeBatch({ ...ctx, now }, batch);

  const contacts = new Map(written.map(({ id, updated_at }) => [id, { ...(concerned.get(id) as Person).contact, updated_at }]));
  // Somebody else has changed these since they were read. What is in memory lacks that.
  const readAt = (id: string) => concerned.get(id)?.stored?.updated_at.getTime();
  const outdated = written.filter(({ id, previously }) => previously && previously.getTime() !== readAt(id)).map(({ id }) => id);
  if (outdated.length > 0) for (const contact of await findContactsByIds(ctx, outdated)) contacts.set(contact.id, contact);
  return contacts;
}
