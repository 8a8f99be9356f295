import type { ContactImportSession } from '../../../generated/prisma/client.ts';
import type { Storage } from '../../platform/storage.ts';
import { openCsv } from '../../shared/csv-reader.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { MOST_HEADERS } from './inline-rows.ts';
import { uploadKey } from './keys.ts';
import { MOST_BYTES } from './sessions.service.ts';
import { type Table, UnreadableTable } from './table.ts';

/** Where the rows of an import lie: in a file in the store, or in the database. */
export type TableSource = { source: 'upload'; fileKey: string } | { source: 'rows'; headers: string[]; rows: string[][] };

/** The rows of a session that is not executed. */
export const sourceOf = ({ id, source, headers, rows }: ContactImportSession): TableSource =>
  source === 'rows' ? { source, headers, rows: rows as string[][] } : { source: 'upload', fileKey: uploadKey(id) };

/** Null when there is no file. @throws UnreadableTable */
export async function openTable(storage: Storage, source: TableSource): Promise<Table | null> {
  return source.source === 'rows' ? inlineTable(source.headers, source.rows) : openFile(storage, source.fileKey);
}

/**
 * The table of a session, fit to be mapped.
 * @throws validation_failed with an issue at `file` or at a header
 */
export async function requireTable(storage: Storage, source: TableSource): Promise<Table> {
  const table = await readable(openTable(storage, source));
  if (!table) throw notUploaded();
  const repeated = repeatedAmong(table.headers);
  if (repeated.length === 0) return table;
  throw invalid(
    ...repeated.map((column) => ({ path: `headers.${column}`, message: `the header "${table.headers[column]}" stands twice in the file` })),
  );
}

/** No field of the request is wrong, and none is called `file`: the sentence says what to do instead. */
const notUploaded = (): DomainError =>
  new DomainError('validation_failed', 'The file of this import has not been uploaded yet. Send it to the `upload_url` of the session.', {
    issues: [{ path: 'file', message: 'has not been uploaded yet' }],
  });

/** What a request reads from a table. @throws validation_failed with an issue at `file`, when it cannot be read */
export async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof UnreadableTable ? invalid({ path: 'file', message: error.message }) : error;
  }
}

/** The columns whose header another one has before them. */
const repeatedAmong = (headers: string[]): number[] => {
  const seen = new Set<string>();
  return headers.flatMap((header, column) => {
    if (header !== '' && seen.has(header)) return [column];
    seen.add(header);
    return [];
  });
};

async function openFile(storage: Storage, key: string): Promise<Table | null> {
  const size = await storage.size(key);
  if (size === null) return null;
  // Only here, since S3 cannot sign a bound.
  if (size > MOST_BYTES) throw new UnreadableTable(`The file is larger than ${MOST_BYTES / 1024 / 1024} MiB.`);
  const csv = await openCsv(async (from) => {
    const content = await storage.get(key, { from });
    if (!content) throw new Error('The file of an import is gone');
    return content;
  });
  const headers = usableHeaders(csv.headers);
  if (headers.length === 0 && csv.headers.length > 0) throw new UnreadableTable('The first record of the file holds no headers.');
  return {
    headers,
    start: csv.start,
    batches: (from, size) => csv.batches(from, size, headers.length),
    count: () => csv.count(csv.start),
  };
}

const LONGEST_HEADER = 255;

/** Spreadsheets like to write separators behind the last header; no column is meant by them. */
function usableHeaders(cells: string[]): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  const headers = trimmed.slice(0, trimmed.findLastIndex((header) => header !== '') + 1);
  if (headers.length > MOST_HEADERS)
    throw new UnreadableTable(`The file has ${headers.length} columns; ${MOST_HEADERS} are the most that an import takes.`);
  const long = headers.findIndex((header) => [...header].length > LONGEST_HEADER);
  if (long !== -1) throw new UnreadableTable(`The header of column ${long + 1} has more than ${LONGEST_HEADER} characters.`);
  return headers;
}

const inlineTable = (headers: string[], rows: string[][]): Table => ({
  headers,
  start: { offset: 0, line: 2 },
  async *batches({ offset }, size) {
    for (let begin = offset; begin < rows.length; begin += size) {
      const end = Math.min(begin + size, rows.length);
      yield { rows: rows.slice(begin, end), next: { offset: end, line: end + 2 } };
    }
  },
  count: async () => rows.length,
});
