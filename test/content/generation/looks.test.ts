/** Composed pages in a real browser. The pictures in test-results are there to be looked at. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, launchBrowser, openPage, overflows, SCREENS } from '../../support/browser.ts';
import { compose, PROMPTS } from './commission.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe('a composed page', () => {
  it.each([
    [1440, 'light'],
    [390, 'light'],
    [1440, 'dark'],
  ] as const)('can be used by everybody and fits at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    for (const name of ['sale', 'waitlist', 'conference', 'pottery', 'course', 'restaurant', 'thanks'] as const) {
      const { html } = await compose(PROMPTS[name]);
      await page.setContent(html);
      expect(await accessibilityProblems(page), name).toEqual([]);
      expect(await overflows(page), name).toBe(false);
      await page.screenshot({ path: `${SCREENS}/composed-${name}-${width}-${scheme}.png` });
    }
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });

  it.each([
    [760, 'light'],
    [390, 'dark'],
  ] as const)('has emails beside it that everybody can read at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    const links = { sale: '. Link to https://juniper.example', course: '. Link to https://water.example', newsletter: '', thanks: '' };
    for (const [name, link] of Object.entries(links)) {
      await page.setContent((await compose(`${PROMPTS[name as 'sale']}${link}`, { kind: 'email' })).html);
      expect(await accessibilityProblems(page), name).toEqual([]);
      expect(await overflows(page), name).toBe(false);
      await page.screenshot({ path: `${SCREENS}/composed-email-${name}-${width}-${scheme}.png` });
    }
    expect([...foreign, ...errors]).toEqual([]);
    await page.context().close();
  });

  it('has a way to its sections on a phone, and breaks what has no blanks', async () => {
    const { page } = await openPage(browser, 390);
    await page.setContent((await compose(PROMPTS.course)).html);
    const box = await page.locator('nav a').first().boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(140);
    await page.setContent(
      (await compose('Portfolio of Ines Duarte. Contact: ines.duarte.arquitetura.portfolio@duarte-arquitetura.example')).html,
    );
    expect(await overflows(page)).toBe(false);
    await page.context().close();
  });

  it.each([
    [1440, 900],
    [390, 844],
  ])('shows what there is to do without scrolling at %i × %i', async (width, height) => {
    const { page } = await openPage(browser, width);
    await page.setViewportSize({ width, height });
    for (const name of ['waitlist', 'conference', 'pottery', 'newsletter', 'app', 'restaurant'] as const) {
      await page.setContent((await compose(PROMPTS[name])).html);
      const box = await page.locator('.opening .button, .opening button').first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), name).toBeLessThanOrEqual(height);
    }
    await page.context().close();
  });
});
