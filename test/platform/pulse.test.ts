/** The pulse reads the database's state every second, above all its time, which replaces the machine's. */
import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openLog } from '../../src/platform/log.ts';
import { createPulse, type Pulse } from '../../src/platform/pulse.ts';
import { createSockets } from '../../src/platform/sockets.ts';
import { startService } from '../../src/service.ts';
import { setAhead } from '../support/ahead.ts';
import { isAtLength } from '../support/at-length.ts';
import { createClient } from '../support/client.ts';
import { filesOf, openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { notingLog } from '../support/log.ts';

const MINUTE_MS = 60_000;
const database = await openTestDatabase();
const { url, db } = database;

let pulse: Pulse | undefined;
afterEach(() => pulse?.stop());

it.runIf(isAtLength)('decides by the time of the database, however far the clock of the machine is from it, and says so', async () => {
  const { log, logged } = notingLog();
  pulse = createPulse({ url: await setAhead(database, '-5 minutes'), sockets: createSockets(), log, everyMs: 300 });
  await pulse.start();
  await expect.poll(() => pulse?.isSound()).toBe(true);
  expect(Math.abs(pulse.clock.now().getTime() + 5 * MINUTE_MS - Date.now())).toBeLessThan(1_000);
  expect(Math.abs(pulse.offsetMs() - 5 * MINUTE_MS)).toBeLessThan(1_000);
  expect(logged.map(({ message }) => message)).toEqual([expect.stringMatching(/clock differs from the database's/)]);

  // A database that goes to another machine, whose clock is elsewhere.
  await setAhead(database, '30 seconds');
  await expect.poll(() => pulse?.isSound()).toBe(false);
  expect(Math.abs(pulse.clock.now().getTime() - 30_000 - Date.now())).toBeLessThan(1_000);
  expect(logged.at(-1)?.message).toMatch(/clock differs|time has leapt/);
});

it.runIf(isAtLength)('is asked by the whole service', async () => {
  const { token } = await givenWorkspace(db);
  const config = readConfig({
    ...{ PORT: '0', PAGES_PORT: '0', DRAIN_SECONDS: '0', APP_SECRET: 'a secret for the tests', SMTP_URL: 'smtp://127.0.0.1:1' },
    ...{ DATABASE_URL: await setAhead(database, '-5 minutes'), STORAGE_URL: pathToFileURL(filesOf(url)).href },
  });
  const running = await startService(config, { log: openLog('silent'), runJobs: false });
  const address = `http://127.0.0.1:${running.port}`;
  try {
    const body = { name: 'Made by the time of the database', kind: 'static' } as const;
    const { data } = await createClient(address, token).POST('/v1/contact-lists', { body });
    expect(Math.abs(Date.parse(data?.created_at as string) + 5 * MINUTE_MS - Date.now())).toBeLessThan(10_000);
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
    expect(Math.abs(value('bivouac_database_clock_offset_seconds') - 300)).toBeLessThan(1);
    expect(value('bivouac_database_read_only')).toBe(0);
    expect(value('bivouac_database_pulse_age_seconds')).toBeLessThan(30);
  } finally {
    await running.stop();
    await rm(filesOf(url), { recursive: true, force: true });
  }
});
