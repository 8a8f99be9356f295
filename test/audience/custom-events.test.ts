/** Receiving custom events: the outcome of each item, rules about events, and events of deleted and merged contacts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { partitionSweep } from '../../src/outbound/partitions.ts';
import { sql } from '../../src/platform/db.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenContacts } from '../support/given.ts';
import { notingLog } from '../support/log.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { settled } from '../support/settled.ts';

type Item = components['schemas']['CustomEventInput'];
type Rules = components['schemas']['SearchRuleTree'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const send = (...items: (Item | object)[]) => must(service.api.POST('/v1/events', { body: { items: items as Item[] } }));
const scope = () => ({ db: service.db, workspaceId: service.id });
const person = async (values = {}): Promise<string> => (await givenContacts(scope(), 1, values))[0] as string;
const countOf = async (contactId: string): Promise<number> => {
  const [row] = await service.db.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM custom_events WHERE workspace_id = ${service.id}::uuid AND contact_id = ${contactId}::uuid`);
  return row?.count ?? 0;
};
const DAY_MS = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(service.clock.now().getTime() - ms).toISOString();

describe('an item', () => {
  it('is accepted for the contact that it names, however it does', async () => {
    const values = { email: 'ada@mail.example', phone: '+14155550101', externalId: 'a-1' };
    const contact_id = await person(values);
    const names = [{ contact_id }, { email: ' Ada@Mail.example ' }, { phone: '+1 415 555 0101' }, { external_id: 'a-1' }];
    const result = await send(...names.map((contact) => ({ name: 'login', contact })));
    expect(result).toMatchObject({ accepted_count: 4, duplicate_count: 0, rejected_count: 0 });
    expect(result.items).toEqual(
      names.map((_name, index) => ({ index, status: 'accepted', event_id: expect.stringMatching(/^[0-9A-Z]{26}$/), contact_id })),
    );
    expect(await countOf(contact_id)).toBe(4);
  });

  it('is refused by itself, with the reason, and the others are taken', async () => {
    const contact_id = await person();
    const contact = { contact_id };
    const { items } = await send(
      { name: 'login', contact },
      { name: 'login', contact: { email: 'nobody@mail.example' } },
      { name: 'login', contact: { contact_id: '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a99' }, create_contact: true },
      { name: 'login', contact: { email: 'no address' }, create_contact: true },
      { name: 'login', contact: { external_id: 'nobody' }, create_contact: true },
      { name: 'login', contact: { contact_id, email: 'ada@mail.example' } },
      { name: 'login', contact, occurred_at: ago(30 * DAY_MS + 1_000) },
      { name: 'login', contact, occurred_at: ago(-5 * 60_000 - 1_000) },
      { name: 'login', contact, properties: { long: 'é'.repeat(8 * 1024) } },
      { name: '', contact },
      { name: 'login', contact, occurred_at: ago(30 * DAY_MS - 60_000) },
      { name: 'login', contact, occurred_at: ago(-4 * 60_000) },
    );
    const shown = items.map((item) =>
      item.status === 'rejected' ? [item.error_code, ...item.issues.map(({ path }) => path)] : item.status,
    );
    expect(shown).toEqual([
      'accepted',
      ['not_found'],
      ['not_found'],
      ['validation_failed', 'contact.email'],
      ['validation_failed', 'contact'],
      ['validation_failed', 'contact'],
      ['validation_failed', 'occurred_at'],
      ['validation_failed', 'occurred_at'],
      ['validation_failed', 'properties'],
      ['validation_failed', 'name'],
      'accepted',
      'accepted',
    ]);
    expect(await countOf(contact_id)).toBe(3);
  });

  it('makes the contact where it says so, once for all events of one request', async () => {
    const contact = { email: 'New@mail.example' };
    const { items } = await send(
      { name: 'signup', contact, create_contact: true },
      { name: 'login', contact: { email: 'new@mail.example' }, create_contact: true },
    );
    const ids = new Set(items.map((item) => ('contact_id' in item ? item.contact_id : null)));
    expect(ids.size).toBe(1);
    const { items: found } = await must(service.api.GET('/v1/contacts', { params: { query: { email: 'new@mail.example' } } }));
    expect(found.map((each) => each.contact_id)).toEqual([...ids]);
    expect(await countOf([...ids][0] as string)).toBe(2);
  });
});

describe('an event_id', () => {
  it('counts once, in one request and in the next, whatever else differs', async () => {
    const contact_id = await person();
    const order = { name: 'order', contact: { contact_id }, event_id: 'order-1' };
    const first = await send(order, { ...order, name: 'other' });
    expect(first.items.map(({ status }) => status)).toEqual(['accepted', 'duplicate']);
    const again = await send({ ...order, occurred_at: ago(DAY_MS) }, { ...order, event_id: 'order-2' });
    expect(again.items).toEqual([
      { index: 0, status: 'duplicate', event_id: 'order-1', contact_id },
      { index: 1, status: 'accepted', event_id: 'order-2', contact_id },
    ]);
    expect(await countOf(contact_id)).toBe(2);
    // Ids belong to a workspace.
    const other = await service.workspace();
    const items = [{ ...order, contact: { email: 'ada@mail.example' }, create_contact: true }];
    expect(await must(other.api.POST('/v1/events', { body: { items } }))).toMatchObject({ accepted_count: 1 });
  });

  it('counts once in a request in which only the first item may make the contact', async () => {
    const order = { name: 'order', contact: { email: 'once@mail.example' }, event_id: 'once-1' };
    const { items } = await send({ ...order, create_contact: true }, order);
    expect(items).toMatchObject([{ status: 'accepted' }, { status: 'duplicate', event_id: 'once-1' }]);
    // A rejected item does not count either.
    const other = { ...order, contact: { email: 'twice@mail.example' }, event_id: 'once-2' };
    const result = await send(other, { ...other, create_contact: true });
    expect(result.items).toMatchObject([{ status: 'rejected', error_code: 'not_found' }, { status: 'accepted' }]);
  });

  it('is free again when its item was refused', async () => {
    const order = { name: 'order', contact: { email: 'later@mail.example' }, event_id: 'later-1' };
    expect(await send(order, { ...order, contact: { external_id: 'x' }, create_contact: true, event_id: 'later-2' })).toMatchObject({
      rejected_count: 2,
    });
    const result = await send({ ...order, create_contact: true }, { ...order, event_id: 'later-2', create_contact: true });
    expect(result).toMatchObject({ accepted_count: 2 });
  });

  it('brings no deleted contact back', async () => {
    const order = { name: 'order', contact: { email: 'gone@mail.example' }, create_contact: true, event_id: 'gone-1' };
    const [first] = (await send(order)).items;
    const contact_id = first && 'contact_id' in first ? (first.contact_id as string) : '';
    await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });
    expect(await countOf(contact_id)).toBe(0);
    expect((await send(order)).items).toEqual([{ index: 0, status: 'duplicate', event_id: 'gone-1', contact_id: null }]);
  });

  it('waits for another request that has just taken it', async () => {
    const contact_id = await person();
    const taking = sql`
      INSERT INTO custom_event_ids (workspace_id, event_id, received_at) VALUES (${service.id}::uuid, 'race-1', ${service.clock.now()}::timestamptz)`;
    const { items } = await behind(
      service.db,
      (tx) => tx.query(taking),
      () => send({ name: 'order', contact: { contact_id }, event_id: 'race-1' }),
    );
    expect(items).toMatchObject([{ status: 'duplicate' }]);
    expect(await countOf(contact_id)).toBe(0);
  });

  it('is taken in one order, so that requests with the same ids do not meet in a circle', async () => {
    const contact_id = await person();
    const sending = (...ids: string[]) => send(...ids.map((id) => ({ name: 'circle', contact: { contact_id }, event_id: `circle-${id}` })));
    const held = sql`
      INSERT INTO custom_event_ids (workspace_id, event_id, received_at) VALUES (${service.id}::uuid, 'circle-b', ${service.clock.now()}::timestamptz)`;
    const waiting = async () => {
      const [row] = await service.db.query<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return row?.count;
    };
    const before = await deadlocksIn(service.db);
    let other: ReturnType<typeof sending> | undefined;
    // The first request has a, waits for b, and takes c then. The second must not have c while it waits for a.
    const first = await behind(
      service.db,
      (tx) => tx.query(held),
      () => sending('a', 'b', 'c'),
      async () => {
        other = sending('c', 'a');
        await expect.poll(waiting).toBe(2);
      },
    );
    const second = await other;
    expect([first.accepted_count, second?.accepted_count, (await deadlocksIn(service.db)) - before]).toEqual([2, 0, 0]);
  });

  it.runIf(isAtLength)('is forgotten after 30 days', async () => {
    const contact_id = await person();
    const order = { name: 'order', contact: { contact_id }, event_id: 'old-1' };
    await send(order);
    service.clock.advance({ hours: 31 * 24 });
    await service.drain();
    expect((await send(order)).items).toMatchObject([{ status: 'accepted' }]);
  });
});

it('an event of a contact that is being deleted is not left behind', async () => {
  const contact_id = await person();
  const { items } = await behind(
    service.db,
    (tx) => tx.query(sql`DELETE FROM contacts WHERE workspace_id = ${service.id}::uuid AND id = ${contact_id}::uuid`),
    () => send({ name: 'order', contact: { contact_id }, event_id: 'deleted-1' }),
  );
  expect(items).toMatchObject([{ status: 'rejected', error_code: 'not_found' }]);
  expect(await countOf(contact_id)).toBe(0);
});

it('events go with a contact that is merged', async () => {
  const [keep_id, other] = [await person(), await person()];
  await send({ name: 'order', contact: { contact_id: other } });
  await must(service.api.POST('/v1/contacts/merge', { body: { keep_id, merge_ids: [other] } }));
  expect([await countOf(keep_id), await countOf(other)]).toEqual([1, 0]);
});

it('the feed shows an event with its contact and its properties', async () => {
  const other = await service.workspace();
  await must(other.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  const item = {
    name: 'order',
    contact: { email: 'ada@mail.example' },
    create_contact: true,
    event_id: 'o-1',
    properties: { total: 12.5 },
    occurred_at: ago(5_000),
  };
  const { items } = await must(other.api.POST('/v1/events', { body: { items: [item] } }));
  const [taken] = items as { contact_id: string }[];
  await settled(service.db);
  const { events } = await must(other.api.GET('/v1/events', { params: { query: { types: 'custom.order,contact.created' } } }));
  // The contact comes first.
  expect(events.map(({ type }) => type)).toEqual(['contact.created', 'custom.order']);
  expect(events[1]?.data).toEqual({
    event_id: 'o-1',
    name: 'order',
    contact_id: taken?.contact_id,
    properties: { total: 12.5 },
    occurred_at: item.occurred_at,
  });
});

describe('listeners', () => {
  const NAMES = ['order', 'Order', 'visit, again', 'größe'];
  const items = NAMES.map((name) => ({ name, contact: { email: 'ada@mail.example' }, create_contact: true }));
  async function listening(event_types: ('*' | `custom.${string}`)[]) {
    const other = await service.workspace();
    const workspace = await must(other.api.PATCH('/v1/workspace', { body: { event_feed: true, event_types } }));
    const typesOf = async (types?: string) => {
      await settled(service.db);
      const { events } = await must(other.api.GET('/v1/events', { params: { query: types === undefined ? {} : { types } } }));
      return events.map(({ type }) => type).filter((type) => type.startsWith('custom.'));
    };
    return { api: other.api, event_types: workspace.event_types, typesOf };
  }

  it.runIf(isAtLength)('take events by their names, in one statement for all names of a request', async () => {
    // With a combining diaeresis and blanks behind, which names do not keep.
    const { api, event_types, typesOf } = await listening(['custom.order', 'custom.gro\u0308ße ']);
    expect(event_types).toEqual(['custom.order', 'custom.größe']);
    await must(api.POST('/v1/events', { body: { items } }));
    expect(await typesOf()).toEqual(['custom.order', 'custom.größe']);
    expect(await typesOf('custom.gro\u0308ße ,contact.created')).toEqual(['custom.größe']);
    expect(await typesOf('custom.Order')).toEqual([]);

    const all = await listening(['*']);
    await must(all.api.POST('/v1/events', { body: { items } }));
    expect(await all.typesOf()).toEqual(NAMES.map((name) => `custom.${name}`));
    expect(await all.typesOf('custom.Order')).toEqual(['custom.Order']);
  });

  it('name types that there are', async () => {
    const { api, typesOf } = await listening(['*']);
    const unknown = 'must be a type of events, such as `contact.created`, or `custom.` and the name of a custom event';
    const wrong = [
      ['custom.', unknown],
      ['custom. ', unknown],
      ['order', unknown],
      ['event.received', unknown],
    ];
    const broken = [
      [`custom.${'x'.repeat(101)}`, 'must have at most 107 characters'],
      ['custom.a\nb', 'must be one line, without control characters'],
    ];
    for (const [type, message] of [...wrong, ...broken]) {
      const { response, error } = await api.PATCH('/v1/workspace', { body: { event_types: [type as 'custom.x'] } });
      expect([response.status, error?.details]).toEqual([400, { issues: [{ path: 'event_types.0', message }] }]);
    }
    await expect(typesOf('custom.order,custom.')).rejects.toThrow();
    await expect(typesOf('event.received')).rejects.toThrow();
    const longest = `custom.${'x'.repeat(100)}` as const;
    await must(api.PATCH('/v1/workspace', { body: { event_types: [longest] } }));
    expect(await typesOf(longest)).toEqual([]);
  });
});

describe('rules', () => {
  const search = async (rules: object): Promise<string[]> => {
    const { items } = await must(service.api.POST('/v1/contacts/search', { body: { rules: rules as Rules } }));
    return items.map(({ contact_id }) => contact_id).sort();
  };
  const event = (more: object) => ({ kind: 'condition', source: 'event', name: 'bought', operator: 'occurred', ...more });
  const property = (name: string, operator: string, value?: unknown) =>
    event({ properties: [{ property: name, operator, ...(value !== undefined && { value }) }] });

  it.runIf(isAtLength)('count events by name, window and properties', async () => {
    const [often, once, never] = (await givenContacts(scope(), 3)) as [string, string, string];
    const at = (contact_id: string, days: number, properties: object) => ({
      ...{ name: 'bought', contact: { contact_id }, occurred_at: ago(days * DAY_MS), properties },
    });
    await send(
      at(often, 1, { plan: 'Pro', total: 10, paid: true, on: '2026-04-14', items: ['Tent', 'Rope'] }),
      at(often, 8, { plan: 'free', total: 2, paid: false, items: [] }),
      at(often, 20, { plan: 'free', total: '7', paid: null }),
      at(once, 9, { plan: 'free', total: 5 }),
      { name: 'Bought', contact: { contact_id: never } },
    );
    const week = { amount: 1, unit: 'week' };
    const count = (operator: string, value: number) => ({ count: { operator, value } });
    const both = [often, once].sort();
    const answers: [object, string[]][] = [
      [event({}), both],
      [event({ timeWindow: week }), [often]],
      [event({ timeWindow: { amount: 1, unit: 'month' } }), both],
      [event(count('at_least', 2)), [often]],
      [event(count('exactly', 1)), [once]],
      [event({ ...count('exactly', 1), timeWindow: week }), [often]],
      [property('plan', 'equals', 'pro'), [often]],
      [property('plan', 'not_equals', 'FREE'), [often]],
      [property('plan', 'contains', 're'), both],
      [property('items', 'contains', 'tent'), [often]],
      [property('items', 'not_contains', 'tent'), both],
      [property('total', 'greater_than', 5), [often]],
      [property('total', 'greater_than_or_equal', 5), both],
      [property('total', 'less_than', 5), [often]],
      [property('total', 'equals', '7'), [often]],
      [property('paid', 'equals', false), [often]],
      [property('paid', 'exists'), [often]],
      [property('paid', 'not_exists'), both],
      [property('on', 'less_than', '2026-05'), [often]],
      [property('on', 'less_than', '2026-04-14'), []],
    ];
    for (const [rules, expected] of answers) expect([rules, await search(rules)]).toEqual([rules, expected]);
    const without = await search(event({ operator: 'not_occurred' }));
    expect([without.includes(never), without.includes(once)]).toEqual([true, false]);
    const few = await search(event(count('at_most', 1)));
    expect([few.includes(never), few.includes(once), few.includes(often)]).toEqual([true, true, false]);
    // Stored as a list, with the operator's own name, and matched when it is read.
    const list = { name: 'Buyers', kind: 'dynamic' as const, rules: event(count('at_least', 2)) as never };
    const { list_id, ...stored } = await must(service.api.POST('/v1/contact-lists', { body: list }));
    expect(stored.rules).toMatchObject({ source: 'event', operator: 'has_activity' });
    const { member_count } = await must(
      service.api.GET('/v1/contact-lists/{listId}/member-count', { params: { path: { listId: list_id } } }),
    );
    expect(member_count).toBe(1);
  });

  it('refuse filters that cannot be asked', async () => {
    const wrong = [
      property('plan', 'equals'),
      property('plan', 'exists', 'x'),
      property('plan', 'greater_than', true),
      property('plan', 'contains', 3),
      event({ operator: 'not_occurred', count: { operator: 'at_least', value: 1 } }),
    ];
    const rules = { kind: 'group', operator: 'and', conditions: wrong } as Rules;
    const { error } = await service.api.POST('/v1/contacts/search', { body: { rules } });
    expect((error as { details?: { issues?: { path: string }[] } }).details?.issues?.map(({ path }) => path)).toEqual([
      ...[0, 1, 2, 3].map((i) => `rules.conditions.${i}.properties.0.value`),
      'rules.conditions.4.count',
    ]);
  });
});

it.runIf(isAtLength)('partitions are there for the weeks in which events may have occurred, and go after 180 days', async () => {
  const sweep = partitionSweep({ db: service.db, clock: service.clock, log: notingLog().log });
  const weeks = async () =>
    (
      await service.db.query<{ name: string }>(sql`
        SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'custom_events'::regclass AND c.relname <> 'custom_events_rest' ORDER BY 1`)
    ).map(({ name }) => name);
  await service.db.query(sql`DELETE FROM custom_events`);
  await sweep.run(new AbortController().signal);
  const before = await weeks();
  expect(before.length).toBeGreaterThanOrEqual(4 + 4);
  const contact_id = await person();
  await send({ name: 'old', contact: { contact_id }, occurred_at: ago(29 * DAY_MS) }, { name: 'new', contact: { contact_id } });
  expect(await service.db.query(sql`SELECT 1 AS found FROM custom_events_rest`)).toEqual([]);
  service.clock.advance({ hours: 24 * 160 });
  await sweep.run(new AbortController().signal);
  expect([await countOf(contact_id), (await weeks()).includes(before[0] as string)]).toEqual([1, false]);
  service.clock.advance({ hours: 24 * 40 });
  await sweep.run(new AbortController().signal);
  expect(await countOf(contact_id)).toBe(0);
});
