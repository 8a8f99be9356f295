/** How background work stands, as operators see it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { readStanding } from '../../src/queue/standing.ts';
import { WORK_KINDS } from '../../src/work-kinds.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { runCommand } from '../support/cli.ts';
import { givenList } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const cli = async (...words: string[]) => {
  const { stdout } = await runCommand({ DATABASE_URL: service.service.config.databaseUrl as string }, ...words, '--json');
  return JSON.parse(stdout);
};
const lineOf = async (kind: string) => (await cli('jobs')).find((line: { kind: string }) => line.kind === kind);
const exportsNow = async () =>
  (await readStanding(service.db, WORK_KINDS, service.clock.now())).find(({ kind }) => kind === 'export-contact-list');

it('is a line for every kind, each named as its queue', async () => {
  const lines = await cli('jobs');
  expect(lines.map(({ kind }: { kind: string }) => kind)).toEqual(WORK_KINDS.map(({ name }) => name));
  const queues = await service.db.query<{ name: string }>(sql`SELECT name FROM pgboss.queue WHERE name <> 'dead-letters'`);
  expect(queues.map(({ name }) => name).sort()).toEqual(WORK_KINDS.map(({ name }) => name).sort());
  expect(lines[0]).toEqual({
    kind: 'export-contact-list',
    waiting: 0,
    suspended: 0,
    running: 0,
    failed: 0,
    oldest_due_seconds: 0,
    most_attempts: 0,
    works_on: 'exports',
    processes: 1,
  });
});

it.runIf(isAtLength)('counts what waits, runs and has failed, says why, and has it begin anew', async () => {
  const listId = await givenList({ db: service.db, workspaceId: service.id }, []);
  const { export: started } = await must(service.api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
  const id = fromUlid(started.export_id);
  const set = (change: object) => service.db.prisma.export.updateMany({ where: { id }, data: change });
  service.clock.advance({ seconds: 3_600 });
  const waiting = await exportsNow();
  expect(waiting).toMatchObject({ waiting: 1, running: 0, failed: 0 });
  expect(waiting?.oldestSeconds).toBeGreaterThanOrEqual(3_600);

  const suspend = (suspendedAt: Date | null) => service.db.prisma.workspace.update({ where: { id: service.id }, data: { suspendedAt } });
  await suspend(service.clock.now());
  expect(await exportsNow()).toMatchObject({ waiting: 0, suspended: 1, oldestSeconds: 0, attempts: 0 });
  await suspend(null);

  const leaseUntil = new Date(service.clock.now().getTime() + 60_000);
  await set({ status: 'processing', attempts: 3, claimedBy: id, leaseUntil });
  expect(await exportsNow()).toMatchObject({ waiting: 0, running: 1, attempts: 3 });

  const ended = {
    status: 'failed',
    claimedBy: null,
    leaseUntil: null,
    errorMessage: 'The file could not be written.',
    completedAt: new Date(),
  };
  await set(ended);
  expect(await lineOf('export-contact-list')).toMatchObject({ waiting: 0, running: 0, failed: 1 });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^bivouac_work\{kind="export-contact-list",state="failed"\} 1$/m);
  const failed = { job_id: id, kind: 'export-contact-list', workspace_id: service.id, reason: 'The file could not be written.' };
  expect(await cli('jobs', 'failed')).toMatchObject([failed]);
  expect(await cli('jobs', 'failed', '--kind', 'contact-import')).toEqual([]);

  expect(await cli('jobs', 'redrive', '--job', id)).toEqual({ redriven: 1, superseded: 0 });
  await service.drain();
  const params = { path: { listId, exportId: started.export_id } };
  expect(await must(service.api.GET('/v1/contact-lists/{listId}/export/{exportId}', { params }))).toMatchObject({
    export: { status: 'completed', error_message: null },
  });
  expect(await cli('jobs', 'redrive', '--job', id)).toEqual({ redriven: 0, superseded: 0 });
});
