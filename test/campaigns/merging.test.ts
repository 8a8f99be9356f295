/** Contacts that are merged into one: fields, lists, flows, mail, timelines, and who comes at the same moment. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import type { ApiClient } from '../support/client.ts';
import { expectSound } from '../support/flows.ts';
import { execute, resultsOf, startRows, straight } from '../support/imports.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

type Schemas = components['schemas'];

let service: TestService;
let sink: SmtpSink;
let workspace: TestWorkspace;
let api: ApiClient;
beforeAll(async () => {
  sink = await startSmtp();
  service = await startTestService({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await expectSound(service.db);
  await service.stop();
  await sink.close();
});
beforeEach(async () => {
  workspace = await service.workspace();
  api = workspace.api;
});

async function person(fields: Schemas['ContactUpsertItem']): Promise<string> {
  const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [fields] } }));
  return (items[0] as { contact_id: string }).contact_id;
}
const at = (contact_id: string) => ({ params: { path: { contact_id } } });
const get = (id: string) => must(api.GET('/v1/contacts/{contact_id}', at(id)));
const timeline = async (id: string) =>
  (await must(api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: id }, query: { limit: 100 } } }))).items;
const merge = (keep_id: string, merge_ids: string[], more: Partial<Schemas['MergeContactsRequest']> = {}, headers = {}) =>
  api.POST('/v1/contacts/merge', { body: { keep_id, merge_ids, ...more }, headers });
const list = async (name: string, contact_ids: string[]) =>
  (await must(api.POST('/v1/contact-lists', { body: { name, kind: 'static', contact_ids } }))).list_id;
const listsOf = async (id: string) => (await must(api.GET('/v1/contacts/{contact_id}/lists', at(id)))).lists;
const flowsOf = async (id: string, query = {}) =>
  (await must(api.GET('/v1/contacts/{contact_id}/flows', { params: { path: { contact_id: id }, query } }))).memberships;
const memberCount = async (listId: string) =>
  (await must(api.GET('/v1/contact-lists/{listId}', { params: { path: { listId } } }))).member_count;

const wait = { step_id: 'a_day', type: 'wait', duration_amount: 1, duration_unit: 'days' } as const;
async function flow(more: Partial<Schemas['CreateEmailFlowRequest']> = {}): Promise<string> {
  const triggers = [{ type: 'added_to_static_list' as const, list_id: await list(`For a flow ${newId()}`, []) }];
  const { flow_id } = await must(api.POST('/v1/email-flows', { body: { name: 'Welcome', triggers, steps: [wait], ...more } }));
  await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } }));
  return flow_id;
}
const enrol = (flowId: string, contactId: string) =>
  must(api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } }, body: {} }));

describe('the lists and flows of a contact', () => {
  it.runIf(isAtLength)('are shown, the latest first, and those of nobody answer 404', async () => {
    const maya = await person({ email: 'maya@example.com' });
    expect(await listsOf(maya)).toEqual([]);
    await list('First', [maya]);
    service.clock.advance({ minutes: 1 });
    await list('Second', [maya]);
    await list('Others', [await person({ email: 'aiko@example.com' })]);
    const lists = await listsOf(maya);
    expect(lists.map(({ name, kind, member_count }) => [name, kind, member_count])).toEqual([
      ['Second', 'static', 1],
      ['First', 'static', 1],
    ]);
    const page = await must(
      api.GET('/v1/contacts/{contact_id}/lists', { params: { path: { contact_id: maya }, query: { limit: 1, page: 2 } } }),
    );
    expect([page.lists.map(({ name }) => name), page.pagination.total]).toEqual([['First'], 2]);

    expect(await flowsOf(maya)).toEqual([]);
    const [one, two] = [await flow({ name: 'One' }), await flow({ name: 'Two' })];
    await enrol(one, maya);
    await enrol(two, maya);
    await must(api.DELETE('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId: one, contactId: maya } } }));
    expect((await flowsOf(maya)).map(({ flow_name, flow_status, status }) => [flow_name, flow_status, status])).toEqual([
      ['Two', 'active', 'waiting'],
      ['One', 'active', 'dropped'],
    ]);
    expect((await flowsOf(maya, { status: 'waiting' })).map(({ flow_name }) => flow_name)).toEqual(['Two']);
    expect((await flowsOf(maya, { status: 'completed' })).length).toBe(0);

    for (const path of ['/v1/contacts/{contact_id}/lists', '/v1/contacts/{contact_id}/flows'] as const)
      expect((await api.GET(path, at(newId()))).response.status).toBe(404);
  });
});

describe('a merge', () => {
  it.runIf(isAtLength)('keeps what the kept contact has, fills what is empty, and deletes the others', async () => {
    await must(api.POST('/v1/contact-fields', { body: { display_name: 'Trail', api_name: 'trail', value_type: 'string' } }));
    await must(api.POST('/v1/contact-fields', { body: { display_name: 'Size', api_name: 'size', value_type: 'number' } }));
    const kept = await person({ email: 'maya@example.com', first_name: 'Maya', tags: ['a'], custom_fields: { trail: 'Kungsleden' } });
    const second = await person({
      email: 'maya@work.example.com',
      phone: '+46701740605',
      company: 'Fjord',
      tags: ['b', 'a'],
      custom_fields: { trail: 'Padjelanta', size: 39 },
    });
    const third = await person({ email: 'm@old.example.com', external_id: 'crm-1', company: 'Fell', city: 'Umeå', timezone: 'UTC' });
    const { data, response } = await merge(kept, [second, third]);
    expect(response.status).toBe(200);
    expect(data?.contact).toMatchObject({
      contact_id: kept,
      email: 'maya@example.com',
      email_domain: 'example.com',
      phone: '+46701740605',
      external_id: 'crm-1',
      first_name: 'Maya',
      company: 'Fjord',
      city: 'Umeå',
      timezone: 'UTC',
      tags: ['a', 'b'],
      custom_fields: { trail: 'Kungsleden', size: 39 },
    });
    expect(data?.contact).toEqual(await get(kept));
    expect(data?.merged_ids).toEqual([second, third]);
    expect(data?.fields.sort()).toEqual(['city', 'company', 'custom_fields.size', 'external_id', 'phone', 'tags', 'timezone']);
    for (const id of [second, third]) expect((await api.GET('/v1/contacts/{contact_id}', at(id))).response.status).toBe(404);
    // Identifiers that the kept contact did not take are free.
    expect(await person({ email: 'maya@work.example.com' })).not.toBe(kept);
    const entries = await timeline(kept);
    expect(entries.filter(({ type }) => type === 'contact_merged').map(({ metadata }) => metadata)).toMatchObject([
      { contact_id: third, email: 'm@old.example.com', external_id: 'crm-1' },
      { contact_id: second, email: 'maya@work.example.com', phone: '+46701740605' },
    ]);
    expect(entries[0]).toMatchObject({ type: 'contact_updated', metadata: { source: 'public_api' } });
  });

  it('may prefer the contact that was changed last', async () => {
    const kept = await person({ email: 'maya@example.com', company: 'Old', city: 'Umeå' });
    service.clock.advance({ minutes: 1 });
    const newer = await person({ email: 'maya@new.example.com', company: 'New' });
    const { data } = await merge(kept, [newer], { prefer: 'newest' });
    expect(data?.contact).toMatchObject({ contact_id: kept, email: 'maya@new.example.com', company: 'New', city: 'Umeå' });
  });

  it('leaves nobody mailed who has unsubscribed as any of them', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const other = await person({ email: 'maya@old.example.com', unsubscribed: true });
    const { data } = await merge(kept, [other]);
    expect(data?.contact.unsubscribed).toBe(true);
    const { items } = await must(api.GET('/v1/suppressions', {}));
    expect(items.map(({ address }) => address).sort()).toEqual(['maya@example.com', 'maya@old.example.com']);
  });

  it('refuses the kept contact among the others, contacts that are not there, and merges nothing then', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const other = await person({ email: 'aiko@example.com' });
    const itself = await merge(kept, [other, kept]);
    expect([itself.response.status, (itself.error as any)?.details.issues[0].path]).toEqual([400, 'merge_ids.1']);
    const unknown = await merge(kept, [other, newId()]);
    expect([unknown.response.status, (unknown.error as any)?.details.issues[0].path]).toEqual([404, 'merge_ids.1']);
    expect((await merge(newId(), [other])).response.status).toBe(404);
    expect((await merge(kept, [other, other])).response.status).toBe(400);
    const stranger = await service.workspace();
    const theirs = await must(stranger.api.POST('/v1/contacts', { body: { items: [{ email: 'x@example.com' }] } }));
    expect((await merge(kept, [theirs.items[0]?.contact_id as string])).response.status).toBe(404);
    expect((await get(other)).email).toBe('aiko@example.com');
  });

  it('repeats its first answer for its key', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const other = await person({ email: 'aiko@example.com', phone: '+46701740605' });
    const first = await merge(kept, [other], {}, { 'Idempotency-Key': 'merge-1' });
    const again = await merge(kept, [other], {}, { 'Idempotency-Key': 'merge-1' });
    expect([again.response.status, again.response.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.data).toEqual(first.data);
  });

  it('takes over static lists, whose counters stay right', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const [second, third] = [await person({ email: 'b@example.com' }), await person({ email: 'c@example.com' })];
    const both = await list('Both', [kept, second, third]);
    const theirs = await list('Theirs', [second, third]);
    await must(merge(kept, [second, third]));
    expect((await listsOf(kept)).map(({ name }) => name).sort()).toEqual(['Both', 'Theirs']);
    expect([await memberCount(both), await memberCount(theirs)]).toEqual([1, 1]);
  });

  it.runIf(isAtLength)('takes over memberships in flows: one goes on, the others end', async () => {
    const [kept, second, third] = [
      await person({ email: 'a@example.com' }),
      await person({ email: 'b@example.com' }),
      await person({ email: 'c@example.com' }),
    ];
    const [common, theirs, once] = [
      await flow({ name: 'Common' }),
      await flow({ name: 'Theirs' }),
      await flow({ name: 'Once', reentry_policy: 'no_reentry' }),
    ];
    for (const id of [second, kept]) await enrol(common, id);
    for (const id of [second, third]) await enrol(theirs, id);
    for (const id of [kept, second, third]) await enrol(once, id);
    await must(merge(kept, [second, third]));
    const memberships = await flowsOf(kept);
    expect(memberships.map(({ flow_name, status, drop_reason }) => `${flow_name} ${status} ${drop_reason}`).sort()).toEqual([
      'Common dropped contact_merged',
      'Common waiting null',
      'Once dropped contact_merged',
      'Once dropped contact_merged',
      'Once waiting null',
      'Theirs dropped contact_merged',
      'Theirs waiting null',
    ]);
    expect(memberships.every(({ email }) => email === 'a@example.com')).toBe(true);
    await expectSound(service.db);
    // They go on as any other.
    service.clock.advance({ days: 2 });
    await service.drain();
    expect((await flowsOf(kept, { status: 'completed' })).map(({ flow_name }) => flow_name).sort()).toEqual(['Common', 'Once', 'Theirs']);
    await expectSound(service.db);
    const again = await api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', {
      params: { path: { flowId: once, contactId: kept } },
      body: {},
    });
    expect(again.response.status).toBe(409);
  });

  it.runIf(isAtLength)('takes over entries that wait for a flow', async () => {
    const [kept, other] = [await person({ email: 'a@example.com' }), await person({ email: 'b@example.com' })];
    const [listId, both] = [await list('Doors', []), await list('Both doors', [])];
    const entering = (list_id: string) => flow({ triggers: [{ type: 'added_to_static_list', list_id }] });
    await entering(listId);
    await entering(both);
    const add = (id: string, contact_ids: string[]) =>
      must(api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: id } }, body: { contact_ids } }));
    await add(listId, [other]);
    await add(both, [kept, other]);
    await must(merge(kept, [other]));
    await service.drain();
    expect((await flowsOf(kept)).map(({ status, entered_via }) => `${status} ${entered_via}`)).toEqual([
      'waiting added_to_static_list',
      'waiting added_to_static_list',
    ]);
  });

  it.runIf(isAtLength)('takes over what an import shows of its rows', async () => {
    const kept = await person({ email: 'a@example.com' });
    const sessionId = await startRows(workspace, [{ email: 'b@example.com' }, { email: 'c@example.com' }]);
    const { import_run_id } = await must(execute(workspace, sessionId, { mappings: straight('email') }));
    await service.drain();
    const contacts = async () => (await resultsOf(workspace, import_run_id)).map(({ contact_id }) => contact_id);
    const [merged, stays] = (await contacts()) as [string, string];
    await must(merge(kept, [merged]));
    expect(await contacts()).toEqual([kept, stays]);
  });

  it.runIf(isAtLength)('takes over mail that was sent, whose links unsubscribe the kept contact and its old address', async () => {
    const { blastId } = await prepareBlast(api, ['old@example.net', 'new@example.net', 'other@example.net']);
    await sendNow(api, blastId);
    await service.drain();
    const idOf = async (email: string) =>
      (await must(api.GET('/v1/contacts', { params: { query: { email } } }))).items[0]?.contact_id as string;
    const [old, kept, elsewhere] = [
      await idOf('old@example.net'),
      await idOf('new@example.net'),
      await person({ email: 'third@example.net' }),
    ];
    await must(merge(elsewhere, [old]));
    expect((await timeline(elsewhere)).map(({ type }) => type)).toContain('email_sent');
    const report = async () =>
      (await must(api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId }, query: { search: 'old@' } } })))
        .contacts[0];
    expect(await report()).toMatchObject({ contact_id: elsewhere, contact_deleted: false });
    // The kept contact has its own entry in the report; the other's stays as that of a contact that is gone.
    await must(merge(kept, [elsewhere]));
    expect(await report()).toMatchObject({ contact_deleted: true });

    const raw = sink.messages.findLast(({ to }) => to === 'old@example.net')?.raw as string;
    const { headers } = await PostalMime.parse(raw);
    const path = new URL(/<(.+)>/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] as string).pathname;
    const page = await fetch(`${service.url}${path}`);
    // The kept contact's address, shortened.
    expect(await page.text()).toContain('n•••@example.net');
    expect((await fetch(`${service.url}${path}`, { method: 'POST' })).status).toBe(200);
    expect((await get(kept)).unsubscribed).toBe(true);
    const { items } = await must(api.GET('/v1/suppressions', {}));
    expect(items.map(({ address }) => address).sort()).toEqual(['new@example.net', 'old@example.net']);
  });

  it('is told in the order in which it happened', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const other = await person({ email: 'aiko@example.com' });
    await must(api.PATCH('/v1/contacts/{contact_id}', { ...at(other), body: { company: 'Fjord' } }));
    await must(merge(kept, [other]));
    const entries = await timeline(kept);
    expect(entries.map(({ timestamp }) => timestamp)).toEqual(
      entries
        .map(({ timestamp }) => timestamp)
        .toSorted()
        .toReversed(),
    );
    expect((await get(kept)).updated_at).toBe(entries[0]?.timestamp);
  });
});

describe('merges at the same moment as others', () => {
  it.runIf(isAtLength)('wait for a write of a contact, and take what it leaves', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const other = await person({ email: 'aiko@example.com' });
    const { data } = await behind(
      service.db,
      (tx) =>
        tx.query(sql`
          UPDATE contacts SET company = 'Just now', external_id = 'crm-9' WHERE workspace_id = ${workspace.id}::uuid AND id = ${other}::uuid`),
      () => merge(kept, [other]),
    );
    expect(data?.contact).toMatchObject({ company: 'Just now', external_id: 'crm-9' });
  });

  it.runIf(isAtLength)('take entries with them that come while they wait', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const other = await person({ email: 'aiko@example.com' });
    const flowId = await flow();
    await behind(
      service.db,
      async (tx) => {
        await tx.query(sql`SELECT 1 FROM contacts WHERE workspace_id = ${workspace.id}::uuid AND id = ${other}::uuid FOR KEY SHARE`);
        await tx.query(sql`
          INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, entered_via)
          VALUES (${workspace.id}::uuid, ${flowId}::uuid, 'entry', ${other}::uuid, ${service.clock.now()}::timestamptz, 'contact_updated')`);
      },
      () => must(merge(kept, [other])),
    );
    await service.drain();
    expect((await flowsOf(kept)).map(({ entered_via }) => entered_via)).toEqual(['contact_updated']);
  });

  it.runIf(isAtLength)('find contacts gone that were deleted a moment ago', async () => {
    const kept = await person({ email: 'maya@example.com' });
    const other = await person({ email: 'aiko@example.com' });
    const { response } = await behind(
      service.db,
      (tx) => tx.query(sql`DELETE FROM contacts WHERE workspace_id = ${workspace.id}::uuid AND id = ${other}::uuid`),
      () => merge(kept, [other]),
    );
    expect(response.status).toBe(404);
    expect((await get(kept)).email).toBe('maya@example.com');
  });

  it('leave no contact, counter or flow adrift, and close no circle', async () => {
    const PEOPLE = 12;
    const ids: string[] = [];
    for (let n = 0; n < PEOPLE; n++) ids.push(await person({ email: `p${n}@example.com`, external_id: `crm-${n}` }));
    const flowId = await flow();
    const listId = await list('Everybody', ids);
    const some = (n: number) => ids[n % PEOPLE] as string;
    const answers = await Promise.all(
      Array.from({ length: rounds(24, 80) }, (_, n) => {
        const params = { path: { flowId, contactId: some(n * 5) } };
        const items = Array.from({ length: 6 }, (_, i) => ({ email: `p${(n + i * 5) % PEOPLE}@example.com`, company: `Company ${n}` }));
        switch (n % 6) {
          case 0:
            return merge(some(n * 7), [some(n * 7 + 1), some(n * 7 + 2)]);
          case 1:
            return api.POST('/v1/contacts/upsert', { body: { items } });
          case 2:
            return api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params, body: {} });
          case 3:
            return api.POST('/v1/contact-lists/{listId}/contacts', {
              params: { path: { listId } },
              body: { contact_ids: [some(n), some(n + 3)] },
            });
          case 4:
            return api.POST('/v1/contacts/delete', { body: { contact_ids: [some(n * 11)] } });
          default:
            return service.drain().then(() => ({ response: { status: 200 } }));
        }
      }),
    );
    expect(answers.map(({ response }) => response.status).filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
    expect(await deadlocksIn(service.db)).toBe(0);
    await service.drain();
    const members = await service.db.query(sql`
      SELECT l.id FROM contact_lists l WHERE l.workspace_id = ${workspace.id}::uuid AND l.kind = 'static'
        AND l.member_count <> (SELECT count(*) FROM contact_list_members m WHERE m.workspace_id = l.workspace_id AND m.list_id = l.id)`);
    expect(members).toEqual([]);
    const timestamps = await service.db.query(sql`
      SELECT 1 FROM contacts c FULL JOIN contact_moments t ON t.workspace_id = c.workspace_id AND t.contact_id = c.id
      WHERE coalesce(c.workspace_id, t.workspace_id) = ${workspace.id}::uuid AND (c.id IS NULL OR t.contact_id IS NULL)`);
    expect(timestamps).toEqual([]);
    const adrift = await service.db.query(sql`
      SELECT 1 FROM contact_activities a WHERE a.workspace_id = ${workspace.id}::uuid
        AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = a.workspace_id AND c.id = a.contact_id)`);
    expect(adrift).toEqual([]);
    await expectSound(service.db);
  });
});
