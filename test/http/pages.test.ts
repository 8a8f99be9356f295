/** Published pages over HTTP: requests, and headers of answers. */
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskPage, asking, givenPage, htmlSaying } from '../support/pages.ts';
import { answerIn, say } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let ask: AskPage;
let host: string;
let tentId: string;
const HTML = htmlSaying('Spring sale');
beforeAll(async () => {
  service = await startTestService();
  ask = asking(service);
  host = `${service.slug}.localhost`;
  tentId = await givenPage({ db: service.db, workspaceId: service.id }, { path: 'spring-sale', html: HTML });
});
afterAll(() => service.stop());

const raw = async (text: string) => answerIn(await say(`http://127.0.0.1:${service.service.pagesPort}`, text).ends());

describe('a page', () => {
  it('comes with its type, its length, and what keeps it to itself', async () => {
    const { status, headers, text } = await ask('/spring-sale');
    expect({ status, text }).toEqual({ status: 200, text: HTML });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(HTML)),
      'cache-control': 'public, max-age=0, s-maxage=1, stale-if-error=86400',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    const policy = headers['content-security-policy'];
    const parts = String(policy).split('; ');
    for (const part of [
      "default-src 'none'",
      'frame-src https:',
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "base-uri 'none'",
    ])
      expect(parts).toContain(part);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('is asked for by HEAD too, without its body', async () => {
    const [got, told] = [await ask('/spring-sale'), await ask('/spring-sale', { method: 'HEAD' })];
    const { date: _then, ...headers } = got.headers;
    expect(told).toMatchObject({ status: 200, text: '', headers });
  });

  it.each([
    ['br', true],
    ['gzip, deflate, br, zstd', true],
    ['BR', true],
    ['*', true],
    ['br;q=0.5, gzip', true],
    ['br;q=1.0', true],
    ['identity;q=0.5, br;q=0.5', true],
    ['', false],
    ['gzip', false],
    ['br;q=0', false],
    ['br;q=0.000, *', false],
    ['*;q=0', false],
    ['identity, br;q=0.9', false],
    ['br;q=nonsense', false],
    ['bread', false],
  ])('to %j is compressed: %j', async (accepted, isCompressed) => {
    const { headers, body } = await ask('/spring-sale', { headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(isCompressed ? 'br' : undefined);
    expect((isCompressed ? brotliDecompressSync(body) : body).toString()).toBe(HTML);
    expect(headers.vary).toBe('Accept-Encoding');
  });

  it('has another tag for other bytes, and is not sent to whoever has them', async () => {
    const plain = await ask('/spring-sale');
    const small = await ask('/spring-sale', { headers: { 'accept-encoding': 'br' } });
    expect(small.headers.etag).not.toBe(plain.headers.etag);
    const again = (tag: string, encoding = '') =>
      ask('/spring-sale', { headers: { 'if-none-match': tag, ...(encoding && { 'accept-encoding': encoding }) } });
    const etag = plain.headers.etag as string;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await again(tag);
      expect([tag, status, text]).toEqual([tag, 304, '']);
      expect(headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': plain.headers['cache-control'] });
    }
    for (const tag of ['"other"', etag.slice(1, -1), small.headers.etag as string, '""']) expect((await again(tag)).status).toBe(200);
    expect((await again(small.headers.etag as string, 'br')).status).toBe(304);
    expect((await again(etag, 'br')).status).toBe(200);
  });

  it('is one page whatever is asked behind its address, or named beside it', async () => {
    const plain = await ask('/spring-sale');
    const told = ({ date: _date, ...headers }: Record<string, unknown>) => headers;
    const disguises: Record<string, string>[] = [
      { 'x-forwarded-host': 'other.localhost', forwarded: 'host=other.localhost', 'x-host': 'other' },
      { 'x-original-url': '/admin', 'x-rewrite-url': '/admin', 'x-http-method-override': 'DELETE' },
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-prefix': '/x' },
      { range: 'bytes=0-3', cookie: 'a=b', authorization: 'Bearer x', accept: 'application/json', origin: 'https://other.example' },
    ];
    for (const headers of disguises) {
      const answer = await ask('/spring-sale?utm_source=x&<script>', { headers });
      expect(answer.text).toBe(HTML);
      expect(told(answer.headers)).toEqual(told(plain.headers));
    }
  });
});

describe('an address', () => {
  it('has one spelling, and leads there from those that people make of it', async () => {
    for (const path of ['/Spring-Sale', '/spring-sale/', '/SPRING-SALE/', `/${tentId}`, `/${tentId.toUpperCase()}`]) {
      const { status, headers } = await ask(`${path}?utm_source=poster`);
      expect([path, status, headers.location]).toEqual([path, 302, '/spring-sale?utm_source=poster']);
      expect(headers).toMatchObject({ 'content-length': '0', 'x-content-type-options': 'nosniff' });
    }
  });

  it.each([
    '/spring-sal',
    '/spring-sale//',
    '//spring-sale',
    '//evil.example/spring-sale/',
    '/spring-sale/x',
    '/./spring-sale',
    '/x/../spring-sale',
    '/..%2fspring-sale',
    '/%73pring-sale',
    '/spring%2Dsale',
    '/spring-sale%00',
    '/spring-sale%20',
    '/spring-sale.html',
    '/spring-sale;x',
    '/.spring-sale',
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\etc\\passwd',
    '/spring-sale#x',
    '/sitemap.xml',
    '/v1/contacts',
    '/healthz',
    '/metrics',
    '/mailbox',
    '/docs',
    '/openapi.json',
    '/submit',
    '/assets/',
    '/.well-known/security.txt',
    '/__proto__',
    '/constructor',
    `/${'x'.repeat(200)}`,
    '/',
  ])('%s leads nowhere', async (path) => {
    const { status, headers, text } = await ask(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain('There is no page here');
    expect(text).not.toContain('home page');
    expect(headers).not.toHaveProperty('location');
  });

  it('that leads nowhere says the way home where there is one', async () => {
    const other = await service.workspace();
    await givenPage({ db: service.db, workspaceId: other.id }, { path: '/', html: htmlSaying('Home') });
    const there = { host: `${other.slug}.localhost` };
    expect((await ask('/', there)).text).toContain('Home');
    const missing = await ask('/nothing', there);
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('<a href="/">');
  });

  it('of megabytes is refused', async () => {
    const { status } = await raw(`GET /${'x'.repeat(10 * 1024 * 1024)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(status).toBe(431);
    expect((await ask('/spring-sale')).status).toBe(200);
  });

  it('has what every host has', async () => {
    expect(await ask('/robots.txt')).toMatchObject({ status: 200, text: expect.stringContaining('User-agent: *') });
    expect(await ask('/favicon.ico')).toMatchObject({ status: 204, text: '' });
    for (const path of ['/robots.txt', '/favicon.ico']) expect((await ask(path, { host: 'nobody.localhost' })).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])('is not there for %s', async (method) => {
    for (const path of ['/spring-sale', '/', '/robots.txt']) {
      const { status, headers } = await ask(path, { method });
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD']);
    }
  });
});

describe('a host', () => {
  it('is known in every spelling', async () => {
    const port = service.service.pagesPort;
    for (const name of [host, host.toUpperCase(), `${host}.`, `${host}:${port}`, `${host}.:${port}`, `${host}:1`, `${host}:`])
      expect([name, (await ask('/spring-sale', { host: name })).status]).toEqual([name, 200]);
  });

  it('that is not ours has nothing', async () => {
    const other = await service.workspace();
    for (const name of [
      'localhost',
      'nobody.localhost',
      '127.0.0.1',
      '[::1]',
      'example.com',
      `${service.slug}.example.com`,
      `x.${host}`,
      `.${host}`,
      `${host}..`,
      `${host}@evil.example`,
      `evil.example/${host}`,
      `${service.slug}localhost`,
      `${service.slug}%2elocalhost`,
      `${host} evil`,
      `${'a'.repeat(70)}.localhost`,
      `${'a.'.repeat(200)}localhost`,
      '',
      `${other.slug}.localhost`,
    ])
      expect([name, (await ask('/spring-sale', { host: name })).status]).toEqual([name, 404]);
  });

  it('is named once, and for all', async () => {
    const get = (target: string, ...lines: string[]) => raw(`GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    for (const lines of [[`Host: ${host}`, `Host: ${host}`], [`Host: ${host}`, 'hOST: other.localhost'], ['X: y']])
      expect((await get('/spring-sale', ...lines)).status).toBe(400);
    expect((await get(`http://${host}/spring-sale`, `Host: ${host}:3001`)).status).toBe(200);
    expect((await get(`HTTP://${host}:80/spring-sale?x`, `Host: ${host}`)).status).toBe(200);
    for (const target of [
      'http://other.localhost/spring-sale',
      'ftp://x/',
      'http://',
      `http://user@${host}/spring-sale`,
      '*',
      'spring-sale',
    ])
      expect([target, (await get(target, `Host: ${host}`)).status]).toEqual([target, 400]);
    expect((await raw(`GET /spring-sale HTTP/1.0\r\nHost: ${host}\r\n\r\n`)).status).toBe(200);
    expect((await raw('GET /spring-sale HTTP/1.0\r\n\r\n')).status).toBe(404);
  });
});

describe('what is counted', () => {
  it('are answers, bytes, and where pages were read', async () => {
    for (let i = 0; i < 2; i++) await ask('/spring-sale');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    for (const line of [
      /bivouac_http_request_duration_seconds_count\{operation="showPage",status="200"\} [1-9]/,
      /bivouac_page_bytes_total [1-9]/,
      /bivouac_page_reads_total\{from="memory"\} [1-9]/,
      /bivouac_page_reads_total\{from="database"\} [1-9]/,
      /bivouac_page_bytes_held\{where="memory"\} [1-9]/,
    ])
      expect(metrics).toMatch(line);
  });
});
