import { LRUCache } from 'lru-cache';
import { createFlights } from '../../shared/single-flight.ts';
import type { Spool } from './spool.ts';

export type Form = 'html' | 'brotli';
export type From = 'memory' | 'disk' | 'database';

/** The bytes of pages. They never change: other bytes have another key. */
export interface Bodies {
  /** @param read gets them from where they are kept for good, when they are nowhere nearer */
  get(key: string, read: () => Promise<Buffer>): Promise<Buffer>;
  bytesInMemory(): number;
}

/** What an entry costs beside its bytes. */
const OVERHEAD = 300;

/** @param memoryBytes the most that is held in memory, most of it for what was asked for lately */
export function createBodies(memoryBytes: number, spool: Spool, count: (from: From) => void): Bodies {
  const held = new LRUCache<string, Buffer>({ maxSize: memoryBytes, sizeCalculation: (bytes) => bytes.length + OVERHEAD });
  const flights = createFlights<Buffer>();

  async function fetch(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const spooled = await spool.get(key);
    const bytes = spooled ?? (await read());
    count(spooled ? 'disk' : 'database');
    held.set(key, bytes);
    if (!spooled) spool.put(key, bytes);
    return bytes;
  }

  return {
    async get(key, read) {
      const bytes = held.get(key);
      if (!bytes) return flights.share(key, () => fetch(key, read));
      count('memory');
      return bytes;
    },
    bytesInMemory: () => held.calculatedSize,
  };
}
