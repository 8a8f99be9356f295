import type { Sweep } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, raw, type Statement, sql } from '../platform/db.ts';
import { lowestId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const WEEK_MS = 7 * DAY_MS;
/** Weeks that are made ahead, the next one first. */
const AHEAD = 3;
/** Rows of a partition that one statement deletes. */
export const AT_ONCE = 50_000;

/** Events and deliveries are kept for so long, if the workspace does not keep its events for less. */
export const KEPT_MS = 30 * DAY_MS;

interface Table {
  name: string;
  keptMs: number;
  /** How old a new row may be: these weeks need partitions too. */
  backMs: number;
}

/** Tables that are partitioned by the time in their ids. */
const TABLES: readonly Table[] = [
  { name: 'events', keptMs: KEPT_MS, backMs: 0 },
  { name: 'webhook_deliveries', keptMs: KEPT_MS, backMs: 0 },
  { name: 'custom_events', keptMs: 180 * DAY_MS, backMs: 30 * DAY_MS },
];

/** Weeks begin with the Monday of 5 January 1970. */
const weekOf = (moment: number): number => Math.floor((moment - 4 * DAY_MS) / WEEK_MS) * WEEK_MS + 4 * DAY_MS;
const nameOf = (table: string, week: number): string => `${table}_w${new Date(week).toISOString().slice(0, 10).replaceAll('-', '')}`;
export const weekNamed = (name: string): number | undefined => {
  const [, year, month, day] = /_w(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
};

/**
 * Makes partitions ahead and drops those that are over. No statement waits long for a table: what does not succeed now is tried again
 * with the next sweep. Rows without a week of their own are deleted when their time is over.
 */
export const partitionSweep = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Sweep => ({
  name: 'event-partitions',
  everySeconds: 3_600,
  run: async (stopping) => {
    const now = clock.now().getTime();
    for (const { name: table, keptMs, backMs } of TABLES) {
      const names = await partitionsOf(db, table);
      const missing = weeksFrom(now - backMs, now).filter((week) => !names.has(nameOf(table, week)));
      const over = [...names].filter((name) => (weekNamed(name) ?? Number.POSITIVE_INFINITY) + WEEK_MS <= now - keptMs);
      for (const week of missing) await attempt(log, () => make(db, table, week, now));
      for (const name of over) await attempt(log, () => drop(db, name));
      await deleteOld(db, { table, before: now - keptMs }, stopping);
    }
  },
});

function weeksFrom(from: number, now: number): number[] {
  const first = weekOf(from);
  const length = (weekOf(now) - first) / WEEK_MS + AHEAD + 1;
  return Array.from({ length }, (_value, index) => first + index * WEEK_MS);
}

export async function partitionsOf(db: Pick<Db, 'query'>, table: string): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(sql`
    SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(${table}::text)`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Makes partitions for all rows that a backup of this time can hold, so that they are dropped when their time is over, and rules read as few
 * of them. For a database without rows, in a transaction; tables that its version does not have are passed over.
 */
export async function makePartitions(db: Pick<Db, 'query'>, at: Date): Promise<void> {
  for (const { name: table, keptMs } of TABLES) {
    const names = await partitionsOf(db, table);
    if (names.size === 0) continue;
    const weeks = weeksFrom(at.getTime() - keptMs, at.getTime()).filter((week) => !names.has(nameOf(table, week)));
    for (const week of weeks) for (const statement of making(table, week)) await db.query(statement);
  }
}

function making(table: string, week: number): Statement[] {
  const name = raw(nameOf(table, week));
  return [
    sql`CREATE TABLE IF NOT EXISTS ${name} (LIKE ${raw(table)} INCLUDING ALL)`,
    sql`ALTER TABLE ${raw(table)} ATTACH PARTITION ${name}
      FOR VALUES FROM (${raw(`'${lowestId(week)}'`)}) TO (${raw(`'${lowestId(week + WEEK_MS)}'`)})`,
  ];
}

async function make(db: Db, table: string, week: number, now: number): Promise<void> {
  const rest = raw(`${table}_rest`);
  await db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL lock_timeout = '300ms'`);
    // This week's rows may lie in the rest already, and stay there.
    if (week <= now && (await tx.query(sql`SELECT 1 AS found FROM ${rest} LIMIT 1`)).length > 0) return;
    for (const statement of making(table, week)) await tx.query(statement);
  });
}

const drop = (db: Db, name: string): Promise<unknown> =>
  db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL lock_timeout = '300ms'`);
    return tx.query(sql`DROP TABLE IF EXISTS ${raw(name)}`);
  });

/** Another process may be at the same, or the table in use. */
async function attempt(log: Log, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, 'a partition could not be made or dropped; the next sweep tries again');
  }
}

async function deleteOld(db: Db, { table, before }: { table: string; before: number }, stopping: AbortSignal): Promise<void> {
  const rest = raw(`${table}_rest`);
  for (let deleted = AT_ONCE; deleted === AT_ONCE && !stopping.aborted; ) {
    const rows = await db.query<{ count: number }>(sql`
      WITH old AS MATERIALIZED (SELECT ctid FROM ${rest} WHERE id < ${lowestId(before)}::uuid LIMIT ${AT_ONCE}::int), gone AS (
        DELETE FROM ${rest} WHERE ctid = ANY(ARRAY(SELECT ctid FROM old)) RETURNING 1
      )
      SELECT count(*)::int AS count FROM gone`);
    deleted = rows[0]?.count ?? 0;
  }
}
