import pg from 'pg';
import { readMigrations } from '../../src/platform/migration-files.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { createDatabase } from './database.ts';

/**
 * Shows what a migration makes of what is there already.
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
