/** Every column of every table, and every file, that has one of some texts: a proof that nothing of a person is left. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { raw, sql } from '../../src/platform/db.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage } from '../../src/platform/storage.ts';
import type { TestService } from './service.ts';

/**
 * Where the texts are, each place as `table.column: text` or `file: text`. Bytes are looked at as they are. A text within a longer word is
 * none: it may belong to another person.
 */
export async function placesOf({ db, service: { config } }: TestService, texts: readonly string[]): Promise<string[]> {
  const columns = await db.query<{ table: string; column: string; bytes: boolean }>(sql`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(a.attname) AS column, a.atttypid = 'bytea'::regtype AS bytes
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname IN (current_schema(), 'pgboss') AND c.relkind = 'r'
      AND a.atttypid::regtype::text NOT IN ('uuid', 'boolean', 'integer', 'date', 'timestamp with time zone', 'double precision')
    ORDER BY 1, 2`);
  const places: string[] = [];
  for (const [table, its] of Map.groupBy(columns, (column) => column.table)) {
    const looks = its.map(
      ({ column, bytes }) => sql`(${column}::text, lower(${raw(bytes ? `encode(${column}, 'escape')` : `${column}::text`)}))`,
    );
    for (const look of looks) {
      const found = await db.query<{ column: string; text: string }>(sql`
        SELECT DISTINCT place.column, text FROM ${raw(table)} CROSS JOIN LATERAL (VALUES ${look}) AS place ("column", content)
        CROSS JOIN unnest(${[...texts]}::text[]) AS text WHERE place.content ~ ('(^|[^a-z0-9])' || lower(text))`);
      places.push(...found.map(({ column, text }) => `${table}.${column}: ${text}`));
    }
  }
  for (const folder of [fileURLToPath(config.storageUrl), config.dataDir])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const content = (await readFile(join(entry.parentPath, entry.name), 'latin1')).toLowerCase();
      const isIn = (text: string) => new RegExp(`(^|[^a-z0-9])${text.toLowerCase()}`).test(content);
      places.push(...texts.filter(isIn).map((text) => `${entry.name}: ${text}`));
    }
  return places;
}

/** The stored files of a service, for work that a test runs by itself. */
export const storageOf = ({ url, clock, service: { config } }: TestService): Promise<Storage> =>
  openStorage(config, signedAddresses({ secret: 'a secret for the tests', baseUrl: url, clock }));
