/** Failures of a backup and a restore: nothing is incomplete, and existing data stay. */

import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readArchive, writeArchive } from '../../src/backup/archive.ts';
import { type Manifest, writeSnapshot } from '../../src/backup/back-up.ts';
import { takeSnapshot } from '../../src/backup/snapshot.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { backUpTo, connect, filesIn, folderOf, KNOWLEDGE, lade, openPlaces, restoreTo, rowsOf, SECRET } from './support.ts';

const { folder, emptyDatabase, newFolder } = await openPlaces();

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await lade(service);
});
afterAll(() => service.stop());

/** A workspace that is not there. */
const ELSEWHERE = '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01';

/** The same backup with other texts in it, and a checksum that fits them. */
async function rewrite(from: string, to: string, change: (name: string, text: string) => string): Promise<void> {
  const archive = writeArchive(createWriteStream(to));
  const totals = await readArchive(createReadStream(from), async ({ name, content }) =>
    archive.add(name, Buffer.from(change(name, await text(content)))),
  );
  await archive.finish(totals);
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
    // Events lie in the partitions of their weeks, which are dropped as a whole.
    const client = await connect(url);
    onTestFinished(() => client.end());
    const { rows } = await client.query(`
      SELECT (SELECT count(*)::int FROM custom_events) AS custom, (SELECT count(*)::int FROM custom_events_rest) AS rest,
             (SELECT count(*)::int FROM events_rest) + (SELECT count(*)::int FROM webhook_deliveries_rest) AS others`);
    expect(rows).toEqual([{ custom: 1, rest: 0, others: 0 }]);
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
    expect(Object.keys(before)).toHaveLength(5);
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
    const { rows } = await service.db.pool.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');
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
});
