/** What comes back of emails that were taken over, from the request to the report, and at the hooks that take it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReturnPaths } from '../../../src/campaigns/messages/return-path.ts';
import { sql } from '../../../src/platform/db.ts';
import { toUlid } from '../../../src/platform/ids.ts';
import { must, prepareBlast, readBlast, sendNow } from '../../support/blast.ts';
import { arf, postfix, qmail } from '../../support/bounce-mails.ts';
import {
  CERTIFICATE_AT,
  fromMailgun,
  fromPostmark,
  fromSendgrid,
  fromSns,
  MAILGUN_KEY,
  mailgunEvent,
  POSTMARK,
  type Posted,
  postmarkEvent,
  SENDGRID_KEY,
  sendgridEvent,
  sesBounce,
  sesComplaint,
  snsSigner,
  TOPIC,
} from '../../support/hooks.ts';
import { behind, deadlocksIn } from '../../support/race.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type SmtpSink, startSmtp } from '../../support/smtp.ts';

const SECRET = 'the secret of the mail server';
const DOMAIN = 'bounces.example.com';
const paths = createReturnPaths('a secret for the tests', DOMAIN);

let service: TestService;
let sink: SmtpSink;
/** Envelope senders, as the mail server was told them. */
const senders: string[] = [];
beforeAll(async () => {
  sink = await startSmtp({
    onMailFrom({ address }, _session, callback) {
      senders.push(address);
      callback();
    },
  });
  service = await startTestService(
    {
      SMTP_URL: sink.url,
      BOUNCE_DOMAIN: DOMAIN,
      HOOK_SES_TOPICS: TOPIC,
      HOOK_SENDGRID_PUBLIC_KEY: SENDGRID_KEY,
      HOOK_POSTMARK_CREDENTIALS: POSTMARK,
      HOOK_MAILGUN_SIGNING_KEY: MAILGUN_KEY,
      HOOK_BOUNCES_SECRET: SECRET.replaceAll(' ', '-'),
    },
    {
      fetchText: async ({ href }) => {
        if (href !== CERTIFICATE_AT) throw new Error(`Nobody was to ask for ${href}.`);
        return snsSigner.certificate;
      },
    },
  );
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

interface Sent {
  id: string;
  contactId: string;
  email: string;
  /** Its Message-ID. */
  messageId: string;
  shownId: string;
}
let blastId: string;
let ada: Sent;
let bo: Sent;
beforeEach(async () => {
  const emails = ['ada', 'bo'].map((name) => `${name}.${Math.random().toString(36).slice(2)}@mail.example`);
  ({ blastId } = await prepareBlast(service.api, emails));
  await sendNow(service.api, blastId);
  await service.drain();
  const rows = await service.db.query<Sent>(sql`
    SELECT id::text, contact_id::text AS "contactId", email FROM deliveries WHERE message_id = ${blastId}::uuid ORDER BY email`);
  [ada, bo] = rows.map((row) => ({ ...row, shownId: toUlid(row.id), messageId: `<${toUlid(row.id).toLowerCase()}@example.com>` })) as [
    Sent,
    Sent,
  ];
});

const now = () => service.clock.now();
const post = async (provider: string, { headers, body }: Posted, query = '') => {
  const response = await fetch(`${service.url}/hooks/${provider}${query}`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
};
const TAKEN = { status: 200, body: { received: true } };
const fromSes = (about: unknown) => fromSns({ Message: JSON.stringify(about) }, now());
const returned = (raw: string): Posted => ({
  headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${SECRET.replaceAll(' ', '-')}` },
  body: raw,
});
const pathTo = ({ id }: Sent) => paths.write({ workspaceId: service.id, deliveryId: id });

const delivery = async ({ id }: Sent) =>
  (
    await service.db.query<Record<string, unknown>>(sql`
    SELECT status, error, sent_at, delivered_at, bounced_at, complained_at FROM deliveries WHERE id = ${id}::uuid`)
  )[0];
const suppressions = ({ email }: Sent) =>
  service.db.query<Record<string, unknown>>(sql`
    SELECT workspace_id::text, reason, source, detail FROM suppressions WHERE address = ${email} ORDER BY reason`);
const entries = async ({ contactId: contact_id }: Sent) => {
  const { items } = await must(service.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id } } }));
  return items
    .filter(({ type }) => type === 'email_bounced' || type === 'email_complained')
    .map(({ type, metadata }) => ({ type, metadata }));
};
const state = async () =>
  JSON.stringify([
    await delivery(ada),
    await delivery(bo),
    await suppressions(ada),
    await suppressions(bo),
    await entries(ada),
    await entries(bo),
  ]);

describe('a bounce after the message was taken over', () => {
  const AT = new Date('2026-04-14T08:00:05.000Z');
  const reports: [string, (of: Sent) => Posted, string][] = [
    ['ses', ({ messageId, email }) => fromSes(sesBounce(messageId, email)), '550 5.1.1'],
    ['sendgrid', ({ messageId, email }) => fromSendgrid([sendgridEvent(messageId, email)], now()), '550 5.1.1'],
    ['postmark', ({ messageId, email }) => fromPostmark(postmarkEvent(messageId, email)), '550 5.1.1'],
    ['mailgun', ({ messageId, email }) => fromMailgun(mailgunEvent(messageId, email), now()), '550 5.1.1'],
    ['bounces', ({ messageId, email }) => returned(postfix({ id: messageId, to: 'b@example.com', about: email })), '550 5.1.1'],
  ];

  it.each(reports)('that %s tells of is written at the delivery, the address and in the timeline, once', async (provider, write, words) => {
    const before = await delivery(bo);
    expect(await post(provider, write(ada))).toEqual(TAKEN);
    const reason = (await delivery(ada))?.error;
    expect(reason).toContain(words);
    const sentAt = (await delivery(ada))?.sent_at as Date;
    expect(await delivery(ada)).toEqual({
      status: 'bounced',
      error: reason,
      sent_at: expect.any(Date),
      delivered_at: null,
      bounced_at: sentAt > AT ? sentAt : expect.any(Date),
      complained_at: null,
    });
    expect(await suppressions(ada)).toEqual([{ workspace_id: service.id, reason: 'bounced', source: provider, detail: reason }]);
    expect(await entries(ada)).toEqual([{ type: 'email_bounced', metadata: { blast_id: blastId, recipient_id: ada.shownId, reason } }]);
    expect(await delivery(bo)).toEqual(before);
    expect(await suppressions(bo)).toEqual([]);
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_bounced_count: 1, blast_delivered_count: 1 });

    const after = await state();
    service.clock.advance({ minutes: 5 });
    for (let i = 0; i < 2; i++) expect(await post(provider, write(ada))).toEqual(TAKEN);
    expect(await state()).toBe(after);
  });

  it('does not suppress an address again that somebody has taken up since', async () => {
    await post('ses', fromSes(sesBounce(ada.messageId, ada.email)));
    await service.db.query(sql`DELETE FROM suppressions WHERE address = ${ada.email}`);
    await post('ses', fromSes(sesBounce(ada.messageId, ada.email)));
    expect(await suppressions(ada)).toEqual([]);
  });

  it('of somebody who was deleted suppresses the address all the same', async () => {
    await must(service.api.POST('/v1/contacts/delete', { body: { contact_ids: [ada.contactId] } }));
    expect(await post('sendgrid', fromSendgrid([sendgridEvent(ada.messageId, ada.email)], now()))).toEqual(TAKEN);
    expect(await delivery(ada)).toMatchObject({ status: 'bounced' });
    expect(await suppressions(ada)).toMatchObject([{ reason: 'bounced' }]);
  });

  it('that is none of the address ends the delivery, and suppresses nobody', async () => {
    const event = sendgridEvent(ada.messageId, ada.email, { reason: '552 5.2.2 Mailbox full', status: '5.2.2' });
    await post('sendgrid', fromSendgrid([event], now()));
    expect(await delivery(ada)).toMatchObject({ status: 'failed', error: '552 5.2.2 Mailbox full', delivered_at: null, bounced_at: null });
    expect([await suppressions(ada), await entries(ada)]).toEqual([[], []]);
  });

  it('of two words about one end is the one that says more, whichever comes first', async () => {
    const full = sendgridEvent(ada.messageId, ada.email, { reason: '552 5.2.2 Mailbox full', status: '5.2.2' });
    await post('sendgrid', fromSendgrid([full, sendgridEvent(ada.messageId, ada.email), full], now()));
    await post('sendgrid', fromSendgrid([full], now()));
    expect(await delivery(ada)).toMatchObject({ status: 'bounced' });
    expect(await entries(ada)).toHaveLength(1);
  });

  it.each(['deferred', 'delivered'])('is none that is only %s', async (event) => {
    const before = await state();
    expect(await post('sendgrid', fromSendgrid([sendgridEvent(ada.messageId, ada.email, { event })], now()))).toEqual(TAKEN);
    expect(await state()).toBe(before);
  });

  it('ends what would have been tried again', async () => {
    await service.db.query(sql`
      UPDATE deliveries SET status = 'pending', next_attempt_at = now() + interval '1 hour', sent_at = NULL, delivered_at = NULL WHERE id = ${ada.id}::uuid`);
    await post('ses', fromSes(sesBounce(ada.messageId, ada.email)));
    expect(await delivery(ada)).toMatchObject({ status: 'bounced' });
    expect(await service.db.query(sql`SELECT next_attempt_at FROM deliveries WHERE id = ${ada.id}::uuid`)).toEqual([
      { next_attempt_at: null },
    ]);
  });

  it('of whom was never mailed is not believed', async () => {
    for (const status of ['blocked', 'unqualified']) {
      await service.db.query(sql`UPDATE deliveries SET status = ${status} WHERE id = ${ada.id}::uuid`);
      expect(await post('ses', fromSes(sesBounce(ada.messageId, ada.email)))).toEqual(TAKEN);
      expect(await delivery(ada)).toMatchObject({ status });
      expect(await suppressions(ada)).toEqual([]);
    }
  });
});

describe('a complaint', () => {
  it('is written beside what is known, once, and keeps operational mail away too', async () => {
    const before = await delivery(ada);
    const complain = () => post('ses', fromSes(sesComplaint(ada.messageId, ada.email)));
    expect(await complain()).toEqual(TAKEN);
    expect(await delivery(ada)).toEqual({ ...before, complained_at: expect.any(Date) });
    expect(await suppressions(ada)).toEqual([{ workspace_id: service.id, reason: 'complained', source: 'ses', detail: 'abuse' }]);
    expect(await entries(ada)).toEqual([{ type: 'email_complained', metadata: { blast_id: blastId, recipient_id: ada.shownId } }]);
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
    await post('sendgrid', fromSendgrid([...events, sendgridEvent(bo.messageId, bo.email)], now()));
    expect(await suppressions(ada)).toMatchObject([{ reason: 'bounced' }, { reason: 'complained' }]);
    expect((await entries(ada)).map(({ type }) => type).sort()).toEqual(['email_bounced', 'email_complained']);
    expect(await suppressions(bo)).toMatchObject([{ reason: 'bounced' }]);
  });

  it('of a feedback loop is found by the return path of the message', async () => {
    const report = arf({ id: '<x@elsewhere.example>', to: 'fbl@example.com', about: ada.email }, { from: pathTo(ada), rcpt: null });
    expect(await post('bounces', returned(report))).toEqual(TAKEN);
    expect(await suppressions(ada)).toMatchObject([{ reason: 'complained', source: 'bounces' }]);
  });
});

describe('a delivery', () => {
  it('goes out with its own return path', () => {
    expect(senders).toEqual(expect.arrayContaining([pathTo(ada), pathTo(bo)]));
  });

  it('is found by its return path, whatever address the report is about', async () => {
    await post(
      'bounces',
      returned(qmail({ id: '<x@elsewhere.example>', to: 'b@example.com', about: 'forwarded@elsewhere.example' })),
      `?recipient=${encodeURIComponent(pathTo(ada))}`,
    );
    expect(await suppressions(ada)).toMatchObject([
      { reason: 'bounced', detail: '<forwarded@elsewhere.example>: Sorry, no mailbox here by that name. (#5.1.1)' },
    ]);
    await post('ses', fromSes(sesBounce('<0102018f@email.amazonses.com>', 'forwarded@elsewhere.example', { source: pathTo(bo) })));
    expect(await suppressions(bo)).toMatchObject([{ reason: 'bounced' }]);
    expect(await service.db.query(sql`SELECT 1 FROM suppressions WHERE address = 'forwarded@elsewhere.example'`)).toEqual([]);
  });

  it('is not found by a Message-ID with an address that it did not go to, by one of somebody else, or by a made-up return path', async () => {
    const before = await state();
    const count = () => service.db.query(sql`SELECT count(*)::int AS n FROM suppressions`);
    const counted = await count();
    const forged = pathTo(ada).replace(/\+./, (two) => (two === '+a' ? '+b' : '+a'));
    for (const [id, about, to] of [
      [ada.messageId, bo.email, 'b@example.com'],
      [ada.messageId, 'victim@mail.example', 'b@example.com'],
      ['<unknown@example.com>', ada.email, 'b@example.com'],
      [`<${toUlid('01900000-0000-7000-8000-000000000000').toLowerCase()}@example.com>`, ada.email, 'b@example.com'],
      [`<${'z'.repeat(26)}@example.com>`, ada.email, 'b@example.com'],
      ['<x@example.com>', ada.email, forged],
    ] as const)
      expect(await post('bounces', returned(postfix({ id, about, to })))).toEqual(TAKEN);
    expect(await state()).toBe(before);
    expect(await count()).toEqual(counted);
  });

  it('of another workspace is found there, and written there', async () => {
    const other = await service.workspace();
    const { blastId: theirs } = await prepareBlast(other.api, [ada.email]);
    await sendNow(other.api, theirs);
    await service.drain();
    const [{ id }] = (await service.db.query<{ id: string }>(sql`SELECT id::text FROM deliveries WHERE message_id = ${theirs}::uuid`)) as [
      { id: string },
    ];
    const event = sendgridEvent(`<${toUlid(id).toLowerCase()}@example.com>`, ada.email);
    await post('sendgrid', fromSendgrid([event, sendgridEvent(bo.messageId, bo.email)], now()));
    expect(await suppressions(ada)).toMatchObject([{ workspace_id: other.id }]);
    expect(await suppressions(bo)).toMatchObject([{ workspace_id: service.id }]);
    expect(await delivery(ada)).toMatchObject({ status: 'sent' });
  });
});

describe('what is told of a delivery', () => {
  const inHand = (status: string) =>
    service.db.query(sql`UPDATE deliveries SET status = ${status}, next_attempt_at = NULL WHERE id = ${ada.id}::uuid`);
  const both = () => fromSendgrid([sendgridEvent(ada.messageId, ada.email), sendgridEvent(bo.messageId, bo.email)], now());

  it('that a run has in hand still is to come again; the rest is written', async () => {
    await inHand('pending');
    expect(await post('sendgrid', both())).toMatchObject({ status: 503, body: { error_code: 'contended' } });
    expect([await delivery(ada), await delivery(bo)]).toMatchObject([{ status: 'pending' }, { status: 'bounced' }]);
    await inHand('sent');
    expect(await post('sendgrid', both())).toEqual(TAKEN);
    expect(await delivery(ada)).toMatchObject({ status: 'bounced' });
  });

  it('that somebody is just writing waits for nobody, and is to come again', async () => {
    await service.db.transaction(async (tx) => {
      await tx.query(sql`UPDATE deliveries SET opened_at = now() WHERE id = ${ada.id}::uuid`);
      expect(await post('sendgrid', both())).toMatchObject({ status: 503 });
      expect([await delivery(ada), await delivery(bo)]).toMatchObject([{ status: 'sent' }, { status: 'bounced' }]);
    });
    expect(await post('sendgrid', both())).toEqual(TAKEN);
    expect(await delivery(ada)).toMatchObject({ status: 'bounced' });
  });

  it('takes the moments of its contacts before any address, in the order of their ids', async () => {
    const [first, last] = [ada, bo].sort((a, b) => (a.contactId < b.contactId ? -1 : 1)) as [Sent, Sent];
    const hold = ({ contactId }: Sent) =>
      sql`SELECT 1 AS held FROM contact_moments WHERE contact_id = ${contactId}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
    const answer = await behind(
      service.db,
      (tx) => tx.query(hold(first)),
      () => post('sendgrid', both()),
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
    expect([await suppressions(ada), await suppressions(bo)]).toMatchObject([[{ source: 'test' }], [{ source: 'test' }]]);
  });
});

describe('a hook', () => {
  it('refuses what is not signed with 403, and says what is no JSON', async () => {
    const before = await state();
    const posted = fromSendgrid([sendgridEvent(ada.messageId, ada.email)], now());
    expect(await post('sendgrid', { ...posted, body: posted.body.replace('550', '551') })).toMatchObject({
      status: 403,
      body: { error_code: 'invalid_signature', error: expect.any(String) },
    });
    for (const token of ['', 'Bearer', `Bearer ${SECRET}`, 'Bearer another-secret'])
      expect(
        await post('bounces', {
          ...returned(postfix({ id: ada.messageId, to: pathTo(ada), about: ada.email })),
          headers: { authorization: token },
        }),
      ).toMatchObject({ status: 403 });
    expect(await post('postmark', { ...fromPostmark(1), body: '{' })).toMatchObject({ status: 400, body: { error_code: 'invalid_json' } });
    expect(await state()).toBe(before);
  });

  it('takes up to 5 MiB, and only by POST', async () => {
    expect(await post('bounces', returned('x'.repeat(5 * 1024 * 1024 + 1)))).toMatchObject({
      status: 413,
      body: { error_code: 'payload_too_large' },
    });
    expect((await fetch(`${service.url}/hooks/ses`)).status).toBe(405);
  });

  it('is not there for whom nothing is configured', async () => {
    expect(await post('mandrill', { headers: {}, body: '{}' })).toMatchObject({ status: 404 });
    const bare = await startTestService();
    try {
      for (const name of ['ses', 'sendgrid', 'postmark', 'mailgun', 'bounces']) {
        const response = await fetch(`${bare.url}/hooks/${name}`, { method: 'POST', body: '{}' });
        expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([404, 'not_found']);
      }
    } finally {
      await bare.stop();
    }
  });

  it('counts what it is told, by provider and kind', async () => {
    const figure = async () => {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^bivouac_feedback_total\{provider="mailgun",kind="complained"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await figure();
    await post('mailgun', fromMailgun(mailgunEvent(ada.messageId, ada.email, { event: 'complained' }), now()));
    expect(await figure()).toBe(before + 1);
  });
});

it('comes from many at once without a circle of those who wait', async () => {
  const events = [ada, bo].map(({ messageId, email }) => sendgridEvent(messageId, email));
  const turned = events.map((event) => ({ ...event, event: 'spamreport' })).reverse();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => post('sendgrid', fromSendgrid(i % 2 ? events : turned, now()))));
  for (const { status } of answers) expect([200, 503]).toContain(status);
  for (const told of [events, turned]) expect(await post('sendgrid', fromSendgrid(told, now()))).toEqual(TAKEN);
  expect(await suppressions(ada)).toHaveLength(2);
  expect(await entries(ada)).toHaveLength(2);
  expect(await deadlocksIn(service.db)).toBe(0);
});
