/** Rows in one transaction: a second or two of work. */
export const CHUNK = 50_000;

/** How long one job works through chunks before its queue takes the next job. */
export const CHUNKS_MS = 10_000;

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Repeats `chunk` until it handles fewer rows than `limit`, so that no transaction is long.
 * @param chunk returns how many rows it has handled
 */
export async function byChunks(limit: number, chunk: (limit: number) => Promise<number>, stopping?: AbortSignal): Promise<void> {
  while ((await chunk(limit)) >= limit) stopping?.throwIfAborted();
}
