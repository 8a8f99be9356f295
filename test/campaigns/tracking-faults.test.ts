/** Opens and clicks when a process ends. `KILL_ROUNDS` says how many are killed, at moments that chance chooses. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it, test } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { givenMailed, linkOf, type Mailed, notedOf, pixelOf } from '../support/mailed.ts';
import { KILL_ROUNDS } from '../support/mortal.ts';
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

interface Hit {
  of: number;
  kind: 'open' | 'click';
  answeredAt: number;
}

/** Many follow what they were sent, until there is nobody to answer or nothing left. */
async function crowd(url: string, mailed: Mailed[], answered: Hit[], pauseMs = 0): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let i = next++; i < mailed.length * 2; i = next++) {
      const of = i >> 1;
      const kind = i % 2 === 0 ? 'open' : 'click';
      const path = kind === 'open' ? pixelOf(mailed[of] as Mailed) : linkOf(mailed[of] as Mailed);
      const response = await fetch(url + path, { redirect: 'manual' }).catch(() => undefined);
      if (!response || response.status >= 500) return;
      answered.push({ of, kind, answeredAt: performance.now() });
      if (pauseMs > 0) await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
}

/** Hits that were answered and are not in the database. */
async function missing(mailed: Mailed[], answered: Hit[]): Promise<Hit[]> {
  const noted = await notedOf(db, mailed);
  return answered.filter(({ of, kind }) => {
    const { opened_at, clicked_at } = noted[of] as (typeof noted)[number];
    return (kind === 'open' ? opened_at : clicked_at) === null;
  });
}

it('a process that is told to stop writes every hit that it has answered, also those that come while it stops', async () => {
  const mailed = await givenMailed({ db, workspaceId }, 1_000, LINKS);
  const { url, terminate } = await start();
  const answered: Hit[] = [];
  const sent = crowd(url, mailed, answered);
  await expect.poll(() => answered.length, { interval: 5 }).toBeGreaterThan(300);
  expect(await terminate()).toBe(0);
  await sent;
  expect(await missing(mailed, answered)).toEqual([]);
});

test.each(KILL_ROUNDS)('a process that is killed has lost a second’s hits at most, and its successor goes on, round %i', async () => {
  const mailed = await givenMailed({ db, workspaceId }, 4_000, LINKS);
  const { url, kill } = await start();
  const answered: Hit[] = [];
  // Not as fast as can be: what the machine cannot do in time is not what is looked at.
  const sent = crowd(url, mailed, answered, 10);
  await wait(1_500 + Math.random() * 500);
  const killedAt = performance.now();
  await kill();
  await sent;
  expect(answered.length).toBeGreaterThan(100);
  const lost = await missing(mailed, answered);
  expect(lost.filter(({ answeredAt }) => answeredAt < killedAt - 1_000)).toEqual([]);
  const successor = await start();
  await Promise.all(
    lost.map(({ of, kind }) =>
      fetch(successor.url + (kind === 'open' ? pixelOf(mailed[of] as Mailed) : linkOf(mailed[of] as Mailed)), { redirect: 'manual' }),
    ),
  );
  await expect.poll(() => missing(mailed, answered)).toEqual([]);
  // Nothing twice: neither what was written in part nor what came again.
  for (const { entries } of await notedOf(db, mailed)) {
    const types = entries.map(({ type }) => type);
    expect(types).toEqual([...new Set(types)]);
  }
});

it('two processes beside one another note each thing once, and PostgreSQL breaks no circle', async () => {
  const mailed = await givenMailed({ db, workspaceId }, 300, LINKS);
  const processes = await Promise.all([start(), start()]);
  await Promise.all(processes.map(({ url }, turn) => crowd(url, turn === 0 ? mailed : mailed.toReversed(), [])));
  for (const { terminate } of processes) expect(await terminate()).toBe(0);
  for (const { entries } of await notedOf(db, mailed))
    expect(entries.map(({ type }) => type).sort()).toEqual(['email_clicked', 'email_opened']);
  for (const { output } of processes) expect(output()).not.toContain('deadlock');
});
