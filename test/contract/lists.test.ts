/** Every list with `pagination`, walked by cursor. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsOf, readDocument } from '../../src/http/contract.ts';
import { sql } from '../../src/platform/db.ts';
import { newId, toUlid } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { givenBlast, givenContacts, givenList, givenRecipients, givenSuppressions } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { givenFlow, givenMembers } from '../support/steps.ts';

interface Body {
  pagination: { page: number; limit: number; total: number; totalPages: number };
  next_cursor?: string;
  error_code?: string;
  details?: unknown;
  [entries: string]: unknown;
}
type Query = Record<string, string | number | undefined>;

const lists = operationsOf(readDocument()).filter(({ method, parameters = [] }) => {
  const names = parameters.map((parameter) => ('name' in parameter ? parameter.name : ''));
  return method === 'get' && names.includes('page');
});

let service: TestService;
let path: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  const { db, id: workspaceId } = service;
  const now = service.clock.now();
  const ctx = { db, workspaceId };
  const contacts = [
    ...(await givenContacts(ctx, 1, { displayName: 'ann', firstName: 'Ann', lastActivityAt: now })),
    ...(await givenContacts(ctx, 1, { displayName: 'Bea', lastName: 'Bo', updatedAt: now })),
    ...(await givenContacts(ctx, 1, { displayName: 'ann', email: null, phone: '+4790000001' })),
  ];
  const [contact] = contacts as [string];
  const listIds = [await givenList(ctx, contacts), await givenList(ctx, contacts.slice(0, 2)), await givenList(ctx, [contact])];
  await givenSuppressions(ctx, { 'b@example.net': 'bounced', 'a@example.net': 'complained', 'c@example.net': 'bounced' }, now);
  const blasts = [await givenBlast(service), await givenBlast(service), await givenBlast(service, { name: 'first' })];
  const [blastId] = blasts as [string];
  await givenRecipients(ctx, blastId, [{ sentAt: now, email: 'a@example.net' }, { sentAt: now, openedAt: now }, { displayName: 'Zoe' }]);
  const flows = [await givenFlow(service), await givenFlow(service, { name: 'Again' }), await givenFlow(service)];
  const [flowId] = flows as [string];
  const memberships = await givenMembers(service, flowId, contacts);
  for (const id of flows.slice(1)) await givenMembers(service, id, [contact]);
  await db.query(sql`
    INSERT INTO flow_tallies (workspace_id, flow_id, step_id, name, count) VALUES (${workspaceId}::uuid, ${flowId}::uuid, '', 'entered', 3)`);
  const runs = [newId(), newId(), newId()];
  const run = {
    workspaceId,
    source: 'rows',
    headers: [],
    mappings: [],
    duplicateStrategy: 'update',
    status: 'completed',
    createdAt: now,
    listIds: [],
    createdFieldDefinitionIds: [],
  };
  await db.prisma.contactImportRun.createMany({
    data: runs.map((id) => ({ ...run, id, sessionId: newId(), createdCount: 3, completedAt: now })),
  });
  await db.query(sql`
    INSERT INTO contact_import_results (workspace_id, run_id, row_number, status, contact_id)
    SELECT ${workspaceId}::uuid, ${runs[0]}::uuid, place + 1, 'created', contact_id
    FROM unnest(${contacts}::uuid[]) WITH ORDINALITY AS one (contact_id, place)`);
  await db.query(sql`
    INSERT INTO message_links (workspace_id, message_id, position, url)
    SELECT ${workspaceId}::uuid, ${blastId}::uuid, place, 'https://example.net/' || place / 2 FROM generate_series(0, 5) AS place`);
  await db.query(sql`
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT ${workspaceId}::uuid, ${contact}::uuid, 'contact_updated', ${now}::timestamptz, '{"source": "public_api", "fields": ["city"]}' FROM generate_series(1, 3)`);
  const tent = { workspaceId, kind: 'tent', status: 'draft', createdByName: 'Test', createdAt: now, updatedAt: now };
  await db.prisma.document.createMany({ data: ['One', 'Two', 'Three'].map((name) => ({ ...tent, id: newId(), name })) });
  path = {
    contact_id: contact,
    listId: listIds[0] as string,
    blastId,
    flowId,
    membershipId: toUlid(memberships[0]?.id as string),
    import_run_id: toUlid(runs[0] as string),
  };
});
afterAll(() => service.stop());

type Send = (path: string, request: object) => Promise<{ data?: Body; error?: Body; response: Response }>;
const ask = async (list: { path: string }, query: Query): Promise<Body> => {
  const { data, error } = await (service.api.GET as unknown as Send)(list.path, { params: { path, query } });
  return (data ?? error) as Body;
};
const entriesOf = (body: Body): unknown[] => Object.values(body).find(Array.isArray) as unknown[];

async function walk(list: { path: string }, query: Query): Promise<Body[]> {
  const bodies: Body[] = [];
  for (let cursor: string | undefined; ; ) {
    const body = await ask(list, { ...query, ...(cursor !== undefined && { cursor }) });
    bodies.push(body);
    cursor = body.next_cursor;
    if (cursor === undefined || bodies.length > 10) return bodies;
  }
}

/** The sort keys of a list in both directions, or its only order. */
function ordersOf({ parameters = [] }: (typeof lists)[number]): Query[] {
  const choices = parameters.flatMap((parameter) => {
    const { name = '', schema } = parameter as { name?: string; schema?: { enum?: string[] } };
    return /^(sort|order)/.test(name) && schema?.enum ? [schema.enum.map((value) => ({ [name]: value }))] : [];
  });
  const all = choices.reduce<Query[]>(
    (queries, values) => queries.flatMap((query) => values.map((value) => ({ ...query, ...value }))),
    [{}],
  );
  // Every third has both directions, and keys with and without missing values.
  return isAtLength ? all : all.filter((_query, index) => index % 3 === 0);
}

test('all lists with `pagination` are here', () => {
  expect(lists.map(({ operationId }) => operationId)).toHaveLength(15);
});

test.each(lists.map((list) => [list.operationId, list] as const))('%s goes by cursor as by page', async (_name, list) => {
  for (const query of ordersOf(list)) {
    const whole = await ask(list, { ...query, limit: 100 });
    const entries = entriesOf(whole);
    expect(entries.length, JSON.stringify(whole)).toBeGreaterThanOrEqual(3);
    expect(whole.next_cursor).toBeUndefined();
    const bodies = await walk(list, { ...query, limit: 2 });
    expect(bodies.flatMap(entriesOf)).toEqual(entries);
    const totals = { limit: 2, total: entries.length, totalPages: bodies.length };
    expect(bodies.map(({ pagination }) => pagination)).toEqual(bodies.map((_body, index) => ({ page: index + 1, ...totals })));
  }
});

test.each(lists.map((list) => [list.operationId, list] as const))(
  '%s counts no further than it has read where that is asked for, and refuses other cursors',
  async (_name, list) => {
    const { pagination, next_cursor: cursor } = await ask(list, { limit: 1, total: 'none' });
    expect(pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2 });
    expect(await ask(list, { limit: 1, total: 'none', cursor })).toMatchObject({
      pagination: { page: 2, limit: 1, total: 3, totalPages: 3 },
    });
    expect(await ask(list, { limit: 2, cursor })).toMatchObject({ error_code: 'invalid_cursor' });
    const other = lists[(lists.indexOf(list) + 1) % lists.length] as typeof list;
    expect(await ask(other, { limit: 1, cursor })).toMatchObject({ error_code: 'invalid_cursor' });
    expect(await ask(list, { limit: 1, page: 2, cursor })).toMatchObject({
      error_code: 'validation_failed',
      details: { issues: [{ path: 'page', message: 'must be left out, or 1, with `cursor`, which names the page by itself' }] },
    });
  },
);

test('a search goes by cursor, for the same rules', async () => {
  const rules = (value: string) => ({ kind: 'condition', source: 'contact', field: 'displayName', operator: 'contains', value }) as const;
  const search = async (body: object): Promise<Body> => {
    const { data, error } = await (service.api.POST as unknown as Send)('/v1/contacts/search', { body });
    return (data ?? error) as Body;
  };
  const first = await search({ rules: rules('a'), limit: 2, sort: 'last_name', total: 'none' });
  expect(first.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 });
  const asked = { limit: 2, sort: 'last_name', cursor: first.next_cursor };
  const second = await search({ rules: rules('a'), ...asked });
  expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  const whole = await search({ rules: rules('a'), sort: 'last_name' });
  expect([...entriesOf(first), ...entriesOf(second)]).toEqual(entriesOf(whole));
  expect(await search({ rules: rules('n'), ...asked })).toMatchObject({ error_code: 'invalid_cursor' });
});
