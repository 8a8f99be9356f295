import type { Ctx, Tx } from '../../platform/db.ts';
import { type Awaited, putWaiting } from './publications.repo.ts';

/**
 * Has a generation published when it is completed, in the transaction that begins it, with the tent held. It takes the place of
 * the wish before; what is live stays until then.
 * @param alias where to; null: a live page keeps its address, and any other gets the default one
 * @param removeBranding undefined: a live page keeps what it has, and any other carries the line that names Bivouac
 */
export const awaitGeneration = (
  tx: Ctx<Tx>,
  tentId: string,
  generationId: string,
  { alias, removeBranding }: { alias: string | null; removeBranding?: boolean | undefined },
): Promise<void> => putWaiting(tx, [{ tentId, generationId, alias, removeBranding }]);

/** The same for several tents at once. */
export const awaitGenerations = (tx: Ctx<Tx>, awaited: readonly Awaited[]): Promise<void> => putWaiting(tx, awaited);
