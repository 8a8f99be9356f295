/** Runs that overlap, stop, fail or are late: their order and their results. */
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { importWork } from '../../src/audience/imports/import.work.ts';
import { importLedger } from '../../src/audience/imports/runs.repo.ts';
import type { Database, Tx } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage } from '../../src/platform/storage.ts';
import { claimNext } from '../../src/queue/ledger.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { execute, expectNothingAdrift, expectWhole, getRun, resultsOf, startFile, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let storage: Storage;
beforeAll(async () => {
  service = await startTestService();
  const { clock } = service;
  storage = await openStorage(service.service.config, signedAddresses({ secret: 'a secret for the tests', baseUrl: service.url, clock }));
});
afterEach(() => service.db.prisma.contactImportRun.deleteMany());
afterAll(() => service.stop());

/** Few, so that small files have several chunks. */
const CHUNK_ROWS = 100;

interface Faults {
  db?: Partial<Database>;
  storage?: Partial<Storage>;
  turnMs?: number;
  longestTurnMs?: number;
  stopping?: AbortSignal;
}

/**
 * Gives one turn to the run that is next, with a database and a store of the test's own making, whose transactions are those of the run:
 * the first one, which takes it up, is as ever. A later turn has a later time.
 */
async function turn({ stopping = new AbortController().signal, turnMs, longestTurnMs, ...faults }: Faults = {}): Promise<void> {
  const { clock } = service;
  clock.advance({ seconds: 1 });
  let isTaken = false;
  const transaction: Database['transaction'] = (work) => {
    const begin = isTaken ? (faults.db?.transaction ?? service.db.transaction) : service.db.transaction;
    isTaken = true;
    return begin(work);
  };
  const dependencies = {
    db: { ...service.db, ...faults.db, transaction },
    clock,
    log: openLog('silent'),
    enqueue: async () => {},
    events: openEvents(),
    storage: { ...storage, ...faults.storage },
  };
  const options = { chunkRows: CHUNK_ROWS, ...(turnMs !== undefined && { turnMs }), ...(longestTurnMs !== undefined && { longestTurnMs }) };
  await importWork(dependencies, options).run({} as never, stopping);
}

/** A run of a file with so many rows, without a worker yet. */
async function given(workspace: TestWorkspace, rows: number): Promise<string> {
  const emails = Array.from({ length: rows }, (_, row) => `person${row}@mail.example`);
  const session = await startFile(service, workspace, `email\n${emails.join('\n')}\n`);
  return (await must(execute(workspace, session, { mappings: straight('email') }))).import_run_id;
}

const claim = () => claimNext(service.db, importLedger, newId(), service.clock.now());

const files = async () =>
  (await readdir(fileURLToPath(service.service.config.storageUrl), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

const ledger = (runId: string) => service.db.prisma.contactImportRun.findFirstOrThrow({ where: { id: fromUlid(runId) } });

/** A gate: callers wait until it opens. */
function gate() {
  const [opened, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pass = async () => {
    reached.resolve();
    await opened.promise;
  };
  return { pass, open: opened.resolve, reached: reached.promise };
}

describe('turns', () => {
  test.runIf(isAtLength)('go to the workspace that waits, however much another one has to do', async () => {
    const [busy, small] = [await service.workspace(), await service.workspace()];
    const many: string[] = [];
    for (let i = 0; i < 6; i++) many.push(await given(busy, 150));
    const one = await given(small, 10);
    for (let i = 0; i < 7; i++) await turn({ turnMs: 0 });
    expect(await getRun(small, one)).toMatchObject({ status: 'completed', created_count: 10 });
    // Those of one workspace go side by side.
    for (const runId of many) expect(await getRun(busy, runId)).toMatchObject({ status: 'running', progress: { completed_chunks: 1 } });
    for (let i = 0; i < 6; i++) await turn({ turnMs: 0 });
    for (const runId of many) expect(await getRun(busy, runId)).toMatchObject({ status: 'completed', progress: { total_chunks: 2 } });
    await expectNothingAdrift(service.db);
  });

  test.runIf(isAtLength)('go first to the workspace with the fewest runs under way', async () => {
    const [busy, small] = [await service.workspace(), await service.workspace()];
    const [first, second] = [await given(busy, 1), await given(busy, 1)];
    const slow = gate();
    const held = turn({ db: { transaction: (work) => slow.pass().then(() => service.db.transaction(work)) } });
    await slow.reached;
    const one = await given(small, 150);
    // Served last, and still next, since the other workspace has a run under way.
    await turn({ turnMs: 0 });
    await turn({ turnMs: 0 });
    expect(await getRun(small, one)).toMatchObject({ progress: { completed_chunks: 2 } });
    expect(await getRun(busy, second)).toMatchObject({ status: 'queued' });
    slow.open();
    await held;
    await turn();
    expect(await getRun(busy, first)).toMatchObject({ status: 'completed' });
    expect(await getRun(busy, second)).toMatchObject({ status: 'completed' });
  });

  test.runIf(isAtLength)('that begin at once go to two workspaces', async () => {
    const [busy, small] = [await service.workspace(), await service.workspace()];
    for (let round = 0; round < rounds(4, 20); round++) {
      for (const workspace of [busy, busy, small]) await given(workspace, 1);
      const claimed = await Promise.all([claim(), claim()]);
      expect(new Set(claimed.map((run) => run?.workspaceId)).size, `round ${round}`).toBe(2);
      await service.db.prisma.contactImportRun.deleteMany();
    }
  });

  test.runIf(isAtLength)('go on while no other workspace waits', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 450);
    let other: string | undefined;
    const transaction: Database['transaction'] = async (work) => {
      const ended = await service.db.transaction(work);
      if ((await ledger(runId)).completedChunks === 3) other ??= await given(workspace, 1);
      return ended;
    };
    await turn({ turnMs: 0, db: { transaction } });
    const { status, completedChunks } = await ledger(runId);
    expect([status, completedChunks >= 3 && completedChunks < 5]).toEqual(['running', true]);
    await turn();
    expect(await getRun(workspace, other as string)).toMatchObject({ status: 'completed' });
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 450 });
    await expectWhole(service.db, runId);
  });

  test('end before the queue takes their job for lost', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 250);
    await turn({ turnMs: 0, longestTurnMs: 0 });
    expect(await ledger(runId)).toMatchObject({ status: 'running', completedChunks: 1, claimedBy: null, attempts: 0 });
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 250 });
  });

  test.runIf(isAtLength)('end with the chunk when the process is to stop', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 250);
    await turn({ stopping: AbortSignal.abort() });
    expect(await ledger(runId)).toMatchObject({ status: 'running', completedChunks: 1, claimedBy: null, attempts: 0 });
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 250 });
    await expectWhole(service.db, runId);
  });
});

describe('a worker that comes too late', () => {
  test.each([
    ['to begin with its chunk', true],
    ['to merge its chunk', false],
  ])('%s writes nothing', async (_when, before) => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 250);
    const slow = gate();
    const transaction: Database['transaction'] = async (work) => {
      if (before) await slow.pass();
      return service.db.transaction(async (tx) => {
        if (!before) await slow.pass();
        return work(tx);
      });
    };
    const late = turn({ db: { transaction } });
    await slow.reached;
    service.clock.advance({ seconds: 61 });
    await turn({ stopping: AbortSignal.abort() });
    const ahead = await getRun(workspace, runId);
    expect(ahead).toMatchObject({ status: 'running', created_count: CHUNK_ROWS, progress: { completed_chunks: 1 } });
    slow.open();
    await late;
    expect(await getRun(workspace, runId)).toEqual(ahead);
    await expectNothingAdrift(service.db);
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 250, updated_count: 0 });
    await expectWhole(service.db, runId);
  });

  test.runIf(isAtLength)('because the database has ended its chunk to break a circle takes the chunk up anew, in order', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 250);
    let chunks = 0;
    const transaction: Database['transaction'] = async (work) => {
      chunks += 1;
      if (chunks > 1) return service.db.transaction(work);
      const circle = new Error('deadlock detected');
      const first = service.db.transaction(async (tx) => {
        await work(tx);
        throw circle;
      });
      await expect(first).rejects.toBe(circle);
      // As `transaction` does by itself.
      return service.db.transaction(work);
    };
    await turn({ db: { transaction } });
    expect(await ledger(runId)).toMatchObject({ completedChunks: 0, attempts: 1, claimedBy: null });
    expect(await service.db.prisma.contact.count({ where: { workspaceId: workspace.id } })).toBe(0);
    service.clock.advance({ seconds: 10 });
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 250 });
  });

  test.runIf(isAtLength)('to say that it has failed leaves the run and its file to the other one', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 150);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await turn({ storage: { get: refused } });
      service.clock.advance({ minutes: 1 });
    }
    const slow = gate();
    const transaction: Database['transaction'] = (work) =>
      service.db.transaction((tx) => {
        const query: Tx['query'] = async (statement) => {
          if (statement.text.includes("ELSE 'failed'")) await slow.pass();
          return tx.query(statement);
        };
        return work(Object.assign(Object.create(tx), { query }));
      });
    const late = turn({ db: { transaction } });
    await slow.reached;
    service.clock.advance({ seconds: 61 });
    // An operator has mended the store, and gives it another chance.
    await service.db.prisma.contactImportRun.updateMany({ data: { attempts: 0 } });
    await turn({ stopping: AbortSignal.abort() });
    slow.open();
    await late;
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'running', progress: { completed_chunks: 1 } });
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 150 });
    await expectWhole(service.db, runId);
  });
});

describe('a run that is cancelled while it is written', () => {
  test.each([
    ['before the next chunk is written', false],
    ['when the next chunk is written and not recorded', true],
  ])('%s, keeps the chunks that are recorded and no row of another', async (_when, isWritten) => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 250);
    const slow = gate();
    let chunks = 0;
    let first: Promise<unknown> = Promise.resolve();
    const transaction: Database['transaction'] = async (work) => {
      chunks += 1;
      if (chunks !== 2) {
        const ended = service.db.transaction(work);
        if (chunks === 1) first = ended;
        return ended;
      }
      // The chunk before is recorded, so that what stays is certain.
      await first;
      if (!isWritten) await slow.pass();
      return service.db.transaction((tx) => {
        const query: typeof tx.query = async (statement) => {
          if (isWritten && statement.text.includes('completed_chunks = completed_chunks + 1')) await slow.pass();
          return tx.query(statement);
        };
        return work({ ...tx, prisma: tx.prisma, query });
      });
    };
    const under = turn({ db: { transaction } });
    await slow.reached;
    const params = { path: { import_run_id: runId } };
    const cancelled = await must(workspace.api.POST('/v1/contacts/imports/{import_run_id}/cancel', { params }));
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      created_count: CHUNK_ROWS,
      updated_count: 0,
      skipped_count: 0,
      error_count: 0,
      progress: { completed_chunks: 1 },
      completed_at: expect.any(String),
    });
    slow.open();
    await under;

    // It is not taken up again, and its file goes.
    await turn();
    await service.drain();
    expect(await getRun(workspace, runId)).toEqual(cancelled);
    expect(await ledger(runId)).toMatchObject({ status: 'cancelled', claimedBy: null, leaseUntil: null, fileKey: null });
    expect(await service.db.prisma.contact.count({ where: { workspaceId: workspace.id } })).toBe(CHUNK_ROWS);
    expect((await resultsOf(workspace, runId)).map(({ status }) => status)).toEqual(Array(CHUNK_ROWS).fill('created'));
    await expectNothingAdrift(service.db);
  });
});

const refused = async () => {
  throw new Error('the disk is gone: /var/secret');
};

async function* breakingOff(content: Readable, after: number) {
  for await (const chunk of content) {
    yield chunk.subarray(0, after);
    throw new Error('connection reset');
  }
}

describe('a store that gives no file', () => {
  test('is asked again, ever later, and then the run fails', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 1);
    const before = await files();
    for (let attempt = 1; attempt <= 5; attempt++) {
      await turn({ storage: { get: refused } });
      expect(await ledger(runId)).toMatchObject({ status: 'running', attempts: attempt, claimedBy: null });
      if (attempt === 5) break;
      // Not before its time.
      await turn();
      expect(await ledger(runId)).toMatchObject({ status: 'running', attempts: attempt });
      service.clock.advance({ seconds: 10 * attempt });
    }
    // The next turn ends it immediately, without another run.
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({
      status: 'failed',
      error_message: 'The rows could not be written. Start another import.',
      created_count: 0,
      completed_at: expect.any(String),
    });
    expect(await files()).toBe(before - 1);
    await turn();
    expect(await ledger(runId)).toMatchObject({ status: 'failed', claimedBy: null, fileKey: null });
  });

  test.each((['get', 'move', 'size'] as const).slice(0, rounds(1, 3)))('by %s may recover', async (method) => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 120);
    for (let attempt = 1; attempt <= 4; attempt++) {
      await turn({ storage: { [method]: refused } });
      service.clock.advance({ seconds: 10 * attempt });
    }
    // The sweep finds it, although its own job is long gone.
    await service.drain();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 120, error_message: null });
  });

  test('after some of it has been read is followed by the rest', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 350);
    let passes = 0;
    const breaking: Storage['get'] = async (key, options) => {
      const content = (await storage.get(key, options)) as Readable;
      // The headers are read first, then the rows are counted.
      passes += 1;
      return passes < 4 ? content : Readable.from(breakingOff(content, 3_000));
    };
    await turn({ storage: { get: breaking } });
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'running', created_count: CHUNK_ROWS });
    service.clock.advance({ seconds: 10 });
    await turn();
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 350, updated_count: 0 });
    await expectWhole(service.db, runId);
  });

  test('to delete the file is asked again by the sweep', async () => {
    const workspace = await service.workspace();
    const runId = await given(workspace, 1);
    const before = await files();
    await turn({ storage: { delete: refused } });
    expect(await getRun(workspace, runId)).toMatchObject({ status: 'completed', created_count: 1 });
    await service.drain();
    expect(await files()).toBe(before - 1);
    expect(await ledger(runId)).toMatchObject({ fileKey: null });
  });
});

test.runIf(isAtLength)('a file that ends its worker every time fails in the end', async () => {
  const workspace = await service.workspace();
  const runId = await given(workspace, 1);
  for (let attempt = 1; attempt <= 5; attempt++) {
    const slow = gate();
    // It never comes back.
    void turn({ storage: { get: () => slow.pass().then(() => null) } });
    await slow.reached;
    expect(await ledger(runId)).toMatchObject({ attempts: attempt });
    service.clock.advance({ seconds: 61 });
  }
  await turn();
  expect(await getRun(workspace, runId)).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('could not be written'),
  });
});
