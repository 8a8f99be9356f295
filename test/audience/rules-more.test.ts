/** Rules on activities by what they are about and how many they are, on spans of time, on several values, on tags and suppressions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenBlast, givenEmail } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

async function create(...items: Schemas['ContactCreateItem'][]): Promise<string[]> {
  const { items: made } = await must(workspace.api.POST('/v1/contacts', { body: { items } }));
  return made.map(({ contact_id }) => contact_id as string);
}
const search = (rules: unknown) =>
  workspace.api.POST('/v1/contacts/search', { body: { rules: rules as Schemas['SearchRuleTree'], sort: 'display_name', order: 'asc' } });
const names = async (rules: unknown) => (await must(search(rules))).items.map(({ display_name }) => display_name);
async function refusal(rules: unknown): Promise<[number, string[]]> {
  const { response, error } = await search(rules);
  return [response.status, ((error as any)?.details?.issues ?? []).map(({ path }: { path: string }) => path)];
}
const ask = (field: string, operator: string, value?: unknown) => ({
  kind: 'condition',
  source: 'contact',
  field,
  operator,
  ...(value !== undefined && { value }),
});
const custom = (fieldDefinitionId: string, operator: string, value?: unknown) => ({
  kind: 'condition',
  source: 'custom_field',
  fieldDefinitionId,
  operator,
  ...(value !== undefined && { value }),
});
const did = (activityType: string, more: object = {}, operator = 'has_activity') => ({
  kind: 'condition',
  source: 'activity',
  activityType,
  operator,
  ...more,
});
async function define(api_name: string, value_type: Schemas['ContactFieldType']): Promise<string> {
  const made = await must(workspace.api.POST('/v1/contact-fields', { body: { display_name: api_name, api_name, value_type } }));
  return (made as Schemas['ContactField']).field_definition_id;
}
const note = (contactId: string, type: string, metadata: object, at = service.clock.now()) =>
  service.db.query(sql`
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    VALUES (${workspace.id}::uuid, ${contactId}::uuid, ${type}::text, ${at}::timestamptz, ${JSON.stringify(metadata)}::jsonb)`);
const ago = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000);

describe('several values', () => {
  it('match texts, numbers and lists, without regard to case', async () => {
    await create(
      { email: 'a@example.com', display_name: 'A', city: 'Umeå', service_score: 1, phone: '+46701740605' },
      { email: 'b@example.com', display_name: 'B', city: 'Oslo', service_score: 2 },
      { email: 'c@example.com', display_name: 'C' },
    );
    expect(await names(ask('city', 'in', ['UMEÅ', 'Tokyo']))).toEqual(['A']);
    expect(await names(ask('city', 'not_in', ['umeå', 'Tokyo']))).toEqual(['B', 'C']);
    expect(await names(ask('serviceScore', 'in', [1, 3]))).toEqual(['A']);
    expect(await names(ask('serviceScore', 'not_in', [1, 3]))).toEqual(['B', 'C']);
    expect(await names(ask('email', 'in', ['A@example.com', 'c@EXAMPLE.com']))).toEqual(['A', 'C']);
    expect(await names(ask('phone', 'in', ['+46 70 174 06 05']))).toEqual(['A']);
    expect(await names(ask('emailDomain', 'in', ['example.com', 'x.org']))).toEqual(['A', 'B', 'C']);
    expect(await names(ask('country', 'in', ['Sweden']))).toEqual([]);
  });

  it.runIf(isAtLength)('match custom fields by their type', async () => {
    const [text, number, list] = [await define('note', 'string'), await define('size', 'number'), await define('trails', 'list')];
    await create(
      { email: 'a@example.com', display_name: 'A', custom_fields: { note: 'Fjord', size: 39, trails: ['x', 'Y'] } },
      { email: 'b@example.com', display_name: 'B', custom_fields: { note: 'fell', size: 40.5, trails: ['z'] } },
      { email: 'c@example.com', display_name: 'C' },
    );
    expect(await names(custom(text, 'in', ['FJORD', 'fjell']))).toEqual(['A']);
    expect(await names(custom(text, 'not_in', ['FJORD', 'fjell']))).toEqual(['B', 'C']);
    expect(await names(custom(number, 'in', [39, 40.5]))).toEqual(['A', 'B']);
    expect(await names(custom(number, 'not_in', [39]))).toEqual(['B', 'C']);
    expect(await names(custom(list, 'in', ['y', 'q']))).toEqual(['A']);
    expect(await names(custom(list, 'not_in', ['y', 'q']))).toEqual(['B', 'C']);
    expect(await names(custom(list, 'has_tag', 'X'))).toEqual(['A']);
    expect(await names(custom(list, 'has_no_tag', 'X'))).toEqual(['B', 'C']);
    expect(await names(custom(list, 'is_empty'))).toEqual(['C']);
    expect(await names(custom(list, 'is_not_empty'))).toEqual(['A', 'B']);
    expect(await refusal(custom(number, 'in', ['39']))).toEqual([400, ['rules.value.0']]);
    expect(await refusal(custom(list, 'contains', 'x'))).toEqual([400, ['rules.operator']]);
    expect(await refusal(custom(text, 'has_tag', 'x'))).toEqual([400, ['rules.operator']]);
    expect(await refusal(ask('city', 'in', []))).toEqual([400, ['rules.value']]);
  });

  it('match external IDs exactly', async () => {
    await create({ email: 'a@example.com', display_name: 'A', external_id: 'CRM-1' }, { email: 'b@example.com', display_name: 'B' });
    expect(await names(ask('externalId', 'equals', 'CRM-1'))).toEqual(['A']);
    expect(await names(ask('externalId', 'equals', 'crm-1'))).toEqual([]);
    expect(await names(ask('externalId', 'in', ['CRM-1', 'CRM-2']))).toEqual(['A']);
    expect(await names(ask('externalId', 'starts_with', 'CRM'))).toEqual(['A']);
    expect(await names(ask('externalId', 'is_empty'))).toEqual(['B']);
  });
});

describe('tags', () => {
  it('are had or not, without regard to case', async () => {
    await create(
      { email: 'a@example.com', display_name: 'A', tags: ['VIP', 'summer'] },
      { email: 'b@example.com', display_name: 'B', tags: ['summer'] },
      { email: 'c@example.com', display_name: 'C' },
    );
    expect(await names(ask('tags', 'has_tag', 'vip'))).toEqual(['A']);
    expect(await names(ask('tags', 'has_no_tag', 'vip'))).toEqual(['B', 'C']);
    expect(await names(ask('tags', 'in', ['vip', 'winter']))).toEqual(['A']);
    expect(await names(ask('tags', 'not_in', ['vip', 'winter']))).toEqual(['B', 'C']);
    expect(await names(ask('tags', 'is_empty'))).toEqual(['C']);
    expect(await names(ask('tags', 'is_not_empty'))).toEqual(['A', 'B']);
    expect((await refusal(ask('tags', 'contains', 'vip')))[0]).toBe(400);
  });
});

describe('spans of time', () => {
  it('reach back or ahead from now, and a month that is too short ends with its last day', async () => {
    const since = await define('since', 'date');
    const now = service.clock.now();
    const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
    await create(
      { email: 'a@example.com', display_name: 'A', custom_fields: { since: at(-2) } },
      { email: 'b@example.com', display_name: 'B', custom_fields: { since: at(2) } },
      { email: 'c@example.com', display_name: 'C' },
      { email: 'd@example.com', display_name: 'D', custom_fields: { since: at(-40) } },
    );
    const span = (amount: number, unit: string) => ({ amount, unit });
    expect(await names(custom(since, 'in_last', span(3, 'day')))).toEqual(['A']);
    expect(await names(custom(since, 'in_last', span(47, 'hour')))).toEqual([]);
    expect(await names(custom(since, 'in_next', span(1, 'week')))).toEqual(['B']);
    expect(await names(custom(since, 'not_in_last', span(1, 'week')))).toEqual(['B', 'C', 'D']);
    expect(await names(ask('createdAt', 'in_last', span(1, 'hour')))).toEqual(['A', 'B', 'C', 'D']);
    expect(await names(ask('lastActivityAt', 'not_in_last', span(1, 'year')))).toEqual(['A', 'B', 'C', 'D']);
    expect(await names(ask('createdAt', 'in_next', span(1, 'hour')))).toEqual([]);
    expect((await refusal(ask('createdAt', 'in_last', '2026-01-01')))[0]).toBe(400);
    expect((await refusal(ask('createdAt', 'in_last', span(0, 'day'))))[0]).toBe(400);
    expect((await refusal(ask('city', 'in_last', span(1, 'day'))))[0]).toBe(400);
  });
});

describe('suppressions', () => {
  it('are asked of the address, whatever the reason', async () => {
    await create(
      { email: 'a@example.com', display_name: 'A' },
      { email: 'b@example.com', display_name: 'B', unsubscribed: true },
      { phone: '+46701740605', display_name: 'C' },
    );
    await must(workspace.api.POST('/v1/suppressions', { body: { items: [{ address: 'a@example.com', reason: 'bounced' }] } }));
    expect(await names(ask('suppressed', 'is_true'))).toEqual(['A', 'B']);
    expect(await names(ask('suppressed', 'is_false'))).toEqual(['C']);
    expect(await names(ask('suppressed', 'is_empty'))).toEqual([]);
    expect(await names(ask('suppressed', 'is_not_empty'))).toEqual(['A', 'B', 'C']);
  });
});

describe('activities', () => {
  let people: string[];
  beforeEach(async () => {
    people = await create(...['A', 'B', 'C'].map((display_name, i) => ({ email: `p${i}@example.com`, display_name })));
  });

  it('are narrowed down to a blast, a link, an email, a tent and a form', async () => {
    const emailId = await givenEmail({ db: service.db, workspaceId: workspace.id });
    const blastId = await givenBlast(workspace, { emailId });
    const other = newId();
    await note(people[0] as string, 'email_clicked', { blast_id: blastId, recipient_id: 'x', url: 'https://example.com/spring' });
    await note(people[1] as string, 'email_clicked', { blast_id: other, recipient_id: 'x', url: 'https://example.com/autumn' });
    const tentId = newId();
    await note(people[1] as string, 'form_submission', { tent_id: tentId, form_id: 'signup', fields: {} });
    await note(people[2] as string, 'form_submission', { tent_id: tentId, form_id: 'contact', fields: {} });
    expect(await names(did('email_clicked'))).toEqual(['A', 'B']);
    expect(await names(did('email_clicked', { blastId }))).toEqual(['A']);
    expect(await names(did('email_clicked', { blastId }, 'has_no_activity'))).toEqual(['B', 'C']);
    expect(await names(did('email_clicked', { emailId }))).toEqual(['A']);
    expect(await names(did('email_clicked', { emailId: newId() }))).toEqual([]);
    expect(await names(did('email_clicked', { linkUrl: 'https://example.com/autumn' }))).toEqual(['B']);
    expect(await names(did('email_clicked', { blastId, linkUrl: 'https://example.com/autumn' }))).toEqual([]);
    expect(await names(did('form_submission', { tentId }))).toEqual(['B', 'C']);
    expect(await names(did('form_submission', { tentId, formId: 'contact' }))).toEqual(['C']);
    expect(await names(did('form_submission', { tentId: newId() }))).toEqual([]);
    expect(await refusal(did('form_submission', { blastId }))).toEqual([400, ['rules.blastId']]);
    expect(await refusal(did('email_opened', { linkUrl: 'https://example.com' }))).toEqual([400, ['rules.linkUrl']]);
    expect(await refusal(did('email_opened', { tentId, formId: 'x' }))).toEqual([400, ['rules.tentId', 'rules.formId']]);
  });

  it('of an email are those of the flow steps that send it, too', async () => {
    const emailId = await givenEmail({ db: service.db, workspaceId: workspace.id });
    const steps = [{ step_id: 'welcome', type: 'send_email' as const, email_id: emailId }];
    const { flow_id } = await must(workspace.api.POST('/v1/email-flows', { body: { name: 'Welcome', steps } }));
    await note(people[0] as string, 'email_opened', { flow_id, membership_id: 'x', step_id: 'welcome' });
    await note(people[1] as string, 'email_opened', { flow_id, membership_id: 'x', step_id: 'other' });
    expect(await names(did('email_opened', { emailId }))).toEqual(['A']);
  });

  test.each([
    ['at_least', 1, ['A', 'B']],
    ['at_least', 2, ['A']],
    ['at_least', 3, ['A']],
    ['at_least', 4, []],
    ['at_least', 0, ['A', 'B', 'C']],
    ['at_most', 0, ['C']],
    ['at_most', 1, ['B', 'C']],
    ['at_most', 3, ['A', 'B', 'C']],
    ['exactly', 0, ['C']],
    ['exactly', 1, ['B']],
    ['exactly', 2, []],
    ['exactly', 3, ['A']],
  ])('are counted: %s %i', async (operator, value, expected) => {
    for (let i = 0; i < 3; i++) await note(people[0] as string, 'email_opened', { blast_id: newId(), recipient_id: 'x' }, ago(i));
    await note(people[1] as string, 'email_opened', { blast_id: newId(), recipient_id: 'x' });
    expect(await names(did('email_opened', { count: { operator, value } }))).toEqual(expected);
  });

  it('are counted within a window, and about one thing', async () => {
    const blastId = newId();
    for (const days of [0, 1, 10]) await note(people[0] as string, 'email_clicked', { blast_id: blastId, url: 'x' }, ago(days));
    await note(people[0] as string, 'email_clicked', { blast_id: newId(), url: 'x' });
    const timeWindow = { amount: 7, unit: 'day' };
    expect(await names(did('email_clicked', { blastId, timeWindow, count: { operator: 'exactly', value: 2 } }))).toEqual(['A']);
    expect(await names(did('email_clicked', { timeWindow, count: { operator: 'exactly', value: 3 } }))).toEqual(['A']);
    expect(await refusal(did('email_clicked', { count: { operator: 'exactly', value: 2 } }, 'has_no_activity'))).toEqual([
      400,
      ['rules.count'],
    ]);
  });

  it('of a creation are one each', async () => {
    const count = (operator: string, value: number) => names(did('contact_created', { count: { operator, value } }));
    expect(await count('at_least', 1)).toEqual(['A', 'B', 'C']);
    expect(await count('at_least', 2)).toEqual([]);
    expect(await count('exactly', 0)).toEqual([]);
    expect(await count('at_most', 1)).toEqual(['A', 'B', 'C']);
  });
});

it('a dynamic list keeps such rules, and shows them as they were sent', async () => {
  await create({ email: 'a@example.com', display_name: 'A', tags: ['vip'] });
  const rules = {
    kind: 'group' as const,
    operator: 'and' as const,
    conditions: [
      ask('tags', 'has_tag', 'vip'),
      ask('city', 'not_in', ['Oslo']),
      ask('createdAt', 'in_last', { amount: 1, unit: 'day' }),
      did('email_opened', { count: { operator: 'at_most', value: 2 } }),
    ],
  };
  const list = await must(workspace.api.POST('/v1/contact-lists', { body: { name: 'VIPs', kind: 'dynamic', rules: rules as never } }));
  expect(list.rules).toEqual(rules);
  const members = await must(workspace.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: list.list_id } } }));
  expect(members.contacts.map(({ display_name }) => display_name)).toEqual(['A']);
});
