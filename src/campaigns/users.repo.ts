import { sql } from '../platform/db.ts';
import type { FindUsers, UsedBy, Users } from '../workspaces/references.ts';

const MOST_SHOWN = 20;

const LIVE_BLASTS = ['scheduled', 'sending', 'paused'];
/** A blast that is sent, cancelled or archived never looks at its list or email again. */
const UNFINISHED_BLASTS = ['draft', 'failed', ...LIVE_BLASTS];
const USABLE_FLOWS = ['draft', 'active', 'paused'];

interface Row extends UsedBy {
  thing: number;
  total: number;
}

/**
 * Reads the register of references. A reference in a list's rules counts for the list and for the blasts that go to it; a private list is
 * shown as its blast.
 */
export const findUsers: FindUsers = async ({ db, workspaceId }, things, { live = false } = {}) => {
  if (things.length === 0) return [];
  const keys = things.flatMap((thing, place) => thing.map((key) => ({ key, place })));
  const ids = (kind: string) => keys.map(({ key }) => (key.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : null));
  const rows = await db.query<Row>(sql`
    WITH thing AS MATERIALIZED (
      SELECT * FROM unnest(${keys.map(({ place }) => place)}::int[], ${keys.map(({ key }) => key)}::text[], ${ids('list')}::uuid[], ${ids('email')}::uuid[],
        ${ids('topic')}::uuid[])
        AS t (place, key, list_id, email_id, topic_id)
    ), list_user AS (
      SELECT DISTINCT t.place, l.id, l.name, l.owner_campaign_id
      FROM contact_lists l CROSS JOIN unnest(l.uses) AS u (key) JOIN thing t USING (key)
      WHERE l.workspace_id = ${workspaceId}::uuid
    ), blast_user AS (
      SELECT t.place, b.id FROM thing t JOIN blasts b ON b.workspace_id = ${workspaceId}::uuid AND b.audience_list_id = t.list_id
      UNION SELECT t.place, b.blast_id FROM thing t JOIN blast_lists b ON b.workspace_id = ${workspaceId}::uuid AND b.list_id = t.list_id
      UNION SELECT t.place, b.id FROM thing t JOIN blasts b ON b.workspace_id = ${workspaceId}::uuid AND b.email_id = t.email_id
      UNION SELECT t.place, b.id FROM thing t JOIN blasts b ON b.workspace_id = ${workspaceId}::uuid AND b.topic_id = t.topic_id
      UNION SELECT l.place, b.id FROM list_user l JOIN blasts b ON b.workspace_id = ${workspaceId}::uuid AND b.audience_list_id = l.id
      UNION SELECT l.place, b.blast_id FROM list_user l JOIN blast_lists b ON b.workspace_id = ${workspaceId}::uuid AND b.list_id = l.id
    ), found AS (
      SELECT u.place, 'email_blast' AS type, b.id, b.name, b.status, b.status = ANY(${LIVE_BLASTS}::text[]) AS live
      FROM blast_user u JOIN blasts b ON b.workspace_id = ${workspaceId}::uuid AND b.id = u.id
      WHERE b.status = ANY(${UNFINISHED_BLASTS}::text[])
      UNION
      SELECT t.place, 'email_flow', f.id, f.name, f.status, f.status = 'active'
      FROM flows f CROSS JOIN unnest(f.uses) AS u (key) JOIN thing t USING (key)
      WHERE f.workspace_id = ${workspaceId}::uuid AND f.status = ANY(${USABLE_FLOWS}::text[])
      UNION
      SELECT l.place, 'contact_list', l.id, l.name, NULL, false FROM list_user l WHERE l.owner_campaign_id IS NULL
    ), ranked AS (
      SELECT *, count(*) OVER (PARTITION BY place) AS total,
             row_number() OVER (PARTITION BY place ORDER BY live DESC, type, lower(name), id) AS rank
      FROM found WHERE live OR NOT ${live}::boolean
    )
    SELECT place AS thing, total::int, type, id::text, name, status FROM ranked WHERE rank <= ${MOST_SHOWN}::int ORDER BY place, rank`);
  const users = things.map((): Users => ({ users: [], count: 0 }));
  for (const { thing, total, type, id, name, status } of rows) {
    const of = users[thing] as Users;
    of.users.push({ type, id, name, status });
    of.count = total;
  }
  return users;
};
