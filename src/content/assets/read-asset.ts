import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../platform/storage.ts';
import type { Asset } from './assets.repo.ts';

/** Undefined where the file is gone, or larger than `most`: then none of it is read. */
export async function readAsset(
  storage: Pick<Storage, 'get'>,
  { storageKey, sizeBytes }: Pick<Asset, 'storageKey' | 'sizeBytes'>,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (sizeBytes > most) return undefined;
  // Bounded by the recorded size.
  const content = await storage.get(storageKey, { to: sizeBytes - 1 });
  return content ? buffer(addAbortSignal(signal, content)) : undefined;
}
