/** A person who went through everything is erased, and nothing of them is left in any table or file. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasureWork } from '../../../src/campaigns/erasures/erase.work.ts';
import { openEvents } from '../../../src/platform/events.ts';
import { newId, toUlid } from '../../../src/platform/ids.ts';
import { type Receiver, startReceiver } from '../../outbound/receiver.ts';
import { must } from '../../support/blast.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { settled } from '../../support/settled.ts';
import { placesOf, storageOf } from '../../support/walk.ts';
import { givenTent } from '../../tents/given.ts';
import { type Life, type Lived, live, openWorkspace, textsOf } from './person.ts';

const MAYA: Life = {
  email: 'maya.quillon@fjordmail.example.org',
  phone: '+46701998871',
  name: 'Mayazq',
  surname: 'Samesurname',
  words: { custom: 'customwordone', typed: 'typedwordone', said: 'saidwordone' },
  ip: '198.51.100.71',
};
/** Has the same surname, and an address that ends with the whole of Maya's. */
const JOMAYA: Life = {
  ...MAYA,
  email: 'jomaya.quillon@fjordmail.example.org',
  phone: '+46701998872',
  name: 'Jorunnzq',
  words: { custom: 'customwordtwo', typed: 'typedwordtwo', said: 'saidwordtwo' },
  ip: '198.51.100.72',
};

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  // Answers repeat what they got.
  receiver.answer = (response, { body }) => response.end(body);
  service = await startTestService({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const readErasure = (erasure_id: string) => must(service.api.GET('/v1/erasures/{erasure_id}', { params: { path: { erasure_id } } }));
const tablesIn = (places: string[]) => new Set(places.map((place) => place.split(':')[0]));
const readReport = (blastId: string) => must(service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));

/** Runs that end after each part, as those of a service that is stopped again and again. @returns how many there were */
async function runInParts(erasureId: string): Promise<number> {
  const { db, clock, service: running } = service;
  let stopping = new AbortController();
  const work = erasureWork(
    {
      db,
      clock,
      log: running.log,
      enqueue: running.jobs.enqueue,
      events: openEvents(),
      storage: await storageOf(service),
      forgetPages: () => {},
    },
    { afterPart: () => stopping.abort() },
  );
  for (let runs = 1; ; runs++) {
    stopping = new AbortController();
    await work.run({} as never, stopping.signal);
    const { pass } = await db.prisma.erasure.findFirstOrThrow({ where: { workspaceId: service.id } });
    if (pass > 1 || (await readErasure(erasureId)).status === 'completed') return runs;
    expect(runs).toBeLessThan(100);
  }
}

describe('a person who went through everything', { shuffle: false }, () => {
  let maya: Lived;
  let jomaya: Lived;
  let others: string[];

  it('is in many places', async () => {
    const common = await openWorkspace(service, receiver.url);
    maya = await live(service, service, common, MAYA);
    jomaya = await live(service, service, common, JOMAYA, { isBrief: true });
    await settled(service.db);
    await service.drain();
    const places = await placesOf(service, textsOf(MAYA));
    // As many columns and files as there were when this was written: a life that leaves less behind proves less.
    expect(tablesIn(places).size).toBeGreaterThanOrEqual(33);
    for (const text of textsOf(MAYA)) expect(places.some((place) => place.endsWith(text))).toBe(true);
    others = (await placesOf(service, textsOf(JOMAYA))).filter((place) => !place.includes('.csv'));
  });

  it('is nowhere afterwards, though the work was ended after each of its parts', async () => {
    const before = await readReport(maya.blastId);
    const at = { params: { path: { contact_id: maya.contactId } } };
    const started = await must(
      service.api.POST('/v1/contacts/{contact_id}/erase', { ...at, headers: { 'Idempotency-Key': 'erase-maya' } }),
    );
    expect(started).toMatchObject({ status: 'pending', requested_by: 'Test', counts: { contacts: 1, list_memberships: 1, deliveries: 0 } });
    expect((await service.api.GET('/v1/contacts/{contact_id}', at)).response.status).toBe(404);
    await settled(service.db);
    expect(await runInParts(started.erasure_id)).toBeGreaterThan(15);
    expect(await placesOf(service, textsOf(MAYA))).toEqual(await placesOf(service, [MAYA.email, MAYA.phone.slice(1)]));
    service.clock.advance({ minutes: 2 });
    await service.drain();
    expect(await placesOf(service, textsOf(MAYA))).toEqual([]);
    const proof = await readErasure(started.erasure_id);
    expect(proof).toMatchObject({ status: 'completed', error_message: null, contact_id: maya.contactId });
    expect(Object.entries(proof.counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(await must(service.api.GET('/v1/erasures'))).toEqual({ erasures: [proof] });
    const { error } = await service.api.GET('/v1/erasures', { params: { query: { cursor: 'x' } } });
    expect(error).toMatchObject({ error_code: 'invalid_cursor' });
    // The figures of reports stay, and a repeat of the request gets its first answer.
    expect((await readReport(maya.blastId)).details).toEqual(before.details);
    const again = await service.api.POST('/v1/contacts/{contact_id}/erase', { ...at, headers: { 'Idempotency-Key': 'erase-maya' } });
    expect(again.data).toEqual(started);
  });

  it('leaves another with the same surname as they were', async () => {
    const kept = new Set(await placesOf(service, textsOf(JOMAYA)));
    expect(others.filter((place) => !kept.has(place))).toEqual([]);
    const at = { params: { path: { contact_id: jomaya.contactId } } };
    expect(await must(service.api.GET('/v1/contacts/{contact_id}', at))).toMatchObject({ email: JOMAYA.email, last_name: 'Samesurname' });
  });

  it('stays in the feed without name and address', async () => {
    const events: { type: string; data: Record<string, unknown> }[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await must(service.api.GET('/v1/events', { params: { query: { limit: 500, ...(after && { after }) } } }));
      events.push(...(page.events as typeof events));
      ({ next_cursor: after, has_more: more } = page);
    }
    const theirs = events.filter(({ data }) => data.contact_id === maya.contactId);
    expect(theirs.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['contact.created', 'email.sent', 'form.submitted', 'contact.deleted']),
    );
    expect(theirs.find(({ type }) => type === 'contact.deleted')?.data.contact).toMatchObject({ email: null, display_name: '' });
  });
});

it('leaves nothing of a submission that names the person without address or phone', async () => {
  // Of its own: the others count the erasures of theirs.
  const own = await service.workspace();
  const { items } = await must(own.api.POST('/v1/contacts', { body: { items: [{ email: 'sol@example.org' }] } }));
  const contact_id = items[0]?.contact_id as string;
  const tent = await givenTent({ db: service.db, workspaceId: own.id });
  const submission = newId();
  const row = {
    workspaceId: own.id,
    tentId: tent,
    id: submission,
    formId: 'ask',
    fields: { name: 'Solnamelessq' },
    contactId: contact_id,
  };
  await service.db.prisma.submission.create({ data: { ...row, submittedAt: service.clock.now() } });
  const data = { body: `name: Solnamelessq\n\nForm ask, submission ${toUlid(submission)}`, submission_ids: [toUlid(submission)] };
  const words = { from_address: 'no-reply@example.com', subject: 'New submission', text: '{{data.body}}', tags: ['form_notification'] };
  const notify = (more: object) =>
    must(own.api.POST('/v1/messages', { body: { to: { email: 'desk@example.com' }, ...words, data, ...more } }));
  await notify({});
  // One waits, and one has gone out.
  await notify({ scheduled_at: new Date(service.clock.now().getTime() + 86_400_000).toISOString() });
  await service.drain();
  await settled(service.db);
  const places = new Set((await placesOf(service, ['Solnamelessq'])).map((place) => place.split('.')[1]));
  expect(places).toEqual(new Set(['mailbox_messages', 'submissions', 'transactional_messages']));
  await must(own.api.POST('/v1/contacts/{contact_id}/erase', { params: { path: { contact_id } } }));
  await service.drain();
  service.clock.advance({ minutes: 2 });
  await service.drain();
  expect(await placesOf(service, ['Solnamelessq'])).toEqual([]);
});
