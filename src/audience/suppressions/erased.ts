import { type Ctx, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { Subscription } from '../../platform/events.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { contactCreated, contactUpdated } from '../events.ts';
import { BLOCKS } from './test-source.ts';

/*
 * The suppression of a person who was erased has a salted hash in place of the address. A contact that comes with such an address gets a
 * suppression of the ordinary kind in the same transaction, so that everything that looks at suppressions stays one look at a key.
 */

/** The hash by which the suppressions of a workspace have an erased address. @param workspace, address expressions */
export const erasedAddress = (workspace: Sql, address: Sql): Sql =>
  sql`(SELECT erased_address(w.erasure_salt, ${address}) FROM workspaces w WHERE w.id = ${workspace})`;

/** The suppressions of addresses, each under the address that was asked for, those of erased people included. */
export const suppressionsOf = (workspaceId: WorkspaceId, addresses: readonly string[]): Sql => sql`
  SELECT asked.address, s.reason FROM (
    SELECT address, unnest(ARRAY[address, erased_address(w.erasure_salt, address)]) AS stored
    FROM workspaces w CROSS JOIN unnest(${[...addresses]}::text[]) AS address WHERE w.id = ${workspaceId}::uuid
  ) AS asked JOIN suppressions s ON s.workspace_id = ${workspaceId}::uuid AND s.address = asked.stored AND ${BLOCKS}`;

/** Replaces all suppressions of addresses by one of their hashes. */
export async function suppressErased({ db, workspaceId, now }: Ctx<Tx>, addresses: readonly string[]): Promise<void> {
  await db.query(sql`
    WITH held AS MATERIALIZED (
      SELECT address, reason FROM suppressions WHERE workspace_id = ${workspaceId}::uuid AND address = ANY(${[...addresses]}::text[])
      ORDER BY address, reason FOR UPDATE
    ), gone AS (
      DELETE FROM suppressions s USING held
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.address = held.address AND s.reason = held.reason
    )
    INSERT INTO suppressions (workspace_id, address, reason, source, detail, since)
    SELECT w.id, erased_address(w.erasure_salt, address), 'erased', 'erasure', NULL, ${now}::timestamptz
    FROM workspaces w CROSS JOIN unnest(${[...addresses]}::text[]) AS address WHERE w.id = ${workspaceId}::uuid
    ORDER BY 2
    ON CONFLICT DO NOTHING`);
}

/**
 * Suppresses contacts that have come with the address of an erased person. The statement follows the write, so it sees an erasure that the
 * write has waited for. Workspaces without erasures pay one look at an index.
 */
export const erasedSubscription: Subscription = {
  events: [contactCreated, contactUpdated],
  async handle(tx, { of }) {
    const moved = of(contactUpdated).flatMap(({ contactId, fields }) => (fields.includes('email') ? contactId : []));
    const ids = [...of(contactCreated), ...moved];
    if (ids.length > 0) await suppressReturned(tx, ids);
  },
};

async function suppressReturned({ db, workspaceId }: Scope<Tx>, contactIds: string[]): Promise<void> {
  await db.query({
    name: 'suppress_returned',
    text: `
      WITH salt AS MATERIALIZED (
        SELECT w.erasure_salt AS salt FROM workspaces w
        WHERE w.id = $1::uuid AND EXISTS (SELECT FROM erasures e WHERE e.workspace_id = $1::uuid)
      )
      INSERT INTO suppressions (workspace_id, address, reason, source, detail, since)
      SELECT s.workspace_id, c.email, s.reason, s.source, s.detail, s.since
      FROM salt CROSS JOIN unnest($2::uuid[]) AS written (id)
      JOIN contacts c ON c.workspace_id = $1::uuid AND c.id = written.id AND c.email IS NOT NULL
      JOIN suppressions s ON s.workspace_id = $1::uuid AND s.address = erased_address(salt.salt, c.email) AND s.reason = 'erased'
      ORDER BY c.email
      ON CONFLICT DO NOTHING`,
    values: [workspaceId, contactIds],
  });
}
