/** The members of a flow through the API: who is enrolled by hand, who is taken out, and how all of them are found. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { paths } from '../../../generated/api.d.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { expectSound } from '../../support/flows.ts';
import { startTestService, type TestService } from '../../support/service.ts';

type FlowBody = paths['/v1/email-flows']['post']['requestBody']['content']['application/json'];

let service: TestService;
let counter = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await expectSound(service.db);
  await service.stop();
});

const wait = { step_id: 'a_day', type: 'wait', duration_amount: 1, duration_unit: 'days' } as const;

async function flow(more: Partial<FlowBody> = {}): Promise<string> {
  const body = { name: 'Welcome', triggers: [{ type: 'added_to_static_list' as const, list_id: await list() }], steps: [wait], ...more };
  const { flow_id } = await must(service.api.POST('/v1/email-flows', { body }));
  await move(flow_id, 'activate');
  return flow_id;
}
async function list(): Promise<string> {
  counter += 1;
  return (await must(service.api.POST('/v1/contact-lists', { body: { name: `List ${counter}`, kind: 'static' } }))).list_id;
}
const move = (flowId: string, to: 'activate' | 'pause' | 'archive') =>
  must(service.api.POST(`/v1/email-flows/{flowId}/${to}`, { params: { path: { flowId } } }));
async function person(fields: object = {}): Promise<string> {
  counter += 1;
  const { items } = await must(
    service.api.POST('/v1/contacts', {
      body: { items: [{ email: `person${counter}@example.net`, display_name: `Person ${counter}`, ...fields }] },
    }),
  );
  return (items[0] as { contact_id: string }).contact_id;
}
const enrol = (flowId: string, contactId: string, dynamic_context?: Record<string, string>, headers = {}) =>
  service.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', {
    params: { path: { flowId, contactId } },
    body: dynamic_context ? { dynamic_context } : {},
    headers,
  });
const remove = (flowId: string, contactId: string) =>
  service.api.DELETE('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } });
const members = async (flowId: string, query: object = {}) =>
  must(service.api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId }, query } }));
const details = async (flowId: string) =>
  (await must(service.api.GET('/v1/email-flows/{flowId}', { params: { path: { flowId } } }))).details;
const codeOf = ({ response, error }: { response: Response; error?: { error_code?: string } }) => [response.status, error?.error_code];

describe('enrolment by hand', () => {
  it('makes a contact a member at the entry step, with values of its own', async () => {
    const flowId = await flow({ steps: [{ step_id: 'unused', type: 'drop_from_flow' }, wait], entry_step_id: 'a_day' });
    const contactId = await person({ display_name: 'Maya' });
    const { data, response } = await enrol(flowId, contactId, { hike: 'Ridge walk' });
    expect([response.status, data]).toMatchObject([
      201,
      {
        contact_id: contactId,
        display_name: 'Maya',
        status: 'waiting',
        current_step_id: 'a_day',
        entered_via: 'manual',
        drop_reason: null,
      },
    ]);
    const path = { flowId, membershipId: data?.membership_id as string };
    const detail = await must(service.api.GET('/v1/email-flows/{flowId}/members/{membershipId}', { params: { path } }));
    expect(detail).toMatchObject({
      dynamic_context: { hike: 'Ridge walk' },
      steps: [{ step_id: 'a_day', status: 'waiting', completed_at: null }],
    });
    expect(detail.wait_until).toBe(new Date(Date.parse(detail.entered_at) + 86_400_000).toISOString());
  });

  it('is refused for who is there, was there, or came too often, and says which', async () => {
    const [once, often] = [await flow({ reentry_policy: 'no_reentry' }), await flow()];
    const contactId = await person();
    await must(enrol(once, contactId));
    expect(codeOf(await enrol(once, contactId))).toEqual([409, 'campaign_flow_already_in_flow']);
    await must(remove(once, contactId));
    expect(codeOf(await enrol(once, contactId))).toEqual([409, 'campaign_flow_already_in_flow']);
    for (let i = 0; i < 10; i++) {
      await must(enrol(often, contactId));
      await must(remove(often, contactId));
    }
    expect(codeOf(await enrol(often, contactId))).toEqual([409, 'campaign_flow_entry_limit']);
    expect(await details(often)).toMatchObject({ total_entered: 10, dropped_count: 10, refused_entry_count: 1 });
  });

  it('is refused by a flow that is not active, or takes nobody by hand', async () => {
    const flowId = await flow();
    const contactId = await person();
    const path = { flowId };
    await must(service.api.PATCH('/v1/email-flows/{flowId}', { params: { path }, body: { manual_membership_enabled: false } }));
    expect(codeOf(await enrol(flowId, contactId))).toEqual([409, 'campaign_flow_manual_disabled']);
    await move(flowId, 'pause');
    expect(codeOf(await enrol(flowId, contactId))).toEqual([409, 'campaign_flow_not_active']);
  });

  it('knows no contact and no flow of others, and takes no more than 16 KB', async () => {
    const flowId = await flow();
    const other = await service.workspace();
    const { items } = await must(other.api.POST('/v1/contacts', { body: { items: [{ email: 'noor@example.net' }] } }));
    expect(codeOf(await enrol(flowId, (items[0] as { contact_id: string }).contact_id))).toEqual([404, 'not_found']);
    expect(codeOf(await enrol(crypto.randomUUID(), await person()))).toEqual([404, 'not_found']);
    const long = Object.fromEntries(['a', 'b'].map((key) => [key, 'x'.repeat(8_200)]));
    const answer = await enrol(flowId, await person(), long);
    expect([...codeOf(answer), answer.error]).toMatchObject([
      400,
      'validation_failed',
      { details: { issues: [{ path: 'dynamic_context' }] } },
    ]);
  });

  it('of somebody disqualified is over at once, and counts for nothing', async () => {
    const rules = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Rome' } as const;
    const flowId = await flow({ disqualification_rules: rules, reentry_policy: 'no_reentry' });
    const contactId = await person({ city: 'Rome' });
    expect(await must(enrol(flowId, contactId))).toMatchObject({ status: 'dropped', drop_reason: 'disqualified' });
    await must(service.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: contactId } }, body: { city: 'Oslo' } }));
    expect(await must(enrol(flowId, contactId))).toMatchObject({ status: 'waiting' });
  });

  it.runIf(isAtLength)('is done once for a key, and by many at once for each contact', async () => {
    const flowId = await flow();
    const contactId = await person();
    const key = { 'Idempotency-Key': 'enrol-maya' };
    const [first, second] = [await enrol(flowId, contactId, undefined, key), await enrol(flowId, contactId, undefined, key)];
    expect([second.response.headers.get('idempotency-replayed'), second.data]).toEqual(['true', first.data]);
    const people = await Promise.all(Array.from({ length: 30 }, () => person()));
    const answers = await Promise.all([...people, ...people].map((id) => enrol(flowId, id)));
    expect(answers.filter(({ response }) => response.status === 201)).toHaveLength(30);
    expect(answers.filter(({ error }) => error?.error_code === 'campaign_flow_already_in_flow')).toHaveLength(30);
    expect(await details(flowId)).toMatchObject({ total_entered: 31, waiting_count: 31 });
  });
});

describe('a member', () => {
  it('that is taken out is dropped, in a paused flow too, and not in an archived one', async () => {
    const flowId = await flow();
    const [maya, noor] = [await person(), await person()];
    await must(enrol(flowId, maya));
    await must(enrol(flowId, noor));
    await move(flowId, 'pause');
    expect(await must(remove(flowId, maya))).toMatchObject({
      contact_id: maya,
      status: 'dropped',
      drop_reason: 'removed',
      current_step_id: null,
    });
    expect(codeOf(await remove(flowId, maya))).toEqual([404, 'not_found']);
    await move(flowId, 'archive');
    expect(codeOf(await remove(flowId, noor))).toEqual([409, 'campaign_flow_invalid_state']);
    const left = await members(flowId, { contact_id: noor });
    expect(left.members).toMatchObject([{ status: 'dropped', drop_reason: 'flow_archived' }]);
  });

  it.runIf(isAtLength)('keeps the name that its contact had when it was deleted', async () => {
    const flowId = await flow();
    const contactId = await person({ display_name: 'Tomás Herrera' });
    await must(enrol(flowId, contactId));
    await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: contactId } } });
    await service.drain();
    expect((await members(flowId, { search: 'herrera' })).members).toMatchObject([
      { contact_id: contactId, display_name: 'Tomás Herrera', status: 'dropped', drop_reason: 'contact_deleted' },
    ]);
  });

  it.runIf(isAtLength)('of a deleted flow leaves, as its timeline says', async () => {
    const flowId = await flow();
    const contactId = await person();
    await must(enrol(flowId, contactId));
    await move(flowId, 'pause');
    await must(service.api.DELETE('/v1/email-flows/{flowId}', { params: { path: { flowId } } }));
    expect(codeOf(await remove(flowId, contactId))).toEqual([404, 'not_found']);
    const { items } = await must(service.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: contactId } } }));
    expect(items[0]).toMatchObject({ type: 'flow_exited', metadata: { flow_id: flowId, drop_reason: 'flow_deleted' } });
    await service.drain();
    expect(await service.db.prisma.flowMembership.count({ where: { flowId } })).toBe(0);
  });
});

describe('the list of members', () => {
  it.runIf(isAtLength)('is filtered by status, contact and name, and counted', async () => {
    const flowId = await flow();
    const people = [
      await person({ display_name: 'Ada Berg' }),
      await person({ display_name: 'Bo Lind' }),
      await person({ display_name: 'Carl Berg' }),
    ];
    for (const id of people) await must(enrol(flowId, id));
    await must(remove(flowId, people[1] as string));
    const names = async (query: object) => {
      const page = await members(flowId, query);
      return [page.members.map(({ display_name }) => display_name), page.pagination.total];
    };
    expect(await names({})).toEqual([['Carl Berg', 'Bo Lind', 'Ada Berg'], 3]);
    expect(await names({ status: 'waiting' })).toEqual([['Carl Berg', 'Ada Berg'], 2]);
    expect(await names({ status: 'dropped' })).toEqual([['Bo Lind'], 1]);
    expect(await names({ status: 'completed' })).toEqual([[], 0]);
    expect(await names({ search: 'berg', limit: 1, page: 2 })).toEqual([['Ada Berg'], 2]);
    expect(await names({ contact_id: people[0] })).toEqual([['Ada Berg'], 1]);
    expect(await names({ page: 1_000_000_000 })).toEqual([[], 3]);
  });
});
