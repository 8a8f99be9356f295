/** The rows of imports, wherever they lie. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Batch, Table } from '../../src/audience/imports/tables.ts';
import { openTable, type TableSource } from '../../src/audience/imports/tables.ts';
import type { Storage } from '../../src/platform/storage.ts';

const content = Buffer.from('\ufeff Name ;Größe\n\nMaya;38\n"No\nor"\nEve;40;more\n;\nAda;41');
const storage = {
  size: async (key: string) => (key === 'file' ? content.length : null),
  get: async (_key: string, { from = 0 } = {}) => Readable.from([content.subarray(from)]),
} as Partial<Storage> as Storage;

const rows = [['Maya', '38'], ['No\nor', ''], ['Eve', '40', 'more'], ['', ''], ['Ada', '41']]; // biome-ignore format: a table
const SOURCES: [string, TableSource][] = [
  ['a file', { source: 'upload', fileKey: 'file' }],
  ['a request', { source: 'rows', headers: ['Name', 'Größe'], rows }],
];

describe.each(SOURCES)('the table of %s', (_where, source) => {
  const batchesOf = (table: Table, size: number) => Array.fromAsync(table.batches(table.start, size));

  test('has headers, and rows in batches', async () => {
    const table = (await openTable(storage, source)) as Table;
    expect(table.headers).toEqual(['Name', 'Größe']);
    expect((await batchesOf(table, 2)).map((batch) => batch.rows)).toEqual([rows.slice(0, 2), rows.slice(2, 4), rows.slice(4)]);
    expect((await batchesOf(table, 5)).map((batch) => batch.rows)).toEqual([rows]);
    expect(await table.count()).toBe(5);
  });

  test('goes on where another reader stopped', async () => {
    const [first, second, third] = (await batchesOf((await openTable(storage, source)) as Table, 2)) as [Batch, Batch, Batch];
    const table = (await openTable(storage, source)) as Table;
    expect(await Array.fromAsync(table.batches(first.next, 2))).toEqual([second, third]);
    expect(await Array.fromAsync(table.batches(third.next, 2))).toEqual([]);
  });
});

test('there is no table without a file', async () => {
  expect(await openTable(storage, { source: 'upload', fileKey: 'none' })).toBeNull();
});
