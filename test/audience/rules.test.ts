import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { withTimestamps } from '../../src/audience/contacts/contacts.repo.ts';
import { compileStored, parseRules } from '../../src/audience/rules/rules.service.ts';
import type { RuleTree } from '../../src/audience/rules/tree.ts';
import { type Sql, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { givenBlast } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];
type Issues = { path: string; message: string }[];

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

async function create(...items: Record<string, unknown>[]): Promise<string[]> {
  const { data } = await workspace.api.POST('/v1/contacts', { body: { items: items as Schemas['ContactCreateItem'][] } });
  return (data as Schemas['ContactCreateResult']).items.map(({ contact_id }) => contact_id as string);
}

async function search(rules: unknown, rest: Partial<Schemas['ContactSearchRequest']> = {}, by: TestWorkspace = workspace) {
  const { data, error, response } = await by.api.POST('/v1/contacts/search', {
    body: { rules: rules as Schemas['SearchRuleTree'], ...rest },
  });
  const page = data as Schemas['ContactPage'] | undefined;
  return {
    status: response.status,
    code: (error as any)?.error_code as string | undefined,
    issues: ((error as any)?.details?.issues ?? []) as Issues,
    names: page?.items.map(({ display_name }) => display_name),
    page,
  };
}

const ask = (field: string, operator: string, value?: unknown) => ({
  kind: 'condition',
  source: 'contact',
  field,
  operator,
  ...(value !== undefined && { value }),
});
const group = (operator: 'and' | 'or' | undefined, ...conditions: unknown[]) => ({
  kind: 'group',
  ...(operator && { operator }),
  conditions,
});
const custom = (fieldDefinitionId: string | null, operator: string, value?: unknown) => ({
  kind: 'condition',
  source: 'custom_field',
  fieldDefinitionId,
  operator,
  ...(value !== undefined && { value }),
});
const member = (listId: string | null, operator = 'is_member') => ({ kind: 'condition', source: 'list_membership', listId, operator });

async function define(apiName: string, valueType: string, status = 'active', workspaceId = workspace.id): Promise<string> {
  const id = newId();
  await service.db.query(sql`
    INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, status, created_by_name, created_at, updated_at)
    VALUES (${workspaceId}::uuid, ${id}::uuid, ${apiName}::text, ${`The ${apiName}`}::text, ${valueType}::text, ${status}::text, 'Test', now(), now())`);
  return id;
}
const give = (contactId: string | undefined, values: Record<string, unknown>) =>
  service.db.query(sql`
    UPDATE contacts SET custom_fields = ${JSON.stringify(values)}::jsonb WHERE workspace_id = ${workspace.id}::uuid AND id = ${contactId}::uuid`);

async function list(kind = 'static', { isPrivate = false, workspaceId = workspace.id } = {}): Promise<string> {
  const id = newId();
  const owner = isPrivate ? await givenBlast(workspace) : null;
  await service.db.query(sql`
    INSERT INTO contact_lists (workspace_id, id, name, slug, kind, member_count, owner_campaign_id, created_at, updated_at)
    VALUES (${workspaceId}::uuid, ${id}::uuid, ${id}::text, ${id}::text, ${kind}::text, ${kind === 'static' ? 0 : null}::int,
      ${owner}::uuid, now(), now())`);
  return id;
}

describe('a search', () => {
  it('returns those who fit, page by page, in the order asked for', async () => {
    await create(
      ...['Ada', 'bo', 'Cy', 'dee', 'Eve'].map((display_name, i) => ({
        display_name,
        email: `p${i}@example.com`,
        city: i < 4 ? 'Umeå' : 'Oslo',
      })),
    );
    const inUmea = ask('city', 'equals', 'UMEÅ');
    const first = await search(inUmea, { sort: 'display_name', order: 'asc', limit: 3 });
    expect([first.names, first.page?.pagination]).toEqual([['Ada', 'bo', 'Cy'], { page: 1, limit: 3, total: 4, totalPages: 2 }]);
    const second = await search(inUmea, { sort: 'display_name', order: 'asc', limit: 3, page: 2 });
    expect(second.names).toEqual(['dee']);
    const beyond = await search(inUmea, { page: 1_000_000_000, limit: 3 });
    expect([beyond.names, beyond.page?.pagination.total]).toEqual([[], 4]);
    // By default newest first, as the list is.
    expect((await search(inUmea)).page?.pagination.limit).toBe(25);
    expect((await search(inUmea, { search: 'P1@', sort: 'normalized_email' })).names).toEqual(['bo']);
    expect((await search(inUmea, { search: 'eve' })).names).toEqual([]);
  });

  it('sees nobody of another workspace', async () => {
    await create({ email: 'mine@example.com' });
    const stranger = await service.workspace();
    for (const rules of [
      ask('email', 'is_not_empty'),
      ask('city', 'is_empty'),
      group('or', ask('email', 'is_empty'), ask('email', 'not_equals', 'x')),
    ])
      expect((await search(rules, {}, stranger)).names).toEqual([]);
  });

  it('takes a key, and answers afresh each time: it only reads, so that nothing is kept', async () => {
    await create({ email: 'one@example.com' });
    const headers = { 'Idempotency-Key': 'search-1' };
    const body = {
      rules: group('or', ask('email', 'is_not_empty'), ask('lastActivityAt', 'before', '2020-01-01'), ask('serviceScore', 'gte', 2.5)),
    } as Schemas['ContactSearchRequest'];
    const first = await workspace.api.POST('/v1/contacts/search', { body, params: { header: headers } });
    await create({ email: 'two@example.com' });
    const again = await workspace.api.POST('/v1/contacts/search', { body, params: { header: headers } });
    expect([first.data?.items.length, again.data?.items.length]).toEqual([1, 2]);
    expect(await service.db.query(sql`SELECT 1 AS kept FROM idempotency_keys WHERE key = 'search-1'`)).toEqual([]);
  });
});

describe('what rules mean', () => {
  it('takes % _ \\ and quotes for themselves', async () => {
    const odd = ['100%', 'a_b', 'back\\slash', "o'hara", '"; DROP TABLE contacts; --', '$1', '{{x}}', "') OR true --"];
    await create(...[...odd, 'plain', 'a-b', '1000'].map((company, i) => ({ company, display_name: company, email: `p${i}@example.com` })));
    for (const value of odd) {
      for (const operator of ['equals', 'contains', 'starts_with', 'ends_with']) {
        for (const field of ['company', 'displayName'])
          expect((await search(ask(field, operator, value))).names, `${operator} ${value}`).toEqual([value]);
        expect((await search(ask('jobTitle', operator, value))).names).toEqual([]);
      }
      expect((await search(ask('company', 'not_contains', value))).names?.length).toBe(10);
    }
    const wild = { '%': 1, _: 1, '\\': 1 };
    for (const [value, count] of Object.entries(wild))
      expect((await search(ask('company', 'contains', value))).names?.length, value).toBe(count);
    expect((await service.db.query(sql`SELECT 1 FROM contacts LIMIT 1`)).length).toBe(1);
  });

  it('takes upper and lower case as the same, in every script, but not accents', async () => {
    await create(
      ...['Ὀδυσσεύς ΟΔΟΣ', 'STRAẞE', 'İzmir', 'Éva', 'Ярослав'].map((display_name, i) => ({ display_name, email: `p${i}@example.com` })),
    );
    const cases: [string, string[]][] = [
      ['οδος', ['Ὀδυσσεύς ΟΔΟΣ']],
      ['οδοσ', ['Ὀδυσσεύς ΟΔΟΣ']],
      ['straße', ['STRAẞE']],
      ['izmir', ['İzmir']],
      ['éva', ['Éva']],
      ['eva', []],
      ['ЯРОСЛАВ', ['Ярослав']],
    ];
    for (const [value, names] of cases) {
      expect((await search(ask('displayName', 'contains', value))).names, value).toEqual(names);
      expect((await search(ask('email', 'is_not_empty'), { search: value })).names, value).toEqual(names);
    }
  });

  it('takes a date as its whole day in UTC', async () => {
    const [contact] = await create({ email: 'day@example.com' });
    const at = (text: string) =>
      service.db.query(sql`UPDATE contact_moments SET last_activity_at = ${text}::timestamptz WHERE contact_id = ${contact}::uuid`);
    const asked = async (operator: string, value: string) => (await search(ask('lastActivityAt', operator, value))).names?.length === 1;
    await at('2026-04-01T23:59:59.999Z');
    expect(await asked('equals', '2026-04-01')).toBe(true);
    expect(await asked('after', '2026-04-01')).toBe(false);
    expect(await asked('on_or_before', '2026-04-01')).toBe(true);
    expect(await asked('equals', '2026-04-02T01:59:59.999+02:00')).toBe(true);
    expect(await asked('equals', '2026-04-01T23:59:59Z')).toBe(false);
    await at('2026-04-02T00:00:00Z');
    expect(await asked('after', '2026-04-01')).toBe(true);
    expect(await asked('not_equals', '2026-04-01')).toBe(true);
    for (const value of ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59+23:59', '0001-01-01T00:00:00-23:59'])
      expect(await asked('not_equals', value), value).toBe(true);
  });

  it('ends a time window now', async () => {
    const [contact] = await create({ email: 'window@example.com' });
    await service.db.query(sql`
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      VALUES (${workspace.id}::uuid, ${contact}::uuid, 'form_submission', ${service.clock.now()}::timestamptz, '{}')`);
    const rules = (operator: string) => ({
      kind: 'condition',
      source: 'activity',
      activityType: 'form_submission',
      timeWindow: { amount: 2, unit: 'hour' },
      operator,
    });
    expect((await search(rules('occurred'))).names).toHaveLength(1);
    service.clock.advance({ hours: 1 });
    expect((await search(rules('occurred'))).names).toHaveLength(1);
    service.clock.advance({ hours: 2 });
    expect((await search(rules('occurred'))).names).toHaveLength(0);
    expect((await search(rules('not_occurred'))).names).toHaveLength(1);
  });

  it('asks for memberships and custom fields', async () => {
    const [ada, bo] = await create({ email: 'ada@example.com', display_name: 'Ada' }, { email: 'bo@example.com', display_name: 'Bo' });
    const { data } = await workspace.api.POST('/v1/contact-lists', {
      body: { name: 'Club', kind: 'static', contact_ids: [ada as string] },
    });
    const club = (data as Schemas['ContactList']).list_id;
    expect((await search(member(club, 'in_list'))).names).toEqual(['Ada']);
    expect((await search(member(club, 'not_member_of'))).names).toEqual(['Bo']);
    const shoe = await define('shoe', 'number');
    const trail = await define('trail', 'string');
    await give(bo, { shoe: 44, trail: 'Kungsleden' });
    expect((await search(group(undefined, custom(shoe, 'gte', 44), custom(trail, 'eq', 'KUNGSLEDEN')))).names).toEqual(['Bo']);
    expect((await search(custom(shoe, 'is_empty'))).names).toEqual(['Ada']);
  });
});

describe('a tree is refused', () => {
  const leaf = ask('city', 'equals', 'Umeå');
  const nested = (depth: number): unknown => (depth === 0 ? leaf : group('and', nested(depth - 1)));

  it('of more than five groups inside one another', async () => {
    expect((await search(nested(5))).status).toBe(200);
    const { status, issues } = await search(nested(6));
    expect([status, issues]).toEqual([
      400,
      [{ path: 'rules.conditions.0.conditions.0.conditions.0.conditions.0.conditions.0', message: expect.stringContaining('5 groups') }],
    ]);
  });

  it('of more than 100 conditions in a search, or 100 nodes elsewhere', async () => {
    const halves = (more: number) => group('or', group('or', ...Array(50).fill(leaf)), group('or', ...Array(50 + more).fill(leaf)));
    expect((await search(halves(0))).status).toBe(200);
    const { status, issues } = await search(halves(1));
    expect([status, issues]).toEqual([400, [{ path: 'rules', message: expect.stringContaining('101 conditions') }]]);

    const parse = (tree: unknown) =>
      parseRules({ db: service.db, workspaceId: workspace.id, now: new Date() }, tree as RuleTree, { path: 'rules', limit: 'nodes' });
    await expect(parse(group('or', ...Array(99).fill(leaf)))).resolves.toBeDefined();
    await expect(parse(halves(-3))).resolves.toBeDefined();
    await expect(parse(halves(-2))).rejects.toMatchObject({ code: 'validation_failed', details: { issues: [{ path: 'rules' }] } });
  });

  it('that does not fit its fields, each mistake by its path', async () => {
    const [text, number, boolean, date] = [
      await define('t', 'string'),
      await define('n', 'number'),
      await define('b', 'boolean'),
      await define('d', 'date'),
    ];
    const old = await define('old', 'string', 'archived');
    const theirs = await define('theirs', 'string', 'active', (await service.workspace()).id);
    const wrong: [unknown, string][] = [
      [custom(text, 'gt', 'a'), 'operator'],
      [custom(text, 'is_true'), 'operator'],
      [custom(text, 'equals', 5), 'value'],
      [custom(number, 'equals', '5'), 'value'],
      [custom(number, 'contains', '5'), 'operator'],
      [custom(boolean, 'equals', 'true'), 'operator'],
      [custom(date, 'after', 5), 'value'],
      [custom(date, 'after', '2026-02-30'), 'value'],
      [custom(date, 'after', '2026-04-01T10:00:00'), 'value'],
      [custom(date, 'after', 'soon'), 'value'],
      [custom(date, 'starts', '2026'), 'operator'],
      [custom(old, 'is_empty'), 'fieldDefinitionId'],
      [custom(theirs, 'is_empty'), 'fieldDefinitionId'],
      [custom(newId(), 'equals', 'x'), 'fieldDefinitionId'],
      [member(await list('dynamic')), 'listId'],
      [member(await list('system')), 'listId'],
    ];
    const { status, issues } = await search(group('or', ...wrong.map(([condition]) => condition)));
    expect(status).toBe(400);
    expect(issues.map(({ path }) => path).sort()).toEqual(wrong.map(([, place], i) => `rules.conditions.${i}.${place}`).sort());
    const leap = await search(ask('createdAt', 'after', '2016-12-31T23:59:60Z'));
    expect([leap.status, leap.issues[0]?.path]).toEqual([400, 'rules.value']);
  });

  it('that is not complete, as a flow may keep one', async () => {
    const { status, issues } = await search(group('or', leaf, custom(null, 'is_empty'), group('or', member(null))));
    expect([status, issues]).toEqual([
      400,
      [
        { path: 'rules.conditions.1.fieldDefinitionId', message: 'must be set' },
        { path: 'rules.conditions.2.conditions.0.listId', message: 'must be set' },
      ],
    ]);
    const body = { name: 'Open', kind: 'dynamic' as const, rules: member(null) as never };
    const { response } = await workspace.api.POST('/v1/contact-lists', { body });
    expect(response.status).toBe(400);
  });

  it('that names a list or a flow that is not there', async () => {
    const theirs = await list('static', { workspaceId: (await service.workspace()).id });
    const step = { kind: 'condition', source: 'email_step', flowId: newId(), nodeId: 'welcome', metric: 'opened', operator: 'occurred' };
    const ofABlast = await list('static', { isPrivate: true });
    for (const condition of [member(newId()), member(theirs, 'is_not_member'), member(ofABlast), step]) {
      const { status, code } = await search(group('or', leaf, condition));
      expect([status, code]).toEqual([404, 'not_found']);
    }
    // Correctable problems come first.
    expect((await search(group('or', member(newId()), custom(newId(), 'is_empty')))).status).toBe(400);
  });
});

describe('a stored tree', () => {
  const matching = async (where: Sql) =>
    (
      await service.db.query<{ name: string }>(sql`
      SELECT c.display_name AS name FROM contacts c ${withTimestamps} WHERE c.workspace_id = ${workspace.id}::uuid AND (${where}) ORDER BY 1`)
    ).map(({ name }) => name);

  it('has operators by their own names, and matches nobody once something that it names is gone', async () => {
    const [ada] = await create({ email: 'ada@example.com', display_name: 'Ada' }, { email: 'bo@example.com', display_name: 'Bo' });
    const field = await define('trail', 'string');
    await give(ada, { trail: 'Kungsleden' });
    const club = await list();
    const now = service.clock.now();
    const given = group(undefined, custom(field, 'starts', 'kungs'), group('or', member(club, 'not_in_list'), ask('unsubscribed', 'true')));
    const { tree, where } = await parseRules({ db: service.db, workspaceId: workspace.id, now }, given as RuleTree, {
      path: 'rules',
      limit: 'nodes',
    });
    expect(tree).toEqual(
      group('and', custom(field, 'starts_with', 'kungs'), group('or', member(club, 'is_not_member'), ask('unsubscribed', 'is_true'))),
    );
    const asked = async (node: unknown) =>
      matching(await compileStored({ db: service.db, workspaceId: workspace.id, now }, JSON.parse(JSON.stringify(node))));
    expect([await matching(where), await asked(tree)]).toEqual([['Ada'], ['Ada']]);

    await service.db.query(sql`UPDATE contact_field_definitions SET status = 'archived' WHERE id = ${field}::uuid`);
    await service.db.query(sql`DELETE FROM contact_lists WHERE id = ${club}::uuid`);
    const everybody = ask('unsubscribed', 'is_false');
    const gone = [
      ...['is_empty', 'not_equals', 'not_contains', 'equals', 'is_false'].map((operator) => custom(field, operator, 'x')),
      member(club),
      member(club, 'is_not_member'),
    ];
    expect(await asked(everybody)).toEqual(['Ada', 'Bo']);
    for (const condition of gone)
      expect([await asked(condition), await asked(group('or', everybody, condition))], JSON.stringify(condition)).toEqual([[], []]);
  });
});

describe('rule metadata', () => {
  it('is what a search takes', async () => {
    for (const [name, type] of [
      ['zeta', 'string'],
      ['Alpha', 'date'],
      ['beta', 'boolean'],
      ['eta', 'number'],
    ] as const)
      await define(name.toLowerCase(), type);
    await define('old', 'string', 'archived');
    const { data } = await workspace.api.GET('/v1/contact-fields/rule-metadata');
    const { fields, operator_aliases } = data as Schemas['RuleMetadata'];
    expect(fields.slice(-4).map(({ label, value_type }) => `${label}: ${value_type}`)).toEqual([
      'The alpha: date',
      'The beta: boolean',
      'The eta: number',
      'The zeta: string',
    ]);
    expect(fields).toHaveLength(34);
    const values = { string: 'x', number: 5, date: '2026-04-01', boolean: undefined, list: 'x' };
    const valueFor = (operator: string, type: keyof typeof values) => {
      if (['in_last', 'in_next', 'not_in_last'].includes(operator)) return { amount: 1, unit: 'day' };
      return operator === 'in' || operator === 'not_in' ? [values[type]] : values[type];
    };
    const conditions = fields.flatMap(({ operators, label: _label, value_type, ...selector }) =>
      operators.map((operator) => ({
        kind: 'condition',
        ...rename(selector),
        operator,
        ...(!operator.startsWith('is_') && { value: valueFor(operator, value_type) }),
      })),
    );
    for (let i = 0; i < conditions.length; i += 100)
      expect((await search(group('or', ...conditions.slice(i, i + 100)))).issues).toEqual([]);
    for (const alias of Object.keys(operator_aliases)) {
      const fitting = conditions.find(({ operator }) => operator === operator_aliases[alias]);
      if (fitting) expect((await search({ ...fitting, operator: alias })).status, alias).toBe(200);
    }
  });
});

const rename = (selector: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(selector).map(([key, value]) => [key === 'field_definition_id' ? 'fieldDefinitionId' : key, value]));
