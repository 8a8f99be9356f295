/** What people see, in a real browser. The pictures in test-results/screens are there to be looked at. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, SCREENS } from '../support/browser.ts';

const { browser, service } = await openBrowserAndService();

describe('the mailbox and the unsubscribe page', () => {
  beforeAll(async () => {
    const { api } = service;
    const { blastId } = await prepareBlast(api, ['maya.lindqvist@example.net', 'aiko.tanaka@example.net']);
    await sendNow(api, blastId);
    await service.drain();
  });

  it.each([
    [1280, 'light'],
    [390, 'light'],
    [1280, 'dark'],
  ] as const)('at %i px, %s', async (width, scheme) => {
    const { page, errors } = await openPage(browser, width, scheme);
    await page.goto(`${service.url}/mailbox`);
    await page.waitForSelector('text=maya.lindqvist@example.net');
    expect(await overflows(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.screenshot({ path: `${SCREENS}/mailbox-${width}-${scheme}.png` });

    await page.click('text=maya.lindqvist@example.net');
    const frame = page.frameLocator('iframe');
    await frame.locator('h1').waitFor();
    expect(await frame.locator('h1').textContent()).toContain('Hi Person 0');
    expect(await page.getAttribute('iframe', 'sandbox')).not.toContain('allow-scripts');
    expect(await overflows(page)).toBe(false);
    await page.screenshot({ path: `${SCREENS}/mailbox-message-${width}-${scheme}.png` });
    expect(errors.filter((error) => !error.includes('shop.example.com'))).toEqual([]);
    await page.context().close();
  });

  it.each([
    [390, 'light'],
    [1280, 'dark'],
  ] as const)('lets a person unsubscribe with one button, at %i px, %s', async (width, scheme) => {
    const person = scheme === 'light' ? 'maya.lindqvist@example.net' : 'aiko.tanaka@example.net';
    const { messages } = (await (await fetch(`${service.url}/mailbox/messages.json?to=${person}`)).json()) as {
      messages: { id: string }[];
    };
    const { headers } = (await (await fetch(`${service.url}/mailbox/${messages[0]?.id}.json`)).json()) as { headers: [string, string][] };
    const address = /<(.+)>/.exec(headers.find(([name]) => name.toLowerCase() === 'list-unsubscribe')?.[1] ?? '')?.[1] as string;

    const { page, foreign, errors } = await openPage(browser, width, scheme);
    await page.goto(`${service.url}${new URL(address).pathname}`);
    await page.waitForSelector('button');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await page.screenshot({ path: `${SCREENS}/unsubscribe-${width}-${scheme}.png` });
    await page.click('button');
    await page.waitForSelector('h1:has-text("You are unsubscribed")');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.screenshot({ path: `${SCREENS}/unsubscribed-${width}-${scheme}.png` });
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();

    const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email: person } } }));
    expect(items[0]?.unsubscribed).toBe(true);
  });
});
