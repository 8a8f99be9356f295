/** External IDs, time zones, languages, tags and lists of entries: written, found, imported and exported. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { holdPeople } from '../../src/audience/contacts/batch.repo.ts';
import { languageOf, timezoneOf } from '../../src/shared/locales.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import type { ApiClient } from '../support/client.ts';
import { parseCsv } from '../support/csv.ts';
import { runImport, startFile } from '../support/imports.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];

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

const upsert = async (...items: Schemas['ContactUpsertItem'][]) => (await must(api.POST('/v1/contacts/upsert', { body: { items } }))).items;
const contactOf = (item: object | undefined): Schemas['Contact'] => (item as { contact: Schemas['Contact'] }).contact;
const someone = async (item: Schemas['ContactUpsertItem']): Promise<Schemas['Contact']> => contactOf((await upsert(item))[0]);
const get = (contact_id: string) => must(api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } }));
const patch = (contact_id: string, body: Schemas['ContactPatch']) =>
  api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body });
const lookUp = async (query: { external_id?: string; email?: string; phone?: string }) =>
  (await must(api.GET('/v1/contacts', { params: { query } }))).items.map(({ contact_id }) => contact_id);
const issuesOf = (error: unknown) =>
  ((error as { details?: { issues?: { path: string; message: string }[] } }).details?.issues ?? []).map(({ path }) => path);

describe('an external ID', () => {
  it('finds its contact, exactly as it was set, alone or beside the other identifiers', async () => {
    const maya = await someone({ email: 'maya@example.com', external_id: ' CRM-1 ' });
    const aiko = await someone({ email: 'aiko@example.com', phone: '+46701740605' });
    expect(maya.external_id).toBe('CRM-1');
    expect(await lookUp({ external_id: 'CRM-1' })).toEqual([maya.contact_id]);
    expect(await lookUp({ external_id: 'crm-1' })).toEqual([]);
    expect((await lookUp({ external_id: 'CRM-1', email: 'aiko@example.com' })).sort()).toEqual([maya.contact_id, aiko.contact_id].sort());
    const found = await must(api.GET('/v1/contacts', { params: { query: { search: 'CRM-1' } } }));
    expect(found.items.map(({ contact_id }) => contact_id)).toEqual([maya.contact_id]);
    expect((await must(api.GET('/v1/contacts', { params: { query: { search: 'crm' } } }))).items).toEqual([]);
  });

  it('is unique in its workspace alone, and a conflict names the contact that has it', async () => {
    const maya = await someone({ email: 'maya@example.com', external_id: 'crm-1' });
    const create = await must(api.POST('/v1/contacts', { body: { items: [{ email: 'new@example.com', external_id: 'crm-1' }] } }));
    expect(create.items[0]).toMatchObject({
      status: 'rejected',
      error_code: 'conflict',
      existing_contact: { contact_id: maya.contact_id, external_id: 'crm-1' },
    });
    const aiko = await someone({ email: 'aiko@example.com' });
    const { response, error } = await patch(aiko.contact_id, { external_id: 'crm-1' });
    expect(response.status).toBe(409);
    expect(error).toMatchObject({ error_code: 'conflict', details: { existing_contact: { contact_id: maya.contact_id } } });
    const elsewhere = await service.workspace();
    const other = await must(
      elsewhere.api.POST('/v1/contacts', { body: { items: [{ email: 'maya@example.com', external_id: 'crm-1' }] } }),
    );
    expect(other.created_count).toBe(1);
  });

  it('decides in an upsert who is meant, before email and phone', async () => {
    const maya = await someone({ email: 'maya@example.com', external_id: 'crm-1' });
    // Known by its external ID: the email is a new one.
    const moved = await someone({ external_id: 'crm-1', email: 'maya@work.example.com' });
    expect(moved).toMatchObject({ contact_id: maya.contact_id, email: 'maya@work.example.com', email_domain: 'work.example.com' });
    // Without an email or a phone.
    expect(await someone({ external_id: 'crm-1', company: 'Fjord' })).toMatchObject({ contact_id: maya.contact_id, company: 'Fjord' });
    // Known by its email, so that it gets the ID.
    const aiko = await someone({ email: 'aiko@example.com' });
    expect(await someone({ email: 'aiko@example.com', external_id: 'crm-2' })).toMatchObject({
      contact_id: aiko.contact_id,
      external_id: 'crm-2',
    });
    const [another, taken, nobody] = await upsert(
      { email: 'aiko@example.com', external_id: 'crm-3' },
      { email: 'aiko@example.com', external_id: 'crm-1' },
      { external_id: 'crm-9' },
    );
    // Another system tells them apart.
    expect(another).toMatchObject({ status: 'rejected', error_code: 'conflict', existing_contact: { contact_id: aiko.contact_id } });
    expect(taken).toMatchObject({ status: 'rejected', error_code: 'conflict', existing_contact: { contact_id: aiko.contact_id } });
    expect(nobody).toMatchObject({ status: 'rejected', error_code: 'validation_failed' });
    expect((nobody as { issues: { message: string }[] }).issues[0]?.message).toContain('no contact has this external_id');
  });

  it('is let go by null and can be taken by a later item of the same batch', async () => {
    const maya = await someone({ email: 'maya@example.com', external_id: 'crm-1' });
    const aiko = await someone({ email: 'aiko@example.com' });
    const items = [
      { contact_id: maya.contact_id, external_id: null },
      { contact_id: aiko.contact_id, external_id: 'crm-1' },
    ];
    expect((await must(api.POST('/v1/contacts/update', { body: { items } }))).updated_count).toBe(2);
    expect(await lookUp({ external_id: 'crm-1' })).toEqual([aiko.contact_id]);
    expect((await get(maya.contact_id)).external_id).toBeNull();
  });

  it('does not meet an email or phone of the same letters', async () => {
    const maya = await someone({ email: 'maya@example.com', external_id: 'aiko@example.com' });
    const aiko = await someone({ email: 'aiko@example.com', external_id: '+46701740605' });
    expect(aiko.contact_id).not.toBe(maya.contact_id);
    expect(await someone({ phone: '+46701740605' })).toMatchObject({ external_id: null });
  });
});

describe('writers of external IDs', () => {
  const PEOPLE = 40;
  const item = (batch: number, i: number) => {
    const n = (i * 7 + batch * 13) % PEOPLE;
    return {
      email: `p${n}@mail.example`,
      // Some items give an ID to another contact.
      external_id: `crm-${(n + (i % 2) * (batch % 3)) % PEOPLE}`,
      ...(i % 3 === 0 && { phone: `+4670174${String(1_000 + n)}` }),
      company: `Company ${batch}`,
    };
  };

  it.runIf(isAtLength)('wait for one another and not in a circle: batches, with and without a key, and imports', async () => {
    const batch = (number: number) => Array.from({ length: PEOPLE }, (_, i) => item(number, i));
    const csv = (number: number) =>
      ['email,external_id,company', ...batch(number).map((one) => `${one.email},${one.external_id},${one.company}`)].join('\n');
    const mappings = (['email', 'external_id', 'company'] as const).map((field) => ({
      header: field,
      target_kind: 'standard' as const,
      target_field: field,
    }));
    const sessions = await Promise.all([1, 2].map((number) => startFile(service, workspace, `${csv(number)}\n`)));
    const answers = await Promise.all([
      ...Array.from({ length: rounds(8, 20) }, (_, number) =>
        api.POST('/v1/contacts/upsert', {
          body: { items: batch(number) },
          ...(number % 2 === 1 && { headers: { 'Idempotency-Key': `batch ${number}` } }),
        }),
      ),
      (async () => {
        for (const session of sessions) await runImport(service, workspace, session, { mappings });
        return { response: { status: 200 } };
      })(),
    ]);
    expect(answers.map(({ response }) => response.status).filter((status) => status !== 200)).toEqual([]);
    expect(await deadlocksIn(service.db)).toBe(0);
    const ids = (await service.db.prisma.contact.findMany({ where: { workspaceId: workspace.id } })).flatMap(
      ({ externalId }) => externalId ?? [],
    );
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('wait for whoever holds the ID, and decide by what that one leaves', async () => {
    const { response, data } = await behind(
      service.db,
      async (tx) => {
        const scope = { db: tx, workspaceId: workspace.id };
        await holdPeople(scope, ['external_id crm-1'], []);
        await tx.prisma.contact.create({
          data: {
            workspaceId: workspace.id,
            id: '01936d2e-4b10-7a61-9f2b-000000000001',
            email: 'first@example.com',
            externalId: 'crm-1',
            displayName: 'First',
            originalSource: 'public_api',
            createdAt: service.clock.now(),
          },
        });
      },
      () => api.POST('/v1/contacts/upsert', { body: { items: [{ external_id: 'crm-1', email: 'second@example.com' }] } }),
    );
    expect(response.status).toBe(200);
    expect(data?.items[0]).toMatchObject({ status: 'updated', contact_id: '01936d2e-4b10-7a61-9f2b-000000000001' });
  });
});

describe('a time zone and a language', () => {
  test.each([
    ['europe/stockholm', 'Europe/Stockholm'],
    ['UTC', 'UTC'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['+02:00', null],
    ['Europe/Nowhere', null],
    ['', null],
    ['Stockholm', null],
  ])('%s is the time zone %s', (text, name) => expect(timezoneOf(text)).toBe(name));

  test.each([
    ['PT_br', 'pt-BR'],
    ['de', 'de'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['german!', null],
    ['', null],
    ['x', null],
  ])('%s is the language %s', (text, tag) => expect(languageOf(text)).toBe(tag));

  it('are kept in their own form, cleared by null or an empty text, and refused otherwise', async () => {
    const maya = await someone({ email: 'maya@example.com', timezone: 'europe/stockholm', language: 'SV_se' });
    expect(maya).toMatchObject({ timezone: 'Europe/Stockholm', language: 'sv-SE' });
    const { data } = await patch(maya.contact_id, { timezone: null, language: '' });
    expect(data).toMatchObject({ timezone: null, language: null });
    const { response, error } = await patch(maya.contact_id, { timezone: '+02:00', language: 'not a language' });
    expect([response.status, issuesOf(error)]).toEqual([400, ['timezone', 'language']]);
    const [rejected] = await upsert({ email: 'aiko@example.com', timezone: 'Nowhere' });
    expect(rejected).toMatchObject({ status: 'rejected', error_code: 'validation_failed', issues: [{ path: 'timezone' }] });
  });
});

describe('tags', () => {
  it('keep their order, count once, and are replaced by a write', async () => {
    const maya = await someone({ email: 'maya@example.com', tags: [' vip ', 'summer', 'vip', 'VIP'] });
    expect(maya.tags).toEqual(['vip', 'summer', 'VIP']);
    expect((await patch(maya.contact_id, { tags: ['winter'] })).data?.tags).toEqual(['winter']);
    expect((await patch(maya.contact_id, { company: 'Fjord' })).data?.tags).toEqual(['winter']);
    for (const none of [null, []]) {
      await patch(maya.contact_id, { tags: ['winter'] });
      expect((await patch(maya.contact_id, { tags: none })).data?.tags).toEqual([]);
    }
  });

  it('are added and removed one by one', async () => {
    const maya = await someone({ email: 'maya@example.com', tags: ['a', 'b', 'c'] });
    expect((await patch(maya.contact_id, { add_tags: ['d', 'a'], remove_tags: ['b', 'x'] })).data?.tags).toEqual(['a', 'c', 'd']);
    const [updated] = await upsert({ email: 'maya@example.com', add_tags: ['e'] });
    expect(contactOf(updated).tags).toEqual(['a', 'c', 'd', 'e']);
    expect(await someone({ email: 'new@example.com', add_tags: ['first'] })).toMatchObject({ tags: ['first'] });
    const { response, error } = await patch(maya.contact_id, { tags: ['x'], add_tags: ['y'] });
    expect([response.status, issuesOf(error)]).toEqual([400, ['add_tags']]);
  });

  it('are fifty at most, however they come', async () => {
    const fifty = Array.from({ length: 50 }, (_, i) => `tag ${i}`);
    const maya = await someone({ email: 'maya@example.com', tags: fifty });
    expect(maya.tags).toEqual(fifty);
    const { response, error } = await patch(maya.contact_id, { add_tags: ['one more'] });
    expect([response.status, issuesOf(error)]).toEqual([400, ['add_tags']]);
    expect((await patch(maya.contact_id, { add_tags: ['one more'], remove_tags: ['tag 0'] })).data?.tags.length).toBe(50);
    expect((await patch(maya.contact_id, { tags: [...fifty, 'one more'] })).response.status).toBe(400);
    expect((await patch(maya.contact_id, { tags: ['a'.repeat(65)] })).response.status).toBe(400);
    expect((await patch(maya.contact_id, { tags: [''] })).response.status).toBe(400);
  });

  it.runIf(isAtLength)('that are added at the same moment are all there', async () => {
    const maya = await someone({ email: 'maya@example.com' });
    const added = Array.from({ length: 12 }, (_, i) => `tag ${i}`);
    const answers = await Promise.all(added.map((tag) => patch(maya.contact_id, { add_tags: [tag] })));
    expect(answers.map(({ response }) => response.status)).toEqual(added.map(() => 200));
    expect((await get(maya.contact_id)).tags.sort()).toEqual([...added].sort());
  });

  it('are a field that changes: the timeline has it, and a write of the same does nothing', async () => {
    const maya = await someone({ email: 'maya@example.com', tags: ['a'] });
    await patch(maya.contact_id, { tags: ['a'] });
    await patch(maya.contact_id, { tags: ['a', 'b'] });
    const { items } = await must(api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: maya.contact_id } } }));
    expect(items.filter(({ type }) => type === 'contact_updated').map(({ metadata }) => (metadata as { fields: string[] }).fields)).toEqual(
      [['tags']],
    );
  });
});

describe('a custom field of type list', () => {
  const define = async (api_name: string) =>
    must(api.POST('/v1/contact-fields', { body: { display_name: api_name, api_name, value_type: 'list' } }));

  it('takes texts, keeps their order, each once, and is cleared by null or an empty array', async () => {
    await define('trails');
    const maya = await someone({ email: 'maya@example.com', custom_fields: { trails: ['Kungsleden', 'Padjelanta', 'Kungsleden'] } });
    expect(maya.custom_fields).toEqual({ trails: ['Kungsleden', 'Padjelanta'] });
    for (const none of [null, [], '']) {
      await patch(maya.contact_id, { custom_fields: { trails: ['x'] } });
      expect((await patch(maya.contact_id, { custom_fields: { trails: none } })).data?.custom_fields).toEqual({});
    }
  });

  it('takes nothing else, and no other field takes a list', async () => {
    await define('trails');
    await must(api.POST('/v1/contact-fields', { body: { display_name: 'note', api_name: 'note', value_type: 'string' } }));
    const maya = await someone({ email: 'maya@example.com' });
    const refused: Schemas['CustomFields'][] = [
      { trails: 'Kungsleden' },
      { trails: 3 },
      { note: ['a'] },
      { trails: ['a'.repeat(256)] },
      { trails: [''] },
      { trails: Array.from({ length: 51 }, (_, i) => `entry ${i}`) },
    ];
    for (const custom_fields of refused) expect((await patch(maya.contact_id, { custom_fields })).response.status).toBe(400);
  });
});

describe('a file', () => {
  const columns = (...pairs: [header: string, field: Schemas['ContactImportStandardField']][]) =>
    pairs.map(([header, target_field]) => ({ header, target_kind: 'standard' as const, target_field }));

  it.runIf(isAtLength)('brings external IDs, time zones, languages, tags and lists, and is matched by the external ID first', async () => {
    await must(api.POST('/v1/contact-fields', { body: { display_name: 'Trails', api_name: 'trails', value_type: 'list' } }));
    const maya = await someone({ email: 'old@example.com', external_id: 'crm-1', tags: ['old'] });
    const aiko = await someone({ email: 'aiko@example.com' });
    const session = await startFile(
      service,
      workspace,
      [
        'email,customer id,zone,lang,labels,trails',
        'maya@example.com,crm-1,europe/stockholm,sv_SE,"vip; summer; vip",Kungsleden; Padjelanta',
        'aiko@example.com,crm-2,Asia/Tokyo,ja,"a, b",',
        'new@example.com,crm-3,Nowhere,??,,x',
        ',crm-9,,,,',
        'aiko@example.com,crm-1,,,,',
      ].join('\n'),
    );
    const { run, results } = await runImport(service, workspace, session, {
      mappings: [
        ...columns(['email', 'email'], ['customer id', 'external_id'], ['zone', 'timezone'], ['lang', 'language'], ['labels', 'tags']),
        { header: 'trails', target_kind: 'custom_field', target_field: 'trails' },
      ],
    });
    expect(run).toMatchObject({ status: 'completed', created_count: 1, updated_count: 2, error_count: 2 });
    expect(await get(maya.contact_id)).toMatchObject({
      email: 'maya@example.com',
      email_domain: 'example.com',
      timezone: 'Europe/Stockholm',
      language: 'sv-SE',
      tags: ['vip', 'summer'],
      custom_fields: { trails: ['Kungsleden', 'Padjelanta'] },
    });
    expect(await get(aiko.contact_id)).toMatchObject({ external_id: 'crm-2', timezone: 'Asia/Tokyo', tags: ['a', 'b'], custom_fields: {} });
    const codes = results.map(({ status, field_issues }) => [
      status,
      field_issues.map(({ error_code, header }) => `${error_code} ${header}`),
    ]);
    expect(codes).toEqual([
      ['updated', []],
      ['updated', []],
      ['created', ['invalid_value zone', 'invalid_value lang']],
      ['failed', ['missing_identifier null']],
      ['failed', ['conflict email']],
    ]);
  });

  it.runIf(isAtLength)('may name people by external IDs alone, and then only updates', async () => {
    const maya = await someone({ email: 'maya@example.com', external_id: 'crm-1' });
    const session = await startFile(service, workspace, 'external_id,company\ncrm-1,Fjord\ncrm-2,Fell\n');
    const { run } = await runImport(service, workspace, session, {
      mappings: columns(['external_id', 'external_id'], ['company', 'company']),
    });
    expect(run).toMatchObject({ updated_count: 1, error_count: 1 });
    expect(await get(maya.contact_id)).toMatchObject({ company: 'Fjord', email: 'maya@example.com', email_domain: 'example.com' });
  });

  it('says in its preview where its columns go', async () => {
    const session = await startFile(service, workspace, 'E-Mail,Customer ID,Timezone,Sprache,Labels\nmaya@example.com,crm-1,UTC,de,a\n');
    const preview = await must(api.POST('/v1/contacts/imports/{session_id}/preview', { params: { path: { session_id: session } } }));
    expect(preview.mappings.map(({ target_field }) => target_field)).toEqual(['email', 'external_id', 'timezone', 'language', 'tags']);
    expect(preview.issues).toEqual([]);
  });

  it.runIf(isAtLength)('of an export has them, lists as one cell each', async () => {
    await must(api.POST('/v1/contact-fields', { body: { display_name: 'Trails', api_name: 'trails', value_type: 'list' } }));
    const maya = await someone({
      email: 'maya@example.com',
      external_id: 'crm-1',
      timezone: 'UTC',
      language: 'sv',
      tags: ['a', 'b'],
      custom_fields: { trails: ['x', 'y'] },
    });
    const list = await must(api.POST('/v1/contact-lists', { body: { name: 'All', kind: 'static', contact_ids: [maya.contact_id] } }));
    const path = { listId: list.list_id };
    const started = await must(api.POST('/v1/contact-lists/{listId}/export', { params: { path } }));
    await service.drain();
    const done = await must(
      api.GET('/v1/contact-lists/{listId}/export/{exportId}', { params: { path: { ...path, exportId: started.export.export_id } } }),
    );
    const [header, row] = parseCsv(await (await fetch(done.export.download_url as string)).text());
    const cell = (name: string) => row?.[header?.indexOf(name) ?? -1];
    expect(['external_id', 'timezone', 'language', 'tags', 'trails'].map(cell)).toEqual(['crm-1', 'UTC', 'sv', 'a; b', 'x; y']);
  });
});
