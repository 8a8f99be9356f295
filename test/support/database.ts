import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { type Database, type Db, openDatabase, sql, type Tx } from '../../src/platform/db.ts';
import { createOnCitus, databaseOf, dropOnCitus } from './citus.ts';
import { TEMPLATE } from './cluster.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The folder of files that all services on a database share. */
export const filesOf = (databaseUrl: string): string => join(tmpdir(), `bivouac-files-${new URL(databaseUrl).pathname.slice(1)}`);

/** A separate database, cloned from the migrated template or another one, or empty. */
export async function createDatabase({ isEmpty = false, template = TEMPLATE } = {}): Promise<TestDatabase> {
  const citusUrl = inject('citusUrl');
  if (citusUrl && !isEmpty && template === TEMPLATE) return createDistributed(citusUrl);
  const clusterUrl = inject('clusterUrl');
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Files are copied in half the time that their pages take through the log.
  await admin(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template0' : template} STRATEGY file_copy`);
  return {
    url: clusterUrl.replace(/[^/]+$/, name),
    drop: () => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function createDistributed(citusUrl: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await createOnCitus(citusUrl, name, TEMPLATE);
  return { url: databaseOf(citusUrl, name), drop: () => dropOnCitus(citusUrl, name) };
}

/** For a whole test file: a database and a connection pool, closed after its last test. Call it at the top of the file. */
export async function openTestDatabase(): Promise<{ url: string; db: Database }> {
  const { url, drop } = await createDatabase();
  const db = openDatabase(url, () => {});
  afterAll(async () => {
    await db.close();
    await drop();
  });
  return { url, db };
}

/** For a test of one statement, which needs no transaction: passes the database off as one. */
export const asTx = (db: Db): Tx => db as Tx;

/** The address with a name for its connections in `pg_stat_activity`. */
export const urlAs = (name: string, url: string): string => `${url}?application_name=${name}`;

/**
 * Resolves when no connection has the name any more. The last statement of a killed process continues, and may commit after its
 * death.
 */
export const haveLeft = (db: Db, name: string): Promise<void> =>
  expect
    .poll(() => db.query(sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${name}::text`))
    .toEqual([]);
