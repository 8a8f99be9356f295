import { setTimeout as delay } from 'node:timers/promises';
import { findContactsByIds } from '../../../audience/contacts/contacts.repo.ts';
import { toContact } from '../../../audience/contacts/contacts.view.ts';
import type { Enqueue } from '../../../jobs/jobs.ts';
import { createSigner } from '../../../outbound/endpoints/secrets.ts';
import { createBatch } from '../../../platform/batch.ts';
import { type Clock, later } from '../../../platform/clock.ts';
import { type Db, isPassing } from '../../../platform/db.ts';
import { newId, toUlid, type WorkspaceId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { OutboundError, OutboundRefused, type OutboundRequest, type SendOutbound } from '../../../platform/outbound-http.ts';
import { LEASE_MS } from '../../../queue/lease.ts';
import { FAULT, placesOf, placeWork, type TakeTurn, type Work } from '../../../queue/work.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { StepOf } from '../definition.ts';
import { valuesOf } from '../engine/visits.repo.ts';
import { type Occasion, originOf, requestOf, signedToken, WebhookError } from './request.ts';
import { findSecrets } from './secrets.ts';
import type { Tokens } from './tokens.ts';
import { type Answered, type Claimed, claim, isAnyDue, type Report, record } from './webhooks.repo.ts';

interface WebhookDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  sendOutbound: SendOutbound;
  tokens: Tokens;
}

/** Requests under way: of a workspace in all processes, and of a process. A slow server keeps its workspace's places. */
export const MOST_OF_ONE = 16;
const MOST_OF_ALL = 128;
/** How often to look for more while requests are under way. */
const LOOK_MS = 250;
/** Places that become free shortly after each other are filled together. */
const GATHER_MS = 10;
/** Over half an hour. */
const REPEATS_S = [30, 90, 240, 540, 900];
/** Answers that the database has not taken: the most that are kept, and for how long they are retried. */
const MOST_UNWRITTEN = 2_000;
const LONGEST_UNWRITTEN_MS = 10 * 60_000;
const REWRITE_MS = 1_000;
/** 410 means: stop sending. */
const GONE = 410;
/** Of an answer, in the member's history. */
const MOST_KEPT = 1_000;

/** One place of a process has as many requests under way as the process may. */
export const webhookWork = (dependencies: WebhookDependencies & { enqueue: Enqueue }): Work =>
  placeWork(dependencies, {
    queue: placesOf('send-webhooks', 1),
    takeTurn: webhookTurns(dependencies),
    isDue: (now) => isAnyDue(MOST_OF_ONE, now),
  });

/**
 * Requests under way belong to the process and not to the job that began them, so a job may end while servers are slow, and the next begins
 * more beside them. The requests of a process that dies are sent again.
 */
export function webhookTurns({ db, clock, log, metrics, sendOutbound, tokens }: WebhookDependencies): TakeTurn {
  const run = newId();
  const underWay = new Set<Promise<void>>();
  /** By member and visit: under way, or not recorded yet. They are not sent again. */
  const own = new Set<string>();
  const reports = createBatch<Report, void>({
    write: async (workspaceId, group) => {
      await record({ db, workspaceId, now: clock.now() }, run, group);
      return group.map(() => undefined);
    },
  });

  return async (stopping, until) => {
    for (;;) {
      const isLeaving = stopping.aborted || performance.now() >= until;
      // Nothing more is sent while too many answers wait for the database.
      const limit = isLeaving || own.size - underWay.size >= MOST_UNWRITTEN ? 0 : MOST_OF_ALL - underWay.size;
      const claimed =
        limit > 0 ? await claim(db, run, { limit, atOnce: MOST_OF_ONE, leaseUntil: later(clock, LEASE_MS), now: clock.now() }) : [];
      for (const [workspaceId, theirs] of Map.groupBy(claimed, ({ workspaceId }) => workspaceId)) await begin(workspaceId, theirs);
      if (isLeaving && !stopping.aborted) return true;
      if (underWay.size === 0 && claimed.length === 0) return false;
      if (underWay.size > 0) await Promise.race([...underWay, delay(LOOK_MS)]);
      await delay(GATHER_MS);
    }
  };

  async function begin(workspaceId: WorkspaceId, claimed: Claimed[]): Promise<void> {
    const ids = claimed.map(({ contactId }) => contactId);
    const contacts = new Map((await findContactsByIds({ db, workspaceId }, [...new Set(ids)])).map((contact) => [contact.id, contact]));
    const values = await valuesOf(
      { db, workspaceId },
      claimed.map(({ memberId, contactId, visit }) => ({ id: memberId, contactId, visit })),
    );
    for (const request of claimed) {
      const { flowId, memberId, startedAt } = request;
      const contact = contacts.get(request.contactId);
      const theirs = values.get(memberId);
      // The member has left the step, or the contact is gone: the request is called off, now or when its lease is over.
      if (!startedAt || !contact || !theirs) continue;
      // Its lease ran out while the database was away. The answer is about to be written.
      if (own.has(keyOf(request))) continue;
      own.add(keyOf(request));
      const work = handle(request, { flowId, memberId, startedAt, contact: toContact(contact), values: theirs }).finally(() =>
        underWay.delete(work),
      );
      underWay.add(work);
    }
  }

  async function handle(request: Claimed, occasion: Occasion): Promise<void> {
    const { workspaceId, flowId, memberId, visit, attempts } = request;
    const { isFinal, ...answered } = await attempt(request, occasion);
    const repeatS = answered.error === null || isFinal ? undefined : REPEATS_S[attempts];
    const nextAttemptAt = repeatS === undefined ? null : later(clock, repeatS * 1_000);
    const outcome = answered.error === null ? 'delivered' : nextAttemptAt ? 'pending' : 'failed';
    metrics.webhooks.inc({ outcome: answered.error === null ? 'delivered' : 'failed' });
    const report = { flowId, memberId, visit, ...answered, outcome, nextAttemptAt } as const;
    // Other requests do not wait for it.
    if (!(await isWritten(workspaceId, report))) void writeWhenBack(workspaceId, report);
    else own.delete(keyOf(report));
  }

  /** False when the database is away; an answer that it refuses is logged, and the request is sent again. */
  async function isWritten(workspaceId: WorkspaceId, report: Report): Promise<boolean> {
    try {
      await reports.add(workspaceId, report);
      return true;
    } catch (error) {
      const isBusy = isPassing(error) || (error instanceof DomainError && error.code === 'contended');
      const place = { err: error, workspace_id: workspaceId, flow_id: report.flowId };
      log[isBusy ? 'warn' : 'error'](place, 'a webhook could not be recorded');
      return !isBusy;
    }
  }

  /** Retries until the database takes it. After that time the request is sent again, as if its process had died. */
  async function writeWhenBack(workspaceId: WorkspaceId, report: Report): Promise<void> {
    const until = performance.now() + LONGEST_UNWRITTEN_MS;
    do await delay(REWRITE_MS, undefined, { ref: false });
    while (!(await isWritten(workspaceId, report)) && performance.now() < until);
    own.delete(keyOf(report));
  }

  /** `isFinal`: repeating is of no use. */
  async function attempt({ workspaceId, slug, flowId, step }: Claimed, occasion: Occasion): Promise<Answered & { isFinal: boolean }> {
    try {
      if (step?.type !== 'send_webhook') throw new WebhookError('The flow has no such step any more.');
      const request = requestOf(step, occasion);
      const headers = { ...request.headers, ...(await authorization(step, { workspaceId, slug, flowId }, { request, occasion })) };
      const { status, body } = await sendOutbound({ ...request, headers });
      return { status, body: excerptOf(body), error: errorOf(status), isFinal: status === GONE };
    } catch (error) {
      const isKnown = error instanceof WebhookError || error instanceof OutboundError;
      if (!isKnown) log.error({ err: error, workspace_id: workspaceId, flow_id: flowId }, 'a webhook could not be made');
      return { status: null, body: null, error: isKnown ? error.message : FAULT, isFinal: error instanceof OutboundRefused };
    }
  }

  /** The headers that say who sends it. */
  async function authorization(
    step: StepOf<'send_webhook'>,
    { workspaceId, slug, flowId }: Pick<Claimed, 'workspaceId' | 'slug' | 'flowId'>,
    { request, occasion }: { request: OutboundRequest; occasion: Occasion },
  ): Promise<Record<string, string>> {
    if (step.auth_type === 'none') return {};
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    if ('token' in step) return bearer(tokens(workspaceId, flowId).open(step.step_id, step.token));
    const secret = await secretOf(step, slug);
    if (step.auth_type === 'jwt') return bearer(signedToken(secret, { flowId, audience: originOf(step.endpoint_url) ?? '' }, clock.now()));
    // The same in every attempt.
    const id = `${toUlid(occasion.memberId)}-${step.step_id}-${occasion.startedAt.getTime()}`;
    return createSigner([secret])(id, clock.now(), request.body ?? '');
  }

  async function secretOf(step: { secret_arn: string | null }, slug: string): Promise<string> {
    const arns = step.secret_arn === null ? [] : [step.secret_arn];
    const [secret] = (await findSecrets(db, slug, arns)).values();
    if (secret === undefined) throw new WebhookError('The service has no secret of the name in secret_arn to sign with.');
    return secret;
  }
}

const keyOf = ({ memberId, visit }: Pick<Report, 'memberId' | 'visit'>): string => `${memberId} ${visit}`;

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return `The server answered with ${status}${status >= 300 && status < 400 ? ', and redirects are not followed' : ''}.`;
};

/** As a text that the database can hold. */
function excerptOf(body: Buffer): string | null {
  const text = body.toString('utf8').replaceAll('\0', '\ufffd');
  // Characters have two code units at most.
  return text === '' ? null : [...text.slice(0, 2 * MOST_KEPT)].slice(0, MOST_KEPT).join('').toWellFormed();
}
