/** Malformed requests get errors of the API too. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Router } from 'express';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp, refuseAll } from '../../src/http/app.ts';
import { createHttpServer, type Patience } from '../../src/http/server.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { answerIn, closeServer, say } from '../support/raw.ts';

const servers: Server[] = [];
let url: string;
/** The same, of one that has little patience. */
let hurriedUrl: string;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const routes = Router();
  routes.get('/half', (_request, response) => void response.write('half of it'));
  routes.get('/never', () => {});
  routes.post('/read', (request, response) => void request.resume().once('end', () => response.end('read')));
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  routes.get('/early', refuseAll('The service is starting; try again shortly.'));
  const app = createApp({ mounts: [routes], log: log as never, metrics: openMetrics() });
  const open = async (patience?: Patience) => {
    const server = createHttpServer(app, { log: log as never, reference: () => 'https://api.test/docs', ...(patience && { patience }) });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  url = await open();
  hurriedUrl = await open({ headersMs: 300, bodyMs: 300, uploadMs: 60_000, pauseMs: 60_000, stallMs: 60_000 });
});
afterAll(() => Promise.all(servers.map(closeServer)));
afterEach(() => {
  lines = [];
});

const HOST = 'Host: localhost\r\n';

async function refusal(text: string, by = url) {
  const { status, headers, body } = answerIn(await say(by, text).ends());
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(JSON.stringify(body)));
  expect(body).toEqual({
    error: expect.any(String),
    error_code: expect.any(String),
    documentation_url: `https://api.test/docs/errors#${body.error_code}`,
  });
  // The log has the id of the request.
  expect(lines.map(({ request_id, status }) => [request_id, status])).toContainEqual([headers['x-request-id'], status]);
  return [status, body.error_code];
}

describe('what is no request', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['an unknown method', `FETCH / HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown version', `GET / HTTP/7.3\r\n${HOST}\r\n`],
    ['a header without a colon', `GET / HTTP/1.1\r\n${HOST}Nonsense\r\n\r\n`],
    ['two lengths', `POST /read HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['a length beside chunks', `POST /read HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ['a chunk of no size', `POST /read HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
  ])('%s is 400', async (_what, text) => {
    expect(await refusal(text)).toEqual([400, 'malformed_request']);
  });

  it('headers without end are 431, which the client reads although it is still sending, and which deletes its cookies', async () => {
    const text = `GET / HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(4 * 1024 * 1024)}\r\n\r\n`;
    expect(await refusal(text)).toEqual([431, 'headers_too_large']);
    expect(answerIn(await say(url, text).ends()).headers['clear-site-data']).toBe('"cookies"');
    expect(lines).toHaveLength(2);
  });

  it('headers that do not come are 408', async () => {
    expect(await refusal(`GET / HTTP/1.1\r\n${HOST}X-Slow: `, hurriedUrl)).toEqual([408, 'request_timeout']);
  });

  it('does not get into an answer that has begun', async () => {
    const conversation = say(url, `GET /half HTTP/1.1\r\n${HOST}\r\n`);
    await conversation.hears(/half of it/);
    conversation.socket.write('nonsense\r\n\r\n');
    expect(await conversation.ends()).not.toContain('malformed_request');
  });
});

describe('the cookies that a page of a neighbouring host has set', () => {
  it('do not keep a browser from its answer', async () => {
    const cookies = Array.from({ length: 24 }, (_, index) => `c${index}=${'x'.repeat(4_090)}`).join('; ');
    const { status, headers } = answerIn(
      await say(url, `GET /nothing HTTP/1.1\r\nConnection: close\r\n${HOST}Cookie: ${cookies}\r\n\r\n`).ends(),
    );
    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('clear-site-data');
  });
});

describe('what is hardly a request', () => {
  const asking = (head: string) => `GET /nothing HTTP/1.1\r\nConnection: close\r\n${head}\r\n`;
  const told = async (text: string) => {
    const { status, headers, body } = answerIn(await say(url, text).ends());
    expect(headers['x-request-id']).toBeDefined();
    return [status, body.error_code];
  };

  it('names one host', async () => {
    expect(await told(asking(HOST))).toEqual([404, 'not_found']);
    expect(await told(asking(''))).toEqual([400, 'malformed_request']);
    expect(await told(asking(`${HOST}hOST: other\r\n`))).toEqual([400, 'malformed_request']);
    expect(await told(asking(`${HOST}${HOST}`))).toEqual([400, 'malformed_request']);
  });

  it('named none before there were any', async () => {
    expect(await told('GET /nothing HTTP/1.0\r\n\r\n')).toEqual([404, 'not_found']);
  });

  it('expects nothing that cannot be met', async () => {
    expect(await told(asking(`${HOST}Expect: the-unexpected\r\n`))).toEqual([417, 'expectation_failed']);
  });

  it('has a body that comes', async () => {
    expect(await refusal(`POST /read HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nhalf`, hurriedUrl)).toEqual([408, 'request_timeout']);
  });
});

it('keeps idle connections longer than proxies do', async () => {
  const conversation = say(url, `GET /nothing HTTP/1.1\r\n${HOST}\r\n`);
  const { headers } = answerIn(await conversation.hears(/not_found/));
  conversation.socket.destroy();
  expect(headers.connection).toBe('keep-alive');
  expect(Number(/timeout=(\d+)/.exec(headers['keep-alive'] ?? '')?.[1])).toBeGreaterThanOrEqual(65);
});

it('a service that is starting says so, and when to ask again, and has no failure in its log', async () => {
  const response = await fetch(`${url}/early`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toMatchObject({ error_code: 'unavailable' });
  const reason = 'The service is starting; try again shortly.';
  const told = expect.objectContaining({ level: 40, msg: 'request turned away', error_code: 'unavailable', reason });
  await expect.poll(() => lines).toContainEqual(told);
  for (const line of lines) expect(line).not.toHaveProperty('err');
});
