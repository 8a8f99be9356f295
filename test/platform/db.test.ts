import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyLine, type Database, openDatabase, sql } from '../../src/platform/db.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, () => {});
  await db.query(sql`CREATE TABLE lines (line text)`);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Ends the connection of a copy as soon as the database is at work on it. */
const cutCopies = async () =>
  (
    await db.query(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY lines%' AND wait_event_type IN ('Lock', 'Timeout')`)
  ).length;

test.each([
  ['before its first line', 'LOCK TABLE lines'],
  ['between its lines', `CREATE TRIGGER slow BEFORE INSERT ON lines FOR EACH ROW WHEN (NEW.line = 'b') EXECUTE FUNCTION be_slow()`],
])('a copy whose connection is lost %s fails, has copied nothing, and takes nothing else down', async (_when, hindrance) => {
  await db.query(sql`
    CREATE OR REPLACE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$`);
  const hinderer = await db.pool.connect();
  await hinderer.query('BEGIN');
  await hinderer.query(hindrance);
  if (hindrance.startsWith('CREATE')) await hinderer.query('COMMIT; BEGIN');
  const copy = expect(db.copy('lines (line)', ['a\n', 'b\n'])).rejects.toThrow(/terminat/);
  await expect.poll(cutCopies, { interval: 1 }).toBe(1);
  await copy;
  await hinderer.query('ROLLBACK; DROP TRIGGER IF EXISTS slow ON lines');
  hinderer.release();
  await db.copy('lines (line)', ['a\n', 'b\n']);
  expect(await db.query(sql`DELETE FROM lines RETURNING line`)).toEqual([{ line: 'a' }, { line: 'b' }]);
});

test('a copied line holds whatever a text may hold', async () => {
  const texts = ['a\rb', '\r', 'a\nb', 'a\tb', 'a\\b', '\\N', '\\.', 'a\r\n\t\\b', '', ' ', 'ö', '\\r'];
  await db.copy(
    'lines (line)',
    texts.map((text) => copyLine([text])),
  );
  const rows = await db.query<{ line: string }>(sql`DELETE FROM lines RETURNING line`);
  expect(rows.map(({ line }) => line)).toEqual(texts);
  await db.copy('lines (line)', [copyLine([null]), copyLine([undefined]), copyLine([1.5]), copyLine([false])]);
  const others = await db.query<{ line: string | null }>(sql`DELETE FROM lines RETURNING line`);
  expect(others.map(({ line }) => line)).toEqual([null, null, '1.5', 'false']);
});

test('a copy with a line that does not fit copies nothing, and the next one works', async () => {
  await expect(db.copy('lines (line)', ['a\n', 'b\tc\n'])).rejects.toThrow(/extra data/);
  expect(await db.query(sql`SELECT line FROM lines`)).toEqual([]);
  await db.copy('lines (line)', ['a\n']);
  expect(await db.query(sql`DELETE FROM lines RETURNING line`)).toHaveLength(1);
});
