import type { Enqueue, Queue } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { newId, type WorkspaceId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { oneByOne } from '../shared/single-flight.ts';
import { holdLease, type Lease, LeaseLost } from './lease.ts';
import { type Claim, claimNext, findFree, type Ledger, release, renew } from './ledger.ts';
import type { Work } from './work.ts';

/**
 * `done`: the kind has ended the row, or has lost it. `later`: another run goes on, at once or `at`; `isCounted` is for runs without
 * progress. `failed`: a reason for people.
 */
export type Outcome = 'done' | { later: true; at?: Date; isCounted?: boolean } | { failed: string };

interface RowKind {
  queue: Queue<object>;
  ledger: Ledger;
  /** Claims without progress; the row fails then. */
  mostAttempts: number;
  pauseMs: (attempts: number) => number;
  /** The reason when runs died or met errors of ours. */
  stuck: string;
  /** How many rows of one workspace a process runs at once; by default as many as there are places. */
  share?: number;
  /** `signal` is aborted when the process stops or the row is lost, with LeaseLost as the reason. */
  run(claim: Claim, signal: AbortSignal): Promise<Outcome>;
  fail(claim: Claim, reason: string): Promise<void>;
  /** A reason for people if the request is to blame, which ends the row; undefined if another run may succeed. */
  refusalOf(error: unknown): string | undefined;
  /** The reason if the last run ends with this error; without it, `stuck` with the next claim. */
  lastReasonOf?(error: unknown): string;
}

interface RowDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
}

/** So many lost jobs are replaced at once. */
const WOKEN_AT_ONCE = 20;

/** Work on the rows of a ledger. A job gives one turn, to the row whose turn it is; seldom the one the job was made for. */
export function rowWork({ db, clock, log, enqueue }: RowDependencies, kind: RowKind): Work {
  const { queue, ledger, mostAttempts, share = queue.concurrency } = kind;
  const underWay = new Map<string, number>();
  const inTurn = oneByOne();

  /** One after the other, so that two places do not take the last of a workspace's share. */
  const choose = (): Promise<Claim | undefined> =>
    inTurn(async () => {
      const full = [...underWay].filter(([, count]) => count >= share).map(([workspaceId]) => workspaceId);
      const claim = await claimNext(db, ledger, newId(), clock.now(), full);
      if (claim) underWay.set(claim.workspaceId, (underWay.get(claim.workspaceId) ?? 0) + 1);
      return claim;
    });

  function leave(workspaceId: WorkspaceId): void {
    const count = underWay.get(workspaceId) ?? 0;
    if (count > 1) underWay.set(workspaceId, count - 1);
    else underWay.delete(workspaceId);
  }

  async function work(claim: Claim, stopping: AbortSignal): Promise<void> {
    const lease = holdLease(() => renew(db, ledger, claim, clock.now()));
    try {
      if (claim.attempts > mostAttempts) return await giveUp(claim);
      const outcome = await kind.run(claim, AbortSignal.any([stopping, lease.lost]));
      if (outcome === 'done') return;
      if ('failed' in outcome) return await kind.fail(claim, outcome.failed);
      await release(db, ledger, claim, { at: outcome.at ?? clock.now(), isCounted: outcome.isCounted ?? false });
      if (!outcome.at && !stopping.aborted) await enqueue(db, queue, {}, claim.id);
    } catch (error) {
      await resolve(claim, error, { lease, stopping });
    } finally {
      lease.end();
    }
  }

  async function giveUp(claim: Claim): Promise<void> {
    log.error(about(claim), 'background work was given up: its runs died or failed');
    await kind.fail(claim, kind.stuck);
  }

  const about = ({ workspaceId, id, attempts }: Claim) => ({ work: queue.name, workspace_id: workspaceId, id, attempts });

  async function resolve(claim: Claim, error: unknown, { lease, stopping }: { lease: Lease; stopping: AbortSignal }): Promise<void> {
    if (lease.lost.aborted || error instanceof LeaseLost) return;
    if (stopping.aborted) return release(db, ledger, claim, { at: clock.now(), isCounted: false });
    // With a workspace that is being deleted, the row goes, and with it what the run was about.
    if (!(await renew(db, ledger, claim, clock.now())))
      return log.info({ err: error, ...about(claim) }, 'a run of background work ended after it had lost its row');
    const refusal = kind.refusalOf(error);
    if (refusal !== undefined) return kind.fail(claim, refusal);
    log.warn({ err: error, ...about(claim) }, 'a run of background work failed');
    if (kind.lastReasonOf && claim.attempts >= mostAttempts) return kind.fail(claim, kind.lastReasonOf(error));
    // After the last attempt there is no pause.
    const at = new Date(clock.now().getTime() + (claim.attempts < mostAttempts ? kind.pauseMs(claim.attempts) : 0));
    await release(db, ledger, claim, { at, isCounted: true });
  }

  return {
    queue,
    async run(_job: object, stopping) {
      const claim = await choose();
      if (!claim) return;
      try {
        await work(claim, stopping);
      } finally {
        leave(claim.workspaceId);
      }
    },
    due: (now) => findFree(ledger, now, WOKEN_AT_ONCE),
  };
}
