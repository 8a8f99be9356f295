import type { components } from '../../../generated/api.d.ts';
import { newEventId } from '../../outbound/event-log.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { Events, Happened } from '../../platform/events.ts';
import { type ContactId, toUlid } from '../../platform/ids.ts';
import { momentOf } from '../../shared/dates.ts';
import type { Issue } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { nameOf } from '../../shared/text.ts';
import { NOT_NORMAL, type PhoneReader, phoneReader, writeContacts } from '../contacts/contacts.service.ts';
import { eventReceived } from '../events.ts';
import { type ContactReference, findReferenced, freeEventIds, insertCustomEvents, OLDEST_MS, takeEventIds } from './custom-events.repo.ts';

export type CustomEventInput = components['schemas']['CustomEventInput'];

/** In the order of requests. */
export type EventOutcome =
  | { status: 'accepted' | 'duplicate'; eventId: string; contactId: ContactId | null }
  | { status: 'rejected'; code: 'validation_failed' | 'not_found'; issues: Issue[] };

const MOST_BYTES = 16 * 1024;
/** Clocks of senders may be ahead. */
const AHEAD_MS = 5 * 60_000;

/** An event that is sound in itself. */
interface Draft {
  index: number;
  id: string;
  name: string;
  reference: ContactReference;
  createContact: boolean;
  properties: Readonly<Record<string, unknown>>;
  /** The properties as JSON. */
  json: string;
  occurredAt: Date;
  givenId: string | undefined;
  contactId: ContactId | undefined;
}

const invalidItem = (...issues: Issue[]): EventOutcome => ({ status: 'rejected', code: 'validation_failed', issues });
const UNKNOWN: EventOutcome = { status: 'rejected', code: 'not_found', issues: [] };

/**
 * Takes in events, each on its own, in a constant number of statements.
 * @param itemIssues what the document says is wrong with an item, or null
 */
export async function receiveEvents(
  ctx: Ctx,
  events: Events,
  { items, itemIssues }: { items: CustomEventInput[]; itemIssues: (Issue[] | null)[] },
): Promise<EventOutcome[]> {
  const outcomes: EventOutcome[] = [];
  const drafts: Draft[] = [];
  const fitting = items.filter((_item, index) => !itemIssues[index]);
  const readPhone = await phoneReader(
    ctx,
    fitting.map(({ contact }) => ({ phone: contact.phone })),
  );
  for (const [index, item] of items.entries()) {
    const wrong = itemIssues[index];
    const draft = wrong ?? draftOf(item, { index, now: ctx.now, readPhone });
    if (Array.isArray(draft)) outcomes[index] = invalidItem(...draft);
    else drafts.push(draft);
  }
  if (drafts.length === 0) return outcomes;
  return transaction(ctx, async (tx) => {
    const written = await write(tx, events, drafts);
    return items.map((_item, index) => outcomes[index] ?? (written.get(index) as EventOutcome));
  });
}

interface Reading {
  index: number;
  now: Date;
  readPhone: PhoneReader;
}

function draftOf(item: CustomEventInput, { index, now, readPhone }: Reading): Draft | Issue[] {
  const { name, contact, create_contact = false, properties = {}, occurred_at, event_id } = item;
  const issues: Issue[] = [];
  const reference = referenceOf(contact, readPhone, issues);
  const json = JSON.stringify(properties);
  if (Buffer.byteLength(json) > MOST_BYTES) issues.push({ path: 'properties', message: `must be at most ${MOST_BYTES} bytes of JSON` });
  const occurredAt = (occurred_at === undefined ? undefined : momentOf(occurred_at)) ?? now;
  if (occurredAt.getTime() < now.getTime() - OLDEST_MS) issues.push({ path: 'occurred_at', message: 'must be at most 30 days ago' });
  if (occurredAt.getTime() > now.getTime() + AHEAD_MS)
    issues.push({ path: 'occurred_at', message: 'must be at most five minutes in the future' });
  if (issues.length > 0) return issues;
  const id = newEventId(occurredAt);
  const rest = { createContact: create_contact, properties, json, occurredAt, givenId: event_id, contactId: undefined };
  return { index, id, name, reference, ...rest };
}

function referenceOf(contact: CustomEventInput['contact'], readPhone: PhoneReader, issues: Issue[]): ContactReference {
  const { contact_id, email, phone, external_id } = contact;
  if (contact_id !== undefined) return { id: contact_id };
  if (external_id !== undefined) return { externalId: nameOf(external_id) ?? '' };
  const [path, normal] = email === undefined ? (['phone', readPhone(phone ?? '')] as const) : (['email', normaliseEmail(email)] as const);
  if (normal === null) issues.push({ path: `contact.${path}`, message: NOT_NORMAL[path] });
  return normal === null ? {} : { [path]: normal };
}

async function write(tx: Ctx<Tx>, events: Events, drafts: Draft[]): Promise<Map<number, EventOutcome>> {
  const outcomes = new Map<number, EventOutcome>();
  const contacts = await findReferenced(
    tx,
    drafts.map(({ reference }) => reference),
  );
  for (const [place, draft] of drafts.entries()) draft.contactId = contacts[place];
  const nameable = new Set<string>();
  for (const { index, contactId, createContact, reference, givenId } of drafts) {
    const isUnknown = !contactId && (!createContact || reference.id);
    // The second event with an id is a duplicate, also where only the first may make the contact.
    if (givenId !== undefined && (!isUnknown || nameable.has(givenId))) nameable.add(givenId);
    else if (isUnknown) outcomes.set(index, UNKNOWN);
  }

  const named = drafts.filter(({ index }) => !outcomes.has(index));
  // Before contacts are made: an event that is sent again after its contact was deleted does not make the contact again.
  const fresh = await withoutDuplicates(tx, named, outcomes);
  const happened = await createPeople(tx, fresh, outcomes);
  const known = fresh.flatMap((draft) => (draft.contactId ? [{ ...draft, contactId: draft.contactId }] : []));
  const written = await insertCustomEvents(tx, known);
  const accepted = known.filter(({ id }) => written.has(id));
  for (const draft of accepted)
    outcomes.set(draft.index, { status: 'accepted', eventId: draft.givenId ?? toUlid(draft.id), contactId: draft.contactId });
  // Deleted at this moment.
  for (const { index } of fresh) if (!outcomes.has(index)) outcomes.set(index, UNKNOWN);
  const rejected = fresh.filter(({ index }) => outcomes.get(index)?.status === 'rejected');
  await freeEventIds(
    tx,
    rejected.flatMap(({ givenId }) => givenId ?? []),
  );

  const received = accepted.map(({ id, givenId, contactId, name, properties, occurredAt }) => ({
    eventId: givenId ?? toUlid(id),
    contactId,
    name,
    properties,
    occurredAt,
  }));
  await events.publish(tx, ...happened, [eventReceived, received]);
  return outcomes;
}

/** Also of the same request, whose first event with an id counts. */
async function withoutDuplicates(tx: Ctx<Tx>, drafts: Draft[], outcomes: Map<number, EventOutcome>): Promise<Draft[]> {
  const free = await takeEventIds(tx, [...new Set(drafts.flatMap(({ givenId }) => givenId ?? []))]);
  return drafts.filter(({ index, givenId, contactId }) => {
    if (givenId === undefined || free.delete(givenId)) return true;
    outcomes.set(index, { status: 'duplicate', eventId: givenId, contactId: contactId ?? null });
    return false;
  });
}

/**
 * Makes contacts of people who are not in the workspace yet. Events of one write are published together, so that a flow lets a contact in once; so
 * what this makes is only noted here.
 */
async function createPeople(tx: Ctx<Tx>, drafts: Draft[], outcomes: Map<number, EventOutcome>): Promise<Happened<unknown>[]> {
  const strangers = drafts.filter(({ contactId }) => !contactId);
  const happened: Happened<unknown>[] = [];
  if (strangers.length === 0) return happened;
  const noted: Events = { publish: async (_tx, ...all) => void happened.push(...(all as Happened<unknown>[])), by: () => noted };
  const items = strangers.map(({ reference: { email, phone, externalId } }) => ({
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(externalId !== undefined && { external_id: externalId }),
  }));
  const made = await writeContacts(tx, noted, { mode: 'upsert', items, itemIssues: items.map(() => null) });
  for (const [place, outcome] of made.entries()) {
    const draft = strangers[place] as Draft;
    if (outcome.status !== 'rejected') draft.contactId = outcome.contact.id;
    else if (outcome.code === 'validation_failed')
      outcomes.set(
        draft.index,
        invalidItem(...outcome.issues.map(({ path, message }) => ({ path: path ? `contact.${path}` : 'contact', message }))),
      );
    else outcomes.set(draft.index, UNKNOWN);
  }
  return happened;
}
