/** Waits until a time of day: the next such moment in each time zone, and members who wait for theirs. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../../generated/api.d.ts';
import { nextTimeOfDay } from '../../../src/campaigns/flows/calendar.ts';
import { updateWorkspace } from '../../../src/workspaces/workspaces.service.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { type FlowsUnderTest, flowsUnderTest, type StepGiven } from '../../support/flows.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';

type Schemas = components['schemas'];
type Days = Schemas['Weekday'][] | null;

const WEEKEND: Days = ['saturday', 'sunday'];
const WORKDAYS: Days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const next = (from: string, time: string, zone: string, days: Days = null) =>
  nextTimeOfDay({ time, days }, zone, new Date(from)).toISOString();

describe('the next time of day', () => {
  it.each<[what: string, from: string, time: string, zone: string, days: Days, expected: string]>([
    ['is today before it', '2026-07-14T06:59:59.999Z', '09:00', 'Europe/Oslo', null, '2026-07-14T07:00:00.000Z'],
    ['is now at it', '2026-07-14T07:00:00.000Z', '09:00', 'Europe/Oslo', null, '2026-07-14T07:00:00.000Z'],
    ['is tomorrow just after it', '2026-07-14T07:00:00.001Z', '09:00', 'Europe/Oslo', null, '2026-07-15T07:00:00.000Z'],
    ['is on the next of the days', '2026-07-17T07:00:00.001Z', '09:00', 'Europe/Oslo', WORKDAYS, '2026-07-20T07:00:00.000Z'],
    ['is a week later with a single day', '2026-07-14T07:00:00.001Z', '09:00', 'Europe/Oslo', ['tuesday'], '2026-07-21T07:00:00.000Z'],
    ['goes by the days of the zone, ahead of UTC', '2026-07-17T14:00:00.000Z', '00:30', 'Asia/Tokyo', WEEKEND, '2026-07-17T15:30:00.000Z'],
    ['and behind it', '2026-07-20T03:00:00.000Z', '21:00', 'America/Los_Angeles', WEEKEND, '2026-07-20T04:00:00.000Z'],
    ['where clocks skip it is when they do', '2026-03-28T12:00:00.000Z', '02:30', 'Europe/Oslo', null, '2026-03-29T01:00:00.000Z'],
    ['which is now at that moment', '2026-03-29T01:00:00.000Z', '02:30', 'Europe/Oslo', null, '2026-03-29T01:00:00.000Z'],
    ['and tomorrow just after it', '2026-03-29T01:00:00.001Z', '02:30', 'Europe/Oslo', null, '2026-03-30T00:30:00.000Z'],
    ['where clocks show it twice is the first', '2026-10-24T12:00:00.000Z', '02:30', 'Europe/Oslo', null, '2026-10-25T00:30:00.000Z'],
    ['and tomorrow between the two', '2026-10-25T01:00:00.000Z', '02:30', 'Europe/Oslo', null, '2026-10-26T01:30:00.000Z'],
    ['where clocks move by half an hour', '2026-10-03T12:00:00.000Z', '02:15', 'Australia/Lord_Howe', null, '2026-10-03T15:30:00.000Z'],
    ['where midnight is skipped', '2026-09-05T12:00:00.000Z', '00:00', 'America/Santiago', null, '2026-09-06T04:00:00.000Z'],
    [
      'on a day that a zone skipped is when it did',
      '2011-12-30T00:00:00.000Z',
      '09:00',
      'Pacific/Apia',
      ['friday'],
      '2011-12-30T10:00:00.000Z',
    ],
    ['in a zone far ahead', '2026-07-14T10:00:00.001Z', '00:00', 'Pacific/Kiritimati', null, '2026-07-15T10:00:00.000Z'],
  ])('%s', (_what, from, time, zone, days, expected) => {
    expect(next(from, time, zone, days)).toBe(expected);
  });

  it('is the first minute that a clock of the zone shows as that time, going from minute to minute', () => {
    const clockOf = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const zones = ['UTC', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Pacific/Auckland', 'Africa/Casablanca'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom('00', '07', '30', '59'),
        fc.integer({ min: 0, max: 300_000 }),
        fc.constantFrom<Days>(null, WEEKEND, ['wednesday']),
        (zone, hour, minute, minutes, days) => {
          const time = `${String(hour).padStart(2, '0')}:${minute}`;
          const from = Date.UTC(2026, 5, 1) + minutes * 60_000;
          const clock = clockOf(zone);
          const isIt = (moment: number) => {
            const shown = clock.format(moment).toLowerCase();
            return shown.endsWith(time) && (days === null || days.some((day) => shown.startsWith(day)));
          };
          const found = nextTimeOfDay({ time, days }, zone, new Date(from)).getTime();
          // On a day when clocks move, a local time may occur twice or not at all.
          const offsets = new Set([from - 86_400_000, from, found, found + 86_400_000].map((at) => clockOffset(zone, at)));
          fc.pre(offsets.size === 1);
          for (let moment = from; moment < found; moment += 60_000) if (isIt(moment)) expect(new Date(moment)).toEqual(new Date(found));
          expect(isIt(found)).toBe(true);
        },
      ),
      { numRuns: rounds(20, 300) },
    );
  });
});

const clockOffset = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at).find(({ type }) => type === 'timeZoneName')
    ?.value ?? '';

describe('a wait until a time of day', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    service = await startTestService();
    workspace = await service.workspace();
    await updateWorkspace(service.db, workspace.id, { timezone: 'Asia/Tokyo' }, service.clock.now());
    await must(workspace.api.POST('/v1/contact-fields', { body: { display_name: 'Zone', value_type: 'string' } }));
    await must(workspace.api.POST('/v1/contact-fields', { body: { display_name: 'Shoe size', value_type: 'number' } }));
  });
  afterAll(() => service.stop());

  const draft = async (step: object) =>
    must(
      workspace.api.POST('/v1/email-flows', {
        body: { name: 'Mornings', steps: [{ step_id: 'morning', type: 'wait', ...step } as Schemas['FlowStepInput']] },
      }),
    );
  const running = async (step: object) => {
    const { flow_id: flowId } = await draft(step);
    await must(
      workspace.api.PUT('/v1/email-flows/{flowId}/triggers', {
        params: { path: { flowId } },
        body: { triggers: [{ type: 'contact_created' }] },
      }),
    );
    await must(workspace.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
    return flowId;
  };
  const end = async (flowId: string) => {
    await must(workspace.api.POST('/v1/email-flows/{flowId}/pause', { params: { path: { flowId } } }));
    await must(workspace.api.POST('/v1/email-flows/{flowId}/archive', { params: { path: { flowId } } }));
  };
  let made = 0;
  const people = async (...zones: (string | null)[]) => {
    const items = zones.map((zone) => ({ email: `p${++made}@mail.example`, custom_fields: { zone } }));
    const answer = await must(workspace.api.POST('/v1/contacts/upsert', { body: { items } }));
    await service.drain();
    return answer.items.map((item) => (item as { contact_id: string }).contact_id);
  };
  const membersOf = async (flowId: string) => {
    const { members } = await must(workspace.api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId } } }));
    return new Map(members.map((member) => [member.contact_id, member]));
  };
  /** The local time of a zone at a moment. */
  const clockAt = (timeZone: string, at: string | null | undefined) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(Date.parse(at ?? ''));

  it.each([
    ['a time that is none', { until_time: '24:00' }, 'step.until_time'],
    ['a time of another form', { until_time: '9:00' }, 'step.until_time'],
    ['a day that is none', { until_time: '09:00', until_days: ['someday'] }, 'step.until_days.0'],
    ['no day', { until_time: '09:00', until_days: [] }, 'step.until_days'],
    ['a day twice', { until_time: '09:00', until_days: ['monday', 'monday'] }, 'step.until_days.1'],
    ['an unknown time zone', { until_time: '09:00', timezone: 'Europe/Atlantis' }, 'step.timezone'],
    ['a duration beside it', { until_time: '09:00', duration_amount: 1, duration_unit: 'days' }, 'step.until_time'],
  ])('is refused with %s', async (_what, step, path) => {
    const { flow_id: flowId } = await draft({ until_time: null });
    const { response, error } = await workspace.api.POST('/v1/email-flows/{flowId}/steps', {
      params: { path: { flowId } },
      body: { step: { step_id: 'other', type: 'wait', ...step } as Schemas['FlowStepInput'] },
    });
    expect(response.status).toBe(400);
    expect((error?.details as { issues?: { path: string }[] } | undefined)?.issues?.map((issue) => issue.path)).toContain(path);
  });

  it('is kept unfinished, and names as gaps what is missing', async () => {
    const { flow_id: flowId, steps, activation_readiness } = await draft({ until_time: null, timezone_field: 'shoe_size' });
    expect(steps).toEqual([
      {
        ...{ step_id: 'morning', type: 'wait', label: null, next_step_id: null },
        ...{ until_time: null, until_days: null, timezone: null, timezone_field: 'shoe_size' },
      },
    ]);
    const gaps = (of: typeof activation_readiness) => of?.missing.map(({ field, code }) => `${field} ${code}`);
    expect(gaps(activation_readiness)).toEqual(['triggers required', 'until_time required', 'timezone_field wrong_kind']);
    const patch = async (step: Schemas['FlowStepPatch']) =>
      must(
        workspace.api.PATCH('/v1/email-flows/{flowId}/steps/{stepId}', {
          params: { path: { flowId, stepId: 'morning' } },
          body: { step },
        }),
      );
    expect(gaps((await patch({ timezone_field: 'nowhere' })).activation_readiness)).toContain('timezone_field unknown');
    const { steps: set, activation_readiness: ready } = await patch({ until_time: '08:15', timezone_field: 'zone' });
    expect(gaps(ready)).toEqual(['triggers required']);
    expect(set[0]).toMatchObject({ until_time: '08:15', timezone_field: 'zone' });
    // Its own fields stay without the time, and leave with it for another kind of wait.
    expect((await patch({ until_time: null })).steps[0]).toMatchObject({ until_time: null, timezone_field: 'zone' });
    const { steps: rest } = await patch({ timezone_field: null, duration_amount: 1, duration_unit: 'days' });
    expect(rest[0]).toMatchObject({ duration_amount: 1 });
    expect((await patch({ duration_amount: null, duration_unit: null, until_time: '10:00' })).steps[0]).toMatchObject({
      until_time: '10:00',
    });
  });

  it.runIf(isAtLength)("lasts until the time in the workspace's zone, and without the flow's moving before", async () => {
    const flowId = await running({ until_time: '09:00' });
    const [id = ''] = await people(null);
    const before = (await membersOf(flowId)).get(id);
    expect([before?.status, clockAt('Asia/Tokyo', before?.wait_until)]).toEqual(['waiting', '09:00']);
    const left = Date.parse(before?.wait_until ?? '') - service.clock.now().getTime();
    expect(left).toBeLessThanOrEqual(86_400_000);
    service.clock.advance({ seconds: left / 1_000 - 60 });
    await service.drain();
    expect((await membersOf(flowId)).get(id)?.status).toBe('waiting');
    service.clock.advance({ seconds: 61 });
    await service.drain();
    const after = (await membersOf(flowId)).get(id);
    expect(after?.status).toBe('completed');
    const { steps } = await must(
      workspace.api.GET('/v1/email-flows/{flowId}/members/{membershipId}', {
        params: { path: { flowId, membershipId: after?.membership_id as string } },
      }),
    );
    expect(steps).toMatchObject([{ outcome: 'elapsed' }]);
    await end(flowId);
  });

  it.runIf(isAtLength)('goes by the zone of each contact, else by that of the step, and follows a change', async () => {
    const flowId = await running({ until_time: '07:45', timezone: 'America/Bogota', timezone_field: 'zone' });
    const zones = ['Europe/Oslo', 'pacific/auckland', 'Nowhere/Atlantis', '', null, 'x'.repeat(5_000)];
    const ids = await people(...zones);
    const members = await membersOf(flowId);
    const shown = ['Europe/Oslo', 'Pacific/Auckland', 'America/Bogota', 'America/Bogota', 'America/Bogota', 'America/Bogota'];
    expect(ids.map((id, i) => clockAt(shown[i] as string, members.get(id)?.wait_until))).toEqual(ids.map(() => '07:45'));
    const [first = '', ...others] = ids;
    await must(
      workspace.api.PATCH('/v1/contacts/{contact_id}', {
        params: { path: { contact_id: first } },
        body: { custom_fields: { zone: 'Asia/Kathmandu' } },
      }),
    );
    await service.drain();
    const moved = await membersOf(flowId);
    expect(clockAt('Asia/Kathmandu', moved.get(first)?.wait_until)).toBe('07:45');
    for (const id of others) expect(moved.get(id)?.wait_until).toBe(members.get(id)?.wait_until);

    // A field that an active flow uses cannot be archived.
    const { fields } = await must(workspace.api.GET('/v1/contact-fields'));
    const field = fields.find(({ api_name }) => api_name === 'zone');
    expect(field?.used_by).toMatchObject([{ id: flowId }]);
    await end(flowId);
  });

  it.runIf(isAtLength)('is counted from the arrival, whatever an edit makes of it', async () => {
    const flowId = await running({ until_time: '09:00', timezone: 'Europe/Oslo' });
    const [id = ''] = await people(null);
    const arrivedAt = service.clock.now();
    await must(workspace.api.POST('/v1/email-flows/{flowId}/pause', { params: { path: { flowId } } }));
    service.clock.advance({ days: 3 });
    await must(
      workspace.api.PATCH('/v1/email-flows/{flowId}/steps/{stepId}', {
        params: { path: { flowId, stepId: 'morning' } },
        body: { step: { until_days: [dayAfter(arrivedAt, 6, 'Europe/Oslo')] } },
      }),
    );
    await must(workspace.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
    await service.drain();
    const { wait_until } = (await membersOf(flowId)).get(id) ?? {};
    expect(clockAt('Europe/Oslo', wait_until)).toBe('09:00');
    const days = (Date.parse(wait_until ?? '') - arrivedAt.getTime()) / 86_400_000;
    expect([days > 4.9, days < 7.1]).toEqual([true, true]);
    await end(flowId);
  });
});

const dayAfter = (from: Date, days: number, timeZone: string): Schemas['Weekday'] =>
  new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' })
    .format(from.getTime() + days * 86_400_000)
    .toLowerCase() as Schemas['Weekday'];

describe('members at a wait until a time of day', () => {
  let flows: FlowsUnderTest;
  beforeAll(async () => {
    flows = await flowsUnderTest();
  });
  afterAll(() => flows.close());

  it.runIf(isAtLength)('go on at once exactly at the time, and a day later just after it', async () => {
    const resume = flows.clock.stop();
    try {
      const start = flows.clock.now();
      const time = (at: Date) => at.toISOString().slice(11, 16);
      // Noon to the minute, so that no midnight is near.
      flows.clock.advance({ seconds: (Math.ceil(start.getTime() / 60_000) * 60_000 - start.getTime()) / 1_000 });
      const noon = flows.clock.now();
      const step = { step_id: 'hour', type: 'wait', until_time: time(noon), until_days: null, timezone: 'UTC', timezone_field: null };
      const flow = await flows.flow([
        step as StepGiven,
        { step_id: 'rest', type: 'wait', duration_amount: 9, duration_unit: 'weeks' } as StepGiven,
      ]);
      await flows.enter(flow, await flows.contacts(3));
      await flows.turns();
      expect(await flows.whereabouts(flow)).toEqual({ 'rest waiting': 3 });
      flows.clock.advance({ seconds: 0.001 });
      await flows.enter(flow, await flows.contacts(2));
      await flows.turns();
      expect(await flows.whereabouts(flow)).toEqual({ 'rest waiting': 3, 'hour waiting': 2 });
      flows.clock.advance({ seconds: 86_399.998 });
      await flows.turns();
      expect(await flows.whereabouts(flow)).toEqual({ 'rest waiting': 3, 'hour waiting': 2 });
      flows.clock.advance({ seconds: 0.001 });
      await flows.turns();
      expect(await flows.whereabouts(flow)).toEqual({ 'rest waiting': 5 });
      await flows.expectSound();
    } finally {
      resume();
    }
  });

  it.runIf(isAtLength)('may go round in a loop, once a day', async () => {
    const resume = flows.clock.stop();
    try {
      const step = {
        step_id: 'hour',
        type: 'wait',
        until_time: '09:00',
        until_days: null,
        timezone: 'UTC',
        timezone_field: null,
        next_step_id: 'hour',
      };
      const flow = await flows.flow([step as StepGiven]);
      const [id = ''] = await flows.contacts(1);
      await flows.enter(flow, [id]);
      for (let day = 0; day < 5; day++) {
        await flows.turns();
        flows.clock.advance({ days: 1 });
      }
      expect(await flows.history(flow, id)).toEqual(Array(4).fill('hour elapsed'));
    } finally {
      resume();
    }
  });
});
