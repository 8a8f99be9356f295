/** Lists that are made inside a blast and belong to it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { removeFromAllLists } from '../../src/audience/contact-lists/contact-lists.repo.ts';
import { addMembers } from '../../src/audience/contact-lists/members.repo.ts';
import { deleteBlast } from '../../src/campaigns/blasts/blasts.repo.ts';
import { setAudience, setInlineAudience } from '../../src/campaigns/blasts/blasts.service.ts';
import { sql } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, readBlast, sendNow } from '../support/blast.ts';
import { givenBlast, givenContacts, givenEmail, givenList, setStatus } from '../support/given.ts';
import { execute, startRows, straight } from '../support/imports.ts';
import { behind } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let own: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  own = await service.workspace();
});
afterAll(() => service.stop());

type Audience = components['schemas']['SetEmailBlastAudienceRequest'];
type Rules = components['schemas']['RuleTreeInput'];

const UNKNOWN = '01936d2e-0000-7000-8000-000000000000';
const at = (listId: string) => ({ params: { path: { listId } } });
const put = (blastId: string, body: Audience) =>
  own.api.PUT('/v1/email-blasts/{blastId}/audience', { params: { path: { blastId } }, body });
const named = (contact_ids: string[], more: { name?: string; description?: string } = {}) =>
  ({ source: 'inline', kind: 'static', contact_ids, ...more }) as const;
const ruled = (rules: Rules, more: { name?: string } = {}) => ({ source: 'inline', kind: 'dynamic', rules, ...more }) as const;
const inCompany = (value: string) => ({ kind: 'condition', source: 'contact', field: 'company', operator: 'equals', value }) as const;
const onList = (listId: string) => ({ kind: 'condition', source: 'list_membership', listId, operator: 'is_member' }) as const;
const group = (...conditions: Rules[]): Rules => ({ kind: 'group', operator: 'and', conditions });
const contacts = (count: number, values: Parameters<typeof givenContacts>[2] = {}) =>
  givenContacts({ db: service.db, workspaceId: own.id }, count, values);
const readList = (id: string) => service.db.prisma.contactList.findFirst({ where: { workspaceId: own.id, id } });
const membersOf = async (listId: string) =>
  (await service.db.prisma.contactListMember.findMany({ where: { workspaceId: own.id, listId } })).map(({ contactId }) => contactId);
const createList = (name: string) => own.api.POST('/v1/contact-lists', { body: { name, kind: 'static' } });

/** The list that a blast was given, by its identifier. */
const given = async (blastId: string, body: Audience) => (await must(put(blastId, body))).audience_list_id as string;
const privateLists = async () =>
  (await service.db.prisma.contactList.findMany({ where: { workspaceId: own.id, ownerCampaignId: { not: null } } })).map(
    ({ id, ownerCampaignId }) => ({ id, owner: ownerCampaignId }),
  );
const codeOf = async (answer: ReturnType<typeof put>) => {
  const { response, error } = await answer;
  return [response.status, error?.error_code];
};

describe('a blast', () => {
  test('takes the contacts that are named', async () => {
    const blastId = await givenBlast(own);
    const [ada, bea] = (await contacts(3)) as [string, string];
    const { data, response } = await put(blastId, named([ada, bea], { name: 'Guides', description: 'Of the weekend.' }));
    expect(response.status).toBe(200);
    expect(data).toMatchObject({
      audience_source: 'inline',
      audience: { list_id: data?.audience_list_id, source: 'inline', name: 'Guides', kind: 'static', member_count: 2 },
      approval_readiness: { missing: ['email', 'schedule'], warnings: ['audience_without_consent'] },
    });
    expect(await readBlast(own.api, blastId)).toEqual(data);
    const listId = data?.audience_list_id as string;
    expect(await readList(listId)).toMatchObject({
      name: 'Guides',
      slug: `guides-${listId}`,
      description: 'Of the weekend.',
      kind: 'static',
      rules: null,
      memberCount: 2,
      ownerCampaignId: blastId,
    });
    expect((await membersOf(listId)).sort()).toEqual([ada, bea].sort());
  });

  test('takes rules, and keeps them in their own words', async () => {
    const blastId = await givenBlast(own);
    const { data } = await put(blastId, ruled({ ...inCompany('Fjord'), operator: 'eq' }));
    expect(data?.audience).toMatchObject({ source: 'inline', kind: 'dynamic', member_count: null });
    expect(await readList(data?.audience_list_id as string)).toMatchObject({
      kind: 'dynamic',
      rules: inCompany('Fjord'),
      description: null,
      memberCount: null,
      ownerCampaignId: blastId,
    });
  });

  test('lends its name to a list without one, however long', async () => {
    const name = 'x'.repeat(200);
    const { data } = await put(await givenBlast(own, { name }), named([]));
    expect(data?.audience?.name).toBe(`${name} audience`);
  });

  test('is warned of a list that nobody is on', async () => {
    const { data } = await put(await givenBlast(own), named([]));
    expect(data).toMatchObject({ audience: { member_count: 0 }, approval_readiness: { warnings: ['empty_static_audience'] } });
  });

  test('gets another list each time, and the last one goes', async () => {
    const blastId = await givenBlast(own);
    const members = await contacts(2);
    const first = await given(blastId, named(members));
    const second = await given(blastId, named(members));
    expect(await privateLists()).toEqual([{ id: second, owner: blastId }]);
    expect(await readList(first)).toBeNull();

    const existing = await givenList({ db: service.db, workspaceId: own.id }, members);
    const { data } = await put(blastId, { source: 'existing', list_id: existing });
    expect(data).toMatchObject({ audience_list_id: existing, audience_source: 'existing' });
    expect(await privateLists()).toEqual([]);
    expect(await given(blastId, ruled(inCompany('Fjord')))).not.toBe(existing);
    expect(await readList(existing)).toMatchObject({ memberCount: 2 });
  });

  test('takes its list along when it is deleted, and nobody else', async () => {
    const [blastId, other] = [await givenBlast(own), await givenBlast(own)];
    const members = await contacts(2);
    const [gone, kept] = [await given(blastId, named(members)), await given(other, named(members))];
    await must(own.api.DELETE('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
    expect(await readList(gone)).toBeNull();
    expect(await readList(kept)).toMatchObject({ memberCount: 2 });
    expect(await service.db.prisma.contact.count({ where: { workspaceId: own.id } })).toBe(2);
  });

  test('that is no draft keeps its audience', async () => {
    const blastId = await givenBlast(own);
    const listId = await given(blastId, named([]));
    for (const status of ['scheduled', 'sent', 'failed', 'cancelled', 'archived']) {
      await setStatus({ db: service.db, workspaceId: own.id }, blastId, status);
      expect(await codeOf(put(blastId, named([]))), status).toEqual([409, 'campaign_invalid_state']);
    }
    expect(await privateLists()).toEqual([{ id: listId, owner: blastId }]);
  });
});

describe('what cannot be an audience', () => {
  const REFUSED: [string, object, string][] = [
    ['501 contacts', named(Array.from({ length: 501 }, newId)), 'contact_ids'],
    ['an empty name', named([], { name: '' }), 'name'],
    ['a name that is too long', named([], { name: 'x'.repeat(256) }), 'name'],
    ['a description that is too long', named([], { description: 'x'.repeat(1001) }), 'description'],
    ['an owner', { ...named([]), owner_campaign_id: UNKNOWN }, 'owner_campaign_id'],
    ['contacts beside rules', { ...ruled(inCompany('Fjord')), contact_ids: [] }, 'contact_ids'],
    ['no rules', ruled(null as never), 'rules'],
    ['an empty group', ruled(group()), 'rules.conditions'],
    [
      'six groups deep',
      ruled(group(group(group(group(group(group(inCompany('Fjord')))))))),
      'rules.conditions.0.conditions.0.conditions.0',
    ],
    ['101 nodes', ruled(group(...Array.from({ length: 100 }, () => inCompany('Fjord')))), 'rules'],
    ['an unknown field', ruled({ kind: 'condition', source: 'custom_field', fieldDefinitionId: UNKNOWN, operator: 'is_empty' }), 'rules'],
    [
      'a step of an email',
      ruled({ kind: 'condition', source: 'email_step', nodeId: 'welcome', metric: 'opened', operator: 'has_activity' } as never),
      'rules',
    ],
  ];
  test.runIf(isAtLength)('is refused with its place', async () => {
    const blastId = await givenBlast(own);
    for (const [what, body, path] of REFUSED) {
      const { error, response } = await put(blastId, body as Audience);
      expect([response.status, error?.error_code], what).toEqual([400, 'validation_failed']);
      expect(error?.details?.issues?.[0]?.path, what).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}`));
    }
    expect(await privateLists()).toEqual([]);
  });

  test.runIf(isAtLength)('an unknown contact or list, or that of another workspace, leaves the audience as it was', async () => {
    const other = await service.workspace();
    const [theirs] = (await givenContacts({ db: service.db, workspaceId: other.id }, 1)) as [string];
    const theirList = await givenList({ db: service.db, workspaceId: other.id }, [theirs]);
    const [mine] = (await contacts(1)) as [string];
    const blastId = await givenBlast(own);
    const listId = await given(blastId, named([mine]));
    const before = await readBlast(own.api, blastId);
    for (const id of [UNKNOWN, theirs]) expect(await codeOf(put(blastId, named([mine, id])))).toEqual([404, 'not_found']);
    for (const id of [UNKNOWN, theirList]) {
      expect(await codeOf(put(blastId, ruled(group(inCompany('Fjord'), onList(id)))))).toEqual([404, 'not_found']);
    }
    expect(await readBlast(own.api, blastId)).toEqual(before);
    expect(await privateLists()).toEqual([{ id: listId, owner: blastId }]);
  });

  test('the list of another blast, or of the blast itself, is none of the workspace', async () => {
    const [blastId, other] = [await givenBlast(own), await givenBlast(own)];
    const listId = await given(blastId, named([]));
    for (const id of [blastId, other]) expect(await codeOf(put(id, { source: 'existing', list_id: listId }))).toEqual([404, 'not_found']);
    expect(await readBlast(own.api, blastId)).toMatchObject({ audience_list_id: listId, audience_source: 'inline' });
  });

  test('neither blast nor list is there for another workspace', async () => {
    const blastId = await givenBlast(own);
    const listId = await given(blastId, named([]));
    const mine = own;
    own = await service.workspace();
    expect(await codeOf(put(blastId, named([])))).toEqual([404, 'not_found']);
    own = mine;
    expect(await readList(listId)).toMatchObject({ ownerCampaignId: blastId });
  });
});

describe('a private list', () => {
  test.runIf(isAtLength)('is no part of the listing, and takes no name and no slug from others', async () => {
    const { list_id } = await must(createList('Guides'));
    for (const name of ['Guides', 'Huts', 'huts', 'Subscribed']) await given(await givenBlast(own), named([], { name }));
    const { data } = await createList('Huts');
    expect(data?.slug).toBe('huts');
    expect((await createList('HUTS')).error?.error_code).toBe('contact_list_name_exists');
    const { lists } = await must(own.api.GET('/v1/contact-lists', { params: { query: { limit: 100 } } }));
    expect(lists.filter(({ kind }) => kind !== 'system').map((list) => list.list_id)).toEqual([data?.list_id, list_id]);
  });

  const asked: [string, (listId: string) => Promise<{ response: Response; error?: components['schemas']['Error'] }>][] = [
    ['renaming', (listId) => own.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: { name: 'Mine' } })],
    ['giving it rules', (listId) => own.api.PATCH('/v1/contact-lists/{listId}', { ...at(listId), body: { rules: inCompany('x') } })],
    ['deleting', (listId) => own.api.DELETE('/v1/contact-lists/{listId}', at(listId))],
    ['adding', (listId) => own.api.POST('/v1/contact-lists/{listId}/contacts', { ...at(listId), body: { contact_ids: [UNKNOWN] } })],
    ['removing', (listId) => own.api.DELETE('/v1/contact-lists/{listId}/contacts', { ...at(listId), body: { contact_ids: [UNKNOWN] } })],
  ];
  test.runIf(isAtLength)('is none to an operation that changes lists', async () => {
    const blastId = await givenBlast(own);
    const members = await contacts(2);
    const listId = await given(blastId, named(members));
    const another = await given(await givenBlast(own), ruled(inCompany('Fjord')));
    for (const [what, ask] of asked) {
      const { response, error } = await ask(listId);
      expect([response.status, error?.error_code], what).toEqual([404, 'not_found']);
      expect((await ask(another)).response.status, what).toBe(404);
    }
    expect(await readList(listId)).toMatchObject({ name: expect.stringContaining('audience'), memberCount: 2 });
    expect((await membersOf(listId)).sort()).toEqual([...members].sort());
    expect(await readBlast(own.api, blastId)).toMatchObject({ audience_list_id: listId, audience: { member_count: 2 } });
  });

  test('takes no contact that exists, and loses none', async () => {
    const members = (await contacts(2)) as [string, string];
    const listId = await given(await givenBlast(own), named([members[0]]));
    const body = { ...at(listId), body: { contact_ids: members } };
    expect((await own.api.POST('/v1/contact-lists/{listId}/contacts', body)).response.status).toBe(404);
    expect((await own.api.DELETE('/v1/contact-lists/{listId}/contacts', body)).response.status).toBe(404);
    expect(await membersOf(listId)).toEqual([members[0]]);
  });

  test.runIf(isAtLength)('is read like any other, with its members, their number and an export', async () => {
    const blastId = await givenBlast(own);
    const members = await contacts(2);
    const listId = await given(blastId, named(members));
    expect(await must(own.api.GET('/v1/contact-lists/{listId}', at(listId)))).toMatchObject({
      list_id: listId,
      owner_campaign_id: blastId,
    });
    const page = await must(own.api.GET('/v1/contact-lists/{listId}/contacts', at(listId)));
    expect(page.contacts.map(({ contact_id }) => contact_id).sort()).toEqual([...members].sort());
    expect(await must(own.api.GET('/v1/contact-lists/{listId}/member-count', at(listId)))).toMatchObject({ member_count: 2 });
    const { export: made } = await must(own.api.POST('/v1/contact-lists/{listId}/export', at(listId)));
    await service.drain();
    const params = { path: { listId, exportId: made.export_id } };
    const { export: done } = await must(own.api.GET('/v1/contact-lists/{listId}/export/{exportId}', { params }));
    expect(done.status).toBe('completed');
    const theirs = await service.workspace();
    expect((await theirs.api.GET('/v1/contact-lists/{listId}', at(listId))).response.status).toBe(404);
  });

  test('is unknown to rules, even to those of its own blast, and to imports', async () => {
    const blastId = await givenBlast(own);
    const listId = await given(blastId, named([]));
    const { error, response } = await put(blastId, ruled(group(inCompany('x'), onList(listId))));
    expect([response.status, error?.details?.issues]).toEqual([
      404,
      [{ path: 'rules.conditions.1.listId', message: 'is not known in this workspace' }],
    ]);
    const session = await startRows(own, [{ email: 'a@example.com' }]);
    const run = await execute(own, session, { mappings: straight('email'), list_ids: [listId] });
    expect([run.response.status, run.error?.details?.issues?.[0]?.path]).toEqual([404, 'list_ids.0']);
  });
});

describe('sending', () => {
  const statuses = async (blastId: string) =>
    Object.fromEntries(
      (await service.db.prisma.delivery.findMany({ where: { messageId: blastId } })).map(({ contactId, status }) => [contactId, status]),
    );

  test.runIf(isAtLength)('reaches the contacts that were named, and the report shows them', async () => {
    const blastId = await givenBlast(own, { emailId: await givenEmail({ db: service.db, workspaceId: own.id }) });
    const [ada, bea, late] = (await contacts(4)) as [string, string, string];
    const [blocked] = (await contacts(1, { unsubscribed: true })) as [string];
    const listId = await given(blastId, named([ada, bea, blocked]));
    await addMembers({ db: service.db, workspaceId: own.id, now: new Date() }, listId, { contactIds: [late], ownerCampaignId: blastId });
    await own.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: bea } } });
    await sendNow(own.api, blastId);
    expect(await codeOf(put(blastId, named([])))).toEqual([409, 'campaign_invalid_state']);
    await service.drain();
    expect(await statuses(blastId)).toEqual({ [ada]: 'sent', [late]: 'sent', [blocked]: 'blocked' });
    expect(await readBlast(own.api, blastId)).toMatchObject({
      status: 'sent',
      audience: { list_id: listId, source: 'inline', member_count: 3 },
      details: { blast_recipient_count: 3, blast_sent_count: 2, blast_blocked_count: 1 },
    });
    const report = await must(own.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId } } }));
    expect(report.pagination.total).toBe(3);
  });

  test.runIf(isAtLength)('reaches those who fit the rules by then', async () => {
    const blastId = await givenBlast(own, { emailId: await givenEmail({ db: service.db, workspaceId: own.id }) });
    await given(blastId, ruled(inCompany('Fjord')));
    const fjord = await contacts(2, { company: 'fjord' });
    await contacts(1, { company: 'Hill' });
    await sendNow(own.api, blastId);
    await service.drain();
    expect(await statuses(blastId)).toEqual(Object.fromEntries(fjord.map((id) => [id, 'sent'])));
  });

  test.runIf(isAtLength)('fails when the list is gone by then', async () => {
    const blastId = await givenBlast(own, { emailId: await givenEmail({ db: service.db, workspaceId: own.id }) });
    const listId = await given(blastId, named(await contacts(1)));
    await sendNow(own.api, blastId);
    await service.db.prisma.contactList.deleteMany({ where: { workspaceId: own.id, id: listId } });
    await service.drain();
    expect(await readBlast(own.api, blastId)).toMatchObject({ status: 'failed', audience: null });
  });

  test('counts against the free plan like any list', async () => {
    own = await service.workspace({ plan: 'free' });
    const blastId = await givenBlast(own, { emailId: await givenEmail({ db: service.db, workspaceId: own.id }) });
    await given(blastId, named(await contacts(101)));
    const { error } = await own.api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } } });
    expect(error).toMatchObject({ error_code: 'free_plan_email_limit', details: { limit: 100, current: 0 } });
  });
});

describe('two at once', () => {
  test('leave one list, the one of the later', async () => {
    const blastId = await givenBlast(own);
    const answer = await behind(
      service.db,
      (tx) => setInlineAudience({ db: tx, workspaceId: own.id, now: new Date() }, openEvents(), blastId, named([], { name: 'Earlier' })),
      () => put(blastId, named([], { name: 'Later' })),
    );
    expect(answer.data?.audience?.name).toBe('Later');
    expect(await privateLists()).toEqual([{ id: answer.data?.audience_list_id, owner: blastId }]);
  });

  test('leave none when the later names a list of the workspace', async () => {
    const blastId = await givenBlast(own);
    const existing = await givenList({ db: service.db, workspaceId: own.id }, []);
    const answer = await behind(
      service.db,
      (tx) => setInlineAudience({ db: tx, workspaceId: own.id, now: new Date() }, openEvents(), blastId, named([])),
      () => put(blastId, { source: 'existing', list_id: existing }),
    );
    expect(answer.data).toMatchObject({ audience_list_id: existing, audience_source: 'existing' });
    expect(await privateLists()).toEqual([]);
  });

  test('leave the list of the workspace out when the later makes one', async () => {
    const blastId = await givenBlast(own);
    const existing = await givenList({ db: service.db, workspaceId: own.id }, []);
    const answer = await behind(
      service.db,
      (tx) => setAudience({ db: tx, workspaceId: own.id, now: new Date() }, blastId, { source: 'existing', list_id: existing }),
      () => put(blastId, named([])),
    );
    expect(answer.data?.audience_source).toBe('inline');
    expect(await privateLists()).toEqual([{ id: answer.data?.audience_list_id, owner: blastId }]);
  });

  test('make no list for a blast that is being deleted or sent', async () => {
    const [deleted, sent] = [await givenBlast(own), await givenBlast(own)];
    const gone = await behind(
      service.db,
      (tx) => deleteBlast({ db: tx, workspaceId: own.id }, deleted),
      () => put(deleted, named([])),
    );
    expect(gone.error?.error_code).toBe('not_found');
    const late = await behind(
      service.db,
      (tx) => setStatus({ db: tx, workspaceId: own.id }, sent, 'sent'),
      () => put(sent, named([])),
    );
    expect(late.error?.error_code).toBe('campaign_invalid_state');
    expect(await privateLists()).toEqual([]);
  });

  test('do not wait for each other in a circle when a member or the list is being deleted', async () => {
    const blastId = await givenBlast(own);
    const members = (await contacts(1)) as [string];
    const first = await given(blastId, named(members));
    const second = await behind(
      service.db,
      (tx) => removeFromAllLists({ db: tx, workspaceId: own.id }, members),
      () => put(blastId, named(members)),
    );
    expect(second.data?.audience?.member_count).toBe(1);
    expect(await readList(first)).toBeNull();
    const third = await behind(
      service.db,
      (tx) => tx.prisma.contactList.deleteMany({ where: { workspaceId: own.id, id: second.data?.audience_list_id as string } }),
      () => put(blastId, named(members)),
    );
    expect(await privateLists()).toEqual([{ id: third.data?.audience_list_id, owner: blastId }]);
  });

  test.runIf(isAtLength)('or thirty, with the list deleted in between, all succeed and leave at most one list', async () => {
    const blastId = await givenBlast(own);
    const members = await contacts(3);
    const existing = await givenList({ db: service.db, workspaceId: own.id }, members);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        if (i % 3 === 0) return put(blastId, { source: 'existing', list_id: existing });
        if (i % 3 === 1) return put(blastId, named(members));
        const [list] = await privateLists();
        if (!list) return put(blastId, ruled(inCompany('Fjord')));
        // As the end of its blast would do, which holds the blast first.
        await service.db.transaction(async (tx) => {
          await tx.query(sql`SELECT 1 AS held FROM blasts WHERE workspace_id = ${own.id}::uuid AND id = ${blastId}::uuid FOR UPDATE`);
          await tx.prisma.contactList.deleteMany({ where: { workspaceId: own.id, id: list.id } });
        });
        return { response: { status: 204 } };
      }),
    );
    expect(answers.filter(({ response }) => ![200, 204, 404].includes(response.status))).toEqual([]);
    const { audience_list_id, audience_source } = await readBlast(own.api, blastId);
    expect(await privateLists()).toEqual(audience_source === 'inline' ? [{ id: audience_list_id, owner: blastId }] : []);
  });
});
