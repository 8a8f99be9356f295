/** Views of published pages, and the figures that are made of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageView } from '../../src/http/pages/pages.types.ts';
import { DatabaseUnavailable } from '../../src/platform/database-errors.ts';
import { type Db, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { MOST_REFERRERS } from '../../src/tents/analytics/views.repo.ts';
import { createViews, isRobot, originOf } from '../../src/tents/analytics/views.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { TestClock } from '../support/clock.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { givenTent } from './given.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // No day may end while a test looks at today.
  const DAY_S = 86_400;
  service.clock.advance({ seconds: DAY_S / 2 - ((Date.now() / 1_000) % DAY_S) });
});
afterAll(() => service.stop());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const log = openLog('silent');

/** A workspace with a tent, and a counter with a fixed time. */
async function given(at?: string) {
  const workspace = await service.workspace();
  const tentId = await givenTent({ db: service.db, workspaceId: workspace.id });
  const clock = new TestClock();
  const begin = at ? new Date(at) : service.clock.now();
  clock.advance({ seconds: (begin.getTime() - Date.now()) / 1_000 });
  const views = createViews({ db: service.db, clock, log });
  const view = (of: Partial<PageView> = {}) =>
    views.viewed({
      workspaceId: workspace.id,
      tentId,
      address: '198.51.100.7',
      userAgent: FIREFOX,
      referrer: undefined,
      host: 'a.pages.example',
      ...of,
    });
  return { workspace, tentId, clock, views, view };
}
const tentFigures = ({ api }: TestWorkspace, tent_id: string, range: { from?: string; to?: string } = {}) =>
  must(api.GET('/v1/analytics/tent', { params: { query: { tent_id, ...range } } }));
const workspaceFigures = ({ api }: TestWorkspace, query: { from?: string; to?: string } = {}) =>
  must(api.GET('/v1/analytics/org', { params: { query } }));
const today = () => service.clock.now().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);

describe('views', () => {
  it('are counted with visitors and where they came from', async () => {
    const { workspace, tentId, views, view } = await given();
    view({ referrer: 'https://News.example:8443/story?id=1#top' });
    view({ referrer: 'https://news.example/' });
    view({ referrer: 'https://a.pages.example/another' });
    view({ address: '198.51.100.8' });
    view({ userAgent: `${FIREFOX}.1` });
    await views.finish();
    view();
    await views.finish();
    const { totals, series, referrers, from, to } = await tentFigures(workspace, tentId);
    expect(totals).toEqual({ views: 6, unique_visitors: 3, submissions: 0, conversion_rate: 0 });
    expect(referrers).toEqual([
      { referrer: null, views: 4 },
      { referrer: 'news.example', views: 2 },
    ]);
    expect([from, to]).toEqual([daysAgo(29), today()]);
    expect(series).toHaveLength(30);
    expect(series.at(-1)).toEqual({ date: today(), views: 6, unique_visitors: 3, submissions: 0 });
    expect(series[0]).toEqual({ date: daysAgo(29), views: 0, unique_visitors: 0, submissions: 0 });
  });

  it('of two tents by one visitor are one visitor of the workspace', async () => {
    const { workspace, tentId, views, view } = await given();
    const other = await givenTent({ db: service.db, workspaceId: workspace.id }, { name: 'Another' });
    view();
    view({ tentId: other });
    view({ tentId: other });
    view({ tentId: other, address: '2001:db8::1' });
    await views.finish();
    const { totals, tents } = await workspaceFigures(workspace);
    expect(totals).toMatchObject({ views: 4, unique_visitors: 2 });
    expect(tents).toMatchObject([
      { tent_id: other, name: 'Another', totals: { views: 3, unique_visitors: 2 } },
      { tent_id: tentId, totals: { views: 1, unique_visitors: 1 } },
    ]);
  });

  it('of several processes know each other’s visitors, and of a day another does not', async () => {
    const { workspace, tentId, clock, views, view } = await given();
    const second = createViews({ db: service.db, clock, log });
    const same: PageView = {
      workspaceId: workspace.id,
      tentId,
      address: '198.51.100.7',
      userAgent: FIREFOX,
      referrer: undefined,
      host: 'x',
    };
    view();
    second.viewed(same);
    await Promise.all([views.finish(), second.finish()]);
    expect((await tentFigures(workspace, tentId)).totals).toMatchObject({ views: 2, unique_visitors: 1 });
    clock.advance({ days: -1 });
    view();
    await views.finish();
    expect((await tentFigures(workspace, tentId)).totals).toMatchObject({ views: 3, unique_visitors: 2 });
    const salts = await service.db.query<{ salt: string }>(
      sql`SELECT salt::text FROM visitor_salts WHERE workspace_id = ${workspace.id}::uuid`,
    );
    expect(new Set(salts.map(({ salt }) => salt)).size).toBe(2);
  });

  it('keep no address, and nothing of the browser', async () => {
    const { workspace, view, views } = await given();
    view({ referrer: 'https://news.example/private?token=secret' });
    await views.finish();
    const tables = await service.db.query<{ name: string }>(
      sql`SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id'`,
    );
    for (const { name } of tables) {
      const rows = await service.db.query<{ line: string }>({
        text: `SELECT t::text AS line FROM ${name} t WHERE workspace_id = $1`,
        values: [workspace.id],
      });
      for (const { line } of rows) expect(`${name}: ${line}`).not.toMatch(/198\.51|Firefox|secret|private/);
    }
  });

  it('count on the day that the workspace had at that moment', async () => {
    const { workspace, tentId, clock, views, view } = await given('2026-03-28T23:30:00Z');
    const days = async () => {
      await views.finish();
      const { series } = await tentFigures(workspace, tentId, { from: '2026-03-27', to: '2026-03-31' });
      return series.filter(({ views }) => views > 0).map(({ date, views }) => `${date} ${views}`);
    };
    view();
    expect(await days()).toEqual(['2026-03-28 1']);
    await updateWorkspace(service.db, workspace.id, { timezone: 'Europe/Stockholm' }, clock.now());
    clock.advance({ minutes: 2 });
    view();
    // Before the clocks are put forward and after: the day has 23 hours.
    clock.advance({ hours: 22, minutes: 20 });
    view();
    expect(await days()).toEqual(['2026-03-28 1', '2026-03-29 2']);
    clock.advance({ minutes: 10 });
    view();
    expect(await days()).toEqual(['2026-03-28 1', '2026-03-29 2', '2026-03-30 1']);
  });

  it('of the last minute of a day that are written on the next belong to their own', async () => {
    const { workspace, tentId, clock, views, view } = await given('2026-03-10T23:59:30Z');
    view();
    clock.advance({ minutes: 1 });
    view();
    await views.finish();
    const { series } = await tentFigures(workspace, tentId, { from: '2026-03-10', to: '2026-03-11' });
    expect(series.map(({ views, unique_visitors }) => [views, unique_visitors])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('tell 500 sites apart in a day, and visitors who come from nowhere always', async () => {
    const { workspace, tentId, views, view } = await given();
    for (let site = 0; site < MOST_REFERRERS + 20; site++) view({ referrer: `https://site${site}.example/` });
    await views.finish();
    view({ referrer: 'https://late.example/' });
    view({ referrer: 'https://site0.example/' });
    view();
    await views.finish();
    const [row] = await service.db.query<{ sites: number; direct: number }>(sql`
      SELECT count(*)::int AS sites, count(*) FILTER (WHERE referrer = '')::int AS direct FROM tent_referrers WHERE tent_id = ${tentId}::uuid`);
    expect(row).toEqual({ sites: MOST_REFERRERS + 1, direct: 1 });
    const { referrers, totals } = await tentFigures(workspace, tentId);
    expect(referrers).toHaveLength(50);
    expect(referrers[0]).toEqual({ referrer: 'site0.example', views: 2 });
    expect(totals.views).toBe(MOST_REFERRERS + 23);
  });

  it('of workspaces and tents that are not there harm nobody', async () => {
    const { workspace, tentId, views, view } = await given();
    view({ workspaceId: newId() });
    view({ tentId: newId() });
    view({ tentId: await givenTent({ db: service.db, workspaceId: service.id }) });
    view();
    await views.finish();
    expect((await tentFigures(workspace, tentId)).totals.views).toBe(1);
    expect((await workspaceFigures(workspace)).totals.views).toBe(1);
  });
});

describe('while the database is away', () => {
  /** Fails as it does when it cannot be reached, until it is back. */
  const breaking = (db: Db) => {
    const state = { isAway: true, error: new DatabaseUnavailable('unreachable', undefined) };
    const query: Db['query'] = (statement) => (state.isAway ? Promise.reject(state.error) : db.query(statement));
    return { state, db: { ...db, query } as Db };
  };

  it('views wait for it, each counted once', async () => {
    const { workspace, tentId, clock } = await given();
    const { state, db } = breaking(service.db);
    const views = createViews({ db, clock, log, everyMs: 1 });
    const view = (address: string) =>
      views.viewed({ workspaceId: workspace.id, tentId, address, userAgent: FIREFOX, referrer: undefined, host: 'x' });
    view('1');
    await views.finish();
    view('1');
    view('2');
    state.isAway = false;
    await views.finish();
    expect((await tentFigures(workspace, tentId)).totals).toMatchObject({ views: 3, unique_visitors: 2 });
  });

  it('views have room for so many, and then are not counted', async () => {
    const { workspace, tentId, clock } = await given();
    const views = createViews({ db: service.db, clock, log, most: 12 });
    for (let visitor = 0; visitor < 50; visitor++)
      views.viewed({ workspaceId: workspace.id, tentId, address: `${visitor}`, userAgent: FIREFOX, referrer: undefined, host: 'x' });
    await views.finish();
    // The tent, the origin, and ten visitors.
    expect((await tentFigures(workspace, tentId)).totals).toMatchObject({ views: 10, unique_visitors: 10 });
    views.viewed({ workspaceId: workspace.id, tentId, address: 'x', userAgent: FIREFOX, referrer: undefined, host: 'x' });
    await views.finish();
    expect((await tentFigures(workspace, tentId)).totals.views).toBe(11);
  });
});

describe('what tells visitors apart', () => {
  it('is deleted when their day is over, and the figures stay', async () => {
    const { workspace, tentId, clock, views, view } = await given();
    clock.advance({ days: -2 });
    view();
    clock.advance({ days: 2 });
    view();
    await views.finish();
    await service.drain();
    const [left] = await service.db.query<{ days: number; visitors: number; ofWorkspace: number }>(sql`
      SELECT (SELECT count(*)::int FROM visitor_salts WHERE workspace_id = ${workspace.id}::uuid) AS days,
        (SELECT count(*)::int FROM tent_visitors WHERE workspace_id = ${workspace.id}::uuid) AS visitors,
        (SELECT count(*)::int FROM workspace_visitors WHERE workspace_id = ${workspace.id}::uuid) AS "ofWorkspace"`);
    expect(left).toEqual({ days: 1, visitors: 1, ofWorkspace: 1 });
    expect((await tentFigures(workspace, tentId)).totals).toMatchObject({ views: 2, unique_visitors: 2 });
  });
});

describe('a tent that is deleted', () => {
  it('takes its figures with it, and the workspace keeps its own', async () => {
    const { workspace, tentId, views, view } = await given();
    const other = await givenTent({ db: service.db, workspaceId: workspace.id });
    view();
    view({ tentId: other });
    await views.finish();
    await service.db.query(sql`DELETE FROM documents WHERE id = ${tentId}::uuid`);
    const { totals, tents } = await workspaceFigures(workspace);
    expect(totals).toMatchObject({ views: 2, unique_visitors: 1 });
    expect(tents).toMatchObject([{ tent_id: other }]);
    const [left] = await service.db.query(sql`
      SELECT (SELECT count(*)::int FROM tent_days WHERE tent_id = ${tentId}::uuid) AS days,
        (SELECT count(*)::int FROM tent_visitors WHERE tent_id = ${tentId}::uuid) AS visitors,
        (SELECT count(*)::int FROM tent_referrers WHERE tent_id = ${tentId}::uuid) AS referrers`);
    expect(left).toEqual({ days: 0, visitors: 0, referrers: 0 });
  });

  it('leaves nothing behind that was on its way', async () => {
    const workspace = await service.workspace();
    const tentId = newId();
    await service.db.query(
      sql`INSERT INTO tent_days (workspace_id, tent_id, day, views) VALUES (${workspace.id}::uuid, ${tentId}::uuid, ${today()}::date, 1)`,
    );
    await service.db.query(sql`
      INSERT INTO tent_referrers (workspace_id, tent_id, day, referrer, views) VALUES (${workspace.id}::uuid, ${tentId}::uuid, ${today()}::date, '', 1)`);
    await service.drain();
    const [left] = await service.db.query(sql`
      SELECT (SELECT count(*)::int FROM tent_days WHERE tent_id = ${tentId}::uuid) + (SELECT count(*)::int FROM tent_referrers WHERE tent_id = ${tentId}::uuid) AS rows`);
    expect(left).toEqual({ rows: 0 });
  });
});

describe('days', () => {
  it('are both included, and a day to come is today', async () => {
    const { workspace, tentId } = await given();
    const asked = (from?: string, to?: string) => tentFigures(workspace, tentId, { ...(from && { from }), ...(to && { to }) });
    expect(await asked('2026-04-14', '2026-04-14')).toMatchObject({
      from: '2026-04-14',
      to: '2026-04-14',
      series: [{ date: '2026-04-14' }],
    });
    expect(await asked(undefined, '2024-03-01')).toMatchObject({ from: '2024-02-01', to: '2024-03-01' });
    expect(await asked(daysAgo(1), '9999-12-31')).toMatchObject({ from: daysAgo(1), to: today(), series: [{}, {}] });
    expect((await asked(daysAgo(365), '9999-12-31')).series).toHaveLength(366);
    expect((await workspaceFigures(workspace, { to: '0001-01-10' })).series).toHaveLength(10);
  });

  it.each([
    ['the wrong way round', { from: '2026-04-15', to: '2026-04-14' }, 'must not lie after to'],
    ['to come', { from: '9999-12-30', to: '9999-12-31' }, 'must not lie in the future'],
    ['too many', { from: '2025-04-13', to: '2026-04-14' }, 'must lie at most 365 days before to'],
    ['before the first year', { from: '0000-12-31', to: '0001-01-02' }, 'must not lie before the year 1'],
  ])('are refused when they are %s', async (_what, query, message) => {
    const { workspace, tentId } = await given();
    const answers = [
      await workspace.api.GET('/v1/analytics/org', { params: { query } }),
      await workspace.api.GET('/v1/analytics/tent', { params: { query: { tent_id: tentId, ...query } } }),
    ];
    for (const { response, error } of answers) {
      expect(response.status).toBe(400);
      expect(error).toMatchObject({ error_code: 'validation_failed', details: { issues: [{ path: 'from', message }] } });
    }
  });

  it('of a tent that is unknown, or another workspace’s, are 404', async () => {
    const { workspace } = await given();
    const foreign = await givenTent({ db: service.db, workspaceId: service.id });
    for (const tent_id of [newId(), foreign]) {
      const { response } = await workspace.api.GET('/v1/analytics/tent', { params: { query: { tent_id } } });
      expect(response.status).toBe(404);
    }
  });
});

describe('robots', () => {
  it.each([
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['a preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['a tool', 'curl/8.5.0'],
    ['somebody who says nothing', ' '],
    ['nobody', undefined],
  ])('do not count: %s', (_what, userAgent) => expect(isRobot(userAgent)).toBe(true));

  it.each([
    FIREFOX,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ])('are not people: %s', (userAgent) => expect([isRobot(userAgent), isRobot(userAgent)]).toEqual([false, false]));
});

describe('where views come from', () => {
  it.each([
    [undefined, ''],
    ['', ''],
    ['not an address', ''],
    ['android-app://com.example/', ''],
    ['javascript:alert(1)', ''],
    ['https://user:secret@News.Example:8443/a?b#c', 'news.example'],
    ['https://müller.example/', 'xn--mller-kva.example'],
    ['http://own.example:3001/another', ''],
    [`https://${'a'.repeat(254)}/`, ''],
  ])('is the host of %s alone: %j', (referrer, origin) => expect(originOf(referrer, 'own.example')).toBe(origin));
});
