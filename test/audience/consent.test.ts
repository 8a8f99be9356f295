import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletedTopicSweep } from '../../src/audience/consent/topics.repo.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { execute, runImport, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const topic = (name: string, body: object = {}) => must(service.api.POST('/v1/topics', { body: { name, default: 'opt_in', ...body } }));

let counter = 0;
async function contact(fields: object = {}): Promise<string> {
  counter += 1;
  const body = { items: [{ email: `consent${counter}@example.net`, ...fields }] };
  const { items } = await must(service.api.POST('/v1/contacts/upsert', { body }));
  return (items[0] as { contact_id: string }).contact_id;
}

const at = (contact_id: string) => ({ params: { path: { contact_id } } });
const consentOf = (contact_id: string) => must(service.api.GET('/v1/contacts/{contact_id}/consent', at(contact_id)));
const record = (contact_id: string, body: object) =>
  service.api.POST('/v1/contacts/{contact_id}/consent', { ...at(contact_id), body: { state: 'subscribed', source: 'Fair', ...body } });
const patch = (contact_id: string, body: object) => must(service.api.PATCH('/v1/contacts/{contact_id}', { ...at(contact_id), body }));

describe('topics', () => {
  it('are made, listed by a cursor, changed and deleted', async () => {
    const own = await service.workspace();
    const create = (name: string) => must(own.api.POST('/v1/topics', { body: { name, default: 'opt_out', visibility: 'private' } }));
    const [first, second] = [await create('One'), await create('Two')];
    expect(first).toMatchObject({ name: 'One', description: null, default: 'opt_out', visibility: 'private' });
    const page = await must(own.api.GET('/v1/topics', { params: { query: { limit: 1 } } }));
    expect(page.topics).toEqual([first]);
    const next = await must(own.api.GET('/v1/topics', { params: { query: { limit: 1, cursor: page.next_cursor as string } } }));
    expect(next).toEqual({ topics: [second] });
    const { error } = await own.api.GET('/v1/topics', { params: { query: { cursor: 'none' } } });
    expect(error).toMatchObject({ error_code: 'invalid_cursor' });

    const path = { params: { path: { topic_id: first.topic_id } } };
    const changed = await must(own.api.PATCH('/v1/topics/{topic_id}', { ...path, body: { name: 'Uno', default: 'opt_in' } }));
    expect(changed).toMatchObject({ name: 'Uno', default: 'opt_in', visibility: 'private' });
    expect(await must(own.api.GET('/v1/topics/{topic_id}', path))).toEqual(changed);
    expect((await own.api.DELETE('/v1/topics/{topic_id}', path)).response.status).toBe(204);
    expect((await own.api.GET('/v1/topics/{topic_id}', path)).response.status).toBe(404);
    expect((await own.api.DELETE('/v1/topics/{topic_id}', path)).response.status).toBe(404);
  });

  it('have names that differ in more than their case', async () => {
    const { topic_id } = await topic('Ölkunde');
    const again = await service.api.POST('/v1/topics', { body: { name: ' öLKUNDE', default: 'opt_in' } });
    expect(again.error).toMatchObject({ error_code: 'conflict', error: 'Another topic is called "öLKUNDE".' });
    const other = await topic('Other');
    const path = { params: { path: { topic_id: other.topic_id } } };
    const renamed = await service.api.PATCH('/v1/topics/{topic_id}', { ...path, body: { name: 'ÖLKUNDE' } });
    expect([renamed.response.status, renamed.error]).toMatchObject([409, { error_code: 'conflict' }]);
    expect((await service.api.PATCH('/v1/topics/{topic_id}', { ...path, body: { name: ' \n' } })).response.status).toBe(400);
    await service.api.DELETE('/v1/topics/{topic_id}', { params: { path: { topic_id } } });
    await topic('ölkunde');
  });

  it('are at most 80', async () => {
    const own = await service.workspace();
    const now = service.clock.now();
    const rows = Array.from({ length: 79 }, (_, place) => ({ name: `${place}`, nameKey: `${place}`, id: crypto.randomUUID() }));
    const data = rows.map((row) => ({
      ...{ workspaceId: own.id, ...row, defaultState: 'opt_in', visibility: 'public', createdAt: now, updatedAt: now },
    }));
    await service.db.prisma.topic.createMany({ data });
    const create = (name: string) => own.api.POST('/v1/topics', { body: { name, default: 'opt_in' } });
    const statuses = (await Promise.all([create('a'), create('b')])).map(({ response }) => response.status);
    expect(statuses.sort()).toEqual([201, 409]);
  });

  it('leave with the states of their contacts, not with the ledger', async () => {
    const { topic_id } = await topic('Short-lived');
    const [one, two] = [await contact(), await contact()];
    for (const id of [one, two]) await must(record(id, { topic_id }));
    await service.api.DELETE('/v1/topics/{topic_id}', { params: { path: { topic_id } } });
    expect((await record(one, { topic_id })).response.status).toBe(404);
    await deletedTopicSweep({ db: service.db, most: 1 }).run(new AbortController().signal);
    expect(await service.db.prisma.contactTopic.count({ where: { topicId: topic_id } })).toBe(0);
    expect(await service.db.prisma.topic.count({ where: { id: topic_id } })).toBe(0);
    const { topics, ledger } = await consentOf(one);
    expect(topics.map((state) => state.topic_id)).not.toContain(topic_id);
    expect(ledger).toMatchObject([{ topic_id, topic_name: 'Short-lived', state: 'subscribed' }]);
  });
});

describe('consent', () => {
  it('is recorded with its proof, and changes the present state', async () => {
    const { topic_id } = await topic('Proven');
    const id = await contact();
    const proof = { ip: '2001:db8::1', user_agent: 'Fair tablet', text_shown: 'Yes, please', evidence: 'Form 7' };
    const state = async () => (await consentOf(id)).topics.find((one) => one.topic_id === topic_id);
    expect(await state()).toMatchObject({ state: 'none', since: null, default: 'opt_in' });
    const before = new Date(service.clock.now().getTime() - 60_000).toISOString();
    const recorded = await must(record(id, { topic_id, state: 'pending', at: before, ...proof }));
    expect(recorded.ledger).toEqual([{ topic_id, topic_name: 'Proven', state: 'pending', source: 'Fair', at: before, ...proof }]);
    expect(await state()).toMatchObject({ state: 'pending', since: before });
    await must(record(id, { topic_id }));
    expect(await state()).toMatchObject({ state: 'subscribed' });
    service.clock.advance({ seconds: 1 });
    // The earlier record is kept, and changes nothing.
    await must(record(id, { topic_id, state: 'unsubscribed', at: before }));
    expect(await state()).toMatchObject({ state: 'subscribed' });
    const page = await must(service.api.GET('/v1/contacts/{contact_id}/consent', { params: { ...at(id).params, query: { limit: 2 } } }));
    const query = { limit: 2, cursor: page.next_cursor as string };
    const rest = await must(service.api.GET('/v1/contacts/{contact_id}/consent', { params: { ...at(id).params, query } }));
    expect([...page.ledger, ...rest.ledger].map((entry) => entry.state)).toEqual(['subscribed', 'unsubscribed', 'pending']);
    expect(rest.next_cursor).toBeUndefined();
    const none = { params: { ...at(id).params, query: { cursor: 'none' } } };
    expect((await service.api.GET('/v1/contacts/{contact_id}/consent', none)).error).toMatchObject({ error_code: 'invalid_cursor' });
  });

  it('to all marketing mail writes the contact, and one entry', async () => {
    const id = await contact({ unsubscribed: true });
    expect((await consentOf(id)).all_mail).toEqual({ state: 'unsubscribed' });
    service.clock.advance({ minutes: 1 });
    const recorded = await must(record(id, { source: 'Phone call' }));
    expect(recorded.all_mail).toEqual({ state: 'subscribed' });
    expect(recorded.ledger).toMatchObject([
      { state: 'subscribed', source: 'Phone call' },
      { state: 'unsubscribed', source: 'public_api' },
    ]);
    expect(await must(service.api.GET('/v1/contacts/{contact_id}', at(id)))).toMatchObject({
      unsubscribed: false,
      marketing_email_subscribed: true,
    });
    service.clock.advance({ minutes: 1 });
    const early = await must(record(id, { state: 'unsubscribed', at: '2020-01-01T00:00:00Z' }));
    expect(early.all_mail).toEqual({ state: 'subscribed' });
    const late = await must(record(id, { state: 'unsubscribed' }));
    expect([late.all_mail, late.ledger.length]).toEqual([{ state: 'unsubscribed' }, 4]);
  });

  it('is refused where it makes no sense', async () => {
    const id = await contact();
    const wrong = [{ state: 'pending' }, { ip: '1.2.3' }, { source: ' ' }, { at: '2999-01-01T00:00:00Z' }];
    for (const body of wrong) expect((await record(id, body)).response.status, JSON.stringify(body)).toBe(400);
    expect((await record(crypto.randomUUID(), {})).response.status).toBe(404);
    expect((await record(id, { topic_id: crypto.randomUUID() })).error).toMatchObject({
      error_code: 'not_found',
      details: { issues: [{ path: 'topic_id' }] },
    });
  });

  it('follows the fields of a contact, whichever operation writes them', async () => {
    const states = async (id: string) => (await consentOf(id)).ledger.map(({ state, source }) => `${state} ${source}`);
    const id = await contact({ marketing_email_subscribed: true, first_name: 'Maya' });
    for (const fields of [{ first_name: 'Noor' }, { marketing_email_subscribed: true }, { unsubscribed: true }, { unsubscribed: true }]) {
      service.clock.advance({ seconds: 1 });
      await patch(id, fields);
    }
    expect(await states(id)).toEqual(['unsubscribed public_api', 'subscribed public_api']);
    service.clock.advance({ seconds: 1 });
    await patch(id, { unsubscribed: false, resubscribe: true, consent_source: 'Counter' });
    service.clock.advance({ seconds: 1 });
    await patch(id, { marketing_email_subscribed: null });
    expect((await states(id)).slice(0, 2)).toEqual(['none public_api', 'subscribed Counter']);
    const plain = await contact();
    expect(await states(plain)).toEqual([]);
  });

  it.runIf(isAtLength)('in an import is an opinion of the file until a source is named', async () => {
    const rows = (names: string[], values: object) => names.map((name) => ({ email: `${name}@import.example`, ...values }));
    const header = 'marketing_email_subscribed';
    const run = async (rows: object[], more: object = {}) => {
      const session = await startRows(service, rows as never);
      await runImport(service, service, session, { mappings: straight('email', header), duplicate_strategy: 'update', ...more });
    };
    const entries = async () =>
      (await service.db.prisma.consentEntry.findMany({ where: { workspaceId: service.id }, orderBy: [{ at: 'asc' }, { id: 'asc' }] }))
        .map(({ state, source }) => `${state} ${source}`)
        .slice(before);
    const before = await service.db.prisma.consentEntry.count({ where: { workspaceId: service.id } });
    await run(rows(['yes', 'kept'], { [header]: 'yes' }));
    expect(await entries()).toEqual([]);
    service.clock.advance({ seconds: 1 });
    await run(rows(['yes', 'new'], { [header]: 'no' }));
    expect(await entries()).toEqual(['unsubscribed import', 'unsubscribed import']);
    service.clock.advance({ seconds: 1 });
    await run(rows(['yes', 'kept', 'third'], { [header]: 'yes' }), { consent_source: 'Fair 2026' });
    expect((await entries()).slice(2)).toEqual(['subscribed Fair 2026', 'subscribed Fair 2026']);
    const session = await startRows(service, [
      { email: 'a@import.example', [header]: 'Ja' },
      { email: 'b@import.example', [header]: 'no' },
    ]);
    const preview = await must(
      service.api.POST('/v1/contacts/imports/{session_id}/preview', { params: { path: { session_id: session } } }),
    );
    expect(preview.columns.map(({ boolean_values }) => boolean_values)).toEqual([
      [],
      [
        { value: 'ja', read_as: null },
        { value: 'no', read_as: false },
      ],
    ]);
    await execute(service, session, { mappings: straight('email', header), duplicate_strategy: 'update' });
  });

  it('of merged contacts is the strictest, with all ledgers', async () => {
    const [left, joined, asked] = [await topic('Left'), await topic('Joined'), await topic('Asked')];
    const [keep_id, merged] = [await contact(), await contact()];
    await must(record(keep_id, { topic_id: left.topic_id }));
    await must(record(merged, { topic_id: left.topic_id, state: 'unsubscribed' }));
    await must(record(merged, { topic_id: joined.topic_id }));
    // The address that is kept has not confirmed.
    await must(record(keep_id, { topic_id: asked.topic_id, state: 'pending' }));
    await must(record(merged, { topic_id: asked.topic_id }));
    await must(service.api.POST('/v1/contacts/merge', { body: { keep_id, merge_ids: [merged] } }));
    const { topics, ledger } = await consentOf(keep_id);
    const stateOf = ({ topic_id }: { topic_id: string }) => topics.find((one) => one.topic_id === topic_id)?.state;
    expect([left, joined, asked].map(stateOf)).toEqual(['unsubscribed', 'subscribed', 'pending']);
    expect(ledger).toHaveLength(5);
  });
});
