import type { components } from '../../../generated/api.d.ts';
import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { isYes } from '../../shared/paging.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { requireContact } from '../contacts/contacts.repo.ts';
import { toContactSummary } from '../contacts/contacts.view.ts';
import { findBroken } from '../rules/rules.service.ts';
import type { MemberCounts } from './contact-lists.repo.ts';
import * as repo from './contact-lists.repo.ts';
import * as service from './contact-lists.service.ts';
import { type ListOfContact, pageOfListsOf } from './lists-of-contact.repo.ts';
import { type MemberRow, pageOfMembers } from './member-page.repo.ts';

type Schemas = components['schemas'];

export const toContactList = (list: ContactList): Schemas['ContactList'] => ({
  list_id: list.id,
  name: list.name,
  slug: list.slug,
  description: list.description,
  kind: list.kind as Schemas['ContactListKind'],
  rules: list.rules as Schemas['ContactListRules'],
  member_count: list.memberCount,
  owner_campaign_id: list.ownerCampaignId,
  created_at: list.createdAt.toISOString(),
  updated_at: list.updatedAt.toISOString(),
});

const toListOfContact = (list: ListOfContact): Schemas['ContactMembership'] => ({
  list_id: list.id,
  name: list.name,
  slug: list.slug,
  description: list.description,
  kind: list.kind as Schemas['ContactListKind'],
  member_count: list.memberCount,
  member_added_at: list.addedAt.toISOString(),
});

export const toMember = (row: MemberRow): Schemas['ContactListMember'] => ({
  ...toContactSummary(row),
  member_added_at: row.added_at?.toISOString() ?? null,
});

export const toMemberCount = ({ id, kind }: ContactList, { members, blocked }: MemberCounts): Schemas['ContactListMemberCount'] => ({
  list_id: id,
  kind: kind as Schemas['ContactListKind'],
  member_count: members,
  blocked_count: blocked,
});

const listContactLists: Handler<'listContactLists'> = async ({ query }, ctx) => {
  const { rows, paging } = await repo.pageOfLists(ctx, query);
  return { status: 200, body: { lists: rows.map(toContactList), ...paging } };
};

const updateContactList: Handler<'updateContactList'> = async ({ path, body }, ctx) => {
  const list = await service.updateList(ctx, path.listId, body);
  return { status: 200, body: toContactList(list) };
};

const listContactListMembers: Handler<'listContactListMembers'> = async ({ path, query }, ctx) => {
  const list = await service.requireReadable(ctx, path.listId);
  const { exclude_unsubscribed, only_unsubscribed, ...rest } = query;
  const unsubscribed = isYes(exclude_unsubscribed) ? false : isYes(only_unsubscribed) ? true : undefined;
  const { rows, paging } = await pageOfMembers(ctx, list, { ...rest, unsubscribed });
  return { status: 200, body: { contacts: rows.map(toMember), ...paging } };
};

const getContactListMemberCount: Handler<'getContactListMemberCount'> = async ({ path }, ctx) => {
  const list = await service.requireReadable(ctx, path.listId);
  return { status: 200, body: toMemberCount(list, await repo.countMembers(ctx, list)) };
};

const listContactListsOfContact: Handler<'listContactListsOfContact'> = async ({ path, query }, ctx) => {
  await requireContact(ctx, path.contact_id);
  const { rows, paging } = await pageOfListsOf(ctx, path.contact_id, query);
  return { status: 200, body: { lists: rows.map(toListOfContact), ...paging } };
};

export function createContactListHandlers({ events, findUsers }: { events: Events; findUsers: FindUsers }) {
  const getContactList: Handler<'getContactList'> = async ({ path }, ctx) => {
    const list = await service.requireReadable(ctx, path.listId);
    const [findings = []] = await findBroken(ctx, list.rules === null ? [] : [{ tree: list.rules }]);
    return {
      status: 200,
      body: { ...toContactList(list), findings, ...(await showUsers(ctx, findUsers, thing('list', list.id))) },
    };
  };

  const deleteContactList: Handler<'deleteContactList'> = async ({ path }, ctx) => {
    await service.removeList(ctx, findUsers, path.listId);
    return { status: 204 };
  };

  const createContactList: Handler<'createContactList'> = async ({ body }, ctx) => {
    const { name, description = null } = body;
    const list =
      body.kind === 'dynamic'
        ? await service.createDynamicList(ctx, { name, description, rules: body.rules ?? null })
        : await service.createStaticList(ctx, events, { name, description, contactIds: body.contact_ids ?? [] });
    return { status: 201, body: toContactList(list) };
  };

  const addContactListMembers: Handler<'addContactListMembers'> = async ({ path, body }, ctx) => {
    const added = await service.addMembers(ctx, events, { listId: path.listId, contactIds: body.contact_ids });
    return { status: 200, body: { added_count: added, already_member_count: new Set(body.contact_ids).size - added } };
  };

  const removeContactListMembers: Handler<'removeContactListMembers'> = async ({ path, body }, ctx) => {
    const removed = await service.removeMembers(ctx, events, { listId: path.listId, contactIds: body.contact_ids });
    return { status: 200, body: { removed_count: removed.size } };
  };

  return {
    listContactLists,
    createContactList,
    getContactList: holding(getContactList, (tx, { listId }) => repo.holdList(tx, listId)),
    updateContactList,
    deleteContactList,
    listContactListMembers,
    addContactListMembers,
    removeContactListMembers,
    getContactListMemberCount,
    listContactListsOfContact,
  } satisfies Partial<Handlers>;
}
