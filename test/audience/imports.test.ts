/** Imports as clients meet them: a session, its run, the results row by row. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, toUlid } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { parseCsv } from '../support/csv.ts';
import { givenList } from '../support/given.ts';
import { execute, getRun, resultsOf, runImport, startFile, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const UNKNOWN = '01JPQ8M3A9D65E1Z2X0W8V7T51';

const define = (api: TestWorkspace['api'], display_name: string, value_type: 'string' | 'number' | 'boolean' | 'date') =>
  must(api.POST('/v1/contact-fields', { body: { display_name, value_type } })) as Promise<{
    field_definition_id: string;
    api_name: string;
  }>;
const byEmail = async ({ api }: Pick<TestWorkspace, 'api'>, email: string) => {
  const { items } = await must(api.GET('/v1/contacts', { params: { query: { email } } }));
  return must(api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: items[0]?.contact_id as string } } }));
};
const exportOf = (api: TestWorkspace['api'], runId: string) =>
  api.GET('/v1/contacts/imports/{import_run_id}/export', { params: { path: { import_run_id: runId } }, parseAs: 'text' });

describe('an import of rows', () => {
  test.runIf(isAtLength)('creates, updates and refuses row by row', async () => {
    const workspace = await service.workspace();
    const { api } = workspace;
    await define(api, 'Shoe size', 'number');
    await must(api.POST('/v1/contacts', { body: { items: [{ email: 'maya@example.org', first_name: 'Maya', city: 'Oslo' }] } }));
    const session = await startRows(
      workspace,
      [
        { email: ' MAYA@example.org ', first_name: '', city: 'Bergen', shoe_size: 38 },
        { email: 'noor@example.org', first_name: 'Noor', shoe_size: '39.5' },
        { email: 'nobody', first_name: 'Nobody', shoe_size: 'forty' },
        { first_name: 'Freja' },
      ],
      'Spring fair',
    );
    const { runId, run, results } = await runImport(service, workspace, session, {
      mappings: straight('email', 'first_name', 'city', 'shoe_size'),
      on_invalid: 'fail_row',
    });

    expect(run).toMatchObject({
      status: 'completed',
      created_count: 1,
      updated_count: 1,
      skipped_count: 0,
      error_count: 2,
      error_message: null,
    });
    expect(run.progress).toEqual({ total_rows: 4, processed_rows: 4, total_chunks: 1, completed_chunks: 1 });
    expect(results.map(({ row_number, status }) => [row_number, status])).toEqual([
      [2, 'updated'],
      [3, 'created'],
      [4, 'failed'],
      [5, 'failed'],
    ]);
    expect(results[2]?.field_issues).toEqual([
      { field: 'email', header: 'email', error_code: 'invalid_email', message: 'This is not an email address.', value: 'nobody' },
      { field: 'shoe_size', header: 'shoe_size', error_code: 'invalid_value', message: 'This is not a number.', value: 'forty' },
    ]);
    expect(results[3]).toMatchObject({
      contact_id: null,
      field_issues: [{ field: null, header: null, error_code: 'missing_identifier', value: null }],
    });
    expect(await byEmail(workspace, 'maya@example.org')).toMatchObject({
      contact_id: results[0]?.contact_id,
      first_name: 'Maya',
      city: 'Bergen',
      custom_fields: { shoe_size: 38 },
      original_source: 'public_api',
    });
    const noor = await byEmail(workspace, 'noor@example.org');
    expect(noor).toMatchObject({
      contact_id: results[1]?.contact_id,
      display_name: 'Noor',
      email_domain: 'example.org',
      original_source: 'import',
      original_source_detail: 'Spring fair',
    });
    const timeline = async (contact_id: string) =>
      (await must(api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id } } }))).items;
    expect(await timeline(noor.contact_id)).toMatchObject([
      { type: 'contact_created', metadata: { source: 'import', source_detail: 'Spring fair' } },
    ]);
    expect((await timeline(results[0]?.contact_id as string))[0]).toMatchObject({
      type: 'contact_updated',
      metadata: { source: 'import', fields: ['city', 'custom_fields.shoe_size'] },
    });

    const file = await exportOf(api, runId);
    expect(file.response.headers.get('content-disposition')).toBe('attachment; filename="Spring fair-results.csv"');
    expect(parseCsv(file.data as string)).toEqual([
      ['row_number', 'status', 'reason', 'email', 'first_name', 'city', 'shoe_size'],
      ['4', 'failed', 'email: This is not an email address. shoe_size: This is not a number.', 'nobody', 'Nobody', '', 'forty'],
      ['5', 'failed', 'The row has neither an email nor a phone.', '', 'Freja', '', ''],
    ]);
  });

  test('skips who exists already, when told so', async () => {
    const workspace = await service.workspace();
    await must(workspace.api.POST('/v1/contacts', { body: { items: [{ email: 'maya@example.org', first_name: 'Maya' }] } }));
    const session = await startRows(workspace, [
      { email: 'maya@example.org', first_name: 'M' },
      { email: 'new@example.org' },
      { email: 'new@example.org', first_name: 'N' },
    ]);
    const { runId, run, results } = await runImport(service, workspace, session, {
      mappings: straight('email', 'first_name'),
      duplicate_strategy: 'skip',
    });
    expect(run).toMatchObject({ created_count: 1, updated_count: 0, skipped_count: 2, error_count: 0 });
    expect(results.map(({ status, field_issues }) => [status, field_issues.map(({ message }) => message)])).toEqual([
      ['skipped', []],
      ['created', []],
      ['skipped', ['Row 3 is about the same contact.']],
    ]);
    expect(await byEmail(workspace, 'maya@example.org')).toMatchObject({ first_name: 'Maya' });
    expect(parseCsv((await exportOf(workspace.api, runId)).data as string).map((cells) => cells[2])).toEqual([
      'reason',
      'The contact exists already.',
      'email: Row 3 is about the same contact.',
    ]);
    const skipped = await must(
      workspace.api.GET('/v1/contacts/imports/{import_run_id}/results', {
        params: { path: { import_run_id: runId }, query: { status: 'skipped', limit: 1, page: 2 } },
      }),
    );
    expect(skipped).toMatchObject({ results: [{ row_number: 4 }], pagination: { total: 2, totalPages: 2 } });
  });

  test.runIf(isAtLength)('fills what is empty, by column or altogether', async () => {
    const workspace = await service.workspace();
    const given = { email: 'maya@example.org', first_name: 'Maya', service_score: 3 };
    const row = {
      email: 'maya@example.org',
      first_name: 'M',
      last_name: 'Lind',
      company: 'Fjord',
      service_score: 9,
      marketing_email_subscribed: 'Yes',
    };
    const fields = straight(...Object.keys(row));
    await must(workspace.api.POST('/v1/contacts', { body: { items: [given] } }));
    const byColumn = fields.map((mapping) => ({
      ...mapping,
      ...(mapping.header === 'first_name' && { overwrite_behavior: 'skip_if_filled' as const }),
    }));
    await runImport(service, workspace, await startRows(workspace, [row]), { mappings: byColumn });
    expect(await byEmail(workspace, given.email)).toMatchObject({
      first_name: 'Maya',
      last_name: 'Lind',
      company: 'Fjord',
      service_score: 9,
      marketing_email_subscribed: true,
    });
    await runImport(
      service,
      workspace,
      await startRows(workspace, [{ ...row, last_name: 'Berg', company: '', service_score: 1, marketing_email_subscribed: 'no' }]),
      {
        mappings: fields,
        overwrite_blank_only: true,
      },
    );
    expect(await byEmail(workspace, given.email)).toMatchObject({
      first_name: 'Maya',
      last_name: 'Lind',
      company: 'Fjord',
      service_score: 9,
      marketing_email_subscribed: true,
    });
  });

  test.runIf(isAtLength)('puts the contacts that it created or updated on the lists, and no others', async () => {
    const workspace = await service.workspace();
    const { api } = workspace;
    const known = await must(api.POST('/v1/contacts', { body: { items: [{ email: 'a@example.org' }, { email: 'b@example.org' }] } }));
    const ids = known.items.map(({ contact_id }) => contact_id as string);
    const list_ids = [
      await givenList({ db: service.db, workspaceId: workspace.id }, [ids[0] as string]),
      await givenList({ db: service.db, workspaceId: workspace.id }, []),
    ];
    const session = await startRows(workspace, [{ email: 'a@example.org' }, { email: 'c@example.org' }, { email: 'c' }]);
    await runImport(service, workspace, session, { mappings: straight('email'), list_ids });
    for (const [listId, emails] of [
      [list_ids[0], 2],
      [list_ids[1], 2],
    ] as const) {
      const params = { path: { listId: listId as string } };
      const members = await must(api.GET('/v1/contact-lists/{listId}/contacts', { params }));
      expect(members.contacts.map(({ email }) => email).sort()).toEqual(['a@example.org', 'c@example.org']);
      expect((await must(api.GET('/v1/contact-lists/{listId}', { params }))).member_count).toBe(emails);
    }
    const skipping = await startRows(workspace, [{ email: 'b@example.org' }]);
    await runImport(service, workspace, skipping, { mappings: straight('email'), list_ids, duplicate_strategy: 'skip' });
    // The contact of a row joins the list, although it does not change.
    expect((await must(api.GET('/v1/contact-lists/{listId}', { params: { path: { listId: list_ids[0] as string } } }))).member_count).toBe(
      3,
    );
  });
});

describe('an import of a file', () => {
  test.runIf(isAtLength)('goes through it in chunks', async () => {
    const workspace = await service.workspace();
    const lines = Array.from({ length: 2_345 }, (_, i) => `person${i}@example.org,Person ${i},"Rue ${i}, bâtiment"`);
    const session = await startFile(
      service,
      workspace,
      `﻿email;first_name;address\r\n${lines.join('\r\n').replaceAll(',', ';')}\r\n`,
      'people.csv',
    );
    const { run, results } = await runImport(service, workspace, session, { mappings: straight('email', 'first_name', 'address') });
    expect(run).toMatchObject({
      status: 'completed',
      created_count: 2_345,
      progress: { total_rows: 2_345, processed_rows: 2_345, total_chunks: 3, completed_chunks: 3 },
    });
    expect(results.map(({ row_number }) => row_number)).toEqual(lines.map((_, i) => i + 2));
    expect(await byEmail(workspace, 'person2344@example.org')).toMatchObject({
      address: 'Rue 2344; bâtiment',
      original_source_detail: 'people.csv',
    });
  });

  test.runIf(isAtLength)('that breaks off keeps the chunks before that, and says where', async () => {
    const workspace = await service.workspace();
    const lines = Array.from({ length: 1_500 }, (_, i) => `person${i}@example.org`);
    const session = await startFile(service, workspace, `email\n${lines.join('\n')}\n"never closed`);
    const { run } = await runImport(service, workspace, session, { mappings: straight('email') });
    expect(run).toMatchObject({
      status: 'failed',
      created_count: 1_000,
      error_message: 'Line 1502: a quote is opened and never closed.',
      progress: { total_rows: null, processed_rows: 1_000, total_chunks: null, completed_chunks: 1 },
    });
  });

  test.each([
    ['nothing at all', ''],
    ['nothing but headers', 'email,first_name\n'],
  ])('with %s completes with zeros', async (_what, content) => {
    const workspace = await service.workspace();
    const session = await startFile(service, workspace, content);
    const { run, results } = await runImport(service, workspace, session, { mappings: straight('email') });
    expect(run).toMatchObject({ status: 'completed', created_count: 0, progress: { total_rows: 0, total_chunks: 0 } });
    expect(results).toEqual([]);
  });
});

describe('execute', () => {
  test('names everything that does not fit', async () => {
    const workspace = await service.workspace();
    const { api } = workspace;
    const field = await define(api, 'Hut', 'string');
    await must(
      api.PATCH('/v1/contact-fields/{field_definition_id}', {
        params: { path: { field_definition_id: field.field_definition_id } },
        body: { status: 'archived' },
      }),
    );
    const session = await startRows(workspace, [{ mail: 'a@example.org', tel: '', hut: 'x', other: '' }]);
    const dynamic = await must(api.POST('/v1/contact-lists', { body: { name: 'Dynamic', kind: 'dynamic' } }));
    const { error, response } = await execute(workspace, session, {
      mappings: [
        { header: 'tel', target_kind: 'standard', target_field: 'company' },
        { header: 'tel', target_kind: 'standard', target_field: 'city' },
        { header: 'other', target_kind: 'standard', target_field: 'city' },
        { header: 'Mobile', target_kind: 'standard', target_field: 'first_name' },
        { header: 'mail', target_kind: 'custom_field', target_field: 'unheard_of' },
        { header: 'hut', target_kind: 'custom_field', target_field: 'hut' },
      ],
      list_ids: [dynamic.list_id],
    });
    expect(response.status).toBe(400);
    expect(error?.details?.issues?.map(({ path }) => path)).toEqual([
      'mappings.1.header',
      'mappings.2.target_field',
      'mappings.3.header',
      'mappings.4.target_field',
      'mappings.5.target_field',
      'mappings',
      'list_ids.0',
    ]);
    // The session is still open.
    expect(
      (await execute(workspace, session, { mappings: [{ header: 'mail', target_kind: 'standard', target_field: 'email' }] })).response
        .status,
    ).toBe(202);
  });

  test.runIf(isAtLength)('refuses unknown and foreign lists, fields and sessions alike', async () => {
    const [mine, other] = [await service.workspace(), await service.workspace()];
    const session = await startRows(mine, [{ email: 'a@example.org' }]);
    const foreignList = await givenList({ db: service.db, workspaceId: other.id }, []);
    const foreignField = await define(other.api, 'Theirs', 'string');
    const mappings = straight('email');
    for (const plan of [
      { mappings, list_ids: [newId()] },
      { mappings, list_ids: [foreignList] },
      { mappings, created_field_definition_ids: [newId()] },
      { mappings, created_field_definition_ids: [foreignField.field_definition_id] },
    ]) {
      expect((await execute(mine, session, plan)).error).toMatchObject({ error_code: 'not_found' });
    }
    expect((await execute(other, session, { mappings })).error).toMatchObject({ error_code: 'not_found' });
    expect((await execute(mine, UNKNOWN, { mappings })).error).toMatchObject({ error_code: 'not_found' });
    const field = await define(mine.api, 'Mine', 'string');
    expect((await execute(mine, session, { mappings, created_field_definition_ids: [field.field_definition_id] })).response.status).toBe(
      202,
    );
  });

  test('is done once', async () => {
    const workspace = await service.workspace();
    const session = await startRows(workspace, [{ email: 'a@example.org' }]);
    const plan = { mappings: straight('email') };
    const answers = await Promise.all(Array.from({ length: 5 }, () => execute(workspace, session, plan)));
    expect(answers.map(({ response }) => response.status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect((await execute(workspace, session, plan)).error).toMatchObject({ error_code: 'conflict' });
  });

  test('needs a file, one that can be read, and a session that is not over', async () => {
    const workspace = await service.workspace();
    const plan = { mappings: straight('email') };
    const empty = await must(workspace.api.POST('/v1/contacts/imports', { body: { source: 'upload', file_name: 'people.csv' } }));
    expect((await execute(workspace, empty.import_session_id, plan)).error?.details?.issues).toEqual([
      { path: 'file', message: 'has not been uploaded yet' },
    ]);
    const twice = await startFile(service, workspace, 'email,email\n');
    expect((await execute(workspace, twice, plan)).error?.details?.issues?.[0]?.path).toBe('headers.1');
    const bytes = await startFile(service, workspace, Buffer.from([0x65, 0xff, 0x0a]));
    expect((await execute(workspace, bytes, plan)).error?.details?.issues?.[0]?.path).toBe('file');
    const session = await startRows(workspace, [{ email: 'a@example.org' }]);
    service.clock.advance({ hours: 24 });
    expect((await execute(workspace, session, plan)).error).toMatchObject({ error_code: 'not_found' });
  });
});

describe('a run', () => {
  test.runIf(isAtLength)('waits for its turn, and belongs to its workspace', async () => {
    const [mine, other] = [await service.workspace(), await service.workspace()];
    const { import_run_id } = await must(
      execute(mine, await startRows(mine, [{ email: 'a@example.org' }]), { mappings: straight('email') }),
    );
    expect(await getRun(mine, import_run_id)).toMatchObject({ status: 'queued', started_at: null, progress: { total_rows: null } });
    expect(await resultsOf(mine, import_run_id)).toEqual([]);
    for (const runId of [import_run_id, toUlid(newId())]) {
      const params = { path: { import_run_id: runId } };
      expect((await other.api.GET('/v1/contacts/imports/{import_run_id}', { params })).response.status).toBe(404);
      expect((await other.api.GET('/v1/contacts/imports/{import_run_id}/results', { params })).response.status).toBe(404);
      expect((await exportOf(other.api, runId)).response.status).toBe(404);
    }
    await service.drain();
    expect(await getRun(mine, import_run_id)).toMatchObject({ status: 'completed' });
  });

  test.each([
    ['skip_value', 'created'],
    ['fail_row', 'failed'],
  ] as const)('that meets a field archived meanwhile does as %s says', async (on_invalid, status) => {
    const workspace = await service.workspace();
    await define(workspace.api, 'Hut', 'string');
    const { import_run_id } = await must(
      execute(
        workspace,
        await startRows(workspace, [
          { email: 'a@example.org', hut: 'Rondvassbu' },
          { email: 'b@example.org', hut: '' },
        ]),
        { mappings: straight('email', 'hut'), on_invalid },
      ),
    );
    await service.db.prisma.contactFieldDefinition.updateMany({ where: { workspaceId: workspace.id }, data: { status: 'archived' } });
    await service.drain();
    expect((await resultsOf(workspace, import_run_id)).map(({ status, field_issues }) => [status, field_issues[0]?.error_code])).toEqual([
      [status, 'archived_field'],
      ['created', undefined],
    ]);
  });
});
