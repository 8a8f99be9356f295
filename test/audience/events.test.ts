/** The events of the audience. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addedToStaticList, contactCreated, contactDeleted, contactUpdated, removedFromStaticList } from '../../src/audience/events.ts';
import { createTokens, type DeliveryRef } from '../../src/campaigns/tracking/tokens.ts';
import { transaction } from '../../src/platform/db.ts';
import { type DomainEvent, openEvents, type Subscription, subscription } from '../../src/platform/events.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, people, prepareBlast, sendNow } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

const SECRET = 'a secret for these tests';
const EVENTS = [contactCreated, contactUpdated, contactDeleted, addedToStaticList, removedFromStaticList];

let service: TestService;
/** The events since the test began: one entry a call. */
let heard: ReturnType<typeof told>[] = [];
const told = <Item>({ name }: DomainEvent<Item>, items: Item[]) => ({ name, items: items.map((item) => JSON.stringify(item)).sort() });
/** Whether the second of two who listen throws. */
let refusing = false;
/** The emails and companies of those concerned, as the last call could read them. */
let read: { email: string; company: string }[];

const listeners = EVENTS.flatMap((event) => [
  subscription<unknown>(event, async ({ db: tx, workspaceId }, items) => {
    expect(workspaceId).toBe(service.id);
    heard.push(told(event, items));
    const ids = items.map((item) => (typeof item === 'string' ? item : (item as { contactId: string }).contactId));
    read = await tx.query({ text: 'SELECT email, company FROM contacts WHERE id = ANY($1::uuid[]) ORDER BY email', values: [ids] });
    await tx.query({ text: 'INSERT INTO told SELECT unnest($1::uuid[])', values: [ids] });
  }),
  subscription<unknown>(event, async () => {
    if (refusing) throw new Error('A subscriber failed');
  }),
]);

beforeAll(async () => {
  service = await startTestService({ APP_SECRET: SECRET }, { subscriptions: listeners });
  await service.db.pool.query('CREATE TABLE told (contact_id uuid)');
});
afterAll(() => service.stop());
beforeEach(() => {
  heard = [];
  refusing = false;
});

type Item = { email?: string; phone?: string | null; company?: string; unsubscribed?: boolean };
let marks = 0;
const mark = () => `p${++marks}`;
const upsert = async (items: Item[]) => {
  const { items: results } = await must(service.api.POST('/v1/contacts/upsert', { body: { items } }));
  return results.map(({ contact_id }) => contact_id as string);
};
/** New contacts, without events. */
async function contacts(count: number, fields: Item = {}): Promise<string[]> {
  const prefix = mark();
  const ids = await upsert(Array.from({ length: count }, (_, i) => ({ email: `${prefix}.${i}@example.com`, ...fields })));
  heard = [];
  return ids;
}
const patch = (contact_id: string, body: Item & { custom_fields?: Record<string, string> }) =>
  service.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body });
const createList = (contact_ids: string[] = []) =>
  service.api.POST('/v1/contact-lists', { body: { name: `List ${mark()}`, kind: 'static', contact_ids } });
const emptyList = async () => (await must(createList())).list_id;
const add = (listId: string, contact_ids: string[]) =>
  service.api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } });
const remove = (listId: string, contact_ids: string[]) =>
  service.api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } });
const emailsOf = async (ids: string[]) =>
  (await service.db.prisma.contact.findMany({ where: { id: { in: ids } }, orderBy: { email: 'asc' } })).map(({ email }) => email as string);
const tokens = createTokens(SECRET);
type Recipient = DeliveryRef & { contactId: string };
const unsubscribeAddress = (recipient: Recipient) => `${service.url}/u/${tokens.unsubscribe(recipient)}`;
const recipientOf = (contactId: string): Recipient => ({ workspaceId: service.id, deliveryId: newId(), contactId });

describe('contacts', () => {
  it('are told once for a request: those that are new, and those that have changed, with the fields that did', async () => {
    const [changed, same] = (await contacts(2, { company: 'Old' })) as [string, string];
    const emails = await emailsOf([changed, same]);
    const fresh = mark();
    const ids = await upsert([
      { email: emails[0] as string, company: 'New', unsubscribed: false },
      { email: emails[1] as string, company: 'Old' },
      { email: `${fresh}.1@example.com` },
      { email: `${fresh}.2@example.com` },
      { email: 'no email' },
    ]);
    expect(heard).toEqual([told(contactCreated, ids.slice(2, 4)), told(contactUpdated, [{ contactId: changed, fields: ['company'] }])]);
    expect(read).toEqual([{ email: emails[0], company: 'New' }]);
  });

  it('are named once each when a batch comes back to them, in a round of its own even', async () => {
    const [known] = (await contacts(1, { phone: '+12025550142' })) as [string];
    const [email] = (await emailsOf([known])) as [string];
    const fresh = `${mark()}@example.com`;
    const [, , made] = (await upsert([
      { email, company: 'Once' },
      { email, company: 'Twice', phone: null },
      // The phone is free only when the items before have been written.
      { email: fresh, phone: '+12025550142' },
      { email: fresh, company: 'Thrice' },
      { email, unsubscribed: true },
    ])) as [string, string, string];
    expect(heard).toEqual([
      told(contactCreated, [made]),
      told(contactUpdated, [
        { contactId: known, fields: ['company', 'phone', 'unsubscribed'] },
        { contactId: made, fields: ['company'] },
      ]),
    ]);
  });

  it('are told of when they exchange what they are known by', async () => {
    const ids = (await contacts(2)) as [string, string];
    const [first, second] = (await emailsOf(ids)) as [string, string];
    const items = [
      { contact_id: ids[0], email: `${mark()}@example.com` },
      { contact_id: ids[1], email: first },
      { contact_id: ids[0], email: second },
    ];
    await must(service.api.POST('/v1/contacts/update', { body: { items } }));
    expect(heard).toEqual([
      told(
        contactUpdated,
        ids.map((contactId) => ({ contactId, fields: ['email', 'display_name'] })),
      ),
    ]);
  });

  it('are told of with their custom fields', async () => {
    await must(service.api.POST('/v1/contact-fields', { body: { api_name: 'trail', display_name: 'Trail', value_type: 'string' } }));
    const [contactId] = (await contacts(1)) as [string];
    await must(patch(contactId, { company: 'Lodge', custom_fields: { trail: 'North' } }));
    expect(heard).toEqual([told(contactUpdated, [{ contactId, fields: ['company', 'custom_fields.trail'] }])]);
  });

  it('are not told of by what changes nothing or is refused', async () => {
    const [one, other] = (await contacts(2, { company: 'Lodge' })) as [string, string];
    const [email] = (await emailsOf([other])) as [string];
    await must(patch(one, { company: 'Lodge' }));
    expect((await patch(one, { email })).response.status).toBe(409);
    expect((await patch(newId(), { company: 'Inn' })).response.status).toBe(404);
    await must(service.api.POST('/v1/contacts', { body: { items: [{ email }] } }));
    expect(heard).toEqual([]);
  });

  it('can still be read when their deletion is told, and only they are named', async () => {
    const ids = (await contacts(4)) as [string, string, string, string];
    const emails = await emailsOf(ids);
    await must(createList(ids));
    heard = [];
    await must(service.api.DELETE('/v1/contacts', { body: { contact_ids: [ids[0], newId(), ids[1]] } }));
    expect(read.map(({ email }) => email)).toEqual(emails.slice(0, 2));
    await must(service.api.POST('/v1/contacts/delete', { body: { contact_ids: [ids[2], ids[0]] } }));
    await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: ids[3] } } });
    await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: ids[3] } } });
    expect(heard).toEqual([
      told(contactDeleted, ids.slice(0, 2)),
      told(contactDeleted, ids.slice(2, 3)),
      told(contactDeleted, ids.slice(3, 4)),
    ]);
  });

  it.runIf(isAtLength)('get an event when they unsubscribe, and by nothing else that happens to an email', async () => {
    const { blastId } = await prepareBlast(service.api, people(2));
    heard = [];
    await sendNow(service.api, blastId);
    await service.drain();
    service.clock.advance({ minutes: 1 });
    const { contacts: recipients } = await must(service.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId } } }));
    const [one, other] = recipients.map(({ recipient_id, contact_id }) => ({
      workspaceId: service.id,
      deliveryId: fromUlid(recipient_id),
      contactId: contact_id,
    })) as [Recipient, Recipient];
    const opened = await fetch(`${service.url}/t/o/${tokens.open(one)}`);
    const clicked = await fetch(`${service.url}/t/c/${tokens.click({ ...one, messageId: blastId }, 0)}`, { redirect: 'manual' });
    expect([opened.status, clicked.status]).toEqual([200, 302]);
    // It is written a moment after the answer.
    const written = () =>
      service.db.prisma.delivery.count({ where: { messageId: blastId, openedAt: { not: null }, clickedAt: { not: null } } });
    await expect.poll(written).toBe(1);
    expect(heard).toEqual([]);

    for (const method of ['GET', 'POST', 'POST']) await fetch(unsubscribeAddress(one), { method });
    expect(heard).toEqual([told(contactUpdated, [{ contactId: one.contactId, fields: ['unsubscribed'] }])]);

    await must(patch(other.contactId, { unsubscribed: true }));
    heard = [];
    await fetch(unsubscribeAddress(other), { method: 'POST' });
    const noted = await service.db.prisma.delivery.findMany({ where: { messageId: blastId, unsubscribedAt: { not: null } } });
    expect([noted.length, heard]).toEqual([2, []]);
  });
});

describe('places on static lists', () => {
  const places = (listId: string, contactIds: string[]) => contactIds.map((contactId) => ({ listId, contactId }));

  it('are told of when contacts come to be on a list who were not on it', async () => {
    const ids = await contacts(4);
    const { list_id } = await must(createList(ids.slice(0, 2)));
    await must(add(list_id, ids.slice(1)));
    await must(add(list_id, ids));
    expect(heard).toEqual([
      told(addedToStaticList, places(list_id, ids.slice(0, 2))),
      told(addedToStaticList, places(list_id, ids.slice(2))),
    ]);
  });

  it('are told of when contacts are taken off who were on the list', async () => {
    const ids = await contacts(3);
    const { list_id } = await must(createList(ids.slice(0, 2)));
    heard = [];
    await must(remove(list_id, ids.slice(1)));
    await must(remove(list_id, ids.slice(1)));
    expect(heard).toEqual([told(removedFromStaticList, places(list_id, ids.slice(1, 2)))]);
  });

  it('are not told of when the list is deleted, or when nobody could be added', async () => {
    const ids = await contacts(2);
    const { list_id } = await must(createList(ids));
    heard = [];
    expect((await add(list_id, [newId()])).response.status).toBe(404);
    await service.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: list_id } } });
    expect((await add(list_id, ids)).response.status).toBe(404);
    expect(heard).toEqual([]);
  });
});

describe('whoever listens', () => {
  const everything = async () =>
    (
      await service.db.pool.query(`
        SELECT (SELECT json_agg(c ORDER BY id) FROM contacts c) AS contacts, (SELECT json_agg(t ORDER BY contact_id) FROM contact_moments t) AS moments,
               (SELECT json_agg(l ORDER BY id) FROM contact_lists l) AS lists,
               (SELECT json_agg(m ORDER BY list_id, contact_id) FROM contact_list_members m) AS members,
               (SELECT json_agg(a ORDER BY seq) FROM contact_activities a) AS activities, (SELECT count(*) FROM told) AS told`)
    ).rows;

  const writes: [name: string, write: (ids: string[], listId: string) => Promise<{ response: Response }>][] = [
    ['creates', () => service.api.POST('/v1/contacts', { body: { items: [{ email: `${mark()}@example.com` }] } })],
    ['changes', ([id]) => patch(id as string, { company: 'Lodge' })],
    ['exchanges', ([id]) => patch(id as string, { email: `${mark()}@example.com` })],
    ['deletes', ([contact_id = '']) => service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id } } })],
    ['deletes many', (contact_ids) => service.api.POST('/v1/contacts/delete', { body: { contact_ids } })],
    ['makes a list', (ids) => createList(ids)],
    ['adds', (ids, listId) => add(listId, ids)],
    ['takes off', (ids, listId) => remove(listId, ids)],
    ['unsubscribes', async ([id]) => ({ response: await fetch(unsubscribeAddress(recipientOf(id as string)), { method: 'POST' }) })],
  ];

  it.each(writes)('and fails undoes a write that %s, and what others have made of it', async (name, write) => {
    const ids = await contacts(2);
    const listId = await emptyList();
    if (name === 'takes off') await must(add(listId, ids));
    heard = [];
    const before = await everything();
    refusing = true;
    expect((await write(ids, listId)).response.status).toBe(500);
    expect(heard).toHaveLength(1);
    expect(await everything()).toEqual(before);
    refusing = false;
    expect((await write(ids, listId)).response.ok).toBe(true);
    expect(await everything()).not.toEqual(before);
  });

  it('is asked in the order of subscribing, about batches that are not empty', async () => {
    const events = openEvents();
    const calls: string[] = [];
    const listen = (name: string) => subscription(contactCreated, async (_tx, ids) => void calls.push(`${name} ${ids.join()}`));
    events.subscribe([listen('first'), listen('second')]);
    await transaction({ db: service.db, workspaceId: service.id }, async (tx) => {
      await events.publish(tx, [contactCreated, ['a', 'b']]);
      await events.publish(tx, [contactCreated, []]);
      await events.publish(tx, [contactDeleted, ['a']]);
    });
    expect(calls).toEqual(['first a,b', 'second a,b']);
  });
});

describe('a write', () => {
  it('is told once to whoever listens to several of its events, and who wrote where somebody says so', async () => {
    const events = openEvents();
    const calls: unknown[] = [];
    const heardOf: Subscription = {
      events: [contactCreated, contactUpdated, contactDeleted],
      handle: async (_tx, { of, by }) => void calls.push([of(contactCreated), of(contactUpdated), of(addedToStaticList), by]),
    };
    events.subscribe([heardOf]);
    const changed = { contactId: 'b', fields: ['city'] };
    const place = { listId: 'l', contactId: 'a' };
    await transaction({ db: service.db, workspaceId: service.id }, async (tx) => {
      await events.publish(tx, [contactCreated, ['a']], [contactUpdated, [changed]], [addedToStaticList, [place]]);
      await events.by('me').publish(tx, [contactCreated, []], [contactUpdated, [changed]]);
      await events.publish(tx, [contactCreated, []], [addedToStaticList, [place]]);
    });
    expect(calls).toEqual([
      [['a'], [changed], [], null],
      [[], [changed], [], 'me'],
    ]);
  });
});
