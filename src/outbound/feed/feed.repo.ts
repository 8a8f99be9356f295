import { empty, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';

/** A place in the feed: behind an event, or behind a position with all that was written there. */
export interface FeedPosition {
  position: string;
  id: string;
}

export interface FeedRow extends FeedPosition {
  type: string;
  occurredAt: Date;
  data: unknown;
}

export interface FeedQuery {
  after: FeedPosition;
  /** The lowest id that is still shown. */
  from: string;
  types: readonly string[] | undefined;
  contactId: ContactId | undefined;
  limit: number;
}

/** Behind every event of a position. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Events that one page looks at, however few of them have a type that is asked for. */
const MOST_SCANNED = 5_000;

/**
 * Events behind a place, in the order of their positions. Those whose transaction, or an older one, has not ended are not shown yet: a
 * transaction that ends later could otherwise put events before those that a reader has passed.
 * @returns also the place up to which there is nothing more, and whether there is more behind the rows
 */
export async function readFeed(
  { db, workspaceId }: Scope,
  { after, from, types, contactId, limit }: FeedQuery,
): Promise<{ rows: FeedRow[]; next: FeedPosition; hasMore: boolean }> {
  const isAsked: Sql = types === undefined ? sql`true` : sql`scanned.type = ANY(${[...types]}::text[])`;
  const rows = await db.query<FeedRow & { horizon: string; isAsked: boolean | null }>(sql`
    WITH horizon AS MATERIALIZED (SELECT event_horizon() AS position)
    SELECT (h.position - 1)::text AS horizon, e.position::text, e.id::text, e.type, e.occurred_at AS "occurredAt",
      CASE WHEN e.is_asked THEN e.data END AS data, e.is_asked AS "isAsked"
    FROM horizon h LEFT JOIN LATERAL (
      SELECT * FROM (
        SELECT scanned.*, ${isAsked} AS is_asked, row_number() OVER () AS place FROM (
          SELECT position, id, type, occurred_at, data FROM events
          WHERE workspace_id = ${workspaceId}::uuid AND (position, id) > (${after.position}::bigint, ${after.id}::uuid)
            AND position < h.position AND id >= ${from}::uuid ${contactId === undefined ? empty : sql`AND contact_id = ${contactId}::uuid`}
          ORDER BY position, id LIMIT ${MOST_SCANNED}::int
        ) AS scanned
      ) AS numbered WHERE is_asked OR place = ${MOST_SCANNED}::int LIMIT ${limit + 1}::int
    ) AS e ON true`);
  const scanned = rows.filter(({ id }) => id !== null);
  const asked = scanned.filter(({ isAsked }) => isAsked).slice(0, limit);
  // The last row that was looked at, or the last of the page.
  const isCut = scanned.length > limit || scanned.some(({ isAsked }) => !isAsked);
  const last = scanned.length > limit ? asked.at(-1) : scanned.at(-1);
  if (isCut) return { rows: asked, next: placeOf(last ?? after), hasMore: true };
  const horizon = rows[0]?.horizon ?? '0';
  // A cursor from before a change of servers is never taken back.
  const next = BigInt(horizon) >= BigInt(after.position) ? { position: horizon, id: LAST_ID } : after;
  return { rows: asked, next, hasMore: false };
}

const placeOf = ({ position, id }: FeedPosition): FeedPosition => ({ position, id });
