/**
 * Imports whose process dies, is told to stop, or sleeps through its lease, and whose database goes away: in the end each
 * row was written once. `KILL_ROUNDS` says how many imports are killed, at moments that chance chooses.
 */
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, sql } from '../../src/platform/db.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { MARKER } from '../../src/platform/installation.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { givenContacts, givenList } from '../support/given.ts';
import { execute, expectNothingAdrift, expectWhole, straight, upload } from '../support/imports.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { startProxy } from '../support/proxy.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);
const KNOWN = 500;
const ROWS = 5_000;

let database: TestDatabase;
let db: Database;
let folder: string;
const running = new Set<ServiceProcess>();
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, () => {});
  folder = join(tmpdir(), `bivouac-imports-${newId()}`);
});
afterEach(async () => {
  for (const process of running) {
    process.child.kill('SIGCONT');
    await process.kill();
  }
  running.clear();
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(databaseUrl = database.url): Promise<ServiceProcess> {
  const process = await startProcess({
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    STORAGE_URL: pathToFileURL(folder).href,
    RATE_LIMIT_RPS: '0',
  });
  running.add(process);
  return process;
}

async function kill(process: ServiceProcess): Promise<void> {
  running.delete(process);
  await process.kill();
}

/** Each row writes a city of its own, so that each change of a contact is one entry in its timeline. */
function peopleFile(known: string[]) {
  const cities = new Map<string, string>();
  const counts = { created: 0, updated: 0, failed: 0 };
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const mine = `row${row}@mail.example`;
    // People who are there already, known ones and those of rows before, in this chunk or in one long ago; addresses that are none.
    const email =
      row % 10 === 0
        ? known[(row / 10) % KNOWN]
        : row % 10 === 4
          ? `row${row - 2}@mail.example`
          : row % 10 === 7 && row > 2_500
            ? `row${row - 2_496}@mail.example`
            : row % 10 === 9
              ? 'nowhere'
              : mine;
    const city = `City ${row}`;
    if (email === 'nowhere') counts.failed += 1;
    else {
      counts[cities.has(email as string) || known.includes(email as string) ? 'updated' : 'created'] += 1;
      cities.set(email as string, city);
    }
    return `${email},${city}`;
  });
  return { content: `email,city\n${lines.join('\n')}\n`, cities, counts };
}

interface Given {
  workspaceId: string;
  runId: string;
  api: (process: ServiceProcess) => ApiClient;
  /** How many chunks are done; null when the run has ended. */
  chunks: () => Promise<number | null>;
  /** Lets time pass for the one who holds the run, or rests from it. */
  endLease: () => Promise<void>;
  /** Lets the chunks be written that are held. */
  release: () => Promise<void>;
  expectDone: () => Promise<void>;
}

/** A run that a process has just begun to work on. None of its chunks ends before it is released, when they are to be held. */
async function given(process: ServiceProcess, { isHeld = false } = {}): Promise<Given> {
  const now = new Date();
  const { id: workspaceId } = await createWorkspace(db, { name: 'Juniper Trail', slug: newId(), plan: 'paid' }, now);
  const { token } = await createKey(db, { workspaceId, name: 'Test' }, now);
  await givenContacts({ db, workspaceId }, KNOWN);
  const people = await db.prisma.contact.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
  const file = peopleFile(people.map(({ email }) => email as string));
  const listId = await givenList({ db, workspaceId }, []);
  const api = ({ url }: ServiceProcess) => createClient(url, token);
  const workspace = { api: api(process), url: process.url };
  const session = await upload(workspace, file.content);
  const release = isHeld ? await hold(listId) : async () => {};
  const { import_run_id: runId } = await must(execute(workspace, session, { mappings: straight('email', 'city'), list_ids: [listId] }));

  const run = () => db.prisma.contactImportRun.findFirstOrThrow({ where: { workspaceId, id: fromUlid(runId) } });
  return {
    workspaceId,
    runId,
    api,
    async chunks() {
      const { completedChunks, completedAt } = await run();
      return completedAt ? null : completedChunks;
    },
    async endLease() {
      await db.query(sql`UPDATE contact_import_runs SET lease_until = now() - interval '1 second' WHERE completed_at IS NULL`);
    },
    release,
    async expectDone() {
      await expect.poll(() => run(), { interval: 100 }).toMatchObject({ status: 'completed', fileKey: null });
      const { createdCount, updatedCount, skippedCount, errorCount } = await run();
      expect({ createdCount, updatedCount, skippedCount, errorCount }).toEqual({
        createdCount: file.counts.created,
        updatedCount: file.counts.updated,
        skippedCount: 0,
        errorCount: file.counts.failed,
      });
      await expectWhole(db, runId);
      await expectNothingAdrift(db);
      const contacts = await db.prisma.contact.findMany({ where: { workspaceId, city: { not: null } } });
      expect(new Map(contacts.map(({ email, city }) => [email, city]))).toEqual(file.cities);
      expect(await db.prisma.contact.count({ where: { workspaceId } })).toBe(KNOWN + file.counts.created);
      expect(await db.prisma.contactActivity.count({ where: { workspaceId, type: 'contact_updated' } })).toBe(file.counts.updated);
      expect(await db.prisma.contactListMember.count({ where: { workspaceId, listId } })).toBe(file.cities.size);
      expect(
        (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name),
      ).toEqual([MARKER]);
    },
  };
}

/** Keeps a list, which each chunk writes at its end. Returns how to let go of it. */
async function hold(listId: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM contact_lists WHERE id = $1 FOR UPDATE', [listId]);
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

/** Until at least so many chunks are done, or the run has ended. */
async function reached(run: Given, chunks: number): Promise<void> {
  await expect.poll(async () => (await run.chunks()) ?? chunks, { interval: 2 }).toBeGreaterThanOrEqual(chunks);
}

const blocked = () =>
  expect
    .poll(async () => {
      const [row] = await db.query<{ waiting: number }>(sql`
        SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return row?.waiting;
    })
    .toBe(1);

describe('kill -9 in the middle of an import', () => {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))('writes each row once, round %i', async () => {
    let process = await start();
    // On a busy machine an import may be done before anybody has killed it: then it is the turn of another.
    for (let kills = 0; kills === 0; ) {
      const run = await given(process);
      for (const chunk of [1, 3]) {
        await reached(run, chunk);
        await wait(Math.random() * 60);
        await kill(process);
        if ((await run.chunks()) !== null) kills += 1;
        await run.endLease();
        process = await start();
      }
      await run.expectDone();
    }
  });
});

describe('SIGTERM in the middle of an import', () => {
  test('ends the chunk and lets another go on at once', async () => {
    const leaving = await start();
    const run = await given(leaving, { isHeld: true });
    await blocked();
    const left = leaving.terminate();
    const ready = () =>
      fetch(`${leaving.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(ready).toBe(false);
    expect(leaving.child.exitCode).toBeNull();
    await run.release();
    expect(await left).toBe(0);
    running.delete(leaving);
    // One that was under way beside it has ended, too.
    expect([1, 2]).toContain(await run.chunks());
    await start();
    await run.expectDone();
  });
});

describe('a process that is stopped through its lease', () => {
  test('comes too late with its chunk', async () => {
    const sleeper = await start();
    const run = await given(sleeper, { isHeld: true });
    await blocked();
    await stopForLong(sleeper);
    await run.release();
    expect(await run.chunks()).toBe(0);
    await run.endLease();
    const follower = await start();
    await expect.poll(run.chunks).toBeNull();
    sleeper.child.kill('SIGCONT');
    await expect.poll(() => fetch(`${sleeper.url}/readyz`).then(({ ok }) => ok)).toBe(true);
    // It has noticed that the run is another's.
    expect(await sleeper.terminate()).toBe(0);
    running.delete(sleeper);
    await run.expectDone();
    expect(await follower.terminate()).toBe(0);
    running.delete(follower);
  });
});

/** Stops a process for longer than the database lets it hold anything: what it has open is ended, as it would be after two minutes. */
async function stopForLong({ child }: ServiceProcess): Promise<void> {
  child.kill('SIGSTOP');
  const ended = sql`
    SELECT pg_terminate_backend(pid, 10_000) AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'bivouac' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;
  // One may have begun by the last word that the process has sent.
  await expect.poll(async () => (await db.query(ended)).length).toBe(0);
}

describe('a database that goes away in the middle of an import', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let url: URL;
  beforeAll(async () => {
    url = new URL(database.url);
    proxy = await startProxy(url.hostname, Number(url.port));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
  });
  afterAll(() => proxy.close());

  test('is waited for, and each row is written once', async () => {
    const process = await start(url.href);
    const run = await given(process);
    for (const chunk of [1, 3]) {
      await reached(run, chunk);
      await wait(Math.random() * 60);
      await proxy.cut();
      await wait(200);
      await proxy.mend();
      await expect.poll(() => fetch(`${process.url}/readyz`).then(({ ok }) => ok)).toBe(true);
      await run.endLease();
    }
    await run.expectDone();
  });
});
