/** Identifiers as requests have them: in upper case, and more than once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenContacts } from '../support/given.ts';
import { execute, startRows } from '../support/imports.ts';
import { references } from '../support/references.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('an identifier in upper case is the same one, in paths, queries, bodies and rules', async () => {
  const { api, db, id: workspaceId } = service;
  const given = references(service);
  const [contactId = ''] = await givenContacts({ db, workspaceId }, 1);
  const [listId, field] = [await given.list(), await given.field()];
  const upper = { list: listId.toUpperCase(), contact: contactId.toUpperCase(), field: field.id.toUpperCase() };
  const added = await must(
    api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: upper.list } }, body: { contact_ids: [upper.contact] } }),
  );
  expect(added).toEqual({ added_count: 1, already_member_count: 0 });
  const shown = await must(api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: upper.contact } } }));
  expect(shown.contact_id).toBe(contactId);
  const item = { contact_id: upper.contact, company: 'Fjord', client_item_id: 'A0B1C2D3-0000-4000-8000-00000000ABCD' };
  const { items } = await must(api.POST('/v1/contacts/update', { body: { items: [item] } }));
  expect(items).toMatchObject([{ status: 'updated', contact_id: contactId, client_item_id: item.client_item_id }]);
  const rules = { kind: 'condition', source: 'list_membership', listId: upper.list, operator: 'is_member' } as const;
  const dynamic = await must(api.POST('/v1/contact-lists', { body: { name: 'Upper', kind: 'dynamic', rules } }));
  expect([await given.memberCount(dynamic.list_id), (dynamic.rules as { listId?: string }).listId]).toEqual([1, listId]);
  // A reference of a flow counts in either case of letters.
  const flowId = await given.flow({ asked: upper.field, written: field.name, listId: upper.list });
  await must(given.activate(flowId.toUpperCase()));
  expect([(await given.archive(upper.field)).error?.error_code, (await given.removeList(upper.list)).error?.error_code]).toEqual([
    'in_use',
    'in_use',
  ]);
});

test.runIf(isAtLength)('an identifier that is repeated counts once', async () => {
  const { api, db, id: workspaceId } = service;
  const [one = '', two = ''] = await givenContacts({ db, workspaceId }, 2);
  const contact_ids = [one, two, one.toUpperCase(), one];
  const list = await must(api.POST('/v1/contact-lists', { body: { name: 'Repeated', kind: 'static', contact_ids } }));
  expect(list.member_count).toBe(2);
  const at = { params: { path: { listId: list.list_id } }, body: { contact_ids } };
  expect(await must(api.POST('/v1/contact-lists/{listId}/contacts', at))).toEqual({ added_count: 0, already_member_count: 2 });
  expect(await must(api.DELETE('/v1/contact-lists/{listId}/contacts', at))).toEqual({ removed_count: 2 });
  const blast = await must(api.POST('/v1/email-blasts', { body: { name: 'Repeated' } }));
  const { audience } = await must(
    api.PUT('/v1/email-blasts/{blastId}/audience', {
      params: { path: { blastId: blast.blast_id } },
      body: { source: 'inline', kind: 'static', contact_ids },
    }),
  );
  expect(audience?.member_count).toBe(2);

  const mappings = [{ header: 'email', target_kind: 'standard', target_field: 'email' }] as never;
  const session = await startRows(service, [{ email: 'repeated@example.net' }]);
  await must(execute(service, session, { mappings, list_ids: [list.list_id, list.list_id.toUpperCase()] }));
  await service.drain();
  const { contacts } = await must(api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: list.list_id } } }));
  expect(contacts.map(({ email }) => email)).toEqual(['repeated@example.net']);

  const unknown = '01936d2e-b283-71d8-8092-d084939ab17f';
  const { error } = await api.POST('/v1/contact-lists/{listId}/contacts', { ...at, body: { contact_ids: [two, two, unknown] } });
  expect(error?.details?.issues?.map(({ path }) => path)).toEqual(['contact_ids.2']);
  const deleted = await must(api.POST('/v1/contacts/delete', { body: { contact_ids } }));
  expect([deleted.deleted_count, deleted.items.map(({ status }) => status)]).toEqual([2, Array.from({ length: 4 }, () => 'deleted')]);
});
