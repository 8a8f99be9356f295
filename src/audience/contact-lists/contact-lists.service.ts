import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Db, uniqueViolation } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, type Issue, invalid, missingAmong, notFound } from '../../shared/errors.ts';
import { slugOf } from '../../shared/slug.ts';
import { beginRemoval, type FindUsers, lockReferences, thing } from '../../workspaces/references.ts';
import { addedToStaticList, type ListMember, removedFromStaticList } from '../events.ts';
import { parseRules } from '../rules/rules.service.ts';
import type { RuleTree } from '../rules/tree.ts';
import * as repo from './contact-lists.repo.ts';
import * as members from './members.repo.ts';

export interface NewList {
  name: string;
  description: string | null;
  /** The blast that is to keep the list for itself. Then the name need not be free. */
  ownerCampaignId?: string;
}

const nameExists = (name: string): DomainError =>
  new DomainError('contact_list_name_exists', `A contact list named "${name}" exists already.`);

const systemListProtected = (): DomainError => new DomainError('system_list_protected', 'A system list cannot be changed.');

/**
 * Makes a static list with its first members, or nothing at all.
 * @throws contact_list_name_exists, or not_found when a contact is unknown
 */
export const createStaticList = (
  db: Db,
  events: Events,
  workspaceId: string,
  { contactIds, ...list }: NewList & { contactIds: string[] },
  now: Date,
): Promise<ContactList> =>
  db.transaction(async (tx) => {
    const id = await insert(tx, workspaceId, { ...list, kind: 'static', rules: null }, now);
    if (contactIds.length > 0) await addMembers(tx, events, workspaceId, id, contactIds, now, list.ownerCampaignId);
    return written(tx, workspaceId, id);
  });

/**
 * Makes a list whose members are those who fit the rules; without rules, nobody.
 * @throws contact_list_name_exists, not_found when the rules name an unknown list, or validation_failed
 */
export const createDynamicList = (
  db: Db,
  workspaceId: string,
  { rules, ...list }: NewList & { rules: RuleTree | null },
  now: Date,
): Promise<ContactList> =>
  db.transaction(async (tx) => {
    const tree = await treeOf(tx, workspaceId, rules, now);
    return written(tx, workspaceId, await insert(tx, workspaceId, { ...list, kind: 'dynamic', rules: tree }, now));
  });

/** Copies the private list of a blast, with those who are on it now, for another blast that the transaction has written. */
export async function copyPrivateList(
  tx: Db,
  workspaceId: string,
  { id, name, description, kind, rules }: ContactList,
  ownerCampaignId: string,
  now: Date,
): Promise<string> {
  const copy = { name, description, kind: kind as 'static' | 'dynamic', rules: rules as RuleTree | null, ownerCampaignId };
  const listId = await insert(tx, workspaceId, copy, now);
  const contactIds = kind === 'static' ? await members.memberIds(tx, workspaceId, id) : [];
  if (contactIds.length > 0)
    await members.addMembers(tx, workspaceId, listId, contactIds, { ownerCampaignId, now, named: false, passing: true });
  return listId;
}

/**
 * Others that create a list wait here, so that none of them can take the name or the slug in between. A private list goes
 * past them: its slug has the identifier in it, so that it takes none that another list would be seen to lack.
 */
async function insert(tx: Db, workspaceId: string, list: Omit<repo.ListRow, 'id' | 'slugBase'>, now: Date): Promise<string> {
  const id = newId();
  const slug = slugOf(list.name, 'list');
  if (!list.ownerCampaignId) await repo.lockNames(tx, workspaceId);
  const slugBase = list.ownerCampaignId ? `${slug}-${id}` : slug;
  const inserted = await repo.insertList(tx, workspaceId, { ...list, id, slugBase }, now);
  if (!inserted) throw nameExists(list.name);
  return id;
}

/** The rules as they are kept. */
async function treeOf(db: Db, workspaceId: string, rules: RuleTree | null, now: Date): Promise<RuleTree | null> {
  return rules && (await parseRules(db, workspaceId, rules, { path: 'rules', limit: 'nodes', now })).tree;
}

/**
 * Changes what is given. The slug stays, because addresses are made of it.
 * @throws contact_list_name_exists, not_found, system_list_protected, or validation_failed for rules on a static list
 */
export async function updateList(
  db: Db,
  workspaceId: string,
  listId: string,
  { rules, ...changes }: { name?: string; description?: string | null; rules?: RuleTree | null },
  now: Date,
): Promise<ContactList> {
  const { kind } = await requireList(db, workspaceId, listId);
  if (kind === 'system') throw systemListProtected();
  if (rules === undefined) return change(db, workspaceId, listId, changes, now);
  if (kind !== 'dynamic') throw invalid({ path: 'rules', message: 'only a dynamic list has rules' });
  return db.transaction(async (tx) => {
    await lockReferences(tx, workspaceId, 'using');
    return change(tx, workspaceId, listId, { ...changes, rules: await treeOf(tx, workspaceId, rules, now) }, now);
  });
}

async function change(
  db: Db,
  workspaceId: string,
  listId: string,
  changes: { name?: string; description?: string | null; rules?: RuleTree | null },
  now: Date,
): Promise<ContactList> {
  try {
    const list = await repo.updateList(db, workspaceId, listId, changes, now);
    if (!list) throw notFound();
    return list;
  } catch (error) {
    if (uniqueViolation(error) === 'contact_lists_name') throw nameExists(changes.name as string);
    throw error;
  }
}

/** @throws not_found, system_list_protected, or in_use */
export const removeList = (db: Db, findUsers: FindUsers, workspaceId: string, listId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await beginRemoval(tx, findUsers, workspaceId, { thing: thing('list', listId), name: 'This list' });
    if (await repo.deleteList(tx, workspaceId, listId)) return;
    await requireList(tx, workspaceId, listId);
    throw systemListProtected();
  });

/** A list that the transaction has just written. */
const written = async (tx: Db, workspaceId: string, id: string): Promise<ContactList> =>
  (await repo.readAnyList(tx, workspaceId, id)) as ContactList;

/**
 * Puts contacts, each named once, on a static list and returns how many were not on it before.
 * @param ownerCampaignId the blast that keeps the list for itself
 * @throws not_found when the list is unknown, or one of the contacts, which it names; system_list_protected, or
 * validation_failed for a dynamic list; then nobody is added
 */
export const addMembers = (
  db: Db,
  events: Events,
  workspaceId: string,
  listId: string,
  contactIds: string[],
  now: Date,
  ownerCampaignId?: string,
): Promise<number> =>
  events.atomically(db, [addedToStaticList], async (on) => {
    const named = events.wanted(addedToStaticList);
    const added = await members.addMembers(on, workspaceId, listId, contactIds, { ownerCampaignId, now, named });
    if (!added) {
      if (!ownerCampaignId) await requireStatic(on, workspaceId, listId);
      throw notFound(...(await unknownContacts(on, workspaceId, contactIds)));
    }
    await events.publish(on, workspaceId, [addedToStaticList, placesOn(listId, added.contactIds)]);
    return added.count;
  });

/**
 * Takes contacts off a static list and returns how many were on it.
 * @throws not_found when the list is unknown, system_list_protected, or validation_failed for a dynamic list
 */
export const removeMembers = (db: Db, events: Events, workspaceId: string, listId: string, contactIds: string[]): Promise<number> =>
  events.atomically(db, [removedFromStaticList], async (on) => {
    const { count } = await takeOff(on, events, workspaceId, listId, contactIds, { named: events.wanted(removedFromStaticList) });
    return count;
  });

/** What has become of contacts that were to be put on a list, by id. */
export interface Added {
  /** Those who were not on it before. */
  added: ReadonlySet<string>;
  /** Those whom there are not. */
  unknown: ReadonlySet<string>;
}

/** The same as `addMembers` in the caller's transaction, with contacts that there are not passed over. @throws like `addMembers` for the list */
export async function addThoseThere(
  tx: Db,
  events: Events,
  workspaceId: string,
  listId: string,
  contactIds: string[],
  now: Date,
): Promise<Added> {
  const added = await members.addMembers(tx, workspaceId, listId, contactIds, { now, named: true, passing: true });
  if (!added) {
    await requireStatic(tx, workspaceId, listId);
    // Gone since, or made since.
    throw notFound();
  }
  await events.publish(tx, workspaceId, [addedToStaticList, placesOn(listId, added.contactIds)]);
  // Those who are there are held until the end of the transaction.
  const known = added.count < contactIds.length ? await members.knownContacts(tx, workspaceId, contactIds) : new Set(contactIds);
  return { added: new Set(added.contactIds), unknown: new Set(contactIds.filter((id) => !known.has(id))) };
}

/** The same as `removeMembers` in the caller's transaction. @returns the ids of those who were on the list */
export const removeThoseThere = async (tx: Db, events: Events, workspaceId: string, listId: string, contactIds: string[]) =>
  new Set((await takeOff(tx, events, workspaceId, listId, contactIds, { named: true })).contactIds);

async function takeOff(on: Db, events: Events, workspaceId: string, listId: string, contactIds: string[], { named }: { named: boolean }) {
  const removed = await members.removeMembers(on, workspaceId, listId, contactIds, { named });
  if (!removed) {
    await requireStatic(on, workspaceId, listId);
    // Gone since, or made since.
    throw notFound();
  }
  await events.publish(on, workspaceId, [removedFromStaticList, placesOn(listId, removed.contactIds)]);
  return removed;
}

const placesOn = (listId: string, contactIds: string[]): ListMember[] => contactIds.map((contactId) => ({ listId, contactId }));

/** @throws DomainError that says why the members of a list cannot be written; none for a static list */
async function requireStatic(db: Db, workspaceId: string, listId: string): Promise<void> {
  const { kind } = await requireList(db, workspaceId, listId);
  if (kind === 'system') throw systemListProtected();
  if (kind === 'dynamic') throw invalid({ path: 'listId', message: 'is a dynamic list, whose members follow from its rules' });
}

/** Those of the contacts that there are not, by their places in `contact_ids`. */
async function unknownContacts(db: Db, workspaceId: string, contactIds: string[]): Promise<Issue[]> {
  const known = await members.knownContacts(db, workspaceId, contactIds);
  return missingAmong(contactIds, known, (index) => `contact_ids.${index}`);
}

/** The same for those who only read: the list that a blast keeps for itself, too. @throws not_found */
export async function requireReadable(db: Db, workspaceId: string, listId: string): Promise<ContactList> {
  const list = await repo.readAnyList(db, workspaceId, listId);
  if (!list) throw notFound();
  return list;
}

/** @throws not_found */
export async function requireList(db: Db, workspaceId: string, listId: string): Promise<ContactList> {
  const list = await repo.readList(db, workspaceId, listId);
  if (!list) throw notFound();
  return list;
}
