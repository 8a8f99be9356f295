/** A page that is published, with its form, as visitors meet it. */
import { describe, expect, it } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, photograph } from '../support/browser.ts';
import { giveTent } from '../support/tents.ts';

const { browser, service } = await openBrowserAndService();

const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Hikes</title>';
const form = `<form id="signup"><p><label>Name <input name="name"></label></p><p><label>Email <input type="email" name="email" required></label></p>
  <p><label>Boots <input type="file" name="boots" required></label></p><button formaction="https://elsewhere.invalid/" formmethod="get">Send</button></form>`;
const VIEWS = [
  [390, 'light'],
  [1280, 'dark'],
] as const;
/** Actions of pages on their elements. */
const LAYOUTS = {
  plain: '',
  either: ':root{color-scheme:light dark}',
  dark: 'body{background:#111;color:#eee}',
  columns: 'body{display:flex;flex-wrap:wrap}main{flex:1}',
  grid: 'body{display:grid;grid-template-columns:1fr 1fr}',
  hostile:
    'aside,form>div,input{display:none!important}aside{opacity:0;position:fixed;left:-999px;font-size:0}input[type=email],input[name=name]{display:inline!important}',
};

async function published(style: string): Promise<string> {
  const html = `<!doctype html><html lang="en"><head>${head}<style>body{margin:0}${style}</style></head><body><main><h1>Hikes</h1>${form}</main></body></html>`;
  const tentId = await giveTent(service, service, html);
  const { publication } = await must(service.api.POST('/v1/tents/{tentId}/publish', { params: { path: { tentId } }, body: {} }));
  return publication.published_url as string;
}

describe('a page that is published', () => {
  it.each(
    Object.entries(LAYOUTS)
      .slice(0, rounds(1, 6))
      .map(([name, style], n) => [name, style, n] as const),
  )('names Bivouac where it can be read: %s', async (name, style, n) => {
    const url = await published(style);
    for (const [width, scheme] of isAtLength ? VIEWS : [VIEWS[n % 2] as (typeof VIEWS)[number]]) {
      const { page, errors } = await openPage(browser, width, scheme);
      await page.goto(url);
      const line = page.getByText('Made with Bivouac');
      expect(await line.isVisible()).toBe(true);
      const box = await line.boundingBox();
      expect([box?.x, box?.width]).toEqual([0, width]);
      expect(box?.height).toBeGreaterThan(20);
      expect(await overflows(page)).toBe(false);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(errors).toEqual([]);
      await photograph(page, `branding-${name}-${width}-${scheme}`, { fullPage: true });
      await page.context().close();
    }
  });

  it.each((['hostile', 'plain'] as const).slice(0, rounds(1, 2)))('has a trap that people neither see nor reach: %s', async (name) => {
    const { page } = await openPage(browser, 800);
    await page.goto(await published(LAYOUTS[name]));
    const box = await page.evaluate(
      "(({ width, height }) => [width, height])(document.querySelector('input[name=website]').parentElement.getBoundingClientRect())",
    );
    expect(box).toEqual([1, 1]);
    const visited: string[] = [];
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press('Tab');
      visited.push(await page.evaluate("document.activeElement.name || ''"));
    }
    expect(visited).toEqual(expect.arrayContaining(['name', 'email']));
    expect(visited).not.toContain('website');
    expect(visited).not.toContain('boots');
    const session = await page.context().newCDPSession(page);
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: { ignored: boolean; role?: { value: string } }[] };
    expect(nodes.filter(({ ignored, role }) => !ignored && role?.value === 'textbox')).toHaveLength(2);
    await page.context().close();
  });

  it.runIf(isAtLength)('sends what was typed to its own host, wherever its button would send it', async () => {
    const { page } = await openPage(browser, 800);
    const url = await published('');
    await page.goto(url);
    await page.getByLabel('Name').fill('Aiko Tanaka');
    await page.getByLabel('Email').fill('aiko@example.org');
    const sent = page.waitForRequest((request) => request.isNavigationRequest());
    await page.click('button');
    const request = await sent;
    const { origin, pathname } = new URL(url);
    expect([request.method(), request.url()]).toEqual(['POST', `${origin}/submit${pathname}/signup`]);
    expect(request.headers()['content-type']).toBe('application/x-www-form-urlencoded');
    expect(request.postData()).toBe('name=Aiko+Tanaka&email=aiko%40example.org&website=');
    await page.getByText('Thank you').first().waitFor();
    const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email: 'aiko@example.org' } } }));
    expect(items).toMatchObject([{ display_name: 'Aiko Tanaka', original_source: 'tent_form' }]);
    await page.context().close();
  });
});
