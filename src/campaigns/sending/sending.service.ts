import { type Clock, later } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer, OutgoingMessage } from '../../platform/mail/mailer.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { judge, type Verdict } from '../deliveries/policy.ts';
import { type Composer, createComposer } from '../messages/composer.ts';
import type { Tokens } from '../tracking/tokens.ts';
import { createRecorder } from './recorder.ts';
import * as repo from './sending.repo.ts';

/** What becomes of a recipient, or of the run. */
interface Delivery {
  outcome: 'sent' | 'bounced' | 'refused' | 'deferred' | 'unreachable' | 'rejected';
  reason: string;
}

const OUTCOMES: Record<Verdict['verdict'], Delivery['outcome']> = {
  accepted: 'sent',
  bounced: 'bounced',
  failed: 'refused',
  doubtful: 'refused',
  deferred: 'deferred',
  lost: 'deferred',
  throttled: 'unreachable',
  unreachable: 'unreachable',
  credentials: 'rejected',
};

export interface SendingDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  mailer: Mailer;
  tokens: Tokens;
  baseUrl: string;
}

/** How many recipients a run claims at a time. */
const BATCH = 500;
/** How many outcomes may be unwritten; see the recorder. */
const UNWRITTEN = 50;
/**
 * A claim outlives its run by this much at most. It is renewed well before, so that a slow server costs nobody a claim. A turn is much
 * shorter: no message is begun on a claim that may have passed to somebody else.
 */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
/** After a temporary refusal, how long until the next attempt; after the last one the recipient has failed. */
const RETRY_MINUTES = [1, 5, 15, 60];
/** While the mail server is out of reach: 5 s, doubling up to 5 minutes. */
const OUTAGE_MS = { first: 5_000, most: 300_000 };
/**
 * A run hands over to the next after this long, however slow the mail server: the places are few, and the next blast may be that of
 * somebody who has just pressed send.
 */
const TURN_MS = 5_000;

export type SendBlast = (blast: { workspaceId: string; blastId: string }, stopping: AbortSignal) => Promise<'done' | 'more'>;

/**
 * Sends what is due of a blast: fixes its recipients if that has not been done, then claims, sends and records until
 * nothing is left, time is up, or the mail server is gone. Any number of runs may work on one blast at once.
 */
export function createSending({ db, clock, log, metrics, mailer, tokens, baseUrl }: SendingDependencies): SendBlast {
  return async ({ workspaceId, blastId }, stopping) => {
    const blast = await repo.findSendingBlast(db, workspaceId, blastId);
    if (!blast || (blast.resumeAt && blast.resumeAt > clock.now())) return 'done';
    const writer = await createComposer({ workspaceId, tracked: true, ...blast }, { tokens, baseUrl });
    if (!blast.preparedAt) {
      await repo.fixRecipients(db, workspaceId, blastId, writer.links, clock.now());
      await repo.analyseRecipients(db);
    }
    const until = later(clock, TURN_MS);
    const isOver = () => stopping.aborted || clock.now() >= until;
    while (!stopping.aborted) {
      const end = await sendBatch({ workspaceId, blastId, operational: blast.operational }, writer, isOver);
      if (end === 'empty') {
        await repo.finish(db, workspaceId, blastId, clock.now());
        return 'done';
      }
      if (end) {
        await endRun(end);
        return 'done';
      }
      if (isOver()) return stopping.aborted ? 'done' : 'more';
    }
    return 'done';

    async function endRun(delivery: Delivery): Promise<void> {
      log.warn({ workspace_id: workspaceId, blast_id: blastId, outcome: delivery.outcome }, 'mail server does not take messages');
      if (delivery.outcome === 'rejected') return repo.failBlast(db, workspaceId, blastId, delivery.reason, clock.now());
      return repo.rest(db, workspaceId, blastId, delivery.reason, OUTAGE_MS, clock.now());
    }
  };

  /** One claim and all that follows from it. Returns what ended it early: nothing to claim, or the server's answer. */
  async function sendBatch(
    blast: { workspaceId: string; blastId: string; operational: boolean },
    writer: Composer,
    isOver: () => boolean,
  ): Promise<'empty' | Delivery | undefined> {
    const { workspaceId, blastId } = blast;
    const run = newId();
    const lease = () => later(clock, LEASE_MS);
    const { claimed, blocked } = await repo.claim(db, blast, run, { limit: BATCH, now: clock.now(), leaseUntil: lease() });
    if (claimed.length === 0) return blocked ? undefined : 'empty';

    const recorder = createRecorder((outcomes) => repo.record(db, blast, run, outcomes, clock.now()), UNWRITTEN);
    const ids = claimed.map(({ id }) => id);
    const renewal = setInterval(() => {
      // Rows recorded meanwhile are no longer ours and need no lease.
      repo.renewLease(db, workspaceId, run, ids, lease()).catch((error: unknown) => {
        log.warn({ err: error, blast_id: blastId }, 'lease could not be renewed');
      });
    }, RENEW_MS);

    // The last one is the next.
    const unbegun = claimed.toReversed();
    let interruption: Delivery | undefined;
    let isBroken = false;
    let delivered = false;
    const next = async (recipient: repo.Claimed): Promise<void> => {
      const message = await written(writer, recipient, clock.now());
      const delivery = 'outcome' in message ? message : deliveryOf(judge(await mailer.send(message)));
      metrics.messages.inc({ outcome: delivery.outcome });
      if (delivery.outcome === 'unreachable' || delivery.outcome === 'rejected') {
        unbegun.push(recipient);
        interruption = delivery;
      } else {
        delivered = true;
        await recorder.add(outcomeOf(recipient, delivery, clock.now()));
      }
    };
    const sender = async () => {
      while (!interruption && !isBroken && !isOver()) {
        const recipient = unbegun.pop();
        if (!recipient) return;
        await next(recipient).catch((error: unknown) => {
          isBroken = true;
          throw error;
        });
      }
    };

    try {
      const ends = await Promise.allSettled(Array.from({ length: mailer.capacity }, sender));
      await recorder.settled();
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      const left = unbegun.map(({ id }) => id);
      await repo.release(db, blast, run, left);
      if (delivered) await repo.endOutage(db, workspaceId, blastId);
    } finally {
      clearInterval(renewal);
    }
    return interruption;
  }
}

const deliveryOf = ({ verdict, reason }: Verdict): Delivery => ({ outcome: OUTCOMES[verdict], reason });

/** A message that cannot be written fails its recipient, not the blast. */
async function written(writer: Composer, recipient: repo.Claimed, now: Date): Promise<OutgoingMessage | Delivery> {
  const { id, contact_id, email, display_name, contact } = recipient;
  try {
    return await writer.compose({ deliveryId: id, contactId: contact_id, email, contact: { ...contact, display_name } }, now);
  } catch (error) {
    return { outcome: 'refused', reason: `The message could not be written: ${(error as Error).message}` };
  }
}

function outcomeOf({ id: recipientId, attempts }: repo.Claimed, { outcome, reason }: Delivery, now: Date): repo.Outcome {
  if (outcome === 'sent') return { recipientId, status: 'sent', reason: null, retryAt: null };
  if (outcome === 'bounced') return { recipientId, status: 'bounced', reason, retryAt: null };
  const wait = outcome === 'deferred' ? RETRY_MINUTES[attempts - 1] : undefined;
  if (wait === undefined) return { recipientId, status: 'failed', reason, retryAt: null };
  return { recipientId, status: 'pending', reason, retryAt: new Date(now.getTime() + wait * 60_000) };
}
