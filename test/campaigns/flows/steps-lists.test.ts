/** Steps that put contacts on lists and take them off. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addedToStaticList, removedFromStaticList } from '../../../src/audience/events.ts';
import type { StepOf } from '../../../src/campaigns/flows/definition.ts';
import { openEvents } from '../../../src/platform/events.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { givenBlast, givenContacts, givenList } from '../../support/given.ts';
import { behind, deadlocksIn, isFree } from '../../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { carryOut, counting, executorsWith, givenFlow, givenMembers, type Where } from '../../support/steps.ts';

let service: TestService;
let workspace: TestWorkspace;
let where: Where;
let flowId: string;
let heard: string[];

const events = openEvents();
events.subscribe([
  {
    events: [addedToStaticList, removedFromStaticList],
    handle: async (_tx, told) => {
      for (const { contactId } of told.of(addedToStaticList)) heard.push(`${contactId} joined by ${told.by}`);
      for (const { contactId } of told.of(removedFromStaticList)) heard.push(`${contactId} left by ${told.by}`);
    },
  },
]);
const executors = executorsWith({ events });

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
  where = { db: service.db, clock: service.clock, id: workspace.id };
  flowId = await givenFlow(where);
  heard = [];
});

const carry = async (type: 'add_to_list' | 'remove_from_list', listId: string | null, contactIds: string[], on = where) => {
  const members = await givenMembers(where, flowId, contactIds);
  const step = { step_id: 'list', type, label: null, next_step_id: null, list_id: listId };
  return type === 'add_to_list'
    ? carryOut(on, flowId, executors.add_to_list, step as StepOf<'add_to_list'>, members)
    : carryOut(on, flowId, executors.remove_from_list, step as StepOf<'remove_from_list'>, members);
};
const add = (listId: string | null, contactIds: string[], on?: Where) => carry('add_to_list', listId, contactIds, on);
const remove = (listId: string | null, contactIds: string[], on?: Where) => carry('remove_from_list', listId, contactIds, on);

const done = (outcome: string) => ({ kind: 'done', outcome });
const failed = (error: string) => ({ kind: 'done', outcome: 'failed', details: { error } });

/** The members of a list, and its stored count. */
async function membersOf(listId: string): Promise<{ ids: string[]; count: number | null | undefined }> {
  const rows = await service.db.prisma.contactListMember.findMany({ where: { listId } });
  const list = await service.db.prisma.contactList.findFirst({ where: { id: listId } });
  return { ids: rows.map(({ contactId }) => contactId).sort(), count: list?.memberCount };
}

it('puts on a list who is not on it, and tells who came, and by which flow', async () => {
  const [first = '', second = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 2);
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, [first]);
  expect(await add(listId, [first, second])).toEqual([done('already_member'), done('added')]);
  expect(await membersOf(listId)).toEqual({ ids: [first, second].sort(), count: 2 });
  expect(heard).toEqual([`${second} joined by ${flowId}`]);
});

it('takes off a list who is on it, and tells who left, and by which flow', async () => {
  const [first = '', second = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 2);
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, [first]);
  expect(await remove(listId, [first, second])).toEqual([done('removed'), done('not_member')]);
  expect(await membersOf(listId)).toEqual({ ids: [], count: 0 });
  expect(heard).toEqual([`${first} left by ${flowId}`]);
});

it('leaves who is gone to the next turn, and sees to the others', async () => {
  const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, []);
  const gone = newId();
  expect(await add(listId, [gone, id])).toEqual([{ kind: 'waiting', dueAt: expect.any(Date), waitUntil: null }, done('added')]);
  expect(await remove(listId, [gone, id])).toEqual([done('not_member'), done('removed')]);
});

it('waits for whoever is being deleted, and does not take the others along', async () => {
  const [going = '', staying = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 2);
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, []);
  const results = await behind(
    service.db,
    (tx) => tx.query({ text: 'DELETE FROM contacts WHERE id = $1::uuid', values: [going] }),
    () => add(listId, [going, staying]),
    // A deletion of contacts locks their lists next.
    async () => expect(await isFree({ db: service.db, workspaceId: workspace.id }, 'contact_lists', listId)).toBe(true),
  );
  expect(results).toEqual([expect.objectContaining({ kind: 'waiting' }), done('added')]);
  expect(await membersOf(listId)).toEqual({ ids: [staying], count: 1 });
});

it('fails for lists that nobody can be put on or taken off', async () => {
  const ids = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
  const other = await service.workspace();
  const lists = {
    deleted: newId(),
    foreign: await givenList({ db: service.db, workspaceId: other.id }, []),
    private: await givenList({ db: service.db, workspaceId: workspace.id }, [], { ownerCampaignId: await givenBlast(workspace) }),
    dynamic: await givenList({ db: service.db, workspaceId: workspace.id }, [], { kind: 'dynamic', memberCount: null }),
    system: (await service.db.prisma.contactList.findFirstOrThrow({ where: { workspaceId: workspace.id, kind: 'system' } })).id,
  };
  const gone = failed('There is no such list any more.');
  for (const carry of [add, remove]) {
    expect(await carry(lists.deleted, ids)).toEqual([gone]);
    expect(await carry(lists.foreign, ids)).toEqual([gone]);
    expect(await carry(lists.private, ids)).toEqual([gone]);
    expect(await carry(lists.dynamic, ids)).toEqual([failed('The list is dynamic: its members follow from its rules.')]);
    expect(await carry(lists.system, ids)).toEqual([failed('System lists are computed; you cannot add or remove members.')]);
    expect(await carry(null, ids)).toEqual([failed('The step has no list.')]);
  }
  expect(heard).toEqual([]);
});

it.runIf(isAtLength)('asks the database no more often for many', async () => {
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, []);
  const asked: number[][] = [];
  for (const people of [1, 200]) {
    const counted = counting(service.db);
    const ids = await givenContacts({ db: service.db, workspaceId: workspace.id }, people);
    const on = { ...where, db: counted.db };
    const before = [await add(listId, ids, on), counted.statements(), await remove(listId, ids, on), counted.statements()];
    asked.push(before.filter((entry) => typeof entry === 'number'));
  }
  expect(asked[1]).toEqual(asked[0]);
});

it.runIf(isAtLength)('does not meet writers and deleters of the same contacts in a circle', async () => {
  const ids = await givenContacts({ db: service.db, workspaceId: workspace.id }, 60);
  const [one, other] = [
    await givenList({ db: service.db, workspaceId: workspace.id }, []),
    await givenList({ db: service.db, workspaceId: workspace.id }, ids),
  ];
  const contact_ids = ids.slice(0, 50).reverse();
  await Promise.all([
    ...Array.from({ length: 4 }, () => [add(one, ids), remove(other, ids), add(other, ids.toReversed()), remove(one, ids)]).flat(),
    ...[one, other].flatMap((listId) => [
      workspace.api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } }),
      workspace.api.POST('/v1/contacts/update', { body: { items: contact_ids.map((contact_id) => ({ contact_id, city: listId })) } }),
    ]),
    workspace.api.POST('/v1/contacts/delete', { body: { contact_ids: ids.slice(40, 50) } }),
  ]);
  for (const listId of [one, other]) expect((await membersOf(listId)).count).toBe((await membersOf(listId)).ids.length);
  expect(await deadlocksIn(service.db)).toBe(0);
});
