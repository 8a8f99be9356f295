import { raw, type Scope, sql, type Tx } from '../../platform/db.ts';

/*
 * Whoever writes contacts takes hold of what they need in one order, so that nobody waits in a circle: emails, phones and external IDs by their
 * numbers, then
 * contacts by id, then their
 * moments by id, then lists by id. Without the first, the unique indexes would make one writer wait for another in an order
 * that no statement can choose. Identifiers that a contact gives up count too, since whoever takes one waits for the giver.
 */

/**
 * The text of a statement that holds emails, phones and external IDs until the end of the transaction, all in the order of their numbers.
 * @param workspace its id, as SQL
 * @param source what has them in a column `identifier`, as SQL; null is nobody's
 */
export const holdingIdentifiers = (workspace: string, source: string): string => `
    SELECT count(pg_advisory_xact_lock(number)) AS held FROM (
      SELECT DISTINCT hashtextextended('contact identifier ' || ${workspace}::text || identifier, 0) AS number
      FROM ${source} ORDER BY number
    ) AS numbers`;

/**
 * Behind FROM, the contacts `c` of a CTE `held` that holds them, and their moments `t`, to be held in their turn (`FOR … OF t`). None is
 * before the last of the contacts, since they are sorted when all are found: else who has both of some waits for who has others, and
 * somebody who touches several closes the circle.
 */
export const HELD_WITH_TIMESTAMPS = `held c JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id
    ORDER BY t.contact_id`;

/** Holds everybody whom several rounds of one transaction are going to write, before the first of them writes anybody. */
export async function holdPeople(tx: Scope<Tx>, identifiers: string[], ids: string[]): Promise<void> {
  await holdIdentifiers(tx, identifiers);
  const { db, workspaceId } = tx;
  await db.query(sql`
    WITH held AS MATERIALIZED (
      SELECT workspace_id, id FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])
      ORDER BY id FOR NO KEY UPDATE
    )
    SELECT 1 AS locked FROM ${raw(HELD_WITH_TIMESTAMPS)} FOR NO KEY UPDATE OF t`);
}

/** Holds identifiers, by their keys, until the transaction ends. */
export async function holdIdentifiers({ db, workspaceId }: Scope<Tx>, identifiers: string[]): Promise<void> {
  await db.query({ text: holdingIdentifiers('$1', 'unnest($2::text[]) AS item (identifier)'), values: [workspaceId, identifiers] });
}
