import { exportWork } from '../audience/exports/export.work.ts';
import type { Config } from '../config.ts';
import { waking } from '../content/generation/generations.service.ts';
import type { Pages } from '../http/pages/pages.types.ts';
import type { Enqueue } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Events, Subscription } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { createPageLinks } from '../platform/page-links.ts';
import type { Reading } from '../platform/replica.ts';
import type { SignedAddresses } from '../platform/signed-addresses.ts';
import type { Storage } from '../platform/storage.ts';
import type { FindUsers } from '../workspaces/references.ts';
import { retentionSweep } from '../workspaces/retention.ts';
import { analyticsHandlers } from './analytics/analytics.handlers.ts';
import { visitorSweep } from './analytics/views.repo.ts';
import { createViews } from './analytics/views.ts';
import { createBulkJobHandlers } from './bulk-jobs/bulk-jobs.handlers.ts';
import { bulkSubscriptions } from './bulk-jobs/bulk-jobs.service.ts';
import { keptBulkJobs } from './bulk-jobs/kept-jobs.ts';
import { spentChallengeSweep } from './forms/captcha.repo.ts';
import { createCaptcha } from './forms/captcha.ts';
import { createFormHandlers } from './forms/forms.handlers.ts';
import { submissionExport } from './forms/submission-export.ts';
import { createSubmissionHandlers } from './forms/submissions.handlers.ts';
import { submissionSweep } from './forms/submissions.repo.ts';
import { createSubmissions } from './forms/submissions.service.ts';
import { pageChangeSweep } from './pages/feed.ts';
import { createPageDomainHandlers } from './pages/page-domains.handlers.ts';
import type { ForgetPages } from './publishing/addresses.ts';
import { createPublishingHandlers } from './publishing/publishing.handlers.ts';
import { autoPublishSubscription } from './publishing/publishing.service.ts';
import { scheduleWork } from './publishing/schedule.work.ts';
import { createRedirectHandlers } from './redirects/redirects.handlers.ts';
import { createTentHandlers } from './tents/tents.handlers.ts';
import { creditSubscription } from './tents/tents.service.ts';

export interface TentDependencies {
  /** For work in the background; `requests` is for requests. */
  db: Db;
  requests: Db;
  reading: Reading;
  clock: Clock;
  log: Log;
  enqueue: Enqueue;
  events: Events;
  storage: Storage;
  addresses: SignedAddresses;
  /** Signs challenges of forms. */
  secret: string;
  /** Public address of the API, without a slash at the end. */
  baseUrl: string;
  publishedHost: string;
  config: Pick<Config, 'dnsServers'>;
  findUsers: FindUsers;
  forgetPages: ForgetPages;
}

export function createTents(dependencies: TentDependencies) {
  const wake = waking(dependencies.enqueue);
  // Visitors wait for their forms, and not for views.
  const captcha = createCaptcha(dependencies);
  const submissions = createSubmissions({ ...dependencies, db: dependencies.requests, captcha });
  const views = createViews(dependencies);
  const handlers = {
    ...createTentHandlers({ ...dependencies, wake, links: createPageLinks(dependencies.addresses) }),
    ...createBulkJobHandlers({ ...dependencies, wake }),
    ...createPublishingHandlers(dependencies),
    ...createRedirectHandlers(dependencies),
    ...createSubmissionHandlers(dependencies),
    ...createFormHandlers(dependencies),
    ...createPageDomainHandlers({ ...dependencies, ...dependencies.config }),
    ...analyticsHandlers,
  };
  // In the order of locks: the row of credits is the last that a transaction locks.
  const subscriptions: Subscription[] = [
    autoPublishSubscription(dependencies),
    ...bulkSubscriptions(dependencies),
    creditSubscription(dependencies),
  ];
  const visitors: Omit<Pages, 'find'> = {
    viewed: views.viewed,
    submit: submissions.submit,
    formRules: submissions.formRules,
    challenge: submissions.challenge,
  };
  return {
    handlers,
    work: [exportWork(dependencies, submissionExport), scheduleWork(dependencies)],
    sweeps: [
      pageChangeSweep(dependencies),
      visitorSweep(dependencies),
      submissionSweep(dependencies),
      spentChallengeSweep(dependencies),
      retentionSweep(dependencies, keptBulkJobs),
    ],
    subscriptions,
    visitors,
    finish: () => Promise.all([submissions.finish(), views.finish()]),
    behind: { views },
  };
}
