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
import { createDrawingLimit, createRateLimit, createRefusalLimit } from './http/rate-limit.ts';
import { createHttpServer } from './http/server.ts';
import { ContractValidator } from './http/validator.ts';
import { type Enqueue, type Jobs, openJobs } from './jobs/jobs.ts';
import { openInside } from './mcp/inside.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { createOutboundEvents } from './outbound/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Limits } from './platform/connections.ts';
import { sayTrouble } from './platform/database-trouble.ts';
import { type Database, FOR_BACKGROUND, FOR_REQUESTS, openDatabase, PAGES, PROBING, sql } from './platform/db.ts';
import { connectionShares, descriptorLimit } from './platform/descriptors.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openEvents, type Subscription } from './platform/events.ts';
import type { FetchText } from './platform/fetch-text.ts';
import { joinInstallation } from './platform/installation.ts';
import { type Log, openLog } from './platform/log.ts';
import { openMailer, transportOf } from './platform/mail/mailer.ts';
import { startMailbox } from './platform/mailbox.ts';
import { openMetrics, watchBehind, watchBudget, watchPools, watchPulse } from './platform/metrics.ts';
import { migrate } from './platform/migrations.ts';
import { createPulse } from './platform/pulse.ts';
import { retryBriefly } from './platform/retry.ts';
import { appSecret, secretSource } from './platform/secret.ts';
import { signedAddresses } from './platform/signed-addresses.ts';
import { createSockets } from './platform/sockets.ts';
import { openStorage } from './platform/storage.ts';
import { onThreadTime } from './platform/threads.ts';
import { notReady } from './process/readiness.ts';
import { createStopping } from './process/stopping.ts';
import { warnOfSettings } from './process/warnings.ts';
import { measureWork } from './queue/standing.ts';
import { wakeDue } from './queue/work.ts';
import { createTents } from './tents/index.ts';
import { openPages, type PublishedPages } from './tents/pages/pages.service.ts';
import { upkeep } from './upkeep.ts';
import { WORK_KINDS } from './work-kinds.ts';
import { createAuthenticator } from './workspaces/authenticator.ts';
import { refusals, usedByAllShown } from './workspaces/budget/budget.ts';
import { createMeter } from './workspaces/budget/meter.ts';
import { createReceived } from './workspaces/budget/received.ts';
import { createWorkspaces } from './workspaces/index.ts';
import { createWelcome, isAnyWorkspace, type Welcome } from './workspaces/welcome.ts';
import { findWorkspace } from './workspaces/workspaces.service.ts';

/** A running service. Everything it started, `stop` ends. */
export interface Service {
  config: Config;
  db: Database;
  log: Log;
  jobs: Jobs;
  /** Where the API listens; undefined for a worker. */
  port: number | undefined;
  /** Where published pages are served; undefined for a worker. */
  pagesPort: number | undefined;
  /** The workspace and key of a first start, to be shown once. */
  welcome: Welcome | undefined;
  /** False: nobody can use the API yet. */
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
  /** Who writes what is asked for in words, in place of who is configured, and how long it may take. */
  generator?: Generator;
  longestGenerationMs?: number;
  /** How a provider that tells of bounces is asked for its certificate. */
  fetchText?: FetchText;
  /** Who listens to domain events beside the wings. */
  subscriptions?: Subscription[];
  /** The wings hear of no domain events. To measure what hearing costs. */
  deaf?: boolean;
  /** Told what the start is at, in words. */
  onStep?: (words: string) => void;
  /** Told to stop while it starts, the service ends what it has started by then. */
  stopSignal?: AbortSignal;
  /** Told to hurry, it cuts off what has not ended by itself. */
  forceSignal?: AbortSignal;
}

/** For what is in memory to be written at the end. */
const FAREWELL_MS = 6_000;

/**
 * Puts the house together: database, wings, jobs, HTTP. The only place that knows all of them.
 * @throws StartError, the reason of `stopSignal`, or whatever else kept a part from starting; what had been started by then is stopped
 */
export async function startService(
  configured: Config,
  {
    clock: otherClock,
    log = openLog(configured.logLevel, undefined, configured.logFormat),
    runJobs = true,
    generator = createGenerator(configured),
    longestGenerationMs,
    fetchText,
    subscriptions = [],
    deaf = false,
    onStep = () => {},
    stopSignal,
    forceSignal,
  }: Overrides = {},
): Promise<Service> {
  const drainMs = configured.drainSeconds * 1_000;
  const stopping = createStopping(log, drainMs);
  const stop = () => stopping.stop(forceSignal);
  try {
    return await start();
  } catch (error) {
    await stop();
    throw error;
  }

  async function start(): Promise<Service> {
    let started = false;
    const metrics = openMetrics();
    const listener = createListener(log);
    const pagesListener = createListener(log);
    const origins = crossOrigin({ origins: configured.corsOrigins, document: readDocument() });
    const shell = (mounts: RequestHandler[], ahead?: Ahead) =>
      createApp({ log, metrics, mounts: [origins, ...mounts], ahead, trustProxy: configured.trustProxy });
    let config = configured;
    let port: number | undefined;
    let pagesPort: number | undefined;
    if (config.role !== 'worker') {
      // Before all else, which takes a while: a port that is taken is said at once, and one of the system's choice stands in links.
      const limit = await descriptorLimit();
      const shares = limit === undefined ? undefined : connectionShares(limit, config.databaseConnections + config.databaseJobConnections);
      const openListener = async (
        name: 'api' | 'pages',
        behind: Listener,
        wanted: number,
        variable: string,
        reference?: Reference,
      ): Promise<number> => {
        const server = createHttpServer(behind.handle, { log, reference, mostConnections: shares?.[name] });
        behind.watch(server);
        const taken = await listen(server, wanted, config.host, variable);
        stopping.working(name === 'api' ? 'requests' : name, (limit) => behind.close({ drainMs: started ? drainMs : 0, limit }));
        return taken;
      };
      const starting = operationalRoutes({ metrics, measureQueues: async () => {}, notReady: async () => ['starting'] });
      listener.lead(shell([starting, refuseAll('The service is starting; try again shortly.')]));
      pagesListener.lead(refusePages);
      port = await openListener('api', listener, config.port, 'PORT', () => `${config.baseUrl}/docs`);
      pagesPort = await openListener('pages', pagesListener, config.pagesPort, 'PAGES_PORT');
      config = atPorts(config, port, pagesPort);
    }

    const secret = await appSecret(config);
    let embedded: EmbeddedPostgres | undefined;
    if (!config.databaseUrl) {
      embedded = await startEmbeddedPostgres(config.dataDir, { log, onStep });
      stopping.under('the embedded database', embedded.stop, { keepsToLimit: true });
    }
    stopSignal?.throwIfAborted();
    const databaseUrl = config.databaseUrl ?? (embedded as EmbeddedPostgres).url;
    onStep('Looking at the tables');
    await migrate(databaseUrl, {
      onApply: (place, of) => onStep(`Applying migrations ${place}/${of}`),
      onWait: (migration) => log.warn({ migration }, 'a table is in use; its migration tries again'),
    }).catch(sayTrouble);
    // Requests, background work, pages and readiness each have connections of their own: none can take those of another.
    const pooled = config.databasePooled;
    const sockets = createSockets();
    const open = (use: string, limits: Partial<Limits>, looks?: Database) => {
      const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost');
      const opened = openDatabase(databaseUrl, onLost, { ...limits, pooled, sockets }, looks);
      stopping.under(`the database's connections for ${use}`, opened.close);
      return opened;
    };
    const background = open('jobs', { ...FOR_BACKGROUND, connections: config.databaseJobConnections });
    // What they ask makes tables grow, and no request waits for the connection that looks after that.
    const db = open('requests', { ...FOR_REQUESTS, connections: config.databaseConnections }, background);
    const probe = open('readiness', PROBING, background);
    const pagesDb = open('pages', { ...PAGES, connections: 4 }, background);
    watchPools(metrics, { requests: db, jobs: background, pages: pagesDb });
    // Migrations have worked, and a pooler may still refuse what our connections ask of it: better said here than by every request.
    await retryBriefly(() => db.transaction((tx) => tx.query(sql`SELECT ${1}::int AS one`))).catch(sayTrouble);
    const pulse = createPulse({ url: databaseUrl, sockets, log });
    stopping.under("the database's pulse", pulse.stop);
    await pulse.start();
    watchPulse(metrics, pulse);
    const clock = otherClock ?? pulse.clock;
    const addresses = signedAddresses({ secret, baseUrl: config.baseUrl, clock });
    const storage = await openStorage(config, addresses);
    const shared = { secret, secretSource: secretSource(config), storage, storageUrl: config.storageUrl };
    await retryBriefly(() => joinInstallation(background, shared, log)).catch(sayTrouble);
    stopSignal?.throwIfAborted();

    onStep('Starting the service');
    let smtpUrl = config.smtpUrl;
    if (!smtpUrl && config.role !== 'api') {
      const mailbox = await startMailbox(background, clock, log);
      stopping.under('the mailbox', mailbox.close);
      smtpUrl = mailbox.url;
    }
    warnOfSettings(config, log);
    const mailer = openMailer(smtpUrl);
    stopping.under('the mailer', mailer.close);

    let jobs: Jobs | undefined;
    const enqueue: Enqueue = (...request) => (jobs as Jobs).enqueue(...request);
    const events = openEvents();
    const meter = createMeter({ db: background, clock, log });
    const stopMetering = onThreadTime((workspaceId, ms) => meter.add(workspaceId, 'thread_seconds', ms));
    stopping.under('the meter of threads', async () => stopMetering());
    const workspaces = createWorkspaces({ db: background, clock, publishedHost: config.publishedHost });
    watchBudget(metrics, { used: () => usedByAllShown(probe, clock.now()), refusals });
    const outbound = createOutboundEvents({ ...config, db: background, clock, log, enqueue, secret });
    const campaigns = createCampaigns({
      db: background,
      requests: db,
      lookups: pagesDb,
      clock,
      log,
      metrics,
      mailer,
      transport: { name: transportOf(config.smtpUrl), most: config.smtpEmailsPerSecond ?? null },
      enqueue,
      events,
      storage,
      addresses,
      drawingLimit: config.rateLimitRps === 0 ? () => 0 : createDrawingLimit(),
      secret,
      baseUrl: config.baseUrl,
      publishedHost: config.publishedHost,
      bounceDomain: config.bounceDomain,
      feedbackSenders: config.hooks,
      fetchText,
      outboundAllow: config.outboundAllow,
      onComposed: (workspaceId, bytes) => meter.add(workspaceId, 'message_bytes', bytes),
      checkStep: (step) => ContractValidator.of(readDocument()).check('FlowStepInput', step),
    });
    const { findUsers, findEmailSteps } = campaigns;
    const audience = createAudience({ db: background, requests: db, clock, log, enqueue, events, storage, findEmailSteps, findUsers });
    const content = createContent({
      db: background,
      requests: db,
      clock,
      log,
      enqueue,
      events,
      storage,
      generator,
      longestMs: longestGenerationMs,
      serviceBudget: config.serviceBudget,
      baseUrl: config.baseUrl,
      findUsers,
    });
    let pages: PublishedPages | undefined;
    const tents = createTents({
      db: background,
      requests: db,
      clock,
      log,
      enqueue,
      events,
      baseUrl: config.baseUrl,
      publishedHost: config.publishedHost,
      findUsers,
      forgetPages: (workspaceId, paths) => pages?.forget(workspaceId, paths),
    });
    watchBehind(metrics, { ...tents.behind, ...campaigns.behind, measured: meter.behind });
    stopping.under('what people have sent', () => Promise.all([tents.finish(), campaigns.finish(), meter.finish()]), {
      partMs: FAREWELL_MS,
    });
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

    const work = [...outbound.work, ...audience.work, ...content.work, ...campaigns.work];
    jobs = openJobs({
      databaseUrl,
      db: background,
      connections: config.databaseJobConnections,
      listen: !pooled,
      sockets,
      mayRun: pulse.isSound,
      log,
      metrics,
      workers: work,
      sweeps: [
        ...[workspaces, outbound, audience, content, tents, campaigns].flatMap(({ sweeps }) => sweeps),
        ...upkeep({ db: background, clock, storage }),
        // The last one, since the others make work due.
        wakeDue({ db: background, clock, enqueue }, work),
      ],
    });
    stopping.under('the job queue', jobs.close);
    stopping.working('jobs', jobs.finish);
    await jobs.start(runJobs && config.role !== 'api').catch(sayTrouble);

    if (config.role !== 'worker') {
      pages = await openPages({
        db: pagesDb,
        feed: open('changes of pages', PROBING, background),
        log,
        metrics,
        publishedHost: config.publishedHost,
        folder: join(config.dataDir, 'spool'),
        memoryBytes: config.pagesMemoryBytes,
        diskBytes: config.pagesDiskBytes,
      }).catch(sayTrouble);
      stopping.under('published pages', pages.close);
      pagesListener.lead(
        createPagesListener({
          pages: { find: pages.find, ...tents.visitors },
          serves: pages.serves,
          assets: assetListener(assetRoutes({ storage, find: content.findAsset }), content.findFont),
          log,
          metrics,
          trustProxy: config.trustProxy,
        }),
      );
      const admit = createAdmission({
        authenticate: createAuthenticator(db, clock),
        rateLimit: createRateLimit(config.rateLimitRps),
        refusalLimit: config.rateLimitRps === 0 ? () => {} : createRefusalLimit(),
      });
      const gateway = createGateway({
        document: readDocument(),
        handlers,
        admit,
        received: createReceived({ db, clock, meter }),
        fairShare: createFairShare({ places: db.pool.options.max, isDatabaseSlow: () => pulse.isSlow() || db.isStalled() }),
        uploads: content.uploads,
        db,
        clock,
      });
      const inside = openInside(shell([underV1(gateway)]), log);
      const delivery = config.smtpUrl ? 'mail_server' : 'mailbox';
      const isFree = async (workspaceId: string) => (await findWorkspace({ db, workspaceId })).plan === 'free';
      const { measure: measureJobs } = jobs;
      const mounts = [
        underV1(gateway),
        operationalRoutes({
          metrics,
          measureQueues: () => Promise.all([measureJobs(), measureWork(background, metrics, WORK_KINDS, clock.now())]),
          notReady: () => (listener.isClosing() ? Promise.resolve(['stopping']) : notReady(probe, pulse)),
        }),
        landingRoutes({ baseUrl: config.baseUrl, publishedHost: config.publishedHost, hasMailbox: !config.smtpUrl }),
        docsRoutes(config.baseUrl),
        mcpRoutes({ admit, inside, baseUrl: config.baseUrl, secret, clock, delivery, isFree, isClosing: listener.isClosing }),
        ...campaigns.routes,
        hookRoutes(campaigns.hooks),
        assetRoutes({ storage, find: content.findAsset }),
        fileRoutes({ storage, addresses, admit: audience.admitUpload }),
        ...(config.smtpUrl ? [] : [mailboxRoutes(db, config)]),
      ];
      listener.lead(shell(mounts, campaigns.ahead));
    }
    stopSignal?.throwIfAborted();
    // Last of all: a key that is shown once must not be made by a start that then fails.
    const welcome = embedded && port !== undefined ? await createWelcome(db, clock.now()) : undefined;
    const hasWorkspaces = await isAnyWorkspace(db);
    started = true;
    return { config, db, log, jobs, port, pagesPort, welcome, hasWorkspaces, stop };
  }
}
