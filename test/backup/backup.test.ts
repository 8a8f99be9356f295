/** A backup is made while clients write, and is restored elsewhere: every table, every file, and what waits goes on. */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { readArchive, whole, writeArchive } from '../../src/backup/archive.ts';
import { type Manifest, writeSnapshot } from '../../src/backup/back-up.ts';
import { takeSnapshot } from '../../src/backup/snapshot.ts';
import { readConfig } from '../../src/config.ts';
import { INSTALLATION_TABLE } from '../../src/platform/installation.ts';
import { openLog } from '../../src/platform/log.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { startService } from '../../src/service.ts';
import { must, readBlast } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { getRun } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { at } from '../support/uploads.ts';
import { backUpTo, connect, filesIn, fingerprints, folderOf, KNOWLEDGE, type Laden, lade, restoreTo, SECRET } from './support.ts';

let service: TestService;
let laden: Laden;
let folder: string;
let count = 0;
const databases: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bivouac-backup-'));
  service = await startTestService();
  laden = await lade(service);
});
afterAll(async () => {
  await service.stop();
  for (const name of databases) await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

async function admin(statement: string): Promise<void> {
  const client = await connect(inject('clusterUrl'));
  await client.query(statement).finally(() => client.end());
}

/** An empty database in the cluster of the tests. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${++count}`;
  await admin(`CREATE DATABASE ${name} TEMPLATE template0`);
  databases.push(name);
  return inject('clusterUrl').replace(/[^/]+$/, name);
}

/** A workspace that is not there. */
const ELSEWHERE = '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01';

/** The same backup with other texts in it, and a checksum that fits them. */
async function rewrite(from: string, to: string, change: (name: string, text: string) => string): Promise<void> {
  const archive = writeArchive(createWriteStream(to));
  const totals = await readArchive(createReadStream(from), async ({ name, content }) =>
    archive.add(name, Buffer.from(change(name, (await whole(content)).toString()))),
  );
  await archive.finish(totals);
}

const newFolder = () => mkdtemp(join(folder, 'files-'));
const rowsOf = async (url: string): Promise<number> => {
  const client = await connect(url);
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM contacts').finally(() => client.end());
  return rows[0]?.count ?? Number.NaN;
};

describe('a backup made while clients write', () => {
  let file: string;
  let expected: Record<string, string>;
  let expectedFiles: Record<string, string>;
  let tables: string[];

  beforeAll(async () => {
    file = join(folder, 'busy.tar.gz');
    const snapshot = await takeSnapshot(
      { databaseUrl: service.service.config.databaseUrl as string, storageUrl: service.service.config.storageUrl },
      KNOWLEDGE,
    );
    expectedFiles = await filesIn(join(folderOf(service), '.backup'));
    // Another connection looks at the very same moment, on its own.
    const { rows } = await snapshot.client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    const witness = await connect(service.service.config.databaseUrl as string);
    await witness.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await witness.query(`SET TRANSACTION SNAPSHOT '${rows[0]?.id}'`);
    expected = await fingerprints(witness, snapshot.tables);
    await witness.end();

    const before = await rowsOf(service.service.config.databaseUrl as string);
    let writing = true;
    const writer = async (who: number) => {
      for (let i = 0; writing; i++) {
        const items = Array.from({ length: 50 }, (_value, j) => ({ email: `w${who}-${i}-${j}@example.net`, first_name: 'New' }));
        await must(
          service.api.POST('/v1/contacts/upsert', { body: { items: [...items, { email: 'awkward@example.net', city: `${i}` }] } }),
        );
      }
    };
    const writers = [1, 2, 3].map(writer);
    try {
      await vi.waitUntil(async () => (await rowsOf(service.service.config.databaseUrl as string)) > before, { timeout: 30_000 });
      await writeSnapshot(snapshot, { secret: SECRET, version: '1.2.3' }, KNOWLEDGE, createWriteStream(file, { mode: 0o600 }));
    } finally {
      writing = false;
      await Promise.all(writers);
    }
    tables = snapshot.tables.map(({ name }) => name);
    await snapshot.release();
  });

  it('holds every table, and in each one rows', async () => {
    const client = await connect(service.service.config.databaseUrl as string);
    onTestFinished(() => client.end());
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'`,
    );
    // What belongs to the place is no part of it.
    const own = rows.map(({ name }) => name).filter((name) => name !== INSTALLATION_TABLE);
    expect(tables.toSorted()).toEqual([...own, 'jobs/job', 'jobs/queue'].toSorted());
    expect(Object.entries(expected).filter(([, print]) => print.startsWith('0 '))).toEqual([]);
  });

  it('can be looked into with tar, and is its owner’s alone', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { stdout } = await promisify(execFile)('tar', ['-xzOf', file, 'manifest.json']);
    expect(JSON.parse(stdout)).toMatchObject({ format: 1, version: '1.2.3', blasts_under_way: 1, files: 'folder' });
    const secret = await promisify(execFile)('tar', ['-xzOf', file, 'app.secret']);
    expect(secret.stdout).toBe(SECRET);
  });

  it('is restored as of its moment, and a service goes on from there', async () => {
    const url = await emptyDatabase();
    const files = await newFolder();
    const summary = await restoreTo(file, url, files);
    expect(summary).toMatchObject({
      made_by: expect.stringContaining('Bivouac 1.2.3 on PostgreSQL'),
      files: 4,
      migrated: [],
      blasts_under_way: 1,
    });

    const client = await connect(url);
    const columns = await takeSnapshot({ databaseUrl: url, storageUrl: 's3://none' }, KNOWLEDGE);
    expect(await fingerprints(client, columns.tables)).toEqual(expected);
    await columns.release();
    expect(await filesIn(files)).toEqual(expectedFiles);
    expect(await shapeOf(client)).toEqual(await shapeOf(await witnessOf(service)));
    await client.end();

    const restored = await startService(
      readConfig({
        PORT: '0',
        PAGES_PORT: '0',
        DRAIN_SECONDS: '0',
        RATE_LIMIT_RPS: '0',
        APP_SECRET: SECRET,
        DATABASE_URL: url,
        DATA_DIR: await newFolder(),
        STORAGE_URL: pathToFileURL(files).href,
      }),
      { clock: service.clock, log: openLog('silent'), runJobs: false },
    );
    onTestFinished(async () => void (await restored.stop()));
    const address = `http://127.0.0.1:${restored.port}`;
    const api = createClient(address, service.apiKey);
    // Reads answer, with the key that was there before.
    expect(await must(api.GET('/v1/contacts', { params: { query: { search: 'awkward@' } } }))).toMatchObject({
      items: [{ company: 'Back\\slash & \\N 🏕' }],
    });
    // An address that was signed before leads to its file.
    const { pathname, search } = new URL(laden.download.url);
    expect(await (await fetch(`${address}${pathname}${search}`)).text()).toBe(laden.download.text);
    expect((await fetch(at(address, laden.asset))).status).toBe(200);
    // A request under a key that was used is not carried out again.
    const again = await must(
      api.POST('/v1/contact-lists', { body: laden.keyed.body, params: { header: { 'Idempotency-Key': laden.keyed.key } } }),
    );
    expect(again.list_id).toBe(laden.keyed.listId);
    // What waited runs.
    await restored.jobs.drain();
    for (const run of laden.waitingImports) expect(await getRun({ api }, run)).toMatchObject({ status: 'completed', created_count: 1 });
    expect(await readBlast(api, laden.waitingBlast)).toMatchObject({ status: 'sent', details: { blast_sent_count: 10 } });
    // Numbers that the database gives go on behind the restored ones: entries keep their order.
    const { rows } = await restored.db.pool.query(
      'SELECT count(*)::int AS rows, count(DISTINCT seq)::int AS numbers FROM contact_activities',
    );
    expect(rows[0].rows).toBe(rows[0].numbers);
  });
});

/** What the tables are made of, but for their rows. */
async function shapeOf(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(`
    SELECT 'index' AS kind, indexdef AS text FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1, 2`);
  return rows;
}

async function witnessOf({ service: { config } }: TestService): Promise<pg.Client> {
  const client = await connect(config.databaseUrl as string);
  onTestFinished(() => client.end());
  return client;
}

describe('a file that goes while a backup begins', () => {
  it('belongs to the backup as long as a row names it', async () => {
    const { databaseUrl, storageUrl } = service.service.config;
    const [key] = Object.keys(await filesIn(join(folderOf(service)))).filter((name) => name.includes('exports'));
    const place = join(folderOf(service), key as string);
    const snapshot = await takeSnapshot({ databaseUrl: databaseUrl as string, storageUrl }, KNOWLEDGE);
    const text = await readFile(place);
    await unlink(place);
    const file = join(folder, 'gone.tar.gz');
    expect(await writeSnapshot(snapshot, { secret: SECRET, version: '0' }, KNOWLEDGE, createWriteStream(file))).toMatchObject({
      missing_files: [],
    });
    await snapshot.release();
    const files = await newFolder();
    await restoreTo(file, await emptyDatabase(), files);
    expect((await filesIn(files))[key as string]).toBe(text.toString());
    await writeFile(place, text);
  });

  it('that cannot be read ends the backup, with its own words', async () => {
    const { databaseUrl, storageUrl } = service.service.config;
    const snapshot = await takeSnapshot({ databaseUrl: databaseUrl as string, storageUrl }, KNOWLEDGE);
    await rm(join(folderOf(service), '.backup'), { recursive: true });
    const out = createWriteStream(join(folder, 'unread.tar.gz'));
    await expect(writeSnapshot(snapshot, { secret: SECRET, version: '0' }, KNOWLEDGE, out)).rejects.toThrow(/ENOENT.*\.backup/);
    await snapshot.release();
  });

  it('is looked for in another moment, and named when it stays away', async () => {
    const { databaseUrl, storageUrl } = service.service.config;
    let moments = 0;
    const snapshot = await takeSnapshot(
      { databaseUrl: databaseUrl as string, storageUrl },
      { ...KNOWLEDGE, filesNeeded: async () => (++moments < 3 ? [['exports/late', 'elsewhere']] : []) },
    );
    expect({ moments, missing: snapshot.missing }).toEqual({ moments: 3, missing: [] });
    await snapshot.release();
    const other = await takeSnapshot(
      { databaseUrl: databaseUrl as string, storageUrl },
      { ...KNOWLEDGE, filesNeeded: async () => [['exports/late', 'elsewhere']] },
    );
    expect(other.missing).toEqual(['exports/late or elsewhere']);
    await other.release();
  });
});

describe('a restore', () => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, 'quiet.tar.gz');
    await backUpTo(service, file);
  });

  it('refuses a database with rows, and one that a service is connected to', async () => {
    const inUse = await createDatabase();
    onTestFinished(inUse.drop);
    const client = await connect(inUse.url);
    await client.query(`INSERT INTO workspaces VALUES (gen_random_uuid(), 'W', 'w', 'free', 0, 'US', NULL, now(), now())`);
    await client.end();
    await expect(restoreTo(file, inUse.url, await newFolder())).rejects.toThrow(/in use: its table \w+ has rows.*empty database only/);
    expect(await rowsOf(inUse.url)).toBe(0);

    const busy = await createDatabase();
    onTestFinished(busy.drop);
    const visitor = new pg.Client({ connectionString: busy.url, application_name: 'bivouac-jobs' });
    await visitor.connect();
    await expect(restoreTo(file, busy.url, await newFolder())).rejects.toThrow('A Bivouac process is connected');
    await visitor.end();
  });

  it('refuses an altered and a cut file before it writes anything', async () => {
    const whole = await readFile(file);
    const tar = gunzipSync(whole);
    const altered = Buffer.from(tar);
    const at = altered.indexOf('awkward@example.net');
    altered[at] = 'x'.charCodeAt(0);
    const broken: [string, Buffer][] = [
      ['altered within', gzipSync(altered)],
      ['altered outside', Buffer.concat([whole.subarray(0, 5_000), Buffer.from([(whole[5_000] as number) ^ 1]), whole.subarray(5_001)])],
      ['cut off', whole.subarray(0, whole.length - 2_000)],
      ['cut between members', gzipSync(tar.subarray(0, tar.indexOf('end.json')))],
      ['another file', Buffer.from('a text')],
      ['empty', Buffer.alloc(0)],
    ];
    const url = await emptyDatabase();
    for (const [name, content] of broken) {
      const place = join(folder, 'broken.tar.gz');
      await writeFile(place, content);
      await expect(restoreTo(place, url, await newFolder()), name).rejects.toThrow('The backup is damaged');
      const client = await connect(url);
      const { rows } = await client
        .query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
        .finally(() => client.end());
      expect(rows, name).toEqual([]);
    }
  });

  it('of a stream that turns out to be damaged leaves no row and no file, and can be repeated', async () => {
    const tar = gunzipSync(await readFile(file));
    const altered = Buffer.from(tar);
    altered[altered.indexOf('awkward@example.net')] = 'x'.charCodeAt(0);
    const url = await emptyDatabase();
    const files = await newFolder();
    const place = join(folder, 'altered.tar.gz');
    await writeFile(place, gzipSync(altered));
    await expect(restoreTo(createReadStream(place), url, files)).rejects.toThrow('its checksum is another');
    expect(await rowsOf(url)).toBe(0);
    expect(await filesIn(files)).toEqual({});
    await restoreTo(createReadStream(file), url, files);
    expect(await rowsOf(url)).toBeGreaterThan(0);
  });

  it('lets jobs run again that were running, also those that another version of pg-boss wrote', async () => {
    const running = join(folder, 'running.tar.gz');
    await rewrite(file, running, (name, text) => {
      if (name === 'manifest.json') {
        const manifest = JSON.parse(text) as Manifest;
        manifest.tables.find((table) => table.name === 'jobs/job')?.columns.push('colour');
        return JSON.stringify(manifest);
      }
      return name.includes('jobs/job/') ? text.replaceAll('\tcreated\t', '\tactive\t').replaceAll('\n', '\tred\n') : text;
    });
    const url = await emptyDatabase();
    await restoreTo(running, url, await newFolder());
    const client = await connect(url);
    onTestFinished(() => client.end());
    const { rows } = await client.query('SELECT name, state::text, count(*)::int FROM pgboss.job GROUP BY 1, 2 ORDER BY 1');
    expect(rows).toEqual([
      { name: 'contact-import', state: 'retry', count: 2 },
      { name: 'prepare-blast-interactive', state: 'retry', count: 1 },
    ]);
  });

  it('leaves files alone that are there already, whatever becomes of it', async () => {
    const files = await newFolder();
    await restoreTo(file, await emptyDatabase(), files);
    const before = await filesIn(files);
    expect(Object.keys(before)).toHaveLength(4);
    // The same files, as for who moves to another database; then a restore that fails when they have been read.
    await restoreTo(file, await emptyDatabase(), files);
    const stray = join(folder, 'stray-files.tar.gz');
    const url = await emptyDatabase();
    await rewrite(file, stray, (name, text) => (name.includes('/contacts/') ? text.replace(service.id, ELSEWHERE) : text));
    await expect(restoreTo(stray, url, files)).rejects.toThrow(/foreign key/);
    expect(await filesIn(files)).toEqual(before);
    const [name] = Object.keys(before) as [string];
    await writeFile(join(files, name), 'somebody else’s');
    await expect(restoreTo(file, url, files)).rejects.toThrow('Another file is stored as');
    expect(await filesIn(files)).toEqual({ ...before, [name]: 'somebody else’s' });
  });

  it('of rows that do not fit together leaves nothing', async () => {
    // A contact of a workspace that is not there: seen by the foreign key, when all rows are in.
    const stray = join(folder, 'stray.tar.gz');
    await rewrite(file, stray, (name, text) => (name.includes('/contacts/') ? text.replace(service.id, ELSEWHERE) : text));
    // A row that is no row of its table.
    const short = join(folder, 'short.tar.gz');
    await rewrite(file, short, (name, text) => (name.includes('/contacts/') ? text.replace('\t', ' ') : text));
    const url = await emptyDatabase();
    for (const [place, words] of [
      [stray, /foreign key/],
      [short, /invalid input syntax|missing data/],
    ] as const) {
      const files = await newFolder();
      await expect(restoreTo(place, url, files)).rejects.toThrow(words);
      expect(await rowsOf(url)).toBe(0);
      expect(await filesIn(files)).toEqual({});
    }
    await restoreTo(file, url, await newFolder());
    expect(await rowsOf(url)).toBeGreaterThan(0);
  });

  it('asks what to do with blasts that would go on, and ends them when told to', async () => {
    const url = await emptyDatabase();
    await expect(restoreTo(file, url, await newFolder(), { sending: undefined })).rejects.toThrow(
      /One blast or flow was under way[\s\S]*--sending stop/,
    );
    await restoreTo(file, url, await newFolder(), { sending: 'stop' });
    const client = await connect(url);
    onTestFinished(() => client.end());
    const { rows } = await client.query(`SELECT status, error FROM blasts WHERE status <> 'sent'`);
    expect(rows).toEqual([{ status: 'failed', error: expect.stringMatching(/^Not sent on: this service was restored/) }]);
    const left = await client.query(`SELECT count(*)::int AS count FROM dispatches WHERE state = 'open'`);
    expect(left.rows).toEqual([{ count: 0 }]);
  });

  it('brings an older backup up to this version, and refuses one of a newer', async () => {
    const old = await emptyDatabase();
    const client = await connect(old);
    const { rows } = await (await witnessOf(service)).query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
    );
    const names = rows.map(({ name }) => name);
    const some = names.slice(0, -2);
    await migrate(old, { only: new Set(some) });
    await client.query(`INSERT INTO workspaces VALUES (gen_random_uuid(), 'W', 'w', 'free', 0, 'US', NULL, now(), now())`);
    const place = join(folder, 'old.tar.gz');
    await backUpTo({ ...service, service: { ...service.service, config: { ...service.service.config, databaseUrl: old } } }, place);
    const target = await emptyDatabase();
    expect(await restoreTo(place, target, await newFolder())).toMatchObject({ migrated: names.slice(-2) });

    await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'y', '2099_later', now())`);
    await client.end();
    const newer = join(folder, 'newer.tar.gz');
    await backUpTo({ ...service, service: { ...service.service, config: { ...service.service.config, databaseUrl: old } } }, newer);
    await expect(restoreTo(newer, await emptyDatabase(), await newFolder())).rejects.toThrow(
      /made by Bivouac 0\.0\.0, whose migration 2099_later/,
    );
  });

  it('refuses another secret before it writes anything', async () => {
    const url = await emptyDatabase();
    const checkSecret = async (secret: string) => {
      expect(secret).toBe(SECRET);
      throw new Error('another secret');
    };
    await expect(restoreTo(file, url, await newFolder(), { checkSecret })).rejects.toThrow('another secret');
    const client = await connect(url);
    const { rows } = await client
      .query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
      .finally(() => client.end());
    expect(rows).toEqual([]);
  });
});

describe('two backups at once', () => {
  it('are one: the second is told', async () => {
    const { databaseUrl, storageUrl } = service.service.config;
    const first = await takeSnapshot({ databaseUrl: databaseUrl as string, storageUrl }, KNOWLEDGE);
    await expect(backUpTo(service, join(folder, 'second.tar.gz'))).rejects.toThrow('Another backup is being made');
    await first.release();
    await backUpTo(service, join(folder, 'third.tar.gz'));
  });
});
