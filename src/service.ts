import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { createAudience } from './audience/index.ts';
import { createCampaigns } from './campaigns/index.ts';
import { atPorts, type Config } from './config.ts';
import { createContent, createGenerator, type Generator } from './content/index.ts';
import { createAdmission } from './http/admission.ts';
import { type Ahead, createApp, refuseAll, underV1 } from './http/app.ts';
import { assetRoutes } from './http/assets.ts';
import { readDocument } from './http/contract.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { docsRoutes } from './http/docs.ts';
import type { Reference } from './http/errors.ts';
import { createFairShare } from './http/fair-share.ts';
import { fileRoutes } from './http/files.ts';
import { createGateway } from './http/gateway.ts';
import type { Handlers } from './http/handler.types.ts';
import { hookRoutes } from './http/hooks.ts';
import { landingRoutes } from './http/landing.ts';
import { listen } from './http/listen.ts';
import { createListener, type Listener } from './http/listener.ts';
import { mailboxRoutes } from './http/mailbox/routes.ts';
import { operationalRoutes } from './http/operational.ts';
import { assetListener } from './http/pages/assets.ts';
import { createPagesListener, refusePages } from './http/pages/listener.ts';
import { platformRoutes } from './http/platform.ts';
import { createKeyLimits, createPageLimits } from './http/rate-limit.ts';
import { createRequestLog } from './http/request-log.ts';
import { createHttpServer } from './http/server.ts';
import { ContractValidator } from './http/validator.ts';
import { type Enqueue, type Jobs, openJobs } from './jobs/jobs.ts';
import { openInside } from './mcp/inside.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { createOutboundEvents } from './outbound/index.ts';
import type { Clock } from './platform/clock.ts';
import { sayTrouble } from './platform/database-trouble.ts';
import { type Database, PROBING } from './platform/db.ts';
import { connectionShares, descriptorLimit } from './platform/descriptors.ts';
import { openEvents, type Subscription } from './platform/events.ts';
import type { FetchText } from './platform/fetch-text.ts';
import type { WorkspaceId } from './platform/ids.ts';
import { joinInstallation } from './platform/installation.ts';
import { type Log, openLog } from './platform/log.ts';
import { type Mailer, openMailer, transportOf } from './platform/mail/mailer.ts';
import { startMailbox } from './platform/mailbox.ts';
import { type Metrics, openMetrics, watchBehind, watchBudget } from './platform/metrics.ts';
import { retryBriefly } from './platform/retry.ts';
import { createSealing } from './platform/sealing.ts';
import { appSecret, secretSource } from './platform/secret.ts';
import { type SignedAddresses, signedAddresses } from './platform/signed-addresses.ts';
import { openStorage, type Storage } from './platform/storage.ts';
import { onThreadTime } from './platform/threads.ts';
import { type Databases, openDatabases, watchDatabases } from './process/databases.ts';
import { notReady } from './process/readiness.ts';
import { createStopping, type Stopping } from './process/stopping.ts';
import { warnOfSettings } from './process/warnings.ts';
import { oursOf, pulseName } from './queue/kinds.ts';
import { measureWork } from './queue/standing.ts';
import { wakeDue } from './queue/work.ts';
import { createTents } from './tents/index.ts';
import { openPages, type PublishedPages } from './tents/pages/pages.service.ts';
import { filesOfWorkspace, upkeep } from './upkeep.ts';
import { WORK_KINDS } from './work-kinds.ts';
import { createAuthenticator } from './workspaces/authenticator.ts';
import { refusals, usedByAllShown } from './workspaces/budget/budget.ts';
import { createReceived } from './workspaces/budget/meter.ts';
import { createWorkspaces, platformHandlers, recordAudit, recordPlatformAudit, recordRequests } from './workspaces/index.ts';
import { createWelcome, isAnyWorkspace, type Welcome } from './workspaces/welcome.ts';
import { findWorkspace } from './workspaces/workspaces.service.ts';

/** A running service. Everything it started, `stop` ends. */
export interface Service {
  config: Config;
  db: Database;
  log: Log;
  jobs: Jobs;
  /** Of the API; undefined for a worker. */
  port: number | undefined;
  /** Of published pages; undefined for a worker. */
  pagesPort: number | undefined;
  /** The workspace and key of a first start, to be shown once. */
  welcome: Welcome | undefined;
  /** False: no key opens the API yet. */
  hasWorkspaces: boolean;
  /** Resolves with false when something had to be cut off. */
  stop(): Promise<boolean>;
}

export interface Overrides {
  /** In place of the database's time. */
  clock?: Clock;
  log?: Log;
  /** False: jobs wait until `jobs.drain()` is called. */
  runJobs?: boolean;
  generator?: Generator;
  longestGenerationMs?: number;
  /** Fetches the certificates of providers that report bounces. */
  fetchText?: FetchText;
  /** Subscribers to domain events beside the wings. */
  subscriptions?: Subscription[];
  /** The wings subscribe to no events, to measure what their subscriptions cost. */
  deaf?: boolean;
  /** Keeps the key of a first start, before the API answers. */
  onWelcome?: (welcome: Welcome) => Promise<void>;
  /** Reports the progress of the start, in words. */
  onStep?: (words: string) => void;
  /** Aborted during the start, it ends what has been started by then. */
  stopSignal?: AbortSignal;
  /** Aborted during the stop, it cuts off what has not ended by itself. */
  forceSignal?: AbortSignal;
}

interface Start extends Required<Pick<Overrides, 'log' | 'onStep'>> {
  config: Config;
  metrics: Metrics;
  stopping: Stopping;
  overrides: Overrides;
  stopSignal: AbortSignal | undefined;
}

/** For what is in memory to be written at the end. */
const FINISH_MS = 6_000;

/**
 * Wires database, wings, jobs and HTTP, and starts them.
 * @throws StartError, the reason of `stopSignal`, or whatever else kept a part from starting; what had been started by then is stopped
 */
export async function startService(configured: Config, overrides: Overrides = {}): Promise<Service> {
  const { log = openLog(configured.logLevel, undefined, configured.logFormat), onStep = () => {}, stopSignal, forceSignal } = overrides;
  const stopping = createStopping(log, configured.drainSeconds * 1_000);
  const stop = () => stopping.stop(forceSignal);
  try {
    const started = await start({ config: configured, log, metrics: openMetrics(), stopping, overrides, onStep, stopSignal });
    return { ...started, log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(before: Start): Promise<Omit<Service, 'log' | 'stop'>> {
  const listeners = before.config.role === 'worker' ? undefined : await openListeners(before);
  const config = listeners ? atPorts(before.config, listeners.port, listeners.pagesPort) : before.config;
  const { log, metrics, overrides, onStep, stopSignal } = before;
  const secret = await appSecret(config);
  const databases = await openDatabases(config, { ...before, pulseName: pulseName(config.works) });
  const { requests: db, background, pulse } = databases;
  watchDatabases(metrics, databases);
  const clock = overrides.clock ?? pulse.clock;
  const addresses = signedAddresses({ secret, baseUrl: config.baseUrl, clock });
  const storage = await openStorage(config, addresses);
  const installation = { secret, secretSource: secretSource(config), storage, storageUrl: config.storageUrl };
  await retryBriefly(() => joinInstallation(background, installation, log)).catch(sayTrouble);
  stopSignal?.throwIfAborted();

  onStep('Starting the service');
  const base: Base = { ...before, config, secret, databases, clock, addresses, storage };
  const wings = createWings(base, await startMail(base));
  const jobs = await startJobs(base, wings);
  const assets = assetRoutes({ storage, find: wings.content.findAsset });
  if (listeners) await servePages(base, wings, listeners.pages, assets);
  stopSignal?.throwIfAborted();
  // As late as possible: a key that is shown once must not be made by a start that then fails. But before the API answers, so that a
  // script that waits for it finds the key.
  const welcome = !config.databaseUrl && listeners ? await createWelcome(db, clock.now()) : undefined;
  if (welcome) await overrides.onWelcome?.(welcome);
  const hasWorkspaces = await isAnyWorkspace(db);
  if (listeners) serveApi(base, wings, jobs, { listener: listeners.api, assets });
  listeners?.setStarted();
  return { config, db, jobs, port: listeners?.port, pagesPort: listeners?.pagesPort, welcome, hasWorkspaces };
}

interface Listeners {
  api: Listener;
  pages: Listener;
  port: number;
  pagesPort: number;
  /** From now on, a stop lets requests in for as long as the configured drain. */
  setStarted(): void;
}

const shell = ({ config, log, metrics }: Pick<Start, 'config' | 'log' | 'metrics'>, mounts: RequestHandler[], ahead?: Ahead) => {
  const origins = crossOrigin({ origins: config.corsOrigins, document: readDocument() });
  return createApp({ log, metrics, mounts: [origins, ...mounts], ahead, trustProxy: config.trustProxy });
};

/** Before all else, which takes a while: a port that is taken is reported at once, and one that the system chooses is part of links. */
async function openListeners(before: Start): Promise<Listeners> {
  const { config, log, metrics, stopping } = before;
  let isStarted = false;
  const drainMs = () => (isStarted ? config.drainSeconds * 1_000 : 0);
  const limit = await descriptorLimit();
  const shares = limit === undefined ? undefined : connectionShares(limit, config.databaseConnections + config.databaseJobConnections);
  const [api, pages] = [createListener(log), createListener(log)];
  const open = async (name: 'api' | 'pages', listener: Listener, wanted: number, variable: string, reference?: Reference) => {
    const server = createHttpServer(listener.handle, { log, reference, mostConnections: shares?.[name] });
    listener.watch(server);
    const port = await listen(server, wanted, config.host, variable);
    stopping.working(name === 'api' ? 'requests' : name, (limit) => listener.close({ drainMs: drainMs(), limit }));
    return port;
  };
  const starting = operationalRoutes({ metrics, measureQueues: async () => {}, notReady: async () => ['starting'] });
  api.lead(shell(before, [starting, refuseAll('The service is starting; try again shortly.')]));
  pages.lead(refusePages);
  // Links in errors have the port that was taken.
  let baseUrl = config.baseUrl;
  const port = await open('api', api, config.port, 'PORT', () => `${baseUrl}/docs`);
  const pagesPort = await open('pages', pages, config.pagesPort, 'PAGES_PORT');
  baseUrl = atPorts(config, port, pagesPort).baseUrl;
  const setStarted = () => {
    isStarted = true;
  };
  return { api, pages, port, pagesPort, setStarted };
}

/** What the wings, the jobs and the API are built on. */
interface Base extends Start {
  secret: string;
  databases: Databases;
  clock: Clock;
  addresses: SignedAddresses;
  storage: Storage;
}

/** Without a mail server, the built-in mailbox takes all mail. */
async function startMail({ config, log, stopping, databases, clock }: Base): Promise<Mailer> {
  let { smtpUrl } = config;
  if (!smtpUrl && config.role !== 'api') {
    const mailbox = await startMailbox(databases.background, clock, log);
    stopping.under('the mailbox', mailbox.close);
    smtpUrl = mailbox.url;
  }
  warnOfSettings(config, log);
  const mailer = openMailer(smtpUrl);
  stopping.under('the mailer', mailer.close);
  return mailer;
}

type Wings = ReturnType<typeof createWings>;

function createWings(base: Base, mailer: Mailer) {
  const { config, metrics, stopping, overrides, databases, clock } = base;
  const { baseUrl, publishedHost } = config;
  /** What wings, jobs and pages get of each other once all of them are there. */
  const late: { jobs?: Jobs; pages?: PublishedPages } = {};
  const events = openEvents();
  const enqueue: Enqueue = (...request) => (late.jobs as Jobs).enqueue(...request);
  const means = { ...base, ...databases, db: databases.background, enqueue, events, baseUrl, publishedHost };

  const requestLog = createRequestLog({ ...base, write: (requests) => recordRequests(databases.background, requests) });
  const workspaces = createWorkspaces({ ...means, ...filesOfWorkspace(base.storage), requestLog });
  const stopMetering = onThreadTime((workspaceId, ms) => workspaces.meter.add(workspaceId, 'thread_seconds', ms));
  stopping.under('the meter of threads', async () => stopMetering());
  watchBudget(metrics, { used: () => usedByAllShown(databases.readiness, clock.now()), refusals });

  const outbound = createOutboundEvents({ ...means, outboundAllow: config.outboundAllow });
  const forgetPages = (workspaceId: WorkspaceId, paths: readonly string[]) => late.pages?.forget(workspaceId, paths);
  const campaigns = createCampaigns({
    ...means,
    forgetPages,
    lookups: databases.pages,
    metrics,
    mailer,
    transport: { name: transportOf(config.smtpUrl), most: config.smtpEmailsPerSecond ?? null },
    pageLimits: createPageLimits(config.rateLimitRps > 0),
    fetchText: overrides.fetchText,
    onComposed: (workspaceId, bytes) => workspaces.meter.add(workspaceId, 'message_bytes', bytes),
    checkStep: (step) => ContractValidator.of(readDocument()).check('FlowStepInput', step),
  });
  const { findUsers, findEmailSteps, mergeFollower } = campaigns;
  const audience = createAudience({ ...means, findEmailSteps, findUsers, mergeFollower });
  const content = createContent({
    ...means,
    generator: overrides.generator ?? createGenerator(config),
    longestMs: overrides.longestGenerationMs,
    serviceBudget: config.serviceBudget,
    findUsers,
  });
  const tents = createTents({ ...means, findUsers, forgetPages });

  watchBehind(metrics, { ...tents.behind, ...campaigns.behind, ...workspaces.behind });
  const finish = () => Promise.all([tents.finish(), campaigns.finish(), workspaces.finish()]);
  stopping.under('what people have sent', finish, { partMs: FINISH_MS });
  const { subscriptions = [], deaf = false } = overrides;
  const listening = deaf ? [] : [audience, content, tents, campaigns];
  events.subscribe([...listening.flatMap((wing) => wing.subscriptions), ...subscriptions]);

  const handlers: Handlers = {
    ...workspaces.handlers,
    ...outbound.handlers,
    ...audience.handlers,
    ...content.handlers,
    ...tents.handlers,
    ...campaigns.handlers,
  };
  const work = [...workspaces.work, ...outbound.work, ...audience.work, ...content.work, ...tents.work, ...campaigns.work];
  const sweeps = [
    ...[workspaces, outbound, audience, content, tents, campaigns].flatMap((wing) => wing.sweeps),
    ...upkeep(means),
    // The last one, since the others make work due.
    wakeDue(means, work, oursOf(config.works)),
  ];
  return { audience, content, tents, campaigns, handlers, work, sweeps, meter: workspaces.meter, requestLog, late };
}

async function startJobs({ config, log, metrics, stopping, overrides, databases }: Base, { work, sweeps, late }: Wings): Promise<Jobs> {
  const jobs = openJobs({
    databaseUrl: databases.url,
    db: databases.background,
    connections: config.databaseJobConnections,
    listen: !config.databasePooled,
    sockets: databases.sockets,
    mayRun: databases.pulse.isSound,
    log,
    metrics,
    workers: work,
    sweeps,
    isOurs: oursOf(config.works),
  });
  late.jobs = jobs;
  stopping.under('the job queue', jobs.close);
  stopping.working('jobs', jobs.finish);
  await jobs.start((overrides.runJobs ?? true) && config.role !== 'api').catch(sayTrouble);
  return jobs;
}

/** Serves published pages where the start was answered until now; `serveApi` does the same for the API. */
async function servePages(base: Base, { tents, content, late }: Wings, listener: Listener, assets: RequestHandler): Promise<void> {
  const { config, log, metrics, stopping, databases } = base;
  const pages = await openPages({
    db: databases.pages,
    feed: databases.open('changes of pages', PROBING),
    log,
    metrics,
    publishedHost: config.publishedHost,
    folder: join(config.dataDir, 'spool'),
    memoryBytes: config.pagesMemoryBytes,
    diskBytes: config.pagesDiskBytes,
  }).catch(sayTrouble);
  late.pages = pages;
  stopping.under('published pages', pages.close);
  listener.lead(
    createPagesListener({
      pages: { find: pages.find, ...tents.visitors },
      serves: pages.serves,
      assets: assetListener(assets, content.findFont),
      log,
      metrics,
      trustProxy: config.trustProxy,
    }),
  );
}

interface ApiPlace {
  listener: Listener;
  assets: RequestHandler;
}

function serveApi(base: Base, wings: Wings, jobs: Jobs, { listener, assets }: ApiPlace): void {
  const { config, log, metrics, databases, clock, addresses, storage, secret } = base;
  const { requests: db, background, pulse } = databases;
  const { audience, content, campaigns, handlers, meter, requestLog } = wings;
  const { baseUrl } = config;
  const admit = createAdmission({
    authenticate: createAuthenticator(db, clock, log),
    ...createKeyLimits(config.rateLimitRps),
  });
  const means = {
    fairShare: createFairShare({ places: db.pool.options.max, isDatabaseSlow: () => pulse.isSlow() || db.isStalled() }),
    uploads: content.uploads,
    db,
    reading: databases.reading,
    clock,
    sealing: createSealing(secret, 'bivouac kept answers'),
  };
  const received = createReceived({ db, clock, meter });
  const gateway = createGateway({ ...means, document: readDocument(), handlers, admit, received, requestLog, recordAudit });
  const inside = openInside(shell(base, [underV1(gateway)]), log);
  const delivery = config.smtpUrl ? 'mail_server' : 'mailbox';
  const isFree = async (workspaceId: WorkspaceId) => (await findWorkspace({ db, workspaceId })).plan === 'free';
  const mounts = [
    underV1(gateway),
    ...platformRoutes({ ...means, ...config, handlers: platformHandlers, recordAudit: recordPlatformAudit }),
    operationalRoutes({
      metrics,
      works: config.works,
      measureQueues: () => Promise.all([jobs.measure(), measureWork(background, metrics, WORK_KINDS, { ...config, now: clock.now() })]),
      notReady: async () => (listener.isClosing() ? ['stopping'] : notReady(databases.readiness, pulse)),
    }),
    landingRoutes({ ...config, hasMailbox: !config.smtpUrl, clock }),
    docsRoutes(baseUrl),
    mcpRoutes({ admit, inside, baseUrl, secret, clock, delivery, isFree, isClosing: listener.isClosing }),
    ...campaigns.routes,
    hookRoutes(campaigns.hooks),
    assets,
    fileRoutes({ storage, addresses, admit: audience.admitUpload }),
    ...(config.smtpUrl ? [] : [mailboxRoutes(db, { ...config, secret, clock })]),
  ];
  listener.lead(shell(base, mounts, campaigns.ahead));
}
