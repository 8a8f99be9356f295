/** Flows that contacts enter because they begin or cease to match a dynamic list. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { segmentWork } from '../../../src/campaigns/flows/listening/segments.work.ts';
import { sql } from '../../../src/platform/db.ts';
import { must } from '../../support/blast.ts';
import { activeFlow } from '../../support/flow-mail.ts';
import { givenContacts } from '../../support/given.ts';
import { notingLog } from '../../support/log.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const api = () => service.api;
const people = (count: number, values = {}) => givenContacts({ db: service.db, workspaceId: service.id }, count, values);
let counter = 0;
const newCity = () => `City ${++counter}`;
const inCity = (city: string) => ({ kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: city }) as never;
const segment = async (rules: never): Promise<string> =>
  (await must(api().POST('/v1/contact-lists', { body: { name: `Segment ${++counter}`, kind: 'dynamic', rules } }))).list_id;
const move = (contact_id: string, city: string) =>
  must(api().PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body: { city } }));
const listening = (type: 'entered_segment' | 'left_segment', list_id: string) =>
  activeFlow(api(), [{ type: 'wait', step_id: 'pause', duration_amount: 300, duration_unit: 'days' } as never], { type, list_id });
const membersOf = async (flowId: string) =>
  (
    await service.db.query<{ id: string }>(
      sql`SELECT contact_id::text AS id FROM flow_memberships WHERE flow_id = ${flowId}::uuid ORDER BY 1`,
    )
  ).map(({ id }) => id);
/** The next pass over every segment. */
const later = async () => {
  service.clock.advance({ minutes: 5 });
  await service.drain();
};
const stop = (flowId: string) => must(api().POST('/v1/email-flows/{flowId}/pause', { params: { path: { flowId } } }));
const recorded = async (listId: string) =>
  (
    await service.db.query<{ segments: number; members: number }>(sql`
      SELECT (SELECT count(*)::int FROM flow_segments WHERE list_id = ${listId}::uuid) AS segments,
             (SELECT count(*)::int FROM flow_segment_members WHERE list_id = ${listId}::uuid) AS members`)
  )[0];

it('lets in who enters or leaves after the activation, within five minutes, and nobody who was there', async () => {
  const city = newCity();
  const [ada, bo, cy] = (await people(3)) as [string, string, string];
  await move(ada, city);
  const listId = await segment(inCity(city));
  const [entered, left] = [await listening('entered_segment', listId), await listening('left_segment', listId)];
  await service.drain();
  expect([await membersOf(entered), await membersOf(left)]).toEqual([[], []]);
  await move(bo, city);
  await later();
  expect([await membersOf(entered), await membersOf(left)]).toEqual([[bo], []]);
  await move(ada, newCity());
  // Comes and goes in between.
  await move(cy, city);
  await move(cy, newCity());
  await later();
  await later();
  expect([await membersOf(entered), await membersOf(left)]).toEqual([[bo], [ada]]);
  const [via] = await service.db.query(sql`SELECT entered_via FROM flow_memberships WHERE flow_id = ${left}::uuid`);
  expect(via).toEqual({ entered_via: 'left_segment' });
});

it('a flow that is activated later has nothing of what changed before, and again after a pause', async () => {
  const city = newCity();
  const [ada, bo, cy] = (await people(3)) as [string, string, string];
  const listId = await segment(inCity(city));
  const first = await listening('entered_segment', listId);
  await service.drain();
  await later();
  await move(ada, city);
  const second = await listening('entered_segment', listId);
  await later();
  expect([await membersOf(first), await membersOf(second)]).toEqual([[ada], []]);
  await stop(first);
  await move(bo, city);
  await must(api().POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: first } } }));
  await later();
  expect([await membersOf(first), await membersOf(second)]).toEqual([[ada], [bo]]);
  await move(cy, city);
  await later();
  expect([await membersOf(first), await membersOf(second)]).toEqual([[ada, cy].sort(), [bo, cy].sort()]);
});

it('other rules only record who fits them, also in the middle of a pass', async () => {
  const [city, other] = [newCity(), newCity()];
  const [ada, bo, cy] = (await people(3)) as [string, string, string];
  await move(ada, city);
  await move(bo, other);
  const listId = await segment(inCity(city));
  const flows = [await listening('entered_segment', listId), await listening('left_segment', listId)];
  await service.drain();
  await must(api().PATCH('/v1/contact-lists/{listId}', { params: { path: { listId } }, body: { rules: inCity(other) } }));
  await later();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[], []]);
  expect(await recorded(listId)).toEqual({ segments: 1, members: 1 });
  await move(cy, other);
  await later();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[cy], []]);
});

it('broken rules make nobody leave', async () => {
  const city = newCity();
  const field = { api_name: 'nights', display_name: 'Nights', value_type: 'number' as const };
  const { field_definition_id } = (await must(api().POST('/v1/contact-fields', { body: field }))) as { field_definition_id: string };
  const [ada] = (await people(1)) as [string];
  await must(
    api().PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: ada } }, body: { city, custom_fields: { nights: 3 } } }),
  );
  const rule = { kind: 'condition', source: 'custom_field', fieldDefinitionId: field_definition_id, operator: 'equals', value: 3 };
  const listId = await segment(rule as never);
  const flowId = await listening('left_segment', listId);
  await service.drain();
  await later();
  const archive = (status: string) =>
    service.db.query(sql`UPDATE contact_field_definitions SET status = ${status}::text WHERE id = ${field_definition_id}::uuid`);
  await archive('archived');
  await later();
  expect([await membersOf(flowId), await recorded(listId)]).toEqual([[], { segments: 1, members: 1 }]);
  await archive('active');
  await later();
  expect(await membersOf(flowId)).toEqual([]);
});

it('contacts are looked at a few at a time; deleted ones have not left; and what nobody listens to is forgotten', async () => {
  const city = newCity();
  const all = await people(7, { city });
  const listId = await segment(inCity(city));
  const flowId = await listening('left_segment', listId);
  const { db, clock } = service;
  const work = segmentWork({ db, clock, log: notingLog().log, enqueue: async () => {} }, { atOnce: 2 });
  const pass = async () => {
    clock.advance({ minutes: 5 });
    await work.run({ workspaceId: service.id, listId } as never, new AbortController().signal);
  };
  await pass();
  expect(await recorded(listId)).toEqual({ segments: 1, members: 7 });
  await must(api().POST('/v1/contacts/delete', { body: { contact_ids: all.slice(0, 3) } }));
  for (const id of all.slice(3, 6)) await move(id, newCity());
  await pass();
  await pass();
  expect(await recorded(listId)).toEqual({ segments: 1, members: 1 });
  await service.drain();
  expect(await membersOf(flowId)).toEqual(all.slice(3, 6).sort());
  await stop(flowId);
  await pass();
  expect(await recorded(listId)).toEqual({ segments: 0, members: 0 });
});

it('only one process looks at a segment at a time', async () => {
  const listId = await segment(inCity(newCity()));
  await listening('entered_segment', listId);
  const { db, clock } = service;
  const { log, logged } = notingLog();
  const work = segmentWork({ db, clock, log, enqueue: async () => {} });
  await db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 AS held FROM flow_segments WHERE list_id = ${listId}::uuid FOR UPDATE`);
    await work.run({ workspaceId: service.id, listId } as never, new AbortController().signal);
  });
  const [row] = await db.query<{ started: boolean }>(sql`
    SELECT previous_started_at IS NOT NULL AS started FROM flow_segments WHERE list_id = ${listId}::uuid`);
  // Without waiting for the one that does.
  expect([row, logged]).toEqual([{ started: false }, []]);
});

it('the list has to be a dynamic one, and cannot be deleted while a flow needs it', async () => {
  const { list_id: fixed } = await must(api().POST('/v1/contact-lists', { body: { name: 'Fixed', kind: 'static' } }));
  const triggers = [{ type: 'entered_segment' as const }, { type: 'left_segment' as const, list_id: fixed }];
  const { activation_readiness } = await must(api().POST('/v1/email-flows', { body: { name: 'Draft', triggers } }));
  expect(activation_readiness?.missing.filter(({ trigger }) => trigger !== null)).toMatchObject([
    { trigger: 0, field: 'list_id', code: 'required' },
    { trigger: 1, field: 'list_id', code: 'wrong_kind' },
  ]);
  const listId = await segment(inCity(newCity()));
  await listening('entered_segment', listId);
  const { response } = await api().DELETE('/v1/contact-lists/{listId}', { params: { path: { listId } } });
  expect(response.status).toBe(409);
});
