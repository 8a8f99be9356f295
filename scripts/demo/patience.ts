/** How the demo waits for what the service does in the background: a person looks on, and each part of it takes seconds. */
export const SOON = { intervalMs: 250, timeoutMs: 60_000 };
