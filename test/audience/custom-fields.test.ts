/** Values of a workspace's own fields: written with a contact, read with it, and put into emails. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { dateOf } from '../../src/audience/contact-fields/values.ts';
import { sql } from '../../src/platform/db.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import type { ApiClient } from '../support/client.ts';
import { behind } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];
type Values = Schemas['CustomFields'];

let service: TestService;
let workspace: TestWorkspace;
let api: ApiClient;
let ids: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
  api = workspace.api;
  ids = await define({ trail: 'string', size: 'number', member: 'boolean', since: 'date' });
});

/** Defines fields by name and type and returns their ids. */
async function define(fields: Record<string, Schemas['ContactFieldType']>): Promise<Record<string, string>> {
  const items = Object.entries(fields).map(([api_name, value_type]) => ({ display_name: api_name, api_name, value_type }));
  const { items: made } = (await must(api.POST('/v1/contact-fields', { body: { items } }))) as Schemas['CreatedContactFieldBatch'];
  return Object.fromEntries(made.map(({ api_name, field_definition_id }) => [api_name, field_definition_id]));
}

const setStatus = (name: string, status: Schemas['ContactFieldStatus']) =>
  must(
    api.PATCH('/v1/contact-fields/{field_definition_id}', {
      params: { path: { field_definition_id: ids[name] as string } },
      body: { status },
    }),
  );

const upsert = (...items: Schemas['ContactUpsertItem'][]) => must(api.POST('/v1/contacts/upsert', { body: { items } }));

/** The contact of an item that was written: of one that was rejected there is none. */
const contactOf = (item: object | undefined): Schemas['Contact'] => (item as { contact: Schemas['Contact'] }).contact;

const write = async (email: string, custom_fields: Values) => (await upsert({ email, custom_fields })).items[0];

const get = async (id: string) => must(api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } }));

const patch = (id: string, body: Schemas['ContactPatch']) =>
  api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } }, body });

const someone = async (custom_fields: Values = {}): Promise<Schemas['Contact']> =>
  contactOf(await write('maya@example.com', custom_fields));

/** The fields that each update in the timeline names, the oldest first. */
const changesIn = async (id: string) => {
  const params = { path: { contact_id: id }, query: { order: 'asc' as const, limit: 100 } };
  const { items } = await must(api.GET('/v1/contacts/{contact_id}/activities', { params }));
  return items.filter(({ type }) => type === 'contact_updated').map(({ metadata }) => (metadata as { fields: string[] }).fields);
};

/** The values in the row, archived or not. */
const stored = async (id: string) =>
  (await service.db.prisma.contact.findFirstOrThrow({ where: { workspaceId: workspace.id, id } })).customFields;

describe('a value', () => {
  it.each([
    ['trail', 'Kungsleden', 'Kungsleden'],
    ['trail', ' 44 ', ' 44 '],
    ['trail', `"; DROP TABLE contacts; -- 😀 {{x}} \\ \u2028`, `"; DROP TABLE contacts; -- 😀 {{x}} \\ \u2028`],
    ['trail', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['size', 39, 39],
    ['size', 0, 0],
    ['size', -0.1, -0.1],
    ['size', 1e300, 1e300],
    ['size', 5e-324, 5e-324],
    ['size', 123456789012345680000, 123456789012345680000],
    ['member', true, true],
    ['member', false, false],
    ['since', '2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['since', '2024-02-29T23:30:15.1239-02:30', '2024-03-01T02:00:15.123Z'],
    ['since', '2024-05-01t09:00z', '2024-05-01T09:00:00.000Z'],
    ['since', '0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['since', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('of %s may be %j, and reads as %j', async (name, given, kept) => {
    const { contact_id, custom_fields } = await someone({ [name]: given });
    expect(custom_fields).toEqual({ [name]: kept });
    expect((await get(contact_id)).custom_fields).toEqual({ [name]: kept });
    const { data: again } = await patch(contact_id, { custom_fields: { [name]: kept } });
    expect(again?.custom_fields).toEqual({ [name]: kept });
    expect(await changesIn(contact_id)).toEqual([]);
  });

  const wrong: [string, unknown][] = [
    ['trail', 44],
    ['trail', true],
    ['trail', 'x'.repeat(10_001)],
    ['trail', ['a']],
    ['trail', { a: 1 }],
    ['size', '44'],
    ['size', true],
    ['member', 'true'],
    ['member', 1],
    ['since', 1714521600000],
    ['since', true],
    ['since', 'yesterday'],
    ['since', '2024-02-30'],
    ['since', '2023-02-29T00:00:00Z'],
    ['since', '2024-05-01T09:00:00'],
    ['since', '2024-05-01T24:00:00Z'],
    ['since', '2016-12-31T23:59:60Z'],
    ['since', '2024-05-01T09:00:00+24:00'],
    ['since', '2024-05'],
    ['since', '01/05/2024'],
    ['since', ' 2024-05-01'],
    ['since', '0000-12-31'],
    ['since', '0001-01-01T00:00:00+01:00'],
    ['since', '9999-12-31T23:59:59-01:00'],
    ['since', '+012024-05-01'],
    ['unknown', 'x'],
    ['constructor', 'x'],
    ['unknown', null],
  ];
  it.each(wrong)('of %s cannot be %j', async (name, value) => {
    const custom_fields = { [name]: value } as Values;
    const { contact_id } = await someone({ trail: 'GR 11' });
    const { items } = await upsert({ email: 'maya@example.com', custom_fields }, { email: 'good@example.com' });
    expect(items[0]).toMatchObject({ status: 'rejected', error_code: 'validation_failed', issues: [{ path: `custom_fields.${name}` }] });
    expect(items[1]?.status).toBe('created');
    const { response, error } = await patch(contact_id, { custom_fields });
    expect([response.status, error?.error_code, error?.details?.issues?.map(({ path }) => path)]).toEqual([
      400,
      'validation_failed',
      [`custom_fields.${name}`],
    ]);
    expect(await stored(contact_id)).toEqual({ trail: 'GR 11' });
  });

  it('that is infinite is none', async () => {
    const response = await fetch(`${service.url}/v1/contacts/upsert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.apiKey}`, 'content-type': 'application/json' },
      body: '{"items": [{"email": "maya@example.com", "custom_fields": {"size": 1e999}}]}',
    });
    expect(((await response.json()) as { items: object[] }).items[0]).toMatchObject({
      status: 'rejected',
      error_code: 'validation_failed',
    });
  });

  it('of a date is the moment that JavaScript reads, for every date', () => {
    const years = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true };
    const offset = fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(fc.date(years), offset, (date, [sign, hours, minutes]) => {
        const two = (n: number) => String(n).padStart(2, '0');
        const zone = `${sign}${two(hours)}:${two(minutes)}`;
        const local = new Date(date.getTime() + (sign === '+' ? 1 : -1) * (hours * 60 + minutes) * 60_000);
        expect(dateOf(local.toISOString().replace('Z', zone))).toBe(date.toISOString());
        expect(dateOf(date.toISOString().slice(0, 10))).toBe(`${date.toISOString().slice(0, 10)}T00:00:00.000Z`);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => dateOf(text) === null));
  });
});

describe('writing', () => {
  it('changes the given keys alone, and null or an empty text clears one', async () => {
    const { contact_id: id } = await someone({ trail: 'GR 11', size: 39, member: false });
    expect((await patch(id, { custom_fields: { size: 40, since: '2024-05-01' } })).data?.custom_fields).toEqual({
      trail: 'GR 11',
      size: 40,
      member: false,
      since: '2024-05-01T00:00:00.000Z',
    });
    expect((await patch(id, { custom_fields: { size: null, since: '', trail: '' } })).data?.custom_fields).toEqual({ member: false });
    const same = await patch(id, { custom_fields: { member: false, size: null }, first_name: '' });
    expect(same.data).toEqual(await get(id));
    expect((await patch(id, { custom_fields: {} })).response.status).toBe(200);
    expect((await patch(id, { first_name: 'Maya' })).data?.custom_fields).toEqual({ member: false });
    expect(await changesIn(id)).toEqual([
      ['custom_fields.size', 'custom_fields.since'],
      ['custom_fields.size', 'custom_fields.since', 'custom_fields.trail'],
      ['first_name', 'display_name'],
    ]);
    expect(await stored(id)).toEqual({ member: false });
  });

  it('works through every operation', async () => {
    const custom_fields = { trail: 'GR 11', size: null };
    const { items } = await must(
      api.POST('/v1/contacts', { body: { items: [{ email: 'maya@example.com', custom_fields, unsubscribed: false }] } }),
    );
    const id = items[0]?.contact_id as string;
    expect(contactOf(items[0]).custom_fields).toEqual({ trail: 'GR 11' });
    await upsert({ email: 'maya@example.com', custom_fields: { size: 40 } });
    await must(api.POST('/v1/contacts/update', { body: { items: [{ contact_id: id, custom_fields: { member: true } }] } }));
    const contact = await get(id);
    expect(contact.custom_fields).toEqual({ trail: 'GR 11', size: 40, member: true });
    const { items: found } = await must(api.GET('/v1/contacts', { params: { query: { email: 'maya@example.com' } } }));
    expect(found).toEqual([contact]);
  });

  it('lets items of one batch see what those before them did', async () => {
    const email = 'new@example.com';
    const { items } = await upsert(
      { email, custom_fields: { trail: 'GR 11', size: 1 } },
      { email, custom_fields: { size: null, member: true } },
      { email, custom_fields: { size: 3 } },
      { email, custom_fields: { trail: null } },
    );
    expect(items.map(({ status }) => status)).toEqual(['created', 'updated', 'updated', 'updated']);
    const id = items[0]?.contact_id as string;
    expect((await get(id)).custom_fields).toEqual({ size: 3, member: true });
    await upsert({ email, custom_fields: { size: 4 } }, { email, custom_fields: { size: null } }, { email, custom_fields: { trail: 'x' } });
    expect(await stored(id)).toEqual({ trail: 'x', member: true });
    expect((await get(id)).custom_fields).toEqual({ trail: 'x', member: true });
  });

  it('is not confused by names with a meaning of their own', async () => {
    await define({ built: 'string' as const, length: 'number' });
    // No field can be given this name any more; one that is older keeps it.
    await service.db.pool.query(
      "UPDATE contact_field_definitions SET api_name = 'constructor' WHERE workspace_id = $1 AND api_name = 'built'",
      [workspace.id],
    );
    const { contact_id: id } = await someone();
    await patch(id, { custom_fields: { constructor: null } });
    expect(await changesIn(id)).toEqual([]);
    await patch(id, { custom_fields: { constructor: 'x', length: 2 } });
    expect((await get(id)).custom_fields).toEqual({ constructor: 'x', length: 2 });
    expect(await changesIn(id)).toEqual([['custom_fields.length', 'custom_fields.constructor'].sort()]);
  });

  it.runIf(isAtLength)('does what a model of it does, whatever the batches', async () => {
    const value = fc.record(
      {
        trail: fc.constantFrom('GR 11', 'Kungsleden', '', null),
        size: fc.constantFrom(1, 2, null),
        member: fc.constantFrom(true, false, null),
      },
      { requiredKeys: [] },
    );
    const item = fc.record({ person: fc.integer({ min: 0, max: 2 }), custom_fields: value });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(item, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }), async (batches) => {
        round += 1;
        const email = (person: number) => `p${person}.${round}@example.com`;
        const model = new Map<number, Record<string, unknown>>();
        for (const batch of batches) {
          const { items } = await upsert(...batch.map(({ person, custom_fields }) => ({ email: email(person), custom_fields })));
          for (const { person, custom_fields } of batch) {
            const values = { ...model.get(person), ...custom_fields };
            model.set(person, Object.fromEntries(Object.entries(values).filter(([, kept]) => kept !== null && kept !== '')));
          }
          for (const [i, { person }] of batch.entries()) expect(contactOf(items[i]).custom_fields).toEqual(model.get(person));
          for (const [i, { person }] of batch.entries()) expect(await stored(items[i]?.contact_id as string)).toEqual(model.get(person));
        }
      }),
      { numRuns: rounds(8, 25) },
    );
  });

  it.runIf(isAtLength)('loses nothing that others write beside it', async () => {
    const names = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`n${i}`, 'number' as const]));
    await define(names);
    const { contact_id: id } = await someone();
    const answers = await Promise.all(Object.keys(names).map((name, i) => patch(id, { custom_fields: { [name]: i } })));
    expect(answers.map(({ response }) => response.status)).toEqual(answers.map(() => 200));
    expect((await get(id)).custom_fields).toEqual(Object.fromEntries(Object.keys(names).map((name, i) => [name, i])));
  });

  it.runIf(isAtLength)('keeps what another has written between its reading and its writing', async () => {
    const { contact_id: id } = await someone({ trail: 'GR 11', member: true });
    const later = new Date(service.clock.now().getTime() + 1_000);
    const meanwhile = sql`
      WITH changed AS (
        UPDATE contacts SET custom_fields = (custom_fields || '{"size": 40}'::jsonb) - 'trail'
        WHERE workspace_id = ${workspace.id}::uuid AND id = ${id}::uuid RETURNING workspace_id, id)
      UPDATE contact_moments t SET updated_at = ${later}::timestamptz FROM changed WHERE (t.workspace_id, t.contact_id) = (changed.workspace_id, changed.id)`;
    const { data } = await behind(
      service.db,
      (tx) => tx.query(meanwhile),
      () => patch(id, { custom_fields: { member: null, since: '2024-05-01' } }),
    );
    expect(data?.custom_fields).toEqual({ size: 40, since: '2024-05-01T00:00:00.000Z' });
    expect(await stored(id)).toEqual(data?.custom_fields);
  });
});

describe('an archived field', () => {
  it('hides its values, refuses new ones, and has the old ones again when it is restored', async () => {
    const { contact_id: id } = await someone({ trail: 'GR 11', size: 39 });
    await setStatus('trail', 'archived');
    expect((await get(id)).custom_fields).toEqual({ size: 39 });
    for (const value of ['Kungsleden', null]) {
      const { items } = await upsert({ email: 'maya@example.com', custom_fields: { trail: value, size: 1 } });
      expect(items[0]).toMatchObject({ issues: [{ path: 'custom_fields.trail', message: 'is an archived custom field' }] });
      const { error } = await patch(id, { custom_fields: { trail: value } });
      expect(error?.details?.issues?.[0]?.path).toBe('custom_fields.trail');
    }
    const { data: patched } = await patch(id, { custom_fields: { size: 40 }, first_name: 'Maya' });
    expect(patched?.custom_fields).toEqual({ size: 40 });
    const lookedUp = await must(api.GET('/v1/contacts', { params: { query: { email: 'maya@example.com' } } }));
    expect((lookedUp.items[0] as Schemas['Contact']).custom_fields).toEqual({ size: 40 });
    expect(await changesIn(id)).toEqual([['first_name', 'display_name', 'custom_fields.size']]);
    await setStatus('trail', 'active');
    expect((await get(id)).custom_fields).toEqual({ trail: 'GR 11', size: 40 });
    expect((await patch(id, { custom_fields: { trail: null } })).data?.custom_fields).toEqual({ size: 40 });
  });

  it('of another workspace hides nothing here', async () => {
    const { contact_id: id } = await someone({ trail: 'GR 11' });
    const other = await service.workspace();
    const made = await must(other.api.POST('/v1/contact-fields', { body: { display_name: 'Trail', value_type: 'string' } }));
    const { field_definition_id } = made as Schemas['ContactField'];
    const params = { path: { field_definition_id } };
    await must(other.api.PATCH('/v1/contact-fields/{field_definition_id}', { params, body: { status: 'archived' } }));
    expect((await get(id)).custom_fields).toEqual({ trail: 'GR 11' });
    const body = { items: [{ email: 'maya@example.com', custom_fields: { size: 39 } }] };
    expect((await must(other.api.POST('/v1/contacts/upsert', { body }))).items[0]).toMatchObject({
      issues: [{ path: 'custom_fields.size', message: 'is not a custom field of this workspace' }],
    });
  });
});
