import type { operations } from '../../../generated/api.d.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { type Db, join, named, raw, type Scope, type Sql, sql } from '../../platform/db.ts';
import { type Positioned, readPage, type SortKey } from '../../platform/listing.ts';
import { phonePart } from '../../shared/identifiers.ts';
import { containing, type Page, type PageRequest } from '../../shared/paging.ts';
import { nameOf } from '../../shared/text.ts';
import { type ContactListRow, LISTED, WITH_MOMENTS, withTimestamps } from './contacts.repo.ts';

export type ContactSort = NonNullable<NonNullable<operations['listContacts']['parameters']['query']>['sort']>;

/** An expression of an index that begins with the workspace, ends with the id and serves both directions. */
interface Order {
  key: string;
  type: 'timestamptz' | 'text';
  /** The index is on the contacts' moments. */
  moment?: boolean;
  /** Contacts without a value come last in either order, unlike in the index. */
  optional?: boolean;
}

export const ORDERS: Record<ContactSort, Order> = {
  created_at: { key: 'c.created_at', type: 'timestamptz' },
  updated_at: { key: 't.updated_at', type: 'timestamptz', moment: true },
  last_activity_at: { key: 't.last_activity_at', type: 'timestamptz', moment: true, optional: true },
  display_name: { key: 'lower(c.display_name)', type: 'text' },
  first_name: { key: "nullif(lower(c.first_name), '')", type: 'text', optional: true },
  last_name: { key: "nullif(lower(c.last_name), '')", type: 'text', optional: true },
  normalized_email: { key: 'c.email', type: 'text', optional: true },
  original_source: { key: 'c.original_source', type: 'text' },
};

/** The table whose index has the order comes first, and the planner leaves out the other unless a condition needs it. */
const READ_BY = {
  contacts: { id: 'c.id', workspace: 'c.workspace_id', source: `contacts c ${WITH_MOMENTS}` },
  moments: {
    id: 't.contact_id',
    workspace: 't.workspace_id',
    source: 'contact_moments t LEFT JOIN contacts c ON c.workspace_id = t.workspace_id AND c.id = t.contact_id',
  },
};
export const readBy = ({ moment }: Order) => READ_BY[moment ? 'moments' : 'contacts'];

export const sortKeys = (of: Order, order: 'asc' | 'desc'): SortKey[] => [
  { by: of.key, type: of.type, order, optional: of.optional },
  { by: readBy(of).id, type: 'uuid', order },
];

export interface ContactQuery extends PageRequest {
  /** The list, for its cursors; with what else its entries depend on. */
  of: string;
  sort: ContactSort;
  order: 'asc' | 'desc';
  search?: string | undefined;
  updatedAfter?: Date | undefined;
  [parameter: string]: unknown;
}

/** @param where a condition over `contacts c` with its moments */
export function pageOfContacts(ctx: Scope, query: ContactQuery, where?: Sql): Promise<Page<ContactListRow>> {
  const { db, workspaceId } = ctx;
  const { sort, order, search, updatedAfter } = query;
  const { id, workspace, source } = readBy(ORDERS[sort]);
  const conditions = [sql`${raw(workspace)} = ${workspaceId}::uuid`];
  if (search) conditions.push(saying(search));
  if (updatedAfter) conditions.push(sql`t.updated_at > ${updatedAfter}::timestamptz`);
  if (where) conditions.push(sql`(${where})`);
  return readPage<ContactListRow>(ctx, query, {
    keys: sortKeys(ORDERS[sort], order),
    from: sql`FROM ${raw(source)} WHERE ${join(conditions, ' AND ')}`,
    // Only the contacts on the page are read; for those before it the index is enough.
    read: ({ rows, order: inOrder, position }) =>
      db.query<Positioned<ContactListRow>>(sql`
        SELECT ${LISTED}, page.position FROM (SELECT ${raw(id)} AS id, ${position} ${rows}) AS page
        JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = page.id ${withTimestamps}
        ${inOrder}`),
  });
}

/** An external ID matches only as a whole: it is no part of `search_text`. */
function saying(search: string): Sql {
  const externalId = nameOf(search);
  return externalId ? sql`(${inAnyPart(search)} OR c.external_id = ${externalId}::text)` : inAnyPart(search);
}

/** A phone also matches when it is written with blanks and punctuation. */
function inAnyPart(search: string): Sql {
  // The zeros that are dialled within a country, or to leave one, are no part of a number.
  const phone = phonePart(search)?.replace(/^0+/, '');
  if (!phone || phone === search) return containingText(search);
  const pattern = containing(phone);
  return sql`(${containingText(search)} OR (c.search_text LIKE ${pattern}::text AND c.phone LIKE ${pattern}::text))`;
}

/**
 * `search_text` has name, email, phone and company one after the other, with spaces between them. A text with a space could begin in one
 * and end in the next, so the matches of the index are checked again.
 */
function containingText(search: string): Sql {
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

const LOCK = 7_301_949;

/** The GIN indexes of contacts, and of what visitors send, that this user may maintain. */
const PUT_AWAY = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine)
  SELECT gin_clean_pending_list(i.oid)::int AS pages
  FROM turn, pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam
  WHERE turn.mine AND x.indrelid IN ('contacts'::regclass, 'submissions'::regclass) AND x.indisvalid AND m.amname = 'gin' AND pg_has_role(i.relowner, 'USAGE')`;

/**
 * Merges the pending entries of these indexes. A write appends to a pending list, which is cheap; each search reads the whole
 * list, so it must stay short. Writers never wait for this, and an empty list costs a look at one page.
 */
export const pendingEntrySweep = ({ db }: { db: Db }): Sweep => ({
  name: 'contact-pending-entries',
  everySeconds: 1,
  run: async () => void (await db.query(named('put_pending_entries_away', { text: PUT_AWAY, values: [] }))),
});
