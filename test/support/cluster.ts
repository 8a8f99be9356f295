/**
 * One PostgreSQL for a test run, and in it a migrated template. Every test file works on a clone of its own, so that files
 * neither wait for migrations nor see each other.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { migrate } from '../../src/platform/migrations.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the cluster's maintenance database. */
    clusterUrl: string;
  }
}

export const TEMPLATE = 'bivouac';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await rm('test-results', { recursive: true, force: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-test-'));
  const cluster = await startEmbeddedPostgres(dataDir);
  await migrate(cluster.url);
  const boss = new PgBoss({ connectionString: cluster.url, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });

  const clusterUrl = cluster.url.replace(/[^/]+$/, 'postgres');
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  // Nothing here has to survive a power cut.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await admin.query(`ALTER SYSTEM SET ${setting} = off`);
  await admin.query('SELECT pg_reload_conf()');
  await admin.end();
  project.provide('clusterUrl', clusterUrl);

  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
