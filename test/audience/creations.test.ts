/** A contact's creation stands in its timeline and is no entry of it; earlier versions wrote one, which may still be there. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { creationSweep } from '../../src/audience/activities/activities.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let ids: string[];
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
  const items = [1, 2, 3].map((n) => ({ email: `p${n}@example.com` }));
  const made = await must(workspace.api.POST('/v1/contacts', { body: { items } }));
  ids = made.items.map(({ contact_id }) => contact_id as string);
  await must(workspace.api.POST('/v1/contacts/update', { body: { items: ids.map((contact_id) => ({ contact_id, city: 'Umeå' })) } }));
  await service.db.query(sql`
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT workspace_id, id, 'contact_created', created_at - interval '3 years', '{"source": "import", "source_detail": "old.csv"}'
    FROM contacts WHERE workspace_id = ${workspace.id}::uuid`);
});

const timeline = (contact_id: string, query: { order?: 'asc' | 'desc'; limit?: number; page?: number } = {}) =>
  must(workspace.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id }, query } }));
const typesOf = async (type: string) =>
  (await service.db.pool.query('SELECT 1 FROM contact_activities WHERE workspace_id = $1 AND type = $2', [workspace.id, type])).rowCount;
const sweep = () => creationSweep(service).run(new AbortController().signal);

it('is shown once, as the contact tells it', async () => {
  const [id] = ids as [string];
  const contact = await must(workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } }));
  const created = { type: 'contact_created', timestamp: contact.created_at, metadata: { source: 'public_api', source_detail: null } };
  const { items, pagination } = await timeline(id);
  expect([items.map(({ type }) => type), pagination.total]).toEqual([['contact_updated', 'contact_created'], 2]);
  expect(items[1]).toEqual(created);
  expect((await timeline(id, { order: 'asc', limit: 1 })).items).toEqual([created]);
  expect((await timeline(id, { limit: 1, page: 2 })).items).toEqual([created]);
  expect(await timeline(id, { limit: 1, page: 3 })).toMatchObject({ items: [], pagination: { total: 2, totalPages: 2 } });
});

it('is what rules ask about', async () => {
  const found = async (operator: string, amount?: number) => {
    const timeWindow = amount && { amount, unit: 'year' };
    const rules = { kind: 'condition', source: 'activity', activityType: 'contact_created', operator, ...(timeWindow && { timeWindow }) };
    return (await must(workspace.api.POST('/v1/contacts/search', { body: { rules: rules as never } }))).items.length;
  };
  service.clock.advance({ hours: 24 * 366 });
  expect([await found('has_activity'), await found('has_no_activity')]).toEqual([3, 0]);
  expect([await found('has_activity', 1), await found('has_no_activity', 1)]).toEqual([0, 3]);
  expect([await found('has_activity', 2), await found('has_no_activity', 2)]).toEqual([3, 0]);
});

it('is deleted where it was written, and nothing else is', async () => {
  const before = await timeline(ids[0] as string);
  await sweep();
  expect([await typesOf('contact_created'), await typesOf('contact_updated')]).toEqual([0, 3]);
  expect(await timeline(ids[0] as string)).toEqual(before);
});

it('is left to whoever is deleting the contact', async () => {
  const [gone] = ids as [string];
  await service.db.transaction(async (tx) => {
    await tx.query(sql`DELETE FROM contact_activities WHERE contact_id = ${gone}::uuid`);
    await sweep();
  });
  expect([await typesOf('contact_created'), await typesOf('contact_updated')]).toEqual([0, 2]);
});
