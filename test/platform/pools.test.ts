/** Unaffected requests while a pool is full, a disk is full, or another connection is refused. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toErrorReply } from '../../src/http/errors.ts';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let holder: pg.Client;
beforeAll(async () => {
  service = await startTestService({ DATABASE_CONNECTIONS: '3', DATABASE_JOB_CONNECTIONS: '2' });
  holder = new pg.Client(service.db.pool.options.connectionString);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await service.stop();
});

const metric = async (line: string) =>
  (await (await fetch(`${service.url}/metrics`)).text()).split('\n').find((found) => found.startsWith(line));

/** An import of the workspace, which begins with the next look for jobs. */
async function orderImport(): Promise<void> {
  const rows = [{ Email: 'ada@example.com' }];
  const { import_session_id } = await must(service.api.POST('/v1/contacts/imports', { body: { source: 'rows', rows } }));
  await must(
    service.api.POST('/v1/contacts/imports/{session_id}/execute', {
      params: { path: { session_id: import_session_id } },
      body: { mappings: [{ header: 'Email', target_kind: 'standard', target_field: 'email' }], duplicate_strategy: 'update' },
    }),
  );
}

test.runIf(isAtLength)(
  'questions behind a locked table leave the service ready and its jobs alone; who finds no connection is told so',
  async () => {
    await orderImport();
    await holder.query('CREATE TABLE IF NOT EXISTS blocked ()');
    await holder.query('BEGIN; LOCK TABLE blocked');
    const ask = () => service.db.query(sql`SELECT count(*)::int AS none FROM blocked`).catch((error) => error.trouble);
    const held = Array.from({ length: 14 }, ask);
    try {
      const request = service.api.GET('/v1/contact-lists');
      // The request looks up its key first, unless it is cached; then it runs two statements in parallel.
      await expect.poll(() => metric('bivouac_database_waiting{pool="requests"}')).toMatch(/ 1[23]$/);
      expect(await metric('bivouac_database_connections{pool="requests"}')).toMatch(/ 3$/);
      expect(await metric('bivouac_database_connections_busy{pool="requests"}')).toMatch(/ 3$/);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      await service.drain();
      const { rows } = await holder.query('SELECT status FROM contact_import_runs WHERE workspace_id = $1', [service.id]);
      expect(rows).toEqual([{ status: 'completed' }]);
      const { response, error } = await request;
      expect(error).toMatchObject({ error: expect.stringMatching(/connection to the database is in use/), error_code: 'unavailable' });
      expect(response.headers.get('retry-after')).toBe('2');
    } finally {
      await holder.query('ROLLBACK');
    }
    expect((await Promise.all(held)).slice(3)).toEqual(Array(11).fill('busy'));
    expect((await service.api.GET('/v1/contact-lists')).response.status).toBe(200);
  },
);

test('the job queue opens no more connections than jobs may have', async () => {
  await Promise.all(Array.from({ length: 12 }, () => service.service.jobs.measure()));
  const { rows } = await holder.query(
    `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'bivouac-jobs'`,
  );
  expect(rows).toEqual([{ open: 2 }]);
});

test('a statement that takes too long is ended and told as that', async () => {
  const hurried = openDatabase(service.db.pool.options.connectionString as string, () => {}, { statementMs: 100 });
  const slow = hurried.query(sql`SELECT pg_sleep(60)`);
  await expect(slow).rejects.toMatchObject({ trouble: 'late' });
  expect(toErrorReply(await slow.catch((error) => error))).toMatchObject({
    status: 503,
    body: { error: expect.stringMatching(/in time/) },
  });
  await hurried.close();
});

test('a transaction in which nothing happens lets go of what it holds', async () => {
  const hurried = openDatabase(service.db.pool.options.connectionString as string, () => {}, { idleMs: 100 });
  const stuck = hurried.transaction(async (tx) => {
    await tx.query(sql`LOCK TABLE contacts`);
    await service.db.query(sql`SELECT count(*)::int FROM contacts`);
    await tx.query(sql`SELECT 1`);
  });
  await expect(stuck).rejects.toMatchObject({ trouble: expect.stringMatching(/late|unreachable/) });
  await hurried.close();
});

test.each([
  ['53100', 503, /no room left/],
  ['53200', 503, /no room left/],
  ['53300', 503, /is in use/],
  ['57P01', 503, /cannot reach its database/],
])('the server saying %s is told as what it is, from plain statements and from Prisma', async (code, status, words) => {
  await service.db.query(sql`DROP TABLE IF EXISTS saying`);
  await service.db.pool.query(`
    CREATE OR REPLACE FUNCTION say() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$;
    CREATE OR REPLACE TRIGGER say BEFORE INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION say()`);
  const data = { name: 'No', slug: 'no', plan: 'free', credits: 0, createdAt: new Date(), updatedAt: new Date() };
  const failures = [
    service.db.query(
      sql`INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at) VALUES (gen_random_uuid(), 'No', 'no', 'free', 0, now(), now())`,
    ),
    service.db.prisma.workspace.create({ data: { id: crypto.randomUUID(), ...data } as never }),
    service.db.transaction((tx) => tx.prisma.workspace.create({ data: { id: crypto.randomUUID(), ...data } as never })),
  ].map((failing) => (failing as Promise<unknown>).then(() => 'written', toErrorReply));
  for (const reply of await Promise.all(failures)) {
    expect(reply).toMatchObject({ status, headers: { 'Retry-After': expect.any(String) }, body: { error: expect.stringMatching(words) } });
  }
  await service.db.query(sql`DROP TRIGGER say ON workspaces`);
});

test.each(['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND'])('%s of something else is not blamed on the database', (code) => {
  expect(toErrorReply(Object.assign(new Error(`${code} somewhere`), { code, syscall: 'connect' })).status).toBe(500);
});
