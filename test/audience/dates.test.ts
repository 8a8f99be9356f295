/** One grammar of dates: what one place takes, all take, and for the same moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { must } from '../support/blast.ts';
import { runImport, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Schemas = components['schemas'];

let service: TestService;
let fieldDefinitionId: string;
beforeAll(async () => {
  service = await startTestService();
  const field = await must(service.api.POST('/v1/contact-fields', { body: { display_name: 'Since', value_type: 'date' } }));
  fieldDefinitionId = (field as Schemas['ContactField']).field_definition_id;
  await must(
    service.api.POST('/v1/contacts/upsert', {
      body: { items: [{ email: 'a@example.com', custom_fields: { since: '2026-03-01T09:00:00.000Z' } }] },
    }),
  );
});
afterAll(() => service.stop());

const search = (rules: Schemas['ContactSearchRequest']['rules']) => service.api.POST('/v1/contacts/search', { body: { rules } });

/** Each place that takes a date: whether it took this one, and what it made of it. */
const places: Record<string, (date: string) => Promise<{ taken: boolean; made?: unknown }>> = {
  async 'a value of a field'(date) {
    const { items } = await must(
      service.api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'b@example.com', custom_fields: { since: date } }] } }),
    );
    const [item] = items;
    return { taken: item?.status !== 'rejected', made: item?.status === 'rejected' ? undefined : item?.contact.custom_fields.since };
  },
  async 'a cell of an import'(date) {
    const sessionId = await startRows(service, [{ email: 'c@example.com', since: date }]);
    const { results } = await runImport(service, service, sessionId, { mappings: straight('email', 'since'), on_invalid: 'fail_row' });
    const { items } = (await must(
      service.api.GET('/v1/contacts', { params: { query: { email: 'c@example.com' } } }),
    )) as Schemas['ContactLookup'];
    return { taken: results[0]?.status !== 'failed', made: items[0]?.custom_fields.since };
  },
  async 'a rule about a field'(date) {
    const answer = await search({
      kind: 'condition',
      source: 'custom_field',
      fieldDefinitionId,
      operator: 'greater_than_or_equal',
      value: date,
    });
    return { taken: answer.response.status === 200 };
  },
  async 'a rule about a contact'(date) {
    const answer = await search({ kind: 'condition', source: 'contact', field: 'createdAt', operator: 'greater_than', value: date });
    return { taken: answer.response.status === 200 };
  },
  async 'a query'(date) {
    const { response } = await service.api.GET('/v1/contacts', { params: { query: { updated_after: date } } });
    return { taken: response.status === 200 };
  },
};

describe.each(Object.entries(places))('%s', (place, take) => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:00Z', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01 09:00:00Z', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01t10:00:00.5+0100', '2026-03-01T09:00:00.500Z'],
    ['2026-03-01 10:00+01', '2026-03-01T09:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z'],
  ])('takes %s', async (date, moment) => {
    const { taken, made = moment } = await take(date);
    expect([taken, made]).toEqual([true, moment]);
  });

  it.each(['2026-02-30', '2026-03-01T09:00:60Z', '0000-01-01', '9999-12-31T23:59:59-01:00', 'yesterday'])('refuses %s', async (date) => {
    expect((await take(date)).taken).toBe(false);
  });

  // A file's column may have dates as people write them, so its times need no offset.
  const inAFile = place === 'a cell of an import';
  it(`${inAFile ? 'takes a time without an offset as UTC' : 'refuses a time without an offset'}`, async () => {
    const { taken, made } = await take('2026-03-01T09:00');
    expect([taken, taken && made]).toEqual(inAFile ? [true, '2026-03-01T09:00:00.000Z'] : [false, false]);
  });
});

it('asks about one moment, however it is written', async () => {
  for (const value of ['2026-03-01T09:00Z', '2026-03-01 10:00:00.000+01']) {
    const rules = { kind: 'condition', source: 'custom_field', fieldDefinitionId, operator: 'equals', value } as const;
    const { data } = await search({
      kind: 'group',
      conditions: [rules, { kind: 'condition', source: 'contact', field: 'email', operator: 'equals', value: 'a@example.com' }],
    });
    expect(data?.items, value).toHaveLength(1);
  }
});
