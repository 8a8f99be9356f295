/** The document has rules about several fields, and errors about them use its words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract.ts';
import { isAtLength } from '../support/at-length.ts';
import { operations } from '../support/client.ts';
import { exampleBody, request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const UUID = '01936d2e-b283-71d8-8092-d084939ab17f';
const ULID = '01JPQ8K2Z8C54D0Y1W9V7T6S6Z';
const condition = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Umeå' };
const group = (...conditions: unknown[]) => ({ kind: 'group', conditions });
const wait = { step_id: 'wait', type: 'wait' };
const page = { step_id: 'page', type: 'create_tent', source: 'scratch', prompt: 'A page for guests' };
const hook = { step_id: 'tell', type: 'send_webhook', endpoint_url: 'https://crm.junipertrail.com/hooks' };

/** Operation, body, and the findings that the answer has to name. */
const refused: [string, object, string[]][] = [
  ['createTent', { prompt: 'A map', custom_page_alias: 'map' }, ['auto_publish: must be true']],
  ['createTent', { prompt: 'A map', custom_page_alias: 'map', auto_publish: false }, ['auto_publish: must be true']],
  ['createTent', { prompt: 'A map', asset_ids: [ULID] }, ['tent_id: is required with asset_ids']],
  ['createTent', { prompt: 'A map', auto_publish: true, custom_page_alias: UUID }, ['custom_page_alias: is a reserved word or a UUID']],
  ['createTent', { prompt: 'A map', auto_publish: true, custom_page_alias: 'admin' }, ['custom_page_alias: is a reserved word or a UUID']],
  ['editTent', { prompt: 'Blue', custom_page_alias: 'map' }, ['auto_publish: must be true']],
  ['createEmail', { name: 'Guide', token_data: { season: 'spring' } }, ['token_data: is not allowed here']],
  ['createEmailTemplate', { name: 'Letter', code: '<p>', prompt: 'A letter' }, ['prompt: is not allowed here']],
  ['createContactList', { name: 'Club', kind: 'dynamic', contact_ids: [UUID] }, ['contact_ids: only a static list takes contacts']],
  ['createContactList', { name: 'Club', kind: 'static', rules: condition }, ['rules: only a dynamic list has rules']],
  ['createContactList', { name: 'Club', kind: 'system' }, ['kind: must be one of static, dynamic']],
  [
    'createContactList',
    { name: 'Club', kind: 'dynamic', rules: { ...condition, operator: 'is_true' } },
    ['rules.operator: must be one of'],
  ],
  ['createContactList', { name: 'Club', kind: 'dynamic', rules: { ...condition, field: 'shoe' } }, ['rules.field: must be one of']],
  [
    'createContactList',
    { name: 'Club', kind: 'dynamic', rules: group(group(group(5))) },
    ['rules.conditions.0.conditions.0.conditions.0: must be an object'],
  ],
  [
    'createContactList',
    {
      name: 'Club',
      kind: 'dynamic',
      rules: group({ kind: 'condition', source: 'email_step', nodeId: 'welcome', metric: 'opened', operator: 'has_activity' }),
    },
    [
      'rules.conditions.0.source: must be one of',
      // No condition that fits here has them.
      'rules.conditions.0.nodeId: is not known here',
      'rules.conditions.0.metric: is not known here',
    ],
  ],
  [
    'createContactList',
    { nme: 'Club', description: 5 },
    ['kind: is required', 'name: is required', 'nme: is not known here', 'description: must be a string or null'],
  ],
  [
    'searchContacts',
    { rules: { kind: 'condition', source: 'email_step', nodeId: 'welcome', metric: 'opened', operator: 'has_activity' } },
    ['rules.flowId: is required'],
  ],
  [
    'searchContacts',
    { rules: { kind: 'condition', source: 'activity', activityType: 'dancing', operator: 'occurred' } },
    ['rules.activityType: must be one of'],
  ],
  ['setEmailBlastAudience', { source: 'inline', kind: 'static' }, ['contact_ids: is required']],
  ['setEmailBlastAudience', { source: 'inline', kind: 'dynamic', contact_ids: [] }, ['rules: is required']],
  ['setEmailBlastAudience', { source: 'other' }, ['source: must be one of existing, inline']],
  ['setEmailBlastEmail', { source: 'existing', template_id: UUID }, ['email_id: is required']],
  ['setEmailBlastEmail', { source: 'inline', template_id: UUID, html: '<p>' }, [': takes at most one of template_id and html']],
  ['startContactImport', { source: 'upload', rows: [] }, ['file_name: is required']],
  ['startContactImport', { source: 'rows', rows: 'a,b' }, ['rows: must be an array']],
  ['addEmailFlowStep', { step: { ...wait, duration_amount: 2, duration_unit: 'days', condition } }, ['step.condition: is not known here']],
  ['addEmailFlowStep', { step: { ...page, auto_publish: false, custom_page_alias: 'hut' } }, ['step.auto_publish: must be true']],
  ['addEmailFlowStep', { step: { ...hook, auth_type: 'jwt', token: 'a', secret_arn: 'b' } }, ['step.']],
  ['addEmailFlowStep', { step: { ...hook, auth_type: 'basic' } }, ['step.auth_type: must be one of']],
  ['addEmailFlowStep', { step: { step_id: 'x', type: 'dance' } }, ['step.type: must be one of']],
  [
    'addEmailFlowStep',
    { step: { ...wait, until_date_field: 'createdAt' }, position: 'end', after_step_id: 'welcome' },
    ['after_step_id: is not allowed here'],
  ],
  [
    'setEmailFlowTriggers',
    { triggers: [{ type: 'date_based', field: 'createdAt', mode: 'before_date' }] },
    ['triggers.0.days_before: is required'],
  ],
  [
    'setEmailFlowTriggers',
    { triggers: [{ type: 'date_based', field: 'createdAt', mode: 'on_date', trigger_time: '09:15' }] },
    ['triggers.0.trigger_time: '],
  ],
  ['setEmailFlowTriggers', { triggers: [{ type: 'full_moon' }] }, ['triggers.0.type: must be one of']],
];

describe('a body that breaks a rule about several fields', () => {
  it.each(refused.map(([id, body, findings]) => [id, JSON.stringify(body).slice(0, 120), body, findings] as const))(
    '%s %s',
    async (id, _text, body, findings) => {
      const operation = operations.find(({ operationId }) => operationId === id) as Operation;
      const { response, body: answer } = await request(service.url, operation, { apiKey: service.apiKey, body });
      expect(response.status).toBe(400);
      const told: string[] = answer.details.issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);
      for (const finding of findings) expect(told).toContainEqual(expect.stringContaining(finding));
      // Errors about other alternatives are noise.
      expect(told.length).toBeLessThanOrEqual(Math.max(2, findings.length));
    },
  );
});

/** A missing part of a step is a gap, which the activation reports. */
const unfinished: object[] = [wait, { ...wait, duration_amount: 2 }, { ...wait, condition: group() }];

it.each(unfinished.map((step) => [JSON.stringify(step), step] as const))('a new step may be %s', async (_text, step) => {
  const operation = operations.find(({ operationId }) => operationId === 'addEmailFlowStep') as Operation;
  const { response } = await request(service.url, operation, { apiKey: service.apiKey, body: { step } });
  expect(response.status).toBe(404);
});

/** A patch is checked after the merge into its step. */
const merged: object[] = [
  { label: 'Note it', value: 'hut guest' },
  { value: 'hut guest' },
  { write_mode: 'skip_if_filled' },
  { step_id: 'wait_two_days', type: 'wait', label: 'Two days' },
];

it.each(merged.map((step) => [JSON.stringify(step), step] as const))('a patch of a step may hold %s', async (_text, step) => {
  const operation = operations.find(({ operationId }) => operationId === 'updateEmailFlowStep') as Operation;
  const { response } = await request(service.url, operation, { apiKey: service.apiKey, body: { step } });
  expect(response.status).toBe(404);
});

describe('rule trees', () => {
  const search = operations.find(({ operationId }) => operationId === 'searchContacts') as Operation;
  const ask = (rules: unknown) => request(service.url, search, { apiKey: service.apiKey, body: { rules } });

  it.runIf(isAtLength)('are refused in any depth and width', async () => {
    for (const [depth, message] of [
      [3_000, 'is nested more than 64 levels deep'],
      [100_000, 'has more than 50000 objects and arrays'],
    ] as const) {
      const tree = `${'{"kind":"group","conditions":['.repeat(depth)}{"kind":"nonsense"}${']}'.repeat(depth)}`;
      const { response, body } = await request(service.url, search, { apiKey: service.apiKey, body: `{"rules":${tree}}` });
      expect([response.status, body.details.issues]).toEqual([400, [{ path: '', message }]]);
    }

    const { response, body } = await ask(group(...Array(9_000).fill({ kind: 'condition', source: 'contact', field: 'x' })));
    expect(response.status).toBe(400);
    expect(body.details.issues[0]).toEqual({ path: 'rules.conditions', message: 'must have at most 100 items' });
    expect(body.details.issues.length).toBeLessThanOrEqual(100);

    const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`field${i}`, 0]));
    const wide = await ask({ ...condition, ...fields });
    expect(wide.body.details.issues).toEqual([{ path: '', message: 'has an object with more than 1000 fields' }]);
  });
});

it('starts from examples that fit', () => {
  for (const operation of operations) if (operation.body?.required) expect(exampleBody(operation), operation.operationId).toBeDefined();
});
