/** Pages are found without a query each time, and the shown page is always the live one. */
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/db.ts';
import { forgetChanges, KEPT_S, readChanges } from '../../src/tents/pages/feed.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { createDatabase } from '../support/database.ts';
import { page } from '../support/generator.ts';
import { type Answer, asking, changesAreHeard, givenPage, htmlSaying, takeDown } from '../support/pages.ts';
import { startProxy } from '../support/proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
let second: TestService;
let host: string;
const both = (path: string, at = host) => Promise.all([service, second].map((each) => asking(each)(path, { host: at })));
const statuses = async (path: string, at = host) => (await both(path, at)).map(({ status }) => status);
const texts = async (path: string) => (await both(path)).map(({ text }) => /<h1>(.*)<\/h1>/.exec(text)?.[1]);
beforeAll(async () => {
  service = await startTestService();
  second = await startTestService({ DATABASE_URL: service.service.config.databaseUrl as string });
  host = `${service.slug}.localhost`;
});
afterAll(async () => {
  await second?.stop();
  await service?.stop();
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.service.config.databaseUrl });
  await client.connect();
  return client;
}

describe('a change is seen by every process', () => {
  it.runIf(isAtLength)('of a page that was not there, is another one, moves, and is taken down', async () => {
    expect(await statuses('/fresh')).toEqual([404, 404]);
    const tentId = await givenPage({ db: service.db, workspaceId: service.id }, { path: 'fresh', html: htmlSaying('One') });
    await expect.poll(() => texts('/fresh')).toEqual(['One', 'One']);
    await givenPage({ db: service.db, workspaceId: service.id }, { tentId, path: 'fresh', html: htmlSaying('Two') });
    await expect.poll(() => texts('/fresh')).toEqual(['Two', 'Two']);

    expect(await statuses(`/${tentId}`)).toEqual([302, 302]);
    expect(await statuses('/moved')).toEqual([404, 404]);
    await givenPage({ db: service.db, workspaceId: service.id }, { tentId, path: 'moved', html: htmlSaying('Two') });
    await expect.poll(() => texts('/moved')).toEqual(['Two', 'Two']);
    await expect.poll(() => statuses('/fresh')).toEqual([404, 404]);
    await expect.poll(async () => (await both(`/${tentId}`)).map(({ headers }) => headers.location)).toEqual(['/moved', '/moved']);

    // Without an alias it is where its id leads.
    await givenPage({ db: service.db, workspaceId: service.id }, { tentId, html: htmlSaying('Two') });
    await expect.poll(() => texts(`/${tentId}`)).toEqual(['Two', 'Two']);
    await takeDown({ db: service.db, workspaceId: service.id }, tentId);
    await expect.poll(() => statuses(`/${tentId}`)).toEqual([404, 404]);
  });

  it('that the API makes, at the address that it names', async () => {
    const tentId = await giveTent(service, service, page('<h1>By the API</h1>'));
    const params = { path: { tentId } };
    const publish = async (custom_page_alias: string | null) => {
      const { publication } = await must(service.api.POST('/v1/tents/{tentId}/publish', { params, body: { custom_page_alias } }));
      return new URL(publication?.published_url as string);
    };
    const first = await publish(null);
    expect(first.host).toBe(`${host}:${service.service.pagesPort}`);
    await expect.poll(() => texts(first.pathname)).toEqual(['By the API', 'By the API']);
    const second = await publish('by-the-api');
    await expect.poll(() => texts(second.pathname)).toEqual(['By the API', 'By the API']);
    await expect
      .poll(async () => (await both(first.pathname)).map(({ headers }) => headers.location))
      .toEqual(['/by-the-api', '/by-the-api']);
    // As it was compressed when it was published.
    const compressed = await asking(service)('/by-the-api', { headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(compressed.body).toString()).toContain('By the API');
    await must(service.api.POST('/v1/tents/{tentId}/unpublish', { params }));
    for (const { pathname } of [first, second]) await expect.poll(() => statuses(pathname)).toEqual([404, 404]);
  });

  it.runIf(isAtLength)('of a domain root, to which the id leads', async () => {
    expect(await statuses('/')).toEqual([404, 404]);
    const tentId = await givenPage({ db: service.db, workspaceId: service.id }, { path: '/', html: htmlSaying('Home') });
    await expect.poll(() => texts('/')).toEqual(['Home', 'Home']);
    expect((await both(`/${tentId}`)).map(({ headers }) => headers.location)).toEqual(['/', '/']);
    await takeDown({ db: service.db, workspaceId: service.id }, tentId);
    await expect.poll(() => statuses('/')).toEqual([404, 404]);
  });

  it.runIf(isAtLength)('of a workspace that was not there, or has another slug', async () => {
    const [before, after] = ['late.localhost', 'later.localhost'];
    expect(await statuses('/page', before)).toEqual([404, 404]);
    expect(await statuses('/page', after)).toEqual([404, 404]);
    const { id } = await service.workspace();
    await givenPage({ db: service.db, workspaceId: id }, { path: 'page' });
    const name = (slug: string) => service.db.prisma.workspace.update({ where: { id }, data: { slug } });
    await name('late');
    await expect.poll(() => statuses('/page', before)).toEqual([200, 200]);
    await name('later');
    await expect.poll(() => statuses('/page', after)).toEqual([200, 200]);
    await expect.poll(() => statuses('/page', before)).toEqual([404, 404]);
  });

  it.runIf(isAtLength)('whose transaction began before one that ended earlier', async () => {
    const [early, late] = [
      await givenPage({ db: service.db, workspaceId: service.id }, { path: 'early', html: htmlSaying('Old') }),
      await givenPage({ db: service.db, workspaceId: service.id }, { path: 'late', html: htmlSaying('Old') }),
    ];
    expect(await texts('/early')).toEqual(['Old', 'Old']);
    expect(await texts('/late')).toEqual(['Old', 'Old']);
    const slow = await connected();
    await slow.query('BEGIN');
    await slow.query("UPDATE publications SET path = 'early-moved', alias = 'early-moved' WHERE tent_id = $1", [early]);
    await givenPage({ db: service.db, workspaceId: service.id }, { tentId: late, path: 'late', html: htmlSaying('New') });
    // Both have read beyond the transaction that is still open.
    await expect.poll(() => texts('/late')).toEqual(['New', 'New']);
    expect(await texts('/early')).toEqual(['Old', 'Old']);
    await slow.query('COMMIT');
    await slow.end();
    await expect.poll(() => statuses('/early-moved')).toEqual([200, 200]);
    await expect.poll(() => statuses('/early')).toEqual([404, 404]);
  });
});

describe('changes that were read', () => {
  it('are those that the snapshot before did not show, each once', async () => {
    const paths = async (since: string | undefined) => {
      const { changes, snapshot } = await readChanges(service.db, since);
      return { snapshot, paths: changes.flatMap(({ path }) => (path?.startsWith('order-') ? path : [])) };
    };
    const note = (client: { query(text: string, values: unknown[]): Promise<unknown> }, path: string) =>
      client.query('INSERT INTO page_changes (workspace_id, path) VALUES ($1, $2)', [service.id, path]);
    const [slow, undone] = [await connected(), await connected()];
    const first = await paths(undefined);
    for (const client of [slow, undone]) await client.query('BEGIN');
    await note(slow, 'order-slow');
    await note(undone, 'order-undone');
    await note(service.db.pool, 'order-quick');
    const second = await paths(first.snapshot);
    expect(second.paths).toEqual(['order-quick']);
    const third = await paths(second.snapshot);
    expect(third.paths).toEqual([]);
    await slow.query('COMMIT');
    await undone.query('ROLLBACK');
    const fourth = await paths(third.snapshot);
    expect(fourth.paths).toEqual(['order-slow']);
    expect((await paths(fourth.snapshot)).paths).toEqual([]);
    // A process without a position reads all changes.
    expect((await paths(undefined)).paths.sort()).toEqual(['order-quick', 'order-slow']);
    for (const client of [slow, undone]) await client.end();
  });

  it.runIf(isAtLength)('are taken away when everybody has had the time, and no sooner when they are shown late', async () => {
    const kept = async () => {
      const { rows } = await service.db.pool.query<{ path: string }>(
        "SELECT path FROM page_changes WHERE workspace_id = $1 AND path IN ('swept-early', 'swept-late')",
        [service.id],
      );
      return rows.map(({ path }) => path).sort();
    };
    const slow = await connected();
    await slow.query('BEGIN');
    await slow.query('INSERT INTO page_changes (workspace_id, path) VALUES ($1, $2)', [service.id, 'swept-early']);
    await givenPage({ db: service.db, workspaceId: service.id }, { path: 'swept-late' });
    await service.drain();
    expect(await kept()).toEqual(['swept-late']);
    await service.db.pool.query(
      "UPDATE page_changes SET seen_at = seen_at - make_interval(secs => $1), changed_at = changed_at - interval '1 day'",
      [KEPT_S + 1],
    );
    await slow.query("UPDATE page_changes SET changed_at = changed_at - interval '1 day' WHERE path = 'swept-early'");
    await slow.query('COMMIT');
    await slow.end();
    await forgetChanges(service.db, KEPT_S);
    expect(await kept()).toEqual(['swept-early']);
  });
});

describe('a bounded memory', () => {
  const BIG = 40_000;
  /** More than either holds. */
  const PAGES = 36;

  it.each(['1', '0'])('holds no more than it may, and loses no page, with %s MiB of disk', async (PAGES_DISK_MIB) => {
    const small = await startTestService({ PAGES_MEMORY_MIB: '1', PAGES_DISK_MIB });
    const get = asking(small);
    const words = (i: number) => `Page ${i}${' x'.repeat(BIG / 2)}`;
    for (let i = 0; i < PAGES; i++)
      await givenPage({ db: small.db, workspaceId: small.id }, { path: `page-${i}`, html: htmlSaying(words(i)) });
    for (let round = 0; round < rounds(2, 3); round++) {
      const order = Array.from({ length: PAGES }, (_page, i) => (i * 17) % PAGES);
      // Some at a time: on a busy machine, reads could wait too long for the database and be refused.
      for (let first = 0; first < PAGES; first += 12)
        await Promise.all(
          order
            .slice(first, first + 12)
            .map(async (i) => expect(await get(`/page-${i}`)).toMatchObject({ status: 200, text: htmlSaying(words(i)) })),
        );
    }
    const figure = async (name: string): Promise<number> => {
      const metrics = await (await fetch(`${small.url}/metrics`)).text();
      return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\d+)`, 'm').exec(metrics)?.[1]);
    };
    const held = await figure('bivouac_page_bytes_held{where="memory"}');
    expect(held).toBeGreaterThan(500_000);
    expect(held).toBeLessThanOrEqual(1024 * 1024);
    const onDisk = await figure('bivouac_page_bytes_held{where="disk"}');
    expect(onDisk).toBeLessThanOrEqual(Number(PAGES_DISK_MIB) * 1024 * 1024);
    if (PAGES_DISK_MIB !== '0') expect(onDisk).toBeGreaterThan(500_000);
    await small.stop();
  });

  it('asks the database for no page twice while there is room on disk', async () => {
    const small = await startTestService({ PAGES_MEMORY_MIB: '1' });
    const get = asking(small);
    for (let i = 0; i < PAGES; i++)
      await givenPage({ db: small.db, workspaceId: small.id }, { path: `page-${i}`, html: htmlSaying(`Page ${i}${' x'.repeat(BIG / 2)}`) });
    const all = async () => {
      for (let first = 0; first < PAGES; first += 12)
        await Promise.all(Array.from({ length: 12 }, async (_page, i) => expect((await get(`/page-${first + i}`)).status).toBe(200)));
    };
    await all();
    const reads = async (from: string) => {
      const metrics = await (await fetch(`${small.url}/metrics`)).text();
      return Number(new RegExp(`bivouac_page_reads_total\\{from="${from}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0);
    };
    const before = await reads('database');
    for (let round = 0; round < rounds(2, 3); round++) await all();
    expect(await reads('database')).toBe(before);
    expect(before).toBe(PAGES);
    expect(await reads('disk')).toBeGreaterThan(PAGES);
    await small.stop();
  });
});

describe('a database', () => {
  async function throughProxy(environment: Record<string, string> = {}) {
    const database = await createDatabase();
    const { hostname, port } = new URL(database.url);
    const proxy = await startProxy(hostname, Number(port));
    const behind = await startTestService({ DATABASE_URL: database.url.replace(`:${port}/`, `:${proxy.port}/`), ...environment });
    const direct = openDatabase(database.url, () => {});
    return {
      proxy,
      behind,
      direct,
      get: asking(behind),
      async end() {
        await direct.close();
        await behind.stop();
        await proxy.close();
        await database.drop();
      },
    };
  }

  it.runIf(isAtLength)('that is away leaves what is known, from memory and from disk, and says of the rest to come again', async () => {
    const { proxy, behind, direct, get, end } = await throughProxy({ PAGES_MEMORY_MIB: '1' });
    const tentId = await givenPage({ db: behind.db, workspaceId: behind.id }, { path: 'known', html: htmlSaying('Old') });
    const words = (i: number) => `Page ${i}${' x'.repeat(30_000)}`;
    for (let i = 0; i < 30; i++)
      await givenPage({ db: behind.db, workspaceId: behind.id }, { path: `page-${i}`, html: htmlSaying(words(i)) });
    await givenPage({ db: behind.db, workspaceId: behind.id }, { path: 'unknown' });
    await changesAreHeard(behind);
    expect((await get('/known')).status).toBe(200);
    expect((await get('/missing')).status).toBe(404);
    for (let i = 0; i < 30; i++) await get(`/page-${i}`);
    await proxy.cut();

    expect((await get('/known')).text).toContain('Old');
    expect((await get(`/known`, { headers: { 'if-none-match': '*' } })).status).toBe(304);
    for (let i = 0; i < 30; i++) expect((await get(`/page-${i}`)).text).toBe(htmlSaying(words(i)));
    expect((await get('/missing')).status).toBe(404);
    for (const options of [{}, { host: 'other.localhost' }]) {
      const { status, headers, text } = await get('/unknown', options);
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
      expect(text).toContain('try again');
    }

    await givenPage({ db: direct, workspaceId: behind.id }, { tentId, path: 'known', html: htmlSaying('New') });
    expect((await get('/known')).text).toContain('Old');
    await proxy.mend();
    await expect.poll(async () => (await get('/known')).text).toContain('New');
    await expect.poll(async () => (await get('/unknown')).status).toBe(200);
    await end();
  });

  it('that answers nobody keeps nobody waiting for what is known', async () => {
    const { behind, direct, get, end } = await throughProxy();
    await givenPage({ db: behind.db, workspaceId: behind.id }, { path: 'known' });
    await changesAreHeard(behind);
    expect((await get('/known')).status).toBe(200);
    const holder = await direct.pool.connect();
    await holder.query('BEGIN; LOCK TABLE publications, page_bodies, page_changes IN ACCESS EXCLUSIVE MODE');
    const unknown: Promise<Answer>[] = [];
    const known: number[] = [];
    // Once more, should the machine stand still for as long as the database is waited for.
    const isAnsweredFirst = async () => {
      let answered = false;
      unknown.push(
        get('/unknown').finally(() => {
          answered = true;
        }),
      );
      for (const { status } of await Promise.all(Array.from({ length: 50 }, () => get('/known')))) known.push(status);
      return !answered;
    };
    await expect.poll(isAnsweredFirst).toBe(true);
    expect(new Set(known)).toEqual(new Set([200]));
    for (const { status } of await Promise.all(unknown)) expect(status).toBe(503);
    await holder.query('ROLLBACK');
    holder.release();
    await expect.poll(async () => (await get('/unknown')).status).toBe(404);
    await end();
  });
});
