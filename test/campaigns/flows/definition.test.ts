/** Flows through the API: their parts, the statuses in which they change, and refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components, paths } from '../../../generated/api.d.ts';
import { createTokenSealing } from '../../../src/campaigns/flows/webhooks/tokens.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { startTestService, type TestService } from '../../support/service.ts';

type FlowBody = paths['/v1/email-flows']['post']['requestBody']['content']['application/json'];
type Step = components['schemas']['FlowStepInput'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (flowId: string) => ({ params: { path: { flowId } } });
const atStep = (flowId: string, stepId: string) => ({ params: { path: { flowId, stepId } } });
const make = (body: Partial<FlowBody> = {}) => service.api.POST('/v1/email-flows', { body: { name: 'Welcome', ...body } });
const made = async (body: Partial<FlowBody> = {}) => (await must(make(body))).flow_id;
const read = (flowId: string) => must(service.api.GET('/v1/email-flows/{flowId}', at(flowId)));
const change = (flowId: string, body: components['schemas']['UpdateEmailFlowRequest']) =>
  service.api.PATCH('/v1/email-flows/{flowId}', { ...at(flowId), body });
const setSteps = (flowId: string, steps: Step[]) => service.api.PUT('/v1/email-flows/{flowId}/steps', { ...at(flowId), body: { steps } });
const setTriggers = (flowId: string, triggers: components['schemas']['FlowTriggerInput'][]) =>
  service.api.PUT('/v1/email-flows/{flowId}/triggers', { ...at(flowId), body: { triggers } });
const add = (flowId: string, body: components['schemas']['AddEmailFlowStepRequest']) =>
  service.api.POST('/v1/email-flows/{flowId}/steps', { ...at(flowId), body });
const patch = (flowId: string, stepId: string, step: components['schemas']['FlowStepPatch']) =>
  service.api.PATCH('/v1/email-flows/{flowId}/steps/{stepId}', { ...atStep(flowId, stepId), body: { step } });
const drop = (flowId: string, stepId: string, body: components['schemas']['DeleteEmailFlowStepRequest'] = {}) =>
  service.api.DELETE('/v1/email-flows/{flowId}/steps/{stepId}', { ...atStep(flowId, stepId), body });
const move = (flowId: string, to: 'activate' | 'pause' | 'archive') => service.api.POST(`/v1/email-flows/{flowId}/${to}`, at(flowId));
const remove = (flowId: string) => service.api.DELETE('/v1/email-flows/{flowId}', at(flowId));
const wait = (step_id: string, next_step_id: string | null = null, duration_amount = 1): Step => ({
  step_id,
  type: 'wait',
  duration_amount,
  duration_unit: 'days',
  next_step_id,
});
/** The token of the step `tell`, which the database keeps sealed. */
const tokenOf = async (flowId: string): Promise<string | undefined> => {
  const { steps } = await service.db.prisma.flow.findFirstOrThrow({ where: { id: flowId } });
  const kept = (steps as { token?: string }[]).find(({ token }) => token)?.token;
  expect(kept ?? 'sealed:').toMatch(/^sealed:/);
  return kept && createTokenSealing('a secret for the tests')(service.id, flowId).open('tell', kept);
};
const active = async () => {
  const flowId = await made({ triggers: [{ type: 'contact_created' }], steps: [wait('a', 'b'), wait('b')] });
  await must(move(flowId, 'activate'));
  return flowId;
};
type Answer = { response: Response; error?: { error_code?: string; details?: { issues?: { path: string }[]; referenced_by?: string[] } } };
const codeOf = ({ response, error }: Answer) => [response.status, error?.error_code];
const issuesOf = ({ response, error }: Answer) => [response.status, error?.details?.issues?.map(({ path }) => path)];
const NOT_NOW = [409, 'campaign_flow_invalid_state'];
const TWICE = [409, 'campaign_flow_duplicate_step_id'];

describe('a flow', () => {
  it('fills in what is left out, and can be sent back as it was read', async () => {
    const condition = { kind: 'condition', source: 'contact', field: 'city', operator: 'eq', value: 'Oslo' } as const;
    const flowId = await made({
      triggers: [
        { type: 'contact_updated', field: 'lifecycleStage', operator: 'eq', value: 'guest' },
        { type: 'contact_updated', field: 'city' },
        { type: 'date_based', field: 'createdAt', mode: 'on_date' },
        { type: 'added_to_static_list' },
      ],
      steps: [
        { step_id: 'mail', type: 'send_email', next_step_id: 'until' },
        { step_id: 'until', type: 'wait', condition, timeout_amount: 2, timeout_unit: 'days' },
        { step_id: 'stage', type: 'update_contact', field: 'city', value: null },
        { step_id: 'tell', type: 'send_webhook', endpoint_url: 'https://crm.example.com/x', auth_type: 'jwt', token: 'secret' },
      ],
    });
    const flow = await read(flowId);
    expect(flow.triggers).toEqual([
      { type: 'contact_updated', field: 'lifecycleStage', operator: 'equals', value: 'guest' },
      { type: 'contact_updated', field: 'city', operator: 'changed' },
      { type: 'date_based', field: 'createdAt', mode: 'on_date', trigger_time: '09:00', timezone: 'UTC', include_anniversaries: false },
      { type: 'added_to_static_list', list_id: null },
    ]);
    expect(flow.steps).toMatchObject([
      { email_id: null, operational: false, label: null },
      { condition: { operator: 'equals' }, timeout_amount: 2, timeout_step_id: null, next_step_id: null },
      { updates: [{ field: 'city', value: null, write_mode: 'overwrite' }] },
      { method: 'post', token: '***', custom_fields: {} },
    ]);
    const again = await must(setSteps(flowId, flow.steps as Step[]));
    expect(again.steps).toEqual(flow.steps);
    await must(setTriggers(flowId, flow.triggers));
    expect((await read(flowId)).triggers).toEqual(flow.triggers);
    expect(await tokenOf(flowId)).toBe('secret');
  });

  it('changes what is no structure in any status but archived, and its structure while nothing runs', async () => {
    const flowId = await active();
    const settings = { canvas: { zoom: 2 } };
    expect(
      await must(change(flowId, { name: 'Hello', description: 'For guests', settings, manual_membership_enabled: false })),
    ).toMatchObject({
      name: 'Hello',
      description: 'For guests',
      settings,
      manual_membership_enabled: false,
      status: 'active',
    });
    for (const structure of [{ reentry_policy: 'no_reentry' as const }, { disqualification_rules: null }, { entry_step_id: 'b' }])
      expect(codeOf(await change(flowId, structure))).toEqual(NOT_NOW);
    await must(move(flowId, 'pause'));
    expect(await must(change(flowId, { reentry_policy: 'no_reentry', entry_step_id: 'b', disqualification_rules: null }))).toMatchObject({
      reentry_policy: 'no_reentry',
      entry_step_id: 'b',
      activation_readiness: { ready: true, warnings: [{ step_id: 'a', code: 'unreachable' }] },
    });
    await must(move(flowId, 'archive'));
    expect(codeOf(await change(flowId, { name: 'Later' }))).toEqual(NOT_NOW);
  });

  it('moves by its states only', async () => {
    const flowId = await active();
    const tried = async () => [codeOf(await move(flowId, 'activate')), codeOf(await move(flowId, 'archive')), codeOf(await remove(flowId))];
    expect(await tried()).toEqual([NOT_NOW, NOT_NOW, NOT_NOW]);
    await must(move(flowId, 'pause'));
    expect(codeOf(await move(flowId, 'pause'))).toEqual(NOT_NOW);
    expect((await must(move(flowId, 'archive'))).archived_at).toEqual(expect.any(String));
    expect([codeOf(await move(flowId, 'activate')), codeOf(await move(flowId, 'archive')), codeOf(await move(flowId, 'pause'))]).toEqual([
      NOT_NOW,
      NOT_NOW,
      NOT_NOW,
    ]);
    expect(await must(remove(flowId))).toEqual({ flow_id: flowId, deleted: true });
    expect([codeOf(await remove(flowId)), (await service.api.GET('/v1/email-flows/{flowId}', at(flowId))).response.status]).toEqual([
      [404, 'not_found'],
      404,
    ]);
  });

  it('has its structure written in draft and paused only', async () => {
    const flowId = await active();
    const refused = [
      await setSteps(flowId, []),
      await setTriggers(flowId, []),
      await add(flowId, { step: wait('c') }),
      await patch(flowId, 'a', { label: 'First' }),
      await drop(flowId, 'b', { repair_edges: { replace_with_step_id: null } }),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => NOT_NOW));
  });

  it('is found by status, name and order', async () => {
    const other = await service.workspace();
    for (const name of ['Beta', 'alpha', 'Gamma'])
      await must(other.api.POST('/v1/email-flows', { body: { name, description: `About ${name}` } }));
    const names = async (query: object) => {
      const { flows, pagination } = await must(other.api.GET('/v1/email-flows', { params: { query } }));
      return [flows.map(({ name }) => name), pagination.total];
    };
    expect(await names({ sort_by: 'name', sort_order: 'asc' })).toEqual([['alpha', 'Beta', 'Gamma'], 3]);
    expect(await names({ search: 'about b' })).toEqual([['Beta'], 1]);
    expect(await names({ status: 'active' })).toEqual([[], 0]);
    const { flows } = await must(other.api.GET('/v1/email-flows', { params: { query: { search: 'gamma' } } }));
    await must(other.api.POST('/v1/email-flows/{flowId}/archive', at((flows[0] as { flow_id: string }).flow_id)));
    expect(await names({ sort_by: 'created_at', sort_order: 'asc' })).toEqual([['Beta', 'alpha'], 2]);
    expect(await names({ archived: 'only' })).toEqual([['Gamma'], 1]);
    expect(await names({ status: 'archived' })).toEqual([['Gamma'], 1]);
    expect(flows[0]).not.toHaveProperty('steps');
  });

  it('takes no more than its limits, and names the place', async () => {
    expect(issuesOf(await make({ settings: { note: 'é'.repeat(8_200) } }))).toEqual([400, ['settings']]);
    expect(issuesOf(await make({ triggers: [{ type: 'contact_updated', field: 'updatedAt' }] }))).toEqual([400, ['triggers.0.field']]);
    const dated = { type: 'date_based', field: 'createdAt', mode: 'on_date', timezone: 'Mars/Olympus' } as const;
    expect(issuesOf(await make({ triggers: [dated] }))).toEqual([400, ['triggers.0.timezone']]);
    expect(issuesOf(await make({ steps: [wait('end')] }))).toEqual([400, ['steps.0.step_id']]);
    expect(issuesOf(await make({ steps: Array.from({ length: 101 }, (_step, i) => wait(`${i}`)) }))).toEqual([400, ['steps']]);
    const deep = [1, 2, 3, 4, 5, 6].reduce<object>((inner) => ({ kind: 'group', conditions: [inner] }), {
      kind: 'condition',
      source: 'contact',
      field: 'city',
      operator: 'is_empty',
    });
    const [status, paths] = issuesOf(await make({ disqualification_rules: deep as never }));
    expect([status, paths?.toString().startsWith('disqualification_rules')]).toEqual([400, true]);
    const prompt = { step_id: 'page', type: 'create_tent', source: 'scratch', prompt: 'A page for {{contact.first_name' } as const;
    expect(issuesOf(await make({ steps: [prompt] }))).toEqual([400, ['steps.0.prompt']]);
    const hidden = {
      step_id: 'tell',
      type: 'send_webhook',
      endpoint_url: 'https://crm.example.com/',
      auth_type: 'jwt',
      token: '***',
    } as const;
    expect(issuesOf(await make({ steps: [hidden] }))).toEqual([400, ['steps.0.token']]);
    const within = { ...hidden, token: 'x', endpoint_url: 'http://169.254.169.254/latest' };
    expect(issuesOf(await make({ steps: [within] }))).toEqual([400, ['steps.0.endpoint_url']]);
  });
});

describe('a step', () => {
  it('has a name of its own in its flow', async () => {
    expect(codeOf(await make({ steps: [wait('a'), wait('a')] }))).toEqual(TWICE);
    const flowId = await made({ steps: [wait('a')] });
    expect(codeOf(await setSteps(flowId, [wait('b'), wait('b')]))).toEqual(TWICE);
    expect(codeOf(await add(flowId, { step: wait('a') }))).toEqual(TWICE);
  });

  it('is put where it is asked for, and changes no edge', async () => {
    const flowId = await made({ steps: [wait('a', 'b'), wait('b')] });
    const order = async (answer: ReturnType<typeof add>) => (await must(answer)).steps.map(({ step_id }) => step_id);
    expect(await order(add(flowId, { step: wait('last') }))).toEqual(['a', 'b', 'last']);
    expect(await order(add(flowId, { step: wait('first'), position: 'start' }))).toEqual(['first', 'a', 'b', 'last']);
    expect(await order(add(flowId, { step: wait('mid'), before_step_id: 'b' }))).toEqual(['first', 'a', 'mid', 'b', 'last']);
    expect(await order(add(flowId, { step: wait('then'), after_step_id: 'b' }))).toEqual(['first', 'a', 'mid', 'b', 'then', 'last']);
    expect((await read(flowId)).steps.map((step) => ('next_step_id' in step ? step.next_step_id : null))).toEqual([
      null,
      'b',
      null,
      null,
      null,
      null,
    ]);
    expect(issuesOf(await add(flowId, { step: wait('x'), before_step_id: 'nowhere' }))).toEqual([400, ['before_step_id']]);
    const full = await made({ steps: Array.from({ length: 100 }, (_step, i) => wait(`s${i}`)) });
    expect(issuesOf(await add(full, { step: wait('more') }))).toEqual([400, ['step']]);
  });

  it.runIf(isAtLength)('is merged with what changes, and judged as a whole', async () => {
    const flowId = await made({
      steps: [
        wait('pause', 'stage'),
        { step_id: 'stage', type: 'update_contact', updates: [{ field: 'city', value: 'Oslo' }] },
        { step_id: 'tell', type: 'send_webhook', endpoint_url: 'https://crm.example.com/', auth_type: 'jwt', token: 'kept' },
      ],
    });
    const changed = async (stepId: string, step: components['schemas']['FlowStepPatch']) =>
      (await must(patch(flowId, stepId, step))).steps.find(({ step_id }) => step_id === stepId);
    expect(await changed('pause', { label: 'Rest', duration_amount: 3, step_id: 'pause', type: 'wait' })).toMatchObject({
      label: 'Rest',
      duration_amount: 3,
      duration_unit: 'days',
      next_step_id: 'stage',
    });
    const dated = await changed('pause', { duration_amount: null, duration_unit: null, until_date_field: 'createdAt' });
    expect(dated).toEqual({ step_id: 'pause', type: 'wait', label: 'Rest', next_step_id: 'stage', until_date_field: 'createdAt' });
    expect((await patch(flowId, 'pause', { duration_amount: 2, duration_unit: 'days' })).response.status).toBe(400);
    expect(issuesOf(await patch(flowId, 'pause', { type: 'send_email' }))).toEqual([400, ['step.type']]);
    expect(issuesOf(await patch(flowId, 'pause', { step_id: 'other' }))).toEqual([400, ['step.step_id']]);
    expect(await changed('stage', { value: null })).toMatchObject({ updates: [{ field: 'city', value: null, write_mode: 'overwrite' }] });
    expect(await changed('stage', { field: 'state', value: 'Troms' })).toMatchObject({ updates: [{ field: 'state', value: 'Troms' }] });
    await must(
      patch(flowId, 'stage', {
        updates: [
          { field: 'city', value: 'Umeå' },
          { field: 'state', value: 'x' },
        ],
      }),
    );
    expect(issuesOf(await patch(flowId, 'stage', { value: 'y' }))).toEqual([400, ['step']]);
    expect(await changed('tell', { token: '***', method: 'put' })).toMatchObject({ token: '***', method: 'put' });
    expect(await tokenOf(flowId)).toBe('kept');
    expect(await changed('tell', { auth_type: 'none' })).not.toHaveProperty('token');
    expect(await tokenOf(flowId)).toBeUndefined();
    expect((await patch(flowId, 'nowhere', { label: 'x' })).response.status).toBe(404);
  });

  it('with a token needs it anew to send it to another origin', async () => {
    const tell = { step_id: 'tell', type: 'send_webhook', auth_type: 'jwt', token: 'kept' } as const;
    const flowId = await made({ steps: [{ ...tell, endpoint_url: 'https://crm.example.com/a' }] });
    const elsewhere = 'https://evil.example/?{{contact.email}}';
    for (const token of [{}, { token: '***' }])
      expect(issuesOf(await patch(flowId, 'tell', { ...token, endpoint_url: elsewhere }))).toEqual([400, ['step.token']]);
    for (const endpoint_url of [elsewhere, 'http://crm.example.com/a', 'https://crm.example.com:8443/a'])
      expect(issuesOf(await setSteps(flowId, [{ ...tell, token: '***', endpoint_url }]))).toEqual([400, ['steps.0.token']]);
    await must(patch(flowId, 'tell', { endpoint_url: 'https://CRM.example.com:443/b/{{contact.city}}' }));
    expect(await tokenOf(flowId)).toBe('kept');
    await must(patch(flowId, 'tell', { endpoint_url: elsewhere, token: 'another' }));
    expect(await tokenOf(flowId)).toBe('another');
    await must(patch(flowId, 'tell', { endpoint_url: null }));
    expect(issuesOf(await patch(flowId, 'tell', { endpoint_url: elsewhere }))).toEqual([400, ['step.token']]);
  });

  it('that others lead to goes when it is said what becomes of their edges', async () => {
    const flowId = await made({ steps: [wait('a', 'b'), wait('b', 'c'), wait('c', 'b')], entry_step_id: 'b' });
    const refused = await drop(flowId, 'b');
    expect([codeOf(refused), refused.error?.details?.referenced_by]).toEqual([
      [409, 'campaign_flow_step_referenced'],
      ['a', 'c'],
    ]);
    expect(issuesOf(await drop(flowId, 'b', { repair_edges: { replace_with_step_id: 'b' } }))).toEqual([
      400,
      ['repair_edges.replace_with_step_id'],
    ]);
    const edges = async (answer: ReturnType<typeof drop>) => {
      const { steps, entry_step_id } = await must(answer);
      return [steps.map((step) => [step.step_id, 'next_step_id' in step && step.next_step_id]), entry_step_id];
    };
    expect(await edges(drop(flowId, 'b', { repair_edges: { replace_with_step_id: 'c' } }))).toEqual([
      [
        ['a', 'c'],
        ['c', 'c'],
      ],
      'c',
    ]);
    expect(await edges(drop(flowId, 'c', { repair_edges: { replace_with_step_id: null } }))).toEqual([[['a', null]], null]);
    expect(await edges(drop(flowId, 'a'))).toEqual([[], null]);
  });

  it.runIf(isAtLength)('is not lost when several are added at once', async () => {
    const flowId = await made();
    await Promise.all(Array.from({ length: 12 }, (_step, i) => must(add(flowId, { step: wait(`s${i}`) }))));
    expect((await read(flowId)).steps).toHaveLength(12);
  });
});
