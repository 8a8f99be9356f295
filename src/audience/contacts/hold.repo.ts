import { type Db, sql } from '../../platform/db.ts';

/*
 * Whoever writes contacts takes hold of what they need in one order, so that nobody waits in a circle: emails and phones, then
 * contacts by id, then their
 * moments by id, then lists by id. Without the first, the unique indexes would make one writer wait for another in an order
 * that no statement can choose. Identifiers that a contact gives up count too, since whoever takes one waits for the giver.
 */

/**
 * The text of a statement that holds emails and phones until the end of the transaction.
 * @param workspace its id, as SQL
 * @param source what has them in a column `identifier`, as SQL; null is nobody's
 */
export const holdingIdentifiers = (workspace: string, source: string): string => `
    SELECT count(pg_advisory_xact_lock(number)) AS held FROM (
      SELECT DISTINCT hashtextextended('contact identifier ' || ${workspace}::text || identifier, 0) AS number
      FROM ${source} ORDER BY number
    ) AS numbers`;

/** Holds everybody whom several rounds of one transaction are going to write, before the first of them writes anybody. */
export async function holdPeople(tx: Db, workspaceId: string, identifiers: string[], ids: string[]): Promise<void> {
  await tx.query({ text: holdingIdentifiers('$1', 'unnest($2::text[]) AS item (identifier)'), values: [workspaceId, identifiers] });
  await tx.query(sql`
    SELECT 1 AS locked FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`);
}
