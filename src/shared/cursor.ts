import { DomainError } from './errors.ts';
import { isUuid } from './identifiers.ts';
import { isStorable } from './text.ts';

/** Where a page ended: the sort key and the id of its last row. */
export interface Position {
  key: string;
  id: string;
}

/** What a listing is asked for and in which order; a cursor is good for the same again. */
export type Listing = Readonly<Record<string, string>>;

/** The cursor that goes on after `position`. Opaque to clients, and no secret: it only repeats what they saw. */
export const encodeCursor = (listing: Listing, { key, id }: Position): string =>
  Buffer.from(JSON.stringify([fingerprint(listing), key, id])).toString('base64url');

/**
 * Where the listing goes on. `isKey` tells whether the text can be a sort key of this listing: a cursor comes back from
 * outside, and what it holds goes to the database.
 * @throws invalid_cursor when it cannot be read or was made for another listing
 */
export function decodeCursor(listing: Listing, cursor: string, isKey: (key: string) => boolean): Position {
  const parts = parse(cursor);
  if (Array.isArray(parts) && parts.length === 3) {
    const [made, key, id] = parts as unknown[];
    if (made === fingerprint(listing) && isText(key) && isKey(key) && isUuid(id)) return { key, id };
  }
  throw new DomainError('invalid_cursor', 'The cursor is malformed, or it belongs to another list or other parameters.');
}

/** How a listing reads its rows and finds its place again. */
interface Reading<Row> {
  /** Whether the text can be a sort key of the listing. */
  isKey: (key: string) => boolean;
  /** Up to so many rows behind a position. */
  read: (after: Position | undefined, most: number) => Promise<Row[]>;
  positionOf: (row: Row) => Position;
}

/** One page of a listing, and where the next one begins. @throws invalid_cursor */
export async function cursorPage<Row>(
  of: Listing,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  { isKey, read, positionOf }: Reading<Row>,
): Promise<{ rows: Row[]; next: { next_cursor?: string } }> {
  const listing = { ...of, limit: String(limit) };
  const after = cursor === undefined ? undefined : decodeCursor(listing, cursor, isKey);
  // One more row tells whether there is a next page.
  const rows = await read(after, limit + 1);
  const last = rows[limit - 1];
  const next = rows.length > limit && last !== undefined ? { next_cursor: encodeCursor(listing, positionOf(last)) } : {};
  return { rows: rows.slice(0, limit), next };
}

function parse(cursor: string): unknown {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(cursor, 'base64url')));
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value);

const fingerprint = (listing: Listing): string =>
  Object.keys(listing)
    .sort()
    .map((name) => `${name}=${listing[name]}`)
    .join('&');

/**
 * Whether a sort key is a moment as `toISOString` writes it; there is no 30 February. Of years it takes those of four digits: it
 * writes others with a sign, and the database does not know all of them.
 */
export function isTimestamp(key: string): boolean {
  if (!/^\d{4}-/.test(key)) return false;
  const moment = new Date(key);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === key;
}
