/** Serving the reference: a page for every tag, compressed, cached by browsers, and without content from elsewhere. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inBothSchemes } from '../../scripts/reference/browser/colours.js';
import { tagsOf } from '../../scripts/reference/places.ts';
import { readable } from '../../scripts/reference/readable.ts';
import { Site } from '../../scripts/reference/site.ts';
import { operationsOf, readDocument } from '../../src/http/contract.ts';
import { MANIFEST, referenceFolder } from '../../src/http/docs/built.ts';
import { docsRoutes } from '../../src/http/docs.ts';
import { isAtLength } from '../support/at-length.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { builtReference } from '../support/reference.ts';

/** The service's address in the document. */
const ADDRESS = 'http://localhost:3000';

const tags = tagsOf(readDocument());

let server: Server;
let url: string;
beforeAll(async () => {
  await builtReference();
  server = createServer(express().use(docsRoutes(ADDRESS)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function ask(path: string, headers: Record<string, string> = {}): Promise<{ answer: IncomingMessage; body: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => get(url + path, { headers }, resolve).on('error', reject));
  return { answer, body: Buffer.concat(await answer.toArray()) };
}

it.runIf(isAtLength)('compresses as the reader asks', async () => {
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

it.each([
  '/docs',
  '/docs/contacts',
  '/docs/changes',
  '/docs/errors',
  '/docs/first-blast',
  '/docs/redoc.js',
  '/docs/operations.js',
  '/docs/style.css',
  '/openapi.json',
  '/openapi.yaml',
])('answers 304 for %s when it is known', async (path) => {
  const { answer } = await ask(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-cache');
  const again = await ask(path, { 'if-none-match': answer.headers.etag as string, 'accept-encoding': 'br' });
  expect(again.answer.statusCode).toBe(304);
  expect(again.body.length).toBe(0);
});

it.runIf(isAtLength)('names the address of the service wherever something is asked of it', async () => {
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
    for (const path of ['/docs', '/docs/contacts', '/openapi.json', '/openapi.yaml']) expect(await read(path), path).not.toContain(ADDRESS);
  } finally {
    elsewhere.close();
  }
});

it('shows each type of event with its example and the headers of its signature', async () => {
  const [, section = ''] = (await ask('/docs/webhooks')).body.toString().split('<section class="operation" id="email.bounced"');
  const [event = ''] = section.split('</section>');
  for (const words of ['webhook-id', 'webhook-timestamp', 'webhook-signature', '550 5.1.1 No such user']) expect(event).toContain(words);
});

it('lets nothing in from elsewhere', async () => {
  for (const path of ['/docs', '/docs/analytics', '/docs/changes']) {
    const { answer, body } = await ask(path);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(answer.headers['content-security-policy']).not.toMatch(/https?:|script-src[^;]*unsafe/);
    expect(body.toString()).not.toMatch(/(src|href)="https?:/);
  }
  expect((await ask('/docs/redoc.js')).body.toString()).not.toContain('cdn.redoc.ly');
});

it.runIf(isAtLength)('has every operation on the page of its tag, in colours for day and night', async () => {
  const unknown = new Set<string>();
  const scopes = new Map<string, string | undefined>(operationsOf(readDocument()).map(({ operationId, scope }) => [operationId, scope]));
  const pages = await Promise.all(tags.map(({ slug }) => ask(`/docs/${slug}`)));
  for (const [index, { slug, operations }] of tags.entries()) {
    const page = pages[index]?.body.toString();
    for (const { operationId, path, summary } of operations) {
      const [, section = ''] = page?.split(`data-operation="${operationId}"`) ?? [];
      const scope = scopes.get(operationId);
      if (scope) expect(section.split('</section>')[0], operationId).toContain(`The key needs the scope <code>${scope}</code>.`);
      expect(page).toContain(`<section class="operation" id="${operationId}" data-operation="${operationId}"`);
      expect(page).toContain(`<a id="tag/`);
      expect(page).toContain(path);
      expect(page).toContain(summary);
    }
    expect(page, slug).not.toMatch(/href="(?:\.\/|#(?:section|error|tag))/);
    // The colours with two variants are listed; all others must have one on purpose.
    const styles = /<style data-styled.*?<\/style>/s.exec(page ?? '')?.[0] ?? '';
    expect(styles).toContain('light-dark(#1d2b27,#e2e8e4)');
    inBothSchemes(styles.replaceAll(/light-dark\((?:[^()]|\([^()]*\))*\)/g, ''), (colour, property) =>
      unknown.add(`${property}: ${colour}`),
    );
  }
  expect([...unknown]).toEqual([]);
});

it('knows no other pages', async () => {
  for (const path of ['/docs/nothing', '/docs/contacts/listContacts', '/docs/index.html', '/docs/built.json']) {
    expect((await ask(path)).answer.statusCode, path).toBe(404);
  }
});

it('says that the reference is being built while it is not there, and shows it once it is', async () => {
  const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'bivouac-docs-'))}/`);
  const early = createServer(express().use(docsRoutes(ADDRESS, folder)));
  await new Promise<void>((listening) => early.listen(0, '127.0.0.1', listening));
  try {
    const own = `http://127.0.0.1:${(early.address() as AddressInfo).port}`;
    // Another document than this service's, or none.
    for (const manifest of [undefined, { fingerprint: 'of something else', drawn: [] }]) {
      if (manifest) writeFileSync(new URL(MANIFEST, folder), JSON.stringify(manifest));
      const answer = await fetch(`${own}/docs/contacts`);
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([503, 'no-store', '10']);
      expect(await answer.text()).toContain('The reference is being built');
    }
    // Other pages of the service look like the reference, built or not.
    for (const name of ['style.css', 'scheme.js', 'mark.svg']) expect((await fetch(`${own}/docs/${name}`)).status).toBe(200);
    cpSync(referenceFolder, folder, { recursive: true });
    expect((await fetch(`${own}/docs/contacts`)).status).toBe(200);
  } finally {
    early.close();
    rmSync(folder, { recursive: true });
  }
});

it('lists the operations of a tag where they cannot be drawn, and says what draws them', () => {
  const site = new Site(readDocument());
  const page = site.tagPage(site.tags[0] as (typeof site.tags)[0], undefined);
  expect(page).toContain('npm run docs');
  expect(page).toMatch(/<a href="#listContacts" id="listContacts">/);
  expect(page).not.toMatch(/redoc\.js|live -->/);
});

it('needs no package for drawing at run time', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const drawing = ['react', 'react-dom', 'redoc', 'styled-components'];
  expect(Object.keys(dependencies).filter((name) => drawing.includes(name))).toEqual([]);
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(drawing));
});

it('calls each answer by the name that the mock takes', async () => {
  const shared = { $ref: '#/components/examples/none' };
  const answer = (examples: object) => ({ content: { 'application/json': { examples } } });
  const { paths, components } = readable({
    paths: { '/x': { get: { responses: { 200: answer({ empty: shared, full: { summary: 'All', value: [1] } }) } } } },
    components: { responses: { Gone: answer({ gone: shared }) }, examples: { none: { summary: 'Nothing', value: [] } } },
  });
  const shown = paths['/x'].get.responses['200'].content['application/json'].examples;
  expect(shown).toEqual({ empty: { summary: 'empty · Nothing', value: [] }, full: { summary: 'full · All', value: [1] } });
  expect(components.responses.Gone.content['application/json'].examples.gone.summary).toBe('gone · Nothing');
  expect(components.examples).toEqual({});
  expect((await ask('/docs/contacts')).body.toString()).toContain('no_match · ');
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
