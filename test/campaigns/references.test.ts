/** References between resources: answers show them, they prevent deletion while in use, and a missing target widens no audience. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { moveBlast, must, readBlast, sendNow } from '../support/blast.ts';
import { giveTemplate } from '../support/bulk.ts';
import { givenPage } from '../support/pages.ts';
import { readyDynamicBlast, references } from '../support/references.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let given: ReturnType<typeof references>;
beforeAll(async () => {
  service = await startTestService();
  given = references(service);
});
afterAll(() => service.stop());

const schedule = (blastId: string, scheduled_at = '2040-05-01T08:00:00Z') =>
  service.api.POST('/v1/email-blasts/{blastId}/schedule', { params: { path: { blastId } }, body: { scheduled_at } });
const outcome = ({ response, error }: { response: Response; error?: { error_code: string } }) => error?.error_code ?? response.status;

describe('a field and a list', () => {
  test.runIf(isAtLength)('are kept while the audience of a scheduled blast asks about them, and shown with what uses them', async () => {
    const { blastId, fieldId, clubId, listId } = await readyDynamicBlast(service);
    expect([await given.fieldUsers(fieldId), await given.listUsers(clubId)]).toEqual([
      ['contact_list null', 'email_blast draft'],
      ['contact_list null', 'email_blast draft'],
    ]);
    await must(schedule(blastId));
    const refused = [await given.archive(fieldId), await given.removeList(clubId), await given.removeList(listId)];
    expect(refused.map(outcome)).toEqual(['in_use', 'in_use', 'in_use']);
    for (const { error } of refused)
      expect(error?.details).toMatchObject({ used_by: [{ type: 'email_blast', id: blastId, status: 'scheduled' }], used_by_count: 1 });
    await must(moveBlast(service.api, 'unschedule', blastId));
    expect([await given.archive(fieldId), await given.removeList(clubId)].map(outcome)).toEqual([200, 204]);
  });

  test('are kept while an active flow names them, by id or by api_name', async () => {
    const [asked, written] = [await given.field(), await given.field()];
    const listId = await given.list();
    const flowId = await given.flow({ asked: asked.id, written: written.name, listId });
    await must(given.activate(flowId));
    const refused = [await given.archive(asked.id), await given.archive(written.id), await given.removeList(listId)];
    expect(refused.map(outcome)).toEqual(['in_use', 'in_use', 'in_use']);
    expect(refused[0]?.error?.details?.used_by).toMatchObject([{ type: 'email_flow', id: flowId, status: 'active' }]);
    await must(given.pause(flowId));
    expect([await given.archive(asked.id), await given.removeList(listId)].map(outcome)).toEqual([200, 204]);
    expect(outcome(await given.activate(flowId))).toBe('campaign_flow_not_ready');
  });

  test.runIf(isAtLength)('scheduled and archived at once: one of them', async () => {
    for (let round = 0; round < rounds(2, 6); round++) {
      const { blastId, fieldId } = await readyDynamicBlast(service);
      const [scheduled, archived] = await Promise.all([schedule(blastId), given.archive(fieldId)]);
      expect([
        [200, 'in_use'],
        ['campaign_not_ready', 200],
      ]).toContainEqual([outcome(scheduled), outcome(archived)]);
    }
  });
});

describe('rules that name something that is gone', () => {
  test.runIf(isAtLength)('match nobody, and a draft with such an audience is not ready', async () => {
    const { blastId, fieldId, listId } = await readyDynamicBlast(service);
    expect(await given.memberCount(listId)).toBe(1);
    await must(given.archive(fieldId));
    expect(await given.memberCount(listId)).toBe(0);
    const finding = { field: 'rules.conditions.0.fieldDefinitionId', code: 'archived_field' };
    const list = await must(service.api.GET('/v1/contact-lists/{listId}', { params: { path: { listId } } }));
    expect(list.findings).toMatchObject([finding]);
    const { approval_readiness } = await readBlast(service.api, blastId);
    expect(approval_readiness).toMatchObject({ ready: false, missing: ['audience_rules', 'schedule'], findings: [finding] });
    expect(outcome(await schedule(blastId))).toBe('campaign_not_ready');
    await must(given.restore(fieldId));
    expect([await given.memberCount(listId), (await readBlast(service.api, blastId)).approval_readiness?.ready]).toEqual([1, true]);
  });

  test.runIf(isAtLength)('hold a blast that falls due, which can be taken up once they are mended', async () => {
    const { blastId, fieldId } = await readyDynamicBlast(service);
    await must(schedule(blastId, new Date(service.clock.now().getTime() + 60_000).toISOString()));
    await given.archiveAsBefore(fieldId);
    service.clock.advance({ minutes: 2 });
    await service.drain();
    const held = await readBlast(service.api, blastId);
    expect([held.status, held.details.blast_recipient_count]).toEqual(['failed', 0]);
    expect(held.details.blast_error).toContain('is archived');
    expect((await moveBlast(service.api, 'resume', blastId)).error?.details?.approval_readiness?.missing).toEqual(['audience_rules']);
    await must(given.restore(fieldId));
    await must(moveBlast(service.api, 'resume', blastId));
    await service.drain();
    const sent = await readBlast(service.api, blastId);
    expect([sent.status, sent.details.blast_recipient_count]).toEqual(['sent', 1]);
  });

  test.runIf(isAtLength)('show as findings of an active flow, whose members wait', async () => {
    const [asked, written] = [await given.field(), await given.field()];
    const flowId = await given.flow({ asked: asked.id, written: written.name, listId: await given.list() });
    expect((await must(given.activate(flowId))).findings).toEqual([]);
    await given.archiveAsBefore(asked.id);
    const contactId = await given.contact();
    await must(service.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } }, body: {} }));
    await service.drain();
    const flow = await must(service.api.GET('/v1/email-flows/{flowId}', { params: { path: { flowId } } }));
    expect(flow.findings).toMatchObject([{ step_id: 'check', code: 'archived_field' }]);
    expect([flow.details.waiting_count, flow.details.completed_count, flow.details.dropped_count]).toEqual([1, 0, 0]);
  });
});

test.runIf(isAtLength)('what is being sent keeps its list until it is sent', async () => {
  const { blastId, listId } = await readyDynamicBlast(service);
  await sendNow(service.api, blastId);
  expect(outcome(await given.removeList(listId))).toBe('in_use');
  await service.drain();
  expect(outcome(await given.removeList(listId))).toBe(204);
});

test('a page is kept while one of its forms starts an active flow', async () => {
  const tentId = await givenPage({ db: service.db, workspaceId: service.id }, { forms: [{ formId: 'signup', fields: [] }] });
  const { flow_id } = await must(
    service.api.POST('/v1/email-flows', {
      body: {
        name: 'Signups',
        triggers: [{ type: 'form_submitted', tent_id: tentId, form_id: 'signup' }],
        steps: [{ step_id: 'over', type: 'drop_from_flow' }],
      },
    }),
  );
  const params = { path: { tentId } };
  const remove = () => service.api.DELETE('/v1/tents/{tentId}', { params });
  const used = (status: string) => ({ used_by: [{ type: 'email_flow', id: flow_id, name: 'Signups', status }], used_by_count: 1 });
  const read = () => must(service.api.GET('/v1/tents/{tentId}', { params }));
  expect(await read()).toMatchObject(used('draft'));
  await must(given.activate(flow_id));
  expect(await read()).toMatchObject(used('active'));
  const { error } = await remove();
  expect([error?.error_code, error?.details]).toEqual(['in_use', used('active')]);
  await must(given.pause(flow_id));
  expect(await read()).toMatchObject(used('paused'));
  expect(outcome(await remove())).toBe(200);
});

test('a tent template shows which flows have pages made from it, until they name another', async () => {
  const [templateId, other] = [await giveTemplate(service), await giveTemplate(service)];
  const step = { step_id: 'page', type: 'create_tent', source: 'template', template_id: templateId, prompt: 'A page' } as const;
  const body = { name: 'Pages', triggers: [{ type: 'contact_created' as const }], steps: [step] };
  const { flow_id: flowId } = await must(service.api.POST('/v1/email-flows', { body }));
  const users = async (id: string) => {
    const { used_by, used_by_count } = await must(
      service.api.GET('/v1/tent-templates/{templateId}', { params: { path: { templateId: id } } }),
    );
    return { used_by, used_by_count };
  };
  const used = (status: string) => ({ used_by: [{ type: 'email_flow', id: flowId, name: 'Pages', status }], used_by_count: 1 });
  const unused = { used_by: [], used_by_count: 0 };
  expect(await users(templateId)).toEqual(used('draft'));
  await must(given.activate(flowId));
  expect([await users(templateId), await users(other)]).toEqual([used('active'), unused]);
  await must(given.pause(flowId));
  const params = { path: { flowId, stepId: 'page' } };
  await must(service.api.PATCH('/v1/email-flows/{flowId}/steps/{stepId}', { params, body: { step: { template_id: other } } }));
  expect([await users(templateId), await users(other)]).toEqual([unused, used('paused')]);
});
