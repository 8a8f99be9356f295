import { writeContacts } from '../../audience/contacts/contacts.service.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { DomainError, type Issue, invalid, notFound, unknown } from '../../shared/errors.ts';
import type { Lane } from '../deliveries/dispatches.repo.ts';
import { reserveInOrder } from '../free-plan.ts';
import { findEmails, type SendableEmail } from '../messages/emails.repo.ts';
import * as repo from './accept.repo.ts';
import { type Draft, type MessageInput, readDraft } from './draft.ts';
import { type MessageFiles, type StoredFiles, takeOver } from './files.ts';
import type { Status } from './messages.repo.ts';

export interface AcceptDependencies {
  events: Events;
  files: MessageFiles;
  /** Has what is written sent, in the transaction that has written it. */
  wake(tx: Tx, lane: Lane): Promise<void>;
  /** Whether other messages of the workspace go first, however late they come. */
  yields?: boolean;
}

export interface Accepted {
  id: string;
  status: Status;
  isTest: boolean;
}

/** A message with all that it needs, on its way through the checks. */
interface Resolved {
  draft: Draft;
  email: SendableEmail | null;
  fromName: string;
  fromAddress: string;
  replyTo: string;
  person: repo.Person | null;
  address: string;
}

/**
 * Accepts messages, each on its own: in request order, an accepted one, or the DomainError that refuses it.
 * @param itemIssues what the document says is wrong with an item, or null
 * @throws budget_exceeded, contended
 */
export async function acceptMessages(
  ctx: Ctx,
  dependencies: AcceptDependencies,
  inputs: MessageInput[],
  itemIssues: (Issue[] | null)[],
): Promise<(Accepted | DomainError)[]> {
  const outcomes: (Accepted | DomainError)[] = [];
  const drafts: (Draft | undefined)[] = [];
  for (const [i, input] of inputs.entries()) {
    const wrong = itemIssues[i];
    const draft = wrong ? invalid(...wrong) : await readDraft(ctx, input);
    if (draft instanceof DomainError) outcomes[i] = draft;
    else drafts[i] = draft;
  }
  const sound = drafts.filter((draft) => draft !== undefined);
  if (sound.length === 0) return outcomes;
  return transaction(ctx, async (tx) => {
    const resolved = await resolve(tx, sound);
    const accepted = await write(
      tx,
      dependencies,
      resolved.filter((one): one is Resolved => !(one instanceof DomainError)),
    );
    const next = resolved.map((one) => (one instanceof DomainError ? one : (accepted.get(one.draft.id) as Accepted | DomainError)));
    for (const [i, draft] of drafts.entries()) if (draft) outcomes[i] = next.shift() as Accepted | DomainError;
    return outcomes;
  });
}

/** Looks up what messages name. In their order, each with it, or the DomainError that refuses the message. */
async function resolve(tx: Ctx<Tx>, drafts: Draft[]): Promise<(Resolved | DomainError)[]> {
  const emailIds = [...new Set(drafts.flatMap(({ content }) => ('emailId' in content ? content.emailId : [])))];
  const emails = await findEmails(tx, emailIds);
  const find = await personFinder(tx, drafts);
  const senders = drafts.map(
    ({ content, fromAddress }) => fromAddress ?? ('emailId' in content ? (emails.get(content.emailId)?.fromAddress?.trim() ?? '') : ''),
  );
  const verified = await repo.verifiedAmong(tx, [...new Set(senders.map(domainOf))]);
  return drafts.map((draft, i) => {
    const email = 'emailId' in draft.content ? emails.get(draft.content.emailId) : null;
    const person = find(draft);
    const reference = 'externalId' in draft.to ? 'to.external_id' : 'to.contact_id';
    if (email === undefined || person === undefined)
      return notFound(...(person === undefined ? [unknown(reference)] : []), ...(email === undefined ? [unknown('email_id')] : []));
    if (email && (email.status !== 'approved' || email.approvedVersion === null))
      return new DomainError('email_not_ready', 'The email is not approved.');
    const fromAddress = senders[i] as string;
    const missing = missingHeaders(email, draft, fromAddress);
    if (missing.length > 0)
      return new DomainError('email_missing_required_headers', `The email lacks ${LIST.format(missing)}.`, { missing });
    if (!verified.has(domainOf(fromAddress)))
      return invalid({
        path: 'from_address',
        message: `the domain ${domainOf(fromAddress)} is not verified for this workspace; ask the operator of the service to verify it`,
      });
    const address = person === null && 'email' in draft.to ? draft.to.email : person?.email;
    if (!address) return invalid({ path: reference, message: 'has no email address' });
    return {
      draft: { ...draft, copies: draft.copies.filter((copy) => copy.email !== address) },
      email,
      fromName: draft.fromName ?? email?.fromName?.trim() ?? '',
      fromAddress,
      replyTo: draft.replyTo ?? (email?.replyToEmail?.trim() || fromAddress),
      person,
      address,
    };
  });
}

/** Finds a draft's contact: null for an address without one, or a contact to create; undefined for an unknown reference. */
async function personFinder(tx: Ctx<Tx>, drafts: Draft[]): Promise<(draft: Draft) => repo.Person | null | undefined> {
  const people = await repo.findPeople(tx, {
    ids: drafts.flatMap(({ to }) => ('contactId' in to ? to.contactId : [])),
    emails: drafts.flatMap(({ to }) => ('email' in to && !('externalId' in to) ? to.email : [])),
    externalIds: drafts.flatMap(({ to }) => ('externalId' in to ? to.externalId : [])),
  });
  const byId = new Map(people.map((person) => [person.id, person]));
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const byExternalId = new Map(people.map((person) => [person.externalId, person]));
  return ({ to, createContact }) => {
    if ('contactId' in to) return byId.get(to.contactId);
    if (!('externalId' in to)) return byEmail.get(to.email) ?? null;
    return byExternalId.get(to.externalId) ?? (createContact && to.email !== null ? null : undefined);
  };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** What an email needs before it can go out, and neither it nor the request has. */
function missingHeaders(email: SendableEmail | null, { fromName }: Draft, fromAddress: string): string[] {
  if (!email) return [];
  return [
    ...(email.subject?.trim() ? [] : ['subject']),
    ...((fromName ?? email.fromName)?.trim() ? [] : ['from_name']),
    ...(fromAddress ? [] : ['from_address']),
  ];
}

const LIST = new Intl.ListFormat('en');

/** Writes messages and has them sent. By their ids, each accepted, or refused since the free plan has no room for it. */
async function write(tx: Ctx<Tx>, dependencies: AcceptDependencies, resolved: Resolved[]): Promise<Map<string, Accepted | DomainError>> {
  if (resolved.length === 0) return new Map();
  const suppressed = await repo.findSuppressed(
    tx,
    resolved.flatMap(({ address, draft }) => [address, ...draft.copies.map(({ email }) => email)]),
  );
  const reasonFor = (address: string, operational: boolean): string | null => {
    const found = suppressed.get(address);
    return (operational ? found?.otherReason : found?.reason) ?? null;
  };
  // Storage may take its time: before anything is held that others wait for.
  const stored = new Map<string, StoredFiles>();
  for (const { draft, address } of resolved) {
    const goesOut = [address, ...draft.copies.map(({ email }) => email)].some((to) => reasonFor(to, draft.operational) === null);
    if (draft.files.length === 0 || !goesOut) continue;
    const contents = draft.files.map(({ content }) => content);
    stored.set(draft.id, await dependencies.files.keep(tx.workspaceId, contents));
  }
  const refusals = await createPeople(tx, dependencies.events, resolved);
  const messages = resolved.filter(({ draft }) => !refusals.has(draft.id));
  const deliveries = messages.map((message) => deliveriesOf(message, (address) => reasonFor(address, message.draft.operational)));
  const reservations = await reserveInOrder(
    tx,
    messages.map(({ draft: { scheduledAt } }, i) => ({
      day: (scheduledAt ?? tx.now).toISOString().slice(0, 10),
      emails: (deliveries[i] as repo.NewDelivery[]).filter(({ blocked }) => blocked === null).length,
    })),
  );
  const outcomes = new Map<string, Accepted | DomainError>(refusals);
  const rows: repo.NewMessage[] = [];
  for (const [i, message] of messages.entries()) {
    const reservation = reservations[i] as (typeof reservations)[number];
    const { draft } = message;
    if ('refusal' in reservation) {
      outcomes.set(draft.id, reservation.refusal);
      continue;
    }
    const row = rowOf(message, deliveries[i] as repo.NewDelivery[], { ...reservation, files: stored.get(draft.id), now: tx.now });
    rows.push(row);
    outcomes.set(draft.id, { id: draft.id, status: statusOf(row), isTest: tx.isTest === true });
  }
  if (rows.length === 0) return outcomes;
  await takeOver(
    tx,
    rows.flatMap(({ filesKey, filesBytes }) => (filesKey === null ? [] : [{ key: filesKey, bytes: filesBytes ?? 0 }])),
  );
  await repo.insertMessages(tx, rows, dependencies.yields ?? false);
  if (rows.some(({ isOver, scheduledAt }) => !isOver && scheduledAt === null)) await dependencies.wake(tx.db, 'interactive');
  return outcomes;
}

/** Creates the contacts that messages ask for. @returns by their ids, why messages are refused */
async function createPeople(tx: Ctx<Tx>, events: Events, messages: Resolved[]): Promise<Map<string, DomainError>> {
  const refusals = new Map<string, DomainError>();
  const strangers = messages.filter(({ draft, person }) => draft.createContact && person === null);
  if (strangers.length === 0) return refusals;
  const items = strangers.map(({ address, draft: { to, toName } }) => ({
    email: address,
    ...(toName !== null && { display_name: toName }),
    ...('externalId' in to && { external_id: to.externalId }),
  }));
  const made = await writeContacts(tx, events, { mode: 'upsert', items, itemIssues: items.map(() => null) });
  for (const [i, outcome] of made.entries()) {
    const message = strangers[i] as Resolved;
    if (outcome.status === 'rejected') {
      // The address is another person's then, whose contact must not be taken for this one.
      if ('externalId' in message.draft.to)
        refusals.set(message.draft.id, invalid({ path: 'to.email', message: 'belongs to a contact with another external_id' }));
      continue;
    }
    const { id, email, external_id, display_name } = outcome.contact;
    message.person = { id, email, externalId: external_id, name: display_name };
  }
  return refusals;
}

/** The recipient's has the id of the message. */
const deliveriesOf = ({ draft, person, address }: Resolved, reasonFor: (address: string) => string | null): repo.NewDelivery[] => [
  {
    id: draft.id,
    contactId: person?.id ?? null,
    email: address,
    name: draft.toName ?? person?.name ?? '',
    blocked: reasonFor(address),
  },
  ...draft.copies.map(({ id, email, name }) => ({ id, contactId: null, email, name: name ?? '', blocked: reasonFor(email) })),
];

function rowOf(
  { draft, email, fromName, fromAddress, replyTo, person }: Resolved,
  deliveries: repo.NewDelivery[],
  { reserved, files, now }: { reserved: number | null; files: StoredFiles | undefined; now: Date },
): repo.NewMessage {
  const { content, scheduledAt } = draft;
  const isOver = deliveries.every(({ blocked }) => blocked !== null);
  const own = 'emailId' in content ? null : content;
  return {
    id: draft.id,
    contactId: person?.id ?? null,
    toName: draft.toName,
    copies: draft.copies,
    emailId: email?.id ?? null,
    emailVersion: email?.approvedVersion ?? null,
    subject: own?.subject ?? null,
    // Without an email, none of these is looked for in one.
    html: own && (own.html ?? ''),
    text: own?.text ?? null,
    fromName,
    fromAddress,
    replyTo,
    operational: draft.operational,
    track: draft.track,
    tags: draft.tags,
    data: isOver ? null : draft.data,
    headers: isOver ? [] : draft.headers,
    scheduledAt,
    reserved,
    reservedOn: reserved === null ? null : (scheduledAt ?? now).toISOString().slice(0, 10),
    filesKey: files?.key ?? null,
    filesBytes: files?.bytes ?? null,
    attachments: draft.files.map(({ content, ...file }) => ({ ...file, sizeBytes: content.length })),
    deliveries,
    isOver,
  };
}

function statusOf({ deliveries: [first], scheduledAt }: repo.NewMessage): Status {
  if (first?.blocked) return 'blocked';
  return scheduledAt ? 'scheduled' : 'queued';
}
