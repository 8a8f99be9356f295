import type { Enqueue } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { allowing } from '../platform/outbound-guard.ts';
import { createSessions } from '../platform/outbound-http.ts';
import { retentionSweep } from '../workspaces/retention.ts';
import { createDeliveries } from './deliveries/deliver.ts';
import { deliverWork } from './deliveries/deliver.work.ts';
import { createEndpointHandlers } from './endpoints/endpoints.handlers.ts';
import { disable } from './endpoints/endpoints.service.ts';
import { createEndpointSecrets } from './endpoints/secrets.ts';
import { createFeedHandlers } from './feed/feed.handlers.ts';
import { partitionSweep } from './partitions.ts';
import { keptEvents } from './retention.ts';

export interface OutboundDependencies {
  /** For work in the background. */
  db: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  /** Seals the secrets of endpoints. */
  secret: string;
  publishedHost: string;
  /** Where requests may go beside public addresses. */
  outboundAllow: string[];
}

/** From the start of a request to the end of its answer. */
const LIMIT_MS = 15_000;

/** What happens in a workspace, for programs that follow it. */
export function createOutboundEvents(dependencies: OutboundDependencies) {
  const allowed = allowing(dependencies.outboundAllow);
  const secrets = createEndpointSecrets(dependencies.secret);
  const openSession = createSessions({ allowed, limitMs: LIMIT_MS });
  const takeTurn = createDeliveries({ ...dependencies, openSession, secrets, disable });
  return {
    handlers: { ...createFeedHandlers(dependencies), ...createEndpointHandlers({ secrets, allowed }) },
    work: deliverWork(dependencies, takeTurn),
    sweeps: [partitionSweep(dependencies), retentionSweep(dependencies, keptEvents)],
  };
}
