/** A database whose clock is elsewhere. */
import type { Database } from '../../src/platform/db.ts';

/** Connections to this address find the clock of the server so much ahead of what it is. */
export async function setAhead({ url, db }: { url: string; db: Database }, interval: string): Promise<string> {
  await db.pool.query(`
    CREATE SCHEMA IF NOT EXISTS shifted;
    CREATE OR REPLACE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql
      AS $$ SELECT pg_catalog.clock_timestamp() + '${interval}'::interval $$`);
  return `${url}?options=${encodeURIComponent('-c search_path=shifted,public,pg_catalog')}`;
}
