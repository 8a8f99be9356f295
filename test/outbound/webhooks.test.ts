/** Webhook endpoints, and the requests that they get. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestWorkspace } from '../support/service.ts';
import { settled } from '../support/settled.ts';
import { isSignedBy, type Receiver, startReceiver } from './receiver.ts';

const service = await startTestService({ OUTBOUND_ALLOW: '127.0.0.1' });
afterAll(service.stop);
/** All that is due, once the events of before show. */
async function drain(): Promise<void> {
  await settled(service.db);
  await service.drain();
}
const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

type Types = ('*' | 'contact.created' | 'contact.deleted')[];

async function given(event_types: Types = ['contact.created']) {
  const [workspace, receiver] = [await service.workspace(), await newReceiver()];
  const endpoint = await must(workspace.api.POST('/v1/webhook-endpoints', { body: { url: receiver.url, event_types } }));
  return { workspace, receiver, endpoint, at: { params: { path: { endpoint_id: endpoint.endpoint_id } } } };
}

let contacts = 0;
async function newContacts({ api }: TestWorkspace, count = 1): Promise<void> {
  const items = Array.from({ length: count }, () => ({ email: `person-${contacts++}@example.net` }));
  await must(api.POST('/v1/contacts', { body: { items } }));
}

const deliveriesOf = async ({ api }: TestWorkspace, endpoint_id: string) =>
  (await must(api.GET('/v1/webhook-endpoints/{endpoint_id}/deliveries', { params: { path: { endpoint_id } } }))).deliveries;

test.runIf(isAtLength)('an event that the endpoint takes arrives once, signed, and is listed', async () => {
  const { workspace, receiver, endpoint } = await given();
  await newContacts(workspace, 3);
  await must(workspace.api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'another@example.net' }] } }));
  await drain();
  expect(receiver.types()).toEqual(Array.from({ length: 4 }, () => 'contact.created'));
  const [first] = receiver.received;
  if (!first) throw new Error('nothing was received');
  expect(isSignedBy(endpoint.secret, first)).toBe(true);
  expect(first.headers['webhook-id']).toBe(first.event.event_id);
  expect(isSignedBy('whsec_bm90IHRoZSBzZWNyZXQ=', first)).toBe(false);
  const deliveries = await deliveriesOf(workspace, endpoint.endpoint_id);
  expect(deliveries.length).toBe(4);
  expect(deliveries[0]).toMatchObject({ status: 'delivered', attempts: 1, response_status: 200, response_body: 'thanks', error: null });
  await drain();
  expect(receiver.received.length).toBe(4);
});

test('secrets are shown once and kept sealed', async () => {
  const { workspace, endpoint, at } = await given();
  expect(endpoint.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const shown = await must(workspace.api.GET('/v1/webhook-endpoints/{endpoint_id}', at));
  expect(shown).not.toHaveProperty('secret');
  const rows = await service.db.query<{ row: string }>(sql`SELECT encode(secret, 'escape') AS row FROM webhook_endpoints`);
  expect(JSON.stringify(rows)).not.toContain(endpoint.secret.slice(6));
});

test('cursors of another list are refused, and a disabled endpoint gets nothing again', async () => {
  const { workspace, at, endpoint } = await given();
  await newContacts(workspace);
  await drain();
  const query = { cursor: 'WyJub25lIl0' };
  expect((await workspace.api.GET('/v1/webhook-endpoints', { params: { query } })).error?.error_code).toBe('invalid_cursor');
  const deliveries = await workspace.api.GET('/v1/webhook-endpoints/{endpoint_id}/deliveries', { params: { ...at.params, query } });
  expect(deliveries.error?.error_code).toBe('invalid_cursor');
  const [delivery] = await deliveriesOf(workspace, endpoint.endpoint_id);
  await must(workspace.api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...at, body: { status: 'disabled' } }));
  const since = new Date(service.clock.now().getTime() - 3_600_000).toISOString();
  expect((await workspace.api.POST('/v1/webhook-endpoints/{endpoint_id}/recover', { ...at, body: { since } })).response.status).toBe(409);
  const path = { endpoint_id: endpoint.endpoint_id, delivery_id: delivery?.delivery_id as string };
  const again = await workspace.api.POST('/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver', { params: { path } });
  expect(again.response.status).toBe(409);
});

test('an answer that is kept for a replay keeps its secret sealed, too', async () => {
  const workspace = await service.workspace();
  const create = () =>
    workspace.api.POST('/v1/webhook-endpoints', {
      body: { url: 'https://hooks.example.com/bivouac', event_types: ['contact.created'] },
      params: { header: { 'Idempotency-Key': 'sealed' } },
    });
  const endpoint = await must(create());
  const kept = await service.db.query<{ body: string }>(sql`SELECT body FROM idempotency_keys WHERE workspace_id = ${workspace.id}::uuid`);
  expect(kept.length).toBe(1);
  expect(kept[0]?.body).not.toContain(endpoint.secret);
  expect(kept[0]?.body).not.toContain(endpoint.endpoint_id);
  expect(await must(create())).toEqual(endpoint);
});

test('after a rotation both secrets sign for a day, and then the new one', async () => {
  const { workspace, receiver, endpoint, at } = await given();
  const rotated = await must(workspace.api.POST('/v1/webhook-endpoints/{endpoint_id}/rotate-secret', at));
  expect(rotated.secret).not.toBe(endpoint.secret);
  expect(rotated.previous_secret_expires_at).not.toBeNull();
  const signers = () => receiver.received.map((one) => [endpoint, rotated].map(({ secret }) => isSignedBy(secret, one)));
  await newContacts(workspace);
  await drain();
  expect(signers()).toEqual([[true, true]]);
  service.clock.advance({ hours: 25 });
  await newContacts(workspace);
  await drain();
  expect(signers()[1]).toEqual([false, true]);
});

test('endpoints are listed, changed and deleted', async () => {
  const { workspace, receiver, endpoint, at } = await given();
  const { api } = workspace;
  const changed = await must(
    api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...at, body: { event_types: ['contact.deleted'], description: 'Ours' } }),
  );
  expect(changed).toMatchObject({ event_types: ['contact.deleted'], description: 'Ours', status: 'enabled' });
  await newContacts(workspace);
  const disabled = await must(api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...at, body: { status: 'disabled' } }));
  expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
  const refused = await api.POST('/v1/webhook-endpoints/{endpoint_id}/test', at);
  expect(refused.error).toMatchObject({ error_code: 'conflict' });
  await must(api.POST('/v1/webhook-endpoints', { body: { url: receiver.url, event_types: ['*'] } }));
  const page = await must(api.GET('/v1/webhook-endpoints', { params: { query: { limit: 1 } } }));
  expect(page.endpoints.map(({ endpoint_id }) => endpoint_id)).toEqual([endpoint.endpoint_id]);
  const rest = await must(api.GET('/v1/webhook-endpoints', { params: { query: { limit: 1, cursor: page.next_cursor as string } } }));
  expect(rest.endpoints.length).toBe(1);
  expect((await api.DELETE('/v1/webhook-endpoints/{endpoint_id}', at)).response.status).toBe(204);
  expect((await api.GET('/v1/webhook-endpoints/{endpoint_id}', at)).response.status).toBe(404);
  await drain();
  expect(receiver.types()).toEqual([]);
});

test('an address within is refused, and so are too many endpoints', async () => {
  const { api } = await service.workspace();
  const refused = await api.POST('/v1/webhook-endpoints', { body: { url: 'http://169.254.169.254/latest', event_types: ['*'] } });
  expect(refused.error).toMatchObject({ error_code: 'validation_failed', details: { issues: [{ path: 'url' }] } });
  const create = () =>
    api.POST('/v1/webhook-endpoints', { body: { url: 'https://crm.example.com/hooks', event_types: ['contact.created'] } });
  for (let i = 0; i < 50; i++) await must(create());
  expect((await create()).error).toMatchObject({ error_code: 'conflict' });
});

test.runIf(isAtLength)('a test goes to its endpoint alone', async () => {
  const { workspace, receiver, endpoint, at } = await given();
  const other = await newReceiver();
  await must(workspace.api.POST('/v1/webhook-endpoints', { body: { url: other.url, event_types: ['*'] } }));
  const delivery = await must(workspace.api.POST('/v1/webhook-endpoints/{endpoint_id}/test', at));
  expect(delivery).toMatchObject({ event_type: 'webhook.test', status: 'pending', attempts: 0 });
  await drain();
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    { type: 'webhook.test', event_id: delivery.event_id, data: { endpoint_id: endpoint.endpoint_id } },
  ]);
  expect(other.types()).toEqual([]);
});

test.runIf(isAtLength)('what fails is tried again in its time, and eight times in all', async () => {
  const { workspace, receiver, endpoint } = await given();
  receiver.answer = (response) => response.writeHead(500).end('x'.repeat(3_000));
  await newContacts(workspace);
  await drain();
  expect(receiver.received.length).toBe(1);
  const [delivery] = await deliveriesOf(workspace, endpoint.endpoint_id);
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1, response_status: 500, error: 'The server answered with 500.' });
  expect(delivery?.response_body?.length).toBe(1_000);
  const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  for (const [index, seconds] of waits.entries()) {
    service.clock.advance({ seconds: Math.floor(seconds * 0.85) });
    await drain();
    // The clock of the test runs on, which matters to seconds alone.
    if (seconds > 60) expect(receiver.received.length).toBe(index + 1);
    service.clock.advance({ seconds: Math.ceil(seconds * 0.3) });
    await drain();
    expect(receiver.received.length).toBe(index + 2);
  }
  service.clock.advance({ hours: 20 });
  await drain();
  expect(receiver.received.length).toBe(8);
  expect((await deliveriesOf(workspace, endpoint.endpoint_id))[0]).toMatchObject({ status: 'failed', attempts: 8, next_attempt_at: null });
});

test('a failed delivery may be sent again by hand', async () => {
  const { workspace, receiver, endpoint, at } = await given();
  await newContacts(workspace);
  await drain();
  const [delivery] = await deliveriesOf(workspace, endpoint.endpoint_id);
  const path = { ...at.params.path, delivery_id: delivery?.delivery_id as string };
  const again = await must(
    workspace.api.POST('/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver', { params: { path } }),
  );
  expect(again).toMatchObject({ status: 'pending', attempts: 0 });
  await drain();
  expect(receiver.received.map(({ event }) => event.event_id)).toEqual([delivery?.event_id, delivery?.event_id]);
});

test.runIf(isAtLength)('a receiver that is gone is disabled at once, with an event', async () => {
  const { workspace, receiver, endpoint, at } = await given();
  const other = await newReceiver();
  await must(workspace.api.POST('/v1/webhook-endpoints', { body: { url: other.url, event_types: ['*'] } }));
  receiver.answer = (response) => response.writeHead(410).end();
  await newContacts(workspace);
  await drain();
  await drain();
  const shown = await must(workspace.api.GET('/v1/webhook-endpoints/{endpoint_id}', at));
  expect(shown).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  expect(other.types()).toEqual(['contact.created', 'webhook.disabled']);
  expect(other.received[1]?.event.data).toMatchObject({ endpoint_id: endpoint.endpoint_id, reason: 'gone' });
});

test('a receiver that fails for five days is disabled', async () => {
  const { workspace, receiver, at } = await given();
  receiver.answer = (response) => response.writeHead(503).end();
  for (let day = 0; day < 7; day++) {
    await newContacts(workspace);
    await drain();
    service.clock.advance({ hours: 24 });
  }
  await drain();
  const shown = await must(workspace.api.GET('/v1/webhook-endpoints/{endpoint_id}', at));
  expect(shown).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
});

test('a receiver that is down is asked by single requests, and gets everything when it is back', async () => {
  const { workspace, receiver } = await given();
  receiver.answer = (response) => response.writeHead(503).end();
  await newContacts(workspace, 100);
  await drain();
  const before = receiver.received.length;
  expect(before).toBeLessThan(50);
  service.clock.advance({ seconds: 6 });
  await drain();
  expect(receiver.received.length).toBe(before + 1);
  receiver.answer = (response) => response.end();
  service.clock.advance({ hours: 20 });
  await drain();
  await drain();
  const ids = receiver.received.slice(before + 1).map(({ event }) => event.event_id);
  expect(new Set(ids).size).toBe(100);
});

test('what was missed while the endpoint was disabled is recovered, and nothing twice', async () => {
  const { workspace, receiver, at } = await given();
  await must(workspace.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  await newContacts(workspace, 2);
  await drain();
  expect(receiver.received.length).toBe(2);
  const since = service.clock.now().toISOString();
  await must(workspace.api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...at, body: { status: 'disabled' } }));
  await newContacts(workspace, 3);
  await must(workspace.api.PATCH('/v1/webhook-endpoints/{endpoint_id}', { ...at, body: { status: 'enabled' } }));
  await drain();
  expect(receiver.received.length).toBe(2);
  const recovering = await must(workspace.api.POST('/v1/webhook-endpoints/{endpoint_id}/recover', { ...at, body: { since } }));
  expect(recovering.recovering_since).toBe(since);
  await drain();
  await drain();
  expect(new Set(receiver.received.map(({ event }) => event.event_id)).size).toBe(5);
  expect(receiver.received.length).toBe(5);
  const shown = await must(workspace.api.GET('/v1/webhook-endpoints/{endpoint_id}', at));
  expect(shown.recovering_since).toBeNull();
  const early = await workspace.api.POST('/v1/webhook-endpoints/{endpoint_id}/recover', { ...at, body: { since: '2020-01-01T00:00:00Z' } });
  expect(early.error).toMatchObject({ error_code: 'validation_failed' });
});
