/** Reports about accepted emails, from the request to the report. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/platform/db.ts';
import { toUlid } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must, prepareBlast, readBlast, sendNow } from '../../support/blast.ts';
import { arf, postfix, qmail } from '../../support/bounce-mails.ts';
import { BOUNCES, type FeedbackService, returned, type Sent, startFeedbackService, TAKEN } from '../../support/feedback.ts';
import { fromSendgrid, fromSns, sendgridEvent, sesBounce, sesComplaint } from '../../support/hooks.ts';
import { behind, deadlocksIn } from '../../support/race.ts';

let service: FeedbackService;
beforeAll(async () => {
  service = await startFeedbackService();
});
afterAll(() => service.stop());

let blastId: string;
let ada: Sent;
let bo: Sent;
beforeEach(async () => {
  ({ blastId, ada, bo } = await service.givenTwo());
});

const now = () => service.clock.now();
const fromSes = (about: unknown) => fromSns({ Message: JSON.stringify(about) }, now());
const state = () => service.state(ada, bo);

describe('a bounce after the message was taken over', () => {
  const AT = new Date('2026-04-14T08:00:05.000Z');
  it.each(BOUNCES)('that %s tells of is written at the delivery, the address and in the timeline, once', async (provider, write) => {
    const before = await service.delivery(bo);
    expect(await service.post(provider, write(ada, now()))).toEqual(TAKEN);
    const reason = (await service.delivery(ada))?.error;
    expect(reason).toContain('550 5.1.1');
    const sentAt = (await service.delivery(ada))?.sent_at as Date;
    expect(await service.delivery(ada)).toEqual({
      status: 'bounced',
      error: reason,
      sent_at: expect.any(Date),
      delivered_at: null,
      bounced_at: sentAt > AT ? sentAt : expect.any(Date),
      complained_at: null,
    });
    expect(await service.suppressions(ada)).toEqual([{ workspace_id: service.id, reason: 'bounced', source: provider, detail: reason }]);
    expect(await service.entries(ada)).toEqual([
      { type: 'email_bounced', metadata: { blast_id: blastId, recipient_id: ada.shownId, reason } },
    ]);
    expect(await service.delivery(bo)).toEqual(before);
    expect(await service.suppressions(bo)).toEqual([]);
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_bounced_count: 1, blast_delivered_count: 1 });

    const after = await state();
    service.clock.advance({ minutes: 5 });
    for (let i = 0; i < 2; i++) expect(await service.post(provider, write(ada, now()))).toEqual(TAKEN);
    expect(await state()).toBe(after);
  });

  it('of somebody who was deleted suppresses the address all the same', async () => {
    await must(service.api.POST('/v1/contacts/delete', { body: { contact_ids: [ada.contactId] } }));
    expect(await service.post('sendgrid', fromSendgrid([sendgridEvent(ada.messageId, ada.email)], now()))).toEqual(TAKEN);
    expect(await service.delivery(ada)).toMatchObject({ status: 'bounced' });
    expect(await service.suppressions(ada)).toMatchObject([{ reason: 'bounced' }]);
  });

  it('that is none of the address ends the delivery, and suppresses nobody', async () => {
    const event = sendgridEvent(ada.messageId, ada.email, { reason: '552 5.2.2 Mailbox full', status: '5.2.2' });
    await service.post('sendgrid', fromSendgrid([event], now()));
    expect(await service.delivery(ada)).toMatchObject({
      status: 'failed',
      error: '552 5.2.2 Mailbox full',
      delivered_at: null,
      bounced_at: null,
    });
    expect([await service.suppressions(ada), await service.entries(ada)]).toEqual([[], []]);
  });

  it('of two words about one end is the one that says more, whichever comes first', async () => {
    const full = sendgridEvent(ada.messageId, ada.email, { reason: '552 5.2.2 Mailbox full', status: '5.2.2' });
    await service.post('sendgrid', fromSendgrid([full, sendgridEvent(ada.messageId, ada.email), full], now()));
    await service.post('sendgrid', fromSendgrid([full], now()));
    expect(await service.delivery(ada)).toMatchObject({ status: 'bounced' });
    expect(await service.entries(ada)).toHaveLength(1);
  });

  it.each(['deferred', 'delivered'])('is none that is only %s', async (event) => {
    const before = await state();
    expect(await service.post('sendgrid', fromSendgrid([sendgridEvent(ada.messageId, ada.email, { event })], now()))).toEqual(TAKEN);
    expect(await state()).toBe(before);
  });

  it('ends what would have been tried again', async () => {
    await service.db.query(sql`
      UPDATE deliveries SET status = 'pending', next_attempt_at = now() + interval '1 hour', sent_at = NULL, delivered_at = NULL WHERE id = ${ada.id}::uuid`);
    await service.post('ses', fromSes(sesBounce(ada.messageId, ada.email)));
    expect(await service.delivery(ada)).toMatchObject({ status: 'bounced' });
    expect(await service.db.query(sql`SELECT next_attempt_at FROM deliveries WHERE id = ${ada.id}::uuid`)).toEqual([
      { next_attempt_at: null },
    ]);
  });

  it('of whom was never mailed is not believed', async () => {
    for (const status of ['blocked', 'unqualified']) {
      await service.db.query(sql`UPDATE deliveries SET status = ${status} WHERE id = ${ada.id}::uuid`);
      expect(await service.post('ses', fromSes(sesBounce(ada.messageId, ada.email)))).toEqual(TAKEN);
      expect(await service.delivery(ada)).toMatchObject({ status });
      expect(await service.suppressions(ada)).toEqual([]);
    }
  });
});

describe('a delivery of which nobody knows whether it arrived', () => {
  const AT = new Date(1_776_153_605_000);
  /** As it is left when its process dies and it must not go twice. */
  const lose = (status = 'unknown') =>
    service.db.query(sql`
      UPDATE deliveries SET status = ${status}, error = 'The process died while the message was under way.', sent_at = NULL, delivered_at = NULL
      WHERE id = ${ada.id}::uuid`);
  const told = async () =>
    (
      await service.db.query<{ type: string }>(sql`
        SELECT type FROM contact_activities WHERE contact_id = ${ada.contactId}::uuid AND type LIKE 'email_%' ORDER BY seq`)
    ).map(({ type }) => type);
  const tell = (event: string) => service.post('sendgrid', fromSendgrid([sendgridEvent(ada.messageId, ada.email, { event })], now()));
  const SENT = { status: 'sent', error: null, sent_at: AT, delivered_at: AT, bounced_at: null, complained_at: null };

  it('is sent and delivered when somebody says so, once', async () => {
    await lose();
    const before = await told();
    expect(await tell('delivered')).toEqual(TAKEN);
    expect(await delivery()).toEqual(SENT);
    expect(await told()).toEqual([...before, 'email_sent', 'email_delivered']);
    expect(await tell('delivered')).toEqual(TAKEN);
    expect(await told()).toEqual([...before, 'email_sent', 'email_delivered']);
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_delivered_count: 2, blast_sent_count: 2 });
  });

  it('is ended by a word of its end, whichever comes first', async () => {
    const full = () =>
      service.post(
        'sendgrid',
        fromSendgrid([sendgridEvent(ada.messageId, ada.email, { reason: '552 5.2.2 Mailbox full', status: '5.2.2' })], now()),
      );
    for (const order of [
      [() => tell('delivered'), full],
      [full, () => tell('delivered')],
    ]) {
      await lose();
      for (const one of order) expect(await one()).toEqual(TAKEN);
      expect(await delivery()).toMatchObject({ status: 'failed', error: '552 5.2.2 Mailbox full', delivered_at: null });
    }
    await lose();
    await tell('bounce');
    expect(await delivery()).toMatchObject({ status: 'bounced', delivered_at: null, sent_at: null });
    expect(await service.suppressions(ada)).toMatchObject([{ reason: 'bounced' }]);
    await tell('delivered');
    expect(await delivery()).toMatchObject({ status: 'bounced', delivered_at: null });
  });

  it('nor will, if its process has died, is to be told of again', async () => {
    await lose('pending');
    // Goes again in any case.
    expect(await tell('delivered')).toEqual(TAKEN);
    await service.db.query(sql`UPDATE dispatches SET repeatable = false WHERE message_id = ${blastId}::uuid`);
    expect(await tell('delivered')).toMatchObject({ status: 503, body: { error_code: 'contended' } });
    expect(await delivery()).toMatchObject({ status: 'pending' });
    await lose();
    expect(await tell('delivered')).toEqual(TAKEN);
    expect(await delivery()).toEqual(SENT);
  });

  const delivery = () => service.delivery(ada);
});

describe('a complaint', () => {
  it.runIf(isAtLength)('is written beside what is known, once, and keeps operational mail away too', async () => {
    const before = await service.delivery(ada);
    const complain = () => service.post('ses', fromSes(sesComplaint(ada.messageId, ada.email)));
    expect(await complain()).toEqual(TAKEN);
    expect(await service.delivery(ada)).toEqual({ ...before, complained_at: expect.any(Date) });
    expect(await service.suppressions(ada)).toEqual([{ workspace_id: service.id, reason: 'complained', source: 'ses', detail: 'abuse' }]);
    expect(await service.entries(ada)).toEqual([{ type: 'email_complained', metadata: { blast_id: blastId, recipient_id: ada.shownId } }]);
    const after = await state();
    await complain();
    expect(await state()).toBe(after);

    const again = await prepareBlast(service.api, [ada.email, bo.email]);
    await sendNow(service.api, again.blastId, true);
    await service.drain();
    expect((await readBlast(service.api, again.blastId)).details).toMatchObject({ blast_blocked_count: 1, blast_sent_count: 1 });
  });

  it('and a bounce of one delivery in one request are both written', async () => {
    const events = [sendgridEvent(ada.messageId, ada.email, { event: 'spamreport' }), sendgridEvent(ada.messageId, ada.email)];
    await service.post('sendgrid', fromSendgrid([...events, sendgridEvent(bo.messageId, bo.email)], now()));
    expect(await service.suppressions(ada)).toMatchObject([{ reason: 'bounced' }, { reason: 'complained' }]);
    expect((await service.entries(ada)).map(({ type }) => type).sort()).toEqual(['email_bounced', 'email_complained']);
    expect(await service.suppressions(bo)).toMatchObject([{ reason: 'bounced' }]);
  });

  it('of a feedback loop is found by the return path of the message', async () => {
    const report = arf({ id: '<x@elsewhere.example>', to: 'fbl@example.com', about: ada.email }, { from: service.pathTo(ada), rcpt: null });
    expect(await service.post('bounces', returned(report))).toEqual(TAKEN);
    expect(await service.suppressions(ada)).toMatchObject([{ reason: 'complained', source: 'bounces' }]);
  });
});

describe('a delivery', () => {
  it.runIf(isAtLength)('goes out with its own return path', async () => {
    const sent = await service.sendTwo();
    expect(service.senders).toEqual(expect.arrayContaining([service.pathTo(sent.ada), service.pathTo(sent.bo)]));
  });

  it('is found by its return path, whatever address the report is about', async () => {
    await service.post(
      'bounces',
      returned(qmail({ id: '<x@elsewhere.example>', to: 'b@example.com', about: 'forwarded@elsewhere.example' })),
      `?recipient=${encodeURIComponent(service.pathTo(ada))}`,
    );
    expect(await service.suppressions(ada)).toMatchObject([
      { reason: 'bounced', detail: '<forwarded@elsewhere.example>: Sorry, no mailbox here by that name. (#5.1.1)' },
    ]);
    await service.post(
      'ses',
      fromSes(sesBounce('<0102018f@email.amazonses.com>', 'forwarded@elsewhere.example', { source: service.pathTo(bo) })),
    );
    expect(await service.suppressions(bo)).toMatchObject([{ reason: 'bounced' }]);
    expect(await service.db.query(sql`SELECT 1 FROM suppressions WHERE address = 'forwarded@elsewhere.example'`)).toEqual([]);
  });

  it('is not found by a Message-ID with an address that it did not go to, by one of somebody else, or by a made-up return path', async () => {
    const before = await state();
    const count = () => service.db.query(sql`SELECT count(*)::int AS n FROM suppressions`);
    const counted = await count();
    const forged = service.pathTo(ada).replace(/\+./, (two) => (two === '+a' ? '+b' : '+a'));
    for (const [id, about, to] of [
      [ada.messageId, bo.email, 'b@example.com'],
      [ada.messageId, 'victim@mail.example', 'b@example.com'],
      ['<unknown@example.com>', ada.email, 'b@example.com'],
      [`<${toUlid('01900000-0000-7000-8000-000000000000').toLowerCase()}@example.com>`, ada.email, 'b@example.com'],
      [`<${'z'.repeat(26)}@example.com>`, ada.email, 'b@example.com'],
      ['<x@example.com>', ada.email, forged],
    ] as const)
      expect(await service.post('bounces', returned(postfix({ id, about, to })))).toEqual(TAKEN);
    expect(await state()).toBe(before);
    expect(await count()).toEqual(counted);
  });

  it.runIf(isAtLength)('of another workspace is found there, and written there', async () => {
    const other = await service.workspace();
    const { blastId: theirs } = await prepareBlast(other.api, [ada.email]);
    await sendNow(other.api, theirs);
    await service.drain();
    const [{ id }] = (await service.db.query<{ id: string }>(sql`SELECT id::text FROM deliveries WHERE message_id = ${theirs}::uuid`)) as [
      { id: string },
    ];
    const event = sendgridEvent(`<${toUlid(id).toLowerCase()}@example.com>`, ada.email);
    await service.post('sendgrid', fromSendgrid([event, sendgridEvent(bo.messageId, bo.email)], now()));
    expect(await service.suppressions(ada)).toMatchObject([{ workspace_id: other.id }]);
    expect(await service.suppressions(bo)).toMatchObject([{ workspace_id: service.id }]);
    expect(await service.delivery(ada)).toMatchObject({ status: 'sent' });
  });
});

describe('what is told of a delivery', () => {
  const inHand = (status: string) =>
    service.db.query(sql`UPDATE deliveries SET status = ${status}, next_attempt_at = NULL WHERE id = ${ada.id}::uuid`);
  const both = () => fromSendgrid([sendgridEvent(ada.messageId, ada.email), sendgridEvent(bo.messageId, bo.email)], now());

  it('that a run has in hand still is to come again; the rest is written', async () => {
    await inHand('pending');
    expect(await service.post('sendgrid', both())).toMatchObject({ status: 503, body: { error_code: 'contended' } });
    expect([await service.delivery(ada), await service.delivery(bo)]).toMatchObject([{ status: 'pending' }, { status: 'bounced' }]);
    await inHand('sent');
    expect(await service.post('sendgrid', both())).toEqual(TAKEN);
    expect(await service.delivery(ada)).toMatchObject({ status: 'bounced' });
  });

  it('that somebody is just writing waits for nobody, and is to come again', async () => {
    await service.db.transaction(async (tx) => {
      await tx.query(sql`UPDATE deliveries SET opened_at = now() WHERE id = ${ada.id}::uuid`);
      expect(await service.post('sendgrid', both())).toMatchObject({ status: 503 });
      expect([await service.delivery(ada), await service.delivery(bo)]).toMatchObject([{ status: 'sent' }, { status: 'bounced' }]);
    });
    expect(await service.post('sendgrid', both())).toEqual(TAKEN);
    expect(await service.delivery(ada)).toMatchObject({ status: 'bounced' });
  });

  it('takes the moments of its contacts before any address, in the order of their ids', async () => {
    const [first, last] = [ada, bo].sort((a, b) => (a.contactId < b.contactId ? -1 : 1)) as [Sent, Sent];
    const hold = ({ contactId }: Sent) =>
      sql`SELECT 1 AS held FROM contact_moments WHERE contact_id = ${contactId}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
    const answer = await behind(
      service.db,
      (tx) => tx.query(hold(first)),
      () => service.post('sendgrid', both()),
      async () => {
        expect(await service.db.query(hold(last))).toHaveLength(1);
        // Would wait, if they were being written.
        await service.db.transaction(async (tx) => {
          await tx.query(sql`SET LOCAL lock_timeout = '1s'`);
          await tx.query(sql`
            INSERT INTO suppressions (workspace_id, address, reason, source, since)
            VALUES (${service.id}::uuid, ${ada.email}, 'bounced', 'test', now()), (${service.id}::uuid, ${bo.email}, 'bounced', 'test', now())`);
        });
      },
    );
    expect(answer).toEqual(TAKEN);
    expect([await service.suppressions(ada), await service.suppressions(bo)]).toMatchObject([[{ source: 'test' }], [{ source: 'test' }]]);
  });
});

it.runIf(isAtLength)('comes from many at once without a circle of those who wait', async () => {
  const events = [ada, bo].map(({ messageId, email }) => sendgridEvent(messageId, email));
  const turned = events.map((event) => ({ ...event, event: 'spamreport' })).reverse();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => service.post('sendgrid', fromSendgrid(i % 2 ? events : turned, now()))),
  );
  for (const { status } of answers) expect([200, 503]).toContain(status);
  for (const told of [events, turned]) expect(await service.post('sendgrid', fromSendgrid(told, now()))).toEqual(TAKEN);
  expect(await service.suppressions(ada)).toHaveLength(2);
  expect(await service.entries(ada)).toHaveLength(2);
  expect(await deadlocksIn(service.db)).toBe(0);
});
