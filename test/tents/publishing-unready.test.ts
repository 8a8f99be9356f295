/** Pages that are not ready in time: the live version stays, and no written version is lost. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { NotDoneInTime } from '../../src/platform/threads.ts';
import * as tasks from '../../src/tents/publishing/tasks.ts';
import { must } from '../support/blast.ts';
import { testGenerator } from '../support/generator.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { beginEdit, giveTent, giveVersion } from '../support/tents.ts';

const { prepareApart } = tasks;
/** The error with which pages are not made ready, while there is one. */
const trouble: { error?: Error | undefined } = {};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator: testGenerator() });
  vi.spyOn(tasks, 'prepareApart').mockImplementation((...args) => (trouble.error ? Promise.reject(trouble.error) : prepareApart(...args)));
});
beforeEach(() => {
  trouble.error = undefined;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.stop();
});

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
