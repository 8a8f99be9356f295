import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../platform/storage.ts';
import type { Asset } from './assets.repo.ts';

/** The bytes of a file. Undefined where it is larger than `most`, and then none of it is read, or where it is gone. */
export async function readAsset(
  storage: Pick<Storage, 'get'>,
  { storageKey, sizeBytes }: Pick<Asset, 'storageKey' | 'sizeBytes'>,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (sizeBytes > most) return undefined;
  // Its size was noted when it was stored: whatever lies there now, no more than that is read.
  const content = await storage.get(storageKey, { to: sizeBytes - 1 });
  return content ? buffer(addAbortSignal(signal, content)) : undefined;
}
