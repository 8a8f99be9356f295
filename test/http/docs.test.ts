/** How the reference is served: compressed, remembered by browsers, and closed to everything from elsewhere. */
import { readFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readable } from '../../src/http/docs/script.ts';
import { docsRoutes } from '../../src/http/docs.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** Where the document itself says that the service is. */
const ADDRESS = 'http://localhost:3000';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(express().use(docsRoutes(ADDRESS)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function ask(path: string, headers: Record<string, string> = {}): Promise<{ answer: IncomingMessage; body: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => get(url + path, { headers }, resolve).on('error', reject));
  return { answer, body: Buffer.concat(await answer.toArray()) };
}

it('compresses as the reader asks', async () => {
  const document = readFileSync('generated/openapi.json');
  const plain = await ask('/openapi.json');
  const zipped = await ask('/openapi.json', { 'accept-encoding': 'gzip' });
  const brotli = await ask('/openapi.json', { 'accept-encoding': 'gzip, br' });
  expect(plain.answer.headers['content-encoding']).toBeUndefined();
  expect(plain.body.equals(document)).toBe(true);
  expect(zipped.answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body).equals(document)).toBe(true);
  expect(brotli.answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).equals(document)).toBe(true);
  expect(brotli.answer.headers.vary).toContain('Accept-Encoding');
  expect(brotli.body.length).toBeLessThan(document.length / 5);
});

it.each(['/docs', '/docs/changes', '/docs/redoc.js', '/docs/style.css', '/openapi.json', '/openapi.yaml'])(
  'answers 304 for %s when it is known',
  async (path) => {
    const { answer } = await ask(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
    const again = await ask(path, { 'if-none-match': answer.headers.etag as string, 'accept-encoding': 'br' });
    expect(again.answer.statusCode).toBe(304);
    expect(again.body.length).toBe(0);
  },
);

it('names the address of the service wherever something is asked of it', async () => {
  // Much is read between two requests; the connection stays meanwhile.
  const elsewhere = createServer({ keepAliveTimeout: PATIENCE_MS }, express().use(docsRoutes('https://api.junipertrail.com/mail')));
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  try {
    const own = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const read = async (path: string) => (await fetch(own + path)).text();
    const json = JSON.parse(await read('/openapi.json'));
    expect(json.servers.map((one: { url: string }) => one.url)).toEqual(['https://api.junipertrail.com/mail']);
    expect(json.paths['/v1/contacts'].get['x-codeSamples'][0].source).toContain("'https://api.junipertrail.com/mail/v1/contacts'");
    expect(json).toEqual(parse(await read('/openapi.yaml')));
    expect(await read('/docs')).toContain('curl https://api.junipertrail.com/mail/v1/contacts');
    for (const path of ['/docs', '/openapi.json', '/openapi.yaml']) expect(await read(path), path).not.toContain(ADDRESS);
  } finally {
    elsewhere.close();
  }
});

it('lets nothing in from elsewhere', async () => {
  for (const path of ['/docs', '/docs/changes']) {
    const { answer, body } = await ask(path);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(answer.headers['content-security-policy']).not.toMatch(/https?:|script-src[^;]*unsafe/);
    expect(body.toString()).not.toMatch(/(src|href)="https?:/);
  }
  expect((await ask('/docs/redoc.js')).body.toString()).not.toContain('cdn.redoc.ly');
});

it('gives constants a type and the branches of a union short names', () => {
  const branch = (kind: string) => ({ type: 'object', properties: { kind: { const: kind } } });
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const { components } = readable({
    components: {
      schemas: {
        SetAudience: { oneOf: [reference('SetAudienceExisting'), reference('SetAudienceInlineList'), { type: 'null' }] },
        SetAudienceExisting: branch('existing'),
        SetAudienceInlineList: branch('inline'),
        Created: { anyOf: [reference('Field'), reference('FieldBatch')] },
        Field: { ...branch('one'), title: 'One field' },
        Conditions: {
          type: 'object',
          properties: { if: { type: 'string' } },
          if: { required: ['a'] },
          else: { required: ['b'] },
          anyOf: [{ required: ['a'] }, { not: { required: ['b'] } }],
        },
        FieldBatch: { type: 'string', format: 'uuid', pattern: '^x$' },
      },
    },
  });
  expect(components.schemas.SetAudienceExisting).toMatchObject({ title: 'Existing', properties: { kind: { type: 'string' } } });
  expect(components.schemas.SetAudienceInlineList.title).toBe('Inline list');
  expect(components.schemas.Field.title).toBe('One field');
  expect(components.schemas.FieldBatch).toEqual({ type: 'string', format: 'uuid', title: 'Field batch' });
  expect(components.schemas.Conditions).toEqual({ type: 'object', properties: { if: { type: 'string' } } });
});
