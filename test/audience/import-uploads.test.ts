/** Files that are uploaded for an import: what is stored, what is refused, and who wins. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { admitUpload } from '../../src/audience/imports/sessions.service.ts';
import { uploadKey } from '../../src/audience/imports/tables.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import type { SignedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage } from '../../src/platform/storage.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { createDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';
import { behind } from '../support/race.ts';
import { CREDENTIALS, startS3 } from '../support/s3.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { at, begin, CSV, expectRefusal, put } from '../support/uploads.ts';

type Session = components['schemas']['ContactImportUploadSession'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const start = async ({ api }: Pick<TestService, 'api'> = service, content_type: 'text/csv' | 'text/plain' = 'text/csv') =>
  (await must(api.POST('/v1/contacts/imports', { body: { source: 'upload', file_name: 'people.csv', content_type } }))) as Session;
const addressOf = ({ upload_url }: Session) => at(service.url, upload_url);
const idOf = ({ import_session_id }: Session) => fromUlid(import_session_id);
const folder = () => fileURLToPath(service.service.config.storageUrl);
const stored = (session: Session) => readFile(join(folder(), uploadKey(idOf(session))), 'utf8').catch(() => null);
const partial = () => readdir(join(folder(), 'partial')).catch(() => []);
const execute = (session: Session, db: Pick<TestService['db'], 'query'> = service.db) =>
  db.query({ text: 'UPDATE contact_import_sessions SET run_id = $1::uuid WHERE id = $2::uuid', values: [newId(), idOf(session)] });

describe('an upload', () => {
  test('is stored, and another one replaces it', async () => {
    const session = await start();
    const first = await put(addressOf(session), 'Name\r\nMaya\r\n');
    expect([first.status, await first.text(), first.headers.get('x-request-id')]).toEqual([204, '', expect.any(String)]);
    expect(await stored(session)).toBe('Name\r\nMaya\r\n');
    expect((await put(addressOf(session), '')).status).toBe(204);
    expect(await stored(session)).toBe('');
    expect(await partial()).toEqual([]);
  });

  test('is of the type that was named, whatever its parameters, and not encoded', async () => {
    const session = await start(service, 'text/plain');
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'Text/Plain;charset="UTF-8"'])
      expect((await put(addressOf(session), 'a', { 'content-type': type })).status, type).toBe(204);
    for (const type of ['text/csv', 'text/plainer', 'text', 'application/json'])
      await expectRefusal(put(addressOf(session), 'b', { 'content-type': type }), 415, 'unsupported_media_type', type);
    const zipped = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    await expectRefusal(put(addressOf(session), 'b', zipped), 415, 'unsupported_media_type');
    expect(await stored(session)).toBe('a');
    // As `curl -T` sends it.
    expect((await fetch(addressOf(session), { method: 'PUT', body: Buffer.from('bare') })).status).toBe(204);
    expect(await stored(session)).toBe('bare');
  });

  test('takes no other address than the one that was given out, in its hour', async () => {
    const [session, other] = [await start(), await start()];
    const url = addressOf(session);
    const { search } = new URL(url);
    const changed = [
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/max_bytes=\d+/, 'max_bytes=9999999999'),
      url.replace('text%2Fcsv', 'text%2Fplain'),
      url.replace(/signature=./, (begin) => `signature=${begin.endsWith('A') ? 'B' : 'A'}`),
      `${url}&x=1`,
      url.replace(search, ''),
      addressOf(other).replace(/\?.*/, search),
      `${service.url}/uploads/..%2f..%2fapp.secret${search}`,
    ];
    for (const address of changed) await expectRefusal(put(address, 'mine'), 403, 'invalid_signature', address);
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH'])
      await expectRefusal(fetch(url, { method, headers: CSV }), 405, 'method_not_allowed', method);
    await expectRefusal(fetch(url.replace('/uploads/', '/downloads/')), 403, 'invalid_signature');
    service.clock.advance({ minutes: 59 });
    expect((await put(url, 'in time')).status).toBe(204);
    service.clock.advance({ minutes: 2 });
    await expectRefusal(put(url, 'too late'), 403, 'invalid_signature');
    expect([await stored(session), await stored(other)]).toEqual(['in time', null]);
  });

  test('may end after the hour in which it began', async () => {
    const session = await start();
    const { request, answer } = begin(addressOf(session));
    request.write('be');
    await expect.poll(partial).toHaveLength(1);
    service.clock.advance({ minutes: 61 });
    request.end('gun');
    expect((await answer).status).toBe(204);
    expect(await stored(session)).toBe('begun');
  });

  test('to a session that is gone is refused', async () => {
    const session = await start();
    await service.db.pool.query('DELETE FROM contact_import_sessions WHERE id = $1', [idOf(session)]);
    await expectRefusal(put(addressOf(session), 'x'), 403, 'invalid_signature');
    expect(await stored(session)).toBeNull();
  });

  test('that breaks off stores nothing, and what was there stays', async () => {
    const session = await start();
    await put(addressOf(session), 'whole');
    for (const headers of [CSV, { ...CSV, 'content-length': '1000' }]) {
      const { request } = begin(addressOf(session), headers);
      request.write('half of');
      await expect.poll(partial).toHaveLength(1);
      request.destroy();
      await expect.poll(partial).toEqual([]);
      expect(await stored(session)).toBe('whole');
    }
  });
});

describe('an execution', () => {
  test('refuses what comes after it', async () => {
    const session = await start();
    await put(addressOf(session), 'first');
    await execute(session);
    await expectRefusal(put(addressOf(session), 'second'), 409, 'conflict');
    expect(await stored(session)).toBe('first');
  });

  test('that is on its way is waited for', async () => {
    const session = await start();
    await put(addressOf(session), 'first');
    const late = await behind(
      service.db,
      (tx) => execute(session, tx),
      () => put(addressOf(session), 'second'),
    );
    await expectRefusal(late, 409, 'conflict');
    expect(await stored(session)).toBe('first');
  });

  test('wins over an upload that is on its way', async () => {
    const session = await start();
    await put(addressOf(session), 'first');
    const { request, answer } = begin(addressOf(session));
    request.write('sec');
    await expect.poll(partial).toHaveLength(1);
    await execute(session);
    request.end('ond');
    const { status, body } = await answer;
    expect([status, JSON.parse(body)]).toMatchObject([409, { error: 'This import has been executed already.', error_code: 'conflict' }]);
    expect([await stored(session), await partial()]).toEqual(['first', []]);
  });

  test('waits for a file that is being placed', async () => {
    const session = await start();
    const order: string[] = [];
    let executing: Promise<unknown> | undefined;
    await admitUpload(service)(uploadKey(idOf(session)), async () => {
      executing = execute(session).then(() => order.push('executed'));
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await expect.poll(async () => (await service.db.pool.query(waiting)).rowCount).toBe(1);
      order.push('placed');
    });
    await executing;
    expect(order).toEqual(['placed', 'executed']);
  });
});

test.runIf(isAtLength)('the answer names a database that is away, and the upload can be repeated', async () => {
  const database = await createDatabase();
  const { hostname, port } = new URL(database.url);
  const proxy = await startProxy(hostname, Number(port));
  const away = await startTestService({ DATABASE_URL: database.url.replace(port, String(proxy.port)) });
  try {
    const url = at(away.url, (await start(away)).upload_url);
    await proxy.cut();
    const response = await put(url, 'a');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectRefusal(response, 503, 'unavailable');
    await proxy.mend();
    await expect.poll(async () => (await put(url, 'a')).status).toBe(204);
  } finally {
    await away.stop();
    await proxy.close();
    await database.drop();
  }
});

test.runIf(isAtLength)('a bucket takes its files at addresses of its own', async () => {
  const s3 = await startS3();
  Object.assign(process.env, CREDENTIALS);
  const inBucket = await startTestService({ STORAGE_URL: s3.url });
  try {
    const session = await start(inBucket);
    const storage = await openStorage(inBucket.service.config, {} as SignedAddresses);
    expect(session.upload_url.startsWith(s3.endpoint)).toBe(true);
    expect(Math.abs(Date.parse(session.expires_at) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    for (const content of ['first', 'second']) {
      expect((await put(session.upload_url, content)).status).toBe(200);
      const object = await storage.get(uploadKey(idOf(session)));
      expect((await object?.toArray())?.join('')).toBe(content);
    }
    expect((await put(session.upload_url.replace(session.import_session_id, 'other'), 'x')).status).toBe(403);
  } finally {
    await inBucket.stop();
    await s3.close();
  }
});
