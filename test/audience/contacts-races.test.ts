/** Concurrent clients that write the same contacts repeatedly, while their lists change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const CLIENTS = 8;
const ROUNDS = rounds(2, 4);
const PEOPLE = 80;

const email = (n: number) => `p${n % PEOPLE}@example.com`;
const phone = (n: number) => `+1415555${2000 + (n % PEOPLE)}`;
/** Half of the people, and each time others in another order. */
const people = (client: number, round: number) =>
  Array.from({ length: PEOPLE / 2 }, (_, i) => (i * 37 + client * 11 + round * 53) % PEOPLE);

test.runIf(isAtLength)('8 clients that upsert, list and delete the same people get no other answer than one gets alone', async () => {
  const { api } = service;
  const lists: string[] = [];
  for (const name of ['Readers', 'Guests'])
    lists.push((await must(api.POST('/v1/contact-lists', { body: { name, kind: 'static' } }))).list_id);

  const answers = { upserts: [] as Response[], members: [] as Response[], deletions: [] as Response[] };
  const created: string[] = [];
  const deleted: string[] = [];

  const client = async (number: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      // Some have a phone, and every other client gives it to another contact.
      const shift = number % 2 ? number + round : 0;
      const items = people(number, round).map((n) => ({
        email: email(n),
        ...(n % 3 === 0 && { phone: phone(n + shift) }),
        company: `${number}.${round}`,
      }));
      const upsert = await api.POST('/v1/contacts/upsert', { body: { items } });
      answers.upserts.push(upsert.response);
      const results = upsert.data?.items ?? [];
      created.push(...results.flatMap(({ status, contact_id }) => (status === 'created' ? (contact_id as string) : [])));
      const ids = [...new Set(results.flatMap(({ status, contact_id }) => (status === 'rejected' ? [] : (contact_id as string))))];

      const params = { path: { listId: lists[(number + round) % lists.length] as string } };
      const contact_ids = ids.slice(0, 30);
      const add = await api.POST('/v1/contact-lists/{listId}/contacts', { params, body: { contact_ids } });
      const remove = await api.DELETE('/v1/contact-lists/{listId}/contacts', { params, body: { contact_ids: ids.slice(20, 30) } });
      answers.members.push(add.response, remove.response);

      const gone = await api.POST('/v1/contacts/delete', { body: { contact_ids: ids.slice(15, 23) } });
      answers.deletions.push(gone.response);
      deleted.push(...(gone.data?.items ?? []).flatMap(({ status, contact_id }) => (status === 'deleted' ? contact_id : [])));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));

  const statuses = (responses: Response[]) => [...new Set(responses.map(({ status }) => status))].sort();
  expect(statuses(answers.upserts)).toEqual([200]);
  expect(statuses(answers.deletions)).toEqual([200]);
  // A contact may be gone before it is put on a list.
  expect([200, 404]).toEqual(expect.arrayContaining(statuses(answers.members)));
  expect(await deadlocksIn(service.db)).toBe(0);

  const contacts = await service.db.prisma.contact.findMany();
  expect(new Set(created).size).toBe(created.length);
  expect(deleted.length).toBeGreaterThan(0);
  expect(contacts.map(({ id }) => id).sort()).toEqual(created.filter((id) => !deleted.includes(id)).sort());
  for (const values of [contacts.map((contact) => contact.email), contacts.flatMap((contact) => contact.phone ?? [])])
    expect(new Set(values).size).toBe(values.length);

  const counted = await service.db.prisma.contactListMember.groupBy({ by: ['listId'], _count: true });
  const stored = await service.db.prisma.contactList.findMany({ where: { kind: 'static' } });
  // A list that everybody has left has no group.
  const members = new Map(counted.map(({ listId, _count }) => [listId, _count]));
  expect(stored.map(({ id, memberCount }) => [id, memberCount])).toEqual(stored.map(({ id }) => [id, members.get(id) ?? 0]));
});
