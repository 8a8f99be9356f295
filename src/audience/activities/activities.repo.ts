import type { components } from '../../../generated/api.d.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { type Db, raw, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { ContactId, WorkspaceId } from '../../platform/ids.ts';
import { type Positioned, readPage } from '../../platform/listing.ts';
import type { Page, PageRequest } from '../../shared/paging.ts';

type Entry = components['schemas']['ContactActivity'];

export interface ActivityRow {
  type: Entry['type'];
  occurred_at: Date;
  metadata: Entry['metadata'];
}

/** No entry has this type: the columns of the contact record its creation. */
export const CREATED = 'contact_created';

/** The first free moment in the timeline of the contact whose row of `contact_moments t` the statement locks. */
export const AFTER_THE_LAST = "greatest(t.updated_at, t.last_activity_at) + interval '1 millisecond'";

/**
 * Now, but after every entry in the timeline: a request that waited for another one, or whose clock is behind, does not slip an entry in
 * between.
 */
export const momentAfter = (now: Date): Sql => sql`greatest(${now}::timestamptz, ${raw(AFTER_THE_LAST)})`;

/**
 * The end of a statement that writes timelines: an entry for each row of its CTE `entry (contact_id, occurred_at, type, metadata)`, in the
 * order of these rows; for several workspaces the rows have a `workspace_id`. The statement sets `last_activity_at` to `momentAfter`, which
 * locks the moments until the entry is written.
 */
export const insertEntries = (workspaceId?: WorkspaceId): Sql => sql`
  INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
  SELECT ${workspaceId === undefined ? raw('workspace_id') : sql`${workspaceId}::uuid`}, contact_id, type, occurred_at, metadata FROM entry`;

/** Earlier versions wrote entries about creations, which are passed over. */
export function pageOfActivities(
  ctx: Scope,
  contactId: ContactId,
  request: PageRequest & { order: 'asc' | 'desc' },
): Promise<Page<ActivityRow>> {
  const { db, workspaceId } = ctx;
  const { order } = request;
  const creation = sql`
    SELECT ${CREATED}::text AS type, created_at AS occurred_at,
      jsonb_build_object('source', original_source, 'source_detail', original_source_detail) AS metadata, 0::bigint AS seq
    FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ${contactId}::uuid`;
  const entries = sql`
    SELECT type, occurred_at, metadata, seq
    FROM contact_activities WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid AND type <> ${CREATED}`;
  return readPage<ActivityRow>(
    ctx,
    { of: 'activities', contactId, ...request },
    {
      keys: [
        { by: 'occurred_at', type: 'timestamptz', order },
        { by: 'seq', type: 'int8', order },
      ],
      from: sql`FROM (${creation} UNION ALL ${entries}) AS entry WHERE true`,
      // As one list, the planner would read and sort the whole timeline.
      read: ({ range, order: inOrder, bounds, position, limit, offset }) =>
        db.query<Positioned<ActivityRow>>(sql`
          SELECT type, occurred_at, metadata, ${position}
          FROM (${creation} UNION ALL (${entries} ${range} ${inOrder} LIMIT ${limit + offset}::bigint)) AS entry
          WHERE true ${range} ${inOrder} ${bounds}`),
    },
  );
}

/** Whether the last change of the subscription came from the person, and not from a client of the API. */
export async function hasUnsubscribedThemselves({ db, workspaceId }: Scope, contactId: ContactId): Promise<boolean> {
  const [last] = await db.query<{ type: string }>(sql`
    SELECT type FROM contact_activities
    WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid
      AND (type = 'email_unsubscribed' OR (type = 'contact_updated' AND metadata -> 'fields' ? 'unsubscribed'))
    ORDER BY occurred_at DESC, seq DESC LIMIT 1`);
  return last?.type === 'email_unsubscribed';
}

/** The pages of the table, or 0 when no entry is about a creation. Costs one look at an index for each workspace. */
async function findCreations(db: Db): Promise<number> {
  const [found] = await db.query<{ pages: number }>(sql`
    SELECT (pg_relation_size('contact_activities') / current_setting('block_size')::int)::int AS pages
    WHERE EXISTS (
      SELECT FROM workspaces w CROSS JOIN LATERAL (
        SELECT FROM contact_activities a WHERE a.workspace_id = w.id AND a.type = ${CREATED} LIMIT 1
      ) AS entry
    )`);
  return found?.pages ?? 0;
}

async function deleteCreations(db: Db, fromPage: number, toPage: number): Promise<void> {
  await db.query(sql`
    DELETE FROM contact_activities WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM contact_activities
      WHERE ctid >= ${`(${fromPage},0)`}::tid AND ctid < ${`(${toPage},0)`}::tid AND type = ${CREATED} FOR UPDATE SKIP LOCKED
    ))`);
}

/** Pages of the table in one transaction: some ten thousands of entries. */
const PAGES_AT_ONCE = 500;

/**
 * Deletes the entries about creations that earlier versions wrote. A migration would have taken them from a version that still reads them.
 */
export const creationSweep = ({ db }: { db: Db }): Sweep => ({
  name: 'contact-creations',
  everySeconds: 3_600,
  run: async (stopping) => {
    const pages = await findCreations(db);
    for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
      stopping.throwIfAborted();
      await deleteCreations(db, page, page + PAGES_AT_ONCE);
    }
  },
});
