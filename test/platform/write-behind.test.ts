/** Values collected in memory and written in the background. */
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createWriteBehind, type WriteBehindOptions } from '../../src/platform/batch.ts';
import { DatabaseUnavailable } from '../../src/platform/database-errors.ts';
import { openLog } from '../../src/platform/log.ts';
import { isAtLength } from '../support/at-length.ts';
import { notingLog } from '../support/log.ts';

const said = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });
const away = () => new DatabaseUnavailable('unreachable', undefined);
type Sum = { sum: number };

/** Sums by key, written when the test lets them. */
function given(options: Partial<WriteBehindOptions<Sum>> = {}) {
  const begun: { units: Record<string, number>; isEnd: boolean; finish: (left?: string[]) => void; fail: (error: unknown) => void }[] = [];
  const behind = createWriteBehind<Sum>({
    what: 'sums',
    log: openLog('silent'),
    everyMs: 0,
    growth: (older) => (older ? 0 : 1),
    merge: (older, newer) => {
      older.sum += newer.sum;
    },
    write: (group, isEnd) =>
      new Promise((resolve, reject) => {
        const units = Object.fromEntries([...group].map(([key, { sum }]) => [key, sum]));
        begun.push({ units, isEnd, finish: (left = []) => resolve(left), fail: reject });
      }),
    ...options,
  });
  const add = (key: string, sum = 1) => behind.add(key, { sum });
  return { behind, begun, add };
}
const begins = (begun: unknown[], count: number) => expect.poll(() => begun.length, { interval: 1 }).toBe(count);

describe('what is written behind', () => {
  it('is collected by its key, and what comes while a group is written is the next', async () => {
    const { behind, begun, add } = given();
    add('a');
    add('a');
    add('b');
    await begins(begun, 1);
    expect(begun[0]?.units).toEqual({ a: 2, b: 1 });
    add('a');
    begun[0]?.finish();
    await begins(begun, 2);
    expect(begun[1]?.units).toEqual({ a: 1 });
    begun[1]?.finish();
    await behind.finish();
    expect(begun).toHaveLength(2);
  });

  it('goes in groups of a size, one at a time', async () => {
    const { behind, begun, add } = given({ groupSize: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) add(key);
    for (const [turn, keys] of ['ab', 'cd', 'e'].entries()) {
      await begins(begun, turn + 1);
      expect(Object.keys(begun[turn]?.units ?? {}).join('')).toBe(keys);
      begun[turn]?.finish();
    }
    await behind.finish();
  });

  it('goes before its time when so much waits, but not while the database is in trouble', async () => {
    const { behind, begun, add } = given({ everyMs: 60_000, writeFrom: 2 });
    add('a');
    expect(begun).toHaveLength(0);
    add('b');
    expect(begun[0]?.units).toEqual({ a: 1, b: 1 });
    begun[0]?.fail(away());
    const flushed = behind.flush();
    await begins(begun, 2);
    begun[1]?.fail(away());
    await flushed;
    add('c');
    expect(begun).toHaveLength(2);
  });

  it('is all tried once a flush resolves, with what came while a group was written', async () => {
    const { behind, begun, add } = given({ everyMs: 60_000, writeFrom: 1 });
    add('a');
    add('b');
    const flushed = behind.flush();
    begun[0]?.finish();
    await begins(begun, 2);
    expect(begun[1]?.units).toEqual({ b: 1 });
    begun[1]?.finish();
    await flushed;
    expect(behind.held()).toBe(0);
  });

  it('waits again where others are at it, and the rest is written; at the end it waits for them', async () => {
    const { behind, begun, add } = given({ everyMs: 1 });
    add('a');
    add('b');
    await begins(begun, 1);
    begun[0]?.finish(['a']);
    await begins(begun, 2);
    expect(begun[1]?.units).toEqual({ a: 1 });
    const finished = behind.finish();
    begun[1]?.finish(['a']);
    await begins(begun, 3);
    expect(begun[2]?.isEnd).toBe(false);
    begun[2]?.finish(['a']);
    await begins(begun, 4);
    expect(begun[3]).toMatchObject({ units: { a: 1 }, isEnd: true });
    begun[3]?.finish();
    await finished;
  });

  it('waits for a database that is away, with what has come since, and the log says so once', async () => {
    const { log, logged } = notingLog();
    const { behind, begun, add } = given({ everyMs: 1, groupSize: 1, log });
    add('a');
    add('b');
    for (let turn = 0; turn < 3; turn++) {
      await begins(begun, turn + 1);
      add('a');
      begun[turn]?.fail(away());
    }
    await begins(begun, 4);
    expect(begun[3]?.units).toEqual({ a: 4 });
    begun[3]?.finish();
    await begins(begun, 5);
    expect(begun[4]?.units).toEqual({ b: 1 });
    begun[4]?.finish();
    await behind.finish();
    expect(logged.map(({ message }) => message)).toEqual(['sums could not be written; they are tried again', 'sums are written again']);
  });

  it('has room for so much, counts what it drops, says so once, and has room again', async () => {
    const { log, logged } = notingLog();
    const { behind, begun, add } = given({ most: 2, log });
    for (const key of ['a', 'b', 'c', 'd', 'a']) add(key);
    await begins(begun, 1);
    expect(begun[0]?.units).toEqual({ a: 2, b: 1 });
    // Values stay in memory until they are written.
    add('e');
    expect(behind.dropped()).toBe(3);
    begun[0]?.finish();
    await behind.finish();
    add('e');
    add('f');
    await begins(begun, 2);
    expect(begun[1]?.units).toEqual({ e: 1, f: 1 });
    begun[1]?.finish();
    await behind.finish();
    expect(behind.dropped()).toBe(3);
    expect(logged.filter(({ message }) => message.includes('are dropped'))).toHaveLength(1);
  });

  it('loses one that can never be written, and nothing beside it', async () => {
    const written: string[] = [];
    const { behind, add } = given({
      write: async (group) => {
        if (group.has('bad')) throw new Error('invalid byte sequence');
        written.push(...group.keys());
        return [];
      },
    });
    for (const key of ['a', 'b', 'bad', 'c', 'd', 'e', 'f']) add(key);
    await behind.finish();
    expect(written.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(behind.dropped()).toBe(1);
  });

  it('holds what the server refuses of every unit, and writes it when it does no longer', async () => {
    const written: string[] = [];
    let isRefused = true;
    const { log, logged } = notingLog();
    const { behind, add } = given({
      everyMs: 1,
      groupSize: 3,
      log,
      write: async (group) => {
        if (isRefused) throw said('42501');
        written.push(...group.keys());
        return [];
      },
    });
    add('a');
    await expect.poll(() => logged.length).toBe(1);
    for (const key of ['b', 'c', 'd', 'e']) add(key);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([behind.dropped(), behind.held()]).toEqual([0, 5]);
    isRefused = false;
    await behind.finish();
    expect(written.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([behind.dropped(), behind.held()]).toEqual([0, 0]);
    expect(logged.map(({ message }) => message)).toEqual(['sums could not be written; they are tried again', 'sums are written again']);
  });

  it.each([
    ['42501', 'what else is written says that it is its own'],
    ['22021', 'its values are to blame'],
  ])('loses one that the server refuses with %s where %s', async (code) => {
    const written: string[] = [];
    const { behind, add } = given({
      write: async (group) => {
        if (group.has('bad')) throw said(code);
        written.push(...group.keys());
        return [];
      },
    });
    for (const key of code === '42501' ? ['a', 'bad', 'b', 'c'] : ['bad']) add(key);
    await behind.finish();
    expect([written.sort().join(''), behind.dropped()]).toEqual([code === '42501' ? 'abc' : '', 1]);
  });

  it('gives up at the end when the database stays away', async () => {
    let attempts = 0;
    const { behind, add } = given({
      write: async () => {
        attempts += 1;
        throw away();
      },
    });
    add('a');
    await behind.finish();
    expect(attempts).toBe(5);
  });
});

it.runIf(isAtLength)('whatever happens, each unit is written once, dropped and counted, or still there', async () => {
  const happening = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ what: fc.constant('add' as const), key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('settle' as const), left: fc.subarray(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('away' as const) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('poison' as const) }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 2, max: 12 }),
      async (happenings, groupSize, most) => {
        const written = new Map<string, number>();
        let isOver = false;
        let pending: { group: Map<string, Sum>; resolve: (left: string[]) => void; reject: (error: unknown) => void } | undefined;
        let largest = 0;
        const take = (group: ReadonlyMap<string, Sum>, left: string[]) => {
          for (const [key, { sum }] of group) if (!left.includes(key)) written.set(key, (written.get(key) ?? 0) + sum);
          return left.filter((key) => group.has(key));
        };
        const { behind, add } = given({
          groupSize,
          most,
          write: (group) => {
            largest = Math.max(largest, group.size);
            if (isOver) return Promise.resolve(take(group, []));
            // The sums as they are now: a group must not change while it is written.
            const copy = new Map([...group].map(([key, { sum }]) => [key, { sum }]));
            return new Promise((resolve, reject) => {
              pending = { group: copy, resolve: (left) => resolve(take(copy, left)), reject };
            });
          },
        });
        let added = 0;
        let poisoned = 0;
        for (const one of happenings) {
          if (one.what === 'add') {
            added += 1;
            add(one.key);
            continue;
          }
          await new Promise((resolve) => setTimeout(resolve, 1));
          const now = pending;
          pending = undefined;
          if (!now) continue;
          if (one.what === 'settle') now.resolve(one.left);
          else if (one.what === 'away') now.reject(away());
          else {
            if (now.group.size === 1) for (const { sum } of now.group.values()) poisoned += sum - 1;
            now.reject(new Error('bad'));
          }
        }
        isOver = true;
        pending?.resolve([]);
        await behind.finish();
        const sum = [...written.values()].reduce((a, b) => a + b, 0);
        expect(sum + behind.dropped() + poisoned).toBe(added);
        expect(largest).toBeLessThanOrEqual(Math.min(groupSize, most));
      },
    ),
    { numRuns: 150 },
  );
});
