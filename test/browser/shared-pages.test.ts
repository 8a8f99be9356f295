/** Previews and reports as people see them, in a real browser. The pictures in test-results/screens are there to be looked at. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must, prepareBlast } from '../support/blast.ts';
import { accessibilityProblems, openBrowserAndService, openPage, overflows, photograph, viewsAt } from '../support/browser.ts';
import { givenContacts } from '../support/given.ts';
import { giveTent } from '../support/tents.ts';

const { browser, service } = await openBrowserAndService();

const LONG = 'A link that goes on and on WITHOUTANYBLANKINTHEMIDDLEOFIT'.replaceAll(' ', '-');

const HTML = `<!doctype html><html lang="en"><head><title>Letter</title><meta name="color-scheme" content="light dark">
<style>body { font: 18px sans-serif; background: #fff; color: #123 } h1 { color: rgb(1, 2, 3) }
@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } h1 { color: rgb(250, 251, 252) } }
@media (max-width: 400px) { h1 { font-size: 20px } }</style></head><body><h1>Hi {{contact.first_name | default: "there"}}</h1>
<script>document.body.textContent = 'taken over'</script><form action="https://elsewhere.example/"><input aria-label="Name"><button>Send</button></form>
<p><a href="https://shop.example.com/spring">Shop</a> <a href="https://shop.example.com/${LONG}">More</a> <a href="{{unsubscribe_url}}">Leave</a></p></body></html>`;

/** Of the browser, in whose window these functions run. */
interface StyledWindow {
  getComputedStyle: (element: unknown) => Record<'color' | 'fontSize', string>;
}

const at = (url: string, more = ''): string => service.url + url.slice(new URL(url).origin.length) + more;

describe('a preview', () => {
  let url: string;
  beforeAll(async () => {
    const { emailId } = await prepareBlast(service.api, ['first@mail.example'], HTML);
    const [contact_id] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1, {
      firstName: 'Noor',
      lastName: 'Bakker',
    })) as [string];
    ({ preview_url: url } = await must(
      service.api.POST('/v1/emails/{emailId}/preview-links', { params: { path: { emailId } }, body: { contact_id } }),
    ));
  });

  it.each(viewsAt(1440))('at %i px, %s', async (width, scheme) => {
    const { page, foreign, errors } = await openPage(browser, width, scheme);
    await page.goto(at(url));
    const heading = page.frameLocator('iframe').locator('h1');
    const styleOf = (name: 'color' | 'fontSize') =>
      heading.evaluate((element, property) => (globalThis as unknown as StyledWindow).getComputedStyle(element)[property], name);
    expect(await heading.textContent()).toBe('Hi Noor');
    expect(await overflows(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await styleOf('color')).toBe('rgb(1, 2, 3)');
    await photograph(page, `preview-wide-${width}-${scheme}`);
    await page.getByRole('link', { name: 'Phone' }).click();
    expect(await styleOf('fontSize')).toBe('20px');
    expect(await overflows(page)).toBe(false);
    await photograph(page, `preview-phone-${width}-${scheme}`);
    await page.getByRole('link', { name: 'Dark' }).click();
    await page.locator('.frame.dark').waitFor();
    expect(await styleOf('color')).toBe('rgb(250, 251, 252)');
    await photograph(page, `preview-dark-${width}-${scheme}`);
    await page.getByRole('link', { name: 'Plain text' }).click();
    expect(await page.locator('pre.text').textContent()).toMatch(/hi noor/i);
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, `preview-text-${width}-${scheme}`);
    expect(foreign).toEqual([]);
    // The script of the document is refused in the frame, and says so there.
    expect(errors.filter((error) => !/script/i.test(error))).toEqual([]);
    await page.context().close();
  });

  it.runIf(isAtLength)('says why an address does not work', async () => {
    const { page } = await openPage(browser, 390, 'dark');
    await page.goto(at(url, '0'));
    expect(await page.locator('h1').textContent()).toBe('This address does not work');
    expect(await accessibilityProblems(page)).toEqual([]);
    await photograph(page, 'preview-refused');
    await page.context().close();
  });
});

describe('a report', () => {
  const urls: Record<string, string> = {};
  beforeAll(async () => {
    const addresses = Array.from({ length: 12 }, (_, i) => `reader${i}@mail.example`);
    const { blastId } = await prepareBlast(service.api, addresses, HTML);
    const params = { path: { blastId } };
    await must(service.api.POST('/v1/email-blasts/{blastId}/send-now', { params }));
    await service.drain();
    await service.db.pool.query(`UPDATE mail_counts SET opened = 7, clicked = 3 WHERE workspace_id = $1 AND subject_id = $2`, [
      service.id,
      blastId,
    ]);
    ({ report_url: urls.blast } = await must(service.api.GET('/v1/email-blasts/{blastId}', { params })));
    const tentId = await giveTent(service, service);
    const day = service.clock.now().getTime();
    for (let ago = 0; ago < 30; ago++) {
      await service.db.pool.query(
        'INSERT INTO tent_days (workspace_id, tent_id, day, views, unique_visitors, submissions) VALUES ($1, $2, $3, $4, $5, $6)',
        [service.id, tentId, new Date(day - ago * 86_400_000), 400 + ((ago * 137) % 900), 200 + ((ago * 71) % 300), (ago * 13) % 60],
      );
    }
    await service.db.pool.query(
      `INSERT INTO tent_referrers (workspace_id, tent_id, day, referrer, views) SELECT $1, $2, $3, name, views
       FROM unnest(ARRAY['news.example', '', 'search.example'], ARRAY[812, 500, 77]) AS t (name, views)`,
      [service.id, tentId, new Date(day)],
    );
    ({ report_url: urls.page } = await must(service.api.GET('/v1/tents/{tentId}', { params: { path: { tentId } } })));
  });

  it.each(['blast', 'page'].slice(0, rounds(1, 2)).flatMap((kind) => viewsAt(1440).map((view) => [kind, ...view] as const)))(
    'of a %s at %i px, %s',
    async (kind, width, scheme) => {
      const { page, foreign, errors } = await openPage(browser, width, scheme);
      await page.goto(at(urls[kind] as string));
      expect(await page.locator('figure').count()).toBe(2);
      expect(await page.locator('svg[role=img]').getAttribute('aria-label')).toContain('The figures are in the table below');
      await photograph(page, `report-${kind}-${width}-${scheme}`, { fullPage: true });
      await page.locator('summary').click();
      expect(await page.locator('details table').isVisible()).toBe(true);
      expect(await overflows(page)).toBe(false);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect([...foreign, ...errors]).toEqual([]);
      await page.context().close();
    },
  );
});
