import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageBlock, Theme } from '../../../../src/content/generation/draft/draft.ts';
import { renderEmail } from '../../../../src/content/generation/draft/email.ts';
import { renderPage } from '../../../../src/content/generation/draft/page.ts';
import { wordsOf } from '../../../../src/content/generation/library/library.ts';
import { accessibilityProblems, launchBrowser, openPage, overflows } from '../../../support/browser.ts';
import { everyEmailBlock, everyPageBlock } from './every-block.ts';

let count = 0;
const texts = {
  line: () => `A line of words ${++count}`,
  paragraph: () => 'A paragraph, with **some** words and [a link](https://example.com/).',
};
const words = wordsOf('en');

const THEMES: readonly Theme[] = [
  {},
  { tone: 'bold', primary: '#ffcc00', accent: '#e11d48', align: 'center', buttons: 'large' },
  { tone: 'elegant', primary: '#c9a227', background: '#101a3c', radius: 'none' },
  { tone: 'playful', primary: '#5b7f95', background: '#ff9900', radius: 'full', font: 'rounded' },
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each(THEMES)('each kind of block, with the theme %o', (theme) => {
  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('is legible for everybody, and fits a phone, when the device is %s and %i px wide', async (scheme, width) => {
    const documents = [renderPage({ ...everyPageBlock(texts), theme }, words), renderEmail({ ...everyEmailBlock(texts), theme }, words)];
    for (const html of documents) {
      const { page } = await openPage(browser, width, scheme);
      await page.setContent(html, { waitUntil: 'domcontentloaded' });
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await overflows(page)).toBe(false);
      await page.context().close();
    }
  });
});

it('the action is seen without scrolling', async () => {
  for (const hero of [
    {},
    { layout: 'plain' },
    { picture: { drawing: 'sea' } },
    { picture: { drawing: 'cafe' } },
    { form: 'form', action: undefined },
  ] as const) {
    const draft = everyPageBlock(texts);
    const [first, ...rest] = draft.blocks;
    const html = renderPage({ ...draft, blocks: [{ ...first, picture: undefined, ...hero } as PageBlock, ...rest] }, words);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const { page } = await openPage(browser, width);
      await page.setViewportSize({ width, height });
      await page.setContent(html, { waitUntil: 'domcontentloaded' });
      const boxes = await Promise.all(
        (await page.locator('.site .button, .hero .act .button, .hero form button').all()).map((one) => one.boundingBox()),
      );
      expect(boxes.some((box) => box && box.y + box.height <= height)).toBe(true);
      await page.context().close();
    }
  }
});
