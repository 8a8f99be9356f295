/** Generations and bulk jobs that are cancelled: what ends, what stays, and one winner beside a completion. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { askBulk, beginBulk, giveTemplate, items, readBulk } from '../support/bulk.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { create, edit, read, written } from '../support/tent-requests.ts';

const generator: TestGenerator = testGenerator();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator });
});
afterEach(async () => {
  await service.drain();
  expect(await ledgerProblems(service)).toEqual([]);
});
afterAll(() => service.stop());

const cancelTent = ({ api }: Pick<TestWorkspace, 'api'>, tentId: string, generationId: string) =>
  api.POST('/v1/tents/{tentId}/generations/{generationId}/cancel', { params: { path: { tentId, generationId } } });
/** How often a generation is cancelled while it is completed. */
const ROUNDS = rounds(1, 8);
const CANCELLED = { status: 'failed', version: null, error_code: 'generation_cancelled', error_message: 'The generation was cancelled.' };

describe('a generation', () => {
  test('of an email ends, and the email takes the next prompt', async () => {
    const { api } = service;
    const { email_id: emailId, generation_id: generationId } = (await must(
      api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A letter' } }),
    )) as { email_id: string; generation_id: string };
    const at = { params: { path: { emailId, generationId } } };
    const cancelled = await must(api.POST('/v1/emails/{emailId}/generations/{generationId}/cancel', at));
    expect(cancelled).toMatchObject(CANCELLED);
    expect(await must(api.GET('/v1/emails/{emailId}/generations/{generationId}', at))).toEqual(cancelled);
    expect(outcome(await api.POST('/v1/emails/{emailId}/generations/{generationId}/cancel', at))).toEqual([409, 'conflict']);
    const content = await api.GET('/v1/emails/{emailId}/content', at);
    expect([content.response.status, content.error?.error]).toEqual([404, 'The email has no completed version yet.']);
    const version = await api.GET('/v1/emails/{emailId}/generations/{generationId}/content', at);
    expect([version.response.status, version.error?.error]).toEqual([404, 'The generation has failed and made no version.']);
    const next = await api.POST('/v1/emails/{emailId}/messages', { params: { path: { emailId } }, body: { prompt: 'Another' } });
    expect(next.response.status).toBe(202);
  });

  test('of a template of either kind ends, and the versions before it stay', async () => {
    const { api } = service;
    const code = page('<p>First</p>');
    const { template_id: forEmails } = await must(api.POST('/v1/email-templates', { body: { name: 'Letter', code } }));
    const { template_id: forTents } = await must(api.POST('/v1/tent-templates', { body: { name: 'Page', code } }));
    const at = (templateId: string) => ({ params: { path: { templateId } }, body: { prompt: 'Shorter' } });
    const letter = await must(api.POST('/v1/email-templates/{templateId}/messages', at(forEmails)));
    const layout = await must(api.POST('/v1/tent-templates/{templateId}/messages', at(forTents)));
    const which = ({ template_id, generation_id }: { template_id: string; generation_id: string }) => ({
      params: { path: { templateId: template_id, generationId: generation_id } },
    });
    expect(await must(api.POST('/v1/email-templates/{templateId}/generations/{generationId}/cancel', which(letter)))).toMatchObject(
      CANCELLED,
    );
    expect(await must(api.POST('/v1/tent-templates/{templateId}/generations/{generationId}/cancel', which(layout)))).toMatchObject(
      CANCELLED,
    );
    for (const again of [
      await api.POST('/v1/email-templates/{templateId}/generations/{generationId}/cancel', which(letter)),
      await api.POST('/v1/tent-templates/{templateId}/generations/{generationId}/cancel', which(layout)),
    ])
      expect(outcome(again)).toEqual([409, 'conflict']);
    expect(await must(api.GET('/v1/tent-templates/{templateId}', { params: { path: { templateId: forTents } } }))).toMatchObject({
      current_version: 1,
    });
    // A copy tells the same of its past.
    const copy = await must(api.POST('/v1/tent-templates/{templateId}/clone', { params: { path: { templateId: forTents } } }));
    const [row] = await service.db.prisma.generation.findMany({
      where: { workspaceId: service.id, cancelled: true },
      orderBy: { id: 'desc' },
    });
    expect([row?.errorMessage, copy.latest_generation_status]).toEqual(['The generation was cancelled.', 'failed']);
  });

  test('of a tent gives its credit back, and its publication is failed', async () => {
    const workspace = await service.workspace({ credits: 2 });
    const id = await written(service, { auto_publish: true }, workspace);
    const { generation_id } = await must(edit(workspace, id, { auto_publish: true }));
    expect(await creditsOf(service, workspace.id)).toBe(0);
    expect(await must(cancelTent(workspace, id, generation_id))).toMatchObject({ ...CANCELLED, generation_id });
    expect(await creditsOf(service, workspace.id)).toBe(1);
    expect(await read(workspace, id)).toMatchObject({ current_version: 1, status: 'published', generation: CANCELLED });
    expect(outcome(await cancelTent(workspace, id, generation_id))).toEqual([409, 'conflict']);
    expect(await creditsOf(service, workspace.id)).toBe(1);
  });

  test.runIf(isAtLength)('that is being written makes nothing afterwards', async () => {
    const workspace = await service.workspace({ credits: 1 });
    const { id, generation_id } = await must(create(workspace));
    const held = generator.hold();
    const draining = service.drain();
    await held.begun;
    await must(cancelTent(workspace, id, generation_id));
    held.finish();
    await draining;
    expect(await read(workspace, id)).toMatchObject({ current_version: null, generation: CANCELLED });
    expect(await creditsOf(service, workspace.id)).toBe(1);
  });

  test('that is completed at the same moment has one outcome', async () => {
    const workspace = await service.workspace({ credits: ROUNDS });
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const { id, generation_id } = await must(create(workspace));
      const held = generator.hold();
      const draining = service.drain();
      await held.begun;
      held.finish();
      const [{ response }] = await Promise.all([cancelTent(workspace, id, generation_id), draining]);
      const { current_version, generation } = await read(workspace, id);
      seen.add(response.status);
      expect([response.status, current_version, generation?.status]).toEqual(
        response.status === 200 ? [200, null, 'failed'] : [409, 1, 'completed'],
      );
    }
    const { length } = await service.db.prisma.generation.findMany({ where: { workspaceId: workspace.id, status: 'completed' } });
    expect(await creditsOf(service, workspace.id)).toBe(ROUNDS - length);
    expect(seen.size).toBeGreaterThan(0);
  });

  test('is one of its document and workspace', async () => {
    const stranger = await service.workspace();
    const { id, generation_id } = await must(create(service));
    const other = await must(create(service));
    expect(outcome(await cancelTent(stranger, id, generation_id))).toEqual([404, 'not_found']);
    expect(outcome(await cancelTent(service, other.id, generation_id))).toEqual([404, 'not_found']);
  });
});

describe('a bulk job', () => {
  const cancel = ({ api }: Pick<TestWorkspace, 'api'>, bulkJobId: string) =>
    api.POST('/v1/bulk-jobs/{bulkJobId}/cancel', { params: { path: { bulkJobId } } });

  test.runIf(isAtLength)('that is cancelled keeps what is written, and gives the other credits back', async () => {
    const ours = await service.workspace({ credits: 4 });
    const template_id = await giveTemplate(ours);
    const job = await beginBulk(ours, { template_id, auto_publish: true, items: [{ instructions: 'x', tent_id: 'x' }, ...items(4)] });
    // The generator writes one page, and the job is cancelled during the second.
    const { answer } = generator;
    const written = generator.commissions.length + 1;
    generator.answer = async (commission, signal) => {
      if (generator.commissions.length > written) await cancel(ours, job.bulk_job_id);
      return answer(commission, signal);
    };
    await service.drain();
    const ended = await readBulk(ours, job.bulk_job_id);
    expect(ended.queued + ended.generating).toBe(0);
    expect(ended.credits).toEqual({ reserved: 4, consumed: ended.completed, refunded: ended.failed, pending_reconciliation: 0 });
    const cancelled = ended.items.filter(({ message }: any) => message === 'The generation was cancelled.');
    expect(cancelled).toHaveLength(ended.failed);
    for (const item of cancelled) expect(item).toMatchObject({ status: 'failed', publication_status: 'failed', published_url: null });
    expect(await creditsOf(service, ours.id)).toBe(4 - ended.completed);
    generator.answer = answer;
  });

  test('that has not begun ends whole, and cannot be cancelled twice', async () => {
    const ours = await service.workspace({ credits: 2 });
    const { bulk_job_id } = await beginBulk(ours, { template_id: await giveTemplate(ours), items: items(2) });
    expect(await must(cancel(ours, bulk_job_id))).toMatchObject({
      status: 'failed',
      failed: 2,
      credits: { reserved: 2, consumed: 0, refunded: 2 },
    });
    expect(outcome(await cancel(ours, bulk_job_id))).toEqual([409, 'conflict']);
    expect(outcome(await cancel(await service.workspace(), bulk_job_id))).toEqual([404, 'not_found']);
    expect(await creditsOf(service, ours.id)).toBe(2);
    await service.drain();
    expect(await readBulk(ours, bulk_job_id)).toMatchObject({ status: 'failed', completed: 0 });
  });

  test('is listed, the newest first, page by page', async () => {
    const ours = await service.workspace({ credits: 100 });
    const template_id = await giveTemplate(ours);
    const jobs: any[] = [];
    for (let n = 0; n < 3; n++) jobs.unshift(await beginBulk(ours, { template_id, items: items(n + 1) }));
    const list = (query: object) => ours.api.GET('/v1/bulk-jobs', { params: { query } });
    const first = await must(list({ limit: 2 }));
    const { items: _, ...newest } = await readBulk(ours, jobs[0].bulk_job_id);
    expect(first.bulk_jobs[0]).toEqual(newest);
    const second = await must(list({ limit: 2, cursor: first.next_cursor }));
    expect([...first.bulk_jobs, ...second.bulk_jobs].map(({ bulk_job_id, total }) => [bulk_job_id, total])).toEqual(
      jobs.map((job, n) => [job.bulk_job_id, 3 - n]),
    );
    expect(second).not.toHaveProperty('next_cursor');
    expect(outcome(await list({ limit: 3, cursor: first.next_cursor }))).toEqual([400, 'invalid_cursor']);
    expect(await must((await service.workspace()).api.GET('/v1/bulk-jobs'))).toEqual({ bulk_jobs: [] });
  });
});

describe('pages that publish themselves', () => {
  test.runIf(isAtLength)('go without the line that names Bivouac where that is asked for', async () => {
    const ours = await service.workspace({ credits: 10 });
    const branded = async (tentId: string) => (await service.db.prisma.publication.findFirst({ where: { tentId } }))?.branded;
    const plain = await written(service, { auto_publish: true, remove_branding: true }, ours);
    const named = await written(service, { auto_publish: true }, ours);
    expect([await branded(plain), await branded(named)]).toEqual([false, true]);
    // An edit without `auto_publish` keeps the live version.
    for (const [body, expected] of [
      [{}, false],
      [{ remove_branding: false }, true],
      [{ remove_branding: true }, false],
    ] as const) {
      await must(edit(ours, plain, { auto_publish: true, ...body }));
      await service.drain();
      expect(await branded(plain)).toBe(expected);
    }
    const template_id = await giveTemplate(ours);
    const job = await must(askBulk(ours, { template_id, auto_publish: true, remove_branding: true, items: items(1) }));
    await service.drain();
    const [item] = job.items as { tent_id: string }[];
    expect(await branded(item?.tent_id as string)).toBe(false);
  });
});
