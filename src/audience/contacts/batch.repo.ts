import { type Db, sql, uniqueViolation } from '../../platform/db.ts';
import type { NewActivity } from '../activities/activities.repo.ts';
import { CHANGEABLE, COLUMNS, type ContactRow, columnsOf } from './contacts.repo.ts';

/** What a batch comes down to: the contacts that it makes, what it changes in others, and the entries in their timelines. */
export interface BatchWrite {
  created: ContactRow[];
  changed: { id: string; columns: Partial<ContactRow> }[];
  activities: (NewActivity & { id: string })[];
}

const qualified = (table: string, columns: readonly string[]): string => columns.map((column) => `${table}.${column}`).join(', ');

/**
 * The whole batch in one statement, so that a contact is never without its timeline. `json_populate_record` lays the given
 * columns over the row as it is at that moment, so that whatever others have just changed beside them stays.
 *
 * Rows are locked by id and made by email, an order that every batch keeps: those with the same people wait for one
 * another and do not wait in a circle. Nothing here fails because of such a neighbour: a contact that has been deleted, has
 * lost its other identifier or has been created by somebody else in the meantime is simply not among the rows that return.
 */
const WRITE_BATCH = `
  WITH change AS (
    SELECT (item->>'id')::uuid AS id, item->'columns' AS columns FROM json_array_elements($2::json) AS item
  ), held AS MATERIALIZED (
    SELECT c.id, change.columns FROM contacts c JOIN change ON change.id = c.id
    WHERE c.workspace_id = $1::uuid ORDER BY c.id FOR NO KEY UPDATE OF c
  ), changed AS (
    UPDATE contacts c SET (${CHANGEABLE.join(', ')}, updated_at) = (
      SELECT ${qualified('n', CHANGEABLE)}, $5::timestamptz FROM json_populate_record(c, held.columns) AS n
    )
    FROM held
    WHERE c.workspace_id = $1::uuid AND c.id = held.id AND (
      CASE WHEN held.columns->'email' IS NULL THEN c.email ELSE held.columns->>'email' END IS NOT NULL
      OR CASE WHEN held.columns->'phone' IS NULL THEN c.phone ELSE held.columns->>'phone' END IS NOT NULL
    )
    RETURNING ${columnsOf('c')}
  ), created AS (
    INSERT INTO contacts AS c (workspace_id, ${COLUMNS.join(', ')})
    SELECT $1::uuid, ${qualified('n', COLUMNS)} FROM json_populate_recordset(NULL::contacts, $3::json) AS n
    ORDER BY n.email, n.phone
    ON CONFLICT DO NOTHING
    RETURNING ${columnsOf('c')}
  ), written AS (
    SELECT * FROM changed UNION ALL SELECT * FROM created
  ), recorded AS (
    INSERT INTO contact_activities (workspace_id, id, contact_id, type, occurred_at, metadata)
    SELECT $1::uuid, a.id, a.contact_id, a.type, a.occurred_at, a.metadata
    FROM json_populate_recordset(NULL::contact_activities, $4::json) AS a
    WHERE a.contact_id::text IN (SELECT id FROM written)
  )
  SELECT * FROM written`;

/**
 * Writes a batch and returns the contacts that were written, as they are now. One that is missing has lost a race; read
 * again and decide again. None return when an email or phone that a contact was to take has just been taken.
 */
export async function writeBatch(db: Db, workspaceId: string, { created, changed, activities }: BatchWrite, now: Date): Promise<ContactRow[]> {
  const write = (on: Db) =>
    on.query<ContactRow>({
      name: 'write_contact_batch',
      text: WRITE_BATCH,
      values: [
        workspaceId,
        JSON.stringify(changed),
        JSON.stringify(created),
        JSON.stringify(activities.map(({ id, contactId, type, occurredAt, metadata }) => ({ id, contact_id: contactId, type, occurred_at: occurredAt, metadata }))),
        now,
      ],
    });
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
