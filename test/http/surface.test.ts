import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createApp } from '../../src/http/app.ts';
import { readBody } from '../../src/http/body.ts';
import type { Operation } from '../../src/http/contract.ts';
import { operationalRoutes } from '../../src/http/operational.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { createKey, revokeKey } from '../../src/workspaces/keys.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { document } from '../support/client.ts';
import { fromPostmark, POSTMARK } from '../support/hooks.ts';
import { notingLog } from '../support/log.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** An origin whose pages may ask, and one whose pages may not. */
const APP = 'https://app.example.com';
const STRANGER = 'https://app.example.com.evil.example';

const { log, logged } = notingLog();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ HOOK_POSTMARK_CREDENTIALS: POSTMARK, CORS_ORIGINS: APP }, { log });
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${service.apiKey}`, ...headers } });

describe('paths and methods', () => {
  it.each([
    ...['/v1', '/v1/', '/v1/nothing', '/v1//contacts', '/V1/contacts', '/nothing', '/v1/contacts/%zz'],
    ...['/hooks', '/hooks/', '/hooks/nothing', '/hooks/ses', '/hooks/postmark/', '/hooks/postmark/more', '/Hooks/postmark'],
  ])('%s is unknown', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    const error = `There is no such path: GET ${path}.`;
    expect(await response.json()).toMatchObject({ error_code: 'not_found', error });
  });

  it('what is unknown is repeated, but not at any length, nor what was asked of it', async () => {
    const told = async (path: string, method?: string) => ((await (await get(path, {}, method)).json()) as { error: string }).error;
    expect(await told('/v1/nothing?token=secret', 'POST')).toBe('There is no such path: POST /v1/nothing.');
    expect(await told(`/v1/${'a'.repeat(1_000)}`)).toBe(`There is no such path: GET /v1/${'a'.repeat(196)}….`);
    expect(await told('/v1/v1/contacts')).toBe(
      'There is no such path: GET /v1/v1/contacts. It begins with /v1 twice: give your client the address of the service without it.',
    );
  });

  it.each([
    ['/v1/contacts', 'PUT', 'GET, HEAD, POST, DELETE'],
    ['/v1/contacts/upsert', 'GET', 'POST'],
    ['/v1/contacts/upsert', 'HEAD', 'POST'],
    ['/v1/contacts/01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'POST', 'GET, HEAD, PATCH, DELETE'],
    ['/v1/contacts', 'OPTIONS', 'GET, HEAD, POST, DELETE'],
    ['/healthz', 'POST', 'GET, HEAD'],
    ['/docs', 'DELETE', 'GET, HEAD'],
    ['/u/token', 'PATCH', 'GET, HEAD, POST'],
    ['/uploads/imports/a', 'GET', 'PUT'],
    ['/downloads/exports/a', 'PUT', 'GET, HEAD'],
    ['/drawings/a/b', 'POST', 'GET, HEAD'],
    ['/previews/a/b', 'POST', 'GET, HEAD'],
    ['/reports/a/b', 'POST', 'GET, HEAD'],
    ['/mailbox/messages.json', 'POST', 'GET, HEAD'],
    ['/hooks/postmark', 'GET', 'POST'],
    ['/hooks/postmark', 'HEAD', 'POST'],
    ['/hooks/postmark', 'DELETE', 'POST'],
  ])('%s does not answer to %s', async (path, method, allow) => {
    const response = await get(path, {}, method);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
    if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error_code: 'method_not_allowed' });
  });

  it('HEAD answers as GET does, without the body', async () => {
    for (const path of [
      '/v1/contacts',
      '/v1/contact-fields/rule-metadata',
      '/v1/contacts/01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01',
      '/healthz',
    ]) {
      const [head, full] = await Promise.all([get(path, {}, 'HEAD'), get(path)]);
      expect([head.status, await head.text()], path).toEqual([full.status, '']);
      for (const name of ['content-type', 'content-length']) expect(head.headers.get(name), name).toBe(full.headers.get(name));
    }
  });
});

describe('the first address', () => {
  const page = () => get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });

  it('tells programs what is where', async () => {
    for (const accept of ['application/json', '*/*']) {
      const response = await get('/', { accept });
      expect(response.headers.get('vary')).toContain('Accept');
      expect(await response.json()).toMatchObject({
        name: 'Bivouac',
        version: document.info.version,
        api: expect.stringMatching(/^http:.*\/v1$/),
        mcp: expect.stringMatching(/^http:.*\/mcp$/),
        mailbox: expect.any(String),
      });
    }
  });

  it('tells people, and every place that it names is there', async () => {
    const response = await page();
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self'; frame-anc/);
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
    const places = [...(await response.text()).matchAll(/(?:href)="([^"]+)"/g)].map(([, place]) => place as string);
    expect(places).toEqual(expect.arrayContaining(['/docs', '/docs/changes', '/openapi.json', '/mailbox', '/readyz', '/metrics']));
    for (const place of places) expect((await get(place)).status, place).toBe(200);
  });
});

describe('a line of the log', () => {
  const told = () => logged.map(({ path }) => path);

  it('names the path of what is no operation, and nothing in it that may be somebody', async () => {
    // A truncated link in an email still leads to a page.
    await get('/u/broken');
    for (const [path, shown] of [
      ['/v2/contacts?token=hidden', '/v2/contacts'],
      ['/docs/style.css', '/docs/style.css'],
      ['/mailbox?q=maya@example.org', '/mailbox'],
      ['/mailbox/maya@example.org', '/mailbox/…'],
      ['/v1/contatcs/01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '/v1/contatcs/01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01'],
      [`/T/c/${'a'.repeat(60)}/46701234567/maya@example.org/maya%40example.org`, '/T/c/…/…/…/…'],
    ] as const) {
      await get(path);
      await expect.poll(told).toContain(shown);
    }
    expect(told()).not.toContain('/u/broken');
  });
});

describe('requests that are hard to read', () => {
  const keyed = (key: string, body: string) =>
    fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body,
    });

  it.each(['Infinity', '-Infinity', `1${'0'.repeat(400)}`, '0x10', '1e1', '%2B1', '%201', '1_0', '٣'])(
    'refuses %s as a number',
    async (value) => {
      for (const name of ['limit', 'page']) expect((await get(`/v1/contacts?${name}=${value}`)).status).toBe(400);
    },
  );

  it('refuses a keyed body of any depth', async () => {
    const depth = 500_000;
    const response = await keyed('deep', `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  it('takes no blame for a client that hangs up before its body is read', async () => {
    const request = Object.assign(new IncomingMessage(new Socket().destroy()), {
      headers: { 'content-type': 'application/json', 'content-length': '2' },
    });
    const reading = readBody(
      { body: { pointer: '', required: true, limit: () => 1_024 }, texts: [] as string[] } as Operation,
      request as Request,
      {} as Response,
    );
    await expect(reading).rejects.toMatchObject({ code: 'invalid_json' });
  });
});

describe('headers', () => {
  it('echoes a sane request id and replaces any other', async () => {
    expect((await get('/v1/contacts', { 'x-request-id': 'my-id/1.2' })).headers.get('x-request-id')).toBe('my-id/1.2');
    expect((await get('/v1/contacts', { 'x-request-id': 'a b' })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await get('/v1/contacts', { 'x-request-id': 'x'.repeat(200) })).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('keeps browsers from making anything of an answer', async () => {
    const { headers } = await get('/v1/contacts');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    // Of the hosts below ours nothing is known.
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('accepts the charset that JSON has', async () => {
    const response = await fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify({ name: 'Ünïcödé', kind: 'static' }),
    });
    expect(response.status).toBe(201);
  });
});

describe('pages of other origins', () => {
  const ask = (path: string, origin: string | undefined, headers: Record<string, string> = {}, method = 'GET') =>
    get(path, { ...(origin && { origin }), ...headers }, method);
  const preflight = (path: string, origin: string, method = 'POST') =>
    ask(path, origin, { 'access-control-request-method': method, 'access-control-request-headers': 'authorization' }, 'OPTIONS');
  const allowed = ({ headers }: globalThis.Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
  const listOf = (text: string | null) => text?.split(', ').sort();

  it.each([
    ['/v1/contacts', 'GET, HEAD, POST, DELETE'],
    ['/v1/contacts/upsert', 'POST'],
    ['/v1/contacts/01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'GET, HEAD, PATCH, DELETE'],
    ['/v1/nothing', 'GET, PUT, POST, DELETE, PATCH'],
    ['/uploads/imports/a', 'PUT'],
    ['/downloads/exports/a', 'GET, HEAD'],
  ])('are told before they ask what %s takes', async (path, methods) => {
    const response = await preflight(path, APP);
    expect([response.status, await response.text()]).toEqual([204, '']);
    const { headers } = response;
    expect(listOf(headers.get('access-control-allow-methods'))).toEqual(listOf(methods));
    expect(listOf(headers.get('access-control-allow-headers'))).toEqual([
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
    ]);
    expect(headers.get('access-control-allow-origin')).toBe(APP);
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
    expect(headers.get('vary')).toContain('Origin');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('may read answers and refusals with every header that the document has', async () => {
    const answers = await Promise.all([ask('/v1/contacts', APP), ask('/v1/nothing', APP), ask('/downloads/exports/a', APP)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 403]);
    for (const response of answers) {
      expect(allowed(response)).toEqual({
        'access-control-allow-origin': APP,
        'access-control-expose-headers': expect.any(String),
        vary: 'Origin',
      });
      expect(listOf(response.headers.get('access-control-expose-headers'))).toEqual([
        'Allow',
        'Content-Disposition',
        'ETag',
        'Idempotency-Replayed',
        'Location',
        'RateLimit',
        'RateLimit-Limit',
        'RateLimit-Policy',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'Retry-After',
        'WWW-Authenticate',
        'X-Request-Id',
      ]);
    }
  });

  it('may ask only where they are named', async () => {
    for (const origin of [STRANGER, 'http://app.example.com', 'https://app.example.com:8443', 'null']) {
      const response = await preflight('/v1/contacts', origin);
      expect([response.status, allowed(response)], origin).toEqual([403, { vary: 'Origin' }]);
      expect(await response.json()).toMatchObject({ error_code: 'foreign_origin', error: expect.stringContaining('CORS_ORIGINS') });
      expect(allowed(await ask('/v1/contacts', origin)), origin).toEqual({ vary: 'Origin' });
      expect(logged.filter((line) => line.origin === origin)).toHaveLength(2);
    }
  });

  it('are nobody to the service itself, and to whoever is no browser', async () => {
    expect(allowed(await ask('/v1/contacts', undefined))).toEqual({ vary: 'Origin' });
    expect((await preflight('/v1/contacts', service.url)).status).toBe(405);
    expect((await ask('/v1/contacts', APP, {}, 'OPTIONS')).status).toBe(405);
  });

  it.runIf(isAtLength)('may all read the document, and nothing else', async () => {
    for (const path of ['/openapi.json', '/openapi.yaml'])
      expect(allowed(await ask(path, STRANGER)), path).toMatchObject({ 'access-control-allow-origin': '*' });
    for (const path of ['/docs', '/healthz', '/metrics', '/mailbox', '/u/token', '/drawings/a/b', '/previews/a/b', '/reports/a/b'])
      expect((await ask(path, APP)).headers.get('access-control-allow-origin'), path).toBeNull();
  });
});

describe('a hook', () => {
  const { headers, body } = fromPostmark({ RecordType: 'Open' });
  const post = async (more: Record<string, string>, posted: string | Buffer = body) => {
    const response = await fetch(`${service.url}/hooks/postmark`, { method: 'POST', headers: { ...headers, ...more }, body: posted });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return { status: response.status, body: await response.json() };
  };
  const TAKEN = { status: 200, body: { received: true } };
  const refused = (status: number, error_code: string) => ({ status, body: { error: expect.any(String), error_code } });

  it('takes whatever type of content a provider says, and no key', async () => {
    for (const type of ['application/json', 'text/plain; charset=UTF-8', 'application/octet-stream', ''])
      expect(await post({ 'content-type': type })).toEqual(TAKEN);
    expect(await post({ authorization: `Bearer ${service.apiKey}` })).toMatchObject(refused(403, 'invalid_signature'));
  });

  it('takes what is packed, in a coding that is known', async () => {
    expect(await post({ 'content-encoding': 'gzip' }, gzipSync(body))).toEqual(TAKEN);
    expect(await post({ 'content-encoding': 'gzip' })).toMatchObject(refused(400, 'invalid_json'));
    expect(await post({ 'content-encoding': 'zstd' })).toMatchObject(refused(415, 'unsupported_media_type'));
  });

  it('takes up to 256 KiB', async () => {
    const most = 256 * 1024;
    expect(await post({}, body.padEnd(most))).toEqual(TAKEN);
    expect(await post({}, body.padEnd(most + 1))).toMatchObject(refused(413, 'payload_too_large'));
    expect(await post({ 'content-encoding': 'gzip' }, gzipSync(body.padEnd(most + 1)))).toMatchObject(refused(413, 'payload_too_large'));
  });

  it('says what it cannot read', async () => {
    for (const unreadable of ['', '{', Buffer.from([0x22, 0xff, 0x22])])
      expect(await post({}, unreadable)).toMatchObject(refused(400, 'invalid_json'));
  });
});

describe('keys', () => {
  it.each([
    ['missing', undefined, 'An API key is required: send the header `Authorization: Bearer KEY`.'],
    ['of another scheme', 'Basic bvk_x', 'The header `Authorization` is not of the form `Bearer KEY`.'],
    ['without its scheme', 'bvk_x', 'The header `Authorization` is not of the form `Bearer KEY`.'],
    ['two', 'Bearer bvk_x bvk_y', 'The header `Authorization` is not of the form `Bearer KEY`.'],
    ['unknown', 'Bearer bvk_x', 'The API key is unknown, revoked or expired.'],
  ])('are refused when they are %s, with what is wrong', async (_what, authorization, error) => {
    const response = await fetch(`${service.url}/v1/contacts`, { headers: { ...(authorization && { authorization }) } });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({ error_code: 'unauthorized', error });
  });

  it('stop working when they expire or are revoked, within seconds', async () => {
    const { db, clock } = service;
    const soon = new Date(clock.now().getTime() + 60_000);
    const expiring = await createKey(db, { workspaceId: service.id, name: 'Expiring', expiresAt: soon }, clock.now());
    const revoked = await createKey(db, { workspaceId: service.id, name: 'Revoked' }, clock.now());
    const status = async (token: string) =>
      (await fetch(`${service.url}/v1/contacts`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status(expiring.token)).toBe(200);
    expect(await status(revoked.token)).toBe(200);
    await revokeKey({ db }, revoked.id, clock.now());
    clock.advance({ seconds: 61 });
    expect(await status(expiring.token)).toBe(401);
    expect(await status(revoked.token)).toBe(401);
  });

  it('are stored as a hash and a prefix', async () => {
    const { rows } = await service.db.pool.query('SELECT * FROM api_keys');
    expect(JSON.stringify(rows)).not.toContain(service.apiKey);
    expect(service.apiKey).toMatch(/^bvk_[\w-]{43}$/);
  });
});

describe('operational endpoints', () => {
  it('tell health, readiness and metrics', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready', works_on: expect.arrayContaining(['deliver', 'upkeep']) });
    await get('/v1/contacts');
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(/bivouac_http_request_duration_seconds_count\{operation="listContacts",status="200"\} \d+/);
    expect(metrics).toContain('bivouac_queue_depth{queue="deliver-bulk",state="ready"} 0');
  });

  it('are told at level debug, by their paths', async () => {
    const lines = () => logged.filter(({ path }) => ['/healthz', '/readyz', '/metrics'].includes(String(path)));
    logged.length = 0;
    for (const path of ['/healthz', '/readyz?a=b', '/metrics']) await get(path);
    await expect
      .poll(() => lines().map(({ level, path }) => `${level} ${path}`))
      .toEqual(['debug /healthz', 'debug /readyz', 'debug /metrics']);
  });

  it.each([
    [['database'], 'warn'],
    [['stopping', 'database'], 'warn'],
    [['starting'], 'debug'],
    [['stopping'], 'debug'],
  ])('are told of a service that lacks %j as %s', async (missing, level) => {
    const notReady = async () => missing;
    const routes = operationalRoutes({ metrics: openMetrics(), notReady, measureQueues: async () => {} });
    const probe = createServer(createApp({ log, metrics: openMetrics(), mounts: [routes] })).listen(0, '127.0.0.1');
    await once(probe, 'listening');
    logged.length = 0;
    await fetch(`http://127.0.0.1:${(probe.address() as { port: number }).port}/readyz`);
    await expect.poll(() => logged).toContainEqual(expect.objectContaining({ level, path: '/readyz', status: 503, missing }));
    probe.close();
  });

  it('have all that the dashboard and the alerts ask for, and the dashboard shows all that is ours', async () => {
    const types = (await (await get('/metrics')).text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
    const series = [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
    );
    const namesIn = (texts: string[]) => new Set(texts.flatMap((text) => text.match(/\b(bivouac|nodejs|process)_[a-z0-9_]+\b/g) ?? []));
    const { panels } = JSON.parse(readFileSync('docs/deploy/grafana-dashboard.json', 'utf8'));
    const { groups } = parse(readFileSync('docs/deploy/alerts.yaml', 'utf8'));
    const shown = namesIn(panels.flatMap(({ targets = [] }: any) => targets.map(({ expr }: any) => expr)));
    const watched = namesIn(groups.flatMap(({ rules }: any) => rules.map(({ expr }: any) => expr)));
    expect(watched.size).toBeGreaterThan(10);
    // Those of a standby are there where one is named: test/platform/replica.test.ts.
    for (const name of [...shown, ...watched]) if (!name.startsWith('bivouac_replica_')) expect(series).toContain(name);
    expect(series.filter((name) => name.startsWith('bivouac_') && !shown.has(name))).toEqual([]);
  });

  it.runIf(isAtLength)('publish the document in both notations', async () => {
    const published = JSON.parse(JSON.stringify(document).replaceAll('http://localhost:3000', service.service.config.baseUrl));
    expect(await (await get('/openapi.json')).json()).toEqual(published);
    expect(parse(await (await get('/openapi.yaml')).text())).toEqual(published);
  });
});

it('names a header in a finding as the document does', async () => {
  const response = await fetch(`${service.url}/v1/contact-lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', 'idempotency-key': 'x'.repeat(256) },
    body: JSON.stringify({ name: 'Long key', kind: 'static' }),
  });
  expect(((await response.json()) as any).details.issues).toEqual([
    { path: 'Idempotency-Key', message: 'must have at most 255 characters' },
  ]);
});

describe('query strings', () => {
  it('refuse repeated, empty and oversized values', async () => {
    for (const query of [
      'page=1&page=2',
      'page=',
      'page=0',
      'limit=101',
      'limit=1.5',
      'limit=ten',
      'page=1000000001',
      'search=a%00b',
      'sort=constructor',
      '__proto__=1',
    ]) {
      expect((await get(`/v1/contacts?${query}`)).status, query).toBe(400);
    }
  });

  it('take a far page for an empty one', async () => {
    const response = await get('/v1/contacts?page=1000000000&limit=100');
    expect(await response.json()).toEqual({ items: [], pagination: { page: 1_000_000_000, limit: 100, total: 0, totalPages: 0 } });
  });
});

it('lets a client that breaks off in the middle of a body go', async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"items"`,
  );
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
  expect((await get('/v1/contacts')).status).toBe(200);
});
