import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepare } from '../../src/campaigns/blasts/prepare.work.ts';
import { sql } from '../../src/platform/db.ts';
import { isAtLength } from '../support/at-length.ts';
import { type BlastMove, moveBlast, must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import type { ApiClient } from '../support/client.ts';
import { givenBlast, givenContacts, givenEmail, givenList, setStatus } from '../support/given.ts';
import { behind } from '../support/race.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A relay that can be in trouble, so that blasts are on their way for as long as a test needs. */
let relay: Relay;
let service: TestService;
let api: ApiClient;
beforeAll(async () => {
  let clock: TestService['clock'] | undefined;
  relay = await startRelay({ now: () => clock?.now() ?? new Date() });
  service = await startTestService({ SMTP_URL: relay.url });
  ({ api, clock } = service);
});
beforeEach(async () => {
  // Nothing that was on its way, and nothing that was found out about the relay.
  for (const table of ['blasts', 'transports']) await service.db.query({ text: `DELETE FROM ${table}`, values: [] });
  relay.messages.length = 0;
  relay.trouble = {};
});
afterAll(async () => {
  await service.stop();
  await relay.close();
});

const at = (blastId: string) => ({ params: { path: { blastId } } });
const move = (how: BlastMove, blastId: string) => moveBlast(api, how, blastId);
const schedule = (blastId: string, scheduled_at: string, operational = false) =>
  api.POST('/v1/email-blasts/{blastId}/schedule', { ...at(blastId), body: { scheduled_at, operational } });
const inAnHour = () => new Date(service.clock.now().getTime() + 3_600_000).toISOString();
const statuses = async (blastId: string) => {
  const { contacts } = await must(
    api.GET('/v1/email-blasts/{blastId}/contacts', {
      params: { path: { blastId }, query: { category: 'recipients', sort: 'email', order: 'asc' } },
    }),
  );
  return contacts.map(({ status }) => status);
};
const messages = async (blastId: string): Promise<number> => service.db.prisma.message.count({ where: { id: blastId } });
/** A blast with one sent message and two deferred ones. */
async function givenHalfSent(): Promise<string> {
  relay.trouble = { refuse: { at: 'rcpt', reply: '450 4.2.0 Not now', whom: (to) => !to.startsWith('person0') } };
  const { blastId } = await prepareBlast(api, people(3, `${Math.random()}.example`));
  await sendNow(api, blastId);
  await service.drain();
  expect(await statuses(blastId)).toEqual(['sent', 'pending', 'pending']);
  return blastId;
}

describe('scheduling', () => {
  test('takes any offset, and takes down what is said', async () => {
    const { blastId, emailId } = await prepareBlast(api, people(1));
    const { data, response } = await schedule(blastId, '2040-05-02T08:00:00+02:00', true);
    expect(response.status).toBe(200);
    expect(data).toMatchObject({
      status: 'scheduled',
      scheduled_at: '2040-05-02T06:00:00.000Z',
      send_mode: 'scheduled',
      operational: true,
      approved_email_version: 2,
      sent_at: null,
    });
    expect(await readBlast(api, blastId)).toEqual(data);
    await service.drain();
    expect([(await readBlast(api, blastId)).status, await messages(blastId), relay.messages]).toEqual(['scheduled', 1, []]);
    const used = await must(api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }));
    expect(used.used_by).toMatchObject([{ type: 'email_blast', id: blastId, status: 'scheduled' }]);
  });

  test('takes a draft, and nothing that has a time already', async () => {
    const { blastId } = await prepareBlast(api, people(1));
    const { data } = await schedule(blastId, inAnHour());
    const { error, response } = await schedule(blastId, '2040-05-02T08:00:00Z');
    expect([response.status, error?.error_code]).toEqual([409, 'campaign_invalid_state']);
    expect(await readBlast(api, blastId)).toEqual(data);
  });

  test('refuses a time that has passed, and leaves a draft', async () => {
    const { blastId } = await prepareBlast(api, people(1));
    const { error, response } = await schedule(blastId, '2026-04-14T09:30:00Z');
    expect([response.status, error?.details?.issues]).toEqual([400, [{ path: 'scheduled_at', message: 'must lie in the future' }]]);
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'draft', scheduled_at: null });
  });

  test('refuses what names no moment', async () => {
    const { blastId } = await prepareBlast(api, people(1));
    const message = 'must be a date and a time with an offset, such as 2026-03-01T09:00:00Z or 2026-03-01T10:00:00+01:00';
    for (const time of ['2040-05-02', '2040-05-02T08:00:00', '2040-05-02 08:00', 'tomorrow']) {
      const { error, response } = await schedule(blastId, time);
      expect([response.status, error?.details?.issues], time).toEqual([400, [{ path: 'scheduled_at', message }]]);
    }
  });

  test('refuses what is not ready', async () => {
    const { blast_id } = await must(api.POST('/v1/email-blasts', { body: { name: 'Empty' } }));
    expect((await schedule(blast_id, inAnHour())).error).toMatchObject({
      error_code: 'campaign_not_ready',
      details: { approval_readiness: { missing: ['audience', 'email'] } },
    });
    expect(await messages(blast_id)).toBe(0);
  });

  test('takes nothing but a draft', async () => {
    const { blastId } = await prepareBlast(api, people(1));
    for (const status of ['scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled', 'archived']) {
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      const { error, response } = await schedule(blastId, inAnHour());
      expect([response.status, error?.error_code], status).toEqual([409, 'campaign_invalid_state']);
    }
  });

  test.runIf(isAtLength)('unscheduling makes it a draft as if nothing had been', async () => {
    const { blastId, emailId } = await prepareBlast(api, people(1));
    const before = await readBlast(api, blastId);
    await must(schedule(blastId, inAnHour(), true));
    const { updated_at, ...after } = await must(move('unschedule', blastId));
    expect({ ...before, updated_at }).toEqual({ ...after, updated_at });
    const used = await must(api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }));
    expect([await messages(blastId), used.used_by?.map(({ status }) => status)]).toEqual([0, ['draft']]);
    await must(schedule(blastId, inAnHour()));
    await sendNow(api, (await must(move('unschedule', blastId))).blast_id);
    await service.drain();
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', send_mode: 'immediate', scheduled_at: null });
  });
});

describe('which status allows what', () => {
  const ALLOWED: Record<BlastMove, string[]> = {
    unschedule: ['scheduled'],
    reopen: ['failed'],
    archive: ['draft', 'scheduled', 'sent', 'failed', 'cancelled', 'archived'],
    cancel: ['scheduled', 'sending', 'paused'],
    pause: ['sending'],
    resume: ['paused', 'failed'],
  };
  const STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled', 'archived'];

  test.each(Object.entries(ALLOWED) as [BlastMove, string[]][])('%s', async (how, allowed) => {
    const answers: Record<string, unknown> = {};
    const { listId, emailId } = await prepareBlast(api, people(1));
    for (const status of STATUSES) {
      const blastId = await givenBlast(service, { listId, emailId });
      await must(schedule(blastId, inAnHour()));
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      const { error, response } = await move(how, blastId);
      answers[status] = error?.error_code ?? response.status;
      await service.db.prisma.blast.delete({ where: { workspaceId_id: { workspaceId: service.id, id: blastId } } });
    }
    const fine = how === 'resume' ? 202 : 200;
    expect(answers).toEqual(
      Object.fromEntries(STATUSES.map((status) => [status, allowed.includes(status) ? fine : 'campaign_invalid_state'])),
    );
  });

  test('an email in use is kept while its blast is paused', async () => {
    const { blastId, emailId } = await prepareBlast(api, people(1));
    await sendNow(api, blastId);
    await must(move('pause', blastId));
    const params = { path: { emailId } };
    const answers = [await api.POST('/v1/emails/{emailId}/unapprove', { params }), await api.DELETE('/v1/emails/{emailId}', { params })];
    expect(answers.map(({ error }) => error?.error_code)).toEqual(['email_in_scheduled_blast', 'email_in_scheduled_blast']);
    expect((await api.DELETE('/v1/email-blasts/{blastId}', at(blastId))).error?.error_code).toBe('campaign_invalid_state');
  });
});

describe('pausing and resuming', () => {
  test.runIf(isAtLength)('a blast goes on where it stopped, and nobody gets it twice', async () => {
    const blastId = await givenHalfSent();
    expect((await must(move('pause', blastId))).details).toMatchObject({
      blast_waiting_for: null,
      blast_resumes_at: null,
      blast_error: null,
    });
    relay.trouble = {};
    service.clock.advance({ hours: 2 });
    await service.drain();
    expect([(await readBlast(api, blastId)).status, await statuses(blastId)]).toEqual(['paused', ['sent', 'pending', 'pending']]);

    expect((await must(move('resume', blastId))).status).toBe('sending');
    await service.drain();
    expect([(await readBlast(api, blastId)).status, await statuses(blastId)]).toEqual(['sent', ['sent', 'sent', 'sent']]);
    expect(relay.messages.map(({ to }) => to.split('@')[0]).sort()).toEqual(['person0', 'person1', 'person2']);
  });

  test.runIf(isAtLength)('a blast whose members are not written yet can be paused, too', async () => {
    const { blastId } = await prepareBlast(api, people(2));
    const sending = await sendNow(api, blastId);
    expect(sending.details).toMatchObject({ blast_waiting_for: 'preparing', preparation: null });
    await must(move('pause', blastId));
    await service.drain();
    expect([await statuses(blastId), relay.messages]).toEqual([[], []]);
    await must(move('resume', blastId));
    await service.drain();
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 2 } });
  });

  test.runIf(isAtLength)('what has failed goes to everybody once when its cause is mended', async () => {
    relay.trouble = { refuse: { at: 'mail', reply: '535 5.7.8 Bad credentials' } };
    const { blastId } = await prepareBlast(api, people(2));
    await sendNow(api, blastId);
    await service.drain();
    expect([await readBlast(api, blastId), await statuses(blastId)]).toMatchObject([
      { status: 'failed', details: { blast_error: '535 5.7.8 Bad credentials', blast_sent_count: 0, blast_failed_count: 0 } },
      ['pending', 'pending'],
    ]);
    relay.trouble = {};
    await must(move('resume', blastId));
    // A message that met the fault rests for a minute behind the others.
    service.clock.advance({ minutes: 1 });
    await service.drain();
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', details: { blast_error: null, blast_sent_count: 2 } });
    expect(relay.messages.map(({ to }) => to.split('@')[0]).sort()).toEqual(['person0', 'person1']);
  });

  test.runIf(isAtLength)('a domain that is not verified any more keeps a blast where it is', async () => {
    const { blastId } = await prepareBlast(api, people(1));
    await sendNow(api, blastId);
    await must(move('pause', blastId));
    const verified = (at: string | null) =>
      service.db.query(sql`UPDATE sending_domains SET verified_at = ${at}::timestamptz WHERE workspace_id = ${service.id}::uuid`);
    await verified(null);
    const { response, error } = await move('resume', blastId);
    expect([response.status, error]).toMatchObject([
      400,
      { error_code: 'campaign_not_ready', details: { approval_readiness: { ready: false, missing: ['sender_domain'] } } },
    ]);
    await verified(new Date().toISOString());
    await must(move('resume', blastId));
    await service.drain();
    expect((await readBlast(api, blastId)).status).toBe('sent');
  });

  test('without its list it cannot be taken up', async () => {
    const { blastId, listId } = await prepareBlast(api, people(1));
    await sendNow(api, blastId);
    // As an older version let it go.
    await service.db.prisma.contactList.delete({ where: { workspaceId_id: { workspaceId: service.id, id: listId } } });
    await service.drain();
    expect(await readBlast(api, blastId)).toMatchObject({
      status: 'failed',
      details: { blast_error: 'The list was deleted before sending started.' },
    });
    expect((await move('resume', blastId)).error?.details?.approval_readiness?.missing).toEqual(['audience']);
  });
});

describe('calling off', () => {
  test.runIf(isAtLength)(
    'a large one stops at once, and is deleted at once; what that leaves to do is done in the background',
    async () => {
      relay.trouble = { refuse: { at: 'mail', reply: '421 4.7.0 Come back later' } };
      const { db, id } = service;
      const listId = await givenList({ db, workspaceId: id }, await givenContacts({ db, workspaceId: id }, 1_003));
      const blastId = await givenBlast(service, { listId, emailId: await givenEmail({ db, workspaceId: id }) });
      await sendNow(api, blastId);
      await service.drain();
      const count = (status: string) => db.prisma.delivery.count({ where: { messageId: blastId, status } });
      expect([await count('pending'), (await must(move('cancel', blastId))).status]).toEqual([1_003, 'cancelled']);
      expect([await count('cancelled'), await count('pending')]).toEqual([1_000, 3]);
      await service.drain();
      expect([await count('cancelled'), await count('pending')]).toEqual([1_003, 0]);

      expect((await must(api.DELETE('/v1/email-blasts/{blastId}', at(blastId)))).deleted).toBe(true);
      expect((await api.GET('/v1/email-blasts/{blastId}', at(blastId))).response.status).toBe(404);
      expect([await count('cancelled'), await messages(blastId)]).toEqual([3, 1]);
      await service.drain();
      expect([await count('cancelled'), await messages(blastId), relay.messages]).toEqual([0, 0, []]);
    },
  );

  test.runIf(isAtLength)('a scheduled blast does not go out', async () => {
    const { blastId } = await prepareBlast(api, people(1));
    const scheduled_at = inAnHour();
    await must(schedule(blastId, scheduled_at));
    const cancelled = await must(move('cancel', blastId));
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelled_reason: null, scheduled_at });
    expect(cancelled.cancelled_at).not.toBeNull();
    service.clock.advance({ hours: 2 });
    await service.drain();
    expect([(await readBlast(api, blastId)).status, relay.messages]).toEqual(['cancelled', []]);
  });

  test.each(['sending', 'paused'])('one that is %s stops, and says of whom', async (status) => {
    const blastId = await givenHalfSent();
    if (status === 'paused') await must(move('pause', blastId));
    await must(move('cancel', blastId));
    relay.trouble = {};
    service.clock.advance({ hours: 2 });
    await service.drain();
    expect(await statuses(blastId)).toEqual(['sent', 'cancelled', 'cancelled']);
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'cancelled', sent_at: null, details: { blast_sent_count: 1 } });
    expect(relay.messages.length).toBe(1);
  });

  test.runIf(isAtLength)('one whose members are not written yet has no recipients', async () => {
    const { blastId } = await prepareBlast(api, people(1));
    await sendNow(api, blastId);
    await must(move('cancel', blastId));
    await service.drain();
    expect([(await readBlast(api, blastId)).status, await statuses(blastId), relay.messages]).toEqual(['cancelled', [], []]);
  });

  test.runIf(isAtLength)('archiving what has failed ends what was not tried', async () => {
    const blastId = await givenHalfSent();
    await must(move('pause', blastId));
    await setStatus({ db: service.db, workspaceId: service.id }, blastId, 'failed');
    expect((await must(move('archive', blastId))).status).toBe('archived');
    expect(await statuses(blastId)).toEqual(['sent', 'cancelled', 'cancelled']);
    const again = await must(move('archive', blastId));
    expect(again).toEqual(await readBlast(api, blastId));
  });
});

test.runIf(isAtLength)('a turn that ends waits for whoever moves its blast, and keeps nobody from its dispatch meanwhile', async () => {
  const blastId = await givenHalfSent();
  relay.trouble = {};
  service.clock.advance({ hours: 1 });
  await behind(
    service.db,
    (tx) => tx.query(sql`SELECT 1 AS held FROM blasts WHERE id = ${blastId}::uuid FOR NO KEY UPDATE`),
    () => service.drain(),
    async () => {
      const free = await service.db.query(sql`SELECT 1 AS free FROM dispatches WHERE message_id = ${blastId}::uuid FOR UPDATE SKIP LOCKED`);
      expect(free.length).toBe(1);
    },
  );
  expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 3 } });
});

describe('reopening', () => {
  test.runIf(isAtLength)('makes a blast a draft that has failed for want of its list, and it goes out with another one', async () => {
    const { blastId, listId } = await prepareBlast(api, people(2));
    const draft = await readBlast(api, blastId);
    await must(schedule(blastId, inAnHour(), true));
    await service.db.query(sql`UPDATE blasts SET audience_list_id = NULL WHERE id = ${blastId}::uuid`);
    service.clock.advance({ hours: 2 });
    await service.drain();
    expect((await readBlast(api, blastId)).status).toBe('failed');
    const { updated_at, ...reopened } = await must(move('reopen', blastId));
    const without = { audience_list_id: null, audience_source: null, audience: null };
    const approval_readiness = {
      ready: false,
      missing: ['audience', 'schedule'],
      warnings: ['no_postal_address'],
      help: expect.any(Array),
    };
    expect({ ...reopened, updated_at }).toEqual({ ...draft, ...without, approval_readiness, updated_at });
    expect(await messages(blastId)).toBe(0);

    await must(api.PUT('/v1/email-blasts/{blastId}/audience', { ...at(blastId), body: { source: 'existing', list_id: listId } }));
    await sendNow(api, blastId);
    await service.drain();
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 2 } });
  });

  test.runIf(isAtLength)('forgets those who were taken down, and what was said to them', async () => {
    relay.trouble = { refuse: { at: 'mail', reply: '535 5.7.8 Bad credentials' } };
    const { db, id } = service;
    const listId = await givenList({ db, workspaceId: id }, await givenContacts({ db, workspaceId: id }, 1_002));
    const emailId = await givenEmail({ db, workspaceId: id });
    const blastId = await givenBlast(service, { listId, emailId });
    const save = (code: string) => must(api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId } }, body: { code } }));
    const approve = () => must(api.POST('/v1/emails/{emailId}/approve', { params: { path: { emailId } } }));
    await save('<p><a href="https://shop.example/old">Shop</a></p>');
    await approve();
    await sendNow(api, blastId);
    await service.drain();
    expect((await readBlast(api, blastId)).status).toBe('failed');

    expect(await must(move('reopen', blastId))).toMatchObject({ status: 'draft', details: { blast_error: null, preparation: null } });
    const busy = [await schedule(blastId, inAnHour()), await api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId))];
    expect(busy.map(({ error }) => error?.error_code)).toEqual(['campaign_invalid_state', 'campaign_invalid_state']);
    await service.drain();
    expect([await messages(blastId), await db.prisma.delivery.count({ where: { messageId: blastId } })]).toEqual([0, 0]);

    relay.trouble = {};
    await save('<p><a href="https://shop.example/new">Shop</a></p>');
    await approve();
    const [few] = [await givenList({ db, workspaceId: id }, await givenContacts({ db, workspaceId: id }, 1))];
    await must(api.PUT('/v1/email-blasts/{blastId}/audience', { ...at(blastId), body: { source: 'existing', list_id: few as string } }));
    await sendNow(api, blastId);
    await service.drain();
    expect([await readBlast(api, blastId), relay.messages.length]).toMatchObject([
      { status: 'sent', details: { blast_recipient_count: 1 } },
      1,
    ]);
    const links = await db.query<{ url: string }>(sql`SELECT url FROM message_links WHERE message_id = ${blastId}::uuid`);
    expect(links).toEqual([{ url: 'https://shop.example/new' }]);
  });

  test.runIf(isAtLength)('is refused when messages went out', async () => {
    const blastId = await givenHalfSent();
    await must(move('pause', blastId));
    await setStatus({ db: service.db, workspaceId: service.id }, blastId, 'failed');
    const { error, response } = await move('reopen', blastId);
    expect([response.status, error?.error_code]).toEqual([409, 'campaign_invalid_state']);
    expect(error?.error).toContain('went out');
    expect(await statuses(blastId)).toEqual(['sent', 'pending', 'pending']);
  });
});

describe('the details', () => {
  test.runIf(isAtLength)('say how far the audience is taken down', async () => {
    const { blastId } = await prepareBlast(api, people(3));
    await sendNow(api, blastId);
    const preparation = async () => (await readBlast(api, blastId)).details.preparation;
    const isOver = () => true;
    await prepare({ db: service.db, workspaceId: service.id }, blastId, { error: null, now: service.clock.now(), most: 2, isOver });
    const begun = { processed_count: 2, total_count: 3, started_at: expect.any(String), attempts: 0, error: null };
    expect(await preparation()).toEqual({ status: 'running', ...begun });

    await must(move('pause', blastId));
    expect(await preparation()).toEqual({ status: 'stopped', ...begun });
    await must(move('resume', blastId));
    await service.db.pool.query('ALTER TABLE deliveries ADD CONSTRAINT broken CHECK (false) NOT VALID');
    await prepare({ db: service.db, workspaceId: service.id }, blastId, { error: null, now: service.clock.now() });
    await service.db.pool.query('ALTER TABLE deliveries DROP CONSTRAINT broken');
    const error = 'the service met an error of its own; its log has more.';
    expect(await readBlast(api, blastId)).toMatchObject({
      status: 'failed',
      details: {
        blast_error: `The audience could not be prepared: ${error}`,
        preparation: { ...begun, status: 'failed', attempts: 9, error },
      },
    });

    await must(move('resume', blastId));
    await service.drain();
    expect([(await readBlast(api, blastId)).status, await preparation()]).toEqual([
      'sent',
      { status: 'completed', ...begun, processed_count: 3 },
    ]);
    expect(relay.messages.length).toBe(3);
  });

  test.runIf(isAtLength)('say what a blast waits for, until when, and what the server says', async () => {
    relay.trouble = { refuse: { at: 'mail', reply: '421 4.7.0 Come back later' } };
    const { blastId } = await prepareBlast(api, people(2));
    await sendNow(api, blastId);
    await service.drain();
    const { details, status } = await readBlast(api, blastId);
    expect([status, details]).toMatchObject(['sending', { blast_waiting_for: 'mail_server', blast_completes_at: null }]);
    expect(details.blast_error).toContain('Come back later');
    expect(Date.parse(details.blast_resumes_at ?? '')).toBeGreaterThan(service.clock.now().getTime());
    relay.trouble = {};
    service.clock.advance({ hours: 1 });
    await service.drain();
    expect((await readBlast(api, blastId)).details).toMatchObject({ blast_waiting_for: null, blast_error: null, blast_sent_count: 2 });
  });

  test.runIf(isAtLength)('say that only those are left who want it later', async () => {
    const blastId = await givenHalfSent();
    const { details } = await readBlast(api, blastId);
    expect(details).toMatchObject({ blast_waiting_for: 'retries', blast_completes_at: null });
    expect(Date.parse(details.blast_resumes_at ?? '')).toBeGreaterThan(service.clock.now().getTime());
    await must(move('cancel', blastId));
  });

  test.runIf(isAtLength)('estimate the end from the pace of what has gone out', async () => {
    const blastId = await givenHalfSent();
    await service.db.query(sql`UPDATE dispatches SET pace = 0.5, waiting_for = 'workspace_rate' WHERE message_id = ${blastId}::uuid`);
    const before = service.clock.now().getTime();
    const { details } = await readBlast(api, blastId);
    expect(details.blast_pace_per_second).toBe(0.5);
    // Two are left: four seconds from the moment at which it was asked.
    const asked = Date.parse(details.blast_completes_at ?? '') - 4_000;
    expect(asked).toBeGreaterThanOrEqual(before);
    expect(asked).toBeLessThanOrEqual(service.clock.now().getTime());
    await must(move('cancel', blastId));
  });

  test.runIf(isAtLength)('a recipient is being sent while a run has them in hand', async () => {
    const blastId = await givenHalfSent();
    const [one] = await service.db.prisma.delivery.findMany({
      where: { messageId: blastId, status: 'pending' },
      orderBy: { email: 'asc' },
    });
    await service.db.query(sql`UPDATE deliveries SET next_attempt_at = NULL WHERE id = ${one?.id}::uuid`);
    await service.db.query(sql`
      INSERT INTO claims (workspace_id, run, message_id, ids, lease_until)
      VALUES (${service.id}::uuid, ${blastId}::uuid, ${blastId}::uuid, ARRAY[${one?.id}::uuid], ${inAnHour()}::timestamptz)`);
    expect(await statuses(blastId)).toEqual(['sent', 'sending', 'pending']);
    await must(move('cancel', blastId));
    expect(await statuses(blastId)).toEqual(['sent', 'sending', 'cancelled']);
  });
});
