/** Erasures beside what is under way: imports, exports, mail, clicks, and transactions that have not ended. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { eraseContact } from '../../../src/campaigns/erasures/erasures.service.ts';
import { writeHits } from '../../../src/campaigns/tracking/hits.repo.ts';
import { sql } from '../../../src/platform/db.ts';
import { openEvents } from '../../../src/platform/events.ts';
import { fromUlid, newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../../support/blast.ts';
import { execute, startFile, straight } from '../../support/imports.ts';
import { BY_PERSON } from '../../support/mailed.ts';
import { behind } from '../../support/race.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { settled } from '../../support/settled.ts';
import { placesOf, storageOf } from '../../support/walk.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const scope = () => ({ db: service.db, workspaceId: service.id, now: service.clock.now() });

async function person(email: string, first_name = 'Maya'): Promise<string> {
  const { items } = await must(service.api.POST('/v1/contacts/upsert', { body: { items: [{ email, first_name }] } }));
  return (items[0] as { contact_id: string }).contact_id;
}
const erase = async (contact_id: string) =>
  (await must(service.api.POST('/v1/contacts/{contact_id}/erase', { params: { path: { contact_id } } }))).erasure_id;
const statusOf = async (erasure_id: string) =>
  (await must(service.api.GET('/v1/erasures/{erasure_id}', { params: { path: { erasure_id } } }))).status;

/** One look, and the wait for the next one. */
async function look(): Promise<void> {
  await settled(service.db);
  await service.drain();
  service.clock.advance({ minutes: 2 });
}
const reasonsOf = async (address: string) =>
  (await must(service.api.GET('/v1/suppressions', { params: { query: { address } } }))).items.map(({ reason }) => reason);

test.runIf(isAtLength)('an import under way makes the contact again; it is not mailed, and is erased, too', async () => {
  const email = 'imported.one@example.net';
  const contactId = await person(email);
  const session = await startFile(service, service, `email,first_name\r\n${email},Maya\r\n`);
  await must(execute(service, session, { mappings: straight('email', 'first_name'), duplicate_strategy: 'update' }));
  const erasureId = await erase(contactId);
  for (let turn = 0; turn < 3; turn++) await look();
  expect(await must(service.api.GET('/v1/erasures/{erasure_id}', { params: { path: { erasure_id: erasureId } } }))).toMatchObject({
    status: 'completed',
    counts: { contacts: 2 },
  });
  expect(await reasonsOf(email)).toEqual(['erased']);
  expect(await placesOf(service, [email])).toEqual([]);
});

test.runIf(isAtLength)('a contact that comes back later is suppressed, whatever brings it', async () => {
  const email = 'returned@example.net';
  await erase(await person(email));
  await look();
  await look();
  const { blastId } = await prepareBlast(service.api, [email]);
  expect(await reasonsOf(email)).toEqual(['erased', 'erased']);
  await sendNow(service.api, blastId);
  await service.drain();
  const params = { path: { blastId } };
  const { contacts } = await must(service.api.GET('/v1/email-blasts/{blastId}/contacts', { params }));
  expect(contacts).toMatchObject([{ status: 'blocked', error: 'erased' }]);
  const removed = await must(service.api.POST('/v1/suppressions/remove', { body: { addresses: [email] } }));
  expect(removed.items).toMatchObject([{ status: 'removed', reasons: ['erased'] }]);
  expect(await reasonsOf(email)).toEqual([]);
});

test('a contact that is written while the erasure commits is suppressed', async () => {
  const email = 'meanwhile@example.net';
  const contactId = await person(email);
  const { enqueue } = service.service.jobs;
  await behind(
    service.db,
    (db) => eraseContact({ ...scope(), db }, { events: openEvents(), enqueue }, { contactId, requestedBy: 'Test' }),
    () => person(email, 'Mayumi'),
  );
  expect(await reasonsOf(email)).toEqual(['erased', 'erased']);
});

test('messages to an address without a contact are blocked', async () => {
  const email = 'receipts@example.net';
  await erase(await person(email));
  const message = { from_address: 'hello@example.com', subject: 'Receipt', text: 'Thanks', operational: true };
  const { message_id } = await must(service.api.POST('/v1/messages', { body: { ...message, to: { email } } }));
  expect(await must(service.api.GET('/v1/messages/{message_id}', { params: { path: { message_id } } }))).toMatchObject({
    status: 'blocked',
    reason: 'erased',
  });
});

test.runIf(isAtLength)('the work waits for transactions that were open, such as one that prepares a blast', async () => {
  const email = 'prepared@example.net';
  const { blastId } = await prepareBlast(service.api, [email, 'someone.else@example.net']);
  await sendNow(service.api, blastId);
  await service.drain();
  const [contact] = (await must(service.api.GET('/v1/contacts', { params: { query: { email } } }))).items;
  const contactId = contact?.contact_id as string;
  let erasureId = '';
  await service.db.transaction(async (tx) => {
    await tx.query(sql`
      INSERT INTO deliveries (workspace_id, id, message_id, contact_id, member_id, visit, display_name, email, status)
      SELECT workspace_id, ${newId()}::uuid, message_id, contact_id, ${newId()}::uuid, 1, display_name, email, 'sent' FROM deliveries
      WHERE workspace_id = ${service.id}::uuid AND contact_id = ${contactId}::uuid`);
    erasureId = await erase(contactId);
    for (let turn = 0; turn < 3; turn++) {
      await service.drain();
      service.clock.advance({ minutes: 2 });
    }
    expect(await statusOf(erasureId)).toBe('processing');
  });
  await look();
  await look();
  expect(await statusOf(erasureId)).toBe('completed');
  expect(await placesOf(service, [email])).toEqual([]);
});

test.runIf(isAtLength)('a click that comes afterwards counts, and says nothing of the person', async () => {
  const email = 'clicking@example.net';
  await must(service.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  const { blastId } = await prepareBlast(service.api, [email]);
  await sendNow(service.api, blastId);
  await service.drain();
  const [delivery] = await service.db.query<{ id: string; contactId: string }>(sql`
    SELECT id::text, contact_id::text AS "contactId" FROM deliveries WHERE workspace_id = ${service.id}::uuid AND email = ${email}::text`);
  const erasureId = await erase(delivery?.contactId as string);
  await look();
  const hit = {
    workspaceId: service.id,
    deliveryId: delivery?.id as string,
    at: service.clock.now(),
    position: 0,
    url: 'https://shop.example.com/',
    ...BY_PERSON,
  };
  expect(await writeHits(service.db, [hit], { waits: true })).toEqual([]);
  await look();
  expect(await statusOf(erasureId)).toBe('completed');
  expect(await placesOf(service, [email])).toEqual([]);
  const { events } = await must(service.api.GET('/v1/events', { params: { query: { limit: 500 } } }));
  expect(events.find(({ type }) => type === 'email.clicked')?.data).toMatchObject({ address: '', url: 'https://shop.example.com/' });
  const { details } = await must(service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
  expect(details).toMatchObject({ blast_clicked_count: 1 });
});

test.runIf(isAtLength)('mail in hand does not bring the address back', async () => {
  const email = 'in.hand@example.net';
  const { blastId } = await prepareBlast(service.api, [email]);
  await sendNow(service.api, blastId);
  await service.drain();
  const [delivery] = await service.db.query<{ id: string; contactId: string }>(sql`
    UPDATE deliveries SET status = 'pending', sent_at = NULL, delivered_at = NULL WHERE workspace_id = ${service.id}::uuid AND email = ${email}::text
    RETURNING id::text, contact_id::text AS "contactId"`);
  const id = delivery?.id as string;
  const run = newId();
  await service.db.query(sql`
    INSERT INTO claims (workspace_id, run, message_id, ids, lease_until)
    VALUES (${service.id}::uuid, ${run}::uuid, ${blastId}::uuid, ARRAY[${id}::uuid], now() + interval '1 hour')`);
  await erase(delivery?.contactId as string);
  await look();
  const outcome = { id, run, email, status: 'bounced', reason: `550 no ${email}`, providerId: null, retryAt: null } as const;
  await record(scope(), blastId, [outcome]);
  expect(await placesOf(service, [email])).toEqual(expect.not.arrayContaining([expect.stringContaining('deliveries')]));
  expect(await reasonsOf(email)).toEqual(['erased']);
  await service.db.query(sql`DELETE FROM claims WHERE workspace_id = ${service.id}::uuid`);
  await look();
});

test('an export that had read the person is deleted when it ends', async () => {
  const email = 'exported@example.net';
  const contactId = await person(email);
  const { list_id: listId } = await must(
    service.api.POST('/v1/contact-lists', { body: { name: 'Exported', kind: 'static', contact_ids: [contactId] } }),
  );
  const { export: begun } = await must(service.api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
  const id = fromUlid(begun.export_id);
  const changed = (columns: string) => service.db.query({ text: `UPDATE exports SET ${columns} WHERE id = $1::uuid`, values: [id] });
  const leaseEnd = new Date(service.clock.now().getTime() + 10 * 60_000).toISOString();
  await changed(`status = 'processing', claimed_by = gen_random_uuid(), lease_until = '${leaseEnd}'`);
  const erasureId = await erase(contactId);
  await look();
  await look();
  expect(await statusOf(erasureId)).toBe('processing');
  const storage = await storageOf(service);
  const bytes = await storage.put('exports/test/late.csv', Readable.from([`email\r\n${email}\r\n`]), { contentType: 'text/csv' });
  await changed(
    `status = 'completed', claimed_by = NULL, lease_until = NULL, completed_at = now(), row_count = 1, storage_key = 'exports/test/late.csv', size_bytes = ${bytes}`,
  );
  await look();
  await look();
  expect(await statusOf(erasureId)).toBe('completed');
  expect(await storage.exists('exports/test/late.csv')).toBe(false);
});

test('a contact that there is not answers 404', async () => {
  const { response } = await service.api.POST('/v1/contacts/{contact_id}/erase', { params: { path: { contact_id: newId() } } });
  expect(response.status).toBe(404);
});
