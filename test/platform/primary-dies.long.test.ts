/** The machine of the primary dies with everything under way, and its synchronous standby takes its place. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Everything, soon, startEverything } from '../support/everything.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { problemsAtRest } from '../support/rest.ts';

let all: Everything;
beforeAll(async () => {
  all = await startEverything();
}, 3 * PATIENCE_MS);
afterAll(() => all?.close());

it('loses nothing that was accepted, mails nobody twice, and goes on within 5 s of the new primary', {
  timeout: 12 * PATIENCE_MS,
}, async () => {
  const { pair, proxy } = all;
  const traffic = all.startTraffic();
  const blast = await all.startBlast(1_500, 100);
  const more = await all.startFlowAndImport(traffic);
  await pair.primary.die();
  proxy.lead(pair.standby.port);
  // What a failover manager does once it is sure.
  await pair.standby.query('SELECT pg_promote()');
  await pair.standby.query(`ALTER SYSTEM SET synchronous_standby_names = ''`);
  await pair.standby.query('SELECT pg_reload_conf()');
  const promoted = performance.now();
  const db = await all.trust(pair.standby.url);
  expect(await all.firstAfter(traffic, promoted, 'write', 200)).toBeLessThan(5_000);
  await expect.poll(all.isReady, soon).toBe(true);
  await blast.end();
  await traffic.end();
  await more.end();
  // The page was written straight into the tables, and a wake-up that the outage cost is found again.
  const others = ['a job was given up', 'a page is of a version that its tent has not'];
  const left = async () => (await problemsAtRest({ db })).filter((one) => !others.includes((one as { problem: string }).problem));
  // A job whose end could not be written stays active until its heartbeat is missed.
  await expect.poll(left, { timeout: 4 * PATIENCE_MS }).toEqual([]);
});
