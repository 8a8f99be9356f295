/**
 * Forms while something breaks: who was answered has been heard, once. `KILL_ROUNDS` says how many processes are killed, at moments
 * that chance chooses.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { sql } from '../../src/platform/db.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { KILL_ROUNDS } from '../support/mortal.ts';
import { type Answer, ask } from '../support/pages.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { startProxy } from '../support/proxy.ts';
import { startTestService } from '../support/service.ts';
import { givenTent } from './given.ts';

const SENDERS = 24;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const { url: databaseUrl, db } = await openTestDatabase();
const { id: workspaceId, slug } = await givenWorkspace(db);
const tentId = await givenTent({ db, workspaceId });

let counter = 0;
function send(port: number, email: string, accept = 'application/json'): Promise<Answer> {
  counter += 1;
  const headers = {
    accept,
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': `198.${counter >> 16}.${(counter >> 8) & 255}.${counter & 255}`,
  };
  const body = new URLSearchParams({ email, name: 'Noor', favourite_trail: 'Ridge' }).toString();
  return ask(port, `/submit/${tentId}/signup`, { method: 'POST', host: `${slug}.localhost`, headers, body });
}

describe('a process', () => {
  let running: ServiceProcess | undefined;
  let port: number;
  afterEach(() => running?.kill());
  const start = async () => {
    port = await freePort();
    running = await startProcess({
      DATABASE_URL: databaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PAGES_PORT: String(port),
      TRUST_PROXY: '1',
    });
  };

  test.each(KILL_ROUNDS)('that is killed has kept each form that it has answered, once, round %i', async (round) => {
    await start();
    const answered: string[] = [];
    let sent = 0;
    const sender = async () => {
      for (;;) {
        sent += 1;
        const email = `round${round}.${sent}@mail.example`;
        const answer = await send(port, email).catch(() => undefined);
        if (!answer) return;
        expect(answer.status).toBe(200);
        answered.push(email);
      }
    };
    const senders = Promise.all(Array.from({ length: SENDERS }, sender));
    await expect.poll(() => answered.length).toBeGreaterThan(50);
    await wait(Math.random() * 200);
    await running?.kill();
    await senders;
    const rows = await db.query<{ email: string; entries: number }>(sql`
      SELECT c.email, count(a.contact_id)::int AS entries FROM contacts c
      LEFT JOIN contact_activities a ON a.workspace_id = c.workspace_id AND a.contact_id = c.id AND a.type = 'form_submission'
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.email LIKE ${`round${round}.%`} GROUP BY c.email`);
    const entries = new Map(rows.map(({ email, entries }) => [email, entries]));
    expect(answered.filter((email) => entries.get(email) !== 1)).toEqual([]);
    expect(rows.filter(({ entries }) => entries !== 1)).toEqual([]);
    const [sums] = await db.query(sql`
      SELECT (SELECT sum(submissions)::int FROM tent_days WHERE tent_id = ${tentId}::uuid) AS figures,
        (SELECT count(*)::int FROM contact_activities WHERE workspace_id = ${workspaceId}::uuid AND type = 'form_submission') AS entries`);
    expect(sums).toMatchObject({ figures: (sums as { entries: number }).entries });
  });

  it('that is told to stop writes the views that it has seen', async () => {
    await start();
    const own = await givenTent({ db, workspaceId });
    const view = () => ask(port, `/${own}`, { host: `${slug}.localhost`, headers: { 'user-agent': FIREFOX } });
    const { headers } = await view();
    expect((await view()).status).toBe(200);
    const seen = { 'user-agent': FIREFOX, 'if-none-match': headers.etag as string };
    expect((await ask(port, `/${own}`, { host: `${slug}.localhost`, headers: seen })).status).toBe(304);
    await ask(port, `/${own}`, { method: 'HEAD', host: `${slug}.localhost`, headers: { 'user-agent': FIREFOX } });
    await ask(port, `/${own}`, { host: `${slug}.localhost`, headers: { 'user-agent': FIREFOX, 'sec-purpose': 'prefetch' } });
    expect(await running?.terminate()).toBe(0);
    expect(await db.prisma.tentDay.findFirst({ where: { tentId: own } })).toMatchObject({ views: 3, uniqueVisitors: 1 });
  });
});

describe('a database that is away', () => {
  it.each([
    ['a page that is known', true],
    ['a page that has to be looked up', false],
  ])('is said with 503 for %s, what was typed is kept, and it is taken when the database is back', async (_page, isKnown) => {
    const url = new URL(databaseUrl);
    const proxy = await startProxy(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const service = await startTestService({ DATABASE_URL: url.href, TRUST_PROXY: '1' });
    const port = service.service.pagesPort as number;
    try {
      if (isKnown) expect((await send(port, 'before@mail.example')).status).toBe(200);
      await proxy.cut();
      const page = await send(port, `while.${isKnown}@mail.example`, 'text/html');
      expect(page.status).toBe(503);
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
      expect(page.text).toContain(`>\nwhile.${isKnown}@mail.example</textarea>`);
      expect(page.text).toContain('>\nRidge</textarea>');
      const script = await send(port, `while.${isKnown}@mail.example`);
      expect([script.status, JSON.parse(script.text).error_code]).toEqual([503, 'unavailable']);
      await proxy.mend();
      await expect.poll(async () => (await send(port, `while.${isKnown}@mail.example`)).status).toBe(200);
      expect(await db.prisma.contact.count({ where: { email: `while.${isKnown}@mail.example` } })).toBe(1);
    } finally {
      await proxy.close();
      await service.stop().catch(() => {});
    }
  });
});
