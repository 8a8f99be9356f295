/** The pages for people, in a real browser. Look at the pictures in test-results/screens. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, photograph, viewsAt } from '../support/browser.ts';

const { browser, service } = await openBrowserAndService();

describe('the mailbox and the unsubscribe page', () => {
  beforeAll(async () => {
    const { api } = service;
    const { blastId } = await prepareBlast(api, ['maya.lindqvist@example.net', 'aiko.tanaka@example.net']);
    await sendNow(api, blastId);
    await service.drain();
  });

  it.runIf(isAtLength).each(viewsAt(1280))('at %i px, %s', async (width, scheme) => {
    const { page, errors } = await openPage(browser, width, scheme);
    await page.goto(`${service.url}/mailbox`);
    await page.waitForSelector('text=maya.lindqvist@example.net');
    expect(await overflows(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, `mailbox-${width}-${scheme}`);

    await page.click('text=maya.lindqvist@example.net');
    const frame = page.frameLocator('iframe');
    await frame.locator('h1').waitFor();
    expect(await frame.locator('h1').textContent()).toContain('Hi Person 0');
    expect(await page.getAttribute('iframe', 'sandbox')).not.toContain('allow-scripts');
    expect(await overflows(page)).toBe(false);
    await photograph(page, `mailbox-message-${width}-${scheme}`);
    expect(errors.filter((error) => !error.includes('shop.example.com'))).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('is read by keyboard', async () => {
    const { page, errors } = await openPage(browser, 1280, 'light');
    const at = () => page.evaluate("[location.pathname, document.activeElement.querySelector('.to').textContent]");
    const press = async (key: string, ...keys: string[]) => {
      for (const each of [key, ...keys]) await page.keyboard.press(each);
    };
    const hrefs = () => page.$$eval('a.item', (items) => items.map((item) => item.getAttribute('href')));
    await page.goto(`${service.url}/mailbox`);
    expect(await page.isVisible('.keys')).toBe(true);
    const [first, second] = (await hrefs()) as [string, string];
    const people = await page.$$eval('a.item .to', (items) => items.map(({ textContent }) => textContent));

    await press('j', 'j', 'ArrowUp', 'k', 'ArrowDown');
    expect(await at()).toEqual(['/mailbox', people[1]]);
    await press('Enter');
    await page.waitForURL(`**${second}`);
    await press('k');
    await page.waitForURL(`**${first}`);
    // The first page has no link to an earlier one.
    await page.evaluate('same = true');
    await press('k');
    expect(await page.evaluate('globalThis.same')).toBe(true);
    await press('j');
    await page.waitForURL(`**${second}`);
    await press('Escape');
    await page.waitForURL('**/mailbox');

    await press('/');
    await page.keyboard.type('aiko/j');
    expect(await page.inputValue('[name=q]')).toBe('aiko/j');
    await press('Backspace', 'Backspace', 'Enter');
    await page.waitForURL('**/mailbox?q=aiko');
    expect(await hrefs()).toHaveLength(1);
    await press('Escape');
    await page.waitForURL('**/mailbox');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('has the colours that were chosen in the reference', async () => {
    const { page, errors } = await openPage(browser, 1280, 'light');
    await page.goto(`${service.url}/docs/changes`);
    const ground = () => page.evaluate("getComputedStyle(document.body).getPropertyValue('background-color')");
    await page.click('.scheme');
    await page.click('.scheme');
    expect(await page.getAttribute('.scheme', 'aria-label')).toBe('Colours: dark');
    await page.goto(`${service.url}/mailbox`);
    const dark = await ground();
    expect(await page.getAttribute('.scheme', 'aria-label')).toBe('Colours: dark');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.click('.scheme');
    expect(await page.getAttribute('.scheme', 'aria-label')).toBe('Colours: as your system');
    expect(await ground()).not.toBe(dark);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each(
    (
      [
        [390, 'light'],
        [1280, 'dark'],
      ] as const
    ).slice(0, rounds(1, 2)),
  )('lets a person unsubscribe with one button, at %i px, %s', async (width, scheme) => {
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
    await photograph(page, `unsubscribe-${width}-${scheme}`);
    await page.click('button');
    await page.waitForSelector('h1:has-text("You are unsubscribed")');
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, `unsubscribed-${width}-${scheme}`);
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();

    const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email: person } } }));
    expect(items[0]?.unsubscribed).toBe(true);
  });
});

describe('the first page', () => {
  it.runIf(isAtLength).each(viewsAt(1440))('tells what is where, at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    await page.goto(`${service.url}/`);
    expect(await page.textContent('h1')).toBe('Bivouac is running');
    expect(await overflows(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, `landing-${width}-${scheme}`, { fullPage: true });
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });
});
