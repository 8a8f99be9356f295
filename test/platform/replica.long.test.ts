/** A service that reads reports and exports from a real standby, which lags, stands still and dies. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { must } from '../support/blast.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { givenContacts, givenList, givenWorkspace } from '../support/given.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { type Pair, startPair } from '../support/standby.ts';

let pair: Pair;
let running: ServiceProcess;
let db: Database;
let api: ApiClient;
let workspaceId: string;

beforeAll(async () => {
  pair = await startPair();
  running = await startProcess({
    DATABASE_URL: pair.primary.url,
    DATABASE_READ_URL: pair.standby.url,
    DATABASE_READ_MAX_LAG: '3',
    RATE_LIMIT_RPS: '0',
  });
  db = openDatabase(pair.primary.url, () => {});
  const workspace = await givenWorkspace(db);
  workspaceId = workspace.id;
  api = createClient(running.url, workspace.token);
}, 3 * PATIENCE_MS);
afterAll(async () => {
  await running?.kill();
  await db?.close();
  await pair?.close();
});

const metricOf = async (metric: string): Promise<number> => {
  const text = await (await fetch(`${running.url}/metrics`)).text();
  return Number(new RegExp(`^bivouac_${metric} (\\S+)$`, 'm').exec(text)?.[1]);
};
const isUsed = () => metricOf('replica_used{server="replica"}');
const readsOf = (server: string) => metricOf(`replica_reads_total{server="${server}"}`);

async function reportNew(): Promise<number> {
  const flow = await must(api.POST('/v1/email-flows', { body: { name: 'Welcome' } }));
  const began = performance.now();
  const report = await must(api.GET('/v1/email-flows/{flowId}/report', { params: { path: { flowId: flow.flow_id } } }));
  expect(report.flow_id).toBe(flow.flow_id);
  return performance.now() - began;
}

async function exported(members: number, meanwhile: () => Promise<unknown> = async () => {}): Promise<unknown> {
  const listId = await givenList({ db, workspaceId } as never, await givenContacts({ db, workspaceId } as never, members));
  const { export: started } = await must(api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
  await meanwhile();
  const path = { listId, exportId: started.export_id };
  const read = async () => (await must(api.GET('/v1/contact-lists/{listId}/export/{exportId}', { params: { path } }))).export;
  await expect.poll(async () => (await read()).status, { timeout: PATIENCE_MS }).toBe('completed');
  return (await read()).row_count;
}

it('reads from the standby, and finds what was just made', async () => {
  await expect.poll(isUsed).toBe(1);
  await must(api.GET('/v1/analytics/org'));
  expect(await readsOf('replica')).toBeGreaterThan(0);
  for (let round = 0; round < 20; round += 1) await reportNew();
  const before = await readsOf('replica');
  expect(await exported(500)).toBe(500);
  expect((await readsOf('replica')) - before).toBeLessThanOrEqual(1);
});

it('reads from the primary while the standby lags, and from the standby again', async () => {
  await pair.standby.query('SELECT pg_wal_replay_pause()');
  await reportNew();
  await expect.poll(isUsed).toBe(0);
  expect(await metricOf('replica_lag_seconds{server="replica"}')).toBeGreaterThan(2.9);
  await reportNew();
  expect(await exported(300)).toBe(300);
  await pair.standby.query('SELECT pg_wal_replay_resume()');
  await expect.poll(isUsed).toBe(1);
});

it('answers within seconds while the standby stands still', async () => {
  await pair.standby.freeze();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await reportNew());
  await pair.standby.thaw();
  expect(Math.max(...times)).toBeLessThan(4_000);
  expect(times.at(-1)).toBeLessThan(1_000);
  await expect.poll(isUsed, { timeout: PATIENCE_MS }).toBe(1);
});

it('ends an export whose standby dies', async () => {
  await wait(1_500);
  expect(await isUsed()).toBe(1);
  expect(
    await exported(60_000, async () => {
      await expect
        .poll(
          async () =>
            (
              await pair.standby.query(
                "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%contact_list_members%' AND application_name = 'bivouac'",
              )
            ).length,
          { interval: 5, timeout: PATIENCE_MS },
        )
        .toBeGreaterThan(0);
      await pair.standby.die();
    }),
  ).toBe(60_000);
  await reportNew();
  expect(await isUsed()).toBe(0);
  expect(running.output()).toContain('an export begins again, from the primary');
});
