import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import type { Enqueue, Queue, Sweep } from '../../jobs/jobs.ts';
import { record } from '../../outbound/event-log.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Database, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { toUlid, type WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage.ts';
import { LeaseLost } from '../../queue/lease.ts';
import type { Claim } from '../../queue/ledger.ts';
import { rowWork } from '../../queue/rows.ts';
import type { Work } from '../../queue/work.ts';
import { UnreadableCsv } from '../../shared/csv-records.ts';
import { addedToStaticList, contactCreated, contactUpdated } from '../events.ts';
import { CHUNK_ROWS, chunkReader, type ImportRow } from './chunks.service.ts';
import type { Mapping } from './formats.ts';
import type { Merge } from './merge.repo.ts';
import { mergeChunk, openPipeline, type Turn } from './merge.service.ts';
import * as repo from './runs.repo.ts';
import { findSession, noteStored } from './sessions.repo.ts';
import { isLateWindows1252, openTable, type Position, runKey, sourceOf, type Table } from './tables.ts';

export interface ImportDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  events: Events;
  storage: Storage;
}

/** After this time a run gives way to others, at the end of a chunk. */
const TURN_MS = 5_000;
/** A turn ends by then, long before the job of the queue expires. */
const LONGEST_TURN_MS = 60_000;
/** Turns of one run without a single chunk. */
const MOST_ATTEMPTS = 5;
const PAUSE_MS = 10_000;
const SWEPT_AT_ONCE = 100;

const GONE = 'The file is not there any more. Start another import.';
const REPLACED = 'The file was replaced while the import began. Start another import.';
const STUCK = 'The rows could not be written. Start another import.';

/** Two at once: a turn keeps one processor busy, and the API needs the others. */
export const importQueue: Queue<object> = { name: 'contact-import', concurrency: 2, retryLimit: 3, retryDelay: 5, expireInSeconds: 600 };

export const enqueueImport = (enqueue: Enqueue, db: Parameters<Enqueue>[0], runId: string): Promise<void> =>
  enqueue(db, importQueue, {}, runId);

export function importWork(
  dependencies: ImportDependencies,
  { turnMs = TURN_MS, longestTurnMs = LONGEST_TURN_MS, chunkRows = CHUNK_ROWS } = {},
): Work {
  const { db, clock, events, storage } = dependencies;

  return rowWork(dependencies, {
    queue: importQueue,
    ledger: repo.importLedger,
    mostAttempts: MOST_ATTEMPTS,
    pauseMs: (attempts) => attempts * PAUSE_MS,
    stuck: STUCK,
    async run(claim, signal) {
      const run = await repo.findRun({ db, workspaceId: claim.workspaceId }, claim.id);
      if (!run) return 'done';
      if (!(await takeTurn(run, claim, signal))) return { later: true };
      await finish(run, claim, null);
      return 'done';
    },
    async fail(claim, reason) {
      const run = await repo.findRun({ db, workspaceId: claim.workspaceId }, claim.id);
      if (run) await finish(run, claim, reason);
    },
    refusalOf: (error) => (error instanceof UnreadableCsv ? error.message : undefined),
  });

  /** True when the last row is done. */
  async function takeTurn(run: ContactImportRun, claim: Claim, signal: AbortSignal): Promise<boolean> {
    const opened = await open(run);
    const table = run.totalRows === null && run.completedChunks === 0 ? await count(opened, run, claim) : opened;
    const options = run.options as repo.RunOptions;
    const merge: Merge = {
      runId: run.id,
      fileName: run.fileName,
      mappings: run.mappings as Mapping[],
      skipExisting: run.duplicateStrategy === 'skip',
      listIds: run.listIds,
      consentSource: options.consentSource,
      statedIn: options.statedIn,
      isTest: options.isTest,
    };
    const began = performance.now();
    let nextLook = turnMs;
    const read = chunkReader(
      { db, workspaceId: run.workspaceId },
      {
        mappings: merge.mappings,
        onInvalid: options.onInvalid ?? 'fail_row',
        width: run.headers.length,
      },
    );
    const from: Position = run.completedChunks === 0 ? table.start : { offset: Number(run.nextOffset), line: run.nextLine };
    let done = run.completedChunks;
    let processed = repo.processedRows(run);
    const pipeline = openPipeline();
    try {
      for await (const { rows, next } of table.batches(from, chunkRows)) {
        // The chunks before are being written meanwhile.
        const chunk = { rows: await read(rows, processed), chunk: done, next };
        await pipeline.room();
        // Each turn writes at least one chunk.
        if (done > run.completedChunks) {
          if (signal.aborted) return false;
          const took = performance.now() - began;
          if (took >= nextLook) {
            if (took >= longestTurnMs || (await repo.isAnyFree(db, clock.now()))) return false;
            nextLook = took + turnMs;
          }
        }
        await pipeline.add((turn) => write(merge, claim, { ...chunk, ...turn }));
        done += 1;
        processed += rows.length;
      }
      return true;
    } finally {
      // No chunk may be under way when the run is released or ended.
      await pipeline.settled();
    }
  }

  /** The rows and the position at which the run goes on are one transaction. */
  async function write(merge: Merge, claim: Claim, { next, ...chunk }: { rows: ImportRow[]; next: Position } & Turn): Promise<void> {
    let isAgain = false;
    await transaction({ db, workspaceId: claim.workspaceId, now: clock.now(), isTest: merge.isTest }, async (tx) => {
      // A retry has lost the locks of this chunk, and the next chunk may have its own by now.
      if (isAgain) throw new Error('a chunk has lost its place before the one behind it');
      isAgain = true;
      const { counts, created, updated, joined } = await mergeChunk(tx, merge, chunk);
      await events.publish(tx, [contactCreated, created], [contactUpdated, updated], [addedToStaticList, joined]);
      const held = await repo.recordChunk(tx.db, claim, { counts, before: chunk.chunk, next });
      if (!held) throw new LeaseLost();
    });
  }

  /** First moves an uploaded file to a key that no upload can reach. */
  async function open(run: ContactImportRun, { encoding }: repo.RunOptions = run.options as repo.RunOptions): Promise<Table> {
    if (run.source === 'rows') {
      const session = await findSession({ db, workspaceId: run.workspaceId }, run.sessionId);
      return must(session && (await openTable(storage, sourceOf(session))));
    }
    const key = runKey(run.id);
    await storage.move(run.fileKey as string, key);
    const table = must(await openTable(storage, { source: 'upload', fileKey: key, encoding }));
    const same = table.headers.length === run.headers.length && table.headers.every((header, i) => header === run.headers[i]);
    if (!same) throw new UnreadableCsv(REPLACED);
    return table;
  }

  /**
   * A file that cannot be counted fails when the run reads that place; until then there is no total. A file that shows its encoding late is
   * opened again.
   */
  async function count(table: Table, run: ContactImportRun, claim: Claim): Promise<Table> {
    try {
      await repo.setTotal(db, claim, await table.count());
      return table;
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
    }
    const options = run.options as repo.RunOptions;
    if (run.source === 'rows' || options.encoding || !(await isLateWindows1252(storage, runKey(run.id)))) return table;
    const late = { ...options, encoding: 'windows-1252' } as const;
    await repo.setOptions(db, claim, late);
    return count(await open(run, late), { ...run, options: late }, claim);
  }

  async function finish(run: ContactImportRun, claim: Claim, errorMessage: string | null): Promise<void> {
    const now = clock.now();
    const ended = await transaction({ db, workspaceId: run.workspaceId, now }, async (tx) => {
      const isHeld = await repo.endRun(tx.db, claim, errorMessage, now);
      if (isHeld) await recordEnd(tx, run.id, errorMessage);
      return isHeld;
    });
    if (ended && run.fileKey) await dropFile({ db, clock, storage }, { ...run, fileKey: run.fileKey });
  }
}

async function recordEnd(tx: Ctx<Tx>, id: string, reason: string | null): Promise<void> {
  if (reason !== null) return record(tx, 'import.failed', [{ data: { import_run_id: toUlid(id), reason } }]);
  const run = await repo.findRun(tx, id);
  if (!run) return;
  const counts = { row_count: run.totalRows ?? 0, created_count: run.createdCount, updated_count: run.updatedCount };
  await record(tx, 'import.completed', [{ data: { import_run_id: toUlid(id), ...counts } }]);
}

const must = (table: Table | null): Table => {
  if (!table) throw new UnreadableCsv(GONE);
  return table;
};

async function dropFile(
  { db, clock, storage }: Pick<ImportDependencies, 'db' | 'clock' | 'storage'>,
  { workspaceId, id, fileKey }: { workspaceId: WorkspaceId; id: string; fileKey: string },
): Promise<void> {
  for (const key of [fileKey, runKey(id)]) await storage.delete(key);
  await transaction({ db, workspaceId }, async (tx) => {
    await repo.forgetFile(tx, id);
    await noteStored({ ...tx, now: clock.now() }, { runId: id }, 0);
  });
}

export const importedFileSweep = ({ db, clock, storage }: ImportDependencies): Sweep => ({
  name: 'imported-files',
  everySeconds: 5,
  run: async (stopping) => {
    for (const run of await repo.findEndedWithFile(db, SWEPT_AT_ONCE)) {
      stopping.throwIfAborted();
      await dropFile({ db, clock, storage }, run);
    }
  },
});
