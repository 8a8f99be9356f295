/** Flows that contacts enter because they begin or cease to match a dynamic list. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { forgetSegment, holdSegment } from '../../../src/campaigns/flows/listening/segments.repo.ts';
import { segmentWork } from '../../../src/campaigns/flows/listening/segments.work.ts';
import { type Db, sql, type Tx } from '../../../src/platform/db.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { activeFlow } from '../../support/flow-mail.ts';
import { givenContacts } from '../../support/given.ts';
import { notingLog } from '../../support/log.ts';
import { statementsOf } from '../../support/plans.ts';
import { behind } from '../../support/race.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The workspace of a test: a new one if contacts of other tests would interfere. */
let place: Pick<TestService, 'api' | 'id'> | undefined;
const api = () => (place ?? service).api;
const workspaceId = () => (place ?? service).id;
async function moveElsewhere() {
  place = await service.workspace();
  onTestFinished(() => {
    place = undefined;
  });
}
const people = (count: number, values = {}) => givenContacts({ db: service.db, workspaceId: workspaceId() }, count, values);
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

it.runIf(isAtLength)('lets in who enters or leaves after the activation, within five minutes, and nobody who was there', async () => {
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

it.runIf(isAtLength)('a flow that is activated later has nothing of what changed before, and again after a pause', async () => {
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

it.runIf(isAtLength)('other rules only record who fits them, also in the middle of a pass', async () => {
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

it.runIf(isAtLength)('broken rules make nobody leave', async () => {
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

it.runIf(isAtLength)(
  'contacts are looked at a few at a time; deleted ones have not left; and what nobody listens to is forgotten',
  async () => {
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
  },
);

/** Contacts whose change waits for a look. */
const waiting = async (listId: string): Promise<number> => {
  const [row] = await service.db.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM flow_segment_changes WHERE list_id = ${listId}::uuid`);
  return row?.count ?? 0;
};
const entriesOf = async (flowId: string) =>
  (
    await service.db.query<{ id: string }>(sql`SELECT contact_id::text AS id FROM flow_inbox WHERE flow_id = ${flowId}::uuid ORDER BY 1`)
  ).map(({ id }) => id);

it.runIf(isAtLength)('a change counts at once, for each list that it concerns', async () => {
  const [city, other] = [newCity(), newCity()];
  const [ada, bo] = (await people(2)) as [string, string];
  await move(ada, city);
  await move(bo, other);
  const [first, second] = [await segment(inCity(city)), await segment(inCity(other))];
  const flows = [
    await listening('entered_segment', first),
    await listening('left_segment', first),
    await listening('entered_segment', second),
    await listening('left_segment', second),
  ];
  await service.drain();
  await move(ada, other);
  expect([await waiting(first), await waiting(second)]).toEqual([1, 1]);
  await service.drain();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[], [ada], [ada], []]);
  expect([await waiting(first), await waiting(second)]).toEqual([0, 0]);
  await later();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[], [ada], [ada], []]);
});

it.runIf(isAtLength)('new contacts, lists and custom events count at once, too', async () => {
  const { list_id: fixed } = await must(api().POST('/v1/contact-lists', { body: { name: 'Walkers', kind: 'static' } }));
  const onList = { kind: 'condition', source: 'list_membership', operator: 'is_member', listId: fixed };
  const ordered = { kind: 'condition', source: 'event', name: 'ordered', operator: 'occurred' };
  const city = newCity();
  const lists = [await segment(inCity(city)), await segment(onList as never), await segment(ordered as never)];
  const flows = await Promise.all(lists.map((listId) => listening('entered_segment', listId)));
  await service.drain();
  const { items } = await must(api().POST('/v1/contacts', { body: { items: [{ email: 'new@example.net', city }] } }));
  const contact_id = (items[0] as { contact_id: string }).contact_id;
  await service.drain();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[contact_id], [], []]);
  const at = { params: { path: { listId: fixed } } };
  await must(api().POST('/v1/contact-lists/{listId}/contacts', { ...at, body: { contact_ids: [contact_id] } }));
  await must(api().POST('/v1/events', { body: { items: [{ name: 'ordered', contact: { contact_id } }] } }));
  await service.drain();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[contact_id], [contact_id], [contact_id]]);
});

it('changes during a pass count once, also those during the first, which only records', async () => {
  await moveElsewhere();
  const city = newCity();
  const all = (await people(7)).sort();
  const [first, second, third, last] = [all[0], all[1], all[2], all[6]] as [string, string, string, string];
  const listId = await segment(inCity(city));
  const flowId = await listening('entered_segment', listId);
  const { db, clock } = service;
  const work = segmentWork({ db, clock, log: notingLog().log, enqueue: async () => {} }, { atOnce: 2 });
  /** Some contacts of a pass, or the whole of it. */
  const turn = () => work.run({ workspaceId: workspaceId(), listId } as never, AbortSignal.abort());
  const pass = () => work.run({ workspaceId: workspaceId(), listId } as never, new AbortController().signal);
  await turn();
  await move(first, city);
  await turn();
  expect([await waiting(listId), await entriesOf(flowId)]).toEqual([1, []]);
  await pass();
  await pass();
  expect([await waiting(listId), await entriesOf(flowId)]).toEqual([0, [first]]);

  clock.advance({ minutes: 5 });
  await turn();
  await move(second, city);
  await move(last, city);
  await turn();
  expect(await entriesOf(flowId)).toEqual([first, second, last].sort());
  await move(third, city);
  await pass();
  await pass();
  expect(await entriesOf(flowId)).toEqual([first, second, third, last].sort());
});

it('rules that change in the middle of a pass let in nobody behind its place', async () => {
  await moveElsewhere();
  const [city, other] = [newCity(), newCity()];
  const all = (await people(5)).sort();
  await move(all[4] as string, other);
  const listId = await segment(inCity(city));
  const flowId = await listening('entered_segment', listId);
  const { db, clock } = service;
  const work = segmentWork({ db, clock, log: notingLog().log, enqueue: async () => {} }, { atOnce: 2 });
  const run = (signal: AbortSignal) => work.run({ workspaceId: workspaceId(), listId } as never, signal);
  await run(new AbortController().signal);
  clock.advance({ minutes: 5 });
  await run(AbortSignal.abort());
  await must(api().PATCH('/v1/contact-lists/{listId}', { params: { path: { listId } }, body: { rules: inCity(other) } }));
  await run(new AbortController().signal);
  expect([await entriesOf(flowId), await recorded(listId)]).toEqual([[], { segments: 1, members: 1 }]);
});

it.runIf(isAtLength)('a thousand changes are as many statements as one', async () => {
  await moveElsewhere();
  const city = newCity();
  const all = await people(1_001, { city });
  const listId = await segment(inCity(city));
  const flowId = await listening('left_segment', listId);
  await service.drain();
  const { db, clock } = service;
  const work = segmentWork({ db, clock, log: notingLog().log, enqueue: async () => {} });
  const look = async () => {
    const statements = await statementsOf(() => work.run({ workspaceId: workspaceId(), listId } as never, new AbortController().signal));
    return statements.map(({ text }) => text).filter((text) => text.includes('flow_segments'));
  };
  await move(all[0] as string, newCity());
  const one = await look();
  expect(one).toHaveLength(2);
  for (let from = 1; from < all.length; from += 100) {
    const items = all.slice(from, from + 100).map((contact_id) => ({ contact_id, city: 'Elsewhere' }));
    await must(api().POST('/v1/contacts/update', { body: { items } }));
  }
  expect(await waiting(listId)).toBe(1_000);
  expect(await look()).toEqual(one);
  expect(await entriesOf(flowId)).toEqual([...all].sort());
});

it.runIf(isAtLength)('a change neither records members for other rules nor makes them leave for broken ones', async () => {
  const [city, other] = [newCity(), newCity()];
  const [ada, bo, cy] = (await people(3)) as [string, string, string];
  await move(ada, city);
  await move(bo, other);
  const listId = await segment(inCity(city));
  const flows = [await listening('entered_segment', listId), await listening('left_segment', listId)];
  await service.drain();
  await must(api().PATCH('/v1/contact-lists/{listId}', { params: { path: { listId } }, body: { rules: inCity(other) } }));
  await move(cy, other);
  await service.drain();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[], []]);
  expect([await recorded(listId), await waiting(listId)]).toEqual([{ segments: 1, members: 2 }, 0]);
  await move(ada, other);
  await service.drain();
  expect(await Promise.all(flows.map(membersOf))).toEqual([[ada], []]);

  const field = { api_name: 'huts', display_name: 'Huts', value_type: 'number' as const };
  const { field_definition_id } = (await must(api().POST('/v1/contact-fields', { body: field }))) as { field_definition_id: string };
  const rule = { kind: 'condition', source: 'custom_field', fieldDefinitionId: field_definition_id, operator: 'equals', value: 3 };
  const huts = await segment(rule as never);
  const [contact_id] = (await people(1)) as [string];
  const patch = (body: object) => must(api().PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body }));
  await patch({ custom_fields: { huts: 3 } });
  const left = await listening('left_segment', huts);
  await service.drain();
  await service.db.query(sql`UPDATE contact_field_definitions SET status = 'archived' WHERE id = ${field_definition_id}::uuid`);
  await patch({ city });
  await service.drain();
  expect([await membersOf(left), await recorded(huts), await waiting(huts)]).toEqual([[], { segments: 1, members: 1 }, 0]);
});

it('neither a look nor the forgetting of a segment waits for what holds it', async () => {
  const listId = await segment(inCity(newCity()));
  const flowId = await listening('entered_segment', listId);
  await service.drain();
  const { db, clock } = service;
  clock.advance({ minutes: 5 });
  const scope = (tx: Tx) => ({ db: tx, workspaceId: service.id, now: clock.now() });
  const atOnce = <Result>(work: (tx: Tx) => Promise<Result>) =>
    db.transaction(async (tx) => {
      await tx.query(sql`SET LOCAL lock_timeout = '1s'`);
      return work(tx);
    });
  await db.transaction(async (tx) => {
    expect(await holdSegment(scope(tx), listId)).toMatchObject({ isDue: true });
    expect(await atOnce((other) => holdSegment(scope(other), listId))).toBeUndefined();
  });
  await stop(flowId);
  await db.transaction(async (tx) => {
    // As a write does.
    await tx.query(sql`SELECT 1 AS held FROM flow_segments WHERE list_id = ${listId}::uuid FOR KEY SHARE`);
    await atOnce((other) => forgetSegment(scope(other), listId, 100));
  });
  expect(await recorded(listId)).toMatchObject({ segments: 1 });
});

it.runIf(isAtLength)('writes do not wait for a look, nor is a segment forgotten under one', async () => {
  const listId = await segment(inCity(newCity()));
  const flowId = await listening('entered_segment', listId);
  await service.drain();
  const [ada] = (await people(1)) as [string];
  const { db, clock } = service;
  const work = segmentWork({ db, clock, log: notingLog().log, enqueue: async () => {} });
  const look = () => work.run({ workspaceId: service.id, listId } as never, new AbortController().signal);
  clock.advance({ minutes: 5 });
  await db.transaction(async (tx) => {
    expect(await holdSegment({ db: tx, workspaceId: service.id, now: clock.now() }, listId)).toMatchObject({ isDue: true });
    await move(ada, newCity());
  });
  await stop(flowId);
  await db.transaction(async (tx) => {
    // As a write does.
    await tx.query(sql`SELECT 1 AS held FROM flow_segments WHERE list_id = ${listId}::uuid FOR KEY SHARE`);
    await look();
    expect([await recorded(listId), await waiting(listId)]).toEqual([{ segments: 1, members: 0 }, 0]);
    await tx.query(sql`
      INSERT INTO flow_segment_changes (workspace_id, list_id, change_id, contact_id)
      VALUES (${service.id}::uuid, ${listId}::uuid, ${ada}::uuid, ${ada}::uuid)`);
  });
  await look();
  expect([await recorded(listId), await waiting(listId)]).toEqual([{ segments: 0, members: 0 }, 0]);
  await move(ada, newCity());
  expect(await waiting(listId)).toBe(0);
});

it.runIf(isAtLength)('a write that meets a segment being forgotten goes on without it', async () => {
  await moveElsewhere();
  const listId = await segment(inCity(newCity()));
  await listening('entered_segment', listId);
  await service.drain();
  const [ada] = (await people(1)) as [string];
  const forget = (tx: Tx) => tx.query(sql`DELETE FROM flow_segments WHERE list_id = ${listId}::uuid`);
  await behind(service.db, forget, () => move(ada, newCity()));
  expect([await recorded(listId), await waiting(listId)]).toEqual([{ segments: 0, members: 0 }, 0]);
});

it.runIf(isAtLength)('a flow that is activated while its segment is being forgotten has a segment', async () => {
  const listId = await segment(inCity(newCity()));
  const flowId = await listening('entered_segment', listId);
  await service.drain();
  await stop(flowId);
  const { db, clock } = service;
  const activate = () => must(api().POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
  clock.advance({ minutes: 5 });
  let forgetting: Tx | undefined;
  await behind(
    db,
    async (tx) => {
      forgetting = tx;
      expect(await holdSegment({ db: tx, workspaceId: service.id, now: clock.now() }, listId)).toMatchObject({ isWatched: false });
    },
    activate,
    async () => void (await forgetSegment({ db: forgetting as Tx, workspaceId: service.id }, listId, 100)),
  );
  expect(await recorded(listId)).toEqual({ segments: 1, members: 0 });

  // Activated between the snapshot of the look and its lock.
  const before: Db['transaction'] = (work) =>
    db.transaction((tx) => {
      const query: Tx['query'] = async <Row>(statement: Parameters<Tx['query']>[0]) =>
        (await tx.query<Row>(statement)).map((row) => ('cursor' in (row as object) ? { ...row, isWatched: false } : row));
      return work({ ...tx, query });
    });
  const work = segmentWork({ db: { ...db, transaction: before }, clock, log: notingLog().log, enqueue: async () => {} });
  clock.advance({ minutes: 5 });
  await work.run({ workspaceId: service.id, listId } as never, new AbortController().signal);
  expect(await recorded(listId)).toEqual({ segments: 1, members: 0 });
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
