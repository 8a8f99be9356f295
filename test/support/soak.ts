/**
 * All actions on tents in parallel, while the service's processes are killed at random moments. At rest, every answer must hold, and
 * nothing may be left over. The run's seed repeats the actions of clients and the choice of processes, but not the moments.
 */
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, inject } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { type Db, sql } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { operationOf } from './assets.ts';
import { type Crowd, chanceFrom, letIn } from './crowd.ts';
import { openTestDatabase } from './database.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { request } from './requests.ts';
import { fileProblems, problemsAtRest, servingProblems, underWay } from './rest.ts';

const SLOW_SERVICE = fileURLToPath(new URL('./slow-service.ts', import.meta.url));
/** The processes of the service: one that does everything, or one for each of two parts. */
export type Role = 'all' | 'api' | 'worker';

export interface SoakOptions {
  /** How many kills come before the last, which meets every process. */
  kills: number;
  clients: number;
  /** How long the clients are left alone between two kills, at most. */
  peaceMs?: number;
}

/** Call it at the top of the file. */
export async function openSoak(roles: readonly Role[]): Promise<(options: SoakOptions) => Promise<void>> {
  const { url: databaseUrl, db } = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-files-'));
  const running: Partial<Record<Role, ServiceProcess>> = {};
  afterAll(async () => {
    for (const role of roles) await running[role]?.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const ports = { api: await freePort(), pages: await freePort() };
  const url = `http://127.0.0.1:${ports.api}`;
  const now = new Date();
  const workspaces: { id: string; slug: string; apiKey: string }[] = [];
  for (const [slug, plan, credits] of [
    ['paid', 'paid', 100_000],
    ['poor', 'paid', 25],
    ['free', 'free', 100_000],
  ] as const) {
    const { id } = await createWorkspace(db, { name: 'Juniper Trail', slug, plan, credits }, now);
    workspaces.push({ id, slug, apiKey: (await createKey(db, { workspaceId: id, name: 'Test' }, now)).token });
  }
  /** Whether there is somebody to ask. */
  let isOpen = Promise.withResolvers<void>();

  async function start(role: Role): Promise<void> {
    running[role] = await startProcess(
      {
        ...{ DATABASE_URL: databaseUrl, STORAGE_URL: pathToFileURL(folder).href, ROLE: role, SLOW_MS: '150' },
        ...{ SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_RPS: '0', TRUST_PROXY: '1' },
        ...{ BASE_URL: url, PAGES_PORT: String(ports.pages) },
        ...(role !== 'worker' && { PORT: String(ports.api) }),
      },
      SLOW_SERVICE,
    );
    if (role !== 'worker') isOpen.resolve();
  }

  async function kill(role: Role): Promise<void> {
    if (role !== 'worker') isOpen = Promise.withResolvers();
    await running[role]?.kill();
  }

  /** Lets the lease of a dead worker end, while no worker runs. */
  async function outlive(): Promise<void> {
    await db.query(sql`UPDATE generations SET lease_until = now() WHERE status = 'generating'`);
    await db.query(sql`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'`);
    await db.query(sql`UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL`);
    const boss = new PgBoss({ connectionString: databaseUrl, max: 1, migrate: false, schedule: false, supervise: false });
    await boss.start();
    await boss.supervise();
    await boss.stop({ graceful: false });
    await db.query(sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
  }

  return async ({ kills, clients, peaceMs = 1_500 }) => {
    const chance = chanceFrom(inject('seed'));
    await Promise.all(roles.map(start));
    const crowd = letIn({ url, pagesPort: ports.pages, workspaces, clients, seed: inject('seed'), open: () => isOpen.promise });
    for (let n = 0; n < kills; n++) {
      await wait(chance() * peaceMs);
      const which = [...roles.map((role) => [role]), roles][Math.floor(chance() * (roles.length + 1))] as readonly Role[];
      await Promise.all(which.map(kill));
      if (which.includes('worker') || which.includes('all')) await outlive();
      await Promise.all(which.map(start));
    }
    // The last kill must meet work under way.
    await expect.poll(() => crowd.kept.length, { interval: 10 }).toBeGreaterThan(clients);
    await wait(chance() * peaceMs);
    await Promise.all(roles.map(kill));
    await outlive();
    // The time goes by after which no upload goes on.
    await db.query(sql`UPDATE loose_files SET due_at = now()`);
    const partial = join(folder, 'partial');
    for (const name of await readdir(partial).catch(() => [])) await utimes(join(partial, name), 0, 0);
    await Promise.all(roles.map(start));
    await crowd.leave();
    await expect.poll(() => underWay({ db })).toEqual([]);

    if (process.env.KILL_ROUNDS) console.log(JSON.stringify(crowd.figures, null, 1));
    expect(crowd.surprises).toEqual([]);
    expect(await problemsAtRest({ db })).toEqual([]);
    expect(await fileProblems({ db }, folder)).toEqual([]);
    await expect.poll(() => servingProblems({ db }, ports.pages)).toEqual([]);
    await expectKept(db, url, crowd);
  };
}

/** Every answered request took effect once. */
async function expectKept(db: Db, url: string, { kept, tents, forms, jobs }: Crowd): Promise<void> {
  const rows = await db.query<{ name: string; count: number }>(sql`
    SELECT name, count(*)::int AS count FROM documents WHERE kind = 'tent' GROUP BY name`);
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  const wrong = [...tents].filter(([name, { made, deletion }]) => {
    const count = counts.get(name) ?? 0;
    return count > (deletion === 'done' ? 0 : 1) || (made && !deletion && count === 0);
  });
  expect(wrong).toEqual([]);

  const entries = await db.query<{ email: string; count: number }>(sql`
    SELECT c.email, count(a.contact_id)::int AS count FROM contacts c
    LEFT JOIN contact_activities a ON a.workspace_id = c.workspace_id AND a.contact_id = c.id AND a.type = 'form_submission'
    WHERE c.email LIKE 'visitor%' GROUP BY c.email`);
  const heard = new Map(entries.map(({ email, count }) => [email, count]));
  expect([...forms].filter(([email, taken]) => (heard.get(email) ?? 0) > 1 || (taken && !heard.has(email)))).toEqual([]);
  expect(entries.filter(({ count }) => count !== 1)).toEqual([]);

  for (const { id, apiKey, items } of jobs) {
    const { body: job } = await request(url, operationOf('getBulkJob'), { apiKey, path: { bulkJobId: id } });
    const { reserved, consumed, refunded } = job.credits;
    expect(job).toMatchObject({ queued: 0, generating: 0, total: job.completed + job.failed, credits: { pending_reconciliation: 0 } });
    expect([job.items.length, reserved, consumed, refunded]).toEqual([items, job.total, job.completed, job.failed]);
  }

  for (const { kind, answer, again } of kept) {
    const { status, headers, body } = await again();
    expect([kind, headers.get('idempotency-replayed'), status, body]).toEqual([kind, 'true', answer.status, answer.body]);
  }
}
