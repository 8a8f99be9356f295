import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace, updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import type { ApiClient } from '../support/client.ts';
import { execute, resultsOf, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Schemas = components['schemas'];

let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await service.workspace());
});

const COMPOSED = 'L\u00e4ger';
const DECOMPOSED = 'La\u0308ger';
const NOT_A_NAME = 'must be one line, without control characters';

/** The things with a name, each with a function that makes one and returns its name. */
const makers: [string, string, (name: string) => Promise<{ data?: unknown; error?: Schemas['Error']; response: Response }>][] = [
  ['a list', 'name', (name) => api.POST('/v1/contact-lists', { body: { name, kind: 'static' } })],
  [
    'a field',
    'display_name',
    (name) => api.POST('/v1/contact-fields', { body: { display_name: name, api_name: 'own', value_type: 'string' } }),
  ],
  ['an email', 'name', (name) => api.POST('/v1/emails', { body: { name } })],
  ['a blast', 'name', (name) => api.POST('/v1/email-blasts', { body: { name } })],
];

describe.each(makers)('the name of %s', (_what, field, make) => {
  it('is trimmed and composed', async () => {
    const { data } = await make(`  ${DECOMPOSED}\u00a0\n`);
    expect((data as Record<string, unknown>)[field]).toBe(COMPOSED);
  });

  it.each([' ', '\n\t', '\u200b'])('is not blank: %j', async (name) => {
    const { response, error } = await make(name);
    expect([response.status, error?.details?.issues]).toEqual([400, [{ path: field, message: 'must not be empty' }]]);
  });

  it.each(['a\nb', 'a\u0007b', 'a\u2028b'])('is one line: %j', async (name) => {
    const { response, error } = await make(name);
    expect([response.status, error?.details?.issues]).toEqual([400, [{ path: field, message: NOT_A_NAME }]]);
  });
});

it('is one name in both spellings: the second list is refused', async () => {
  await must(api.POST('/v1/contact-lists', { body: { name: COMPOSED, kind: 'static' } }));
  const { response, error } = await api.POST('/v1/contact-lists', { body: { name: ` ${DECOMPOSED}`, kind: 'static' } });
  expect([response.status, error?.error_code]).toEqual([409, 'contact_list_name_exists']);
  const { lists } = await must(api.GET('/v1/contact-lists', { params: { query: { search: DECOMPOSED } } }));
  expect(lists.map(({ name }) => name)).toEqual([COMPOSED]);
});

describe('of a contact, the names', () => {
  const upsert = async (item: Schemas['ContactUpsertItem']) =>
    (await must(api.POST('/v1/contacts/upsert', { body: { items: [item] } }))).items[0];

  it('are kept in one form, and found in any', async () => {
    const result = await upsert({
      email: 'a@example.com',
      first_name: ` ${DECOMPOSED} `,
      company: '  ',
      city: '\u200b',
      job_title: 'Boss\n',
    });
    expect(result).toMatchObject({
      contact: { first_name: COMPOSED, display_name: COMPOSED, company: '', city: null, job_title: 'Boss' },
    });
    for (const search of [COMPOSED, DECOMPOSED]) {
      const page = (await must(api.GET('/v1/contacts', { params: { query: { search } } }))) as Schemas['ContactPage'];
      expect(page.items).toHaveLength(1);
      const rules = { kind: 'condition', source: 'contact', field: 'firstName', operator: 'equals', value: search } as const;
      expect((await must(api.POST('/v1/contacts/search', { body: { rules } }))).items).toHaveLength(1);
    }
  });

  it('are one line each, and such an item is refused alone', async () => {
    const result = await upsert({ email: 'a@example.com', last_name: 'a\nb', company: 'c\u0007d' });
    expect(result).toMatchObject({
      status: 'rejected',
      issues: [
        { path: 'last_name', message: NOT_A_NAME },
        { path: 'company', message: NOT_A_NAME },
      ],
    });
  });

  it('and the texts of own fields are found in both spellings', async () => {
    const field = await must(api.POST('/v1/contact-fields', { body: { display_name: 'Camp', value_type: 'string' } }));
    const { field_definition_id: fieldDefinitionId } = field as Schemas['ContactField'];
    await upsert({ email: 'a@example.com', custom_fields: { camp: ` ${DECOMPOSED}\n` } });
    for (const [operator, value] of [
      ['equals', ` ${COMPOSED}\n`],
      ['equals', ` ${DECOMPOSED}\n`],
      ['contains', DECOMPOSED],
    ] as const) {
      const rules = { kind: 'condition', source: 'custom_field', fieldDefinitionId, operator, value } as const;
      expect((await must(api.POST('/v1/contacts/search', { body: { rules } }))).items, operator).toHaveLength(1);
    }
  });

  it.runIf(isAtLength)('come the same way from an import, where a cell of several lines becomes one', async () => {
    const rows = [
      { email: 'a@example.com', first_name: ` ${DECOMPOSED} `, address: 'Hut 1\r\n  Lake Road', city: '\u200b' },
      { email: 'b@example.com', first_name: 'a\u0007b', address: '', city: '' },
    ];
    const sessionId = await startRows({ api }, rows, ` ${DECOMPOSED}.csv `);
    const { import_run_id } = await must(execute({ api }, sessionId, { mappings: straight('email', 'first_name', 'address', 'city') }));
    await service.drain();
    const results = await resultsOf({ api }, import_run_id);
    expect(
      results.map(({ status, field_issues }) => [status, field_issues.map(({ field, error_code }) => `${field} ${error_code}`)]),
    ).toEqual([
      ['created', []],
      ['created', ['first_name invalid_value']],
    ]);
    const { items } = (await must(api.GET('/v1/contacts', { params: { query: { email: 'a@example.com' } } }))) as Schemas['ContactLookup'];
    expect(items[0]).toMatchObject({
      first_name: COMPOSED,
      address: 'Hut 1 Lake Road',
      city: null,
      original_source_detail: `${COMPOSED}.csv`,
    });
  });
});

describe('what is read of a contact can be written back', () => {
  it.runIf(isAtLength)('with the longest names', async () => {
    const long = 'x'.repeat(255);
    const [item] = (
      await must(
        api.POST('/v1/contacts', { body: { items: [{ email: 'a@example.com', first_name: long, last_name: long, unsubscribed: false }] } }),
      )
    ).items;
    expect(item).toMatchObject({ contact: { display_name: long } });
    const [shared] = (
      await must(
        api.POST('/v1/contacts', {
          body: { items: [{ email: 'b@example.com', first_name: '😀'.repeat(254), last_name: 'y', unsubscribed: false }] },
        }),
      )
    ).items;
    // The blank that would end it is not kept either.
    expect(shared).toMatchObject({ contact: { display_name: '😀'.repeat(254) } });

    const fields = straight('email', 'first_name', 'last_name');
    const sessionId = await startRows({ api }, [{ email: 'c@example.com', first_name: long, last_name: long }]);
    await must(execute({ api }, sessionId, { mappings: fields }));
    await service.drain();

    const { items } = (await must(api.GET('/v1/contacts', {}))) as Schemas['ContactPage'];
    expect(items).toHaveLength(3);
    for (const { contact_id, original_source, original_source_detail, last_activity_at, created_at, updated_at, ...writable } of items) {
      const { data, error } = await api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body: writable });
      expect(error).toBeUndefined();
      expect(data).toMatchObject({ contact_id, ...writable, updated_at });
    }
  });

  it('with a domain that is one', async () => {
    const items = ['x', 'not a domain', 'localhost', '10.0.0.1', '@example.com'].map((email_domain) => ({
      email: 'a@example.com',
      email_domain,
    }));
    const refused = (await must(api.POST('/v1/contacts/upsert', { body: { items } }))).items;
    expect(refused.map((item) => item.status === 'rejected' && item.issues)).toEqual(
      items.map(() => [{ path: 'email_domain', message: 'is not a domain such as example.com' }]),
    );
    const taken = (
      await must(
        api.POST('/v1/contacts/upsert', {
          body: {
            items: [
              { email: 'a@example.com', email_domain: ' Bücher.Example ' },
              { email: 'b@example.com', email_domain: ' ' },
            ],
          },
        }),
      )
    ).items;
    expect(taken).toMatchObject(['xn--bcher-kva.example', 'example.com'].map((email_domain) => ({ contact: { email_domain } })));
  });
});

it('of workspaces and keys obey the same', async () => {
  const now = service.clock.now();
  const { id, name, slug } = await createWorkspace(service.db, { name: ` ${DECOMPOSED} ` }, now);
  expect([name, slug]).toEqual([COMPOSED, 'lager']);
  expect((await updateWorkspace(service.db, id, { name: `${DECOMPOSED}\n` }, now)).name).toBe(COMPOSED);
  expect((await createKey(service.db, { workspaceId: id, name: ` ${DECOMPOSED}` }, now)).name).toBe(COMPOSED);
  for (const bad of [' ', 'a\nb', '\u200b', 'a\0', 'x'.repeat(201)]) {
    await expect(createWorkspace(service.db, { name: bad, slug: 'bad' }, now)).rejects.toThrow('A name is one line');
    await expect(updateWorkspace(service.db, id, { name: bad }, now)).rejects.toThrow('A name is one line');
    await expect(createKey(service.db, { workspaceId: id, name: bad }, now)).rejects.toThrow('A name is one line');
  }
});

describe('the api_name made of a name', () => {
  it.each([
    ['Größe', 'grosse'],
    ['Œuvre préférée', 'oeuvre_preferee'],
    ['Łódź', 'lodz'],
  ])('%s is %s', async (display_name, api_name) => {
    expect(await must(api.POST('/v1/contact-fields', { body: { display_name, value_type: 'string' } }))).toMatchObject({ api_name });
  });

  it.each(['constructor', 'prototype', 'member_added_at', 'client_item_id', 'contact_id', 'custom_fields', 'email'])(
    '%s is reserved',
    async (api_name) => {
      const own = await api.POST('/v1/contact-fields', { body: { display_name: 'Own', api_name, value_type: 'string' } });
      expect([own.response.status, own.error?.details?.issues]).toEqual([400, [{ path: 'api_name', message: 'is reserved' }]]);
      const made = await api.POST('/v1/contact-fields', { body: { display_name: api_name.replaceAll('_', ' '), value_type: 'string' } });
      expect([made.response.status, made.error?.details?.issues?.[0]?.path]).toEqual([400, 'display_name']);
    },
  );
});
