import { Readable } from 'node:stream';
import { type Enqueue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import { holdLease } from '../../jobs/lease.ts';
import { type Clock, later } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { newId, toUlid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage.ts';
import { csvLine } from '../../shared/csv.ts';
import { isBeyondBudget, requireRoom } from '../../workspaces/budget/budget.ts';
import * as repo from './exports.repo.ts';
import { CSV, type ExportJob, type ExportSource, queueOf } from './exports.service.ts';

export interface ExportDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  storage: Storage;
}

/** A run that has died is followed by another after this time. It is long beside a page, so that a busy machine loses no lease. */
const LEASE_MS = 60_000;
/** A run that takes longer has hung: it gives up, and another begins anew. */
const LONGEST_RUN_MS = 45 * 60_000;
/** Runs of one export, those that died among them: a file that kills its worker must not do so for ever. */
const MOST_ATTEMPTS = 5;
const WAIT_MS = 30_000;
const SWEPT_AT_ONCE = 100;
/** How long a file is there to be fetched. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

const FAILED = 'The file could not be written. Start another export.';

/** Makes the files of one kind of subject. */
export function exportWorker({ db, clock, log, storage }: ExportDependencies, source: ExportSource): Worker {
  return worker(queueOf(source.kind), async ({ workspace_id: workspaceId, export_id: exportId }: ExportJob, stopping) => {
    const run: repo.Run = { workspaceId, exportId, runId: newId() };
    const claimed = await repo.claim(db, run, leaseEnd(clock), clock.now());
    if (!claimed) return;
    const { attempts, previousRun } = claimed;
    // What a run that died had already stored belongs to nobody.
    if (previousRun) await storage.delete(keyOf(exportId, previousRun));
    if (attempts > MOST_ATTEMPTS) return repo.fail(db, run, FAILED, clock.now());

    const lease = holdLease(LEASE_MS, () => repo.renew(db, run, leaseEnd(clock)));
    const signal = AbortSignal.any([stopping, lease.lost, AbortSignal.timeout(LONGEST_RUN_MS)]);
    try {
      await write(run, claimed, signal);
    } catch (error) {
      if (lease.lost.aborted) return;
      if (isBeyondBudget(error)) return await repo.fail(db, run, error.message, clock.now());
      if (stopping.aborted) return await repo.release(db, run, { until: clock.now(), counted: false });
      if (attempts < MOST_ATTEMPTS) {
        log.warn({ err: error, export_id: exportId, attempts }, 'an export failed and will be tried again');
        return await repo.release(db, run, { until: later(clock, attempts * WAIT_MS), counted: true });
      }
      await repo.fail(db, run, FAILED, clock.now());
      throw error;
    } finally {
      lease.end();
    }
  });

  async function write(run: repo.Run, { subjectId, parameters }: repo.Claimed, signal: AbortSignal): Promise<void> {
    const table = await source.open({ db, workspaceId: run.workspaceId, now: clock.now() }, subjectId, parameters);
    if (!table) return repo.fail(db, run, source.gone, clock.now());
    let rowCount = 0;
    async function* lines() {
      yield csvLine((table as NonNullable<typeof table>).header);
      for await (const page of (table as NonNullable<typeof table>).pages) {
        signal.throwIfAborted();
        rowCount += page.length;
        yield page.map(csvLine).join('');
      }
    }
    // Each run has a file of its own, so that one that comes too late cannot touch what another has finished.
    const key = keyOf(run.exportId, run.runId);
    await requireRoom({ db, workspaceId: run.workspaceId, now: clock.now() }, 'stored_bytes');
    const sizeBytes = await storage.put(key, Readable.from(lines(), { objectMode: false }), { contentType: CSV, signal });
    if (!(await complete(run, { key, rowCount, sizeBytes }))) await storage.delete(key);
  }

  /** False when the file is nobody's: another run has the export, or its workspace has no room for it. */
  async function complete(run: repo.Run, file: { key: string; rowCount: number; sizeBytes: number }): Promise<boolean> {
    try {
      return await repo.complete(db, run, file, clock.now());
    } catch (error) {
      if (!isBeyondBudget(error)) throw error;
      await repo.fail(db, run, error.message, clock.now());
      return false;
    }
  }
}

/** Deletes files that are older than exports are kept. The file goes before the row says so, which a sweep that died would find again. */
export const oldExportSweep = ({ db, clock, storage }: Pick<ExportDependencies, 'db' | 'clock' | 'storage'>): Sweep => ({
  name: 'old-exports',
  everySeconds: 3_600,
  run: async (stopping) => {
    for (let found = SWEPT_AT_ONCE; found === SWEPT_AT_ONCE; ) {
      stopping.throwIfAborted();
      found = await db.transaction(async (tx) => {
        const old = await repo.lockOld(tx, later(clock, -KEPT_MS), SWEPT_AT_ONCE);
        await Promise.all(old.map(({ storageKey }) => storage.delete(storageKey)));
        if (old.length > 0) await repo.forgetFiles(tx, old, clock.now());
        return old.length;
      });
    }
  },
});

/** Wakes exports whose run died, rested, or lost its job. */
export const exportSweep = ({ db, clock, enqueue }: ExportDependencies, kind: repo.SubjectKind): Sweep => ({
  name: queueOf(kind).name,
  everySeconds: 5,
  run: async (stopping) => {
    for (const job of await repo.findOpen(db, kind, clock.now(), SWEPT_AT_ONCE)) {
      stopping.throwIfAborted();
      await enqueue(db, queueOf(kind), job, job.export_id);
    }
  },
});

const keyOf = (exportId: string, runId: string): string => `exports/${toUlid(exportId)}/${toUlid(runId)}.csv`;

const leaseEnd = (clock: Clock): Date => later(clock, LEASE_MS);
