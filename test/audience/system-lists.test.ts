/** The three lists that every workspace has. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenContacts } from '../support/given.ts';
import { migrating } from '../support/migration.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let ids: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  ids = await systemLists(service);
});
afterAll(() => service.stop());

const at = (listId: string) => ({ params: { path: { listId } } });
async function systemLists({ api }: Pick<TestWorkspace, 'api'>): Promise<Record<string, string>> {
  const { lists } = await must(api.GET('/v1/contact-lists', { params: { query: { kind: 'system' } } }));
  return Object.fromEntries(lists.map(({ name, list_id }) => [name, list_id]));
}
const members = async (workspace: TestWorkspace, listId: string, query: Record<string, unknown> = {}) => {
  const page = await must(
    workspace.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId }, query: query as never } }),
  );
  expect(page.contacts.filter(({ member_added_at }) => member_added_at !== null)).toEqual([]);
  return { ids: page.contacts.map(({ contact_id }) => contact_id), total: page.pagination.total };
};

const unsubscribed = (operator: string) => ({ kind: 'condition', source: 'contact', field: 'unsubscribed', operator });

test('come with the workspace and are read like any list', async () => {
  const own = await service.workspace();
  const { lists, pagination } = await must(own.api.GET('/v1/contact-lists'));
  expect(pagination.total).toBe(3);
  expect(lists.map(({ name, slug, kind, rules, member_count }) => [name, slug, kind, rules, member_count])).toEqual([
    ['Unsubscribed', 'unsubscribed', 'system', unsubscribed('is_true'), null],
    ['Subscribed', 'subscribed', 'system', unsubscribed('is_false'), null],
    ['All contacts', 'all-contacts', 'system', null, null],
  ]);
  for (const list of lists)
    expect(await must(own.api.GET('/v1/contact-lists/{listId}', at(list.list_id)))).toEqual({
      ...list,
      findings: [],
      used_by: [],
      used_by_count: 0,
    });
  const other = await systemLists(own);
  expect(Object.values(other).filter((id) => Object.values(ids).includes(id))).toEqual([]);
});

describe('members', () => {
  test.runIf(isAtLength)('follow from the contacts, at the moment of asking', async () => {
    const own = await service.workspace();
    const lists = await systemLists(own);
    const [in1, in2, out] = (await givenContacts({ db: service.db, workspaceId: own.id }, 3)) as [string, string, string];
    await givenContacts({ db: service.db, workspaceId: service.id }, 2);
    const state = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(lists).map(async ([name, listId]) => {
            const { ids: found, total } = await members(own, listId);
            const count = await must(own.api.GET('/v1/contact-lists/{listId}/member-count', at(listId)));
            expect(count).toMatchObject({ list_id: listId, kind: 'system', member_count: total });
            expect(found).toHaveLength(total as number);
            return [name, [found.sort(), count.blocked_count]] as const;
          }),
        ),
      );
    const all = [in1, in2, out].sort();
    expect(await state()).toEqual({ 'All contacts': [all, 0], Subscribed: [all, 0], Unsubscribed: [[], 0] });
    await must(own.api.POST('/v1/contacts/update', { body: { items: [{ contact_id: out, unsubscribed: true }] } }));
    expect(await state()).toEqual({ 'All contacts': [all, 1], Subscribed: [[in1, in2].sort(), 0], Unsubscribed: [[out], 1] });
    await own.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: in1 } } });
    expect(await state()).toEqual({ 'All contacts': [[in2, out].sort(), 1], Subscribed: [[in2], 0], Unsubscribed: [[out], 1] });
  });

  test('take every sort, the search and the filters', async () => {
    const own = await service.workspace();
    const { 'All contacts': listId = '' } = await systemLists(own);
    const make = async (values: Parameters<typeof givenContacts>[2]) =>
      (await givenContacts({ db: service.db, workspaceId: own.id }, 1, values))[0] as string;
    const bo = await make({
      displayName: 'bo',
      firstName: 'bo',
      lastName: '',
      lastActivityAt: new Date(5_000),
      updatedAt: new Date(3_000),
    });
    const al = await make({ displayName: 'Al', firstName: 'Al', lastName: 'Zed', unsubscribed: true, updatedAt: new Date(9_000) });
    const cy = await make({ displayName: 'Cy', firstName: '', lastName: 'abe', email: 'a@b.example', updatedAt: new Date(6_000) });
    const byId = [bo, al, cy].sort();
    const sorted = async (sort: string, order = 'asc') => (await members(own, listId, { sort, order })).ids;
    expect(await sorted('member_added_at')).toEqual(byId);
    expect(await sorted('member_added_at', 'desc')).toEqual(byId.toReversed());
    expect(await sorted('updated_at')).toEqual([bo, cy, al]);
    expect(await sorted('created_at')).toHaveLength(3);
    expect(await sorted('display_name')).toEqual([al, bo, cy]);
    expect(await sorted('first_name', 'desc')).toEqual([bo, al, cy]);
    expect(await sorted('last_name', 'desc')).toEqual([al, cy, bo]);
    expect((await sorted('last_activity_at'))[0]).toBe(bo);
    expect((await sorted('normalized_email'))[0]).toBe(cy);
    expect(await sorted('original_source')).toEqual(byId);
    expect((await members(own, listId)).ids).toEqual([al, cy, bo]);
    expect(await members(own, listId, { limit: 2, page: 2 })).toEqual({ ids: [bo], total: 3 });
    expect(await members(own, listId, { search: 'B.EXAMPLE' })).toEqual({ ids: [cy], total: 1 });
    expect(await members(own, listId, { exclude_unsubscribed: '1' })).toEqual({ ids: [cy, bo], total: 2 });
    expect(await members(own, listId, { only_unsubscribed: '1' })).toEqual({ ids: [al], total: 1 });
    expect(await members(own, listId, { only_unsubscribed: '1', search: 'cy' })).toEqual({ ids: [], total: 0 });
  });
});

describe('are protected', () => {
  const everything = async () =>
    (
      await service.db.pool.query(
        'SELECT l::text AS line FROM contact_lists l UNION ALL SELECT m::text FROM contact_list_members m ORDER BY 1',
      )
    ).rows;

  test('against every write', async () => {
    const before = await everything();
    const contact_ids = await givenContacts({ db: service.db, workspaceId: service.id }, 1);
    for (const listId of Object.values(ids)) {
      const answers = [
        await service.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: { name: 'Mine' } }),
        await service.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: { description: null } }),
        await service.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: { rules: null } }),
        await service.api.DELETE('/v1/contact-lists/{listId}', at(listId)),
        await service.api.POST('/v1/contact-lists/{listId}/contacts', { ...at(listId), body: { contact_ids } }),
        await service.api.POST('/v1/contact-lists/{listId}/contacts', { ...at(listId), body: { contact_ids: [newId()] } }),
        await service.api.DELETE('/v1/contact-lists/{listId}/contacts', { ...at(listId), body: { contact_ids } }),
      ];
      for (const { response, error } of answers) {
        expect([response.status, error?.error_code]).toEqual([403, 'system_list_protected']);
      }
    }
    expect(await everything()).toEqual(before);
  });

  test('with their names', async () => {
    for (const name of ['Subscribed', 'UNSUBSCRIBED', 'all Contacts']) {
      const { error, response } = await service.api.POST('/v1/contact-lists', { body: { name, kind: 'static' } });
      expect([response.status, error?.error_code]).toEqual([409, 'contact_list_name_exists']);
    }
    const { list_id } = await must(service.api.POST('/v1/contact-lists', { body: { name: 'Other', kind: 'static' } }));
    const { error } = await service.api.PATCH('/v1/contact-lists/{listId}', { ...at(list_id), body: { name: 'subscribed' } });
    expect(error?.error_code).toBe('contact_list_name_exists');
  });

  test('against being an audience', async () => {
    const { blast_id } = await must(service.api.POST('/v1/email-blasts', { body: { name: 'To all' } }));
    const { error, response } = await service.api.PUT('/v1/email-blasts/{blastId}/audience', {
      params: { path: { blastId: blast_id } },
      body: { source: 'existing', list_id: ids['All contacts'] as string },
    });
    expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([400, 'list_id']);
  });
});

test.runIf(isAtLength)('are made for workspaces that are there already, whatever their lists are called', async () => {
  const given = async (client: pg.Client) => {
    const [empty, busy] = [newId(), newId()];
    await client.query(
      `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at)
       SELECT id, 'Old', 'old-' || n, 'paid', 0, '2026-01-01Z', '2026-01-01Z' FROM unnest($1::uuid[]) WITH ORDINALITY AS w (id, n)`,
      [[empty, busy]],
    );
    const blast = newId();
    await client.query(
      "INSERT INTO blasts (workspace_id, id, name, status, created_at, updated_at) VALUES ($1, $2, 'Old', 'draft', now(), now())",
      [busy, blast],
    );
    const lists = [
      ['SUBSCRIBED', 'subscribed', null],
      ['Subscribed (2)', 'subscribed-2', null],
      ['All contacts', 'all-contacts', null],
      ['Unsubscribed', 'unsubscribed', blast],
      ['Our subscribers', 'subscribed-4', null],
    ];
    for (const [list, slug, owner] of lists) {
      await client.query(
        `INSERT INTO contact_lists (workspace_id, id, name, slug, kind, member_count, owner_campaign_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'static', 0, $5, now(), now())`,
        [busy, newId(), list, slug, owner],
      );
    }
    return { empty, busy };
  };
  await migrating('system_lists', given, async (client, { empty, busy }) => {
    const listsOf = async (workspace: string) =>
      (
        await client.query('SELECT name, slug, kind FROM contact_lists WHERE workspace_id = $1 ORDER BY kind DESC, id', [workspace])
      ).rows.map(({ name, slug, kind }) => `${kind} ${name} ${slug}`);
    expect(await listsOf(empty)).toEqual([
      'system All contacts all-contacts',
      'system Subscribed subscribed',
      'system Unsubscribed unsubscribed',
    ]);
    expect(await listsOf(busy)).toEqual([
      'system All contacts all-contacts-2',
      'system Subscribed subscribed-3',
      'system Unsubscribed unsubscribed-2',
      'static SUBSCRIBED (3) subscribed',
      'static Subscribed (2) subscribed-2',
      'static All contacts (2) all-contacts',
      'static Unsubscribed unsubscribed',
      'static Our subscribers subscribed-4',
    ]);
  });
});
