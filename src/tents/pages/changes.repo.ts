import { type Db, empty, sql } from '../../platform/db.ts';

export interface Change {
  workspaceId: string;
  /** Null: all of the workspace. */
  path: string | null;
}

export interface News {
  changes: Change[];
  /** What the database could see when these were read, to ask for what comes after. */
  snapshot: string;
  /** By the database's clock, in seconds. */
  at: number;
}

/**
 * Changes that could not be seen yet in an earlier snapshot: transactions end in another order than they begin, so that neither
 * numbers nor times tell what is new. Without a snapshot all that are kept.
 */
export async function readChanges(db: Db, since: string | undefined): Promise<News> {
  const [news] = await db.query<News>(sql`
    SELECT pg_current_snapshot()::text AS snapshot, extract(epoch FROM now())::float8 AS at, coalesce((
      SELECT json_agg(json_build_object('workspaceId', workspace_id, 'path', path)) FROM (
        SELECT DISTINCT workspace_id, path FROM page_changes
        ${
          since
            ? sql`WHERE changed_in >= pg_snapshot_xmin(${since}::pg_snapshot) AND NOT pg_visible_in_snapshot(changed_in, ${since}::pg_snapshot)`
            : empty
        }) changes), '[]') AS changes`);
  return news as News;
}

/**
 * Takes changes away that were there to be read for a while. Not by when they were made: a long transaction shows its changes late,
 * and then they are old already. So they are marked when they are first seen here, and go that long after it.
 */
export async function forgetChanges(db: Db, keptSeconds: number): Promise<void> {
  await db.query(sql`DELETE FROM page_changes WHERE seen_at < now() - make_interval(secs => ${keptSeconds}::float8)`);
  await db.query(sql`UPDATE page_changes SET seen_at = now() WHERE seen_at IS NULL`);
}
