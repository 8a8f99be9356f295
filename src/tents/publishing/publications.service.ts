import type { Db } from '../../platform/db.ts';
import { type Awaited, putWaiting } from './publications.repo.ts';

/**
 * Has a generation published when it is completed, in the transaction that begins it, with the tent held. It takes the place of
 * the wish before; what is live stays until then.
 * @param alias where to; null: a live page keeps its address, and any other gets the default one
 * @param removeBranding undefined: a live page keeps what it has, and any other carries the line that names Bivouac
 */
export const awaitGeneration = (
  tx: Db,
  workspaceId: string,
  tentId: string,
  generationId: string,
  { alias, removeBranding }: { alias: string | null; removeBranding?: boolean | undefined },
  now: Date,
): Promise<void> => putWaiting(tx, workspaceId, [{ tentId, generationId, alias, removeBranding }], now);

/** The same for several tents at once. */
export const awaitGenerations = (tx: Db, workspaceId: string, awaited: readonly Awaited[], now: Date): Promise<void> =>
  putWaiting(tx, workspaceId, awaited, now);
