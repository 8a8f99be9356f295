import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];
type CreateItem = Omit<Schemas['ContactCreateItem'], 'unsubscribed'> & { unsubscribed?: boolean };

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

async function create(...items: CreateItem[]) {
  const { data } = await api.POST('/v1/contacts', { body: { items: items as Schemas['ContactCreateItem'][] } });
  return data as Schemas['ContactCreateResult'];
}

async function upsert(...items: Schemas['ContactUpsertItem'][]) {
  const { data } = await api.POST('/v1/contacts/upsert', { body: { items } });
  return data as Schemas['ContactUpsertResult'];
}

async function update(...items: Schemas['ContactUpdateItem'][]) {
  const { data } = await api.POST('/v1/contacts/update', { body: { items } });
  return data as Schemas['ContactUpdateResult'];
}

/** A contact that is there. */
async function someone(item: CreateItem): Promise<Schemas['Contact']> {
  const { items } = await create(item);
  expect(items[0]?.status).toBe('created');
  return items[0]?.contact as Schemas['Contact'];
}

const get = async (id: string) =>
  (await api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } })).data as Schemas['Contact'];

const patch = (id: string, body: Schemas['ContactPatch']) =>
  api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } }, body });

async function timeline(id: string, query: { page?: number; limit?: number; order?: 'asc' | 'desc' } = {}) {
  const { data } = await api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: id }, query } });
  return data as Schemas['ContactActivityPage'];
}

const list = async (query: Record<string, string | number> = {}) =>
  (await api.GET('/v1/contacts', { params: { query: query as { page?: number } } })).data as Schemas['ContactPage'];

const lookUp = async (query: { email?: string; phone?: string }) =>
  ((await api.GET('/v1/contacts', { params: { query } })).data as Schemas['ContactLookup']).items;

/** The items of a batch. Their fields depend on the outcome, which the assertions check. */
const itemsOf = (result: { items: object[] }) => result.items as any[];

/** Sends a body that the client's types do not allow. The answer may be a result or an error. */
const post = async (path: string, body: string) => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.apiKey}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, body: (await response.json()) as any };
};

const statuses = (result: { items: { status: string; error_code?: string }[] }) =>
  result.items.map(({ status, error_code }) => (status === 'rejected' ? error_code : status));

describe('creating contacts', () => {
  it('keeps every field, the identifiers in their one form', async () => {
    const { status, created_count, rejected_count, items } = await create({
      client_item_id: 'crm-1',
      email: ' Maya.Lindqvist@FjordMail.com ',
      phone: '+46 70 174 06 05',
      display_name: 'Maya 🏔',
      first_name: 'Maya',
      last_name: 'Lindqvist',
      company: 'Fjord & Fell',
      job_title: "Buyer's aide",
      address: 'Storgatan 12',
      address2: 'c/o Åsa',
      city: 'Umeå',
      state: 'Västerbotten',
      country: 'Sverige',
      zip_code: '903 26',
      lead_status: 'qualified',
      lifecycle_stage: 'customer',
      service_score: 82.5,
      unsubscribed: true,
      marketing_email_subscribed: false,
      marketing_sms_subscribed: true,
      custom_fields: {},
    });
    expect({ status, created_count, rejected_count }).toEqual({ status: 'completed', created_count: 1, rejected_count: 0 });
    const [item] = items;
    expect(item).toMatchObject({ index: 0, client_item_id: 'crm-1', status: 'created' });
    expect(item?.contact).toEqual({
      contact_id: item?.contact_id,
      external_id: null,
      language: null,
      tracking: null,
      tags: [],
      timezone: null,
      email: 'maya.lindqvist@fjordmail.com',
      email_domain: 'fjordmail.com',
      phone: '+46701740605',
      display_name: 'Maya 🏔',
      first_name: 'Maya',
      last_name: 'Lindqvist',
      company: 'Fjord & Fell',
      job_title: "Buyer's aide",
      address: 'Storgatan 12',
      address2: 'c/o Åsa',
      city: 'Umeå',
      state: 'Västerbotten',
      country: 'Sverige',
      zip_code: '903 26',
      lead_status: 'qualified',
      lifecycle_stage: 'customer',
      service_score: 82.5,
      unsubscribed: true,
      marketing_email_subscribed: false,
      marketing_sms_subscribed: true,
      original_source: 'public_api',
      original_source_detail: null,
      custom_fields: {},
      last_activity_at: null,
      created_at: item?.contact?.updated_at,
      updated_at: expect.any(String),
    });
    expect(await get(item?.contact_id as string)).toEqual(item?.contact);
  });

  it('takes null for a field that was left out', async () => {
    const bare = await someone({ email: 'bare@example.com' });
    const nulls = await someone({
      email: 'nulls@example.com',
      phone: null,
      display_name: null,
      first_name: null,
      company: null,
      address: null,
      lead_status: null,
      service_score: null,
      marketing_email_subscribed: null,
    });
    const { contact_id: _a, email: _b, display_name: _c, created_at: _d, updated_at: _e, ...rest } = bare;
    expect(nulls).toMatchObject({ ...rest, email: 'nulls@example.com', display_name: 'nulls' });
    expect(rest).toMatchObject({ first_name: '', company: '', address: null, unsubscribed: false, marketing_email_subscribed: null });
  });

  it.each([
    [{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
    [{ email: 'ada@example.com', last_name: 'Lovelace' }, 'Lovelace'],
    [{ email: 'ada.l@example.com', first_name: ' ', display_name: '' }, 'ada.l'],
    [{ phone: '(415) 555-2671' }, '+14155552671'],
    [{ email: 'ada@example.com', first_name: 'Ada', display_name: 'The Countess' }, 'The Countess'],
  ])('shows %j as %j', async (item, name) => {
    expect((await someone(item)).display_name).toBe(name);
  });

  it("reads a number without a country code as one of the workspace's country", async () => {
    await service.db.prisma.workspace.update({ where: { id: workspace.id }, data: { defaultCountry: 'SE' } });
    expect((await someone({ phone: '070-174 06 05' })).phone).toBe('+46701740605');
    expect((await lookUp({ phone: '0701740605' })).map(({ phone }) => phone)).toEqual(['+46701740605']);
  });

  it('takes no number for one of a country where it could not be dialled', async () => {
    const [item] = (await create({ phone: '070-174 06 05' })).items;
    expect(item).toMatchObject({ status: 'rejected', issues: [{ path: 'phone', message: 'is not a valid phone number' }] });
    expect(await lookUp({ phone: '+1 070 174 06 05' })).toEqual([]);
  });

  it('rejects what is known already, even by an item before it, and names who is in the way', async () => {
    const maya = await someone({ email: 'maya@example.com', phone: '+46701740605' });
    const result = await create(
      { client_item_id: 'a', email: 'MAYA@example.com' },
      { email: 'new@example.com', phone: '+46 70 174 06 05' },
      { email: 'tomas@example.com', phone: '+14155552671' },
      { email: 'other@example.com', phone: '(415) 555-2671' },
      { email: 'tomas@example.com' },
    );
    expect(statuses(result)).toEqual(['conflict', 'conflict', 'created', 'conflict', 'conflict']);
    const [first, second, tomas, third, fourth] = itemsOf(result);
    const inTheWay = {
      contact_id: maya.contact_id,
      display_name: 'maya',
      email: 'maya@example.com',
      phone: '+46701740605',
      external_id: null,
    };
    expect(first).toEqual({
      index: 0,
      client_item_id: 'a',
      contact_id: null,
      status: 'rejected',
      contact: null,
      error_code: 'conflict',
      message: expect.any(String),
      existing_contact: inTheWay,
    });
    expect(second.existing_contact).toEqual(inTheWay);
    expect(third.existing_contact.contact_id).toBe(tomas.contact_id);
    expect(fourth.existing_contact.contact_id).toBe(tomas.contact_id);
    expect((await list()).pagination.total).toBe(2);
  });

  it('rejects a bad item alone and says everything that is wrong with it', async () => {
    const { status, body } = await post(
      '/v1/contacts',
      JSON.stringify({
        items: [
          { email: 'no address', phone: 'no number', custom_fields: { shoe_size: 40, constructor: 'x' } },
          { first_name: 'Nobody' },
          { email: 'typo@example.com', frist_name: 'Ada', client_item_id: 7 },
          { email: 'good@example.com' },
          { email: null, phone: null },
          { email: 'long@example.com', zip_code: 'x'.repeat(51) },
        ],
      }),
    );
    expect([status, body.created_count, body.rejected_count]).toEqual([201, 1, 5]);
    expect(statuses(body)).toEqual([...Array(3).fill('validation_failed'), 'created', ...Array(2).fill('validation_failed')]);
    expect(body.items[0].issues).toEqual([
      { path: 'custom_fields.shoe_size', message: 'is not a custom field of this workspace' },
      { path: 'custom_fields.constructor', message: 'is not a custom field of this workspace' },
      { path: 'email', message: 'is not a valid email address' },
      { path: 'phone', message: 'is not a valid phone number' },
    ]);
    expect(body.items[1].issues).toEqual([{ path: '', message: 'needs an email or a phone' }]);
    expect(body.items[2]).toMatchObject({ client_item_id: null, contact_id: null });
    expect(body.items[2].issues).toContainEqual({ path: 'frist_name', message: 'is not known here' });
    expect(body.items[4].issues).toEqual([{ path: '', message: 'needs an email or a phone' }]);
    expect(body.items[5].issues[0].path).toBe('zip_code');
  });

  it('is not confused by keys with a meaning of their own', async () => {
    const { status, body } = await post(
      '/v1/contacts',
      `{"items": [
        {"email": "a@example.com", "__proto__": {"company": "x"}},
        {"email": "b@example.com", "constructor": {"prototype": {"company": "x"}}},
        {"email": "c@example.com", "custom_fields": {"__proto__": "x"}},
        {"email": "d@example.com", "custom_fields": {"constructor": "x", "prototype": "y"}},
        {"email": "e@example.com", "workspace_id": "${newId()}", "original_source": "import"}
      ]}`,
    );
    expect([status, body.rejected_count]).toEqual([201, 5]);
    expect('company' in {}).toBe(false);
    expect((await list()).pagination.total).toBe(0);
  });

  it('takes 1 to 100 items', async () => {
    const { response: none } = await api.POST('/v1/contacts', { body: { items: [] } });
    const people = Array.from({ length: 101 }, (_, i) => ({ email: `p${i}@example.com`, unsubscribed: false }));
    const { response: many } = await api.POST('/v1/contacts', { body: { items: people } });
    expect([none.status, many.status]).toEqual([400, 400]);
    expect((await create(...people.slice(1))).created_count).toBe(100);
  });

  it('with an Idempotency-Key creates once', async () => {
    const request = {
      body: { items: [{ email: 'once@example.com', unsubscribed: false }] },
      params: { header: { 'Idempotency-Key': 'k1' } },
    };
    const first = await api.POST('/v1/contacts', request);
    const second = await api.POST('/v1/contacts', request);
    expect(first.data?.created_count).toBe(1);
    expect(second.data).toEqual(first.data);
    expect(second.response.headers.get('idempotency-replayed')).toBe('true');
    expect(statuses(await create({ email: 'once@example.com' }))).toEqual(['conflict']);
  });
});

describe('upserting contacts', () => {
  it('updates whom it knows by email, else by phone, and makes the others', async () => {
    const maya = await someone({ email: 'maya@example.com', phone: '+46701740605', company: 'Fjord', city: 'Umeå' });
    const result = await upsert(
      { email: 'Maya@Example.com', company: 'Fell' },
      { phone: '+46 70 174 06 05', job_title: 'Buyer' },
      { email: 'aiko@example.com', phone: '+81 3 1234 5678' },
    );
    expect(result).toMatchObject({ status: 'completed', created_count: 1, updated_count: 2, rejected_count: 0 });
    expect(statuses(result)).toEqual(['updated', 'updated', 'created']);
    expect(await get(maya.contact_id)).toMatchObject({ company: 'Fell', job_title: 'Buyer', city: 'Umeå', phone: '+46701740605' });
  });

  it('knows a contact that has only a phone', async () => {
    const { contact_id } = await someone({ phone: '+46701740605' });
    const result = await upsert({ phone: '+46 70 174 06 05', city: 'Umeå' }, { email: 'new@example.com', phone: '+46701740605' });
    expect(statuses(result)).toEqual(['updated', 'conflict']);
    expect(await get(contact_id)).toMatchObject({ city: 'Umeå', email: null });
    expect(statuses(await create({ phone: '+46701740605' }))).toEqual(['conflict']);
  });

  it('lets a later item see what an earlier one did', async () => {
    const result = await upsert(
      { email: 'new@example.com', company: 'One' },
      { email: 'new@example.com', phone: '+14155552671' },
      { phone: '+14155552671', company: 'Two' },
      { email: 'another@example.com', phone: '+14155552671' },
    );
    expect(statuses(result)).toEqual(['created', 'updated', 'updated', 'conflict']);
    const [made] = itemsOf(result);
    expect(await get(made.contact_id)).toMatchObject({ company: 'Two', phone: '+14155552671', email: 'new@example.com' });
    expect((await timeline(made.contact_id, { order: 'asc' })).items).toEqual([
      { type: 'contact_created', timestamp: made.contact.created_at, metadata: { source: 'public_api', source_detail: null } },
      { type: 'contact_updated', timestamp: made.contact.created_at, metadata: { source: 'public_api', fields: ['phone'] } },
      { type: 'contact_updated', timestamp: made.contact.created_at, metadata: { source: 'public_api', fields: ['company'] } },
    ]);
  });

  it("never touches the contact whose phone an item brings, whether the item's email is new or known", async () => {
    const maya = await someone({ email: 'maya@example.com', phone: '+46701740605' });
    await someone({ email: 'tomas@example.com' });
    const result = await upsert(
      { email: 'new@example.com', phone: '+46701740605', company: 'X' },
      { email: 'tomas@example.com', phone: '+46701740605', company: 'X' },
    );
    expect(statuses(result)).toEqual(['conflict', 'conflict']);
    for (const item of itemsOf(result)) expect(item.existing_contact.contact_id).toBe(maya.contact_id);
    expect(await get(maya.contact_id)).toEqual(maya);
    expect((await lookUp({ email: 'tomas@example.com' }))[0]).toMatchObject({ company: '', phone: null });
  });

  it('clears with null or an empty text', async () => {
    const item = { email: 'maya@example.com', phone: '+46701740605', company: 'Fjord', address: 'Storgatan 12', service_score: 3 };
    await someone({ ...item, marketing_sms_subscribed: true });
    const [result] = (
      await upsert({ ...item, phone: null, company: null, address: '', service_score: null, marketing_sms_subscribed: null })
    ).items;
    expect(result?.contact).toMatchObject({ phone: null, company: '', address: null, service_score: null, marketing_sms_subscribed: null });
    expect((await upsert({ phone: '+46701740605' })).created_count).toBe(1);
  });

  it('takes an email of null for an item without one: matched by phone, and cleared', async () => {
    const maya = await someone({ email: 'maya@example.com', phone: '+46701740605' });
    const [result] = (await upsert({ email: null, phone: '+46701740605' })).items;
    expect(result).toMatchObject({ status: 'updated', contact_id: maya.contact_id, contact: { email: null, email_domain: null } });
  });

  it('leaves no trace when nothing changes', async () => {
    const maya = await someone({ email: 'maya@example.com', company: 'Fjord' });
    service.clock.advance({ minutes: 1 });
    const [result] = (await upsert({ email: 'maya@example.com', company: 'Fjord', custom_fields: {} })).items;
    expect(result).toMatchObject({ status: 'updated', contact: maya });
    expect((await timeline(maya.contact_id)).pagination.total).toBe(1);
  });

  it.runIf(isAtLength)('makes each person once when many requests bring the same ones', async () => {
    const people = Array.from({ length: 20 }, (_, i) => ({ email: `p${i}@example.com`, phone: `+1415555${2000 + i}` }));
    const inSomeOrder = (seed: number) => people.map((_person, i) => people[(i * 7 + seed) % people.length] as (typeof people)[number]);
    const results = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const header = i % 2 ? { 'Idempotency-Key': `p${i}` } : {};
        const items = inSomeOrder(i).map((person) => ({ ...person, company: `Company ${i}` }));
        const { data, response } = await api.POST('/v1/contacts/upsert', { body: { items }, params: { header } });
        expect(response.status).toBe(200);
        return data as Schemas['ContactUpsertResult'];
      }),
    );
    expect(results.reduce((sum, { created_count }) => sum + created_count, 0)).toBe(people.length);
    expect(results.every(({ rejected_count }) => rejected_count === 0)).toBe(true);
    const { pagination, items } = await list({ limit: 100 });
    expect(pagination.total).toBe(people.length);
    for (const { contact_id } of items) expect((await timeline(contact_id, { limit: 100 })).items.at(-1)?.type).toBe('contact_created');
  });

  it.runIf(isAtLength)('gives a phone to one of many who want it at once', async () => {
    const wanting = Array.from({ length: 20 }, (_, i) => `p${i}@example.com`);
    await create(...wanting.map((email) => ({ email })));
    const results = await Promise.all(
      wanting.map(async (email, i) => {
        const header = i % 2 ? { 'Idempotency-Key': `w${i}` } : {};
        const { data } = await api.POST('/v1/contacts/upsert', { body: { items: [{ email, phone: '+14155552671' }] }, params: { header } });
        return statuses(data as Schemas['ContactUpsertResult'])[0];
      }),
    );
    expect(results.filter((status) => status === 'updated')).toHaveLength(1);
    expect(results.filter((status) => status === 'conflict')).toHaveLength(wanting.length - 1);
    expect(await lookUp({ phone: '+14155552671' })).toHaveLength(1);
  });
});

describe('updating contacts', () => {
  it('changes what is given and rejects the rest alone', async () => {
    const maya = await someone({ email: 'maya@example.com', phone: '+46701740605', company: 'Fjord' });
    const tomas = await someone({ email: 'tomas@example.com' });
    const unknown = newId();
    const result = await update(
      { contact_id: maya.contact_id, client_item_id: 'a', city: 'Umeå' },
      { contact_id: unknown, client_item_id: 'b', city: 'Umeå' },
      { contact_id: tomas.contact_id, email: 'maya@example.com' },
      { contact_id: tomas.contact_id, email: null },
      { contact_id: tomas.contact_id, email: 'not an address' },
      { contact_id: maya.contact_id, company: 'Fell' },
    );
    expect(result).toMatchObject({ status: 'completed', updated_count: 2, rejected_count: 4 });
    expect(statuses(result)).toEqual(['updated', 'not_found', 'conflict', 'validation_failed', 'validation_failed', 'updated']);
    const [, missing, conflict, last, bad] = itemsOf(result);
    expect(missing).toMatchObject({ client_item_id: 'b', contact_id: unknown, contact: null });
    expect(conflict.existing_contact.contact_id).toBe(maya.contact_id);
    expect(last.issues).toEqual([{ path: 'email', message: 'must stay, because a contact keeps at least one of email and phone' }]);
    expect(bad).toMatchObject({ contact_id: tomas.contact_id, issues: [{ path: 'email', message: 'is not a valid email address' }] });
    expect(await get(maya.contact_id)).toMatchObject({ city: 'Umeå', company: 'Fell' });
    expect(await get(tomas.contact_id)).toEqual(tomas);
  });

  it('rejects a malformed contact_id alone', async () => {
    const { status, body } = await post('/v1/contacts/update', JSON.stringify({ items: [{ contact_id: 'x' }, { city: 'Umeå' }] }));
    expect([status, statuses(body)]).toEqual([200, ['validation_failed', 'validation_failed']]);
    expect(body.items.map(({ contact_id }: any) => contact_id)).toEqual([null, null]);
    expect(body.items[0].issues[0].path).toBe('contact_id');
  });

  it("does not find another workspace's contact", async () => {
    const maya = await someone({ email: 'maya@example.com' });
    const other = await service.workspace();
    const { data } = await other.api.POST('/v1/contacts/update', { body: { items: [{ contact_id: maya.contact_id, city: 'Umeå' }] } });
    expect(statuses(data as never)).toEqual(['not_found']);
    const { data: made } = await other.api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'maya@example.com' }] } });
    expect(made?.created_count).toBe(1);
    expect(await get(maya.contact_id)).toEqual(maya);
  });

  it('hands an identifier on from one contact to the next, in order', async () => {
    const [a, b, c] = [
      await someone({ email: 'a@example.com' }),
      await someone({ email: 'b@example.com' }),
      await someone({ email: 'c@example.com' }),
    ];
    const exchange = [
      { contact_id: a.contact_id, email: 'z@example.com' },
      { contact_id: b.contact_id, email: 'a@example.com' },
      { contact_id: c.contact_id, email: 'b@example.com' },
      { contact_id: a.contact_id, email: 'c@example.com' },
    ];
    expect(statuses(await update(...exchange))).toEqual(Array(4).fill('updated'));
    const emails = await Promise.all([a, b, c].map(async ({ contact_id }) => (await get(contact_id)).email));
    expect(emails).toEqual(['c@example.com', 'a@example.com', 'b@example.com']);
    expect(
      statuses(await update({ contact_id: a.contact_id, email: 'a@example.com' }, { contact_id: b.contact_id, email: 'z@example.com' })),
    ).toEqual(['conflict', 'updated']);
  });

  it.runIf(isAtLength)('keeps the last identifier when two requests each clear one', async () => {
    for (let round = 0; round < 5; round++) {
      const { contact_id } = await someone({ email: `r${round}@example.com`, phone: `+1415555${3000 + round}` });
      const [email, phone] = await Promise.all([update({ contact_id, email: null }), update({ contact_id, phone: null })]);
      expect([...statuses(email), ...statuses(phone)].sort()).toEqual(['updated', 'validation_failed']);
      const contact = await get(contact_id);
      expect([contact.email, contact.phone].filter(Boolean)).toHaveLength(1);
    }
  });

  it.runIf(isAtLength)('keeps what others change beside it, and shows it', async () => {
    const { contact_id } = await someone({ email: 'busy@example.com' });
    const fields = ['company', 'job_title', 'address', 'city', 'state', 'country', 'lead_status', 'lifecycle_stage'] as const;
    const answers = await Promise.all(fields.map((field) => patch(contact_id, { [field]: field })));
    expect(answers.map(({ response }) => response.status)).toEqual(fields.map(() => 200));
    const contact = await get(contact_id);
    expect(contact).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
    expect(answers.some(({ data }) => fields.every((field) => data?.[field] === field))).toBe(true);
    expect((await timeline(contact_id)).pagination.total).toBe(1 + fields.length);
  });

  it.runIf(isAtLength)('ends well when the contacts are deleted meanwhile', async () => {
    const people = (await create(...Array.from({ length: 20 }, (_, i) => ({ email: `d${i}@example.com` })))).items.map(
      ({ contact_id }) => contact_id as string,
    );
    const [result, ...deleted] = await Promise.all([
      update(...people.map((contact_id) => ({ contact_id, city: 'Umeå' }))),
      ...people.map((id) => api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } })),
    ]);
    expect(deleted.map(({ response }) => response.status)).toEqual(people.map(() => 204));
    expect(statuses(result).every((status) => status === 'updated' || status === 'not_found')).toBe(true);
    expect((await list()).pagination.total).toBe(0);
  });
});

describe('one contact', () => {
  it('is patched field by field, and the change is in its timeline', async () => {
    const maya = await someone({ email: 'maya@example.com', first_name: 'Maya', company: 'Fjord' });
    service.clock.advance({ minutes: 1 });
    const { data } = await patch(maya.contact_id, { company: 'Fell', first_name: 'Maya', client_item_id: 'ignored' });
    expect(data).toMatchObject({ company: 'Fell', first_name: 'Maya', display_name: 'Maya', created_at: maya.created_at });
    expect(Date.parse(data?.updated_at as string)).toBeGreaterThan(Date.parse(maya.updated_at));
    expect(data).toEqual(await get(maya.contact_id));
    const { items, pagination } = await timeline(maya.contact_id);
    expect(items).toEqual([
      { type: 'contact_updated', timestamp: data?.updated_at, metadata: { source: 'public_api', fields: ['company'] } },
      { type: 'contact_created', timestamp: maya.created_at, metadata: { source: 'public_api', source_detail: null } },
    ]);
    expect(pagination).toEqual({ page: 1, limit: 25, total: 2, totalPages: 1 });

    service.clock.advance({ minutes: 1 });
    const { data: same } = await patch(maya.contact_id, { company: 'Fell' });
    expect(same).toEqual(data);
    expect((await timeline(maya.contact_id)).pagination.total).toBe(2);
  });

  it('has a name that follows what it is made of, until it is given one, and again when that is cleared', async () => {
    const { contact_id, display_name } = await someone({ email: 'maya@example.com', phone: '+46701740605' });
    expect(display_name).toBe('maya');
    expect((await patch(contact_id, { email: 'm@example.com' })).data?.display_name).toBe('m');
    const [learnt] = (await upsert({ email: 'm@example.com', first_name: 'Maya' })).items;
    expect((learnt as { contact?: { display_name: string } }).contact?.display_name).toBe('Maya');
    expect((await timeline(contact_id, { limit: 1 })).items[0]?.metadata).toMatchObject({ fields: ['first_name', 'display_name'] });
    expect((await patch(contact_id, { last_name: 'Li' })).data?.display_name).toBe('Maya Li');
    await patch(contact_id, { display_name: 'Boss' });
    expect((await patch(contact_id, { first_name: 'Mia', email: 'maya@example.com' })).data?.display_name).toBe('Boss');
    expect((await patch(contact_id, { display_name: null, last_name: 'L' })).data?.display_name).toBe('Mia L');
    expect((await patch(contact_id, { display_name: '', first_name: null, last_name: null })).data?.display_name).toBe('maya');
    expect((await patch(contact_id, { display_name: null, email: null })).data?.display_name).toBe('+46701740605');
  });

  it("has its email's domain, unless it was set otherwise", async () => {
    const { contact_id } = await someone({ email: 'maya@example.com' });
    expect((await patch(contact_id, { email_domain: ' Fjord.Example ' })).data?.email_domain).toBe('fjord.example');
    expect((await patch(contact_id, { email: 'maya@example.com' })).data?.email_domain).toBe('fjord.example');
    expect((await patch(contact_id, { email: 'maya@other.com' })).data?.email_domain).toBe('other.com');
    expect((await patch(contact_id, { email: 'maya@third.com', email_domain: 'kept.com' })).data?.email_domain).toBe('kept.com');
    expect((await patch(contact_id, { email_domain: null })).data?.email_domain).toBe('third.com');
    expect((await timeline(contact_id, { limit: 1 })).items[0]?.metadata).toMatchObject({ fields: ['email_domain'] });
  });

  it('keeps one of email and phone', async () => {
    const { contact_id } = await someone({ email: 'maya@example.com', phone: '+46701740605' });
    const both = await patch(contact_id, { email: null, phone: null });
    expect([both.response.status, both.error?.details?.issues?.[0]?.path]).toEqual([400, '']);
    expect((await patch(contact_id, { email: null })).data).toMatchObject({ email: null, email_domain: null });
    const last = await patch(contact_id, { phone: null });
    expect([last.response.status, last.error?.error_code, last.error?.details?.issues?.[0]?.path]).toEqual([
      400,
      'validation_failed',
      'phone',
    ]);
    expect((await patch(contact_id, { phone: null, email: 'new@example.com' })).data).toMatchObject({
      phone: null,
      email: 'new@example.com',
    });
  });

  it('does not take the email or phone of another', async () => {
    const aiko = await someone({ email: 'aiko@example.com', phone: '+81312345678', display_name: 'Aiko' });
    const maya = await someone({ email: 'maya@example.com' });
    for (const body of [{ email: 'AIKO@example.com' }, { phone: '+81 3 1234 5678' }]) {
      const { response, error } = await patch(maya.contact_id, body);
      expect([response.status, error?.error_code]).toEqual([409, 'conflict']);
      expect(error?.details?.existing_contact).toEqual({
        contact_id: aiko.contact_id,
        display_name: 'Aiko',
        email: 'aiko@example.com',
        phone: '+81312345678',
        external_id: null,
      });
    }
    expect(await get(maya.contact_id)).toEqual(maya);
  });

  it('refuses what it cannot keep', async () => {
    const { contact_id } = await someone({ email: 'maya@example.com' });
    for (const [body, path] of [
      [{}, ''],
      [{ email: 'nonsense' }, 'email'],
      [{ phone: '12' }, 'phone'],
      [{ custom_fields: { constructor: 'x' } }, 'custom_fields.constructor'],
      [{ contact_id: newId() }, 'contact_id'],
      [{ unsubscribed: null }, 'unsubscribed'],
      [{ first_name: 'x'.repeat(256) }, 'first_name'],
    ] as [Schemas['ContactPatch'], string][]) {
      const { response, error } = await patch(contact_id, body);
      expect([response.status, error?.error_code, error?.details?.issues?.[0]?.path], JSON.stringify(body)).toEqual([
        400,
        'validation_failed',
        path,
      ]);
    }
  });

  it('is gone for good once deleted, with its timeline', async () => {
    const { contact_id } = await someone({ email: 'maya@example.com' });
    const params = { path: { contact_id } };
    const deleted = await api.DELETE('/v1/contacts/{contact_id}', { params });
    expect(deleted.response.status).toBe(204);
    for (const again of [
      await api.DELETE('/v1/contacts/{contact_id}', { params }),
      await api.GET('/v1/contacts/{contact_id}', { params }),
      await api.GET('/v1/contacts/{contact_id}/activities', { params }),
      await patch(contact_id, { city: 'Umeå' }),
    ]) {
      expect([again.response.status, again.error?.error_code]).toEqual([404, 'not_found']);
    }
    expect(await service.db.prisma.contactActivity.count({ where: { contactId: contact_id } })).toBe(0);
    expect((await create({ email: 'maya@example.com' })).created_count).toBe(1);
  });
});

describe('looking up', () => {
  it('finds by email or phone, however they are written', async () => {
    const maya = await someone({ email: 'maya@example.com', phone: '+14155552671' });
    const aiko = await someone({ email: 'aiko@example.com', phone: '+81312345678' });
    expect(await lookUp({ email: ' MAYA@Example.com' })).toEqual([maya]);
    expect(await lookUp({ phone: '(415) 555-2671' })).toEqual([maya]);
    expect(await lookUp({ email: 'maya@example.com', phone: '+1 415 555 2671' })).toEqual([maya]);
    const both = await lookUp({ email: 'maya@example.com', phone: '+81312345678' });
    expect(both.map(({ contact_id }) => contact_id).sort()).toEqual([maya.contact_id, aiko.contact_id].sort());
    for (const query of [{ email: 'nobody@example.com' }, { email: 'nonsense' }, { phone: '12' }, { phone: '+46701740605' }]) {
      expect(await lookUp(query)).toEqual([]);
    }
  });

  it("does not see other workspaces' contacts", async () => {
    const maya = await someone({ email: 'maya@example.com' });
    const other = await service.workspace();
    const { data } = await other.api.GET('/v1/contacts', { params: { query: { email: 'maya@example.com' } } });
    expect(data?.items).toEqual([]);
    const { response } = await other.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: maya.contact_id } } });
    expect(response.status).toBe(404);
  });
});

describe('listing', () => {
  it('pages through all contacts, the newest first, without their custom fields', async () => {
    for (let i = 0; i < 5; i++) {
      await someone({ email: `p${i}@example.com` });
      service.clock.advance({ seconds: 1 });
    }
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, limit: 2 })));
    expect(pages.map(({ items }) => items.map(({ email }) => email?.slice(0, 2)))).toEqual([['p4', 'p3'], ['p2', 'p1'], ['p0'], []]);
    for (const [i, { pagination }] of pages.entries()) expect(pagination).toEqual({ page: i + 1, limit: 2, total: 5, totalPages: 3 });
    expect(pages[0]?.items[0]).not.toHaveProperty('custom_fields');
    expect((await list({ page: 1_000_000_000, limit: 100 })).pagination.total).toBe(5);
    expect((await list({ order: 'asc', limit: 1 })).items[0]?.email).toBe('p0@example.com');
  });

  it('is empty in a new workspace', async () => {
    expect(await list()).toEqual({ items: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } });
  });

  it.each([
    'first_name',
    'last_name',
    'display_name',
    'normalized_email',
    'original_source',
    'created_at',
    'updated_at',
    'last_activity_at',
  ])('sorts by %s, those without a value last, both ways', async (sort) => {
    await create(
      { email: 'b@example.com', first_name: 'anna', last_name: 'Öberg', display_name: 'beta' },
      { email: 'a@example.com', first_name: 'Bo', last_name: 'berg', display_name: 'Alpha' },
      { phone: '+46701740605', display_name: 'gamma' },
    );
    const field = sort === 'normalized_email' ? 'email' : sort;
    const key = (contact: any) => (contact[field] || null)?.toLowerCase();
    for (const order of ['asc', 'desc']) {
      const { items } = await list({ sort, order });
      const keys = items.map(key);
      const values = keys.filter(Boolean);
      expect(keys).toEqual([...values, ...Array(3 - values.length).fill(undefined)]);
      const sorted = [...values].sort();
      expect(values).toEqual(order === 'asc' ? sorted : sorted.reverse());
      for (const limit of [1, 2]) {
        const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ sort, order, limit, page })));
        expect(pages.flatMap((page) => page.items)).toEqual(items);
        expect(pages.map(({ pagination }) => pagination.total)).toEqual([3, 3, 3, 3]);
      }
    }
  });

  it.each([
    ['LINDQV', ['maya']],
    ['maya lind', ['maya']],
    ['fjord & f', ['maya']],
    ['@example.com', ['maya', 'odd']],
    ['70174', ['maya']],
    ['åsa ö', ['odd']],
    ['İSTANBUL ΟΔΟΣ', ['odd']],
    ['%', ['odd']],
    ['_', ['odd']],
    ['\\', ['odd']],
    ["' OR 1=1 --", []],
    ['lindqvist maya', []],
    ['lindqvist maya@', []],
    ['.com +46', []],
    ['5 fjord', []],
    ['+46 70-174 06 05', ['maya']],
    ['+46 (0)70 174', ['maya']],
    ['(070) 174-06', ['maya']],
    ['0046701740605', ['maya']],
    ['415.555', ['phone']],
    ['12 5', []],
    ['', ['maya', 'odd', 'phone']],
  ])('finds %j in %j', async (search, found) => {
    await create(
      { email: 'maya@example.com', first_name: 'Maya', last_name: 'Lindqvist', phone: '+46701740605', company: 'Fjord & Fell' },
      { email: 'odd@example.com', first_name: 'ÅSA', last_name: 'ÖBERG', company: '100% \\ _ İstanbul ΟΔΟΣ' },
      { phone: '+14155552671', display_name: 'phone' },
    );
    const { items, pagination } = await list({ search, sort: 'display_name', order: 'asc' });
    expect(items.map(({ email }) => email?.split('@')[0] ?? 'phone').sort()).toEqual(found);
    expect(pagination.total).toBe(found.length);
  });

  it('follows changes with updated_after', async () => {
    const maya = await someone({ email: 'maya@example.com' });
    service.clock.advance({ minutes: 1 });
    const aiko = await someone({ email: 'aiko@example.com' });
    const changedAfter = async (moment: string) =>
      (await list({ updated_after: moment, sort: 'updated_at', order: 'asc' })).items.map(({ contact_id }) => contact_id);
    expect(await changedAfter(maya.updated_at)).toEqual([aiko.contact_id]);
    expect(await changedAfter(aiko.updated_at)).toEqual([]);
    expect(await changedAfter('0001-01-01T00:00:00Z')).toEqual([maya.contact_id, aiko.contact_id]);
    const inStockholm = new Date(Date.parse(maya.updated_at) + 3_600_000).toISOString().replace('Z', '+01:00');
    expect(await changedAfter(inStockholm)).toEqual([aiko.contact_id]);
    service.clock.advance({ minutes: 1 });
    await patch(maya.contact_id, { city: 'Umeå' });
    expect(await changedAfter(maya.updated_at)).toEqual([aiko.contact_id, maya.contact_id]);
    for (const moment of ['yesterday', '2026-02-30T00:00:00Z', '2026-04-14T09:30:00', '2016-12-31T23:59:60Z']) {
      const { response, error } = await api.GET('/v1/contacts', { params: { query: { updated_after: moment } } });
      expect([response.status, error?.details?.issues?.[0]?.path], moment).toEqual([400, 'updated_after']);
    }
  });

  it.each([
    { limit: 101 },
    { limit: 0 },
    { page: 0 },
    { page: 1_000_000_001 },
    { sort: 'workspace_id' },
    { order: 'up' },
    { search: 'x'.repeat(256) },
  ])('refuses %j', async (query) => {
    const { response } = await api.GET('/v1/contacts', { params: { query: query as never } });
    expect(response.status).toBe(400);
  });
});

describe('the timeline', () => {
  it('is paged, in either order', async () => {
    const { contact_id } = await someone({ email: 'maya@example.com' });
    for (const city of ['Umeå', 'Luleå', 'Malmö']) {
      service.clock.advance({ seconds: 1 });
      await patch(contact_id, { city });
    }
    const newest = await timeline(contact_id, { limit: 3 });
    expect([newest.items.length, newest.pagination]).toEqual([3, { page: 1, limit: 3, total: 4, totalPages: 2 }]);
    expect((await timeline(contact_id, { limit: 3, page: 2 })).items.map(({ type }) => type)).toEqual(['contact_created']);
    expect(await timeline(contact_id, { limit: 3, page: 3 })).toEqual({
      items: [],
      pagination: { page: 3, limit: 3, total: 4, totalPages: 2 },
    });
    expect((await timeline(contact_id, { order: 'asc', limit: 1 })).items[0]?.type).toBe('contact_created');
  });
});
