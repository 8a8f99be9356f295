/** Merges of several imports at once: as many as the server has locks for, and one after the other for the same people. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { importWork } from '../../src/audience/imports/import.work.ts';
import { holdRows } from '../../src/audience/imports/merge.repo.ts';
import { mergeChunk } from '../../src/audience/imports/merge.service.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { openLog } from '../../src/platform/log.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage } from '../../src/platform/storage.ts';
import { must } from '../support/blast.ts';
import { disturbed, givenRun, rowsFrom, WRITES } from '../support/chunks.ts';
import { execute, getRun, startRows, straight } from '../support/imports.ts';
import { behind } from '../support/race.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let db: TestService['db'];
beforeAll(async () => {
  service = await startTestService();
  ({ db } = service);
});
afterEach(() => db.prisma.contactImportRun.deleteMany());
afterAll(() => service.stop());

it('two processes merge for four workspaces at once', async () => {
  const { clock } = service;
  const storage = await openStorage(
    service.service.config,
    signedAddresses({ secret: 'a secret for the tests', baseUrl: service.url, clock }),
  );
  let arrived = 0;
  // The merge has written its rows, and is not committed.
  const publish = () => {
    arrived += 1;
    return expect.poll(() => arrived).toBe(4);
  };
  const process = () =>
    importWork({ db, clock, storage, log: openLog('silent'), enqueue: async () => {}, events: { ...openEvents(), publish } });
  const processes = [process(), process()];
  const runs = [];
  for (let workspace = 0; workspace < 4; workspace += 1) {
    const owner = await service.workspace();
    const sessionId = await startRows(owner, [{ email: 'ada@mail.example' }]);
    runs.push({ owner, id: (await must(execute(owner, sessionId, { mappings: straight('email') }))).import_run_id });
  }
  await Promise.all([...processes, ...processes].map(({ run }) => run({} as never, new AbortController().signal)));
  for (const { owner, id } of runs) expect(await getRun(owner, id)).toMatchObject({ status: 'completed', created_count: 1 });
});

it('two imports of a workspace wait for each other by an email', async () => {
  const { id: workspaceId } = await service.workspace();
  const isWaited = async () => {
    const [row] = await db.query<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`);
    return row?.count;
  };
  const merge = (city: string, watch: (tx: Tx) => Tx = (tx) => tx) =>
    db.transaction((tx) =>
      mergeChunk({ db: watch(tx), workspaceId, now: service.clock.now() }, givenRun(workspaceId), {
        rows: rowsFrom(2, { email: 'ada@mail.example', city }),
        chunk: 0,
        ahead: null,
        onHeld: () => {},
      }),
    );
  let second: ReturnType<typeof merge> | undefined;
  const first = await merge('Oslo', (tx) =>
    disturbed(tx, WRITES, () => {
      second = merge('Bergen');
      return expect.poll(isWaited).toBe(1);
    }),
  );
  expect([first.counts.created, (await second)?.counts]).toMatchObject([1, { created: 0, updated: 1 }]);
});

it('a merge that finds no place waits, and holds none meanwhile', async () => {
  const { id: workspaceId } = await service.workspace();
  const { runId } = givenRun(workspaceId);
  const [found] = await db.query<{ first: number; places: number }>(sql`
    SELECT abs(hashtext(${runId}::text) % 1000) AS first, greatest(6, (0.75 * current_setting('max_locks_per_transaction')::int
      * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) / 1000)::int) AS places`);
  const { first, places } = found as { first: number; places: number };
  const identifiers = (count: number) => Array.from({ length: count }, (_, i) => `email person${i}@mail.example`);
  const merge = (count: number, run = runId) =>
    db.transaction(async (tx) => {
      await tx.query(sql`SET LOCAL lock_timeout = '20s'`);
      await holdRows(
        { db: tx, workspaceId },
        identifiers(count).map((one) => `${run} ${one}`),
        { runId: run, chunk: 0 },
      );
    });
  // All but one, which is not among those that this merge would wait for.
  const free = (first + 4) % places;
  const hold = (tx: Tx) =>
    tx.query(sql`
      SELECT count(pg_advisory_xact_lock(hashtextextended('contact imports place ' || place, 0))) AS held
      FROM generate_series(0, ${places - 1}::int) AS place WHERE place <> ${free}::int`);
  await behind(
    db,
    hold,
    () => merge(2_001),
    () => merge(1, 'another'),
  );
  await merge(3_000);
});
