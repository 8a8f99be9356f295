import type { Enqueue, Queue } from '../jobs/jobs.ts';
import { CHUNKS_MS } from '../platform/chunks.ts';
import { type Clock, later } from '../platform/clock.ts';
import type { Ctx, Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Claim } from '../queue/ledger.ts';
import { type Outcome, rowWork } from '../queue/rows.ts';
import type { Work } from '../queue/work.ts';
import * as repo from './deletion.repo.ts';
import { findWorkspace } from './workspaces.service.ts';

export interface DeletionDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  /**
   * Deletes the stored files that rows of a workspace name, so that a killed deletion finds the rest of them again.
   * @param isOver asked after each group of files @returns whether some may be left
   */
  deleteFiles(ctx: Ctx, isOver: () => boolean): Promise<boolean>;
  /** Deletes the stored files that nothing owns. */
  deleteLooseFiles(ctx: Ctx): Promise<void>;
}

/** One at a time, so that a large workspace holds up no work of others. */
export const deletionQueue: Queue<object> = {
  name: 'delete-workspaces',
  concurrency: 1,
  retryLimit: 3,
  retryDelay: 5,
  expireInSeconds: 900,
};

/** Without progress, for about two hours: as long as a store of files may be away. */
const MOST_ATTEMPTS = 130;
const LONGEST_PAUSE_MS = 60_000;
const PAUSE_MS = 2_000;
const LOOK_MS = 1_000;
/** Runs that go on for longer than this after the request lose what they hold. */
const SETTLED_MS = 45_000;
const STUCK = 'The deletion met errors of the service; its log has the reason. Delete the workspace again to go on.';

/**
 * Deletes workspaces, some seconds at a time. No process accepts their keys when it begins. Files go before the rows that name them, rows
 * before those that they belong to, and the row of the workspace last.
 * @param afterChunk called after each transaction, for tests that end a run there
 */
export function deletionWork(dependencies: DeletionDependencies, { afterChunk = () => {} }: { afterChunk?: () => void } = {}): Work {
  const { db, clock, log, deleteFiles, deleteLooseFiles } = dependencies;
  const contextOf = ({ workspaceId }: Claim): Ctx => ({ db, workspaceId, now: clock.now() });

  async function run(claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const ctx = contextOf(claim);
    const deletion = await repo.findDeletion(ctx);
    if (!deletion) return 'done';
    const tables = await repo.tablesOf(db);
    const isSettled = ctx.now.getTime() - deletion.createdAt.getTime() >= SETTLED_MS;
    if (!isSettled && (await repo.isUnderWay(ctx, tables))) return { later: true, at: later(clock, LOOK_MS) };

    const until = performance.now() + CHUNKS_MS;
    const isOver = () => signal.aborted || performance.now() >= until;
    if (await deleteFiles(ctx, isOver)) return { later: true };
    await repo.takeHolds(ctx, tables);
    // Work that was under way may have written a row behind the pass; without its ledger it ends.
    for (let isEmpty = false; !isEmpty; ) {
      isEmpty = true;
      for (const table of tables) {
        for (let after: repo.Deleted['last'] = null, isFirst = true; isFirst || after; isFirst = false) {
          const { count, last } = await repo.deleteChunk(ctx, claim, table, after);
          if (count > 0) isEmpty = false;
          afterChunk();
          if (isOver()) return { later: true };
          after = last;
        }
      }
    }
    if (await deleteFiles(ctx, isOver)) return { later: true };
    await deleteLooseFiles(ctx);
    await repo.olderTransactionsEnd(db);
    signal.throwIfAborted();
    const { slug } = await findWorkspace(ctx);
    const rows = await repo.deleteWorkspaceRow(ctx, claim, tables);
    const seconds = Math.round((clock.now().getTime() - deletion.createdAt.getTime()) / 1_000);
    // The only trace: its audit log went with it.
    log.info({ workspace_id: claim.workspaceId, slug, rows: Number(rows), seconds }, 'a workspace was deleted');
    return 'done';
  }

  return rowWork(dependencies, {
    queue: deletionQueue,
    ledger: repo.deletionLedger,
    mostAttempts: MOST_ATTEMPTS,
    pauseMs: (attempts) => Math.min(attempts * PAUSE_MS, LONGEST_PAUSE_MS),
    stuck: STUCK,
    run,
    fail: (claim, reason) => repo.failDeletion(contextOf(claim), claim, reason),
    refusalOf: () => undefined,
  });
}
