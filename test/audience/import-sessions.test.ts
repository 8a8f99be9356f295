/** Sessions of imports: how they start, and when they end. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { findSession } from '../../src/audience/imports/sessions.repo.ts';
import { sessionSweep } from '../../src/audience/imports/sessions.service.ts';
import { fromUlid, newId, toUlid } from '../../src/platform/ids.ts';
import type { SignedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage } from '../../src/platform/storage.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { at, put } from '../support/uploads.ts';

type Schemas = components['schemas'];

const notStopping = new AbortController().signal;
let service: TestService;
let storage: Storage;
beforeAll(async () => {
  service = await startTestService();
  storage = await openStorage(service.service.config, {} as SignedAddresses);
});
afterAll(() => service.stop());

const ask = (body: Schemas['StartContactImportRequest'], header = {}) =>
  service.api.POST('/v1/contacts/imports', { body, params: { header } });
const stored = (ulid: string, workspaceId = service.id) =>
  findSession({ db: service.db, workspaceId }, fromUlid(ulid), service.clock.now());
const count = async () => (await service.db.pool.query('SELECT count(*)::int AS count FROM contact_import_sessions')).rows[0].count;

/** Sends raw JSON: some keys mean something else in a JavaScript literal. The answer may be a session or an error. */
async function send(json: string) {
  const response = await fetch(`${service.url}/v1/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: json,
  });
  return { status: response.status, body: (await response.json()) as any };
}
const sendRows = (rows: string) => send(`{"source":"rows","rows":${rows}}`);

describe('a session with rows', () => {
  test('has a column for each key, in the order they first appear, and a text for each cell', async () => {
    const rows: Schemas['ContactImportRow'][] = [
      { Name: 'Ingrid', 'E-mail': 'ingrid@example.com', 'Shoe size': 39, Newsletter: true },
      { Phone: '+46 70 174 06 05', Name: ' Maya ', Newsletter: false, 'Shoe size': 4.5 },
      { 'E-mail': null, Newsletter: '' },
      {},
    ];
    const { data, response } = await ask({ source: 'rows', rows, file_name: 'Hut open day' });
    expect([response.status, data]).toEqual([
      201,
      { import_session_id: expect.any(String), row_count: 4, headers: ['Name', 'E-mail', 'Shoe size', 'Newsletter', 'Phone'] },
    ]);
    expect(await stored((data as Schemas['ContactImportSession']).import_session_id)).toMatchObject({
      source: 'rows',
      fileName: 'Hut open day',
      contentType: null,
      headers: ['Name', 'E-mail', 'Shoe size', 'Newsletter', 'Phone'],
      rows: [
        ['Ingrid', 'ingrid@example.com', '39', 'true', ''],
        [' Maya ', '', '4.5', 'false', '+46 70 174 06 05'],
        ['', '', '', '', ''],
        ['', '', '', '', ''],
      ],
      runId: null,
    });
  });

  test('takes keys for one column that differ by the blanks around them', async () => {
    const { body } = await sendRows('[{" Name":"Ingrid"},{"Name\\t":"Maya"}]');
    expect(body.headers).toEqual(['Name']);
    expect((await stored(body.import_session_id))?.rows).toEqual([['Ingrid'], ['Maya']]);
  });

  test('takes any word for a key', async () => {
    const { status, body } = await sendRows('[{"__proto__":"a","constructor":"b"},{"toString":1},{"hasOwnProperty":true,"__proto__":"c"}]');
    expect([status, body.headers]).toEqual([201, ['__proto__', 'constructor', 'toString', 'hasOwnProperty']]);
    expect((await stored(body.import_session_id))?.rows).toEqual([
      ['a', 'b', '', ''],
      ['', '', '1', ''],
      ['c', '', '', 'true'],
    ]);
  });

  test.runIf(isAtLength)('can be as large as the document says', async () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`Column ${n}`, n]));
    const rows = Array.from({ length: 1_000 }, (_, n) => (n === 0 ? wide : { 'Column 7': 'x'.repeat(4_000) }));
    const session = (await must(ask({ source: 'rows', rows }))) as Schemas['ContactImportRowsSession'];
    expect([session.row_count, session.headers.length]).toEqual([1_000, 500]);
  });

  test.each([
    ['a blank key', '[{"a":1},{" ":1}]', 'rows.1. ', 'must not be blank'],
    ['an empty key', '[{"":1}]', 'rows.0', 'must not be empty'],
    ['a key twice in a row', '[{"Name":1," Name ":2}]', 'rows.0. Name ', 'twice'],
    ['no key at all', '[{},{}]', 'rows', 'at least 1 column'],
    [
      '501 keys in two rows',
      JSON.stringify([0, 1].map((row) => Object.fromEntries(numbered(row === 0 ? 500 : 1, `${row}-`)))),
      'rows',
      '501',
    ],
    ['501 keys in a row', JSON.stringify([Object.fromEntries(numbered(501, ''))]), 'rows.0', 'at most 500'],
    ['no rows', '[]', 'rows', 'at least 1 item'],
    ['1001 rows', JSON.stringify(Array.from({ length: 1_001 }, () => ({ a: 1 }))), 'rows', 'at most 1000'],
    ['an object for a value', '[{"a":{"b":1}}]', 'rows.0.a', 'must be'],
    ['a number that is none', '[{"a":1e400}]', 'rows.0.a', 'must be'],
    ['a long value', JSON.stringify([{ a: 'x'.repeat(10_001) }]), 'rows.0.a', 'at most 10000'],
    ['a long key', JSON.stringify([{ ['x'.repeat(256)]: 1 }]), `rows.0.${'x'.repeat(256)}`, 'at most 255'],
    ['NUL in a value', '[{"a":"b\\u0000"}]', 'rows.0.a', 'NUL'],
    ['NUL in a key', '[{"a\\u0000":"b"}]', 'rows.0', 'NUL'],
    ['half a surrogate pair', '[{"a":"\\ud800"}]', 'rows.0.a', 'surrogate'],
  ])('is refused with %s', async (_what, rows, path, message) => {
    const before = await count();
    const { status, body } = await sendRows(rows);
    expect([status, body.error_code, body.details.issues[0].path]).toEqual([400, 'validation_failed', path]);
    expect(body.details.issues[0].message).toContain(message);
    expect(await count()).toBe(before);
  });
});

function numbered(length: number, prefix: string): [string, number][] {
  return Array.from({ length }, (_, n) => [`k${prefix}${n}`, n]);
}

describe('a session for an upload', () => {
  const upload = { source: 'upload', file_name: 'spring-fair.csv' } as const;

  test('names an address that is good for an hour, and lasts a day', async () => {
    const asked = service.clock.now().getTime();
    const session = (await must(ask(upload))) as Schemas['ContactImportUploadSession'];
    const answered = service.clock.now().getTime();
    const url = new URL(session.upload_url);
    expect(url.pathname).toBe(`/uploads/contact-imports/${session.import_session_id}`);
    // In whole seconds: an hour from some moment of the request, and not shorter than documented.
    const told = Date.parse(session.expires_at) - 3_600_000;
    const kept = Number(url.searchParams.get('expires')) * 1_000 - 3_600_000;
    expect(told).toBeGreaterThan(asked - 1_000);
    expect(kept).toBeGreaterThanOrEqual(told);
    expect(kept).toBeLessThanOrEqual(answered);
    const row = await stored(session.import_session_id);
    expect(row).toMatchObject({ source: 'upload', fileName: upload.file_name, contentType: 'text/csv', headers: [], rows: null });
    expect((row as NonNullable<typeof row>).expiresAt.getTime() - (row as NonNullable<typeof row>).createdAt.getTime()).toBe(86_400_000);
  });

  test('is started anew by each request, but once under one key', async () => {
    const header = { 'Idempotency-Key': newId() };
    const first = await must(ask(upload, header));
    expect(await must(ask(upload, header))).toEqual(first);
    expect((await must(ask(upload))).import_session_id).not.toBe(first.import_session_id);
  });

  test('is found by its own workspace alone, and for a day', async () => {
    const { import_session_id: id } = await must(ask(upload));
    const stranger = await service.workspace();
    expect([await stored(id, stranger.id), (await stored(id))?.source]).toEqual([null, 'upload']);
    service.clock.advance({ hours: 24 });
    expect(await stored(id)).toBeNull();
  });
});

describe('the end of a session', () => {
  const day = () => service.clock.advance({ hours: 24 });
  const files = () => readdir(join(fileURLToPath(service.service.config.storageUrl), 'contact-imports'));
  const start = (body: Schemas['StartContactImportRequest']) => must(ask(body));
  const withFile = async () => {
    const session = (await start({ source: 'upload', file_name: 'a.csv' })) as Schemas['ContactImportUploadSession'];
    expect((await put(at(service.url, session.upload_url), 'a')).status).toBe(204);
    return session.import_session_id;
  };
  beforeEach(async () => {
    day();
    await service.drain();
  });

  test.runIf(isAtLength)('takes its file and its row, and no other', async () => {
    const [old] = [
      await withFile(),
      await start({ source: 'rows', rows: [{ a: 1 }] }),
      await start({ source: 'upload', file_name: 'b.csv' }),
    ];
    service.clock.advance({ hours: 23 });
    const young = await withFile();
    await service.drain();
    expect([await count(), (await files()).sort()]).toEqual([4, [old, young].sort()]);
    service.clock.advance({ hours: 1 });
    await service.drain();
    expect([await count(), await files()]).toEqual([1, [young]]);
    await service.drain();
    expect(await count()).toBe(1);
  });

  test('waits for the run that reads it', async () => {
    const id = fromUlid(await withFile());
    const run = newId();
    await service.db.pool.query(
      `INSERT INTO contact_import_runs (workspace_id, id, session_id, source, headers, mappings, duplicate_strategy, list_ids, created_field_definition_ids, created_at)
       VALUES ($1, $2, $3, 'upload', '{}', '[]', 'update', '{}', '{}', now())`,
      [service.id, run, id],
    );
    await service.db.pool.query('UPDATE contact_import_sessions SET run_id = $1 WHERE id = $2', [run, id]);
    const complete = () =>
      service.db.pool.query("UPDATE contact_import_runs SET status = 'completed', completed_at = now() WHERE id = $1", [run]);
    const sweep = sessionSweep({ ...service, storage });
    day();
    await sweep.run(notStopping);
    expect([await count(), await files()]).toEqual([1, [toUlid(id)]]);
    await complete();
    await sweep.run(notStopping);
    expect([await count(), await files()]).toEqual([0, []]);
  });

  test('comes with the next sweep when the store was away', async () => {
    await withFile();
    day();
    const away: Storage = {
      ...storage,
      delete: async () => {
        throw new Error('the store is away');
      },
    };
    await expect(sessionSweep({ ...service, storage: away }).run(notStopping)).rejects.toThrow('away');
    expect([await count(), (await files()).length]).toEqual([1, 1]);
    await sessionSweep({ ...service, storage }).run(notStopping);
    expect([await count(), await files()]).toEqual([0, []]);
  });
});
