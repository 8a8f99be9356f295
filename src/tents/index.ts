import { waking } from '../content/generation/generations.service.ts';
import type { Enqueue } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Events, Subscription } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { creditSubscription } from './tents/credits.ts';
import { createTentHandlers } from './tents/tents.handlers.ts';

export interface TentDependencies {
  /** For work in the background; `requests` is for requests. */
  db: Db;
  requests: Db;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  events: Events;
  /** Public address of the API, without a slash at the end. */
  baseUrl: string;
  /** The host that those of the workspaces are part of. */
  publishedHost: string;
}

/** Pages: written, published, served, filled in and counted. */
export function createTents(dependencies: TentDependencies) {
  // Credits come last: theirs is the last row that a transaction takes hold of.
  const subscriptions: Subscription[] = [creditSubscription(dependencies)];
  const wake = waking(dependencies.enqueue);
  const handlers = { ...createTentHandlers({ ...dependencies, wake }) };
  return { handlers, workers: [], sweeps: [], subscriptions };
}
