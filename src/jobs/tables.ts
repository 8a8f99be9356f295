import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/** The part of pg-boss' tables that a backup takes: queues, and unfinished or failed jobs. */
export const JOB_TABLES = [
  { name: 'queue', rows: '' },
  { name: 'job', rows: `WHERE state NOT IN ('completed', 'cancelled')` },
] as const;

export const JOB_SCHEMA = 'pgboss';

/** Columns that mean something else in the new place. */
const ELSEWHERE: Record<string, string> = {
  // Its process does not run here.
  'job.state': `CASE state WHEN 'active' THEN 'retry' ELSE state END`,
  // All jobs arrive in the one table that every installation has.
  'queue.partition': `'false'`,
  'queue.table_name': `'job_common'`,
};

/** As the installed version of pg-boss wants them. */
export async function makeJobTables(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Brings in rows that were copied as text into `staging`, by another version of pg-boss: common columns are taken over, the others get
 * their defaults.
 */
export async function adoptJobs(client: pg.ClientBase, table: 'queue' | 'job', staging: string, columns: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname = ANY($2)`,
    [`${JOB_SCHEMA}.${table}`, columns],
  );
  const names = rows.map(({ name }) => `"${name}"`);
  const values = rows.map(({ name, type }) => `(${ELSEWHERE[`${table}.${name}`] ?? `"${name}"`})::${type}`);
  // A service that was started here before has made its queues already.
  await client.query(`INSERT INTO ${JOB_SCHEMA}.${table} (${names.join()}) SELECT ${values.join()} FROM ${staging} ON CONFLICT DO NOTHING`);
}
