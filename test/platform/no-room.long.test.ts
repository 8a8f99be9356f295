/** The disk of the database is full for some seconds while everything is in use. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Everything, startEverything } from '../support/everything.ts';
import { fillDatabase } from '../support/full-disk.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { problemsAtRest } from '../support/rest.ts';

let all: Everything;
beforeAll(async () => {
  all = await startEverything();
}, 3 * PATIENCE_MS);
afterAll(() => all?.close());

it('refuses writes, serves reads, loses nothing and mails nobody twice', { timeout: 8 * PATIENCE_MS }, async () => {
  const db = await all.trust(all.pair.primary.url);
  const traffic = all.startTraffic();
  const blast = await all.startBlast(1_500, 100);
  const more = await all.startFlowAndImport(traffic);
  const makeRoom = await fillDatabase(db);
  const full = performance.now();
  expect(await all.firstAfter(traffic, full, 'write', 503)).toBeLessThan(4_000);
  expect(await all.firstAfter(traffic, full, 'read', 200)).toBeLessThan(4_000);
  await wait(8_000);
  await makeRoom();
  expect(await all.firstAfter(traffic, performance.now(), 'write', 200)).toBeLessThan(5_000);
  await blast.end();
  await traffic.end();
  await more.end();
  expect(await problemsAtRest({ db })).toEqual([]);
});
