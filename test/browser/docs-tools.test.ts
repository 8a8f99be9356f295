/** The tools of the reference: its search, requests to the service from the page, and the feed of its changes. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, SCREENS, viewsAt } from '../support/browser.ts';
import { builtReference } from '../support/reference.ts';

await builtReference();
const { browser, service } = await openBrowserAndService();
const picture = (page: Page, name: string) => page.screenshot({ path: `${SCREENS}/docs-${name}.png` });

const LOOKS = viewsAt(1440);

describe('the search', () => {
  const options = (page: Page) => page.locator('[role=option]');
  const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');

  it.runIf(isAtLength).each(LOOKS)('shows what it finds at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    await page.goto(`${service.url}/docs/changes`);
    await page.click('button.search');
    await page.fill('[role=combobox]', 'custom_fields');
    await options(page).first().waitFor();
    expect(await page.locator('[role=group]').first().getAttribute('aria-labelledby')).toBe('search-field');
    expect(await selected(page).locator('code').textContent()).toBe('custom_fields');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await picture(page, `search-${width}-${scheme}`);
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('opens by key, is walked by arrows, and leads where it says', async () => {
    const { page, errors } = await openPage(browser, 1440);
    await page.goto(`${service.url}/docs/changes`);
    const isOpen = () => page.isVisible('dialog.search');
    for (const key of ['/', 'Control+k', 'Meta+k']) {
      await page.keyboard.press(key);
      expect(await isOpen(), key).toBe(true);
      await page.keyboard.press('Escape');
      // The first Escape empties a field of searches that holds something; it holds nothing here.
      expect(await isOpen(), key).toBe(false);
    }
    // The focus leaves a closed dialog only after a moment, and a key may come before.
    await page.keyboard.press('/');
    await page.evaluate(`{
      const field = document.querySelector('[role=combobox]');
      field.closest('dialog').close();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    }`);
    expect(await isOpen()).toBe(true);
    // A slash that is typed is a slash.
    await page.keyboard.type('/contacts/{id}');
    await expect.poll(() => selected(page).textContent()).toContain('/v1/contacts/{contact_id}');
    expect(await page.inputValue('[role=combobox]')).toBe('/contacts/{id}');
    await page.keyboard.press('ArrowUp');
    expect(await selected(page).getAttribute('id')).toBe(await options(page).last().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    expect(await page.getAttribute('[role=combobox]', 'aria-activedescendant')).toBe('search-hit-0');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await selected(page).locator('b').textContent()).toBe('PATCH');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/contacts#updateContact');
    await expect.poll(async () => (await page.locator('#updateContact').boundingBox())?.y).toBeLessThan(200);

    // To a place of the page that is open already.
    await page.keyboard.press('Control+k');
    await page.fill('[role=combobox]', 'upsertContacts');
    await expect.poll(() => selected(page).textContent()).toContain('/v1/contacts/upsert');
    await selected(page).click();
    expect(await isOpen()).toBe(false);
    await page.waitForURL('**/docs/contacts#upsertContacts');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('says that it finds nothing, and what keeps it from looking', async () => {
    const { page } = await openPage(browser, 390);
    await page.route('**/search.json', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(`${service.url}/docs/changes`);
    const status = () => page.textContent('dialog.search [role=status]');
    await page.click('button.search');
    await expect.poll(status).toContain('the index answered 503');
    await page.fill('[role=combobox]', 'contact_list_name_exist5');
    await expect.poll(status).toContain('These names are near to it');
    expect(await page.isVisible('dialog.search [role=status]')).toBe(true);
    expect(await selected(page).textContent()).toContain('Answered by: Create a contact list, Update a contact list');
    await picture(page, 'search-near');
    await page.fill('[role=combobox]', 'write the email');
    await expect
      .poll(() =>
        options(page)
          .filter({ hasText: /^1\. Write the email/ })
          .allTextContents(),
      )
      .toEqual([expect.stringContaining('in A first blast'), expect.stringContaining('in A flow, from the trigger to the email')]);
    await page.fill('[role=combobox]', 'xylophone');
    await expect.poll(status).toContain('Nothing in the reference has “xylophone”');
    expect(await page.isVisible('[role=listbox]')).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'search-nothing');
    await page.click('dialog.search button:has-text("Close")');
    expect(await page.evaluate('document.activeElement.className')).toBe('search');
    await page.context().close();
  });
});

describe('asking the service from the reference', () => {
  const answer = (page: Page) => page.locator('dialog.try .answer');
  const openPanel = async (page: Page, operationId: string) => {
    await page.click(`#${operationId} button:has-text("Try it")`);
    await page.waitForSelector('dialog.try[open]');
  };

  it.runIf(isAtLength).each(LOOKS)('shows a request and its answer at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    await page.goto(`${service.url}/docs/suppressions`);
    await openPanel(page, 'addSuppressions');
    expect(await page.evaluate('document.activeElement.id')).toBe('try-key');
    expect(JSON.parse(await page.inputValue('dialog.try textarea')).items.length).toBeGreaterThan(0);
    expect(await accessibilityProblems(page, 'dialog.try')).toEqual([]);
    await picture(page, `try-${width}-${scheme}`);
    await page.fill('#try-key', service.apiKey);
    await page.click('dialog.try .send');
    await answer(page).locator('.status').waitFor();
    expect(await answer(page).locator('.status').textContent()).toMatch(/^2\d\d /);
    expect(await answer(page).textContent()).toMatch(/\d ms.*X-Request-Id/);
    expect(await accessibilityProblems(page, 'dialog.try')).toEqual([]);
    await answer(page).scrollIntoViewIfNeeded();
    await picture(page, `try-answer-${width}-${scheme}`);
    expect(await overflows(page)).toBe(false);
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('brings the answer into sight, however long the form is, and says it in a word', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${service.url}/docs/contacts`);
    await openPanel(page, 'listContacts');
    await page.click('dialog.try summary');
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y;
    expect(await top('dialog.try .send')).toBeGreaterThan(900);
    const scrolled = await page.evaluate('scrollY');
    // The problem of a field shows beside the field.
    await page.click('dialog.try .send');
    expect(await page.evaluate("document.getElementById('try-key').validationMessage")).toContain('An API key is missing');
    await expect.poll(() => top('label[for=try-key]')).toBeGreaterThan(56);
    await page.fill('#try-key', service.apiKey);
    expect(await page.evaluate("document.getElementById('try-key').validationMessage")).toBe('');
    await page.click('dialog.try .send');
    await answer(page).locator('.status').waitFor();
    await expect.poll(() => top('dialog.try .status')).toBeLessThan(860);
    expect(await answer(page).locator('[role=status]').textContent()).toBe('200 OK');
    expect(await answer(page).locator('pre').textContent()).toContain('"pagination"');
    expect(await page.evaluate('scrollY')).toBe(scrolled);

    const field = (name: string) => page.locator('dialog.try .field', { has: page.locator(`#try-listContacts-${name}`) });
    expect(await field('limit').textContent()).toBe('limit integer, 1 to 100, default 25Number of entries per page.');
    expect(await field('order').locator('option').first().textContent()).toBe('default: desc');
    expect(await field('updated_after').locator('label').textContent()).toBe('updated_after date or timestamp');
    await page.keyboard.press('Escape');
    await openPanel(page, 'getContact');
    expect(await page.textContent('label[for=try-getContact-contact_id]')).toBe('contact_id required, UUID');
    await page.context().close();
  });

  it.runIf(isAtLength)('holds the key in memory alone', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${service.url}/docs/email-flows`);
    await openPanel(page, 'listEmailFlows');
    await page.fill('#try-key', service.apiKey);
    expect(await page.getAttribute('#try-key', 'type')).toBe('password');
    await page.click('dialog.try button:has-text("Show")');
    expect(await page.getAttribute('#try-key', 'type')).toBe('text');
    await page.click('dialog.try summary');
    await page.fill('#try-listEmailFlows-limit', '1');
    const request = page.waitForRequest('**/v1/email-flows*');
    await page.click('dialog.try .send');
    expect((await request).url()).toBe(`${service.url}/v1/email-flows?limit=1`);
    expect(await (await request).headerValue('authorization')).toBe(`Bearer ${service.apiKey}`);
    await answer(page).locator('.status.good').waitFor();
    // One key for all operations of the page.
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Try it');
    await openPanel(page, 'deleteEmailFlow');
    expect(await page.inputValue('#try-key')).toBe(service.apiKey);
    expect(await page.textContent('dialog.try .send.grave')).toBe('Send DELETE');
    expect(await page.textContent('dialog.try .warning')).toContain('for good');
    await openPanel(page, 'activateEmailFlow');
    expect(await page.textContent('dialog.try .warning')).toContain('sends mail');

    expect(page.url()).not.toContain(service.apiKey);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])');
    expect(kept).not.toContain(service.apiKey);
    await page.reload();
    await openPanel(page, 'listEmailFlows');
    expect(await page.inputValue('#try-key')).toBe('');
    await page.context().close();
  });

  it.runIf(isAtLength)('says in words what keeps a request from being sent or answered', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${service.url}/docs/email-templates`);
    await openPanel(page, 'cloneEmailTemplate');
    const send = () => page.click('dialog.try .send');
    const said = () => answer(page).locator('.problem').textContent();
    const key = () => page.inputValue('#try-cloneEmailTemplate-Idempotency-Key');
    await send();
    expect(await said()).toContain('An API key is missing');
    expect(await page.evaluate('document.activeElement.id')).toBe('try-key');
    await page.fill('#try-key', 'bvk_“quoted”');
    await send();
    await expect.poll(said).toContain('cannot be sent');
    await page.fill('#try-key', service.apiKey);
    const [id, body] = [await page.inputValue('#try-cloneEmailTemplate-templateId'), await page.inputValue('dialog.try textarea')];
    await page.fill('#try-cloneEmailTemplate-templateId', '');
    await send();
    expect(await said()).toBe('templateId is required.');
    await page.fill('#try-cloneEmailTemplate-templateId', id);
    await page.fill('dialog.try textarea', '{"name": }');
    await send();
    expect(await said()).toMatch(/^The body is not JSON: ./);
    await page.fill('dialog.try textarea', body);

    // A request without an answer is repeated with the same key; an answered one is not.
    const used = await key();
    expect(used).toMatch(/^[0-9a-f]{32}$/);
    await page.route('**/v1/**', (route) => route.abort(), { times: 1 });
    await send();
    await expect.poll(said).toContain('No answer came');
    expect(await key()).toBe(used);
    const request = page.waitForRequest('**/clone');
    await send();
    expect(await (await request).headerValue('idempotency-key')).toBe(used);
    await answer(page).locator('.status.bad').waitFor();
    expect(await answer(page).textContent()).toContain('404 Not Found');
    await expect.poll(key).not.toBe(used);
    await answer(page).locator('a:has-text("What not_found means")').click();
    await page.waitForURL('**/docs/errors#not_found');
    await page.context().close();
  });

  it.runIf(isAtLength)('uploads files', async () => {
    const { page } = await openPage(browser, 1440);
    await page.goto(`${service.url}/docs/emails`);
    await openPanel(page, 'uploadEmailAssets');
    const { data } = await service.api.POST('/v1/emails', { body: { name: 'With a file' } });
    await page.fill('#try-key', service.apiKey);
    await page.fill('#try-uploadEmailAssets-emailId', data?.email_id as string);
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring a lamp.') };
    await page.setInputFiles('dialog.try input[type=file]', note);
    await page.click('dialog.try .send');
    await answer(page).locator('.status.good').waitFor();
    expect(await answer(page).locator('pre').textContent()).toContain('note.txt');
    await page.context().close();
  });
});

describe('the feed of changes', () => {
  it.runIf(isAtLength)('is XML, and is found', async () => {
    const { page } = await openPage(browser, 390);
    await page.goto(`${service.url}/docs/changes`);
    const address = (await page.getAttribute('link[rel=alternate]', 'href')) as string;
    expect(await page.getAttribute('main a:has-text("Atom feed")', 'href')).toBe(address);
    const feed = await fetch(service.url + address);
    expect(feed.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
    const text = await feed.text();
    const links = await page.evaluate(
      `(() => {
        const feed = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml');
        return [feed.documentElement.nodeName, ...[...feed.querySelectorAll('link')].map((link) => link.getAttribute('href'))];
      })()`,
    );
    const base = service.service.config.baseUrl;
    expect(links).toEqual(expect.arrayContaining(['feed', `${base}/docs/changes.atom`, `${base}/docs/changes#v1.0.0`]));
    expect(text).toContain(`${base}/docs#section/Flows`);
    await page.context().close();
  });
});
