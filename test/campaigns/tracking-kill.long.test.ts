/** Opens and clicks when a process ends. `KILL_ROUNDS` says how many are killed, at moments that chance chooses. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { type Answered, crowdOf, givenMailed, missingOf, notedOf, pathOf } from '../support/mailed.ts';
import { KILL_ROUNDS } from '../support/mortal.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const LINKS = ['https://shop.example.com/one', 'https://shop.example.com/two'];
/** The pause of each of sixteen clients between two requests, so that the machine itself is not the limit. */
const PAUSE_MS = 40;
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

test.each(KILL_ROUNDS)(
  'a process that is killed has lost a second’s hits at most, and one that is told to stop none, round %i',
  async () => {
    const mailed = await givenMailed({ db, workspaceId }, 1_000, LINKS);
    const { url, kill } = await start();
    const answered: Answered[] = [];
    const sent = crowdOf(url, mailed, answered, PAUSE_MS);
    await wait(1_500 + Math.random() * 500);
    const killedAt = performance.now();
    await kill();
    await sent;
    expect(answered.length).toBeGreaterThan(100);
    const lost = await missingOf(db, mailed, answered);
    expect(lost.filter(({ at }) => at < killedAt - 1_000)).toEqual([]);

    // Lost requests are repeated, and others arrive, until its successor stops, and while it stops.
    const successor = await start();
    const others = await givenMailed({ db, workspaceId }, 300, LINKS);
    const there: Answered[] = [];
    const crowd = crowdOf(successor.url, others, there);
    await Promise.all(lost.map((hit) => fetch(successor.url + pathOf(mailed, hit), { redirect: 'manual' })));
    await expect.poll(() => there.length, { interval: 5 }).toBeGreaterThan(100);
    expect(await successor.terminate()).toBe(0);
    await crowd;
    expect(await missingOf(db, mailed, answered)).toEqual([]);
    expect(await missingOf(db, others, there)).toEqual([]);
    // Nothing twice: neither what was written in part nor what came again.
    for (const { entries } of await notedOf(db, mailed)) {
      const types = entries.map(({ type }) => type);
      expect(types).toEqual([...new Set(types)]);
    }
  },
);
