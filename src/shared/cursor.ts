import { DomainError } from './errors.ts';
import { isUuid } from './identifiers.ts';
import { isStorable } from './text.ts';

export interface Position {
  key: string;
  id: string;
}

/** The parameters of a listing; a cursor is valid for the same ones only. */
export type Listing = Readonly<Record<string, string>>;

/** Opaque to clients, but no secret: it repeats what they have seen. */
export const encodeParts = (listing: Listing, parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([fingerprint(listing), ...parts])).toString('base64url');

/**
 * @param areParts whether they can be a position in this listing: a cursor comes from outside, and its content goes to the database
 * @throws invalid_cursor when it cannot be read or was made for another listing
 */
export function decodeParts<Parts extends unknown[]>(
  listing: Listing,
  cursor: string,
  areParts: (parts: unknown[]) => parts is Parts,
): Parts {
  const read = parse(cursor);
  if (Array.isArray(read)) {
    const [made, ...parts] = read as unknown[];
    if (made === fingerprint(listing) && areParts(parts)) return parts;
  }
  throw new DomainError('invalid_cursor', 'The cursor is malformed, or it belongs to another list or other parameters.');
}

export const encodeCursor = (listing: Listing, { key, id }: Position): string => encodeParts(listing, [key, id]);

/** @throws invalid_cursor */
export function decodeCursor(listing: Listing, cursor: string, isKey: (key: string) => boolean): Position {
  const [key, id] = decodeParts(
    listing,
    cursor,
    (parts): parts is [string, string] => parts.length === 2 && isText(parts[0]) && isKey(parts[0]) && isUuid(parts[1]),
  );
  return { key, id };
}

interface Reading<Row> {
  isKey: (key: string) => boolean;
  /** @param most rows behind the position */
  read: (after: Position | undefined, most: number) => Promise<Row[]>;
  positionOf: (row: Row) => Position;
  /** Whether a row belongs to the page. By default all do; others only show how far was read. */
  isAsked?: (row: Row) => boolean;
  /** Whether reading ended at this row, so that more may follow. */
  isBound?: (row: Row) => boolean;
}

/** @throws invalid_cursor */
export async function cursorPage<Row>(
  of: Listing,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  { isKey, read, positionOf, isAsked = () => true, isBound = () => false }: Reading<Row>,
): Promise<{ rows: Row[]; next: { next_cursor?: string } }> {
  const listing = { ...of, limit: String(limit) };
  const after = cursor === undefined ? undefined : decodeCursor(listing, cursor, isKey);
  // One more row shows whether there is a next page.
  const rows = await read(after, limit + 1);
  const asked = rows.filter(isAsked);
  const last = asked.length > limit ? asked[limit - 1] : rows.find(isBound);
  const next = last === undefined ? {} : { next_cursor: encodeCursor(listing, positionOf(last)) };
  return { rows: asked.slice(0, limit), next };
}

function parse(cursor: string): unknown {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(cursor, 'base64url')));
  } catch {
    return undefined;
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value);

const fingerprint = (listing: Listing): string =>
  Object.keys(listing)
    .sort()
    .map((name) => `${name}=${listing[name]}`)
    .join('&');

/**
 * Whether a sort key is a moment as `toISOString` writes it; there is no 30 February. Years are 0001 to 9999: others are written with a
 * sign, and the database does not support all of them, nor a year 0.
 */
export function isTimestamp(key: string): boolean {
  if (!/^(?!0000)\d{4}-/.test(key)) return false;
  const moment = new Date(key);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === key;
}
