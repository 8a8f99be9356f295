/** The problems that prevent the activation of flows, each one alone, as drafts show them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../../generated/api.d.ts';
import { readinessOf } from '../../../src/campaigns/flows/readiness.ts';
import { newId, toUlid } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { givenEmail, givenList, unapproved } from '../../support/given.ts';
import { givenPage, takeDown } from '../../support/pages.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { givenTent } from '../../tents/given.ts';

type Schemas = components['schemas'];
type Input = Schemas['FlowStepInput'];
type TriggerInput = Schemas['FlowTriggerInput'];
type Finding = Schemas['ActivationFinding'];

let service: TestService;
/** The resources of the workspace, by kind. */
let there: Record<
  | 'list'
  | 'dynamic'
  | 'system'
  | 'private'
  | 'foreign'
  | 'email'
  | 'draft'
  | 'headless'
  | 'unverified'
  | 'template'
  | 'draftTemplate'
  | 'tent'
  | 'draftTent'
  | 'emptyTent'
  | 'nights'
  | 'gone',
  string
>;

async function field(apiName: string, valueType: string, status = 'active', workspaceId = service.id): Promise<string> {
  const now = new Date();
  const id = newId();
  const name = { apiName, displayName: apiName, valueType, status, description: null };
  await service.db.prisma.contactFieldDefinition.create({
    data: { workspaceId, id, ...name, showInPeopleListDefault: false, createdByName: 'Test', createdAt: now, updatedAt: now },
  });
  return id;
}

async function privateList(): Promise<string> {
  const { blast_id: blastId } = await must(service.api.POST('/v1/email-blasts', { body: { name: 'Own' } }));
  const blast = await must(
    service.api.PUT('/v1/email-blasts/{blastId}/audience', {
      params: { path: { blastId } },
      body: { source: 'inline', kind: 'static', contact_ids: [] },
    }),
  );
  return blast.audience_list_id as string;
}

async function draftTent(html: string): Promise<string> {
  const id = await givenEmail({ db: service.db, workspaceId: service.id }, { ...PLAIN, kind: 'tent', name: 'Draft page' });
  await service.db.prisma.version.updateMany({ where: { workspaceId: service.id, documentId: id }, data: { html } });
  return id;
}

const PLAIN = { subject: null, fromName: null, fromAddress: null, replyToEmail: null, ...unapproved };

beforeAll(async () => {
  service = await startTestService();
  await must(service.api.PATCH('/v1/workspace', { body: { postal_address: 'Storgatan 1' } }));
  const { db, id } = service;
  const stranger = await service.workspace({ name: 'Stranger' });
  const rules = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' };
  const system = await db.prisma.contactList.findFirstOrThrow({ where: { workspaceId: id, kind: 'system' } });
  await field('arrival', 'date');
  await field('trail', 'string');
  await field('left_on', 'date', 'archived');
  const page = { ...PLAIN, kind: 'tent_template', name: 'Page' };
  there = {
    list: await givenList({ db, workspaceId: id }, []),
    dynamic: await givenList({ db, workspaceId: id }, [], { kind: 'dynamic', rules, memberCount: null }),
    system: system.id,
    private: await privateList(),
    foreign: await givenList({ db, workspaceId: stranger.id }, []),
    email: await givenEmail({ db, workspaceId: id }),
    draft: await givenEmail({ db, workspaceId: id }, unapproved),
    headless: await givenEmail({ db, workspaceId: id }, { replyToEmail: ' ' }),
    unverified: await givenEmail({ db, workspaceId: id }, { fromAddress: 'hello@elsewhere.example' }),
    template: toUlid(await givenEmail({ db, workspaceId: id }, { ...page, status: 'approved', approvedVersion: 1 })),
    draftTemplate: toUlid(await givenEmail({ db, workspaceId: id }, page)),
    tent: await givenTent({ db, workspaceId: id }),
    draftTent: await draftTent('<form id="signup"><input name="email"></form><form><input name="email"></form>'),
    emptyTent: await givenTent({ db, workspaceId: id }, { path: null }),
    nights: await field('nights', 'number'),
    gone: await field('gone', 'string', 'archived'),
  };
});
afterAll(() => service.stop());

const NOBODY = '11111111-1111-4111-8111-111111111111';
const END: Input = { step_id: 'end_here', type: 'drop_from_flow' };
const TRIGGER: TriggerInput = { type: 'contact_created' };

const draft = (body: Partial<Schemas['CreateEmailFlowRequest']>) =>
  must(service.api.POST('/v1/email-flows', { body: { name: 'Welcome', triggers: [TRIGGER], steps: [END], ...body } as never }));

const readinessOfDraft = async (body: Partial<Schemas['CreateEmailFlowRequest']>) =>
  (await draft(body)).activation_readiness as Schemas['ActivationReadiness'];

/** The finding at a place: field and code. */
const saidOf = (findings: Finding[], { step_id = null, trigger = null }: { step_id?: string | null; trigger?: number | null }) =>
  findings.map((finding) => {
    expect(finding).toMatchObject({ step_id, trigger });
    expect(finding.message).toMatch(/^[A-Z].*\.$/);
    return `${finding.field} ${finding.code}`;
  });

const condition = (...conditions: object[]) => ({ kind: 'group', conditions }) as never;
const inList = (listId: string | null) => ({ kind: 'condition', source: 'list_membership', listId, operator: 'is_member' });
const custom = (fieldDefinitionId: string | null, operator: string, value?: unknown) => ({
  ...{ kind: 'condition', source: 'custom_field', fieldDefinitionId, operator },
  ...(value !== undefined && { value }),
});
const opened = (nodeId: string | null) => ({ kind: 'condition', source: 'email_step', nodeId, metric: 'opened', operator: 'has_activity' });

it('warns of steps that use the address of a page which may lead nowhere', async () => {
  const html = '<p>{{campaign.tents.draft.url}} {{ campaign.tents["live page"].url | default: "x" }}</p>';
  const email = await givenEmail({ db: service.db, workspaceId: service.id });
  await service.db.prisma.version.updateMany({ where: { workspaceId: service.id, documentId: email }, data: { html } });
  const page = { type: 'create_tent', source: 'scratch', prompt: 'A page' } as const;
  const endpoint_url = 'https://crm.example.com/?a={{campaign.tents.nowhere.url}}&b={{campaign.tents.draft.url}}';
  const custom_fields = { page: '{{campaign.tents["live page"].url}}' };
  const steps: Input[] = [
    { step_id: 'early', type: 'send_webhook', endpoint_url: 'https://crm.example.com/', custom_fields, next_step_id: 'draft' },
    { ...page, step_id: 'draft', next_step_id: 'live page' },
    { ...page, step_id: 'live page', auto_publish: true, next_step_id: 'mail' },
    { step_id: 'mail', type: 'send_email', email_id: email, next_step_id: 'late' },
    { step_id: 'late', type: 'send_webhook', endpoint_url },
  ];
  const { ready, warnings } = await readinessOfDraft({ steps });
  expect([ready, warnings.map(({ step_id, field, code, message }) => [step_id, field, code, message])]).toEqual([
    true,
    [
      ['early', 'custom_fields', 'that step does not come before'],
      ['mail', 'email_id', 'the step does not publish it: set auto_publish'],
      ['late', 'endpoint_url', 'no step of this name makes a page'],
      ['late', 'endpoint_url', 'the step does not publish it: set auto_publish'],
    ].map(([step, field, why = '']) => [step, field, 'tent_address', expect.stringContaining(why)]),
  ]);
});

describe('a draft', () => {
  it('without gaps is ready', async () => {
    const steps: Input[] = [
      { step_id: 'mail', type: 'send_email', email_id: there.email, next_step_id: 'seen' },
      {
        ...{ step_id: 'seen', type: 'condition_check', true_step_id: 'page', false_step_id: 'end', default_step_id: 'mail' },
        condition: condition(inList(there.list), custom(there.nights, 'greater_than', 2), opened('mail')),
      },
      { step_id: 'page', type: 'create_tent', source: 'template', template_id: there.template, prompt: 'A page', next_step_id: 'write' },
      {
        ...{ step_id: 'write', type: 'update_contact', next_step_id: 'until' },
        updates: [
          { field: 'arrival', value: '2030-01-01' },
          { field: 'email', value: null },
          { field: 'serviceScore', value: 3 },
        ],
      },
      { step_id: 'until', type: 'wait', until_date_field: 'arrival', next_step_id: 'active' },
      { step_id: 'active', type: 'wait', until_date_field: 'lastActivityAt', next_step_id: 'on' },
      { step_id: 'on', type: 'add_to_list', list_id: there.list },
    ];
    const triggers: TriggerInput[] = [
      { type: 'added_to_static_list', list_id: there.list },
      { type: 'contact_updated', field: 'unsubscribed', operator: 'is_true' },
      { type: 'contact_updated', field: 'nights', operator: 'gt', value: 2 },
      { type: 'contact_updated', field: 'trail' },
      { type: 'date_based', field: 'arrival', mode: 'on_date' },
      { type: 'date_based', field: 'createdAt', mode: 'on_date' },
      { type: 'form_submitted', tent_id: there.tent, form_id: 'signup' },
      { type: 'form_submitted', tent_id: there.draftTent, form_id: 'form' },
    ];
    const body = { triggers, steps, entry_step_id: 'mail', disqualification_rules: condition(inList(there.list)) };
    expect(await readinessOfDraft(body)).toEqual({ ready: true, missing: [], warnings: [], help: [] });
    const flow = await draft(body);
    const active = await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow.flow_id } } }));
    expect(active).toMatchObject({ status: 'active' });
    expect(active).not.toHaveProperty('activation_readiness');
  });

  it('without anything lacks triggers and steps', async () => {
    const { ready, missing, warnings } = await readinessOfDraft({ triggers: [], steps: [] });
    expect([ready, saidOf(missing, {}), warnings]).toEqual([false, ['triggers required', 'steps required'], []]);
  });

  it('begins at a step that is there', async () => {
    const { missing, warnings } = await readinessOfDraft({ entry_step_id: 'nowhere' });
    expect([saidOf(missing, {}), warnings]).toEqual([['entry_step_id unknown'], []]);
  });

  const triggers: [string, (has: typeof there) => TriggerInput, string[]][] = [
    ['no list', () => ({ type: 'added_to_static_list' }), ['list_id required']],
    ['a list that is not there', () => ({ type: 'removed_from_static_list', list_id: NOBODY }), ['list_id unknown']],
    ["another workspace's list", (has) => ({ type: 'added_to_static_list', list_id: has.foreign }), ['list_id unknown']],
    ['a list that a blast keeps for itself', (has) => ({ type: 'added_to_static_list', list_id: has.private }), ['list_id unknown']],
    ['a dynamic list', (has) => ({ type: 'added_to_static_list', list_id: has.dynamic }), ['list_id wrong_kind']],
    ['a system list', (has) => ({ type: 'removed_from_static_list', list_id: has.system }), ['list_id wrong_kind']],
    ['no tent and no form', () => ({ type: 'form_submitted' }), ['tent_id required', 'form_id required']],
    ['an unknown tent', () => ({ type: 'form_submitted', tent_id: NOBODY, form_id: 'signup' }), ['tent_id unknown']],
    ['an email for a tent', (has) => ({ type: 'form_submitted', tent_id: has.email, form_id: 'signup' }), ['tent_id unknown']],
    ['a form that a live page has not', (has) => ({ type: 'form_submitted', tent_id: has.tent, form_id: 'form' }), ['form_id unknown']],
    [
      'a form that a draft page has not',
      (has) => ({ type: 'form_submitted', tent_id: has.draftTent, form_id: 'form-2' }),
      ['form_id unknown'],
    ],
    [
      'a form of a tent without a page',
      (has) => ({ type: 'form_submitted', tent_id: has.emptyTent, form_id: 'form' }),
      ['form_id unknown'],
    ],
    ['an unknown field', () => ({ type: 'contact_updated', field: 'nothing' }), ['field unknown']],
    ['an archived field', () => ({ type: 'contact_updated', field: 'gone' }), ['field archived_field']],
    [
      'an operator of another type',
      () => ({ type: 'contact_updated', field: 'city', operator: 'greater_than', value: 2 }),
      ['operator wrong_operator'],
    ],
    [
      'an operator for another own field',
      () => ({ type: 'contact_updated', field: 'nights', operator: 'is_true' }),
      ['operator wrong_operator'],
    ],
    ['a value of another type', () => ({ type: 'contact_updated', field: 'nights', operator: 'eq', value: '2' }), ['value wrong_value']],
    [
      'a value that is no date',
      () => ({ type: 'contact_updated', field: 'arrival', operator: 'after', value: 'soon' }),
      ['value wrong_value'],
    ],
    ['dates of an unknown field', () => ({ type: 'date_based', field: 'nothing', mode: 'on_date' }), ['field unknown']],
    ['dates of an archived field', () => ({ type: 'date_based', field: 'left_on', mode: 'on_date' }), ['field archived_field']],
    ['dates of a field of numbers', () => ({ type: 'date_based', field: 'nights', mode: 'on_date' }), ['field wrong_kind']],
    ['dates of a standard field of texts', () => ({ type: 'date_based', field: 'city', mode: 'on_date' }), ['field wrong_kind']],
  ];
  it.each(triggers)('whose trigger has %s', async (_what, trigger, said) => {
    const { ready, missing } = await readinessOfDraft({ triggers: [TRIGGER, trigger(there)] });
    expect([ready, saidOf(missing, { trigger: 1 })]).toEqual([false, said]);
  });

  const check = (tree: unknown): Omit<Extract<Input, { type: 'condition_check' }>, 'step_id'> => ({
    type: 'condition_check',
    condition: tree as never,
  });
  const steps: [string, (has: typeof there) => object, string[]][] = [
    ['no email', () => ({ type: 'send_email' }), ['email_id required']],
    ['an unknown email', () => ({ type: 'send_email', email_id: NOBODY }), ['email_id unknown']],
    ['a list for an email', (has) => ({ type: 'send_email', email_id: has.list }), ['email_id unknown']],
    ['a tent for an email', (has) => ({ type: 'send_email', email_id: has.tent }), ['email_id unknown']],
    ['a draft of an email', (has) => ({ type: 'send_email', email_id: has.draft }), ['email_id email_approval']],
    ['an email without headers', (has) => ({ type: 'send_email', email_id: has.headless }), ['email_id email_headers']],
    ['an email from elsewhere', (has) => ({ type: 'send_email', email_id: has.unverified }), ['email_id sender_domain']],
    ['no list', () => ({ type: 'remove_from_list' }), ['list_id required']],
    ['an unknown list', () => ({ type: 'add_to_list', list_id: NOBODY }), ['list_id unknown']],
    ['a dynamic list', (has) => ({ type: 'add_to_list', list_id: has.dynamic }), ['list_id wrong_kind']],
    ['no template', () => ({ type: 'create_tent', source: 'template', prompt: 'A page' }), ['template_id required']],
    [
      'an unknown template',
      () => ({ type: 'create_tent', source: 'template', prompt: 'A page', template_id: toUlid(NOBODY) }),
      ['template_id unknown'],
    ],
    [
      'an email for a template',
      (has) => ({ type: 'create_tent', source: 'template', prompt: 'A page', template_id: toUlid(has.email) }),
      ['template_id unknown'],
    ],
    [
      'a draft of a template',
      (has) => ({ type: 'create_tent', source: 'template', prompt: 'A page', template_id: has.draftTemplate }),
      ['template_id template_approval'],
    ],
    ['an unknown date', () => ({ type: 'wait', until_date_field: 'nothing' }), ['until_date_field unknown']],
    ['an archived date', () => ({ type: 'wait', until_date_field: 'left_on' }), ['until_date_field archived_field']],
    ['a date that is none', () => ({ type: 'wait', until_date_field: 'trail' }), ['until_date_field wrong_kind']],
    [
      'changes that nobody can make',
      () => ({
        type: 'update_contact',
        updates: [
          { field: 'nothing', value: 1 },
          { field: 'gone', value: 'x' },
          { field: 'trail', value: 'North' },
          { field: 'createdAt', value: '2030-01-01' },
          { field: 'arrival', value: 'soon' },
          { field: 'email', value: 'nobody' },
          { field: 'unsubscribed', value: 'yes' },
        ],
      }),
      [
        'updates.0.field unknown',
        'updates.1.field archived_field',
        'updates.3.field read_only',
        'updates.4.value wrong_value',
        'updates.5.value wrong_value',
        'updates.6.value wrong_value',
      ],
    ],
    [
      'no secret where one is named',
      () => ({ type: 'send_webhook', endpoint_url: 'https://hooks.example.com/', auth_type: 'jwt', secret_arn: null }),
      ['secret_arn required'],
    ],
    [
      'a secret that nobody keeps',
      () => ({ type: 'send_webhook', endpoint_url: 'https://hooks.example.com/', auth_type: 'jwt', secret_arn: 'arn:aws:secrets/none' }),
      ['secret_arn secret'],
    ],
    [
      'an edge to nowhere',
      () => ({ type: 'wait', duration_amount: 1, duration_unit: 'days', next_step_id: 'nowhere' }),
      ['next_step_id unknown'],
    ],
    [
      'edges of a condition to nowhere',
      () => ({
        ...check({ kind: 'condition', source: 'contact', field: 'city', operator: 'is_empty' }),
        ...{ true_step_id: 'x', false_step_id: 'y', default_step_id: 'z' },
      }),
      ['true_step_id unknown', 'false_step_id unknown', 'default_step_id unknown'],
    ],
    [
      'the edge of a timeout to nowhere',
      () => ({ type: 'wait', condition: opened('mail'), timeout_amount: 1, timeout_unit: 'days', timeout_step_id: 'nowhere' }),
      ['timeout_step_id unknown'],
    ],
    ['a rule about an unknown list', () => check(condition(opened('mail'), inList(NOBODY))), ['condition.conditions.1.listId unknown']],
    ['a rule about a dynamic list', (has) => check(inList(has.dynamic)), ['condition.listId wrong_kind']],
    [
      'rules about own fields',
      (has) =>
        check(
          condition(
            custom(NOBODY, 'is_empty'),
            condition(custom(has.gone, 'is_empty'), custom(has.nights, 'contains', 'x'), custom(has.nights, 'eq', 'x')),
          ),
        ),
      [
        'condition.conditions.0.fieldDefinitionId unknown',
        'condition.conditions.1.conditions.0.fieldDefinitionId archived_field',
        'condition.conditions.1.conditions.1.operator wrong_operator',
        'condition.conditions.1.conditions.2.value wrong_value',
      ],
    ],
    [
      'rules that are not complete',
      () => check(condition(inList(null), custom(null, 'contains', 'x'), custom(null, 'eq', 'x'), custom(null, 'is_empty'), opened(null))),
      [
        'condition.conditions.1.fieldDefinitionId required',
        'condition.conditions.2.fieldDefinitionId required',
        'condition.conditions.3.fieldDefinitionId required',
        'condition.conditions.0.listId required',
        'condition.conditions.4.nodeId required',
      ],
    ],
    ['nothing to wait for', () => ({ type: 'wait' }), ['null required']],
    ['an amount of nothing', () => ({ type: 'wait', duration_amount: 3 }), ['duration_unit required']],
    ['a unit alone', () => ({ type: 'wait', duration_unit: 'days', duration_amount: null }), ['duration_amount required']],
    ['no date to wait for', () => ({ type: 'wait', until_date_field: null }), ['until_date_field required']],
    ['no rule to wait for', () => ({ type: 'wait', condition: null, timeout_amount: 1, timeout_unit: 'days' }), ['condition required']],
    ['no change', () => ({ type: 'update_contact' }), ['updates required']],
    ['an empty list of changes', () => ({ type: 'update_contact', updates: [] }), ['updates required']],
    ['no rules', () => ({ type: 'condition_check' }), ['condition required']],
    [
      'groups without rules',
      () =>
        check(
          condition({ kind: 'condition', source: 'contact', field: 'city', operator: 'is_empty' }, condition(), condition(condition())),
        ),
      ['condition.conditions.1.conditions required', 'condition.conditions.2.conditions.0.conditions required'],
    ],
    ['nothing to make a page from', () => ({ type: 'create_tent' }), ['prompt required']],
    ['neither template nor prompt', () => ({ type: 'create_tent', source: 'template' }), ['template_id required', 'prompt required']],
    ['no address', () => ({ type: 'send_webhook' }), ['endpoint_url required']],
    ['no address and no token', () => ({ type: 'send_webhook', auth_type: 'jwt' }), ['endpoint_url required', 'secret_arn required']],
    ['no address for its token', () => ({ type: 'send_webhook', auth_type: 'jwt', token: 'abc' }), ['endpoint_url required']],
    ['a rule about the email of an unknown step', () => check(opened('nowhere')), ['condition.nodeId unknown']],
    ['a rule about a step that sends nothing', () => check(condition(opened('end_here'))), ['condition.conditions.0.nodeId wrong_kind']],
  ];
  it.each(steps)('whose step has %s', async (_what, step, said) => {
    const mail: Input = { step_id: 'mail', type: 'send_email', email_id: there.email, next_step_id: 'it' };
    const { ready, missing } = await readinessOfDraft({ steps: [mail, { step_id: 'it', ...step(there) } as Input, END] });
    expect([ready, saidOf(missing, { step_id: 'it' })]).toEqual([false, said]);
  });

  it.runIf(isAtLength)('may be unfinished in every write, and is refused at activation only', async () => {
    const unfinished = [
      { step_id: 'rest', type: 'wait' },
      { step_id: 'ask', type: 'condition_check' },
      { step_id: 'write', type: 'update_contact' },
      { step_id: 'page', type: 'create_tent' },
      { step_id: 'tell', type: 'send_webhook' },
    ] as const;
    const { flow_id: flowId } = await draft({ steps: [...unfinished] });
    const at = { params: { path: { flowId } } };
    const shown = [
      { step_id: 'rest', duration_amount: null, duration_unit: null },
      { step_id: 'ask', condition: null },
      { step_id: 'write', updates: [] },
      { step_id: 'page', source: 'scratch', prompt: null },
      { step_id: 'tell', endpoint_url: null, auth_type: 'none' },
    ];
    const gaps = ['rest null', 'ask condition', 'write updates', 'page prompt', 'tell endpoint_url'];
    const gapsOf = (readiness: Schemas['ActivationReadiness'] | undefined) =>
      readiness?.missing.map(({ step_id, field, code }) => [`${step_id} ${field}`, code]);
    const isUnfinished = ({ steps, activation_readiness }: Schemas['EmailFlow']) => {
      expect(steps).toMatchObject(shown);
      expect(gapsOf(activation_readiness)).toEqual(gaps.map((gap) => [gap, 'required']));
      return steps;
    };
    const steps = isUnfinished(await must(service.api.GET('/v1/email-flows/{flowId}', at)));
    isUnfinished(await must(service.api.PUT('/v1/email-flows/{flowId}/steps', { ...at, body: { steps: steps as Input[] } })));

    const refused = await service.api.POST('/v1/email-flows/{flowId}/activate', at);
    expect([refused.response.status, refused.error?.error_code]).toEqual([400, 'campaign_flow_not_ready']);
    const named = (refused.error?.details as { activation_readiness?: Schemas['ActivationReadiness'] } | undefined)?.activation_readiness;
    expect(gapsOf(named)).toEqual(gaps.map((gap) => [gap, 'required']));

    const patch = (stepId: string, step: Schemas['FlowStepPatch']) =>
      must(service.api.PATCH('/v1/email-flows/{flowId}/steps/{stepId}', { params: { path: { flowId, stepId } }, body: { step } }));
    const rule = { kind: 'condition', source: 'contact', field: 'city', operator: 'is_empty' } as const;
    await patch('rest', { condition: rule, timeout_amount: 1, timeout_unit: 'days' });
    await patch('ask', { condition: rule });
    await patch('write', { field: 'city', value: 'Oslo' });
    await patch('page', { prompt: 'A page' });
    expect((await patch('tell', { endpoint_url: 'https://crm.example.com/' })).activation_readiness).toMatchObject({ ready: true });
    expect((await patch('rest', { condition: null })).steps[0]).toMatchObject({ condition: null, timeout_amount: 1 });
    await patch('rest', { timeout_amount: null, timeout_unit: null });
    await patch('ask', { condition: null });
    await patch('write', { updates: null });
    await patch('page', { prompt: null });
    isUnfinished(await patch('tell', { endpoint_url: null }));
    await must(service.api.PUT('/v1/email-flows/{flowId}/steps', { ...at, body: { steps: [END] } }));
    for (const step of unfinished) await must(service.api.POST('/v1/email-flows/{flowId}/steps', { ...at, body: { step } }));

    // Its shape is still checked.
    for (const wrong of [
      { type: 'wait', duration_amount: 0 },
      { type: 'send_webhook', endpoint_url: 'nowhere' },
      { type: 'create_tent', prompt: '' },
    ]) {
      const { response } = await service.api.POST('/v1/email-flows/{flowId}/steps', {
        ...at,
        body: { step: { step_id: 'x', ...wrong } as never },
      });
      expect([wrong, response.status]).toEqual([wrong, 400]);
    }
  });

  it('knows nothing of another workspace', async () => {
    const { db } = service;
    const { id } = await service.workspace({ name: 'Neighbour' });
    const [emailId, listId, tentId] = [
      await givenEmail({ db, workspaceId: id }),
      await givenList({ db, workspaceId: id }, []),
      await givenTent({ db, workspaceId: id }),
    ];
    const template = await givenEmail({ db, workspaceId: id }, { ...PLAIN, kind: 'tent_template', status: 'approved', approvedVersion: 1 });
    const birthday = await field('birthday', 'date', 'active', id);
    const { missing } = await readinessOfDraft({
      triggers: [
        { type: 'date_based', field: 'birthday', mode: 'on_date' },
        { type: 'form_submitted', tent_id: tentId, form_id: 'signup' },
      ],
      steps: [
        { step_id: 'mail', type: 'send_email', email_id: emailId },
        { step_id: 'on', type: 'add_to_list', list_id: listId },
        { step_id: 'page', type: 'create_tent', source: 'template', template_id: toUlid(template), prompt: 'A page' },
        { step_id: 'write', type: 'update_contact', field: 'birthday', value: '2030-01-01' },
        { step_id: 'ask', type: 'condition_check', condition: condition(custom(birthday, 'is_empty')) },
      ],
    });
    expect(missing.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => 'unknown'));
  });

  it('knows the forms of the page that is live, else those of the newest version', async () => {
    const { db, id } = service;
    const tentId = await draftTent('<form id="newest"><input name="email"></form>');
    const formsOf = (formId: string) => readinessOfDraft({ triggers: [{ type: 'form_submitted', tent_id: tentId, form_id: formId }] });
    const ready = async () => [(await formsOf('newest')).ready, (await formsOf('live')).ready];
    expect(await ready()).toEqual([true, false]);
    await givenPage({ db, workspaceId: id }, { tentId, forms: [{ formId: 'live', fields: [] }] });
    expect(await ready()).toEqual([false, true]);
    await takeDown({ db, workspaceId: id }, tentId);
    expect(await ready()).toEqual([true, false]);
    const newest = { workspaceId: id, documentId: tentId };
    const generation = await db.prisma.generation.create({
      data: { ...newest, id: newId(), number: 2, type: 'code', status: 'completed', createdAt: new Date(), completedAt: new Date() },
    });
    await db.prisma.version.create({
      data: { ...newest, id: generation.id, version: 2, html: '<form id="live"><input name="email"></form>' },
    });
    await db.prisma.document.update({ where: { workspaceId_id: { workspaceId: id, id: tentId } }, data: { currentVersion: 2 } });
    expect(await ready()).toEqual([false, true]);
  });

  it('whose rules keep the wrong people out', async () => {
    const rules = condition(inList(NOBODY), custom(there.gone, 'is_empty'), inList(null));
    const { missing } = await readinessOfDraft({ disqualification_rules: rules });
    expect(saidOf(missing, {}).toSorted()).toEqual([
      'disqualification_rules.conditions.0.listId unknown',
      'disqualification_rules.conditions.1.fieldDefinitionId archived_field',
      'disqualification_rules.conditions.2.listId required',
    ]);
  });

  it('that goes round in no time names the steps that do, and warns of those to which nothing leads', async () => {
    const { missing, warnings } = await readinessOfDraft({
      steps: [
        { step_id: 'in', type: 'add_to_list', list_id: there.list, next_step_id: 'round' },
        { step_id: 'round', type: 'remove_from_list', list_id: there.list, next_step_id: 'again' },
        { step_id: 'again', type: 'wait', until_date_field: 'arrival', next_step_id: 'round' },
        { step_id: 'slow', type: 'wait', duration_amount: 1, duration_unit: 'minutes', next_step_id: 'slow' },
      ],
    });
    expect(missing.map(({ step_id, field, code }) => [step_id, field, code])).toEqual([
      ['round', null, 'loop'],
      ['again', null, 'loop'],
    ]);
    expect(warnings.map(({ step_id, code }) => [step_id, code])).toEqual([['slow', 'unreachable']]);
  });

  it('knows a secret that the operator keeps for the workspace', async () => {
    const { slug } = await service.db.prisma.workspace.findFirstOrThrow({ where: { id: service.id } });
    const name = `SECRET_${slug.toUpperCase().replaceAll('-', '_')}_TRAIL_HOOKS`;
    const step = { step_id: 'tell', type: 'send_webhook', endpoint_url: 'https://hooks.example.com/', auth_type: 'jwt' } as const;
    process.env[name] = 'quiet';
    try {
      expect(await readinessOfDraft({ steps: [{ ...step, secret_arn: 'arn:aws:secretsmanager:eu:1:secret/trail-hooks' }] })).toMatchObject({
        ready: true,
      });
    } finally {
      delete process.env[name];
    }
  });

  it('with more gaps than can be named has the first of them', async () => {
    const many = Array.from({ length: 99 }, () => inList(NOBODY));
    const steps = Array.from(
      { length: 3 },
      (_value, i): Input => ({ step_id: `s${i}`, type: 'condition_check', condition: condition(...many) }),
    );
    const { ready, missing } = await readinessOfDraft({ steps });
    expect([ready, missing.length]).toEqual([false, 250]);
  });
});

describe('activation', () => {
  it('of a flow with a gap is refused with all gaps, and changes nothing', async () => {
    const flow = await draft({ steps: [{ step_id: 'mail', type: 'send_email', email_id: there.draft }] });
    const params = { path: { flowId: flow.flow_id } };
    const { error, response } = await service.api.POST('/v1/email-flows/{flowId}/activate', { params });
    expect([response.status, error?.error_code]).toEqual([400, 'campaign_flow_not_ready']);
    expect(error?.details?.activation_readiness).toEqual(flow.activation_readiness);
    expect(await must(service.api.GET('/v1/email-flows/{flowId}', { params }))).toEqual(flow);
  });
});

describe('readiness', () => {
  it('of many flows is found out by as many statements as that of one', async () => {
    const steps: Input[] = [
      { step_id: 'mail', type: 'send_email', email_id: there.email },
      { step_id: 'on', type: 'add_to_list', list_id: there.list },
      { step_id: 'write', type: 'update_contact', field: 'trail', value: 'North' },
      { step_id: 'page', type: 'create_tent', source: 'template', template_id: there.template, prompt: 'A page' },
    ];
    const triggers: TriggerInput[] = [{ type: 'form_submitted', tent_id: there.tent, form_id: 'signup' }];
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await draft({ steps, triggers })).flow_id);
    const flows = await service.db.prisma.flow.findMany({ where: { workspaceId: service.id, id: { in: ids } } });
    const statements = async (some: typeof flows) => {
      let count = 0;
      const db = new Proxy(service.db, {
        get: (target, name) => {
          if (name === 'query') count += 1;
          return Reflect.get(target, name);
        },
      });
      expect((await readinessOf({ db, workspaceId: service.id }, some)).size).toBe(some.length);
      return count;
    };
    const one = await statements(flows.slice(0, 1));
    expect(one).toBeGreaterThan(3);
    expect(await statements(flows)).toBe(one);
  });

  it('is shown in lists too', async () => {
    const flow = await draft({ triggers: [] });
    const { flows } = await must(service.api.GET('/v1/email-flows', { params: { query: { limit: 1 } } }));
    const { help, ...shown } = flow.activation_readiness as Schemas['ActivationReadiness'];
    expect(help?.map(({ code }) => code)).toEqual(['required']);
    expect(flows).toMatchObject([{ flow_id: flow.flow_id, activation_readiness: shown }]);
    expect(flows[0]?.activation_readiness).not.toHaveProperty('help');
  });
});
