/**
 * One PostgreSQL for a test run, with a migrated template. Every test file works on its own clone, so that files
 * do not wait for migrations or see each other. All files of a run are in one folder, which a guard
 * removes when the run ends in any way.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { inMemory, openRunFolder } from '../../scripts/run-folder.ts';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { openLog } from '../../src/platform/log.ts';
import { startService } from '../../src/service.ts';
import { BY_HAND } from './by-hand.ts';
import { createOnCitus, databaseOf, nodesOf, onNodes } from './citus.ts';
import { distribute } from './distribution.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the cluster's maintenance database. */
    clusterUrl: string;
    /** Where the databases are distributed. */
    citusUrl?: string;
    /** The seed of the order of tests and of property tests. */
    seed: number;
  }
}

export const TEMPLATE = 'bivouac';

/** Where a Citus cluster is to hold the databases of the run, each distributed: the address of a database that knows the nodes. */
const citusUrl = process.env.CITUS_DATABASE_URL;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeOldResults();
  if (citusUrl) return onCitus(project, citusUrl);
  const folder = await openRunFolder('bivouac-test-', { parent: await inMemory() });
  const cluster = await startEmbeddedPostgres(folder.path);
  await startOnce(cluster.url, folder.path);

  const clusterUrl = cluster.url.replace(/[^/]+$/, 'postgres');
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  // The data need not survive a power cut.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await admin.query(`ALTER SYSTEM SET ${setting} = off`);
  // The database of each error.
  await admin.query("ALTER SYSTEM SET log_line_prefix = '%m [%p] %d '");
  await admin.query('SELECT pg_reload_conf()');
  await admin.end();
  project.provide('clusterUrl', clusterUrl);
  // The generator takes 32 bits.
  project.provide('seed', project.config.sequence.seed | 0);

  return async () => {
    await cluster.stop();
    await folder.remove();
  };
}

async function onCitus(project: TestProject, url: string): Promise<() => Promise<void>> {
  const folder = await openRunFolder('bivouac-test-', { parent: await inMemory() });
  await createOnCitus(url, TEMPLATE, 'template0');
  const template = databaseOf(url, TEMPLATE);
  await onNodes(url, TEMPLATE, 'CREATE EXTENSION citus');
  const nodes = await nodesOf(url);
  const admin = new pg.Client({ connectionString: template });
  await admin.connect();
  for (const { host, port, isCoordinator } of nodes)
    await admin.query(`SELECT ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}($1, $2)`, [host, port]);
  await admin.end();
  await startOnce(template, folder.path, { isPlain: false });
  await distribute(template);
  project.provide('clusterUrl', databaseOf(url, 'postgres'));
  project.provide('citusUrl', url);
  project.provide('seed', project.config.sequence.seed | 0);
  return folder.remove;
}

/** A first start migrates and makes the queues for all clones. Then the registration of the installation is removed. */
async function startOnce(url: string, folder: string, { isPlain = true } = {}): Promise<void> {
  const settings = {
    PORT: '0',
    PAGES_PORT: '0',
    DATABASE_URL: url,
    APP_SECRET: 'a secret for the tests',
    DATA_DIR: join(folder, 'first-start'),
  };
  const service = await startService(readConfig(settings), { log: openLog('silent'), runJobs: false });
  await service.db.pool.query('DELETE FROM installation');
  if (isPlain) await service.db.pool.query(BY_HAND);
  await service.stop();
}

/** Results stay until the next run begins; those of a running one stay too. */
async function removeOldResults(): Promise<void> {
  const results = 'test-results';
  const folders = await readdir(results).catch(() => []);
  for (const name of folders) if (!isRunning(Number(name))) await rm(join(results, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch {
    return false;
  }
}
