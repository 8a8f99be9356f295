/** Entries by events: every trigger and every source, and no other contacts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeContacts } from '../../../src/audience/contacts/contacts.service.ts';
import type { Trigger } from '../../../src/campaigns/flows/definition.ts';
import { enter, listen as lookWhoListens } from '../../../src/campaigns/flows/listening/inbox.repo.ts';
import { flowSubscriptions } from '../../../src/campaigns/flows/listening/listening.ts';
import { createTokens } from '../../../src/campaigns/tracking/tokens.ts';
import { sql, type Tx } from '../../../src/platform/db.ts';
import { type Events, openEvents } from '../../../src/platform/events.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { asTx } from '../../support/database.ts';
import { execute, startFile, startRows, straight } from '../../support/imports.ts';
import { asking } from '../../support/pages.ts';
import { explain, statementsOf } from '../../support/plans.ts';
import { behind, deadlocksIn } from '../../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { givenTent } from '../../tents/given.ts';
import { listeningFlow, pauseFlow, takeEntries, takeInbox } from './listening-flow.ts';

let service: TestService;
let workspace: TestWorkspace;
let ask: ReturnType<typeof asking>;
beforeAll(async () => {
  service = await startTestService({ APP_SECRET: 'a secret for the tests' });
  workspace = await service.workspace();
  ask = asking({ ...service, slug: workspace.slug });
  const fields = [
    { api_name: 'trail', display_name: 'Trail', value_type: 'string' },
    { api_name: 'nights', display_name: 'Nights', value_type: 'number' },
    { api_name: 'member', display_name: 'Member', value_type: 'boolean' },
    { api_name: 'arrival', display_name: 'Arrival', value_type: 'date' },
  ] as const;
  for (const body of fields) await must(workspace.api.POST('/v1/contact-fields', { body }));
});
afterAll(() => service.stop());

let counter = 0;
const somebody = () => `hiker${++counter}@mail.example`;
type Item = Record<string, unknown>;
const create = async (...items: Item[]): Promise<string[]> => {
  const { items: results } = await must(workspace.api.POST('/v1/contacts', { body: { items } as never }));
  return results.map(({ contact_id }) => contact_id as string);
};
const person = async (fields: Item = {}): Promise<string> => (await create({ email: somebody(), ...fields }))[0] as string;
const patch = (contact_id: string, body: Item) =>
  must(workspace.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id } }, body: body as never }));
const listen = (...triggers: Trigger[]) => listeningFlow(service, workspace.id, triggers);
const entries = (flowId: string) => takeEntries(service, flowId);
const list = async (...contact_ids: string[]) =>
  (await must(workspace.api.POST('/v1/contact-lists', { body: { name: `List ${++counter}`, kind: 'static', contact_ids } }))).list_id;
const add = (listId: string, contact_ids: string[]) =>
  must(workspace.api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } }));
const remove = (listId: string, contact_ids: string[]) =>
  must(workspace.api.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids } }));
const idsOf = async (...emails: string[]) =>
  (await service.db.prisma.contact.findMany({ where: { workspaceId: workspace.id, email: { in: emails } } })).map(({ id }) => id).sort();
const submit = async (tentId: string, fields: Record<string, string>) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const answer = await ask(`/submit/${tentId}/signup`, { method: 'POST', body: new URLSearchParams(fields).toString(), headers });
  expect(JSON.parse(answer.text)).toMatchObject({ accepted: true });
};
const via = (ids: string[], type: Trigger['type']) => [...ids].sort().map((id) => [id, type]);
const importRows = async (rows: Record<string, string>[], listIds: string[] = []) => {
  const fields = Object.keys(rows[0] as object);
  const sessionId = await startRows(workspace, rows);
  await must(execute(workspace, sessionId, { mappings: straight(...fields), ...(listIds.length > 0 && { list_ids: listIds }) } as never));
  await service.drain();
};

const CREATED: Trigger = { type: 'contact_created' };
const changed = (field: string): Trigger => ({ type: 'contact_updated', field, operator: 'changed' });

describe('contact_created', () => {
  it.runIf(isAtLength)('hears of everybody who is new, whether by the API, an import or a form, and of nobody else', async () => {
    const tentId = await givenTent({ db: service.db, workspaceId: workspace.id }, { path: `created-${++counter}` });
    const flow = await listen(CREATED);
    const known = await person();
    const [a, b] = [somebody(), somebody()];
    const ids = await create({ email: a }, { email: 'no email' }, { email: b });
    expect(await entries(flow)).toEqual(via([known, ids[0], ids[2]] as string[], 'contact_created'));

    const c = somebody();
    await must(workspace.api.POST('/v1/contacts/upsert', { body: { items: [{ email: c }, { email: a, company: 'Known' }] } }));
    expect(await entries(flow)).toEqual(via(await idsOf(c), 'contact_created'));

    const [d, e] = [somebody(), somebody()];
    await importRows([
      { email: d, company: 'New' },
      { email: a, company: 'Again' },
      { email: e, company: 'New' },
    ]);
    expect(await entries(flow)).toEqual(via(await idsOf(d, e), 'contact_created'));

    const f = somebody();
    await submit(tentId, { email: f });
    await submit(tentId, { email: a, name: 'Known' });
    expect(await entries(flow)).toEqual(via(await idsOf(f), 'contact_created'));
    await patch(known, { company: 'Changed' });
    expect(await entries(flow)).toEqual([]);
  });
});

describe('contact_updated', () => {
  it.runIf(isAtLength)('hears of a change from wherever it comes, and not of a creation', async () => {
    const tentId = await givenTent({ db: service.db, workspaceId: workspace.id }, { path: `updated-${++counter}` });
    const flow = await listen(changed('company'), changed('unsubscribed'));
    const email = somebody();
    const [id] = (await create({ email, company: 'At first' }, { email: somebody(), company: 'Other' })) as [string];
    expect(await entries(flow)).toEqual([]);
    const heard = via([id], 'contact_updated');

    await patch(id, { company: 'By its id' });
    expect(await entries(flow)).toEqual(heard);
    await patch(id, { company: 'By its id', job_title: 'Guide' });
    expect(await entries(flow)).toEqual([]);
    await must(workspace.api.POST('/v1/contacts/update', { body: { items: [{ contact_id: id, company: 'In a batch' }] } }));
    expect(await entries(flow)).toEqual(heard);
    await must(workspace.api.POST('/v1/contacts/upsert', { body: { items: [{ email, company: 'By its email' }] } }));
    expect(await entries(flow)).toEqual(heard);
    await importRows([{ email, company: 'From a file' }]);
    expect(await entries(flow)).toEqual(heard);
    await patch(id, { company: '' });
    expect(await entries(flow)).toEqual(heard);
    // A form fills in what is empty.
    await submit(tentId, { email, company: 'By a form' });
    expect(await entries(flow)).toEqual(heard);

    const token = createTokens('a secret for the tests').unsubscribe({ workspaceId: workspace.id, deliveryId: newId(), contactId: id });
    expect((await fetch(`${service.url}/u/${token}`, { method: 'POST' })).status).toBe(200);
    expect(await entries(flow)).toEqual(heard);
    await must(workspace.api.POST('/v1/suppressions/remove', { body: { addresses: [email] } }));
    expect(await entries(flow)).toEqual(heard);
  });

  const ARRIVAL = '2031-05-04T09:00:00.000Z';
  /** Trigger, and the values that fit it and that do not, the first given being what the contact has before. */
  it.each<[string, Trigger, Item[], Item[]]>([
    ['any change', changed('city'), [{ city: 'Narvik' }, { city: null }], []],
    ['any change of a field of the workspace', changed('trail'), [{ custom_fields: { trail: 'North' } }], [{ company: 'X' }]],
    ['equals', updated('city', 'equals', 'NARVIK'), [{ city: 'Narvik' }], [{ city: 'Narvik by' }]],
    ['not_equals', updated('jobTitle', 'not_equals', 'guide'), [{ job_title: 'Cook' }, { job_title: '' }], [{ job_title: 'Guide' }]],
    ['contains', updated('company', 'contains', 'trail'), [{ company: 'Juniper Trail AB' }], [{ company: 'Juniper' }]],
    ['not_contains', updated('company', 'not_contains', 'trail'), [{ company: 'Juniper' }], [{ company: 'Juniper Trail AB' }]],
    ['starts_with', updated('email', 'starts_with', 'Guide'), [{ email: 'guide.1@mail.example' }], [{ email: 'a.guide@mail.example' }]],
    ['ends_with', updated('emailDomain', 'ends_with', 'example'), [{ email_domain: 'hut.example' }], [{ email_domain: 'example.com' }]],
    ['is_empty', updated('city', 'is_empty'), [{ city: null }], [{ city: 'Oslo' }]],
    ['is_not_empty', updated('city', 'is_not_empty'), [{ city: 'Oslo' }], [{ city: null }]],
    ['is_true', updated('unsubscribed', 'is_true'), [{ unsubscribed: true }], [{ unsubscribed: false }]],
    [
      'is_false',
      updated('marketingEmailSubscribed', 'is_false'),
      [{ marketing_email_subscribed: false }],
      [{ marketing_email_subscribed: true }, { marketing_email_subscribed: null }],
    ],
    [
      'greater_than',
      updated('serviceScore', 'greater_than', 10),
      [{ service_score: 10.5 }],
      [{ service_score: 10 }, { service_score: null }],
    ],
    ['less_than_or_equal', updated('serviceScore', 'less_than_or_equal', 10), [{ service_score: 10 }], [{ service_score: 11 }]],
    [
      'a number of the workspace',
      updated('nights', 'greater_than_or_equal', 3),
      [{ custom_fields: { nights: 3 } }],
      [{ custom_fields: { nights: 2 } }, { custom_fields: { nights: null } }],
    ],
    [
      'a text of the workspace',
      updated('trail', 'equals', 'north'),
      [{ custom_fields: { trail: 'North' } }],
      [{ custom_fields: { trail: 'South' } }],
    ],
    [
      'yes or no of the workspace',
      updated('member', 'is_true'),
      [{ custom_fields: { member: true } }],
      [{ custom_fields: { member: false } }],
    ],
    [
      'a date of the workspace',
      updated('arrival', 'less_than', '2031-05-05'),
      [{ custom_fields: { arrival: ARRIVAL } }],
      [{ custom_fields: { arrival: '2031-05-05' } }],
    ],
    [
      'no date of the workspace',
      updated('arrival', 'is_empty'),
      [{ custom_fields: { arrival: null } }],
      [{ custom_fields: { arrival: ARRIVAL } }],
    ],
  ])('looks at the new value: %s', async (_what, trigger, fitting, others) => {
    // All of them in one batch, so that each has to be separated from its neighbours.
    const given = [...fitting, ...others];
    // The opposite of what they are going to have.
    const before = {
      city: 'Before',
      job_title: 'Before',
      company: 'Before',
      first_name: 'Before',
      service_score: -1,
      unsubscribed: !(trigger.type === 'contact_updated' && trigger.operator === 'is_true'),
      marketing_email_subscribed: undefined,
      custom_fields: { nights: 0, trail: 'Before', arrival: '2030-01-01' },
    };
    const ids = await create(...given.map(() => ({ email: somebody(), ...before })));
    for (const [n, change] of given.entries()) {
      if (change.marketing_email_subscribed === null) await patch(ids[n] as string, { marketing_email_subscribed: true });
    }
    const flow = await listen(trigger);
    const items = given.map((change, n) => ({ contact_id: ids[n] as string, ...change }));
    await must(workspace.api.POST('/v1/contacts/update', { body: { items } as never }));
    expect(await entries(flow)).toEqual(via(ids.slice(0, fitting.length), 'contact_updated'));
  });

  it.runIf(isAtLength)('hears nothing of a field that is archived', async () => {
    const body = { api_name: 'gone', display_name: 'Gone', value_type: 'string' } as const;
    const { field_definition_id } = (await must(workspace.api.POST('/v1/contact-fields', { body }))) as { field_definition_id: string };
    const contact = await person({ custom_fields: { gone: 'before' } });
    const flow = await listen(changed('gone'), updated('gone', 'is_empty'));
    // As an older version let it go.
    const where = { workspaceId_id: { workspaceId: workspace.id, id: field_definition_id } };
    await service.db.prisma.contactFieldDefinition.update({ where, data: { status: 'archived' } });
    await patch(contact, { company: 'Changed' });
    expect(await entries(flow)).toEqual([]);
  });
});

function updated(field: string, operator: string, value?: string | number): Trigger {
  return { type: 'contact_updated', field, operator, ...(value !== undefined && { value }) } as Trigger;
}

describe('places on lists', () => {
  it.runIf(isAtLength)('are heard of when somebody comes on the list or off it, by a request, a new list or an import', async () => {
    const [a, b, c] = (await create({ email: somebody() }, { email: somebody() }, { email: somebody() })) as [string, string, string];
    const [listId, other] = [await list(a), await list()];
    const [on, off] = [
      await listen({ type: 'added_to_static_list', list_id: listId }),
      await listen({ type: 'removed_from_static_list', list_id: listId }),
    ];
    await add(other, [a, b]);
    await add(listId, [a, b]);
    expect(await entries(on)).toEqual(via([b], 'added_to_static_list'));
    await remove(other, [a]);
    await remove(listId, [a, c]);
    expect(await entries(off)).toEqual(via([a], 'removed_from_static_list'));
    const email = somebody();
    await importRows([{ email, company: 'New' }], [listId, other]);
    expect(await entries(on)).toEqual(via(await idsOf(email), 'added_to_static_list'));
    await workspace.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: b } } });
    await workspace.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId } } });
    expect([await entries(on), await entries(off)]).toEqual([[], []]);
  });
});

describe('form_submitted', () => {
  it.runIf(isAtLength)('hears of one form of one page, and of each contact once for a flow', async () => {
    const [tentId, other] = [
      await givenTent({ db: service.db, workspaceId: workspace.id }),
      await givenTent({ db: service.db, workspaceId: workspace.id }),
    ];
    const flow = await listen({ type: 'form_submitted', tent_id: tentId, form_id: 'signup' });
    const wrong = await listen({ type: 'form_submitted', tent_id: tentId, form_id: 'other' });
    const [a, b] = [somebody(), somebody()];
    await create({ email: a });
    await submit(tentId, { email: a });
    await submit(other, { email: a });
    await submit(tentId, { email: b });
    expect(await entries(flow)).toEqual(via(await idsOf(a, b), 'form_submitted'));
    // Together, in one group: one reason to enter each.
    await Promise.all(Array.from({ length: 6 }, () => submit(tentId, { email: b, name: `Person ${++counter}` })));
    const told = await entries(flow);
    expect(told.length).toBeLessThan(6);
    expect(new Set(told.flat())).toEqual(new Set([...(await idsOf(b)), 'form_submitted']));
    expect(await entries(wrong)).toEqual([]);
  });
});

describe('one write', () => {
  it.runIf(isAtLength)('lets somebody in once, by the first of the triggers that fits', async () => {
    const tentId = await givenTent({ db: service.db, workspaceId: workspace.id });
    const form: Trigger = { type: 'form_submitted', tent_id: tentId, form_id: 'signup' };
    const [formFirst, creationFirst] = [await listen(changed('city'), form, CREATED), await listen(CREATED, form)];
    const email = somebody();
    await submit(tentId, { email });
    const [id] = (await idsOf(email)) as [string];
    expect(await takeInbox(service, formFirst)).toEqual([{ kind: 'entry', contactId: id, enteredVia: 'form_submitted' }]);
    expect(await takeInbox(service, creationFirst)).toEqual([{ kind: 'entry', contactId: id, enteredVia: 'contact_created' }]);
    await submit(tentId, { email });
    expect([await entries(formFirst), await entries(creationFirst)]).toEqual([via([id], 'form_submitted'), via([id], 'form_submitted')]);

    const listId = await list();
    const listFirst = await listen({ type: 'added_to_static_list', list_id: listId }, CREATED);
    const imported = somebody();
    await importRows([{ email: imported, company: 'New' }], [listId]);
    expect(await takeInbox(service, listFirst)).toMatchObject([{ enteredVia: 'added_to_static_list' }]);
    expect(await takeInbox(service, creationFirst)).toMatchObject([{ enteredVia: 'contact_created' }]);
  });

  it('passes over a trigger whose filter does not fit', async () => {
    const flow = await listen(updated('city', 'equals', 'Oslo'), changed('company'), CREATED);
    const [a, b] = (await create({ email: somebody() }, { email: somebody() })) as [string, string];
    await takeInbox(service, flow);
    const items = [a, b].map((contact_id, n) => ({ contact_id, city: n ? 'Oslo' : 'Bergen', ...(n === 0 && { company: 'Hut' }) }));
    await must(workspace.api.POST('/v1/contacts/update', { body: { items } }));
    expect(await takeInbox(service, flow)).toEqual(
      [a, b].sort().map((contactId) => ({ kind: 'entry', contactId, enteredVia: 'contact_updated' })),
    );
  });
});

describe('a flow that writes', () => {
  it('does not hear itself; others hear it', async () => {
    const events = openEvents();
    events.subscribe(flowSubscriptions({ clock: service.clock }));
    const triggers = [changed('company'), CREATED];
    const [writer, other] = [await listen(...triggers), await listen(...triggers)];
    const item = { email: somebody(), company: 'First' };
    const upsert = (by: Events, company: string) =>
      writeContacts({ db: service.db, workspaceId: workspace.id, now: service.clock.now() }, by, {
        mode: 'upsert',
        items: [{ ...item, company }],
        itemIssues: [null],
      });
    await upsert(events.by(writer), 'First');
    await upsert(events.by(writer), 'Second');
    const [id] = (await idsOf(item.email)) as [string];
    const both = [
      [id, 'contact_created'],
      [id, 'contact_updated'],
    ];
    expect([await entries(writer), await entries(other)]).toEqual([[], both]);
    await upsert(events, 'Third');
    expect([await entries(writer), await entries(other)]).toEqual([via([id], 'contact_updated'), via([id], 'contact_updated')]);
  });
});

describe('a flow that is being deleted', () => {
  const gone = (id: string) => (tx: Tx) => tx.prisma.flow.delete({ where: { workspaceId_id: { workspaceId: workspace.id, id } } });
  const place = (flowId: string, contactId: string) => ({
    ...{ workspaceId: workspace.id, flowId, contactId, memberId: newId(), stepId: 's', visit: 1 },
    ...{ status: 'waiting', startedAt: new Date(), watches: true },
  });
  const passage = (flowId: string, contactId: string) => ({
    ...{ workspaceId: workspace.id, id: newId(), flowId, contactId, enteredVia: 'manual', enteredAt: new Date() },
    ...{ status: 'completed', endedAt: new Date() },
  });

  it.each<[string, (flowId: string, contactId: string) => Promise<unknown>, (contactId: string) => Promise<unknown>]>([
    ['somebody would enter', async () => {}, (id) => patch(id, { company: 'Changed' })],
    [
      'a member would be looked at',
      (flowId, contactId) => service.db.prisma.flowPosition.create({ data: place(flowId, contactId) }),
      (id) => patch(id, { city: 'Elsewhere' }),
    ],
    [
      'a contact is deleted',
      (flowId, contactId) => service.db.prisma.flowMembership.create({ data: passage(flowId, contactId) }),
      (id) => must(workspace.api.POST('/v1/contacts/delete', { body: { contact_ids: [id] } })),
    ],
  ])("is in nobody's way when %s", async (_what, prepare, write) => {
    const id = await person();
    const flow = await listen(changed('company'));
    await prepare(flow, id);
    await behind(service.db, gone(flow), () => write(id));
    expect(await takeInbox(service, flow)).toEqual([]);
  });
});

describe('nothing is heard', () => {
  it('of what was before, while the flow is paused, in other workspaces, or when the write is undone', async () => {
    const [a, b] = (await create({ email: somebody() }, { email: somebody() })) as [string, string];
    const listId = await list(a);
    const triggers: Trigger[] = [{ type: 'added_to_static_list', list_id: listId }, changed('company'), CREATED];
    await patch(a, { company: 'Before' });
    const flow = await listen(...triggers);
    expect(await entries(flow)).toEqual([]);

    await pauseFlow(service, workspace.id, flow);
    await patch(a, { company: 'While it is paused' });
    await add(listId, [b]);
    const elsewhere = await service.workspace();
    const theirs = await listeningFlow(service, elsewhere.id, triggers);
    await must(elsewhere.api.POST('/v1/contacts', { body: { items: [{ email: somebody() }] } }));
    expect(await takeEntries(service, theirs)).toHaveLength(1);
    await patch(b, { company: 'Not theirs' });
    expect([await entries(flow), await entries(theirs)]).toEqual([[], []]);

    // The flow is paused between the two statements of a write.
    const pausing = await listen(...triggers);
    const heard = await lookWhoListens(
      { db: service.db, workspaceId: workspace.id, now: service.clock.now() },
      { happenings: [{ type: 'contact_created', subject: '' }], contactIds: [], changedCount: 0 },
    );
    await pauseFlow(service, workspace.id, pausing);
    await enter(
      { db: asTx(service.db), workspaceId: workspace.id, now: service.clock.now() },
      heard.map((trigger) => ({ ...trigger, contactIds: [a], day: null })),
    );
    expect(heard.map(({ flowId }) => flowId)).toContain(pausing);
    expect(await entries(pausing)).toEqual([]);

    const active = await listen(...triggers);
    const missing = await workspace.api.POST('/v1/contact-lists', {
      body: { name: `List ${++counter}`, kind: 'static', contact_ids: [a, newId()] },
    });
    expect(missing.response.status).toBe(404);
    expect(await entries(active)).toEqual([]);
  });
});

describe('members who wait for a change', () => {
  it('are looked at when their contact changes or comes on or off a list; others are not', async () => {
    const ids = (await create(...Array.from({ length: 4 }, () => ({ email: somebody() })))) as [string, string, string, string];
    const [flow, second] = [await listen(), await listen()];
    const place = (flowId: string, contactId: string, watches: boolean) => ({
      ...{ workspaceId: workspace.id, flowId, contactId, memberId: newId(), stepId: 's', visit: 1 },
      ...{ status: 'waiting', startedAt: new Date(), watches },
    });
    const data = [place(flow, ids[0], true), place(second, ids[0], true), place(flow, ids[1], true), place(flow, ids[2], false)];
    await service.db.prisma.flowPosition.createMany({ data });
    const looks = (...contactIds: string[]) => contactIds.sort().map((contactId) => ({ kind: 'look', contactId, enteredVia: null }));
    const inbox = async (flowId: string) => (await takeInbox(service, flowId)).sort((a, b) => (a.contactId < b.contactId ? -1 : 1));

    const items = ids.map((contact_id) => ({ contact_id, city: 'Tromsø' }));
    await must(workspace.api.POST('/v1/contacts/update', { body: { items } }));
    expect([await inbox(flow), await inbox(second)]).toEqual([looks(ids[0], ids[1]), looks(ids[0])]);
    const listId = await list(ids[1], ids[2], ids[3]);
    expect(await inbox(flow)).toEqual(looks(ids[1]));
    await remove(listId, ids);
    expect(await inbox(flow)).toEqual(looks(ids[1]));
    await patch(ids[1], { city: 'Tromsø' });
    await person();
    expect([await inbox(flow), await inbox(second)]).toEqual([[], []]);
  });
});

describe('a contact that is deleted', () => {
  it('is told of, by name and address, to every flow that it is or has been in', async () => {
    const [inside, before, never] = [await listen(), await listen(), await listen()];
    const [gone, stays] = (await create({ email: 'gone@mail.example', display_name: 'Gone' }, { email: somebody() })) as [string, string];
    const membership = (flowId: string, contactId: string, over: boolean) => ({
      ...{ workspaceId: workspace.id, id: newId(), flowId, contactId, enteredVia: 'manual', enteredAt: new Date() },
      ...(over ? { status: 'completed', endedAt: new Date() } : { status: 'under_way' }),
    });
    await service.db.prisma.flowMembership.createMany({
      data: [
        membership(inside, gone, true),
        membership(inside, gone, false),
        membership(before, gone, true),
        membership(never, stays, false),
      ],
    });
    await must(workspace.api.POST('/v1/contacts/delete', { body: { contact_ids: [gone] } }));
    const told = await service.db.prisma.flowInbox.findMany({
      where: { contactId: gone, kind: { not: 'entry' } },
      orderBy: { flowId: 'asc' },
    });
    expect(told.map(({ flowId, kind, displayName, email }) => ({ flowId, kind, displayName, email }))).toEqual(
      [inside, before].sort().map((flowId) => ({ flowId, kind: 'gone', displayName: 'Gone', email: 'gone@mail.example' })),
    );
    expect(await takeInbox(service, never)).toEqual([]);
  });
});

describe('many at once', () => {
  const FIRST_LOOK = 'WITH concerned AS';
  /** The queries of flows about a write: the listening flows, then their contacts. */
  const asked = async (work: () => Promise<unknown>) =>
    (await statementsOf(work)).filter(({ text }) => text.includes(FIRST_LOOK) || text.includes('WITH open AS'));

  it.runIf(isAtLength)('an import of thousands is two statements a chunk, and one where nobody waits', async () => {
    const rows = Array.from({ length: 1_500 }, () => `${somebody()},Import`);
    const file = `email,company\n${rows.join('\n')}\n`;
    const quiet = await service.workspace();
    const run = async (into: TestWorkspace) => {
      const sessionId = await startFile(service, into, file);
      await must(execute(into, sessionId, { mappings: straight('email', 'company') }));
      const statements = await asked(() => service.drain());
      const looks = statements.filter(({ text }) => text.includes(FIRST_LOOK)).length;
      return [looks, statements.length - looks];
    };
    const [chunks, none] = (await run(quiet)) as [number, number];
    expect([chunks <= 3, none]).toEqual([true, 0]);
    const flow = await listen(CREATED, updated('company', 'contains', 'imp'));
    const [looks, more] = (await run(workspace)) as [number, number];
    expect([looks <= 3, more]).toEqual([true, looks]);
    expect(await entries(flow)).toHaveLength(1_500);
  });

  it.runIf(isAtLength)('a write that no flow waits for is one look at an index of what is active, however many there are', async () => {
    const quiet = await service.workspace();
    const flow = await listeningFlow(service, quiet.id, [{ type: 'contact_updated', field: 'city', operator: 'changed' }]);
    await service.db.query(sql`
      INSERT INTO flow_triggers (workspace_id, flow_id, position, type, subject, trigger)
      SELECT ${quiet.id}::uuid, ${flow}::uuid, n, 'added_to_static_list', n::text, '{}' FROM generate_series(1, 4000) AS n`);
    await service.db.query(sql`
      INSERT INTO flow_positions (workspace_id, contact_id, flow_id, member_id, step_id, visit, status, started_at, watches)
      SELECT ${workspace.id}::uuid, gen_random_uuid(), ${await listen()}::uuid, gen_random_uuid(), 's', 1, 'waiting', now(), true
      FROM generate_series(1, 4000)`);
    await service.db.query({ text: 'ANALYZE flow_triggers, flow_positions', values: [] });
    const items = Array.from({ length: 50 }, () => ({ email: somebody() }));
    const statements = await asked(() => must(quiet.api.POST('/v1/contacts', { body: { items } })));
    expect(statements).toHaveLength(1);
    const read = await explain(service.db.pool, statements[0] as never, new Set(['flow_triggers', 'flow_positions']));
    expect([...read.indexes]).toContain('flow_triggers_heard');
    expect([...read.scanned]).toEqual([]);
    // Of the workspace's 4,000 triggers and the other one's 4,000 members none is read.
    expect(read.pages).toBeLessThan(20);
    expect(read.rows).toBeLessThan(60);
  });

  it.runIf(isAtLength)('writers of the same people, flows that come and go, and deletions wait in no circle', async () => {
    const ids = (await create(...Array.from({ length: 40 }, () => ({ email: somebody() })))) as string[];
    const listId = await list();
    const triggers: Trigger[] = [
      changed('company'),
      { type: 'added_to_static_list', list_id: listId },
      { type: 'date_based', field: 'arrival', mode: 'on_date', trigger_time: '00:00', timezone: 'UTC', include_anniversaries: false },
    ];
    const flows = await Promise.all(Array.from({ length: 6 }, () => listen(...triggers)));
    const arrival = service.clock.now().toISOString().slice(0, 10);
    const turned = (n: number) => (n % 2 ? ids.toReversed() : ids);
    const writes = Array.from({ length: 24 }, async (_, n) => {
      const items = turned(n).map((contact_id) => ({
        contact_id,
        company: `Company ${n}`,
        custom_fields: { arrival: n % 3 ? arrival : null },
      }));
      const { response } = await workspace.api.POST('/v1/contacts/update', { body: { items } });
      if (n % 4 === 0) await add(listId, turned(n));
      if (n % 4 === 1) await remove(listId, turned(n));
      if (n % 6 === 2) await pauseFlow(service, workspace.id, flows[n % flows.length] as string);
      if (n % 8 === 3) await service.db.prisma.flow.deleteMany({ where: { id: flows[n % flows.length] as string } });
      return response.status;
    });
    expect(new Set(await Promise.all(writes))).toEqual(new Set([200]));
    expect(await deadlocksIn(service.db)).toBe(0);
  });
});
