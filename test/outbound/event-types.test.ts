/**
 * Every type of event is written where it happens, with data that fits its schema: the client checks each answer against the document. At
 * length, a receiver that others have generated from the document gets them all.
 */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { failBlast } from '../../src/campaigns/blasts/blast-origin.ts';
import { record as recordNews } from '../../src/campaigns/feedback/feedback.repo.ts';
import { writeHits } from '../../src/campaigns/tracking/hits.repo.ts';
import { EVENT_TYPES } from '../../src/outbound/events/index.ts';
import { sql } from '../../src/platform/db.ts';
import { isAtLength } from '../support/at-length.ts';
import { moveBlast, must, people, prepareBlast, sendNow } from '../support/blast.ts';
import { beginBulk, giveTemplate, readBulk } from '../support/bulk.ts';
import { BY_PERSON } from '../support/mailed.ts';
import { startTestService } from '../support/service.ts';
import { settled } from '../support/settled.ts';
import { givenTent, sendSignup } from '../tents/given.ts';
import { generateValidators } from './generated-validators.ts';
import { hasPython, signInPython } from './python.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const service = await startTestService({ OUTBOUND_ALLOW: '127.0.0.1' });
const receivers: Receiver[] = [];
afterAll(async () => {
  await service.stop();
  for (const receiver of receivers) await receiver.stop();
});
async function newEndpoint(event_types: ['*'] | ['webhook.test']) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const endpoint = await must(service.api.POST('/v1/webhook-endpoints', { body: { url: receiver.url, event_types } }));
  return { receiver, endpoint, at: { params: { path: { endpoint_id: endpoint.endpoint_id } } } };
}
/** All that is due, once the events of before show. */
async function drain(): Promise<void> {
  await settled(service.db);
  await service.drain();
}
const { api } = service;
const scope = () => ({ db: service.db, workspaceId: service.id, now: service.clock.now() });

interface Shown {
  type: string;
  data: Record<string, unknown>;
}
const seen: Shown[] = [];
let after: string | undefined;

/** The events written since. */
async function news(): Promise<Shown[]> {
  const fresh: Shown[] = [];
  await settled(service.db);
  for (let hasMore = true; hasMore; ) {
    const page = await must(api.GET('/v1/events', { params: { query: { limit: 500, ...(after && { after }) } } }));
    fresh.push(...(page.events as unknown as Shown[]));
    ({ next_cursor: after, has_more: hasMore } = page);
  }
  seen.push(...fresh);
  return fresh;
}
const typesOf = (events: Shown[]) => events.map(({ type }) => type);
const countsOf = (events: Shown[]) =>
  Object.fromEntries([...Map.groupBy(typesOf(events), (type) => type)].map(([type, all]) => [type, all.length]));

describe('each type', { shuffle: false }, () => {
  let all: Awaited<ReturnType<typeof newEndpoint>> | undefined;
  test('mail of a blast, and its moves', async () => {
    await must(api.PATCH('/v1/workspace', { body: { event_feed: true } }));
    if (isAtLength) all = await newEndpoint(['*']);
    const { blastId, listId, emailId } = await prepareBlast(api, people(3));
    await news();
    await sendNow(api, blastId);
    await drain();
    const events = await news();
    expect(countsOf(events)).toEqual({ 'email.queued': 3, 'email.sent': 3, 'email.delivered': 3, 'blast.sent': 1 });
    expect(events.find(({ type }) => type === 'blast.sent')?.data).toMatchObject({ blast_id: blastId, list_id: listId, email_id: emailId });
    const queued = events.filter(({ type }) => type === 'email.queued').map(({ data }) => data.message_id);
    const sent = events.filter(({ type }) => type === 'email.sent').map(({ data }) => data.message_id);
    expect(new Set(sent)).toEqual(new Set(queued));
    expect(events.find(({ type }) => type === 'email.delivered')?.data).toMatchObject({
      blast_id: blastId,
      email_id: emailId,
      address: expect.stringContaining('@'),
    });

    const deliveries = await service.db.query<{ id: string }>(
      sql`SELECT id::text FROM deliveries WHERE message_id = ${blastId}::uuid ORDER BY id`,
    );
    const [one, two, three] = deliveries.map(({ id }) => ({ workspaceId: service.id, deliveryId: id }));
    if (!(one && two && three)) throw new Error('three were sent');
    const read = new Date(service.clock.now().getTime() + 60_000);
    const hit = { ...one, ...BY_PERSON, at: read, position: null, url: null };
    await writeHits(service.db, [hit, { ...hit, position: 0, url: 'https://shop.example.com/' }], { waits: true });
    await writeHits(service.db, [hit], { waits: true });
    const nothing = { ended: null, endedAt: null, reason: null, complainedAt: null, complaint: null };
    const at = service.clock.now();
    await recordNews(
      service.db,
      [
        { ...one, ...nothing, complainedAt: at, complaint: 'spam' },
        { ...two, ...nothing, ended: 'bounced', endedAt: at, reason: '550 No such user' },
        { ...three, ...nothing, ended: 'failed', endedAt: at, reason: 'Too old' },
      ],
      'postmark',
      at,
    );
    const later = await news();
    expect(countsOf(later)).toEqual({
      'email.opened': 1,
      'email.clicked': 1,
      'email.complained': 1,
      'email.bounced': 1,
      'email.failed': 1,
    });
    expect(later.find(({ type }) => type === 'email.clicked')?.data).toMatchObject({ url: 'https://shop.example.com/' });
    expect(later.find(({ type }) => type === 'email.bounced')?.data).toMatchObject({ reason: '550 No such user' });

    const at2 = { params: { path: { blastId: (await prepareBlast(api, people(1, 'example.org'))).blastId } } };
    const scheduled_at = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    await must(api.POST('/v1/email-blasts/{blastId}/schedule', { ...at2, body: { scheduled_at } }));
    await must(api.POST('/v1/email-blasts/{blastId}/cancel', at2));
    const third = (await prepareBlast(api, people(1, 'example.edu'))).blastId;
    await sendNow(api, third);
    await must(moveBlast(api, 'pause', third));
    await must(moveBlast(api, 'resume', third));
    await service.db.transaction((tx) => failBlast({ ...scope(), db: tx }, third, 'The mail server is gone.'));
    const moves = (await news()).filter(({ type }) => type.startsWith('blast.'));
    expect(typesOf(moves)).toEqual(['blast.scheduled', 'blast.cancelled', 'blast.paused', 'blast.failed']);
  });

  test('members of flows', async () => {
    const list = await must(api.POST('/v1/contact-lists', { body: { name: 'Walkers', kind: 'static' } }));
    const gone = await must(api.POST('/v1/contact-lists', { body: { name: 'Gone', kind: 'static' } }));
    const flow = await must(
      api.POST('/v1/email-flows', {
        body: {
          name: 'Welcome',
          triggers: [{ type: 'added_to_static_list', list_id: list.list_id }],
          steps: [{ step_id: 'call', type: 'add_to_list', list_id: gone.list_id }],
        },
      }),
    );
    await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow.flow_id } } }));
    await service.db.query(sql`DELETE FROM contact_lists WHERE id = ${gone.list_id}::uuid`);
    const { items } = await must(api.POST('/v1/contacts', { body: { items: [{ email: 'walker@example.net' }] } }));
    const contact_id = (items[0] as { contact_id: string }).contact_id;
    await must(
      api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: list.list_id } }, body: { contact_ids: [contact_id] } }),
    );
    await drain();
    const events = (await news()).filter(({ type }) => type.startsWith('flow.'));
    expect(typesOf(events)).toEqual(['flow.entered', 'flow.step_failed', 'flow.exited']);
    for (const { data } of events) expect(data).toMatchObject({ flow_id: flow.flow_id, contact_id });
    expect(new Set(events.map(({ data }) => data.membership_id)).size).toBe(1);
  });

  test('tents, their forms, and what is generated', async () => {
    const tent = await must(api.POST('/v1/tents', { body: { prompt: 'A page for a bakery in Leeds' } }));
    await drain();
    const at = { params: { path: { tentId: tent.id } } };
    await must(api.POST('/v1/tents/{tentId}/publish', { ...at, body: {} }));
    await must(api.POST('/v1/tents/{tentId}/unpublish', at));
    const cancelled = await must(api.POST('/v1/tents', { body: { prompt: 'A page for a butcher in Leeds' } }));
    await must(
      api.POST('/v1/tents/{tentId}/generations/{generationId}/cancel', {
        params: { path: { tentId: cancelled.id, generationId: cancelled.generation_id } },
      }),
    );
    const tentId = await givenTent({ db: service.db, workspaceId: service.id }, { path: 'hikes' });
    await sendSignup({ port: service.service.pagesPort as number, slug: service.slug, tentId }, 'noor@example.net');
    const events = (await news()).filter(({ type }) => !type.startsWith('contact.'));
    expect(typesOf(events)).toEqual(['generation.completed', 'tent.published', 'tent.unpublished', 'generation.failed', 'form.submitted']);
    expect(events[0]?.data).toMatchObject({ kind: 'tent', document_id: tent.id, version: 1 });
    expect(events[1]?.data).toMatchObject({ tent_id: tent.id, version: 1, url: expect.stringContaining(tent.id) });
    expect(events[4]?.data).toMatchObject({ tent_id: tentId, form_id: 'signup', fields: { email: 'noor@example.net' } });

    const template_id = await giveTemplate(service);
    const job = await beginBulk(service, { template_id, items: [{ instructions: 'Warmer' }, { instructions: 'Colder' }] });
    await drain();
    const ended = (await news()).filter(({ type }) => type.startsWith('bulk_job.'));
    const { status } = await readBulk(service, job.bulk_job_id);
    expect(ended.map(({ data }) => data)).toEqual([{ bulk_job_id: job.bulk_job_id, status }]);
  });

  test('custom events', async () => {
    const items = [{ name: 'order', contact: { email: 'buyer@example.net' }, create_contact: true, properties: { total: 5 } }];
    await must(api.POST('/v1/events', { body: { items } }));
    expect(typesOf(await news()).sort()).toEqual(['contact.created', 'custom.order']);
  });

  test('imports and exports', async () => {
    const begin = async (email: string) => {
      const session = await must(api.POST('/v1/contacts/imports', { body: { source: 'rows', rows: [{ email }] } }));
      const path = { session_id: session.import_session_id };
      const mappings = [{ header: 'email', target_kind: 'standard' as const, target_field: 'email' as const }];
      return must(api.POST('/v1/contacts/imports/{session_id}/execute', { params: { path }, body: { mappings } }));
    };
    const run = await begin('imported@example.net');
    await drain();
    const broken = await begin('never@example.net');
    await service.db.query(sql`DELETE FROM contact_import_sessions WHERE workspace_id = ${service.id}::uuid`);
    await drain();
    const imports = (await news()).filter(({ type }) => type.startsWith('import.'));
    expect(imports.map(({ type, data }) => [type, data.import_run_id])).toEqual([
      ['import.completed', run.import_run_id],
      ['import.failed', broken.import_run_id],
    ]);
    expect(imports[0]?.data).toMatchObject({ row_count: 1, created_count: 1, updated_count: 0 });

    const list = await must(api.POST('/v1/contact-lists', { body: { name: 'To export', kind: 'static' } }));
    const at = { params: { path: { listId: list.list_id } } };
    const exported = await must(api.POST('/v1/contact-lists/{listId}/export', at));
    await drain();
    const failing = await must(api.POST('/v1/contact-lists/{listId}/export', at));
    await api.DELETE('/v1/contact-lists/{listId}', at);
    await drain();
    const exports = (await news()).filter(({ type }) => type.startsWith('export.'));
    expect(exports.map(({ type, data }) => [type, data.export_id, data.source_id])).toEqual([
      ['export.completed', exported.export.export_id, list.list_id],
      ['export.failed', failing.export.export_id, list.list_id],
    ]);
  });

  test('no type is left out', async () => {
    const elsewhere = /^(contact|list|webhook)\./;
    const missing = Object.keys(EVENT_TYPES).filter((type) => !elsewhere.test(type) && !typesOf(seen).includes(type));
    expect(missing).toEqual([]);
  });

  test.runIf(isAtLength)('arrives at a receiver that is generated from the document', async () => {
    if (!all) throw new Error('the receiver is there from the first test on');
    const validatorOf = await generateValidators(join(process.env.TEST_RESULTS as string, 'generated-validators'));
    const refused: string[] = [];
    all.receiver.answer = (response, { event }) => response.end(event.type);

    const contact = { email: 'first@example.net', marketing_email_subscribed: true };
    const { items } = await must(api.POST('/v1/contacts', { body: { items: [contact] } }));
    const at = { params: { path: { contact_id: (items[0] as { contact_id: string }).contact_id } } };
    const patch = (body: object) => must(api.PATCH('/v1/contacts/{contact_id}', { ...at, body }));
    await patch({ first_name: 'Noor', unsubscribed: true });
    await patch({ unsubscribed: false, resubscribe: true, consent_source: 'Asked at the desk' });
    const contact_ids = [at.params.path.contact_id];
    const { list_id: listId } = await must(api.POST('/v1/contact-lists', { body: { name: 'Leaving', kind: 'static', contact_ids } }));
    await api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } });
    await api.DELETE('/v1/contacts/{contact_id}', at);
    const gone = await newEndpoint(['webhook.test']);
    gone.receiver.answer = (response) => response.writeHead(410).end();
    for (const { at: endpoint } of [gone, all]) await must(api.POST('/v1/webhook-endpoints/{endpoint_id}/test', endpoint));
    for (let before = -1; before < all.receiver.received.length; ) {
      before = all.receiver.received.length;
      await drain();
    }

    const { received } = all.receiver;
    for (const { body, headers, event } of received) {
      try {
        expect(validatorOf(event.type).parse({ body: JSON.parse(body), headers }).body).toMatchObject({ type: event.type });
      } catch (error) {
        refused.push(`${event.type}: ${error}`);
      }
    }
    expect(refused).toEqual([]);
    expect([...new Set(all.receiver.types())].sort()).toEqual([...Object.keys(EVENT_TYPES), 'custom.order'].sort());
    const given = received.map(({ headers }) => String(headers['webhook-signature']));
    const unsigned = received.map(({ body, headers }) => ({
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      body,
    }));
    if (hasPython) expect(given).toEqual(signInPython(all.endpoint.secret, unsigned));
    const { deliveries } = await must(api.GET('/v1/webhook-endpoints/{endpoint_id}/deliveries', all.at));
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
  });
});
