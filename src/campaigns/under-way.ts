import { type Db, sql } from '../platform/db.ts';
import { failUnderWay } from './blasts/blast-origin.ts';
import { failMessages } from './transactional/transactional-origin.ts';

/** How many blasts are being sent or go out at their time, and how many flows are active, in all workspaces. */
export async function countUnderWay(db: Pick<Db, 'query'>): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM blasts WHERE status IN ('sending', 'scheduled'))::int
      + (SELECT count(*) FROM flows WHERE status = 'active')::int AS count`);
  return (rows as [{ count: number }])[0].count;
}

/**
 * Ends all blasts that `countUnderWay` counts, and all messages that wait, as failed, with the reason, and pauses all flows: of a copy of the service, say, that must not
 * send. The copy may be one that an older version has made.
 */
export async function stopUnderWay(db: Pick<Db, 'query'>, reason: string, now: Date): Promise<void> {
  await failUnderWay(db, reason, now);
  await failMessages(db, reason, now);
  const [known] = await db.query<{ flows: boolean }>(sql`SELECT to_regclass('flow_runs') IS NOT NULL AS flows`);
  if (!known?.flows) return;
  await db.query(sql`
    WITH paused AS (
      UPDATE flows SET status = 'paused', updated_at = ${now}::timestamptz WHERE status = 'active'
    ), unheard AS (
      DELETE FROM flow_triggers
    )
    UPDATE flow_runs SET state = 'frozen' WHERE state = 'open'`);
}
