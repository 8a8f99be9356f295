/** The export of a large list, and the death of the process that writes it. */
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { MARKER } from '../../src/platform/installation.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { givenList } from '../support/given.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

/** Files of exports, finished or not, without the object that registers the installation. */
const files = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && entry.name !== MARKER).length;

describe('a list of 20,000 members', () => {
  const MEMBERS = 20_000;
  /** Of each member, in characters: with 20,000 of them far more than the heap that the service is given. */
  const LARGE = 15_000;
  /** Of which a service that rests needs 70. While a heap is gone through, what is made and thrown away meanwhile lies there too. */
  const HEAP_MB = 160;
  /** The growth limit of the whole process, because bytes are outside of the heap: well below the 300 MB of the file. */
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
