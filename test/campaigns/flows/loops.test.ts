/** Flows that wake each other, and themselves, for as long as they may. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addedToStaticList, removedFromStaticList } from '../../../src/audience/events.ts';
import { openEvents, subscription } from '../../../src/platform/events.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { expectSound, flowsUnderTest, type StepGiven } from '../../support/flows.ts';
import { givenContacts, givenList } from '../../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { executorsWith } from '../../support/steps.ts';

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

/** A flow that is active. */
async function activeFlow(name: string, triggers: object[], steps: object[]): Promise<string> {
  const { flow_id: flowId } = await must(workspace.api.POST('/v1/email-flows', { body: { name, triggers, steps } as never }));
  await must(workspace.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
  return flowId;
}

const details = async (flowId: string) =>
  (await must(workspace.api.GET('/v1/email-flows/{flowId}', { params: { path: { flowId } } }))).details;
const entries = async (flowId: string) => {
  const { total_entered, completed_count, active_count, waiting_count, refused_entry_count } = await details(flowId);
  expect([active_count, waiting_count]).toEqual([0, 0]);
  expect(completed_count).toBe(total_entered);
  return { entered: total_entered, refused: refused_entry_count };
};

const enrol = (flowId: string, contactId: string) =>
  workspace.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } });
const putOn = (listId: string, contact_ids: string[]) =>
  must(workspace.api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } }));

describe('flows that feed each other', () => {
  it.runIf(isAtLength)('through lists stop when everybody has entered ten times within a day, and may go on the day after', async () => {
    const [one, other] = [
      await givenList({ db: service.db, workspaceId: workspace.id }, []),
      await givenList({ db: service.db, workspaceId: workspace.id }, []),
    ];
    const passing = (from: string, to: string) =>
      activeFlow(
        'Round and round',
        [{ type: 'added_to_static_list', list_id: from }],
        [
          { step_id: 'off', type: 'remove_from_list', list_id: from, next_step_id: 'on' },
          { step_id: 'on', type: 'add_to_list', list_id: to },
        ],
      );
    const [there, back] = [await passing(one, other), await passing(other, one)];
    const people = await givenContacts({ db: service.db, workspaceId: workspace.id }, 4);
    await putOn(one, people);
    await service.drain();
    expect(await entries(there)).toEqual({ entered: 40, refused: 4 });
    expect(await entries(back)).toEqual({ entered: 40, refused: 0 });
    await expectSound(service.db);

    service.clock.advance({ days: 1, seconds: 1 });
    await must(
      workspace.api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: one } }, body: { contact_ids: people } }),
    );
    await putOn(one, people.slice(0, 1));
    await service.drain();
    expect(await entries(there)).toEqual({ entered: 50, refused: 5 });
    await expectSound(service.db);
  });

  it.runIf(isAtLength)('through a field, each one all the others, stop too', async () => {
    const flows = await Promise.all(
      ['Abisko', 'Boden', 'Charlottenberg', 'Dorotea'].map((city) =>
        activeFlow(
          city,
          [{ type: 'contact_updated', field: 'city' }],
          [{ step_id: 'move', type: 'update_contact', field: 'city', value: city }],
        ),
      ),
    );
    const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
    await must(workspace.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } }, body: { city: 'Luleå' } }));
    await service.drain();
    const counted = await Promise.all(flows.map(entries));
    expect(Math.max(...counted.map(({ entered }) => entered))).toBe(10);
    expect(counted.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(0);
    await expectSound(service.db);
  });
});

it.runIf(isAtLength)('a flow does not hear what its own steps do, and others do', async () => {
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, []);
  const own = await activeFlow(
    'Itself',
    [
      { type: 'contact_updated', field: 'city' },
      { type: 'added_to_static_list', list_id: listId },
    ],
    [
      { step_id: 'move', type: 'update_contact', field: 'city', value: 'Kiruna', next_step_id: 'join' },
      { step_id: 'join', type: 'add_to_list', list_id: listId },
    ],
  );
  const next = await activeFlow(
    'Next',
    [{ type: 'added_to_static_list', list_id: listId }],
    [{ step_id: 'stage', type: 'update_contact', field: 'lifecycleStage', value: 'member' }],
  );
  const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
  await must(enrol(own, id));
  await service.drain();
  expect(await entries(own)).toEqual({ entered: 1, refused: 0 });
  expect(await entries(next)).toEqual({ entered: 1, refused: 0 });
  const contact = await must(workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } }));
  expect(contact).toMatchObject({ city: 'Kiruna', lifecycle_stage: 'member' });
});

it('a chain of flows leads from one to the other, and from the member to its page', async () => {
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, []);
  const first = await activeFlow('First', [{ type: 'contact_created' }], [{ step_id: 'join', type: 'add_to_list', list_id: listId }]);
  const second = await activeFlow(
    'Second',
    [{ type: 'added_to_static_list', list_id: listId }],
    [
      {
        ...{
          step_id: 'page',
          type: 'create_tent',
          source: 'scratch',
          prompt: 'A landing page for {{contact.display_name}}',
          auto_publish: true,
        },
        next_step_id: 'note',
      },
      { step_id: 'note', type: 'update_contact', field: 'company', value: 'Fjell' },
    ],
  );
  const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
  await must(enrol(first, id));
  await service.drain();
  const { members } = await must(workspace.api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId: second } } }));
  const membershipId = members[0]?.membership_id as string;
  const path = { flowId: second, membershipId };
  const { steps } = await must(workspace.api.GET('/v1/email-flows/{flowId}/members/{membershipId}', { params: { path } }));
  expect(steps).toMatchObject([
    {
      ...{ step_id: 'page', status: 'completed', outcome: 'completed', error: null, tent_id: expect.any(String) },
      published_url: expect.stringContaining(workspace.slug),
    },
    { step_id: 'note', status: 'completed', outcome: 'updated', error: null, tent_id: null },
  ]);
  const tentId = steps[0]?.tent_id as string;
  const tent = await must(workspace.api.GET('/v1/tents/{tentId}', { params: { path: { tentId } } }));
  expect(tent).toMatchObject({ status: 'published' });
});

describe('a loop', () => {
  it.runIf(isAtLength)(
    'with a wait goes round up to a hundred times, doing what it does each time, and then the member leaves',
    async () => {
      const flows = await flowsUnderTest();
      try {
        const moved = { joined: 0, left: 0 };
        const events = openEvents();
        events.subscribe([
          subscription(addedToStaticList, async (_tx, items) => {
            moved.joined += items.length;
          }),
          subscription(removedFromStaticList, async (_tx, items) => {
            moved.left += items.length;
          }),
        ]);
        const { add_to_list, remove_from_list } = executorsWith({ events });
        Object.assign(flows.executors, { add_to_list, remove_from_list });
        const list_id = await givenList({ db: flows.db, workspaceId: flows.workspaceId }, []);
        const flow = await flows.flow([
          { step_id: 'a minute', type: 'wait', duration_amount: 1, duration_unit: 'minutes' } as StepGiven,
          { step_id: 'on', type: 'add_to_list', list_id } as StepGiven,
          { step_id: 'off', type: 'remove_from_list', list_id, next_step_id: 'a minute' } as StepGiven,
        ]);
        const [id = ''] = await flows.contacts(1);
        await flows.enter(flow, [id]);
        await flows.hasGoneRound(flow, id, ['a minute', 'on', 'off'], 97);
        for (let minute = 0; minute < 5; minute++) {
          await flows.settle();
          flows.clock.advance({ minutes: 1 });
        }
        expect(await flows.whereabouts(flow)).toEqual({ step_failed: 1 });
        expect(moved).toEqual({ joined: 3, left: 3 });
        await flows.expectSound();
      } finally {
        await flows.close();
      }
    },
  );
});
