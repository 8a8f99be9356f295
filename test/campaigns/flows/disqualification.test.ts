/** Members that a change disqualifies, during any wait. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { givenContacts, givenList } from '../../support/given.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const CUSTOMERS = { kind: 'condition', source: 'contact', field: 'lifecycleStage', operator: 'equals', value: 'customer' };

async function waitingMember(rules: object): Promise<{ flowId: string; contactId: string; dropped: () => Promise<unknown> }> {
  const body = {
    ...{ name: 'Welcome', triggers: [{ type: 'contact_created' }], disqualification_rules: rules },
    steps: [
      { step_id: 'rest', type: 'wait', duration_amount: 3, duration_unit: 'days', next_step_id: 'note' },
      { step_id: 'note', type: 'update_contact', field: 'company', value: 'Fjell' },
    ],
  };
  const { flow_id: flowId } = await must(service.api.POST('/v1/email-flows', { body: body as never }));
  await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
  const [contactId = ''] = await givenContacts({ db: service.db, workspaceId: service.id }, 1);
  await must(service.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } }));
  await service.drain();
  const dropped = async () => {
    await service.drain();
    const { members } = await must(service.api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId } } }));
    return [members[0]?.status, members[0]?.drop_reason];
  };
  return { flowId, contactId, dropped };
}

const change = (contactId: string, fields: object) =>
  must(service.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: contactId } }, body: fields }));

it.runIf(isAtLength)('are dropped in the middle of a wait with a duration, when the contact changes', async () => {
  const { contactId, dropped } = await waitingMember(CUSTOMERS);
  await change(contactId, { city: 'Bergen' });
  expect(await dropped()).toEqual(['waiting', null]);
  await change(contactId, { lifecycle_stage: 'customer' });
  expect(await dropped()).toEqual(['dropped', 'disqualified']);
});

it('are dropped when they come on a list of the rules', async () => {
  const listId = await givenList({ db: service.db, workspaceId: service.id }, []);
  const { contactId, dropped } = await waitingMember({ kind: 'condition', source: 'list_membership', listId, operator: 'is_member' });
  await must(service.api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids: [contactId] } }));
  expect(await dropped()).toEqual(['dropped', 'disqualified']);
});

it.runIf(isAtLength)('are dropped when their wait ends, before the next step, where no change of the contact has said so', async () => {
  const { contactId, dropped } = await waitingMember(CUSTOMERS);
  await service.db.prisma.contact.updateMany({ where: { id: contactId }, data: { lifecycleStage: 'customer' } });
  expect(await dropped()).toEqual(['waiting', null]);
  service.clock.advance({ days: 3 });
  expect(await dropped()).toEqual(['dropped', 'disqualified']);
  expect(await service.db.prisma.contact.count({ where: { id: contactId, company: 'Fjell' } })).toBe(0);
});
