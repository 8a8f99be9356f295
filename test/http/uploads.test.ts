/** Files that come to the addresses of our own: what is stored, what is refused, and how long it may take. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as open, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import express from 'express';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { sessionOf, uploadKey } from '../../src/audience/imports/keys.ts';
import { admitUpload } from '../../src/audience/imports/sessions.service.ts';
import { createApp } from '../../src/http/app.ts';
import { fileRoutes } from '../../src/http/files.ts';
import { closeServer, createHttpServer } from '../../src/http/server.ts';
import { openDatabase } from '../../src/platform/db.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { type SignedAddresses, signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage } from '../../src/platform/storage.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { TestClock } from '../support/clock.ts';
import { createDatabase } from '../support/database.ts';
import { startProcess } from '../support/process.ts';
import { startProxy } from '../support/proxy.ts';
import { behind } from '../support/race.ts';
import { CREDENTIALS, startS3 } from '../support/s3.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Session = components['schemas']['ContactImportUploadSession'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const CSV = { 'content-type': 'text/csv' };
const started = async ({ api }: Pick<TestService, 'api'> = service, content_type?: 'text/plain') => {
  const body = { source: 'upload', file_name: 'people.csv', ...(content_type && { content_type }) } as const;
  return (await must(api.POST('/v1/contacts/imports', { body }))) as Session;
};
/** Addresses begin with BASE_URL, which is not where this service happens to listen. */
const here = (url: string, base = service.url) => `${base}${url.slice(new URL(url).origin.length)}`;
const folder = () => fileURLToPath(service.service.config.storageUrl);
const stored = ({ import_session_id: id }: Session) => readFile(join(folder(), 'contact-imports', id), 'utf8').catch(() => null);
const partial = (root = folder()) => readdir(join(root, 'partial')).catch(() => []);
const execute = ({ import_session_id: id }: Session, db: Pick<TestService['db'], 'query'> = service.db) =>
  db.query({ text: 'UPDATE contact_import_sessions SET run_id = $1::uuid WHERE id = $2::uuid', values: [newId(), fromUlid(id)] });

const put = (url: string, body: string | Uint8Array, headers: Record<string, string> = CSV) =>
  fetch(url, { method: 'PUT', body: body as RequestInit['body'], headers });
async function refusal(response: Response | Promise<Response>) {
  const { status, headers, ...rest } = await response;
  expect(headers ?? rest).toBeDefined();
  return [status, ((await (await response).json()) as { error_code: string }).error_code];
}

/** A request whose body the test sends piece by piece, without a length when none is given. */
function begin(url: string, headers: Record<string, string> = CSV) {
  const request: ClientRequest = open(url, { method: 'PUT', headers, agent: false });
  const answer = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', async (response: IncomingMessage) => {
      const chunks = await response.toArray().catch(reject);
      resolve({ status: response.statusCode, body: (chunks ?? []).join('') });
    });
  });
  answer.catch(() => {});
  return { request, answer };
}

describe('an upload', () => {
  test('is stored, and another one replaces it', async () => {
    const session = await started();
    const first = await put(here(session.upload_url), 'Name\r\nMaya\r\n');
    expect([first.status, await first.text(), first.headers.get('x-request-id')]).toEqual([204, '', expect.any(String)]);
    expect(await stored(session)).toBe('Name\r\nMaya\r\n');
    expect((await put(here(session.upload_url), '')).status).toBe(204);
    expect(await stored(session)).toBe('');
    expect(await partial()).toEqual([]);
  });

  test('is of the type that was named, whatever its parameters', async () => {
    const session = await started(service, 'text/plain');
    const url = here(session.upload_url);
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'Text/Plain;charset="UTF-8"'])
      expect((await put(url, 'a', { 'content-type': type })).status, type).toBe(204);
    for (const type of ['text/csv', 'text/plainer', 'text', 'application/json'])
      expect(await refusal(put(url, 'b', { 'content-type': type })), type).toEqual([415, 'unsupported_media_type']);
    expect(await refusal(fetch(url, { method: 'PUT', body: new Uint8Array(3) }))).toEqual([415, 'unsupported_media_type']);
    const zipped = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    expect(await refusal(put(url, 'b', zipped))).toEqual([415, 'unsupported_media_type']);
    expect(await stored(session)).toBe('a');
  });

  test('takes no other address than the one that was given out, in its hour', async () => {
    const [session, other] = [await started(), await started()];
    const url = here(session.upload_url);
    const path = new URL(other.upload_url).pathname;
    const changed = [
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/max_bytes=\d+/, 'max_bytes=9999999999'),
      url.replace('text%2Fcsv', 'text%2Fplain'),
      url.replace(/signature=./, 'signature=_'),
      `${url}&x=1`,
      url.split('?')[0] as string,
      `${service.url}${path}${new URL(url).search}`,
      `${service.url}/uploads/..%2f..%2fapp.secret${new URL(url).search}`,
    ];
    for (const address of changed) expect(await refusal(put(address, 'mine')), address).toEqual([403, 'invalid_signature']);
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) expect((await fetch(url, { method, headers: CSV })).status, method).toBe(404);
    expect(await refusal(fetch(url.replace('/uploads/', '/downloads/')))).toEqual([403, 'invalid_signature']);
    service.clock.advance({ minutes: 59 });
    expect((await put(url, 'in time')).status).toBe(204);
    service.clock.advance({ minutes: 2 });
    expect(await refusal(put(url, 'too late'))).toEqual([403, 'invalid_signature']);
    expect([await stored(session), await stored(other)]).toEqual(['in time', null]);
  });

  test('may end after the hour in which it began', async () => {
    const session = await started();
    const { request, answer } = begin(here(session.upload_url));
    request.write('be');
    await expect.poll(() => partial()).toHaveLength(1);
    service.clock.advance({ minutes: 61 });
    request.end('gun');
    expect((await answer).status).toBe(204);
    expect(await stored(session)).toBe('begun');
  });

  test('to a session that is gone is refused', async () => {
    const session = await started();
    await service.db.pool.query('DELETE FROM contact_import_sessions WHERE id = $1', [fromUlid(session.import_session_id)]);
    expect(await refusal(put(here(session.upload_url), 'x'))).toEqual([403, 'invalid_signature']);
    expect(await stored(session)).toBeNull();
  });

  test('that breaks off stores nothing, and what was there stays', async () => {
    const session = await started();
    await put(here(session.upload_url), 'whole');
    for (const headers of [CSV, { ...CSV, 'content-length': '1000' }]) {
      const { request } = begin(here(session.upload_url), headers);
      request.on('error', () => {});
      request.write('half of');
      await expect.poll(() => partial()).toHaveLength(1);
      request.destroy();
      await expect.poll(() => partial()).toEqual([]);
      expect(await stored(session)).toBe('whole');
    }
  });

  test('leaves a log line with nothing but its name', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const refused = { addresses: service.service && ours.addresses, storage: ours.storage, admit: async () => {} };
    const app = createApp({ gateway: express(), routes: [fileRoutes(refused)], log: log as never, metrics: openMetrics() });
    const server = createHttpServer(app).listen(0, '127.0.0.1');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const url = here(ours.sign(100), base);
    await put(url, 'a');
    await put(url.replace('signature=', 'signature=x'), 'a');
    await closeServer(server, 1_000);
    const told = lines.map((line) => JSON.parse(line));
    expect(told.map(({ operation, method, status }) => [operation, method, status])).toEqual([
      ['uploadFile', 'PUT', 204],
      ['uploadFile', 'PUT', 403],
    ]);
    expect(lines.join('')).not.toMatch(/signature|expires|max_bytes|imports|\/uploads/);
  });
});

describe('an execution', () => {
  test('refuses what comes after it', async () => {
    const session = await started();
    await put(here(session.upload_url), 'first');
    await execute(session);
    expect(await refusal(put(here(session.upload_url), 'second'))).toEqual([409, 'conflict']);
    expect(await stored(session)).toBe('first');
  });

  test('that is on its way is waited for', async () => {
    const session = await started();
    await put(here(session.upload_url), 'first');
    const late = await behind(
      service.db,
      (tx) => execute(session, tx),
      () => put(here(session.upload_url), 'second'),
    );
    expect(await refusal(late)).toEqual([409, 'conflict']);
    expect(await stored(session)).toBe('first');
  });

  test('wins over an upload that is on its way', async () => {
    const session = await started();
    await put(here(session.upload_url), 'first');
    const { request, answer } = begin(here(session.upload_url));
    request.write('sec');
    await expect.poll(() => partial()).toHaveLength(1);
    await execute(session);
    request.end('ond');
    const { status, body } = await answer;
    expect([status, JSON.parse(body).error_code]).toEqual([409, 'conflict']);
    expect([await stored(session), await partial()]).toEqual(['first', []]);
  });

  test('waits for a file that is being placed', async () => {
    const session = await started();
    const order: string[] = [];
    let executing: Promise<unknown> | undefined;
    await admitUpload(service)(uploadKey(fromUlid(session.import_session_id)), async () => {
      executing = execute(session).then(() => order.push('executed'));
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await expect.poll(async () => (await service.db.pool.query(waiting)).rowCount).toBe(1);
      order.push('placed');
    });
    await executing;
    expect(order).toEqual(['placed', 'executed']);
  });
});

/** The routes alone, on a folder of their own, where the test says what is admitted and how patient the server is. */
let ours: {
  root: string;
  storage: Storage;
  addresses: SignedAddresses;
  sign(maxBytes: number): string;
};
beforeAll(async () => {
  const root = join(tmpdir(), `bivouac-uploads-${newId()}`);
  const addresses = signedAddresses({ secret: 'a secret for the tests', baseUrl: 'http://localhost:3000', clock: new TestClock() });
  const storage = await openStorage({ storageUrl: pathToFileURL(root).href, dataDir: root }, addresses);
  const sign = (maxBytes: number) => addresses.sign('PUT', 'imports/a', { max_bytes: String(maxBytes), type: 'text/csv' }, 3_600);
  ours = { root, storage, addresses, sign };
});
afterAll(() => rm(ours.root, { recursive: true, force: true }));

describe('on a server of its own', () => {
  const patience = { headersMs: 400, bodyMs: 400, uploadMs: 2_500, pauseMs: 600 };
  let server: Server;
  let url: (maxBytes: number) => string;
  let broken: Partial<Storage>;
  beforeEach(() => {
    broken = {};
    const storage: Storage = { ...ours.storage, put: (...request) => (broken.put ?? ours.storage.put)(...request) };
    const routes = fileRoutes({ ...ours, storage, admit: async (_key, place) => place() });
    const gateway = express().post('/v1/slow', express.text(), (_request, response) => void response.end('ok'));
    const app = createApp({ gateway, routes: [routes], log: openLog('silent'), metrics: openMetrics() });
    server = createHttpServer(app, patience).listen(0, '127.0.0.1');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    url = (maxBytes) => here(ours.sign(maxBytes), base);
  });
  afterEach(() => closeServer(server, 100));

  const text = async () => ours.storage.get('imports/a').then(async (stream) => stream && (await stream.toArray()).join(''));
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  test('a file that is too large is refused, with a length or without, and what was there stays', async () => {
    expect((await put(url(10), '0123456789')).status).toBe(204);
    expect(await refusal(put(url(10), '0123456789x'))).toEqual([413, 'payload_too_large']);
    const unread = begin(url(10), { ...CSV, 'content-length': '11' });
    unread.request.flushHeaders();
    expect((await unread.answer).status).toBe(413);
    unread.request.destroy();
    const endless = begin(url(10));
    endless.request.write('0123456789');
    endless.request.write('x');
    expect((await endless.answer).status).toBe(413);
    endless.request.destroy();
    expect(await text()).toBe('0123456789');
    await expect.poll(() => partial(ours.root)).toEqual([]);
  });

  test('a disk that is full, or a database that is away, asks to come again', async () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'ECONNREFUSED']) {
      broken.put = async () => {
        throw Object.assign(new Error('no'), { code });
      };
      const response = await put(url(10), 'a');
      expect(Number(response.headers.get('retry-after')), code).toBeGreaterThan(0);
      expect(await refusal(response), code).toEqual([503, 'unavailable']);
    }
  });

  test('an upload may take long as long as it goes on', async () => {
    const { request, answer } = begin(url(100));
    for (let n = 0; n < 6; n++) {
      request.write('x');
      await sleep(250);
    }
    request.end();
    expect((await answer).status).toBe(204);
    expect(await text()).toBe('xxxxxx');
  });

  test('an upload that pauses for too long is cut off', async () => {
    const { request, answer } = begin(url(100));
    request.write('paused');
    await expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/);
    await expect.poll(() => partial(ours.root)).toEqual([]);
    expect(await text()).not.toBe('paused');
  });

  test('an upload that goes on for ever is cut off', async () => {
    const { request, answer } = begin(url(1_000));
    const drip = setInterval(() => request.write('x'), 100);
    const begun = performance.now();
    const end = await answer.then(
      ({ status }) => status,
      () => 'cut off',
    );
    clearInterval(drip);
    expect([408, 'cut off']).toContain(end);
    expect(performance.now() - begun).toBeGreaterThan(patience.uploadMs - 100);
    await expect.poll(() => partial(ours.root)).toEqual([]);
  });

  test.each([
    ['headers', 'POST /v1/slow HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body', 'POST /v1/slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'],
    ['a body in chunks', 'POST /v1/slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n'],
    ['an upload without permission', 'PUT /uploads/a?signature=x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n'],
  ])('%s that trickle in are cut off soon', async (_what, head) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const begun = performance.now();
    socket.write(head);
    const drip = setInterval(() => socket.write('x'), 50);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await closed;
    clearInterval(drip);
    expect(performance.now() - begun).toBeLessThan(patience.uploadMs - 500);
  });

  test('a stop does not wait for an upload for ever', async () => {
    const before = await text();
    const { request, answer } = begin(url(100));
    request.write('stopped');
    await expect.poll(() => partial(ours.root)).toHaveLength(1);
    await closeServer(server, 100);
    await expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/);
    await expect.poll(() => partial(ours.root)).toEqual([]);
    expect(await text()).toBe(before);
  });
});

test('a database that is away makes an upload wait for better times', async () => {
  const database = await createDatabase();
  const { hostname, port } = new URL(database.url);
  const proxy = await startProxy(hostname, Number(port));
  const away = await startTestService({ DATABASE_URL: database.url.replace(port, String(proxy.port)) });
  try {
    const url = here((await started(away)).upload_url, away.url);
    await proxy.cut();
    const response = await put(url, 'a');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusal(response)).toEqual([503, 'unavailable']);
    await proxy.mend();
    await expect.poll(async () => (await put(url, 'a')).status, { timeout: 10_000 }).toBe(204);
  } finally {
    await away.stop();
    await proxy.close();
    await database.drop();
  }
});

test('a bucket takes its files itself', async () => {
  const s3 = await startS3();
  Object.assign(process.env, CREDENTIALS);
  const inBucket = await startTestService({ STORAGE_URL: s3.url });
  try {
    const session = await started(inBucket);
    expect(session.upload_url.startsWith(s3.endpoint)).toBe(true);
    const storage = await openStorage(inBucket.service.config, ours.addresses);
    const key = uploadKey(fromUlid(session.import_session_id));
    for (const content of ['first', 'second']) {
      expect((await put(session.upload_url, content)).status).toBe(200);
      expect((await (await storage.get(key))?.toArray())?.join('')).toBe(content);
    }
    expect((await put(session.upload_url.replace(session.import_session_id, 'other'), 'x')).status).toBe(403);
    expect(Math.abs(Date.parse(session.expires_at) - Date.now() - 3_600_000)).toBeLessThan(10_000);
  } finally {
    await inBucket.stop();
    await s3.close();
  }
});

test('a large file is never held in memory', { timeout: 120_000 }, async () => {
  const MB = 2 ** 20;
  const SIZE_MB = 250;
  const database = await createDatabase();
  const db = openDatabase(database.url, () => {});
  const root = join(tmpdir(), `bivouac-uploads-${newId()}`);
  const now = new Date();
  const workspace = await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid' }, now);
  const { token } = await createKey(db, { workspaceId: workspace.id, name: 'Test' }, now);
  const running = await startProcess({
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE_URL: pathToFileURL(root).href,
  });
  try {
    const residentMb = async () => {
      const metrics = await (await fetch(`${running.url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / MB;
    };
    const session = await started({ api: createClient(running.url, token) });
    const idle = await residentMb();
    let most = idle;
    const { request, answer } = begin(here(session.upload_url, running.url));
    const piece = Buffer.alloc(MB, 'some,cells\r\n');
    for (let n = 0; n < SIZE_MB; n++) {
      if (!request.write(piece)) await new Promise((resolve) => request.once('drain', resolve));
      if (n % 10 === 0) most = Math.max(most, await residentMb());
    }
    request.end();
    expect((await answer).status).toBe(204);
    expect(most - idle).toBeLessThan(100);
    const storage = await openStorage({ storageUrl: pathToFileURL(root).href, dataDir: root }, ours.addresses);
    expect(await storage.size(uploadKey(fromUlid(session.import_session_id)))).toBe(SIZE_MB * MB);
    expect(running.output()).not.toMatch(/signature=|max_bytes=/);
    expect(await running.terminate()).toBe(0);
  } finally {
    await running.kill();
    await db.close();
    await database.drop();
    await rm(root, { recursive: true, force: true });
  }
});

test('a key leads back to its session', () => {
  const id = newId();
  expect(sessionOf(uploadKey(id))).toBe(id);
});
