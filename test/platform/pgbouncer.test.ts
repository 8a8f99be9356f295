/** Connections through a pgbouncer that lends them for one transaction. Processes behind it are in pgbouncer.long.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { missingPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';

const missing = missingPgbouncer();

describe.skipIf(missing)(`behind a pooler${missing ? `: skipped, ${missing}` : ''}`, () => {
  let database: TestDatabase;
  let bouncer: Awaited<ReturnType<typeof startPgbouncer>>;
  beforeAll(async () => {
    database = await createDatabase();
    bouncer = await startPgbouncer(database.url);
  });
  afterAll(async () => {
    await bouncer?.stop();
    await database?.drop();
  });

  it('keeps nothing on a connection, and limits the time of statements all the same', async () => {
    const db = openDatabase(bouncer.url, () => {}, { pooled: true, statementMs: 300, connections: 20 });
    const named = { name: 'named', text: 'SELECT $1::int AS one, pg_backend_pid() AS pid', values: [1] };
    type Answer = { one: number; pid: number };
    // One connection of the server's is kept, so that the others have to take another.
    const [held, ...others] = await db.transaction(async (tx) => {
      const kept = await tx.query<Answer>(named);
      return [kept, ...(await Promise.all(Array.from({ length: 60 }, () => db.query<Answer>(named))))];
    });
    expect(others.flat().map(({ one }) => one)).toEqual(Array(60).fill(1));
    expect(others.flat().map(({ pid }) => pid)).not.toContain(held?.[0]?.pid);
    await expect(db.query(sql`SELECT pg_sleep(60)`)).rejects.toMatchObject({ trouble: 'late' });
    const left = await db.query(sql`SELECT name FROM pg_prepared_statements WHERE name = 'named'`);
    expect(left).toEqual([]);
    const [setting] = await db.query<{ free: string }>(sql`SELECT reset_val AS free FROM pg_settings WHERE name = 'statement_timeout'`);
    expect(setting?.free).toBe('0');
    await db.close();
  });
});
