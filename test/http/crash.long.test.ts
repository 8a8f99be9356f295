/** A process that dies during a request, and one that stops: the state afterwards, and the answer to a retry. */
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const { url, db } = await openTestDatabase();
const { token: apiKey } = await givenWorkspace(db);
let running: ServiceProcess | undefined;
afterAll(() => running?.kill());

async function start(): Promise<ServiceProcess> {
  running = await startProcess({ DATABASE_URL: url });
  return running;
}
const create = (service: ServiceProcess, name: string) =>
  createClient(service.url, apiKey).POST('/v1/email-blasts', { body: { name }, params: { header: { 'Idempotency-Key': name } } });
const rows = async (name: string): Promise<number> => {
  const result = await db.pool.query('SELECT count(*)::int AS found FROM blasts WHERE name = $1', [name]);
  return result.rows[0].found;
};

/** Lets no request write blasts until it is released. */
async function hold(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE blasts IN SHARE MODE');
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}
const blocked = () =>
  expect
    .poll(
      async () =>
        (await db.pool.query("SELECT count(*)::int AS waiting FROM pg_locks WHERE relation = 'blasts'::regclass AND NOT granted")).rows[0]
          .waiting,
    )
    .toBeGreaterThan(0);

/** One process after the other on one database: what a killed one leaves is looked at by its successor. */
describe('a process', { shuffle: false }, () => {
  it('that is killed before the commit leaves nothing, and the key is free', async () => {
    const service = await start();
    const release = await hold();
    const lost = create(service, 'before').catch(() => 'connection lost');
    await blocked();
    await service.kill();
    expect(await lost).toBe('connection lost');
    await release();

    const next = await start();
    expect(await rows('before')).toBe(0);
    const retry = await create(next, 'before');
    expect(retry.response.status).toBe(201);
    expect(retry.response.headers.get('idempotency-replayed')).toBeNull();
    expect(await rows('before')).toBe(1);
  });

  it('that is killed right after the commit lets a retry replay the answer', async () => {
    const service = running as ServiceProcess;
    const release = await hold();
    // Killed as soon as the row can be seen. Whether the answer got away in that moment makes no difference to the retry.
    const lost = create(service, 'after').catch(() => 'connection lost');
    await blocked();
    await release();
    await expect.poll(() => rows('after'), { interval: 1 }).toBe(1);
    await service.kill();
    await lost;

    const next = await start();
    const retry = await create(next, 'after');
    expect(retry.response.status).toBe(201);
    expect(retry.response.headers.get('idempotency-replayed')).toBe('true');
    expect(await rows('after')).toBe(1);
  });

  it('that is told to stop lets a request that is being worked on have its answer', async () => {
    const service = running as ServiceProcess;
    const release = await hold();
    const answer = create(service, 'last');
    await blocked();
    const ended = service.terminate();
    // No new connection is taken while the old one is served.
    await expect
      .poll(() =>
        fetch(`${service.url}/healthz`).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    await release();
    expect((await answer).response.status).toBe(201);
    expect(await ended).toBe(0);
    expect(await rows('last')).toBe(1);
    running = undefined;
  });
});
