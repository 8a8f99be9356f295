import type { Enqueue } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createBlastHandlers } from './blasts/blasts.handlers.ts';
import { findEmailHold } from './blasts/blasts.repo.ts';
import { sendingSweep, sendingWorker, startSending } from './sending/sending.jobs.ts';
import { createSending } from './sending/sending.service.ts';
import { createTokens } from './tracking/tokens.ts';
import { trackingRoutes } from './tracking/tracking.routes.ts';

export interface CampaignDependencies {
  /** For work in the background. */
  db: Db;
  /** For requests that come without an API key. */
  requests: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  mailer: Mailer;
  enqueue: Enqueue;
  events: Events;
  /** Signs the addresses in emails. */
  secret: string;
  baseUrl: string;
}

/** What goes out to people, and what comes back. */
export function createCampaigns(dependencies: CampaignDependencies) {
  const { db, requests, clock, enqueue, events, secret } = dependencies;
  const tokens = createTokens(secret);
  const send = createSending({ ...dependencies, tokens });
  return {
    handlers: createBlastHandlers({ enqueueSending: startSending(enqueue), events }),
    workers: [sendingWorker(db, enqueue, send)],
    sweeps: [sendingSweep(db, enqueue, clock)],
    routes: [trackingRoutes({ db: requests, clock, events, tokens })],
    findEmailHold,
  };
}
