/** The parts that keep pages near: what they hold, and what they let go. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/platform/database-errors.ts';
import type { Db, Statement } from '../../src/platform/db.ts';
import type { Log } from '../../src/platform/log.ts';
import { createBodies, openSpool, spoolIn } from '../../src/tents/pages/bodies.ts';
import type { Change } from '../../src/tents/pages/feed.ts';
import { createFeed } from '../../src/tents/pages/feed.ts';
import { createLookups } from '../../src/tents/pages/lookups.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bivouac-spool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what was looked up', () => {
  function looking() {
    const asked: { key: string; answer: (value: string | null) => void; fail: (error: Error) => void }[] = [];
    const lookups = createLookups<string | null>(2, (key) => new Promise((answer, fail) => asked.push({ key, answer, fail })));
    return { asked, lookups };
  }

  test('is looked up once for all who ask at the same time, and then kept, nothing too', async () => {
    const { asked, lookups } = looking();
    const all = [lookups.get('a'), lookups.get('a')];
    expect(asked).toHaveLength(1);
    asked[0]?.answer(null);
    expect(await Promise.all(all)).toEqual([null, null]);
    expect(lookups.get('a')).toBe(null);
    expect(asked).toHaveLength(1);
  });

  test('is not kept when it failed', async () => {
    const { asked, lookups } = looking();
    const failed = lookups.get('a');
    asked[0]?.fail(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    lookups.get('a');
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['forget', (lookups: ReturnType<typeof looking>['lookups']) => lookups.forget('a')],
    ['forgetWhere', (lookups: ReturnType<typeof looking>['lookups']) => lookups.forgetWhere(() => false)],
    ['forgetAll', (lookups: ReturnType<typeof looking>['lookups']) => lookups.forgetAll()],
  ])('is for those alone who had asked, when it was seen before a change (%s)', async (_name, forget) => {
    const { asked, lookups } = looking();
    const before = lookups.get('a');
    forget(lookups);
    const after = lookups.get('a');
    expect(asked).toHaveLength(2);
    asked[1]?.answer('new');
    expect(await after).toBe('new');
    asked[0]?.answer('old');
    expect(await before).toBe('old');
    expect(lookups.get('a')).toBe('new');
  });

  test('is forgotten by what it is', async () => {
    const { asked, lookups } = looking();
    for (const [i, [key, value]] of ['a1', 'b2'].entries()) {
      const got = lookups.get(key as string);
      asked[i]?.answer(value as string);
      await got;
    }
    lookups.forgetWhere((_key, value) => value === '1');
    expect([lookups.get('b'), typeof lookups.get('a')]).toEqual(['2', 'object']);
  });
});

describe('a file of pages', () => {
  test('gives back what it was given, or nothing, and never grows beyond its limit', async () => {
    const limit = 1_000;
    const spool = await openSpool(folder, limit);
    expect(await readdir(folder)).toEqual([]);
    const bytesOf = (key: string, length: number) => Buffer.alloc(length, key);
    const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 });
    let put = 0;
    const before: (readonly [string, number])[] = [];
    await fc.assert(
      fc.asyncProperty(lengths, async (all) => {
        const keys = all.map((length) => {
          put += 1;
          const key = `${put}.`;
          spool.put(key, bytesOf(key, length));
          return [key, length] as const;
        });
        before.push(...keys);
        for (const [key, length] of before.slice(-100)) {
          const got = await spool.get(key);
          if (got) expect(got.equals(bytesOf(key, length))).toBe(true);
        }
        // The last one is there, wherever it stands.
        const [key, length] = keys.at(-1) as [string, number];
        expect((await spool.get(key))?.equals(bytesOf(key, length))).toBe(true);
        expect(spool.size()).toBeLessThanOrEqual(limit);
      }),
    );
    await spool.close();
  });

  test('fills up to its limit before anything goes', async () => {
    const spool = await openSpool(folder, 1_000);
    for (let i = 0; i < 10; i++) spool.put(`${i}`, Buffer.alloc(100, i));
    await expect.poll(() => spool.size()).toBe(1_000);
    for (let i = 0; i < 10; i++) expect((await spool.get(`${i}`))?.[0]).toBe(i);
    spool.put('next', Buffer.alloc(150, 99));
    await expect.poll(async () => (await spool.get('next'))?.[0]).toBe(99);
    await expect.poll(async () => [await spool.get('0'), await spool.get('1')]).toEqual([undefined, undefined]);
    expect((await spool.get('2'))?.[0]).toBe(2);
    await spool.close();
  });

  test('forgets what stands behind when it begins anew, before what stands at the beginning', async () => {
    const spool = await openSpool(folder, 100);
    const put = async (key: string, length: number) => {
      spool.put(key, Buffer.alloc(length, key));
      await expect.poll(async () => (await spool.get(key))?.equals(Buffer.alloc(length, key))).toBe(true);
    };
    for (const [key, length] of [
      ['a', 40],
      ['b', 40],
      ['e', 10],
      ['c', 30],
      ['d', 50],
      ['f', 30],
    ] as const)
      await put(key, length);
    const found = () =>
      Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(async (key) => [key, (await spool.get(key))?.toString('latin1', 0, 1)]));
    // The last is there before it is written, and then makes its room.
    await expect.poll(found).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', undefined],
      ['d', 'd'],
      ['e', undefined],
      ['f', 'f'],
    ]);
    await expect.poll(() => spool.size()).toBe(80);
    await spool.close();
  });

  test('gives back nothing that was written over while it was read', async () => {
    const reading = Promise.withResolvers<{ bytesRead: number }>();
    const file = {
      read: () => reading.promise,
      write: async (bytes: Buffer) => ({ bytesWritten: bytes.length }),
      close: async () => {},
    };
    const spool = spoolIn(file as never, 100);
    spool.put('a', Buffer.alloc(80));
    await expect.poll(() => spool.size()).toBe(80);
    const got = spool.get('a');
    spool.put('b', Buffer.alloc(60));
    await expect.poll(() => spool.size()).toBe(60);
    reading.resolve({ bytesRead: 80 });
    expect(await got).toBeUndefined();
  });

  test('keeps nothing that could not be written', async () => {
    const full = { read: async () => ({ bytesRead: 0 }), write: () => Promise.reject(new Error('ENOSPC')), close: async () => {} };
    const spool = spoolIn(full as never, 100);
    spool.put('a', Buffer.alloc(10));
    await expect.poll(() => spool.get('a')).toBeUndefined();
    expect(spool.size()).toBe(0);
    await spool.close();
  });

  test('does not keep what is larger than itself, and nothing at all without a size', async () => {
    const spool = await openSpool(folder, 100);
    spool.put('large', Buffer.alloc(101));
    expect(await spool.get('large')).toBeUndefined();
    await spool.close();
    const none = await openSpool('/proc/nowhere', 0);
    none.put('any', Buffer.alloc(1));
    expect(await none.get('any')).toBeUndefined();
    await none.close();
  });

  test('that cannot be made is said', async () => {
    await expect(openSpool('/proc/nowhere', 100)).rejects.toThrow();
  });
});

test('bytes are read once for all who ask, from as near as they are', async () => {
  const spool = await openSpool(folder, 10_000);
  const from: string[] = [];
  const bodies = createBodies(1_000, spool, (where) => from.push(where));
  let reads = 0;
  const get = (key: string) =>
    bodies.get(key, async () => {
      reads += 1;
      return Buffer.alloc(500, key);
    });
  const [one, other] = await Promise.all([get('a'), get('a')]);
  expect([one, reads]).toEqual([other, 1]);
  await get('a');
  // Two do not fit.
  await get('b');
  await expect.poll(() => spool.size()).toBe(1_000);
  expect((await get('a')).equals(Buffer.alloc(500, 'a'))).toBe(true);
  expect(from).toEqual(['database', 'memory', 'database', 'disk']);
  expect(bodies.bytesInMemory()).toBeLessThanOrEqual(1_000);
  await expect(bodies.get('c', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect((await get('c')).length).toBe(500);
  await spool.close();
});

describe('the feed', () => {
  /** A database with these answers in turn; an error is thrown. */
  function saying(said: ({ changes: Change[]; snapshot: string; at: number } | Error)[]) {
    const asked: Statement[] = [];
    const lines: string[] = [];
    const heard: (Change[] | undefined)[] = [];
    const db = {
      query: async (statement: Statement) => {
        asked.push(statement);
        const [next = { changes: [], snapshot: 'last', at: 0 }] = said.splice(0, 1);
        if (next instanceof Error) throw next;
        return [next];
      },
      // All that a feed asks of either.
    } as unknown as Db;
    const log = { info: (line: string) => lines.push(line), warn: (_about: object, line: string) => lines.push(line) } as unknown as Log;
    const feed = createFeed({ db, log, forget: (changes) => heard.push(changes), everyMs: 1 });
    return { feed, asked, lines, heard };
  }
  const change = { workspaceId: 'w', path: 'p' };

  test('asks for what its last snapshot did not show', async () => {
    const { feed, asked, heard } = saying([
      { changes: [], snapshot: '10:20:', at: 1 },
      { changes: [change], snapshot: '10:30:', at: 2 },
    ]);
    await feed.start();
    expect(heard).toEqual([[]]);
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    await feed.stop();
    expect(heard[1]).toEqual([change]);
    expect(asked[0]?.values).toEqual([]);
    expect(asked[1]?.values).toEqual(['10:20:', '10:20:']);
  });

  test('takes all that is kept after a failure, and says once that it heard nothing and once that it does', async () => {
    const { feed, asked, lines, heard } = saying([
      { changes: [], snapshot: '10:20:', at: 1 },
      new Error('away'),
      new Error('away'),
      { changes: [change], snapshot: '10:30:', at: 2 },
    ]);
    await feed.start();
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    await feed.stop();
    expect(heard[1]).toEqual([change]);
    expect(asked[3]?.values).toEqual([]);
    expect(lines).toEqual(['changes of pages cannot be read; pages are served as they were last read', 'changes of pages are read again']);
  });

  test('knows nothing any more when it was away for longer than changes are kept', async () => {
    const { feed, heard } = saying([
      { changes: [], snapshot: '10:20:', at: 1_000 },
      { changes: [change], snapshot: '10:30:', at: 1_300 },
      { changes: [change], snapshot: '10:30:', at: 1_601 },
    ]);
    await feed.start();
    await expect.poll(() => heard.length).toBeGreaterThan(2);
    await feed.stop();
    expect(heard.slice(0, 3)).toEqual([[], [change], undefined]);
  });

  test('does not begin without having heard anything', async () => {
    await expect(saying([new Error('away')]).feed.start()).rejects.toThrow('away');
  });

  test('begins though the database is too slow for it at first, and not where it stays so', async () => {
    const slow = () => new DatabaseUnavailable('unreachable', undefined);
    const { feed, asked, heard } = saying([slow(), slow(), { changes: [], snapshot: '10:20:', at: 1 }]);
    await feed.start();
    await feed.stop();
    expect([asked.length, heard]).toEqual([3, [[]]]);
    await expect(saying([slow(), slow(), slow()]).feed.start()).rejects.toThrow(DatabaseUnavailable);
  });
});
