/** A database with another time. */
import type { Database } from '../../src/platform/db.ts';

/** Connections to this address get a server clock that is ahead by the interval. */
export async function setAhead({ url, db }: { url: string; db: Database }, interval: string): Promise<string> {
  await db.pool.query(`
    CREATE SCHEMA IF NOT EXISTS shifted;
    CREATE OR REPLACE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql
      AS $$ SELECT pg_catalog.clock_timestamp() + '${interval}'::interval $$`);
  return `${url}?options=${encodeURIComponent('-c search_path=shifted,public,pg_catalog')}`;
}
