/** Large files that are made to harm: each ends with words that help, and the service, which never holds much of them, goes on. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { execute, expectNothingAdrift, expectWhole, getRun, type Mappings, resultsOf, straight, upload } from '../support/imports.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const MIB = 1024 * 1024;
const HEAP_MB = 128;
const MOST_RESIDENT_MB = 350;

let database: TestDatabase;
let db: Database;
let folder: string;
let running: ServiceProcess;
let workspaceId: string;
let workspace: { api: ApiClient; url: string };
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, () => {});
  folder = join(tmpdir(), `bivouac-imports-${newId()}`);
  running = await startProcess({
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE_URL: pathToFileURL(folder).href,
    RATE_LIMIT_RPS: '0',
    // On a large machine garbage would stay for long, and hide the real memory of the process.
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  const now = new Date();
  workspaceId = (await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid' }, now)).id;
  const { token } = await createKey(db, { workspaceId, name: 'Test' }, now);
  workspace = { api: createClient(running.url, token), url: running.url };
});
afterAll(async () => {
  await running.kill();
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Content = Parameters<typeof upload>[1];

/** The result of an import of an accepted file. */
async function imported(content: Content, mappings: Mappings) {
  const session = await upload(workspace, content);
  const { import_run_id: runId } = await must(execute(workspace, session, { mappings }));
  // Some of them are large.
  const patience = { interval: 50, timeout: 4 * PATIENCE_MS };
  await expect.poll(async () => (await getRun(workspace, runId)).completed_at, patience).toEqual(expect.any(String));
  return { runId, run: await getRun(workspace, runId) };
}

async function* large(head: string, block: string, megabytes: number) {
  yield Buffer.from(head);
  const bytes = Buffer.alloc(MIB, block);
  for (let i = 0; i < megabytes; i++) yield bytes;
}

const emails = (count: number) => Array.from({ length: count }, () => `${newId()}@mail.example`);

// In this order: what all of it has taken is looked at before the records that may take more.
describe('one process', { shuffle: false }, () => {
  describe('a file that cannot be read to its end fails with the line', () => {
    test('a quote at the start of 100 MB', async () => {
      const { run } = await imported(large('email\n"', 'a@mail.example\n', 100), straight('email'));
      expect(run).toMatchObject({
        status: 'failed',
        error_message: 'Line 2: a record has more than 1 MiB; probably the quote that is opened in line 2 is never closed.',
      });
    });

    test('a line of 100 MB', async () => {
      const { run } = await imported(large('email\n', 'a', 100), straight('email'));
      expect(run).toMatchObject({ status: 'failed', error_message: 'Line 2: a record has more than 1 MiB.' });
    });
  });

  describe('a file that is only odd is imported', () => {
    test('with a million empty lines', async () => {
      const [first, second] = emails(2);
      const { runId, run } = await imported(`email\n${first}\n${'\n'.repeat(1_000_000)}${second}\n`, straight('email'));
      expect(run).toMatchObject({ status: 'completed', created_count: 2, progress: { total_rows: 2 } });
      expect((await resultsOf(workspace, runId)).map(({ row_number }) => row_number)).toEqual([2, 3]);
    });

    test('with two million quotes', async () => {
      const lines = emails(20).map((email) => `"${email}","${'""'.repeat(50_000)}"`);
      const { run } = await imported(`email,quotes\n${lines.join('\n')}\n`, straight('email'));
      expect(run).toMatchObject({ status: 'completed', created_count: 20 });
    });

    test('with 100,000 cells beyond the headers', async () => {
      const { run } = await imported(`email\n${emails(1)}${',x'.repeat(100_000)}\n`, straight('email'));
      expect(run).toMatchObject({ status: 'completed', created_count: 1 });
    });
  });

  test('all of this leaves nothing behind, and has never taken much memory', async () => {
    await expectNothingAdrift(db);
    expect(running.child.exitCode).toBeNull();
    const troubles = running
      .output()
      .split('\n')
      .filter((line) => /"level":"(warn|error|fatal)"/.test(line));
    // The one thing that is said of a relay beside an address of this machine.
    expect(troubles.filter((line) => !line.includes('"base_url"'))).toEqual([]);
    const status = await readFile(`/proc/${running.child.pid}/status`, 'utf8');
    const peakMb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    expect(peakMb).toBeLessThan(MOST_RESIDENT_MB);
  });

  test('records of 1 MiB each, and their export, are not held all at once', async () => {
    const RECORDS = 60;
    async function* records() {
      yield Buffer.from('email,note\n');
      for (let row = 0; row < RECORDS; row++) yield Buffer.from(`nowhere ${row},`.padEnd(MIB - 1, 'o').concat('\n'));
    }
    const { runId, run } = await imported(records(), straight('email'));
    expect(run).toMatchObject({ status: 'completed', error_count: RECORDS, progress: { total_rows: RECORDS } });
    // Three of them are a chunk.
    expect(run.progress).toMatchObject({ total_chunks: RECORDS / 3, completed_chunks: RECORDS / 3 });
    await expectWhole(db, runId);
    // A page of 1,000 such rows in memory would be the end of the process.
    const { data } = await workspace.api.GET('/v1/contacts/imports/{import_run_id}/export', {
      params: { path: { import_run_id: runId } },
      parseAs: 'stream',
    });
    let size = 0;
    for await (const chunk of data ?? []) size += chunk.length;
    expect(size).toBeGreaterThan(RECORDS * (MIB - 100));
    await expectNothingAdrift(db);
  });
});
