import { type Sql, sql } from '../platform/db.ts';

/** Long beside a heartbeat, so that a busy machine loses no lease. */
export const LEASE_MS = 60_000;

/** The lease of a claim of deliveries, and the last call that follows it: three times as long as a renewal takes. */
export const CLAIM_LEASE_MS = 30_000;

/** Longer than any lease, and than any pause of a row. */
const LONGEST_MS = 15 * 60_000;

/** A lease so far ahead was set while a clock was wrong, and is over too. @param until the column; null where nothing is leased */
export const leaseIsOver = (until: Sql, now: Date): Sql =>
  sql`(${until} IS NULL OR ${until} <= ${now}::timestamptz OR ${until} > ${new Date(now.getTime() + LONGEST_MS)}::timestamptz)`;

/** Another run has taken over: nothing that this run still writes has an effect. */
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
 * Renews a run's hold on its row during the work, four times within the lease. While the database is out of reach, the lease just runs out.
 * @param renew resolves to false when the run no longer holds its row
 */
export function holdLease(renew: () => Promise<boolean>): Lease {
  const lost = new AbortController();
  const timer = setInterval(async () => {
    const held = await renew().catch(() => true);
    if (!held) lost.abort(new LeaseLost());
  }, LEASE_MS / 4);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
