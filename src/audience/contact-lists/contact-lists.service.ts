import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, type Tx, transaction, uniqueViolation } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { type ContactId, type ListId, newId } from '../../platform/ids.ts';
import { DomainError, type Issue, invalid, missingAmong, notFound } from '../../shared/errors.ts';
import { slugOf } from '../../shared/text.ts';
import { beginRemoval, type FindUsers, lockReferences, thing } from '../../workspaces/references.ts';
import { addedToStaticList, type ListMember, removedFromStaticList } from '../events.ts';
import { parseRules } from '../rules/rules.service.ts';
import type { RuleTree } from '../rules/tree.ts';
import * as repo from './contact-lists.repo.ts';
import * as members from './members.repo.ts';

export interface NewList {
  name: string;
  description: string | null;
  /** The blast that owns a private list. Then the name need not be free. */
  ownerCampaignId?: string;
}

const nameExists = (name: string): DomainError =>
  new DomainError('contact_list_name_exists', `A contact list named "${name}" exists already.`);

const systemListProtected = (): DomainError => new DomainError('system_list_protected', 'A system list cannot be changed.');

/** @throws contact_list_name_exists, or not_found when a contact is unknown */
export const createStaticList = (
  ctx: Ctx,
  events: Events,
  { contactIds, ...list }: NewList & { contactIds: ContactId[] },
): Promise<ContactList> =>
  transaction(ctx, async (tx) => {
    const id = await insert(tx, { ...list, kind: 'static', rules: null });
    if (contactIds.length > 0) await addMembers(tx, events, { listId: id, contactIds, ownerCampaignId: list.ownerCampaignId });
    return written(tx, id);
  });

/**
 * Without rules the list has no members.
 * @throws contact_list_name_exists, not_found when the rules name an unknown list, or validation_failed
 */
export const createDynamicList = (ctx: Ctx, { rules, ...list }: NewList & { rules: RuleTree | null }): Promise<ContactList> =>
  transaction(ctx, async (tx) => {
    const tree = await treeOf(tx, rules);
    return written(tx, await insert(tx, { ...list, kind: 'dynamic', rules: tree }));
  });

/** Copies the private list of a blast, with its members, for another blast that the transaction has written. */
export async function copyPrivateList(
  tx: Ctx<Tx>,
  { id, name, description, kind, rules }: ContactList,
  ownerCampaignId: string,
): Promise<string> {
  const copy = { name, description, kind: kind as 'static' | 'dynamic', rules: rules as RuleTree | null, ownerCampaignId };
  const listId = await insert(tx, copy);
  const contactIds = kind === 'static' ? await members.memberIds(tx, id) : [];
  if (contactIds.length > 0) await members.addMembers(tx, listId, { contactIds, ownerCampaignId, passing: true });
  return listId;
}

/**
 * Others that create a list wait here, so that none takes the name or the slug in between. A private list has its id in its slug, so it
 * need not wait.
 */
async function insert(tx: Ctx<Tx>, list: Omit<repo.ListRow, 'id' | 'slugBase'>): Promise<string> {
  const id = newId();
  const slug = slugOf(list.name, 'list');
  if (!list.ownerCampaignId) await repo.lockNames(tx);
  const slugBase = list.ownerCampaignId ? `${slug}-${id}` : slug;
  const inserted = await repo.insertList(tx, { ...list, id, slugBase });
  if (!inserted) throw nameExists(list.name);
  return id;
}

async function treeOf(ctx: Ctx, rules: RuleTree | null): Promise<RuleTree | null> {
  return rules && (await parseRules(ctx, rules, { path: 'rules', limit: 'nodes' })).tree;
}

/**
 * The slug stays, because addresses are made of it.
 * @throws contact_list_name_exists, not_found, system_list_protected, or validation_failed for rules on a static list
 */
export async function updateList(
  ctx: Ctx,
  listId: ListId,
  { rules, ...changes }: { name?: string; description?: string | null; rules?: RuleTree | null },
): Promise<ContactList> {
  const { kind } = await requireList(ctx, listId);
  if (kind === 'system') throw systemListProtected();
  if (rules === undefined) return change(ctx, listId, changes);
  if (kind !== 'dynamic') throw invalid({ path: 'rules', message: 'only a dynamic list has rules' });
  return transaction(ctx, async (tx) => {
    await lockReferences(tx, 'using');
    return change(tx, listId, { ...changes, rules: await treeOf(tx, rules) });
  });
}

async function change(
  ctx: Ctx,
  listId: ListId,
  changes: { name?: string; description?: string | null; rules?: RuleTree | null },
): Promise<ContactList> {
  try {
    return found(await repo.updateList(ctx, listId, changes));
  } catch (error) {
    if (uniqueViolation(error) === 'contact_lists_name') throw nameExists(changes.name as string);
    throw error;
  }
}

/** @throws not_found, system_list_protected, or in_use */
export const removeList = (ctx: Scope, findUsers: FindUsers, listId: ListId): Promise<void> =>
  transaction(ctx, async (tx) => {
    await beginRemoval(tx, findUsers, { thing: thing('list', listId), name: 'This list' });
    if (await repo.deleteList(tx, listId)) return;
    await requireList(tx, listId);
    throw systemListProtected();
  });

const written = async (tx: Scope<Tx>, id: string): Promise<ContactList> => (await repo.readAnyList(tx, id)) as ContactList;

export interface Places {
  listId: ListId;
  contactIds: ContactId[];
}

/**
 * Puts contacts on a static list and returns how many were not on it before.
 * @throws not_found when the list is unknown, or a contact, which it names; system_list_protected; validation_failed for a dynamic list
 */
export const addMembers = (
  ctx: Ctx,
  events: Events,
  { listId, contactIds, ownerCampaignId }: Places & Pick<NewList, 'ownerCampaignId'>,
): Promise<number> =>
  transaction(ctx, async (tx) => {
    const added = await members.addMembers(tx, listId, { contactIds: [...new Set(contactIds)], ownerCampaignId });
    if (!added) {
      if (!ownerCampaignId) await requireStatic(tx, listId);
      throw notFound(...(await unknownContacts(tx, contactIds)));
    }
    await events.publish(tx, [addedToStaticList, placesOn(listId, added)]);
    return added.length;
  });

export interface Added {
  added: ReadonlySet<string>;
  unknown: ReadonlySet<string>;
}

/** Like `addMembers`, but passes over contacts that do not exist. */
export async function addThoseThere(tx: Ctx<Tx>, events: Events, { listId, contactIds }: Places): Promise<Added> {
  const added = await members.addMembers(tx, listId, { contactIds, passing: true });
  if (!added) {
    await requireStatic(tx, listId);
    // Deleted since, or made since.
    throw notFound();
  }
  await events.publish(tx, [addedToStaticList, placesOn(listId, added)]);
  // The existing contacts are held until the end of the transaction.
  const existing = added.length < contactIds.length ? await members.knownContacts(tx, contactIds) : new Set(contactIds);
  return { added: new Set(added), unknown: new Set(contactIds.filter((id) => !existing.has(id))) };
}

/**
 * Returns the ids of the contacts that were on the list.
 * @throws not_found, system_list_protected, or validation_failed for a dynamic list
 */
export const removeMembers = (ctx: Scope, events: Events, { listId, contactIds }: Places): Promise<ReadonlySet<string>> =>
  transaction(ctx, async (tx) => {
    const removed = await members.removeMembers(tx, listId, contactIds);
    if (!removed) {
      await requireStatic(tx, listId);
      // Deleted since, or made since.
      throw notFound();
    }
    await events.publish(tx, [removedFromStaticList, placesOn(listId, removed)]);
    return new Set(removed);
  });

const placesOn = (listId: ListId, contactIds: ContactId[]): ListMember[] => contactIds.map((contactId) => ({ listId, contactId }));

/** @throws DomainError that says why the members of a list cannot be written */
async function requireStatic(ctx: Scope, listId: ListId): Promise<void> {
  const { kind } = await requireList(ctx, listId);
  if (kind === 'system') throw systemListProtected();
  if (kind === 'dynamic') throw invalid({ path: 'listId', message: 'is a dynamic list: its rules decide its members' });
}

async function unknownContacts(ctx: Scope, contactIds: ContactId[]): Promise<Issue[]> {
  const known = await members.knownContacts(ctx, contactIds);
  return missingAmong(contactIds, known, (index) => `contact_ids.${index}`);
}

/** Private lists too. @throws not_found */
export const requireReadable = async (ctx: Scope, listId: ListId): Promise<ContactList> => found(await repo.readAnyList(ctx, listId));

/** @throws not_found */
const requireList = async (ctx: Scope, listId: ListId): Promise<ContactList> => found(await repo.readList(ctx, listId));

function found(list: ContactList | null): ContactList {
  if (!list) throw notFound();
  return list;
}
