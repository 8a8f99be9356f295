import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
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
    const folders = readdirSync('prisma/migrations').sort();
    const own = folders.findIndex((folder) => folder.endsWith(`_${name}`));
    const apply = async (some: string[]) => {
      for (const folder of some) await client.query(readFileSync(`prisma/migrations/${folder}/migration.sql`, 'utf8'));
    };
    await apply(folders.slice(0, own));
    const found = await given(client);
    await apply(folders.slice(own));
    await look(client, found);
  } finally {
    await client.end();
    await database.drop();
  }
}
