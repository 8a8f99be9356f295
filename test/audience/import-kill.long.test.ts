/**
 * Imports whose process dies, is told to stop, or sleeps through its lease, and whose database goes away: in the end each
 * row was written once. `KILL_ROUNDS` says how many imports are killed, at moments that chance chooses.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { KILL_ROUNDS } from '../support/mortal.ts';
import { openMortalImports, reached } from '../support/mortal-imports.ts';
import type { ServiceProcess } from '../support/process.ts';
import { startProxy } from '../support/proxy.ts';

const { db, databaseUrl, start, given, killAt } = await openMortalImports(5_000);

const blocked = () =>
  expect
    .poll(async () => {
      const [row] = await db.query<{ waiting: number }>(sql`
        SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return row?.waiting;
    })
    .toBe(1);

describe('kill -9 in the middle of an import', () => {
  test.each(KILL_ROUNDS)('writes each row once, round %i', () => killAt(1, 3));
});

describe('SIGTERM in the middle of an import', () => {
  test('ends the chunk and lets another go on at once', async () => {
    const leaving = await start();
    const run = await given(leaving, { isHeld: true });
    await blocked();
    const left = leaving.terminate();
    const ready = () =>
      fetch(`${leaving.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(ready).toBe(false);
    expect(leaving.child.exitCode).toBeNull();
    await run.release();
    expect(await left).toBe(0);
    // One that was under way beside it has ended, too.
    expect([1, 2]).toContain(await run.chunks());
    await start();
    await run.expectDone();
  });
});

describe('a process that is stopped through its lease', () => {
  test('comes too late with its chunk', async () => {
    const sleeper = await start();
    const run = await given(sleeper, { isHeld: true });
    await blocked();
    await stopForLong(sleeper);
    await run.release();
    expect(await run.chunks()).toBe(0);
    await run.endLease();
    const follower = await start();
    await expect.poll(run.chunks).toBeNull();
    sleeper.child.kill('SIGCONT');
    await expect.poll(() => fetch(`${sleeper.url}/readyz`).then(({ ok }) => ok)).toBe(true);
    // It has noticed that the run is another's.
    expect(await sleeper.terminate()).toBe(0);
    await run.expectDone();
    expect(await follower.terminate()).toBe(0);
  });
});

/** Stops a process for longer than the database lets it hold anything: what it has open is ended, as it would be after two minutes. */
async function stopForLong({ child }: ServiceProcess): Promise<void> {
  child.kill('SIGSTOP');
  const ended = sql`
    SELECT pg_terminate_backend(pid, 10_000) AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'bivouac' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;
  // One may have begun by the last word that the process has sent.
  await expect.poll(async () => (await db.query(ended)).length).toBe(0);
}

describe('a database that goes away in the middle of an import', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let url: URL;
  beforeAll(async () => {
    url = new URL(databaseUrl);
    proxy = await startProxy(url.hostname, Number(url.port));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
  });
  afterAll(() => proxy.close());

  test('is waited for, and each row is written once', async () => {
    const process = await start(url.href);
    const run = await given(process);
    for (const chunk of [1, 3]) {
      await reached(run, chunk);
      await wait(Math.random() * 60);
      await proxy.cut();
      await wait(200);
      await proxy.mend();
      await expect.poll(() => fetch(`${process.url}/readyz`).then(({ ok }) => ok)).toBe(true);
      await run.endLease();
    }
    await run.expectDone();
  });
});
