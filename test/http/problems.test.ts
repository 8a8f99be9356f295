/** Errors in the form of RFC 9457. */
import { expect, it } from 'vitest';
import { expectDocumented, operations } from '../support/client.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const { apiKey } = await service.workspace();
const operation = operations.find(({ operationId }) => operationId === 'getContact');
if (!operation) throw new Error('there is no getContact');

const answerTo = async (accept: string, contactId = '0195ff83-8c1b-7c3a-9a52-b4f1d3c0a001') => {
  const headers = { Authorization: `Bearer ${apiKey}`, Accept: accept };
  const response = await fetch(`${service.url}/v1/contacts/${contactId}`, { headers });
  await expectDocumented(operation, response.clone());
  return { type: response.headers.get('content-type'), body: (await response.json()) as Record<string, unknown> };
};

it.each([
  'application/problem+json',
  'application/json, application/problem+json',
  'application/json;q=0.5,Application/Problem+JSON;q=0.5',
  'text/html, application/problem+json; q=0.1, */*',
])('are sent to a client that accepts them: %s', async (accept) => {
  const { type, body } = await answerTo(accept);
  expect(type).toBe('application/problem+json');
  expect(body).toMatchObject({
    title: 'Not found',
    status: 404,
    detail: body.error,
    type: body.documentation_url,
    error_code: 'not_found',
  });
  expect(body.type).toMatch(/^http.*\/errors#not_found$/);
});

it.each([
  '*/*',
  'application/json',
  'application/problem+json;q=0',
  'application/json, application/problem+json;q=0.9',
  'application/problem+jsonx',
])('are not sent to others: %s', async (accept) => {
  const { type, body } = await answerTo(accept);
  expect(type).toBe('application/json; charset=utf-8');
  expect(Object.keys(body).sort()).toEqual(['documentation_url', 'error', 'error_code']);
});

it('keep the details', async () => {
  const { body } = await answerTo('application/problem+json', '42');
  expect(body).toMatchObject({ status: 400, title: 'Validation failed', details: { issues: [{ path: 'contact_id' }] } });
});
