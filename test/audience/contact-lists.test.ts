import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deletedListSweep, deleteList, removeFromAllLists, updateList } from '../../src/audience/contact-lists/contact-lists.repo.ts';
import { addMembers, removeMembers } from '../../src/audience/contact-lists/members.repo.ts';
import { deleteContacts } from '../../src/audience/contacts/contacts.repo.ts';
import type { Tx } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenBlast, givenContacts, givenList } from '../support/given.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  // After all tests, in any order: every stored counter matches the rows.
  const { rows } = await service.db.pool.query(
    `SELECT l.name, l.kind, l.member_count, count(m.contact_id)::int AS rows
     FROM contact_lists l LEFT JOIN contact_list_members m ON m.workspace_id = l.workspace_id AND m.list_id = l.id
     GROUP BY l.workspace_id, l.id`,
  );
  await service.stop();
  expect(rows.filter(({ kind, member_count, rows: counted }) => member_count !== (kind === 'static' ? counted : null))).toEqual([]);
});

const UNKNOWN = '01936d2e-0000-7000-8000-000000000000';
const at = (listId: string) => ({ params: { path: { listId } } });
const create = (
  name: string,
  more: { description?: string | null; contact_ids?: string[] } = {},
  { api }: Pick<TestWorkspace, 'api'> = service,
) => api.POST('/v1/contact-lists', { body: { name, kind: 'static', ...more } });
const read = (listId: string) => must(service.api.GET('/v1/contact-lists/{listId}', at(listId)));
const add = (listId: string, contact_ids: string[]) =>
  service.api.POST('/v1/contact-lists/{listId}/contacts', { ...at(listId), body: { contact_ids } });
const remove = (listId: string, contact_ids: string[]) =>
  service.api.DELETE('/v1/contact-lists/{listId}/contacts', { ...at(listId), body: { contact_ids } });
type MemberQuery = NonNullable<Parameters<typeof members>[1]>;
const members = (listId: string, query: { sort?: 'first_name'; order?: 'asc' | 'desc'; [name: string]: unknown } = {}) =>
  service.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId }, query: query as never } });
const idsOf = async (listId: string, query?: MemberQuery) =>
  (await must(members(listId, query))).contacts.map(({ contact_id }) => contact_id);
const contacts = (count: number, values: Parameters<typeof givenContacts>[2] = {}, { id }: TestWorkspace = service) =>
  givenContacts({ db: service.db, workspaceId: id }, count, values);
const newList = async (ids: string[] = []) => (await must(create(`List ${newId()}`, { contact_ids: ids }))).list_id;
/** The stored counter and the rows, which have to agree at all times. */
const counts = async (listId: string) => {
  const [{ member_count: stored }, { member_count: counted }] = [
    await read(listId),
    await must(service.api.GET('/v1/contact-lists/{listId}/member-count', at(listId))),
  ];
  return { stored, counted };
};
const tally = (answers: { response: Response }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ response }) => response.status)].map(([status, group]) => [status, group.length]));

describe('creating', () => {
  test('an empty list', async () => {
    const { data, response } = await create('Spring newsletter', { description: 'News of the season' });
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      name: 'Spring newsletter',
      slug: 'spring-newsletter',
      description: 'News of the season',
      kind: 'static',
      rules: null,
      member_count: 0,
      owner_campaign_id: null,
    });
    expect(data?.updated_at).toBe(data?.created_at);
    expect(await read(data?.list_id as string)).toEqual({ ...data, findings: [], used_by: [], used_by_count: 0 });
  });

  test.runIf(isAtLength)('a list with its first members', async () => {
    const ids = await contacts(500);
    const list = await must(create('Five hundred', { contact_ids: ids }));
    expect(list).toMatchObject({ description: null, member_count: 500 });
    expect(await counts(list.list_id)).toEqual({ stored: 500, counted: 500 });
  });

  test.each([
    ['unknown', () => UNKNOWN],
    ["another workspace's", async () => (await contacts(1, {}, { ...service, id: (await service.workspace()).id }))[0] as string],
  ])('with a contact that is %s there is no list', async (what, contact) => {
    const name = `Not there: ${what}`;
    const { error, response } = await create(name, { contact_ids: [...(await contacts(2)), await contact()] });
    expect([response.status, error?.error_code]).toEqual([404, 'not_found']);
    expect((await create(name)).response.status).toBe(201);
  });

  test.each([
    ['no name', { kind: 'static' }, 'name'],
    ['an empty name', { name: '', kind: 'static' }, 'name'],
    ['a name of 256 characters', { name: 'x'.repeat(256), kind: 'static' }, 'name'],
    ['a description of 1001 characters', { name: 'x', kind: 'static', description: 'x'.repeat(1001) }, 'description'],
    ['no kind', { name: 'x' }, 'kind'],
    ['another kind', { name: 'x', kind: 'system' }, 'kind'],
    ['rules', { name: 'x', kind: 'static', rules: null }, 'rules'],
    ['501 contacts', { name: 'x', kind: 'static', contact_ids: Array.from({ length: 501 }, newId) }, 'contact_ids'],
    ['what is no id', { name: 'x', kind: 'static', contact_ids: ['x'] }, 'contact_ids.0'],
    ['a member_count', { name: 'x', kind: 'static', member_count: 5 }, 'member_count'],
    ['a slug', { name: 'x', kind: 'static', slug: 'x' }, 'slug'],
    ['a workspace', { name: 'x', kind: 'static', workspace_id: UNKNOWN }, 'workspace_id'],
  ])('with %s is refused', async (_what, body, path) => {
    const { error, response } = await service.api.POST('/v1/contact-lists', { body: body as never });
    expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
    expect(error?.details?.issues?.map((issue) => issue.path)).toContain(path);
  });

  test('the longest name and description fit', async () => {
    const list = await must(create('n'.repeat(255), { description: 'd'.repeat(1000) }));
    expect([list.name.length, list.slug.length, list.description?.length]).toEqual([255, 255, 1000]);
  });

  test('with an idempotency key is done once, and a refused request leaves the key free', async () => {
    const headers = { 'Idempotency-Key': newId() };
    const body = { name: 'Once', kind: 'static' as const, contact_ids: await contacts(3) };
    const send = (name: string, contact_ids: string[]) =>
      service.api.POST('/v1/contact-lists', { params: { header: headers }, body: { ...body, name, contact_ids } });
    expect((await send('Once', [UNKNOWN])).response.status).toBe(404);
    const [first, again] = [await send('Once', body.contact_ids), await send('Once', body.contact_ids)];
    expect([first.response.status, again.response.status]).toEqual([201, 201]);
    expect(again.data).toEqual(first.data);
    expect(again.response.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('names', () => {
  test.each(['Été à Paris', 'été À PARIS'])('%s is taken', async (name) => {
    await create('Été à Paris');
    const { error, response } = await create(name);
    expect([response.status, error?.error_code]).toEqual([409, 'contact_list_name_exists']);
    expect(error?.error).toContain(name);
  });

  test('are free again after deletion, and taken only in their own workspace', async () => {
    const { list_id } = await must(create('Passing'));
    expect((await create('Passing', {}, await service.workspace())).response.status).toBe(201);
    expect((await service.api.DELETE('/v1/contact-lists/{listId}', at(list_id))).response.status).toBe(204);
    expect((await create('Passing')).response.status).toBe(201);
  });

  test('of lists that a blast keeps for itself take no room', async () => {
    await givenList({ db: service.db, workspaceId: service.id }, [], { name: 'Private', ownerCampaignId: await givenBlast(service) });
    expect((await create('Private')).response.status).toBe(201);
    expect((await create('Private')).response.status).toBe(409);
  });

  test('many at once make one list', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_value, i) => create(i % 2 ? 'Rush' : 'RUSH')));
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    expect(new Set(answers.flatMap(({ error }) => error?.error_code ?? []))).toEqual(new Set(['contact_list_name_exists']));
  });

  test.runIf(isAtLength)('many at once, each with a key of its own, make one list', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.api.POST('/v1/contact-lists', {
          params: { header: { 'Idempotency-Key': newId() } },
          body: { name: 'Keyed rush', kind: 'static' },
        }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
  });

  test.runIf(isAtLength)('creating and renaming to one name at once leaves it to one list', async () => {
    const lists = await Promise.all(Array.from({ length: 10 }, () => newList()));
    const answers = await Promise.all(
      lists.flatMap((listId) => [
        create('Contested'),
        service.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: { name: 'contested' } }),
      ]),
    );
    const { 409: refused, ...won } = tally(answers);
    expect(refused).toBe(19);
    expect(Object.values(won)).toEqual([1]);
  });
});

describe('slugs', () => {
  test('take the first number that is free', async () => {
    // A new workspace without other lists.
    const workspace = await service.workspace();
    const slug = async (name: string) => (await must(create(name, {}, workspace))).slug;
    expect(await slug('Crème brûlée!')).toBe('creme-brulee');
    expect(await slug('Creme Brulee')).toBe('creme-brulee-2');
    expect(await slug('creme-brulee 3')).toBe('creme-brulee-3');
    expect(await slug('(creme brulee)')).toBe('creme-brulee-4');
    expect(await slug('creme brulee 3 ')).toBe('creme-brulee-3-2');
    expect(await slug('新聞')).toBe('list');
    expect(await slug('%_%')).toBe('list-2');
    expect(await slug('  --  ')).toBe('list-3');
  });

  test.runIf(isAtLength)('are given out one each, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_value, i) => create(`Parallel${'!'.repeat(i)}`)));
    expect(tally(answers)).toEqual({ 201: 30 });
    expect(answers.map(({ data }) => data?.slug).sort()).toEqual(
      ['parallel', ...Array.from({ length: 29 }, (_value, i) => `parallel-${i + 2}`)].sort(),
    );
  });

  test('stay when the list is renamed', async () => {
    const { list_id } = await must(create('Before'));
    const renamed = await must(service.api.PATCH('/v1/contact-lists/{listId}', { ...at(list_id), body: { name: 'After' } }));
    expect(renamed).toMatchObject({ name: 'After', slug: 'before' });
    expect((await must(create('Before'))).slug).toBe('before-2');
  });
});

describe('listing', () => {
  let own: TestWorkspace;
  const list = (query: Record<string, unknown> = {}) => must(own.api.GET('/v1/contact-lists', { params: { query } }));
  const names = async (query?: Record<string, unknown>) => (await list(query)).lists.map(({ name }) => name);
  const SYSTEM = ['Unsubscribed', 'Subscribed', 'All contacts'];

  beforeAll(async () => {
    own = await service.workspace();
    service.clock.advance({ seconds: 1 });
    for (const name of ['Alpha', 'Beta 50%', 'beta_max', 'Gamma']) await create(name, {}, own);
    await givenList({ db: service.db, workspaceId: own.id }, [], { name: 'Private beta', ownerCampaignId: await givenBlast(own) });
    await service.workspace().then((other) => create('Beta elsewhere', {}, other));
  });

  test('goes newest first, without what a blast keeps for itself', async () => {
    expect(await names()).toEqual(['Gamma', 'beta_max', 'Beta 50%', 'Alpha', ...SYSTEM]);
  });

  test('pages', async () => {
    expect(await list({ page: 2, limit: 3 })).toMatchObject({
      lists: [{ name: 'Alpha' }, { name: 'Unsubscribed' }, { name: 'Subscribed' }],
      pagination: { page: 2, limit: 3, total: 7, totalPages: 3 },
    });
    expect(await list({ page: 1_000_000_000, limit: 100 })).toMatchObject({ lists: [], pagination: { total: 7, totalPages: 1 } });
  });

  test.each([
    ['BETA', ['beta_max', 'Beta 50%']],
    ['0%', ['Beta 50%']],
    ['%', ['Beta 50%']],
    ['_', ['beta_max']],
    ['\\', []],
    ["' OR 1=1 --", []],
    ['', ['Gamma', 'beta_max', 'Beta 50%', 'Alpha', 'Unsubscribed', 'Subscribed', 'All contacts']],
  ])('finds %j in names', async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  test('keeps one kind', async () => {
    expect(await names({ kind: 'static' })).toHaveLength(4);
    expect(await names({ kind: 'dynamic' })).toEqual([]);
    expect(await names({ kind: 'system' })).toEqual(SYSTEM);
  });

  test.each([{ limit: 0 }, { limit: 101 }, { page: 0 }, { kind: 'other' }, { search: 'x'.repeat(256) }, { sort: 'name' }])(
    'refuses %j',
    async (query) => {
      const { error, response } = await own.api.GET('/v1/contact-lists', { params: { query: query as never } });
      expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
    },
  );
});

describe('changing', () => {
  test('the description, which null clears, and nothing else', async () => {
    const before = await must(create('Changing', { description: 'old', contact_ids: await contacts(2) }));
    service.clock.advance({ seconds: 1 });
    const patch = (body: { name?: string; description?: string | null }) =>
      must(service.api.PATCH('/v1/contact-lists/{listId}', { ...at(before.list_id), body }));
    const described = await patch({ description: 'new' });
    expect(described).toEqual({ ...before, description: 'new', updated_at: described.updated_at });
    expect(described.updated_at > before.updated_at).toBe(true);
    expect((await patch({ name: 'CHANGING' })).description).toBe('new');
    expect(await patch({ description: null })).toMatchObject({ name: 'CHANGING', description: null });
    expect(await read(before.list_id)).toMatchObject({ name: 'CHANGING', description: null, member_count: 2 });
  });

  test('the name to one that is taken is refused', async () => {
    await create('Taken');
    const { error, response } = await service.api.PATCH('/v1/contact-lists/{listId}', { ...at(await newList()), body: { name: 'tAKEN' } });
    expect([response.status, error?.error_code]).toEqual([409, 'contact_list_name_exists']);
  });

  test.each([{}, { name: '' }, { name: null }, { kind: 'static' }, { slug: 'x' }, { member_count: 1 }, { owner_campaign_id: null }])(
    'by %j is refused',
    async (body) => {
      const { error, response } = await service.api.PATCH('/v1/contact-lists/{listId}', { ...at(await newList()), body: body as never });
      expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
    },
  );
});

test('deleting takes the list and its members, and leaves the contacts', async () => {
  const ids = await contacts(2);
  const [gone, stays] = [await newList(ids), await newList(ids)];
  const answer = await service.api.DELETE('/v1/contact-lists/{listId}', at(gone));
  expect(answer.response.status).toBe(204);
  expect((await service.api.GET('/v1/contact-lists/{listId}', at(gone))).response.status).toBe(404);
  expect((await service.api.DELETE('/v1/contact-lists/{listId}', at(gone))).response.status).toBe(404);
  expect(await service.db.prisma.contactListMember.count({ where: { listId: gone } })).toBe(0);
  expect(await counts(stays)).toEqual({ stored: 2, counted: 2 });
});

test.runIf(isAtLength)('deleting a large list is done at once for everybody, and its members go by parts', async () => {
  const { db, id: workspaceId } = service;
  const people = await contacts(1_005);
  const listId = await givenList({ db, workspaceId }, people, { name: 'Everybody' });
  const blastId = await givenBlast(service, { listId });
  expect((await service.api.DELETE('/v1/contact-lists/{listId}', at(listId))).response.status).toBe(204);
  const left = () => db.prisma.contactListMember.count({ where: { listId } });
  expect(await left()).toBe(5);

  const gone = await Promise.all([
    service.api.GET('/v1/contact-lists/{listId}', at(listId)),
    members(listId),
    service.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: { name: 'Back' } }),
    service.api.DELETE('/v1/contact-lists/{listId}', at(listId)),
    add(listId, [people[0] as string]),
    remove(listId, [people[1_004] as string]),
    service.api.PUT('/v1/email-blasts/{blastId}/audience', {
      params: { path: { blastId } },
      body: { source: 'existing', list_id: listId },
    }),
  ]);
  expect(gone.map(({ response }) => response.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  const { lists } = await must(service.api.GET('/v1/contact-lists', { params: { query: { search: 'e', limit: 100 } } }));
  expect(lists.map(({ list_id }) => list_id)).not.toContain(listId);
  const blast = await must(service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
  expect([blast.audience_list_id, blast.audience]).toEqual([null, null]);
  expect((await create('Everybody')).response.status).toBe(201);
  // A contact that is deleted meanwhile goes as from any list.
  expect(
    (await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: people[1_004] as string } } })).response.ok,
  ).toBe(true);

  await deletedListSweep({ db, most: 2 }).run(new AbortController().signal);
  expect([await left(), await db.prisma.contactList.count({ where: { id: listId } })]).toEqual([0, 0]);
});

describe('members', () => {
  test('are added once', async () => {
    const [a, b, c] = (await contacts(3)) as [string, string, string];
    const listId = await newList();
    const { updated_at } = await read(listId);
    expect(await must(add(listId, [a, b]))).toEqual({ added_count: 2, already_member_count: 0 });
    expect(await must(add(listId, [b, c]))).toEqual({ added_count: 1, already_member_count: 1 });
    expect(await must(add(listId, [a, b, c]))).toEqual({ added_count: 0, already_member_count: 3 });
    expect(await counts(listId)).toEqual({ stored: 3, counted: 3 });
    expect((await read(listId)).updated_at).toBe(updated_at);
  });

  test('are removed as far as they are there', async () => {
    const [a, b, c] = (await contacts(3)) as [string, string, string];
    const listId = await newList([a, b]);
    expect(await must(remove(listId, [b, c, UNKNOWN]))).toEqual({ removed_count: 1 });
    expect(await must(remove(listId, [b]))).toEqual({ removed_count: 0 });
    expect(await idsOf(listId)).toEqual([a]);
    expect(await counts(listId)).toEqual({ stored: 1, counted: 1 });
  });

  test('are added all or none', async () => {
    const listId = await newList();
    const ids = await contacts(3);
    const theirs = await contacts(1, {}, await service.workspace());
    for (const stranger of [UNKNOWN, ...theirs]) {
      const { error, response } = await add(listId, [...ids, stranger]);
      expect([response.status, error?.error_code]).toEqual([404, 'not_found']);
      const keyed = await service.api.POST('/v1/contact-lists/{listId}/contacts', {
        params: { path: { listId }, header: { 'Idempotency-Key': newId() } },
        body: { contact_ids: [...ids, stranger] },
      });
      expect(keyed.response.status).toBe(404);
    }
    expect(await counts(listId)).toEqual({ stored: 0, counted: 0 });
  });

  test.runIf(isAtLength)('500 at a time, with a key too', async () => {
    const listId = await newList();
    const ids = await contacts(500);
    const send = () =>
      service.api.POST('/v1/contact-lists/{listId}/contacts', {
        params: { path: { listId }, header: { 'Idempotency-Key': 'add 500' } },
        body: { contact_ids: ids },
      });
    expect((await send()).data).toEqual({ added_count: 500, already_member_count: 0 });
    expect((await send()).data).toEqual({ added_count: 500, already_member_count: 0 });
    expect(await counts(listId)).toEqual({ stored: 500, counted: 500 });
    expect(await must(remove(listId, ids))).toEqual({ removed_count: 500 });
    expect(await counts(listId)).toEqual({ stored: 0, counted: 0 });
  });

  test.each([
    ['none', []],
    ['501', Array.from({ length: 501 }, newId)],
    ['what is no id', ['x']],
  ])('%s are refused', async (_what, ids) => {
    const listId = await newList();
    for (const answer of [await add(listId, ids), await remove(listId, ids)]) {
      expect([answer.response.status, answer.error?.error_code]).toEqual([400, 'validation_failed']);
    }
  });

  test("another workspace's list is not found", async () => {
    const theirs = (await must(create('Theirs', {}, await service.workspace()))).list_id;
    const ids = await contacts(1);
    const answers = [
      await add(theirs, ids),
      await remove(theirs, ids),
      await members(theirs),
      await service.api.GET('/v1/contact-lists/{listId}/member-count', at(theirs)),
      await service.api.GET('/v1/contact-lists/{listId}', at(theirs)),
      await service.api.PATCH('/v1/contact-lists/{listId}', { ...at(theirs), body: { name: 'Mine' } }),
      await service.api.DELETE('/v1/contact-lists/{listId}', at(theirs)),
    ];
    expect(tally(answers)).toEqual({ 404: 7 });
  });

  test('deleting a contact takes it off its lists and off their counters', async () => {
    const [a, b] = (await contacts(2)) as [string, string];
    const lists = [await newList([a, b]), await newList([a]), await newList([b])] as const;
    const { response } = await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: a } } });
    expect(response.status).toBe(204);
    expect(await Promise.all(lists.map(counts))).toEqual([
      { stored: 1, counted: 1 },
      { stored: 0, counted: 0 },
      { stored: 1, counted: 1 },
    ]);
  });

  test.runIf(isAtLength)('removeFromAllLists takes many contacts off many lists', async () => {
    const ids = await contacts(20);
    const lists = await Promise.all(Array.from({ length: 5 }, (_value, i) => newList(ids.slice(0, 4 * (i + 1)))));
    await service.db.transaction((tx) => removeFromAllLists({ db: tx, workspaceId: service.id }, ids.slice(0, 10)));
    expect(await Promise.all(lists.map(async (listId) => (await counts(listId)).stored))).toEqual([0, 0, 2, 6, 10]);
  });

  test('member-count counts those whom a marketing blast passes over', async () => {
    const listId = await newList([...(await contacts(3)), ...(await contacts(2, { unsubscribed: true }))]);
    const counted = () => must(service.api.GET('/v1/contact-lists/{listId}/member-count', at(listId)));
    expect(await counted()).toEqual({ list_id: listId, kind: 'static', member_count: 5, blocked_count: 2 });
    await service.db.prisma.contact.updateMany({ where: { workspaceId: service.id, unsubscribed: true }, data: { unsubscribed: false } });
    expect(await counted()).toMatchObject({ member_count: 5, blocked_count: 0 });
  });
});

describe('listing members', () => {
  let listId: string;
  let byName: Record<string, string>;
  const people = [
    {
      displayName: 'Maya Lindqvist',
      firstName: 'Maya',
      lastName: 'Lindqvist',
      email: 'maya@fjordmail.com',
      company: 'Fjord',
      lastActivityAt: new Date(3_000),
    },
    {
      displayName: 'aiko',
      firstName: 'aiko',
      lastName: '',
      email: null,
      phone: '+81312345678',
      unsubscribed: true,
      originalSource: 'import',
    },
    {
      displayName: 'Tomás',
      firstName: '',
      lastName: 'herrera',
      email: 'tomas@outdoors.com',
      lastActivityAt: new Date(5_000),
      unsubscribed: true,
    },
    {
      displayName: '100% Bo_b',
      firstName: 'Bob',
      lastName: 'Aa',
      email: 'bob@mail.com',
      createdAt: new Date(1_000),
      updatedAt: new Date(9_000),
    },
  ];

  beforeAll(async () => {
    byName = {};
    listId = await newList();
    for (const person of people) {
      const [id] = (await contacts(1, person)) as [string];
      byName[person.displayName.split(' ')[0] as string] = id;
      service.clock.advance({ seconds: 1 });
      await add(listId, [id]);
    }
    await contacts(3);
  });

  const named = async (query?: MemberQuery) => {
    const ids = await idsOf(listId, query);
    return ids.map((id) => Object.keys(byName).find((name) => byName[name] === id));
  };

  test('shows every field but the custom ones', async () => {
    const { contacts: page, pagination } = await must(members(listId, { search: 'maya' }));
    expect(pagination).toEqual({ page: 1, limit: 25, total: 1, totalPages: 1 });
    expect(page[0]).toMatchObject({
      contact_id: byName.Maya,
      display_name: 'Maya Lindqvist',
      first_name: 'Maya',
      last_name: 'Lindqvist',
      email: 'maya@fjordmail.com',
      company: 'Fjord',
      unsubscribed: false,
      marketing_email_subscribed: null,
      service_score: null,
      original_source: 'public_api',
      last_activity_at: '1970-01-01T00:00:03.000Z',
    });
    expect(page[0]).not.toHaveProperty('custom_fields');
    expect(Date.parse(page[0]?.member_added_at as string)).toBeGreaterThan(Date.parse(page[0]?.created_at as string));
  });

  test.each([
    ['member_added_at', 'asc', ['Maya', 'aiko', 'Tomás', '100%']],
    ['member_added_at', 'desc', ['100%', 'Tomás', 'aiko', 'Maya']],
    ['created_at', 'asc', ['100%', 'Maya', 'aiko', 'Tomás']],
    ['updated_at', 'asc', ['100%', 'Maya', 'aiko', 'Tomás']],
    ['updated_at', 'desc', ['Tomás', 'aiko', 'Maya', '100%']],
    ['display_name', 'asc', ['100%', 'aiko', 'Maya', 'Tomás']],
    ['display_name', 'desc', ['Tomás', 'Maya', 'aiko', '100%']],
    ['normalized_email', 'asc', ['100%', 'Maya', 'Tomás', 'aiko']],
    ['normalized_email', 'desc', ['Tomás', 'Maya', '100%', 'aiko']],
    ['first_name', 'asc', ['aiko', '100%', 'Maya', 'Tomás']],
    ['first_name', 'desc', ['Maya', '100%', 'aiko', 'Tomás']],
    ['last_name', 'asc', ['100%', 'Tomás', 'Maya', 'aiko']],
    ['last_name', 'desc', ['Maya', 'Tomás', '100%', 'aiko']],
    ['original_source', 'asc', ['aiko', 'Maya', 'Tomás', '100%']],
  ])('by %s, %s: those without a value come last', async (sort, order, expected) => {
    expect(await named({ sort, order } as never)).toEqual(expected);
  });

  test.each(['asc', 'desc'] as const)('by last_activity_at, %s', async (order) => {
    const sorted = await named({ sort: 'last_activity_at', order } as never);
    expect(sorted.slice(0, 2)).toEqual(order === 'asc' ? ['Maya', 'Tomás'] : ['Tomás', 'Maya']);
    expect(sorted).toHaveLength(4);
  });

  test('goes by updated_at, newest first, unless told otherwise', async () => {
    expect(await named()).toEqual(await named({ sort: 'updated_at', order: 'desc' } as never));
  });

  test.each([
    ['LINDQ', ['Maya']],
    ['bob aa', ['100%']],
    ['maya lind', ['Maya']],
    ['outdoors.com', ['Tomás']],
    ['TOMÁS', ['Tomás']],
    ['100%', ['100%']],
    ['%', ['100%']],
    ['o_b', ['100%']],
    ['\\', []],
    ['fjord', ['Maya']],
    ['8131', []],
    ['lindqvist maya', []],
    ['', ['Tomás', 'aiko', 'Maya', '100%']],
  ])('finds %j in names and emails alone', async (search, expected) => {
    expect(await named({ search })).toEqual(expected);
  });

  test.each([
    [{ exclude_unsubscribed: '1' }, ['Maya', '100%']],
    [{ exclude_unsubscribed: 'true' }, ['Maya', '100%']],
    [{ only_unsubscribed: '1' }, ['Tomás', 'aiko']],
    [{ only_unsubscribed: 'true', search: 'tom' }, ['Tomás']],
    [{ only_unsubscribed: 'true', exclude_unsubscribed: 'true' }, ['Maya', '100%']],
    [{ only_unsubscribed: '0', exclude_unsubscribed: 'false' }, ['Tomás', 'aiko', 'Maya', '100%']],
  ])('keeps those whom %j asks for', async (query, expected) => {
    expect(await named(query)).toEqual(expected);
    expect((await must(members(listId, query))).pagination.total).toBe(expected.length);
  });

  test.runIf(isAtLength)('pages without a gap, also where the keys are equal', async () => {
    const ids = await contacts(25, { displayName: 'Same', firstName: 'Same', lastName: '' });
    const same = await newList(ids);
    for (const sort of ['first_name', 'last_name', 'member_added_at'] as const) {
      const seen: string[] = [];
      for (let page = 1; page <= 4; page++) seen.push(...(await idsOf(same, { sort, order: 'desc', limit: 7, page } as never)));
      expect(seen.sort()).toEqual([...ids].sort());
    }
    expect((await must(members(same, { limit: 7, page: 4 }))).pagination).toEqual({ page: 4, limit: 7, total: 25, totalPages: 4 });
    expect(await idsOf(same, { page: 1_000_000_000 })).toEqual([]);
  });

  test.runIf(isAtLength)('gives a large list in one order, wherever its members are in the workspace', async () => {
    const own = await service.workspace();
    // Some have the same moment; the oldest third is on one list, every third on another.
    await service.db.pool.query(
      `INSERT INTO contacts (workspace_id, id, email, display_name, original_source, unsubscribed, created_at)
       SELECT $1, uuid_v7(now()), 'p' || n || '@mail.example', 'P', 'import', n % 5 = 0, moment
       FROM generate_series(1, 9000) AS n, LATERAL (SELECT timestamptz '2026-01-01Z' + n / 4 * interval '1 second' AS moment) AS m`,
      [own.id],
    );
    await service.db.pool.query('ANALYZE contacts, contact_moments');
    const everybody = await service.db.query<{ id: string; unsubscribed: boolean }>({
      text: 'SELECT id::text, unsubscribed FROM contacts WHERE workspace_id = $1::uuid ORDER BY created_at DESC, id DESC',
      values: [own.id],
    });
    const lists = [everybody.slice(6_000), everybody.filter((_contact, i) => i % 3 === 0)];
    for (const people of lists) {
      const list = await givenList(
        { db: service.db, workspaceId: own.id },
        people.map(({ id }) => id),
      );
      const page = async (query: Record<string, unknown>) => {
        const answer = await own.api.GET('/v1/contact-lists/{listId}/contacts', {
          params: { path: { listId: list }, query: query as never },
        });
        return [answer.data?.contacts.map(({ contact_id }) => contact_id), answer.data?.pagination.total];
      };
      const ids = people.map(({ id }) => id);
      const subscribed = people.filter(({ unsubscribed }) => !unsubscribed).map(({ id }) => id);
      expect(await page({})).toEqual([ids.slice(0, 25), 3_000]);
      expect(await page({ page: 4, limit: 100 })).toEqual([ids.slice(300, 400), 3_000]);
      expect(await page({ page: 25, limit: 100 })).toEqual([ids.slice(2_400, 2_500), 3_000]);
      expect(await page({ page: 31, limit: 100 })).toEqual([[], 3_000]);
      expect(await page({ order: 'asc', sort: 'created_at' })).toEqual([ids.toReversed().slice(0, 25), 3_000]);
      expect(await page({ exclude_unsubscribed: '1' })).toEqual([subscribed.slice(0, 25), subscribed.length]);
    }
  });

  test.each([
    { sort: 'email' },
    { sort: 'updated_at; DROP TABLE contacts' },
    { order: 'up' },
    { limit: 101 },
    { only_unsubscribed: 'yes' },
  ])('refuses %j', async (query) => {
    const { error, response } = await members(listId, query as never);
    expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
  });
});

describe('many at once', () => {
  const shuffled = <T>(items: T[]): T[] =>
    items
      .map((item) => [Math.random(), item] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, item]) => item);

  test.runIf(isAtLength)('adding the same people: each is counted once', async () => {
    const ids = await contacts(200);
    const listId = await newList();
    const answers = await Promise.all(Array.from({ length: 20 }, () => must(add(listId, shuffled(ids)))));
    expect(answers.reduce((sum, { added_count }) => sum + added_count, 0)).toBe(200);
    expect(await counts(listId)).toEqual({ stored: 200, counted: 200 });
  });

  test.runIf(isAtLength)('adding different people: the counter has them all', async () => {
    const ids = await contacts(300);
    const listId = await newList();
    await Promise.all(Array.from({ length: 30 }, (_value, i) => must(add(listId, ids.slice(i * 10, i * 10 + 10)))));
    expect(await counts(listId)).toEqual({ stored: 300, counted: 300 });
    await Promise.all(Array.from({ length: 30 }, (_value, i) => must(remove(listId, ids.slice(i * 10, i * 10 + 10)))));
    expect(await counts(listId)).toEqual({ stored: 0, counted: 0 });
  });

  test.runIf(isAtLength)('adding, removing and deleting over several lists: no deadlock, and the counters hold', async () => {
    const ids = await contacts(60);
    const lists = await Promise.all(Array.from({ length: 4 }, () => newList(shuffled(ids).slice(0, 30))));
    const doomed = shuffled(ids).slice(0, 30);
    const work = [
      ...Array.from({ length: rounds(24, 60) }, (_value, i) => () => add(lists[i % 4] as string, shuffled(ids).slice(0, 10))),
      ...Array.from({ length: rounds(24, 60) }, (_value, i) => () => remove(lists[i % 4] as string, shuffled(ids).slice(0, 10))),
      ...Array.from({ length: rounds(6, 10) }, (_value, i) => async () => {
        const made = await create(`Passing ${newId()}`, { contact_ids: shuffled(ids).slice(0, 10) });
        return made.data && i % 2 ? service.api.DELETE('/v1/contact-lists/{listId}', at(made.data.list_id)) : made;
      }),
      ...doomed.map((contact_id) => () => service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id } } })),
    ];
    const answers = await Promise.all(shuffled(work).map((run) => run()));
    expect(Object.keys(tally(answers)).filter((status) => !['200', '201', '204', '404'].includes(status))).toEqual([]);
    for (const listId of lists) {
      const { stored, counted } = await counts(listId);
      expect(stored).toBe(counted);
    }
    const [left] = await service.db.query<{ gone: number }>({
      text: 'SELECT count(*)::int AS gone FROM contact_list_members WHERE contact_id = ANY($1::uuid[])',
      values: [doomed],
    });
    expect(left?.gone).toBe(0);
    expect(await deadlocksIn(service.db)).toBe(0);
  });

  const waiting = <Answer>(work: (tx: Tx) => Promise<unknown>, ask: () => Promise<Answer>) => behind(service.db, work, ask);
  const deleteRequest = (contact_id: string) => service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });

  test('a contact that is deleted while it is added is not found', async () => {
    const [gone, other] = (await contacts(2)) as [string, string];
    const listId = await newList();
    const { response } = await waiting(
      async (tx) => {
        await removeFromAllLists({ db: tx, workspaceId: service.id }, [gone]);
        await deleteContacts({ db: tx, workspaceId: service.id }, [gone]);
      },
      () => add(listId, [other, gone]),
    );
    expect(response.status).toBe(404);
    expect(await counts(listId)).toEqual({ stored: 0, counted: 0 });
  });

  test('a contact that is added while it is deleted is counted off again', async () => {
    const [gone] = (await contacts(1)) as [string];
    const listId = await newList();
    const { response } = await waiting(
      (tx) => addMembers({ db: tx, workspaceId: service.id, now: new Date() }, listId, { contactIds: [gone] }),
      () => deleteRequest(gone),
    );
    expect(response.status).toBe(204);
    expect(await counts(listId)).toEqual({ stored: 0, counted: 0 });
  });

  test('a list that is deleted while people are added to it, or taken off it, is not found', async () => {
    const ids = await contacts(3);
    const asks = [
      async (listId: string) => (await add(listId, ids)).response,
      async (listId: string) => (await remove(listId, ids)).response,
    ];
    for (const ask of asks) {
      const listId = await newList();
      const { status } = await waiting(
        (tx) => deleteList({ db: tx, workspaceId: service.id }, listId),
        () => ask(listId),
      );
      expect(status).toBe(404);
      expect(await service.db.prisma.contactListMember.count({ where: { listId } })).toBe(0);
    }
  });

  test('two who add and remove overlapping people count what each of them did', async () => {
    const ids = await contacts(30);
    const listId = await newList(ids.slice(0, 10));
    const { data } = await waiting(
      (tx) => addMembers({ db: tx, workspaceId: service.id, now: new Date() }, listId, { contactIds: ids.slice(5, 20) }),
      () => add(listId, ids.slice(15, 30)),
    );
    expect(data).toEqual({ added_count: 10, already_member_count: 5 });
    expect(await counts(listId)).toEqual({ stored: 30, counted: 30 });
    const removed = await waiting(
      (tx) => removeMembers({ db: tx, workspaceId: service.id }, listId, ids.slice(0, 20)),
      () => remove(listId, ids.slice(10, 30)),
    );
    expect(removed.data).toEqual({ removed_count: 10 });
    expect(await counts(listId)).toEqual({ stored: 0, counted: 0 });
  });

  test('a name that is taken while somebody waits for it is refused', async () => {
    const { list_id } = await must(create('About to be renamed'));
    const { error, response } = await waiting(
      (tx) => updateList({ db: tx, workspaceId: service.id, now: new Date() }, list_id, { name: 'Wanted by two' }),
      () => create('WANTED by two'),
    );
    expect([response.status, error?.error_code]).toEqual([409, 'contact_list_name_exists']);
  });
});

describe('what does not go with the kind of a list', () => {
  test.each([
    [
      { kind: 'dynamic', contact_ids: [UNKNOWN] },
      'contact_ids',
      'only a static list takes contacts; the members of a dynamic one follow from its rules',
    ],
    [{ kind: 'static', rules: null }, 'rules', 'only a dynamic list has rules'],
  ])('is told in words: %j', async (body, path, message) => {
    const { response, error } = await service.api.POST('/v1/contact-lists', { body: { name: 'Kind', ...body } as never });
    expect([response.status, error?.details?.issues]).toEqual([400, [{ path, message }]]);
  });
});

describe('a switch in a query', () => {
  test.each(['exclude_unsubscribed', 'only_unsubscribed', 'include_archived'])('%s takes 1, true, 0 and false', async (name) => {
    const { list_id: listId } = await must(service.api.POST('/v1/contact-lists', { body: { name: `Switch ${name}`, kind: 'static' } }));
    const ask = (value: unknown) =>
      name === 'include_archived'
        ? service.api.GET('/v1/contact-fields', { params: { query: { [name]: value } as never } })
        : service.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId }, query: { [name]: value } as never } });
    for (const value of ['1', 'true', '0', 'false', true, false]) expect((await ask(value)).response.status, String(value)).toBe(200);
    const { response, error } = await ask('yes');
    expect([response.status, error?.details?.issues]).toEqual([400, [{ path: name, message: 'must be one of true, false, 1, 0' }]]);
  });

  test('shows archived fields by 1 as by true', async () => {
    const { api } = await service.workspace();
    const field = (await must(api.POST('/v1/contact-fields', { body: { display_name: 'Old', value_type: 'string' } }))) as {
      field_definition_id: string;
    };
    await must(api.PATCH('/v1/contact-fields/{field_definition_id}', { params: { path: field }, body: { status: 'archived' } }));
    const shown = async (include_archived: '1' | '0' | 'true' | boolean) =>
      (await must(api.GET('/v1/contact-fields', { params: { query: { include_archived } } }))).fields.some(
        ({ api_name }) => api_name === 'old',
      );
    expect([await shown('1'), await shown('true'), await shown(true), await shown('0'), await shown(false)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
