/** A workspace is deleted with all its rows and files, whatever is under way, and no other workspace notices. */
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandStorage } from '../../src/cli/session.ts';
import { type Db, sql } from '../../src/platform/db.ts';
import { newId, type WorkspaceId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { filesOfWorkspace } from '../../src/upkeep.ts';
import { addMeasured } from '../../src/workspaces/budget/budget.repo.ts';
import { type DeletionDependencies, deletionWork } from '../../src/workspaces/deletion.work.ts';
import { bytesOf, fileOf, upload } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { runCommand } from '../support/cli.ts';
import { testGenerator } from '../support/generator.ts';
import { runImport, startFile, straight } from '../support/imports.ts';
import { behind } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let other: TestWorkspace;
/** The stored files of the other workspace. */
let theirs: Set<string>;
let command: (...words: string[]) => ReturnType<typeof runCommand>;

const KEY = 'a-key-of-the-platform-of-32-characters';
const generator = testGenerator();
/** Of the service, warnings and worse. */
const logged: string[] = [];

beforeAll(async () => {
  const log = openLog('warn', { write: (line) => void logged.push(line) });
  service = await startTestService({ PLATFORM_KEY: KEY }, { isFresh: true, generator, log });
  other = await service.workspace({ name: 'Other' });
  await fill(other);
  theirs = new Set(await storedFiles());
  const { config, db } = service.service;
  const environment = {
    DATABASE_URL: db.pool.options.connectionString as string,
    STORAGE_URL: config.storageUrl,
    DATA_DIR: config.dataDir,
  };
  command = (...words) => runCommand(environment, 'workspaces', 'delete', ...words);
});
afterAll(() => service.stop());

let counter = 0;

/** Gives a workspace people, a sent blast, a flow with members, a live page with a file, an export and imports with files. */
async function fill(workspace: TestWorkspace): Promise<void> {
  counter += 1;
  const { api } = workspace;
  await must(api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  const { blastId, listId } = await prepareBlast(api, [`maya${counter}@example.net`, `noor${counter}@example.net`]);
  await must(
    api.POST('/v1/email-flows', {
      body: {
        name: 'Welcome',
        triggers: [{ type: 'contact_created' }],
        steps: [{ step_id: 'rest', type: 'wait', duration_amount: 2, duration_unit: 'weeks' }],
      },
    }),
  ).then(({ flow_id: flowId }) => must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } })));
  await sendNow(api, blastId);
  await must(api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
  await runImport(service, workspace, await startFile(service, workspace, `email\nada${counter}@example.net\n`), {
    mappings: straight('email'),
  });
  await startFile(service, workspace, 'email\nlater@example.net\n');
  const form = new FormData();
  form.append('file', fileOf('hut.png', bytesOf('png')));
  const { body } = await upload({ url: service.url, apiKey: workspace.apiKey }, 'uploadNewTentAssets', {}, form);
  await must(api.POST('/v1/tents', { body: { prompt: 'A landing page for a mountain hut', tent_id: body.tent_id, auto_publish: true } }));
  await service.drain();
  await must(
    api.POST('/v1/messages', {
      body: {
        to: { email: `ada${counter}@example.net` },
        from_address: 'hello@example.com',
        subject: 'Your ticket',
        text: 'Here it is.',
        scheduled_at: new Date(service.clock.now().getTime() + 172_800_000).toISOString(),
        attachments: [{ file_name: 'ticket.txt', content_type: 'text/plain', content: Buffer.from('ticket').toString('base64') }],
      },
    }),
  );
  await must(api.POST('/v1/suppressions', { body: { items: [{ address: 'gone@example.net' }] } }));
}

/** Rows of a workspace by table, without the announcements of what has gone. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const { pool } = service.db;
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('page_changes', 'loose_files')`);
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name} WHERE workspace_id = $1`, [
        workspaceId,
      ]);
      return [name, rows[0]?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(fileURLToPath(service.service.config.storageUrl), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}

const exists = async (id: string) => (await service.db.prisma.workspace.count({ where: { id } })) > 0;

async function platform(method: string, path: string) {
  const response = await fetch(`${service.url}/admin/v1/workspaces/${path}`, { method, headers: { authorization: `Bearer ${KEY}` } });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}

async function request(workspace: TestWorkspace): Promise<void> {
  expect((await platform('DELETE', `${workspace.id}?confirm=${workspace.slug}`)).status).toBe(202);
  service.clock.advance({ seconds: 6 });
}

/** Takes one turn of a deletion, in a process of its own. */
function takeTurn(changes: Partial<DeletionDependencies> = {}, afterChunk?: () => void): Promise<void> {
  const { db, clock } = service;
  const files = { deleteFiles: async () => false, deleteLooseFiles: async () => {} };
  const work = deletionWork(
    { db, clock, log: openLog('silent'), enqueue: async () => {}, ...files, ...changes },
    afterChunk ? { afterChunk } : {},
  );
  return work.run({} as never, new AbortController().signal);
}

it('deletes every row and file of the workspace, and nothing of another', async () => {
  const before = { rows: await rowsOf(other.id), files: new Set(await storedFiles()) };
  const workspace = await service.workspace();
  await fill(workspace);
  const tables = [
    'events_rest',
    'event_listeners',
    'deliveries',
    'flow_positions',
    'exports',
    'contact_import_results',
    'assets',
    'publications',
    'contact_activities',
    'transactional_messages',
  ];
  expect(await rowsOf(workspace.id)).toMatchObject(Object.fromEntries(tables.map((table) => [table, expect.any(Number)])));
  const files = new Set(await storedFiles()).difference(before.files);
  expect(files.size).toBeGreaterThan(3);

  for (const confirm of ['', '?confirm=juniper', `?confirm=${other.slug}`])
    expect((await platform('DELETE', `${workspace.slug}${confirm}`)).body.error_code).toBe('validation_failed');
  const asked = await platform('DELETE', `${workspace.slug}?confirm=${workspace.slug}`);
  expect(asked).toMatchObject({ status: 202, body: { status: 'deleting', deletion: { deleted_rows: 0, error: null } } });
  // What was measured is written a little later.
  expect((await platform('DELETE', `${workspace.id}?confirm=${workspace.slug}`)).body).toEqual({ ...asked.body, usage: expect.anything() });
  // Processes that have cached the key may still accept it.
  await service.drain();
  expect((await platform('GET', workspace.id)).body.deletion.deleted_rows).toBe(0);
  service.clock.advance({ seconds: 6 });
  expect((await workspace.api.GET('/v1/contacts')).response.status).toBe(403);
  for (const [method, path] of [
    ['POST', '/resume'],
    ['POST', '/suspend'],
  ] as const)
    expect((await platform(method, `${workspace.id}${path}`)).body.error_code).toBe('conflict');

  await takeTurn({}, () => {
    throw new Error('killed');
  });
  const { body } = await platform('GET', workspace.id);
  expect([body.status, body.deletion.started_at, body.deletion.deleted_rows > 0]).toEqual([
    'deleting',
    asked.body.deletion.started_at,
    true,
  ]);
  service.clock.advance({ minutes: 2 });
  await service.drain();
  expect((await platform('GET', workspace.id)).status).toBe(404);
  expect([await rowsOf(workspace.id), await exists(workspace.id)]).toEqual([{}, false]);
  const left = new Set(await storedFiles());
  // The meter writes what was used some seconds later.
  expect({ ...(await rowsOf(other.id)), budget_usage: 0 }).toEqual({ ...before.rows, budget_usage: 0 });
  expect([[...files.intersection(left)], [...theirs.difference(left)]]).toEqual([[], []]);
  expect((await workspace.api.GET('/v1/contacts')).response.status).toBe(401);
  expect((await platform('DELETE', `${workspace.slug}?confirm=${workspace.slug}`)).status).toBe(404);
  expect(logged).toEqual([]);
});

it('lets runs that are under way end, then takes their rows, and they end without an error', async () => {
  const workspace = await service.workspace();
  const { answer } = generator;
  generator.answer = () => Promise.reject(new Error('no answer'));
  const { begun, finish } = generator.hold();
  const { id: tentId } = await must(workspace.api.POST('/v1/tents', { body: { prompt: 'A landing page for a mountain hut' } }));
  const run = service.drain();
  await begun;
  await request(workspace);
  await takeTurn();
  expect(await service.db.prisma.document.count({ where: { id: tentId } })).toBe(1);
  expect((await platform('GET', workspace.id)).body.deletion.deleted_rows).toBe(0);
  service.clock.advance({ seconds: 45 });
  await takeTurn();
  expect(await exists(workspace.id)).toBe(false);
  finish();
  await run;
  generator.answer = answer;
  expect([logged, await rowsOf(workspace.id)]).toEqual([[], {}]);
});

it('leaves out what was measured and not written yet', async () => {
  const { id } = await service.workspace();
  await behind(
    service.db,
    (tx) => tx.query(sql`DELETE FROM workspaces WHERE id = ${id}::uuid`),
    () => addMeasured(service.db, [{ workspaceId: id as WorkspaceId, resource: 'received_bytes', period: '2026-01-01', amount: 1 }]),
  );
});

it('stops where another run has taken over', async () => {
  const workspace = await service.workspace();
  await request(workspace);
  const lost = newId();
  let count = 0;
  await takeTurn(
    {
      deleteFiles: async ({ db }) => {
        await db.query(sql`UPDATE workspace_deletions SET claimed_by = ${lost}::uuid WHERE workspace_id = ${workspace.id}::uuid`);
        return false;
      },
    },
    () => {
      count += 1;
    },
  );
  // The keys, which are the first table with rows, were not deleted.
  expect([await service.db.prisma.apiKey.count({ where: { workspaceId: workspace.id } }), count]).toEqual([1, 0]);
  service.clock.advance({ minutes: 2 });
  await service.drain();
  expect(await exists(workspace.id)).toBe(false);
});

it('is given up after many attempts without progress, is shown with its reason, and begins again with a repeat', async () => {
  const workspace = await service.workspace();
  await request(workspace);
  const deleteFiles = () => Promise.reject(new Error('no store'));
  await takeTurn({ deleteFiles });
  await service.db.query(sql`UPDATE workspace_deletions SET attempts = 130, lease_until = NULL WHERE workspace_id = ${workspace.id}::uuid`);
  await takeTurn({ deleteFiles });
  expect((await platform('GET', workspace.id)).body).toMatchObject({
    status: 'deleting',
    deletion: { error: expect.stringContaining('errors') },
  });
  await service.drain();
  expect(await exists(workspace.id)).toBe(true);
  expect((await platform('DELETE', `${workspace.id}?confirm=${workspace.slug}`)).body.deletion.error).toBeNull();
  await service.drain();
  expect(await exists(workspace.id)).toBe(false);
});

it.runIf(isAtLength)('deletes many rows in several chunks, and passes over none', async () => {
  const workspace = await service.workspace();
  await service.db.query(sql`
    INSERT INTO suppressions (workspace_id, address, reason, source, since)
    SELECT ${workspace.id}::uuid, 'p' || n || '@example.net', 'manual', 'api', now() FROM generate_series(1, 12001) AS n`);
  await request(workspace);
  await takeTurn();
  expect([await exists(workspace.id), await rowsOf(workspace.id)]).toEqual([false, {}]);
});

it.runIf(isAtLength)('goes on after it was killed at any statement', async () => {
  const workspace = await service.workspace();
  await fill(workspace);
  await request(workspace);
  const storage = await commandStorage(service.service.config);
  for (let most = 1; await exists(workspace.id); most = Math.ceil(most * 1.6)) {
    let left = most;
    const dying = <Of extends Db>(db: Of): Of => ({
      ...db,
      query: async (statement) => {
        if (left-- <= 0) throw new Error('killed');
        return db.query(statement);
      },
      transaction: (work) => db.transaction((tx) => work(dying(tx))),
    });
    await takeTurn({ db: dying<Db>(service.db), ...filesOfWorkspace(storage) }).catch((error: Error) =>
      expect(error.message).toBe('killed'),
    );
    service.clock.advance({ minutes: 2 });
  }
  expect(await rowsOf(workspace.id)).toEqual({});
});

it.runIf(isAtLength)('waits for a transaction that adds an event, which no foreign key would hold', async () => {
  const workspace = await service.workspace();
  await must(workspace.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  await request(workspace);
  let deletion: Promise<void> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query(sql`
      INSERT INTO events (workspace_id, position, id, type, occurred_at, data)
      VALUES (${workspace.id}::uuid, event_position(), uuid_v7(now()), 'contact.deleted', now(), '{}')`);
    deletion = takeTurn();
    const isWaiting = async () => {
      const rows = await service.db.query(sql`
        SELECT 1 AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE ${'%pg_current_snapshot())::text AS lowest%'}::text`);
      return rows.length > 0;
    };
    await expect.poll(async () => (await isWaiting()) || !(await exists(workspace.id))).toBe(true);
  });
  await deletion;
  expect([await rowsOf(workspace.id), await exists(workspace.id)]).toEqual([{}, false]);
});

describe.runIf(isAtLength)('the command', () => {
  it('asks for the slug first, and deletes nothing without it', async () => {
    const workspace = await service.workspace();
    const type = (text: string) => vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(text === '' ? [] : [text]) as never);
    for (const text of ['', '\n', 'another\n']) {
      type(text);
      expect(await command(workspace.slug)).toMatchObject({ code: 1, stderr: 'That is not the slug; nothing was deleted.\n' });
    }
    expect(await service.db.prisma.workspaceDeletion.count({ where: { workspaceId: workspace.id } })).toBe(0);
    // Without keys there is nothing that processes would have to forget first.
    await service.db.prisma.apiKey.deleteMany({ where: { workspaceId: workspace.id } });
    type(`${workspace.slug}\n`);
    expect(await command(workspace.slug, '--json')).toMatchObject({ code: 0, stdout: expect.stringContaining('"deleted":true') });
    expect(await exists(workspace.id)).toBe(false);
    expect(await command(workspace.slug, '--yes')).toMatchObject({
      code: 1,
      stderr: `There is no workspace with the slug "${workspace.slug}".\n`,
    });
    vi.restoreAllMocks();
  });

  it('leaves the deletion to the service', async () => {
    const workspace = await service.workspace();
    expect(await command(workspace.slug, '--yes', '--no-wait')).toMatchObject({ code: 0 });
    expect((await platform('GET', workspace.slug)).body.status).toBe('deleting');
    service.clock.advance({ minutes: 2 });
    await service.drain();
    expect(await exists(workspace.id)).toBe(false);
  });
});
