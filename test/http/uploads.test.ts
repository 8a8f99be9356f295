/** Uploads over HTTP: their size, their time, and their log lines. Only the routes, on a separate folder. */
import { readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { fileRoutes } from '../../src/http/files.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { newId } from '../../src/platform/ids.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage, StorageUnavailable } from '../../src/platform/storage.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { TestClock } from '../support/clock.ts';
import { closeServer } from '../support/raw.ts';
import { at, begin, CSV, expectRefusal, put } from '../support/uploads.ts';

/** Uploads have all the time that a busy machine may need, but where a test is about it. */
const PATIENCE = { headersMs: 500, bodyMs: 500, uploadMs: 60_000, pauseMs: 60_000, stallMs: 60_000 };

const root = join(tmpdir(), `bivouac-uploads-${newId()}`);
const addresses = signedAddresses({ secret: 'a secret for the tests', baseUrl: 'http://localhost:3000', clock: new TestClock() });
let storage: Storage;
beforeAll(async () => {
  storage = await openStorage({ storageUrl: pathToFileURL(root).href, dataDir: root }, addresses);
});
afterAll(() => rm(root, { recursive: true, force: true }));

let server: Server;
let port: number;
let lines: string[];
/** A replacement for the storage's write function. */
let write: Storage['put'] | undefined;
beforeEach(() => open());
async function open(patience: Partial<typeof PATIENCE> = {}): Promise<void> {
  // Log lines of the previous test do not count here.
  const own: string[] = [];
  lines = own;
  write = undefined;
  const breakable: Storage = { ...storage, put: (...request) => (write ?? storage.put)(...request) };
  const app = createApp({
    mounts: [
      express.Router().post('/v1/slow', express.text(), (_request, response) => void response.end('ok')),
      fileRoutes({ storage: breakable, addresses, admit: async (_key, place) => place() }),
    ],
    log: pino({}, { write: (line: string) => void own.push(line) }) as never,
    metrics: openMetrics(),
  });
  server = createHttpServer(app, { patience: { ...PATIENCE, ...patience } });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
}
afterEach(() => closeServer(server));
async function reopen(patience: Partial<typeof PATIENCE>): Promise<void> {
  await closeServer(server);
  await open(patience);
}

const url = (maxBytes: number) =>
  at(`http://127.0.0.1:${port}`, addresses.sign('PUT', 'imports/a', { max_bytes: String(maxBytes), type: 'text/csv' }, 3_600));
const stored = async () => (await (await storage.get('imports/a'))?.toArray())?.join('');
const partial = () => readdir(join(root, 'partial')).catch(() => []);
const CUT_OFF = /socket hang up|ECONNRESET|EPIPE/;

test('a file that is too large is refused, with a length or without, and what was there stays', async () => {
  expect((await put(url(10), '0123456789')).status).toBe(204);
  await expectRefusal(put(url(10), '0123456789x'), 413, 'payload_too_large');
  const announced = begin(url(10), { ...CSV, 'content-length': '11' });
  announced.request.flushHeaders();
  expect((await announced.answer).status).toBe(413);
  const endless = begin(url(10));
  endless.request.write('0123456789');
  endless.request.write('x');
  expect((await endless.answer).status).toBe(413);
  expect(await stored()).toBe('0123456789');
  await expect.poll(partial).toEqual([]);
});

test('an address has one spelling', async () => {
  const address = url(10);
  for (const other of [address.replace('imports/a', 'imports%2Fa'), address.replace('imports', '%69mports')]) {
    expect(other).not.toBe(address);
    await expectRefusal(put(other, 'a'), 403, 'invalid_signature');
  }
  const download = at(`http://127.0.0.1:${port}`, addresses.sign('GET', 'imports/a', { name: 'a.csv', type: 'text/csv' }, 3_600));
  await put(address, 'a');
  expect((await fetch(download)).status).toBe(200);
  await expectRefusal(fetch(download.replace('imports/', 'imports%2F')), 403, 'invalid_signature');
});

test.each([
  ['has no room', Object.assign(new Error('no'), { code: 'ENOSPC' })],
  ['has given all that it may', Object.assign(new Error('no'), { code: 'EDQUOT' })],
  ['takes no file as long as this', Object.assign(new Error('no'), { code: 'EFBIG' })],
  ['cannot be reached', new StorageUnavailable(new Error('no'))],
])('a store that %s asks to come again', async (_how, error) => {
  write = async () => {
    throw error;
  };
  const response = await put(url(10), 'a');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectRefusal(response, 503, 'unavailable');
});

test('a log tells the name of the operation, and nothing of the address', async () => {
  await put(url(10), 'a');
  await put(url(10).replace('signature=', 'signature=x'), 'a');
  await put(url(10), 'too much for it');
  await expect.poll(() => lines).toHaveLength(3);
  const told = lines.map((line) => JSON.parse(line)).map(({ operation, method, status }) => [operation, method, status]);
  expect(told).toEqual([204, 403, 413].map((status) => ['uploadFile', 'PUT', status]));
  expect(lines.join('')).not.toMatch(/signature|expires|max_bytes|imports|\/uploads|127\.0/);
});

test.runIf(isAtLength)('an upload may take longer than other requests, as long as it goes on', async () => {
  const { request, answer } = begin(url(100));
  for (let n = 0; n < 4; n++) {
    request.write('x');
    await new Promise((resolve) => setTimeout(resolve, PATIENCE.bodyMs / 2));
  }
  request.end();
  expect((await answer).status).toBe(204);
  expect(await stored()).toBe('xxxx');
});

test.runIf(isAtLength)('an upload that pauses for too long is cut off', async () => {
  await reopen({ pauseMs: 500 });
  const { request, answer } = begin(url(100));
  request.write('paused');
  await expect(answer).rejects.toThrow(CUT_OFF);
  await expect.poll(partial).toEqual([]);
  expect(await stored()).not.toBe('paused');
});

test.runIf(isAtLength)('an upload that goes on for ever is cut off', async () => {
  await reopen({ uploadMs: 1_000 });
  const { request, answer } = begin(url(1_000));
  const drip = setInterval(() => request.write('x'), 100);
  const end = await answer.then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  clearInterval(drip);
  expect(String(end)).toMatch(/408|socket hang up|ECONNRESET|EPIPE/);
  await expect.poll(partial).toEqual([]);
});

test.each(
  [
    ['headers', 'POST /v1/slow HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body', 'POST /v1/slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n'],
    ['a body in chunks', 'POST /v1/slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n'],
    ['a body that nobody reads', 'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n'],
    ['an upload without permission', 'PUT /uploads/a?signature=x HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n'],
  ].slice(0, rounds(2, 5)),
)('whoever lets %s trickle in is cut off long before', async (_what, head) => {
  // An upload that began before it goes on for its own time: whatever the machine does meanwhile, both are watched by one clock.
  const upload = begin(url(1_000));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write(head);
  const drip = setInterval(() => {
    socket.write('x');
    upload.request.write('x');
  }, 50);
  const ends = [
    new Promise((resolve) => socket.once('close', () => resolve('who lets it trickle in'))),
    upload.answer.then(
      () => 'the upload',
      () => 'the upload',
    ),
  ];
  const first = await Promise.race(ends);
  clearInterval(drip);
  upload.request.destroy();
  expect(first).toBe('who lets it trickle in');
});

test.runIf(isAtLength)('a body that is cut off is not waited for', async () => {
  let reading: Promise<unknown> | undefined;
  const reader = createHttpServer(
    (request) => {
      reading = request.toArray();
      reading.catch(() => {});
    },
    { patience: PATIENCE },
  );
  await new Promise<void>((resolve) => reader.listen(0, '127.0.0.1', resolve));
  const { request, answer } = begin(`http://127.0.0.1:${(reader.address() as AddressInfo).port}`);
  request.write('half');
  expect((await answer).status).toBe(408);
  await expect(reading).rejects.toThrow(/aborted|premature/i);
  await closeServer(reader);
});

test('a stop does not wait for an upload to end', async () => {
  const before = await stored();
  const { request, answer } = begin(url(100));
  request.write('stopped');
  await expect.poll(partial).toHaveLength(1);
  await closeServer(server);
  await expect(answer).rejects.toThrow(CUT_OFF);
  await expect.poll(partial).toEqual([]);
  expect(await stored()).toBe(before);
});
