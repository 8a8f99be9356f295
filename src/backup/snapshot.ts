import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { JOB_SCHEMA, JOB_TABLES } from '../jobs/tables.ts';
import type { Db } from '../platform/db.ts';
import { INSTALLATION_TABLE, MARKER } from '../platform/installation.ts';
import { SPOOL } from '../platform/storage.ts';
import { BackupError } from './archive.ts';

/** The stored files of one moment, kept from being deleted until they have been copied. */
export interface PinnedFiles {
  /** Storage keys with their sizes in bytes. */
  files: Map<string, number>;
  read(key: string): AsyncIterable<Buffer>;
  release(): Promise<void>;
}

/** No storage key begins with a dot. */
const PINS = '.backup';

/**
 * Pins the files under `root` by hard links: stored files are replaced and deleted, never written into. A file system without links makes
 * copies.
 */
async function pinFiles(root: string): Promise<PinnedFiles> {
  const pins = join(root, PINS);
  // One backup runs at a time, so this is left of one that was killed.
  await rm(pins, { recursive: true, force: true });
  const files = new Map<string, number>();
  for (const file of await filesUnder(root)) {
    const key = relative(root, file).split(sep).join('/');
    if (key.startsWith('.') || key.startsWith(`${SPOOL}/`) || key === MARKER) continue;
    const pin = join(pins, key);
    await mkdir(dirname(pin), { recursive: true, mode: 0o700 });
    if (!(await pinned(file, pin))) continue;
    files.set(key, (await stat(pin)).size);
  }
  return {
    files,
    read: (key) => createReadStream(join(pins, key)) as AsyncIterable<Buffer>,
    release: () => rm(pins, { recursive: true, force: true }),
  };
}

async function filesUnder(root: string): Promise<string[]> {
  // Made with the first file.
  if (!existsSync(root)) return [];
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** False when the file has gone meanwhile. */
async function pinned(file: string, pin: string): Promise<boolean> {
  try {
    await link(file, pin).catch((error: { code?: string }) => {
      if (error.code === 'ENOENT') throw error;
      return copyFile(file, pin, constants.COPYFILE_FICLONE);
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
}

export interface Knowledge {
  /** Each file has one or several keys, of which one is enough. */
  filesNeeded(db: Pick<Db, 'query'>): Promise<string[][]>;
  /** Blasts that would continue or start wherever the rows are. */
  underWay(db: Pick<Db, 'query'>): Promise<number>;
}

/** The names of pg-boss' tables begin with `jobs/`. */
export interface Table {
  name: string;
  /** In the order of the copied values, without generated columns. */
  columns: string[];
}

export interface Snapshot {
  /** In the transaction of the moment. */
  client: pg.Client;
  tables: Table[];
  /** Undefined: files are in a bucket, and no part of a backup. */
  pins: PinnedFiles | undefined;
  /** Files that rows name and that do not exist. */
  missing: string[];
  release(): Promise<void>;
}

const BACKUP_LOCK = 7_301_948;
/** Moments to try when a file goes between the reading of the rows and of the files. */
const TRIES = 5;

/** @throws BackupError when another backup is running, or the database is empty */
export async function takeSnapshot(
  { databaseUrl, storageUrl }: { databaseUrl: string; storageUrl: string },
  { filesNeeded }: Knowledge,
): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, application_name: 'bivouac-backup' });
  // The next statement fails then.
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
    // Texts of values must not depend on the server or the user, and only the disk is a limit.
    for (const setting of [
      "client_encoding = 'UTF8'",
      "datestyle = 'ISO, YMD'",
      "intervalstyle = 'postgres'",
      "timezone = 'UTC'",
      'extra_float_digits = 1',
      "bytea_output = 'hex'",
      'statement_timeout = 0',
      'idle_in_transaction_session_timeout = 0',
      // A migration may be running.
      "lock_timeout = '60s'",
    ]) {
      await client.query(`SET ${setting}`);
    }
    for (let attempt = 1; ; attempt++) {
      const tables = await begin(client);
      // The moment is fixed by now. Files that come later are not needed; one that went since is found missing below.
      pins = folder === undefined ? undefined : await pinFiles(folder);
      const needed = await filesNeeded(queriesOf(client));
      const missing = pins ? needed.filter((keys) => !keys.some((key) => pins?.files.has(key))).map((keys) => keys.join(' or ')) : [];
      if (missing.length === 0 || attempt >= TRIES) return { client, tables, pins, missing, release };
      await client.query('ROLLBACK');
    }
  } catch (error) {
    await release();
    throw error;
  }
}

/** Tables are locked before the moment of the transaction, so that none is altered before it is copied. */
async function begin(client: pg.Client): Promise<Table[]> {
  const { rows: names } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       OR c.relnamespace = to_regnamespace('${JOB_SCHEMA}') AND c.relkind IN ('r', 'p') AND c.relname IN ('queue', 'job')`);
  if (names.length === 0) throw new BackupError('The database is empty; there is nothing to back up.');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`LOCK TABLE ${names.map(({ name }) => name).join()} IN ACCESS SHARE MODE`);
  // Unlogged tables do not survive a crash either.
  const { rows } = await client.query<Table>(
    `SELECT CASE WHEN c.relnamespace = current_schema()::regnamespace THEN c.relname::text ELSE 'jobs/' || c.relname END AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE (c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
         OR c.relnamespace = to_regnamespace('${JOB_SCHEMA}') AND c.relname = ANY($1))
       AND c.relname <> '${INSTALLATION_TABLE}'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relnamespace, c.relname ORDER BY name`,
    [JOB_TABLES.map(({ name }) => name)],
  );
  // Jobs refer to their queue.
  return rows.sort((a, b) => Number(a.name === 'jobs/job') - Number(b.name === 'jobs/job'));
}

export const queriesOf = (client: pg.Client): Pick<Db, 'query'> => ({
  query: async ({ text, values }) => (await client.query(text, values as unknown[])).rows,
});

export const quoted = (name: string): string => pg.escapeIdentifier(name);

export function sourceOf({ name, columns }: Table): string {
  const [, jobs] = /^jobs\/(.*)$/.exec(name) ?? [];
  const from = jobs ? `${JOB_SCHEMA}.${jobs} ${JOB_TABLES.find((table) => table.name === jobs)?.rows}` : quoted(name);
  return `SELECT ${columns.map(quoted).join()} FROM ${from}`;
}
