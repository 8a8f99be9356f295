/** `ETag`, `If-None-Match` and `If-Match`: the same at every operation that has them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createApp, underV1 } from '../../src/http/app.ts';
import { readsOf } from '../../src/http/conditions.ts';
import type { Operation } from '../../src/http/contract.ts';
import { createIntake } from '../../src/http/intake.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { raw, sql, type Tx } from '../../src/platform/db.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { document, operations } from '../support/client.ts';
import { page } from '../support/generator.ts';
import { behind } from '../support/race.ts';
import { pathOf, request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

/** Where one of each resource is, by the first part of its path. */
const places: Record<string, Record<string, string>> = {};
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const { api } = service;
  const { items } = await must(api.POST('/v1/contacts', { body: { items: [{ email: 'ann@example.com' }] } }));
  places.contacts = { contact_id: (items[0] as { contact_id: string }).contact_id };
  const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: 'Friends', kind: 'static' } }));
  places['contact-lists'] = { listId: list_id };
  const blocks = [{ kind: 'hero' as const, heading: 'Ahoy' }];
  const mail = { lang: 'en', title: 'Letter', subject: 'Ahoy', blocks };
  const email = await must(api.POST('/v1/emails/from-draft', { body: { draft: mail } }));
  places.emails = { emailId: email.email_id };
  const template = await must(api.POST('/v1/email-templates', { body: { name: 'Letter' } }));
  places['email-templates'] = { templateId: template.template_id };
  const layout = await must(api.POST('/v1/tent-templates', { body: { name: 'Page', code: page('<p>Page</p>') } }));
  places['tent-templates'] = { templateId: layout.template_id };
  const draft = { lang: 'en', title: 'Page', blocks };
  await must(api.PUT('/v1/tent-templates/{templateId}/draft', { params: { path: { templateId: layout.template_id } }, body: { draft } }));
  const { id } = await must(api.POST('/v1/tents/from-draft', { body: { draft } }));
  places.tents = { tentId: id };
  places.topics = { topic_id: (await must(api.POST('/v1/topics', { body: { name: 'News', default: 'opt_in' } }))).topic_id };
  places['email-blasts'] = { blastId: (await must(api.POST('/v1/email-blasts', { body: { name: 'Blast' } }))).blast_id };
  places['email-flows'] = { flowId: (await must(api.POST('/v1/email-flows', { body: { name: 'Flow' } }))).flow_id };
});
afterAll(() => service.stop());

const placeOf = ({ path }: Operation) => places[path.split('/')[2] as string] as Record<string, string>;
const ask = (operation: Operation, headers: Record<string, string> = {}) =>
  request(service.url, operation, {
    apiKey: service.apiKey,
    path: placeOf(operation),
    headers,
    ...(operation.method === 'get' && { body: undefined }),
  });
const named = (id: string) => operations.find(({ operationId }) => operationId === id) as Operation;
const tagOf = async (id: string) => (await ask(named(id))).response.headers.get('etag') as string;

const tagged = operations.filter((operation) => operation.tagged);
const conditional = operations.filter((operation) => operation.conditional);
const reads = readsOf(operations);
const rows = (some: Operation[]) => some.map((operation) => [operation.operationId, operation] as const);

describe('the document', () => {
  const isWrite = ({ method, path }: Operation) => {
    const item = document.paths?.[path]?.[method as 'post'] as { 'x-read-only'?: boolean } | undefined;
    return method !== 'get' && !item?.['x-read-only'];
  };

  it('has If-Match at every write of what has a tag, and If-None-Match at every read of it', () => {
    const under = operations.filter(
      (operation) => isWrite(operation) && tagged.some(({ path }) => `${operation.path}/`.startsWith(`${path}/`)),
    );
    expect(under.map(({ operationId }) => operationId)).toEqual(conditional.map(({ operationId }) => operationId));
    for (const { responses } of conditional) expect(Object.keys(responses)).toContain('412');
    for (const { responses, parameters } of tagged) {
      expect(Object.keys(responses)).toContain('304');
      expect(parameters.map(({ name }) => name)).toContain('If-None-Match');
    }
    expect(tagged.length).toBeGreaterThan(10);
  });
});

describe('a read', () => {
  it.each(rows(tagged))('%s is answered 304 to whoever has it', async (_id, operation) => {
    const { response } = await ask(operation);
    const etag = response.headers.get('etag') as string;
    expect([response.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}(\.[\w-]{22})?"$/)]);
    // How the header is read is one code for all operations.
    const forms = operation === tagged[0] ? [etag, `W/${etag}`, `"other", ${etag}`, '*'] : [etag];
    for (const header of forms) {
      const again = await ask(operation, { 'if-none-match': header });
      expect([again.response.status, again.response.headers.get('etag'), again.body], header).toEqual([304, etag, '']);
    }
    if (operation === tagged[0]) expect((await ask(operation, { 'if-none-match': '"other"' })).response.status).toBe(200);
  });
});

describe('a write', () => {
  it.each(rows(conditional))('%s is not done to another version', async (id, operation) => {
    const read = reads.get(id) as string;
    const before = await tagOf(read);
    // A weak tag is judged by one code for all operations.
    for (const header of operation === conditional[0] ? ['"other"', `W/${before}`] : ['"other"']) {
      const { response, body } = await ask(operation, { 'if-match': header });
      expect([response.status, body.error_code], header).toEqual([412, 'precondition_failed']);
    }
    expect(await tagOf(read)).toBe(before);
  });

  test('is done to the version that was read, once', async () => {
    const { emailId } = places.emails as { emailId: string };
    const rename = (name: string, ifMatch: string) =>
      service.api.PATCH('/v1/emails/{emailId}', { params: { path: { emailId }, header: { 'If-Match': ifMatch } }, body: { name } });
    const etag = await tagOf('getEmail');
    const answers = await Promise.all(['Ann', 'Ben', 'Cid'].map((name) => rename(name, etag)));
    expect(answers.map(({ response }) => response.status).sort()).toEqual([200, 412, 412]);
    expect((await rename('Dot', `"other", ${await tagOf('getEmail')}`)).response.status).toBe(200);
    expect((await rename('Eve', '*')).data?.name).toBe('Eve');
  });

  test('with a key is replayed, whatever has changed since', async () => {
    // Its own: what is saved as HTML has no draft any more.
    const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Keyed' } }));
    const { response } = await service.api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } });
    const header = { 'If-Match': response.headers.get('etag') as string, 'Idempotency-Key': 'once' };
    const save = () =>
      service.api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId }, header }, body: { code: page('<p>New</p>') } });
    const first = await save();
    expect([first.response.status, (await save()).data]).toEqual([200, first.data]);
  });

  test('of a tent by its alias is judged by the tent', async () => {
    const tentId = await giveTent(service, service);
    const at = { params: { path: { tentId } } };
    await must(service.api.POST('/v1/tents/{tentId}/publish', { ...at, body: { custom_page_alias: 'by-alias' } }));
    const remove = (ifMatch: string) =>
      service.api.DELETE('/v1/tents/{tentId}', { params: { path: { tentId: 'by-alias' }, header: { 'If-Match': ifMatch } } });
    expect((await remove('"other"')).response.status).toBe(412);
    const { response } = await service.api.GET('/v1/tents/{tentId}', at);
    expect((await remove(response.headers.get('etag') as string)).data).toEqual({ id: tentId, deleted: true });
  });

  test.each([
    ['updateContact', 'contacts', 'first_name'],
    ['updateContactList', 'contact_lists', 'description'],
    ['updateTopic', 'topics', 'name'],
    ['updateEmail', 'documents', 'name'],
    ['overrideEmailPlainText', 'documents', 'name'],
    ['updateEmailTemplate', 'documents', 'name'],
    ['approveTentTemplate', 'documents', 'name'],
    ['editTent', 'documents', 'name'],
    ['updateEmailBlast', 'blasts', 'description'],
    ['updateEmailFlow', 'flows', 'description'],
  ])('%s waits for another one, and finds it changed', async (id, table, column) => {
    const operation = named(id);
    const [place] = Object.values(placeOf(operation)) as [string];
    const rowId = operation.path.startsWith('/v1/tent-templates') ? fromUlid(place) : place;
    const change = (tx: Tx) => tx.query(sql`UPDATE ${raw(table)} SET ${raw(column)} = ${`Changed before ${id}`} WHERE id = ${rowId}::uuid`);
    const etag = await tagOf(reads.get(id) as string);
    const { response } = await behind(service.db, change, () => ask(operation, { 'if-match': etag }));
    // The text of an email is its own resource, which the name is no part of.
    expect(response.status).toBe(id === 'overrideEmailPlainText' ? 200 : 412);
  });
});

test('Location leads to what a request has begun or made', async () => {
  const noRead = [
    'addContactConsent',
    'createContactFields',
    'createContacts',
    'recoverWebhookEndpoint',
    'redeliverWebhook',
    'sendEvents',
    'sendMessages',
    'sendWebhookTest',
    'startContactImport',
  ];
  const making = operations.filter(({ responses }) => '201' in responses || '202' in responses);
  const linked = making.filter(({ responses }) => (responses['201'] ?? responses['202'])?.links?.read);
  expect(
    making
      .filter((one) => !linked.includes(one))
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual(noRead);
  const email = await request(service.url, named('createEmail'), { apiKey: service.apiKey, body: { name: 'Here', prompt: 'A letter' } });
  const { email_id, generation_id } = email.body;
  const location = email.response.headers.get('location') as string;
  expect(location).toBe(`/v1/emails/${email_id}/generations/${generation_id}`);
  const { body } = await request(
    service.url,
    { ...named('getEmailGeneration'), path: location },
    { apiKey: service.apiKey, body: undefined },
  );
  expect(body.generation_id).toBe(generation_id);
  const { response, body: started } = await ask(named('exportContactList'));
  expect(response.headers.get('location')).toBe(
    `${pathOf(named('exportContactList'), placeOf(named('exportContactList')))}/${started.export.export_id}`,
  );
});

test('RateLimit says what the earlier fields say', () => {
  const limit = createRateLimit(100, () => 0);
  limit('key');
  expect(limit('key')).toEqual({
    ...{ 'RateLimit-Limit': '300', 'RateLimit-Remaining': '298', 'RateLimit-Reset': '1' },
    ...{ 'RateLimit-Policy': '"key";q=300;w=3', RateLimit: '"key";r=298;t=1' },
  });
});

test.runIf(isAtLength)('what is deprecated says so in every answer, and until when it is answered', async () => {
  const going = structuredClone(document);
  Object.assign(going.paths?.['/v1/tents']?.get as object, {
    deprecated: true,
    'x-deprecated-on': '2026-01-01',
    'x-sunset-on': '2027-07-01',
  });
  const intake = createIntake(
    { document: going, admit: async () => ({ workspaceId: service.id, key: { id: service.id, name: 'Test' } }) },
    new Map([['listTents', async ({ response }) => void response.json({})]]),
  );
  const server = createServer(createApp({ mounts: [underV1(intake)], log: openLog('silent'), metrics: openMetrics() })).listen(0);
  const { port } = server.address() as AddressInfo;
  const announced = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    return [status, headers.get('deprecation'), headers.get('sunset')];
  };
  try {
    expect(await announced('/v1/tents')).toEqual([200, '@1767225600', 'Thu, 01 Jul 2027 00:00:00 GMT']);
    expect(await announced('/v1/tents?nonsense=1')).toEqual([400, '@1767225600', 'Thu, 01 Jul 2027 00:00:00 GMT']);
    expect(await announced('/v1/emails?nonsense=1')).toEqual([400, null, null]);
  } finally {
    server.close();
  }
});
