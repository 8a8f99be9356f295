/** A blast from the client's side, against the service, on a network that loses answers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, pages, unwrap, waitForBlastSent } from '../../src/client/index.ts';
import { people, prepareBlast } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('sends a blast, whose answers get lost, once', async () => {
  const { blastId } = await prepareBlast(service.api, people(3));
  const seen: string[] = [];
  const client = createClient({
    apiKey: service.apiKey,
    baseUrl: service.url,
    async fetch(request) {
      const response = await fetch(request);
      seen.push(`${request.method} ${response.status} ${response.headers.get('idempotency-replayed') ?? ''}`.trim());
      // The first answer to each kind of request never arrives.
      if (seen.length === 1 || (request.method === 'GET' && seen.at(-2)?.startsWith('POST'))) throw new TypeError('fetch failed');
      if (request.method === 'GET') await service.drain();
      return response;
    },
  });
  const params = { path: { blastId } };
  const { status } = await unwrap(client.POST('/v1/email-blasts/{blastId}/send-now', { params, body: {} }));
  expect(status).toBe('sending');
  const blast = await waitForBlastSent(client, { blast_id: blastId }, { intervalMs: 1 });
  expect(blast).toMatchObject({ status: 'sent', details: { blast_sent_count: 3 } });
  expect(seen).toEqual(['POST 202', 'POST 202 true', 'GET 200', 'GET 200', 'GET 200']);

  const recipients: string[] = [];
  const report = pages(({ page }) =>
    client.GET('/v1/email-blasts/{blastId}/contacts', { params: { ...params, query: { page, limit: 2 } } }),
  );
  for await (const { contacts } of report) recipients.push(...contacts.map(({ email }) => email as string));
  expect(recipients.sort()).toEqual(people(3));

  const again = unwrap(client.POST('/v1/email-blasts/{blastId}/send-now', { params, body: {} }));
  await expect(again).rejects.toMatchObject({ status: 409, code: 'campaign_invalid_state', requestId: expect.any(String) });
});
