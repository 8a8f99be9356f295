import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Db, raw, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { TentId, WorkspaceId } from '../../platform/ids.ts';

export interface TentDay {
  workspaceId: WorkspaceId;
  tentId: TentId;
  day: string;
}

export interface Seen extends TentDay {
  views: number;
  /** Hashes, in hexadecimal digits of 16 bytes. */
  visitors: string[];
  /** By the host that the views came from; empty for none. */
  referrers: ReadonlyMap<string, number>;
}

/** Salts the hashes of a day's visitors. */
export interface Salt {
  day: string;
  salt: string;
}

/** Anyone can make up names of sites, so a day of a tent counts this many. */
export const MOST_REFERRERS = 500;

/** Makes missing salts. In the order of the moments; undefined for an unknown workspace. */
export async function saltsOf(db: Db, moments: { workspaceId: WorkspaceId; moment: Date }[]): Promise<(Salt | undefined)[]> {
  const wanted = sql`
    unnest(${moments.map(({ workspaceId }) => workspaceId)}::uuid[], ${moments.map(({ moment }) => moment)}::timestamptz[])
      WITH ORDINALITY AS wanted (workspace_id, moment, place)
    JOIN workspaces w ON w.id = wanted.workspace_id`;
  const day = raw('(wanted.moment AT TIME ZONE w.timezone)::date');
  // Two statements, because the first does not see rows that another process has just made.
  await db.query(sql`
    INSERT INTO visitor_salts (workspace_id, day) SELECT DISTINCT w.id, ${day} FROM ${wanted} ORDER BY 1, 2 ON CONFLICT DO NOTHING`);
  const rows = await db.query<Salt & { place: number }>(sql`
    SELECT wanted.place::int, s.day::text, s.salt::text FROM ${wanted} JOIN visitor_salts s ON s.workspace_id = w.id AND s.day = ${day}`);
  const salts: (Salt | undefined)[] = moments.map(() => undefined);
  for (const { place, day, salt } of rows) salts[place - 1] = { day, salt };
  return salts;
}

/**
 * Locks rows in one order: visitors and days of tents, referrers, then the workspaces', each sorted. A tent that was deleted gets no
 * figures.
 */
export async function writeViews(db: Db, seen: Seen[]): Promise<void> {
  const visitors = seen.flatMap(({ visitors, ...of }) => visitors.map((visitor) => ({ ...of, visitor })));
  const referrers = seen.flatMap(({ referrers, ...of }) => [...referrers].map(([referrer, views]) => ({ ...of, referrer, views })));
  await db.query({
    name: 'write_views',
    text: WRITE_VIEWS,
    values: [
      ...columnsOf(seen),
      seen.map(({ views }) => views),
      ...columnsOf(visitors),
      visitors.map(({ visitor }) => visitor),
      ...columnsOf(referrers),
      referrers.map(({ referrer }) => referrer),
      referrers.map(({ views }) => views),
    ],
  });
}

/** Of a tent that the caller holds and is about to delete: so no views come meanwhile. */
export async function deleteFigures({ db, workspaceId }: Scope<Tx>, tentId: TentId): Promise<void> {
  const ofTent = sql`workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid`;
  // The key has the day before the tent.
  await db.query(sql`
    DELETE FROM tent_visitors WHERE ${ofTent} AND day IN (SELECT day FROM visitor_salts WHERE workspace_id = ${workspaceId}::uuid)`);
  await db.query(sql`DELETE FROM tent_days WHERE ${ofTent}`);
  await db.query(sql`DELETE FROM tent_referrers WHERE ${ofTent}`);
}

const columnsOf = (rows: TentDay[]) => [
  rows.map(({ workspaceId }) => workspaceId),
  rows.map(({ tentId }) => tentId),
  rows.map(({ day }) => day),
];

const WRITE_VIEWS = `
  WITH seen AS MATERIALIZED (
    SELECT s.* FROM unnest($1::uuid[], $2::uuid[], $3::date[], $4::int[]) AS s (workspace_id, tent_id, day, views)
    JOIN documents d ON d.workspace_id = s.workspace_id AND d.id = s.tent_id AND d.kind = 'tent'
  ), visitor AS MATERIALIZED (
    SELECT v.* FROM unnest($5::uuid[], $6::uuid[], $7::date[], $8::uuid[]) AS v (workspace_id, tent_id, day, visitor)
    JOIN seen USING (workspace_id, tent_id, day)
  ), new_to_tent AS (
    INSERT INTO tent_visitors (workspace_id, day, tent_id, visitor)
    SELECT DISTINCT workspace_id, day, tent_id, visitor FROM visitor ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING RETURNING workspace_id, tent_id, day
  ), tent AS (
    INSERT INTO tent_days AS t (workspace_id, tent_id, day, views, unique_visitors)
    SELECT s.workspace_id, s.tent_id, s.day, s.views, coalesce(n.visitors, 0)
    FROM seen s
    LEFT JOIN (SELECT workspace_id, tent_id, day, count(*)::int AS visitors FROM new_to_tent GROUP BY 1, 2, 3) AS n
      USING (workspace_id, tent_id, day)
    ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, tent_id, day)
    DO UPDATE SET views = t.views + excluded.views, unique_visitors = t.unique_visitors + excluded.unique_visitors
    RETURNING 1
  ), origin AS (
    SELECT o.*, k.referrer IS NOT NULL AS known,
      row_number() OVER (PARTITION BY workspace_id, tent_id, day, k.referrer IS NULL ORDER BY o.views DESC, referrer) AS place
    FROM unnest($9::uuid[], $10::uuid[], $11::date[], $12::text[], $13::int[]) AS o (workspace_id, tent_id, day, referrer, views)
    JOIN seen USING (workspace_id, tent_id, day)
    LEFT JOIN tent_referrers k USING (workspace_id, tent_id, day, referrer)
  ), room AS (
    SELECT n.workspace_id, n.tent_id, n.day, ${MOST_REFERRERS} - (
      SELECT count(*) FROM tent_referrers k WHERE k.workspace_id = n.workspace_id AND k.tent_id = n.tent_id AND k.day = n.day
    ) AS places
    FROM (SELECT DISTINCT workspace_id, tent_id, day FROM origin WHERE NOT known) AS n
  ), referred AS (
    INSERT INTO tent_referrers AS r (workspace_id, tent_id, day, referrer, views)
    SELECT o.workspace_id, o.tent_id, o.day, o.referrer, o.views
    FROM origin o LEFT JOIN room USING (workspace_id, tent_id, day)
    WHERE (o.known OR o.referrer = '' OR o.place <= room.places) AND (SELECT count(*) FROM tent) >= 0
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (workspace_id, tent_id, day, referrer) DO UPDATE SET views = r.views + excluded.views
    RETURNING 1
  ), new_to_workspace AS (
    INSERT INTO workspace_visitors (workspace_id, day, visitor)
    SELECT DISTINCT workspace_id, day, visitor FROM visitor WHERE (SELECT count(*) FROM referred) >= 0 ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING RETURNING workspace_id, day
  )
  INSERT INTO workspace_days AS w (workspace_id, day, views, unique_visitors)
  SELECT s.workspace_id, s.day, s.views, coalesce(n.visitors, 0)
  FROM (SELECT workspace_id, day, sum(views)::int AS views FROM seen GROUP BY 1, 2) AS s
  LEFT JOIN (SELECT workspace_id, day, count(*)::int AS visitors FROM new_to_workspace GROUP BY 1, 2) AS n USING (workspace_id, day)
  ORDER BY 1, 2
  ON CONFLICT (workspace_id, day)
  DO UPDATE SET views = w.views + excluded.views, unique_visitors = w.unique_visitors + excluded.unique_visitors`;

/** Call it last in the transaction that takes the forms, because others wait for the same rows. */
export async function countSubmissions({ db, workspaceId, now }: Ctx<Tx>, sent: ReadonlyMap<string, number>): Promise<void> {
  if (sent.size === 0) return;
  await db.query(sql`
    WITH today AS (
      SELECT (${now}::timestamptz AT TIME ZONE timezone)::date AS day FROM workspaces WHERE id = ${workspaceId}::uuid
    ), tent AS (
      INSERT INTO tent_days AS t (workspace_id, tent_id, day, submissions)
      SELECT ${workspaceId}::uuid, sent.tent_id, today.day, sent.submissions
      FROM today, unnest(${[...sent.keys()]}::uuid[], ${[...sent.values()]}::int[]) AS sent (tent_id, submissions)
      ORDER BY sent.tent_id
      ON CONFLICT (workspace_id, tent_id, day) DO UPDATE SET submissions = t.submissions + excluded.submissions
      RETURNING submissions
    )
    INSERT INTO workspace_days AS w (workspace_id, day, submissions)
    SELECT ${workspaceId}::uuid, today.day, ${[...sent.values()].reduce((sum, count) => sum + count, 0)}::int
    FROM today WHERE (SELECT count(*) FROM tent) >= 0
    ON CONFLICT (workspace_id, day) DO UPDATE SET submissions = w.submissions + excluded.submissions`);
}

/**
 * Deletes hashes first, then the salts whose hashes are all gone. A day lasts `graceSeconds` longer, for views that are still on their way.
 * @returns how many rows were deleted; fewer than `limit` when nothing is left
 */
async function forgetVisitors(db: Db, now: Date, graceSeconds: number, limit: number): Promise<number> {
  const over = raw('(SELECT s.workspace_id, s.day FROM visitor_salts s JOIN workspaces w ON w.id = s.workspace_id WHERE s.day <');
  const today = sql`((${now}::timestamptz - ${graceSeconds}::int * interval '1 second') AT TIME ZONE w.timezone)::date)`;
  const [row] = await db.query<{ deleted: number }>(sql`
    WITH over AS MATERIALIZED ${over} ${today}, tents AS (
      DELETE FROM tent_visitors WHERE (workspace_id, day, tent_id, visitor) IN (
        SELECT v.workspace_id, v.day, v.tent_id, v.visitor FROM over JOIN tent_visitors v USING (workspace_id, day) LIMIT ${limit}::int)
      RETURNING 1
    ), workspaces AS (
      DELETE FROM workspace_visitors WHERE (workspace_id, day, visitor) IN (
        SELECT v.workspace_id, v.day, v.visitor FROM over JOIN workspace_visitors v USING (workspace_id, day) LIMIT ${limit}::int)
      RETURNING 1
    ), salts AS (
      DELETE FROM visitor_salts s USING over o
      WHERE s.workspace_id = o.workspace_id AND s.day = o.day
        AND NOT EXISTS (SELECT FROM tent_visitors v WHERE v.workspace_id = o.workspace_id AND v.day = o.day)
        AND NOT EXISTS (SELECT FROM workspace_visitors v WHERE v.workspace_id = o.workspace_id AND v.day = o.day)
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM tents)::int + (SELECT count(*) FROM workspaces)::int + (SELECT count(*) FROM salts)::int AS deleted`);
  return row?.deleted ?? 0;
}

/** Deletes figures that were on their way while their tent was deleted, `since` a day. */
async function forgetStrays(db: Db, since: Date): Promise<void> {
  await db.query(sql`
    WITH stray AS MATERIALIZED (
      SELECT DISTINCT f.workspace_id, f.tent_id FROM workspaces w JOIN tent_days f ON f.workspace_id = w.id AND f.day >= ${since}::date
      WHERE NOT EXISTS (SELECT FROM documents d WHERE d.workspace_id = f.workspace_id AND d.id = f.tent_id)
    ), visitors AS (
      DELETE FROM tent_visitors f USING stray s JOIN visitor_salts o USING (workspace_id)
      WHERE f.workspace_id = s.workspace_id AND f.day = o.day AND f.tent_id = s.tent_id
    ), days AS (
      DELETE FROM tent_days f USING stray s WHERE f.workspace_id = s.workspace_id AND f.tent_id = s.tent_id
    )
    DELETE FROM tent_referrers f USING stray s WHERE f.workspace_id = s.workspace_id AND f.tent_id = s.tent_id`);
}

const AT_ONCE = 10_000;
/** Views that waited for the database come late. */
const GRACE_S = 15 * 60;
const A_DAY_MS = 24 * 60 * 60 * 1_000;

export const visitorSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'visitors',
  everySeconds: 600,
  run: async (stopping) => {
    for (let deleted = 1; deleted > 0; ) {
      stopping.throwIfAborted();
      deleted = await forgetVisitors(db, clock.now(), GRACE_S, AT_ONCE);
    }
    // The day of a workspace may be a day behind the one of another.
    await forgetStrays(db, new Date(clock.now().getTime() - 2 * A_DAY_MS));
  },
});
