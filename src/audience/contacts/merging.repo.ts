import { type Ctx, raw, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';
import { AFTER_THE_LAST } from '../activities/activities.repo.ts';
import { ALL, type ContactRow, WITH_MOMENTS } from './contacts.repo.ts';

/** Contacts with all that they have, the values of archived fields included; those that there are. */
export const readWhole = ({ db, workspaceId }: Scope, ids: string[]): Promise<ContactRow[]> =>
  db.query<ContactRow>(sql`
    SELECT ${raw(ALL)} FROM contacts c ${raw(WITH_MOMENTS)} WHERE c.workspace_id = ${workspaceId}::uuid AND c.id = ANY(${ids}::uuid[])`);

/** Holds contacts as those who delete them do: nobody writes them, puts them on a list or lets them into a flow. */
export async function holdForDeletion({ db, workspaceId }: Scope<Tx>, ids: string[]): Promise<void> {
  await db.query(sql`
    SELECT 1 AS held FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`);
}

/** The same for their moments, after whatever comes between the two. */
export async function holdTimestamps({ db, workspaceId }: Scope<Tx>, ids: string[]): Promise<void> {
  await db.query(sql`
    SELECT 1 AS held FROM contact_moments WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[])
    ORDER BY contact_id FOR UPDATE`);
}

/** Puts the kept contact on the static lists of the others, with the time of the first of them. They leave their lists afterwards. */
export async function joinTheirLists({ db, workspaceId }: Scope<Tx>, keptId: string, mergedIds: string[]): Promise<void> {
  await db.query(sql`
    WITH places AS MATERIALIZED (
      SELECT list_id, min(added_at) AS added_at FROM contact_list_members
      WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${mergedIds}::uuid[]) GROUP BY list_id
    ), lists AS MATERIALIZED (
      SELECT id FROM contact_lists
      WHERE workspace_id = ${workspaceId}::uuid AND id IN (SELECT list_id FROM places) AND kind = 'static'
      ORDER BY id FOR NO KEY UPDATE
    ), joined AS (
      INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
      SELECT ${workspaceId}::uuid, lists.id, ${keptId}::uuid, places.added_at FROM lists JOIN places ON places.list_id = lists.id
      ON CONFLICT DO NOTHING
      RETURNING list_id
    )
    UPDATE contact_lists l SET member_count = l.member_count + 1 FROM joined
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = joined.list_id`);
}

/** Gives the kept contact the timelines of the others, with an entry for each of them, and notes where they are now. */
export async function takeTimelines({ db, workspaceId, now }: Ctx<Tx>, keptId: string, merged: readonly ContactRow[]): Promise<void> {
  const ids = merged.map(({ id }) => id);
  await db.query(sql`
    UPDATE contact_activities SET contact_id = ${keptId}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[])`);
  const facts = merged.map(({ id, display_name, email, phone, external_id }) =>
    JSON.stringify({ contact_id: id, display_name, email, phone, external_id }),
  );
  await db.query(sql`
    WITH theirs AS (
      SELECT max(last_activity_at) AS last_activity_at, max(updated_at) AS updated_at FROM contact_moments
      WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${ids}::uuid[])
    ), first AS (
      SELECT greatest(${now}::timestamptz, ${raw(AFTER_THE_LAST)}, theirs.updated_at + interval '1 millisecond',
        theirs.last_activity_at + interval '1 millisecond') AS moment
      FROM contact_moments t CROSS JOIN theirs WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = ${keptId}::uuid
    ), noted AS (
      UPDATE contact_moments t
      SET updated_at = first.moment + ${ids.length - 1}::int * interval '1 millisecond',
          last_activity_at = greatest(t.last_activity_at, theirs.last_activity_at)
      FROM first CROSS JOIN theirs WHERE t.workspace_id = ${workspaceId}::uuid AND t.contact_id = ${keptId}::uuid
    )
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT ${workspaceId}::uuid, ${keptId}::uuid, 'contact_merged', first.moment + (place - 1) * interval '1 millisecond', facts
    FROM first CROSS JOIN unnest(${facts}::jsonb[]) WITH ORDINALITY AS entry (facts, place) ORDER BY place`);
  await db.query(sql`
    UPDATE contact_merges SET kept_id = ${keptId}::uuid WHERE workspace_id = ${workspaceId}::uuid AND kept_id = ANY(${ids}::uuid[])`);
  await db.query(sql`
    INSERT INTO contact_merges (workspace_id, contact_id, kept_id, merged_at)
    SELECT ${workspaceId}::uuid, id, ${keptId}::uuid, ${now}::timestamptz FROM unnest(${ids}::uuid[]) AS id`);
}

/** The contact that another was merged into; undefined where it was not. */
export async function findKept({ db, workspaceId }: Scope, contactId: ContactId): Promise<string | undefined> {
  const [row] = await db.query<{ keptId: string }>(sql`
    SELECT kept_id::text AS "keptId" FROM contact_merges WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ${contactId}::uuid`);
  return row?.keptId;
}
