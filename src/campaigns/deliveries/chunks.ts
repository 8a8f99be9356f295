/** Rows that one transaction writes at most, of a message with any number of deliveries: a second or two of work. */
export const CHUNK = 50_000;

/** How long one job works through chunks before the next job of its queue has its turn. */
export const CHUNKS_MS = 10_000;

/** Where a cursor over identifiers begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
