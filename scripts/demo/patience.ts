/** Waits of the demo for background work: a person watches, and each part takes seconds. */
export const SOON = { intervalMs: 250, timeoutMs: 60_000 };
