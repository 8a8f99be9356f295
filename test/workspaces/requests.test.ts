/** The requests of a workspace: what is written about each, what is masked, and how long it stays. */
import { afterAll, describe, expect, test } from 'vitest';
import { readDocument } from '../../src/http/contract.ts';
import { createMask } from '../../src/http/masking.ts';
import { createRequestLog } from '../../src/http/request-log.ts';
import { newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { outcome } from '../support/outcome.ts';
import { startTestService, type TestWorkspace } from '../support/service.ts';

const service = await startTestService();
afterAll(() => service.stop());

type Query = {
  status?: string;
  operation?: string;
  error_code?: string;
  key_id?: string;
  from?: string;
  to?: string;
  limit?: number;
  cursor?: string;
};
type Own = Pick<TestWorkspace, 'api'>;
const page = ({ api }: Own, query: Query = {}) => api.GET('/v1/requests', { params: { query } });
const logOf = async (own: Own, query: Query = {}) => (await must(page(own, query))).requests;
const operationsIn = async (own: Own, query: Query = {}) => (await logOf(own, query)).map(({ operation }) => operation);
const get = ({ api }: Own, request_id: string) => api.GET('/v1/requests/{request_id}', { params: { path: { request_id } } });
/** Keys are trusted for some seconds, with the setting of their workspace. */
const settingPasses = () => service.clock.advance({ seconds: 6 });

async function logging(): Promise<TestWorkspace> {
  const own = await service.workspace();
  const { request_log } = await must(own.api.PATCH('/v1/workspace', { body: { request_log: true } }));
  expect(request_log).toBe(true);
  settingPasses();
  return own;
}

const sent = (own: TestWorkspace, path: string, { body, headers, method }: { body?: string; headers?: object; method?: string } = {}) =>
  fetch(`${service.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization: `Bearer ${own.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });

const rowsOf = async ({ id }: TestWorkspace) =>
  JSON.stringify((await service.db.pool.query('SELECT * FROM logged_requests WHERE workspace_id = $1', [id])).rows);

describe('a request', () => {
  test('is shown with its answer, its key and masked values', async () => {
    const own = await logging();
    const body = JSON.stringify({ items: [{ email: 'maya@example.net', first_name: 'Maya', marketing_email_subscribed: true }] });
    const headers = { 'x-request-id': 'order-17', 'idempotency-key': 'one' };
    await sent(own, '/v1/contacts/upsert', { body, headers });
    const request = await must(get(own, 'order-17'));
    expect(request).toEqual({
      request_id: 'order-17',
      at: expect.stringMatching(/^20/),
      method: 'POST',
      operation: 'upsertContacts',
      path: '/v1/contacts/upsert',
      query: {},
      status: 200,
      error_code: null,
      duration_ms: expect.any(Number),
      key: { key_id: expect.any(String), name: 'Test' },
      idempotency_key_sent: true,
      replayed: false,
      body: { items: [{ email: '<string>', first_name: '<string>', marketing_email_subscribed: true, resubscribe: false }] },
    });
    await sent(own, '/v1/contacts/upsert', { body, headers: { ...headers, 'x-request-id': 'order-18' } });
    expect(await must(get(own, 'order-18'))).toMatchObject({ idempotency_key_sent: true, replayed: true });
    const contact_id = newId();
    await own.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });
    const [refused] = await logOf(own, { error_code: 'not_found' });
    expect(refused).toMatchObject({ path: `/v1/contacts/${contact_id}`, status: 404, operation: 'getContact', body: null });
  });

  test('leaves no address in the table, wherever it stood', async () => {
    const own = await logging();
    const address = 'maya.lindqvist@example.net';
    const body = JSON.stringify({
      items: [{ email: address, custom_fields: { [address]: address, phone: 4791234567 }, phone: 4791234567 }],
      [address]: address,
    });
    await sent(own, '/v1/contacts/upsert', { body });
    await sent(own, `/v1/contacts/${address}`);
    await sent(own, `/v1/contacts/${encodeURIComponent(address)}`, { method: 'DELETE' });
    await sent(own, `/v1/contacts/lookup?email=${encodeURIComponent(address)}&phone=4791234567&${encodeURIComponent(address)}=1`);
    await sent(own, `/v1/suppressions?search=${address}`);
    // Larger than what waits in memory as it came.
    const items = Array.from({ length: 100 }, (_, at) => ({ email: `${at}.${address}` }));
    await sent(own, '/v1/contacts/upsert', { body: JSON.stringify({ items }) });
    await sent(own, '/v1/contacts/upsert', { body: `{"items": "${address}"` });
    expect((await operationsIn(own)).length).toBeGreaterThanOrEqual(6);
    const rows = await rowsOf(own);
    expect(rows).not.toMatch(/maya|lindqvist|example\.net|4791234567/i);
    expect(rows).toContain('/v1/contacts/{contact_id}');
  });

  test('is not written without the setting, nor once it is off', async () => {
    const [none, own] = [await service.workspace(), await logging()];
    await must(none.api.GET('/v1/topics'));
    expect(await logOf(none)).toEqual([]);
    await must(own.api.GET('/v1/topics'));
    expect(await operationsIn(own)).toEqual(['listTopics']);
    // The key is still trusted: the setting counts when the request is written.
    await must(own.api.PATCH('/v1/workspace', { body: { request_log: false } }));
    await must(own.api.GET('/v1/keys'));
    expect(await operationsIn(own)).toEqual(['listTopics']);
  });

  test.runIf(isAtLength)('belongs to its workspace alone', async () => {
    const [own, other] = [await logging(), await logging()];
    await sent(own, '/v1/topics', { headers: { 'x-request-id': 'a/b' } });
    expect(await must(get(own, 'a/b'))).toMatchObject({ request_id: 'a/b', operation: 'listTopics' });
    expect(outcome(await get(other, 'a/b'))).toEqual([404, 'not_found']);
    expect(outcome(await get(own, 'a@b'))).toEqual([400, 'validation_failed']);
    expect(await operationsIn(other, { operation: 'listTopics' })).toEqual([]);
  });

  test('by an unknown key is in no log', async () => {
    const own = await logging();
    await sent({ ...own, apiKey: `bvk_${'a'.repeat(40)}` }, '/v1/topics');
    expect(await logOf(own)).toEqual([]);
  });
});

describe('the list', () => {
  test('is filtered and paged', async () => {
    const own = await logging();
    await must(own.api.GET('/v1/topics'));
    service.clock.advance({ minutes: 1 });
    const between = service.clock.now().toISOString();
    await own.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: newId() } } });
    await sent(own, '/v1/contacts/upsert', { body: '{}' });
    const entries = await logOf(own);
    expect(entries.map(({ status, error_code }) => [status, error_code])).toEqual([
      [400, 'validation_failed'],
      [404, 'not_found'],
      [200, null],
    ]);
    expect(await operationsIn(own, { status: '4xx' })).toEqual(['upsertContacts', 'getContact']);
    expect(await operationsIn(own, { status: '404' })).toEqual(['getContact']);
    expect(await operationsIn(own, { error_code: 'validation_failed' })).toEqual(['upsertContacts']);
    expect(await operationsIn(own, { operation: 'listTopics' })).toEqual(['listTopics']);
    expect(await operationsIn(own, { to: between })).toEqual(['listTopics']);
    expect(await operationsIn(own, { from: between, status: '4xx' })).toEqual(['upsertContacts', 'getContact']);
    const key_id = entries[0]?.key.key_id as string;
    expect(await operationsIn(own, { key_id, status: '4xx' })).toHaveLength(2);
    expect(await operationsIn(own, { key_id: newId() })).toEqual([]);

    const first = await must(page(own, { status: '4xx', limit: 1 }));
    const rest = await must(page(own, { status: '4xx', limit: 1, cursor: first.next_cursor as string }));
    expect([...first.requests, ...rest.requests]).toEqual(entries.slice(0, 2));
    expect(rest.next_cursor).toBeUndefined();
    expect(outcome(await page(own, { status: '5xx', limit: 1, cursor: first.next_cursor as string }))).toEqual([400, 'invalid_cursor']);
    for (const query of [{ status: '6xx' }, { operation: 'a b' }, { from: 'yesterday' }, { error_code: 'NO' }] satisfies Query[])
      expect(outcome(await page(own, query))).toEqual([400, 'validation_failed']);
  });

  test.runIf(isAtLength)('is kept for seven days', async () => {
    const own = await logging();
    await must(own.api.GET('/v1/topics'));
    await logOf(own);
    service.clock.advance({ hours: 6 * 24 });
    await service.drain();
    expect(await operationsIn(own)).toContain('listTopics');
    service.clock.advance({ hours: 25 });
    await service.drain();
    expect(await operationsIn(own)).not.toContain('listTopics');
  });
});

describe('a mask', () => {
  const mask = createMask(readDocument());

  test('keeps what the document declares, and the types of all else', () => {
    const id = newId();
    const masked = mask({
      contact_id: id,
      tracking: 'full',
      website: 'full',
      emails_per_second: 3,
      events_days: 30,
      flag: true,
      nothing: null,
      age: 42,
      event_types: ['blast.sent', 'Maya'],
      '4791234567': 'phone',
      deep: { text: 'Maya' },
    });
    expect(masked).toEqual({
      contact_id: id,
      tracking: 'full',
      website: '<string>',
      emails_per_second: '<number>',
      events_days: 30,
      flag: true,
      nothing: null,
      age: '<number>',
      event_types: ['blast.sent', '<string>'],
      '<name>': '<string>',
      deep: { text: '<string>' },
    });
    expect(JSON.stringify(mask(JSON.parse('{"__proto__": {"toString": "Maya"}}')))).toBe('{"__proto__":{"toString":"<string>"}}');
  });

  test('has its bounds in size and depth, and says what is left out', () => {
    const items = Array.from({ length: 10_000 }, () => ({ email: 'maya@example.net', ['n'.repeat(64)]: 1 }));
    const wide = mask({ items }) as { items: unknown[] };
    expect(JSON.stringify(wide).length).toBeLessThanOrEqual(4_096);
    expect(wide.items.at(-1)).toBe(`<${10_001 - wide.items.length} more>`);
    const fields = mask(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`field_${at}`, 'Maya'])));
    expect(fields).toHaveProperty(['<more>'], true);
    let deep: object = {};
    for (let level = 0; level < 64; level++) deep = { deep, items };
    expect(JSON.stringify(mask(deep)).length).toBeLessThanOrEqual(4_096);
  });
});

test('requests that find no room are dropped and counted', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const written: number[] = [];
  const requestLog = createRequestLog({
    log: openLog('silent'),
    clock: service.clock,
    mostBytes: 2_000,
    async write(requests) {
      await promise;
      written.push(requests.length);
    },
  });
  const exchange = {
    http: { method: 'GET' },
    response: {
      locals: { principal: { workspaceId: newId(), key: { id: newId(), name: 'Test' }, logsRequests: true }, requestId: 'one' },
      statusCode: 200,
      hasHeader: () => false,
    },
    operation: { operationId: 'listTopics', path: '/v1/topics', idempotent: false },
    params: {},
    query: {},
    headers: {},
    bodyBytes: 0,
    started: performance.now(),
  };
  for (let count = 0; count < 5; count++) requestLog.add(exchange as never);
  expect([requestLog.behind.held(), requestLog.behind.dropped()]).toEqual([3 * 512, 2]);
  resolve();
  await requestLog.finish();
  expect([written, requestLog.behind.held()]).toEqual([[3], 0]);
});
