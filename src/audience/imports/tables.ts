import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { components } from '../../../generated/api.d.ts';
import type { ContactImportSession } from '../../../generated/prisma/client.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { openCsv } from '../../shared/csv-reader.ts';
import { LONGEST_RECORD, UnreadableCsv } from '../../shared/csv-records.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { type Encoding, encodingOf, toUtf8From, turnsIntoWindows1252 } from '../../shared/text-encoding.ts';

/** Where the next record begins. Stored between chunks, so that another run can go on there. */
export interface Position {
  /** The byte of an uploaded file, the index of inline rows. */
  offset: number;
  /** The first line of a file is 1; for inline rows the row number. */
  line: number;
}

export interface Batch {
  /** A text for each header, in their order, then those without a header. */
  rows: string[][];
  next: Position;
}

export interface Table {
  /** Without the blanks around them; empty for a column without a header. */
  headers: string[];
  start: Position;
  /** Batches of `size` records, fewer when they are very large; the last may be smaller, and is never empty. @throws UnreadableCsv */
  batches(from: Position, size: number): AsyncIterable<Batch>;
  /** @throws UnreadableCsv */
  count(): Promise<number>;
}

/** Our own addresses enforce it; a file in a bucket has to be measured. */
export const MOST_BYTES = 512 * 1024 * 1024;

const UPLOADS = 'contact-imports/';

/** The file of a session, until a run takes it over. */
export const uploadKey = (sessionId: string): string => `${UPLOADS}${toUlid(sessionId)}`;

export const sessionOf = (key: string): string => fromUlid(key.slice(UPLOADS.length));

/** The file of a run, which no upload can reach. */
export const runKey = (runId: string): string => `contact-import-runs/${toUlid(runId)}`;

/** In a file in the store, or in the database. */
export type TableSource =
  | { source: 'upload'; fileKey: string; encoding?: Encoding | undefined }
  | { source: 'rows'; headers: string[]; rows: string[][] };

export const sourceOf = ({ id, source, headers, rows }: ContactImportSession): TableSource =>
  source === 'rows' ? { source, headers, rows: rows as string[][] } : { source: 'upload', fileKey: uploadKey(id) };

/** Null when there is no file. @throws UnreadableCsv */
export async function openTable(storage: Storage, source: TableSource): Promise<Table | null> {
  return source.source === 'rows' ? inlineTable(source.headers, source.rows) : openFile(storage, source);
}

/** @throws validation_failed with an issue at `file` or at a header */
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

/** No field of the request is called `file`, so the sentence says what to do instead. */
const notUploaded = (): DomainError =>
  new DomainError('validation_failed', 'The file of this import has not been uploaded yet. Send it to the `upload_url` of the session.', {
    issues: [{ path: 'file', message: 'has not been uploaded yet' }],
  });

/** @throws validation_failed with an issue at `file`, when the table cannot be read */
export async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof UnreadableCsv ? invalid({ path: 'file', message: error.message }) : error;
  }
}

/** The columns whose header an earlier column has. */
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
  // Only here, since S3 cannot sign a limit.
  if (size > MOST_BYTES) throw new UnreadableCsv(`The file is larger than ${MOST_BYTES / 1024 / 1024} MiB.`);
  const bytes = (options?: { from?: number; to?: number }) => contentOf(storage, key, options);
  const encoding = known ?? encodingOf(await buffer(await bytes({ to: LONGEST_RECORD })));
  const csv = await openCsv(async (from) =>
    encoding === 'utf-8' ? bytes({ from }) : Readable.from(toUtf8From(await bytes(), encoding, from)),
  );
  const headers = usableHeaders(csv.headers);
  if (headers.length === 0 && csv.headers.length > 0) throw new UnreadableCsv('The first record of the file holds no headers.');
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

/** Reads the whole file, which looked like UTF-8 at its beginning. */
export const isLateWindows1252 = async (storage: Storage, key: string): Promise<boolean> =>
  turnsIntoWindows1252(await contentOf(storage, key));

const LONGEST_HEADER = 255;

/** Spreadsheets often write separators behind the last header. */
function usableHeaders(cells: string[]): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  const headers = trimmed.slice(0, trimmed.findLastIndex((header) => header !== '') + 1);
  if (headers.length > MOST_HEADERS)
    throw new UnreadableCsv(`The file has ${headers.length} columns; ${MOST_HEADERS} are the most that an import takes.`);
  const long = headers.findIndex((header) => [...header].length > LONGEST_HEADER);
  if (long !== -1) throw new UnreadableCsv(`The header of column ${long + 1} has more than ${LONGEST_HEADER} characters.`);
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

type Row = components['schemas']['ContactImportRow'];

const MOST_HEADERS = 500;

/**
 * The headers in the order in which they first appear, and for each row a text for each header. Blanks around a header do not count, so
 * keys that differ by nothing else are one column.
 * @throws validation_failed for a key that is blank or names a column twice in a row, and for no headers or too many
 */
export function tableOf(rows: Row[]): { headers: string[]; cells: string[][] } {
  const columns = new Map<string, number>();
  rows.forEach((row, index) => {
    const inRow = new Set<string>();
    for (const key of Object.keys(row)) {
      const header = key.trim();
      if (header === '') throw invalid({ path: `rows.${index}.${key}`, message: 'is not a usable name: must not be blank' });
      if (inRow.has(header)) throw invalid({ path: `rows.${index}.${key}`, message: 'is in the row twice but for blanks around it' });
      inRow.add(header);
      if (!columns.has(header)) columns.set(header, columns.size);
    }
  });
  if (columns.size === 0) throw invalid({ path: 'rows', message: 'must have at least 1 column' });
  if (columns.size > MOST_HEADERS)
    throw invalid({ path: 'rows', message: `must have at most ${MOST_HEADERS} columns together, and has ${columns.size}` });

  const cells = rows.map((row) => {
    const line = new Array<string>(columns.size).fill('');
    for (const [key, value] of Object.entries(row)) line[columns.get(key.trim()) as number] = value === null ? '' : String(value);
    return line;
  });
  return { headers: [...columns.keys()], cells };
}
