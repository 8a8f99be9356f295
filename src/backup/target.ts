import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { JOB_SCHEMA } from '../jobs/tables.ts';
import { INSTALLATION_TABLE } from '../platform/installation.ts';
import { readMigrations } from '../platform/migration-files.ts';
import { BackupError } from './archive.ts';
import type { Manifest } from './back-up.ts';
import { quoted, type Table } from './snapshot.ts';

/** Tables that hold a row of their own where nothing has been restored. */
export const OWN_ROWS = [INSTALLATION_TABLE, 'event_positions'];

/** @throws BackupError when this version of Bivouac cannot read the backup */
export async function checkManifest(manifest: Manifest): Promise<void> {
  const made = `The backup was made by Bivouac ${manifest.version}`;
  if (manifest.format !== 1) throw new BackupError(`${made}, in a form that this version does not know; restore it with that version.`);
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const strange = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (strange) {
    throw new BackupError(
      `${made}, whose migration ${strange.name} this version does not have; restore it with that version or a newer one.`,
    );
  }
}

/** @throws BackupError when the database is too old, in use, or not empty */
export async function checkTarget(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name, current_setting('server_encoding') AS encoding`,
  );
  const [server] = rows as [(typeof rows)[number]];
  if (server.version < 150_000) throw new BackupError(`Bivouac needs PostgreSQL 15 or newer; this is ${server.name}.`);
  if (server.encoding !== 'UTF8') throw new BackupError(`The database has the encoding ${server.encoding}; make one with ENCODING 'UTF8'.`);

  const users = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'bivouac%'`,
  );
  if (users.rowCount) throw new BackupError('A Bivouac process is connected to this database; stop it before you restore.');

  const empty = 'A backup is restored into an empty database only: give DATABASE_URL another database, or DATA_DIR another folder.';
  const wanted = new Set(manifest.migrations.map(({ name }) => name));
  for (const name of await tablesOf(client)) {
    if (name === '_prisma_migrations') {
      const applied = await client.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations');
      const newer = applied.rows.find((row) => !wanted.has(row.name));
      if (newer) throw new BackupError(`This database has the migration ${newer.name}, which the backup does not have. ${empty}`);
    } else if (!OWN_ROWS.includes(name) && (await holdsRows(client, quoted(name)))) {
      throw new BackupError(`This database is in use: its table ${name} has rows. ${empty}`);
    }
  }
  const jobs = await client.query<{ name: string | null }>(`SELECT to_regclass('${JOB_SCHEMA}.job')::text AS name`);
  if (jobs.rows[0]?.name && (await holdsRows(client, jobs.rows[0].name)))
    throw new BackupError(`This database is in use: jobs wait in it. ${empty}`);
}

const holdsRows = async (client: pg.ClientBase, table: string): Promise<boolean> =>
  (await client.query<{ some: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS some`)).rows[0]?.some ?? false;

async function tablesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Drops triggers, foreign keys, which lead in circles, and indexes, because rows need not be checked one at a time. The returned function
 * restores all of it, and checks the foreign keys then. Indexes of partitions are their table's, which `ON ONLY` would leave out.
 */
export async function bare(client: pg.ClientBase): Promise<() => Promise<void>> {
  const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
  const tables = (await tablesOf(client)).map(quoted);
  const keys = await ask<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0`);
  const indexes = await ask<{ name: string; definition: string }>(`
    SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);

  return async () => {
    // Deferred checks would keep the tables from being altered.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys) await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

/**
 * Lets the feed of events go on behind the positions that clients have seen: they come from the numbers of transactions, and this server
 * has others. The step is longer than any server's transactions, since cursors may be ahead of the last event.
 */
export async function advancePositions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>(`SELECT to_regclass('event_positions')::text AS name`);
  if (!rows[0]?.name) return;
  await client.query(`
    UPDATE event_positions SET moved_by = greatest(
      (SELECT coalesce(max(position), 0) FROM events), (SELECT coalesce(max(position), 0) FROM webhook_dispatches))
      + moved_by + 1000000000000`);
}

/** Identity columns continue behind the highest loaded number. */
export async function advanceSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT quote_ident(c.relname) AS table, quote_ident(a.attname) AS column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attidentity <> ''`);
  for (const { table, column, sequence } of rows) {
    await client.query(`SELECT setval($1::regclass, max(${column})) FROM ${table} HAVING max(${column}) IS NOT NULL`, [sequence]);
  }
}

interface Copying {
  name: string;
  feed: PassThrough;
  /** Resolves with the number of loaded rows. */
  done: Promise<number>;
}

/** Loads one table after the other, as their parts come. Jobs go to a staging table of texts. */
export class RowLoader {
  readonly counts: Record<string, number> = {};
  readonly #client: pg.Client;
  #open: Copying | undefined;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async add(table: Table, content: AsyncIterable<Buffer>): Promise<void> {
    if (this.#open?.name !== table.name) {
      await this.end();
      this.#open = await this.#begin(table);
    }
    const { feed, done } = this.#open as Copying;
    for await (const chunk of content) {
      if (feed.destroyed) await done;
      // The server may refuse a row instead of asking for more.
      if (!feed.write(chunk)) await Promise.race([once(feed, 'drain'), done]);
    }
  }

  async end(): Promise<void> {
    if (!this.#open) return;
    const { name, feed, done } = this.#open;
    feed.end();
    this.counts[name] = await done;
    this.#open = undefined;
  }

  async abort(): Promise<void> {
    this.#open?.feed.destroy(new Error('The restore is given up'));
    await this.#open?.done.catch(() => {});
  }

  stagingOf = (name: string): string => quoted(name.replace('/', '_'));

  async #begin({ name, columns }: Table): Promise<Copying> {
    let into = quoted(name);
    if (name.startsWith('jobs/')) {
      into = this.stagingOf(name);
      await this.#client.query(`CREATE TEMP TABLE ${into} (${columns.map((column) => `${quoted(column)} text`).join()}) ON COMMIT DROP`);
    }
    const feed = new PassThrough();
    const copy = this.#client.query(copyFrom(`COPY ${into} (${columns.map(quoted).join()}) FROM STDIN`));
    const done = pipeline(feed, copy).then(() => copy.rowCount);
    // `add` and `end` get the error.
    done.catch(() => {});
    return { name, feed, done };
  }
}
