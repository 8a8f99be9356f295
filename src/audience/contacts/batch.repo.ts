import { type Db, sql, uniqueViolation } from '../../platform/db.ts';
import type { NewActivity } from '../activities/activities.repo.ts';
import { CHANGEABLE, COLUMNS, type ContactRow, columnsOf } from './contacts.repo.ts';

/** What a batch comes down to: the contacts that it makes, what it changes in others, and the entries in their timelines. */
export interface BatchWrite {
  /** The values that a new contact has unless it says otherwise. */
  blank: Omit<ContactRow, 'id'>;
  created: ContactChange[];
  changed: ContactChange[];
  /** Entries besides the creations, which write their own. */
  activities: (NewActivity & { id: string })[];
}

export interface ContactChange {
  id: string;
  columns: Partial<ContactRow>;
}

const fieldsOf = (row: string, columns: readonly string[]): string => columns.map((column) => `${row}.${column}`).join(', ');

/** Whether a contact has an email, or a phone, after the change. */
const keeps = (column: 'email' | 'phone'): string =>
  `CASE WHEN $4::jsonb -> c.id::text ? '${column}' THEN $4::jsonb -> c.id::text ->> '${column}' ELSE c.${column} END IS NOT NULL`;

/**
 * The whole batch in one statement, so that a contact is never without its timeline. `jsonb_populate_record` lays the given
 * columns over the row as it is at that moment, so that whatever others have just changed beside them stays. The entry of a
 * creation has the contact's own id, since there is one of each.
 *
 * Rows are locked by id and made by email, an order that every batch keeps: those with the same people wait for one
 * another and do not wait in a circle. Nothing here fails because of such a neighbour: a contact that has been deleted, has
 * lost its other identifier or has been created by somebody else in the meantime is simply not among the rows that return.
 *
 * As in the search for contacts, the workspace is joined, so that the plan does not depend on what is known of it.
 */
const WRITE_BATCH = `
  WITH key AS MATERIALIZED (
    SELECT $1::uuid AS workspace_id, id FROM unnest($3::uuid[]) AS item (id)
  ), held AS MATERIALIZED (
    SELECT c.workspace_id, c.id FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.id = key.id
    ORDER BY c.id FOR NO KEY UPDATE OF c
  ), changed AS (
    UPDATE contacts c SET (${CHANGEABLE.join(', ')}, updated_at) = (
      SELECT ${fieldsOf('(n.row)', CHANGEABLE)}, $2::timestamptz
      FROM (SELECT jsonb_populate_record(c, $4::jsonb -> c.id::text) AS row OFFSET 0) AS n
    )
    FROM held
    WHERE c.workspace_id = held.workspace_id AND c.id = held.id AND (${keeps('email')} OR ${keeps('phone')})
    RETURNING ${columnsOf('c')}
  ), created AS (
    INSERT INTO contacts AS c (workspace_id, ${COLUMNS.join(', ')})
    SELECT $1::uuid, ${fieldsOf('n', COLUMNS)}
    FROM json_populate_recordset(json_populate_record(NULL::contacts, $5::json), $6::json) AS n
    ORDER BY n.email, n.phone
    ON CONFLICT DO NOTHING
    RETURNING id, original_source, original_source_detail
  ), recorded AS (
    INSERT INTO contact_activities (workspace_id, id, contact_id, type, occurred_at, metadata)
    SELECT $1::uuid, id, id, 'contact_created', $2::timestamptz,
      jsonb_build_object('source', original_source, 'source_detail', original_source_detail)
    FROM created
    UNION ALL
    SELECT $1::uuid, a.id, a.contact_id, a.type, a.occurred_at, a.metadata
    FROM json_populate_recordset(NULL::contact_activities, $7::json) AS a
    WHERE a.contact_id::text IN (SELECT id FROM changed) OR a.contact_id IN (SELECT id FROM created)
  )
  SELECT * FROM changed
  UNION ALL
  SELECT ${COLUMNS.map((column) => (column === 'id' ? 'id::text' : 'NULL')).join(', ')} FROM created`;

/**
 * Writes a batch and returns who was written: changed contacts as they are now; of the created ones, who are as they were
 * given, the id. One that is missing has lost a race; read again and decide again. Nobody returns when an email or phone
 * that a contact was to take has just been taken.
 */
export async function writeBatch(
  db: Db,
  workspaceId: string,
  { blank, created, changed, activities }: BatchWrite,
  now: Date,
): Promise<(ContactRow | Pick<ContactRow, 'id'>)[]> {
  const values = [
    workspaceId,
    now,
    changed.map(({ id }) => id),
    JSON.stringify(Object.fromEntries(changed.map(({ id, columns }) => [id, columns]))),
    JSON.stringify(blank),
    JSON.stringify(created.map(({ id, columns }) => ({ ...columns, id }))),
    JSON.stringify(activities.map(({ id, contactId, type, occurredAt, metadata }) => ({ id, contact_id: contactId, type, occurred_at: occurredAt, metadata }))),
  ];
  const write = (on: Db) => on.query<ContactRow>({ name: 'write_contact_batch', text: WRITE_BATCH, values });
  const takesIdentifier = changed.some(({ columns }) => columns.email || columns.phone);
  return takesIdentifier ? unlessTaken(db, write) : write(db);
}

/** An UPDATE has no ON CONFLICT. The savepoint keeps the transaction, ours or a caller's, usable after the violation. */
function unlessTaken(db: Db, write: (tx: Db) => Promise<ContactRow[]>): Promise<ContactRow[]> {
  return db.transaction(async (tx) => {
    await tx.query(sql`SAVEPOINT before_batch`);
    try {
      const rows = await write(tx);
      await tx.query(sql`RELEASE SAVEPOINT before_batch`);
      return rows;
    } catch (error) {
      if (!uniqueViolation(error)) throw error;
      await tx.query(sql`ROLLBACK TO SAVEPOINT before_batch`);
      return [];
    }
  });
}
