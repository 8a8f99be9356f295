/** Files that are made to harm: each ends with words that help, and the service, which never holds much of them, goes on. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, sql } from '../../src/platform/db.ts';
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
    // On a large machine rubbish would otherwise lie about for long, and nothing could be told from what the process takes.
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

/** What an import comes to, when its file is taken. */
async function imported(content: Content, mappings: Mappings) {
  const session = await upload(workspace, content);
  const { import_run_id: runId } = await must(execute(workspace, session, { mappings }));
  // Some of them are large.
  const patience = { interval: 50, timeout: 4 * PATIENCE_MS };
  await expect.poll(async () => (await getRun(workspace, runId)).completed_at, patience).toEqual(expect.any(String));
  return { runId, run: await getRun(workspace, runId) };
}

/** What is said of a file that is not taken. */
async function refusal(content: Content) {
  const session = await upload(workspace, content);
  const { response, error } = await execute(workspace, session, { mappings: straight('email') });
  expect(response.status).toBe(400);
  return error?.details?.issues;
}

async function* large(head: string, block: string, megabytes: number) {
  yield Buffer.from(head);
  const bytes = Buffer.alloc(MIB, block);
  for (let i = 0; i < megabytes; i++) yield bytes;
}

const emails = (count: number) => Array.from({ length: count }, () => `${newId()}@mail.example`);

const define = (count: number) =>
  db.query<{ api_name: string }>(sql`
    INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, created_by_name, created_at, updated_at)
    SELECT ${workspaceId}::uuid, gen_random_uuid(), 'note_' || n, 'Note ' || n, 'string', 'Test', now(), now()
    FROM generate_series(1, ${count}::int) AS n ON CONFLICT DO NOTHING RETURNING api_name`);

// In this order: what all of it has taken is looked at before the records that may take more.
describe('one process', { shuffle: false }, () => {
  describe('a file that cannot be read to its end fails with the line', () => {
    const among = (line: Buffer) =>
      Buffer.concat([Buffer.from(`email,é\n${emails(1_200).join('\n')}\n`), line, Buffer.from('\nlast@mail.example\n')]);

    test.each([
      ['bad UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'this is not UTF-8'],
      ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0xbd]), 'this is not UTF-8'],
      ['a NUL byte', Buffer.from('a\0@mail.example'), 'there is a NUL byte'],
      ['a quote that is never closed', Buffer.from('"a@mail.example'), 'a quote is opened and never closed'],
      ['a line of 2 MiB', Buffer.alloc(2 * MIB, 'a'), 'a record has more than 1 MiB'],
    ])('%s', async (_what, line, message) => {
      const { run, runId } = await imported(among(line), straight('email'));
      expect(run).toMatchObject({ status: 'failed', created_count: 1_000, error_message: `Line 1202: ${message}.` });
      expect(await resultsOf(workspace, runId)).toHaveLength(1_000);
    });

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

  test.each([
    ['the bytes of a program', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0, 9, 8]), 'Line 1: this is not UTF-8.'],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x65, 0, 0x0a]), 'The file is not UTF-16LE throughout.'],
    ['10,000 columns', `email${',x'.repeat(9_999)}\n`, 'The file has 10000 columns; 500 are the most that an import takes.'],
    ['501 columns', `email${',x'.repeat(500)}\n`, 'The file has 501 columns; 500 are the most that an import takes.'],
    ['a header of 256 characters', `email,${'ü'.repeat(256)}\n`, 'The header of column 2 has more than 255 characters.'],
    ['blank headers', ' ,,\na@mail.example,,\n', 'The first record of the file holds no headers.'],
    ['a header that is never closed', Buffer.alloc(3 * MIB, '"a'), expect.stringMatching(/^Line 1: a record has more than 1 MiB/)],
    ['nothing but empty lines for long', `${'\r\n'.repeat(1_000_000)}email\n`, 'Line 1: the first 1 MiB of the file holds no headers.'],
  ])('a file with %s is refused before it starts', async (_what, content, message) => {
    expect(await refusal(content)).toEqual([{ path: 'file', message }]);
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

    test('with 500 columns, all of them mapped', async () => {
      await define(180);
      const standard = straight('email', 'first_name', 'city', 'address');
      const custom = straight(...Array.from({ length: 180 }, (_, n) => `note_${n + 1}`));
      const ignored = Array.from({ length: 316 }, (_, n) => ({ header: `ignored ${n}`, target_kind: 'ignore' as const }));
      const mappings = [...standard, ...custom, ...ignored];
      const lines = emails(20).map((email) => [email, ...mappings.slice(1).map(({ header }) => `${header} of`)].join(','));
      const { run } = await imported(`${mappings.map(({ header }) => header).join(',')}\n${lines.join('\n')}\n`, mappings);
      expect(run).toMatchObject({ status: 'completed', created_count: 20 });
    });
  });

  describe('cells', () => {
    test.each([
      ['SQL', `'); DROP TABLE contacts; --`],
      ['the format of a copy', '\\N \\. \\t \\x41 \\'],
      ['tabs and line breaks', 'a\tb\nc\r\nd\\\n\\.\n'.trim()],
      ['controls', 'a\b\v\f\u001b\u007f\u0085\u2028z'],
      ['emoji and their joints', '👩‍👩‍👧 🏳️‍🌈 e\u0301'],
      ['JSON', '{"__proto__":{"a":1}}\\u0000'],
      ['a template', '{{contact.email}} %s $1'],
      [
        '10,000 characters that cannot be compressed',
        Array.from({ length: 10_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000))).join(''),
      ],
    ])('with %s are stored as they are', async (_what, text) => {
      await define(1);
      const [email] = emails(1);
      const quoted = `"${text.replaceAll('"', '""')}"`;
      // A name is one line, without other controls; a text of one's own may hold what it likes.
      const short = [...text]
        .slice(0, 100)
        .join('')
        .replace(/(?!\s)\p{Cc}/gu, '')
        .trim();
      const { run } = await imported(
        `email,first_name,note_1\n${email},"${short.replaceAll('"', '""')}",${quoted}\n`,
        straight('email', 'first_name', 'note_1'),
      );
      expect(run).toMatchObject({ status: 'completed', created_count: 1 });
      const contact = await db.prisma.contact.findFirstOrThrow({ where: { workspaceId, email } });
      const line = short.normalize('NFC').replace(/\s+/g, ' ');
      expect([contact.firstName, contact.customFields]).toEqual([line, { note_1: text.normalize('NFC') }]);
    });

    test('of one character too many fail their row, and are shown in part', async () => {
      await define(1);
      const [first, second] = emails(2);
      const { runId } = await imported(
        `email,note_1\n${first},${'😀'.repeat(10_001)}\n${second},${'😀'.repeat(10_000)}\n`,
        straight('email', 'note_1'),
      );
      const [failed, created] = await resultsOf(workspace, runId);
      expect(failed?.field_issues).toMatchObject([{ error_code: 'too_long', value: '😀'.repeat(100) }]);
      expect(created?.status).toBe('created');
    });

    test('under headers that objects have anyway are cells like others', async () => {
      await db.query(sql`
      INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, created_by_name, created_at, updated_at)
      VALUES (${workspaceId}::uuid, gen_random_uuid(), 'constructor', 'Constructor', 'string', 'Test', now(), now())`);
      const [email, other] = emails(2);
      const { runId } = await imported(`__proto__,constructor,toString,email\nMaya,built,x,${email}\n,,,${other}\n,,y,nowhere\n`, [
        { header: '__proto__', target_kind: 'standard', target_field: 'first_name' },
        { header: 'constructor', target_kind: 'custom_field', target_field: 'constructor' },
        { header: 'email', target_kind: 'standard', target_field: 'email' },
      ]);
      expect((await resultsOf(workspace, runId)).map(({ status }) => status)).toEqual(['created', 'created', 'failed']);
      const contact = await db.prisma.contact.findFirstOrThrow({ where: { workspaceId, email } });
      expect([contact.firstName, JSON.stringify(contact.customFields)]).toEqual(['Maya', '{"constructor":"built"}']);
      const plain = await db.prisma.contact.findFirstOrThrow({ where: { workspaceId, email: other } });
      expect([plain.firstName, JSON.stringify(plain.customFields)]).toEqual(['', '{}']);
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
