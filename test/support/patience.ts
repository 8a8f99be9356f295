/**
 * How long anything is waited for, in milliseconds. On a quiet machine it comes at once; this is for one with other work on it, and
 * lies well within the limit of a test, so that the wait that was in vain says what was missing.
 */
export const PATIENCE_MS = 60_000;
