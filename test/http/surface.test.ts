import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readBody } from '../../src/http/body.ts';
import type { Operation } from '../../src/http/contract.ts';
import { createKey, revokeKey } from '../../src/workspaces/keys.service.ts';
import { document } from '../support/client.ts';
import { fromPostmark, POSTMARK } from '../support/hooks.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ HOOK_POSTMARK_CREDENTIALS: POSTMARK });
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${service.apiKey}`, ...headers } });

describe('paths and methods', () => {
  it.each([
    ...['/v1', '/v1/', '/v1/nothing', '/v1/contacts/', '/v1//contacts', '/V1/contacts', '/nothing', '/v1/contacts/%zz'],
    ...['/hooks', '/hooks/', '/hooks/nothing', '/hooks/ses', '/hooks/postmark/', '/hooks/postmark/more', '/Hooks/postmark'],
  ])('%s is unknown', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error_code: 'not_found' });
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
      { body: { pointer: '', required: true }, texts: [] as string[] } as Operation,
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

  it('takes up to 5 MiB', async () => {
    const most = 5 * 1024 * 1024;
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
  it('stop working when they expire or are revoked, within seconds', async () => {
    const { db, clock } = service;
    const soon = new Date(clock.now().getTime() + 60_000);
    const expiring = await createKey(db, { workspaceId: service.id, name: 'Expiring', expiresAt: soon }, clock.now());
    const revoked = await createKey(db, { workspaceId: service.id, name: 'Revoked' }, clock.now());
    const status = async (token: string) =>
      (await fetch(`${service.url}/v1/contacts`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status(expiring.token)).toBe(200);
    expect(await status(revoked.token)).toBe(200);
    await revokeKey(db, revoked.id, clock.now());
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
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
    await get('/v1/contacts');
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(/bivouac_http_request_duration_seconds_count\{operation="listContacts",status="200"\} \d+/);
    expect(metrics).toContain('bivouac_queue_depth{queue="deliver-bulk",state="ready"} 0');
  });

  it('publish the document in both notations', async () => {
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
