import { setTimeout as delay } from 'node:timers/promises';
import { policyOf } from '../../audience/consent/mail-policy.ts';
import { createBatch } from '../../platform/batch.ts';
import { type Clock, later } from '../../platform/clock.ts';
import type { Ctx, Db } from '../../platform/db.ts';
import { newId, type WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer, OutgoingMessage } from '../../platform/mail/mailer.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { retryWhileAway } from '../../platform/retry.ts';
import { CLAIM_LEASE_MS } from '../../queue/lease.ts';
import { strictest, type TrackingMode } from '../../shared/tracking-mode.ts';
import type { Prepared } from '../messages/composers.ts';
import { endClaims, failLast, renewClaims } from './claims.repo.ts';
import { claim, markBegun, type Outcome, record } from './deliveries.repo.ts';
import type { Lane, Rest, Turn } from './dispatches.repo.ts';
import { Hand, type Item } from './hand.ts';
import { conclude, type Origin, withDispatch } from './origin.ts';
import { returnShare, slowDown, speedUp, type Transport, takeShare } from './pace.repo.ts';
import { isOfRecipient, isSoftBounce, judge, providerId, retryAt, type Verdict } from './policy.ts';
import type { ReceiverLookup } from './receivers/lookup.ts';
import { ReceiverPace } from './receivers/receiver-pace.ts';
import { createRecorder, type Recorder } from './recorder.ts';

export interface SendDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  mailer: Mailer;
  transport: Transport;
  receivers: ReceiverLookup;
  onComposed: (workspaceId: WorkspaceId, bytes: number) => void;
  leaseMs?: number;
}

interface Sending extends SendDependencies {
  turn: Turn;
  lane: Lane;
  prepared: Prepared;
  origin: Origin;
  stopping: AbortSignal;
}

/** Few at first, then as many as go out in a moment. */
const BATCH = { first: 50, most: 500 };
const UNWRITTEN = 200;
/** While one outcome has been unwritten for longer than this, no other message begins. */
const LATEST_MS = 50;
const WRITERS = 2;
const RENEWALS = 3;
/** Short, however slow the mail server: places are few, and a person may wait for the next message. */
const LOOP_MS = 3_000;
/** Sends that take longer after the loop is over go on beside the next one. */
const STRAGGLERS_MS = 1_000;
/** While the mail server is in trouble, doubling. */
const REST_MS = { first: 5_000, most: 300_000 };
/** A delivery that met trouble lets others go first: it may be the cause. */
const STEP_BACK_MS = 60_000;
/** A transport that takes nothing for so long has failed. */
const GIVE_UP_MS = 24 * 60 * 60_000;
/** So many doubtful refusals in a row are the transport's trouble. */
const DOUBTS = 5;

/**
 * Sends a message for a few seconds, less when nothing is left to do or the mail server is in trouble. Sends that the server is still busy
 * with go on beside the next loop; the rest is given back.
 * @returns why nothing more goes out, or null
 */
export const sendLoop = (sending: Sending): Promise<Stop | null> => new SendLoop(sending).run();

/** `failed`: the message cannot go out at all. `halted`: too much of the latest mail bounced or was called spam. */
type Stop = { failed: string } | 'halted';

class SendLoop {
  readonly #sending: Sending;
  readonly #recorder: Recorder<Outcome>;
  readonly #marks: ReturnType<typeof createBatch<Item, boolean>>;
  readonly #hand = new Hand();
  readonly #receivers: ReceiverPace;
  readonly #leaseMs: number;
  readonly #began = performance.now();
  readonly #until: Date;

  #batch = BATCH.first;
  #isAllClaimed = false;
  #isHalted = false;
  #claiming: Promise<void> | null = null;
  /** Claims whose statement failed, and may have worked all the same. */
  readonly #unheard = new Set<string>();

  #sent = 0;
  /** The part of it that the dispatch shows already. */
  #reportedSent = 0;
  /** Set while the share of the rate is used up. */
  #rest: Rest | null = null;
  #trouble: Verdict | null = null;
  #reportedTrouble: Verdict | null = null;
  #fault: { error: unknown } | null = null;
  readonly #doubtful: { item: Item; reason: string }[] = [];
  /** Recipients that the server, naming them, refuses for now. */
  readonly #sentAway: { id: string; reason: string }[] = [];

  constructor(sending: Sending) {
    const { db, clock, turn, lane, transport, receivers, stopping, leaseMs = CLAIM_LEASE_MS } = sending;
    this.#sending = sending;
    this.#receivers = new ReceiverPace({ db, clock, lookup: receivers }, { transport: transport.name, lane });
    this.#leaseMs = leaseMs;
    this.#until = later(clock, LOOP_MS);
    const write = async (outcomes: Outcome[]) => {
      await record(this.#ctx(), turn.messageId, outcomes);
      if (outcomes.some(({ status }) => status === 'bounced')) await this.#lookForHalt();
    };
    this.#recorder = createRecorder(write, { limit: UNWRITTEN, latestMs: LATEST_MS, writers: WRITERS, stopping });
    this.#marks = createBatch<Item, boolean>({
      write: async (_workspaceId, items) => {
        const begun = await markBegun(this.#ctx(), items);
        return items.map(({ id }) => begun.has(id));
      },
      gatherMs: 0,
    });
  }

  #ctx(): Ctx {
    const { db, clock, turn, prepared } = this.#sending;
    return { db, workspaceId: turn.workspaceId, now: clock.now(), isTest: prepared.message.test };
  }

  async run(): Promise<Stop | null> {
    const { clock, log, mailer, turn, stopping } = this.#sending;
    const renewal = setInterval(() => {
      this.#renew().catch((error: unknown) => log.warn({ err: error, message_id: turn.messageId }, 'a claim could not be renewed'));
    }, this.#leaseMs / RENEWALS);
    const stopRenewal = () => clearInterval(renewal);
    const finished = new AbortController();
    const senders = Promise.all(Array.from({ length: mailer.capacity }, () => this.#sendUntilOver().catch(this.#breakOff))).finally(() =>
      finished.abort(),
    );
    try {
      await Promise.race([senders, patience(() => this.#isOver(), finished.signal, stopping)]);
      await this.#claiming;
      if (await this.#end()) stopRenewal();
      else
        senders
          .then(() => this.#end())
          .catch((error: unknown) => log.error({ err: error, message_id: turn.messageId }, 'a turn could not be ended'))
          .finally(stopRenewal);
    } catch (error) {
      stopRenewal();
      throw error;
    }
    if (this.#fault) throw this.#fault.error;
    await this.#adaptPace();
    if (this.#isHalted) return 'halted';
    if (!this.#trouble || !isHopeless(this.#trouble, { turn, sent: this.#sent, now: clock.now() })) return null;
    return (await this.#isAboutTheLast()) ? null : { failed: this.#trouble.reason };
  }

  #isOver(): boolean {
    const { clock, stopping } = this.#sending;
    return stopping.aborted || this.#isHalted || this.#trouble !== null || this.#fault !== null || clock.now() >= this.#until;
  }

  readonly #breakOff = (error: unknown): void => {
    this.#fault ??= { error };
  };

  async #sendUntilOver(): Promise<void> {
    while (!this.#isOver()) {
      if (!this.#isAllClaimed && this.#hand.waiting < this.#batch / 2) void this.#fill();
      const item = this.#hand.next();
      const later = item && this.#receivers.timeOf(item);
      if (later) this.#hand.giveBack(item, later);
      else if (item) await this.#send(item);
      else if (this.#claiming) await this.#claiming;
      else return;
    }
  }

  #fill(): Promise<void> {
    this.#claiming ??= this.#claimMore()
      .catch(this.#breakOff)
      .finally(() => (this.#claiming = null));
    return this.#claiming;
  }

  async #claimMore(): Promise<void> {
    const { clock, transport, turn, lane, prepared, origin } = this.#sending;
    const ctx = this.#ctx();
    await this.#lookForHalt();
    if (this.#isHalted) return;
    const share = await takeShare(ctx, { transport, lane }, this.#batch);
    if (share.wait) {
      this.#rest = { ...share.wait, trouble: null };
      this.#isAllClaimed = true;
      return;
    }
    const run = newId();
    this.#unheard.add(run);
    const asked = performance.now();
    const { claimed, taken } = await claim(ctx, turn.messageId, {
      run,
      limit: share.granted,
      leaseUntil: later(clock, this.#leaseMs),
      policy: await policyOf(ctx, prepared.message),
      stillWanted: origin.stillWanted,
    });
    this.#unheard.delete(run);
    const { postponed } = await this.#receivers.admit(claimed).finally(() => {
      this.#hand.add(run, claimed);
      this.#hand.lease([run], asked + this.#leaseMs);
    });
    if (postponed > 0) await returnShare(ctx, { transport }, postponed);
    if (taken < share.granted) this.#isAllClaimed = true;
    this.#batch = Math.min(this.#batch * 2, BATCH.most);
  }

  async #lookForHalt(): Promise<void> {
    if (await this.#sending.origin.findHalt?.(this.#ctx())) this.#isHalted = true;
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    const until = later(this.#sending.clock, this.#leaseMs);
    this.#hand.lease(await renewClaims(this.#ctx(), this.#hand.runs(), until), asked + this.#leaseMs);
  }

  async #send(item: Item): Promise<void> {
    const { clock, metrics, mailer, turn, lane, prepared, onComposed } = this.#sending;
    const message = await compose(prepared, item, clock.now(), mailer.largest());
    if ('error' in message) return this.#report(item, 'failed', message.error);
    onComposed(turn.workspaceId, message.raw.length);
    if (!turn.repeatable && !(await this.#markBegun(item))) return;
    // The mailer may hold it for any time before it is sent, so the lease is checked then.
    const { id: deliveryId, attempts } = item;
    const ending = await mailer.send({ ...message, lane, deliveryId, attempts, mayBegin: () => this.#hand.holds(item) });
    if (ending.isLate) return this.#hand.giveBack(item);
    const verdict = judge(ending, ending.accepted ? undefined : this.#receivers.receiverOf(item));
    metrics.messages.inc({ outcome: verdict.verdict });
    await this.#settle(item, verdict, ending);
  }

  /** Marks what must not go twice. @returns whether it is still in hand */
  async #markBegun(item: Item): Promise<boolean> {
    try {
      const isOurs = await this.#marks.add(this.#sending.turn.workspaceId, item);
      if (!isOurs) this.#hand.done(item);
      return isOurs;
    } catch (error) {
      this.#hand.giveBack(item);
      throw error;
    }
  }

  async #settle(item: Item, verdict: Verdict, ending: Awaited<ReturnType<Mailer['send']>>): Promise<void> {
    const { clock, turn } = this.#sending;
    const { reason } = verdict;
    switch (verdict.verdict) {
      case 'accepted':
        this.#sent += 1;
        this.#receivers.accepted(item);
        // Others get through: earlier doubtful refusals were permanent.
        for (const { item: other, reason: why } of this.#doubtful.splice(0)) await this.#report(other, 'failed', why);
        return this.#report(item, 'sent', null, { providerId: providerId(ending.reply.text) });
      case 'bounced':
      case 'failed':
        return this.#report(item, verdict.verdict, reason, { isSoft: verdict.verdict === 'failed' && isSoftBounce(ending.reply) });
      case 'deferred':
        return this.#defer(item, reason, { isSoft: isSoftBounce(ending.reply) });
      case 'receiver_throttled':
        return this.#defer(item, reason, { notBefore: await this.#receivers.refused(item) });
      case 'lost':
        return turn.repeatable ? this.#defer(item, reason) : this.#report(item, 'unknown', reason);
      case 'doubtful':
        this.#doubtful.push({ item, reason });
        if (this.#doubtful.length >= DOUBTS) this.#trouble ??= verdict;
        return;
      default:
        if (verdict.verdict === 'throttled' && isOfRecipient(ending.reply)) this.#sentAway.push({ id: item.id, reason });
        this.#hand.giveBack(item, later(clock, STEP_BACK_MS));
        this.#trouble ??= verdict;
    }
  }

  #report(item: Item, status: Outcome['status'], reason: string | null, more: Partial<Outcome> = {}): Promise<void> {
    this.#hand.done(item);
    const tracking = modeFor(this.#sending.prepared, item);
    const outcome = { id: item.id, run: item.run, email: item.email, status, reason, providerId: null, retryAt: null };
    return this.#recorder.add({ ...outcome, tracking: tracking === 'full' ? null : tracking, ...more });
  }

  #defer(item: Item, reason: string, { isSoft = false, notBefore }: { isSoft?: boolean; notBefore?: Date } = {}): Promise<void> {
    const at = retryAt(item, this.#sending.clock.now());
    if (!at) return this.#report(item, 'failed', reason, { isSoft });
    return this.#report(item, 'pending', reason, { retryAt: notBefore && notBefore > at ? notBefore : at });
  }

  async #end(): Promise<boolean> {
    const { clock, turn, origin, stopping } = this.#sending;
    const { messageId } = turn;
    await this.#settleDoubtful();
    await this.#recorder.settled();
    const trouble = this.#trouble !== this.#reportedTrouble && !stopping.aborted ? this.#trouble : null;
    const rest = trouble ? restAfter(trouble, { turn, sent: this.#sent, now: clock.now() }) : this.#rest;
    const { runs, unbegun, isEmpty } = this.#hand.release();
    await retryWhileAway(
      () =>
        withDispatch(this.#ctx(), { origin, messageId }, async (tx, state) => {
          await endClaims(tx, messageId, { runs, unbegun, unheard: [...this.#unheard] });
          await conclude(tx, origin, { messageId, state, report: { sent: this.#sent - this.#reportedSent, rest } });
        }),
      stopping,
    );
    this.#reportedSent = this.#sent;
    this.#reportedTrouble = this.#trouble;
    this.#rest = null;
    return isEmpty;
  }

  async #settleDoubtful(): Promise<void> {
    for (const { item, reason } of this.#doubtful.splice(0)) {
      // If no message was taken, it may be the transport; otherwise it is unknown.
      if (this.#sent === 0) this.#trouble ??= { verdict: 'doubtful', reason };
      if (this.#trouble) this.#hand.giveBack(item, later(this.#sending.clock, STEP_BACK_MS));
      else await this.#defer(item, reason);
    }
  }

  /** Whether only recipients that the server refuses by name are left, all others having got their mail. */
  async #isAboutTheLast(): Promise<boolean> {
    const { turn, origin } = this.#sending;
    const { messageId } = turn;
    const isLast = await withDispatch(this.#ctx(), { origin, messageId }, async (tx, state) => {
      if (state !== 'open' || !(await failLast(tx, messageId, this.#sentAway))) return false;
      await conclude(tx, origin, { messageId, state });
      return true;
    });
    return isLast ?? false;
  }

  async #adaptPace(): Promise<void> {
    const { db, clock, log, transport, turn } = this.#sending;
    const trouble = this.#trouble?.verdict;
    if (trouble)
      log.warn({ workspace_id: turn.workspaceId, message_id: turn.messageId, trouble }, 'the mail server does not take messages');
    await this.#receivers.speedUp();
    const observed = this.#sent / ((performance.now() - this.#began) / 1_000);
    if (trouble === 'throttled') await slowDown(db, transport.name, Math.max(1, observed), clock.now());
    else if (this.#sent > 0) await speedUp(db, transport.name, clock.now());
  }
}

/** Resolves a moment after a loop is over, for sends under way. A process that stops waits for all. */
async function patience(isOver: () => boolean, finished: AbortSignal, stopping: AbortSignal): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { ref: false, signal: finished });
  try {
    while (!isOver()) await pause(100);
    await pause(STRAGGLERS_MS);
    while (stopping.aborted) await pause(1_000);
  } catch {
    // All have finished.
  }
}

interface Progress {
  turn: Turn;
  sent: number;
  now: Date;
}

/** How long a message rests while the mail server is in trouble. */
export function restAfter({ reason }: Pick<Verdict, 'reason'>, { turn: { outageCount }, sent, now }: Progress): Rest {
  const pause = sent > 0 ? REST_MS.first : Math.min(REST_MS.first * 2 ** Math.min(outageCount, 10), REST_MS.most);
  return { until: new Date(now.getTime() + pause), waitingFor: 'mail_server', trouble: reason };
}

/** Refused credentials do not recover by themselves, nor a server that has taken nothing for a day. */
function isHopeless({ verdict }: Verdict, { turn: { troubleSince }, sent, now }: Progress): boolean {
  if (verdict === 'credentials') return true;
  return sent === 0 && troubleSince !== null && now.getTime() - troubleSince.getTime() >= GIVE_UP_MS;
}

async function compose({ composer, message }: Prepared, item: Item, now: Date, most: number): Promise<OutgoingMessage | { error: string }> {
  const contact = item.contact ?? message.sample ?? { custom: {} };
  try {
    const { id: deliveryId, contact_id: contactId, email, tracking, campaign } = item;
    return await composer.compose({ deliveryId, contactId, email, contact, tracking, campaign }, now, most);
  } catch (error) {
    return { error: `The message could not be written: ${(error as Error).message}` };
  }
}

/** How the message to a person is tracked; not noted where the mail is tracked for no one. */
const modeFor = ({ message }: Prepared, { tracking }: Item): TrackingMode =>
  message.tracked ? strictest(message.tracking, tracking) : 'full';
