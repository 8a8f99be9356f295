/** A flow from its definition to its end, through the API alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvedEmail, must } from '../../support/blast.ts';
import { expectSound } from '../../support/flows.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function person(email: string, fields: object = {}): Promise<string> {
  const { items } = await must(service.api.POST('/v1/contacts', { body: { items: [{ email, ...fields }] } }));
  return (items[0] as { contact_id: string }).contact_id;
}

describe('a flow', () => {
  it('welcomes whoever joins a list, waits, and goes by what became of its email', async () => {
    const { api } = service;
    const emailId = await approvedEmail(
      api,
      '<!doctype html><p>Hi {{contact.first_name}} <a href="https://shop.example.com/">Shop</a></p>',
    );
    const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: 'Trail club', kind: 'static' } }));
    const guests = await must(api.POST('/v1/contact-lists', { body: { name: 'Guests', kind: 'static' } }));
    const flow = await must(
      api.POST('/v1/email-flows', {
        body: {
          name: 'Welcome',
          triggers: [{ type: 'added_to_static_list', list_id }],
          steps: [
            { step_id: 'welcome', type: 'send_email', email_id: emailId, next_step_id: 'two_days' },
            { step_id: 'two_days', type: 'wait', duration_amount: 2, duration_unit: 'days', next_step_id: 'sent' },
            {
              step_id: 'sent',
              type: 'condition_check',
              condition: { kind: 'condition', source: 'email_step', nodeId: 'welcome', metric: 'sent', operator: 'occurred' },
              true_step_id: 'stage',
            },
            { step_id: 'stage', type: 'update_contact', field: 'lifecycleStage', value: 'member', next_step_id: 'guests' },
            { step_id: 'guests', type: 'add_to_list', list_id: guests.list_id },
          ],
        },
      }),
    );
    expect(flow).toMatchObject({ status: 'draft', activation_readiness: { ready: true, missing: [] }, details: { total_entered: 0 } });
    const path = { flowId: flow.flow_id };
    const contactId = await person('maya@example.net', { first_name: 'Maya' });
    await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path } }));
    await must(
      api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: list_id } }, body: { contact_ids: [contactId] } }),
    );
    await service.drain();
    const { members } = await must(api.GET('/v1/email-flows/{flowId}/members', { params: { path } }));
    expect(members).toMatchObject([
      { contact_id: contactId, status: 'waiting', current_step_id: 'two_days', entered_via: 'added_to_static_list' },
    ]);
    service.clock.advance({ days: 2, seconds: 5 });
    await service.drain();
    const membershipId = (members[0] as { membership_id: string }).membership_id;
    const detail = await must(api.GET('/v1/email-flows/{flowId}/members/{membershipId}', { params: { path: { ...path, membershipId } } }));
    expect(detail.steps.map(({ step_id, outcome }) => `${step_id} ${outcome}`)).toEqual([
      'welcome sent',
      'two_days elapsed',
      'sent true',
      'stage updated',
      'guests added',
    ]);
    expect(detail).toMatchObject({ status: 'completed', current_step_id: null });
    const contact = await must(api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: contactId } } }));
    expect(contact).toMatchObject({ lifecycle_stage: 'member' });
    const after = await must(api.GET('/v1/email-flows/{flowId}', { params: { path } }));
    expect(after.details).toMatchObject({ total_entered: 1, active_count: 0, waiting_count: 0, completed_count: 1, dropped_count: 0 });
    const timeline = await must(api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: contactId } } }));
    expect(
      timeline.items
        .map(({ type }) => type)
        .filter((type) => type !== 'contact_created')
        .sort(),
    ).toEqual(['contact_updated', 'email_delivered', 'email_sent', 'flow_entered', 'flow_exited'].sort());
    await expectSound(service.db);
  });
});
