import type { components } from '../../../generated/api.d.ts';
import { type Ctx, empty, join, raw, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { type Positioned, readPage, type SortKey } from '../../platform/listing.ts';
import { containing, type Page, type PageRequest } from '../../shared/paging.ts';
import { erasedAddress } from './erased.ts';

export type Reason = components['schemas']['StoredSuppressionReason'];

export interface SuppressionRow {
  address: string;
  reason: Reason;
  source: string;
  detail: string | null;
  since: Date;
}

export type NewSuppression = Omit<SuppressionRow, 'since'>;
export type SuppressionKey = Pick<SuppressionRow, 'address' | 'reason'>;

export interface SuppressionQuery extends PageRequest {
  address?: string | undefined;
  reason?: Reason | undefined;
  search?: string | undefined;
}

const LATEST_FIRST: SortKey[] = [
  { by: 'since', type: 'timestamptz', order: 'desc' },
  { by: 'address', type: 'text', order: 'asc' },
  { by: 'reason', type: 'text', order: 'asc' },
];

export function pageOfSuppressions(ctx: Scope, query: SuppressionQuery): Promise<Page<SuppressionRow>> {
  const { workspaceId } = ctx;
  const { address, reason, search } = query;
  const conditions = [sql`workspace_id = ${workspaceId}::uuid`];
  if (address !== undefined)
    conditions.push(sql`address IN (${address}::text, ${erasedAddress(sql`${workspaceId}::uuid`, sql`${address}::text`)})`);
  if (reason !== undefined) conditions.push(sql`reason = ${reason}::text`);
  // Addresses are in lower case.
  if (search) conditions.push(sql`address LIKE lower(${containing(search)}::text)`);
  return readPage<SuppressionRow>(
    ctx,
    { of: 'suppressions', ...query },
    {
      keys: LATEST_FIRST,
      from: sql`FROM suppressions WHERE ${join(conditions, ' AND ')}`,
      read: ({ rows, position }) =>
        ctx.db.query<Positioned<SuppressionRow>>(sql`SELECT address, reason, source, detail, since, ${position} ${rows}`),
    },
  );
}

/**
 * The end of a statement that suppresses addresses: each row of its CTE `suppressed (address, reason, source, detail, since)`. Existing
 * rows stay as they are, and the new ones return. Addresses are locked in their order, after contacts and their moments, so the CTE must
 * have no rows before those are locked. For several workspaces the rows have a `workspace_id`.
 */
export const insertSuppressions = (workspaceId?: WorkspaceId): Sql => sql`
  INSERT INTO suppressions (workspace_id, address, reason, source, detail, since)
  SELECT ${workspaceId === undefined ? raw('workspace_id') : sql`${workspaceId}::uuid`} AS workspace, address, reason, source, detail, since
  FROM suppressed ORDER BY workspace, address, reason
  ON CONFLICT DO NOTHING
  RETURNING address, reason`;

/**
 * The beginning of such a statement: its CTE of distinct rows `(address, reason, source, detail)`. Contacts with an address to be
 * unsubscribed are locked, since a change of several contacts writes the same rows in the order of the contacts; their own `unsubscribed`
 * stays.
 */
const suppressing = (workspaceId: WorkspaceId, items: Sql, now: Date): Sql => sql`
  WITH item AS MATERIALIZED (${items}), held AS MATERIALIZED (
    SELECT c.id FROM item JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.email = item.address
    WHERE item.reason = 'unsubscribed'
    ORDER BY c.id FOR NO KEY UPDATE OF c
  ), suppressed AS (
    SELECT *, ${now}::timestamptz AS since FROM item WHERE (SELECT count(*) FROM held) >= 0
  )`;

/** @returns the new ones; of an address that is named twice the first */
export function addSuppressions({ db, workspaceId, now }: Ctx, items: readonly NewSuppression[]): Promise<SuppressionKey[]> {
  const given = sql`
    SELECT DISTINCT ON (address, reason) address, reason, source, detail
    FROM unnest(${items.map(({ address }) => address)}::text[], ${items.map(({ reason }) => reason)}::text[],
      ${items.map(({ source }) => source)}::text[], ${items.map(({ detail }) => detail)}::text[])
      WITH ORDINALITY AS item (address, reason, source, detail, place)
    ORDER BY address, reason, place`;
  return db.query(sql`${suppressing(workspaceId, given, now)} ${insertSuppressions(workspaceId)}`);
}

/**
 * The list is one text: an array of so many would keep the process busy.
 * @param addresses none of them twice
 * @returns how many are new
 */
export async function importSuppressions(
  { db, workspaceId, now }: Ctx,
  { addresses, reason, source }: { addresses: Iterable<string>; reason: Reason; source: string },
): Promise<number> {
  const given = sql`
    SELECT address, ${reason}::text AS reason, ${source}::text AS source, NULL::text AS detail
    FROM string_to_table(${[...addresses].join('\n')}::text, chr(10)) AS address`;
  const [added] = await db.query<{ count: number }>(sql`
    ${suppressing(workspaceId, given, now)}, added AS (${insertSuppressions(workspaceId)})
    SELECT count(*)::int AS count FROM added`);
  return added?.count ?? 0;
}

/** For one reason or for all, those of erased people included. Returns what is gone, under the addresses that were named. */
export function removeSuppressions({ db, workspaceId }: Scope, addresses: string[], reason?: Reason): Promise<SuppressionKey[]> {
  return db.query(sql`
    WITH asked AS MATERIALIZED (
      SELECT address, unnest(ARRAY[address, erased_address(w.erasure_salt, address)]) AS stored
      FROM workspaces w CROSS JOIN unnest(${addresses}::text[]) AS address WHERE w.id = ${workspaceId}::uuid
    ), found AS MATERIALIZED (
      SELECT s.address AS stored, s.reason FROM suppressions s
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.address IN (SELECT stored FROM asked)
        ${reason === undefined ? empty : sql`AND s.reason = ${reason}::text`}
      ORDER BY s.address, s.reason FOR UPDATE
    ), gone AS (
      DELETE FROM suppressions s USING found
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.address = found.stored AND s.reason = found.reason
      RETURNING s.address, s.reason
    )
    SELECT DISTINCT asked.address, gone.reason FROM gone JOIN asked ON asked.stored = gone.address`);
}
