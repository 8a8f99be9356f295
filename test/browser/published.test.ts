/** Published pages in a real browser: the reach of a script, and the page at a wrong address. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { accessibilityProblems, launchBrowser, openPage, overflows, photograph, viewsAt } from '../support/browser.ts';
import { givenPage, htmlSaying } from '../support/pages.ts';
import { closeServer } from '../support/raw.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let service: TestService;
let other: TestWorkspace;
let browser: Browser;
/** A server that allows every origin, and records requests. */
let open: Server;
let elsewhere: string;
let asked: string[] = [];
beforeAll(async () => {
  // Browsers know that names below localhost are this machine.
  service = await startTestService({ PORT: String(await freePort()), PAGES_PORT: String(await freePort()) });
  other = await service.workspace();
  await givenPage({ db: service.db, workspaceId: other.id }, { path: 'theirs', html: htmlSaying('Theirs') });
  open = createServer((request, response) => {
    asked.push(request.url as string);
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': request.url === '/script' ? 'text/javascript' : 'image/png',
    });
    response.end(request.url === '/script' ? 'window.foreign = true' : PIXEL);
  });
  await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://localhost:${(open.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await closeServer(open);
  await service?.stop();
});

const originOf = ({ slug }: { slug: string }) => `http://${slug}.localhost:${service.service.pagesPort}`;
let counter = 0;

/** Publishes HTML and opens it. */
async function opened(body: string, width = 800): Promise<{ page: Page; errors: string[] }> {
  counter += 1;
  const path = `page-${counter}`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`;
  await givenPage({ db: service.db, workspaceId: service.id }, { path, html });
  const { page, errors } = await openPage(browser, width);
  await page.goto(`${originOf(service)}/${path}`);
  return { page, errors };
}

/** The results of each script of a page. */
async function outcomesOf(...scripts: string[]): Promise<unknown[]> {
  asked = [];
  const attempt = (script: string) => `(async () => { ${script} })().catch((error) => 'refused: ' + error.name)`;
  const { page } = await opened(`<script>window.outcomes = Promise.all([${scripts.map(attempt).join(', ')}])</script>`);
  const outcomes = await page.evaluate('window.outcomes');
  await page.context().close();
  return outcomes as unknown[];
}

describe('a script that stands in a page', () => {
  it.runIf(isAtLength)('works, and reads its own origin', async () => {
    const path = 'own-data';
    await givenPage({ db: service.db, workspaceId: service.id }, { path, html: htmlSaying('Own') });
    const outcomes = await outcomesOf(
      `return (await (await fetch('/${path}')).text()).includes('Own')`,
      "localStorage.setItem('a', 'b'); document.cookie = 'mine=1'; return localStorage.getItem('a') + document.cookie",
    );
    expect(outcomes).toEqual([true, 'bmine=1']);
  });

  it.runIf(isAtLength).each(
    (
      [
        ['the API', () => `${service.url.replace('127.0.0.1', 'localhost')}/v1/contacts`],
        ['the document of the API', () => `${service.url.replace('127.0.0.1', 'localhost')}/openapi.json`],
        ['the mailbox', () => `${service.url.replace('127.0.0.1', 'localhost')}/mailbox`],
        ["another workspace's page", () => `${originOf(other)}/theirs`],
        ['a service that lets every origin read', () => elsewhere],
      ] as [string, () => string][]
    ).slice(0, rounds(2, 5)),
  )('cannot ask %s', async (_what, address) => {
    const url = address();
    const requests = [
      `return (await fetch('${url}')).text()`,
      `return (await fetch('${url}', { mode: 'no-cors', credentials: 'include' })).type`,
      `return (await fetch('${url}', { method: 'POST', headers: { authorization: 'Bearer x' }, body: '{}' })).status`,
      `return new Promise((resolve) => { const request = new XMLHttpRequest(); request.open('GET', '${url}'); request.onload = () => resolve(request.responseText); request.onerror = () => resolve('refused: XHR'); request.send() })`,
      `return new Promise((resolve) => { const source = new EventSource('${url}'); source.onopen = () => resolve('opened'); source.onerror = () => resolve('refused: events') })`,
      `return new Promise((resolve) => { const socket = new WebSocket('${url.replace('http', 'ws')}'); socket.onopen = () => resolve('opened'); socket.onerror = () => resolve('refused: socket') })`,
      `const worker = new Worker(URL.createObjectURL(new Blob(['fetch("${url}").then(() => postMessage("asked"), () => postMessage("refused: fetch"))']))); return new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); worker.onerror = () => resolve('refused: worker') })`,
    ];
    const outcomes = await outcomesOf(...requests);
    for (const [n, request] of requests.entries()) expect([request, outcomes[n]]).toEqual([request, expect.stringMatching(/^refused: /)]);
    expect(asked).toEqual([]);
  });

  it.runIf(isAtLength)("sees nothing of another workspace's page, in a frame or in a window", async () => {
    const [framed] = await outcomesOf(`
      const frame = document.createElement('iframe');
      frame.src = '${originOf(other)}/theirs';
      document.body.append(frame);
      await new Promise((resolve) => { frame.onload = resolve });
      return frame.contentDocument ? frame.contentDocument.body.textContent : 'refused: frame'`);
    expect(framed).toBe('refused: frame');
    const { page } = await opened(`<iframe src="${originOf(other)}/theirs"></iframe>`);
    // The browser shows its own error page.
    for (const frame of page.frames().slice(1)) expect(await frame.content()).not.toContain('Theirs');
    await page.context().close();
    const { page: opener } = await opened('<button>Open</button>');
    const [theirs] = await Promise.all([
      opener.context().waitForEvent('page'),
      opener.evaluate(`window.theirs = window.open('${originOf(other)}/theirs')`),
    ]);
    await theirs.waitForSelector('h1');
    const seen = `(() => { try { document.domain = 'localhost' } catch {} try { return window.theirs.document.body.textContent } catch (error) { return 'refused: ' + error.name } })()`;
    expect(await opener.evaluate(seen)).toMatch(/^refused: /);
    await opener.context().close();
  });

  it.runIf(isAtLength)('sets no cookie for the API or for another workspace', async () => {
    const { page } = await opened(`<script>
      for (const domain of ['localhost', '.localhost', '${other.slug}.localhost', '127.0.0.1'])
        for (const path of ['/', '/v1'])
          document.cookie = 'planted=' + domain + '; path=' + path + '; domain=' + domain;
      document.cookie = 'mine=1; path=/';
    </script>`);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, domain }) => [name, domain])).toEqual([['mine', `${service.slug}.localhost`]]);
    await page.goto(`${originOf(other)}/theirs`);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.context().close();
  });
});

describe('a page', () => {
  it.runIf(isAtLength)('runs no script from elsewhere, and sends no form there', async () => {
    asked = [];
    const { page } = await opened(
      `<base href="${elsewhere}/"><script src="${elsewhere}/script"></script><form action="${elsewhere}/form"><button>Send</button></form><object data="${elsewhere}/object"></object>`,
    );
    const refused = `new Promise((resolve) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => effectiveDirective === 'form-action' && resolve(effectiveDirective));
      document.forms[0].requestSubmit();
    })`;
    expect(await page.evaluate(refused)).toBe('form-action');
    expect(await page.evaluate('[window.foreign, document.baseURI]')).toEqual([undefined, page.url()]);
    expect(asked).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('shows pictures of tents, from the API and from its own host, and those of others', async () => {
    const form = new FormData();
    form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
    const template = await service.api.POST('/v1/tent-templates', { body: { name: 'Page', code: '<!doctype html><p>Page</p>' } });
    const uploaded = await fetch(`${service.url}/v1/tent-templates/${(template.data as { template_id: string }).template_id}/assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}` },
      body: form,
    });
    const { assets } = (await uploaded.json()) as { assets: { url: string }[] };
    const url = assets[0]?.url as string;
    const { page, errors } = await opened(
      `<img src="${url}" alt=""><img src="${new URL(url).pathname}" alt=""><img src="${elsewhere}/x.png" alt="">`,
    );
    await page.waitForLoadState('load');
    expect(await page.evaluate('[...document.images].map((image) => image.naturalWidth)')).toEqual([1, 1, 1]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('an address where there is nothing', () => {
  it.each(viewsAt(1280))('says so at %i px, %s', async (width, scheme) => {
    const home = await service.workspace();
    await givenPage({ db: service.db, workspaceId: home.id }, { path: '/', html: htmlSaying('Home') });
    const { page, foreign } = await openPage(browser, width, scheme);
    const answer = await page.goto(`${originOf(home)}/nothing-here`);
    expect(answer?.status()).toBe(404);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await photograph(page, `page-not-found-${width}-${scheme}`);
    await page.click('a');
    expect(await page.textContent('h1')).toBe('Home');
    expect(foreign.filter((url) => !new URL(url).hostname.endsWith('.localhost'))).toEqual([]);
    await page.context().close();
  });
});
