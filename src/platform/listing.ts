/** Lists by pages and by cursors: each statement takes its part of the list from the `Window` that `readPage` gives it. */
import { createHash } from 'node:crypto';
import { decodeParts, encodeParts, isText, isTimestamp, type Listing } from '../shared/cursor.ts';
import { isUuid } from '../shared/identifiers.ts';
import { type Page, type PageRequest, paginationOf, requireOnePlace } from '../shared/paging.ts';
import { empty, join, raw, type Scope, type Sql, sql } from './db.ts';

/** One part of a list's order, written as its index has it. The parts of an order identify an entry. */
export interface SortKey {
  by: string;
  type: keyof typeof TYPES;
  order: 'asc' | 'desc';
  /** Entries without a value come last in either order. Only the first part may lack one. */
  optional?: boolean | undefined;
}

/** JSON has the values of a position in these forms, and a cursor brings them back. */
const TYPES = {
  /** To the microsecond: a rounded one would skip or repeat the entries beside it. */
  timestamptz: {
    shown: (by: string) => `to_char(${by} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isValue: (value: unknown) => typeof value === 'string' && /\.\d{6}Z$/.test(value) && isTimestamp(`${value.slice(0, -4)}Z`),
  },
  text: { shown: (by: string) => by, isValue: isText },
  uuid: { shown: (by: string) => by, isValue: isUuid },
  int8: { shown: (by: string) => by, isValue: (value: unknown) => Number.isSafeInteger(value) },
};

type Value = string | number | null;

export type Positioned<Row> = Row & { position: Value[] };

/** What a statement reads of a list. */
export interface Window {
  /** `AND …`: the part of the list. Each part is one range of an index with the list's order. */
  range: Sql;
  /** `ORDER BY …` */
  order: Sql;
  /** `LIMIT … OFFSET …` */
  bounds: Sql;
  /** The list's `FROM … WHERE …`, then these three. */
  rows: Sql;
  /** A column of every row: its `position`. */
  position: Sql;
  limit: number;
  offset: number;
}

interface Reading<Row> {
  keys: readonly SortKey[];
  /** `FROM … WHERE …` (or `HAVING …`) of all entries. */
  from: Sql;
  read: (window: Window) => Promise<Positioned<Row>[]>;
  /** The total, where a counter is kept. */
  kept?: number | undefined;
  /** Counts all entries, where `from` is not the cheapest way. */
  count?: () => Promise<number>;
  /** The position before the entry with this number, where it follows from the number: then a far page is as fast as the first. */
  positionAt?: ((offset: number) => Value[]) | undefined;
}

/**
 * One page of a list, by its number or behind a cursor.
 * @param request the paging parameters, and all others that the list depends on: a cursor is valid for the same ones only
 * @throws invalid_cursor, validation_failed
 */
export async function readPage<Row>(
  { db }: Scope,
  { of, page: asked, cursor, total, ...filters }: PageRequest & { of: string; [parameter: string]: unknown },
  { keys, from, read, kept, count, positionAt }: Reading<Row>,
): Promise<Page<Row>> {
  const { limit } = filters;
  requireOnePlace(asked, cursor);
  const listing = { of, asked: fingerprint(filters) };
  const place = cursor === undefined ? undefined : placeIn(listing, cursor, keys);
  const page = place?.page ?? asked;
  const before = (asked - 1) * limit;
  const after = place?.values ?? (before > 0 ? positionAt?.(before) : undefined);

  const counted = async (part: Sql): Promise<number> =>
    (await db.query<{ total: number }>(sql`SELECT count(*)::int AS total FROM (SELECT 1 AS one ${from} ${part}) AS entry`))[0]?.total ?? 0;

  const found: Positioned<Row>[] = [];
  let offset = after ? 0 : before;
  const parts = stretches(keys, after);
  for (const [index, { range, order }] of parts.entries()) {
    const passed = parts[index - 1];
    if (passed && offset > 0) offset = found.length > 0 ? 0 : offset - (await counted(passed.range));
    // One more entry shows whether there is a next page.
    const bounds = { limit: limit + 1 - found.length, offset };
    found.push(...(await read(windowOf({ keys, from, range, order, ...bounds }))));
    if (found.length > limit) break;
  }

  const last = found.length > limit ? found[limit - 1] : undefined;
  const next = last && { next_cursor: encodeParts(listing, [page + 1, ...last.position]) };
  const rows = found.slice(0, limit);
  if (total === 'none') {
    // Behind the end of the list, a page shows of none that it exists.
    const seen = rows.length > 0 ? (page - 1) * limit + rows.length + (last ? 1 : 0) : 0;
    return { rows, paging: { pagination: paginationOf({ page, limit }, seen), ...next } };
  }
  // On the last page by number, the entries before it are as many as the pages hold.
  const isEnd = !place && !last && (rows.length > 0 || before === 0);
  const all = kept ?? (isEnd ? before + rows.length : await (count?.() ?? counted(empty)));
  return { rows, paging: { pagination: paginationOf({ page, limit }, all), ...next } };
}

const fingerprint = (filters: object): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        Object.entries(filters)
          .filter(([, value]) => value !== undefined)
          .sort(),
      ),
    )
    .digest('base64url')
    .slice(0, 22);

/** @throws invalid_cursor */
function placeIn(listing: Listing, cursor: string, keys: readonly SortKey[]): { page: number; values: Value[] } {
  const arePlace = (parts: unknown[]): parts is [number, ...Value[]] =>
    parts.length === keys.length + 1 &&
    TYPES.int8.isValue(parts[0]) &&
    keys.every(({ type, optional }, index) => {
      const value = parts[index + 1];
      return value === null ? optional === true : TYPES[type].isValue(value);
    });
  const [page, ...values] = decodeParts(listing, cursor, arePlace);
  return { page, values };
}

interface Stretch {
  range: Sql;
  order: readonly SortKey[];
}

/** The parts of the list behind a position, or of all of it, in their order: entries without a value are a part of their own. */
function stretches(keys: readonly SortKey[], after?: readonly Value[]): Stretch[] {
  const [first, ...others] = keys;
  if (!first?.optional) return behind(keys, after).map((range) => ({ range, order: keys }));
  const isPast = after?.[0] === null;
  const valued = isPast ? [] : behind(keys, after).map((range) => sql`AND ${raw(first.by)} IS NOT NULL ${range}`);
  const bare = behind(others, isPast ? after.slice(1) : undefined).map((range) => sql`AND ${raw(first.by)} IS NULL ${range}`);
  return [...valued.map((range) => ({ range, order: keys })), ...bare.map((range) => ({ range, order: others }))];
}

/**
 * The ranges behind a position, nearest first. Keys of one direction compare as a row. Where the direction changes, the entries that share
 * the keys before are a range of their own: as one condition, all of them would be read and passed over.
 */
function behind(keys: readonly SortKey[], values?: readonly Value[]): Sql[] {
  if (!values) return [empty];
  const direction = keys[0]?.order;
  const turn = keys.findIndex(({ order }) => order !== direction);
  const run = turn < 0 ? keys : keys.slice(0, turn);
  const columns = raw(run.map(({ by }) => by).join(', '));
  const place = join(run.map(({ type }, index) => sql`${values[index]}::${raw(type)}`));
  const beyond = sql`AND (${columns}) ${raw(direction === 'asc' ? '>' : '<')} (${place})`;
  if (turn < 0) return [beyond];
  const beside = behind(keys.slice(turn), values.slice(turn)).map((range) => sql`AND (${columns}) = (${place}) ${range}`);
  return [...beside, beyond];
}

const orderOf = (keys: readonly SortKey[]): Sql => raw(`ORDER BY ${keys.map(({ by, order }) => `${by} ${order}`).join(', ')}`);

interface Part extends Stretch, Pick<Window, 'limit' | 'offset'> {
  keys: readonly SortKey[];
  from: Sql;
}

function windowOf({ keys, from, range, order: by, limit, offset }: Part): Window {
  const order = orderOf(by);
  // A far page is beyond 4 bytes.
  const bounds = sql`LIMIT ${limit}::int OFFSET ${offset}::bigint`;
  const shown = keys.map(({ by, type }) => TYPES[type].shown(by)).join(', ');
  const position = raw(`json_build_array(${shown}) AS position`);
  return { range, order, bounds, rows: sql`${from} ${range} ${order} ${bounds}`, position, limit, offset };
}
