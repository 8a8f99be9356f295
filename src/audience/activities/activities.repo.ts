import type { components } from '../../../generated/api.d.ts';
import { type Db, type Prisma, raw, sql } from '../../platform/db.ts';
import { offsetOf, type PageRequest } from '../../shared/paging.ts';

type Entry = components['schemas']['ContactActivity'];

export interface ActivityRow {
  type: Entry['type'];
  occurred_at: Date;
  metadata: Entry['metadata'];
}

/** The first moment that is free in the timeline of the contact whose row of `contact_moments t` the statement holds. */
export const AFTER_THE_LAST = "greatest(t.updated_at, t.last_activity_at) + interval '1 millisecond'";

/**
 * When something happened to a contact whose moments `t` the statement holds: now, but after what its timeline has already. A
 * request that had to wait for another one, or whose clock is behind, does not slip an entry in between.
 */
export const momentAfter = (now: Date): Prisma.Sql => sql`greatest(${now}::timestamptz, ${raw(AFTER_THE_LAST)})`;

/**
 * The end of a statement that writes to timelines: an entry for each row of its CTE `entry (contact_id, occurred_at, type,
 * metadata)`, in the order of these rows. The statement sets the contact's `last_activity_at` to the `momentAfter`, which is the
 * entry's own; that holds the contact's moments, and with them the contact, until the entry is written. Who only does something
 * writes no more of the contact than that; wings above know what else the event means.
 */
export const insertEntries = (workspaceId: string): Prisma.Sql => sql`
  INSERT INTO contact_activities (workspace_id, id, contact_id, type, occurred_at, metadata)
  SELECT ${workspaceId}::uuid, uuid_v7(occurred_at), contact_id, type, occurred_at, metadata FROM entry`;

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
    ORDER BY occurred_at ${raw(order)}, seq ${raw(order)}
    LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`);
  if (rows[0]) return { rows, total: rows[0].total };
  // Nothing on this page: it is past the end, or the contact is unknown.
  const [contact] = await db.query<{ total: number }>(sql`
    SELECT ${total} FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ${contactId}::uuid`);
  return contact ? { rows: [], total: contact.total } : null;
}
