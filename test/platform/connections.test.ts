/** Connections: their state before and after a statement, and errors of lost ones. */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Connections, type Limits, openConnections } from '../../src/platform/connections.ts';
import { isAtLength } from '../support/at-length.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { endIdleServices } from '../support/idle.ts';
import { startProxy } from '../support/proxy.ts';

beforeAll(endIdleServices);

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let admin: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  const { hostname, port } = new URL(database.url);
  proxy = await startProxy(hostname, Number(port));
  admin = new pg.Client(database.url);
  await admin.connect();
  await admin.query('CREATE TABLE lines (line text)');
});
afterAll(async () => {
  await admin.end();
  await proxy.close();
  await database.drop();
});

/** One connection, with limits that are soon reached. */
async function withOne<Result>(
  work: (one: Connections, lost: Error[]) => Promise<Result>,
  { url = database.url, ...limits }: Partial<Limits> & { url?: string } = {},
): Promise<Result> {
  const lost: Error[] = [];
  const usual = { connections: 1, waitMs: 5_000, statementMs: 20_000, idleMs: 20_000, graceMs: 20_000, pooled: false };
  const one = openConnections(url, (error) => lost.push(error), { ...usual, ...limits });
  try {
    return await work(one, lost);
  } finally {
    await one.pool.end();
  }
}
/** A statement that is to succeed, however busy the machine is. */
const askInTime = async (one: Connections, text: string) => {
  let answer: Awaited<ReturnType<typeof ask>>;
  const asking = async () => {
    answer = await ask(one, text).catch(() => null);
    return answer !== null;
  };
  await expect.poll(asking).toBe(true);
  return answer;
};
const ask = async (one: Pick<Connections, 'run'>, text: string, name?: string) => (await one.run({ text, ...(name && { name }) })).rows[0];
const proxied = () => database.url.replace(/:\d+\//, `:${proxy.port}/`);

/** Connections of the pool that have ended altogether, with their reason and after it; it finds out when they are given back. */
const countLost = ({ pool }: Connections): number =>
  (pool as unknown as { _clients: { _ended: boolean }[] })._clients.filter((client) => client._ended).length;

/** No other connection can lock the rows meanwhile. */
async function behindLock(work: () => Promise<void>): Promise<void> {
  await admin.query('BEGIN; LOCK TABLE lines');
  try {
    await work();
  } finally {
    await admin.query('ROLLBACK');
  }
}

const LATE = { trouble: 'late', cause: { code: '57014' } };

describe.each([
  ['by itself', false],
  ['behind a pooler', true],
])('%s', (_how, pooled) => {
  test('a statement and a transaction each end when they take too long', async () => {
    await withOne(
      async (one) => {
        await behindLock(async () => {
          await expect(one.run({ text: 'SELECT FROM lines' })).rejects.toMatchObject(LATE);
          await expect(one.transaction((run) => run({ text: 'SELECT FROM lines' }))).rejects.toMatchObject(LATE);
        });
      },
      { pooled, statementMs: 100 },
    );
  });

  test('a transaction in which nothing happens for too long is ended', async () => {
    const idle = withOne(
      (one) =>
        one.transaction(async () => {
          await expect.poll(() => countLost(one)).toBe(1);
        }),
      { pooled, idleMs: 100 },
    );
    await expect(idle).rejects.toMatchObject({ trouble: 'late', cause: { code: '25P03' } });
  });
});

test('by itself, a statement is planned once for its name and is one round trip', async () => {
  await withOne(async (one) => {
    await ask(one, 'SELECT 1', 'kept');
    expect(await ask(one, 'SELECT name FROM pg_prepared_statements')).toEqual({ name: 'kept' });
    // A separate transaction would have begun earlier.
    expect(await ask(one, 'SELECT now() = statement_timestamp() AS alone')).toEqual({ alone: true });
  });
});

test('behind a pooler, nothing stays on the connection', async () => {
  await withOne(
    async (one) => {
      await ask(one, 'SELECT 1', 'kept');
      await one.transaction((run) => ask({ run }, 'SELECT 1', 'kept'));
      expect(await ask(one, 'SELECT count(*)::int AS kept FROM pg_prepared_statements')).toEqual({ kept: 0 });
      const settings = `SELECT count(*)::int AS set FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')`;
      expect(await ask(one, `${settings} AND setting IN ('20000')`)).toEqual({ set: 2 });
      expect(await ask(one, `${settings} AND reset_val <> '0'`)).toEqual({ set: 0 });
    },
    { pooled: true },
  );
});

test('a transaction in which a statement failed fails with that, though its work went on', async () => {
  await withOne(async (one) => {
    const swallowed = one.transaction(async (run) => {
      await run({ text: 'SELECT 1 / 0' }).catch(() => {});
      return 'done';
    });
    expect(await swallowed.catch((error) => error.code)).toBe('22012');
  });
});

test('what follows a failed statement in its transaction fails with what that failed with', async () => {
  await withOne(async (one) => {
    const second = one.transaction(async (run) => {
      await run({ text: 'SELECT 1 / 0' }).catch(() => {});
      await run({ text: 'SELECT 1' });
    });
    expect(await second.catch((error) => error.code)).toBe('22012');
  });
});

test.runIf(isAtLength)(
  'a database that takes no writes is left for new connections, those of others at rest too, once a second at most',
  async () => {
    await withOne(
      async (one) => {
        const pids = async () => Promise.all([1, 2].map(() => ask(one, 'SELECT pg_backend_pid() AS pid, pg_sleep(0.1)')));
        const before = (await pids()).map(({ pid }) => pid);
        const write = () =>
          one.transaction(async (run) => {
            await run({ text: 'SET TRANSACTION READ ONLY' });
            await run({ text: `INSERT INTO lines VALUES ('never')` });
          });
        await expect(write()).rejects.toMatchObject({ trouble: 'unreachable', cause: { code: '25006' } });
        const after = (await pids()).map(({ pid }) => pid);
        expect(after.filter((pid) => before.includes(pid))).toEqual([]);
        await expect(write()).rejects.toMatchObject({ trouble: 'unreachable' });
        expect((await pids()).map(({ pid }) => pid).sort()).toEqual(after.sort());
      },
      { connections: 2 },
    );
  },
);

test.each([
  ['the shortest', 0, 300],
  ['a longer', 0.5, 450],
])('a connection is replaced after its time, in use or not: %s', async (_which, chance, lifetime) => {
  await withOne(async (one) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(chance);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pid = async () => (await ask(one, 'SELECT pg_backend_pid() AS pid')).pid;
      const first = await pid();
      // At rest for longer than ten seconds it would be closed for that.
      for (let seconds = 5; seconds < lifetime; seconds += 5) {
        vi.advanceTimersByTime(5_000);
        expect(await pid()).toBe(first);
      }
      vi.advanceTimersByTime(5_000);
      const second = await pid();
      expect([second === first, one.pool.totalCount]).toEqual([false, 1]);
      expect(await pid()).toBe(second);
    } finally {
      vi.useRealTimers();
      random.mockRestore();
    }
  });
});

test('a connection that grows too old in a transaction stays for its end, and is not used again', async () => {
  await withOne(async (one) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pid = async (run = one.run) => (await ask({ run }, 'SELECT pg_backend_pid() AS pid')).pid;
      const [before, after] = await one.transaction(async (run) => {
        const begun = await pid(run);
        vi.advanceTimersByTime(600_000);
        return [begun, await pid(run)];
      });
      expect(after).toBe(before);
      expect(await pid()).not.toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a connection that is lost', () => {
  test('while nobody uses it is told of, and replaced', async () => {
    await withOne(async (one, lost) => {
      const { pid } = await ask(one, 'SELECT pg_backend_pid() AS pid');
      await admin.query('SELECT pg_terminate_backend($1)', [pid]);
      await expect.poll(() => lost).toMatchObject([{ trouble: 'unreachable', cause: { code: '57P01' } }]);
      expect((await ask(one, 'SELECT pg_backend_pid() AS pid')).pid).not.toBe(pid);
    });
  });

  test('within a transaction fails its next statement with what it was lost with, and nothing more is asked of it', async () => {
    await withOne(async (one) => {
      const asked = vi.spyOn(pg.Client.prototype, 'query');
      const cut = one.transaction(async (run) => {
        const { pid } = await ask({ run }, 'SELECT pg_backend_pid() AS pid');
        await admin.query('SELECT pg_terminate_backend($1)', [pid]);
        await expect.poll(() => countLost(one)).toBe(1);
        await ask({ run }, 'SELECT 2');
      });
      await expect(cut).rejects.toMatchObject({ trouble: 'unreachable', cause: { code: '57P01' } });
      expect(JSON.stringify(asked.mock.calls)).not.toContain('ROLLBACK');
      asked.mockRestore();
      expect(await ask(one, 'SELECT 1 AS one')).toEqual({ one: 1 });
    });
  });

  test.runIf(isAtLength)('without a word is given up, at once and for good', async () => {
    await withOne(
      async (one) => {
        const asked = vi.spyOn(pg.Client.prototype, 'query');
        const { pid } = await askInTime(one, 'SELECT pg_backend_pid() AS pid');
        // As if the server had gone: it does not end the statement that it should end.
        const sleep = ({ run }: Pick<Connections, 'run'>) => run({ text: 'SET statement_timeout = 0; SELECT pg_sleep(60)' });
        const silent = { trouble: 'unreachable', cause: { message: 'Query read timeout' } };
        await expect(sleep(one)).rejects.toMatchObject(silent);
        const second = (await askInTime(one, 'SELECT pg_backend_pid() AS pid')).pid;
        expect(second).not.toBe(pid);
        await expect(one.transaction((run) => sleep({ run }))).rejects.toMatchObject(silent);
        expect((await askInTime(one, 'SELECT pg_backend_pid() AS pid')).pid).not.toBe(second);
        expect(JSON.stringify(asked.mock.calls)).not.toContain('ROLLBACK');
        asked.mockRestore();
      },
      { statementMs: 100, graceMs: 100 },
    );
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND pid <> pg_backend_pid()`,
    );
  });

  test('and cannot be had again is out of reach until it can', async () => {
    await withOne(
      async (one) => {
        expect(await ask(one, 'SELECT 1 AS one')).toEqual({ one: 1 });
        await proxy.cut();
        await expect(ask(one, 'SELECT 1')).rejects.toMatchObject({ trouble: 'unreachable' });
        await expect(ask(one, 'SELECT 1')).rejects.toMatchObject({ trouble: 'unreachable', cause: { code: 'ECONNREFUSED' } });
        await proxy.mend();
        expect(await ask(one, 'SELECT 1 AS one')).toEqual({ one: 1 });
      },
      { url: proxied() },
    );
  });
});

test('nobody who only wants in is told about a statement', async () => {
  await admin.query(
    `CREATE ROLE stranger_${process.pid} LOGIN PASSWORD 'stranger'; REVOKE CONNECT ON DATABASE ${new URL(database.url).pathname.slice(1)} FROM PUBLIC`,
  );
  const url = new URL(database.url);
  url.username = `stranger_${process.pid}`;
  url.password = 'stranger';
  await withOne(
    async (one) => {
      await expect(ask(one, 'SELECT 1')).rejects.toMatchObject({ trouble: 'refused', cause: { code: '42501' } });
    },
    { url: url.href },
  );
  await admin.query(`DROP ROLE stranger_${process.pid}`);
});

test('a server that refuses connections is not asked for one by each statement', async () => {
  const url = new URL(database.url);
  url.pathname += '_gone';
  await withOne(
    async ({ pool, run }) => {
      let tries = 0;
      const { connect } = pg.Client.prototype;
      const counted = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
        tries += 1;
        return Reflect.apply(connect, this, given);
      });
      const since = performance.now();
      for (let i = 0; i < 200; i++)
        await expect(run({ text: 'SELECT 1' })).rejects.toMatchObject({ trouble: 'refused', cause: { code: '3D000' } });
      const passed = performance.now() - since;
      counted.mockRestore();
      expect(tries).toBeGreaterThan(0);
      expect(tries).toBeLessThanOrEqual(passed / 250 + 1);
      expect(pool.totalCount).toBe(0);
    },
    { url: url.href },
  );
});

test('whoever finds every connection in use is told so, in its time', async () => {
  await withOne(
    async (one) => {
      // To connect may take longer than this.
      await askInTime(one, 'SELECT 1');
      await one.transaction(async () => {
        await expect(ask(one, 'SELECT 1')).rejects.toMatchObject({ trouble: 'busy' });
      });
      expect(await ask(one, 'SELECT 1 AS one')).toEqual({ one: 1 });
    },
    { waitMs: 100 },
  );
});
