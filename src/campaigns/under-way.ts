import { type Db, sql } from '../platform/db.ts';

export async function countUnderWay(db: Pick<Db, 'query'>): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM blasts WHERE status IN ('sending', 'scheduled'))::int
      + (SELECT count(*) FROM flows WHERE status = 'active')::int AS count`);
  return (rows as [{ count: number }])[0].count;
}

/**
 * Ends all blasts that `countUnderWay` counts as failed, and pauses all flows: for a copy of the service that must not send. The copy may
 * be one of an older version.
 */
export async function stopUnderWay(db: Pick<Db, 'query'>, reason: string, now: Date): Promise<void> {
  await db.query(sql`
    WITH ended AS (
      UPDATE blasts SET status = 'failed', error = ${reason}::text, updated_at = ${now}::timestamptz
      WHERE status IN ('sending', 'scheduled')
    )
    UPDATE dispatches SET state = 'paused' WHERE state = 'open'`);
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
