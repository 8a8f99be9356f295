import { FIRST_ID } from '../../platform/chunks.ts';
import { type Scope, sql, type Tx } from '../../platform/db.ts';
import type { Retained } from '../../workspaces/retention.ts';

/** The entries by which a person has left or come back: they decide who may subscribe the contact again. */
const ABOUT_SUBSCRIPTION = sql`(a.type = 'email_unsubscribed' OR (a.type = 'contact_updated' AND a.metadata -> 'fields' ? 'unsubscribed'))`;

/** Entries of timelines, one type after the other: each is a range of the index on types. */
export const keptActivities: Retained = {
  name: 'activity-retention',
  days: 'activity_days',
  async purge(tx, { before, cursor, most }) {
    const { db, workspaceId } = tx;
    const [type = await typeAfter(tx, ''), at = '-infinity', contactId = FIRST_ID] = cursor?.split(' ') ?? [];
    if (type === undefined) return null;
    const [part] = await db.query<{ count: number; last: string | null }>(sql`
      WITH old AS MATERIALIZED (
        SELECT a.ctid AS place, a.occurred_at, a.contact_id, ${ABOUT_SUBSCRIPTION} AS stays FROM contact_activities a
        WHERE a.workspace_id = ${workspaceId}::uuid AND a.type = ${type}::text AND a.occurred_at < ${before}::timestamptz
          AND (a.occurred_at, a.contact_id) > (${at}::timestamptz, ${contactId}::uuid)
        ORDER BY a.occurred_at, a.contact_id LIMIT ${most}::int
      ), gone AS (
        DELETE FROM contact_activities WHERE ctid = ANY(ARRAY(SELECT place FROM old WHERE NOT stays))
      )
      SELECT (SELECT count(*)::int FROM old) AS count, (
        SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || contact_id FROM old
        ORDER BY occurred_at DESC, contact_id DESC LIMIT 1) AS last`);
    if (part && part.count === most) return `${type} ${part.last}`;
    return (await typeAfter(tx, type)) ?? null;
  },
};

async function typeAfter({ db, workspaceId }: Scope<Tx>, type: string): Promise<string | undefined> {
  const [next] = await db.query<{ type: string }>(sql`
    SELECT type FROM contact_activities WHERE workspace_id = ${workspaceId}::uuid AND type > ${type}::text ORDER BY type LIMIT 1`);
  return next?.type;
}
