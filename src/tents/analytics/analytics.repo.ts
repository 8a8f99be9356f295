import { type Db, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';

export interface Figures {
  views: number;
  uniqueVisitors: number;
  submissions: number;
}

export interface DayRow extends Figures {
  day: string;
}

/** ISO dates, both included. */
export interface Range {
  from: string;
  to: string;
}

export async function dayAt({ db, workspaceId }: Scope, moment: Date): Promise<string> {
  const [row] = await db.query<{ day: string }>(sql`
    SELECT ((${moment}::timestamptz AT TIME ZONE timezone)::date)::text AS day FROM workspaces WHERE id = ${workspaceId}::uuid`);
  return (row as { day: string }).day;
}

export async function isTent({ db, workspaceId }: Scope, tentId: TentId): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 AS known FROM documents WHERE workspace_id = ${workspaceId}::uuid AND id = ${tentId}::uuid AND kind = 'tent'`);
  return rows.length > 0;
}

/** Also the days without any views. */
const daysOf = (db: Db, { from, to }: Range, rows: Sql): Promise<DayRow[]> =>
  db.query<DayRow>(sql`
    SELECT day::date::text, coalesce(f.views, 0) AS views, coalesce(f.unique_visitors, 0) AS "uniqueVisitors",
      coalesce(f.submissions, 0) AS submissions
    FROM generate_series(${from}::date::timestamp, ${to}::date::timestamp, '1 day') AS day
    LEFT JOIN (${rows} AND day BETWEEN ${from}::date AND ${to}::date) AS f USING (day)
    ORDER BY day`);

export const daysOfTent = ({ db, workspaceId }: Scope, tentId: TentId, range: Range): Promise<DayRow[]> =>
  daysOf(db, range, sql`SELECT * FROM tent_days WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid`);

export const daysOfWorkspace = ({ db, workspaceId }: Scope, range: Range): Promise<DayRow[]> =>
  daysOf(db, range, sql`SELECT * FROM workspace_days WHERE workspace_id = ${workspaceId}::uuid`);

export interface ReferrerRow {
  /** Empty for views without a referrer. */
  referrer: string;
  views: number;
}

export const referrersOf = ({ db, workspaceId }: Scope, tentId: TentId, { from, to }: Range, limit: number): Promise<ReferrerRow[]> =>
  db.query<ReferrerRow>(sql`
    SELECT referrer, sum(views)::float8 AS views FROM tent_referrers
    WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
    GROUP BY referrer ORDER BY views DESC, referrer LIMIT ${limit}::int`);

export interface TentRow extends Figures {
  tentId: TentId;
  name: string;
}

/** The most viewed first. */
export const tentsOf = ({ db, workspaceId }: Scope, { from, to }: Range, limit: number): Promise<TentRow[]> =>
  db.query<TentRow>(sql`
    SELECT f.tent_id::text AS "tentId", d.name, f.views, f."uniqueVisitors", f.submissions
    FROM (
      SELECT tent_id, sum(views)::float8 AS views, sum(unique_visitors)::float8 AS "uniqueVisitors", sum(submissions)::float8 AS submissions
      FROM tent_days WHERE workspace_id = ${workspaceId}::uuid AND day BETWEEN ${from}::date AND ${to}::date GROUP BY tent_id
    ) AS f
    JOIN documents d ON d.workspace_id = ${workspaceId}::uuid AND d.id = f.tent_id AND d.kind = 'tent'
    ORDER BY f.views DESC, f.submissions DESC, f.tent_id LIMIT ${limit}::int`);
