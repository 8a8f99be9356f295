/** What a process learns from its database every second: the time, above all, which is the database's and not the machine's. */
import { afterEach, expect, it } from 'vitest';
import { fromUlid } from '../../src/platform/ids.ts';
import { createPulse, type Pulse } from '../../src/platform/pulse.ts';
import { createSockets } from '../../src/platform/sockets.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { notingLog } from '../support/log.ts';
import { startProcess } from '../support/process.ts';

const MINUTE_MS = 60_000;
const { url, db } = await openTestDatabase();

/** Connections to this address find the clock of the server so much ahead of what it is. */
async function setAhead(interval: string): Promise<string> {
  await db.pool.query(`
    CREATE SCHEMA IF NOT EXISTS shifted;
    CREATE OR REPLACE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql
      AS $$ SELECT pg_catalog.clock_timestamp() + '${interval}'::interval $$`);
  return `${url}?options=${encodeURIComponent('-c search_path=shifted,public,pg_catalog')}`;
}

let pulse: Pulse | undefined;
afterEach(() => pulse?.stop());

it('decides by the time of the database, however far the clock of the machine is from it, and says so', async () => {
  const { log, logged } = notingLog();
  pulse = createPulse({ url: await setAhead('-5 minutes'), sockets: createSockets(), log, everyMs: 300 });
  await pulse.start();
  await expect.poll(() => pulse?.isSound()).toBe(true);
  expect(Math.abs(pulse.clock.now().getTime() + 5 * MINUTE_MS - Date.now())).toBeLessThan(1_000);
  expect(Math.abs(pulse.offsetMs() - 5 * MINUTE_MS)).toBeLessThan(1_000);
  expect(logged.map(({ message }) => message)).toEqual([expect.stringMatching(/clock differs from the database's/)]);

  // A database that goes to another machine, whose clock is elsewhere.
  await setAhead('30 seconds');
  await expect.poll(() => pulse?.isSound()).toBe(false);
  expect(Math.abs(pulse.clock.now().getTime() - 30_000 - Date.now())).toBeLessThan(1_000);
  expect(logged.at(-1)?.message).toMatch(/clock differs|time has leapt/);
});

it('is asked by the whole service', async () => {
  const { token } = await givenWorkspace(db);
  const running = await startProcess({ DATABASE_URL: await setAhead('-5 minutes'), SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    const body = { name: 'Made by the time of the database', kind: 'static' } as const;
    const { data } = await createClient(running.url, token).POST('/v1/contact-lists', { body });
    expect(Math.abs(Date.parse(data?.created_at as string) + 5 * MINUTE_MS - Date.now())).toBeLessThan(10_000);
    const metrics = await (await fetch(`${running.url}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
    expect(Math.abs(value('bivouac_database_clock_offset_seconds') - 300)).toBeLessThan(1);
    expect(value('bivouac_database_read_only')).toBe(0);
    expect(value('bivouac_database_pulse_age_seconds')).toBeLessThan(30);
  } finally {
    await running.kill();
  }
});

it('has no job of the whole service begin after a leap of the time, until that has gone on evenly for ten seconds', async () => {
  const { token } = await givenWorkspace(db, { slug: 'rests' });
  const running = await startProcess({ DATABASE_URL: await setAhead('-5 minutes'), SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    await setAhead('30 seconds');
    const leap = () =>
      running
        .output()
        .split('\n')
        .find((line) => line.includes("the database's time has leapt"));
    await expect.poll(leap).toBeDefined();
    const api = createClient(running.url, token);
    const asked = await must(api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A newsletter about camping' } }));
    const where = { id: fromUlid((asked as { generation_id: string }).generation_id) };
    const read = () => db.prisma.generation.findFirst({ where });
    await expect.poll(async () => (await read())?.status, { interval: 200 }).toBe('completed');
    // Both by the clock of this machine.
    const leapt = Date.parse(JSON.parse(leap() as string).time);
    const began = ((await read())?.startedAt?.getTime() as number) - 30_000;
    expect(began - leapt).toBeGreaterThan(9_500);
  } finally {
    await running.kill();
  }
});
