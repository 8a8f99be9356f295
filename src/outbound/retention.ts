import type { Sweep } from '../jobs/jobs.ts';
import { type Clock, later } from '../platform/clock.ts';
import { type Ctx, type Db, raw, type Scope, sql } from '../platform/db.ts';
import { lowestId } from '../platform/ids.ts';
import { AT_ONCE, KEPT_MS, partitionsOf, weekNamed } from './partitions.ts';

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

/** Deletes events of workspaces that keep them for a shorter time than their partitions stay. */
export const retentionSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'event-retention',
  everySeconds: 3_600,
  run: async (stopping) => {
    const workspaces = await db.query<{ workspaceId: string; days: number }>(sql`
      SELECT id::text AS "workspaceId", event_days AS days FROM workspaces WHERE event_days < ${KEPT_MS / DAY_MS}::int`);
    if (workspaces.length === 0) return;
    const names = [...(await partitionsOf(db, 'events'))];
    for (const { workspaceId, days } of workspaces) {
      const before = later(clock, -days * DAY_MS).getTime();
      for (const name of names) if ((weekNamed(name) ?? 0) < before) await deleteOldest({ db, workspaceId }, { name, before }, stopping);
    }
  },
});

/** In the order of the feed, and no further than there is anything to delete: what is kept is not read each time. */
async function deleteOldest({ db, workspaceId }: Scope, { name, before }: { name: string; before: number }, stopping: AbortSignal) {
  for (let deleted = AT_ONCE; deleted === AT_ONCE && !stopping.aborted; ) {
    const [gone] = await db.query<{ count: number }>(sql`
      WITH old AS MATERIALIZED (
        SELECT ctid FROM (
          SELECT ctid, id FROM ${raw(name)} WHERE workspace_id = ${workspaceId}::uuid ORDER BY position, id LIMIT ${AT_ONCE}::int
        ) AS oldest WHERE id < ${lowestId(before)}::uuid
      ), gone AS (
        DELETE FROM ${raw(name)} WHERE ctid = ANY(ARRAY(SELECT ctid FROM old)) RETURNING 1
      )
      SELECT count(*)::int AS count FROM gone`);
    deleted = gone?.count ?? 0;
  }
}
