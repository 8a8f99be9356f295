import { type Sql, sql } from '../platform/db.ts';

/** A run that has died is followed by another after this time. It is long beside a heartbeat, so that a busy machine loses no lease. */
export const LEASE_MS = 60_000;

/** The lease of a claim of deliveries, and the last call that follows it: three times what a live run takes to renew one. */
export const CLAIM_LEASE_MS = 30_000;

/** Longer than any lease, and than any pause after which a run is taken up again. */
const LONGEST_MS = 15 * 60_000;

/**
 * Whether a lease is over: its end has come, or is so far ahead that it was set while a clock was wrong.
 * @param until the column; null where nothing is leased
 */
export const leaseIsOver = (until: Sql, now: Date): Sql =>
  sql`(${until} IS NULL OR ${until} <= ${now}::timestamptz OR ${until} > ${new Date(now.getTime() + LONGEST_MS)}::timestamptz)`;

/** Another run has taken over: what this run would still write changes nothing. */
export class LeaseLost extends Error {
  constructor() {
    super('another run has taken over');
  }
}

export interface Lease {
  lost: AbortSignal;
  end(): void;
}

/**
 * Renews a run's hold on its row beside the work, four times within the lease.
 * @param renew resolves to false when the run no longer holds its row. While the database is out of reach, the lease just runs out.
 */
export function holdLease(renew: () => Promise<boolean>): Lease {
  const lost = new AbortController();
  const timer = setInterval(async () => {
    const held = await renew().catch(() => true);
    if (!held) lost.abort(new LeaseLost());
  }, LEASE_MS / 4);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
