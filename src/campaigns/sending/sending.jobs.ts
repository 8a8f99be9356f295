import { type Enqueue, type Queue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { findDueBlasts, releaseExpired, takeDownMessage } from './sending.repo.ts';
import type { SendBlast } from './sending.service.ts';

interface SendBlastJob {
  workspace_id: string;
  blast_id: string;
}

/**
 * One job sends for some seconds; the ledger knows where the next one goes on, so that a lost job loses nothing. Four at once, as
 * each waits for a mail server most of the time; with turns that short, more blasts than that take turns.
 */
const sendBlastQueue: Queue<SendBlastJob> = { name: 'send-blast', concurrency: 4, retryLimit: 5, retryDelay: 5, expireInSeconds: 600 };
/** A blast that was just released goes before the next turns of those under way. */
const FIRST_TURN = 1;

/** Starts the sending of a blast, in the transaction that released it. */
export const startSending =
  (enqueue: Enqueue) =>
  async (tx: Db, workspaceId: string, blastId: string): Promise<void> => {
    await takeDownMessage(tx, workspaceId, blastId);
    await enqueue(tx, sendBlastQueue, { workspace_id: workspaceId, blast_id: blastId }, blastId, FIRST_TURN);
  };

export function sendingWorker(db: Db, enqueue: Enqueue, send: SendBlast): Worker {
  // The sweep also wakes blasts that are on their way. A second run in this process would only take another blast's place;
  // in another process it shares the work.
  const underWay = new Set<string>();
  return worker(sendBlastQueue, async (job, stopping) => {
    if (underWay.has(job.blast_id)) return;
    underWay.add(job.blast_id);
    // Over before the next job is there: another place may take it at once, and must not think that this run goes on.
    const result = await send({ workspaceId: job.workspace_id, blastId: job.blast_id }, stopping).finally(() =>
      underWay.delete(job.blast_id),
    );
    if (result === 'more') await enqueue(db, sendBlastQueue, job, job.blast_id);
  });
}

/** Frees what died with its run, and wakes blasts that rested, wait for a retry, or lost their job. */
export const sendingSweep = (db: Db, enqueue: Enqueue, clock: Clock): Sweep => ({
  name: 'sending',
  everySeconds: 5,
  run: async (stopping) => {
    await releaseExpired(db, clock.now());
    for (const { workspace_id, blast_id } of await findDueBlasts(db, clock.now())) {
      stopping.throwIfAborted();
      await enqueue(db, sendBlastQueue, { workspace_id, blast_id }, blast_id);
    }
  },
});
