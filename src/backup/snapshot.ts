import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { JOB_SCHEMA, JOB_TABLES } from '../jobs/tables.ts';
import type { Db } from '../platform/db.ts';
import { INSTALLATION_TABLE } from '../platform/installation.ts';
import { BackupError } from './archive.ts';
import { type PinnedFiles, pinFiles } from './files.ts';

/** What only the wings know of their tables. */
export interface Knowledge {
  /** The stored files that rows name and need; each with its keys, of which one is enough. */
  filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]>;
  /** How many blasts would go on, or go out, wherever the rows are. */
  underWay(db: Pick<Db, 'query'>): Promise<number>;
}

/** A table of a backup. Its name there begins with `jobs/` when it is one of pg-boss'. */
export interface Table {
  name: string;
  /** In the order of the copied values; what the database works out itself is not among them. */
  columns: string[];
}

/** The database and the stored files as they were at one moment, while others go on writing. */
export interface Snapshot {
  /** Inside of the transaction that sees the moment. */
  client: pg.Client;
  tables: Table[];
  /** Undefined: files are in a bucket, and no part of a backup. */
  pins: PinnedFiles | undefined;
  /** Files that rows name and that are not there, in this moment and in others tried. */
  missing: string[];
  release(): Promise<void>;
}

/** One backup at a time. */
const BACKUP_LOCK = 7_301_948;
/** Moments to try when a file goes between the look at the rows and the look at the files. */
const TRIES = 5;

/** @throws BackupError when another backup is running, or there is nothing to take */
export async function takeSnapshot(
  { databaseUrl, storageUrl }: { databaseUrl: string; storageUrl: string },
  { filesNeeded }: Knowledge,
): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, application_name: 'bivouac-backup' });
  // A lost connection fails the statement that runs, or the next one.
  client.on('error', () => {});
  const folder = storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : undefined;
  let pins: PinnedFiles | undefined;
  const release = async () => {
    await client.end().catch(() => {});
    await pins?.release();
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [BACKUP_LOCK]);
    if (!rows[0]?.locked) throw new BackupError('Another backup is being made; wait until it is done.');
    // The same text for the same value, whatever server or user this is, and no limit but the disk's.
    for (const setting of [
      "client_encoding = 'UTF8'",
      "datestyle = 'ISO, YMD'",
      "intervalstyle = 'postgres'",
      "timezone = 'UTC'",
      'extra_float_digits = 1',
      "bytea_output = 'hex'",
      'statement_timeout = 0',
      'idle_in_transaction_session_timeout = 0',
      // A migration may be at work.
      "lock_timeout = '60s'",
    ]) {
      await client.query(`SET ${setting}`);
    }
    for (let attempt = 1; ; attempt++) {
      const tables = await begin(client);
      // The moment was now. Files that come later are more than is needed; one that went since is missed below.
      pins = folder === undefined ? undefined : await pinFiles(folder);
      const needed = await filesNeeded({ query: async ({ text, values }) => (await client.query(text, values as unknown[])).rows });
      const missing = pins ? needed.filter((keys) => !keys.some((key) => pins?.files.has(key))).map((keys) => keys.join(' or ')) : [];
      if (missing.length === 0 || attempt >= TRIES) return { client, tables, pins, missing, release };
      await client.query('ROLLBACK');
    }
  } catch (error) {
    await release();
    throw error;
  }
}

/** Begins the transaction. Tables are locked before its moment, so that none is altered between this and its copying. */
async function begin(client: pg.Client): Promise<Table[]> {
  const { rows: names } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       OR c.relnamespace = to_regnamespace('${JOB_SCHEMA}') AND c.relkind IN ('r', 'p') AND c.relname IN ('queue', 'job')`);
  if (names.length === 0) throw new BackupError('The database is empty; there is nothing to back up.');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`LOCK TABLE ${names.map(({ name }) => name).join()} IN ACCESS SHARE MODE`);
  // Rows of partitions are their table's. What an unlogged table holds does not outlive a crash either.
  const { rows } = await client.query<Table>(
    `SELECT CASE WHEN c.relnamespace = current_schema()::regnamespace THEN c.relname::text ELSE 'jobs/' || c.relname END AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE (c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
         OR c.relnamespace = to_regnamespace('${JOB_SCHEMA}') AND c.relname = ANY($1))
       AND c.relname <> '${INSTALLATION_TABLE}'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relnamespace, c.relname ORDER BY name`,
    [JOB_TABLES.map(({ name }) => name)],
  );
  // Jobs name their queue.
  return rows.sort((a, b) => Number(a.name === 'jobs/job') - Number(b.name === 'jobs/job'));
}

export const quoted = (name: string): string => pg.escapeIdentifier(name);

/** Where the rows of a table of a backup are read. */
export function sourceOf({ name, columns }: Table): string {
  const [, jobs] = /^jobs\/(.*)$/.exec(name) ?? [];
  const from = jobs ? `${JOB_SCHEMA}.${jobs} ${JOB_TABLES.find((table) => table.name === jobs)?.rows}` : quoted(name);
  return `SELECT ${columns.map(quoted).join()} FROM ${from}`;
}
