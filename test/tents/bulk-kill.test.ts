/**
 * Bulk jobs whose processes die: every item ends, once, its page and its credit with it, and nothing is left to be reconciled.
 * `KILL_ROUNDS` says how many jobs go through this; each loses several processes, at moments that chance chooses.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, sql } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { beginBulk, giveTemplate, items, readBulk } from '../support/bulk.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);
const DEATHS = 3;
const CREDITS = 1_000;
const MAIN = fileURLToPath(new URL('../support/slow-service.ts', import.meta.url));

let database: TestDatabase;
let db: Database;
let workspaceId: string;
let token: string;
let running: ServiceProcess | undefined;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, () => {});
});
afterEach(() => running?.kill());
afterAll(async () => {
  await db.close();
  await database.drop();
});

const start = async (): Promise<{ api: ApiClient }> => {
  running = await startProcess({ DATABASE_URL: database.url, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_RPS: '0', SLOW_MS: '300' }, MAIN);
  return { api: createClient(running.url, token) };
};
const underWay = (status?: string): Promise<number> =>
  db.prisma.generation.count({ where: { workspaceId, status: status ?? { in: ['pending', 'generating'] } } });

describe('kill -9 in the middle of a bulk job', () => {
  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))('leaves nothing open, round %i', async () => {
    const now = new Date();
    workspaceId = (await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid', credits: CREDITS }, now)).id;
    token = (await createKey(db, { workspaceId, name: 'Test' }, now)).token;
    let workspace = await start();
    const template_id = await giveTemplate(workspace);
    const { bulk_job_id } = await beginBulk(workspace, { template_id, auto_publish: true, items: items(25) });
    for (let death = 0; death < DEATHS; death++) {
      await expect.poll(() => underWay('generating'), { interval: 2 }).toBeGreaterThan(0);
      await wait(Math.random() * 300);
      await running?.kill();
      // Some have died in the middle; time passes for whoever held them.
      await db.query(sql`UPDATE generations SET lease_until = now() WHERE status = 'generating'`);
      workspace = await start();
      const job = await readBulk(workspace, bulk_job_id);
      expect(job.queued + job.generating + job.completed + job.failed).toBe(25);
    }
    await expect.poll(() => underWay()).toBe(0);

    const job = await readBulk(workspace, bulk_job_id);
    expect([job.total, job.queued, job.generating]).toEqual([25, 0, 0]);
    expect(job.credits).toEqual({ reserved: 25, consumed: job.completed, refunded: job.failed, pending_reconciliation: 0 });
    // Whose process died twice is given up.
    expect(job.failed).toBeLessThanOrEqual(4 * (DEATHS - 1));
    for (const { status, publication_status, published_url, message } of job.items) {
      const written = status === 'completed';
      expect([publication_status, published_url !== null, message === null]).toEqual([written ? 'published' : 'failed', written, written]);
    }
    expect(await db.prisma.version.count({ where: { workspaceId } })).toBe(job.completed + 1);
    expect(await db.prisma.publication.count({ where: { workspaceId, path: { not: null } } })).toBe(job.completed);
    expect(await creditsOf({ db }, workspaceId)).toBe(CREDITS - job.completed);
    expect(await ledgerProblems({ db })).toEqual([]);
  });
});
