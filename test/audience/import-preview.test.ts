/** Previews of imports, of rows and of files. */
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { MOST_BYTES, uploadKey } from '../../src/audience/imports/tables.ts';
import { readDocument } from '../../src/http/contract.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Workspace = Pick<TestWorkspace, 'api'>;

const started = async (body: Schemas['StartContactImportRequest'], { api }: Workspace = service) =>
  (await must(api.POST('/v1/contacts/imports', { body }))).import_session_id;
const startedWith = (rows: Schemas['ContactImportRow'][], workspace?: Workspace) => started({ source: 'rows', rows }, workspace);
const ask = (session_id: string, { api }: Workspace = service) =>
  api.POST('/v1/contacts/imports/{session_id}/preview', { params: { path: { session_id } } });
const preview = (session: string, workspace?: Workspace) => must(ask(session, workspace));

/** Puts a file where an upload would have put it. */
async function place(session: string, content: string | Buffer): Promise<string> {
  const file = join(fileURLToPath(service.service.config.storageUrl), uploadKey(fromUlid(session)));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

async function uploaded(content: string | Buffer, workspace?: Workspace) {
  const session = await started({ source: 'upload', file_name: 'people.csv' }, workspace);
  await place(session, content);
  return session;
}

const define = async (workspace: Workspace, display_name: string, value_type: Schemas['ContactFieldType'] = 'string') =>
  (await must(workspace.api.POST('/v1/contact-fields', { body: { display_name, value_type } }))) as Schemas['ContactField'];

async function refusal(answer: ReturnType<typeof ask>) {
  const { error, response } = await answer;
  return [response.status, error?.error_code, error?.details?.issues];
}

describe('a preview', () => {
  test('suggests where columns go, and says what would be wrong', async () => {
    const workspace = await service.workspace();
    const shoeSize = await define(workspace, 'Shoe size', 'number');
    const file = [
      'Name;E-mail;Phone;Shoe size;Favourite hut;',
      'Maya Lindqvist;maya@example.com;+46 70 174 06 05;38;Rondvassbu;',
      'Ingrid Solberg;ingrid@example.com;;39',
      'Jonas Berg;jonas(at)example.com;;forty;"Kebnekaise; north"',
      ';;;;Rondvassbu',
    ];
    const seen = await preview(await uploaded(file.join('\r\n'), workspace), workspace);
    expect(seen).toMatchObject({
      columns: [
        { header: 'Name', sample_values: ['Maya Lindqvist', 'Ingrid Solberg', 'Jonas Berg'] },
        { header: 'E-mail', sample_values: ['maya@example.com', 'ingrid@example.com', 'jonas(at)example.com'] },
        { header: 'Phone', sample_values: ['+46 70 174 06 05'] },
        { header: 'Shoe size', sample_values: ['38', '39', 'forty'] },
        { header: 'Favourite hut', sample_values: ['Rondvassbu', 'Kebnekaise; north', 'Rondvassbu'] },
      ],
      sampled_row_count: 4,
      mappings: [
        { header: 'Name', target_kind: 'standard', target_field: 'display_name' },
        { header: 'E-mail', target_kind: 'standard', target_field: 'email' },
        { header: 'Phone', target_kind: 'standard', target_field: 'phone' },
        { header: 'Shoe size', target_kind: 'custom_field', target_field: 'shoe_size' },
        { header: 'Favourite hut', target_kind: 'ignore', target_field: null },
      ],
      field_creation_candidates: [
        { header: 'Favourite hut', display_name: 'Favourite hut', api_name: 'favourite_hut', value_type: 'string' },
      ],
    });
    expect(seen.issues.map(({ row_number, header, error_code, value }) => [row_number, header, error_code, value])).toEqual([
      [4, 'E-mail', 'invalid_email', 'jonas(at)example.com'],
      [4, 'Shoe size', 'invalid_value', 'forty'],
      [5, null, 'missing_identifier', null],
    ]);
    const schemas = readDocument().components?.schemas as Record<string, { enum: string[] }>;
    expect(seen.available_fields.map(({ target_field }) => target_field)).toEqual([
      ...(schemas.ContactImportStandardField?.enum ?? []),
      'shoe_size',
    ]);
    expect(seen.available_fields.at(-1)).toEqual({
      target_kind: 'custom_field',
      target_field: 'shoe_size',
      label: 'Shoe size',
      value_type: 'number',
      field_definition_id: shoeSize.field_definition_id,
    });
  });

  test('of rows changes nothing, and sees a field that was created for them', async () => {
    const workspace = await service.workspace();
    const rows = [
      { Mail: 'maya@example.com', Since: '2026-04-14' },
      { Mail: 'noor@example.com', Since: null },
    ];
    const session = await startedWith(rows, workspace);
    const first = await preview(session, workspace);
    expect(await preview(session, workspace)).toEqual(first);
    const { header, ...field } = first.field_creation_candidates[0] as Schemas['ContactImportFieldCandidate'];
    expect([header, field]).toEqual(['Since', { display_name: 'Since', api_name: 'since', value_type: 'date' }]);

    await must(workspace.api.POST('/v1/contact-fields', { body: field }));
    const second = await preview(session, workspace);
    expect(second.mappings).toEqual([
      { header: 'Mail', target_kind: 'standard', target_field: 'email' },
      { header: 'Since', target_kind: 'custom_field', target_field: 'since', date_format: 'iso' },
    ]);
    expect(second.field_creation_candidates).toEqual([]);
    expect(await must(workspace.api.GET('/v1/contacts'))).toMatchObject({ items: [] });
  });

  test("knows no archived field, whose name stays taken, and no other workspace's", async () => {
    const workspace = await service.workspace();
    const { field_definition_id } = await define(workspace, 'Hut');
    await must(
      workspace.api.PATCH('/v1/contact-fields/{field_definition_id}', {
        params: { path: { field_definition_id } },
        body: { status: 'archived' },
      }),
    );
    await define(await service.workspace(), 'Trail');
    const seen = await preview(await startedWith([{ Email: 'maya@example.com', Hut: 'x', Trail: 'y' }], workspace), workspace);
    expect(seen.field_creation_candidates.map(({ api_name }) => api_name)).toEqual(['hut_2', 'trail']);
    expect(seen.available_fields.every(({ target_kind }) => target_kind === 'standard')).toBe(true);
  });

  test("reads phone numbers as the workspace's country writes them", async () => {
    const workspace = await service.workspace();
    const session = await startedWith([{ Phone: '08-12 34 56' }], workspace);
    await service.db.prisma.workspace.update({ where: { id: workspace.id }, data: { defaultCountry: 'SE' } });
    expect((await preview(session, workspace)).issues).toEqual([]);
    await service.db.prisma.workspace.update({ where: { id: workspace.id }, data: { defaultCountry: 'US' } });
    expect((await preview(session, workspace)).issues).toMatchObject([{ row_number: 2, field: 'phone', error_code: 'invalid_phone' }]);
  });

  test('looks at 100 rows and names 100 findings', async () => {
    const bad = Array.from({ length: 150 }, () => ({ Email: 'nobody', Score: 'none', Note: 'x'.repeat(300) }));
    const seen = await preview(await startedWith(bad));
    expect([seen.sampled_row_count, seen.issues.length, seen.issues.at(-1)?.row_number]).toEqual([100, 100, 51]);
    expect(seen.columns[2]?.sample_values).toEqual(Array(3).fill('x'.repeat(200)));
    // Errors behind the sample do not show in the preview.
    expect((await preview(await uploaded(`Email\n${'a@example.com\n'.repeat(100)}"open`))).issues).toEqual([]);
  });

  test.each([
    ['an empty file', '', []],
    ['a file of blank lines', '\n\r\n\n', []],
    ['headers only', '\ufeffEmail,,Shoe\tsize,,\n', ['Email', 'Shoe\tsize']],
  ])('of %s has no more than its headers', async (_what, content, headers) => {
    const seen = await preview(await uploaded(content));
    const empty = { sample_values: [], date_formats: [], decimal_separator: null, boolean_values: [] };
    expect(seen.columns).toEqual(headers.map((header) => ({ header, ...empty })));
    expect([seen.sampled_row_count, seen.issues, seen.mappings.length]).toEqual([0, [], headers.length]);
  });

  test('of a file that was replaced is about the new one', async () => {
    const session = await uploaded('Email\nmaya@example.com\n');
    expect((await preview(session)).sampled_row_count).toBe(1);
    await place(session, 'Phone\n+46701740605\n+46701740606\n');
    expect(await preview(session)).toMatchObject({ sampled_row_count: 2, columns: [{ header: 'Phone' }] });
  });
});

describe('there is no preview', () => {
  test('before the file is there', async () => {
    const session = await started({ source: 'upload', file_name: 'people.csv' });
    expect(await refusal(ask(session))).toEqual([400, 'validation_failed', [{ path: 'file', message: 'has not been uploaded yet' }]]);
    // No field of the request is called so.
    expect((await ask(session)).error?.error).toBe(
      'The file of this import has not been uploaded yet. Send it to the `upload_url` of the session.',
    );
  });

  test.each([
    [
      'another encoding',
      Buffer.concat([Buffer.from('Email,Näme\n'), Buffer.from('a@example.com,M\xf6ller\n', 'latin1')]),
      'Line 2: this is not UTF-8.',
    ],
    ['an open quote', 'Email\na@example.com\n"b@example.com\n', 'Line 3: a quote is opened and never closed.'],
    ['too many columns', `${'x,'.repeat(9_999)}x\n`, 'The file has 10000 columns; 500 are the most that an import takes.'],
    ['a header that is too long', `Email,${'x'.repeat(256)}\n`, 'The header of column 2 has more than 255 characters.'],
  ])('of a file with %s', async (_what, content, message) => {
    expect(await refusal(ask(await uploaded(content)))).toEqual([400, 'validation_failed', [{ path: 'file', message }]]);
  });

  test('of a file that is too large, as one can come into a bucket', async () => {
    const session = await started({ source: 'upload', file_name: 'people.csv' });
    await truncate(await place(session, 'Email\n'), MOST_BYTES + 1);
    expect(await refusal(ask(session))).toEqual([
      400,
      'validation_failed',
      [{ path: 'file', message: 'The file is larger than 512 MiB.' }],
    ]);
  });

  test('when headers stand twice', async () => {
    expect(await refusal(ask(await uploaded('Email,,Phone, ,Email ,phone,Phone\n')))).toEqual([
      400,
      'validation_failed',
      [
        { path: 'headers.4', message: 'the header "Email" appears twice in the file' },
        { path: 'headers.6', message: 'the header "Phone" appears twice in the file' },
      ],
    ]);
  });

  test("of an executed session, an expired one, an unknown one, or another workspace's", async () => {
    const [executed, other] = [await startedWith([{ Email: 'a@example.com' }]), await startedWith([{ Email: 'a@example.com' }])];
    await service.db.prisma.contactImportSession.updateMany({ where: { id: fromUlid(executed) }, data: { runId: newId() } });
    expect(await refusal(ask(executed))).toEqual([409, 'conflict', undefined]);
    expect(await refusal(ask(other, await service.workspace()))).toEqual([404, 'not_found', undefined]);
    expect(await refusal(ask('01JPQ8M3A9D65E1Z2X0W8V7T51'))).toEqual([404, 'not_found', undefined]);
    service.clock.advance({ hours: 24 });
    expect(await refusal(ask(other))).toEqual([404, 'not_found', undefined]);
  });
});
