import { PgBoss } from 'pg-boss';
import { type Db, sql } from '../platform/db.ts';
import { DEAD_LETTERS } from './queues.ts';

/** A job that failed as often as its queue allows, or killed its processes. It is kept for 30 days. */
export interface DeadLetter {
  id: string;
  queue: string;
  enqueuedAt: Date;
  givenUpAt: Date;
  attempts: number;
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

export async function listDeadLetters(
  db: Db,
  { queue = null, limit = 100 }: { queue?: string | null; limit?: number } = {},
): Promise<DeadLetter[]> {
  if (!(await hasQueues(db))) return [];
  return db.query(
    sql`SELECT ${columns} ${dead} AND (${queue}::text IS NULL OR source_name = ${queue}::text) ORDER BY created_on DESC LIMIT ${limit}::int`,
  );
}

/** With its data and the output of its last run. */
export async function findDeadLetter(db: Db, id: string): Promise<(DeadLetter & { data: object; output: object | null }) | null> {
  if (!(await hasQueues(db))) return null;
  const [found] = await db.query<DeadLetter & { data: object; output: object | null }>(
    sql`SELECT ${columns}, data, source_output AS output ${dead} AND id = ${id}::uuid`,
  );
  return found ?? null;
}

/** Puts jobs back into their queues, with new attempts. A job is dropped when another with its key waits: that one does its work. */
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
  // Jobs that are given up meanwhile are left for another time.
  if (wanted > 0) redriven = await boss.redrive(DEAD_LETTERS, { ...filter, limit: wanted });
  return { redriven, superseded: wanted - redriven };
}

/** pg-boss writes through our own connections, in a transaction of ours where there is one. */
export const through = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.query<never>({ text, values }) }),
});
