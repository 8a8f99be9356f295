import type { Sweep } from '../jobs/jobs.ts';
import { CHUNK } from '../platform/chunks.ts';
import { type Clock, later } from '../platform/clock.ts';
import { type Ctx, type Db, empty, raw, type Sql, sql, type Tx } from '../platform/db.ts';
import type { WorkspaceId } from '../platform/ids.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
/** A sweep deletes for so long in a minute. What is left waits for its next turn, so that deleting never takes a database for itself. */
const TURN_MS = 10_000;

/** The settings of a workspace; null: without end. */
export type RetentionDays = { [Column in 'activityDays' | 'deliveryDays' | 'visitDays' | 'resultDays' | 'versionDays']?: number | null };

export interface Part {
  /** What is older is deleted. */
  before: Date;
  /** Where the part before it ended; null at first. */
  cursor: string | null;
  /** The most rows that are deleted or looked at. */
  most: number;
}

/** Data that a workspace keeps for a number of days. */
export interface Retained {
  /** The name of its sweep. */
  name: string;
  /** The column of the workspace; null there: without end. */
  days: 'event_days' | 'activity_days' | 'delivery_days' | 'visit_days' | 'result_days' | 'version_days';
  /** A condition on workspaces that have anything to delete. */
  where?: Sql;
  /** Deletes the oldest. @returns the cursor of the next part; null: nothing older is left */
  purge(tx: Ctx<Tx>, part: Part): Promise<string | null>;
}

interface RetentionOptions {
  db: Db;
  clock: Clock;
  most?: number;
  turnMs?: number;
}

/**
 * Deletes what workspaces keep no longer: a part of each workspace in turn, a transaction a part. Workspaces are looked up once an hour,
 * and what a turn leaves is done in the next.
 */
export function retentionSweep({ db, clock, most = CHUNK, turnMs = TURN_MS }: RetentionOptions, retained: Retained): Sweep {
  const { name, days, where = empty } = retained;
  let waiting: { workspaceId: WorkspaceId; cursor: string | null }[] = [];
  let nextLook = 0;

  async function look(): Promise<void> {
    const now = clock.now().getTime();
    if (waiting.length > 0 || now < nextLook) return;
    nextLook = now + HOUR_MS;
    waiting = await db.query(sql`
      SELECT id::text AS "workspaceId", NULL AS cursor FROM workspaces WHERE ${raw(days)} IS NOT NULL ${where} ORDER BY id`);
  }

  /** The days are read again: a workspace may keep its data from now on. While another process deletes there, it goes on alone. */
  const purge = (workspaceId: WorkspaceId, cursor: string | null): Promise<string | null> =>
    db.transaction(async (tx) => {
      const [held] = await tx.query<{ days: number }>(sql`
        SELECT ${raw(days)} AS days FROM workspaces WHERE id = ${workspaceId}::uuid AND ${raw(days)} IS NOT NULL
          AND pg_try_advisory_xact_lock(hashtextextended(${`${name} ${workspaceId}`}::text, 0))`);
      if (!held) return null;
      const before = later(clock, -held.days * DAY_MS);
      return retained.purge({ db: tx, workspaceId, now: clock.now() }, { before, cursor, most });
    });

  return {
    name,
    everySeconds: 60,
    run: async (stopping) => {
      const end = performance.now() + turnMs;
      await look();
      do {
        const next = waiting.shift();
        if (!next) return;
        const cursor = await purge(next.workspaceId, next.cursor);
        if (cursor !== null) waiting.push({ ...next, cursor });
      } while (performance.now() < end && !stopping.aborted);
    },
  };
}
