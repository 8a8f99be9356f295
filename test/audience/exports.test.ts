/** Exports as clients meet them: start, poll, download, read. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteList } from '../../src/audience/contact-lists/contact-lists.repo.ts';
import { readDocument } from '../../src/http/contract.ts';
import { newId } from '../../src/platform/ids.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { parseCsv } from '../support/csv.ts';
import { asTx } from '../support/database.ts';
import { givenContacts } from '../support/given.ts';
import { CREDENTIALS, startS3 } from '../support/s3.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const UNKNOWN = '01JPQ8M3A9D65E1Z2X0W8V7T51';
const listOf = async (contact_ids: string[], { api }: Pick<TestWorkspace, 'api'> = service, name = `List ${newId()}`) =>
  (await must(api.POST('/v1/contact-lists', { body: { name, kind: 'static', contact_ids } }))).list_id;
const start = async (listId: string, { api }: Pick<TestWorkspace, 'api'> = service) =>
  (await must(api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }))).export;
const get = (listId: string, exportId: string, { api }: Pick<TestWorkspace, 'api'> = service) =>
  api.GET('/v1/contact-lists/{listId}/export/{exportId}', { params: { path: { listId, exportId } } });
const read = async (listId: string, exportId: string, workspace: Pick<TestWorkspace, 'api'> = service) =>
  (await must(get(listId, exportId, workspace))).export;
/** Addresses begin with BASE_URL, which is not where this service happens to listen. */
const here = (url: string | null) => `${service.url}${(url as string).slice(new URL(url as string).origin.length)}`;

/** A file as a header and rows of named cells. */
async function download(url: string | null) {
  const response = await fetch(here(url));
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const [header, ...rows] = parseCsv(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const named = rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [header?.[index], cell])));
  return { response, header: header as string[], rows: named, size: bytes.length };
}

async function exported(contactIds: string[], workspace: TestWorkspace = service, name?: string) {
  const listId = await listOf(contactIds, workspace, name);
  const { export_id } = await start(listId, workspace);
  await service.drain();
  return { listId, exportId: export_id, done: await read(listId, export_id, workspace) };
}

test.runIf(isAtLength)('a file is kept for 30 days and counts among what its workspace stores', async () => {
  const workspace = await service.workspace();
  const stored = async () => (await must(workspace.api.GET('/v1/workspace'))).usage.stored_bytes;
  const { listId, exportId, done } = await exported(await givenContacts({ db: service.db, workspaceId: workspace.id }, 3), workspace);
  const { size } = await download(done.download_url);
  expect(await stored()).toBe(size);
  service.clock.advance({ hours: 29 * 24 });
  await service.drain();
  expect(await stored()).toBe(size);
  service.clock.advance({ hours: 25 });
  const fresh = (await read(listId, exportId, workspace)).download_url;
  await service.drain();
  expect(await stored()).toBe(0);
  expect(await read(listId, exportId, workspace)).toMatchObject({ status: 'completed', download_url: null });
  expect((await fetch(here(fresh))).status).toBe(404);
});

test.runIf(isAtLength)('an export that the workspace has no room for fails and says so', async () => {
  const workspace = await service.workspace();
  const contacts = await givenContacts({ db: service.db, workspaceId: workspace.id }, 3);
  await updateWorkspace(service.db, workspace.id, { limits: new Map([['stored_bytes', 10]]) }, service.clock.now());
  const { done } = await exported(contacts, workspace);
  expect(done).toMatchObject({ status: 'failed', error_message: expect.stringContaining('of 10 bytes stored are used') });
  expect((await must(workspace.api.GET('/v1/workspace'))).usage.stored_bytes).toBe(0);
});

const define = (workspaceId: string, apiName: string, valueType: string, status = 'active') =>
  service.db.prisma.contactFieldDefinition.create({
    data: {
      workspaceId,
      id: newId(),
      apiName,
      displayName: apiName,
      valueType,
      status,
      createdByName: 'Test',
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });

describe('an export of a list', () => {
  test('waits, is written, and is fetched without a key', async () => {
    const contacts = await must(
      service.api.POST('/v1/contacts', {
        body: { items: [{ email: 'maya@example.org', first_name: 'Maya', phone: '+15552345678' }, { email: 'noor@example.org' }] },
      }),
    );
    const ids = contacts.items.map(({ contact_id }) => contact_id as string);
    const listId = await listOf(ids, service, 'Frühling: Spring / newsletter');
    const pending = await start(listId);
    expect(pending).toMatchObject({
      status: 'pending',
      file_name: `fruhling-spring-newsletter-${pending.created_at.slice(0, 10)}.csv`,
      row_count: null,
      error_message: null,
      download_url: null,
      completed_at: null,
    });
    expect(await read(listId, pending.export_id)).toEqual(pending);

    await service.drain();
    const done = await read(listId, pending.export_id);
    expect(done).toMatchObject({ status: 'completed', row_count: 2, error_message: null, completed_at: expect.any(String) });
    const { response, header, rows, size } = await download(done.download_url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${done.file_name}"`,
      'content-length': String(size),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const schema = readDocument().components?.schemas?.ContactListMember as { properties: object };
    expect(header).toEqual(Object.keys(schema.properties));
    const { contacts: members } = await must(service.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } } }));
    const shown = members.map((member) => Object.fromEntries(Object.entries(member).map(([field, value]) => [field, String(value ?? '')])));
    expect(rows.toSorted((a, b) => (a.contact_id as string).localeCompare(b.contact_id as string))).toEqual(
      shown.toSorted((a, b) => (a.contact_id as string).localeCompare(b.contact_id as string)),
    );
    expect(rows[0]?.phone).toBe('+15552345678');
  });

  test.runIf(isAtLength)('keeps what is awkward, and runs nothing in a spreadsheet', async () => {
    const workspace = await service.workspace();
    const awkward = {
      first_name: '=HYPERLINK("http://evil.example","x")',
      last_name: 'O\'Brien, "the" second',
      company: 'two; lines, and ☃ 日本語 🏕',
      job_title: '@SUM(1+1)',
      city: '-2+3',
      state: "'=already",
      address: '+cmd|calc',
    };
    const body = { items: [{ email: 'awkward@example.org', ...awkward }] };
    const { items } = await must(workspace.api.POST('/v1/contacts/upsert', { body }));
    const { done } = await exported([items[0]?.contact_id as string], workspace);
    const { rows } = await download(done.download_url);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      first_name: `'${awkward.first_name}`,
      last_name: awkward.last_name,
      company: awkward.company,
      job_title: "'@SUM(1+1)",
      city: "'-2+3",
      state: "''=already",
      address: "'+cmd|calc",
      zip_code: '',
    });
  });

  test('shows no more than a contact has in a field that is called like something else', async () => {
    const workspace = await service.workspace();
    // Names that can be given no more, and were once.
    for (const name of ['constructor', 'member_added_at', 'prototype']) await define(workspace.id, name, 'string');
    const [first, second] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 2);
    await service.db.pool.query('UPDATE contacts SET custom_fields = $2 WHERE id = $1', [
      first,
      { constructor: 'Ada', member_added_at: 'long ago' },
    ]);
    const { done } = await exported([first as string, second as string], workspace);
    const { header, rows } = await download(done.download_url);
    expect(header.slice(31)).toEqual(['updated_at', 'constructor', 'custom_fields.member_added_at', 'prototype']);
    expect(new Set(header).size).toBe(header.length);
    const cells = rows.map((row) => [row.constructor, row['custom_fields.member_added_at'], row.prototype]);
    expect(cells).toEqual([
      ['Ada', 'long ago', ''],
      ['', '', ''],
    ]);
    for (const { member_added_at } of rows) expect(member_added_at).toMatch(/^\d{4}-/);
  });

  test.runIf(isAtLength)('shows active fields of the workspace, sorted, after the standard ones', async () => {
    const [workspace, other] = [await service.workspace(), await service.workspace()];
    await define(workspace.id, 'tier', 'string');
    await define(workspace.id, 'renewal', 'date');
    await define(workspace.id, 'age', 'number');
    await define(workspace.id, 'is_vip', 'boolean');
    await define(workspace.id, 'gone', 'string', 'archived');
    await define(other.id, 'elsewhere', 'string');
    const custom_fields = { tier: '=gold', renewal: '2026-04-14T00:00:00.000Z', age: -4.5, is_vip: false, gone: 'hidden', __proto__: 1 };
    const [first, second] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 2);
    await service.db.pool.query('UPDATE contacts SET custom_fields = $2 WHERE id = $1', [first, custom_fields]);
    const { done } = await exported([first as string, second as string], workspace);
    const { header, rows } = await download(done.download_url);
    expect(header.slice(31)).toEqual(['updated_at', 'age', 'is_vip', 'renewal', 'tier']);
    const own = rows.map(({ age, is_vip, renewal, tier }) => [age, is_vip, renewal, tier]);
    expect(own).toEqual([
      ['-4.5', 'false', '2026-04-14T00:00:00.000Z', "'=gold"],
      ['', '', '', ''],
    ]);
  });

  test('of an empty list has only its header', async () => {
    const { done } = await exported([]);
    expect(done).toMatchObject({ status: 'completed', row_count: 0 });
    const { header, rows } = await download(done.download_url);
    expect([header[0], rows]).toEqual(['contact_id', []]);
  });

  test('is started anew by each request, but once under one key', async () => {
    const listId = await listOf([]);
    const params = { path: { listId }, header: { 'Idempotency-Key': newId() } };
    const ids = [];
    for (let i = 0; i < 2; i++) ids.push((await must(service.api.POST('/v1/contact-lists/{listId}/export', { params }))).export.export_id);
    ids.push((await start(listId)).export_id);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(2);
    const { rows } = await service.db.pool.query('SELECT count(*)::int AS count FROM exports WHERE subject_id = $1', [listId]);
    expect(rows[0].count).toBe(2);
  });

  test('whose list goes before it is written fails, and says why', async () => {
    const listId = await listOf([]);
    const { export_id } = await start(listId);
    await deleteList({ db: asTx(service.db), workspaceId: service.id }, listId);
    await service.drain();
    const failed = await read(listId, export_id);
    expect(failed).toMatchObject({
      status: 'failed',
      error_message: 'The list was deleted before its file was written.',
      download_url: null,
    });
    expect(failed.completed_at).not.toBeNull();
  });

  test.runIf(isAtLength)('belongs to its list and its workspace', async () => {
    const { listId, exportId } = await exported([]);
    const other = await listOf([]);
    const stranger = await service.workspace();
    const answers = await Promise.all([
      get(other, exportId),
      get(listId, UNKNOWN),
      get(listId, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
      get(listId, exportId, stranger),
      stranger.api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }),
    ]);
    for (const { response, error } of answers) expect([response.status, error?.error_code]).toEqual([404, 'not_found']);
    await service.db.pool.query("UPDATE exports SET subject_kind = 'email_blast' WHERE subject_id = $1", [listId]);
    expect((await get(listId, exportId)).response.status).toBe(404);
  });
});

describe('the address of a file', () => {
  test('works for an hour from each read', async () => {
    const { listId, exportId, done } = await exported([]);
    service.clock.advance({ minutes: 59 });
    expect((await fetch(here(done.download_url))).status).toBe(200);
    const fresh = await read(listId, exportId);
    service.clock.advance({ minutes: 2 });
    const over = await fetch(here(done.download_url));
    expect([over.status, ((await over.json()) as { error_code: string }).error_code]).toEqual([403, 'invalid_signature']);
    expect((await fetch(here(fresh.download_url))).status).toBe(200);
  });

  test.runIf(isAtLength)('is refused when it was changed, and gives away nothing else', async () => {
    const { done } = await exported([]);
    const other = await exported([]);
    const url = here(done.download_url);
    const path = new URL(other.done.download_url as string).pathname;
    const changed = [
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/name=[^&]+/, 'name=evil.html'),
      url.replace('text%2Fcsv', 'text%2Fhtml'),
      url.replace(/signature=./, (begin) => `signature=${begin.endsWith('A') ? 'B' : 'A'}`),
      `${url}&x=1`,
      url.split('?')[0] as string,
      `${service.url}${path}${new URL(url).search}`,
      url.replace('/downloads/exports/', '/downloads/exports/%2e%2e%2f'),
      `${service.url}/downloads/..%2f..%2fapp.secret${new URL(url).search}`,
    ];
    for (const address of changed) {
      const response = await fetch(address);
      expect([response.status, ((await response.json()) as { error_code: string }).error_code], address).toEqual([
        403,
        'invalid_signature',
      ]);
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('of a file that is not there any more is 404', async () => {
    const { done } = await exported([]);
    await rm(
      `${fileURLToPath(service.service.config.storageUrl)}${new URL(done.download_url as string).pathname.replace('/downloads', '')}`,
    );
    expect((await fetch(here(done.download_url))).status).toBe(404);
  });
});

test.runIf(isAtLength)('a store of S3 holds the file, and hands it out at its own address', async () => {
  const s3 = await startS3();
  Object.assign(process.env, CREDENTIALS);
  const there = await startTestService({ STORAGE_URL: s3.url });
  try {
    const ids = await givenContacts({ db: there.db, workspaceId: there.id }, 3);
    const listId = await listOf(ids, there);
    const { export_id } = await start(listId, there);
    await there.drain();
    const done = await read(listId, export_id, there);
    expect(done).toMatchObject({ status: 'completed', row_count: 3 });
    expect((done.download_url as string).startsWith(s3.endpoint)).toBe(true);
    const response = await fetch(done.download_url as string);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${done.file_name}"`);
    expect(parseCsv(await response.text())).toHaveLength(4);
    expect((await fetch((done.download_url as string).replace('Expires=3600', 'Expires=7200'))).status).toBe(403);
  } finally {
    await there.stop();
    await s3.close();
  }
});
