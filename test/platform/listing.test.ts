/** Pages and cursors over a table, against a list in memory. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { raw, type Scope, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Positioned, readPage, type SortKey } from '../../src/platform/listing.ts';
import { encodeParts } from '../../src/shared/cursor.ts';
import type { PageRequest } from '../../src/shared/paging.ts';
import '../support/chance.ts';
import { isAtLength } from '../support/at-length.ts';
import { openTestDatabase } from '../support/database.ts';

const { db } = await openTestDatabase();
const ctx: Scope = { db, workspaceId: newId() };

interface Entry {
  id: string;
  name: string | null;
  size: number;
  at: string | null;
}

await db.query(sql`CREATE TABLE entries (id uuid PRIMARY KEY, name text, size int NOT NULL, at timestamptz)`);
beforeEach(() => db.query(sql`TRUNCATE entries`));

const insert = (entries: readonly Entry[]) =>
  db.query(sql`INSERT INTO entries SELECT * FROM json_populate_recordset(NULL::entries, ${JSON.stringify(entries)}::json)`);
const remove = (ids: readonly string[]) => db.query(sql`DELETE FROM entries WHERE id = ANY(${ids}::uuid[])`);

const read = (keys: readonly SortKey[], request: Partial<PageRequest> & { of?: string }) =>
  readPage<{ id: string }>(
    ctx,
    { of: 'entries', page: 1, limit: 25, total: 'exact', ...request },
    {
      keys,
      from: sql`FROM entries WHERE true`,
      read: ({ rows, position }) => db.query<Positioned<{ id: string }>>(sql`SELECT id::text, ${position} ${rows}`),
    },
  );
const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

/** Few values, so that many entries share them. Times differ by a microsecond. */
const drawnEntry: fc.Arbitrary<Entry> = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom(null, '', 'a', 'b', "o'n"),
  size: fc.constantFrom(-1, 0, 1),
  at: fc.constantFrom(null, '2026-04-14T09:36:00.000001Z', '2026-04-14T09:36:00.000002Z', '2026-04-15T00:00:00.000000Z'),
});
const drawnEntries = (maxLength: number) => fc.uniqueArray(drawnEntry, { maxLength, selector: ({ id }) => id });
const drawnOrder = fc.constantFrom('asc' as const, 'desc' as const);
const drawnKeys: fc.Arbitrary<SortKey[]> = fc
  .tuple(
    fc.constantFrom<Pick<SortKey, 'by' | 'type' | 'optional'>[]>(
      [],
      [{ by: 'size', type: 'int8' }],
      [{ by: 'name', type: 'text', optional: true }],
      [{ by: 'at', type: 'timestamptz', optional: true }],
      [
        { by: 'at', type: 'timestamptz', optional: true },
        { by: 'size', type: 'int8' },
      ],
    ),
    fc.array(drawnOrder, { minLength: 3, maxLength: 3 }),
  )
  .map(([keys, orders]) =>
    [...keys, { by: 'id', type: 'uuid' as const }].map((key, index) => ({ ...key, order: orders[index] as 'asc' | 'desc' })),
  );

function sorted(entries: readonly Entry[], keys: readonly SortKey[]): string[] {
  const compare = (one: Entry, other: Entry): number => {
    for (const { by, order } of keys) {
      const [left, right] = [one[by as keyof Entry], other[by as keyof Entry]];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      return left < right === (order === 'asc') ? -1 : 1;
    }
    return 0;
  };
  return [...entries].sort(compare).map(({ id }) => id);
}

describe('readPage', () => {
  test.runIf(isAtLength)('gives every page by its number, and a cursor to the one after it', async () => {
    await fc.assert(
      fc.asyncProperty(drawnEntries(9), drawnKeys, fc.integer({ min: 1, max: 4 }), async (entries, keys, limit) => {
        await db.query(sql`TRUNCATE entries`);
        await insert(entries);
        const expected = sorted(entries, keys);
        const totals = { total: entries.length, totalPages: Math.ceil(entries.length / limit) };
        for (let page = 1; page <= totals.totalPages + 2; page++) {
          const answer = await read(keys, { page, limit });
          expect(idsOf(answer)).toEqual(expected.slice((page - 1) * limit, page * limit));
          expect(answer.paging.pagination).toEqual({ page, limit, ...totals });
          const cursor = answer.paging.next_cursor;
          expect(cursor !== undefined).toBe(page < totals.totalPages);
          if (cursor === undefined) continue;
          const next = await read(keys, { cursor, limit });
          expect(idsOf(next)).toEqual(expected.slice(page * limit, (page + 1) * limit));
          expect(next.paging.pagination).toEqual({ page: page + 1, limit, ...totals });
        }
      }),
    );
  });

  test.runIf(isAtLength)('by cursor, meets everything that stays once and in order, whatever comes and goes meanwhile', async () => {
    const drawnChanges = fc.array(fc.tuple(drawnEntries(3), fc.array(fc.nat(20), { maxLength: 3 })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(drawnEntries(9), drawnKeys, drawnChanges, fc.integer({ min: 1, max: 3 }), async (entries, keys, changes, limit) => {
        await db.query(sql`TRUNCATE entries`);
        await insert(entries);
        const all = new Map(entries.map((entry) => [entry.id, entry]));
        const staying = new Set(all.keys());
        const met: string[] = [];
        for (let cursor: string | undefined, round = 0; ; round++) {
          const answer = await read(keys, { limit, cursor, total: 'none' });
          met.push(...idsOf(answer));
          cursor = answer.paging.next_cursor;
          if (cursor === undefined) break;
          const [added, removed] = changes[round] ?? [[], []];
          const fresh = added.filter(({ id }) => !all.has(id));
          await insert(fresh);
          for (const entry of fresh) all.set(entry.id, entry);
          const gone = [...all.keys()].filter((_id, index) => removed.includes(index));
          await remove(gone);
          for (const id of gone) staying.delete(id);
        }
        expect(new Set(met).size).toBe(met.length);
        expect(met).toEqual(sorted([...all.values()], keys).filter((id) => met.includes(id)));
        expect(met).toEqual(expect.arrayContaining([...staying]));
      }),
    );
  });

  test('counts nothing without a total', async () => {
    await insert([{ id: newId(), name: null, size: 0, at: null }]);
    const count = () => Promise.reject(new Error('counted'));
    const keys: SortKey[] = [{ by: 'id', type: 'uuid', order: 'asc' }];
    const answer = await readPage(
      ctx,
      { of: 'entries', page: 3, limit: 1, total: 'none' },
      { keys, from: raw('FROM entries WHERE true'), count, read: async () => [] },
    );
    expect(answer.paging).toEqual({ pagination: { page: 3, limit: 1, total: 0, totalPages: 0 } });
  });

  const byTime: SortKey[] = [
    { by: 'at', type: 'timestamptz', order: 'asc', optional: true },
    { by: 'id', type: 'uuid', order: 'asc' },
  ];
  const forged = async (...parts: unknown[]) => {
    await insert([1, 2].map(() => ({ id: newId(), name: null, size: 0, at: null })));
    const { paging } = await read(byTime, { limit: 1 });
    const [mark] = JSON.parse(Buffer.from(paging.next_cursor as string, 'base64url').toString()) as [string];
    const cursor = Buffer.from(JSON.stringify([mark, ...parts])).toString('base64url');
    return read(byTime, { limit: 1, cursor });
  };

  test.each([
    ['no time', [2, 'yesterday', newId()]],
    ['a time that no calendar has', [2, '2026-02-30T00:00:00.000000Z', newId()]],
    ['a year that the database lacks', [2, '0000-01-01T00:00:00.000000Z', newId()]],
    ['a time to the millisecond', [2, '2026-04-14T09:36:00.000Z', newId()]],
    ['no id', [2, null, 'x']],
    ['no value where each entry has one', [2, null, null]],
    ['a page that is no number', ['2', null, newId()]],
    ['too little', [2, null]],
    ['too much', [2, null, newId(), 1]],
  ])('refuses a cursor with %s', async (_what, parts) => {
    await expect(forged(...parts)).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('refuses a cursor of another list, other parameters, or beside another page', async () => {
    await insert([1, 2, 3].map(() => ({ id: newId(), name: null, size: 0, at: null })));
    const { paging } = await read(byTime, { limit: 1 });
    const cursor = paging.next_cursor as string;
    await expect(read(byTime, { limit: 2, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(read(byTime, { limit: 1, cursor, of: 'others' })).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(read(byTime, { limit: 1, page: 2, cursor })).rejects.toMatchObject({ code: 'validation_failed' });
    const [whole, untold] = [await read(byTime, { limit: 1, cursor }), await read(byTime, { limit: 1, cursor, total: 'none' })];
    expect(idsOf(untold)).toEqual(idsOf(whole));
  });

  test('makes cursors that the document allows, for the longest names', () => {
    const longest = encodeParts({ of: 'members of a flow', asked: 'x'.repeat(22) }, [1_000_000_000, '𝒳'.repeat(511), newId()]);
    expect(longest.length).toBeLessThanOrEqual(4096);
  });
});
