/** A backup is made while clients write, and is restored elsewhere: every table, every file, and what waits goes on. */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeSnapshot } from '../../src/backup/back-up.ts';
import { takeSnapshot } from '../../src/backup/snapshot.ts';
import { readConfig } from '../../src/config.ts';
import { INSTALLATION_TABLE } from '../../src/platform/installation.ts';
import { openLog } from '../../src/platform/log.ts';
import { startService } from '../../src/service.ts';
import { must, readBlast } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { getRun } from '../support/imports.ts';
import { CLI, runToEnd } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { at } from '../support/uploads.ts';
import {
  backUpTo,
  connect,
  filesIn,
  fingerprints,
  folderOf,
  KNOWLEDGE,
  type Laden,
  lade,
  MOVED,
  openPlaces,
  restoreTo,
  rowsOf,
  SECRET,
} from './support.ts';

const { folder, emptyDatabase, newFolder } = await openPlaces();

let service: TestService;
let laden: Laden;
beforeAll(async () => {
  service = await startTestService();
  laden = await lade(service);
});
afterAll(() => service.stop());

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
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relpersistence = 'p'`,
    );
    // Data of the installation are not in a backup.
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
    expect(await fingerprints(client, columns.tables)).toEqual({ ...expected, ...MOVED });
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
    // Waiting jobs run.
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

/** The definitions of the tables, without rows. */
async function shapeOf(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(`
    SELECT 'index' AS kind, indexdef AS text FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1, 2`);
  // Weeks are made by the service that runs there.
  return rows.filter(({ text }) => !/_w\d{8}\b|_w\d{8}_/.test(text));
}

async function witnessOf({ service: { config } }: TestService): Promise<pg.Client> {
  const client = await connect(config.databaseUrl as string);
  onTestFinished(() => client.end());
  return client;
}

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

describe('the command', () => {
  it('backs up into a file of its owner’s, replaces none, and restores into no database that is in use', async () => {
    const { databaseUrl, storageUrl } = service.service.config;
    const file = join(folder, 'command.tar.gz');
    const cli = async (...args: string[]) =>
      runToEnd(
        { DATABASE_URL: databaseUrl as string, STORAGE_URL: storageUrl, APP_SECRET: SECRET, DATA_DIR: await newFolder() },
        CLI,
        ...args,
      );
    const made = await cli('backup', file, '--json');
    expect(made.code, made.stderr).toBe(0);
    const { size, mode } = await stat(file);
    expect(JSON.parse(made.stdout)).toMatchObject({ file, bytes: size, files: 4, missing_files: 0 });
    expect(mode & 0o777).toBe(0o600);
    expect(await cli('backup', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
    expect(await cli('restore', file)).toMatchObject({ code: 1, stderr: expect.stringMatching(/in use|is connected/) });
  });
});
