import type { Sweep } from '../../jobs/jobs.ts';
import { type AppendedCounts, addUp } from '../../platform/appended-counts.ts';
import { FIRST_ID } from '../../platform/chunks.ts';
import { type Db, join, raw, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import { addUpDeliveryCounts } from '../deliveries/counts.repo.ts';
import { MAIL_COUNTS, type MailCount } from '../messages/mail-counts.ts';
import { addUpAnonymous } from '../tracking/anonymous.repo.ts';

export type Interval = 'hour' | 'day' | 'week';
export type Subject = 'blast' | 'flow' | 'email' | 'topic';

export async function isZone({ db }: Scope, zone: string): Promise<boolean> {
  return (await db.query(sql`SELECT 1 AS known FROM pg_timezone_names WHERE name = ${zone}::text`)).length > 0;
}

/** The day of a time in the zone, as an ISO date. */
export async function dayIn({ db }: Scope, at: Date, zone: string): Promise<string> {
  const [row] = await db.query<{ day: string }>(sql`SELECT ((${at}::timestamptz AT TIME ZONE ${zone}::text)::date)::text AS day`);
  return (row as { day: string }).day;
}

const SUBJECTS: Record<Subject, Sql> = {
  blast: sql`blasts s WHERE true`,
  flow: sql`flows s WHERE s.status <> 'deleted'`,
  email: sql`documents s WHERE s.kind = 'email'`,
  topic: sql`topics s WHERE s.deleted_at IS NULL`,
};

export async function hasSubject({ db, workspaceId }: Scope, subject: Subject, id: string): Promise<boolean> {
  const found = await db.query(
    sql`SELECT 1 AS found FROM ${SUBJECTS[subject]} AND s.workspace_id = ${workspaceId}::uuid AND s.id = ${id}::uuid`,
  );
  return found.length > 0;
}

export type Figures = Record<MailCount, number>;

export interface SeriesQuery {
  /** ISO dates of the zone, both included. */
  from: string;
  to: string;
  interval: Interval;
  zone: string;
  /** Undefined: the workspace. */
  subjectId?: string | undefined;
}

const startOf = (zone: string, day: string): Sql => sql`(${day}::date::timestamp AT TIME ZONE ${zone}::text)`;

/** Local days, and their weeks, have no fixed length. An hour that comes twice has two points. */
function startsOf({ from, to, interval, zone }: SeriesQuery): Sql {
  if (interval === 'hour')
    return sql`SELECT DISTINCT date_trunc('hour', part, ${zone}::text) AS at FROM generate_series(
      ${startOf(zone, from)}, (${to}::date + 1)::timestamp AT TIME ZONE ${zone}::text - interval '15 minutes', '15 minutes') AS part`;
  const [first, step] = interval === 'day' ? [sql`${from}::date`, '1 day'] : [sql`date_trunc('week', ${from}::date::timestamp)`, '7 days'];
  return sql`SELECT day AT TIME ZONE ${zone}::text AS at FROM generate_series(${first}::timestamp, ${to}::date::timestamp, ${step}::interval) AS day`;
}

/**
 * A point for each part of the time, also where nothing happened. It reads the quarter hours of one subject by the primary key: at most
 * 70,000 rows, however much mail there is.
 */
export const seriesOf = ({ db, workspaceId }: Scope, query: SeriesQuery): Promise<(Figures & { at: Date })[]> =>
  db.query(sql`
    WITH start AS MATERIALIZED (
      SELECT array_agg(at ORDER BY at) AS at FROM (${startsOf(query)}) AS starts
    ), figures AS (
      SELECT width_bucket(c.at, (SELECT at FROM start)) AS place, ${join(MAIL_COUNTS.map((kind) => raw(`sum(c.${kind})::int AS ${kind}`)))}
      FROM mail_counts c
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.subject_id = ${query.subjectId ?? FIRST_ID}::uuid
        AND c.at >= ${startOf(query.zone, query.from)} AND c.at < (${query.to}::date + 1)::timestamp AT TIME ZONE ${query.zone}::text
      GROUP BY 1
    )
    SELECT point.at, ${join(MAIL_COUNTS.map((kind) => raw(`coalesce(f.${kind}, 0) AS ${kind}`)))}
    FROM start CROSS JOIN unnest(start.at) WITH ORDINALITY AS point (at, place) LEFT JOIN figures f USING (place)
    ORDER BY point.place`);

/** With the blast or the flow. The counts of the workspace, the email and the topic stay. */
export async function deleteCounts({ db, workspaceId }: Scope<Tx>, subjectId: string): Promise<void> {
  await db.query(sql`DELETE FROM mail_counts WHERE workspace_id = ${workspaceId}::uuid AND subject_id = ${subjectId}::uuid`);
}

const MAIL_COUNT_ROWS: AppendedCounts = { table: 'mail_counts', key: ['workspace_id', 'subject_id', 'at'], counts: MAIL_COUNTS };

export const addUpCounts = (db: Db): Promise<void> => addUp(db, MAIL_COUNT_ROWS);

export const mailCountSweep = (db: Db): Sweep => ({
  name: 'mail-counts',
  everySeconds: 10,
  run: async () => {
    await addUpCounts(db);
    await addUpAnonymous(db);
    await addUpDeliveryCounts(db);
  },
});
