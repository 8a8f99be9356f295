import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { startBrowser } from '../../scripts/browser.ts';
import { freePort } from '../../scripts/free-port.ts';
import { isAtLength } from './at-length.ts';
import { PATIENCE_MS } from './patience.ts';
import { startTestService, type TestService } from './service.ts';

/** Photographs land here, to be looked at. */
export const SCREENS = join(process.env.TEST_RESULTS as string, 'screens');

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let shared: Promise<Browser> | undefined;

/** The browser of this worker: its files share it, one after the other, and it ends with the worker. Each file closes the contexts that it opens. */
export async function launchBrowser(): Promise<Browser> {
  mkdirSync(SCREENS, { recursive: true });
  const isThere = await shared?.then(
    (browser) => browser.isConnected(),
    () => false,
  );
  if (!isThere) shared = startBrowser(PATIENCE_MS);
  return shared as Promise<Browser>;
}

type View = readonly [width: number, scheme: 'light' | 'dark'];

/** Windows in which a page is looked at: a phone's in dark colours, where most mistakes show; at length both widths in both colours. */
export const viewsAt = (wide: number): View[] => [
  [390, 'dark'],
  ...(isAtLength
    ? ([
        [wide, 'light'],
        [wide, 'dark'],
        [390, 'light'],
      ] as const)
    : []),
];

/** A photograph of a page for people to look at. It takes longer than most tests, and so is taken at length alone. */
export async function photograph(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (isAtLength) await page.screenshot({ path: `${SCREENS}/${name}.png`, ...options });
}

/**
 * For a whole test file: the browser, and a service at fixed ports, as links need them, which is gone after the last of its tests.
 * Browsers know that names below localhost are this machine. Call it at the top of the file.
 */
export async function openBrowserAndService(environment: Record<string, string> = {}): Promise<{ browser: Browser; service: TestService }> {
  const service = await startTestService({ ...environment, PORT: String(await freePort()), PAGES_PORT: String(await freePort()) });
  afterAll(() => service.stop());
  return { browser: await launchBrowser(), service };
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

/**
 * The accessibility findings of axe for a page.
 * @param within a selector of the part to check
 */
export async function accessibilityProblems(page: Page, within = 'html'): Promise<string[]> {
  // Evaluated by the debugger, which the page's own policy does not bind.
  const session = await page.context().newCDPSession(page);
  const { readFile } = await import('node:fs/promises');
  await session.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8') });
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      `axe.run(${JSON.stringify(within)}).then(({ violations }) => ` +
      "JSON.stringify(violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target)].join(' '))))",
    awaitPromise: true,
  });
  return JSON.parse(result.value as string) as string[];
}

/** True when the page is wider than its window. */
export const overflows = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
