import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Db, uniqueViolation } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { slugOf } from '../../shared/slug.ts';
import * as repo from './contact-lists.repo.ts';
import * as members from './members.repo.ts';

export interface NewList {
  name: string;
  description: string | null;
  contactIds: string[];
}

const nameExists = (name: string): DomainError =>
  new DomainError('contact_list_name_exists', `A contact list named "${name}" exists already.`);

/**
 * Makes a static list with its first members, or nothing at all.
 * @throws contact_list_name_exists, or not_found when a contact is unknown
 */
export function createList(db: Db, workspaceId: string, { name, description, contactIds }: NewList, now: Date): Promise<ContactList> {
  return db.transaction(async (tx) => {
    // Others that create a list wait here, so that none of them can take the name or the slug in between.
    await repo.lockNames(tx, workspaceId);
    const id = newId();
    if (!(await repo.insertList(tx, workspaceId, { id, name, description, slugBase: slugOf(name, 'list') }, now))) throw nameExists(name);
    if (contactIds.length > 0) await addMembers(tx, workspaceId, id, contactIds, now);
    return (await repo.readList(tx, workspaceId, id)) as ContactList;
  });
}

/**
 * Changes what is given. The slug stays, because addresses are made of it.
 * @throws contact_list_name_exists, not_found, or validation_failed for rules on a static list
 */
export async function updateList(
  db: Db,
  workspaceId: string,
  listId: string,
  { rules, ...changes }: { name?: string; description?: string | null; rules?: unknown },
  now: Date,
): Promise<ContactList> {
  if (rules !== undefined && (await repo.readList(db, workspaceId, listId)))
    throw invalid({ path: 'rules', message: 'only a dynamic list has rules' });
  try {
    const list = await repo.updateList(db, workspaceId, listId, changes, now);
    if (!list) throw notFound();
    return list;
  } catch (error) {
    if (uniqueViolation(error) === 'contact_lists_name') throw nameExists(changes.name as string);
    throw error;
  }
}

/**
 * Puts contacts, each named once, on a list and returns how many were not on it before.
 * @throws not_found when the list or one of the contacts is unknown; then nobody is added
 */
export async function addMembers(db: Db, workspaceId: string, listId: string, contactIds: string[], now: Date): Promise<number> {
  const added = await members.addMembers(db, workspaceId, listId, contactIds, now);
  if (added === null) throw notFound();
  return added;
}

/** Takes contacts off a list and returns how many were on it. @throws not_found when the list is unknown */
export async function removeMembers(db: Db, workspaceId: string, listId: string, contactIds: string[]): Promise<number> {
  const removed = await members.removeMembers(db, workspaceId, listId, contactIds);
  if (removed === null) throw notFound();
  return removed;
}
