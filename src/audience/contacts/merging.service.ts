import { Contended, type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { ContactId } from '../../platform/ids.ts';
import { distinct, isBlank } from '../../shared/entries.ts';
import { DomainError, invalid, missingAmong, notFound } from '../../shared/errors.ts';
import { TRACKING_MODES } from '../../shared/tracking-mode.ts';
import { giveConsent } from '../consent/consent.repo.ts';
import { fieldsWith } from '../contact-field-catalogue.ts';
import { removeFromAllLists } from '../contact-lists/contact-lists.repo.ts';
import { giveEvents } from '../custom-events/custom-events.repo.ts';
import { contactDeleted, contactUpdated } from '../events.ts';
import { holdIdentifiers, identifiersOf, undoable, writeBatch } from './batch.repo.ts';
import { type ContactRow, deleteContacts, findContact } from './contacts.repo.ts';
import * as repo from './merging.repo.ts';
import { blankContact, type ContactFields, changesOf, hasDefaultName, MOST_TAGS } from './roster.service.ts';

/** What the wings above do with what they keep of contacts. */
export interface MergeFollower {
  /** Holds the flows that contacts are in, which come before contacts in the order of locks. */
  holdFlows(tx: Ctx<Tx>, contactIds: ContactId[]): Promise<HeldFlows>;
  /** Whether these are still all. To be asked when the contacts are held, so that they enter no other. */
  areAll(tx: Ctx<Tx>, held: HeldFlows, contactIds: ContactId[]): Promise<boolean>;
  /** Holds the mail of contacts, which comes after contacts and before their moments. */
  holdMail(tx: Ctx<Tx>, contactIds: ContactId[]): Promise<void>;
  /** Makes all of it the kept contact's. */
  follow(tx: Ctx<Tx>, held: HeldFlows, merge: { keptId: string; mergedIds: string[] }): Promise<void>;
}

/** The ids of flows that a transaction holds. */
export type HeldFlows = readonly string[];

interface Listeners {
  events: Events;
  follower: MergeFollower;
}

export interface Merge {
  keepId: string;
  /** In the order in which they fill what is empty. */
  mergeIds: string[];
  prefer: 'kept' | 'newest';
}

export interface Merged {
  contact: ContactRow;
  /** The names of the fields that have another value than before. */
  fields: string[];
}

/** How often all is let go and taken again because others have changed the contacts meanwhile. */
const PATIENCE = 20;

/**
 * Merges contacts into one of them, in one transaction, and deletes the others.
 *
 * Locks are taken in the order of all writers: flows, identifiers, contacts, mail, moments, lists. What is found under them may be about
 * other identifiers or flows than those that are held; then all is let go and begun anew.
 * @throws not_found with the contacts that there are not, validation_failed, or contended
 */
export async function mergeContacts(ctx: Ctx, listeners: Listeners, merge: Merge): Promise<Merged> {
  const place = merge.mergeIds.indexOf(merge.keepId);
  if (place !== -1) throw invalid({ path: `merge_ids.${place}`, message: 'is the contact to keep' });
  return transaction(ctx, async (tx) => {
    for (let attempt = 1; attempt <= PATIENCE; attempt++) {
      const merged = await undoable(tx.db, () => mergeHeld(tx, listeners, merge));
      if (merged) return merged;
    }
    throw new DomainError('contended', 'Too many requests are writing these contacts at once; try again shortly.');
  });
}

async function mergeHeld(tx: Ctx<Tx>, { events, follower }: Listeners, { keepId, mergeIds, prefer }: Merge): Promise<Merged | null> {
  const ids = [keepId, ...mergeIds];
  const flows = await follower.holdFlows(tx, ids);
  const identifiers = (await repo.readWhole(tx, ids)).flatMap(identifiersOf);
  await holdIdentifiers(tx, identifiers);
  await repo.holdForDeletion(tx, ids);
  const contacts = new Map((await repo.readWhole(tx, ids)).map((contact) => [contact.id, contact]));
  const missing = missingAmong(ids, contacts, (index) => (index === 0 ? 'keep_id' : `merge_ids.${index - 1}`));
  if (missing.length > 0) throw notFound(...missing);
  const [kept, ...others] = ids.map((id) => contacts.get(id)) as [ContactRow, ...ContactRow[]];
  const isKnown = [kept, ...others].flatMap(identifiersOf).every((identifier) => identifiers.includes(identifier));
  if (!isKnown || !(await follower.areAll(tx, flows, ids))) return null;
  await follower.holdMail(tx, mergeIds);
  await repo.holdTimestamps(tx, ids);

  await repo.joinTheirLists(tx, keepId, mergeIds);
  await follower.follow(tx, flows, { keptId: keepId, mergedIds: mergeIds });
  await repo.takeTimelines(tx, keepId, others);
  await giveEvents(tx, keepId, mergeIds);
  await giveConsent(tx, keepId, mergeIds);
  await removeFromAllLists(tx, mergeIds);
  await events.publish(tx, [contactDeleted, mergeIds]);
  await deleteContacts(tx, mergeIds);

  const { columns, fields } = changesOf(kept, mergedFields(kept, others, prefer));
  if (fields.length > 0) {
    const blank = blankContact({ source: 'public_api', detail: null }, tx.now);
    const changed = [{ id: keepId, columns, stored: kept }];
    // All identifiers are held already.
    const updates = [{ contactId: keepId, fields }];
    const written = await writeBatch(tx, { identifiers: [], blank, created: [], changed, updates, changedBy: 'public_api' });
    if (written.length === 0) throw new Contended(new Error('somebody has taken what was held'));
    await events.publish(tx, [contactUpdated, [{ contactId: keepId, fields }]]);
  }
  return { contact: (await findContact(tx, keepId)) as ContactRow, fields };
}

/** Those that one contact has by itself; the rest is put together of all. */
const TAKEN = fieldsWith('writable').filter(
  (name) => name !== 'email_domain' && name !== 'display_name' && name !== 'unsubscribed' && name !== 'tracking' && name !== 'tags',
);

/** What the kept contact has after a merge: of each field the first value that there is. */
function mergedFields(kept: ContactRow, others: readonly ContactRow[], prefer: Merge['prefer']): ContactFields {
  const all = [kept, ...others];
  // Of two that were changed at the same time the one that is named first.
  const inOrder = prefer === 'kept' ? all : all.toSorted((one, other) => other.updated_at.getTime() - one.updated_at.getTime());
  const fields: Record<string, unknown> = {};
  for (const name of TAKEN) {
    const owner = inOrder.find((contact) => !isBlank(contact[name]));
    if (owner) fields[name] = owner[name];
    if (name === 'email' && owner) fields.email_domain = owner.email_domain;
  }
  const named = inOrder.find((contact) => !hasDefaultName(contact));
  // A name that is made of others is made anew.
  fields.display_name = named?.display_name ?? null;
  fields.unsubscribed = all.some(({ unsubscribed }) => unsubscribed);
  // A wish of a person holds for all of them.
  fields.tracking = TRACKING_MODES.findLast((mode) => all.some(({ tracking }) => tracking === mode)) ?? null;
  fields.tags = distinct(all.flatMap(({ tags }) => tags)).slice(0, MOST_TAGS);
  const custom: ContactRow['custom_fields'] = {};
  for (const contact of inOrder)
    for (const [name, value] of Object.entries(contact.custom_fields)) if (!Object.hasOwn(custom, name)) custom[name] = value;
  return { ...fields, custom_fields: custom } as ContactFields;
}
