import { createReadStream } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import pg from 'pg';
import { adoptJobs, makeJobTables } from '../jobs/tables.ts';
import type { Db } from '../platform/db.ts';
import { migrate } from '../platform/migrations.ts';
import type { Storage } from '../platform/storage.ts';
import { BackupError, type Member, readArchive, type Totals } from './archive.ts';
import { MANIFEST, type Manifest, SECRET } from './back-up.ts';
import { queriesOf } from './snapshot.ts';
import { advancePositions, advanceSequences, bare, checkManifest, checkTarget, OWN_ROWS, RowLoader } from './target.ts';

/** For blasts that were scheduled or being sent, and active flows. */
export type Sending = 'continue' | 'stop';

export interface RestoreOptions {
  databaseUrl: string;
  storage: Pick<Storage, 'put' | 'size' | 'delete'>;
  /** Called before anything is written; throws when the installation has another secret. */
  checkSecret(secret: string): Promise<void>;
  /** Undefined: refused if there is anything to send. */
  sending: Sending | undefined;
  /** Nothing is restored if it aborts before the commit. */
  signal: AbortSignal;
  /** Makes partitions for the rows of a backup of this time. Runs in the transaction of the restore, before any row is there. */
  makePartitions(db: Pick<Db, 'query'>, madeAt: Date): Promise<void>;
  /** Runs in the transaction of the restore. */
  stopSending(db: Pick<Db, 'query'>, reason: string, now: Date): Promise<void>;
}

export interface RestoreSummary {
  created_at: string;
  made_by: string;
  tables: number;
  rows: number;
  files: number;
  /** Migrations that are newer than the backup. */
  migrated: string[];
  blasts_under_way: number;
}

/**
 * Reads a backup to its end, so that no database is made for a damaged one.
 * @throws BackupError when it is damaged
 */
export async function checkBackup(file: string, signal: AbortSignal): Promise<void> {
  await readArchive(createReadStream(file, { signal }), async ({ content }) => drain(content));
}

/**
 * Restores a backup into an empty database, all of it or nothing, and migrates it to this version.
 * @param input is checked as it passes
 * @throws BackupError when the backup is damaged, from a newer version, or the database is not empty or in use
 */
export async function restore(input: Readable, options: RestoreOptions): Promise<RestoreSummary> {
  const { signal } = options;
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'bivouac-restore',
    statement_timeout: 0,
  });
  client.on('error', () => {});
  await client.connect();
  const placed: string[] = [];
  // The statement under way ends with its connection.
  const giveUp = () => void client.end();
  signal.addEventListener('abort', giveUp);
  try {
    const source = addAbortSignal(signal, input);
    const { manifest, totals } = await load(source, client, options, placed).finally(() => signal.removeEventListener('abort', giveUp));
    for (const { name } of manifest.tables) if (!name.startsWith('jobs/')) await client.query(`ANALYZE ${pg.escapeIdentifier(name)}`);
    return {
      created_at: manifest.created_at,
      made_by: `Bivouac ${manifest.version} on PostgreSQL ${manifest.postgres}`,
      tables: manifest.tables.length,
      rows: Object.values(totals.tables).reduce((sum, count) => sum + count, 0),
      files: totals.files,
      migrated: await migrate(options.databaseUrl),
      blasts_under_way: manifest.blasts_under_way,
    };
  } finally {
    await client.end().catch(() => {});
  }
}

/** One transaction until the checksum is found right. */
async function load(input: Readable, client: pg.Client, options: RestoreOptions, placed: string[]) {
  let manifest: Manifest | undefined;
  let dress: (() => Promise<void>) | undefined;
  const rows = new RowLoader(client);
  let files = 0;

  const visit = async (member: Member): Promise<void> => {
    if (member.name === MANIFEST) {
      manifest = (await json(member.content)) as Manifest;
      await checkManifest(manifest);
      await checkTarget(client, manifest);
      checkSending(manifest, options.sending);
    } else if (!manifest) {
      throw new BackupError('This is no backup of Bivouac.');
    } else if (member.name === SECRET) {
      await options.checkSecret(await text(member.content));
    } else if (member.name.startsWith('tables/')) {
      dress ??= await prepare(client, manifest, options);
      const name = member.name.slice('tables/'.length, member.name.lastIndexOf('/'));
      await rows.add(tableOf(manifest, name), member.content);
    } else if (member.name.startsWith('files/')) {
      await rows.end();
      const key = member.name.slice('files/'.length);
      files += 1;
      // The files are still there when only the database moves.
      const there = await options.storage.size(key);
      if (there === member.size) return drain(member.content);
      if (there !== null) throw new BackupError(`Another file is stored as ${key} already; name an empty place in STORAGE_URL.`);
      placed.push(key);
      await options.storage.put(key, Readable.from(member.content, { objectMode: false }), { contentType: 'application/octet-stream' });
    }
  };

  try {
    const totals = await readArchive(input, visit);
    // A database that was never used still has its migrations.
    if (!manifest || !dress) throw new BackupError('This is no backup of Bivouac.');
    await rows.end();
    compare(totals, { tables: rows.counts, files });
    for (const table of ['queue', 'job'] as const) {
      const loaded = manifest.tables.find(({ name }) => name === `jobs/${table}`);
      if (loaded && rows.counts[loaded.name] !== undefined) await adoptJobs(client, table, rows.stagingOf(loaded.name), loaded.columns);
    }
    await dress();
    await advanceSequences(client);
    await advancePositions(client);
    if (options.sending === 'stop') {
      const reason = `Not sent on: this service was restored from a backup of ${manifest.created_at}.`;
      await options.stopSending(queriesOf(client), reason, new Date());
    }
    await client.query('COMMIT');
    return { manifest, totals };
  } catch (error) {
    await rows.abort();
    await client.query('ROLLBACK').catch(() => {});
    for (const key of placed) await options.storage.delete(key);
    throw error;
  }
}

/** Makes the tables of that version, each migration in a transaction of its own, and then begins the one that fills them. */
async function prepare(
  client: pg.Client,
  manifest: Manifest,
  { databaseUrl, makePartitions }: RestoreOptions,
): Promise<() => Promise<void>> {
  await migrate(databaseUrl, { only: new Set(manifest.migrations.map(({ name }) => name)) });
  await makeJobTables(databaseUrl);
  await client.query('BEGIN');
  for (const setting of ["client_encoding = 'UTF8'", "datestyle = 'ISO, YMD'", "timezone = 'UTC'"])
    await client.query(`SET LOCAL ${setting}`);
  await makePartitions(queriesOf(client), new Date(manifest.created_at));
  const dress = await bare(client);
  await client.query('DELETE FROM _prisma_migrations');
  // The next start registers its secret and its files.
  for (const table of OWN_ROWS) {
    const { rows } = await client.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [table]);
    if (rows[0]?.name) await client.query(`DELETE FROM ${table}`);
  }
  return dress;
}

function tableOf(manifest: Manifest, name: string) {
  const table = manifest.tables.find((entry) => entry.name === name);
  if (!table) throw new BackupError(`The backup is damaged: it holds rows of ${name}, which it does not name.`);
  return table;
}

function checkSending({ blasts_under_way: count, created_at }: Manifest, sending: Sending | undefined): void {
  if (count === 0 || sending) return;
  throw new BackupError(
    `${count === 1 ? 'One blast or flow was' : `${count} blasts and flows were`} under way when the backup was made (${created_at}). ` +
      'A service that starts on the restored data sends on to everybody whom the backup does not know as mailed, also if the old service has mailed them since. Choose:\n' +
      '  --sending stop      end these blasts as failed, and pause these flows; right when the old service went on after the backup\n' +
      '  --sending continue  send on; right only when the old service was stopped before the backup and stays so',
  );
}

function compare(said: Totals, found: Totals): void {
  for (const [name, count] of Object.entries(said.tables)) {
    if ((found.tables[name] ?? 0) !== count) {
      throw new BackupError(`The backup is damaged: of ${name} it holds ${found.tables[name] ?? 0} rows instead of ${count}.`);
    }
  }
  if (said.files !== found.files) throw new BackupError(`The backup is damaged: it holds ${found.files} files instead of ${said.files}.`);
}

async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of content);
}
