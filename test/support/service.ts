/**
 * How to write a test through HTTP:
 *
 *   const service = await startTestService();      // at the top of the file, or in beforeAll
 *   afterAll(service.stop);
 *   const { api } = service;                       // typed client (openapi-fetch) with the key of a fresh workspace
 *   const { data, error, response } = await api.POST('/v1/contacts', { body: { items: [{ email: 'ada@example.com' }] } });
 *
 * Every answer is validated against the document by the client. `service.workspace(...)` makes another workspace with its own
 * client; `service.drain()` runs all jobs and sweeps that are due; `service.clock.advance({ hours: 1 })` moves the time;
 * `service.db` is for what HTTP cannot show, and `startTestService({}, { subscriptions })` listens to domain events. Nothing
 * sleeps; the database is this file's own while it runs.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readConfig } from '../../src/config.ts';
import type { Generator } from '../../src/content/index.ts';
import { openLog } from '../../src/platform/log.ts';
import { type Overrides, type Service, startService } from '../../src/service.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace, type Plan } from '../../src/workspaces/workspaces.service.ts';
import { type ApiClient, createClient } from './client.ts';
import { TestClock } from './clock.ts';
import { createDatabase, filesOf } from './database.ts';
import { emptyDatabase } from './empty.ts';
import { idle, type Shared } from './idle.ts';

export interface TestWorkspace {
  id: string;
  slug: string;
  apiKey: string;
  api: ApiClient;
}

export interface TestService extends TestWorkspace {
  url: string;
  db: Service['db'];
  clock: TestClock;
  service: Service;
  /** Another workspace, with `example.com` verified, a thousand credits by default, a key named "Test" and its client. */
  workspace(options?: { plan?: Plan; name?: string; credits?: number }): Promise<TestWorkspace>;
  drain(): Promise<void>;
  stop(): Promise<void>;
}

let counter = 0;

type TestOverrides = Pick<Overrides, 'subscriptions' | 'generator' | 'longestGenerationMs' | 'fetchText' | 'log' | 'runJobs'>;

/**
 * Without settings other than a generator, it may be a service of earlier files, emptied and back at the real time.
 * @param isFresh true where tests look at what a service counts, remembers or plans from its start on
 */
export async function startTestService(
  environment: Record<string, string> = {},
  { isFresh = false, ...overrides }: TestOverrides & { isFresh?: boolean } = {},
): Promise<TestService> {
  const { generator, ...others } = overrides;
  const isPlain =
    Object.keys({ ...environment, ...others }).length === 0 && Object.keys(generator ?? {}).every((key) => key === 'generate');
  if (isFresh || !isPlain) return startFresh(environment, overrides);
  const unused = idle[generator ? 'generating' : 'plain'];
  const shared = unused.pop() ?? (await startShared(generator !== undefined));
  const { service } = shared;
  shared.generator = generator as Generator;
  return {
    ...service,
    ...(await service.workspace()),
    stop: async () => {
      if (await canServeAgain(service)) unused.push(shared);
      else await service.stop();
    },
  };
}

async function startShared(isGenerating: boolean): Promise<Shared> {
  const shared: Partial<Shared> = {};
  const generator: Generator = { generate: (...commission) => (shared.generator as Generator).generate(...commission) };
  return Object.assign(shared, { service: await startFresh({}, isGenerating ? { generator } : {}) });
}

/** Empties it. False where it has been stopped, or its database is not worth emptying. */
async function canServeAgain({ url, db, clock, service }: TestService): Promise<boolean> {
  const isReady = await fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReady || !(await emptyDatabase(db))) return false;
  const files = fileURLToPath(service.config.storageUrl as string);
  // The mark by which the service recognises its own files stays.
  for (const name of await readdir(files).catch(() => []))
    if (name !== 'installation') await rm(join(files, name), { recursive: true, force: true });
  clock.reset();
  return true;
}

async function startFresh(environment: Record<string, string>, overrides: TestOverrides): Promise<TestService> {
  const database = await createDatabase();
  const files = filesOf(environment.DATABASE_URL ?? database.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-data-'));
  const clock = new TestClock();
  const service = await startService(
    readConfig({
      PORT: '0',
      PAGES_PORT: '0',
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: '0',
      RATE_LIMIT_RPS: '0',
      APP_SECRET: 'a secret for the tests',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      STORAGE_URL: pathToFileURL(files).href,
      ...environment,
    }),
    { clock, log: openLog(process.env.TEST_LOG ?? 'silent'), runJobs: false, ...overrides },
  );
  const url = `http://127.0.0.1:${service.port}`;

  const workspace: TestService['workspace'] = async ({ plan = 'paid', name = 'Juniper Trail', credits = 1_000 } = {}) => {
    counter += 1;
    const { id, slug } = await createWorkspace(service.db, { name, slug: `workspace-${counter}`, plan, credits }, clock.now());
    await addDomain(service.db, { workspaceId: id, domain: 'example.com', verified: true }, clock.now());
    const { token } = await createKey(service.db, { workspaceId: id, name: 'Test' }, clock.now());
    return { id, slug, apiKey: token, api: createClient(url, token) };
  };

  return {
    ...(await workspace()),
    url,
    db: service.db,
    clock,
    service,
    workspace,
    drain: () => service.jobs.drain(),
    async stop() {
      await service.stop();
      await database.drop();
      // Another service may be on a database that was given.
      for (const folder of environment.DATABASE_URL ? [dataDir] : [files, dataDir]) await rm(folder, { recursive: true, force: true });
    },
  };
}
