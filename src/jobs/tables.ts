import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/**
 * What a backup takes of pg-boss' own tables: the queues, and the jobs that wait, run or have failed. Those that are done are
 * history, and the rest is pg-boss' own book-keeping.
 */
export const JOB_TABLES = [
  { name: 'queue', rows: '' },
  { name: 'job', rows: `WHERE state NOT IN ('completed', 'cancelled')` },
] as const;

export const JOB_SCHEMA = 'pgboss';

/** Columns that mean something else where the rows arrive. */
const ELSEWHERE: Record<string, string> = {
  // Whoever ran it does not run here.
  'job.state': `CASE state WHEN 'active' THEN 'retry' ELSE state END`,
  // All jobs arrive in the one table that every installation has.
  'queue.partition': `'false'`,
  'queue.table_name': `'job_common'`,
};

/** Makes pg-boss' tables as its installed version wants them. */
export async function makeJobTables(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Brings in rows that were copied as text into `staging`, whose columns are those of the version of pg-boss that wrote them:
 * what both versions know is taken over, and the rest gets its default.
 */
export async function adoptJobs(client: pg.ClientBase, table: 'queue' | 'job', staging: string, columns: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname = ANY($2)`,
    [`${JOB_SCHEMA}.${table}`, columns],
  );
  const names = rows.map(({ name }) => `"${name}"`);
  const values = rows.map(({ name, type }) => `(${ELSEWHERE[`${table}.${name}`] ?? `"${name}"`})::${type}`);
  // A service that has been started here once has made its queues already.
  await client.query(`INSERT INTO ${JOB_SCHEMA}.${table} (${names.join()}) SELECT ${values.join()} FROM ${staging} ON CONFLICT DO NOTHING`);
}
