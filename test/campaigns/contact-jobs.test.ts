/** Bulk jobs on contacts: each contact of a selection once, whatever ends the runs in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { contactJobWork } from '../../src/campaigns/contact-jobs/contact-job.work.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { givenContacts, givenList } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { settled } from '../support/settled.ts';

type Request = components['schemas']['CreateContactJobRequest'];

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

const scope = () => ({ db: service.db, workspaceId: workspace.id as never });
const inCountry = (value: string) => ({ kind: 'condition', source: 'contact', field: 'country', operator: 'equals', value }) as const;
const NORWAY = inCountry('Norway');
const start = (body: Request) => must(workspace.api.POST('/v1/contacts/jobs', { body }));
const read = (job_id: string) => must(workspace.api.GET('/v1/contact-jobs/{job_id}', { params: { path: { job_id } } }));
const refusal = async (body: Request) => (await workspace.api.POST('/v1/contacts/jobs', { body })).error;
const cancel = (job_id: string, { api } = workspace) => api.POST('/v1/contact-jobs/{job_id}/cancel', { params: { path: { job_id } } });
const contactOf = (contact_id: string) => workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });

async function done(body: Request) {
  const { job_id } = await start(body);
  await service.drain();
  return read(job_id);
}

async function activeFlow(more: object = {}): Promise<string> {
  const steps = [{ step_id: 'rest', type: 'wait' as const, duration_amount: 2, duration_unit: 'weeks' as const }];
  const { flow_id } = await must(workspace.api.POST('/v1/email-flows', { body: { name: 'Welcome', triggers: [], steps, ...more } }));
  await service.db.pool.query('UPDATE flows SET manual_membership_enabled = true WHERE id = $1', [flow_id]);
  await must(
    workspace.api.PUT('/v1/email-flows/{flowId}/triggers', {
      params: { path: { flowId: flow_id } },
      body: { triggers: [{ type: 'contact_created' }] },
    }),
  );
  await must(workspace.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } }));
  return flow_id;
}

describe('a job', () => {
  it.runIf(isAtLength)('updates the contacts that match rules, with their timelines, and no others', async () => {
    await must(workspace.api.PATCH('/v1/workspace', { body: { event_feed: true, event_types: ['contact.updated'] } }));
    const norwegian = await givenContacts(scope(), 3, { country: 'Norway' });
    await givenContacts(scope(), 1, { country: 'Norway', language: 'nb' });
    const [other] = await givenContacts(scope(), 1, { country: 'Sweden' });
    const begun = await start({ action: 'update', rules: NORWAY, changes: { language: 'nb', add_tags: ['nordic'] } });
    expect(begun).toMatchObject({
      status: 'pending',
      total_count: null,
      matched_count: 0,
      requested_by: 'Test',
      changes: { language: 'nb' },
    });
    await givenContacts(scope(), 1, { country: 'Norway' });
    await service.drain();
    expect(await read(begun.job_id)).toMatchObject({
      status: 'completed',
      total_count: 5,
      examined_count: 5,
      matched_count: 4,
      changed_count: 4,
      unchanged_count: 0,
      failed_count: 0,
      sample_contact_ids: [],
      error_message: null,
    });
    for (const id of norwegian) expect((await contactOf(id)).data).toMatchObject({ language: 'nb', tags: ['nordic'] });
    expect((await contactOf(other as string)).data).toMatchObject({ language: null, tags: [] });
    const { items } = await must(
      workspace.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: norwegian[0] as string } } }),
    );
    expect(items.map(({ type }) => type)).toContain('contact_updated');
    await settled(service.db);
    const { events } = await must(workspace.api.GET('/v1/events'));
    expect(events).toHaveLength(4);
    // A second job finds nothing to change.
    const again = await done({ action: 'update', rules: inCountry('norway'), changes: { language: 'nb' } });
    expect(again).toMatchObject({ matched_count: 5, changed_count: 1, unchanged_count: 4 });
  });

  it.runIf(isAtLength)('counts contacts that the action refuses, with the reason, and goes on', async () => {
    const [plain, other] = (await givenContacts(scope(), 2, { country: 'Norway' })) as [string, string];
    const tags = Array.from({ length: 50 }, (_, n) => `t${n}`);
    await must(workspace.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: plain } }, body: { tags } }));
    const job = await done({ action: 'update', rules: NORWAY, changes: { add_tags: ['one more'] } });
    expect(job).toMatchObject({ status: 'completed', matched_count: 2, changed_count: 1, failed_count: 1 });
    expect(job.failures).toEqual([{ contact_id: plain, message: expect.stringContaining('tags') }]);
    expect((await contactOf(other)).data).toMatchObject({ tags: ['one more'] });
  });

  it.runIf(isAtLength)('only counts in a dry run', async () => {
    const ids = await givenContacts(scope(), 25, { country: 'Norway' });
    const job = await done({ action: 'delete', rules: NORWAY, dry_run: true });
    expect(job).toMatchObject({ status: 'completed', dry_run: true, matched_count: 25, changed_count: 0, total_count: 25 });
    expect(job.sample_contact_ids).toEqual([...ids].sort().slice(0, 20));
    expect((await contactOf(ids[0] as string)).response.status).toBe(200);
  });

  it.runIf(isAtLength)('deletes the members of a list', async () => {
    const ids = await givenContacts(scope(), 3);
    const listId = await givenList(scope(), ids.slice(0, 2));
    expect(await done({ action: 'delete', list_id: listId, confirm: true })).toMatchObject({ total_count: 2, changed_count: 2 });
    const statuses = await Promise.all(ids.map(async (id) => (await contactOf(id)).response.status));
    expect(statuses).toEqual([404, 404, 200]);
    const list = await must(workspace.api.GET('/v1/contact-lists/{listId}', { params: { path: { listId } } }));
    expect(list.member_count).toBe(0);
  });

  it.runIf(isAtLength)('fills and empties a static list, and its counter follows', async () => {
    const [first] = await givenContacts(scope(), 3, { country: 'Norway' });
    const targetId = await givenList(scope(), [first as string]);
    const countOf = async () =>
      (await must(workspace.api.GET('/v1/contact-lists/{listId}', { params: { path: { listId: targetId } } }))).member_count;
    const added = await done({ action: 'add_to_list', rules: NORWAY, target_list_id: targetId });
    expect(added).toMatchObject({ changed_count: 2, unchanged_count: 1, target_list_id: targetId });
    expect(await countOf()).toBe(3);
    expect(await done({ action: 'remove_from_list', list_id: targetId, target_list_id: targetId })).toMatchObject({ changed_count: 3 });
    expect(await countOf()).toBe(0);
  });

  it.runIf(isAtLength)('enrols contacts in a flow, each once', async () => {
    await givenContacts(scope(), 3, { country: 'Norway' });
    const flowId = await activeFlow();
    const job = { action: 'enrol', rules: NORWAY, flow_id: flowId, dynamic_context: { from: 'job' } } as const;
    expect(await done(job)).toMatchObject({ status: 'completed', changed_count: 3 });
    expect(await done(job)).toMatchObject({ changed_count: 0, unchanged_count: 3 });
    const { members } = await must(workspace.api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId } } }));
    expect(members.map(({ entered_via }) => entered_via)).toEqual(['manual', 'manual', 'manual']);
    const path = { flowId, membershipId: members[0]?.membership_id as string };
    const member = await must(workspace.api.GET('/v1/email-flows/{flowId}/members/{membershipId}', { params: { path } }));
    expect(member.dynamic_context).toEqual({ from: 'job' });
  });

  it.runIf(isAtLength)('erases people, each with a proof', async () => {
    await givenContacts(scope(), 3, { country: 'Norway' });
    await givenContacts(scope(), 1);
    expect(await done({ action: 'erase', rules: NORWAY, confirm: true })).toMatchObject({
      status: 'completed',
      examined_count: 4,
      matched_count: 3,
      changed_count: 3,
    });
    const { erasures } = await must(workspace.api.GET('/v1/erasures'));
    expect(erasures.map(({ requested_by }) => requested_by)).toEqual(['Test', 'Test', 'Test']);
  });

  it.runIf(isAtLength)('handles each contact once, though each part ends its run', async () => {
    // Jobs of other tests would be next.
    await service.drain();
    await givenContacts(scope(), 5, { country: 'Norway' });
    const { job_id } = await start({ action: 'erase', rules: NORWAY, confirm: true });
    const { db, clock, service: running } = service;
    let stopping = new AbortController();
    const dependencies = { db, clock, log: running.log, enqueue: running.jobs.enqueue, events: { publish: async () => {} } as never };
    const work = contactJobWork(dependencies, { afterPart: () => stopping.abort() });
    for (let runs = 1; (await read(job_id)).status !== 'completed'; runs++) {
      expect(runs).toBeLessThan(10);
      expect((await read(job_id)).changed_count).toBe(runs - 1);
      stopping = new AbortController();
      await work.run({} as never, stopping.signal);
    }
    expect(await read(job_id)).toMatchObject({ matched_count: 5, changed_count: 5, examined_count: 5 });
    expect((await must(workspace.api.GET('/v1/erasures'))).erasures).toHaveLength(5);
  });
});

describe('a job that is stopped', () => {
  it('writes nothing of the part under way once it is cancelled', async () => {
    await service.drain();
    const ids = await givenContacts(scope(), 2, { country: 'Norway' });
    const { job_id } = await start({ action: 'delete', rules: NORWAY, confirm: true });
    const { db, clock, service: running } = service;
    // The cancellation comes while the part is written.
    const events = { publish: async () => void (await must(cancel(job_id))) } as never;
    await contactJobWork({ db, clock, log: running.log, enqueue: running.jobs.enqueue, events }).run(
      {} as never,
      new AbortController().signal,
    );
    expect(await read(job_id)).toMatchObject({ status: 'cancelled', matched_count: 0, changed_count: 0 });
    await service.drain();
    expect((await contactOf(ids[0] as string)).response.status).toBe(200);
    expect((await cancel(job_id)).error).toMatchObject({ error_code: 'conflict' });
    const stranger = await service.workspace();
    expect((await cancel(job_id, stranger)).error).toMatchObject({ error_code: 'not_found' });
  });

  it.runIf(isAtLength)('fails with the reason when its list, its rules or its flow no longer serve', async () => {
    const ids = await givenContacts(scope(), 1, { country: 'Norway' });
    const listId = await givenList(scope(), ids);
    const target = await givenList(scope(), []);
    const flowId = await activeFlow();
    const gone = await start({ action: 'delete', list_id: listId, confirm: true });
    const untargeted = await start({ action: 'add_to_list', rules: NORWAY, target_list_id: target });
    const paused = await start({ action: 'enrol', rules: NORWAY, flow_id: flowId });
    const ruled = await start({
      action: 'update',
      rules: { kind: 'condition', source: 'list_membership', listId: target, operator: 'is_not_member' },
      changes: { language: 'nb' },
    });
    for (const id of [listId, target]) await workspace.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: id } } });
    await must(workspace.api.POST('/v1/email-flows/{flowId}/pause', { params: { path: { flowId } } }));
    await service.drain();
    const reasonOf = async ({ job_id }: { job_id: string }) => {
      const { status, error_message } = await read(job_id);
      return [status, error_message];
    };
    expect(await reasonOf(gone)).toEqual(['failed', 'The list of the selection was deleted.']);
    expect(await reasonOf(untargeted)).toEqual(['failed', 'The list or the flow of the job no longer exists.']);
    expect(await reasonOf(paused)).toEqual(['failed', expect.stringContaining('The flow is paused')]);
    expect(await reasonOf(ruled)).toEqual(['failed', 'The rules cannot be applied. There is no such list.']);
    expect((await contactOf(ids[0] as string)).data).toMatchObject({ language: null });
  });
});

describe('a request', () => {
  it('names what is missing, what is too much, and what cannot be undone', async () => {
    const listId = await givenList(scope(), []);
    const issuesOf = async (body: Request) => {
      const error = await refusal(body);
      return error && 'details' in error ? error.details?.issues?.map(({ path }) => path) : error;
    };
    expect(await issuesOf({ action: 'update' })).toEqual(['rules', 'changes']);
    expect(await issuesOf({ action: 'delete', rules: NORWAY, list_id: listId })).toEqual(['list_id', 'confirm']);
    expect(await issuesOf({ action: 'erase', rules: NORWAY, changes: { language: 'nb' } })).toEqual(['changes', 'confirm']);
    expect(await issuesOf({ action: 'update', rules: NORWAY, changes: { custom_fields: { shoe: 1 }, timezone: 'x' } })).toEqual([
      'changes.custom_fields.shoe',
      'changes.timezone',
    ]);
    expect(await issuesOf({ action: 'update', rules: NORWAY, changes: { email: 'a@example.com' } as never })).toEqual(['changes.email']);
    expect(
      await issuesOf({ action: 'enrol', rules: NORWAY, flow_id: listId, dynamic_context: { x: 'y'.repeat(9_000), z: 'y'.repeat(9_000) } }),
    ).toEqual(['dynamic_context']);
    const dynamic = await must(workspace.api.POST('/v1/contact-lists', { body: { name: 'D', kind: 'dynamic', rules: NORWAY } }));
    expect(await issuesOf({ action: 'add_to_list', list_id: listId, target_list_id: dynamic.list_id })).toEqual(['target_list_id']);
    expect(await refusal({ action: 'enrol', list_id: listId, flow_id: listId })).toMatchObject({ error_code: 'not_found' });
    const { error } = await workspace.api.GET('/v1/contact-jobs', { params: { query: { cursor: 'x' } } });
    expect(error).toMatchObject({ error_code: 'invalid_cursor' });
  });

  it('needs a second scope to enrol', async () => {
    const flowId = await activeFlow();
    const listId = await givenList(scope(), []);
    const { api_key } = await must(
      workspace.api.POST('/v1/keys', { body: { name: 'Narrow', scopes: ['contacts:write', 'contacts:read'] } }),
    );
    const api = createClient(service.url, api_key);
    const { error } = await api.POST('/v1/contacts/jobs', { body: { action: 'enrol', list_id: listId, flow_id: flowId } });
    expect(error).toMatchObject({ error_code: 'key_not_allowed', details: { required_scope: 'flows:send' } });
    const { job_id } = await must(api.POST('/v1/contacts/jobs', { body: { action: 'delete', list_id: listId, dry_run: true } }));
    const { jobs, next_cursor } = await must(api.GET('/v1/contact-jobs', { params: { query: { limit: 1 } } }));
    expect([jobs.map((job) => job.job_id), next_cursor]).toEqual([[job_id], undefined]);
    expect(fromUlid(job_id)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
