import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { isYes, paginationOf } from '../../shared/paging.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { findBroken } from '../rules/rules.service.ts';
import * as repo from './contact-lists.repo.ts';
import * as service from './contact-lists.service.ts';
import { toContactList, toMember, toMemberCount } from './contact-lists.view.ts';
import { pageOfMembers } from './member-page.repo.ts';

const listContactLists: Handler<'listContactLists'> = async ({ query }, { db, workspaceId }) => {
  const { lists, total } = await repo.pageOfLists(db, workspaceId, query);
  return { status: 200, body: { lists: lists.map(toContactList), pagination: paginationOf(query, total) } };
};

const updateContactList: Handler<'updateContactList'> = async ({ path, body }, { db, workspaceId, now }) => {
  const list = await service.updateList(db, workspaceId, path.listId, body, now);
  return { status: 200, body: toContactList(list) };
};

const listContactListMembers: Handler<'listContactListMembers'> = async ({ path, query }, { db, workspaceId, now }) => {
  const list = await service.requireReadable(db, workspaceId, path.listId);
  const { members, total } = await pageOfMembers(
    db,
    workspaceId,
    list,
    {
      page: query.page,
      limit: query.limit,
      search: query.search,
      sort: query.sort,
      order: query.order,
      unsubscribed: isYes(query.exclude_unsubscribed) ? false : isYes(query.only_unsubscribed) ? true : undefined,
    },
    now,
  );
  return { status: 200, body: { contacts: members.map(toMember), pagination: paginationOf(query, total) } };
};

const getContactListMemberCount: Handler<'getContactListMemberCount'> = async ({ path }, { db, workspaceId, now }) => {
  const list = await service.requireReadable(db, workspaceId, path.listId);
  return { status: 200, body: toMemberCount(list, await repo.countMembers(db, workspaceId, list, now)) };
};

/** @param findUsers asks the wing above, which sees blasts and flows */
export function createContactListHandlers({ events, findUsers }: { events: Events; findUsers: FindUsers }) {
  const getContactList: Handler<'getContactList'> = async ({ path }, { db, workspaceId }) => {
    const list = await service.requireReadable(db, workspaceId, path.listId);
    const [findings = []] = await findBroken(db, workspaceId, list.rules === null ? [] : [{ tree: list.rules }]);
    return {
      status: 200,
      body: { ...toContactList(list), findings, ...(await showUsers(db, findUsers, workspaceId, thing('list', list.id))) },
    };
  };

  const deleteContactList: Handler<'deleteContactList'> = async ({ path }, { db, workspaceId }) => {
    await service.removeList(db, findUsers, workspaceId, path.listId);
    return { status: 204 };
  };

  const createContactList: Handler<'createContactList'> = async ({ body }, { db, workspaceId, now }) => {
    const { name, description = null } = body;
    const list =
      body.kind === 'dynamic'
        ? await service.createDynamicList(db, workspaceId, { name, description, rules: body.rules ?? null }, now)
        : await service.createStaticList(db, events, workspaceId, { name, description, contactIds: body.contact_ids ?? [] }, now);
    return { status: 201, body: toContactList(list) };
  };

  const addContactListMembers: Handler<'addContactListMembers'> = async ({ path, body }, { db, workspaceId, now }) => {
    const added = await service.addMembers(db, events, workspaceId, path.listId, body.contact_ids, now);
    return { status: 200, body: { added_count: added, already_member_count: body.contact_ids.length - added } };
  };

  const removeContactListMembers: Handler<'removeContactListMembers'> = async ({ path, body }, { db, workspaceId }) => {
    const removed = await service.removeMembers(db, events, workspaceId, path.listId, body.contact_ids);
    return { status: 200, body: { removed_count: removed } };
  };

  return {
    listContactLists,
    createContactList,
    getContactList,
    updateContactList,
    deleteContactList,
    listContactListMembers,
    addContactListMembers,
    removeContactListMembers,
    getContactListMemberCount,
  } satisfies Partial<Handlers>;
}
