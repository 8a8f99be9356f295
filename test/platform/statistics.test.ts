/** PostgreSQL's own autoanalyze is off for the tables of these tests: what is known of them, the service has found out. */

import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Connections, openConnections } from '../../src/platform/connections.ts';
import { FOR_BACKGROUND, openDatabase, sql } from '../../src/platform/db.ts';
import { keepStatistics } from '../../src/platform/statistics.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { endIdleServices } from '../support/idle.ts';

beforeAll(endIdleServices);

let database: TestDatabase;
let connections: Connections;
beforeAll(async () => {
  database = await createDatabase();
  connections = openConnections(database.url, () => {}, { connections: 12, graceMs: 5_000, pooled: false, ...FOR_BACKGROUND });
});
afterAll(async () => {
  await connections.pool.end();
  await database.drop();
});

const create = (table: string) => connections.run({ text: `CREATE TABLE ${table} (line text) WITH (autovacuum_enabled = false)` });
const fill = (table: string, rows: number) =>
  connections.run({ text: `INSERT INTO ${table} SELECT 'a line' FROM generate_series(1, ${rows})` });
/** As many rows as PostgreSQL believes a table to have; -1 when it has never looked. */
const known = async (table: string): Promise<number> =>
  (await connections.run({ text: `SELECT reltuples::int AS known FROM pg_class WHERE relname = '${table}'` })).rows[0].known;

test('an empty table that grows gets its statistics renewed as often as it has doubled, and not before', async () => {
  await create('growing');
  const statistics = keepStatistics(connections);
  const next = async () => {
    statistics.note();
    await statistics.settled();
    return known('growing');
  };
  expect(await next()).toBe(-1);
  await fill('growing', 2_000);
  expect(await next()).toBe(2_000);
  await fill('growing', 1_000);
  // Looks come after one statement, two, four and eight.
  expect(await next()).toBe(2_000);
  expect(await next()).toBe(2_000);
  await fill('growing', 2_000);
  for (let statement = 5; statement <= 7; statement++) expect(await next()).toBe(2_000);
  expect(await next()).toBe(5_000);
});

test('a table that somebody has locked holds nobody up', async () => {
  await create('locked');
  await create('open');
  await fill('open', 2_000);
  const holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE locked');
  const statistics = keepStatistics(connections);
  statistics.note();
  await statistics.settled();
  const { rows } = await holder.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  expect(rows).toEqual([]);
  await holder.query('ROLLBACK');
  await holder.end();
  statistics.note();
  await statistics.settled();
  expect(await known('open')).toBe(2_000);
});

test('looks come after twice as many statements each, and ten seconds after the last one', async () => {
  await create('slow');
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  try {
    let looks = 0;
    const counted = (work: Parameters<Connections['transaction']>[0]) => {
      looks += 1;
      return connections.transaction(work);
    };
    const statistics = keepStatistics({ run: connections.run, transaction: counted as Connections['transaction'] });
    const note = async (statements: number, atSecond: number) => {
      vi.setSystemTime(start + atSecond * 1_000);
      for (let i = 0; i < statements; i++) {
        statistics.note();
        await statistics.settled();
      }
      return looks;
    };
    expect([await note(1, 0), await note(1, 0), await note(1, 0), await note(1, 0)]).toEqual([1, 2, 2, 3]);
    expect([await note(1, 9.999), await note(1, 10), await note(1, 19.999)]).toEqual([3, 4, 4]);
    // Other statements in between do not delay the eighth statement or the sixteenth.
    expect([await note(1, 19.999), await note(7, 20), await note(1, 20)]).toEqual([5, 5, 6]);
  } finally {
    vi.useRealTimers();
  }
});

test('one look is under way at a time, and a failed one is no harm', async () => {
  let looks = 0;
  const failing = Promise.withResolvers<never>();
  const transaction = () => {
    looks += 1;
    return failing.promise;
  };
  const statistics = keepStatistics({ run: connections.run, transaction });
  for (let i = 0; i < 5; i++) statistics.note();
  expect(looks).toBe(1);
  failing.reject(new Error('The database is away.'));
  await statistics.settled();
  statistics.note();
  expect(looks).toBe(2);
  await statistics.settled();
});

test('looks take the connections of another database where that is to keep them for both', async () => {
  const background = openDatabase(database.url, () => {});
  const requests = openDatabase(database.url, () => {}, { connections: 1 }, background);
  await create('shared');
  await fill('shared', 2_000);
  await requests.transaction(async (tx) => {
    await tx.query(sql`SELECT 1`);
    await requests.statistics.settled();
    expect(await known('shared')).toBe(2_000);
  });
  expect(requests.statistics).toBe(background.statistics);
  expect(background.pool.totalCount).toBe(1);
  await requests.close();
  await background.close();
});

test('statements of the database lead to it', async () => {
  const db = openDatabase(database.url, () => {});
  await create('told');
  await fill('told', 2_000);
  await db.query(sql`SELECT 1`);
  await db.close();
  expect(await known('told')).toBe(2_000);
});
