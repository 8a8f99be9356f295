import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import type { Enqueue, Sweep } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import type { Ctx, Db } from '../../platform/db.ts';
import { type ExportId, toUlid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Reading } from '../../platform/replica.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Claim } from '../../queue/ledger.ts';
import { type Outcome, rowWork } from '../../queue/rows.ts';
import type { Work } from '../../queue/work.ts';
import { csvLine } from '../../shared/csv.ts';
import { isBeyondBudget, requireRoom } from '../../workspaces/budget/budget.ts';
import * as repo from './exports.repo.ts';
import { type ArchivedFile, contentTypeOf, type ExportArchive, type ExportSource, type ExportTable, queueOf } from './exports.service.ts';

export interface ExportDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  storage: Storage;
  reading: Reading;
}

/** A run that takes longer gives up, and another begins anew. */
const LONGEST_RUN_MS = 45 * 60_000;
/** Including runs that were killed: a file that kills its worker must not do so for ever. */
const MOST_ATTEMPTS = 5;
const PAUSE_MS = 30_000;
const SWEPT_AT_ONCE = 100;
const KEPT_MS = 30 * 24 * 60 * 60_000;

const FAILED = 'The file could not be written. Start another export.';

export function exportWork(dependencies: ExportDependencies, source: ExportSource): Work {
  const { db, clock, log, storage, reading } = dependencies;
  const ledger = repo.ledgerOf(source.kind);
  const contextOf = ({ workspaceId }: Claim): Ctx => ({ db, workspaceId, now: clock.now() });

  /**
   * The replica only once it has the export itself, and with that everything that was there when the export was requested. A second run
   * reads from the primary, since the replica may be why the first one failed.
   */
  async function placeOf(claim: Claim): Promise<Ctx> {
    const primary = contextOf(claim);
    const replica = claim.attempts > 1 ? undefined : reading.forJobs();
    if (!replica) return primary;
    const there = { ...primary, db: replica };
    return repo.findSubject(there, claim.id).then(
      () => there,
      () => primary,
    );
  }

  async function run(claim: Claim, signal: AbortSignal): Promise<Outcome> {
    if (claim.previousRun) await storage.delete(exportKey(claim.id, claim.previousRun));
    const place = await placeOf(claim);
    try {
      return await write(claim, place, signal);
    } catch (error) {
      if (place.db === db || signal.aborted || isBeyondBudget(error)) throw error;
      log.warn({ err: error, export_id: toUlid(claim.id as ExportId) }, 'an export begins again, from the primary: the replica failed');
      return { later: true, isCounted: true };
    }
  }

  async function write(claim: Claim, place: Ctx, signal: AbortSignal): Promise<Outcome> {
    const { subjectId, parameters } = await repo.findSubject(place, claim.id);
    const table = await source.open(place, subjectId, parameters);
    if (!table) return { failed: source.gone };
    await requireRoom(contextOf(claim), 'stored_bytes');
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_RUN_MS)]);
    // Each run has a file of its own, so that a late run cannot touch the file of another.
    const key = exportKey(claim.id, claim.claimId);
    const { content, count } = 'files' in table ? zipOf(table, limited) : linesOf(table, limited);
    const sizeBytes = await storage.put(key, content, { contentType: contentTypeOf(source.kind), signal: limited });
    let isKept = false;
    try {
      isKept = await repo.complete(contextOf(claim), ledger, claim, { key, rowCount: count(), sizeBytes });
    } finally {
      // Another run has the export, or its workspace has no room for the file.
      if (!isKept) await storage.delete(key);
    }
    return 'done';
  }

  return rowWork(dependencies, {
    queue: queueOf(source.kind),
    ledger,
    mostAttempts: MOST_ATTEMPTS,
    pauseMs: (attempts) => attempts * PAUSE_MS,
    stuck: FAILED,
    run,
    fail: (claim, reason) => repo.fail(contextOf(claim), ledger, claim, reason),
    refusalOf: (error) => (isBeyondBudget(error) ? error.message : undefined),
  });
}

function linesOf({ header, pages }: ExportTable, signal: AbortSignal) {
  let rowCount = 0;
  async function* lines() {
    yield csvLine(header);
    for await (const page of pages) {
      signal.throwIfAborted();
      rowCount += page.length;
      yield page.map(csvLine).join('');
    }
  }
  return { content: Readable.from(lines(), { objectMode: false }), count: () => rowCount };
}

/** Written as it is read; its files are stored without compression, so that a look into it finds what they say. */
function zipOf({ files, count }: ExportArchive, signal: AbortSignal) {
  async function* checked({ pieces }: ArchivedFile) {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      yield piece;
    }
  }
  const lastModified = new Date();
  const entries = files.map((file) => ({ name: file.name, lastModified, input: checked(file) }));
  return { content: Readable.fromWeb(makeZip(entries) as ReadableStream<Uint8Array>), count };
}

/** The file goes before its row, so that the next sweep finds it if this one is killed. */
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

/** Whatever its kind: a run that was killed is found by its claim alone. */
export const exportKey = (exportId: ExportId, runId: string): string => `exports/${toUlid(exportId)}/${toUlid(runId)}.csv`;
