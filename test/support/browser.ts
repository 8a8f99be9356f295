import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { afterAll } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { freePort } from '../../scripts/free-port.ts';
import { PATIENCE_MS } from './patience.ts';
import { startTestService, type TestService } from './service.ts';

/** Photographs land here, to be looked at. */
export const SCREENS = join(process.env.TEST_RESULTS as string, 'screens');

/** Not the package's own flags: those are for a cloud function, run everything in one process and switch off web security. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const KEPT = 'node_modules/.cache/bivouac-browser';

/**
 * The package unpacks itself into the temporary folder and takes what it finds there, whole or not. Here it does so once a
 * checkout, and what it made is put in its place at once: two files may ask at the same time.
 */
async function unpacked(): Promise<string> {
  const place = join(KEPT, packageJson.devDependencies['@sparticuz/chromium']);
  if (!existsSync(place)) {
    mkdirSync(KEPT, { recursive: true });
    const fresh = mkdtempSync(join(KEPT, 'fresh-'));
    const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
    await promisify(execFile)(process.execPath, ['-e', unpack], { env: { ...process.env, TMPDIR: resolve(fresh) } });
    try {
      renameSync(fresh, place);
    } catch {
      // Somebody else was a moment faster.
      rmSync(fresh, { recursive: true });
    }
  }
  return resolve(place, 'chromium');
}

export async function launchBrowser(): Promise<Browser> {
  mkdirSync(SCREENS, { recursive: true });
  return playwright.launch({
    executablePath: await unpacked(),
    args: FLAGS,
    headless: true,
    timeout: PATIENCE_MS,
  });
}

/**
 * For a whole test file: a browser, and a service at fixed ports, as links need them. Both are gone after the last of its tests.
 * Browsers know that names below localhost are this machine. Call it at the top of the file.
 */
export async function openBrowserAndService(): Promise<{ browser: Browser; service: TestService }> {
  const service = await startTestService({ PORT: String(await freePort()), PAGES_PORT: String(await freePort()) });
  afterAll(() => service.stop());
  const browser = await launchBrowser();
  afterAll(() => browser.close());
  return { browser, service };
}

/** A page of that width that notes every request to another host and every script error. */
export async function openPage(
  browser: Browser,
  width: number,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; foreign: string[]; errors: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, bypassCSP: false });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const foreign: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1' && hostname !== 'localhost') foreign.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, foreign, errors };
}

/** What axe finds wrong with a page for people who do not see or point as most do. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's own policy does not bind.
  const session = await page.context().newCDPSession(page);
  const { readFile } = await import('node:fs/promises');
  await session.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8') });
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      "axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target)].join(' '))))",
    awaitPromise: true,
  });
  return JSON.parse(result.value as string) as string[];
}

/** True when the page is wider than its window. */
export const overflows = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
