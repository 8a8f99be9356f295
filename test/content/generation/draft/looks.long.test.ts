import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageBlock, Theme } from '../../../../src/content/generation/draft/draft.ts';
import { renderEmail } from '../../../../src/content/generation/draft/email.ts';
import { renderPage } from '../../../../src/content/generation/draft/page.ts';
import { wordsOf } from '../../../../src/content/generation/library/library.ts';
import { isAtLength } from '../../../support/at-length.ts';
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

const DEVICES = [
  ['light', 1440],
  ['dark', 390],
] as const;
const LOOKS = THEMES.flatMap((theme) => DEVICES.map((device) => [theme, ...device] as const));

describe('each kind of block', () => {
  // A theme without wishes in the light, and one of wishes that are hard to read in the dark.
  const some = isAtLength ? LOOKS : [LOOKS[0], LOOKS[7]].filter((look) => look !== undefined);
  it.each(some)(
    'with the theme %o is legible for everybody, and fits a phone, on a device that is %s and %i px wide',
    async (theme, scheme, width) => {
      const documents = [renderPage({ ...everyPageBlock(texts), theme }, words), renderEmail({ ...everyEmailBlock(texts), theme }, words)];
      for (const html of documents) {
        const { page } = await openPage(browser, width, scheme);
        await page.setContent(html, { waitUntil: 'domcontentloaded' });
        expect(await accessibilityProblems(page)).toEqual([]);
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await overflows(page)).toBe(false);
        await page.context().close();
      }
    },
  );
});

it('the action is seen without scrolling', async () => {
  for (const hero of [
    { picture: { drawing: 'sea' } },
    { form: 'form', action: undefined },
    ...(isAtLength ? ([{}, { layout: 'plain' }, { picture: { drawing: 'cafe' } }] as const) : []),
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
