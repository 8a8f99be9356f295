/** Three API processes and five workers behind a pgbouncer that lends connections for one transaction. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, filesOf, type TestDatabase } from '../support/database.ts';
import { missingPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { MAIN, PLAIN, type ServiceProcess, startProcess } from '../support/process.ts';
import { startSmtp } from '../support/smtp.ts';

const missing = missingPgbouncer();

const POOL_SIZE = 8;
const [REQUESTS, JOBS] = [6, 4];
/** The sum in docs/guides/operations.md: both pools, the queue, pages and their changes, readiness and the pulse. */
const OF_AN_API = REQUESTS + JOBS + Math.min(JOBS, 4) + 4 + 1 + 1 + 1;
/** It serves nothing: one connection to look at the start, jobs, the queue, readiness and the pulse. */
const OF_A_WORKER = 1 + JOBS + Math.min(JOBS, 4) + 1 + 1;
const [APIS, WORKERS] = [3, 5];

describe.skipIf(missing)(`behind a pooler${missing ? `: skipped, ${missing}` : ''}`, () => {
  let database: TestDatabase;
  let bouncer: Awaited<ReturnType<typeof startPgbouncer>>;
  const processes: ServiceProcess[] = [];
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    database = await createDatabase();
    bouncer = await startPgbouncer(database.url, { poolSize: POOL_SIZE });
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')));
    await bouncer?.stop();
    await database?.drop();
  });

  it('does not start without being told, and says what to tell it', async () => {
    await expect(startProcess({ DATABASE_URL: bouncer.url })).rejects.toThrow(/DATABASE_POOLED=true/);
  });

  it('serves three APIs and five workers within the sum of their connections: an import, upserts with keys and a blast run through, and nothing comes twice', async () => {
    const direct = openDatabase(database.url, () => {});
    const { id } = await createWorkspace(direct, { name: 'Pooled', plan: 'paid' }, new Date());
    await addDomain(direct, { workspaceId: id, domain: 'example.com', verified: true }, new Date());
    const { token } = await createKey(direct, { workspaceId: id, name: 'Test' }, new Date());
    const sink = await startSmtp();
    const environment = {
      SMTP_URL: sink.url,
      DATABASE_URL: bouncer.url,
      DATABASE_POOLED: 'true',
      DATABASE_CONNECTIONS: String(REQUESTS),
      DATABASE_JOB_CONNECTIONS: String(JOBS),
      RATE_LIMIT_RPS: '0',
      PUBLISHED_HOST: 'pages.localhost',
      STORAGE_URL: pathToFileURL(filesOf(database.url)).href,
      STORAGE_SHARED: 'true',
    };
    // One after the other, since a busy machine starts eight at once very slowly.
    const apis: ServiceProcess[] = [];
    for (let n = 0; n < APIS; n += 1) apis.push(await startProcess({ ...environment, ROLE: 'api' }));
    const secret = { ...PLAIN, APP_SECRET: 'a secret for the tests' };
    for (let worker = 0; worker < WORKERS; worker += 1) {
      workers.push(spawn(process.execPath, [MAIN], { env: { ...secret, ...environment, ROLE: 'worker' }, stdio: 'ignore' }));
    }
    const clients = apis.map(({ url }) => createClient(url, token));
    const api = (i: number) => clients[i % APIS] as (typeof clients)[number];

    const most = { server: 0, clients: 0 };
    let isWatched = true;
    const watching = (async () => {
      for (; isWatched; await wait(250)) {
        const [row] = await direct.query<{ count: number }>(sql`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`);
        most.server = Math.max(most.server, row?.count ?? 0);
        most.clients = Math.max(most.clients, await bouncer.clients());
      }
    })();

    const rows = Array.from({ length: 900 }, (_row, i) => ({ Email: `imported${i % 600}@example.com`, Name: `Person ${i}` }));
    const { import_session_id } = await must(api(0).POST('/v1/contacts/imports', { body: { source: 'rows', rows } }));
    const { import_run_id } = await must(
      api(1).POST('/v1/contacts/imports/{session_id}/execute', {
        params: { path: { session_id: import_session_id } },
        body: {
          mappings: [
            { header: 'Email', target_kind: 'standard', target_field: 'email' },
            { header: 'Name', target_kind: 'standard', target_field: 'first_name' },
          ],
          duplicate_strategy: 'update',
        },
      }),
    );
    // Each batch goes to both APIs at the same moment, with one key.
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_batch, b) => {
        const body = { items: Array.from({ length: 20 }, (_item, i) => ({ email: `keyed${b}.${i}@example.com` })) };
        const send = (i: number) => api(i).POST('/v1/contacts', { body, params: { header: { 'Idempotency-Key': `batch ${b}` } } });
        return (await Promise.all([send(0), send(1)])).map(({ response, error }) => error?.error_code ?? response.status);
      }),
    );
    expect(answers.flat().every((answer) => answer === 201 || answer === 200 || answer === 'idempotency_in_progress')).toBe(true);
    await expect
      .poll(async () => {
        const run = await must(api(0).GET('/v1/contacts/imports/{import_run_id}', { params: { path: { import_run_id } } }));
        return run.status;
      })
      .toBe('completed');
    const [found] = await direct.query(sql`
      SELECT (SELECT count(*)::int FROM contacts WHERE workspace_id = ${id}::uuid AND email LIKE 'imported%') AS imported,
        (SELECT count(*)::int FROM contacts WHERE workspace_id = ${id}::uuid AND email LIKE 'keyed%') AS keyed,
        (SELECT count(*)::int FROM contact_activities WHERE workspace_id = ${id}::uuid) AS changes,
        (SELECT count(*)::int FROM contact_import_results WHERE workspace_id = ${id}::uuid) AS results`);
    expect(found).toEqual({ imported: 600, keyed: 400, changes: 300, results: 900 });

    const { blastId } = await prepareBlast(api(0), people(300));
    await sendNow(api(1), blastId);
    await expect.poll(async () => (await readBlast(api(0), blastId)).status).toBe('sent');
    expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(300);
    expect(sink.messages).toHaveLength(300);
    isWatched = false;
    await watching;
    console.log(`behind pgbouncer, at most ${most.clients} connections of ${APIS + WORKERS} processes, and ${most.server} to the server`);
    // The test has a few of its own, without the pooler.
    expect(most.server).toBeLessThanOrEqual(POOL_SIZE + direct.pool.totalCount);
    expect(most.clients).toBeLessThanOrEqual(APIS * OF_AN_API + WORKERS * OF_A_WORKER);
    await sink.close();
    await direct.close();
  });
});
