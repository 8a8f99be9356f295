/** Pages that could not be made ready in time: what is live stays, and nothing that was written is lost. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { must } from '../support/blast.ts';
import { testGenerator } from '../support/generator.ts';
import type { TestService } from '../support/service.ts';
import { beginEdit, giveTent, giveVersion } from '../support/tents.ts';

const { trouble } = vi.hoisted(() => ({ trouble: { error: undefined as Error | undefined } }));
vi.mock('../../src/tents/publishing/tasks.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../src/tents/publishing/tasks.ts')>();
  return {
    ...actual,
    prepareApart: (...args: Parameters<typeof actual.prepareApart>) =>
      trouble.error ? Promise.reject(trouble.error) : actual.prepareApart(...args),
  };
});

// A test before, in the same process, may have loaded the service with what it really does.
vi.resetModules();
const { startTestService } = await import('../support/service.ts');
const { NotDoneInTime } = await import('../../src/platform/threads.ts');

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator: testGenerator() });
});
beforeEach(() => {
  trouble.error = undefined;
});
afterAll(() => service.stop());

const publish = (tentId: string) => service.api.POST('/v1/tents/{tentId}/publish', { params: { path: { tentId } }, body: {} });
const rows = async (tentId: string) => ({
  publication: await service.db.prisma.publication.findFirst({ where: { tentId } }),
  body: await service.db.prisma.pageBody.findFirst({ where: { tentId } }),
  tent: await service.db.prisma.document.findFirst({ where: { id: tentId } }),
});

test('a publication asks to come again', async () => {
  const id = await giveTent(service, service);
  await must(publish(id));
  await giveVersion(service, service, id, '<p>Newer</p>');
  const before = await rows(id);
  trouble.error = new NotDoneInTime();
  const { response, error } = await publish(id);
  expect([response.status, error?.error_code, Number(response.headers.get('retry-after')) > 0]).toEqual([503, 'unavailable', true]);
  expect(await rows(id)).toEqual(before);
  trouble.error = undefined;
  expect((await must(publish(id))).publication).toMatchObject({ status: 'published', version: 2 });
});

test.each([new NotDoneInTime(), new Error('The thread of a task has ended')])(
  'what was to be published is written all the same: %s',
  async (error) => {
    const id = await giveTent(service, service);
    await must(publish(id));
    const before = await rows(id);
    await beginEdit(service, service, id, 'Newer', { alias: 'a' });
    trouble.error = error;
    await service.drain();
    const after = await rows(id);
    expect(after.tent).toMatchObject({ currentVersion: 2, status: 'published' });
    expect(after.body).toEqual(before.body);
    expect(after.publication).toEqual({
      ...before.publication,
      attemptedAt: expect.any(Date),
      status: 'failed',
      requestedAlias: 'a',
      message: 'The page could not be made ready in time. Publish it again, or have it made simpler.',
    });
  },
);
