/** A client that sends all its fields does not subscribe unsubscribed contacts again: that takes an explicit consent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { unsubscribe } from '../../src/campaigns/tracking/tracking.repo.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { runImport, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let own: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  own = await service.workspace();
});
afterAll(() => service.stop());

type Item = components['schemas']['ContactUpsertItem'];
type Change = components['schemas']['ContactUpdateItem'];
const CONSENT = { unsubscribed: false, resubscribe: true, consent_source: 'Form at the fair' };
const upsert = async (...items: Item[]) => (await must(own.api.POST('/v1/contacts/upsert', { body: { items } }))).items;
const update = async (...items: Change[]) => (await must(own.api.POST('/v1/contacts/update', { body: { items } }))).items;
const patch = (contact_id: string, body: object) =>
  must(own.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body }));
const idOf = async (email: string) =>
  (await must(own.api.GET('/v1/contacts', { params: { query: { email } } }))).items[0]?.contact_id as string;
async function givenUnsubscribed(email: string): Promise<string> {
  await upsert({ email, unsubscribed: true });
  return idOf(email);
}
const isSuppressed = async (address: string) =>
  (await service.db.prisma.suppression.count({ where: { workspaceId: own.id, address, reason: 'unsubscribed' } })) > 0;
const newestEntry = async (contact_id: string) =>
  (await must(own.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id } } }))).items[0];

test('an upsert and a batch of updates leave the flag, write the rest, and say so in the item', async () => {
  const email = 'maya@example.com';
  const contact_id = await givenUnsubscribed(email);
  for (const given of [{ unsubscribed: false }, { ...CONSENT, resubscribe: false }, { unsubscribed: false, resubscribe: true }]) {
    const [upserted] = await upsert({ email, company: 'Fjord', ...given });
    const [updated] = await update({ contact_id, city: 'Oslo', ...given });
    for (const item of [upserted, updated])
      expect(item).toMatchObject({ status: 'updated', contact: { unsubscribed: true }, warnings: ['resubscribe_ignored'] });
    expect(upserted).toMatchObject({ contact: { company: 'Fjord' } });
    expect(await isSuppressed(email)).toBe(true);
  }
  // Items act in order.
  const [, second] = await upsert(...[{ unsubscribed: true }, { unsubscribed: false }].map((item) => ({ email, ...item })));
  expect(second).toMatchObject({ contact: { unsubscribed: true }, warnings: ['resubscribe_ignored'] });

  const [readmitted] = await upsert({ email, ...CONSENT });
  expect(readmitted).toMatchObject({ status: 'updated', contact: { unsubscribed: false } });
  expect(readmitted).not.toHaveProperty('warnings');
  expect(await isSuppressed(email)).toBe(false);
  expect(await newestEntry(contact_id)).toMatchObject({
    type: 'contact_updated',
    metadata: { source: 'public_api', fields: ['unsubscribed'], consent_source: 'Form at the fair' },
  });
  // For others nothing changes.
  const [same] = await upsert({ email, unsubscribed: false });
  expect(same).not.toHaveProperty('warnings');
});

test.runIf(isAtLength)('an import leaves the flag and names the cell, unless it was executed with consent', async () => {
  const [left, stays] = ['left@example.com', 'stays@example.com'];
  const contact_id = await givenUnsubscribed(left);
  const rows = [
    { email: left, city: 'Oslo', unsubscribed: 'no' },
    { email: stays, city: 'Oslo', unsubscribed: 'no' },
  ];
  const mappings = straight('email', 'city', 'unsubscribed');
  const { run, results } = await runImport(service, own, await startRows(own, rows), { mappings, resubscribe: true });
  expect(run).toMatchObject({ status: 'completed', created_count: 1, updated_count: 1 });
  expect(results[0]).toMatchObject({
    status: 'updated',
    field_issues: [{ field: 'unsubscribed', header: 'unsubscribed', error_code: 'resubscribe_ignored', value: 'no' }],
  });
  expect(results[1]?.field_issues).toEqual([]);
  expect(await must(own.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } }))).toMatchObject({
    city: 'Oslo',
    unsubscribed: true,
  });
  expect(await isSuppressed(left)).toBe(true);

  const plan = { mappings, resubscribe: true, consent_source: 'Paper list of 12 April' };
  const again = await runImport(service, own, await startRows(own, rows), plan);
  expect(again.results[0]?.field_issues).toEqual([]);
  expect(await isSuppressed(left)).toBe(false);
  expect(await newestEntry(contact_id)).toMatchObject({ metadata: { source: 'import', consent_source: 'Paper list of 12 April' } });
});

test.runIf(isAtLength)('a PATCH undoes what a client has set, and not what the person did', async () => {
  const byClient = await givenUnsubscribed('client@example.com');
  expect(await patch(byClient, { unsubscribed: false })).toMatchObject({ unsubscribed: false });
  expect(await isSuppressed('client@example.com')).toBe(false);

  const { blastId } = await prepareBlast(own.api, ['person@example.com']);
  await sendNow(own.api, blastId);
  await service.drain();
  const contactId = await idOf('person@example.com');
  const [delivery] = await service.db.prisma.delivery.findMany({ where: { workspaceId: own.id, contactId } });
  await unsubscribe(service.db, { workspaceId: own.id, deliveryId: delivery?.id as string, contactId }, service.clock.now());
  // Regardless of earlier and later updates.
  await upsert({ email: 'person@example.com', unsubscribed: true });
  expect(await patch(contactId, { unsubscribed: false, city: 'Oslo' })).toMatchObject({
    unsubscribed: true,
    city: 'Oslo',
    warnings: ['resubscribe_ignored'],
  });
  expect(await isSuppressed('person@example.com')).toBe(true);
  const readmitted = await patch(contactId, CONSENT);
  expect(readmitted).toMatchObject({ unsubscribed: false });
  expect(readmitted).not.toHaveProperty('warnings');
  // Now it is the client's again.
  await patch(contactId, { unsubscribed: true });
  expect(await patch(contactId, { unsubscribed: false })).toMatchObject({ unsubscribed: false });
  // Removing a suppression is meant.
  await patch(contactId, { unsubscribed: true });
  await must(own.api.POST('/v1/suppressions/remove', { body: { addresses: ['person@example.com'] } }));
  expect(await must(own.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: contactId } } }))).toMatchObject({
    unsubscribed: false,
  });
});
