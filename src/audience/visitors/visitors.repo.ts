import { type Db, raw, sql } from '../../platform/db.ts';
import { AFTER_THE_LAST } from '../activities/activities.repo.ts';
import { type ContactRow, columnsOf } from '../contacts/contacts.repo.ts';
import { holdingIdentifiers } from '../contacts/hold.repo.ts';

const AFTER = raw(AFTER_THE_LAST);

const HOLD = holdingIdentifiers('$1', 'unnest($2::text[]) AS item (identifier)');

/** Two statements, since the second has to see what those have written for whom the first had to wait. */
const HOLD_MATCHING = `
  WITH item AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, identifier FROM unnest($2::text[]) AS item (identifier)
  ), matching AS MATERIALIZED (
    SELECT c.id FROM item JOIN contacts c ON c.workspace_id = item.workspace_id AND c.email = item.identifier
    UNION
    SELECT c.id FROM item JOIN contacts c ON c.workspace_id = item.workspace_id AND c.phone = item.identifier
  )
  SELECT ${columnsOf('c')} FROM matching JOIN contacts c ON c.workspace_id = $1::uuid AND c.id = matching.id
  ORDER BY c.id FOR NO KEY UPDATE OF c`;

/**
 * Everybody who has one of these emails or phones, held until the transaction ends, as they are from then on: nobody else can
 * change them, and nobody else can get one of the identifiers.
 */
export async function holdMatching(tx: Db, workspaceId: string, identifiers: string[]): Promise<ContactRow[]> {
  await tx.query({ name: 'hold_identifiers', text: HOLD, values: [workspaceId, identifiers] });
  return tx.query<ContactRow>({ name: 'hold_contacts_matching', text: HOLD_MATCHING, values: [workspaceId, identifiers] });
}

/** Something that a contact did, for the timeline. Several of one contact stand in the order in which they come. */
export interface Deed {
  contactId: string;
  metadata: object;
}

/**
 * Writes what contacts did who are held, each a millisecond after what is there.
 * @param first when the first deed of a contact was who is new; the row has the time of the last already
 */
export async function recordSubmissions(
  tx: Db,
  workspaceId: string,
  deeds: readonly Deed[],
  first: ReadonlyMap<string, Date>,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    WITH deed AS MATERIALIZED (
      SELECT contact_id, metadata, place, row_number() OVER (PARTITION BY contact_id ORDER BY place) - 1 AS nth
      FROM unnest(${deeds.map(({ contactId }) => contactId)}::uuid[], ${deeds.map(({ metadata }) => JSON.stringify(metadata))}::jsonb[])
        WITH ORDINALITY AS deed (contact_id, metadata, place)
    ), new AS MATERIALIZED (
      SELECT contact_id, first FROM unnest(${[...first.keys()]}::uuid[], ${[...first.values()]}::timestamptz[]) AS new (contact_id, first)
    ), active AS (
      UPDATE contacts c SET last_activity_at = greatest(${now}::timestamptz, ${AFTER}) + known.others * interval '1 millisecond'
      FROM (
        SELECT contact_id, count(*) - 1 AS others FROM deed WHERE contact_id NOT IN (SELECT contact_id FROM new) GROUP BY contact_id
      ) AS known
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = known.contact_id
      RETURNING c.id AS contact_id, c.last_activity_at - known.others * interval '1 millisecond' AS first
    ), begun AS (
      SELECT contact_id, first FROM active UNION ALL SELECT contact_id, first FROM new
    ), entry AS (
      SELECT deed.contact_id, begun.first + deed.nth * interval '1 millisecond' AS moment, deed.metadata, deed.place
      FROM deed JOIN begun ON begun.contact_id = deed.contact_id
    )
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT ${workspaceId}::uuid, contact_id, 'form_submission', moment, metadata FROM entry ORDER BY place`);
}
