import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import { type Ctx, type Db, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { type AssetId, type GenerationId, type MessageId, newId } from '../../platform/ids.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { spend } from '../../workspaces/budget/budget.ts';
import { requireAssets } from '../assets/assets.service.ts';
import { insertDocument, type NewDocument, type WholeDocument } from '../documents/documents.repo.ts';
import { inProgress, isGenerating, withDocument } from '../documents/documents.service.ts';
import type { Kind } from '../documents/kinds.ts';
import { generationEnded } from '../events.ts';
import type { Draft } from './draft/draft.ts';
import { cancelAll, findGeneration, type GenerationRow, insertWaiting, type NewGeneration } from './generations.repo.ts';
import type { Commission } from './generator.ts';
import type { Fills } from './placeholders.ts';

/** A job takes the generation whose turn it is, not the one it was made for: the table is the queue, and fair to workspaces. */
export const TURNS: Queue<object> = {
  name: 'generations',
  // Much of a generation is waiting for a model's answer.
  concurrency: 4,
  // A turn that was lost leaves its generation to the sweep.
  retryLimit: 1,
  retryDelay: 5,
  expireInSeconds: 15 * 60,
};

/** Queues a turn for each generation, in the transaction that begins them. */
export type Wake = (db: Db, generationIds: GenerationId[]) => Promise<void>;

export const waking =
  (enqueue: Enqueue): Wake =>
  (db, generationIds) =>
    enqueue(db, TURNS, {}, generationIds);

export interface Wish {
  prompt: string;
  facts?: Readonly<Record<string, string | number | boolean>> | undefined;
  assetIds?: AssetId[] | undefined;
  startHtml?: string | undefined;
  startDraft?: Draft | null | undefined;
  /** `medium` unless it is given. */
  reasoning?: Commission['reasoning'] | undefined;
  /** True by default. */
  withBrand?: boolean | undefined;
  /** The person at the client's who asks. */
  requestedBy?: string | undefined;
  createdByName?: string | undefined;
  /** Values of the placeholders in the prompt; see `placeholders.ts`. */
  fills?: Fills | undefined;
}

export interface Started {
  documentId: string;
  generationId: GenerationId;
  messageId: MessageId;
}

/** Makes a draft whose first version is still to be written. */
export function createDraft(ctx: Ctx, wake: Wake, kind: Kind, given: Omit<NewDocument, 'id'>, wish: Wish): Promise<Started> {
  const id = newId();
  return transaction(ctx, async (tx) => {
    await insertDocument(tx, kind, { ...given, id });
    return start(tx, wake, kind, { id, currentVersion: null }, { createdByName: given.createdByName, ...wish });
  });
}

/** Has the newest version reworked, or a first one written. @throws generation_in_progress, asset_not_found, not_found */
export const iterate = (ctx: Ctx, wake: Wake, kind: Kind, id: string, wish: Omit<Wish, 'startHtml' | 'startDraft'>): Promise<Started> =>
  withDocument(ctx, kind, id, (tx, document) => {
    if (isGenerating(document)) throw inProgress(kind);
    return start(tx, wake, kind, document, wish);
  });

/** A wish for a document that the caller holds. */
export interface Beginning extends Wish {
  document: Pick<WholeDocument, 'id' | 'currentVersion'>;
  generationId: GenerationId;
}

/** Expects a held document. @throws generation_in_progress, budget_exceeded, for an unknown asset the error of the kind */
export async function start(
  tx: Ctx<Tx>,
  wake: Wake,
  kind: Kind,
  document: Pick<WholeDocument, 'id' | 'currentVersion'>,
  wish: Wish,
): Promise<Started> {
  const [started] = await startAll(tx, wake, kind, [{ ...wish, document, generationId: newId() }]);
  return started as Started;
}

/** The same for several documents at once. */
export async function startAll(tx: Ctx<Tx>, wake: Wake, kind: Kind, beginnings: readonly Beginning[]): Promise<Started[]> {
  const rows: NewGeneration[] = [];
  for (const { document, generationId, prompt, facts = {}, assetIds = [], startHtml, startDraft, ...rest } of beginnings) {
    rows.push({
      id: generationId,
      documentId: document.id,
      messageId: newId(),
      type: document.currentVersion === null ? 'draft' : 'iteration',
      prompt,
      facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)])),
      // Asks nothing of the database where no file is named.
      assetIds: await requireAssets(tx, kind, document.id, assetIds),
      ...{ startHtml: startHtml ?? null, startDraft: startDraft ?? null },
      ...{ reasoning: rest.reasoning ?? 'medium', withBrand: rest.withBrand ?? true, requestedBy: rest.requestedBy ?? null },
      ...{ fills: rest.fills ?? null, createdByName: rest.createdByName ?? null },
    });
  }
  if ((await insertWaiting(tx, rows)) < rows.length) throw inProgress(kind);
  await spend(tx, 'generations', rows.length);
  await wake(
    tx.db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, documentId, messageId }) => ({ documentId, generationId: id, messageId }));
}

/** @throws not_found */
export async function requireGeneration(ctx: Scope, kind: Kind, documentId: string, id: string): Promise<GenerationRow> {
  const generation = await findGeneration(ctx, kind, documentId, id);
  if (!generation) throw notFound();
  return generation;
}

const CANCELLED = 'The generation was cancelled.';

/** A running generation notices when it renews its lease, and its result is not kept. @returns how many it has ended */
export async function cancelGenerations(tx: Ctx<Tx>, events: Events, kind: Kind, ids: readonly string[]): Promise<number> {
  const ended = await cancelAll(tx, kind, ids, CANCELLED);
  await events.publish(tx, [generationEnded, ended]);
  return ended.length;
}

/** @throws not_found, conflict for one that has ended */
export const cancelGeneration = (
  ctx: Ctx,
  events: Events,
  kind: Kind,
  { documentId, id }: { documentId: string; id: string },
): Promise<GenerationRow> =>
  withDocument(ctx, kind, documentId, async (tx) => {
    await requireGeneration(tx, kind, documentId, id);
    if ((await cancelGenerations(tx, events, kind, [id])) === 0)
      throw new DomainError('conflict', 'The generation has ended; you can cancel it only while it waits or runs.');
    return requireGeneration(tx, kind, documentId, id);
  });
