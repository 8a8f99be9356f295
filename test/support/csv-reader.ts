/** CSV files whose bytes come in pieces, read to their end. */
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { openCsv } from '../../src/shared/csv-reader.ts';

/** The bytes in pieces of these sizes, which are used over and over. */
function* pieces(bytes: Buffer, sizes: number[]) {
  for (let [from, turn] = [0, 0]; from < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

/** A file of this content, which comes in such pieces. */
export const open = (content: string | Buffer, sizes = [65_536]) =>
  openCsv(async (offset) => Readable.from(pieces(Buffer.from(content).subarray(offset), sizes)));

export async function batchesOf(content: string | Buffer, size = 1_000, sizes?: number[]) {
  const csv = await open(content, sizes);
  return { csv, batches: await Array.fromAsync(csv.batches(csv.start, size, csv.headers.length)) };
}

/** All rows, as many as are counted. */
export async function read(content: string | Buffer, sizes?: number[]) {
  const { csv, batches } = await batchesOf(content, 1_000, sizes);
  const rows = batches.flatMap((batch) => batch.rows);
  expect(await csv.count(csv.start)).toBe(rows.length);
  return { headers: csv.headers, rows };
}
