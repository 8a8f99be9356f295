import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, later } from '../../platform/clock.ts';
import { type Db, isPassing } from '../../platform/db.ts';
import { createGroups } from '../../platform/groups.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer, OutgoingMessage } from '../../platform/mail/mailer.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { FindComposer, Prepared } from '../messages/composers.ts';
import { endClaims, failLast, renewClaims } from './claims.repo.ts';
import { conclude } from './conclude.ts';
import { claim, markBegun, type Outcome, record } from './deliveries.repo.ts';
import { type Lane, lockDispatch, noteDeadRun, type Rest, setState, settle, type Turn, takeTurn } from './dispatches.repo.ts';
import { Hand, type Item } from './hand.ts';
import { insist } from './insist.ts';
import type { Origin, OriginName } from './origin.ts';
import { slowDown, speedUp, takeShare } from './pace.repo.ts';
import { isOfRecipient, judge, type Verdict } from './policy.ts';
import { providerId } from './provider-id.ts';
import { createRecorder } from './recorder.ts';
import { retryAt } from './retries.ts';

export interface Transport {
  /** By which all processes know it. */
  name: string;
  /** Messages a second that the operator allows; null: as many as it takes. */
  most: number | null;
}

export interface TurnDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  mailer: Mailer;
  transport: Transport;
  findComposer: FindComposer;
  origins: Record<OriginName, Origin>;
  /** Is called with the length of each message that was composed. */
  onComposed: (workspaceId: string, bytes: number) => void;
  /** How long a claim is held without being renewed. */
  leaseMs?: number;
}

/** How many deliveries are claimed at a time: few at first, then as many as go out in a moment. */
const BATCH = { first: 50, most: 500 };
/** How many outcomes may be unwritten, and by how many statements they are written; see the recorder. */
const UNWRITTEN = 200;
/** While one outcome has been unwritten for longer than this, no other message begins. */
const LATEST_MS = 50;
const WRITERS = 2;
/** A claim outlives its process by this much at most, and a last call. It is renewed well before. */
const LEASE_MS = 30_000;
const RENEWALS = 3;
/** A turn is short, however slow the mail server: places are few, and the next message may be one that somebody waits for. */
const TURN_MS = 3_000;
/** What the mail server keeps for longer than this when the turn is over goes on beside the next turn. */
const STRAGGLERS_MS = 1_000;
/** While the mail server is in trouble: 5 s, doubling up to 5 minutes. */
const REST_MS = { first: 5_000, most: 300_000 };
/** Who was met by trouble lets others go first: it may have been about them. */
const STEP_BACK_MS = 60_000;
/** A transport that takes nothing for so long has failed. */
const GIVE_UP_MS = 24 * 60 * 60_000;
/** Refusals that may be the transport's trouble, with nobody taken in between: so many are. */
const DOUBTS = 5;
/** Runs in a row that died with their process and had nothing to show: the message is what kills them. */
const MOST_DEAD_RUNS = 20;

/** What clients are told of a mistake of ours; the log has the rest. */
const FAULT = { reason: 'The service met an error of its own; its log has more.' };

/** Takes the next turn of a lane. False when there was nothing to do. */
export type TakeTurn = (lane: Lane, stopping: AbortSignal) => Promise<boolean>;

/** Sends messages by turns: each claims, sends and records for a few seconds, and says how its message stands then. */
export function createTurns(dependencies: TurnDependencies): TakeTurn {
  const { db, clock, findComposer, origins } = dependencies;
  /** Messages that this process has a turn of: another one would only take the place of another message. */
  const underWay = new Set<string>();
  /** Places of a lane choose one after the other: of those that woke together, all would take the same message. */
  const chosen: Record<Lane, Promise<unknown>> = { interactive: Promise.resolve(), bulk: Promise.resolve() };

  function choose(lane: Lane): Promise<Turn | null> {
    const choice = chosen[lane].then(async () => {
      const turn = await takeTurn(db, lane, [...underWay], clock.now());
      if (turn) underWay.add(turn.messageId);
      return turn;
    });
    chosen[lane] = choice.catch(() => {});
    return choice;
  }

  async function take(turn: Turn, lane: Lane, stopping: AbortSignal): Promise<void> {
    if (turn.deadRuns >= MOST_DEAD_RUNS) return fail(turn, 'Sending it ended with its process, time and again.');
    const prepared = await findComposer(turn.workspaceId, turn.messageId, turn.edition);
    if ('error' in prepared) return fail(turn, prepared.error);
    const failure = await sendForAWhile({ ...dependencies, turn, lane, prepared, origin: origins[turn.origin], stopping });
    if (failure) await fail(turn, failure);
  }

  /** It cannot go out: it rests until somebody takes it up again. */
  const fail = (turn: Turn, reason: string): Promise<void> =>
    db.transaction(async (tx) => {
      await origins[turn.origin].hold(tx, turn);
      if ((await lockDispatch(tx, turn))?.state !== 'open') return;
      await setState(tx, turn, 'paused', clock.now());
      await origins[turn.origin].failed(tx, turn, reason, clock.now());
    });

  const restOf = (turn: Turn): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await lockDispatch(tx, turn))) return;
      await noteDeadRun(tx, turn);
      await settle(tx, turn, { sent: 0, rest: restAfter(FAULT, turn, 0, clock.now()) }, clock.now());
    });

  return async (lane, stopping) => {
    const turn = await choose(lane);
    if (!turn) return false;
    try {
      await take(turn, lane, stopping);
    } catch (error) {
      // What cannot be done rests like what the mail server does not take: it comes again, and not for ever.
      if (!isPassing(error)) await restOf(turn);
      throw error;
    } finally {
      underWay.delete(turn.messageId);
    }
    return true;
  };
}

interface Sending extends Omit<TurnDependencies, 'origins' | 'findComposer'> {
  turn: Turn;
  lane: Lane;
  prepared: Prepared;
  origin: Origin;
  stopping: AbortSignal;
}

/**
 * One turn: a few seconds, less when nothing is left to do or the mail server is in trouble. What it has in hand then is given
 * back, but for what the server is still busy with, which goes on beside whatever comes next.
 * @returns why the message cannot go out at all, or null
 */
async function sendForAWhile(sending: Sending): Promise<string | null> {
  const { db, clock, log, metrics, mailer, transport, turn, lane, prepared, origin, onComposed, stopping, leaseMs = LEASE_MS } = sending;
  const { workspaceId } = turn;
  const write = (outcomes: Outcome[]) => record(db, turn, outcomes, clock.now());
  const recorder = createRecorder(write, { limit: UNWRITTEN, latestMs: LATEST_MS, writers: WRITERS, stopping });
  const marks = createGroups<Item, boolean>({
    async write(_workspaceId, items) {
      const begun = await markBegun({ db, workspaceId, now: clock.now() }, items);
      return items.map(({ id }) => begun.has(id));
    },
    gatherMs: 0,
  });
  const hand = new Hand();
  const began = performance.now();
  const until = later(clock, TURN_MS);

  let batch = BATCH.first;
  let isAll = false;
  let claiming: Promise<void> | null = null;
  let sent = 0;
  let told = 0;
  let wait: Rest | null = null;
  let trouble: Verdict | null = null;
  let troubleTold: Verdict | null = null;
  let broken: { error: unknown } | null = null;
  /** Claims whose statement has failed, and may have worked all the same. */
  const unheard = new Set<string>();
  const doubtful: { item: Item; reason: string }[] = [];
  /** To whom the server said by name that it takes nothing for now. */
  const sentAway: { id: string; reason: string }[] = [];
  const isOver = () => stopping.aborted || trouble !== null || broken !== null || clock.now() >= until;

  async function claimMore(): Promise<void> {
    const now = clock.now();
    const share = await takeShare(db, { workspaceId, transport: transport.name, most: transport.most, lane }, batch, now);
    if (share.wait) {
      wait = { ...share.wait, trouble: null };
      isAll = true;
      return;
    }
    const run = newId();
    unheard.add(run);
    const asked = performance.now();
    const { claimed, taken } = await claim(db, turn, run, {
      limit: share.granted,
      now,
      leaseUntil: later(clock, leaseMs),
      operational: prepared.message.operational,
      stillWanted: origin.stillWanted,
    });
    unheard.delete(run);
    hand.add(run, claimed);
    hand.lease([run], asked + leaseMs);
    if (taken < share.granted) isAll = true;
    batch = Math.min(batch * 2, BATCH.most);
  }
  const fill = (): Promise<void> => {
    claiming ??= claimMore()
      .catch(breakOff)
      .finally(() => (claiming = null));
    return claiming;
  };
  const breakOff = (error: unknown) => {
    broken ??= { error };
  };

  function report(item: Item, status: Outcome['status'], reason: string | null, more: Partial<Outcome> = {}): Promise<void> {
    hand.done(item);
    return recorder.add({ id: item.id, run: item.run, email: item.email, status, reason, providerId: null, retryAt: null, ...more });
  }
  function defer(item: Item, reason: string): Promise<void> {
    const at = retryAt(item, clock.now());
    return at ? report(item, 'pending', reason, { retryAt: at }) : report(item, 'failed', reason);
  }

  /** Marks what must not go twice. @returns whether it is still in hand */
  async function begin(item: Item): Promise<boolean> {
    try {
      const isOurs = await marks.add(workspaceId, item);
      if (!isOurs) hand.done(item);
      return isOurs;
    } catch (error) {
      hand.giveBack(item);
      throw error;
    }
  }
  async function one(item: Item): Promise<void> {
    const message = await compose(prepared, item, clock.now(), mailer.largest());
    if ('error' in message) return report(item, 'failed', message.error);
    onComposed(workspaceId, message.raw.length);
    if (!turn.repeatable && !(await begin(item))) return;
    // It may stand still for any time before the mail server has time for it, and with it this process.
    const ending = await mailer.send({ ...message, lane, mayBegin: () => hand.holds(item) });
    if (ending.isLate) return hand.giveBack(item);
    const verdict = judge(ending);
    const { reason } = verdict;
    metrics.messages.inc({ outcome: verdict.verdict });
    switch (verdict.verdict) {
      case 'accepted':
        sent += 1;
        // Others get through: what was refused before was refused for good.
        for (const { item: other, reason: why } of doubtful.splice(0)) await report(other, 'failed', why);
        return report(item, 'sent', null, { providerId: providerId(ending.reply.text) });
      case 'bounced':
      case 'failed':
        return report(item, verdict.verdict, reason);
      case 'deferred':
        return defer(item, reason);
      case 'lost':
        return turn.repeatable ? defer(item, reason) : report(item, 'unknown', reason);
      case 'doubtful':
        doubtful.push({ item, reason });
        if (doubtful.length >= DOUBTS) trouble ??= verdict;
        return;
      default:
        if (verdict.verdict === 'throttled' && isOfRecipient(ending.reply)) sentAway.push({ id: item.id, reason });
        hand.giveBack(item, later(clock, STEP_BACK_MS));
        trouble ??= verdict;
    }
  }
  async function sender(): Promise<void> {
    while (!isOver()) {
      if (!isAll && hand.waiting < batch / 2) void fill();
      const item = hand.next();
      if (item) await one(item);
      else if (claiming) await claiming;
      else return;
    }
  }

  /** Gives back what nobody works on, and says how the message stands. @returns whether nothing is in hand any more */
  async function end(): Promise<boolean> {
    for (const { item, reason } of doubtful.splice(0)) {
      // Nobody was taken, so it may be the transport; somebody was, but none after them, so nobody knows.
      if (sent === 0) trouble ??= { verdict: 'doubtful', reason };
      if (trouble) hand.giveBack(item, later(clock, STEP_BACK_MS));
      else await defer(item, reason);
    }
    await recorder.settled();
    const isNew = trouble !== null && trouble !== troubleTold && !stopping.aborted;
    const rest = isNew ? restAfter(trouble as Verdict, turn, sent, clock.now()) : wait;
    const { runs, unbegun, isEmpty } = hand.release();
    await insist(
      () =>
        db.transaction(async (tx) => {
          await origin.hold(tx, turn);
          const dispatch = await lockDispatch(tx, turn);
          if (!dispatch) return;
          await endClaims(tx, turn, { runs, unbegun, unheard: [...unheard] }, clock.now());
          await conclude(tx, origin, { message: turn, state: dispatch.state, report: { sent: sent - told, rest }, now: clock.now() });
        }),
      stopping,
    );
    told = sent;
    troubleTold = trouble;
    wait = null;
    return isEmpty;
  }

  const renew = async () => {
    const asked = performance.now();
    hand.lease(await renewClaims({ db, workspaceId }, hand.runs(), later(clock, leaseMs)), asked + leaseMs);
  };
  const renewal = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error, message_id: turn.messageId }, 'a claim could not be renewed'));
  }, leaseMs / RENEWALS);
  const finished = new AbortController();
  const senders = Promise.all(Array.from({ length: mailer.capacity }, () => sender().catch(breakOff))).finally(() => finished.abort());
  const stopRenewal = () => clearInterval(renewal);
  try {
    await Promise.race([senders, patience(isOver, finished.signal, stopping)]);
    await claiming;
    if (await end()) stopRenewal();
    else senders.then(end).catch(sayUnended).finally(stopRenewal);
  } catch (error) {
    stopRenewal();
    throw error;
  }
  if (broken) throw (broken as { error: unknown }).error;
  await adapt(trouble);
  if (!trouble || !isHopeless(trouble, turn, sent, clock.now())) return null;
  return (await isAboutTheLast()) ? null : (trouble as Verdict).reason;

  /** Whether it is over with those to whom the server said no by name, all others having got their mail. */
  function isAboutTheLast(): Promise<boolean> {
    return db.transaction(async (tx) => {
      await origin.hold(tx, turn);
      const dispatch = await lockDispatch(tx, turn);
      if (dispatch?.state !== 'open' || !(await failLast(tx, turn, sentAway, clock.now()))) return false;
      await conclude(tx, origin, { message: turn, state: 'open', report: { sent: 0, rest: null }, now: clock.now() });
      return true;
    });
  }

  function sayUnended(error: unknown): void {
    log.error({ err: error, message_id: turn.messageId }, 'a turn could not be ended');
  }

  /** What the mail server takes: more than it was asked for, or less. */
  async function adapt(met: Verdict | null): Promise<void> {
    if (met)
      log.warn({ workspace_id: workspaceId, message_id: turn.messageId, trouble: met.verdict }, 'the mail server does not take messages');
    const observed = sent / ((performance.now() - began) / 1_000);
    if (met?.verdict === 'throttled') await slowDown(db, transport.name, Math.max(1, observed), clock.now());
    else if (sent > 0) await speedUp(db, transport.name, clock.now());
  }
}

/** Resolves some time after a turn is over: the mail server has had a moment for what is under way. A process that ends waits for all. */
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

function restAfter({ reason }: Pick<Verdict, 'reason'>, { outageCount }: Turn, sent: number, now: Date): Rest {
  const pause = sent > 0 ? REST_MS.first : Math.min(REST_MS.first * 2 ** Math.min(outageCount, 10), REST_MS.most);
  return { until: new Date(now.getTime() + pause), waitingFor: 'mail_server', trouble: reason };
}

/** Credentials that are refused do not mend themselves, and neither does what has taken nothing for a day. */
function isHopeless({ verdict }: Verdict, { troubleSince }: Turn, sent: number, now: Date): boolean {
  if (verdict === 'credentials') return true;
  return sent === 0 && troubleSince !== null && now.getTime() - troubleSince.getTime() >= GIVE_UP_MS;
}

/** A message that cannot be written fails its recipient, not the others. */
async function compose({ composer, message }: Prepared, item: Item, now: Date, most: number): Promise<OutgoingMessage | { error: string }> {
  const contact = item.contact ?? message.sample ?? { custom: {} };
  try {
    const { id: deliveryId, contact_id: contactId, email, campaign } = item;
    return await composer.compose({ deliveryId, contactId, email, contact, campaign }, now, most);
  } catch (error) {
    return { error: `The message could not be written: ${(error as Error).message}` };
  }
}
