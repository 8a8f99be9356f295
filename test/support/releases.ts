/** The released versions whose data this version migrates. Each new release is added here, with rows for every table. */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { readMigrations } from '../../src/platform/migration-files.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { isAtLength } from './at-length.ts';
import { createDatabase, type TestDatabase } from './database.ts';

export interface Release {
  version: string;
  /** Its last migration. */
  last: string;
  /** Tables that a later migration renamed. */
  renamed: Record<string, string>;
  /** Tables that a later migration filled with a row for each row of another table. */
  beside: Record<string, string>;
  /** When somebody was last changed and active. */
  moments: { updated_at: string; last_activity_at: string | null };
  /** The entries of the timeline, newest first. */
  entries: string[];
}

const UNTOUCHED = { moments: { updated_at: '2026-03-01T00:00:00.000Z', last_activity_at: null }, entries: ['contact_created'] };

/** The ledger of blasts has become that of all mail. */
const LEDGER = {
  recipients: 'deliveries',
  blast_messages: 'messages',
  blast_links: 'message_links',
  recipient_clicks: 'delivery_clicks',
};

export const FIRST: Release = {
  version: '0.3.0',
  last: '20261122070000_search_entries',
  renamed: { emails: 'documents', ...LEDGER },
  // Versions are rows beside their generations.
  beside: { versions: 'generations', contact_moments: 'contacts', dispatches: 'blast_messages' },
  ...UNTOUCHED,
};
export const RELEASES: Release[] = [
  FIRST,
  {
    version: '0.5.0',
    last: '20261122110000_assets',
    renamed: LEDGER,
    beside: { credit_entries: 'workspaces', contact_moments: 'contacts', dispatches: 'blast_messages' },
    ...UNTOUCHED,
  },
  {
    version: '0.6.0',
    last: '20261122150000_bulk_jobs',
    renamed: LEDGER,
    beside: { contact_moments: 'contacts', dispatches: 'blast_messages' },
    moments: { updated_at: '2026-03-02T00:00:00.000Z', last_activity_at: '2026-03-03T00:00:00.000Z' },
    entries: ['email_clicked', 'contact_created'],
  },
  {
    version: '0.7.0',
    last: '20261123040000_import_results_about',
    renamed: LEDGER,
    beside: { dispatches: 'blast_messages' },
    moments: { updated_at: '2026-03-02T00:00:00.000Z', last_activity_at: '2026-03-03T00:00:00.000Z' },
    entries: ['email_clicked', 'contact_created'],
  },
  {
    version: '0.8.0',
    last: '20261123130200_delivery_ids_checked',
    renamed: {},
    beside: {},
    moments: { updated_at: '2026-03-02T00:00:00.000Z', last_activity_at: '2026-03-03T00:00:00.000Z' },
    entries: ['email_clicked', 'contact_created'],
  },
  {
    version: '1.1.0',
    last: '20261123143000_webhooks_of_flows',
    renamed: {},
    beside: {},
    moments: { updated_at: '2026-03-02T00:00:00.000Z', last_activity_at: '2026-03-03T00:00:00.000Z' },
    entries: ['email_clicked', 'contact_created'],
  },
];

/** The key in the rows of every release. Ids end like this. */
export const KEY = `bvk_${'0'.repeat(43)}`;
export const id = (end: string) => `01936d2e-4b10-7a61-9f2b-6f1d2c3b4a${end}`;

/** The releases whose data this run carries along: the last one, and each at length. */
export const CARRIED = isAtLength ? RELEASES : RELEASES.slice(-1);

export interface Released {
  database: TestDatabase;
  /** A connection to it. */
  client: pg.Client;
  /** The names of the migrations since. */
  newer: string[];
}

const templates = new Map<string, Promise<string>>();

/** The database of a release with its rows, for one test. Each release is made once, and then cloned. */
export async function openRelease(release: Release): Promise<Released> {
  const names = (await readMigrations()).map(({ name }) => name);
  expect(names).toContain(release.last);
  let template = templates.get(release.version);
  if (!template) {
    template = fill(
      release,
      names.filter((name) => name <= release.last),
    );
    templates.set(release.version, template);
  }
  const database = await createDatabase({ template: await template });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return { database, client, newer: names.filter((name) => name > release.last) };
}

/** Makes a database with the tables and the rows of a release. Returns its name. */
async function fill({ version }: Release, migrations: string[]): Promise<string> {
  const { url } = await createDatabase({ isEmpty: true });
  await migrate(url, { only: new Set(migrations) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(await readFile(new URL(`releases/${version}.sql`, import.meta.url), 'utf8'));
  await client.end();
  return new URL(url).pathname.slice(1);
}
