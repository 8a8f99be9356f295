import type { operations } from '../../../generated/api.d.ts';
import { type Db, empty, join, type Prisma, raw, sql } from '../../platform/db.ts';
import { containing, offsetOf, type PageRequest, totalOf } from '../../shared/paging.ts';
import { type ContactListRow, LISTED } from './contacts.repo.ts';

export type ContactSort = NonNullable<NonNullable<operations['listContacts']['parameters']['query']>['sort']>;

/** What a sort key compares, in the words of an index that begins with the workspace, ends with the id and gives both directions. */
interface Order {
  key: string;
  /** Some contacts have no value. They come last in either order, which is not how an index has them. */
  optional?: boolean;
  /** There is no such index. */
  unindexed?: boolean;
}

/** Names are compared without regard to case; an empty one is none. */
export const ORDERS: Record<ContactSort, Order> = {
  created_at: { key: 'c.created_at' },
  updated_at: { key: 'c.updated_at' },
  last_activity_at: { key: 'c.last_activity_at', optional: true },
  display_name: { key: 'lower(c.display_name)' },
  first_name: { key: "nullif(lower(c.first_name), '')", optional: true },
  last_name: { key: "nullif(lower(c.last_name), '')", optional: true },
  normalized_email: { key: 'c.email', optional: true },
  original_source: { key: 'c.original_source', unindexed: true },
};

export interface ContactQuery extends PageRequest {
  sort: ContactSort;
  order: 'asc' | 'desc';
  search?: string | undefined;
  updatedAfter?: Date | undefined;
  /** A condition over `contacts c`. */
  where?: Prisma.Sql;
}

/** One page of the workspace's contacts, and how many there are on all pages. */
export async function pageOfContacts(
  db: Db,
  workspaceId: string,
  { sort, order, search, updatedAfter, where, ...page }: ContactQuery,
): Promise<{ rows: ContactListRow[]; total: number }> {
  const conditions = [sql`c.workspace_id = ${workspaceId}::uuid`];
  if (search) conditions.push(saying(search));
  if (updatedAfter) conditions.push(sql`c.updated_at > ${updatedAfter}::timestamptz`);
  if (where) conditions.push(sql`(${where})`);
  const matching = sql`FROM contacts c WHERE ${join(conditions, ' AND ')}`;

  // Words of SQL come from closed lists: the keys above, and the orders that the schema lets through.
  const { key, optional } = ORDERS[sort];
  const by = (keys: string) => raw(`ORDER BY ${keys} ${order}`);
  const having = (words: string) => raw(`AND ${key} ${words}`);
  const read = (part: Prisma.Sql, inOrder: Prisma.Sql, limit: number, offset: number) =>
    db.query<ContactListRow>(sql`SELECT ${LISTED} ${matching} ${part} ${inOrder} LIMIT ${limit}::int OFFSET ${offset}::bigint`);
  const count = async (part: Prisma.Sql): Promise<number> =>
    (await db.query<{ total: number }>(sql`SELECT count(*)::int AS total ${matching} ${part}`))[0]?.total ?? 0;

  const offset = offsetOf(page);
  const rows = await read(optional ? having('IS NOT NULL') : empty, by(`${key} ${order}, c.id`), page.limit, offset);
  if (optional && rows.length < page.limit) {
    // Those without a value follow where those with one have ended: on this page, or on one before it.
    const passed = rows.length > 0 || offset === 0 ? 0 : offset - (await count(having('IS NOT NULL')));
    rows.push(...(await read(having('IS NULL'), by('c.id'), page.limit - rows.length, passed)));
  }
  return { rows, total: await totalOf(page, rows.length, () => count(empty)) };
}

/**
 * Whose name, email, phone or company contains the text. `search_text` has these one after the other, with spaces between
 * them: a text with a space in it could begin in one and end in the next, so what the index finds is looked at again.
 */
function saying(search: string): Prisma.Sql {
  const pattern = containing(search);
  const found = sql`c.search_text LIKE fold_case(${pattern}::text)`;
  if (!search.includes(' ')) return found;
  // Neither emails nor phones have spaces.
  const texts = ['c.display_name', "btrim(c.first_name || ' ' || c.last_name)", 'c.company'];
  return sql`${found} AND (${join(
    texts.map((text) => sql`fold_case(${raw(text)}) LIKE fold_case(${pattern}::text)`),
    ' OR ',
  )})`;
}
