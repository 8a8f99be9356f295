import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url);

/** One lock for every process that starts: the first applies, the others wait and find nothing to do. */
const LOCK = 7_301_946;

/**
 * Applies the migrations that the database does not have yet, each in a transaction of its own, and records them in
 * Prisma's `_prisma_migrations` table, so that `prisma migrate status` and `deploy` agree with it elsewhere.
 * Prisma's own engine is a download that closed networks do not have.
 * @param only names those to apply, and leaves the others for later
 * @returns the names of those it applied
 * @throws when a migration fails, or when an applied one has been edited since
 */
export async function migrate(databaseUrl: string, { only }: { only?: ReadonlySet<string> } = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(`
      CREATE TABLE IF NOT EXISTS _prisma_migrations (
        id varchar(36) PRIMARY KEY,
        checksum varchar(64) NOT NULL,
        finished_at timestamptz,
        migration_name varchar(255) NOT NULL,
        logs text,
        rolled_back_at timestamptz,
        started_at timestamptz NOT NULL DEFAULT now(),
        applied_steps_count integer NOT NULL DEFAULT 0
      )`);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL',
    );
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const fresh: string[] = [];
    for (const { name, script, checksum } of await readMigrations()) {
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known) throw new Error(`Migration ${name} was changed after it had been applied`);
      if (only && !only.has(name)) continue;
      await apply(client, name, script, checksum);
      fresh.push(name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string, script: string, checksum: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** What this version brings, in the order in which it is applied. */
export async function readMigrations(): Promise<{ name: string; script: string; checksum: string }[]> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(`${name}/migration.sql`, MIGRATIONS), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    }),
  );
}

/** True when nothing is left to apply. */
export async function isMigrated(query: (text: string) => Promise<{ migration_name: string }[]>): Promise<boolean> {
  const rows = await query('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL');
  const applied = new Set(rows.map((row) => row.migration_name));
  return (await readMigrations()).every(({ name }) => applied.has(name));
}
