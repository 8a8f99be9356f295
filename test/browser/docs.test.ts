/** The published reference, in a real browser: from the service, and as a folder of files. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagsOf } from '../../scripts/reference/places.ts';
import { readDocument } from '../../src/http/contract.ts';
import { referenceFolder } from '../../src/http/docs/built.ts';
import { docsRoutes } from '../../src/http/docs.ts';
import { isAtLength } from '../support/at-length.ts';
import { accessibilityProblems, launchBrowser, openPage, overflows, SCREENS, viewsAt } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { builtReference } from '../support/reference.ts';

/** The page with the most on it. */
const BIGGEST = 'email-flows';

let server: Server;
let url: string;
let browser: Browser;
beforeAll(async () => {
  await builtReference();
  server = createServer({ keepAliveTimeout: PATIENCE_MS }, express().use(docsRoutes('http://localhost:3000')));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const screens = viewsAt(1440);

/** How far below the top of the window something starts. */
const topOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.y;

describe('the reference', () => {
  it.runIf(isAtLength).each(screens)('is readable for everybody at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    // All pages of operations are drawn with the same parts, and it takes a while to look at the biggest.
    for (const [path, heading] of [
      ['/docs', 'Bivouac API'],
      ['/docs/errors', 'Errors'],
      ['/docs/first-blast', 'A first blast'],
      ['/docs/tents', 'Tents'],
      ['/docs/changes', 'Changes to the API'],
    ] as const) {
      await page.goto(url + path);
      expect(await page.textContent('h1')).toContain(heading);
      expect(await overflows(page), path).toBe(false);
      await page.screenshot({ path: `${SCREENS}/docs${path.replaceAll('/', '-')}-${width}-${scheme}.png` });
      // Parts far off the screen have no layout, so their positions would be wrong.
      if (path === '/docs/tents') await page.addStyleTag({ content: '.operation { content-visibility: visible !important }' });
      expect(await accessibilityProblems(page), path).toEqual([]);
    }
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('takes over what was drawn ahead without drawing it anew, and answers to its readers', async () => {
    const { page, errors } = await openPage(browser, 1440);
    await page.goto(`${url}/docs/${BIGGEST}`);
    await page.waitForFunction('typeof Redoc === "object"');
    const markup = () => page.locator('.redoc').evaluateAll((parts: any[]) => parts.map((part) => part.innerHTML));
    const ahead = await markup();
    expect(ahead).toHaveLength(tagsOf(readDocument()).find(({ slug }) => slug === BIGGEST)?.operations.length ?? 0);
    await page.evaluate("for (const one of document.querySelectorAll('.operation')) one.dispatchEvent(new Event('focusin'))");
    await page.evaluate('new Promise((done) => setTimeout(() => requestIdleCallback(done), 0))');
    // React reports in the console when the page differs from its own drawing.
    expect(errors).toEqual([]);
    expect(await markup()).toEqual(ahead);

    const section = page.locator('#createEmailFlow');
    await section.locator('button[aria-expanded=true]').click();
    await expect.poll(() => section.locator('button[aria-expanded=false]').count()).toBe(1);
    await section.locator('[role=tab] >> text=TypeScript').click();
    await expect.poll(() => section.locator('[role=tabpanel] >> text=bivouac').count()).toBeGreaterThan(0);
    expect(page.url()).toBe(`${url}/docs/${BIGGEST}`);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('leads to an operation from all that ever named it, and the menu follows', async () => {
    const { page, errors } = await openPage(browser, 1440);
    const place = `${url}/docs/email-blasts#sendEmailBlastNow`;
    for (const link of ['/docs#tag/Email-blasts/operation/sendEmailBlastNow', '/docs/email-blasts#sendEmailBlastNow']) {
      await page.goto('about:blank');
      await page.goto(url + link);
      await page.waitForURL(place);
      await expect.poll(() => topOf(page, '#sendEmailBlastNow h2')).toBeLessThan(200);
      await expect.poll(() => page.textContent('#menu [aria-current=location]')).toContain('Send an email blast now');
      expect(await topOf(page, '#menu [aria-current=location]')).toBeLessThan(900);
    }
    // Links of the document that stand on another page.
    await page.goto(`${url}/docs/contacts#error/not_found`);
    await page.waitForURL(`${url}/docs/errors#not_found`);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('leads from its guide to every operation, error and section that it names', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${url}/docs`);
    const links: string[] = await page.locator('main a[href*="#"]').evaluateAll((nodes: any[]) => nodes.map((node) => node.href));
    expect(links.length).toBeGreaterThan(50);
    const pages = new Map<string, string>();
    for (const link of links) {
      const { pathname, hash } = new URL(link);
      if (!pages.has(pathname)) pages.set(pathname, await (await fetch(url + pathname)).text());
      expect(pages.get(pathname), link).toContain(` id="${decodeURIComponent(hash.slice(1))}"`);
    }
    await page.click('main a[href="/docs/errors#idempotency_key_mismatch"]');
    await page.waitForURL('**/docs/errors#idempotency_key_mismatch');
    await expect.poll(() => topOf(page, ':target')).toBeGreaterThan(50);
    expect(await topOf(page, ':target')).toBeLessThan(300);
    await page.context().close();
  });

  it.runIf(isAtLength).each(screens)('shows an error that it is asked for, with its remedy, at %i px, %s', async (width, scheme) => {
    const { page, errors } = await openPage(browser, width, scheme);
    // As `documentation_url` names it, and as it did before errors had a page.
    for (const address of ['/docs/errors#rate_limited', '/docs#error/rate_limited']) {
      await page.goto('about:blank');
      await page.goto(url + address);
      await page.waitForURL(`${url}/docs/errors#rate_limited`);
      await expect.poll(() => topOf(page, ':target')).toBeLessThan(300);
      expect(await page.locator(':target ~ p:has-text("Remedy.")').first().textContent()).toContain('Retry-After');
    }
    expect(await overflows(page)).toBe(false);
    await page.screenshot({ path: `${SCREENS}/docs-error-${width}-${scheme}.png` });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('fits windows of any width', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${url}/docs`);
    // Narrow phones, phones, and on either side of where the menu goes.
    for (const width of [320, 375, 560, 768, 801, 960, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflows(page), String(width)).toBe(false);
    }
    await page.setViewportSize({ width: 390, height: 900 });
    // If the head of a table is hidden, its cells carry their headings.
    const label = (row: string) =>
      page.evaluate(
        `getComputedStyle([...document.querySelectorAll('tr')].find((row) => row.textContent.includes('${row}')).lastElementChild, '::before').content`,
      );
    expect(await label('the same: boolean')).toBe('"operators: "');
    expect(await page.innerText('header nav a[href="/openapi.json"]')).toMatch(/^openapi/);
    await page.context().close();
  });

  it.runIf(isAtLength)('can be read and walked without scripts, on a phone too', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 900 }, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url}/docs`);
    expect(await page.isVisible('#menu')).toBe(false);
    await page.click('button[popovertarget=menu]');
    await page.click('#menu >> text=Suppressions');
    await page.waitForURL(`${url}/docs/suppressions`);
    expect(await page.isVisible('#addSuppressions h2')).toBe(true);
    // A busy browser may take a click for one on what is not laid out yet.
    const follow = async () => {
      await page.click('.overview >> text=Remove suppressed addresses');
      return topOf(page, '#removeSuppressions h2');
    };
    await expect.poll(follow).toBeLessThan(250);
    await page.click('a[rel=next]');
    await page.waitForURL(`${url}/docs/consent`);
    await context.close();
  });

  it.runIf(isAtLength)('copies code, paths and links, and remembers its colours', async () => {
    const { page } = await openPage(browser, 1440);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await page.goto(`${url}/docs`);
    await page.click('.code:first-of-type .copy');
    await expect.poll(copied).toContain('curl http://localhost:3000/v1/contacts');

    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.click('button.scheme');
    expect(await ground()).toBe(light);
    await page.click('button.scheme');
    expect(await page.getAttribute('button.scheme', 'aria-label')).toBe('Colours: dark');
    expect(await ground()).not.toBe(light);

    await page.goto(`${url}/docs/suppressions`);
    expect(await ground()).not.toBe(light);
    await page.click('#addSuppressions >> text=Copy path');
    await expect.poll(copied).toBe('/v1/suppressions');
    await page.click('#addSuppressions >> text=Copy link');
    await expect.poll(copied).toBe(`${url}/docs/suppressions#addSuppressions`);
    await page.context().close();
  });
});

describe('the folder that npm run docs writes', () => {
  let host: Server;
  let address: string;
  beforeAll(async () => {
    host = createServer(express().use('/help/bivouac', express.static(fileURLToPath(referenceFolder))));
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/help/bivouac`;
  });
  afterAll(() => void host?.close());

  it.runIf(isAtLength)('works at any address, and from a disk', async () => {
    for (const base of [address, referenceFolder.href.replace(/\/$/, '')]) {
      const { page, foreign, errors } = await openPage(browser, 1440);
      await page.goto(`${base}/index.html#tag/Contacts/operation/listContacts`);
      await page.waitForURL(`${base}/contacts.html#listContacts`);
      await page.locator('#listContacts').dispatchEvent('focusin');
      await page.locator('#listContacts [role=tab] >> text=TypeScript').click();
      await expect.poll(() => page.locator('#listContacts [role=tabpanel] >> text=bivouac').count()).toBeGreaterThan(0);
      // There is no service to be asked from here.
      expect(await page.locator('button:has-text("Try it")').count()).toBe(0);
      await page.click('nav >> text=Changes');
      await page.waitForSelector(`h2:has-text("${readDocument().info.version}")`);
      // The script that hears keys comes last.
      await page.waitForLoadState();
      expect([...foreign, ...errors]).toEqual([]);
      await page.keyboard.press('/');
      if (base === address) {
        await page.fill('[role=combobox]', 'getContact');
        await page.click('[role=option] >> nth=0');
        await page.waitForURL(`${base}/contacts.html#getContact`);
        const feed = (await page.getAttribute('link[rel=alternate]', 'href')) as string;
        expect(await (await fetch(new URL(feed, page.url()))).text()).toContain('href="./changes.html#v1.0.0"');
      } else {
        await expect
          .poll(() => page.textContent('dialog.search [role=status]'))
          .toContain('works where the reference comes from a web server');
      }
      if (base === address) {
        for (const name of ['json', 'yaml']) {
          const link = await page.getAttribute(`nav a:has-text("openapi.${name}")`, 'href');
          expect((await fetch(new URL(link as string, page.url()))).status).toBe(200);
        }
      }
      await page.context().close();
    }
  });
});
