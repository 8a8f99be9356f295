import type { operations } from '../../../generated/api.d.ts';
import { type Ctx, empty, join, raw, type Sql, sql } from '../../platform/db.ts';
import { type Positioned, readPage, type SortKey } from '../../platform/listing.ts';
import { containing, type Page, type PageRequest } from '../../shared/paging.ts';
import { ORDERS, pageOfContacts, readBy, sortKeys } from '../contacts/contact-page.repo.ts';
import { type ContactListRow, LISTED, withTimestamps } from '../contacts/contacts.repo.ts';
import { type Membership, membersOf } from './members.repo.ts';

export type MemberSort = NonNullable<NonNullable<operations['listContactListMembers']['parameters']['query']>['sort']>;

/**
 * A large list is not sorted for its first pages, nor for those behind a cursor. Its members among the next contacts of the workspace come
 * first, in the order of the index. Where they do not fill the page, the list is sorted after all.
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
  query: MemberQuery,
): Promise<Page<MemberRow>> {
  const { search, sort, order, unsubscribed } = query;
  const request = { of: 'members', listId: list.id, ...query };
  const wanted: Sql[] = [];
  if (unsubscribed !== undefined) wanted.push(unsubscribed ? sql`c.unsubscribed IS TRUE` : sql`c.unsubscribed IS FALSE`);
  if (search) wanted.push(named(search));
  // A page of all contacts has an index, however far back it is.
  if (list.kind === 'system' && list.rules === null && sort !== 'member_added_at') {
    const { rows, paging } = await pageOfContacts(ctx, { ...request, sort }, wanted.length > 0 ? join(wanted, ' AND ') : undefined);
    return { rows: rows.map((row) => ({ ...row, added_at: null })), paging };
  }
  const conditions = [sql`c.workspace_id = ${ctx.workspaceId}::uuid`, ...wanted];
  const isStatic = list.kind === 'static';
  // A static list has a date for each member, to show and to sort by: the rows are joined, and elsewhere only tested.
  const joined = isStatic
    ? sql`JOIN contact_list_members m ON m.workspace_id = c.workspace_id AND m.list_id = ${list.id}::uuid AND m.contact_id = c.id`
    : empty;
  if (!isStatic) conditions.push(await membersOf(ctx, list));
  const matching = sql`${withTimestamps} ${joined} WHERE ${join(conditions, ' AND ')}`;
  const keys = sort === 'member_added_at' ? keysOfAdded(isStatic, order) : sortKeys(ORDERS[sort], order);

  return readPage<MemberRow>(ctx, request, {
    keys,
    from: sql`FROM contacts c ${matching}`,
    // The counter moves with the rows, so without a filter it is the answer.
    kept: wanted.length === 0 ? (list.memberCount ?? undefined) : undefined,
    async read({ range, order: inOrder, bounds, position, limit, offset }) {
      // Only the members on the page are read whole; those before it are sorted by their keys alone.
      const byColumns = (table: string) => raw(`ORDER BY ${keys.map((_key, place) => `${table}.sort_${place} ${order}`).join(', ')}`);
      const members = (contacts: Sql, rest: Sql) =>
        ctx.db.query<Positioned<MemberRow>>(sql`
          SELECT ${LISTED}, page.added_at, page.position FROM (
            SELECT c.id, ${sortColumns(keys)}, ${isStatic ? sql`m.added_at` : sql`NULL::timestamptz AS added_at`}, ${position}
            FROM ${contacts} ${matching} ${rest} ${bounds}
          ) AS page JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = page.id ${withTimestamps}
          ${byColumns('page')}`);

      if (sort === 'member_added_at') return members(sql`contacts c`, sql`${range} ${inOrder}`);
      const end = offset + limit;
      if (!search && end <= NEAR && (list.memberCount ?? LARGE) >= LARGE) {
        const { id, workspace, source } = readBy(ORDERS[sort]);
        const next = sql`
          SELECT ${raw(id)} AS id, ${sortColumns(keys)} FROM ${raw(source)} WHERE ${raw(workspace)} = ${ctx.workspaceId}::uuid ${range}
          ${inOrder} LIMIT ${looked(end)}::int`;
        const contacts = sql`(${next}) AS next JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = next.id`;
        const found = await members(contacts, byColumns('next'));
        if (found.length === limit) return found;
      }
      // The members are few, or further back than the planner expects: an order without an index keeps it from searching there.
      return members(
        sql`contacts c`,
        sql`${range} ${raw(`ORDER BY ${keys[0]?.by} IS NULL, ${keys.map(({ by }) => `${by} ${order}`).join(', ')}`)}`,
      );
    },
  });
}

const keysOfAdded = (isStatic: boolean, order: 'asc' | 'desc'): SortKey[] =>
  isStatic
    ? [
        { by: 'm.added_at', type: 'timestamptz', order },
        { by: 'm.contact_id', type: 'uuid', order },
      ]
    : [{ by: 'c.id', type: 'uuid', order }];

/** `sort_0`, `sort_1` */
const sortColumns = (keys: readonly SortKey[]): Sql => raw(keys.map(({ by }, place) => `${by} AS sort_${place}`).join(', '));

/** `search_text` holds more than the name and the email, but has the index. */
function named(search: string) {
  const pattern = containing(search);
  return sql`c.search_text LIKE fold_case(${pattern}::text) AND (
    fold_case(c.display_name) LIKE fold_case(${pattern}::text)
    OR fold_case(c.first_name || ' ' || c.last_name) LIKE fold_case(${pattern}::text)
    OR c.email LIKE lower(fold_case(${pattern}::text)))`;
}
