/** Rows that one transaction writes at most, where there may be any number of them: a second or two of work. */
export const CHUNK = 50_000;

/** How long one job works through chunks before the next job of its queue has its turn. */
export const CHUNKS_MS = 10_000;

/** Where a cursor over identifiers begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Repeats a statement that deals with up to `limit` rows until it finds fewer, so that none of its transactions is long, however many rows
 * there are.
 * @param chunk tells how many rows it has dealt with
 */
export async function byChunks(limit: number, chunk: (limit: number) => Promise<number>, stopping?: AbortSignal): Promise<void> {
  while ((await chunk(limit)) >= limit) stopping?.throwIfAborted();
}
