import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Jobs, type Queue, type Worker, worker } from '../../src/jobs/jobs.ts';
import { type JobsUnderTest, jobsUnderTest } from '../support/jobs.ts';

interface Note {
  text: string;
}
const notes: Queue<Note> = { name: 'notes', concurrency: 1, retryLimit: 1, retryDelay: 0, expireInSeconds: 60 };

let test: JobsUnderTest;
let jobs: Jobs;
let metrics: ReturnType<JobsUnderTest['open']>['metrics'];
let sweeps = 0;
const seen: string[] = [];
const write: Worker = worker(notes, async ({ text }) => {
  seen.push(text);
});
beforeAll(async () => {
  test = await jobsUnderTest();
  const sweep = {
    name: 'sweep',
    everySeconds: 3_600,
    run: async () => {
      sweeps += 1;
    },
  };
  ({ jobs, metrics } = test.open({ workers: [write], sweeps: [sweep] }));
  await jobs.start(false);
});
afterAll(() => test.close());

describe('a job', () => {
  it('comes and goes with the transaction that made it necessary', async () => {
    await expect(
      test.db.transaction(async (tx) => {
        await jobs.enqueue(tx, notes, { text: 'undone' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await test.db.transaction((tx) => jobs.enqueue(tx, notes, { text: 'done' }));
    await jobs.drain();
    expect(seen.splice(0)).toEqual(['done']);
    expect(sweeps).toBeGreaterThan(0);
  });

  it('waits once for all who ask with the same key', async () => {
    for (let i = 0; i < 5; i++) await jobs.enqueue(test.db, notes, { text: 'once' }, 'key');
    await jobs.enqueue(test.db, notes, { text: 'another' }, 'other key');
    await jobs.drain();
    expect(seen.splice(0).sort()).toEqual(['another', 'once']);
    await jobs.enqueue(test.db, notes, { text: 'again' }, 'key');
    await jobs.drain();
    expect(seen.splice(0)).toEqual(['again']);
  });

  it('is there for each of several keys that has none waiting', async () => {
    await jobs.enqueue(test.db, notes, { text: 'one' }, 'a');
    await jobs.enqueue(test.db, notes, { text: 'each' }, ['a', 'b', 'c']);
    await jobs.enqueue(test.db, notes, { text: 'none' }, []);
    await jobs.drain();
    expect(seen.splice(0)).toEqual(['one', 'each', 'each']);
  });

  it('of a higher priority goes first, and otherwise the oldest', async () => {
    for (const text of ['first', 'second']) await jobs.enqueue(test.db, notes, { text });
    await jobs.enqueue(test.db, notes, { text: 'urgent' }, 'urgent', 1);
    await jobs.drain();
    expect(seen.splice(0)).toEqual(['urgent', 'first', 'second']);
  });

  it('that nobody takes is in the metrics, and in the log', async () => {
    await jobs.enqueue(test.db, notes, { text: 'late' });
    const oldest = async () => {
      await jobs.measure();
      return (await metrics.queueOldest.get()).values.find(({ labels }) => labels.queue === 'notes')?.value;
    };
    expect(await oldest()).toBeLessThan(30);
    await test.db.pool.query("UPDATE pgboss.job SET start_after = now() - interval '5 minutes' WHERE name = 'notes' AND state = 'created'");
    expect(await oldest()).toBeGreaterThanOrEqual(300);
    expect(await metrics.registry.metrics()).toContain('bivouac_queue_depth{queue="notes",state="ready"} 1');
    await jobs.drain();
    expect(test.logged.splice(0)).toEqual([
      { level: 'warn', message: 'jobs are due and nobody takes them', queue: 'notes', waiting: 1, due_for_seconds: expect.any(Number) },
    ]);
    expect(await oldest()).toBe(0);
    expect(seen.splice(0)).toEqual(['late']);
  });
});

describe('a queue', () => {
  it('takes the settings of the version that runs it, those of queues that were there before included', async () => {
    const settings = async () => {
      const { rows } = await test.db.pool.query(
        "SELECT retry_limit, retry_delay, retry_backoff, expire_seconds, heartbeat_seconds, dead_letter FROM pgboss.queue WHERE name = 'notes'",
      );
      return rows[0];
    };
    const shared = { heartbeat_seconds: 60, dead_letter: 'dead-letters' };
    expect(await settings()).toEqual({ ...shared, retry_limit: 1, retry_delay: 0, retry_backoff: false, expire_seconds: 60 });
    const next = test.open({ workers: [worker({ ...notes, retryLimit: 4, retryDelay: 7, expireInSeconds: 90 }, async () => {})] });
    await next.jobs.start(false);
    expect(await settings()).toEqual({ ...shared, retry_limit: 4, retry_delay: 7, retry_backoff: true, expire_seconds: 90 });
  });
});
