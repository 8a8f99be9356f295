/** Blasts and flows have identifiers of the same form: an operation for one refuses the other with its own code. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, toUlid } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
import { operations } from '../support/client.ts';
import { request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let flowId: string;
let deleted: string;
beforeAll(async () => {
  service = await startTestService();
  const draft = async () => (await must(service.api.POST('/v1/email-flows', { body: { name: 'Welcome' } }))).flow_id;
  [flowId, deleted] = [await draft(), await draft()];
  await must(service.api.DELETE('/v1/email-flows/{flowId}', { params: { path: { flowId: deleted } } }));
});
afterAll(() => service.stop());

const ofBlasts = operations
  .filter(({ path }) => path.includes('{blastId}'))
  .map((operation) => [operation.operationId, operation] as const);

test('there are as many operations of one blast as there were', () => expect(ofBlasts.length).toBeGreaterThanOrEqual(15));

test.each(ofBlasts)('%s tells a flow from a blast', async (_id, operation) => {
  const ask = async (blastId: string, apiKey = service.apiKey) => {
    const { response, body } = await request(service.url, operation, { apiKey, path: { blastId, exportId: toUlid(newId()) } });
    return [response.status, body.error_code];
  };
  const before = await service.db.prisma.flow.findMany();
  expect(await ask(flowId)).toEqual([400, 'campaign_not_blast']);
  expect(await ask(deleted)).toEqual([404, 'not_found']);
  const stranger = await service.workspace({ name: 'Stranger' });
  expect(await ask(flowId, stranger.apiKey)).toEqual([404, 'not_found']);
  expect(await service.db.prisma.flow.findMany()).toEqual(before);
});
