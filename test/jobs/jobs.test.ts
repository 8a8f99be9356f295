import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Jobs, openJobs, type Queue, worker } from '../../src/jobs/jobs.ts';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

interface Note {
  text: string;
}
const notes: Queue<Note> = { name: 'notes', retryLimit: 0, retryDelay: 1, expireInSeconds: 60 };

let database: TestDatabase;
let db: Database;
let jobs: Jobs;
let sweeps = 0;
const seen: string[] = [];
const metrics = openMetrics();
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, () => {});
  jobs = openJobs({
    databaseUrl: database.url,
    log: openLog('silent'),
    metrics,
    workers: [
      worker(notes, async ({ text }) => {
        seen.push(text);
        if (text === 'poison') throw new Error('undigestible');
      }),
    ],
    sweeps: [
      {
        name: 'sweep',
        everySeconds: 3_600,
        run: async () => {
          sweeps += 1;
        },
      },
    ],
  });
  await jobs.start(false);
});
afterAll(async () => {
  await jobs.stop(1_000);
  await db.close();
  await database.drop();
});

describe('a job', () => {
  it('comes and goes with the transaction that made it necessary', async () => {
    await expect(
      db.transaction(async (tx) => {
        await jobs.enqueue(tx, notes, { text: 'undone' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await db.transaction((tx) => jobs.enqueue(tx, notes, { text: 'done' }));
    await jobs.drain();
    expect(seen.splice(0)).toEqual(['done']);
    expect(sweeps).toBeGreaterThan(0);
  });

  it('waits once for all who ask with the same key', async () => {
    for (let i = 0; i < 5; i++) await jobs.enqueue(db, notes, { text: 'once' }, 'key');
    await jobs.enqueue(db, notes, { text: 'another' }, 'other key');
    await jobs.drain();
    expect(seen.splice(0).sort()).toEqual(['another', 'once']);
    await jobs.enqueue(db, notes, { text: 'again' }, 'key');
    await jobs.drain();
    expect(seen.splice(0)).toEqual(['again']);
  });

  it('that always fails is put aside, counted, and holds up nobody', async () => {
    await jobs.enqueue(db, notes, { text: 'poison' });
    await jobs.enqueue(db, notes, { text: 'after' });
    await jobs.drain();
    expect(seen.splice(0).sort()).toEqual(['after', 'poison']);
    const depths = await db.query<{ name: string; count: number }>({
      text: "SELECT name, count(*)::int AS count FROM pgboss.job WHERE name = 'dead-letters' AND state = 'created' GROUP BY name",
      values: [],
    });
    expect(depths).toEqual([{ name: 'dead-letters', count: 1 }]);
    expect(await metrics.registry.metrics()).toContain('bivouac_jobs_total{queue="notes",outcome="failed"} 1');
  });
});
