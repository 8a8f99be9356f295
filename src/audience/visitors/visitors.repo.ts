import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import { momentAfter } from '../activities/activities.repo.ts';
import { HELD_WITH_TIMESTAMPS, holdingIdentifiers } from '../contacts/batch.repo.ts';
import { type ContactRow, SHOWN } from '../contacts/contacts.repo.ts';

const HOLD = holdingIdentifiers('$1', 'unnest($2::text[]) AS item (identifier)');

/** Two statements, since the second has to see the writes that the first waited for. */
const HOLD_MATCHING = `
  WITH item AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, identifier FROM unnest($2::text[]) AS item (identifier)
  ), matching AS MATERIALIZED (
    SELECT c.id FROM item JOIN contacts c ON c.workspace_id = item.workspace_id AND c.email = item.identifier
    UNION
    SELECT c.id FROM item JOIN contacts c ON c.workspace_id = item.workspace_id AND c.phone = item.identifier
  ), held AS MATERIALIZED (
    SELECT c.* FROM matching JOIN contacts c ON c.workspace_id = $1::uuid AND c.id = matching.id
    ORDER BY c.id FOR NO KEY UPDATE OF c
  )
  SELECT ${SHOWN} FROM ${HELD_WITH_TIMESTAMPS} FOR NO KEY UPDATE OF t`;

/**
 * Locks all contacts that have one of these emails or phones until the transaction ends, and returns them as they are then: no other writer
 * can change them, and none can take one of the identifiers.
 */
export async function holdMatching({ db, workspaceId }: Scope<Tx>, identifiers: string[]): Promise<ContactRow[]> {
  await db.query({ name: 'hold_identifiers', text: HOLD, values: [workspaceId, identifiers] });
  return db.query<ContactRow>({ name: 'hold_contacts_matching', text: HOLD_MATCHING, values: [workspaceId, identifiers] });
}

/** Several entries of one contact are in their order. */
export interface Deed {
  contactId: string;
  metadata: object;
}

/** Writes entries of locked contacts, each a millisecond after the one before. */
export async function recordSubmissions({ db, workspaceId, now }: Ctx<Tx>, deeds: readonly Deed[]): Promise<void> {
  await db.query(sql`
    WITH deed AS MATERIALIZED (
      SELECT contact_id, metadata, place, row_number() OVER (PARTITION BY contact_id ORDER BY place) - 1 AS nth
      FROM unnest(${deeds.map(({ contactId }) => contactId)}::uuid[], ${deeds.map(({ metadata }) => JSON.stringify(metadata))}::jsonb[])
        WITH ORDINALITY AS deed (contact_id, metadata, place)
    ), active AS (
      UPDATE contact_moments t SET last_activity_at = ${momentAfter(now)} + d.others * interval '1 millisecond'
      FROM (SELECT contact_id, count(*) - 1 AS others FROM deed GROUP BY contact_id) AS d
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = d.contact_id
      RETURNING t.contact_id, t.last_activity_at - d.others * interval '1 millisecond' AS first
    ), entry AS (
      SELECT deed.contact_id, active.first + deed.nth * interval '1 millisecond' AS moment, deed.metadata, deed.place
      FROM deed JOIN active ON active.contact_id = deed.contact_id
    )
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT ${workspaceId}::uuid, contact_id, 'form_submission', moment, metadata FROM entry ORDER BY place`);
}
