/** Steps that write to contacts and lists while clients do the same. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Executor } from '../../../src/campaigns/flows/engine/step.types.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { expectSound, flowsUnderTest, type StepGiven } from '../../support/flows.ts';
import { givenContacts, givenList } from '../../support/given.ts';
import { deadlocksIn } from '../../support/race.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it.runIf(isAtLength)(
  'members at several steps, and clients who change, move and delete the same contacts, never wait in a circle',
  async () => {
    const { api, db, id: workspaceId } = service;
    const [people, going] = [await givenContacts({ db, workspaceId }, 240), await givenContacts({ db, workspaceId }, 6)];
    const [start, club, guests] = [
      await givenList({ db, workspaceId }, []),
      await givenList({ db, workspaceId }, []),
      await givenList({ db, workspaceId }, [...people, ...going]),
    ];
    const steps = [
      { step_id: 'city', type: 'update_contact', field: 'city', value: 'Kiruna', next_step_id: 'club' },
      { step_id: 'club', type: 'add_to_list', list_id: club, next_step_id: 'phone' },
      { step_id: 'phone', type: 'update_contact', field: 'phone', value: '+46701740605', next_step_id: 'guests' },
      { step_id: 'guests', type: 'remove_from_list', list_id: guests, next_step_id: 'stage' },
      { step_id: 'stage', type: 'update_contact', field: 'lifecycleStage', value: 'member' },
    ];
    const body = { name: 'Welcome', triggers: [{ type: 'added_to_static_list', list_id: start }], steps };
    const { flow_id: flowId } = await must(api.POST('/v1/email-flows', { body: body as never }));
    await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
    const put = (listId: string, contact_ids: string[]) =>
      api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } });
    const off = (listId: string, contact_ids: string[]) =>
      api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } });
    const change = (ids: string[], city: string) =>
      api.POST('/v1/contacts/update', { body: { items: ids.slice(0, 100).map((contact_id) => ({ contact_id, city })) } });

    await must(put(start, going));

    const answers: { response: Response }[] = [];
    let isOver = false;
    const moving = (async () => {
      while (!isOver) await service.drain();
    })();
    for (let round = 0; round < 6; round++) {
      // Each round lets others in, while those before are at different steps.
      const entering = people.slice(round * 40, round * 40 + 40);
      const [some, others] = [
        people.slice(round * 20, round * 20 + 100).reverse(),
        people.toReversed().slice(round * 15, round * 15 + 100),
      ];
      answers.push(
        ...(await Promise.all([
          put(start, entering),
          change(some, `City ${round}`),
          change(others, `Town ${round}`),
          put(club, some),
          off(guests, others),
          put(guests, others),
          api.POST('/v1/contacts/delete', { body: { contact_ids: [going[round] as string] } }),
        ])),
      );
    }
    isOver = true;
    await moving;
    await service.drain();
    expect(answers.map(({ response }) => response.status).filter((status) => status >= 400)).toEqual([]);
    await expectSound(db);
    const lists = await db.prisma.contactList.findMany({ where: { workspaceId, kind: 'static' } });
    for (const { id: listId, memberCount } of lists)
      expect(await db.prisma.contactListMember.count({ where: { listId } })).toBe(memberCount);
    expect(await deadlocksIn(db)).toBe(0);
  },
);

it.runIf(isAtLength)('members at several such steps have them carried out in transactions of their own', async () => {
  const flows = await flowsUnderTest();
  try {
    const transactions: string[] = [];
    const noting: Executor = async ({ db }, _step, members) => {
      const [row] = await db.query<{ id: string }>({ text: 'SELECT txid_current()::text AS id', values: [] });
      transactions.push(row?.id ?? '');
      return new Map(members.map(({ id }) => [id, { kind: 'done', outcome: 'updated' }]));
    };
    const types = ['update_contact', 'add_to_list', 'remove_from_list', 'create_tent'] as const;
    for (const type of types) flows.executors[type] = noting;
    const flow = await flows.flow(types.map((type) => ({ step_id: type, type }) as StepGiven));
    await flows.enter(flow, await flows.contacts(types.length));
    const positions = await flows.db.prisma.flowPosition.findMany({ where: flow });
    for (const [index, stepId] of types.entries())
      await flows.db.prisma.flowPosition.updateMany({ where: { memberId: positions[index]?.memberId as string }, data: { stepId } });
    await flows.settle();
    expect([new Set(transactions).size, flows.errors]).toEqual([transactions.length, []]);
    expect(await flows.whereabouts(flow)).toEqual({ completed: types.length });
  } finally {
    await flows.close();
  }
});
