/** Lists whose members follow from rules. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { paths } from '../../generated/api.d.ts';
import { newId } from '../../src/platform/ids.ts';
import { must } from '../support/blast.ts';
import { givenContacts, givenList } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let own: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
  own = service;
});
afterAll(() => service.stop());

type Body = paths['/v1/contact-lists']['post']['requestBody']['content']['application/json'];
type Rules = NonNullable<Extract<Body, { kind: 'dynamic' }>['rules']>;

const at = (listId: string) => ({ params: { path: { listId } } });
const create = (rules: unknown, more: Record<string, unknown> = {}) =>
  own.api.POST('/v1/contact-lists', { body: { name: `List ${newId()}`, kind: 'dynamic', rules: rules as Rules, ...more } as Body });
const change = (listId: string, body: unknown) => own.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: body as never });
const read = (listId: string) => must(own.api.GET('/v1/contact-lists/{listId}', at(listId)));
const count = (listId: string) => must(own.api.GET('/v1/contact-lists/{listId}/member-count', at(listId)));
const members = async (listId: string, query: Record<string, unknown> = {}) => {
  const page = await must(own.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId }, query: query as never } }));
  expect(page.contacts.filter(({ member_added_at }) => member_added_at !== null)).toEqual([]);
  return { ids: page.contacts.map(({ contact_id }) => contact_id), total: page.pagination.total };
};
const contact = async (values: Parameters<typeof givenContacts>[2]) =>
  (await givenContacts({ db: service.db, workspaceId: own.id }, 1, values))[0] as string;
const field = (name: string, operator: string, value?: unknown) => ({
  kind: 'condition',
  source: 'contact',
  field: name,
  operator,
  ...(value !== undefined && { value }),
});
const membership = (listId: string, operator = 'is_member') => ({ kind: 'condition', source: 'list_membership', listId, operator });
const group = (operator: 'and' | 'or', ...conditions: unknown[]) => ({ kind: 'group', operator, conditions });

describe('creating', () => {
  test('keeps the rules, with the operators by their own names, and counts nobody ahead', async () => {
    const { api } = await service.workspace();
    const rules = group('or', field('company', 'eq', 'Fjord'), field('unsubscribed', 'true')) as Rules;
    const { data, response } = await api.POST('/v1/contact-lists', { body: { name: 'Fjord', kind: 'dynamic', rules } });
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      name: 'Fjord',
      slug: 'fjord',
      kind: 'dynamic',
      rules: group('or', field('company', 'equals', 'Fjord'), field('unsubscribed', 'is_true')),
      member_count: null,
      owner_campaign_id: null,
    });
    expect(await must(api.GET('/v1/contact-lists/{listId}', at(data?.list_id as string)))).toEqual({
      ...data,
      ...{ findings: [], used_by: [], used_by_count: 0 },
    });
    const { lists } = await must(api.GET('/v1/contact-lists', { params: { query: { kind: 'dynamic' } } }));
    expect(lists).toEqual([data]);
  });

  test.each([[null], [undefined]])('without rules (%s) makes a list without members', async (rules) => {
    await contact({});
    const { list_id, rules: kept } = await must(create(rules));
    expect(kept).toBe(null);
    expect(await members(list_id)).toEqual({ ids: [], total: 0 });
    expect(await count(list_id)).toEqual({ list_id, kind: 'dynamic', member_count: 0, blocked_count: 0 });
  });

  test('takes no contacts, and static lists no rules', async () => {
    const withContacts = await create(null, { contact_ids: [] });
    expect([withContacts.response.status, withContacts.error?.details?.issues?.map(({ path }) => path)]).toEqual([400, ['contact_ids']]);
    const withRules = await create(field('company', 'is_empty'), { kind: 'static' });
    expect([withRules.response.status, withRules.error?.details?.issues?.map(({ path }) => path)]).toEqual([400, ['rules']]);
  });

  test('shares its names with all other lists, and a refused list leaves nothing behind', async () => {
    await must(create(null, { name: 'Shared' }));
    const { error } = await create(null, { name: 'sHARED' });
    expect(error?.error_code).toBe('contact_list_name_exists');
    const refused = await create(membership(newId()), { name: 'Not made' });
    expect([refused.response.status, refused.error?.error_code]).toEqual([404, 'not_found']);
    expect((await create(null, { name: 'Not made' })).response.status).toBe(201);
  });

  test('refuses rules that name what cannot be asked about', async () => {
    const other = await service.workspace();
    const theirs = (await must(other.api.POST('/v1/contact-lists', { body: { name: 'Theirs', kind: 'static' } }))).list_id;
    expect((await create(membership(theirs))).response.status).toBe(404);

    const dynamic = (await must(create(null))).list_id;
    const { lists } = await must(own.api.GET('/v1/contact-lists', { params: { query: { kind: 'system' } } }));
    for (const listId of [dynamic, lists[0]?.list_id as string]) {
      const { error, response } = await create(group('and', field('company', 'is_empty'), membership(listId)));
      expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([400, 'rules.conditions.1.listId']);
    }
    const step = { kind: 'condition', source: 'email_step', flowId: newId(), operator: 'email_sent' };
    expect((await create(step)).response.status).toBe(400);
  });
});

describe('members', () => {
  test('follow from the contacts at the moment of asking', async () => {
    own = await service.workspace();
    const [fjord, hill] = [await contact({ company: 'Fjord' }), await contact({ company: 'Hill', unsubscribed: true })];
    const put = await givenList({ db: service.db, workspaceId: own.id }, [hill]);
    const { list_id } = await must(create(group('or', field('company', 'contains', 'FJ'), membership(put))));
    expect((await members(list_id)).ids.sort()).toEqual([fjord, hill].sort());
    expect(await count(list_id)).toEqual({ list_id, kind: 'dynamic', member_count: 2, blocked_count: 1 });

    const late = await contact({ company: 'fjord & co' });
    await own.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: fjord } } });
    expect((await members(list_id)).ids.sort()).toEqual([late, hill].sort());
    await own.api.DELETE('/v1/contact-lists/{listId}', at(put));
    // Rules that name what is gone match no contact.
    expect(await members(list_id)).toEqual({ ids: [], total: 0 });
    expect(await count(list_id)).toMatchObject({ member_count: 0, blocked_count: 0 });
  });

  test('are of their own workspace', async () => {
    const other = await service.workspace();
    own = await service.workspace();
    await givenContacts({ db: service.db, workspaceId: other.id }, 2, { company: 'Elsewhere' });
    const { list_id } = await must(create(group('or', field('company', 'equals', 'Elsewhere'), field('company', 'is_empty'))));
    expect(await members(list_id)).toEqual({ ids: [], total: 0 });
    expect((await other.api.GET('/v1/contact-lists/{listId}/contacts', at(list_id))).response.status).toBe(404);
  });

  test('are sorted, searched and filtered like those of any list', async () => {
    own = await service.workspace();
    const ada = await contact({ company: 'In', displayName: 'ada', firstName: 'ada', updatedAt: new Date(2_000) });
    const bea = await contact({ company: 'In', displayName: 'Bea', unsubscribed: true, updatedAt: new Date(3_000) });
    const cid = await contact({
      company: 'In',
      displayName: 'Cid',
      firstName: 'Zoe',
      email: 'zoe@ada.example',
      updatedAt: new Date(1_000),
    });
    await contact({ company: 'Out', displayName: 'ada' });
    const { list_id } = await must(create(field('company', 'equals', 'in')));
    const ids = async (query: Record<string, unknown>) => (await members(list_id, query)).ids;
    expect(await ids({})).toEqual([bea, ada, cid]);
    expect(await ids({ sort: 'display_name', order: 'asc' })).toEqual([ada, bea, cid]);
    expect(await ids({ sort: 'first_name', order: 'desc' })).toEqual([cid, ada, bea]);
    expect(await ids({ sort: 'member_added_at', order: 'asc' })).toEqual([ada, bea, cid].sort());
    for (const sort of ['created_at', 'last_activity_at', 'last_name', 'normalized_email', 'original_source']) {
      expect((await ids({ sort })).sort()).toEqual([ada, bea, cid].sort());
    }
    expect(await members(list_id, { limit: 2, page: 2 })).toEqual({ ids: [cid], total: 3 });
    expect(await members(list_id, { search: 'ADA' })).toEqual({ ids: [ada, cid], total: 2 });
    expect(await members(list_id, { exclude_unsubscribed: 'true' })).toEqual({ ids: [ada, cid], total: 2 });
    expect(await members(list_id, { only_unsubscribed: 'true' })).toEqual({ ids: [bea], total: 1 });
  });

  test('cannot be added or removed', async () => {
    const { list_id } = await must(create(field('company', 'is_empty')));
    const contact_ids = [await contact({})];
    const answers = [
      await own.api.POST('/v1/contact-lists/{listId}/contacts', { ...at(list_id), body: { contact_ids } }),
      await own.api.DELETE('/v1/contact-lists/{listId}/contacts', { ...at(list_id), body: { contact_ids } }),
    ];
    for (const { response, error } of answers) expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
    expect(await service.db.prisma.contactListMember.count({ where: { listId: list_id } })).toBe(0);
  });
});

describe('changing', () => {
  test('replaces the rules as a whole, or takes them away', async () => {
    own = await service.workspace();
    const [a, b] = [await contact({ company: 'A' }), await contact({ company: 'B' })];
    const { list_id, updated_at } = await must(create(field('company', 'equals', 'A')));
    expect((await members(list_id)).ids).toEqual([a]);
    service.clock.advance({ seconds: 1 });
    const changed = await must(change(list_id, { rules: field('company', 'is_equal', 'B') }));
    expect(changed).toMatchObject({ rules: field('company', 'equals', 'B'), member_count: null, slug: expect.any(String) });
    expect(changed.updated_at > updated_at).toBe(true);
    expect((await members(list_id)).ids).toEqual([b]);
    expect(await must(change(list_id, { name: 'Renamed' }))).toMatchObject({ name: 'Renamed', rules: changed.rules });
    expect(await must(change(list_id, { rules: null, description: 'Empty' }))).toMatchObject({ rules: null, description: 'Empty' });
    expect(await members(list_id)).toEqual({ ids: [], total: 0 });
  });

  test('refuses rules that do not fit, and keeps the old ones', async () => {
    const { list_id, rules } = await must(create(field('company', 'equals', 'A')));
    expect((await change(list_id, { rules: membership(newId()) })).response.status).toBe(404);
    expect((await change(list_id, { rules: membership(list_id) })).response.status).toBe(400);
    expect((await change(list_id, { rules: field('company', 'greater_than', 'A') })).response.status).toBe(400);
    expect((await read(list_id)).rules).toEqual(rules);
  });

  test('refuses rules, even none, on a static list', async () => {
    const { list_id } = await must(own.api.POST('/v1/contact-lists', { body: { name: `Static ${newId()}`, kind: 'static' } }));
    for (const rules of [null, field('company', 'is_empty')]) {
      const { response, error } = await change(list_id, { rules, name: 'Changed' });
      expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([400, 'rules']);
    }
    expect((await read(list_id)).name).not.toBe('Changed');
  });

  test('deleting leaves the contacts', async () => {
    const id = await contact({ company: 'Stays' });
    const { list_id } = await must(create(field('company', 'equals', 'Stays')));
    expect((await own.api.DELETE('/v1/contact-lists/{listId}', at(list_id))).response.status).toBe(204);
    expect((await own.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } })).response.status).toBe(200);
  });
});
