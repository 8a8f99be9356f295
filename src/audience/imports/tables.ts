import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ContactImportSession } from '../../../generated/prisma/client.ts';
import type { Storage } from '../../platform/storage.ts';
import { openCsv } from '../../shared/csv-reader.ts';
import { LONGEST_RECORD } from '../../shared/csv-records.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { type Encoding, encodingOf, toUtf8From, turnsIntoWindows1252 } from '../../shared/text-encoding.ts';
import { MOST_HEADERS } from './inline-rows.ts';
import { uploadKey } from './keys.ts';
import { MOST_BYTES } from './sessions.service.ts';
import { type Table, UnreadableTable } from './table.ts';

/** Where the rows of an import lie: in a file in the store, or in the database. */
export type TableSource =
  | { source: 'upload'; fileKey: string; encoding?: Encoding | undefined }
  | { source: 'rows'; headers: string[]; rows: string[][] };

/** The rows of a session that is not executed. */
export const sourceOf = ({ id, source, headers, rows }: ContactImportSession): TableSource =>
  source === 'rows' ? { source, headers, rows: rows as string[][] } : { source: 'upload', fileKey: uploadKey(id) };

/** Null when there is no file. @throws UnreadableTable */
export async function openTable(storage: Storage, source: TableSource): Promise<Table | null> {
  return source.source === 'rows' ? inlineTable(source.headers, source.rows) : openFile(storage, source);
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
    ...repeated.map((column) => ({
      path: `headers.${column}`,
      message: `the header "${table.headers[column]}" appears twice in the file`,
    })),
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

async function openFile(storage: Storage, { fileKey: key, encoding: known }: TableSource & { source: 'upload' }): Promise<Table | null> {
  const size = await storage.size(key);
  if (size === null) return null;
  // Only here, since S3 cannot sign a bound.
  if (size > MOST_BYTES) throw new UnreadableTable(`The file is larger than ${MOST_BYTES / 1024 / 1024} MiB.`);
  const bytes = (options?: { from?: number; to?: number }) => contentOf(storage, key, options);
  const encoding = known ?? encodingOf(await buffer(await bytes({ to: LONGEST_RECORD })));
  const csv = await openCsv(async (from) =>
    encoding === 'utf-8' ? bytes({ from }) : Readable.from(toUtf8From(await bytes(), encoding, from)),
  );
  const headers = usableHeaders(csv.headers);
  if (headers.length === 0 && csv.headers.length > 0) throw new UnreadableTable('The first record of the file holds no headers.');
  return {
    headers,
    start: csv.start,
    batches: (from, size) => csv.batches(from, size, headers.length),
    count: () => csv.count(csv.start),
  };
}

async function contentOf(storage: Storage, key: string, options?: { from?: number; to?: number }): Promise<Readable> {
  const content = await storage.get(key, options);
  if (!content) throw new Error('The file of an import is gone');
  return content;
}

/** Whether a file that looked like UTF-8 at its beginning is in windows-1252: one look at all of it. */
export const isLateWindows1252 = async (storage: Storage, key: string): Promise<boolean> =>
  turnsIntoWindows1252(await contentOf(storage, key));

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
