import { setTimeout as pause } from 'node:timers/promises';
import type { UploadedFile } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Db, isPassing, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../platform/storage.ts';
import { NotDoneInTime } from '../../platform/threads.ts';
import { type Outcome, rowWork } from '../../queue/rows.ts';
import type { Work } from '../../queue/work.ts';
import { DomainError } from '../../shared/errors.ts';
import { count, isBeyondBudget, requireRoom, requireServiceRoom, type ServiceBudget } from '../../workspaces/budget/budget.ts';
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
import { findVersion } from '../versions/versions.repo.ts';
import { orCutOff } from './cut-off.ts';
import * as repo from './generations.repo.ts';
import { TURNS } from './generations.service.ts';
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
import { filledDraft } from './placeholders.ts';
import { note } from './reader/brief.ts';
import { filledApart, verifyApart } from './verify/apart.ts';

export interface GenerationDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  events: Events;
  generator: Generator;
  storage: Storage;
  baseUrl: string;
  /** Milliseconds after which a generator that has not answered is cut off. */
  longestMs?: number | undefined;
  /** Of all workspaces together. */
  serviceBudget?: ServiceBudget;
}

/** More than `AI_TIMEOUT_SECONDS` may be, after which a model is cut off, and less than its turn lasts. */
const LONGEST_MS = (TURNS.expireInSeconds - 30) * 1_000;
/** A second run follows the death of a process, or a generator that was out of reach. */
const MOST_ATTEMPTS = 2;
const PAUSE_MS = 5_000;
/** Attempts to save a result while the database cannot take it; each pause is twice as long as the one before. */
const MOST_DELIVERIES = 8;
const FIRST_PAUSE_MS = 250;

const INTERRUPTED = 'The service was interrupted twice while this was being written. Ask for it again.';
const CUT_OFF = 'The generator took too long and was cut off. Ask for it again, or for less.';
const BROKEN = 'The generator failed. Ask for it again.';

export function generateWork({ longestMs = LONGEST_MS, serviceBudget = {}, ...dependencies }: GenerationDependencies): Work {
  const { db, clock, log, events, generator, storage, baseUrl } = dependencies;
  const queue = { ...TURNS, concurrency: generator.concurrency ?? TURNS.concurrency };
  const illustrate = createIllustrator({ log, baseUrl, generator, uploads: createUploads({ db, clock, log, storage }) });

  return rowWork(dependencies, {
    queue,
    ledger: repo.generationLedger,
    mostAttempts: MOST_ATTEMPTS,
    pauseMs: () => PAUSE_MS,
    stuck: INTERRUPTED,
    // No workspace has all places of a process: one is free for the next workspace.
    share: Math.max(1, queue.concurrency - 1),
    async run(claim, signal) {
      const run = await repo.findRun(db, claim);
      return run ? write(run, signal) : 'done';
    },
    async fail(claim, reason) {
      const run = await repo.findRun(db, claim);
      if (run) await fail(run, reason);
    },
    refusalOf: (error) => (isRefusal(error) ? error.message : undefined),
    lastReasonOf: (error) => (error instanceof GeneratorUnavailable ? `${error.message} Ask for it again later.` : BROKEN),
  });

  async function write(run: repo.Run, signal: AbortSignal): Promise<Outcome> {
    const commission = await commissionOf(run);
    const limit = AbortSignal.timeout(longestMs);
    const endsAt = performance.now() + longestMs;
    let made: Illustrated | undefined;
    try {
      const same = unchanged(commission);
      if (same) await deliverPatiently(run, same, [], signal);
      else {
        const first = await written(run, commission, AbortSignal.any([signal, limit]));
        made = await illustrated(run, commission, first, signal, endsAt - performance.now());
        await deliverPatiently(run, await verified(run, made.written, commission), made.files, signal);
      }
      return 'done';
    } catch (error) {
      // The stop of the process, or the loss of the row, explains every other error.
      signal.throwIfAborted();
      const isWaiting = error instanceof NotDoneInTime && error.reason !== 'cut_off';
      if (isWaiting) return { later: true, at: later(clock, PAUSE_MS) };
      if (limit.aborted && !isRefusal(error)) return { failed: CUT_OFF };
      throw error;
    } finally {
      await made?.discard();
    }
  }

  /** @throws budget_exceeded, GenerationRefused, GeneratorUnavailable */
  async function written(run: repo.Run, commission: Commission, signal: AbortSignal): Promise<Written> {
    await requireServiceRoom({ db, now: clock.now() }, serviceBudget, (since) => repo.countLater(db, run, since));
    await requireRoom({ db, workspaceId: run.workspaceId, now: clock.now() }, generator.usesModel ? 'model_tokens' : 'thread_seconds');
    return counted(run, (onUsage) => orCutOff(generator.generate(commission, signal, onUsage), signal));
  }

  /** The same with a picture, where it is a page that lacks one. @throws the reason of the signal */
  function illustrated(run: repo.Run, commission: Commission, first: Written, signal: AbortSignal, msLeft: number): Promise<Illustrated> {
    const requireRoom = () => requireRoomForPicture(run);
    return counted(run, (onUsage) => illustrate(first, { commission, signal, msLeft, onUsage, requireRoom }));
  }

  /** @throws budget_exceeded, conflict */
  async function requireRoomForPicture({ workspaceId, documentId }: repo.Run): Promise<void> {
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
      // Paid for, whether or not the generation succeeds.
      await countUsage(run, [...used.values()]);
    }
  }

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

  async function commissionOf(run: repo.Run): Promise<Commission> {
    const { workspaceId, documentId, prompt, facts, assetIds, reasoning, withBrand, fills } = run;
    const kind = KINDS[run.kind];
    const { current, previous } = await contentsOf(run);
    const conversation = await repo.findConversation({ db, workspaceId }, documentId, MOST_EXCHANGES);
    const { name, ...looks } = await brandOf({ db, workspaceId });
    const brand = { name, ...(withBrand && looks) };
    const attached = await findAssets({ db, workspaceId }, documentId, assetIds);
    const assets = attached.map((asset) => ({
      ...{ url: assetUrl(baseUrl, asset), fileName: asset.fileName, contentType: asset.contentType },
      // Only generators that ask a model take functions: the library works in a thread.
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
  async function contentsOf({ workspaceId, documentId, kind, type, startHtml, startDraft }: repo.Run) {
    if (type === 'draft') return { current: startHtml === null ? undefined : { html: startHtml, draft: startDraft } };
    const find = (which: Parameters<typeof findVersion>[3]) => findVersion({ db, workspaceId }, KINDS[kind], documentId, which);
    const newest = await find('current');
    const before = newest && newest.version > 1 ? await find({ number: newest.version - 1 }) : undefined;
    return { current: newest && contentOf(newest), previous: before && contentOf(before) };
  }

  /** A result may have cost money and minutes: a passing fault of the database does not discard it. */
  async function deliverPatiently(run: repo.Run, written: Written, files: readonly UploadedFile[], over: AbortSignal): Promise<void> {
    for (let delivery = 1; ; delivery++) {
      try {
        return await deliver(run, written, files);
      } catch (error) {
        if (!isPassing(error) || delivery === MOST_DELIVERIES) throw error;
        log.warn({ err: error, generation_id: run.id }, 'a generation could not be written down; it is tried again');
        await pause(FIRST_PAUSE_MS * 2 ** (delivery - 1), undefined, { signal: over });
      }
    }
  }

  /** A result for a document that is gone, or of a generation that another run has taken over, makes no version. */
  async function deliver(run: repo.Run, { html, draft, ...story }: Written, files: readonly UploadedFile[]): Promise<void> {
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
      const headers = headersOf(kind, document, draft);
      const version = await putVersion(tx, kind, document, { generationId: run.id, html, draft }, { ...reworked, ...headers });
      await tell(tx, run, { version, reason: null });
    });
  }

  async function fail(run: repo.Run, reason: string): Promise<void> {
    await transaction({ db, workspaceId: run.workspaceId }, async (tx) => {
      const document = await lockDocument(tx, KINDS[run.kind], run.documentId);
      if (document && (await repo.fail(tx.db, run, reason, clock.now()))) await tell(tx, run, { version: null, reason });
    });
  }

  async function tell(
    tx: Scope<Tx>,
    { kind, documentId, id: generationId }: repo.Run,
    outcome: Pick<EndedGeneration, 'version' | 'reason'>,
  ): Promise<void> {
    await events.publish(tx, [generationEnded, [{ kind, documentId, generationId, ...outcome }]]);
  }
}

const isRefusal = (error: unknown): error is Error => error instanceof GenerationRefused || isBeyondBudget(error);

/** Without an order the document stays as its author wrote it, and needs no generator. */
const unchanged = ({ prompt, facts, current }: Commission): Written | undefined =>
  current !== undefined && prompt === '' && Object.keys(facts).length === 0
    ? { ...current, summary: 'Nothing was to be changed.', notes: [] }
    : undefined;

const contentOf = ({ html, draft }: Content): Content => ({ html, draft });

const MOST_EXCHANGES = 10;

const isTemplate = ({ name }: Kind): boolean => name === 'email_template' || name === 'tent_template';

/** @throws GenerationRefused where the result cannot be repaired */
async function verified(
  { workspaceId, kind, documentName: title, fills }: repo.Run,
  { html, draft, operational = false, ...story }: Written,
  { current }: Commission,
): Promise<Written> {
  const values = fills ?? {};
  // Our own rendering is whole and safe; HTML that a person or a model changed is verified.
  if (draft) return { html: await filledApart(workspaceId, html, values), draft: filledDraft(draft, values), ...story };
  const expected = { kind: KINDS[kind].generates, title, unsubscribeLink: !operational, start: current?.html };
  const verdict = await verifyApart(workspaceId, html, expected);
  if ('problem' in verdict) throw new GenerationRefused(`What was written cannot be used: it ${verdict.problem}.`);
  const repairs = verdict.repairs.map((text) => note('removed', text));
  return { ...story, html: await filledApart(workspaceId, verdict.html, values), draft: null, notes: [...story.notes, ...repairs] };
}
