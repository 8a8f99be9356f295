import { type Sql, sql } from '../platform/db.ts';

/** Longer than any lease, and than any pause after which a run is taken up again. */
const LONGEST_MS = 15 * 60_000;

/**
 * Whether a lease is over: its end has come, or is so far ahead that it was set while a clock was wrong.
 * @param until the column; null where nothing is leased
 */
export const leaseIsOver = (until: Sql, now: Date): Sql =>
  sql`(${until} IS NULL OR ${until} <= ${now}::timestamptz OR ${until} > ${new Date(now.getTime() + LONGEST_MS)}::timestamptz)`;

/** Told when somebody else has taken over: whatever this run would still write hits nothing. */
export class LeaseLost extends Error {}

export interface Lease {
  lost: AbortSignal;
  end(): void;
}

/**
 * Renews a run's hold on its row beside the work, four times within the lease. `renew` says whether the run still holds it. A
 * database out of reach decides nothing: the lease then just ends.
 */
export function holdLease(leaseMs: number, renew: () => Promise<boolean>): Lease {
  const lost = new AbortController();
  const timer = setInterval(async () => {
    const held = await renew().catch(() => true);
    if (!held) lost.abort(new LeaseLost('another run has taken over'));
  }, leaseMs / 4);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
