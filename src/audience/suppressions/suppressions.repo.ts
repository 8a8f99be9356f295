import { type Db, type Prisma, sql } from '../../platform/db.ts';

export type Reason = 'unsubscribed' | 'bounced' | 'complained' | 'manual';

/** What is to be written down of an address. */
export interface NewSuppression {
  /** Normalized. */
  address: string;
  reason: Reason;
  /** Who says so. */
  source: string;
  /** In whose words. */
  detail: string | null;
}

/**
 * The end of a statement that suppresses addresses: each row of its CTE `suppressed (address, reason, source, detail, since)`. What is
 * there already stays as it is. The rows that return are new. Addresses are written in their order, after contacts and their moments: the
 * CTE has no rows before those are held which the statement holds.
 */
export const insertSuppressions = (workspaceId: string): Prisma.Sql => sql`
  INSERT INTO suppressions (workspace_id, address, reason, source, detail, since)
  SELECT ${workspaceId}::uuid, address, reason, source, detail, since FROM suppressed ORDER BY address, reason
  ON CONFLICT DO NOTHING
  RETURNING address, reason`;

/**
 * Suppresses addresses, in one statement. Contacts with an address that is to be unsubscribed are held, since a change of several of them
 * writes the same rows in the order of the contacts; their own `unsubscribed` stays what it is.
 * @returns those that are new; of one that is named twice the first
 */
export function addSuppressions(
  db: Db,
  workspaceId: string,
  items: readonly NewSuppression[],
  now: Date,
): Promise<Pick<NewSuppression, 'address' | 'reason'>[]> {
  return db.query(sql`
    WITH item AS MATERIALIZED (
      SELECT DISTINCT ON (address, reason) address, reason, source, detail
      FROM unnest(${items.map(({ address }) => address)}::text[], ${items.map(({ reason }) => reason)}::text[],
        ${items.map(({ source }) => source)}::text[], ${items.map(({ detail }) => detail)}::text[])
        WITH ORDINALITY AS item (address, reason, source, detail, place)
      ORDER BY address, reason, place
    ), held AS MATERIALIZED (
      SELECT c.id FROM item JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.email = item.address
      WHERE item.reason = 'unsubscribed'
      ORDER BY c.id FOR NO KEY UPDATE OF c
    ), suppressed AS (
      SELECT *, ${now}::timestamptz AS since FROM item WHERE (SELECT count(*) FROM held) >= 0
    )
    ${insertSuppressions(workspaceId)}`);
}
