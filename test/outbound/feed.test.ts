/** The feed of events: what is written, in which order it is shown, and for how long. */
import { afterAll, expect, test } from 'vitest';
import { newEventId, record } from '../../src/outbound/event-log.ts';
import { EVENT_TYPES } from '../../src/outbound/events/index.ts';
import { keptEvents } from '../../src/outbound/retention.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { retentionSweep } from '../../src/workspaces/retention.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { document } from '../support/client.ts';
import { startTestService, type TestWorkspace } from '../support/service.ts';
import { settled } from '../support/settled.ts';

const service = await startTestService();
afterAll(service.stop);

type Query = { after?: string; types?: string; contact_id?: string; limit?: number };

const readNow = ({ api }: Pick<TestWorkspace, 'api'>, query: Query = {}) => must(api.GET('/v1/events', { params: { query } }));
async function read(workspace: Pick<TestWorkspace, 'api'>, query: Query = {}) {
  await settled(service.db);
  return readNow(workspace, query);
}
const typesOf = async (workspace: TestWorkspace, query: Query = {}) => (await read(workspace, query)).events.map(({ type }) => type);

async function listening(event_types?: ('*' | 'contact.created' | 'list.member_added')[]): Promise<TestWorkspace> {
  const workspace = await service.workspace();
  await must(workspace.api.PATCH('/v1/workspace', { body: { event_feed: true, ...(event_types && { event_types }) } }));
  return workspace;
}

async function newContact({ api }: TestWorkspace, fields: Record<string, unknown> = {}): Promise<string> {
  const item = { email: `${newEventId(new Date())}@example.net`, ...fields };
  const { items } = await must(api.POST('/v1/contacts', { body: { items: [item] } }));
  return (items[0] as { contact_id: string }).contact_id;
}

test('nothing is written until somebody takes it, and nothing after', async () => {
  const workspace = await service.workspace();
  await newContact(workspace);
  const on = await must(workspace.api.PATCH('/v1/workspace', { body: { event_feed: true, event_types: ['list.member_added'] } }));
  expect(on).toMatchObject({ event_feed: true, event_types: ['list.member_added'] });
  await newContact(workspace);
  expect(await typesOf(workspace)).toEqual([]);
  await must(workspace.api.PATCH('/v1/workspace', { body: { event_types: ['*'] } }));
  await newContact(workspace);
  await must(workspace.api.PATCH('/v1/workspace', { body: { event_feed: false } }));
  await newContact(workspace);
  expect(await typesOf(workspace)).toEqual(['contact.created']);
});

test.runIf(isAtLength)('what happens to a contact is told in its order, with the contact as it was then', async () => {
  const workspace = await listening();
  const { api } = workspace;
  const contact_id = await newContact(workspace, { first_name: 'Maya', marketing_email_subscribed: true });
  const at = { params: { path: { contact_id } } };
  await must(api.PATCH('/v1/contacts/{contact_id}', { ...at, body: { city: 'Umeå' } }));
  await must(api.PATCH('/v1/contacts/{contact_id}', { ...at, body: { unsubscribed: true } }));
  await must(api.PATCH('/v1/contacts/{contact_id}', { ...at, body: { unsubscribed: false } }));
  const list = await must(api.POST('/v1/contact-lists', { body: { name: 'Club', kind: 'static', contact_ids: [contact_id] } }));
  await must(
    api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: list.list_id } }, body: { contact_ids: [contact_id] } }),
  );
  await api.DELETE('/v1/contacts/{contact_id}', at);

  const { events } = await read(workspace, { contact_id });
  expect(events.map(({ type }) => type)).toEqual([
    'contact.created',
    'contact.subscribed',
    'contact.updated',
    'contact.updated',
    'contact.unsubscribed',
    'contact.updated',
    'contact.resubscribed',
    'list.member_added',
    'list.member_removed',
    'contact.deleted',
  ]);
  expect(events[0]).toMatchObject({ data: { contact_id, contact: { first_name: 'Maya', city: null } } });
  expect(events[2]).toMatchObject({ data: { changed_fields: ['city'], contact: { city: 'Umeå' } } });
  expect(events[7]).toMatchObject({ data: { list_id: list.list_id, contact_id } });
  expect(events[9]).toMatchObject({ data: { contact: { city: 'Umeå' } } });
});

test.runIf(isAtLength)('a program reads page by page, keeps its cursor, and misses and repeats nothing', async () => {
  const workspace = await listening();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await newContact(workspace));
  const first = await read(workspace, { limit: 2 });
  expect(first.has_more).toBe(true);
  const second = await read(workspace, { after: first.next_cursor, limit: 500 });
  expect(second.has_more).toBe(false);
  const shown = [...first.events, ...second.events].map(({ data }) => (data as { contact_id: string }).contact_id);
  expect(shown).toEqual(ids);
  const nothing = await read(workspace, { after: second.next_cursor });
  expect(nothing).toMatchObject({ events: [], has_more: false });
  const later = await newContact(workspace);
  const third = await read(workspace, { after: nothing.next_cursor });
  expect(third.events.map(({ data }) => (data as { contact_id: string }).contact_id)).toEqual([later]);
});

test.runIf(isAtLength)('only types and contacts that are asked for are shown', async () => {
  const workspace = await listening();
  const [one, other] = [await newContact(workspace), await newContact(workspace)];
  await must(workspace.api.POST('/v1/contacts/delete', { body: { contact_ids: [other] } }));
  expect(await typesOf(workspace, { types: 'contact.deleted' })).toEqual(['contact.deleted']);
  expect(await typesOf(workspace, { types: 'contact.deleted,contact.created', contact_id: other })).toEqual([
    'contact.created',
    'contact.deleted',
  ]);
  expect(await typesOf(workspace, { contact_id: one })).toEqual(['contact.created']);
});

test('a cursor of something else is refused', async () => {
  const { error } = await service.api.GET('/v1/events', { params: { query: { after: 'bm90aGluZw' } } });
  expect(error).toMatchObject({ error_code: 'invalid_cursor' });
  const unknown = await service.api.GET('/v1/events', { params: { query: { types: 'contact.created,contact.sung' } } });
  expect(unknown.error).toMatchObject({ details: { issues: [{ path: 'types' }] } });
});

test('an event that is committed late is not skipped', async () => {
  const workspace = await listening();
  const scope = { db: service.db, workspaceId: workspace.id, now: service.clock.now() };
  const [late, early] = [newId(), newId()];
  const member = (id: string) => ({ data: { list_id: id, contact_id: id } });
  const isOpen = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = service.db.transaction(async (tx) => {
    await record({ ...scope, db: tx }, 'list.member_added', [member(late)]);
    isOpen.resolve();
    await mayEnd.promise;
  });
  await isOpen.promise;
  await service.db.transaction((tx) => record({ ...scope, db: tx }, 'list.member_added', [member(early)]));
  const before = await readNow(workspace);
  expect(before.events).toEqual([]);
  mayEnd.resolve();
  await slow;
  const { events } = await read(workspace, { after: before.next_cursor });
  expect(events.map(({ data }) => (data as { list_id: string }).list_id)).toEqual([late, early]);
});

test('a page that ends within a transaction goes on behind it, also where nothing else has been written since', async () => {
  const workspace = await listening();
  const scope = { db: service.db, workspaceId: workspace.id, now: service.clock.now() };
  const ids = [newId(), newId(), newId()];
  const members = ids.map((id) => ({ data: { list_id: id, contact_id: id } }));
  const position = await service.db.transaction(async (tx) => {
    await record({ ...scope, db: tx }, 'list.member_added', members);
    return (await tx.query<{ position: string }>(sql`SELECT event_position()::text AS position`))[0]?.position;
  });
  await settled(service.db);
  // As on a server that has seen no transaction since; tests of other databases write at any time, so the horizon is given.
  const original = (await service.db.query<{ text: string }>(sql`SELECT pg_get_functiondef('event_horizon'::regproc) AS text`))[0]
    ?.text as string;
  await service.db.query({
    text: `CREATE OR REPLACE FUNCTION event_horizon() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT ${position}::bigint + 1'`,
    values: [],
  });
  try {
    const first = await readNow(workspace, { limit: 2 });
    const second = await readNow(workspace, { after: first.next_cursor });
    const third = await readNow(workspace, { after: second.next_cursor });
    expect([first, second, third].map(({ events }) => events.map(({ data }) => (data as { list_id: string }).list_id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
      [],
    ]);
  } finally {
    await service.db.query({ text: original, values: [] });
  }
});

test.runIf(isAtLength)('however transactions overlap, a reader sees each event once and in one order', async () => {
  const workspace = await listening();
  const scope = { db: service.db, workspaceId: workspace.id, now: service.clock.now() };
  let isWriting = true;
  const seen: string[] = [];
  const reading = (async () => {
    let after: string | undefined;
    for (let isLast = false; ; ) {
      const page = await readNow(workspace, { limit: 7, ...(after && { after }) });
      seen.push(...page.events.map(({ data }) => (data as { list_id: string }).list_id));
      after = page.next_cursor;
      if (!page.has_more && isLast) return;
      isLast = !page.has_more && !isWriting;
    }
  })();
  const writers = Array.from({ length: 6 }, async () => {
    for (let round = 0; round < 8; round++)
      await service.db.transaction(async (tx) => {
        const contact_id = newId();
        await record({ ...scope, db: tx }, 'list.member_added', [{ data: { list_id: newId(), contact_id } }]);
        await tx.query(sql`SELECT pg_sleep(${Math.random() / 50}::float8)`);
        await record({ ...scope, db: tx }, 'list.member_added', [{ data: { list_id: newId(), contact_id } }]);
      });
  });
  await Promise.all(writers);
  await settled(service.db);
  isWriting = false;
  await reading;
  expect(seen.length).toBe(96);
  expect(new Set(seen).size).toBe(96);
  const again = await read(workspace, { limit: 500 });
  expect(again.events.map(({ data }) => (data as { list_id: string }).list_id)).toEqual(seen);
});

test.runIf(isAtLength)('events are shown for 30 days, and their partitions are made ahead and dropped', async () => {
  const other = await startTestService();
  try {
    await other.drain();
    await must(other.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
    await newContact(other);
    const partitions = async () => {
      const rows = await other.db.query<{ name: string }>(
        sql`SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'events'::regclass ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    };
    const before = await partitions();
    expect(before.length).toBe(5);
    expect(await typesOf(other)).toEqual(['contact.created']);
    other.clock.advance({ days: 31 });
    expect(await typesOf(other)).toEqual([]);
    other.clock.advance({ days: 8 });
    await other.drain();
    const after = await partitions();
    expect(after).not.toContain(before[1]);
    expect(after.length).toBeGreaterThan(4);
  } finally {
    await other.stop();
  }
});

test.runIf(isAtLength)('a workspace may keep its events for fewer days', async () => {
  const [brief, usual] = [await listening(['list.member_added']), await listening(['list.member_added'])];
  const { retention } = await must(brief.api.PATCH('/v1/workspace', { body: { retention: { events_days: 2 } } }));
  expect([retention, (await must(usual.api.GET('/v1/workspace'))).retention]).toMatchObject([
    { events_days: 2, audit_days: 400 },
    { events_days: 30, audit_days: 400 },
  ]);
  const note = (workspaceId: string, now: Date) =>
    service.db.transaction((db) =>
      record({ db, workspaceId, now }, 'list.member_added', [{ data: { list_id: newId(), contact_id: newId() } }]),
    );
  const stored = async ({ id }: TestWorkspace) =>
    (await service.db.query<{ id: string }>(sql`SELECT id::text AS id FROM events WHERE workspace_id = ${id}::uuid`)).length;
  const now = service.clock.now();
  const day = 24 * 60 * 60_000;
  for (const { id } of [brief, usual]) for (const days of [20, 3, 2.1, 1.9, 0]) await note(id, new Date(now.getTime() - days * day));
  expect([(await typesOf(brief)).length, (await typesOf(usual)).length]).toEqual([2, 5]);
  await retentionSweep(service, keptEvents).run(new AbortController().signal);
  expect([await stored(brief), await stored(usual)]).toEqual([2, 5]);
  const { endpoint_id } = await must(
    brief.api.POST('/v1/webhook-endpoints', { body: { url: 'https://hooks.example.com/', event_types: ['*'] } }),
  );
  const since = new Date(now.getTime() - 3 * day).toISOString();
  const { error } = await brief.api.POST('/v1/webhook-endpoints/{endpoint_id}/recover', {
    params: { path: { endpoint_id } },
    body: { since },
  });
  expect(JSON.stringify(error)).toContain('must be a time within the last 2 days');
});

test('the registry and the document name the same types', () => {
  const schemas = document.components?.schemas as Record<string, { anyOf?: { enum?: string[] }[] }>;
  expect(Object.keys(EVENT_TYPES).sort()).toEqual([...(schemas.EventType?.anyOf?.flatMap((branch) => branch.enum ?? []) ?? [])].sort());
});
