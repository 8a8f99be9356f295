/** How long after each attempt that was refused for now the next one is made, in minutes; the last one is for all that follow. */
const MINUTES = [1, 5, 15, 30, 60, 120, 240];
/** A recipient's server says no for now for so long; then the mail has failed. */
const LONGEST_MS = 24 * 60 * 60_000;

/**
 * When a delivery that was refused for now is tried again; null when it has been tried for long enough.
 * @param attempts those before the one that was just made
 */
export function retryAt({ attempts, first_attempt_at }: { attempts: number; first_attempt_at: Date | null }, now: Date): Date | null {
  const minutes = MINUTES[Math.min(attempts, MINUTES.length - 1)] as number;
  const at = new Date(now.getTime() + minutes * 60_000);
  const first = first_attempt_at ?? now;
  // Nobody waits longer for the last attempt than until the day is over.
  if (now.getTime() - first.getTime() >= LONGEST_MS) return null;
  return new Date(Math.min(at.getTime(), first.getTime() + LONGEST_MS));
}
