/** The engine of flows: entries, positions and endings, without steps that act on the outside. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addChores } from '../../../src/campaigns/flows/engine/chores.ts';
import { stepsChanged } from '../../../src/campaigns/flows/engine/runs.ts';
import { sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { type FlowsUnderTest, flowsUnderTest, type StepGiven } from '../../support/flows.ts';
import { deadlocksIn } from '../../support/race.ts';

let flows: FlowsUnderTest;
beforeAll(async () => {
  flows = await flowsUnderTest();
});
afterEach(async () => {
  await flows.expectSound();
  flows.errors.length = 0;
  for (const type of Object.keys(flows.executors)) delete flows.executors[type as keyof typeof flows.executors];
});
afterAll(() => flows.close());

const wait = (step_id: string, minutes: number, more: Partial<StepGiven> = {}): StepGiven =>
  ({ step_id, type: 'wait', duration_amount: minutes, duration_unit: 'minutes', ...more }) as StepGiven;
const isInCity = (city: string) => ({ kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: city });
const check = (step_id: string, city: string, more: object): StepGiven =>
  ({
    step_id,
    type: 'condition_check',
    condition: isInCity(city),
    true_step_id: null,
    false_step_id: null,
    default_step_id: null,
    ...more,
  }) as StepGiven;
const setCity = (ids: string[], city: string) => flows.db.prisma.contact.updateMany({ where: { id: { in: ids } }, data: { city } });

describe('a flow of which there is always more to be told', () => {
  it.runIf(isAtLength)('moves its members all the same', async () => {
    let left = 80;
    const telling = await flowsUnderTest({
      async takeEndings({ db, workspaceId }, flowId) {
        // At each query, a new contact waits to enter, and an event waits in the inbox.
        if (left > 0)
          for (const kind of ['look', 'entry'])
            await db.prisma.flowInbox.create({ data: { workspaceId, flowId, kind, contactId: newId(), at: new Date() } });
        left -= 1;
        return [];
      },
    });
    try {
      let movedAt: number | undefined;
      telling.executors.drop_from_flow = async (_call, _step, members) => {
        movedAt ??= left;
        return new Map(members.map(({ id }) => [id, { kind: 'done', outcome: 'dropped' }]));
      };
      const flow = await telling.flow([wait('now', 1), { step_id: 'out', type: 'drop_from_flow' }]);
      await telling.enter(flow, await telling.contacts(1));
      telling.clock.advance({ minutes: 2 });
      await telling.turns();
      expect(movedAt).toBeGreaterThan(30);
    } finally {
      await telling.close();
    }
  });
});

describe('a member', () => {
  it('waits for its time, and comes to the end', async () => {
    const flow = await flows.flow([wait('an_hour', 60), wait('a_day', 1440)]);
    const [maya] = (await flows.contacts(1)) as [string];
    await flows.enter(flow, [maya]);
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ 'an_hour waiting': 1 });
    flows.clock.advance({ minutes: 59 });
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ 'an_hour waiting': 1 });
    flows.clock.advance({ minutes: 1, seconds: 1 });
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ 'a_day waiting': 1 });
    flows.clock.advance({ days: 1, seconds: 1 });
    await flows.settle();
    expect([await flows.whereabouts(flow), await flows.history(flow, maya)]).toEqual([
      { completed: 1 },
      ['an_hour elapsed', 'a_day elapsed'],
    ]);
    const entries = await flows.db.prisma.contactActivity.findMany({ where: { contactId: maya }, orderBy: { occurredAt: 'asc' } });
    expect(entries.map(({ type, metadata }) => [type, metadata])).toMatchObject([
      ['flow_entered', { flow_id: flow.flowId, entered_via: 'manual' }],
      ['flow_exited', { flow_id: flow.flowId, status: 'completed', drop_reason: null }],
    ]);
  });

  it('leaves where its step is gone, and nobody has seen to it', async () => {
    const flow = await flows.flow([wait('an_hour', 60), wait('a_day', 1440)]);
    const ids = await flows.contacts(2);
    await flows.enter(flow, ids);
    await flows.settle();
    const [, second] = (await flows.definition(flow)).steps;
    const key = { workspaceId_id: { workspaceId: flow.workspaceId, id: flow.flowId } };
    await flows.db.prisma.flow.update({ where: key, data: { steps: [second] as never } });
    flows.clock.advance({ minutes: 61 });
    await flows.settle();
    expect([await flows.whereabouts(flow), await flows.history(flow, ids[0] as string)]).toEqual([
      { step_removed: 2 },
      ['an_hour cancelled'],
    ]);
  });

  it('goes one way or the other by a condition, and by default_step_id where its own edge is absent; end ends', async () => {
    const flow = await flows.flow([
      check('oslo', 'Oslo', { true_step_id: 'stay', default_step_id: 'bergen' }),
      check('bergen', 'Bergen', { true_step_id: 'out', false_step_id: 'end', default_step_id: 'stay' }),
      wait('stay', 10),
      { step_id: 'out', type: 'drop_from_flow' },
    ]);
    const cities = ['Oslo', 'Bergen', 'Rome'];
    const ids = await flows.contacts(3, (i) => ({ city: cities[i] }));
    await flows.enter(flow, ids);
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ 'stay waiting': 1, drop_step: 1, completed: 1 });
    expect(await Promise.all(ids.map((id) => flows.history(flow, id)))).toEqual([
      ['oslo true'],
      ['oslo false', 'bergen true', 'out dropped'],
      ['oslo false', 'bergen false'],
    ]);
  });

  it.runIf(isAtLength)(
    'waits for a condition until it is met, by whatever is told of it and every minute, or until the time is over',
    async () => {
      const until = { type: 'wait', condition: isInCity('Oslo') };
      const flow = await flows.flow([
        { step_id: 'move', ...until, timeout_amount: 1, timeout_unit: 'hours', timeout_step_id: 'out' } as StepGiven,
        { ...wait('stay', 10), next_step_id: null } as StepGiven,
        { step_id: 'out', type: 'drop_from_flow' },
      ]);
      const [told, seen, never] = (await flows.contacts(3)) as [string, string, string];
      await flows.enter(flow, [told, seen, never]);
      await flows.settle();
      expect(await flows.whereabouts(flow)).toEqual({ 'move waiting': 3 });
      await setCity([told], 'Oslo');
      await flows.db.prisma.flowInbox.create({ data: { ...flow, kind: 'look', contactId: told, at: flows.clock.now() } });
      await flows.settle();
      expect(await flows.whereabouts(flow)).toEqual({ 'move waiting': 2, 'stay waiting': 1 });
      await setCity([seen], 'Oslo');
      flows.clock.advance({ minutes: 1, seconds: 1 });
      await flows.settle();
      expect(await flows.whereabouts(flow)).toEqual({ 'move waiting': 1, 'stay waiting': 2 });
      flows.clock.advance({ hours: 1 });
      await flows.settle();
      expect(await flows.whereabouts(flow)).toEqual({ drop_step: 1, completed: 2 });
      expect(await flows.history(flow, never)).toEqual(['move timed_out', 'out dropped']);
    },
  );

  it('goes on after a time that is over as after a condition that is met, unless it says where', async () => {
    const patient = (step_id: string, timeout_step_id: string | null) =>
      ({ step_id, type: 'wait', condition: isInCity('Oslo'), timeout_amount: 1, timeout_unit: 'hours', timeout_step_id }) as StepGiven;
    const flow = await flows.flow([patient('first', null), patient('second', 'end'), { step_id: 'out', type: 'drop_from_flow' }]);
    const [member] = (await flows.contacts(1)) as [string];
    await flows.enter(flow, [member]);
    for (let hour = 0; hour < 2; hour++) {
      await flows.settle();
      flows.clock.advance({ hours: 1 });
    }
    await flows.settle();
    expect(await flows.history(flow, member)).toEqual(['first timed_out', 'second timed_out']);
    expect(await flows.whereabouts(flow)).toEqual({ completed: 1 });
  });

  it('waits for a date of its own, and goes on at once when there is none or it is over', async () => {
    const flow = await flows.flow([{ step_id: 'joined', type: 'wait', until_date_field: 'createdAt' } as StepGiven]);
    const future = new Date(flows.clock.now().getTime() + 86_400_000);
    const [past, later] = [...(await flows.contacts(1)), ...(await flows.contacts(1, () => ({ createdAt: future })))] as [string, string];
    await flows.enter(flow, [past, later]);
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ completed: 1, 'joined waiting': 1 });
    const { workspaceId } = flows;
    const at = flows.clock.now();
    const field = { workspaceId, id: newId(), apiName: 'renewal', displayName: 'Renewal', valueType: 'date', status: 'active' };
    await flows.db.prisma.contactFieldDefinition.create({ data: { ...field, createdByName: 'Test', createdAt: at, updatedAt: at } });
    const nobody = await flows.flow([{ step_id: 'never', type: 'wait', until_date_field: 'renewal' } as StepGiven]);
    await flows.enter(nobody, [past]);
    await flows.settle();
    expect(await flows.history(nobody, past)).toEqual(['never no_date']);
    // Without the field, the condition has no answer.
    await flows.db.prisma.contactFieldDefinition.updateMany({ where: { workspaceId }, data: { status: 'archived' } });
    await flows.enter(nobody, [later]);
    await flows.settle();
    expect(await flows.whereabouts(nobody)).toEqual({ completed: 1, 'never waiting': 1 });
    flows.clock.advance({ days: 1, seconds: 1 });
    await flows.settle();
    expect(await flows.history(flow, later)).toEqual(['joined elapsed']);
  });

  it('who comes to fit the rules is dropped at the next move', async () => {
    const flow = await flows.flow([wait('an_hour', 60), wait('another', 60)], { rules: isInCity('Rome') });
    const ids = await flows.contacts(2);
    await flows.enter(flow, ids);
    await setCity(ids.slice(0, 1), 'Rome');
    flows.clock.advance({ hours: 1, seconds: 1 });
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ disqualified: 1, 'another waiting': 1 });
    expect(await flows.history(flow, ids[0] as string)).toEqual(['an_hour cancelled']);
  });

  it('whose contact is deleted leaves under the name that it had', async () => {
    const flow = await flows.flow([wait('an_hour', 60)]);
    const [maya] = (await flows.contacts(1)) as [string];
    await flows.enter(flow, [maya]);
    await flows.db.prisma.flowInbox.create({
      data: { ...flow, kind: 'gone', contactId: maya, at: flows.clock.now(), displayName: 'Maya', email: 'maya@example.net' },
    });
    await flows.db.prisma.contactMoments.deleteMany({ where: { contactId: maya } });
    await flows.db.prisma.contact.deleteMany({ where: { id: maya } });
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ contact_deleted: 1 });
    expect(await flows.db.prisma.flowMembership.findFirst({ where: flow })).toMatchObject({
      displayName: 'Maya',
      email: 'maya@example.net',
    });
  });

  it.runIf(isAtLength)('comes to no step more than a hundred times', async () => {
    const flow = await flows.flow([
      { ...wait('round', 1), next_step_id: 'and' } as StepGiven,
      { ...wait('and', 1), next_step_id: 'round' } as StepGiven,
    ]);
    const [maya] = (await flows.contacts(1)) as [string];
    await flows.enter(flow, [maya]);
    await flows.hasGoneRound(flow, maya, ['round', 'and'], 98);
    for (let i = 0; i < 4; i++) {
      await flows.settle();
      flows.clock.advance({ minutes: 1, seconds: 1 });
    }
    expect(await flows.whereabouts(flow)).toEqual({ 'and waiting': 1 });
    await flows.settle();
    expect([await flows.whereabouts(flow), (await flows.history(flow, maya)).length]).toEqual([{ step_failed: 1 }, 200]);
  });
});

describe('who enters', () => {
  it('is in the flow once at a time, and may come again afterwards', async () => {
    const flow = await flows.flow([wait('an_hour', 60)]);
    const [maya] = (await flows.contacts(1)) as [string];
    expect((await flows.enter(flow, [maya])).get(maya)).toMatchObject({ was: 'entered' });
    expect((await flows.enter(flow, [maya])).get(maya)).toEqual({ was: 'in_flow' });
    flows.clock.advance({ hours: 1, seconds: 1 });
    await flows.settle();
    expect((await flows.enter(flow, [maya])).get(maya)).toMatchObject({ was: 'entered' });
  });

  it.runIf(isAtLength)('comes once for ever where the flow says so, also when many ask at once', async () => {
    const flow = await flows.flow([check('now', 'Oslo', {})], { reentry: 'no_reentry' });
    const ids = await flows.contacts(3);
    const asked = Array.from({ length: 20 }, async () => {
      try {
        return [...(await flows.enter(flow, ids)).values()].filter(({ was }) => was === 'entered').length;
      } catch {
        return 0;
      } finally {
        await flows.settle();
      }
    });
    expect((await Promise.all(asked)).reduce((sum, n) => sum + n, 0)).toBe(3);
    expect([await flows.whereabouts(flow), await deadlocksIn(flows.db)]).toEqual([{ completed: 3 }, 0]);
    expect((await flows.enter(flow, ids)).get(ids[0] as string)).toEqual({ was: 'was_in_flow' });
  });

  it('a second membership of a flow that lets in once is refused by the database, whoever did not look', async () => {
    const flow = await flows.flow([check('now', 'Oslo', {})], { reentry: 'no_reentry' });
    const [maya] = (await flows.contacts(1)) as [string];
    await flows.enter(flow, [maya]);
    await flows.settle();
    const again = sql`
      INSERT INTO flow_memberships (workspace_id, id, flow_id, contact_id, entered_via, entered_at, status, sole)
      SELECT workspace_id, uuid_v7(now()), flow_id, contact_id, entered_via, now(), 'under_way', true FROM flow_memberships
      WHERE flow_id = ${flow.flowId}::uuid`;
    await expect(flows.db.query(again)).rejects.toThrow('flow_memberships_sole');
  });

  it.runIf(isAtLength)('comes ten times a day at most', async () => {
    const flow = await flows.flow([check('now', 'Oslo', {})]);
    const [maya] = (await flows.contacts(1)) as [string];
    const was: string[] = [];
    for (let i = 0; i < 12; i++) {
      was.push((await flows.enter(flow, [maya])).get(maya)?.was ?? 'nothing');
      await flows.settle();
    }
    expect(was).toEqual([...Array(10).fill('entered'), 'limit', 'limit']);
    flows.clock.advance({ days: 1, seconds: 1 });
    expect((await flows.enter(flow, [maya])).get(maya)?.was).toBe('entered');
    await flows.settle();
  });

  it('fits the rules that keep it out: by a trigger nothing is left of it, by hand a membership that is over and does not count', async () => {
    const flow = await flows.flow([wait('an_hour', 60)], { rules: isInCity('Rome'), reentry: 'no_reentry' });
    const [maya] = (await flows.contacts(1, () => ({ city: 'Rome' }))) as [string];
    expect((await flows.enter(flow, [maya], 'contact_created')).get(maya)).toBeUndefined();
    expect((await flows.enter(flow, [maya])).get(maya)).toMatchObject({ was: 'disqualified' });
    expect(await flows.whereabouts(flow)).toEqual({ disqualified: 1 });
    await setCity([maya], 'Oslo');
    expect((await flows.enter(flow, [maya])).get(maya)).toMatchObject({ was: 'entered' });
  });

  it('is told by a trigger, in the order of what happened, and once for many events', async () => {
    const flow = await flows.flow([wait('an_hour', 60)]);
    const [one, two] = (await flows.contacts(2)) as [string, string];
    const entry = (contactId: string, enteredVia: string) => ({ ...flow, kind: 'entry', contactId, enteredVia, at: flows.clock.now() });
    await flows.db.prisma.flowInbox.createMany({
      data: [entry(one, 'form_submitted'), entry(two, 'contact_created'), entry(one, 'contact_updated')],
    });
    await flows.settle();
    const members = await flows.db.prisma.flowMembership.findMany({ where: flow });
    expect(new Map(members.map(({ contactId, enteredVia }) => [contactId, enteredVia]))).toEqual(
      new Map([
        [one, 'form_submitted'],
        [two, 'contact_created'],
      ]),
    );
    expect(await flows.db.prisma.flowInbox.count({ where: flow })).toBe(0);
  });
});

describe('a flow', () => {
  it('that is paused keeps everybody where they are; what fell due runs when it goes on, and so does who wanted to enter', async () => {
    const flow = await flows.flow([wait('an_hour', 60)]);
    const [maya, noor] = (await flows.contacts(2)) as [string, string];
    await flows.enter(flow, [maya]);
    await flows.pause(flow);
    await flows.db.prisma.flowInbox.create({
      data: { ...flow, kind: 'entry', contactId: noor, enteredVia: 'contact_created', at: flows.clock.now() },
    });
    flows.clock.advance({ hours: 2 });
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ 'an_hour waiting': 1 });
    await flows.activate(flow);
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ completed: 1, 'an_hour waiting': 1 });
  });

  it.runIf(isAtLength)('that is archived drops everybody, many in the background', async () => {
    const flow = await flows.flow([wait('an_hour', 60), wait('more', 60)]);
    await flows.enter(flow, await flows.contacts(1_100));
    await flows.pause(flow);
    await flows.archive(flow);
    expect(await flows.whereabouts(flow)).toEqual({ flow_archived: 1_000, 'an_hour waiting': 100 });
    await flows.expectSound();
    await flows.settle();
    expect([await flows.whereabouts(flow), await flows.db.prisma.flowChore.count({ where: flow })]).toEqual([{ flow_archived: 1_100 }, 0]);
    expect(
      await flows.db.prisma.contactActivity.count({ where: { type: 'flow_exited', metadata: { path: ['flow_id'], equals: flow.flowId } } }),
    ).toBe(1_100);
  });

  it('that is deleted goes with all that is its', async () => {
    const flow = await flows.flow([wait('an_hour', 60)]);
    await flows.enter(flow, await flows.contacts(5));
    const where = { workspaceId_id: { workspaceId: flow.workspaceId, id: flow.flowId } };
    await flows.archive(flow);
    await flows.db.prisma.flow.update({ where, data: { status: 'deleted' } });
    await flows.db.prisma.flowRun.updateMany({ where: flow, data: { wakeAt: flows.clock.now() } });
    await flows.settle();
    expect(await flows.db.prisma.flow.count({ where: { workspaceId: flow.workspaceId, id: flow.flowId } })).toBe(0);
    expect([
      await flows.db.prisma.flowMembership.count({ where: flow }),
      await flows.db.prisma.flowVisit.count({ where: { flowId: flow.flowId } }),
      await flows.db.prisma.flowTally.count({ where: flow }),
    ]).toEqual([0, 0, 0]);
  });

  it('whose steps are edited: members of one that is gone leave or go to another; a wait counts from when they came', async () => {
    const flow = await flows.flow([wait('first', 60), wait('second', 60), wait('third', 60)]);
    const definition = await flows.definition(flow);
    const ids = await flows.contacts(3);
    await flows.enter(flow, ids);
    const put = (contactId: string, stepId: string) =>
      flows.db.prisma.flowPosition.updateMany({ where: { ...flow, contactId }, data: { stepId } });
    await put(ids[1] as string, 'second');
    await put(ids[2] as string, 'third');
    await flows.db.query(sql`
      INSERT INTO flow_tallies (workspace_id, flow_id, step_id, name, count) VALUES
        (${flow.workspaceId}::uuid, ${flow.flowId}::uuid, 'first', 'entered', -2), (${flow.workspaceId}::uuid, ${flow.flowId}::uuid, 'second', 'entered', 1),
        (${flow.workspaceId}::uuid, ${flow.flowId}::uuid, 'third', 'entered', 1)`);
    await flows.pause(flow);
    const [first, second, third] = definition.steps as [StepGiven, StepGiven, StepGiven];
    const where = { workspaceId_id: { workspaceId: flow.workspaceId, id: flow.flowId } };
    await flows.db.transaction(async (tx) => {
      await tx.prisma.flow.update({ where, data: { steps: [{ ...first, duration_amount: 5 }, third] as never } });
      await stepsChanged({ ...flow, db: tx, now: flows.clock.now() }, flow.flowId, { removed: [second as never], changedWaits: ['first'] });
    });
    expect(await flows.whereabouts(flow)).toEqual({ 'first waiting': 1, step_removed: 1, 'third waiting': 1 });
    await flows.db.transaction(async (tx) => {
      await tx.prisma.flow.update({ where, data: { steps: [{ ...first, duration_amount: 5 }] as never } });
      await stepsChanged({ ...flow, db: tx, now: flows.clock.now() }, flow.flowId, {
        removed: [third as never],
        replacedBy: 'first',
        changedWaits: [],
      });
    });
    expect(await flows.whereabouts(flow)).toEqual({ 'first waiting': 2, step_removed: 1 });
    await flows.activate(flow);
    flows.clock.advance({ minutes: 5, seconds: 1 });
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ completed: 2, step_removed: 1 });
  });

  it.runIf(isAtLength)('with more members to see to than fit into a request goes on where it stopped', async () => {
    const flow = await flows.flow([wait('first', 60)]);
    await flows.enter(flow, await flows.contacts(1_100));
    await flows.pause(flow);
    // It sleeps by now.
    await flows.settle();
    const steps = [wait('first', 5, { next_step_id: null })];
    await flows.db.transaction(async (tx) => {
      await tx.prisma.flow.update({
        where: { workspaceId_id: { workspaceId: flow.workspaceId, id: flow.flowId } },
        data: { steps: steps as never },
      });
      await addChores({ ...flow, db: tx }, flow.flowId, [{ kind: 'restamp', stepId: 'first' }]);
      await stepsChanged({ ...flow, db: tx, now: flows.clock.now() }, flow.flowId, { removed: [], changedWaits: [] });
    });
    const restamped = () =>
      flows.db.prisma.flowPosition.count({ where: { ...flow, dueAt: { lt: new Date(flows.clock.now().getTime() + 10 * 60_000) } } });
    expect(await restamped()).toBe(1_000);
    await flows.settle();
    expect([await restamped(), await flows.db.prisma.flowChore.count()]).toEqual([1_100, 0]);
  });
});

describe('a mistake of ours', () => {
  it.runIf(isAtLength)('about one member is found among many, fails its step, and the others go on', async () => {
    const flow = await flows.flow([{ step_id: 'mend', type: 'update_contact', updates: [] } as StepGiven, wait('stay', 10)]);
    const ids = await flows.contacts(80);
    const poison = ids[45] as string;
    flows.executors.update_contact = async (_call, _step, members) => {
      if (members.some(({ contactId }) => contactId === poison)) throw new Error('boom');
      return new Map(members.map(({ id }) => [id, { kind: 'done', outcome: 'updated' }]));
    };
    await flows.enter(flow, ids);
    // After each failure it rests while the clock stands still, and no other member waits for it.
    const goOn = flows.clock.stop();
    await flows.turns();
    goOn();
    expect(flows.errors).toHaveLength(1);
    for (let i = 0; i < 25; i++) {
      await flows.settle();
      flows.clock.advance({ minutes: 2 });
    }
    expect(await flows.history(flow, poison)).toEqual(['mend failed', 'stay elapsed']);
    expect(await flows.whereabouts(flow)).toEqual({ completed: 80 });
    expect(flows.errors.length).toBeLessThan(20);
  });
});
