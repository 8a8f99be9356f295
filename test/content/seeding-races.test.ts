/** Creating documents from a template during its deletion. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromUlid } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
import { testGenerator } from '../support/generator.ts';
import { refusal } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator: testGenerator() });
});
afterAll(() => service.stop());

const code = '<!doctype html><p>Hello</p>';

test.each([
  [
    'an email',
    async () => {
      const { template_id } = await must(service.api.POST('/v1/email-templates', { body: { name: 'T', code } }));
      await must(service.api.POST('/v1/email-templates/{templateId}/approve', { params: { path: { templateId: template_id } } }));
      return template_id;
    },
    (template_id: string) => service.api.POST('/v1/emails', { body: { name: 'From it', template_id } }),
  ],
  [
    'a tent',
    async () => {
      const { template_id } = await must(service.api.POST('/v1/tent-templates', { body: { name: 'T', code } }));
      await must(service.api.POST('/v1/tent-templates/{templateId}/approve', { params: { path: { templateId: template_id } } }));
      return template_id;
    },
    (template_id: string) => service.api.POST('/v1/tents', { body: { template_id, prompt: 'Make it warmer' } }),
  ],
])('%s waits for whoever deletes its template, and finds it gone', async (_what, approved, start) => {
  const templateId = await approved();
  let answer: ReturnType<typeof start> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.prisma.document.deleteMany({ where: { id: templateId.length === 26 ? fromUlid(templateId) : templateId } });
    answer = start(templateId);
    const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(async () => (await service.db.pool.query(waits)).rows.length).toBe(1);
  });
  expect(refusal((await answer) as Parameters<typeof refusal>[0])).toEqual([404, 'not_found', 'template_id']);
});
