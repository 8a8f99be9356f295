import type { WorkspaceId } from '../platform/ids.ts';
import { DomainError } from '../shared/errors.ts';
import { type Dns, openDns } from './domain-proof.ts';

/** Of all look-ups of a request together. With an idempotency key, they hold a transaction. */
const MOST_MS = 5_000;
const TIMEOUT_MS = 2_000;

/** For requests: a workspace looks up the names of one domain at a time, and for a few seconds. */
export function createBoundedDns(servers: string[], mostMs = MOST_MS) {
  const underWay = new Set<WorkspaceId>();
  /** @throws rate_limited */
  return async <Result>(workspaceId: WorkspaceId, work: (dns: Dns) => Promise<Result>): Promise<Result> => {
    if (underWay.has(workspaceId))
      throw new DomainError('rate_limited', 'Another check of DNS records is under way. Try again in 2 s.', undefined, undefined, 2);
    underWay.add(workspaceId);
    const dns = openDns(servers, { timeoutMs: TIMEOUT_MS });
    const limit = setTimeout(dns.close, mostMs);
    try {
      return await work(dns);
    } finally {
      clearTimeout(limit);
      underWay.delete(workspaceId);
    }
  };
}

export type BoundedDns = ReturnType<typeof createBoundedDns>;
