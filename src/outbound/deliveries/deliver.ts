import { type Clock, later } from '../../platform/clock.ts';
import type { Ctx, Db } from '../../platform/db.ts';
import { type EndpointId, lowestId, newId, toUlid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type OpenSession, OutboundError, type OutboundSession } from '../../platform/outbound-http.ts';
import { LEASE_MS } from '../../queue/lease.ts';
import type { DisabledReason } from '../endpoints/endpoints.service.ts';
import { createSigner, type EndpointSecrets } from '../endpoints/secrets.ts';
import { toEvent } from '../feed/feed.view.ts';
import { KEPT_MS } from '../partitions.ts';
import * as repo from './dispatch.repo.ts';
import { circuitUntil, nextAttempt } from './retries.ts';

export interface DeliverDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  openSession: OpenSession;
  secrets: EndpointSecrets;
  disable: (ctx: Ctx, endpointId: EndpointId, reason: DisabledReason) => Promise<boolean>;
}

/** Requests to one receiver that are under way at once. */
const AT_ONCE = 32;
/** Events that one statement reads. */
const BATCH = 500;
/** After this time a run begins nothing more, and others have their turn. */
const TURN_MS = 5_000;
/** Failures in a row, without a delivery between them, after which a run begins nothing more. */
const MOST_FAILURES = 5;
/** Five days without a delivery. */
const LONGEST_FAILING_MS = 5 * 24 * 60 * 60 * 1_000;
/** Receivers that take longer have places of their own. */
const SLOW_MS = 1_000;
const FAST_MS = 500;
/** The receiver wants no more. */
const GONE = 410;
const MOST_KEPT = 1_000;

/** An attempt, or undefined for one that was not made. */
interface Attempt {
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  ms: number;
}

/** Sends to the endpoint whose turn it is. Resolves to false when nothing was due. */
export type DeliverTurn = (lane: repo.Lane, stopping: AbortSignal) => Promise<boolean>;

/**
 * Sends events to endpoints. A run has one endpoint in hand and takes its events in the order of the feed, so an event costs no row before
 * its first attempt. What a run has sent and not written down is sent again by the next.
 */
export function createDeliveries({ db, clock, log, openSession, secrets, disable }: DeliverDependencies): DeliverTurn {
  return async (lane, stopping) => {
    const now = clock.now();
    const from = lowestId(now.getTime() - KEPT_MS);
    const dispatch = await repo.claimEndpoint(db, { lane, run: newId(), from, now, leaseUntil: later(clock, LEASE_MS) });
    if (!dispatch) return false;
    await run(dispatch, from, stopping);
    return true;
  };

  async function run(dispatch: repo.Dispatch, from: string, stopping: AbortSignal): Promise<void> {
    const { workspaceId, endpointId } = dispatch;
    const circuit = createCircuit(dispatch);
    const until = performance.now() + TURN_MS;
    const isOver = () => stopping.aborted || performance.now() >= until || circuit.isOpen();
    const sender = openSender(dispatch);
    try {
      while (!isOver()) {
        const batch = await readBatch(dispatch, from);
        if (batch.items.length === 0) break;
        const attempts = await sendAll(batch.items, sender, isOver, circuit);
        if (!(await keep(dispatch, batch, attempts))) return;
      }
    } catch (error) {
      log.error({ err: error, workspace_id: workspaceId, endpoint_id: endpointId }, 'the sending of events was interrupted');
    } finally {
      sender.close();
    }
    await letGo(dispatch, circuit);
  }

  /** What is due again comes first, then a recovery and new events. */
  async function readBatch(dispatch: repo.Dispatch, from: string): Promise<Batch> {
    const due = await repo.readDue(db, dispatch, clock.now(), BATCH);
    if (due.length > 0) return { kind: 'due', items: due, isLast: false };
    const fresh = await repo.readNew(db, dispatch, from, BATCH);
    if (fresh.length > 0 || dispatch.recoverUntil === null) return { kind: 'new', items: fresh, isLast: false };
    const recovered = await repo.readRecovered(db, dispatch, BATCH);
    if (recovered.length === 0) {
      await keep(dispatch, { kind: 'recovered', items: [], isLast: true }, []);
    }
    return { kind: 'recovered', items: recovered, isLast: false };
  }

  /** Writes down the attempts up to the first that was not made. @returns false when the endpoint is another run's */
  async function keep(dispatch: repo.Dispatch, batch: Batch, attempts: (Attempt | null | undefined)[]): Promise<boolean> {
    const now = clock.now();
    const { workspaceId } = dispatch;
    const made = attempts.indexOf(undefined);
    const done = made === -1 ? batch.items : batch.items.slice(0, made);
    const outcomes = done.flatMap((item, index) => outcomeOf(item, attempts[index] ?? null, now));
    const last = done.at(-1);
    const place = last && { position: last.position, id: last.id };
    const progress = {
      leaseUntil: later(clock, LEASE_MS),
      ...(batch.kind === 'new' && { cursor: place }),
      ...(batch.kind === 'recovered' && { recovery: batch.isLast ? null : place }),
    };
    const isHeld = await repo.recordOutcomes({ db, workspaceId, now }, dispatch, outcomes, progress);
    if (batch.kind === 'new' && place) Object.assign(dispatch, place);
    if (batch.kind === 'recovered') {
      if (batch.isLast) dispatch.recoverUntil = null;
      else if (place) Object.assign(dispatch, { recoverPosition: place.position, recoverEventId: place.id });
    }
    return isHeld;
  }

  async function letGo(dispatch: repo.Dispatch, circuit: Circuit): Promise<void> {
    const { workspaceId, endpointId } = dispatch;
    const ctx = { db, workspaceId, now: clock.now() };
    const { failures, failingSince, wakeAt, isSlow, isGone } = circuit.standing(ctx.now);
    await repo.releaseEndpoint(ctx, dispatch, { wakeAt, failures, failingSince, isSlow });
    const isLost = failingSince !== null && ctx.now.getTime() - failingSince.getTime() >= LONGEST_FAILING_MS;
    if (!isGone && !isLost) return;
    const reason = isGone ? 'gone' : 'failing';
    if (await disable(ctx, endpointId, reason))
      log.warn({ workspace_id: workspaceId, endpoint_id: endpointId, reason }, 'a webhook endpoint was disabled');
  }

  /** Sends one event after the other, each as soon as there is room. */
  async function sendAll(
    items: readonly repo.Item[],
    sender: Sender,
    isOver: () => boolean,
    circuit: Circuit,
  ): Promise<(Attempt | null | undefined)[]> {
    const attempts: (Attempt | null | undefined)[] = items.map(({ isWanted }) => (isWanted ? undefined : null));
    let next = 0;
    const sendSome = async () => {
      for (let index = next++; index < items.length; index = next++) {
        if (attempts[index] === null) continue;
        if (isOver()) return;
        const attempt = await sender.send(items[index] as repo.Item);
        attempts[index] = attempt;
        circuit.note(attempt);
      }
    };
    await Promise.all(Array.from({ length: circuit.isTrial() ? 1 : Math.min(AT_ONCE, items.length) }, sendSome));
    return attempts;
  }

  function openSender(dispatch: repo.Dispatch): Sender {
    let session: Promise<OutboundSession> | undefined;
    let sign: ReturnType<typeof createSigner> | undefined;
    return {
      async send(item) {
        const began = performance.now();
        const taken = () => Math.round(performance.now() - began);
        try {
          const id = toUlid(item.id);
          const body = JSON.stringify(toEvent(item));
          sign ??= createSigner(secretsOf(dispatch));
          session ??= openSession(dispatch.url, AT_ONCE);
          const headers = { 'content-type': 'application/json', ...sign(id, clock.now(), body) };
          const { status, body: answer } = await (await session).send({ url: dispatch.url, method: 'POST', headers, body });
          return { responseStatus: status, responseBody: excerptOf(answer), error: errorOf(status), ms: taken() };
        } catch (error) {
          const isKnown = error instanceof OutboundError || error instanceof UnreadableSecret;
          if (!isKnown) log.error({ err: error, endpoint_id: dispatch.endpointId }, 'an event could not be sent');
          return { responseStatus: null, responseBody: null, error: isKnown ? error.message : FAULT, ms: taken() };
        }
      },
      close: () => void session?.then(({ close }) => close()).catch(() => {}),
    };
  }

  function secretsOf({ workspaceId, endpointId, secret, previousSecret, previousSecretUntil }: repo.Dispatch): string[] {
    const endpoint = { workspaceId, id: endpointId };
    const sealed = [secret, ...(previousSecret && previousSecretUntil && previousSecretUntil > clock.now() ? [previousSecret] : [])];
    try {
      return sealed.map((one) => secrets.open(endpoint, one));
    } catch {
      throw new UnreadableSecret('The secret of the endpoint was stored under another APP_SECRET. Rotate it.');
    }
  }
}

class UnreadableSecret extends Error {}

/** What clients are told of a mistake of ours; the log has the rest. */
const FAULT = 'The service met an error of its own; its log has more.';

interface Batch {
  kind: 'due' | 'new' | 'recovered';
  items: repo.Item[];
  /** The recovery has come to its end. */
  isLast: boolean;
}

interface Sender {
  send(item: repo.Item): Promise<Attempt>;
  close(): void;
}

interface Circuit {
  note(attempt: Attempt): void;
  /** Nothing more is begun in this run. */
  isOpen(): boolean;
  /** The receiver delivered nothing the last time: one request shows whether it does now. */
  isTrial(): boolean;
  standing(now: Date): { failures: number; failingSince: Date | null; wakeAt: Date; isSlow: boolean | undefined; isGone: boolean };
}

function createCircuit({ failures: before, failingSince }: Pick<repo.Dispatch, 'failures' | 'failingSince'>): Circuit {
  let [delivered, failed, inARow, totalMs] = [0, 0, 0, 0];
  let isGone = false;
  return {
    note({ error, responseStatus, ms }) {
      totalMs += ms;
      if (error === null) [delivered, inARow] = [delivered + 1, 0];
      else [failed, inARow] = [failed + 1, inARow + 1];
      if (responseStatus === GONE) isGone = true;
    },
    isOpen: () => isGone || inARow >= MOST_FAILURES || (before > 0 && delivered === 0 && failed > 0),
    isTrial: () => before > 0 && delivered === 0,
    standing(now) {
      const count = delivered + failed;
      const average = count === 0 ? undefined : totalMs / count;
      const isSlow = average === undefined || (average >= FAST_MS && average < SLOW_MS) ? undefined : average >= SLOW_MS;
      if (count === 0) return { failures: before, failingSince, wakeAt: now, isSlow, isGone };
      if (delivered > 0) {
        // One that delivers some and then fails is given a pause, and begins with one request.
        const failures = inARow >= MOST_FAILURES ? 1 : 0;
        return { failures, failingSince: inARow > 0 ? now : null, wakeAt: circuitUntil(failures, now), isSlow, isGone };
      }
      return { failures: before + 1, failingSince: failingSince ?? now, wakeAt: circuitUntil(before + 1, now), isSlow, isGone };
    },
  };
}

function outcomeOf(item: repo.Item, attempt: Attempt | null, now: Date): repo.Outcome[] {
  const { position, id, type, deliveryId } = item;
  const about = { position, id, type, deliveryId };
  if (!attempt) {
    if (deliveryId === null) return [];
    const error = 'The event is not kept any more.';
    const nothing = { nextAttemptAt: null, responseStatus: null, responseBody: null, error };
    return [{ ...about, ...nothing, attempts: item.attempts, status: 'failed' }];
  }
  const { responseStatus, responseBody, error } = attempt;
  const attempts = item.attempts + 1;
  const nextAttemptAt = error === null || responseStatus === GONE ? null : nextAttempt(attempts, now);
  const status = error === null ? 'delivered' : nextAttemptAt ? 'pending' : 'failed';
  return [{ ...about, attempts, status, nextAttemptAt, responseStatus, responseBody, error }];
}

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return `The server answered with ${status}${status >= 300 && status < 400 ? ', and redirects are not followed' : ''}.`;
};

/** The beginning of an answer, as a text that the database can hold. */
function excerptOf(body: Buffer): string | null {
  const text = body.toString('utf8').replaceAll('\0', '\ufffd');
  // Characters have two code units at most.
  return text === '' ? null : [...text.slice(0, 2 * MOST_KEPT)].slice(0, MOST_KEPT).join('').toWellFormed();
}
