import type { operations } from '../../../generated/api.d.ts';
import { type Ctx, empty, join, raw, type Sql, sql } from '../../platform/db.ts';
import { containing, offsetOf, type PageRequest, totalOf } from '../../shared/paging.ts';
import { ORDERS, pageOfContacts, readBy } from '../contacts/contact-page.repo.ts';
import { type ContactListRow, LISTED, withTimestamps } from '../contacts/contacts.repo.ts';
import { type Membership, membersOf } from './members.repo.ts';

export type MemberSort = NonNullable<NonNullable<operations['listContactListMembers']['parameters']['query']>['sort']>;

/**
 * A large list is not sorted for its first pages. Its members among the workspace's first contacts come first, in the order of the index.
 * Where they do not fill the page, the list is sorted after all.
 */
const LARGE = 2_000;
/** Pages that end by here count as first ones. */
const NEAR = 2_000;
/** How many of the workspace's contacts are searched for a page that ends at this member. */
const looked = (end: number): number => 5_000 + 10 * end;

export interface MemberQuery extends PageRequest {
  search?: string | undefined;
  sort: MemberSort;
  order: 'asc' | 'desc';
  unsubscribed?: boolean | undefined;
}

/** `added_at` is null where members are computed. */
export type MemberRow = ContactListRow & { added_at: Date | null };

export async function pageOfMembers(
  ctx: Ctx,
  list: Membership & { memberCount: number | null },
  { search, sort, order, unsubscribed, ...page }: MemberQuery,
): Promise<{ members: MemberRow[]; total: number }> {
  const wanted: Sql[] = [];
  if (unsubscribed !== undefined) wanted.push(unsubscribed ? sql`c.unsubscribed IS TRUE` : sql`c.unsubscribed IS FALSE`);
  if (search) wanted.push(named(search));
  // A page of all contacts has an index, however far back it is.
  if (list.kind === 'system' && list.rules === null && sort !== 'member_added_at') {
    const where = wanted.length > 0 ? { where: join(wanted, ' AND ') } : {};
    const { rows, total } = await pageOfContacts(ctx, { ...page, sort, order, ...where });
    return { members: rows.map((row) => ({ ...row, added_at: null })), total };
  }
  const conditions = [sql`c.workspace_id = ${ctx.workspaceId}::uuid`, ...wanted];
  const isStatic = list.kind === 'static';
  // A static list has a date for each member, to show and to sort by: the rows are joined, and elsewhere only tested.
  const joined = isStatic
    ? sql`JOIN contact_list_members m ON m.workspace_id = c.workspace_id AND m.list_id = ${list.id}::uuid AND m.contact_id = c.id`
    : empty;
  if (!isStatic) conditions.push(await membersOf(ctx, list));
  const matching = sql`${withTimestamps} ${joined} WHERE ${join(conditions, ' AND ')}`;

  // Both come from closed lists: the sort keys, and the orders of the schema.
  const inOrder = (key: string, id = 'c.id') => raw(`ORDER BY ${key} ${order}, ${id} ${order}`);
  // Only the members on the page are read whole; those before it are sorted by their keys alone.
  const read = (contacts: Sql, key: string, ordered: Sql) =>
    ctx.db.query<MemberRow>(sql`
      SELECT ${LISTED}, page.added_at FROM (
        SELECT c.id, ${raw(key)} AS sort_key, ${isStatic ? sql`m.added_at` : sql`NULL::timestamptz AS added_at`} FROM ${contacts} ${matching}
        ${ordered} LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint
      ) AS page JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = page.id ${withTimestamps}
      ${raw(`ORDER BY page.sort_key IS NULL, page.sort_key ${order}, page.id ${order}`)}`);

  async function members(): Promise<MemberRow[]> {
    if (sort === 'member_added_at') {
      return isStatic
        ? read(sql`contacts c`, 'm.added_at', inOrder('m.added_at'))
        : read(sql`contacts c`, 'c.id', raw(`ORDER BY c.id ${order}`));
    }
    const { key, optional } = ORDERS[sort];
    const { id, workspace, source } = readBy(ORDERS[sort]);
    const end = offsetOf(page) + page.limit;
    if (!search && end <= NEAR && (list.memberCount ?? LARGE) >= LARGE) {
      const having = raw(optional ? `AND ${key} IS NOT NULL` : '');
      const first = sql`
        SELECT ${raw(id)} AS id, ${raw(key)} AS sort_key FROM ${raw(source)} WHERE ${raw(workspace)} = ${ctx.workspaceId}::uuid ${having}
        ${inOrder(key, id)} LIMIT ${looked(end)}::int`;
      const contacts = sql`(${first}) AS first JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = first.id`;
      const found = await read(contacts, 'first.sort_key', inOrder('first.sort_key', 'first.id'));
      if (found.length === page.limit) return found;
    }
    // The members are few, or further back than the planner expects: an order without an index keeps it from searching there.
    return read(sql`contacts c`, key, raw(`ORDER BY ${key} IS NULL, ${key} ${order}, c.id ${order}`));
  }

  const found = await members();
  // The counter moves with the rows, so without a filter it is the answer.
  if (list.memberCount !== null && !search && unsubscribed === undefined) return { members: found, total: list.memberCount };
  const count = async () =>
    (await ctx.db.query<{ total: number }>(sql`SELECT count(*)::int AS total FROM contacts c ${matching}`))[0]?.total ?? 0;
  return { members: found, total: await totalOf(page, found.length, count) };
}

/** `search_text` holds more than the name and the email, but has the index. */
function named(search: string) {
  const pattern = containing(search);
  return sql`c.search_text LIKE fold_case(${pattern}::text) AND (
    fold_case(c.display_name) LIKE fold_case(${pattern}::text)
    OR fold_case(c.first_name || ' ' || c.last_name) LIKE fold_case(${pattern}::text)
    OR c.email LIKE lower(fold_case(${pattern}::text)))`;
}
