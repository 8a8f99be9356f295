import { exportWork } from '../audience/exports/export.work.ts';
import type { Config } from '../config.ts';
import { waking } from '../content/generation/generations.service.ts';
import type { Enqueue } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Events } from '../platform/events.ts';
import { type FetchText, fetchText } from '../platform/fetch-text.ts';
import type { Log } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Metrics } from '../platform/metrics.ts';
import { allowing } from '../platform/outbound-guard.ts';
import { createOutbound } from '../platform/outbound-http.ts';
import type { SignedAddresses } from '../platform/signed-addresses.ts';
import type { Storage } from '../platform/storage.ts';
import { createBlastExportHandlers } from './blasts/blast-export.handlers.ts';
import { blastExport } from './blasts/blast-export.ts';
import { blastOrigin } from './blasts/blast-origin.ts';
import { createBlastHandlers } from './blasts/blasts.handlers.ts';
import { enqueuePreparation, preparationWork } from './blasts/preparation.jobs.ts';
import type { Sending } from './blasts/release.service.ts';
import { scheduleWork } from './blasts/schedule.jobs.ts';
import { choreWork } from './deliveries/chores.jobs.ts';
import { deliverySweep, deliveryWork, wakeLane } from './deliveries/deliveries.jobs.ts';
import type { Transport } from './deliveries/send-loop.ts';
import { createTurns } from './deliveries/turn.ts';
import { feedbackHooks } from './feedback/hooks.ts';
import { flowSweep, flowWork, tallySweep } from './flows/engine/flows.jobs.ts';
import { createFlowTurns } from './flows/engine/turn.ts';
import { flowOrigin } from './flows/flow-origin.ts';
import { createFlowHandlers } from './flows/flows.handlers.ts';
import { dateSweep } from './flows/listening/dates.jobs.ts';
import { flowSubscriptions } from './flows/listening/listening.ts';
import { takeEndings, wakeMailed } from './flows/mail/mail.repo.ts';
import { findEmailSteps } from './flows/mail/messages.repo.ts';
import { createMemberHandlers } from './flows/members/members.handlers.ts';
import { createEnrolments } from './flows/members/members.service.ts';
import { drawingRoutes } from './flows/report/drawing.routes.ts';
import { createReportHandlers } from './flows/report/report.handlers.ts';
import { createExecutors } from './flows/steps/index.ts';
import type { CheckStep } from './flows/steps.service.ts';
import { tokenSweep } from './flows/webhooks/tokens.jobs.ts';
import { createTokenSealing } from './flows/webhooks/tokens.ts';
import { webhookWork } from './flows/webhooks/webhooks.jobs.ts';
import { createWebhooks } from './flows/webhooks/webhooks.service.ts';
import { createComposers } from './messages/composers.ts';
import { returnPathReader } from './messages/return-path.ts';
import { createRenderHandlers } from './render/render.handlers.ts';
import { testOrigin } from './tests/test-origin.ts';
import { createTestHandlers } from './tests/tests.handlers.ts';
import { testSweep } from './tests/tests.jobs.ts';
import { createLinkFinder } from './tracking/find-links.ts';
import { createHits } from './tracking/hits.ts';
import { createTokens } from './tracking/tokens.ts';
import { createTracking } from './tracking/tracking.routes.ts';
import { createMessageFiles } from './transactional/files.ts';
import { createMessageHandlers } from './transactional/messages.handlers.ts';
import { transactionalOrigin } from './transactional/transactional-origin.ts';
import { findUsers } from './users.repo.ts';

export interface CampaignDependencies {
  /** For work in the background. */
  db: Db;
  /** For requests that come without an API key. */
  requests: Db;
  /** For what is only looked up, in a moment, for people who wait for it. */
  lookups: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  mailer: Mailer;
  transport: Transport;
  enqueue: Enqueue;
  events: Events;
  storage: Storage;
  /** Of drawings, for people who have no key. */
  addresses: SignedAddresses;
  /** In how many seconds somebody at an address may see a drawing again; 0 where they may now. */
  drawingLimit: (address: string) => number;
  /** Signs the addresses in emails. */
  secret: string;
  baseUrl: string;
  /** The host that those of the workspaces' pages are part of. */
  publishedHost: string;
  /** Where bounces are received. */
  bounceDomain: string | undefined;
  /** Who may tell of bounces and complaints. */
  feedbackSenders: Config['hooks'];
  /** How a provider is asked for its certificate. */
  fetchText?: FetchText | undefined;
  /** What keeps a step of a flow from fitting the document. */
  checkStep: CheckStep;
  /** Is called with the length of each message that was composed. */
  onComposed: (workspaceId: string, bytes: number) => void;
  /** Where requests may go beside public addresses. */
  outboundAllow: string[];
}

/** What goes out to people, and what comes back. */
export function createCampaigns(dependencies: CampaignDependencies) {
  const { db, requests, lookups, clock, enqueue, events, secret, baseUrl, bounceDomain } = dependencies;
  const tokens = createTokens(secret);
  const files = createMessageFiles(dependencies);
  const findComposer = createComposers({ db, baseUrl, tokens, secret, bounceDomain, readFiles: files.read });
  const origins = { blast: blastOrigin, test: testOrigin, flow: flowOrigin, transactional: transactionalOrigin(clock) };
  const takeTurn = createTurns({ ...dependencies, findComposer, origins });
  const executors = createExecutors({ ...dependencies, wake: waking(enqueue) });
  const takeFlowTurn = createFlowTurns({ ...dependencies, executors, takeEndings });
  const allowed = allowing(dependencies.outboundAllow);
  const webhookTokens = createTokenSealing(secret);
  const sendDue = createWebhooks({ ...dependencies, tokens: webhookTokens, sendOutbound: createOutbound({ allowed }) });
  const enrolments = createEnrolments(dependencies);
  const hits = createHits(dependencies);
  const tracking = createTracking({ db: requests, lookups, clock, events, tokens, hits, findLink: createLinkFinder({ db: lookups }) });
  const sending: Sending = { prepare: enqueuePreparation(enqueue), wake: (tx, lane) => wakeLane(enqueue, tx, lane) };
  return {
    hooks: feedbackHooks({
      db: requests,
      clock,
      metrics: dependencies.metrics,
      allowed: dependencies.feedbackSenders,
      fetchText: dependencies.fetchText ?? fetchText,
      readReturnPath: returnPathReader(secret),
    }),
    handlers: {
      ...createBlastHandlers({ sending, events }),
      ...createBlastExportHandlers(dependencies),
      ...createTestHandlers(sending.wake),
      ...createMessageHandlers({ events, files, wake: sending.wake }),
      ...createRenderHandlers({ tokens, baseUrl }),
      ...createFlowHandlers({ check: dependencies.checkStep, allowed, tokens: webhookTokens }),
      ...createMemberHandlers(enrolments),
      ...createReportHandlers(dependencies),
    },
    work: [
      scheduleWork({ db, clock, sending }),
      ...preparationWork({ ...dependencies, findComposer }),
      ...deliveryWork(dependencies, takeTurn),
      choreWork(dependencies),
      exportWork(dependencies, blastExport),
      flowWork(dependencies, takeFlowTurn),
      webhookWork(dependencies, sendDue),
    ],
    sweeps: [
      deliverySweep(db, clock, origins, dependencies.log),
      testSweep(dependencies),
      dateSweep(dependencies),
      flowSweep(db, clock, wakeMailed),
      tokenSweep(db, webhookTokens),
      tallySweep(db),
    ],
    subscriptions: flowSubscriptions(dependencies),
    routes: [tracking.routes, drawingRoutes(dependencies)],
    /** What people open and follow, ahead of all routes. */
    ahead: tracking.ahead,
    /** Writes what they have left behind. */
    finish: () => Promise.all([hits.finish(), enrolments.finish()]),
    behind: { hits },
    findEmailSteps,
    findUsers,
  };
}
