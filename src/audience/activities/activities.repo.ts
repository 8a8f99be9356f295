import type { components } from '../../../generated/api.d.ts';
import { type Db, raw, sql } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { offsetOf, type PageRequest } from '../../shared/paging.ts';

type Entry = components['schemas']['ContactActivity'];

/** Something that happened to a contact, with the metadata that its type asks for. */
export type NewActivity = Entry extends infer Each
  ? Each extends Entry
    ? Omit<Each, 'timestamp'> & { contactId: string; occurredAt: Date }
    : never
  : never;

export interface ActivityRow {
  type: Entry['type'];
  occurred_at: Date;
  metadata: Entry['metadata'];
}

/**
 * Adds to the timelines, and moves each contact's `last_activity_at` to the newest entry that is more than its creation or
 * an update. Contacts that no longer exist are passed over.
 */
export async function recordActivities(db: Db, workspaceId: string, activities: NewActivity[]): Promise<void> {
  if (activities.length === 0) return;
  const rows = activities.map(({ contactId, type, occurredAt, metadata }) => ({
    workspace_id: workspaceId,
    id: newId(),
    contact_id: contactId,
    type,
    occurred_at: occurredAt,
    metadata,
  }));
  // Locked by id, as every statement locks contacts that takes several: nobody waits in a circle, and nobody vanishes meanwhile.
  await db.query(sql`
    WITH entry AS MATERIALIZED (
      SELECT * FROM json_populate_recordset(NULL::contact_activities, ${JSON.stringify(rows)}::json)
    ), known AS MATERIALIZED (
      SELECT c.workspace_id, c.id FROM contacts c
      WHERE (c.workspace_id, c.id) IN (SELECT workspace_id, contact_id FROM entry)
      ORDER BY c.id FOR NO KEY UPDATE
    ), recorded AS (
      INSERT INTO contact_activities (workspace_id, id, contact_id, type, occurred_at, metadata)
      SELECT entry.workspace_id, entry.id, entry.contact_id, entry.type, entry.occurred_at, entry.metadata
      FROM entry JOIN known ON known.id = entry.contact_id
      RETURNING workspace_id, contact_id, type, occurred_at
    )
    UPDATE contacts c SET last_activity_at = newest.occurred_at
    FROM (
      SELECT workspace_id, contact_id, max(occurred_at) AS occurred_at FROM recorded
      WHERE type NOT IN ('contact_created', 'contact_updated') GROUP BY workspace_id, contact_id
    ) AS newest
    WHERE c.workspace_id = newest.workspace_id AND c.id = newest.contact_id
      AND (c.last_activity_at IS NULL OR c.last_activity_at < newest.occurred_at)`);
}

/** One page of a contact's timeline, or null when there is no such contact. */
export async function pageOfActivities(
  db: Db,
  workspaceId: string,
  contactId: string,
  { order, ...page }: PageRequest & { order: 'asc' | 'desc' },
): Promise<{ rows: ActivityRow[]; total: number } | null> {
  const mine = sql`FROM contact_activities WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid`;
  const total = sql`(SELECT count(*)::int ${mine}) AS total`;
  const rows = await db.query<ActivityRow & { total: number }>(sql`
    SELECT type, occurred_at, metadata, ${total} ${mine}
    ORDER BY occurred_at ${raw(order)}, id ${raw(order)}
    LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`);
  if (rows[0]) return { rows, total: rows[0].total };
  // Nothing on this page: it is past the end, or the contact is unknown.
  const [contact] = await db.query<{ total: number }>(sql`
    SELECT ${total} FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ${contactId}::uuid`);
  return contact ? { rows: [], total: contact.total } : null;
}
