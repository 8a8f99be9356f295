import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { type ApiClient, document, lookUp } from '../support/client.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];
type NewField = Schemas['CreateContactFieldRequest'];

let service: TestService;
let workspace: TestWorkspace;
let api: ApiClient;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
  api = workspace.api;
});

const post = (body: Schemas['CreateContactFieldsRequest']) => api.POST('/v1/contact-fields', { body });

/** One that is there. */
async function field(body: NewField): Promise<Schemas['ContactField']> {
  const { data, error } = await post(body);
  expect(error).toBeUndefined();
  return data as Schemas['ContactField'];
}

const named = (from: number, to: number): NewField[] =>
  Array.from({ length: to - from }, (_, i) => ({ display_name: `Field ${from + i}`, value_type: 'string' }));

/** Fills the workspace with active fields, fifty a request. */
async function fill(count: number): Promise<Schemas['ContactField'][]> {
  const made: Schemas['ContactField'][] = [];
  for (let from = 0; from < count; from += 50) {
    const { data } = await post({ items: named(from, Math.min(from + 50, count)) });
    made.push(...(data as Schemas['CreatedContactFieldBatch']).items);
  }
  expect(made.length).toBe(count);
  return made;
}

const patch = (id: string, body: Schemas['UpdateContactFieldRequest']) =>
  api.PATCH('/v1/contact-fields/{field_definition_id}', { params: { path: { field_definition_id: id } }, body });

const list = async (include_archived?: boolean) =>
  ((await api.GET('/v1/contact-fields', { params: { query: { include_archived } } })).data as Schemas['ContactFieldList']).fields.map(
    ({ used_by, used_by_count, ...field }) => field,
  );

const own = async (include_archived?: boolean) =>
  (await list(include_archived)).filter(({ origin }) => origin === 'org_managed').map(({ api_name }) => api_name);

const issuesOf = ({ response, error }: { response: Response; error?: Schemas['Error'] }) => [
  response.status,
  error?.error_code,
  error?.details?.issues?.map(({ path }) => path),
];

describe('defining a field', () => {
  it('keeps what is said and fills in the rest', async () => {
    const shoeSize = await field({ display_name: 'Shoe size', value_type: 'number' });
    expect(shoeSize).toEqual({
      field_definition_id: expect.any(String),
      api_name: 'shoe_size',
      display_name: 'Shoe size',
      value_type: 'number',
      description: null,
      show_in_people_list_default: false,
      status: 'active',
      is_editable: true,
      origin: 'org_managed',
      created_by_name: 'Test',
      created_at: expect.any(String),
      updated_at: shoeSize.created_at,
    });
    const body = { display_name: 'Since', api_name: 'club_member_since', value_type: 'date', description: 'The day of joining' } as const;
    const since = await field({ ...body, show_in_people_list_default: true });
    expect(since).toMatchObject({ ...body, show_in_people_list_default: true });
    expect((await list()).slice(-2)).toEqual([since, shoeSize]);
  });

  it.each([
    ['Club member since', 'club_member_since'],
    ['  Förmåner -- (2026)! ', 'formaner_2026'],
    ['__Proto__', 'proto'],
    ['ＦＵＬＬ width', 'full_width'],
    [`${'x'.repeat(99)} yz`, 'x'.repeat(99)],
    ['y'.repeat(255), 'y'.repeat(100)],
  ])('makes of %j the name %j', async (display_name, api_name) => {
    expect((await field({ display_name, value_type: 'string' })).api_name).toBe(api_name);
  });

  it.each(['Привет', '!!!', '2nd phone'])('can make no name of %j', async (display_name) => {
    expect(issuesOf(await post({ display_name, value_type: 'string' }))).toEqual([400, 'validation_failed', ['display_name']]);
    expect((await field({ display_name, api_name: 'given', value_type: 'string' })).display_name).toBe(display_name);
  });

  it('keeps the names of what a contact has by itself', async () => {
    const properties = Object.keys(lookUp(document, '#/components/schemas/Contact').properties);
    expect(properties.length).toBeGreaterThan(20);
    for (const api_name of properties) {
      expect(issuesOf(await post({ display_name: 'X', api_name, value_type: 'string' })), api_name).toEqual([
        400,
        'validation_failed',
        ['api_name'],
      ]);
    }
    const items = [...named(0, 2), { display_name: 'First name', value_type: 'string' as const }];
    expect(issuesOf(await post({ items }))).toEqual([400, 'validation_failed', ['items.2.display_name']]);
    expect(await own(true)).toEqual([]);
  });

  it.each([
    { api_name: 'ShoeSize' },
    { api_name: '1st' },
    { api_name: 'shoe-size' },
    { api_name: "x'; DROP TABLE contacts; --" },
    { api_name: 'x'.repeat(101) },
    { api_name: '' },
    { value_type: 'text' },
    { display_name: '' },
    { status: 'archived' },
    { workspace_id: newId() },
  ])('refuses %j', async (wrong) => {
    const { response } = await post({ display_name: 'Shoe size', value_type: 'string', ...wrong } as NewField);
    expect(response.status).toBe(400);
    expect(await own(true)).toEqual([]);
  });

  it('makes up to 50 at once, in their order, or none', async () => {
    const names = (await fill(50)).map(({ api_name }) => api_name);
    expect(names).toEqual(named(0, 50).map((_, i) => `field_${i}`));
    expect(await own()).toEqual([...names].sort());
    for (const items of [[], named(100, 151)]) expect((await post({ items })).response.status).toBe(400);
    const { response, error } = await post({ items: [...named(100, 110), ...named(3, 5), ...named(100, 101)] });
    expect([response.status, error?.error_code]).toEqual([409, 'conflict']);
    expect(error?.details).toEqual({ conflicting_api_names: ['field_3', 'field_4', 'field_100'] });
    expect((await own()).length).toBe(50);
  });

  it('does not reuse a name, not even of an archived field, but another workspace may have it', async () => {
    const { field_definition_id } = await field({ display_name: 'Shoe size', value_type: 'number' });
    const again = () => post({ display_name: 'SHOE SIZE', value_type: 'string' });
    expect((await again()).error?.details).toEqual({ conflicting_api_names: ['shoe_size'] });
    await patch(field_definition_id, { status: 'archived' });
    const { response, error } = await again();
    expect([response.status, error?.details]).toEqual([409, { conflicting_api_names: ['shoe_size'] }]);
    const other = await service.workspace();
    const { response: elsewhere } = await other.api.POST('/v1/contact-fields', {
      body: { display_name: 'Shoe size', value_type: 'string' },
    });
    expect(elsewhere.status).toBe(201);
  });

  it.runIf(isAtLength)('lets one of many have a name', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ display_name: 'Shoe size', value_type: 'number' })));
    expect(answers.map(({ response }) => response.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('replays under an Idempotency-Key', async () => {
    const request = {
      body: { items: named(0, 2) },
      params: { header: { 'Idempotency-Key': 'k' } },
    };
    const first = await api.POST('/v1/contact-fields', request);
    const second = await api.POST('/v1/contact-fields', request);
    expect([second.response.status, second.data]).toEqual([201, first.data]);
    expect((await own()).length).toBe(2);
  });
});

describe('the limit of 200 active fields', () => {
  it.runIf(isAtLength)('holds, also when a field is to be restored', async () => {
    const [first] = await fill(198);
    const past = await post({ items: named(198, 201) });
    expect([past.response.status, past.error?.error_code, past.error?.details]).toEqual([409, 'conflict', { limit: 200, current: 198 }]);
    expect((await post({ items: named(198, 200) })).response.status).toBe(201);

    const id = first?.field_definition_id as string;
    await patch(id, { status: 'archived' });
    expect((await post({ display_name: 'Field 200', value_type: 'string' })).response.status).toBe(201);
    const restored = await patch(id, { status: 'active', display_name: 'Changed' });
    expect([restored.response.status, restored.error?.error_code, restored.error?.details]).toEqual([
      409,
      'conflict',
      { limit: 200, current: 200 },
    ]);
    expect((await list(true)).find(({ field_definition_id }) => field_definition_id === id)).toMatchObject({
      status: 'archived',
      display_name: 'Field 0',
    });
    // An active field stays as it is, and a full workspace can still be described.
    const [second] = (await list()).filter(({ origin }) => origin === 'org_managed');
    expect((await patch(second?.field_definition_id as string, { status: 'active', description: 'x' })).response.status).toBe(200);
  });

  it('holds when many define and restore at once', async () => {
    const archived = (await fill(40)).slice(0, 10);
    for (const { field_definition_id } of archived) await patch(field_definition_id, { status: 'archived' });
    // 30 are active; 15 times 15 and 10 are asked for.
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, (_, i) => post({ items: named(1_000 + 15 * i, 1_015 + 15 * i) })),
      ...archived.map(({ field_definition_id }) => patch(field_definition_id, { status: 'active' })),
    ]);
    const done = (status: number) => answers.filter(({ response }) => response.status === status).length;
    expect(done(201) + done(200) + done(409)).toBe(25);
    expect(await service.db.prisma.contactFieldDefinition.count({ where: { workspaceId: workspace.id, status: 'active' } })).toBe(
      30 + 15 * done(201) + done(200),
    );
    const active = (await own()).length;
    expect(active).toBeLessThanOrEqual(200);
    expect(active).toBeGreaterThan(185);
  });
});

describe('changing a field', () => {
  it('changes what is given, and the date of the change only when something changes', async () => {
    const made = await field({ display_name: 'Shoe size', value_type: 'number', description: 'Of boots' });
    service.clock.advance({ minutes: 1 });
    const changes = { display_name: 'Size', description: 'European', show_in_people_list_default: true };
    const { data: changed } = await patch(made.field_definition_id, changes);
    expect(changed).toEqual({ ...made, ...changes, updated_at: expect.any(String) });
    expect(Date.parse(changed?.updated_at ?? '') - Date.parse(made.updated_at as string)).toBeGreaterThanOrEqual(60_000);
    service.clock.advance({ minutes: 1 });
    expect((await patch(made.field_definition_id, { ...changes, status: 'active' })).data).toEqual(changed);
    for (const description of ['', null]) {
      expect((await patch(made.field_definition_id, { description })).data?.description).toBeNull();
    }
  });

  it('archives and restores', async () => {
    const { field_definition_id: id } = await field({ display_name: 'Shoe size', value_type: 'number' });
    expect((await patch(id, { status: 'archived' })).data).toMatchObject({ status: 'archived', api_name: 'shoe_size' });
    expect([await own(), await own(false), await own(true)]).toEqual([[], [], ['shoe_size']]);
    expect((await patch(id, { status: 'archived', description: 'Gone' })).data).toMatchObject({ status: 'archived', description: 'Gone' });
    expect((await patch(id, { status: 'active' })).data).toMatchObject({ status: 'active', description: 'Gone' });
    expect(await own()).toEqual(['shoe_size']);
  });

  it.each([{}, { api_name: 'other' }, { value_type: 'string' }, { status: 'deleted' }, { display_name: '' }, { created_by_name: 'Me' }])(
    'refuses %j',
    async (body) => {
      const made = await field({ display_name: 'Shoe size', value_type: 'number' });
      const { response } = await patch(made.field_definition_id, body as Schemas['UpdateContactFieldRequest']);
      expect(response.status).toBe(400);
      expect((await list()).at(-1)).toEqual(made);
    },
  );

  it('knows no field of another workspace', async () => {
    const made = await field({ display_name: 'Shoe size', value_type: 'number' });
    const other = await service.workspace();
    for (const field_definition_id of [made.field_definition_id, newId()]) {
      const { response } = await other.api.PATCH('/v1/contact-fields/{field_definition_id}', {
        params: { path: { field_definition_id } },
        body: { status: 'archived' },
      });
      expect(response.status).toBe(404);
    }
    expect((await list()).at(-1)).toEqual(made);
  });
});

describe('the built-in fields', () => {
  it('are the properties of a contact, in their order', async () => {
    const fields = await list();
    const { properties } = lookUp(document, '#/components/schemas/Contact');
    expect(fields.map(({ api_name }) => api_name)).toEqual(
      Object.keys(properties).filter((name) => !['contact_id', 'custom_fields', 'warnings'].includes(name)),
    );
    expect(new Set(fields.map(({ field_definition_id }) => field_definition_id)).size).toBe(fields.length);
    expect(fields.find(({ api_name }) => api_name === 'email')).toEqual({
      field_definition_id: '00000000-0000-8000-8000-000000000004',
      api_name: 'email',
      display_name: 'Email',
      value_type: 'string',
      description: 'The normalized address.',
      show_in_people_list_default: true,
      status: 'active',
      is_editable: false,
      origin: 'system',
      created_by_name: null,
      created_at: null,
      updated_at: null,
    });
  });

  it.runIf(isAtLength)('cannot be changed', async () => {
    for (const { field_definition_id } of await list()) {
      for (const body of [{ status: 'archived' }, { display_name: 'Mine' }] as const) {
        expect(issuesOf(await patch(field_definition_id, body))).toEqual([400, 'validation_failed', ['field_definition_id']]);
      }
    }
  });
});
