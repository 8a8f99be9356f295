/** Forms and views while something breaks. `forms-kill.long.test.ts` kills processes. */
import { describe, expect, it } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { ask } from '../support/pages.ts';
import { startProxy } from '../support/proxy.ts';
import { startTestService } from '../support/service.ts';
import { givenTent, sendSignup } from './given.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const { url: databaseUrl, db } = await openTestDatabase();
const { id: workspaceId, slug } = await givenWorkspace(db);
const tentId = await givenTent({ db, workspaceId });

it.runIf(isAtLength)('a service that is told to stop writes the views that it has seen', async () => {
  const service = await startTestService({ DATABASE_URL: databaseUrl });
  const port = service.service.pagesPort as number;
  const own = await givenTent({ db, workspaceId });
  const view = () => ask(port, `/${own}`, { host: `${slug}.localhost`, headers: { 'user-agent': FIREFOX } });
  const { headers } = await view();
  expect((await view()).status).toBe(200);
  const seen = { 'user-agent': FIREFOX, 'if-none-match': headers.etag as string };
  expect((await ask(port, `/${own}`, { host: `${slug}.localhost`, headers: seen })).status).toBe(304);
  await ask(port, `/${own}`, { method: 'HEAD', host: `${slug}.localhost`, headers: { 'user-agent': FIREFOX } });
  await ask(port, `/${own}`, { host: `${slug}.localhost`, headers: { 'user-agent': FIREFOX, 'sec-purpose': 'prefetch' } });
  await service.stop();
  expect(await db.prisma.tentDay.findFirst({ where: { tentId: own } })).toMatchObject({ views: 3, uniqueVisitors: 1 });
});

describe('a database that is away', () => {
  const PAGES: [string, boolean][] = [
    ['a page that is known', true],
    ['a page that has to be looked up', false],
  ];
  it.each(PAGES.slice(0, rounds(1, 2)))(
    'is said with 503 for %s, what was typed is kept, and it is taken when the database is back',
    async (_page, isKnown) => {
      const url = new URL(databaseUrl);
      const proxy = await startProxy(url.hostname, Number(url.port || 5432));
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      const service = await startTestService({ DATABASE_URL: url.href, TRUST_PROXY: '1' });
      const port = service.service.pagesPort as number;
      try {
        if (isKnown) expect((await sendSignup({ port, slug, tentId }, 'before@mail.example')).status).toBe(200);
        await proxy.cut();
        const page = await sendSignup({ port, slug, tentId }, `while.${isKnown}@mail.example`, 'text/html');
        expect(page.status).toBe(503);
        expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
        expect(page.text).toContain(`>\nwhile.${isKnown}@mail.example</textarea>`);
        expect(page.text).toContain('>\nRidge</textarea>');
        const script = await sendSignup({ port, slug, tentId }, `while.${isKnown}@mail.example`);
        expect([script.status, JSON.parse(script.text).error_code]).toEqual([503, 'unavailable']);
        await proxy.mend();
        await expect.poll(async () => (await sendSignup({ port, slug, tentId }, `while.${isKnown}@mail.example`)).status).toBe(200);
        expect(await db.prisma.contact.count({ where: { email: `while.${isKnown}@mail.example` } })).toBe(1);
      } finally {
        await proxy.close();
        await service.stop().catch(() => {});
      }
    },
  );
});
