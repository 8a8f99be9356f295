/** Suppressed recipients of a blast, after all ways of unsubscribing and returning. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { draftBlast, must, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { runImport, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, smtpError, startSmtp } from '../support/smtp.ts';

let service: TestService;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtp({
    onRcptTo: ({ address }, _session, callback) =>
      address.startsWith('bounced') ? callback(Object.assign(smtpError(550, '5.1.1 No such user'))) : callback(),
  });
  service = await startTestService({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});
afterEach(() => {
  sink.messages.length = 0;
});

const mailed = () => sink.messages.map(({ to }) => to).sort();
const contactsOf = async (search: string) =>
  (await must(service.api.GET('/v1/contacts', { params: { query: { limit: 100, search } } }))).items;

async function listOf(ids: string[]): Promise<string> {
  const name = `Again ${crypto.randomUUID()}`;
  return (await must(service.api.POST('/v1/contact-lists', { body: { name, kind: 'static', contact_ids: ids } }))).list_id;
}

async function blastTo(listId: string, emailId: string, operational = false): Promise<string> {
  const blastId = await draftBlast(service.api, listId, emailId);
  await sendNow(service.api, blastId, operational);
  await service.drain();
  return blastId;
}

it('is not mailed again who was deleted and comes again, by whatever way, nor who gets the address', async () => {
  const { api } = service;
  const people = ['ok', 'left', 'bounced', 'complained', 'imported-left'].map((name) => `${name}@example.net`);
  const { blastId, emailId } = await prepareBlast(api, people);
  await sendNow(api, blastId);
  await service.drain();
  expect(mailed()).toEqual(['complained@example.net', 'imported-left@example.net', 'left@example.net', 'ok@example.net']);
  for (const email of ['left@example.net', 'imported-left@example.net'])
    await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email, unsubscribed: true }] } }));
  await must(api.POST('/v1/suppressions', { body: { items: [{ address: 'complained@example.net', reason: 'complained' }] } }));

  const contact_ids = (await contactsOf('@example.net')).map(({ contact_id }) => contact_id);
  expect((await must(api.DELETE('/v1/contacts', { body: { contact_ids } }))).deleted_count).toBe(5);
  const items = ['ok', 'left', 'complained'].map((name) => ({ email: `${name}@example.net`, unsubscribed: false }));
  await must(api.POST('/v1/contacts/upsert', { body: { items } }));
  const session = await startRows(service, [{ email: 'imported-left@example.net', unsubscribed: 'false' }]);
  await runImport(service, service, session, { mappings: straight('email', 'unsubscribed'), duplicate_strategy: 'update' });
  // Another contact gets the address that bounced.
  await must(api.POST('/v1/contacts', { body: { items: [{ email: 'other@example.net' }] } }));
  const [other] = await contactsOf('other@example.net');
  const path = { contact_id: other?.contact_id as string };
  await must(api.PATCH('/v1/contacts/{contact_id}', { params: { path }, body: { email: 'bounced@example.net' } }));

  sink.messages.length = 0;
  const again = (await contactsOf('@example.net')).map(({ contact_id }) => contact_id);
  const listId = await listOf(again);
  const params = { path: { listId } };
  expect(await must(api.GET('/v1/contact-lists/{listId}/member-count', { params }))).toMatchObject({ member_count: 5, blocked_count: 4 });
  const second = await blastTo(listId, emailId);
  expect(mailed()).toEqual(['ok@example.net']);
  expect((await readBlast(api, second)).details).toMatchObject({
    blast_recipient_count: 5,
    blast_blocked_count: 4,
    blast_qualified_count: 1,
  });
  sink.messages.length = 0;
  await blastTo(listId, emailId, true);
  expect(mailed()).toEqual(['imported-left@example.net', 'left@example.net', 'ok@example.net']);
  expect((await must(api.GET('/v1/suppressions', { params: { query: { reason: 'bounced' } } }))).items).toMatchObject([
    { address: 'bounced@example.net', source: 'smtp', detail: expect.stringContaining('No such user') },
  ]);

  // Lists by rules look at the contact.
  const rules = { kind: 'condition' as const, source: 'contact' as const, field: 'unsubscribed' as const, operator: 'is_true' as const };
  const dynamic = await must(api.POST('/v1/contact-lists', { body: { name: 'Left', kind: 'dynamic', rules } }));
  expect(await must(api.GET('/v1/contact-lists/{listId}/member-count', { params: { path: { listId: dynamic.list_id } } }))).toMatchObject({
    member_count: 0,
  });

  // A contact that subscribes again is mailed again: by an import, and by the removed entry.
  sink.messages.length = 0;
  for (const unsubscribed of ['true', 'false']) {
    const session = await startRows(service, [{ email: 'imported-left@example.net', unsubscribed }]);
    await runImport(service, service, session, {
      mappings: straight('email', 'unsubscribed'),
      duplicate_strategy: 'update',
      ...(unsubscribed === 'false' && { resubscribe: true, consent_source: 'Form at the fair' }),
    });
  }
  await must(api.POST('/v1/suppressions/remove', { body: { addresses: ['left@example.net'] } }));
  await blastTo(listId, emailId);
  expect(mailed()).toEqual(['imported-left@example.net', 'left@example.net', 'ok@example.net']);
});
