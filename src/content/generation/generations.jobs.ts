import { setTimeout as pause } from 'node:timers/promises';
import type { UploadedFile } from '../../http/handler.types.ts';
import { type Enqueue, type Sweep, type Worker, worker } from '../../jobs/jobs.ts';
import { holdLease } from '../../jobs/lease.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Db, isPassing, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage.ts';
import { NotDoneInTime } from '../../platform/threads.ts';
import { DomainError } from '../../shared/errors.ts';
import { count, isBeyondBudget, requireRoom } from '../../workspaces/budget/budget.ts';
import { requireServiceRoom, type ServiceBudget } from '../../workspaces/budget/service-budget.ts';
import { findAssets } from '../assets/assets.repo.ts';
import { hasRoom, takeOver } from '../assets/assets.service.ts';
import { assetUrl } from '../assets/assets.view.ts';
import { readAsset } from '../assets/read-asset.ts';
import { createUploads } from '../assets/uploads.ts';
import { brandOf } from '../brand.ts';
import { lockDocument } from '../documents/documents.repo.ts';
import { putVersion } from '../documents/documents.service.ts';
import { headersOf } from '../documents/drafts.service.ts';
import { KINDS, type Kind } from '../documents/kinds.ts';
import { type EndedGeneration, generationEnded } from '../events.ts';
import { findNumbered, findVersion } from '../versions/versions.repo.ts';
import { orCutOff } from './cut-off.ts';
import { filledDraft } from './filled-draft.ts';
import * as repo from './generations.repo.ts';
import { TURNS, waking } from './generations.service.ts';
import {
  type Commission,
  type Content,
  GenerationRefused,
  type Generator,
  GeneratorUnavailable,
  type Usage,
  type Written,
} from './generator.ts';
import { createIllustrator, type Illustrated } from './illustrate.ts';
import { note } from './reader/brief.ts';
import { filledApart, verifyApart } from './verify/apart.ts';

export interface GenerationDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  events: Events;
  generator: Generator;
  /** Where the files of documents are. */
  storage: Storage;
  /** Public address of the service, without a slash at the end. */
  baseUrl: string;
  /** Milliseconds after which a generator that has not answered is cut off. */
  longestMs?: number | undefined;
  /** What all workspaces together may use in a day. */
  serviceBudget?: ServiceBudget;
}

/** A run that has died is followed by another after this time. It is long beside a heartbeat, so that a busy machine loses no lease. */
const LEASE_MS = 60_000;
/** More than a model may be given (`AI_TIMEOUT_SECONDS`), which is cut off by itself before, and less than its turn lasts. */
const LONGEST_MS = (TURNS.expireInSeconds - 30) * 1_000;
/** Runs of one generation: a second one for a process that died and for a generator that was out of reach. */
const MOST_ATTEMPTS = 2;
const WAIT_MS = 5_000;
const WOKEN_AT_ONCE = 100;
/** How often what was written is handed in, while the database cannot take it, and the first pause in between; each is twice as long. */
const MOST_DELIVERIES = 8;
const FIRST_PAUSE_MS = 250;

const INTERRUPTED = 'The service was interrupted twice while this was being written. Ask for it again.';
const CUT_OFF = 'The generator took too long and was cut off. Ask for it again, or for less.';
const BROKEN = 'The generator failed. Ask for it again.';

/** Writes what was asked for, one generation a turn. */
export function generationWorker({
  db,
  clock,
  log,
  enqueue,
  events,
  generator,
  storage,
  baseUrl,
  longestMs = LONGEST_MS,
  serviceBudget = {},
}: GenerationDependencies): Worker {
  const turns = { ...TURNS, concurrency: generator.concurrency ?? TURNS.concurrency };
  /** No workspace has all places of a process: one is free for the next workspace. */
  const share = Math.max(1, turns.concurrency - 1);
  const illustrate = createIllustrator({ log, baseUrl, generator, uploads: createUploads({ db, clock, log, storage }) });
  /** How many generations of each workspace this process has under way. */
  const places = new Map<string, number>();
  let choosing: Promise<unknown> = Promise.resolve();
  /** A turn found only generations of workspaces that have their share: it comes again when a place is free. */
  let isTurnLeft = false;

  /** Turns choose one after the other, so that two do not take the same place. */
  function choose(): Promise<repo.Claimed | undefined> {
    const choice = choosing.then(async () => {
      const full = [...places].filter(([, taken]) => taken >= share).map(([workspaceId]) => workspaceId);
      const run = await repo.claimNext(db, newId(), later(clock, LEASE_MS), clock.now(), full);
      if (run) places.set(run.workspaceId, (places.get(run.workspaceId) ?? 0) + 1);
      else isTurnLeft ||= full.length > 0;
      return run;
    });
    choosing = choice.catch(() => {});
    return choice;
  }

  async function leave(workspaceId: string): Promise<void> {
    const taken = places.get(workspaceId) ?? 0;
    if (taken > 1) places.set(workspaceId, taken - 1);
    else places.delete(workspaceId);
    if (!isTurnLeft) return;
    isTurnLeft = false;
    const next = await repo.findWaiting(db, clock.now(), 1);
    await waking(enqueue)(
      db,
      next.map(({ id }) => id),
    );
  }

  return worker(turns, async (_turn: object, stopping) => {
    const run = await choose();
    if (!run) return;
    try {
      await write(run, stopping);
    } finally {
      await leave(run.workspaceId);
    }
  });

  async function write(run: repo.Claimed, stopping: AbortSignal): Promise<void> {
    const commission = await commissionOf(run);
    const lease = holdLease(LEASE_MS, () => repo.renew(db, run, later(clock, LEASE_MS)));
    const limit = AbortSignal.timeout(longestMs);
    const endsAt = performance.now() + longestMs;
    const over = AbortSignal.any([stopping, lease.lost]);
    let made: Illustrated | undefined;
    try {
      const same = unchanged(commission);
      if (same) return await deliverPatiently(run, same, [], over);
      const first = await written(run, commission, AbortSignal.any([over, limit]));
      made = await illustrated(run, commission, first, over, endsAt - performance.now());
      await deliverPatiently(run, await verified(run, made.written, commission), made.files, over);
    } catch (error) {
      // Of a generation that somebody else has, or nobody any more, there is nothing to say.
      if (lease.lost.aborted) return;
      if (stopping.aborted) return await repo.release(db, run, { until: clock.now(), counted: false });
      const isWaiting = error instanceof NotDoneInTime && error.reason !== 'cut_off';
      if (isWaiting) return await repo.release(db, run, { until: later(clock, WAIT_MS), counted: false });
      const refusal = refusalOf(error, limit.aborted);
      if (refusal) return await fail(run, refusal);
      log.warn({ err: error, generation_id: run.generationId, attempts: run.attempts }, 'a generation did not come about');
      if (run.attempts < MOST_ATTEMPTS) return await repo.release(db, run, { until: later(clock, WAIT_MS), counted: true });
      const reason = error instanceof GeneratorUnavailable ? `${error.message} Ask for it again later.` : BROKEN;
      await fail(run, reason);
    } finally {
      lease.end();
      await made?.discard();
    }
  }

  /** @throws budget_exceeded, GenerationRefused, GeneratorUnavailable */
  async function written(run: repo.Run, commission: Commission, signal: AbortSignal): Promise<Written> {
    await requireServiceRoom(db, serviceBudget, (since) => repo.countLater(db, run, since), clock.now());
    await requireRoom({ db, workspaceId: run.workspaceId, now: clock.now() }, generator.usesModel ? 'model_tokens' : 'thread_seconds');
    return counted(run, (onUsage) => orCutOff(generator.generate(commission, signal, onUsage), signal));
  }

  /** The same with a picture, where it is a page that lacks one. @throws the reason of the signal */
  function illustrated(
    run: repo.Claimed,
    commission: Commission,
    first: Written,
    signal: AbortSignal,
    msLeft: number,
  ): Promise<Illustrated> {
    const requireRoom = () => requireRoomForPicture(run);
    return counted(run, (onUsage) => illustrate(first, { commission, signal, msLeft, onUsage, requireRoom }));
  }

  /** @throws budget_exceeded, conflict */
  async function requireRoomForPicture({ workspaceId, documentId }: repo.Claimed): Promise<void> {
    await requireRoom({ db, workspaceId, now: clock.now() }, 'model_tokens');
    await requireRoom({ db, workspaceId, now: clock.now() }, 'stored_bytes');
    if (!(await hasRoom({ db, workspaceId }, documentId))) throw new DomainError('conflict', 'No more files can be attached here.');
  }

  async function counted<Result>(run: repo.Run, work: (onUsage: (usage: Usage) => void) => Promise<Result>): Promise<Result> {
    const used = new Map<string, Usage>();
    const counting = ({ model, inputTokens, outputTokens }: Usage) => {
      const before = used.get(model);
      used.set(model, {
        model,
        inputTokens: inputTokens + (before?.inputTokens ?? 0),
        outputTokens: outputTokens + (before?.outputTokens ?? 0),
      });
    };
    try {
      return await work(counting);
    } finally {
      // They are paid for, whatever comes of the generation.
      await countUsage(run, [...used.values()]);
    }
  }

  /** They are paid for, whatever comes of the generation. */
  async function countUsage(run: repo.Run, used: readonly Usage[]): Promise<void> {
    const { workspaceId } = run;
    const tokens = used.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
    try {
      await count({ db, workspaceId, now: clock.now() }, 'model_tokens', tokens);
      for (const usage of used) await repo.addUsage(db, run, usage);
    } catch (error) {
      log.warn({ err: error, workspace_id: workspaceId, tokens }, 'tokens of a model could not be counted');
    }
  }

  async function commissionOf(run: repo.Claimed): Promise<Commission> {
    const { workspaceId, documentId, prompt, facts, assetIds, reasoning, withBrand, fills } = run;
    const kind = KINDS[run.kind];
    const { current, previous } = await contentsOf(run);
    const conversation = await repo.findConversation({ db, workspaceId }, documentId, MOST_EXCHANGES);
    const { name, ...looks } = await brandOf({ db, workspaceId });
    const brand = { name, ...(withBrand && looks) };
    const attached = await findAssets({ db, workspaceId }, documentId, assetIds);
    const assets = attached.map((asset) => ({
      ...{ url: assetUrl(baseUrl, asset), fileName: asset.fileName, contentType: asset.contentType },
      // Only what asks a model takes more than plain data: the library works in a thread.
      ...(generator.sees && { read: (most: number, signal: AbortSignal) => readAsset(storage, asset, most, signal) }),
    }));
    const placeholders = fills && Object.fromEntries(Object.entries(fills).map(([name, { meaning }]) => [name, meaning]));
    const material = { ...(current && { current }), ...(previous && { previous }), ...(placeholders && { placeholders }) };
    return {
      ...{ workspaceId, kind: kind.generates, isTemplate: isTemplate(kind), prompt, ...material, conversation: conversation.toReversed() },
      ...{ facts, brand, withBrand, assets, reasoning, today: clock.now() },
    };
  }

  /** The version that is to be changed, and the one before it. */
  async function contentsOf({ workspaceId, documentId, kind, type, startHtml, startDraft }: repo.Claimed) {
    if (type === 'draft') return { current: startHtml === null ? undefined : { html: startHtml, draft: startDraft } };
    const newest = await findVersion({ db, workspaceId }, KINDS[kind], documentId, 'current');
    const before =
      newest && newest.version > 1 ? await findNumbered({ db, workspaceId }, KINDS[kind], documentId, newest.version - 1) : undefined;
    return { current: newest && contentOf(newest), previous: before && contentOf(before) };
  }

  /** What was written may have cost money and minutes: it is not thrown away for what passes. */
  async function deliverPatiently(run: repo.Claimed, written: Written, files: readonly UploadedFile[], over: AbortSignal): Promise<void> {
    for (let delivery = 1; ; delivery++) {
      try {
        return await deliver(run, written, files);
      } catch (error) {
        if (!isPassing(error) || delivery === MOST_DELIVERIES) throw error;
        log.warn({ err: error, generation_id: run.generationId }, 'a generation could not be written down; it is tried again');
        await pause(FIRST_PAUSE_MS * 2 ** (delivery - 1), undefined, { signal: over });
      }
    }
  }

  /** Makes the draft a version. What comes too late, for a document that is gone or a generation that is another's, makes none. */
  async function deliver(run: repo.Claimed, { html, draft, ...story }: Written, files: readonly UploadedFile[]): Promise<void> {
    const kind = KINDS[run.kind];
    const now = clock.now();
    await transaction({ db, workspaceId: run.workspaceId, now }, async (tx) => {
      const document = await lockDocument(tx, kind, run.documentId);
      if (!document || !(await repo.complete(tx.db, run, story, now))) return;
      await takeOver(tx, run.documentId, files);
      const reworked = run.type === 'iteration' && {
        numberOfIterations: document.numberOfIterations + 1,
        ...(kind.unapprovedByPrompt && { status: 'draft' }),
      };
      const { generationId } = run;
      const headers = headersOf(kind, document, draft);
      const version = await putVersion(tx, kind, document, { generationId, html, draft }, { ...reworked, ...headers });
      await tell(tx, run, { version, reason: null });
    });
  }

  async function fail(run: repo.Claimed, reason: string): Promise<void> {
    await transaction({ db, workspaceId: run.workspaceId }, async (tx) => {
      const document = await lockDocument(tx, KINDS[run.kind], run.documentId);
      if (document && (await repo.fail(tx.db, run, reason, clock.now()))) await tell(tx, run, { version: null, reason });
    });
  }

  async function tell(
    tx: Scope<Tx>,
    { kind, documentId, generationId }: repo.Claimed,
    outcome: Pick<EndedGeneration, 'version' | 'reason'>,
  ): Promise<void> {
    await events.publish(tx, [generationEnded, [{ kind, documentId, generationId, ...outcome }]]);
  }
}

/** A document that nothing is to be done to needs no generator, and stays as its author wrote it. */
const unchanged = ({ prompt, facts, current }: Commission): Written | undefined =>
  current !== undefined && prompt === '' && Object.keys(facts).length === 0
    ? { ...current, summary: 'Nothing was to be changed.', notes: [] }
    : undefined;

const contentOf = ({ html, draft }: Content): Content => ({ html, draft });

/** How much of the conversation goes along. */
const MOST_EXCHANGES = 10;

const isTemplate = ({ name }: Kind): boolean => name === 'email_template' || name === 'tent_template';

/** What a generator gave as it can be kept. @throws GenerationRefused where it cannot be mended */
async function verified(
  { workspaceId, kind, documentName: title, fills }: repo.Claimed,
  { html, draft, operational = false, ...story }: Written,
  { current }: Commission,
): Promise<Written> {
  const values = fills ?? {};
  // What the house has rendered is whole and safe; HTML that was changed by hand or by a model is looked at.
  if (draft) return { html: await filledApart(workspaceId, html, values), draft: filledDraft(draft, values), ...story };
  const expected = { kind: KINDS[kind].generates, title, unsubscribeLink: !operational, start: current?.html };
  const verdict = await verifyApart(workspaceId, html, expected);
  if ('problem' in verdict) throw new GenerationRefused(`What was written cannot be used: it ${verdict.problem}.`);
  const repairs = verdict.repairs.map((text) => note('removed', text));
  return { ...story, html: await filledApart(workspaceId, verdict.html, values), draft: null, notes: [...story.notes, ...repairs] };
}

/** What trying again would not mend, in words for the author. */
function refusalOf(error: unknown, tookTooLong: boolean): string | undefined {
  if (error instanceof GenerationRefused || isBeyondBudget(error)) return error.message;
  return tookTooLong ? CUT_OFF : undefined;
}

/** Takes back generations whose run has died, and wakes those that wait and whose turn was lost. */
export const generationSweep = ({ db, clock, enqueue, events }: GenerationDependencies): Sweep => ({
  name: TURNS.name,
  everySeconds: 5,
  run: async (stopping) => {
    const wake = waking(enqueue);
    await db.transaction(async (tx) => {
      const ended = await repo.takeBack(tx, MOST_ATTEMPTS, INTERRUPTED, clock.now());
      for (const [workspaceId, items] of Map.groupBy(ended, (generation) => generation.workspaceId)) {
        await events.publish({ db: tx, workspaceId }, [generationEnded, items]);
      }
    });
    const waiting = await repo.findWaiting(db, clock.now(), WOKEN_AT_ONCE);
    stopping.throwIfAborted();
    await wake(
      db,
      waiting.map(({ id }) => id),
    );
  },
});
