/** Jobs with running workers, as in a worker process. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openJobs, type Queue, worker } from '../../src/jobs/jobs.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { isAtLength } from '../support/at-length.ts';
import { endJobs, type JobsUnderTest, jobsUnderTest } from '../support/jobs.ts';
import { notingLog } from '../support/log.ts';

interface Note {
  text: string;
}
const queue = (name: string, more: Partial<Queue<Note>> = {}): Queue<Note> => ({
  name,
  concurrency: 2,
  retryLimit: 1,
  retryDelay: 0,
  expireInSeconds: 60,
  ...more,
});

let test: JobsUnderTest;
beforeAll(async () => {
  test = await jobsUnderTest();
});
afterEach(() => test.clear());
afterAll(() => test.close());

/** A promise that the test settles, and that a job waits for. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const count = async (where: string): Promise<number> => {
  const { rows } = await test.db.pool.query(`SELECT count(*)::int AS count FROM pgboss.job WHERE ${where}`);
  return rows[0].count;
};

describe.each([
  { listen: true, how: 'whose notification is lost' },
  { listen: false, how: 'where notifications do not arrive' },
])('jobs $how', ({ listen }) => {
  it.runIf(isAtLength)('start soon, however many there are', async () => {
    const { jobs } = test.open({ listen, workers: [worker(queue('notes'), async () => {})] });
    await jobs.start(true);
    await test.db.pool.query(
      `INSERT INTO pgboss.job (name, policy, singleton_key, data, expire_seconds)
       SELECT 'notes', 'short', i::text, '{}', 60 FROM generate_series(1, 10) AS i`,
    );
    await expect.poll(() => count("name = 'notes' AND state = 'completed'")).toBe(10);
    // The moments are the database's own. A look every half second leaves room for a slow machine, none for a pause of 30 s.
    expect(await count("name = 'notes' AND started_on - created_on > interval '10 seconds'")).toBe(0);
  });
});

describe('a queue', () => {
  it.runIf(isAtLength)('runs as many jobs at once as it has places, and no other queue waits for them', async () => {
    const { open, opened } = gate();
    let begun = 0;
    const slow = queue('slow');
    const quick = queue('quick');
    const done: string[] = [];
    const { jobs } = test.open({
      workers: [
        worker(slow, async () => {
          begun += 1;
          await opened;
        }),
        worker(quick, async ({ text }) => {
          done.push(text);
        }),
      ],
    });
    await jobs.start(true);
    for (const text of ['1', '2', '3', '4', '5']) await jobs.enqueue(test.db, slow, { text });
    await expect.poll(() => begun).toBe(2);
    for (const text of ['1', '2', '3']) await jobs.enqueue(test.db, quick, { text });
    await expect.poll(() => done.length).toBe(3);
    expect(begun).toBe(2);
    expect(await count("name = 'slow' AND state = 'active'")).toBe(2);
    open();
    await expect.poll(() => count("name = 'slow' AND state = 'completed'")).toBe(5);
  });
});

describe('sweeps', () => {
  it('run at the start, and not only when their first interval is over', async () => {
    let swept = 0;
    const sweep = {
      name: 'hourly',
      everySeconds: 3_600,
      run: async () => {
        swept += 1;
      },
    };
    const { jobs } = test.open({ sweeps: [sweep] });
    await jobs.start(true);
    await expect.poll(() => swept).toBe(1);
  });
});

describe('while nothing may begin', () => {
  it.runIf(isAtLength)('no job and no sweep does, and then all that wait do', async () => {
    const notes = queue('notes', { concurrency: 1 });
    const begun: string[] = [];
    let asked = 0;
    let maySay = false;
    const jobs = openJobs({
      databaseUrl: test.url,
      db: test.db,
      log: notingLog().log,
      metrics: openMetrics(),
      mayRun: () => {
        asked += 1;
        return maySay;
      },
      workers: [worker(notes, async ({ text }) => void begun.push(text))],
      sweeps: [{ name: 'every second', everySeconds: 1, run: async () => void begun.push('sweep') }],
    });
    try {
      await jobs.start(true);
      await jobs.enqueue(test.db, notes, { text: 'job' });
      // A place has taken it, and looks whether it may begin; the sweep has come round meanwhile.
      await expect.poll(() => count("name = 'notes' AND state = 'active'")).toBe(1);
      const before = asked;
      await expect.poll(() => asked).toBeGreaterThan(before + 8);
      expect(begun).toEqual([]);
      maySay = true;
      await expect.poll(() => [...new Set(begun)].sort()).toEqual(['job', 'sweep']);
      await expect.poll(() => count("name = 'notes' AND state = 'completed'")).toBe(1);
    } finally {
      expect(await endJobs(jobs, 30_000)).toBe(true);
    }
  });
});

describe('the connections of the queue', () => {
  it.each([
    [0, 300],
    [0.5, 450],
  ])('are replaced after their time, which chance (%s) makes another one for each process', async (chance, seconds) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(chance);
    const opened = vi.spyOn(pg, 'Pool');
    try {
      await test.open({}).jobs.start(false);
      expect(opened.mock.calls.map(([options]) => options?.maxLifetimeSeconds)).toEqual([seconds]);
    } finally {
      opened.mockRestore();
      random.mockRestore();
    }
  });
});

describe('stopping', () => {
  it('tells jobs and sweeps, waits for those that listen, and takes nothing up any more', async () => {
    const notes = queue('notes', { concurrency: 1 });
    const begun: string[] = [];
    const told: string[] = [];
    const listens = (name: string, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        begun.push(name);
        signal.addEventListener('abort', () => {
          told.push(name);
          resolve();
        });
      });
    const { jobs } = test.open({
      workers: [worker(notes, ({ text }, signal) => listens(text, signal))],
      sweeps: [{ name: 'sweep', everySeconds: 3_600, run: (signal) => listens('sweep', signal) }],
    });
    await jobs.start(true);
    await jobs.enqueue(test.db, notes, { text: 'under way' });
    await expect.poll(() => begun).toHaveLength(2);
    await jobs.enqueue(test.db, notes, { text: 'waiting' });
    expect(await endJobs(jobs, 30_000)).toBe(true);
    expect(told.sort()).toEqual(['sweep', 'under way']);
    expect(begun).not.toContain('waiting');
    expect([await count("name = 'notes' AND state = 'completed'"), await count("name = 'notes' AND state = 'created'")]).toEqual([1, 1]);
    expect(test.logged).toEqual([]);
  });

  it.runIf(isAtLength)('ends in the time it was given, names what it cuts off, and gives the jobs back', async () => {
    const notes = queue('notes');
    let begun = 0;
    const deaf = () => {
      begun += 1;
      return new Promise<void>(() => {});
    };
    const { jobs } = test.open({ workers: [worker(notes, deaf)], sweeps: [{ name: 'locked out', everySeconds: 3_600, run: deaf }] });
    await jobs.start(true);
    await jobs.enqueue(test.db, notes, { text: 'deaf' });
    await expect.poll(() => begun).toBe(2);
    const began = performance.now();
    expect(await endJobs(jobs, 1_000)).toBe(false);
    // Far from the 60 s after which the job would be taken for lost.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(test.logged).toMatchObject([
      { message: 'a job was cut off; it runs again', queue: 'notes' },
      { message: 'a sweep was cut off; it comes again', sweep: 'locked out' },
    ]);
    expect(await count("name = 'notes' AND state = 'retry'")).toBe(1);
  });
});
