/** Seconds from an attempt to the next one, by the number of attempts so far. After the last one the delivery has failed. */
const RETRIES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
/** Receivers that were down together are not asked together. */
const JITTER = 0.1;

/** When a delivery is tried again whose attempts so far have failed; null for never. */
export function nextAttempt(attempts: number, now: Date, random: () => number = Math.random): Date | null {
  const seconds = RETRIES_S[attempts - 1];
  if (seconds === undefined) return null;
  return new Date(now.getTime() + seconds * 1_000 * (1 - JITTER + 2 * JITTER * random()));
}

/** Seconds for which a receiver is not asked that delivered nothing in so many runs. */
const CIRCUIT_S = [4, 15, 60, 300];

export const circuitUntil = (failures: number, now: Date): Date =>
  new Date(now.getTime() + (CIRCUIT_S[Math.min(failures, CIRCUIT_S.length) - 1] ?? 0) * 1_000);
