/** Concurrent publications: one page for each address, no more pages than the plan allows, and no deadlocks. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockDocument } from '../../src/content/documents/documents.repo.ts';
import { TENT } from '../../src/content/documents/kinds.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { holdPublishing } from '../../src/tents/publishing/publications.repo.ts';
import { publishTent } from '../../src/tents/publishing/publishing.service.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { testGenerator } from '../support/generator.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { beginEdit, giveTent } from '../support/tents.ts';

let service: TestService;
let ours: TestWorkspace;
beforeAll(async () => {
  service = await startTestService({ DATABASE_CONNECTIONS: '30' }, { generator: testGenerator() });
});
beforeEach(async () => {
  ours = await service.workspace();
});
afterAll(() => service.stop());

const at = (tentId: string) => ({ params: { path: { tentId } } });
const publish = async (tentId: string, body: { custom_page_alias?: string | null } = {}) => {
  const { data, error, response } = await ours.api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body });
  const { publication } = (data ?? {}) as any;
  return {
    status: response.status,
    code: (error as any)?.error_code,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    outcome: publication?.status,
    alias: publication?.applied_custom_page_alias,
  };
};
const unpublish = async (tentId: string) => {
  const { error, response } = await ours.api.POST('/v1/tents/{tentId}/unpublish', at(tentId));
  return { status: response.status, code: (error as any)?.error_code, retryAfter: response.headers.get('retry-after') ?? undefined };
};
/** The lease on the tent ends in a moment. */
const HELD = { status: 409, code: 'mutation_lease_held', retryAfter: '1' };
const tents = (count: number) => Promise.all(Array.from({ length: count }, () => giveTent(service, ours)));
const publication = (tentId: string) => service.db.prisma.publication.findFirst({ where: { tentId } });
/** Work of another open transaction. */
const publishing = (tentId: string, alias?: string) => (tx: Tx) =>
  publishTent({ db: tx, workspaceId: ours.id, now: service.clock.now() }, service.service.config, tentId, { alias });

test('a tent that is held is not published, nor taken down, and nobody waits', async () => {
  const [id] = (await tents(1)) as [string];
  await service.db.transaction(async (tx) => {
    await lockDocument({ db: tx, workspaceId: ours.id }, TENT, id);
    expect(await publish(id)).toMatchObject(HELD);
    expect(await unpublish(id)).toEqual(HELD);
  });
  expect(await publish(id)).toMatchObject({ status: 200, retryAfter: undefined, outcome: 'published' });
});

test('what is written about a tent meanwhile is no other change of it', async () => {
  const [id] = (await tents(1)) as [string];
  await service.db.transaction(async (tx) => {
    // As whatever refers to it does.
    await tx.query(sql`SELECT 1 FROM documents WHERE workspace_id = ${ours.id}::uuid AND id = ${id}::uuid FOR KEY SHARE`);
    expect(await publish(id)).toMatchObject({ status: 200 });
  });
});

test('of two publications of one tent the first goes on and the second is refused', async () => {
  const [id] = (await tents(1)) as [string];
  const first = await behind(
    service.db,
    (tx) => holdPublishing({ db: tx, workspaceId: ours.id }),
    () => publish(id, { custom_page_alias: 'a' }),
    async () => {
      expect(await publish(id, { custom_page_alias: 'b' })).toMatchObject(HELD);
    },
  );
  expect(first).toMatchObject({ status: 200, alias: 'a' });
});

test.runIf(isAtLength)('what is published when it is written waits for whoever holds the tent', async () => {
  const [id] = (await tents(1)) as [string];
  await beginEdit(service, ours, id, 'Newer', { alias: 'a' });
  await behind(
    service.db,
    (tx) => lockDocument({ db: tx, workspaceId: ours.id }, TENT, id),
    () => service.drain(),
  );
  await service.drain();
  expect(await publication(id)).toMatchObject({ status: 'published', path: 'a', version: 2 });
});

test('an alias that somebody is just taking is taken', async () => {
  const [first, second] = (await tents(2)) as [string, string];
  const answer = await behind(service.db, publishing(first, 'a'), () => publish(second, { custom_page_alias: 'a' }));
  expect(answer).toEqual({ status: 200, code: undefined, outcome: 'published_with_warnings', alias: null });
});

test('a place that somebody is just taking is taken', async () => {
  ours = await service.workspace({ plan: 'free' });
  const [first, second] = (await tents(2)) as [string, string];
  const answer = await behind(service.db, publishing(first), () => publish(second));
  expect(answer).toMatchObject({ status: 429, code: 'publish_limit_exceeded' });
});

test('nobody waits for another workspace', async () => {
  const [id] = (await tents(1)) as [string];
  const other = await service.workspace();
  await service.db.transaction(async (tx) => {
    await holdPublishing({ db: tx, workspaceId: other.id });
    expect(await publish(id)).toMatchObject({ status: 200 });
  });
});

test.runIf(isAtLength)('of many that want one alias one has it, all are live, and nobody waited in a circle', async () => {
  const half = rounds(4, 10);
  const ids = await tents(2 * half);
  // Half of them were live before, at addresses that they swap at the same time.
  for (const [n, id] of ids.slice(0, half).entries()) await publish(id, { custom_page_alias: `old-${n}` });
  const answers = await Promise.all(ids.map((id) => publish(id, { custom_page_alias: 'wanted' })));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect(answers.filter(({ alias }) => alias === 'wanted')).toEqual([
    { status: 200, code: undefined, outcome: 'published', alias: 'wanted' },
  ]);
  expect(answers.filter(({ outcome }) => outcome === 'published_with_warnings')).toHaveLength(2 * half - 1);
  const rows = await service.db.prisma.publication.findMany({ where: { workspaceId: ours.id } });
  expect(new Set(rows.map(({ path }) => path)).size).toBe(2 * half);

  const swaps = ids.slice(0, half).map((id, n) => publish(id, { custom_page_alias: `old-${(n + 1) % half}` }));
  const downs = ids.slice(half).map((id) => unpublish(id));
  for (const { status } of await Promise.all(swaps)) expect(status).toBe(200);
  for (const { status } of await Promise.all(downs)) expect(status).toBe(200);
  expect(await deadlocksIn(service.db)).toBe(0);
});

test.runIf(isAtLength)('of ten pages on the free plan one goes live, whether it is asked for or written', async () => {
  ours = await service.workspace({ plan: 'free' });
  const ids = await tents(10);
  for (const id of ids.slice(5)) await beginEdit(service, ours, id, 'Newer', { alias: null });
  const [answers] = await Promise.all([Promise.all(ids.slice(0, 5).map((id) => publish(id))), service.drain()]);
  for (const { status } of answers) expect([200, 429]).toContain(status);
  const rows = await service.db.prisma.publication.findMany({ where: { workspaceId: ours.id } });
  expect(rows.filter(({ path }) => path !== null)).toHaveLength(1);
  expect(rows.filter(({ status }) => status === 'pending')).toEqual([]);
  expect(await deadlocksIn(service.db)).toBe(0);
});
