/** The way out of a mail, as people see it, whatever its author has written around it. */
import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createComposer } from '../../src/campaigns/messages/composer.ts';
import { newId } from '../../src/platform/ids.ts';
import { launchBrowser, openPage, photograph } from '../support/browser.ts';
import { tokens } from '../support/mailed.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  ({ page } = await openPage(browser, 640));
  // Its picture would be asked for.
  await page.route('**/*', (route) => route.abort());
});
afterAll(() => page.context().close());

/** @param unknown what a mail program takes out of the HTML, since it does not know it */
async function show(html: string, workspaceName = 'Juniper Trail', unknown = /$^/g): Promise<void> {
  const message = {
    id: newId(),
    workspaceId: newId(),
    operational: false,
    tracked: true,
    workspaceName,
    subject: 'Hi',
    fromName: 'Juniper Trail',
    fromAddress: 'hello@example.com',
    previewText: null,
    replyTo: 'hello@example.com',
    html,
    plainText: 'Hi',
  };
  const composer = await createComposer(message, { tokens, baseUrl: 'https://api.example.com' });
  const who = { deliveryId: newId(), contactId: newId(), email: 'maya@example.org', contact: { custom: {} } };
  const { raw } = await composer.compose(who, new Date());
  const sent = (await PostalMime.parse(raw)).html as string;
  await page.setContent(sent.replace(unknown, ''), { waitUntil: 'domcontentloaded' });
}

const SEEN = `(() => {
  const link = document.querySelector('a[href*="/u/"]');
  const { x, y, width, height } = link.getBoundingClientRect();
  const at = document.elementFromPoint(x + width / 2, y + height / 2);
  let opacity = 1;
  for (let one = link; one; one = one.parentElement) opacity *= getComputedStyle(one).opacity;
  return { isHit: at === link, isLarge: width > 40 && height > 8, isOpaque: opacity === 1, color: getComputedStyle(link).color };
})()`;

it.each([
  'a { display: none }',
  'div { display: none }',
  'body > div:last-child, body > div:last-of-type { display: none }',
  'body * { display: none !important }',
  'a, div { visibility: hidden !important }',
  'div, a { opacity: 0 !important; filter: opacity(0) !important }',
  'div { height: 0 !important; max-height: 0 !important; overflow: hidden !important }',
  'div, a { font-size: 0 !important; line-height: 0 !important }',
  'div, a { position: absolute !important; left: -9999px !important; top: -9999px }',
  'div { text-indent: -9999px !important }',
  'a { text-indent: -9999px !important; display: inline-block !important; overflow: hidden; width: 0 }',
  'div { margin-left: -9999px !important; width: 0 !important }',
  'div { transform: scale(0) !important; clip-path: inset(100%) !important }',
  'a, div { color: white !important; color: transparent !important }',
])('is seen where a style sheet says: %s', async (css) => {
  await show(`<html><head><style>${css}</style></head><body><p>Hi</p></body></html>`);
  expect(await page.evaluate(SEEN)).toEqual({ isHit: true, isLarge: true, isOpaque: true, color: 'rgb(107, 107, 107)' });
});

/** The letters of the footer's sentence from left to right, as they are shown. */
const WORDS = `(() => {
  const footer = document.querySelector('a[href*="/u/"]').parentElement;
  const walker = document.createTreeWalker(footer, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let node; (node = walker.nextNode()); )
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+|[^\\s\\p{L}\\p{N}]/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { x, y } = range.getBoundingClientRect();
      words.push({ word, x, y });
    }
  const lines = Map.groupBy(words, ({ y }) => Math.round(y / 8));
  return [...lines.values()].map((line) => line.sort((a, b) => a.x - b.x).map(({ word }) => word).join(' ')).join(' ');
})()`;

const ARABIC = '<html dir="rtl" lang="ar"><body><h1>مرحبا بكم في الربيع</h1><p>افتتحنا متجرا جديدا.</p></body></html>';

it.each([
  ['english', 'Juniper Trail', 'Juniper Trail'],
  ['arabic', 'متجر الجبل', 'الجبل متجر'],
  ['exclaiming', 'متجر الجبل!', '! الجبل متجر'],
])('is read in its own order in a mail from right to left, and the name in it too: %s', async (what, name, shown) => {
  await show(ARABIC, name);
  expect(await page.evaluate(WORDS)).toBe(`You receive this email because you are in touch with ${shown} . Unsubscribe`);
  await photograph(page, `footer-rtl-${what}`);
});

it.each([
  ['a program that knows no isolated text', ARABIC, /<\/?bdi[^>]*>/g],
  ['one that takes away styles too', ARABIC, /<\/?bdi[^>]*>| style="[^"]*"/g],
  ['a mail whose style sheet has all go from right to left', `<style>div { direction: rtl !important }</style>${ARABIC}`, /<\/?bdi[^>]*>/g],
])('and in %s', async (_where, html, unknown) => {
  await show(html, 'متجر الجبل', unknown);
  expect(await page.evaluate(WORDS)).toBe('You receive this email because you are in touch with الجبل متجر . Unsubscribe');
});
