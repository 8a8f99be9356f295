import { beforeAll, describe, expect, test } from 'vitest';
import {
  Contended,
  type Db,
  FOR_BACKGROUND,
  FOR_REQUESTS,
  openDatabase,
  PROBING,
  sql,
  type Tx,
  uniqueViolation,
} from '../../src/platform/db.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { createDatabase, openTestDatabase } from '../support/database.ts';
import { deadlocksIn, isAroundOneRow } from '../support/race.ts';

const { url, db } = await openTestDatabase();
beforeAll(() => db.query(sql`CREATE TABLE lines (line text)`));

const named = (text: string, name = text) => ({ text, values: [], name });

test('a statement has the same types, names and codec inside of a transaction as outside', async () => {
  const values = [new Date('2026-03-01T09:00:00.123Z'), ['a', null, 'b"\\'], { a: [1] }, Buffer.from([0, 255]), true, 7];
  const text = `SELECT $1::timestamptz AS moment, $2::text[] AS texts, $3::jsonb AS json, encode($4::bytea, 'hex') AS bytes, $5::boolean AS yes,
    $6::int AS number, $6::float8 / 2 AS half, ARRAY[$1::timestamptz] AS moments, '2 days'::interval::text AS days`;
  const outside = await db.query({ text, values, name: 'types' });
  const inside = await db.transaction((tx) => tx.query({ text, values, name: 'types' }));
  expect(inside).toEqual(outside);
  expect(outside).toEqual([
    {
      moment: values[0],
      texts: values[1],
      json: { a: [1] },
      bytes: '00ff',
      yes: true,
      number: 7,
      half: 3.5,
      moments: [values[0]],
      days: '2 days',
    },
  ]);
  const prepared = await db.transaction(async (tx) => {
    await tx.query(named('SELECT 1 AS one', 'kept'));
    return tx.query<{ name: string }>(sql`SELECT name FROM pg_prepared_statements WHERE name = 'kept'`);
  });
  expect(prepared).toEqual([{ name: 'kept' }]);
});

test('Prisma and plain statements share one transaction, which is undone as a whole', async () => {
  const slugs = () => db.prisma.workspace.findMany({ where: { name: 'Shared' }, select: { slug: true } });
  const make = async (tx: Tx) => {
    await createWorkspace(tx, { name: 'Shared', slug: 'shared-one', plan: 'free' }, new Date());
    expect(await tx.query(sql`SELECT slug FROM workspaces WHERE name = 'Shared'`)).toEqual([{ slug: 'shared-one' }]);
    await tx.query(sql`UPDATE workspaces SET slug = 'shared-two' WHERE name = 'Shared'`);
    expect(await tx.prisma.workspace.count({ where: { slug: 'shared-two' } })).toBe(1);
    expect(await slugs()).toEqual([]);
  };
  const undone = db.transaction(async (tx) => {
    await make(tx);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await slugs()).toEqual([]);
  await db.transaction(make);
  expect(await slugs()).toEqual([{ slug: 'shared-two' }]);
});

test.runIf(isAtLength)('many transactions at once keep apart, each with its own Prisma', async () => {
  const names = Array.from({ length: 40 }, (_name, i) => `apart-${i}`);
  await Promise.all(
    names.map((slug, i) =>
      db
        .transaction(async (tx) => {
          await createWorkspace(tx, { name: slug, slug, plan: 'free' }, new Date());
          expect(await tx.prisma.workspace.findMany({ where: { slug: { startsWith: 'apart-' } }, select: { slug: true } })).toContainEqual({
            slug,
          });
          if (i % 2) throw new Error('odd');
        })
        .catch((error: Error) => expect(error.message).toBe('odd')),
    ),
  );
  const kept = await db.prisma.workspace.findMany({ where: { slug: { startsWith: 'apart-' } }, select: { slug: true } });
  expect(kept.map(({ slug }) => slug).sort()).toEqual(names.filter((_name, i) => i % 2 === 0).sort());
  await expect.poll(() => db.usage().busy).toBe(0);
});

test.runIf(isAtLength)('a connection that is lost within a transaction fails with the true reason, and is not used again', async () => {
  for (const end of ['query', 'commit'] as const) {
    const cut = db.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO lines VALUES ('lost')`);
      const [backend] = await tx.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      await db.query(sql`SELECT pg_terminate_backend(${backend?.pid}::int)`);
      await expect.poll(() => db.query(sql`SELECT FROM pg_stat_activity WHERE pid = ${backend?.pid}::int`)).toEqual([]);
      if (end === 'query') await tx.query(sql`SELECT 1`);
    });
    await expect(cut).rejects.toMatchObject({
      trouble: 'unreachable',
      cause: { message: expect.stringMatching(/administrator command|terminated/) },
    });
  }
  expect(await db.query(sql`SELECT FROM lines WHERE line = 'lost'`)).toEqual([]);
  const open = await Promise.all(
    Array.from({ length: 12 }, () => db.query<{ in: boolean }>(sql`SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS in`)),
  );
  expect(open.flat()).toEqual(Array(12).fill({ in: false }));
});

test('a transaction in which a statement failed says so, though its work went on', async () => {
  const swallowed = db.transaction(async (tx) => {
    await tx.query(sql`INSERT INTO lines VALUES ('swallowed')`);
    await tx.query(sql`SELECT 1 / 0`).catch(() => {});
  });
  await expect(swallowed).rejects.toThrow(/division by zero/);
  expect(await db.query(sql`SELECT FROM lines WHERE line = 'swallowed'`)).toEqual([]);
});

test.each(['committed', 'undone'])('a transaction that was %s takes no more statements', async (end) => {
  let late: Db | undefined;
  const over = db.transaction(async (tx) => {
    late = tx;
    await tx.prisma.workspace.count();
    if (end === 'undone') throw new Error('no');
  });
  await over.catch((error: Error) => expect(error.message).toBe('no'));
  await expect(late?.query(sql`SELECT 1`)).rejects.toThrow('after its end');
  await expect(late?.prisma.workspace.count()).rejects.toThrow('after its end');
});

test('a statement that fails costs no connection', async () => {
  const one = openDatabase(url, () => {}, { connections: 1 });
  const pid = () => one.query(sql`SELECT pg_backend_pid() AS pid`);
  const before = await pid();
  await expect(one.query(sql`SELECT 1 / 0`)).rejects.toThrow();
  await expect(one.transaction((tx) => tx.query(sql`SELECT 1 / 0`))).rejects.toThrow();
  await expect(one.prisma.workspace.create({ data: {} as never })).rejects.toThrow();
  expect(await pid()).toEqual(before);
  await one.close();
});

test.runIf(isAtLength)('a connection on which something is still open is not used again', async () => {
  const one = openDatabase(url, () => {}, { connections: 1, statementMs: 100, graceMs: 100 });
  const ask = () => one.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`).then(([row]) => row?.pid);
  /** However busy the machine is. */
  const pid = async () => {
    let found: number | undefined;
    const asking = async () => {
      found = await ask().catch(() => undefined);
      return found;
    };
    await expect.poll(asking).toBeDefined();
    return found;
  };
  const first = await pid();
  await one.query(sql`BEGIN`).catch(() => {});
  const second = await pid();
  expect(second).not.toBe(first);
  // As if the server had gone without a word: it does not end the statement that it should end.
  await expect(one.query(sql`SET statement_timeout = 0; SELECT pg_sleep(60)`)).rejects.toMatchObject({ trouble: 'unreachable' });
  expect(await pid()).not.toBe(second);
  await one.close();
});

describe('a circle of transactions', () => {
  const cross = async (attempts: number) => {
    await db.query(sql`DROP TABLE IF EXISTS pairs`);
    await db.query(sql`CREATE TABLE pairs AS SELECT * FROM (VALUES (1, 0), (2, 0)) AS pair (id, hits)`);
    const before = db.usage().deadlocks;
    let meetings = attempts;
    // Each takes one row, waits for the other to have the other, and asks for that.
    const meet = async (first: number, second: number, here: PromiseWithResolvers<void>, there: PromiseWithResolvers<void>) =>
      db.transaction(async (tx) => {
        await tx.query(sql`UPDATE pairs SET hits = hits + 1 WHERE id = ${first}`);
        here.resolve();
        if (meetings-- > 0) await there.promise;
        await tx.query(sql`UPDATE pairs SET hits = hits + 1 WHERE id = ${second}`);
      });
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await Promise.all([meet(1, 2, one, other), meet(2, 1, other, one)]);
    return db.usage().deadlocks - before;
  };

  test.runIf(isAtLength)('is broken by running one of them again, which is counted', async () => {
    // The one that runs again may be quicker than the one that was let through, and meet it once more.
    const before = await deadlocksIn(db);
    const broken = await cross(2);
    expect(broken).toBeGreaterThanOrEqual(1);
    // The tests of races rely on this.
    expect((await deadlocksIn(db)) - before).toBe(broken);
    expect(await db.query(sql`SELECT id, hits FROM pairs ORDER BY id`)).toEqual([
      { id: 1, hits: 2 },
      { id: 2, hits: 2 },
    ]);
  });

  test.each([
    ['around one row', ['tuple (151,41) of relation 1', 'transaction 1580', 'tuple (151,41) of relation 1'], true],
    ['of two at one row', ['transaction 1010', 'tuple (0,1) of relation 1'], true],
    ['around two rows', ['transaction 1', 'transaction 2'], false],
    ['around two rows, at one of which others stand in line', ['transaction 1', 'tuple (0,1) of relation 1', 'transaction 2'], false],
    ['with lines at two rows', ['tuple (0,1) of relation 1', 'tuple (0,2) of relation 1', 'transaction 1'], false],
    ['around names', ['advisory lock [1,2,3,1]', 'advisory lock [1,2,4,1]'], false],
  ])('%s is told from others', (_what, waits, isOne) => {
    const lines = waits.map((what, i) => `Process ${i} waits for ExclusiveLock on ${what} of database 9; blocked by process ${i + 1}.`);
    expect(isAroundOneRow(lines.join('\n\t'))).toBe(isOne);
  });

  test.each([
    ['40P01', 'a statement'],
    ['40001', 'a statement'],
    ['40P01', 'Prisma'],
    ['40001', 'Prisma'],
  ])('that never ends is told as one: %s, met by %s', async (code, who) => {
    const own = openDatabase(url, () => {});
    await own.query(sql`CREATE TABLE IF NOT EXISTS circles ()`);
    await own.pool.query(`
      CREATE OR REPLACE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$;
      CREATE OR REPLACE TRIGGER meet BEFORE INSERT ON circles FOR EACH ROW EXECUTE FUNCTION meet();
      CREATE OR REPLACE TRIGGER meet BEFORE INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION meet()`);
    const met = own.transaction<unknown>((tx) =>
      who === 'Prisma' ? createWorkspace(tx, { name: 'No' }, new Date()) : tx.query(sql`INSERT INTO circles DEFAULT VALUES`),
    );
    await expect(met).rejects.toMatchObject({ name: 'Contended', message: expect.stringMatching(/same rows/), cause: expect.any(Error) });
    await expect(met).rejects.toBeInstanceOf(Contended);
    expect(own.usage().deadlocks).toBe(5);
    await own.query(sql`DROP TRIGGER meet ON workspaces`);
    await own.close();
  });
});

test('what a write ran into is known by its name, from statements and from Prisma; other limits are none of these', async () => {
  const { id } = await createWorkspace(db, { name: 'One', slug: 'one-of-a-kind' }, new Date());
  const again = { name: 'Two', slug: 'one-of-a-kind', plan: 'free', credits: 0, createdAt: new Date(), updatedAt: new Date() } as never;
  const data = { ...(again as object), id: crypto.randomUUID() } as never;
  const met = async (writing: Promise<unknown>) => uniqueViolation(await writing.catch((error) => error));
  expect(await met(db.query(sql`INSERT INTO workspaces SELECT * FROM workspaces WHERE id = ${id}::uuid`))).toBe('workspaces_pkey');
  expect(await met(db.prisma.workspace.create({ data }))).toBe('workspaces_slug_key');
  expect(await met(db.transaction((tx) => tx.prisma.workspace.create({ data })))).toBe('workspaces_slug_key');
  await db.query(sql`CREATE TABLE IF NOT EXISTS narrow (line text CONSTRAINT short CHECK (length(line) < 3))`);
  expect(await met(db.query(sql`INSERT INTO narrow VALUES ('long')`))).toBeNull();
  expect([uniqueViolation(new Error('no')), uniqueViolation('no'), uniqueViolation(undefined)]).toEqual([null, null, null]);
});

test.each([
  ['background work', FOR_BACKGROUND, '2min', '2min', 5_000],
  ['requests', FOR_REQUESTS, '15s', '30s', 5_000],
  ['readiness', PROBING, '3s', '3s', 3_000],
])('%s have the limits of their hurry', async (_what, limits, statement, idle, wait) => {
  const own = openDatabase(url, () => {}, limits);
  const told = (setting: string) => own.query(sql`SELECT current_setting(${setting}) AS is`);
  expect(await told('statement_timeout')).toEqual([{ is: statement }]);
  expect(await told('idle_in_transaction_session_timeout')).toEqual([{ is: idle }]);
  expect(own.pool.options).toMatchObject({ connectionTimeoutMillis: wait, keepAlive: true });
  expect(own.usage().size).toBe(limits === PROBING ? 1 : 12);
  await own.close();
});

test.runIf(isAtLength)('a database that nobody has asked yet has no connection, and one that is closed has none left', async () => {
  const other = await createDatabase();
  const own = openDatabase(other.url, () => {}, { connections: 3 });
  expect(own.usage()).toEqual({ size: 3, busy: 0, waiting: 0, deadlocks: 0 });
  expect(own.pool.totalCount).toBe(0);
  await Promise.all(Array.from({ length: 9 }, () => own.prisma.workspace.count()));
  expect(own.pool.totalCount).toBe(3);
  await own.close();
  expect(own.pool.totalCount).toBe(0);
  await expect(own.query(sql`SELECT 1`)).rejects.toMatchObject({ trouble: 'unreachable' });
  await other.drop();
});
