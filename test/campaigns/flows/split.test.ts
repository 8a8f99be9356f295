/** Members who are sent one of several ways by chance: how many take which, and that a membership always takes the same. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../../generated/api.d.ts';
import type { Executor } from '../../../src/campaigns/flows/engine/step.types.ts';
import { wayOf } from '../../../src/campaigns/flows/steps/split.ts';
import { toUlid } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { type FlowsUnderTest, flowsUnderTest, type StepGiven } from '../../support/flows.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { executorsWith } from '../../support/steps.ts';

type StepInput = components['schemas']['FlowStepInput'];

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const ways = (...weights: number[]) => weights.map((weight, i) => ({ name: NAMES[i] as string, weight, next_step_id: null }));

/** The same ids in every run, as members have them. */
const members = Array.from({ length: 20_000 }, (_value, i) => {
  const digits = createHash('sha256').update(`member ${i}`).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
});
const drawn = (weights: number[], stepId = 'test') => members.map((id) => wayOf(ways(...weights), id, stepId)?.name);

describe('the draw', () => {
  it.each([
    [[1, 1], 10.83],
    [[50, 50], 10.83],
    [[7, 3], 10.83],
    [[97, 2, 1], 13.82],
    [[1, 2, 3, 4, 5], 18.47],
    [[10_000, 1], 10.83],
  ])('of weights %j is as even as chance (chi-square below %f, which one of a thousand exceeds)', (weights, most) => {
    const names = drawn(weights);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const square = weights.reduce((sum, weight, i) => {
      const expected = (members.length * weight) / total;
      return sum + (names.filter((name) => name === NAMES[i]).length - expected) ** 2 / expected;
    }, 0);
    expect(square).toBeLessThan(most);
  });

  it('at one step says nothing of the draw at another', () => {
    const [first, second] = [drawn([1, 1], 'first'), drawn([1, 1], 'second')];
    const alike = first.filter((name, i) => name === second[i]).length;
    // Three standard deviations around one half.
    expect(Math.abs(alike - members.length / 2)).toBeLessThan(3 * Math.sqrt(members.length / 4));
  });

  it('follows from the ids and the weights, and not from names or edges', () => {
    const renamed = ways(3, 2).map((way, i) => ({ ...way, name: `way ${i}`, next_step_id: 'somewhere' }));
    for (const id of members.slice(0, 100))
      expect(renamed.findIndex(({ name }) => name === wayOf(renamed, id, 'test')?.name)).toBe(
        NAMES.indexOf(wayOf(ways(3, 2), id, 'test')?.name as string),
      );
  });

  it('stays what it is from release to release: members are under way meanwhile', () => {
    const ids = ['01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a02', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a03'];
    expect(['first', 'second'].map((step) => ids.map((id) => wayOf(ways(1, 1, 1), id, step)?.name).join(''))).toEqual(['cac', 'abb']);
  });

  it('always finds a way', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(weights, fc.uuid(), fc.string(), (given, id, step) => NAMES.includes(wayOf(ways(...given), id, step)?.name ?? '')),
    );
  });
});

describe('members', () => {
  let flows: FlowsUnderTest;
  beforeAll(async () => {
    flows = await flowsUnderTest();
  });
  afterAll(() => flows.close());

  const split = (given: object[], more: object = {}): StepGiven =>
    ({ step_id: 'test', type: 'split', ways: given, default_step_id: null, ...more }) as StepGiven;
  const rest = (step_id: string, next_step_id: string | null): StepGiven =>
    ({ step_id, type: 'wait', duration_amount: 1, duration_unit: 'minutes', next_step_id }) as StepGiven;
  const waysOf = async (flowId: string): Promise<Map<string, string[]>> => {
    const visits = await flows.db.prisma.flowVisit.findMany({ where: { flowId, type: 'split' }, orderBy: { visit: 'asc' } });
    return new Map(
      [...Map.groupBy(visits, ({ memberId }) => memberId)].map(([memberId, theirs]) => [
        memberId,
        theirs.map(({ details }) => (details as { way: string }).way),
      ]),
    );
  };

  it.runIf(isAtLength)('take the same way at every visit, and when the turn comes again after a crash', async () => {
    const given = [
      { name: 'a', weight: 1, next_step_id: 'a' },
      { name: 'b', weight: 2, next_step_id: 'b' },
    ];
    const ref = await flows.flow([split(given), rest('a', 'test'), rest('b', 'test')]);
    await flows.enter(ref, await flows.contacts(60));
    const real = executorsWith({}).split as Executor;
    let crashes = 2;
    flows.executors.split = async (...asked) => {
      const results = await real(...asked);
      if (crashes-- > 0) throw new Error('The process dies here');
      return results;
    };
    for (let round = 0; round < 4; round++) {
      for (let attempt = 0; attempt < 3; attempt++) {
        flows.clock.advance({ seconds: 30 });
        await flows.turns();
      }
    }
    expect(crashes).toBeLessThan(0);
    const taken = await waysOf(ref.flowId);
    expect(taken.size).toBe(60);
    for (const [memberId, names] of taken) {
      expect(names.length).toBeGreaterThan(2);
      expect(new Set(names)).toEqual(new Set([wayOf(given, memberId, 'test')?.name]));
    }
    expect(new Set([...taken.values()].flat())).toEqual(new Set(['a', 'b']));
    await flows.archive(ref);
    await flows.turns();
    await flows.expectSound();
  });

  it('fall back to the default where their way leads nowhere, and come to the end where it says so', async () => {
    const given = [
      { name: 'on', weight: 1, next_step_id: null },
      { name: 'out', weight: 1, next_step_id: 'end' },
    ];
    const ref = await flows.flow([split(given, { default_step_id: 'rest' }), rest('rest', null)]);
    await flows.enter(ref, await flows.contacts(40));
    await flows.turns();
    const { 'rest waiting': waiting = 0, completed = 0 } = await flows.whereabouts(ref);
    expect([waiting + completed, waiting > 0, completed > 0]).toEqual([40, true, true]);
    await flows.archive(ref);
    await flows.turns();
    await flows.expectSound();
  });
});

describe('a split', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const draft = (steps: StepInput[]) => must(service.api.POST('/v1/email-flows', { body: { name: 'Test', steps } }));
  const at = (flowId: string) => ({ params: { path: { flowId } } });
  const issuesOf = async (step: object): Promise<string[]> => {
    const { flow_id } = await draft([]);
    const { response, error } = await service.api.POST('/v1/email-flows/{flowId}/steps', {
      ...at(flow_id),
      body: { step: { step_id: 'test', type: 'split', ...step } as StepInput },
    });
    expect(response.status).toBe(400);
    return (error?.details as { issues?: { path: string }[] } | undefined)?.issues?.map(({ path }) => path) ?? [];
  };

  it.each([
    ['six ways', { ways: NAMES.concat('f').map((name) => ({ name })) }, ['step.ways']],
    ['a weight of nothing', { ways: [{ name: 'a', weight: 0 }, { name: 'b' }] }, ['step.ways.0.weight']],
    ['a weight in parts', { ways: [{ name: 'a', weight: 0.5 }, { name: 'b' }] }, ['step.ways.0.weight']],
    ['a weight beyond all', { ways: [{ name: 'a', weight: 10_001 }, { name: 'b' }] }, ['step.ways.0.weight']],
    ['a way without a name', { ways: [{ weight: 1 }, { name: 'b' }] }, ['step.ways.0.name']],
    ['two ways of one name', { ways: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] }, ['step.ways.2.name']],
    ['an edge of its own', { ways: [{ name: 'a' }, { name: 'b' }], next_step_id: 'end' }, ['step.next_step_id']],
  ])('is refused with %s', async (_what, step, paths) => {
    expect(await issuesOf(step)).toEqual(paths);
  });

  it('is kept unfinished, named as a gap, and finished by a patch', async () => {
    const { flow_id, steps, activation_readiness } = await draft([{ step_id: 'test', type: 'split' }]);
    expect(steps).toEqual([{ step_id: 'test', type: 'split', label: null, ways: [], default_step_id: null }]);
    const gaps = (of: typeof activation_readiness) => of?.missing.map(({ step_id, field, code }) => [step_id, field, code]);
    const noTrigger = [null, 'triggers', 'required'];
    expect(gaps(activation_readiness)).toEqual([noTrigger, ['test', 'ways', 'required']]);
    const patch = async (step: components['schemas']['FlowStepPatch']) =>
      must(
        service.api.PATCH('/v1/email-flows/{flowId}/steps/{stepId}', {
          params: { path: { flowId: flow_id, stepId: 'test' } },
          body: { step },
        }),
      );
    expect(gaps((await patch({ ways: [{ name: 'a' }] })).activation_readiness)).toEqual([noTrigger, ['test', 'ways', 'required']]);
    const led = await patch({ ways: [{ name: 'a', next_step_id: 'nowhere' }, { name: 'b' }], default_step_id: 'end' });
    expect(gaps(led.activation_readiness)).toEqual([noTrigger, ['test', 'ways.0.next_step_id', 'unknown']]);
    const done = await patch({ ways: [{ name: 'a' }, { name: 'b', weight: 3 }] });
    expect(gaps(done.activation_readiness)).toEqual([noTrigger]);
    expect(done.steps[0]).toMatchObject({
      ways: [
        { name: 'a', weight: 1, next_step_id: null },
        { name: 'b', weight: 3, next_step_id: null },
      ],
      default_step_id: 'end',
    });
    expect(gaps((await patch({ ways: null })).activation_readiness)).toEqual([noTrigger, ['test', 'ways', 'required']]);
  });

  it('holds the steps that it leads to, and lets its edges be repaired', async () => {
    const end = (step_id: string): StepInput => ({ step_id, type: 'drop_from_flow' });
    const { flow_id: flowId } = await draft([
      { step_id: 'test', type: 'split', ways: [{ name: 'a', next_step_id: 'x' }, { name: 'b' }], default_step_id: 'x' },
      end('x'),
      end('y'),
    ]);
    const remove = (body?: components['schemas']['DeleteEmailFlowStepRequest']) =>
      service.api.DELETE('/v1/email-flows/{flowId}/steps/{stepId}', { params: { path: { flowId, stepId: 'x' } }, body });
    const { error } = await remove();
    expect(error).toMatchObject({ error_code: 'campaign_flow_step_referenced', details: { referenced_by: ['test'] } });
    const { data } = await remove({ repair_edges: { replace_with_step_id: 'y' } });
    expect(data?.steps[0]).toMatchObject({ ways: [{ next_step_id: 'y' }, { next_step_id: null }], default_step_id: 'y' });
  });

  it.runIf(isAtLength)('shows its ways in the drawing, its counts in the report, and the way of a member in its history', async () => {
    const { api } = service;
    const { flow_id } = await draft([
      {
        ...{ step_id: 'test', type: 'split', label: 'Two subjects' },
        ways: [
          { name: '"short" <b>', weight: 1, next_step_id: 'short' },
          { name: 'long', weight: 3, next_step_id: 'long' },
        ],
      },
      { step_id: 'short', type: 'wait', duration_amount: 1, duration_unit: 'days' },
      { step_id: 'long', type: 'wait', duration_amount: 1, duration_unit: 'days' },
    ]);
    await must(api.PUT('/v1/email-flows/{flowId}/triggers', { ...at(flow_id), body: { triggers: [{ type: 'contact_created' }] } }));
    await must(api.POST('/v1/email-flows/{flowId}/activate', at(flow_id)));
    await must(
      api.POST('/v1/contacts/upsert', { body: { items: Array.from({ length: 30 }, (_value, i) => ({ email: `p${i}@mail.example` })) } }),
    );
    await service.drain();

    const { mermaid, drawing_url } = await must(api.GET('/v1/email-flows/{flowId}/graph', at(flow_id)));
    expect(mermaid).toContain('{"Two subjects<br/>Picks one of 2 ways by chance"}');
    expect(mermaid).toContain('-->|"#34;short#34; #60;b#62; #40;25#37;#41;"|');
    expect(mermaid).toContain('-->|"long #40;75#37;#41;"|');
    const page = await (await fetch(service.url + drawing_url.slice(new URL(drawing_url).origin.length))).text();
    expect(page).toContain('&quot;short&quot; &lt;b&gt; (25%)');
    expect(page).not.toContain('<b>');

    const { members } = await must(
      api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId: flow_id }, query: { limit: 100 } } }),
    );
    const { steps } = await must(api.GET('/v1/email-flows/{flowId}/report', at(flow_id)));
    for (const stepId of ['short', 'long'])
      expect(steps.find(({ step_id }) => step_id === stepId)?.entered_count).toBe(
        members.filter(({ current_step_id }) => current_step_id === stepId).length,
      );
    const rows = await service.db.prisma.flowPosition.findMany({ where: { flowId: flow_id } });
    for (const { membership_id, current_step_id } of members) {
      const memberId = rows.find((row) => toUlid(row.memberId) === membership_id)?.memberId as string;
      const way = wayOf(
        [
          { name: 'short', weight: 1, next_step_id: null },
          { name: 'long', weight: 3, next_step_id: null },
        ],
        memberId,
        'test',
      );
      expect(current_step_id).toBe(way?.name);
    }
    const [first] = members;
    const detail = await must(
      api.GET('/v1/email-flows/{flowId}/members/{membershipId}', {
        params: { path: { flowId: flow_id, membershipId: first?.membership_id as string } },
      }),
    );
    expect(detail.steps.map(({ type, outcome, way }) => [type, outcome, way])).toEqual([
      ['split', 'drawn', first?.current_step_id === 'long' ? 'long' : '"short" <b>'],
      ['wait', null, null],
    ]);
  });
});
