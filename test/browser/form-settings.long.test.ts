/** The settings of a form in a real browser: the challenge, another site, and a redirect. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { must } from '../support/blast.ts';
import { openBrowserAndService, photograph } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { giveTent } from '../support/tents.ts';

const { browser, service } = await openBrowserAndService();

const HTML = `<!doctype html><html lang="en"><head><title>Hikes</title></head><body>
<form id="signup"><input name="name"><input type="email" name="email"><textarea name="note"></textarea><button>Send</button></form></body></html>`;

let tentId: string;
let url: string;
beforeEach(async () => {
  tentId = await giveTent(service, service, HTML);
  const params = { path: { tentId } };
  const { publication } = await must(service.api.POST('/v1/tents/{tentId}/publish', { params, body: { custom_page_alias: null } }));
  url = publication?.published_url as string;
});

const patch = (body: components['schemas']['FormSettingsPatch']) =>
  must(service.api.PATCH('/v1/tents/{tentId}/forms/{form_id}', { params: { path: { tentId, form_id: 'signup' } }, body }));
const submissions = async () =>
  (await must(service.api.GET('/v1/tents/{tentId}/submissions', { params: { path: { tentId } } }))).submissions;

async function visitor(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

async function send(page: Page): Promise<void> {
  await page.goto(url);
  await page.fill('input[name=name]', 'Noor <b>');
  await page.fill('input[name=email]', 'noor@mail.example');
  await page.fill('textarea', 'two\nlines');
  await page.click('button');
}

test('a challenge is solved without a hand, and needs scripts', async () => {
  await patch({ captcha: 'altcha', thank_you: 'See you' });
  const page = await visitor();
  await send(page);
  await page.getByText('See you').waitFor();
  await photograph(page, 'captcha-thanks');
  expect(await submissions()).toMatchObject([{ fields: { name: 'Noor <b>', note: 'two\r\nlines' } }]);
  await page.context().close();
  const still = await visitor(false);
  await send(still);
  await still.locator('noscript p', { hasText: 'This form needs scripts' }).waitFor();
  await photograph(still, 'captcha-without-scripts');
  expect(await submissions()).toHaveLength(1);
  await still.context().close();
});

test('a visitor is led to another site', async () => {
  await patch({ redirect_url: 'https://elsewhere.example/thanks?a=1&b=2' });
  const page = await visitor(false);
  await page.route('https://elsewhere.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }));
  await send(page);
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();
  expect(page.url()).toBe('https://elsewhere.example/thanks?a=1&b=2');
  await page.context().close();
});

test('a script and a form of another site are let in by name', async () => {
  const submitUrl = (await patch({ thank_you: 'See you' })).submit_url;
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<form method="post" action="${submitUrl}"><input name="email" value="plain@mail.example"><button>Send</button></form>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const page = await visitor();
  const byScript = () =>
    page.evaluate(
      (address) =>
        fetch(address, {
          method: 'POST',
          headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: 'script@mail.example' }),
        }).then(
          (answer) => answer.json(),
          () => 'refused',
        ),
      submitUrl,
    );
  await page.goto(origin);
  expect(await byScript()).toBe('refused');
  await patch({ allowed_origins: [origin] });
  expect(await byScript()).toMatchObject({ accepted: true, message: 'See you' });
  await page.click('button');
  await page.getByText('See you').waitFor();
  expect(await submissions()).toMatchObject([{ origin, fields: { email: 'plain@mail.example' } }, { origin }]);
  await page.context().close();
  site.close();
});
