/** The whole way in a real browser: a page is written, published and opened, its form filled in and sent without a script; and the client. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Package from '../../src/client/index.ts';
import { must } from '../support/blast.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, photograph, viewsAt } from '../support/browser.ts';
import { guidesProxy, installClient } from '../support/client-package.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const { browser, service } = await openBrowserAndService();

/** A visitor with a browser of today that runs no script. */
async function visitor(width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled: false, userAgent });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

async function publish(prompt: string): Promise<{ id: string; url: string }> {
  const { api } = service;
  const { id } = await must(api.POST('/v1/tents', { body: { prompt } }));
  await service.drain();
  const params = { path: { tentId: id } };
  const { publication } = await must(api.POST('/v1/tents/{tentId}/publish', { params, body: { custom_page_alias: null } }));
  return { id, url: publication?.published_url as string };
}

describe('a page with a form', () => {
  it.each([
    ['A sign-up page for our guided hikes in May. A form asks for name and email. Green and sand.', 'en', 'Thank you', 1280, 'light'],
    ['Warteliste für ein Café in Leipzig, das im Herbst öffnet; Name, E-Mail, Lieblingskuchen', 'de', 'Vielen Dank', 390, 'dark'],
  ] as const)('brings a contact and figures: %s', async (prompt, language, thanks, width, scheme) => {
    const { id, url } = await publish(prompt);
    const page = await visitor(width, scheme);
    await page.goto(url);
    const email = `noor.${language}@mail.example`;
    for (const field of await page.locator('form input:visible:not([type=checkbox], [tabindex="-1"]), form textarea:visible').all()) {
      const [type, name] = [await field.getAttribute('type'), await field.getAttribute('name')];
      await field.fill(type === 'email' ? email : type === 'number' ? '2' : name === 'name' ? 'Noor Haddad' : 'Walnut');
    }
    for (const box of await page.locator('form input[type=checkbox]:visible').all()) await box.check();
    await page.locator('form button[type=submit], form button:not([type])').first().click();
    await page.getByRole('heading', { name: thanks }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    await photograph(page, `thanks-${language}-${width}-${scheme}`);
    // Sent once, however often the page that thanks is loaded again.
    await page.reload();
    await page.locator('main a').click();
    expect(page.url()).toBe(url);
    await page.context().close();

    const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email } } }));
    expect(items).toMatchObject([{ email, display_name: 'Noor Haddad', original_source: 'tent_form' }]);
    const query = { tent_id: id };
    await expect
      .poll(async () => (await must(service.api.GET('/v1/analytics/tent', { params: { query } }))).totals)
      .toEqual({ views: 2, unique_visitors: 1, submissions: 1, conversion_rate: 1 });
  });
});

describe('an answer to a form', () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await publish('A newsletter of a physics blog. A form asks for name and email.'));
  });

  it.each(viewsAt(1280))('is fit to be read, and lets the visitor try again, at %i px, %s', async (width, scheme) => {
    const page = await visitor(width, scheme);
    await page.goto(url);
    const fields = () => page.locator('form input:visible:not([type=checkbox], [tabindex="-1"])').all();
    const send = () => page.locator('form button[type=submit], form button:not([type])').first().click();
    // A browser that does not check what is required.
    await page.evaluate("document.querySelector('form').noValidate = true");
    await send();
    await page.getByRole('heading', { name: 'This has not been sent' }).waitFor();
    expect(await overflows(page)).toBe(false);
    await photograph(page, `form-error-${width}-${scheme}`);
    await page.getByRole('link', { name: 'Back to the page' }).click();
    const email = `noor.${width}.${scheme}@mail.example`;
    for (const field of await fields()) await field.fill((await field.getAttribute('name')) === 'email' ? email : 'Noor Haddad');
    for (const box of await page.locator('form input[type=checkbox]:visible').all()) await box.check();
    await send();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await overflows(page)).toBe(false);
    await photograph(page, `thanks-${width}-${scheme}`);
    await page.context().close();
    const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email } } }));
    expect(items).toMatchObject([{ display_name: 'Noor Haddad' }]);
  });

  it('has nothing that keeps people out', async () => {
    const page = await (await browser.newContext()).newPage();
    const thanks = `${url.replace(/\/([^/]+)$/, '/submit/$1/')}${await formOf(url)}/thanks`;
    await page.goto(thanks);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(url);
    await page.evaluate("document.querySelector('form').noValidate = true; document.querySelector('form').submit()");
    await page.getByRole('heading', { name: 'This has not been sent' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
  });
});

const formOf = async (url: string): Promise<string> => {
  const tentId = url.slice(url.lastIndexOf('/') + 1);
  const { forms } = await must(service.api.GET('/v1/tents/{tentId}', { params: { path: { tentId } } }));
  return forms?.[0]?.form_id as string;
};

describe('the client', () => {
  it('runs in a page, behind the proxy of its guide, without a key', async () => {
    const project = await mkdtemp(join(tmpdir(), 'bivouac-site-'));
    await installClient(project);
    vi.stubEnv('BIVOUAC_URL', service.url).stubEnv('BIVOUAC_API_KEY', service.apiKey);
    const proxy = await guidesProxy();
    const modules = { 'bivouac-client': '/modules/bivouac-client/index.js', 'openapi-fetch': '/modules/openapi-fetch/dist/index.mjs' };
    const site = `<!doctype html><script type="importmap">${JSON.stringify({ imports: modules })}</script>
      <script type="module">import * as client from 'bivouac-client'; window.client = client;</script>`;
    const server = createServer(async (request, response) => {
      const { url = '', method = 'GET' } = request;
      if (url === '/') return response.setHeader('Content-Type', 'text/html').end(site);
      if (url.startsWith('/modules/')) {
        const file = await readFile(join(project, 'node_modules', url.slice('/modules/'.length)));
        return response.setHeader('Content-Type', 'text/javascript').end(file);
      }
      const body = method === 'GET' ? null : (Readable.toWeb(request) as ReadableStream);
      const headers = request.headersDistinct as Record<string, never>;
      const answer = await proxy(new Request(`http://site.test${url}`, { method, headers, body, duplex: 'half' }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.bytes());
    });
    server.listen(0);
    await once(server, 'listening');
    const { page, errors } = await openPage(browser, 1280);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

    await page.waitForFunction('window.client');
    const said = await page.evaluate(async () => {
      // The page's own script has put it there.
      const { asFile, createClient, items, unwrap } = (globalThis as never as { client: typeof Package }).client;
      const bivouac = createClient({ baseUrl: '/api', apiKey: null });
      const { email_id } = await unwrap(bivouac.POST('/v1/emails', { body: { name: 'From a page' } }));
      const params = { path: { emailId: email_id } };
      const html = await unwrap(bivouac.GET('/v1/emails/{emailId}/content', { params }));
      const file = [asFile('map.txt', 'Up the hill.')];
      const { assets } = await unwrap(bivouac.POST('/v1/emails/{emailId}/assets', { params, body: { file } }));
      const names: string[] = [];
      for await (const { name } of items(({ cursor }) => bivouac.GET('/v1/emails', { params: { query: { cursor } } }))) names.push(name);
      const wrong = await unwrap(bivouac.GET('/v1/emails', { params: { query: { cursor: 'x' } } })).catch(({ message }) => message);
      const dead = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: null, retries: 1 });
      const lost = await dead.GET('/v1/emails').catch(({ message }) => message);
      return { isPage: html.includes('<html'), asset: assets[0]?.file_name, names, wrong, lost };
    });
    expect(said).toEqual({
      isPage: true,
      asset: 'map.txt',
      names: ['From a page'],
      wrong: expect.stringMatching(/^GET \/api\/v1\/emails answered 400 invalid_cursor: .* \(request [\w-]+\)$/),
      lost: 'GET http://127.0.0.1:1/v1/emails: Failed to fetch after 2 attempts',
    });
    // Only the intended failures.
    expect(errors.filter((error) => !/400|ERR_UNSAFE_PORT/.test(error))).toEqual([]);

    await page.context().close();
    await new Promise((resolve) => server.close(resolve));
    await rm(project, { recursive: true });
    vi.unstubAllEnvs();
  });
});
