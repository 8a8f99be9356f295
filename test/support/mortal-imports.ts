/** Imports whose process is killed: in the end each row was written once. */
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, expect } from 'vitest';
import { type Database, sql } from '../../src/platform/db.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { MARKER } from '../../src/platform/installation.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from './blast.ts';
import { createClient } from './client.ts';
import { openTestDatabase } from './database.ts';
import { givenContacts, givenList } from './given.ts';
import { execute, expectNothingAdrift, expectWhole, straight, upload } from './imports.ts';
import { type ServiceProcess, startProcess } from './process.ts';

const KNOWN = 500;

/** Each row writes a city of its own, so that each change of a contact is one entry in its timeline. */
function peopleFile(known: string[], rows: number) {
  const cities = new Map<string, string>();
  const counts = { created: 0, updated: 0, failed: 0 };
  const lines = Array.from({ length: rows }, (_, row) => {
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

export interface MortalImport {
  /** How many chunks are done; null when the run has ended. */
  chunks: () => Promise<number | null>;
  /** Ends the lease or the pause of the run. */
  endLease: () => Promise<void>;
  /** Lets the chunks be written that are held. */
  release: () => Promise<void>;
  expectDone: () => Promise<void>;
}

export interface MortalImports {
  db: Database;
  databaseUrl: string;
  /** It is dead after the test at the latest. */
  start(databaseUrl?: string): Promise<ServiceProcess>;
  /** A run that a process has just begun to work on. None of its chunks ends before it is released, when they are to be held. */
  given(process: ServiceProcess, options?: { isHeld?: boolean }): Promise<MortalImport>;
  /** Kills the process of an import after so many chunks, each time at a random moment. */
  killAt(...chunks: number[]): Promise<void>;
}

/** Imports of so many rows. Call it at the top of the file. */
export async function openMortalImports(rows: number): Promise<MortalImports> {
  const { url, db } = await openTestDatabase();
  const folder = join(tmpdir(), `bivouac-imports-${newId()}`);
  const running = new Set<ServiceProcess>();
  afterEach(async () => {
    for (const process of running) {
      process.child.kill('SIGCONT');
      await process.kill();
    }
    running.clear();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start: MortalImports['start'] = async (databaseUrl = url) => {
    const process = await startProcess({
      DATABASE_URL: databaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_URL: pathToFileURL(folder).href,
      RATE_LIMIT_RPS: '0',
    });
    running.add(process);
    return process;
  };

  async function given(process: ServiceProcess, { isHeld = false } = {}): Promise<MortalImport> {
    const now = new Date();
    const { id: workspaceId } = await createWorkspace(db, { name: 'Juniper Trail', slug: newId(), plan: 'paid' }, now);
    const { token } = await createKey(db, { workspaceId, name: 'Test' }, now);
    await givenContacts({ db, workspaceId }, KNOWN);
    const people = await db.prisma.contact.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
    const file = peopleFile(
      people.map(({ email }) => email as string),
      rows,
    );
    const listId = await givenList({ db, workspaceId }, []);
    const workspace = { api: createClient(process.url, token), url: process.url };
    const session = await upload(workspace, file.content);
    const release = isHeld ? await hold(url, listId) : async () => {};
    const { import_run_id: runId } = await must(execute(workspace, session, { mappings: straight('email', 'city'), list_ids: [listId] }));

    const run = () => db.prisma.contactImportRun.findFirstOrThrow({ where: { workspaceId, id: fromUlid(runId) } });
    return {
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

  return {
    db,
    databaseUrl: url,
    start,
    given,
    async killAt(...chunks) {
      let process = await start();
      // On a busy machine an import may end before the kill: then another one starts.
      for (let kills = 0; kills === 0; ) {
        const run = await given(process);
        for (const chunk of chunks) {
          await reached(run, chunk);
          await wait(Math.random() * 60);
          await process.kill();
          if ((await run.chunks()) !== null) kills += 1;
          await run.endLease();
          process = await start();
        }
        await run.expectDone();
      }
    },
  };
}

/** Locks a list, which each chunk writes at its end. Returns a function that unlocks it. */
async function hold(url: string, listId: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM contact_lists WHERE id = $1 FOR UPDATE', [listId]);
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

/** Until at least so many chunks are done, or the run has ended. */
export async function reached(run: MortalImport, chunks: number): Promise<void> {
  await expect.poll(async () => (await run.chunks()) ?? chunks, { interval: 2 }).toBeGreaterThanOrEqual(chunks);
}
