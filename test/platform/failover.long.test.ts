/**
 * The database moves, stands still or takes no writes, behind one address, while everything is in use: contacts, pages, forms, opens, a
 * blast, and where it moves, a flow and an import, too. Accepted writes are kept, no message is sent twice, and the service recovers by itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Everything, soon, startEverything } from '../support/everything.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import type { Server } from '../support/standby.ts';

let all: Everything;
beforeAll(async () => {
  all = await startEverything();
}, 3 * PATIENCE_MS);
afterAll(() => all?.close());

describe('a database that', { shuffle: false, timeout: 8 * PATIENCE_MS }, () => {
  it('swallows what connections carry is used again over new ones within 10 s, jobs included', async () => {
    const traffic = all.startTraffic();
    const blast = await all.startBlast(600, 100);
    const swallowed = performance.now();
    all.proxy.swallow();
    expect(await all.firstAfter(traffic, swallowed, 'write', 200)).toBeLessThan(10_000);
    await expect.poll(all.isReady, soon).toBe(true);
    await blast.end();
    expect(performance.now() - swallowed).toBeLessThan(30_000);
    all.proxy.release();
    await traffic.end();
  });

  it('waits for a standby that is silent answers with 503, gives its sessions up and goes on when the standby does', async () => {
    const traffic = all.startTraffic();
    await all.firstAfter(traffic, performance.now(), 'write', 200);
    const frozen = performance.now();
    await all.pair.standby.freeze();
    try {
      // More requests than there are places.
      const burst = Array.from({ length: 40 }, () =>
        all.api.POST('/v1/contact-lists', { body: { name: `${all.counted()}`, kind: 'static' } }),
      );
      const statuses = (await Promise.all(burst)).map(({ response }) => response.status);
      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(performance.now() - frozen).toBeLessThan(19_000);
      const [open] = await all.pair.primary.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'bivouac%'`,
      );
      expect(open?.count).toBeLessThanOrEqual(45);
    } finally {
      await all.pair.standby.thaw();
    }
    const thawed = performance.now();
    expect(await all.firstAfter(traffic, thawed, 'write', 200)).toBeLessThan(5_000);
    await traffic.end();
  });

  it('takes no writes for 8 s refuses them and is not ready, loses nothing and mails nobody twice', async () => {
    const traffic = all.startTraffic();
    const blast = await all.startBlast(1_500, 100);
    const since = performance.now();
    await setReadOnly(all.pair.primary, true);
    expect(await all.firstAfter(traffic, since, 'write', 503)).toBeLessThan(4_000);
    await expect.poll(all.isReady, soon).toBe(false);
    expect(performance.now() - since).toBeLessThan(6_000);
    expect(await all.firstAfter(traffic, performance.now(), 'read', 200)).toBeLessThan(4_000);
    await wait(8_000 - (performance.now() - since));
    const { answers } = traffic;
    const refused = answers.filter(({ at, ms, kind }) => kind === 'write' && at - ms > since + 1_000);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    const back = performance.now();
    await setReadOnly(all.pair.primary, false);
    expect(await all.firstAfter(traffic, back, 'write', 200)).toBeLessThan(3_000);
    await expect.poll(all.isReady, soon).toBe(true);
    await blast.end();
    await traffic.end();
  });

  it('dies is replaced by its standby at the same address, though the old one still answers old connections that it is read-only', async () => {
    const traffic = all.startTraffic();
    const blast = await all.startBlast(1_500, 100);
    const more = await all.startFlowAndImport(traffic);
    await setReadOnly(all.pair.primary, true);
    await wait(500);
    await all.pair.standby.query('SELECT pg_promote()');
    await all.pair.standby.query(`ALTER SYSTEM SET synchronous_standby_names = ''`);
    await all.pair.standby.query('SELECT pg_reload_conf()');
    const promoted = performance.now();
    all.proxy.lead(all.pair.standby.port);
    await all.trust(all.pair.standby.url);
    expect(await all.firstAfter(traffic, promoted, 'write', 200)).toBeLessThan(5_000);
    await all.pair.primary.die();
    await expect.poll(all.isReady, soon).toBe(true);
    await blast.end();
    await traffic.end();
    await more.end();
  });
});

async function setReadOnly(server: Server, isOn: boolean): Promise<void> {
  await server.query(`ALTER SYSTEM SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
  await server.query('SELECT pg_reload_conf()');
}
