import { type Ctx, raw, type Scope, sql, type Tx } from '../platform/db.ts';
import { lowestId } from '../platform/ids.ts';
import type { Retained } from '../workspaces/retention.ts';
import { KEPT_MS, partitionsOf, weekNamed } from './partitions.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** For so long the workspace keeps its events. */
export async function keptMs({ db, workspaceId }: Scope): Promise<number> {
  const [row] = await db.query<{ days: number }>({
    name: 'kept_event_days',
    text: 'SELECT event_days AS days FROM workspaces WHERE id = $1::uuid',
    values: [workspaceId],
  });
  return row ? row.days * DAY_MS : KEPT_MS;
}

/** The lowest id of the events that the workspace still shows. */
export const lowestKept = async (ctx: Ctx): Promise<string> => lowestId(ctx.now.getTime() - (await keptMs(ctx)));

/** Events of workspaces that keep them for a shorter time than their partitions stay. */
export const keptEvents: Retained = {
  name: 'event-retention',
  days: 'event_days',
  where: sql`AND event_days < ${KEPT_MS / DAY_MS}::int`,
  async purge(tx, { before, most }) {
    const names = [...(await partitionsOf(tx.db, 'events'))].filter((name) => (weekNamed(name) ?? 0) < before.getTime());
    for (const name of names) {
      const deleted = await deleteOldest(tx, { name, before: before.getTime(), most });
      if (deleted > 0) return name;
    }
    return null;
  },
};

/** In the order of the feed, and no further than there is anything to delete: what is kept is not read each time. */
async function deleteOldest(
  { db, workspaceId }: Scope<Tx>,
  { name, before, most }: { name: string; before: number; most: number },
): Promise<number> {
  const [gone] = await db.query<{ count: number }>(sql`
    WITH old AS MATERIALIZED (
      SELECT ctid FROM (
        SELECT ctid, id FROM ${raw(name)} WHERE workspace_id = ${workspaceId}::uuid ORDER BY position, id LIMIT ${most}::int
      ) AS oldest WHERE id < ${lowestId(before)}::uuid
    ), gone AS (
      DELETE FROM ${raw(name)} WHERE ctid = ANY(ARRAY(SELECT ctid FROM old)) RETURNING 1
    )
    SELECT count(*)::int AS count FROM gone`);
  return gone?.count ?? 0;
}
