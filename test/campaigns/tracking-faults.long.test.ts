/** Opens and clicks at two processes, and at one that stops under load. */
import { afterEach, expect, it } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { type Answered, crowdOf, givenMailed, missingOf, notedOf } from '../support/mailed.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const LINKS = ['https://shop.example.com/one', 'https://shop.example.com/two'];
const { url: databaseUrl, db } = await openTestDatabase();
const { id: workspaceId } = await givenWorkspace(db);

let running: ServiceProcess[] = [];
afterEach(async () => {
  await Promise.all(running.map(({ kill }) => kill()));
  running = [];
});
async function start(): Promise<ServiceProcess> {
  const started = await startProcess({ DATABASE_URL: databaseUrl, SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'warn' });
  running.push(started);
  return started;
}

it('a process that is told to stop writes every hit that it has answered, also those that come while it stops', async () => {
  const mailed = await givenMailed({ db, workspaceId }, 1_000, LINKS);
  const { url, terminate } = await start();
  const answered: Answered[] = [];
  const sent = crowdOf(url, mailed, answered);
  await expect.poll(() => answered.length, { interval: 5 }).toBeGreaterThan(300);
  expect(await terminate()).toBe(0);
  await sent;
  expect(await missingOf(db, mailed, answered)).toEqual([]);
});

it('two processes beside one another note each thing once, and PostgreSQL breaks no circle', async () => {
  const mailed = await givenMailed({ db, workspaceId }, 300, LINKS);
  const processes = await Promise.all([start(), start()]);
  await Promise.all(processes.map(({ url }, turn) => crowdOf(url, turn === 0 ? mailed : mailed.toReversed(), [])));
  for (const { terminate } of processes) expect(await terminate()).toBe(0);
  for (const { entries } of await notedOf(db, mailed))
    expect(entries.map(({ type }) => type).sort()).toEqual(['email_clicked', 'email_opened']);
  for (const { output } of processes) expect(output()).not.toContain('deadlock');
});
