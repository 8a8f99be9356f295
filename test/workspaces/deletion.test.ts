/** `workspaces delete`: a workspace goes with all its rows and files, whatever was under way, and no other workspace notices. */
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Db, sql } from '../../src/platform/db.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion.ts';
import { bytesOf, fileOf, upload } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { runCommand } from '../support/cli.ts';
import { runImport, startFile, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let other: TestWorkspace;
/** The stored files of the other workspace. */
let theirs: Set<string>;
let command: (...words: string[]) => ReturnType<typeof runCommand>;

beforeAll(async () => {
  service = await startTestService({}, { isFresh: true });
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

it.runIf(isAtLength)('deletes every row and file of the workspace, and nothing of another', async () => {
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
  ];
  expect(await rowsOf(workspace.id)).toMatchObject(Object.fromEntries(tables.map((table) => [table, expect.any(Number)])));
  const files = new Set(await storedFiles()).difference(before.files);
  expect(files.size).toBeGreaterThan(2);

  expect(await command(workspace.slug, '--yes', '--json')).toMatchObject({ code: 0, stdout: expect.stringContaining('"deleted":true') });
  expect([await rowsOf(workspace.id), await exists(workspace.id)]).toEqual([{}, false]);
  const left = new Set(await storedFiles());
  // The meter writes what was used some seconds later.
  expect({ ...(await rowsOf(other.id)), budget_usage: 0 }).toEqual({ ...before.rows, budget_usage: 0 });
  expect([[...files.intersection(left)], [...theirs.difference(left)]]).toEqual([[], []]);
  expect((await workspace.api.GET('/v1/contacts')).response.status).toBe(401);
  expect(await command(workspace.slug, '--yes')).toMatchObject({
    code: 1,
    stderr: `There is no workspace with the slug "${workspace.slug}".\n`,
  });
});

it.runIf(isAtLength)('can be run again after it was killed at any statement', async () => {
  const workspace = await service.workspace();
  await fill(workspace);
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
    await deleteWorkspace({ db: dying<Db>(service.db), workspaceId: workspace.id }, { deleteFiles: async () => {}, trustMs: 0 }).catch(
      (error: Error) => expect(error.message).toBe('killed'),
    );
    // The first that goes: nothing new comes in.
    if (most > 1) expect(await service.db.prisma.apiKey.count({ where: { workspaceId: workspace.id } })).toBe(0);
  }
  expect(await rowsOf(workspace.id)).toEqual({});
});

it.runIf(isAtLength)('waits for a transaction that adds an event, which no foreign key would hold', async () => {
  const workspace = await service.workspace();
  await must(workspace.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  let deletion: Promise<void> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query(sql`
      INSERT INTO events (workspace_id, position, id, type, occurred_at, data)
      VALUES (${workspace.id}::uuid, event_position(), uuid_v7(now()), 'contact.deleted', now(), '{}')`);
    deletion = deleteWorkspace({ db: service.db, workspaceId: workspace.id }, { deleteFiles: async () => {}, trustMs: 0 });
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

it.runIf(isAtLength)('asks for the slug first, and deletes nothing without it', async () => {
  const workspace = await service.workspace();
  const type = (text: string) => vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(text === '' ? [] : [text]) as never);
  for (const text of ['', '\n', 'another\n']) {
    type(text);
    expect(await command(workspace.slug)).toMatchObject({ code: 1, stderr: 'That is not the slug; nothing was deleted.\n' });
  }
  expect(await exists(workspace.id)).toBe(true);
  // A deletion that finds keys waits until every process has forgotten them.
  await service.db.prisma.apiKey.deleteMany({ where: { workspaceId: workspace.id } });
  type(`${workspace.slug}\n`);
  expect(await command(workspace.slug)).toMatchObject({ code: 0 });
  expect(await exists(workspace.id)).toBe(false);
  vi.restoreAllMocks();
});
