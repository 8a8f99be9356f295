import { type Db, empty, join, raw, type Sql, sql } from '../platform/db.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import { WORK_NAMES, type WorkName, worksIn } from './kinds.ts';
import { leaseIsOver } from './lease.ts';
import type { Ledger } from './ledger.ts';
import { isActive } from './suspension.ts';

export interface Kind {
  name: string;
  /**
   * Selects `workspace_id, id, state, since, attempts, reason` of work that is due, under way, or in trouble. `state` is `waiting`,
   * `running` or `failed`.
   */
  rows(now: Date): Sql;
  /** A condition on the workspace of a row; by default it is not suspended. @param workspaceId its column */
  mayRun?: (workspaceId: Sql) => Sql;
  /** Restarts a failed row. @returns false when there is none */
  redrive?(db: Db, id: string): Promise<boolean>;
}

export interface Standing {
  kind: string;
  waiting: number;
  /** Would wait, were its workspace not suspended or being deleted. */
  suspended: number;
  running: number;
  /** In the last day, or now. */
  failed: number;
  oldestSeconds: number;
  attempts: number;
}

export interface FailedWork {
  kind: string;
  workspaceId: WorkspaceId;
  id: string;
  at: Date;
  attempts: number;
  reason: string | null;
}

const SHOWN_HOURS = 24;

export const dayBefore = (now: Date): Date => new Date(now.getTime() - SHOWN_HOURS * 60 * 60_000);

/** Failed rows may be restarted where nothing of them is lost. */
export const ledgerKind = (name: string, ledger: Ledger, { canRepeat = false } = {}): Kind => {
  const table = raw(ledger.table);
  const own = ledger.only ? sql`AND ${ledger.only}` : empty;
  const status = (name: string) => raw(`'${name}'`);
  return {
    name,
    ...(ledger.mayRun && { mayRun: ledger.mayRun }),
    rows: (now) => sql`
      SELECT workspace_id, id, CASE WHEN ${leaseIsOver(sql`lease_until`, now)} OR claimed_by IS NULL THEN 'waiting' ELSE 'running' END,
        greatest(created_at, CASE WHEN claimed_by IS NULL THEN lease_until END), attempts, NULL::text
      FROM ${table} WHERE status IN (${status(ledger.waiting)}, ${status(ledger.running)}) ${own}
        AND (claimed_by IS NOT NULL OR ${leaseIsOver(sql`lease_until`, now)})
      UNION ALL
      SELECT workspace_id, id, 'failed', completed_at, attempts, error_message
      FROM ${table} WHERE status = 'failed' AND completed_at > ${dayBefore(now)}::timestamptz ${own}`,
    ...(canRepeat && {
      async redrive(db: Db, id: string) {
        const rows = await db.query(sql`
          UPDATE ${table} SET status = ${status(ledger.waiting)}, attempts = 0, claimed_by = NULL, lease_until = NULL, error_message = NULL,
            completed_at = NULL
          WHERE id = ${id}::uuid AND status = 'failed' ${own} RETURNING 1 AS repeated`);
        return rows.length > 0;
      },
    }),
  };
};

const rowsOf = (kinds: readonly Kind[], now: Date): Sql =>
  join(
    kinds.map(
      ({ name, rows, mayRun = isActive }) => sql`
      SELECT ${name}::text AS kind, workspace_id, id, since, attempts, reason,
        CASE WHEN state = 'waiting' AND NOT ${mayRun(sql`rows.workspace_id`)} THEN 'suspended' ELSE state END AS state
      FROM (${rows(now)}) AS rows (workspace_id, id, state, since, attempts, reason)`,
    ),
    ' UNION ALL ',
  );

/** Idle kinds are included. */
export async function readStanding(db: Db, kinds: readonly Kind[], now: Date): Promise<Standing[]> {
  const rows = await db.query<Standing>(sql`
    SELECT kind, count(*) FILTER (WHERE state = 'waiting')::int AS waiting, count(*) FILTER (WHERE state = 'suspended')::int AS suspended,
      count(*) FILTER (WHERE state = 'running')::int AS running,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      coalesce(extract(epoch FROM ${now}::timestamptz - min(since) FILTER (WHERE state = 'waiting')), 0)::float8 AS "oldestSeconds",
      coalesce(max(attempts) FILTER (WHERE state IN ('waiting', 'running')), 0)::int AS attempts
    FROM (${rowsOf(kinds, now)}) AS work GROUP BY kind`);
  const standings = new Map(rows.map((row) => [row.kind, row]));
  return kinds.map(
    ({ name }) => standings.get(name) ?? { kind: name, waiting: 0, suspended: 0, running: 0, failed: 0, oldestSeconds: 0, attempts: 0 },
  );
}

/** Failed in the last day or in trouble now, the latest first. */
export const listFailed = (db: Db, kinds: readonly Kind[], now: Date, limit = 100): Promise<FailedWork[]> =>
  db.query(sql`
    SELECT kind, workspace_id::text AS "workspaceId", id::text, since AS at, attempts, reason
    FROM (${rowsOf(kinds, now)}) AS work WHERE state = 'failed' ORDER BY since DESC, id LIMIT ${limit}::int`);

/** This process. */
interface Here {
  works: readonly WorkName[];
  databasePooled: boolean;
  now: Date;
}

export async function measureWork(db: Db, metrics: Metrics, kinds: readonly Kind[], here: Here): Promise<void> {
  for (const work of WORK_NAMES) metrics.worksOn.set({ work }, Number(here.works.includes(work)));
  for (const { kind, waiting, suspended, running, failed, oldestSeconds, attempts } of await readStanding(db, kinds, here.now)) {
    for (const [state, count] of Object.entries({ waiting, suspended, running, failed })) metrics.work.set({ kind, state }, count);
    metrics.workOldest.set({ kind }, oldestSeconds);
    metrics.workAttempts.set({ kind }, attempts);
  }
  if (here.databasePooled) return;
  for (const [work, count] of await readProcesses(db)) metrics.workProcesses.set({ work }, count);
}

/** How many connected processes work on each kind. Behind a pooler it is unknown: there a connection has the name of its last user. */
export async function readProcesses(db: Db): Promise<Map<WorkName, number>> {
  const pulses = await db.query<{ name: string }>(sql`
    SELECT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND application_name LIKE 'bivouac-pulse %'`);
  const works = pulses.map(({ name }) => worksIn(name));
  return new Map(WORK_NAMES.map((work) => [work, works.filter((of) => of.includes(work)).length]));
}
