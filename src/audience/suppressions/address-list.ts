import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { openCsv } from '../../shared/csv-reader.ts';
import { CsvRecords, UnreadableCsv } from '../../shared/csv-records.ts';
import { invalid } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { inUtf8 } from '../../shared/text-encoding.ts';

const MOST_ADDRESSES = 100_000;
const MOST_LINES_SHOWN = 100;
/** Records that are read before other work gets its turn: some milliseconds. */
const AT_ONCE = 2_000;
const HEADERS = new Set(['email', 'address', 'e-mail', 'email address', 'email_address']);

export interface AddressList {
  addresses: Set<string>;
  lines: number;
  invalid: number;
  /** The first of them, by the lines in which they end; the first line of the file is 1. */
  invalidLines: number[];
}

/**
 * Reads the column that is called so, or else the first. So a text with an address in each line will do.
 * @throws validation_failed when it is no text or CSV, or too long
 */
export async function readAddresses(bytes: Buffer): Promise<AddressList> {
  try {
    return await read(await inUtf8(bytes));
  } catch (error) {
    if (error instanceof UnreadableCsv) throw invalid({ path: '', message: error.message });
    throw error;
  }
}

async function read(bytes: Buffer): Promise<AddressList> {
  const { headers, separator, start } = await openCsv(async (offset) => Readable.from([bytes.subarray(offset)]));
  const named = headers.findIndex((header) => HEADERS.has(header.trim().toLowerCase()));
  const records = new CsvRecords(named === -1 ? { offset: 0, line: 1 } : start, separator);
  records.feed(named === -1 ? bytes : bytes.subarray(start.offset), true);
  const column = Math.max(named, 0);
  const list: AddressList = { addresses: new Set(), lines: 0, invalid: 0, invalidLines: [] };
  for (let row = records.next(column + 1); row; row = records.next(column + 1)) {
    list.lines += 1;
    const address = normaliseEmail(row[column] ?? '');
    if (address) list.addresses.add(address);
    else {
      list.invalid += 1;
      if (list.invalidLines.length < MOST_LINES_SHOWN) list.invalidLines.push(records.position().line - 1);
    }
    if (list.lines > MOST_ADDRESSES) throw invalid({ path: '', message: `has more than ${MOST_ADDRESSES} lines` });
    if (list.lines % AT_ONCE === 0) await setImmediate();
  }
  return list;
}
