import type { components } from '../../../generated/api.d.ts';
import { type Db, type Prisma, raw, sql } from '../../platform/db.ts';
import { offsetOf, type PageRequest } from '../../shared/paging.ts';

type Entry = components['schemas']['ContactActivity'];

export interface ActivityRow {
  type: Entry['type'];
  occurred_at: Date;
  metadata: Entry['metadata'];
}

/**
 * The end of a statement that writes to timelines: an entry for each row of its CTE `entry (contact_id, type, metadata)`. The
 * contacts must exist, and the statement sets their `last_activity_at`; wings above know what else the event means.
 */
export const insertEntries = (workspaceId: string, now: Date): Prisma.Sql => sql`
  INSERT INTO contact_activities (workspace_id, id, contact_id, type, occurred_at, metadata)
  SELECT ${workspaceId}::uuid, uuid_v7(${now}::timestamptz), contact_id, type, ${now}::timestamptz, metadata FROM entry`;

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
