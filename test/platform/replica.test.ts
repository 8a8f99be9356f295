/** Reads from a replica, without one: a real standby is in replica.long.test.ts. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database, Db } from '../../src/platform/db.ts';
import { createReplica, type Replica } from '../../src/platform/replica.ts';
import { must } from '../support/blast.ts';
import { createDatabase } from '../support/database.ts';
import { notingLog } from '../support/log.ts';
import { startTestService } from '../support/service.ts';

const primary = { name: 'primary' } as unknown as Db;
const names = async (db: Db) => (db as unknown as { name: string }).name;

let replica: Replica | undefined;
afterEach(() => replica?.stop());

/** @param answer to the question how far it is */
async function given(answer: () => Promise<object>, mostLagMs = 10_000) {
  const { log, logged } = notingLog();
  const dropped: string[] = [];
  const named = (name: string) => ({ name }) as unknown as Database;
  replica = createReplica({
    requests: named('replica'),
    jobs: named('replica for jobs'),
    probe: { query: async () => [await answer()] } as unknown as Database,
    sockets: { drop: (reason) => void dropped.push(reason), open: () => expect.unreachable() },
    mostLagMs,
    log,
    everyMs: 20,
    readCluster: async () => 'this',
  });
  const started: Replica = replica;
  return { replica: started, logged, dropped };
}
const standby = (position: number) => ({ isStandby: true, position, cluster: 'this' });

describe('a replica', () => {
  it('is read while it is near, and not while it is behind', async () => {
    let position = 100;
    const { replica, logged } = await given(async () => standby(position), 300);
    replica.notePrimary(performance.now(), 100);
    await replica.start();
    expect(await replica.read(primary, names)).toBe('replica');
    expect(replica.forJobs()).toMatchObject({ name: 'replica for jobs' });
    // It stays where it is, and the primary goes on.
    const beat = setInterval(() => replica.notePrimary(performance.now(), position + 50), 20);
    await expect.poll(() => replica.isUsed(), { interval: 20 }).toBe(false);
    expect(replica.lagMs()).toBeGreaterThan(300);
    expect(await replica.read(primary, names)).toBe('primary');
    expect(replica.forJobs()).toBeUndefined();
    await wait(100);
    position = 1_000;
    await expect.poll(() => replica.isUsed(), { interval: 20 }).toBe(true);
    clearInterval(beat);
    expect(logged.map(({ message, reason }) => reason ?? message)).toEqual([
      'reports and exports read from the replica',
      'it is behind',
      'reports and exports read from the replica',
    ]);
    expect(replica.reads()).toEqual({ replica: 2, primary: 2 });
  });

  it('is no reason for a request to fail', async () => {
    const { replica } = await given(async () => standby(1));
    replica.notePrimary(performance.now(), 1);
    await replica.start();
    const work = async (db: Db) => {
      if (db !== primary) throw new Error('not found there yet');
      return 'found';
    };
    expect(await replica.read(primary, work)).toBe('found');
    await expect(replica.read(primary, async () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  });

  it.each([
    ['a primary', { isStandby: false, position: null, cluster: 'this' }, 'it is not a standby'],
    ['of another database', { isStandby: true, position: 1, cluster: 'that' }, 'it is a standby of another database'],
  ])('that is %s is not read, which is logged once', async (_what, answer, reason) => {
    const { replica, logged } = await given(async () => answer);
    replica.notePrimary(performance.now(), 1);
    await replica.start();
    await wait(100);
    expect(replica.isUsed()).toBe(false);
    expect(logged).toMatchObject([{ level: 'warn', reason }]);
  });

  it('that does not answer loses its connections, and is not waited for', async () => {
    const { replica, dropped } = await given(() => new Promise(() => {}));
    await replica.start();
    expect(replica.isUsed()).toBe(false);
    expect(dropped).toEqual(['the replica does not answer']);
  });
});

it('DATABASE_READ_URL that leads to the primary changes nothing but metrics', async () => {
  const database = await createDatabase();
  const service = await startTestService({ DATABASE_URL: database.url, DATABASE_READ_URL: database.url });
  try {
    await must(service.api.GET('/v1/analytics/org'));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^bivouac_replica_used\{server="replica"\} 0$/m);
    expect(metrics).toMatch(/^bivouac_replica_reads_total\{server="primary"\} 1$/m);
    expect(metrics).toMatch(/^bivouac_replica_reads_total\{server="replica"\} 0$/m);
  } finally {
    await service.stop();
    await database.drop();
  }
});
