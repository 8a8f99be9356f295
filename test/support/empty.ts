/** Empties the database of a service before the next test file uses it. */
import { type Db, raw, sql } from '../../src/platform/db.ts';

/** Tables that have rows from the first start. */
const KEPT = new Set([
  '_prisma_migrations',
  'installation',
  'event_positions',
  'pgboss.version',
  'pgboss.queue',
  'pgboss.schedule',
  'pgboss.bam',
]);

/** Above this size a fresh clone costs less than reading past deleted rows. */
const MOST_BYTES = 40 * 1024 * 1024;

/** Names of the tables that hold rows, those of every database aside; undefined where a database has become large. */
async function filledTables(db: Db): Promise<string[] | undefined> {
  const [{ bytes } = { bytes: 0 }] = await db.query<{ bytes: number }>(sql`SELECT pg_database_size(current_database())::float8 AS bytes`);
  if (bytes > MOST_BYTES) return;
  const tables = await db.query<{ name: string }>(sql`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind = 'r' AND pg_relation_size(oid) > 0`);
  const names = tables.map(({ name }) => name).filter((name) => !KEPT.has(name));
  if (names.length === 0) return [];
  const filled = names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL ');
  return (await db.query<{ name: string }>(sql`${raw(filled)}`)).map(({ name }) => name);
}

/** @returns false when the database is not worth emptying */
export async function emptyDatabase(db: Db): Promise<boolean> {
  const tables = await filledTables(db);
  if (!tables) return false;
  await db.transaction(async (tx) => {
    // All tables are emptied, so their order and the deletion rules do not matter.
    await tx.query(sql`SET LOCAL session_replication_role = replica`);
    for (const table of tables) await tx.query(sql`DELETE FROM ${raw(table)}`);
  });
  return true;
}
