/**
 * The limit of each wait, in milliseconds. On an idle machine waits end immediately; the limit is for a busy one, and is well
 * below the limit of a test, so that a failed wait reports what was missing.
 */
export const PATIENCE_MS = 60_000;
