/** Batches that are large where they should be small keep the event loop free. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../support/client.ts';
import { expectStretches } from '../support/cpu.ts';
import { request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const upsert = operations.find(({ operationId }) => operationId === 'upsertContacts') as (typeof operations)[number];

it.each([
  ['a text in place of its fields', `,"custom_fields":"${'x'.repeat(2_000_000)}"`],
  ['a list in place of its fields', `,"custom_fields":[${'0,'.repeat(199_990)}0]`],
  ['a text of escapes in place of its phone', `,"phone":["${'\\u00e9'.repeat(350_000)}"]`],
])('judging %s takes a moment', async (_what, more) => {
  const body = `{"items":[{"email":"a@example.com","client_item_id":"a"${more}}]}`;
  const answer = await expectStretches(50, () => request(service.url, upsert, { apiKey: service.apiKey, body }), 'judging an item');
  expect(answer.body.items).toMatchObject([{ status: 'rejected' }]);
});
