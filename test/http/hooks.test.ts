/** Attacks on the hooks must not block the posts of providers. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { hookRoutes } from '../../src/http/hooks.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { DomainError } from '../../src/shared/errors.ts';
import { isAtLength } from '../support/at-length.ts';
import { answerIn, closeServer, say } from '../support/raw.ts';

const servers: Server[] = [];
let url: string;
let hurriedUrl: string;
let taken: string[] = [];
beforeEach(() => {
  taken = [];
});
const slow: (() => void)[] = [];
beforeAll(async () => {
  const take = async ({ body }: { body: Buffer }) => void taken.push(body.toString());
  const hooks = {
    one: { take },
    two: { take },
    signed: {
      judge: ({ header }: { header(name: string): string | undefined }) => {
        if (header('authorization') !== 'secret') throw new DomainError('invalid_signature', 'no');
      },
      take,
    },
    slow: { take: () => new Promise<void>((resolve) => void slow.push(resolve)) },
  };
  const open = async (bodyMs?: number) => {
    const app = createApp({ mounts: [hookRoutes(hooks, bodyMs)], log: openLog('silent'), metrics: openMetrics() });
    const server = createHttpServer(app);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  url = await open();
  hurriedUrl = await open(100);
});
afterAll(() => Promise.all(servers.map(closeServer)));

const head = (name: string, length: number) => `POST /hooks/${name} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n`;
const halfPost = (name: string, to = url) => say(to, `${head(name, 10)}Expect: 100-continue\r\n\r\nhalf`);
const post = async (name: string, body = 'whole') => (await fetch(`${url}/hooks/${name}`, { method: 'POST', body })).status;

describe('half a body', () => {
  it.runIf(isAtLength)('takes no place, however many there are', async () => {
    const halves = Array.from({ length: 300 }, () => halfPost('one'));
    await Promise.all(halves.slice(-200).map(({ hears }) => hears(/100 Continue/)));
    expect([await post('one'), await post('two')]).toEqual([200, 200]);
    expect(taken.splice(0)).toEqual(['whole', 'whole']);
    // So many are not kept in memory: the oldest has made room.
    expect(answerIn(await (halves[0] as (typeof halves)[0]).ends())).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    for (const { socket } of halves) socket.destroy();
  });

  it('is not waited for', async () => {
    expect(answerIn(await halfPost('one', hurriedUrl).ends())).toMatchObject({ status: 408, body: { error_code: 'request_timeout' } });
  });
});

it('a sender is refused by its headers, before its body', async () => {
  const { status, body } = answerIn(await say(url, `${head('signed', 100_000)}\r\n`).hears(/invalid_signature/));
  expect([status, body.error_code]).toEqual([403, 'invalid_signature']);
});

it('a body of more than 256 KiB is refused, whatever length it claims', async () => {
  expect(await post('one', 'x'.repeat(256 * 1024))).toBe(200);
  expect(await post('one', 'x'.repeat(256 * 1024 + 1))).toBe(413);
  const chunk = `${(300 * 1024).toString(16)}\r\n${'x'.repeat(300 * 1024)}\r\n`;
  const text = `POST /hooks/one HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`;
  expect(answerIn(await say(url, text).hears(/payload_too_large/)).body.error).toBe('The request body is larger than 256 KiB.');
  taken = [];
});

it('a provider whose places are taken does not keep another from being heard', async () => {
  const held = Array.from({ length: 8 }, () => post('slow'));
  await expect.poll(() => slow.length).toBe(8);
  expect([await post('slow'), await post('one')]).toEqual([503, 200]);
  for (const end of slow.splice(0)) end();
  expect(await Promise.all(held)).toEqual(Array(8).fill(200));
});
