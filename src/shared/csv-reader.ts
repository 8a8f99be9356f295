import type { Readable } from 'node:stream';
import { type CsvPosition, CsvRecords, LONGEST_RECORD, UnreadableCsv } from './csv-records.ts';

/**
 * A CSV file in UTF-8, with or without a byte order mark, whose first record holds the headers.
 *
 * - Comma, semicolon or tab separates cells, whichever fits the first records best.
 * - LF or CRLF ends a record. A line without any character is none; a line of separators only is a record of blanks.
 * - A quote opens a quoted cell where it is the very first character of a cell, and is a character like others elsewhere. In a
 *   quoted cell two quotes stand for one; what follows after the closing quote belongs to the cell.
 * - The apostrophe that `csvLine` puts before a formula is taken off.
 */
export interface CsvFile {
  /** As in the file; none when it is empty. */
  headers: string[];
  separator: string;
  start: CsvPosition;
  /**
   * Reads on from an earlier position. Batches have `size` records; the last may have fewer, and so may those that would come to more than
   * 4 MiB. A record has a cell for each of `width` columns: blank ones are added, and further blank ones are left out. Further cells with
   * content stay.
   * @throws UnreadableCsv, after all batches before the fault
   */
  batches(from: CsvPosition, size: number, width: number): AsyncGenerator<{ rows: string[][]; next: CsvPosition }, void, void>;
  /** @throws UnreadableCsv */
  count(from: CsvPosition): Promise<number>;
}

/** @param open gives the bytes of the file from an offset on; called again for each pass. @throws UnreadableCsv */
export async function openCsv(open: (offset: number) => Promise<Readable>): Promise<CsvFile> {
  const { head, isWhole } = await headOf(await open(0));
  const separator = separatorOf(head, isWhole);
  const records = new CsvRecords({ offset: 0, line: 1 }, separator);
  records.feed(head, isWhole);
  const first = records.next();
  if (!first && !isWhole) throw new UnreadableCsv('Line 1: the first 1 MiB of the file holds no headers.');
  const headers = first ?? [];

  async function* fed(from: CsvPosition): AsyncGenerator<CsvRecords, void, void> {
    const records = new CsvRecords(from, separator);
    for await (const chunk of await open(from.offset)) {
      records.feed(chunk, false);
      yield records;
    }
    records.feed(NOTHING, true);
    yield records;
  }

  return {
    headers,
    separator,
    start: records.position(),
    async *batches(from, size, width) {
      let rows: string[][] = [];
      let next = from;
      let begin = 0;
      for await (const records of fed(from)) {
        for (let row = records.next(); row; row = records.next()) {
          while (row.length < width) row.push('');
          while (row.length > width && (row.at(-1) as string).trim() === '') row.pop();
          rows.push(row);
          if (rows.length < size && records.passed - begin < LARGEST_BATCH) continue;
          next = records.position();
          begin = records.passed;
          yield { rows, next };
          rows = [];
        }
        next = records.position();
      }
      if (rows.length > 0) yield { rows, next };
    },
    async count(from) {
      let count = 0;
      for await (const records of fed(from)) while (records.skip()) count += 1;
      return count;
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** In characters. A batch is in memory whole, with its last record on top. */
const LARGEST_BATCH = 3 * LONGEST_RECORD;

/** Long enough to hold the first record, unless that is too long. */
async function headOf(content: Readable): Promise<{ head: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LONGEST_RECORD) return { head: Buffer.concat(chunks), isWhole: false };
  }
  return { head: Buffer.concat(chunks), isWhole: true };
}

const SEPARATORS = [',', ';', '\t'];
const SAMPLED_RECORDS = 50;

/**
 * The separator that splits the headers and gives the most records as many cells as there are headers. Else, as when many records are
 * short, the one that makes more headers; a comma when none splits them.
 */
function separatorOf(head: Buffer, isWhole: boolean): string {
  let best = { separator: ',', fitting: -1, columns: 1 };
  for (const separator of SEPARATORS) {
    const widths = widthsOf(head, isWhole, separator);
    const [columns = 1] = widths;
    if (columns === 1) continue;
    const fitting = widths.filter((width) => width === columns).length / widths.length;
    if (fitting > best.fitting || (fitting === best.fitting && columns > best.columns)) best = { separator, fitting, columns };
  }
  return best.separator;
}

function widthsOf(head: Buffer, isWhole: boolean, separator: string): number[] {
  const widths: number[] = [];
  try {
    const records = new CsvRecords({ offset: 0, line: 1 }, separator);
    records.feed(head, isWhole);
    for (let row = records.next(); row && widths.length < SAMPLED_RECORDS; row = records.next()) widths.push(row.length);
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
  }
  return widths;
}
