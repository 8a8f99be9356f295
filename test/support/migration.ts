import pg from 'pg';
import { expect } from 'vitest';
import { readMigrations } from '../../src/platform/migration-files.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { createDatabase } from './database.ts';

/**
 * An empty database, to migrate step by step while others write.
 * @param work gets two connections, and `upTo`, which runs all up to the migration whose folder ends so
 */
export async function migratingBesideWriters(
  work: (to: { url: string; client: pg.Client; writer: pg.Client; upTo(name: string): Promise<unknown> }) => Promise<void>,
): Promise<void> {
  const database = await createDatabase({ isEmpty: true });
  const [client, writer] = [new pg.Client({ connectionString: database.url }), new pg.Client({ connectionString: database.url })];
  try {
    await client.connect();
    await writer.connect();
    const names = (await readMigrations()).map(({ name }) => name);
    const upTo = (name: string) =>
      migrate(database.url, { only: new Set(names.slice(0, names.findIndex((one) => one.endsWith(`_${name}`)) + 1)) });
    await work({ url: database.url, client, writer, upTo });
  } finally {
    await client.end();
    await writer.end();
    await database.drop();
  }
}

/** Waits until a connection waits for a lock. */
export const somebodyWaits = (client: pg.Client): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await client.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      return rows.length;
    })
    .toBe(1);

/**
 * Runs a migration on existing rows.
 * @param name how its folder ends
 * @param given fills a database that has everything before it
 * @param look looks at that when it and all that follow it have run
 */
export async function migrating<Given>(
  name: string,
  given: (client: pg.Client) => Promise<Given>,
  look: (client: pg.Client, found: Given) => Promise<void>,
): Promise<void> {
  const database = await createDatabase({ isEmpty: true });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const names = (await readMigrations()).map((migration) => migration.name);
    const own = names.findIndex((one) => one.endsWith(`_${name}`));
    await migrate(database.url, { only: new Set(names.slice(0, own)) });
    const found = await given(client);
    await migrate(database.url);
    await look(client, found);
  } finally {
    await client.end();
    await database.drop();
  }
}
