/** The listener of published pages, with a scripted source of pages. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../src/http/errors.ts';
import { createClients } from '../../src/http/pages/clients.ts';
import { createPagesListener, refusePages } from '../../src/http/pages/listener.ts';
import { type LivePage, PageChanged, type Pages, type PageView } from '../../src/http/pages/pages.types.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { DEFAULTS } from '../../src/tents/forms/settings.repo.ts';
import { ask } from '../support/pages.ts';
import { closeServer } from '../support/raw.ts';

const HOST = 'maya.pages.example';
const logged: unknown[] = [];
let views: PageView[] = [];
let servers: Server[] = [];
afterEach(async () => {
  views = [];
  logged.splice(0);
  for (const server of servers.splice(0)) await closeServer(server);
});

const live = (page: Partial<LivePage> = {}): LivePage => ({
  tentId: 'tent',
  etag: '"tag"',
  html: async () => Buffer.from('html'),
  brotli: async () => Buffer.from('brotli'),
  ...page,
});

async function listening(find: Pages['find'], trustProxy: number | string[] = 0) {
  const listener = createPagesListener({
    pages: {
      find,
      viewed: (view) => views.push(view),
      submit: async () => ({ accepted: false, reason: 'unknown' }),
      formRules: async () => DEFAULTS,
      challenge: async () => ({}),
    },
    serves: async (host) => host === HOST,
    assets: (_request, response) => response.end('an asset'),
    log: { error: (about: unknown) => logged.push(about) } as never,
    metrics: openMetrics(),
    trustProxy,
  });
  const server = createHttpServer(listener);
  servers = [...servers, server];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, options: { method?: string; headers?: Record<string, string | string[]> } = {}) =>
    ask(port, path, { host: HOST, ...options });
}

const showing = (page = live(), trustProxy?: number | string[]) => listening(async () => ({ workspaceId: 'w', page }), trustProxy);

describe('a view', () => {
  it('is told of whoever was shown a page', async () => {
    const get = await showing();
    await get('/page?utm_source=x', {
      headers: { 'user-agent': 'Browser', referer: 'https://elsewhere.example/', 'x-forwarded-for': '203.0.113.9' },
    });
    expect(views).toEqual([
      { workspaceId: 'w', tentId: 'tent', address: '127.0.0.1', userAgent: 'Browser', referrer: 'https://elsewhere.example/', host: HOST },
    ]);
    // A `304` counts as a view too.
    expect((await get('/page', { headers: { 'if-none-match': '"tag"' } })).status).toBe(304);
    expect(views).toHaveLength(2);
  });

  it('is told of nobody else', async () => {
    const get = await showing();
    await get('/page', { method: 'HEAD' });
    await get('/page', { headers: { 'sec-purpose': 'prefetch;prerender' } });
    for (const path of ['/robots.txt', '/favicon.ico', '/assets/x/y', '/submit/a/b', '/.well-known/bivouac/domain?domain=x'])
      await get(path);
    await get('/page', { method: 'POST' });
    await (await listening(async () => ({ workspaceId: 'w' })))('/page');
    await (await listening(async () => ({ workspaceId: 'w', redirect: '/other' })))('/page');
    await (await showing(live({ html: () => Promise.reject(new Error('no')) })))('/page');
    expect(views).toEqual([]);
  });

  it('has the address that trusted proxies tell', async () => {
    const get = await showing(live(), 1);
    await get('/page', { headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' } });
    expect(views[0]?.address).toBe('203.0.113.9');
  });
});

describe('a page that is published anew', () => {
  const changing = (times: number) => {
    let finds = 0;
    const find: Pages['find'] = async () => {
      finds += 1;
      const html = finds <= times ? () => Promise.reject(new PageChanged()) : async () => Buffer.from(`found ${finds}`);
      return { workspaceId: 'w', page: live({ etag: `"${finds}"`, html }) };
    };
    return find;
  };

  it('while it is read is looked for again, and has the tag of its bytes', async () => {
    const { text, headers } = await (await listening(changing(2)))('/page');
    expect([text, headers.etag]).toEqual(['found 3', '"3"']);
  });

  it('again and again is given up', async () => {
    expect((await (await listening(changing(1_000)))('/page')).status).toBe(500);
  });
});

describe('what cannot be answered', () => {
  it('is said, and kept by nobody', async () => {
    const away = await (await listening(() => Promise.reject(unavailable('away', 7))))('/page');
    expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([503, '7', 'no-store']);
    const broken = await (await listening(() => Promise.reject(new TypeError('broken'))))('/page');
    expect([broken.status, broken.headers['cache-control']]).toEqual([500, 'no-store']);
    expect(broken.text).not.toContain('broken');
    expect(logged).toHaveLength(2);
  });

  it('while the service starts asks to come again', async () => {
    const server = createHttpServer(refusePages);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { status, headers } = await ask((server.address() as AddressInfo).port, '/', { host: HOST });
    expect([status, headers['retry-after']]).toEqual([503, '1']);
  });
});

it('whether a host is served is told to whoever gets certificates', async () => {
  const get = await showing();
  const check = async (query: string) => (await get(`/.well-known/bivouac/domain${query}`)).status;
  expect(await check(`?domain=${HOST}`)).toBe(200);
  expect(await check(`?domain=${HOST.toUpperCase()}`)).toBe(200);
  for (const query of ['', '?domain=', '?domain=other.example', `?domain=${HOST}&domain=other.example`, `?x=${HOST}`])
    expect(await check(query)).toBe(404);
});

describe('clients', () => {
  const request = (headers: Record<string, string>) => ({ socket: { remoteAddress: '10.0.0.1' }, headers }) as never;
  const forwarded = (value: string) => request({ 'x-forwarded-for': value });

  it.each([
    [0, '203.0.113.1', '10.0.0.1'],
    [1, '203.0.113.1', '203.0.113.1'],
    [1, '198.51.100.7, 203.0.113.1', '203.0.113.1'],
    [2, '198.51.100.7, 203.0.113.1', '198.51.100.7'],
    [5, '198.51.100.7, 203.0.113.1', '198.51.100.7'],
    [['10.0.0.0/8'], '198.51.100.7, 203.0.113.1, 10.0.0.2', '203.0.113.1'],
    [['192.168.0.0/16'], '203.0.113.1', '10.0.0.1'],
    [1, '', '10.0.0.1'],
    [1, ' , ', '10.0.0.1'],
  ])('behind %j, forwarded for %j, are %s', (trustProxy, value, address) => {
    expect(createClients(trustProxy).addressOf(forwarded(value))).toBe(address);
  });

  it('came safely when a trusted proxy says so', () => {
    const asked = request({ 'x-forwarded-proto': 'https' });
    expect([0, 1, ['10.0.0.1'], ['10.0.0.2']].map((trust) => createClients(trust).isSecure(asked))).toEqual([false, true, true, false]);
    expect(createClients(1).isSecure(request({ 'x-forwarded-proto': 'http' }))).toBe(false);
  });
});
