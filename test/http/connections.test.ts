/** Clients that do not read, or arrive in crowds, hold sockets and files only briefly, and do not affect others. */
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServerOptions } from '../../src/http/server.ts';
import { connectionShares, descriptorLimit } from '../../src/platform/descriptors.ts';
import { isAtLength } from '../support/at-length.ts';
import { closeServer } from '../support/raw.ts';

const servers: Server[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) await closeServer(server);
});

const STALL_MS = 400;
/** More than the system's own buffers take on both sides. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x');

async function listening(
  app: Parameters<typeof createHttpServer>[0],
  { stallMs = STALL_MS, ...options }: HttpServerOptions & { stallMs?: number } = {},
) {
  const patience = { headersMs: 20_000, bodyMs: 20_000, uploadMs: 20_000, pauseMs: 20_000, stallMs };
  const server = createHttpServer(app, { patience, ...options });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    open(text = '') {
      const client = connect({ port, host: '127.0.0.1' });
      client.on('error', () => {});
      client.write(text);
      clients.push(client);
      return client;
    },
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
  };
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('an answer that its client does not take', () => {
  it.runIf(isAtLength)('is cut off, with the file behind it', async () => {
    const files = { opened: 0, closed: 0 };
    const file = async function* () {
      files.opened += 1;
      try {
        for (;;) yield LARGE.subarray(0, 64 * 1024);
      } finally {
        files.closed += 1;
      }
    };
    const { open, connections } = await listening((_request, response) => {
      pipeline(Readable.from(file()), response).catch(() => {});
    });
    for (let i = 0; i < 200; i++) open(GET);
    await expect.poll(() => files).toEqual({ opened: 200, closed: 200 });
    expect(await connections()).toBe(0);
  });

  it.runIf(isAtLength)('is cut off although the client goes on asking', async () => {
    const { open, connections } = await listening((_request, response) => void response.end(LARGE));
    const client = open(GET);
    const asking = setInterval(() => client.write(GET), STALL_MS / 10);
    await expect.poll(connections).toBe(1);
    await expect.poll(connections).toBe(0);
    clearInterval(asking);
  });

  it.runIf(isAtLength)('is not cut off while it is taken slowly, nor while it is not there yet', async () => {
    // Longer than a busy machine keeps this process from reading: the client must be slow on purpose only.
    const stallMs = 5 * STALL_MS;
    const { open } = await listening((_request, response) => void setTimeout(() => response.end(LARGE), 1.5 * stallMs), { stallMs });
    const client = open(GET);
    let size = 0;
    let pauses = 0;
    const all = new Promise<void>((resolve, reject) => {
      client.on('data', ({ length }) => {
        size += length;
        if (size >= LARGE.length) return resolve();
        if (size < (pauses + 1) * 1024 * 1024 || pauses > 12) return;
        pauses += 1;
        client.pause();
        setTimeout(() => client.resume(), stallMs / 4);
      });
      client.once('close', () => reject(new Error(`cut off after ${size} bytes`)));
    });
    await all;
    expect(pauses * (stallMs / 4)).toBeGreaterThan(2 * stallMs);
  });
});

describe('more connections than the limit', () => {
  it('are dropped, which is logged once, and those that were there go on', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) }) as never;
    const { open } = await listening((_request, response) => void response.end('here'), { mostConnections: 3, log });
    const answered = (client: Socket) =>
      new Promise<boolean>((resolve) => {
        client.once('data', () => resolve(true));
        client.once('close', () => resolve(false));
        client.write(GET);
      });
    const kept = [open(), open(), open()];
    expect(await Promise.all(kept.map(answered))).toEqual([true, true, true]);
    expect(await Promise.all([open(), open()].map(answered))).toEqual([false, false]);
    expect(lines.filter((line) => line.includes('connections are dropped'))).toHaveLength(1);
    expect(await answered(kept[0] as Socket)).toBe(true);
  });

  it('are known from the limit of open files, and leave the API its part', async () => {
    const limit = await descriptorLimit();
    if (process.platform === 'linux') expect(limit).toBeGreaterThan(0);
    for (const limit of [256, 1_024, 4_096, 65_536, 1_048_576]) {
      const { api, pages } = connectionShares(limit, 24);
      expect(Math.min(api, pages)).toBeGreaterThan(30);
      // Each connection to pages holds a file, too.
      expect(limit - 2 * pages - api).toBeGreaterThan(limit * 0.05);
    }
    expect(connectionShares(65_536, 24)).toEqual({ api: 22_859, pages: 19_593 });
  });

  it('that the system itself refuses do not end the process, and are logged once', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) }) as never;
    const { server } = await listening((_request, response) => void response.end(), { log });
    for (let i = 0; i < 3; i++) server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect(lines.filter((line) => line.includes('accept EMFILE'))).toHaveLength(1);
  });
});
