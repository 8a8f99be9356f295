import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { makeFolder } from '../../platform/files.ts';
import { newId } from '../../platform/ids.ts';
import { createFlights } from '../../shared/single-flight.ts';

export type Form = 'html' | 'brotli';
export type From = 'memory' | 'disk' | 'database';

/** Bytes of an entry beside its content. */
const OVERHEAD = 300;

/** The bytes of pages. A key always means the same bytes. */
export function createBodies(memoryBytes: number, spool: Spool, count: (from: From) => void) {
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
    /** @param read gets them from the database */
    async get(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
      const bytes = held.get(key);
      if (!bytes) return flights.share(key, () => fetch(key, read));
      count('memory');
      return bytes;
    },
    bytesInMemory: () => held.calculatedSize,
  };
}

/** Bytes by key in one file of bounded size; the oldest entry goes first. */
export interface Spool {
  /** Undefined when the entry is not there, or cannot be read. */
  get(key: string): Promise<Buffer | undefined>;
  /** Writes in the background, if there is room. */
  put(key: string, bytes: Buffer): void;
  size(): number;
  close(): Promise<void>;
}

interface Place {
  at: number;
  length: number;
}

/** Entries that wait to be written are in memory. Further ones are dropped. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

/**
 * The file has no name, so it is gone with this process, however that ends.
 * @param limit in bytes; with 0 nothing is kept
 * @throws when the file cannot be made
 */
export async function openSpool(folder: string, limit: number): Promise<Spool> {
  if (limit === 0) return { get: async () => undefined, put: () => {}, size: () => 0, close: async () => {} };
  await makeFolder(folder);
  const name = join(folder, `pages-${newId()}`);
  const file = await open(name, 'wx+', 0o600);
  await rm(name);
  return spoolIn(file, limit);
}

/** The file is a ring. Places are in the order in which they were written, so the oldest is the next in the way. */
export function spoolIn(file: Pick<FileHandle, 'read' | 'write' | 'close'>, limit: number): Spool {
  const places = new Map<string, Place>();
  const waiting = new Map<string, Buffer>();
  let waitingBytes = 0;
  let size = 0;
  let end = 0;
  let writing: Promise<void> | undefined;
  let closed = false;

  function forgetOldestWhile(isInTheWay: (place: Place) => boolean): void {
    for (const [key, place] of places) {
      if (!isInTheWay(place)) return;
      places.delete(key);
      size -= place.length;
    }
  }

  function makeRoom(length: number): number {
    if (end + length > limit) {
      // Entries behind here are older than those at the beginning.
      forgetOldestWhile(({ at }) => at >= end);
      end = 0;
    }
    const at = end;
    forgetOldestWhile((place) => place.at < at + length && at < place.at + place.length);
    end = at + length;
    return at;
  }

  function begin(): void {
    writing ??= write().finally(() => {
      writing = undefined;
      // An entry may have come after the loop had ended.
      if (waiting.size > 0 && !closed) begin();
    });
  }

  async function write(): Promise<void> {
    for (const [key, bytes] of waiting) {
      if (closed) return;
      const at = makeRoom(bytes.length);
      try {
        await writeAll(bytes, at);
        places.set(key, { at, length: bytes.length });
        size += bytes.length;
      } catch {
        // The disk may be full. The page is still in the database.
      }
      waiting.delete(key);
      waitingBytes -= bytes.length;
    }
  }

  async function writeAll(bytes: Buffer, at: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }

  return {
    async get(key) {
      const place = places.get(key);
      if (!place) return waiting.get(key);
      const bytes = Buffer.allocUnsafeSlow(place.length);
      const { bytesRead } = await file.read(bytes, 0, place.length, place.at).catch(() => ({ bytesRead: 0 }));
      // Another entry may have been written there meanwhile.
      return bytesRead === place.length && places.get(key) === place ? bytes : undefined;
    },
    put(key, bytes) {
      const isTooMuch = bytes.length > limit || waitingBytes + bytes.length > MOST_WAITING_BYTES;
      if (closed || isTooMuch || places.has(key) || waiting.has(key)) return;
      waiting.set(key, bytes);
      waitingBytes += bytes.length;
      begin();
    },
    size: () => size,
    async close() {
      closed = true;
      await writing;
      await file.close();
    },
  };
}
