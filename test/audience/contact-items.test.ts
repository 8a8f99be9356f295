/** A batch whose items hold what the service cannot keep: each such item is refused alone, whatever is in it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../support/client.ts';
import { request } from '../support/requests.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id) as (typeof operations)[number];

/** @param items JSON, one text for each item */
async function send(operationId: string, items: string[], headers: Record<string, string> = {}) {
  return request(service.url, operationOf(operationId), {
    apiKey: workspace.apiKey,
    body: `{"items":[${items.join(',')}]}`,
    headers,
  });
}

const item = (email: string, more = '') => `{"email":"${email}","client_item_id":"${email}"${more}}`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const UNSTORABLE = 'must not hold a NUL character or half of a surrogate pair';
const wide = `{${Array.from({ length: 1_001 }, (_, i) => `"f${i}":1`).join(',')}}`;

describe.each(['createContacts', 'upsertContacts'])('%s', (operationId) => {
  it.each([
    ['a NUL character', ',"first_name":"a\\u0000b"', { path: 'first_name', message: UNSTORABLE }],
    ['half of a surrogate pair', ',"company":"a\\ud800"', { path: 'company', message: UNSTORABLE }],
    ['a name of a field with a NUL', ',"custom_fields":{"a\\u0000":1}', { path: 'custom_fields', message: UNSTORABLE }],
    ['too many levels', `,"custom_fields":${nested(70)}`, { path: '', message: 'is nested more than 64 levels deep' }],
    ['ten thousand levels', `,"custom_fields":${nested(10_000)}`, { path: '', message: 'is nested more than 64 levels deep' }],
    ['too many fields', `,"custom_fields":${wide}`, { path: '', message: 'has an object with more than 1000 fields' }],
    [
      'a name that goes on',
      `,"custom_fields":{"${'x'.repeat(1_001)}":1}`,
      { path: '', message: 'has a field with a name of more than 1000 characters' },
    ],
  ])('refuses an item with %s and writes its neighbours', async (_what, more, issue) => {
    const { response, body } = await send(operationId, [item('a@example.com'), item('b@example.com', more), item('c@example.com')]);
    expect(response.status).toBeLessThan(300);
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(['created', 'rejected', 'created']);
    expect(body.items[1]).toMatchObject({ client_item_id: 'b@example.com', error_code: 'validation_failed', issues: [issue] });
  });

  it('tells apart under one key what differs in an item that is refused', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const first = await send(operationId, [item('a@example.com'), item('b@example.com', `,"custom_fields":${nested(10_000)}`)], headers);
    const again = await send(operationId, [item('a@example.com'), item('b@example.com', `,"custom_fields":${nested(10_000)}`)], headers);
    expect(again.body).toEqual(first.body);
    expect(again.response.headers.get('idempotency-replayed')).toBe('true');
    const other = await send(operationId, [item('a@example.com'), item('b@example.com')], headers);
    expect(other.body.error_code).toBe('idempotency_key_mismatch');
  });
});

it('shows no identifiers of an item that cannot be shown', async () => {
  const { body } = await send('updateContacts', ['{"contact_id":"x\\u0000","client_item_id":"a\\ud800"}', '{"contact_id":{"a":1}}']);
  expect(body.items).toMatchObject([
    { client_item_id: null, contact_id: null, status: 'rejected' },
    { client_item_id: null, contact_id: null, status: 'rejected' },
  ]);
});

it('refuses the request for what stands outside of the items', async () => {
  const outside = async (body: string) =>
    (await request(service.url, operationOf('upsertContacts'), { apiKey: workspace.apiKey, body })).body.details.issues;
  expect(await outside(`{"items":[${item('a@example.com')}],"more":${nested(70)}}`)).toEqual([
    { path: '', message: 'is nested more than 64 levels deep' },
  ]);
  expect(await outside(`{"items":[${item('a@example.com')}],"more":"\\u0000"}`)).toEqual([{ path: 'more', message: UNSTORABLE }]);
  expect(await outside(`{"items":${nested(70)}}`)).not.toEqual([]);
});

it('allows the last level that it says it does', async () => {
  // The body is level 0, an item level 2, what stands in its fields level 3.
  const { body } = await send('upsertContacts', [item('a@example.com', `,"x":${nested(62)}`), item('b@example.com', `,"x":${nested(63)}`)]);
  expect(body.items.map(({ issues }: { issues: unknown }) => issues)).toEqual([
    [{ path: 'x', message: 'is not known here' }],
    [{ path: '', message: 'is nested more than 64 levels deep' }],
  ]);
});

it.each([
  ['a text in place of its fields', `,"custom_fields":"${'x'.repeat(2_000_000)}"`],
  ['a list in place of its fields', `,"custom_fields":[${'0,'.repeat(199_990)}0]`],
  ['a text of escapes in place of its phone', `,"phone":["${'\\u00e9'.repeat(350_000)}"]`],
])('rejects %s, and no more', async (_what, more) => {
  const { body } = await send('upsertContacts', [item('a@example.com', more), item('b@example.com')]);
  expect(body.items).toMatchObject([{ status: 'rejected' }, { status: 'created' }]);
});
