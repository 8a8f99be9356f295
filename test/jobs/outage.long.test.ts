/** The database goes away under background work, and comes back. */
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Queue, worker } from '../../src/jobs/jobs.ts';
import { createOutage } from '../../src/jobs/outage.ts';
import { type JobsUnderTest, jobsUnderTest } from '../support/jobs.ts';
import { notingLog } from '../support/log.ts';
import { startProxy } from '../support/proxy.ts';

const notes: Queue<object> = { name: 'notes', concurrency: 3, retryLimit: 1, retryDelay: 0, expireInSeconds: 60 };

let under: JobsUnderTest;
beforeAll(async () => {
  under = await jobsUnderTest();
});
afterEach(() => under.clear());
afterAll(() => under.close());

const said = () => under.logged.map(({ message }) => message);

test('an outage is told once, with its reason, and once when it is over; then jobs go on', async () => {
  const { hostname, port } = new URL(under.url);
  const proxy = await startProxy(hostname, Number(port));
  let isAway = false;
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  let done = 0;
  const { jobs } = under.open({
    url: under.url.replace(`:${port}/`, `:${proxy.port}/`),
    workers: [
      worker(notes, async () => {
        done += 1;
      }),
    ],
    sweeps: [{ name: 'look', everySeconds: 0.1, run: look }],
  });
  await jobs.start(true);
  for (const outage of [1, 2]) {
    isAway = true;
    await proxy.cut();
    // A server in its place that accepts connections and closes them.
    let tries = 0;
    const refusing = createServer((socket) => {
      tries += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => refusing.listen(proxy.port, '127.0.0.1', resolve));
    looks = 0;
    await expect.poll(() => Math.min(tries, looks)).toBeGreaterThan(6);
    expect(said()).toEqual(['background work rests: the database is away']);
    expect((under.logged[0] as { err?: { trouble: string } }).err?.trouble).toBe('unreachable');
    await new Promise((resolve) => refusing.close(resolve));
    isAway = false;
    await proxy.mend();
    await expect.poll(said).toEqual(['background work rests: the database is away', 'background work goes on: the database is back']);
    await jobs.enqueue(under.db, notes, {});
    await expect.poll(() => done).toBe(outage);
    under.logged.splice(0);
  }
  await under.clear();
  await proxy.close();
});

test('what is no outage is told each time, during one too; nothing is, once nobody wants to know', () => {
  const { log, logged } = notingLog();
  const over = new AbortController();
  const outage = createOutage(log, () => Promise.reject(new Error('no')), over.signal);
  const away = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  const late = Object.assign(new Error('no'), { code: '57014', severity: 'ERROR' });
  for (const error of [new Error('no'), new Error('no'), away, late, away, new Error('no')]) outage.failed(error, {}, 'failed');
  const rests = 'background work rests: the database is away';
  expect(logged.map(({ message }) => message)).toEqual(['failed', 'failed', rests, 'failed', 'failed']);
  over.abort();
  for (let i = 0; i < 2; i++) createOutage(log, async () => {}, over.signal).failed(away, {}, 'failed');
  expect(logged).toHaveLength(5);
});

test('nothing is told of a database that goes away after the jobs have ended', async () => {
  const { jobs } = under.open({ workers: [worker(notes, async () => {})] });
  await jobs.start(true);
  await jobs.finish(AbortSignal.timeout(10_000));
  await jobs.close();
  await under.db.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  expect(said()).toEqual([]);
});
