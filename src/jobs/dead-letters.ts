import { PgBoss } from 'pg-boss';
import { type Db, sql } from '../platform/db.ts';
import { DEAD_LETTERS } from './queues.ts';

/** A job that was given up: it failed as often as its queue lets it, or its processes died with it. It is kept for 30 days. */
export interface DeadLetter {
  id: string;
  queue: string;
  /** When it was put into its queue. */
  enqueuedAt: Date;
  givenUpAt: Date;
  /** How often it ran. */
  attempts: number;
  /** What the last run said. */
  error: string | null;
}

const columns = sql`
  id::text, source_name AS queue, source_created_on AS "enqueuedAt", created_on AS "givenUpAt", source_retry_count + 1 AS attempts,
  coalesce(source_output->>'message', source_output->'value'->>'message', source_output->>'value') AS error`;
const dead = sql`FROM pgboss.job WHERE name = ${DEAD_LETTERS} AND state < 'active' AND source_name IS NOT NULL`;

/** False as long as the service has never started on this database. */
async function hasQueues(db: Db): Promise<boolean> {
  const [queues] = await db.query<{ exist: boolean }>(sql`SELECT to_regclass('pgboss.job') IS NOT NULL AS exist`);
  return queues?.exist === true;
}

/** The latest first. */
export async function listDeadLetters(
  db: Db,
  { queue = null, limit = 100 }: { queue?: string | null; limit?: number } = {},
): Promise<DeadLetter[]> {
  if (!(await hasQueues(db))) return [];
  return db.query(
    sql`SELECT ${columns} ${dead} AND (${queue}::text IS NULL OR source_name = ${queue}::text) ORDER BY created_on DESC LIMIT ${limit}::int`,
  );
}

/** One of them with what it was to do and all that its last run said; null when there is none. */
export async function findDeadLetter(db: Db, id: string): Promise<(DeadLetter & { data: object; output: object | null }) | null> {
  if (!(await hasQueues(db))) return null;
  const [found] = await db.query<DeadLetter & { data: object; output: object | null }>(
    sql`SELECT ${columns}, data, source_output AS output ${dead} AND id = ${id}::uuid`,
  );
  return found ?? null;
}

/**
 * Puts jobs back into the queues they came from, to run as often as a new one may. A job for which another with its key waits
 * already is dropped: that one does its work.
 * @returns how many were put back, and how many were dropped
 */
export async function redriveDeadLetters(
  db: Db,
  which: { ids: string[] } | { queue: string } | 'all',
): Promise<{ redriven: number; superseded: number }> {
  if ((await listDeadLetters(db, { limit: 1 })).length === 0) return { redriven: 0, superseded: 0 };
  const filter = which === 'all' ? {} : 'ids' in which ? { ids: which.ids } : { sourceName: which.queue };
  const boss = new PgBoss({ db: through(db), migrate: false, schedule: false, supervise: false });
  const { total, unroutable } = await boss.previewRedrive(DEAD_LETTERS, filter);
  const wanted = total - unroutable;
  let redriven = 0;
  // What comes in meanwhile, from jobs that are given up again, is left for another time.
  if (wanted > 0) redriven = await boss.redrive(DEAD_LETTERS, { ...filter, limit: wanted });
  return { redriven, superseded: wanted - redriven };
}

/** Lets pg-boss write through our own connections, in a transaction of ours where there is one. */
export const through = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.query<never>({ text, values }) }),
});
