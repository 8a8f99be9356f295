/** Test keys: whatever follows from their requests goes into the test mailbox, and nothing else does. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepTestMails } from '../../src/campaigns/test-mailbox/test-mailbox.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, draftBlast, moveBlast, must, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { settled } from '../support/settled.ts';

let service: TestService;
let live: ApiClient;
let tests: ApiClient;
let workspaceId: string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

beforeEach(async () => {
  // Another test may have left mail that waits.
  await service.drain();
  await service.db.query(sql`DELETE FROM mailbox_messages`);
  const workspace = await service.workspace({ plan: 'free' });
  ({ id: workspaceId, api: live } = workspace);
  const key = await must(live.POST('/v1/keys', { body: { name: 'Tests', mode: 'test' } }));
  expect(key).toMatchObject({ mode: 'test', api_key: expect.stringMatching(/^bvk_test_[\w-]{43}$/), prefix: key.api_key.slice(0, 15) });
  tests = createClient(service.url, key.api_key);
});

const mails = async (query: { to?: string; subject?: string; search?: string } = {}) =>
  (await must(live.GET('/v1/test-mailbox', { params: { query } }))).mails;

/** The recipients of what went to the mail server, which is the built-in mailbox here. */
const sentForReal = async (...addresses: string[]): Promise<string[]> =>
  (
    await service.db.query<{ to: string }>(
      sql`SELECT recipients[1] AS to FROM mailbox_messages WHERE recipients && ${addresses}::text[] ORDER BY id`,
    )
  ).map(({ to }) => to);

const receipt = (to: string) => ({
  to: { email: to },
  subject: 'Your receipt',
  html: '<p>Thanks for order 1042. <a href="https://shop.example.com/orders/1042?a=1&amp;b=2">See it</a></p>',
  from_address: 'hello@example.com',
  from_name: 'Juniper Trail',
});

const message = (api: ApiClient, id: string) => must(api.GET('/v1/messages/{message_id}', { params: { path: { message_id: id } } }));

test('a message of a test key is in the test mailbox, and one of a live key is not', async () => {
  const accepted = await must(tests.POST('/v1/messages', { body: receipt('maya@example.net') }));
  expect(accepted.test).toBe(true);
  expect((await must(live.POST('/v1/messages', { body: receipt('real@example.net') }))).test).toBeUndefined();
  await service.drain();

  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'maya@example.net', subject: 'Your receipt', message_id: accepted.message_id, blast_id: null });
  expect(await sentForReal('maya@example.net', 'real@example.net')).toEqual(['real@example.net']);
  expect(await message(live, accepted.message_id)).toMatchObject({ status: 'sent', test: true });

  const at = { params: { path: { mail_id: mail?.mail_id as string } } };
  const detail = await must(live.GET('/v1/test-mailbox/{mail_id}', at));
  expect(detail.links).toContain('https://shop.example.com/orders/1042?a=1&b=2');
  expect(detail.headers).toContainEqual({ name: 'Subject', value: expect.stringContaining('receipt') });
  expect((await must(live.GET('/v1/test-mailbox/{mail_id}/source', at))).source).toContain('Subject: Your receipt');

  const other = await service.workspace();
  expect((await other.api.GET('/v1/test-mailbox/{mail_id}', at)).response.status).toBe(404);
  expect((await other.api.DELETE('/v1/test-mailbox/{mail_id}', at)).response.status).toBe(404);
  expect((await live.DELETE('/v1/test-mailbox/{mail_id}', at)).response.status).toBe(204);
  expect((await live.GET('/v1/test-mailbox/{mail_id}/source', at)).response.status).toBe(404);
});

test('the test mailbox is searched, turned page by page, and emptied', async () => {
  for (const name of ['ann', 'bo', 'cy']) await must(tests.POST('/v1/messages', { body: receipt(`${name}@example.net`) }));
  await service.drain();
  expect(await mails({ to: 'BO@example.net' })).toMatchObject([{ to: 'bo@example.net' }]);
  expect(await mails({ search: 'ORDER 1042' })).toHaveLength(3);
  expect(await mails({ subject: 'invoice' })).toEqual([]);

  const query = { limit: 2, subject: 'receipt' };
  const first = await must(live.GET('/v1/test-mailbox', { params: { query } }));
  const second = await must(live.GET('/v1/test-mailbox', { params: { query: { ...query, cursor: first.next_cursor as string } } }));
  expect([...first.mails, ...second.mails].map(({ to }) => to).sort()).toEqual(['ann@example.net', 'bo@example.net', 'cy@example.net']);
  expect(second.next_cursor).toBeUndefined();
  const damaged = await live.GET('/v1/test-mailbox', { params: { query: { cursor: 'damaged' } } });
  expect(damaged.error).toMatchObject({ error_code: 'invalid_cursor' });

  expect((await live.DELETE('/v1/test-mailbox')).response.status).toBe(204);
  expect(await mails()).toEqual([]);
});

test.runIf(isAtLength)('only the newest mail is kept', async () => {
  await must(tests.POST('/v1/messages', { body: receipt('old@example.net') }));
  await service.drain();
  await service.db.query(sql`
    INSERT INTO test_mails SELECT workspace_id, uuid_v7(received_at + n * interval '1 millisecond'), gen_random_uuid(), received_at, sender,
      recipient, from_header, subject, body, size_bytes, raw, NULL
    FROM test_mails CROSS JOIN generate_series(1, 1000) n WHERE workspace_id = ${workspaceId}::uuid`);
  await must(tests.POST('/v1/messages', { body: receipt('new@example.net') }));
  await service.drain();
  const [row] = await service.db.query<{ count: number; oldest: number }>(sql`
    SELECT count(*)::int AS count, (count(*) FILTER (WHERE m.delivery_id IN (SELECT id FROM deliveries WHERE email = 'old@example.net')))::int AS oldest
    FROM test_mails m WHERE workspace_id = ${workspaceId}::uuid`);
  expect(row).toEqual({ count: 1_000, oldest: 0 });

  service.clock.advance({ days: 7, minutes: 1 });
  await service.drain();
  expect(await mails()).toEqual([]);
});

test.runIf(isAtLength)('magic recipients bounce, complain and are slow, time after time', async () => {
  for (const round of [1, 2]) {
    const ids = new Map<string, string>();
    for (const to of ['bounced@example.test', 'complained+1@example.test', 'slow@example.test'])
      ids.set(to, (await must(tests.POST('/v1/messages', { body: receipt(to) }))).message_id);
    const read = (to: string) => message(live, ids.get(to) as string);
    const events = async (to: string) => (await read(to)).events.map(({ type }) => type);
    await service.drain();
    expect(await read('bounced@example.test'), `round ${round}`).toMatchObject({ status: 'bounced' });
    expect(await read('slow@example.test')).toMatchObject({ status: 'queued' });
    expect(await events('complained+1@example.test')).not.toContain('complained');
    service.clock.advance({ seconds: 10 });
    await service.drain();
    expect(await events('complained+1@example.test')).toEqual(['queued', 'sent', 'delivered', 'complained']);
    for (const minutes of [2, 6]) {
      service.clock.advance({ minutes });
      await service.drain();
    }
    expect(await read('slow@example.test')).toMatchObject({ status: 'sent' });
  }
  const { items: suppressions } = await must(live.GET('/v1/suppressions'));
  expect(suppressions.map(({ address, reason, source }) => [address, reason, source]).sort()).toEqual([
    ['bounced@example.test', 'bounced', 'test'],
    ['complained+1@example.test', 'complained', 'test'],
  ]);
  expect(await mails()).toHaveLength(4);
});

test('a message that is sent again after a crash is there once', async () => {
  const mail = {
    ...{ deliveryId: newId(), receivedAt: service.clock.now(), sender: 'a@example.com', recipient: 'maya@example.net' },
    ...{ from: 'A', subject: 'Hi', body: 'Hi', raw: Buffer.from('Subject: Hi\r\n\r\nHi'), complainsAt: null },
  };
  for (const _attempt of [1, 2]) await keepTestMails({ db: service.db, workspaceId }, [{ ...mail, id: newId() }]);
  expect(await mails()).toHaveLength(1);
});

test('a blast of a test key stays a test, whichever key moves it', async () => {
  await must(live.PATCH('/v1/workspace', { body: { event_feed: true } }));
  const { listId, emailId } = await prepareBlast(live, ['maya@example.net', 'bounced@example.test']);
  const blastId = await draftBlast(tests, listId, emailId);
  expect(await readBlast(live, blastId)).toMatchObject({ test: true, status: 'draft' });
  const at = { params: { path: { blastId } } };
  const scheduledAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  await must(live.POST('/v1/email-blasts/{blastId}/schedule', { ...at, body: { scheduled_at: scheduledAt } }));
  await must(moveBlast(live, 'unschedule', blastId));
  await must(live.POST('/v1/email-blasts/{blastId}/schedule', { ...at, body: { scheduled_at: scheduledAt } }));
  service.clock.advance({ hours: 1 });
  await service.drain();

  expect(await readBlast(live, blastId)).toMatchObject({ status: 'sent', details: { blast_delivered_count: 1, blast_bounced_count: 1 } });
  expect(await mails()).toMatchObject([{ to: 'maya@example.net', blast_id: blastId }]);
  expect(await sentForReal('maya@example.net', 'bounced@example.test')).toEqual([]);
  await settled(service.db);
  const { events } = await must(live.GET('/v1/events', { params: { query: { types: 'email.bounced,email.sent,blast.sent' } } }));
  expect(events.map(({ type, data }) => [type, (data as { test?: boolean }).test]).sort()).toEqual([
    ['blast.sent', true],
    ['email.bounced', true],
    ['email.sent', true],
  ]);

  const again = await must(live.POST('/v1/email-blasts/{blastId}/resend-to-non-openers', { ...at, body: {} }));
  expect(again.test).toBe(true);
  const copy = await must(live.POST('/v1/email-blasts/{blastId}/duplicate', { ...at, body: {} }));
  expect(copy.test).toBeUndefined();
});

test.runIf(isAtLength)('tests use up nothing of the free plan, and count in no figure of live mail', async () => {
  const { listId, emailId } = await prepareBlast(live, ['maya@example.net', 'bounced@example.test']);
  await sendNow(tests, await draftBlast(tests, listId, emailId));
  await must(tests.POST('/v1/messages', { body: receipt('bo@example.net') }));
  await must(tests.POST('/v1/emails/{emailId}/test', { params: { path: { emailId } }, body: { to: ['me@example.net'] } }));
  await service.drain();
  expect((await mails()).map(({ to }) => to).sort()).toEqual(['bo@example.net', 'maya@example.net', 'me@example.net']);
  const of = sql`workspace_id = ${workspaceId}::uuid`;
  const [counts] = await service.db.query(sql`
    SELECT (SELECT coalesce(sum(used), 0)::int FROM daily_email_allotments WHERE ${of}) AS used,
           (SELECT count(*)::int FROM send_results WHERE ${of}) AS results, (SELECT count(*)::int FROM mail_counts WHERE ${of}) AS counts`);
  expect(counts).toEqual({ used: 0, results: 0, counts: 0 });
});

test.runIf(isAtLength)('a test key neither sends live work nor makes live keys', async () => {
  const { blastId } = await prepareBlast(live, ['maya@example.net']);
  const at = { params: { path: { blastId } } };
  const refused = [
    tests.POST('/v1/email-blasts/{blastId}/send-now', { ...at, body: { operational: false } }),
    tests.POST('/v1/email-blasts/{blastId}/schedule', { ...at, body: { scheduled_at: '2099-01-01T00:00:00Z' } }),
    tests.POST('/v1/keys', { body: { name: 'Live' } }),
  ];
  for (const { response, error } of await Promise.all(refused)) {
    expect(response.status).toBe(403);
    expect(error).toMatchObject({ error_code: 'key_not_allowed' });
  }
  await must(tests.POST('/v1/keys', { body: { name: 'Another', mode: 'test' } }));

  await sendNow(live, blastId);
  await must(moveBlast(live, 'pause', blastId));
  expect((await moveBlast(tests, 'resume', blastId)).response.status).toBe(403);
});

test('an idempotency key of a test does not answer a live request', async () => {
  const params = { header: { 'Idempotency-Key': 'order-1042' } };
  const first = await must(tests.POST('/v1/messages', { params, body: receipt('maya@example.net') }));
  const second = await must(live.POST('/v1/messages', { params, body: receipt('maya@example.net') }));
  expect(second.message_id).not.toBe(first.message_id);
  expect(second.test).toBeUndefined();
});

/** One that nothing fires. */
const NEVER = [{ type: 'event_received', name: 'never' }];

/** An active flow that waits an hour, tags the contact with a name, and sends an email. */
async function activeFlow(api: ApiClient, more: { triggers?: object[]; reentry_policy?: 'no_reentry' } = {}): Promise<string> {
  const emailId = await approvedEmail(live);
  const steps = [
    { step_id: 'wait', type: 'wait', duration_amount: 1, duration_unit: 'hours', next_step_id: 'mail' },
    { step_id: 'mail', type: 'send_email', email_id: emailId },
  ];
  const { flow_id } = await must(api.POST('/v1/email-flows', { body: { name: 'Welcome', steps, triggers: NEVER, ...more } as never }));
  const { error } = await api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } });
  if (error) throw new Error(JSON.stringify(error));
  return flow_id;
}

async function contact(api: ApiClient, email: string): Promise<string> {
  const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email }] } }));
  return items[0]?.contact_id as string;
}

async function anHourLater(): Promise<void> {
  for (const minutes of [0, 61, 1, 1]) {
    service.clock.advance({ minutes });
    await service.drain();
  }
}

test.runIf(isAtLength)('a membership that a test key begins is a test to its end, and keeps no one out', async () => {
  const flowId = await activeFlow(live, { reentry_policy: 'no_reentry' });
  const contactId = await contact(live, 'maya@example.net');
  const enrol = (api: ApiClient) => api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } });
  for (const _round of [1, 2]) {
    expect((await must(enrol(tests))).test).toBe(true);
    await anHourLater();
  }
  expect(await mails()).toMatchObject([{ to: 'maya@example.net', flow_id: flowId }, { to: 'maya@example.net' }]);
  expect(await sentForReal('maya@example.net')).toEqual([]);

  expect((await must(enrol(live))).test).toBeUndefined();
  await anHourLater();
  expect(await mails()).toHaveLength(2);
  expect(await sentForReal('maya@example.net')).toEqual(['maya@example.net']);
});

test.runIf(isAtLength)('triggers that a test key fires begin tests, also of an import and a bulk job; a live one does not', async () => {
  const jobbed = await contact(live, 'jobbed@example.net');
  const { list_id } = await must(live.POST('/v1/contact-lists', { body: { name: 'Some', kind: 'static' } }));
  const ofList = { params: { path: { listId: list_id } } };
  await must(live.POST('/v1/contact-lists/{listId}/contacts', { ...ofList, body: { contact_ids: [jobbed] } }));
  const flowId = await activeFlow(live, { triggers: [{ type: 'contact_created' }] });
  await contact(tests, 'maya@example.net');
  await contact(live, 'real@example.net');
  const { import_session_id } = await must(
    tests.POST('/v1/contacts/imports', { body: { source: 'rows', rows: [{ Email: 'imported@example.net' }] } as never }),
  );
  await must(
    tests.POST('/v1/contacts/imports/{session_id}/execute', {
      params: { path: { session_id: import_session_id } },
      body: { mappings: [{ header: 'Email', target_kind: 'standard', target_field: 'email' }] } as never,
    }),
  );
  await must(tests.POST('/v1/contacts/jobs', { body: { action: 'enrol', list_id, flow_id: flowId } }));
  await anHourLater();
  expect((await mails()).map(({ to }) => to).sort()).toEqual(['imported@example.net', 'jobbed@example.net', 'maya@example.net']);
  expect(await sentForReal('maya@example.net', 'imported@example.net', 'jobbed@example.net', 'real@example.net')).toEqual([
    'real@example.net',
  ]);
});

test.runIf(isAtLength)('a test goes on through the flows that its steps start', async () => {
  const { list_id } = await must(live.POST('/v1/contact-lists', { body: { name: 'Met', kind: 'static' } }));
  await activeFlow(live, { triggers: [{ type: 'added_to_static_list', list_id }] });
  const steps = [{ step_id: 'add', type: 'add_to_list', list_id }];
  const { flow_id: flowId } = await must(live.POST('/v1/email-flows', { body: { name: 'First', steps, triggers: NEVER } as never }));
  await must(live.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
  for (const [api, email] of [
    [tests, 'maya@example.net'],
    [live, 'real@example.net'],
  ] as const) {
    const contactId = await contact(live, email);
    await must(api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } }));
  }
  await anHourLater();
  expect((await mails()).map(({ to }) => to)).toEqual(['maya@example.net']);
  expect(await sentForReal('maya@example.net', 'real@example.net')).toEqual(['real@example.net']);
});

test.runIf(isAtLength)('a flow of a test key is a test as a whole, and the key activates no live one', async () => {
  const flowId = await activeFlow(tests, { triggers: [{ type: 'contact_created' }] });
  await contact(live, 'maya@example.net');
  await anHourLater();
  expect(await mails()).toMatchObject([{ to: 'maya@example.net', flow_id: flowId }]);
  expect(await sentForReal('maya@example.net')).toEqual([]);
  const emailId = await approvedEmail(live);
  const steps = [{ step_id: 'mail', type: 'send_email', email_id: emailId }];
  const { flow_id } = await must(live.POST('/v1/email-flows', { body: { name: 'Live', steps, triggers: NEVER } as never }));
  expect((await tests.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } })).response.status).toBe(403);
});

test.runIf(isAtLength)('a segment that a contact enters by a test key begins tests', async () => {
  const rules = {
    kind: 'group',
    operator: 'and',
    conditions: [{ kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' }],
  };
  const { list_id } = await must(live.POST('/v1/contact-lists', { body: { name: 'Oslo', kind: 'dynamic', rules } as never }));
  await activeFlow(live, { triggers: [{ type: 'entered_segment', list_id }] });
  await service.drain();
  for (const [api, email] of [
    [tests, 'maya@example.net'],
    [live, 'real@example.net'],
  ] as const)
    await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email, city: 'Oslo' }] } }));
  await anHourLater();
  expect((await mails()).map(({ to }) => to)).toEqual(['maya@example.net']);
  expect(await sentForReal('maya@example.net', 'real@example.net')).toEqual(['real@example.net']);
});
