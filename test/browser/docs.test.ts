/** The published reference, in a real browser: drawn by the service, and as a folder of files. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '../../src/http/contract.ts';
import { accessibilityProblems, launchBrowser, openPage, overflows, SCREENS } from '../support/browser.ts';
import { operations } from '../support/client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** From now on the operations are not drawn, which takes a browser some seconds: what is asked is on the page without them. */
const leaveUndrawn = (page: Page) => page.route('**/reference.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));

describe('the reference', () => {
  it.each([1440, 390])('draws every operation and finds them at %i px, with nothing from elsewhere', async (width) => {
    const { page, foreign, errors } = await openPage(browser, width);
    await page.goto(`${service.url}/docs`);
    await page.waitForSelector('.api-content');
    const text = (await page.textContent('body')) ?? '';
    for (const { path } of operations) expect(text).toContain(path);
    expect(await page.textContent('nav[aria-label=Documentation] [aria-current]')).toBe('Reference');
    expect(await overflows(page)).toBe(false);
    await page.screenshot({ path: `${SCREENS}/docs-${width}.png` });

    // On a phone the menu is behind the button at the lower right.
    if (width === 390) await page.mouse.click(width - 50, 900 - 75);
    await page.fill('.search-input', 'send blast now');
    await page.click('[data-role="search:results"] >> text=Send an email blast now');
    await expect.poll(() => page.url()).toContain('operation/sendEmailBlastNow');
    expect(await overflows(page)).toBe(false);
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });

  it('opens at the operation that the address names, and the menu follows', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${service.url}/docs#tag/Email-blasts/operation/sendEmailBlastNow`);
    const heading = page.locator('h2:has-text("Send an email blast now")');
    await heading.waitFor();
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200);
    const label = page.locator('.menu-content label.active').last();
    await expect.poll(() => label.textContent()).toContain('Send an email blast now');
    await expect.poll(async () => (await label.boundingBox())?.y).toBeLessThan(900);
    await page.screenshot({ path: `${SCREENS}/docs-operation.png` });
    await page.context().close();
  });

  it('leads from its guide to every operation, error and section that it names', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${service.url}/docs`);
    await page.waitForSelector('.api-content');
    const read = (selector: string, attribute: string): Promise<string[]> =>
      page.locator(selector).evaluateAll((nodes: any[], name) => nodes.map((node) => node.getAttribute(name)), attribute);
    const places = await read('[data-section-id]', 'data-section-id');
    const links = (await read('.api-content a[href^="#"]', 'href')).map((link) => decodeURIComponent(link.slice(1)));
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !places.includes(link))).toEqual([]);

    await page.click('a[href="#error/idempotency_key_mismatch"]');
    const row = page.locator('td:has([data-section-id="error/idempotency_key_mismatch"])');
    await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(900);
    await page.screenshot({ path: `${SCREENS}/docs-errors.png` });
    await page.context().close();
  });

  it('can be read before the operations are drawn', async () => {
    const { page } = await openPage(browser, 390);
    await page.route('**/docs/reference.js', (route) => route.abort());
    await page.goto(`${service.url}/docs`);
    expect(await page.textContent('h1')).toContain('Bivouac API');
    expect(await page.textContent('article')).toContain('Authorization: Bearer');
    expect(await overflows(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.context().close();
  });

  it('says so when the document cannot be had', async () => {
    const { page } = await openPage(browser, 390);
    await page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }));
    await page.goto(`${service.url}/docs`);
    await expect.poll(() => page.textContent('[role=status]')).toContain('could not be drawn');
    await page.context().close();
  });
});

describe('the changes', () => {
  it.each([1440, 390])('are readable for everybody at %i px', async (width) => {
    const { page, foreign, errors } = await openPage(browser, width);
    await page.goto(`${service.url}/docs/changes`);
    // Above it may be what is not released yet.
    expect((await page.locator('main h2').allTextContents()).join('\n')).toContain(readDocument().info.version);
    expect(await page.textContent('nav[aria-label=Documentation] [aria-current]')).toBe('Changes');
    expect(await overflows(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.screenshot({ path: `${SCREENS}/docs-changes-${width}.png` });
    await leaveUndrawn(page);
    await page.click('text=Reference');
    await page.waitForSelector('h1:has-text("Bivouac API")');
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });
});

describe('the folder that npm run docs writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bivouac-docs-'));
  let server: Server;
  let address: string;
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/docs.ts', folder]);
    server = createServer(express().use('/help/bivouac', express.static(folder)));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/help/bivouac`;
  });
  afterAll(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('works at any address', async () => {
    const { page, foreign, errors } = await openPage(browser, 1440);
    await page.goto(`${address}/`);
    await page.waitForSelector('.api-content');
    await page.click('text=Changes');
    await page.waitForSelector(`h2:has-text("${readDocument().info.version}")`);
    await leaveUndrawn(page);
    await page.click('text=Reference');
    await page.waitForURL(`${address}/index.html`, { waitUntil: 'commit' });
    for (const name of ['json', 'yaml']) {
      const link = await page.getAttribute(`nav a:has-text("openapi.${name}")`, 'href');
      expect((await fetch(new URL(link as string, page.url()))).status).toBe(200);
    }
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });
});
