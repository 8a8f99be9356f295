import type { Server } from 'node:http';
import { createAudience } from './audience/index.ts';
import { createCampaigns } from './campaigns/index.ts';
import type { Config } from './config.ts';
import { createContent } from './content/index.ts';
import { createApp, underV1 } from './http/app.ts';
import { readDocument } from './http/contract.ts';
import { docsRoutes } from './http/docs.ts';
import { createFairShare } from './http/fair-share.ts';
import { fileRoutes } from './http/files.ts';
import { createGateway } from './http/gateway.ts';
import type { Handlers } from './http/handler.types.ts';
import { forgetExpiredKeys } from './http/idempotency.ts';
import { listen } from './http/listen.ts';
import { mailboxRoutes } from './http/mailbox/routes.ts';
import { operationalRoutes } from './http/operational.ts';
import { createRateLimit, createRefusalLimit } from './http/rate-limit.ts';
import { closeServer, createHttpServer } from './http/server.ts';
import { type Enqueue, type Jobs, openJobs, type Sweep } from './jobs/jobs.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { databaseTrouble } from './platform/database-trouble.ts';
import { type Database, openDatabase } from './platform/db.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openEvents, type Subscription } from './platform/events.ts';
import { type Log, openLog } from './platform/log.ts';
import { startMailbox, trimMailbox } from './platform/mailbox.ts';
import { openMailer } from './platform/mailer.ts';
import { openMetrics } from './platform/metrics.ts';
import { isMigrated, migrate } from './platform/migrations.ts';
import { appSecret } from './platform/secret.ts';
import { signedAddresses } from './platform/signed-addresses.ts';
import { openStorage } from './platform/storage.ts';
import { createAuthenticator } from './workspaces/authenticator.ts';
import { createWelcome, type Welcome } from './workspaces/welcome.ts';

/** A running service. Everything it started, `stop` ends. */
export interface Service {
  config: Config;
  db: Database;
  log: Log;
  jobs: Jobs;
  /** Where the API listens; undefined for a worker. */
  server: Server | undefined;
  /** The workspace and key of a first start, to be shown once. */
  welcome: Welcome | undefined;
  stop(): Promise<void>;
}

export interface Overrides {
  clock?: Clock;
  log?: Log;
  /** False: jobs wait until `jobs.drain()` is called. */
  runJobs?: boolean;
  /** Who listens to domain events beside the wings. */
  subscriptions?: Subscription[];
}

const STOP_TIMEOUT_MS = 25_000;
const A_DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Puts the house together: database, wings, jobs, HTTP. The only place that knows all of them.
 * @throws StartError, or whatever else kept a part from starting; what had been started by then is stopped
 */
export async function startService(
  config: Config,
  { clock = systemClock, log = openLog(config.logLevel), runJobs = true, subscriptions = [] }: Overrides = {},
): Promise<Service> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
  };
  try {
    return await start();
  } catch (error) {
    await stop();
    throw error;
  }

  async function start(): Promise<Service> {
    const secret = await appSecret(config);
    let embedded: EmbeddedPostgres | undefined;
    if (!config.databaseUrl) {
      embedded = await startEmbeddedPostgres(config.dataDir, { log });
      undo.push(embedded.stop);
    }
    const databaseUrl = config.databaseUrl ?? (embedded as EmbeddedPostgres).url;
    await migrate(databaseUrl, {
      onWait: (migration) => log.warn({ migration }, 'a table is in use; its migration tries again'),
    }).catch(sayTrouble);
    const db = openDatabase(databaseUrl, (error) => log.warn({ err: error }, 'database connection lost'));
    undo.push(db.close);
    const metrics = openMetrics();

    let smtpUrl = config.smtpUrl;
    if (!smtpUrl && config.role !== 'api') {
      const mailbox = await startMailbox(db, clock, log);
      undo.push(mailbox.close);
      smtpUrl = mailbox.url;
    }
    const mailer = openMailer(smtpUrl);
    undo.push(mailer.close);

    let jobs: Jobs | undefined;
    const enqueue: Enqueue = (...request) => (jobs as Jobs).enqueue(...request);
    const addresses = signedAddresses({ secret, baseUrl: config.baseUrl, clock });
    const storage = await openStorage(config, addresses);
    const events = openEvents();
    const audience = createAudience({ db, clock, log, enqueue, events, storage });
    const campaigns = createCampaigns({ db, clock, log, metrics, mailer, enqueue, events, secret, baseUrl: config.baseUrl });
    const content = createContent({ isEmailInUse: campaigns.isEmailInUse });
    events.subscribe(subscriptions);
    const handlers: Handlers = { ...audience.handlers, ...content.handlers, ...campaigns.handlers };

    const upkeep: Sweep[] = [
      { name: 'idempotency-keys', everySeconds: 3_600, run: () => forgetExpiredKeys(db, clock.now()) },
      { name: 'mailbox', everySeconds: 600, run: () => trimMailbox(db) },
      { name: 'storage', everySeconds: 3_600, run: () => storage.tidy(new Date(clock.now().getTime() - A_DAY_MS)) },
    ];
    const workers = [...audience.workers, ...campaigns.workers];
    jobs = openJobs({ databaseUrl, db, log, metrics, workers, sweeps: [...audience.sweeps, ...campaigns.sweeps, ...upkeep] });
    undo.push(() => (jobs as Jobs).stop(STOP_TIMEOUT_MS));
    await jobs.start(runJobs && config.role !== 'api').catch(sayTrouble);

    let server: Server | undefined;
    let phase: Phase = 'starting';
    if (config.role !== 'worker') {
      const gateway = createGateway({
        document: readDocument(),
        handlers,
        authenticate: createAuthenticator(db, clock),
        rateLimit: createRateLimit(config.rateLimitRps),
        refusalLimit: config.rateLimitRps === 0 ? () => {} : createRefusalLimit(),
        fairShare: createFairShare({ places: db.pool.options.max }),
        db,
        clock,
      });
      const mounts = [
        underV1(gateway),
        operationalRoutes({ metrics, measureQueues: jobs.measure, notReady: () => notReady(db, phase) }),
        docsRoutes(config.baseUrl),
        ...campaigns.routes,
        fileRoutes({ storage, addresses, admit: audience.admitUpload }),
        ...(config.smtpUrl ? [] : [mailboxRoutes(db, { baseUrl: config.baseUrl })]),
      ];
      server = createHttpServer(createApp({ log, metrics, mounts, trustProxy: config.trustProxy }), { log });
      // A client that keeps asking over one connection would otherwise keep a stopping service from its end.
      server.prependListener('request', (_request, response) => {
        if (phase === 'stopping') response.setHeader('Connection', 'close');
      });
      await listen(server, config.port, config.host);
      undo.push(() => {
        // Readiness fails first, for whoever still asks over a connection that is open.
        phase = 'stopping';
        return closeServer(server as Server, STOP_TIMEOUT_MS);
      });
    }
    // Last of all: a key that is shown once must not be made by a start that then fails, on a taken port say.
    const welcome = embedded && server && (await createWelcome(db, clock.now()));
    phase = 'started';
    return { config, db, log, jobs, server, welcome, stop };
  }
}

type Phase = 'starting' | 'started' | 'stopping';

async function notReady(db: Database, phase: Phase): Promise<string[]> {
  if (phase !== 'started') return [phase];
  try {
    return (await isMigrated((text) => db.query({ text, values: [] }))) ? [] : ['migrations'];
  } catch {
    return ['database'];
  }
}

function sayTrouble(error: unknown): never {
  throw databaseTrouble(error);
}
