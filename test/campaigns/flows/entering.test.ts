/** Entries into flows, through the API only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../../generated/api.d.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { asking } from '../../support/pages.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { givenTent } from '../../tents/given.ts';

type Input = components['schemas']['FlowTriggerInput'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let counter = 0;
const somebody = () => `enters${++counter}@mail.example`;

/** A workspace in which flows let people in who then wait for a month. */
async function trail() {
  const workspace = await service.workspace();
  const { api } = workspace;
  const of = (flowId: string) => ({ params: { path: { flowId } } });
  return {
    ...workspace,
    async flow(...triggers: Input[]): Promise<string> {
      const steps = [{ step_id: 'rest', type: 'wait', duration_amount: 30, duration_unit: 'days' }] as const;
      const { flow_id } = await must(api.POST('/v1/email-flows', { body: { name: 'Trail', triggers, steps: [...steps] } }));
      await must(api.POST('/v1/email-flows/{flowId}/activate', of(flow_id)));
      return flow_id;
    },
    activate: (flowId: string) => must(api.POST('/v1/email-flows/{flowId}/activate', of(flowId))),
    pause: (flowId: string) => must(api.POST('/v1/email-flows/{flowId}/pause', of(flowId))),
    async person(fields: object = {}): Promise<string> {
      const { items } = await must(api.POST('/v1/contacts', { body: { items: [{ email: somebody(), ...fields }] } }));
      return items[0]?.contact_id as string;
    },
    patch: (contact_id: string, body: object) =>
      must(api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body: body as never })),
    /** The members of the flow and their `entered_via`, after all due work. */
    async members(flowId: string): Promise<Record<string, string>> {
      await service.drain();
      const { members } = await must(api.GET('/v1/email-flows/{flowId}/members', of(flowId)));
      return Object.fromEntries(members.map(({ contact_id, entered_via }) => [contact_id, entered_via]));
    },
  };
}

describe('a flow', () => {
  it('lets in by the first of its triggers that fits, what is asked by a short name being kept by its own', async () => {
    const { api, flow, person, patch, members } = await trail();
    const id = await flow({ type: 'contact_updated', field: 'city', operator: 'is_equal', value: 'oslo' }, { type: 'contact_created' });
    const { triggers } = await must(api.GET('/v1/email-flows/{flowId}', { params: { path: { flowId: id } } }));
    expect(triggers).toEqual([{ type: 'contact_updated', field: 'city', operator: 'equals', value: 'oslo' }, { type: 'contact_created' }]);
    const created = await person({ city: 'Oslo' });
    expect(await members(id)).toEqual({ [created]: 'contact_created' });

    const second = await flow({ type: 'contact_updated', field: 'city', operator: 'neq', value: 'Oslo' });
    await patch(created, { city: 'OSLO' });
    expect(await members(second)).toEqual({});
    await patch(created, { city: 'Bergen' });
    expect(await members(second)).toEqual({ [created]: 'contact_updated' });
  });

  it.runIf(isAtLength)('hears nothing while it is a draft or paused, and does not make up for it', async () => {
    const { flow, person, members, pause, activate } = await trail();
    await person();
    const id = await flow({ type: 'contact_created' });
    expect(await members(id)).toEqual({});
    const first = await person();
    await members(id);
    await pause(id);
    await person();
    await activate(id);
    const last = await person();
    expect(await members(id)).toEqual({ [first]: 'contact_created', [last]: 'contact_created' });
  });

  it.runIf(isAtLength)('takes whoever sends the form of a page', async () => {
    const { flow, members, ...workspace } = await trail();
    const tent_id = await givenTent({ db: service.db, workspaceId: workspace.id });
    const id = await flow({ type: 'contact_created' }, { type: 'form_submitted', tent_id, form_id: 'signup' });
    const known = await workspace.person();
    expect(await members(id)).toEqual({ [known]: 'contact_created' });
    const ask = asking({ ...service, slug: workspace.slug });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const form = await flow({ type: 'form_submitted', tent_id, form_id: 'signup' }, { type: 'contact_created' });
    const body = new URLSearchParams({ email: somebody() }).toString();
    expect((await ask(`/submit/${tent_id}/signup`, { method: 'POST', body, headers })).status).toBe(200);
    expect(Object.values(await members(form))).toEqual(['form_submitted']);
    expect(Object.values(await members(id))).toEqual(['contact_created', 'contact_created']);
  });

  it.runIf(isAtLength)('takes whose date comes, at its time', async () => {
    const { api, flow, person, members } = await trail();
    await must(api.POST('/v1/contact-fields', { body: { api_name: 'hike', display_name: 'Hike', value_type: 'date' } }));
    // A day that is not over anywhere near, whenever this runs.
    const day = new Date(service.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const hiker = await person({ custom_fields: { hike: day } });
    await person({ custom_fields: { hike: null } });
    const before = await flow({ type: 'date_based', field: 'hike', mode: 'before_date', days_before: 1, trigger_time: '00:00' });
    const created = await flow({ type: 'date_based', field: 'createdAt', mode: 'on_date', trigger_time: '00:00' });
    expect([await members(before), await members(created)]).toEqual([{}, {}]);
    const late = await person();
    expect(await members(created)).toEqual({ [late]: 'date_based' });
    const until = new Date(`${day}T00:00:00Z`).getTime() - 86_400_000 - service.clock.now().getTime();
    service.clock.advance({ seconds: until / 1_000 - 60 });
    expect(await members(before)).toEqual({});
    service.clock.advance({ seconds: 61 });
    expect(await members(before)).toEqual({ [hiker]: 'date_based' });
  });

  it('keeps the name of a member whose contact is deleted', async () => {
    const { api, flow, person, members } = await trail();
    const id = await flow({ type: 'contact_created' });
    const contactId = await person({ display_name: 'Maya Lind', email: 'maya@mail.example' });
    expect(await members(id)).toEqual({ [contactId]: 'contact_created' });
    await must(api.POST('/v1/contacts/delete', { body: { contact_ids: [contactId] } }));
    await service.drain();
    const { members: left } = await must(api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId: id } } }));
    expect(left).toMatchObject([
      { contact_id: contactId, status: 'dropped', drop_reason: 'contact_deleted', display_name: 'Maya Lind', email: 'maya@mail.example' },
    ]);
  });
});
