/** Exports whose runs meet each other, stop, fail or die; and large ones. */
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportWorker } from '../../src/audience/exports/exports.jobs.ts';
import { type ExportJob, type ExportSource, readExport, startExport } from '../../src/audience/exports/exports.service.ts';
import { listExport } from '../../src/audience/exports/list-export.ts';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { MARKER } from '../../src/platform/installation.ts';
import { openLog } from '../../src/platform/log.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage } from '../../src/platform/storage.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { parseCsv } from '../support/csv.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { givenContacts, givenList } from '../support/given.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let storage: Storage;
beforeAll(async () => {
  service = await startTestService();
  const { clock } = service;
  storage = await openStorage(service.service.config, signedAddresses({ secret: 'a secret for the tests', baseUrl: service.url, clock }));
});
afterAll(() => service.stop());

/** An export that no worker knows of yet, and what runs it, through a store of the test's own making. */
async function given(members: number) {
  const { db, id: workspaceId, clock } = service;
  const listId = await givenList({ db, workspaceId }, await givenContacts({ db, workspaceId }, members));
  const request = { kind: 'contact_list', subjectId: listId, fileName: 'list.csv' } as const;
  const { id } = await startExport({ db, workspaceId, now: clock.now() }, async () => {}, request);
  const job: ExportJob = { workspace_id: workspaceId, export_id: id };
  const run = (store: Partial<Storage> = {}, source: ExportSource = listExport, stopping = new AbortController().signal) => {
    const dependencies = { db, clock, log: openLog('silent'), enqueue: async () => {}, storage: { ...storage, ...store } };
    return exportWorker(dependencies, source).run(job as never, stopping);
  };
  const read = () => readExport({ db, workspaceId }, storage, { kind: 'contact_list', subjectId: listId, exportId: id });
  const text = async () => (await fetch((await read()).downloadUrl as string)).text();
  return { run, read, text };
}

/** Files of exports, finished or not; the object that says which installation the storage belongs to is none. */
const files = async (folder = fileURLToPath(service.service.config.storageUrl)) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && entry.name !== MARKER).length;

/** Makes whoever puts a file wait, and tells when somebody does. */
function gate() {
  let open = () => {};
  let arrived = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const put: Storage['put'] = async (...request) => {
    arrived();
    await opened;
    return storage.put(...request);
  };
  return { put, open, reached };
}

describe('a job', () => {
  test('that runs twice at once, or again, makes one file', async () => {
    const { run, read, text } = await given(3);
    const before = await files();
    await Promise.all([run(), run(), run()]);
    const done = await read();
    expect(done).toMatchObject({ status: 'completed', rowCount: 3 });
    await run();
    expect({ ...(await read()), downloadUrl: null }).toEqual({ ...done, downloadUrl: null });
    expect(await files()).toBe(before + 1);
    expect(parseCsv(await text())).toHaveLength(4);
  });

  test('whose lease ran out is followed by another, and comes too late', async () => {
    const { run, read, text } = await given(3);
    const before = await files();
    const slow = gate();
    const first = run({ put: slow.put });
    await slow.reached;
    await run();
    expect((await read()).status).toBe('processing');
    service.clock.advance({ seconds: 61 });
    await run();
    const done = await read();
    expect(done).toMatchObject({ status: 'completed', rowCount: 3 });
    slow.open();
    await first;
    expect(await read()).toMatchObject({ status: 'completed', storageKey: done.storageKey, updatedAt: done.updatedAt });
    expect(await files()).toBe(before + 1);
    expect(parseCsv(await text())).toHaveLength(4);
  });

  test('that died after it stored its file leaves nothing behind', async () => {
    const { run, read } = await given(2);
    const before = await files();
    let died = () => {};
    const stored = new Promise<void>((resolve) => {
      died = resolve;
    });
    // It never gets to say that it is done.
    void run({
      put: async (...request) => {
        await storage.put(...request);
        died();
        return new Promise<number>(() => {});
      },
    });
    await stored;
    expect(await files()).toBe(before + 1);
    service.clock.advance({ seconds: 61 });
    await run();
    expect((await read()).status).toBe('completed');
    expect(await files()).toBe(before + 1);
  });

  test('that is asked to stop gives its place to another at once', async () => {
    const { run, read } = await given(1_200);
    const stopping = new AbortController();
    const source: ExportSource = {
      ...listExport,
      async open(...request) {
        const table = await listExport.open(...request);
        if (!table) return null;
        async function* pages() {
          for await (const page of (table as NonNullable<typeof table>).pages) {
            yield page;
            stopping.abort();
          }
        }
        return { ...table, pages: pages() };
      },
    };
    await run({}, source, stopping.signal);
    expect((await read()).status).toBe('processing');
    await run();
    expect(await read()).toMatchObject({ status: 'completed', rowCount: 1_200, attempts: 1 });
  });
});

describe('a store that does not take the file', () => {
  const refuse: Partial<Storage> = {
    put: async () => {
      throw new Error('the disk is full: /var/secret');
    },
  };

  test('is asked again, ever later, and then the export fails', async () => {
    const { run, read } = await given(1);
    for (let attempt = 1; attempt < 5; attempt++) {
      await run(refuse);
      expect((await read()).status).toBe('processing');
      // Not before its time.
      await run();
      expect((await read()).status).toBe('processing');
      service.clock.advance({ seconds: 30 * attempt });
    }
    await expect(run(refuse)).rejects.toThrow('the disk is full');
    const failed = await read();
    expect(failed).toMatchObject({
      status: 'failed',
      errorMessage: 'The file could not be written. Start another export.',
      rowCount: null,
    });
    await run();
    expect(await read()).toEqual(failed);
  });

  test('may recover', async () => {
    const { run, read } = await given(1);
    await run(refuse);
    service.clock.advance({ seconds: 30 });
    // The sweep finds it, although its own job is long gone.
    await service.drain();
    expect(await read()).toMatchObject({ status: 'completed', rowCount: 1 });
    await run();
  });
});

describe('a list of 20,000 members', () => {
  const MEMBERS = 20_000;
  /** Of each member, in characters: with 20,000 of them far more than the heap that the service is given. */
  const LARGE = 15_000;
  /** Of which a service that rests needs 70. While a heap is gone through, what is made and thrown away meanwhile lies there too. */
  const HEAP_MB = 160;
  /** What the whole process may grow by, because bytes do not lie on the heap: well below the 300 MB of the file. */
  const MOST_MB = 220;
  let database: TestDatabase;
  let db: Database;
  let folder: string;
  let running: ServiceProcess | undefined;
  let token: string;
  let listId: string;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, () => {});
    folder = join(tmpdir(), `bivouac-exports-${newId()}`);
    const now = new Date();
    const workspace = await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid' }, now);
    token = (await createKey(db, { workspaceId: workspace.id, name: 'Test' }, now)).token;
    listId = await givenList({ db, workspaceId: workspace.id }, [], { memberCount: MEMBERS });
    await db.pool.query(
      `INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, created_by_name, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'note', 'Note', 'string', 'Test', now(), now())`,
      [workspace.id],
    );
    await db.pool.query(
      `WITH people AS (
         INSERT INTO contacts (workspace_id, id, email, display_name, custom_fields, original_source, created_at)
         SELECT $1, gen_random_uuid(), 'p' || n || '@mail.example', 'Person ' || n, jsonb_build_object('note', repeat('word,', $3::int / 5)), 'import', now()
         FROM generate_series(1, $2::int) AS n RETURNING id)
       INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at) SELECT $1, $4, id, now() FROM people`,
      [workspace.id, MEMBERS, LARGE, listId],
    );
  });
  afterAll(async () => {
    await running?.kill();
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const begin = () =>
    startProcess({
      DATABASE_URL: database.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_URL: pathToFileURL(folder).href,
      RATE_LIMIT_RPS: '0',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    });

  test('is written in bounded memory, also by a service that follows a killed one', async () => {
    running = await begin();
    let api = createClient(running.url, token);
    const started = await must(api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
    const params = { path: { listId, exportId: started.export.export_id } };
    const read = async () => (await must(api.GET('/v1/contact-lists/{listId}/export/{exportId}', { params }))).export;

    // Killed with some of the file written.
    await expect.poll(() => files(folder).catch(() => 0), { interval: 5 }).toBe(1);
    await running.kill();
    expect(await files(folder)).toBe(1);

    running = await begin();
    api = createClient(running.url, token);
    expect(await read()).toMatchObject({ status: 'processing', row_count: null, download_url: null });
    await db.pool.query("UPDATE exports SET lease_until = now() - interval '1 second'");
    const residentMb = async () => {
      const metrics = await (await fetch(`${(running as ServiceProcess).url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20;
    };
    const idle = await residentMb();
    let most = idle;
    const status = async () => {
      most = Math.max(most, await residentMb());
      return (await read()).status;
    };
    await expect.poll(status, { interval: 100, timeout: 3 * PATIENCE_MS }).toBe('completed');
    expect(most - idle).toBeLessThan(MOST_MB);
    const done = await read();
    expect(done).toMatchObject({ row_count: MEMBERS, error_message: null });

    // Read as it comes: the test has its bounds too.
    const response = await fetch(
      `${running.url}${(done.download_url as string).slice(new URL(done.download_url as string).origin.length)}`,
    );
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(MEMBERS * LARGE);
    const people = new Set<string>();
    let rest = '';
    let lines = 0;
    for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream() as never,
    ) as ReadableStream<string>) {
      const parts = (rest + chunk).split('\r\n');
      rest = parts.pop() as string;
      for (const line of parts) {
        lines += 1;
        people.add(line.slice(0, 36));
      }
    }
    expect([lines, people.size, rest]).toEqual([MEMBERS + 1, MEMBERS + 1, '']);
    const { rows } = await db.pool.query('SELECT attempts, claimed_by, lease_until FROM exports');
    expect(rows).toEqual([{ attempts: 2, claimed_by: null, lease_until: null }]);
    expect(await running.terminate()).toBe(0);
    running = undefined;
  });
});
