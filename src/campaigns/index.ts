import { exportWork } from '../audience/exports/export.work.ts';
import type { Config } from '../config.ts';
import { waking } from '../content/generation/generations.service.ts';
import type { Enqueue } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Events } from '../platform/events.ts';
import { type FetchText, fetchText } from '../platform/fetch-text.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Metrics } from '../platform/metrics.ts';
import { allowing } from '../platform/outbound-guard.ts';
import { createOutbound } from '../platform/outbound-http.ts';
import { createPageLinks } from '../platform/page-links.ts';
import type { Reading } from '../platform/replica.ts';
import type { SignedAddresses } from '../platform/signed-addresses.ts';
import type { Storage } from '../platform/storage.ts';
import { isLocalName } from '../shared/local-names.ts';
import { openDns } from '../workspaces/domain-proof.ts';
import { retentionSweep } from '../workspaces/retention.ts';
import { blastExport, createBlastExportHandlers } from './blasts/blast-export.handlers.ts';
import { blastOrigin } from './blasts/blast-origin.ts';
import { createBlastHandlers } from './blasts/blasts.handlers.ts';
import { toEmailBlast } from './blasts/blasts.view.ts';
import { enqueuePreparation, preparationWork } from './blasts/prepare.work.ts';
import { type Sending, scheduleWork } from './blasts/release.service.ts';
import { createConfirmationHandlers } from './consent/confirmations.handlers.ts';
import { formConsent } from './consent/form-consent.ts';
import { contactJobWork } from './contact-jobs/contact-job.work.ts';
import { createContactJobHandlers } from './contact-jobs/contact-jobs.handlers.ts';
import { choreWork } from './deliveries/chores.work.ts';
import { deliverySweep, deliveryWork, wakeLane } from './deliveries/deliver.work.ts';
import type { Transport } from './deliveries/pace.repo.ts';
import { createReceiverLookup } from './deliveries/receivers/lookup.ts';
import { softBounceSweep } from './deliveries/soft-bounces.work.ts';
import { erasureWork } from './erasures/erase.work.ts';
import { createErasureHandlers } from './erasures/erasures.handlers.ts';
import { feedbackHooks } from './feedback/hooks.ts';
import { flowSweep, flowWork, tallySweep } from './flows/engine/move.work.ts';
import { createFlowHandlers } from './flows/flows.handlers.ts';
import { dateSweep } from './flows/listening/dates.work.ts';
import { flowSubscriptions } from './flows/listening/listening.ts';
import { segmentWork } from './flows/listening/segments.work.ts';
import { takeEndings, wakeMailed } from './flows/mail/mail.repo.ts';
import { findEmailSteps } from './flows/mail/messages.repo.ts';
import { flowOrigin } from './flows/mail/moves.ts';
import { createMemberHandlers } from './flows/members/members.handlers.ts';
import { createEnrolments } from './flows/members/members.service.ts';
import { drawingRoutes } from './flows/report/drawing.routes.ts';
import { createReportHandlers } from './flows/report/report.handlers.ts';
import { createExecutors } from './flows/steps/index.ts';
import type { CheckStep } from './flows/steps.service.ts';
import { webhookWork } from './flows/webhooks/send.work.ts';
import { createTokenSealing, tokenSweep } from './flows/webhooks/tokens.ts';
import { mergeFollower } from './merging.ts';
import { createComposers } from './messages/composers.ts';
import { returnPathReader } from './messages/return-path.ts';
import { createPersonExportHandlers, personExport } from './person/person-export.handlers.ts';
import { createHelp } from './readiness-help.ts';
import { createRenderHandlers } from './render/render.handlers.ts';
import { keptDeliveries, keptMessages } from './retention/kept-deliveries.ts';
import { keptVisits } from './retention/kept-visits.ts';
import { seriesHandlers } from './series/series.handlers.ts';
import { mailCountSweep } from './series/series.repo.ts';
import { createPageLinkHandlers } from './shared-pages/links.handlers.ts';
import { previewRoutes } from './shared-pages/preview.routes.ts';
import { reportRoutes } from './shared-pages/report.routes.ts';
import { testMailboxHandlers } from './test-mailbox/test-mailbox.handlers.ts';
import { testComplaintSweep, testMailboxSweep } from './test-mailbox/test-mailbox.work.ts';
import { createTestWay } from './test-mailbox/test-mailer.ts';
import { createTestHandlers } from './tests/tests.handlers.ts';
import { testOrigin, testSweep } from './tests/tests.service.ts';
import { createLinkFinder } from './tracking/find-links.ts';
import { createHits } from './tracking/hits.ts';
import { createTokens } from './tracking/tokens.ts';
import { createTracking } from './tracking/tracking.routes.ts';
import { createMessageFiles } from './transactional/files.ts';
import { formNoticeSweep } from './transactional/form-notices.ts';
import { createMessageHandlers } from './transactional/messages.handlers.ts';
import { transactionalOrigin } from './transactional/transactional-origin.ts';
import { findUsers } from './users.repo.ts';
import { viewRoutes } from './viewing/view.routes.ts';
import { createViewer } from './viewing/view.service.ts';

interface CampaignDependencies {
  db: Db;
  requests: Db;
  /** For short reads that a person waits for. */
  lookups: Db;
  reading: Reading;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  mailer: Mailer;
  transport: Transport;
  enqueue: Enqueue;
  events: Events;
  storage: Storage;
  addresses: SignedAddresses;
  /** Seconds until this client address may open a page again; 0: now. */
  pageLimits: Record<'drawing' | 'page', (address: string) => number>;
  secret: string;
  baseUrl: string;
  publishedHost: string;
  fetchText?: FetchText | undefined;
  checkStep: CheckStep;
  onComposed: (workspaceId: WorkspaceId, bytes: number) => void;
  forgetPages: (workspaceId: WorkspaceId, paths: readonly string[]) => void;
  config: Pick<Config, 'bounceDomain' | 'dnsServers' | 'hooks' | 'outboundAllow'>;
}

/** Of the first of two tries. Mail waits only a moment for an answer. */
const DNS_TIMEOUT_MS = 1_500;

export function createCampaigns(dependencies: CampaignDependencies) {
  const { db, requests, lookups, clock, enqueue, events, secret, baseUrl, config, pageLimits } = dependencies;
  const { bounceDomain } = config;
  const tokens = createTokens(secret);
  const links = createPageLinks(dependencies.addresses);
  const files = createMessageFiles(dependencies);
  const findComposer = createComposers({ db, baseUrl, tokens, secret, bounceDomain, readFiles: files.read });
  const origins = { blast: blastOrigin, test: testOrigin, flow: flowOrigin, transactional: transactionalOrigin };
  const executors = createExecutors({ ...dependencies, wake: waking(enqueue) });
  const allowed = allowing(config.outboundAllow);
  const webhookTokens = createTokenSealing(secret);
  const enrolments = createEnrolments(dependencies);
  const hits = createHits(dependencies);
  const receivers = createReceiverLookup(openDns(config.dnsServers, { timeoutMs: DNS_TIMEOUT_MS }));
  const tracking = createTracking({
    db: requests,
    lookups,
    clock,
    events,
    tokens,
    hits,
    findLink: createLinkFinder({ db: lookups }),
    baseUrl,
  });
  const helpOf = createHelp(baseUrl);
  // Mail of a service on its own machine goes to no large receiver.
  const isOneClick = /^https:/i.test(baseUrl) || isLocalName(new URL(baseUrl).host);
  const sending: Sending = {
    prepare: enqueuePreparation(enqueue),
    wake: (tx, lane) => wakeLane(enqueue, tx, lane),
    showing: { isOneClick, helpOf },
  };
  return {
    hooks: feedbackHooks({
      db: requests,
      clock,
      metrics: dependencies.metrics,
      allowed: config.hooks,
      fetchText: dependencies.fetchText ?? fetchText,
      readReturnPath: returnPathReader(secret),
    }),
    handlers: {
      ...createBlastHandlers({ sending, events, links }),
      ...createBlastExportHandlers(dependencies),
      ...createTestHandlers(sending.wake),
      ...createMessageHandlers({ events, files, wake: sending.wake }),
      ...createErasureHandlers(dependencies),
      ...createContactJobHandlers(dependencies),
      ...createPersonExportHandlers(dependencies),
      ...createRenderHandlers({ tokens, baseUrl }),
      ...createConfirmationHandlers({ accepting: { events, files, wake: sending.wake }, tokens, baseUrl }),
      ...createFlowHandlers({ check: dependencies.checkStep, allowed, tokens: webhookTokens, helpOf, links }),
      ...createMemberHandlers(enrolments),
      ...createReportHandlers(dependencies),
      ...createPageLinkHandlers({ ...dependencies, links }),
      ...seriesHandlers,
      ...testMailboxHandlers,
    },
    work: [
      scheduleWork({ db, clock, sending }),
      ...preparationWork({ ...dependencies, findComposer }),
      ...deliveryWork({ ...dependencies, receivers, findComposer, origins, testWay: createTestWay(dependencies) }),
      choreWork(dependencies),
      erasureWork(dependencies),
      contactJobWork(dependencies),
      exportWork(dependencies, blastExport),
      exportWork(dependencies, personExport),
      flowWork({ ...dependencies, executors, takeEndings }),
      segmentWork(dependencies),
      webhookWork({ ...dependencies, tokens: webhookTokens, sendOutbound: createOutbound({ allowed }) }),
    ],
    sweeps: [
      formNoticeSweep(dependencies, { events, files, wake: sending.wake }),
      deliverySweep({ ...dependencies, origins }),
      testSweep(dependencies),
      testComplaintSweep(dependencies),
      testMailboxSweep(dependencies),
      dateSweep(dependencies),
      flowSweep(dependencies, wakeMailed),
      tokenSweep(db, webhookTokens),
      tallySweep(db),
      softBounceSweep(dependencies),
      mailCountSweep(db),
      ...[keptDeliveries, keptMessages, keptVisits].map((retained) => retentionSweep(dependencies, retained)),
    ],
    subscriptions: [
      ...flowSubscriptions(dependencies),
      formConsent(dependencies, { accepting: { events, files, wake: sending.wake }, tokens, baseUrl }),
    ],
    routes: [
      tracking.routes,
      viewRoutes({ tokens, view: createViewer({ lookups, clock, tokens, baseUrl }) }),
      drawingRoutes({ ...dependencies, drawingLimit: pageLimits.drawing }),
      previewRoutes({ ...dependencies, tokens, pageLimit: pageLimits.page }),
      reportRoutes({
        ...dependencies,
        pageLimit: pageLimits.page,
        showBlast: (whole) => toEmailBlast(whole, sending.showing, links),
      }),
    ],
    ahead: tracking.ahead,
    finish: async () => {
      receivers.close();
      await Promise.all([hits.finish(), enrolments.finish()]);
    },
    behind: { hits },
    findEmailSteps,
    findUsers,
    mergeFollower,
  };
}
