/** The runner of migrations, on small migrations of its own. That ours carry data along is in upgrade.test.ts. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isMigrated, type MigrateOptions, MigrationError, migrate, missingMigrations } from '../../src/platform/migrations.ts';
import { isAtLength } from '../support/at-length.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let folder: string;
const clients: pg.Client[] = [];
beforeEach(async () => {
  database = await createDatabase({ isEmpty: true });
  folder = await mkdtemp(join(tmpdir(), 'bivouac-migrations-'));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, script: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), script);
}
const run = (options: MigrateOptions = {}) => migrate(database.url, { folder: pathToFileURL(`${folder}/`), ...options });

/** Another client of the database. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  clients.push(client);
  await client.connect();
  return client;
}
const rowsOf = async (client: pg.Client, text: string) => (await client.query(text)).rows;
const recordOf = (client: pg.Client) =>
  rowsOf(
    client,
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, applied_steps_count AS steps, rolled_back_at, logs, length(checksum) AS sum
     FROM _prisma_migrations ORDER BY migration_name`,
  );
const done = (name: string, steps = 1) => ({ name, finished: true, steps, rolled_back_at: null, logs: null, sum: 64 });

/** Until the runner waits for something that matches. @param what is asked of its process there, in the moment in which it waits */
async function waiting(matching: string, what = 'true'): Promise<void> {
  // A transaction sees one picture of what others do: the client must not be in one.
  const client = await connect();
  const find = () =>
    rowsOf(
      client,
      `SELECT ${what} FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'bivouac-migrations' AND wait_event_type = 'Lock' AND ${matching}`,
    );
  await expect.poll(async () => (await find()).length, { interval: 10 }).toBeGreaterThan(0);
}
/** It waits for a table for a moment only, and then stands back: by another statement it might be too late. */
const interrupt = (matching: string) => waiting(matching, 'pg_terminate_backend(pid)');

describe('migrations', () => {
  it.runIf(isAtLength)('are applied in the order of their names, once, and recorded as Prisma records them', async () => {
    await write('2_second', 'INSERT INTO t VALUES (2);');
    await write('1_first', 'CREATE TABLE t (id int); INSERT INTO t VALUES (1);');
    expect(await run()).toEqual(['1_first', '2_second']);
    await write('3_third', 'INSERT INTO t VALUES (3);');
    expect(await run()).toEqual(['3_third']);
    expect(await run()).toEqual([]);
    const client = await connect();
    expect(await rowsOf(client, 'SELECT array_agg(id) AS ids FROM t')).toEqual([{ ids: [1, 2, 3] }]);
    expect(await recordOf(client)).toEqual([done('1_first'), done('2_second'), done('3_third')]);
  });

  it.runIf(isAtLength)('that fail leave nothing, say where, and are applied once they are mended', async () => {
    await write('1_first', 'CREATE TABLE t (id int);');
    await write('2_broken', 'INSERT INTO t VALUES (1);\nINSERT INTO nowhere VALUES (1);');
    await expect(run()).rejects.toThrow('Migration 2_broken failed: relation "nowhere" does not exist (line 2)');
    const client = await connect();
    expect(await rowsOf(client, 'SELECT * FROM t')).toEqual([]);
    expect(await recordOf(client)).toEqual([done('1_first')]);
    await write('2_broken', 'INSERT INTO t VALUES (1);');
    expect(await run()).toEqual(['2_broken']);
  });

  it.runIf(isAtLength)('that were edited after they had been applied are refused', async () => {
    await write('1_first', 'CREATE TABLE t (id int);');
    await run();
    await write('1_first', 'CREATE TABLE t (id bigint);');
    await expect(run()).rejects.toThrow(new MigrationError('Migration 1_first was changed after it had been applied.'));
  });

  it.runIf(isAtLength)('of a newer version are respected: this one does not start', async () => {
    await write('1_first', 'CREATE TABLE t (id int);');
    await write('2_newer', 'DROP TABLE t;');
    await run();
    await rm(join(folder, '2_newer'), { recursive: true });
    await expect(run()).rejects.toThrow(/has the migration 2_newer, which this version does not know: a newer version has been here/);
  });

  it.runIf(isAtLength)('that another tool began and did not finish are named, with the way on', async () => {
    await write('1_first', 'CREATE TABLE t (id int);');
    await run();
    const client = await connect();
    await client.query('DROP TABLE t; UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(run()).rejects.toThrow(/1_first was begun by another tool and not finished.*prisma migrate resolve --rolled-back 1_first/);
    await client.query('UPDATE _prisma_migrations SET rolled_back_at = now()');
    expect(await run()).toEqual(['1_first']);
  });

  it('are applied once by processes that start together', async () => {
    await write('1_first', 'CREATE TABLE t (id int);');
    await write('2_second', 'INSERT INTO t VALUES (2);');
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat().sort()).toEqual(['1_first', '2_second']);
    expect(await recordOf(await connect())).toEqual([done('1_first'), done('2_second')]);
  });

  it.runIf(isAtLength)('that are interrupted leave nothing, and are applied by the next start', async () => {
    await write('1_first', 'CREATE TABLE t (id int);');
    await run();
    await write('2_second', 'CREATE TABLE u (id int); ALTER TABLE t ADD COLUMN name text;');
    const holder = await connect();
    await holder.query('BEGIN; SELECT * FROM t');
    const interrupted = expect(run()).rejects.toThrow('Migration 2_second failed');
    await interrupt("query LIKE '%ALTER TABLE t%'");
    await interrupted;
    await holder.query('COMMIT');
    expect(await rowsOf(holder, "SELECT to_regclass('u') AS u")).toEqual([{ u: null }]);
    expect(await run()).toEqual(['2_second']);
  });
});

describe('a migration of a table that is in use', () => {
  beforeEach(async () => {
    await write('1_first', 'CREATE TABLE t (id int);');
    await run();
    await write('2_second', 'ALTER TABLE t ADD COLUMN name text;');
  });

  it.runIf(isAtLength)('stands back for readers, and comes again until it has the table', async () => {
    const holder = await connect();
    await holder.query('BEGIN; SELECT * FROM t');
    let stoodBack = 0;
    const migrating = run({
      onWait: () => {
        stoodBack += 1;
      },
    });
    await waiting("query LIKE '%ALTER TABLE t%'");
    const reader = await connect();
    // The table is still locked, so this reader would queue behind the ALTER without end.
    await reader.query("SET statement_timeout = '15s'");
    expect(await rowsOf(reader, 'SELECT * FROM t')).toEqual([]);
    await holder.query('COMMIT');
    expect(await migrating).toEqual(['2_second']);
    expect(stoodBack).toBeGreaterThan(0);
  });

  it('gives up after a while, and names the transaction that has been there for longest', async () => {
    const holder = await connect();
    await holder.query("SET application_name = 'a report'; BEGIN; SELECT * FROM t");
    await expect(run({ patienceMs: 1_000 })).rejects.toThrow(/2_second could not have its tables.*process \d+ \("a report"\)/);
    await holder.query('COMMIT');
    expect(await run()).toEqual(['2_second']);
  });
});

describe('a migration without a transaction', () => {
  const INDEX =
    '-- concurrently\n-- For the list by id; small.\nCREATE UNIQUE INDEX CONCURRENTLY t_id ON t (id);\nDROP INDEX CONCURRENTLY IF EXISTS t_old;\n';
  const validity = (client: pg.Client) =>
    rowsOf(client, "SELECT relname, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = 't'::regclass");
  beforeEach(async () => {
    await write('1_first', 'CREATE TABLE t (id int); CREATE INDEX t_old ON t (id);');
    await run();
    await write('2_index', INDEX);
  });

  it.runIf(isAtLength)('builds and drops indexes while others write, statement by statement', async () => {
    const writer = await connect();
    await writer.query('BEGIN; INSERT INTO t VALUES (1)');
    const migrating = run();
    await waiting("query LIKE 'CREATE UNIQUE INDEX%'");
    const second = await connect();
    await second.query("SET statement_timeout = '15s'; INSERT INTO t VALUES (2)");
    await writer.query('COMMIT');
    expect(await migrating).toEqual(['2_index']);
    expect(await validity(second)).toEqual([{ relname: 't_id', indisvalid: true }]);
    expect(await recordOf(second)).toEqual([done('1_first'), done('2_index', 2)]);
  });

  it('is under way in one process only: others wait, and not for ever', async () => {
    const writer = await connect();
    await writer.query('BEGIN; INSERT INTO t VALUES (1)');
    const first = run();
    await waiting("query LIKE 'CREATE UNIQUE INDEX%'");
    // The lock belongs to a transaction: a pooler gives the connection of a session to others.
    const holders = `SELECT state FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory' AND granted AND datname = current_database()`;
    expect(await rowsOf(writer, holders)).toEqual([{ state: 'idle in transaction' }]);
    await expect(run({ patienceMs: 200 })).rejects.toThrow('Another process has been migrating the database for a long time');
    const second = run();
    const watcher = await connect();
    await expect
      .poll(() =>
        rowsOf(
          watcher,
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_try_advisory%' AND pid <> pg_backend_pid()",
        ),
      )
      .toHaveLength(2);
    await writer.query('COMMIT');
    expect(await Promise.all([first, second])).toEqual([['2_index'], []]);
    expect(await recordOf(writer)).toEqual([done('1_first'), done('2_index', 2)]);
  });

  it.runIf(isAtLength)('that is interrupted leaves an index that nobody may use, which the next start builds anew', async () => {
    const writer = await connect();
    await writer.query('BEGIN; INSERT INTO t VALUES (1)');
    const interrupted = expect(run()).rejects.toThrow('Migration 2_index failed');
    await interrupt("query LIKE 'CREATE UNIQUE INDEX%'");
    await interrupted;
    await writer.query('COMMIT');
    expect(await validity(writer)).toContainEqual({ relname: 't_id', indisvalid: false });
    expect(await recordOf(writer)).toMatchObject([{ finished: true }, { name: '2_index', finished: false, steps: 0 }]);
    expect(await run()).toEqual(['2_index']);
    expect(await validity(writer)).toEqual([{ relname: 't_id', indisvalid: true }]);
    expect(await recordOf(writer)).toEqual([done('1_first'), done('2_index', 2)]);
  });

  it.runIf(isAtLength)('that was finished without being recorded is recorded', async () => {
    const client = await connect();
    await client.query('CREATE UNIQUE INDEX t_id ON t (id); DROP INDEX t_old');
    expect(await run()).toEqual(['2_index']);
    expect(await recordOf(client)).toEqual([done('1_first'), done('2_index', 2)]);
  });

  it.runIf(isAtLength)('says what PostgreSQL said, and goes on once that is mended', async () => {
    const client = await connect();
    await client.query('INSERT INTO t VALUES (1), (1)');
    await expect(run()).rejects.toThrow('Migration 2_index failed: could not create unique index "t_id"');
    expect(await recordOf(client)).toMatchObject([{}, { finished: false, logs: 'could not create unique index "t_id"' }]);
    await client.query('TRUNCATE t');
    expect(await run()).toEqual(['2_index']);
    expect(await recordOf(client)).toEqual([done('1_first'), done('2_index', 2)]);
  });

  it.runIf(isAtLength)('holds nothing but statements that may be repeated', async () => {
    await write('2_index', '-- concurrently\nUPDATE t SET id = id + 1;');
    await expect(run()).rejects.toThrow('Migration 2_index: only CREATE INDEX CONCURRENTLY');
  });
});

describe('what is missing', () => {
  it.runIf(isAtLength)('is everything in a new database, and nothing in a migrated one', async () => {
    const client = await connect();
    const query = (text: string) => rowsOf(client, text) as Promise<{ migration_name: string }[]>;
    const before = await missingMigrations(query);
    expect(before).toMatchObject({ isNew: true, unknown: [] });
    expect(before.names[0]).toBe('20261121100000_first');
    expect(await migrate(database.url)).toEqual(before.names);
    expect(await missingMigrations(query)).toEqual({ names: [], unknown: [], isNew: false });
    expect(await isMigrated(query)).toBe(true);
    const last = before.names.at(-1) as string;
    await client.query("UPDATE _prisma_migrations SET migration_name = '99990101000000_newer' WHERE migration_name = $1", [last]);
    expect(await missingMigrations(query)).toEqual({ names: [last], unknown: ['99990101000000_newer'], isNew: false });
    expect(await isMigrated(query)).toBe(false);
  });
});
