import type { Ctx, Tx } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { DomainError } from '../../shared/errors.ts';
import { withDocument } from '../documents/documents.service.ts';
import type { Kind } from '../documents/kinds.ts';
import { generationEnded } from '../events.ts';
import { cancelAll, type GenerationRow } from './generations.repo.ts';
import { requireGeneration } from './generations.service.ts';

const CANCELLED = 'The generation was cancelled.';

/**
 * Ends generations that wait or run, of documents that the caller holds. A running one notices when it renews its lease, and its result is
 * not kept.
 * @returns how many it has ended
 */
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
