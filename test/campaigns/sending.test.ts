import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelDeliveries } from '../../src/campaigns/deliveries/claims.repo.ts';
import { lockDispatch } from '../../src/campaigns/deliveries/dispatches.repo.ts';
import { isAtLength } from '../support/at-length.ts';
import { draftBlast, must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { givenSuppressions } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpBehaviour, type SmtpSink, smtpError, startSmtp } from '../support/smtp.ts';

let shared: TestService;
/** The same, from a new workspace for each test. */
let service: TestService;
let sink: SmtpSink;
let behaviour: SmtpBehaviour;
const startSink = (port?: number) =>
  startSmtp(
    {
      accept: (to, raw) => behaviour.accept?.(to, raw),
      onRcptTo: (address, session, callback) => (behaviour.onRcptTo ? behaviour.onRcptTo(address, session, callback) : callback()),
      onMailFrom: (address, session, callback) => (behaviour.onMailFrom ? behaviour.onMailFrom(address, session, callback) : callback()),
    },
    port,
  );
beforeAll(async () => {
  sink = await startSink();
  shared = await startTestService({ SMTP_URL: sink.url });
});
beforeEach(async () => {
  // Nothing that was on its way, and nothing that was found out about the mail server.
  for (const table of ['blasts', 'transports']) await shared.db.query({ text: `DELETE FROM ${table}`, values: [] });
  behaviour = {};
  sink.messages.length = 0;
  service = { ...shared, ...(await shared.workspace()) };
});
afterAll(async () => {
  await shared.stop();
  await sink.close();
});

const recipientsOf = async (blastId: string, category: 'recipients' | 'sent' | 'bounced' = 'recipients') =>
  (
    await must(
      service.api.GET('/v1/email-blasts/{blastId}/contacts', {
        params: { path: { blastId }, query: { category, limit: 100, sort: 'email', order: 'asc' } },
      }),
    )
  ).contacts;

/** The counters of the report, counted again from the rows. */
async function expectCountersToMatch(blastId: string): Promise<void> {
  const { details } = await readBlast(service.api, blastId);
  const { rows } = await service.db.pool.query(
    `SELECT count(*)::int AS recipients, count(sent_at)::int AS sent, count(*) FILTER (WHERE status = 'failed')::int AS failed,
            count(*) FILTER (WHERE status = 'blocked')::int AS blocked, count(delivered_at)::int AS delivered, count(opened_at)::int AS opened,
            count(clicked_at)::int AS clicked, count(bounced_at)::int AS bounced, count(unsubscribed_at)::int AS unsubscribed
     FROM deliveries WHERE message_id = $1`,
    [blastId],
  );
  expect(details).toMatchObject({
    blast_recipient_count: rows[0].recipients,
    blast_sent_count: rows[0].sent,
    blast_failed_count: rows[0].failed,
    blast_blocked_count: rows[0].blocked,
    blast_delivered_count: rows[0].delivered,
    blast_opened_count: rows[0].opened,
    blast_clicked_count: rows[0].clicked,
    blast_bounced_count: rows[0].bounced,
    blast_unsubscribed_count: rows[0].unsubscribed,
  });
}

describe('a blast', () => {
  it.runIf(isAtLength)('lets nobody make a program of an address by a value of theirs', async () => {
    const html =
      '<!doctype html><html><body><a href="{{contact.company}}">Site</a><img src={{contact.job_title}}><a href="{{contact.city}}">Page</a><a href="java{{contact.state}}">No</a></body></html>';
    await must(
      service.api.POST('/v1/contacts/upsert', {
        body: {
          items: [
            {
              email: 'mallory@example.net',
              company: 'javascript:alert(1)',
              job_title: ' JavaScript:x',
              city: 'data:text/html,x',
              state: 'script:x',
            },
            {
              email: 'ada@example.net',
              company: 'https://ada.example/?a=1&b="2"',
              job_title: '/i.png',
              city: 'mailto:ada@example.net',
              state: '.html',
            },
          ],
        },
      }),
    );
    const { blastId } = await prepareBlast(service.api, ['mallory@example.net', 'ada@example.net'], html);
    await sendNow(service.api, blastId);
    await service.drain();
    const addressesFor = async (email: string) => {
      const message = await PostalMime.parse(sink.messages.find(({ to }) => to === email)?.raw ?? '');
      return [...(message.html ?? '').matchAll(/<(?:a|img) (?:href|src)="([^"]*)"(?=>)/g)].map(([, address]) => address).slice(0, 4);
    };
    expect(await addressesFor('mallory@example.net')).toEqual(['#', '#', '#', '#']);
    expect(await addressesFor('ada@example.net')).toEqual([
      'https://ada.example/?a=1&amp;b=&quot;2&quot;',
      '/i.png',
      'mailto:ada@example.net',
      'java.html',
    ]);
  });

  it('fails whom their own values make it too large for, and goes to the others', async () => {
    await must(service.api.POST('/v1/contact-fields', { body: { items: [{ display_name: 'Story', value_type: 'string' }] } }));
    const story = 'é'.repeat(8_000);
    await must(service.api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'long@example.net', custom_fields: { story } }] } }));
    const html = `<!doctype html><body>${'<p>{{contact.custom.story}}</p>'.repeat(100)}</body>`;
    const { blastId } = await prepareBlast(service.api, ['long@example.net', 'ada@example.net'], html);
    await sendNow(service.api, blastId);
    await service.drain();
    expect(sink.messages.map(({ to }) => to)).toEqual(['ada@example.net']);
    const recipients = await recipientsOf(blastId);
    expect(recipients.find(({ email }) => email === 'long@example.net')).toMatchObject({
      status: 'failed',
      error:
        'The message could not be written: the HTML comes to more than 1048576 bytes; make it shorter, or the values of its merge tags',
    });
    await expectCountersToMatch(blastId);
  });

  it('fails for a recipient whose values make it larger than the mail server takes, and goes to the others', async () => {
    const most = 100_000;
    const small = await startSmtp({ size: most });
    const sending = await startTestService({ SMTP_URL: small.url });
    try {
      const { api } = sending;
      await must(api.POST('/v1/contact-fields', { body: { items: [{ display_name: 'Story', value_type: 'string' }] } }));
      const stories = { 'long@example.net': 'é'.repeat(8_000), 'encoded@example.net': 'é'.repeat(4_000) };
      const items = Object.entries(stories).map(([email, story]) => ({ email, custom_fields: { story } }));
      await must(api.POST('/v1/contacts/upsert', { body: { items } }));
      // Its limits are known after the first connection.
      const { blastId: first } = await prepareBlast(api, ['first@example.net']);
      await sendNow(api, first);
      await sending.drain();
      const html = `<!doctype html><body>${'<p>{{contact.custom.story}}</p>'.repeat(10)}</body>`;
      const { blastId } = await prepareBlast(api, [...Object.keys(stories), 'ada@example.net'], html);
      await sendNow(api, blastId);
      await sending.drain();
      expect(small.messages.map(({ to }) => to)).toEqual(['first@example.net', 'ada@example.net']);
      const params = { path: { blastId }, query: { category: 'recipients', sort: 'email', order: 'asc' } } as const;
      const { contacts } = await must(api.GET('/v1/email-blasts/{blastId}/contacts', { params }));
      expect(contacts.map(({ email, status, error }) => [email, status, error])).toEqual([
        ['ada@example.net', 'sent', null],
        // Only its encoding makes it too large: it is made, and not offered.
        [
          'encoded@example.net',
          'failed',
          expect.stringMatching(/^552 5\.3\.4 The message has \d{6} bytes, and the mail server takes 100000\.$/),
        ],
        // Where the HTML alone is too large, nothing is encoded.
        [
          'long@example.net',
          'failed',
          `The message could not be written: the HTML comes to more than ${most} bytes; make it shorter, or the values of its merge tags`,
        ],
      ]);
      expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 1, blast_failed_count: 2 } });
    } finally {
      await sending.stop();
      await small.close();
    }
  });

  it.runIf(isAtLength)('goes out with the subject and the preview text of the moment it is sent, with the approved version', async () => {
    const { blastId, emailId } = await prepareBlast(service.api, ['ada@example.net'], '<!doctype html><body><p>Approved</p></body>');
    const params = { path: { emailId } };
    const change = (words: string) =>
      must(
        service.api.PATCH('/v1/emails/{emailId}', { params, body: { subject: words, preview_text: `${words} & {{contact.first_name}}` } }),
      );
    await must(service.api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: '<!doctype html><body><p>Later</p></body>' } }));
    await change('Second');
    await sendNow(service.api, blastId);
    await change('Third');
    await service.drain();
    const { subject, html = '' } = await PostalMime.parse(sink.messages[0]?.raw ?? '');
    expect(subject).toBe('Second');
    expect([...html.matchAll(/<div data-preheader [^>]*>(.*?)<\/div>/g)].map(([, words]) => words)).toEqual(['Second &amp; Person 0']);
    expect(html).toContain('<p>Approved</p>');
  });

  it('goes to every member once, personalised, and comes to its end', async () => {
    const { blastId } = await prepareBlast(service.api, people(60));
    expect(await sendNow(service.api, blastId)).toMatchObject({ status: 'sending', send_mode: 'immediate' });
    await service.drain();
    const blast = await readBlast(service.api, blastId);
    expect(blast).toMatchObject({
      status: 'sent',
      details: { blast_recipient_count: 60, blast_qualified_count: 60, blast_sent_count: 60, blast_delivered_count: 60 },
    });
    expect(blast.sent_at).not.toBeNull();
    expect(sink.messages.map(({ to }) => to).sort()).toEqual(people(60).sort());
    expect(new Set(sink.messages.map(({ messageId }) => messageId)).size).toBe(60);

    const caught = sink.messages.find(({ to }) => to === 'person7@example.net');
    const message = await PostalMime.parse(caught?.raw ?? '');
    expect(message.subject).toBe('Hi Person 7');
    expect(message.html).toContain('Hi Person 7');
    expect(message.html).toContain('Spring is here');
    expect(message.text).toContain('Person 7');
    expect(message.text).toContain('https://shop.example.com/?a=1&b=2');
    await expectCountersToMatch(blastId);
  });

  it.runIf(isAtLength)('holds back who must not be mailed, and shows why', async () => {
    const { api, db, id } = service;
    const { blastId, listId } = await prepareBlast(api, [
      'ok@example.net',
      'left@example.net',
      'bounced@example.net',
      'complained@example.net',
    ]);
    const { items } = await must(api.POST('/v1/contacts', { body: { items: [{ phone: '+12025550123', display_name: 'Phone Only' }] } }));
    await must(
      api.POST('/v1/contact-lists/{listId}/contacts', {
        params: { path: { listId } },
        body: { contact_ids: [items[0]?.contact_id as string] },
      }),
    );
    await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'left@example.net', unsubscribed: true }] } }));
    await givenSuppressions({ db, workspaceId: id }, { 'bounced@example.net': 'bounced', 'complained@example.net': 'complained' });

    await sendNow(api, blastId);
    await service.drain();
    expect(sink.messages.map(({ to }) => to)).toEqual(['ok@example.net']);
    expect((await recipientsOf(blastId)).map(({ email, status, error }) => [email, status, error])).toEqual([
      ['bounced@example.net', 'blocked', 'bounced'],
      ['complained@example.net', 'blocked', 'complained'],
      ['left@example.net', 'blocked', 'unsubscribed'],
      ['ok@example.net', 'sent', null],
      [null, 'unqualified', null],
    ]);
    expect((await readBlast(api, blastId)).details).toMatchObject({
      blast_recipient_count: 5,
      blast_qualified_count: 1,
      blast_blocked_count: 3,
      blast_sent_count: 1,
    });

    const operational = await draftBlast(api, listId, (await readBlast(api, blastId)).email_id as string);
    await sendNow(api, operational, true);
    await service.drain();
    expect(
      sink.messages
        .map(({ to }) => to)
        .slice(1)
        .sort(),
    ).toEqual(['left@example.net', 'ok@example.net']);
    expect(sink.messages.at(-1)?.raw).not.toContain('List-Unsubscribe');
  });

  it.runIf(isAtLength)('skips whoever unsubscribes or is deleted before their turn', async () => {
    const { api } = service;
    const { blastId } = await prepareBlast(api, people(3));
    // The first message is on its way when the two others go.
    behaviour.accept = async (to) => {
      if (to !== 'retry@example.net') throw smtpError(451, 'later');
    };
    await sendNow(api, blastId);
    await service.drain();
    const [first, second] = await recipientsOf(blastId);
    await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email: first?.email as string, unsubscribed: true }] } }));
    await api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: second?.contact_id as string } } });
    behaviour = {};
    service.clock.advance({ minutes: 2 });
    await service.drain();
    expect((await recipientsOf(blastId)).map(({ status, error, contact_deleted }) => [status, error, contact_deleted])).toEqual([
      ['blocked', 'unsubscribed', false],
      ['blocked', 'contact deleted', true],
      ['sent', null, false],
    ]);
    expect((await readBlast(api, blastId)).status).toBe('sent');
    await expectCountersToMatch(blastId);
  });

  it.runIf(isAtLength)('says what it said at its release, whatever is edited meanwhile', async () => {
    const { api } = service;
    const { blastId, emailId, listId } = await prepareBlast(api, people(2));
    await sendNow(api, blastId);
    await must(api.PATCH('/v1/emails/{emailId}', { params: { path: { emailId } }, body: { subject: 'Edited' } }));
    await must(
      api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId } }, body: { code: '<html><body>Edited</body></html>' } }),
    );
    await service.drain();
    for (const { raw } of sink.messages) expect(raw).not.toContain('Edited');
    // Members who join after the start are not mailed either.
    expect(await must(api.GET('/v1/contact-lists/{listId}/member-count', { params: { path: { listId } } }))).toMatchObject({
      member_count: 2,
    });
  });

  it.runIf(isAtLength)('to nobody is sent at once', async () => {
    const { blastId } = await prepareBlast(service.api, []);
    await sendNow(service.api, blastId);
    await service.drain();
    expect(await readBlast(service.api, blastId)).toMatchObject({ status: 'sent', details: { blast_recipient_count: 0 } });
  });
});

describe('a mail server', () => {
  it.runIf(isAtLength)('that refuses an address for good makes a bounce, and the address is not mailed again', async () => {
    const { api } = service;
    behaviour.onRcptTo = (address, _session, callback) =>
      address.address === 'person1@example.net' ? callback(smtpError(550, 'no such user')) : callback();
    const { blastId, listId, emailId } = await prepareBlast(api, people(3));
    await sendNow(api, blastId);
    await service.drain();
    expect(await recipientsOf(blastId, 'bounced')).toMatchObject([
      { email: 'person1@example.net', status: 'bounced', sent_at: null, error: expect.stringContaining('550 no such user') },
    ]);
    expect(await readBlast(api, blastId)).toMatchObject({
      status: 'sent',
      details: { blast_sent_count: 2, blast_bounced_count: 1, blast_failed_count: 0 },
    });
    const { contact_id } = (await recipientsOf(blastId, 'bounced'))[0] as { contact_id: string };
    const { items } = await must(api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id } } }));
    expect(items[0]).toMatchObject({ type: 'email_bounced', metadata: { blast_id: blastId, reason: expect.stringContaining('550') } });
    await expectCountersToMatch(blastId);

    const again = await draftBlast(api, listId, emailId);
    await sendNow(api, again);
    await service.drain();
    expect((await readBlast(api, again)).details).toMatchObject({ blast_sent_count: 2, blast_blocked_count: 1 });
  });

  it.runIf(isAtLength)('that asks to come later gets the message later, and after the last attempt the recipient has failed', async () => {
    const { api } = service;
    behaviour.onRcptTo = (address, _session, callback) =>
      address.address.startsWith('person0') ? callback(smtpError(450, 'greylisted')) : callback();
    const { blastId } = await prepareBlast(api, people(2));
    await sendNow(api, blastId);
    await service.drain();
    expect((await recipientsOf(blastId)).map(({ status, error }) => [status, error])).toEqual([
      ['pending', expect.stringContaining('greylisted')],
      ['sent', null],
    ]);
    expect((await readBlast(api, blastId)).status).toBe('sending');
    // For a day, and not a moment longer.
    for (const minutes of [1, 5, 15, 30, 60, 120, 240, 240, 240, 240, 240]) {
      service.clock.advance({ minutes, seconds: 1 });
      await service.drain();
      expect((await recipientsOf(blastId)).map(({ status }) => status)).toEqual(['pending', 'sent']);
    }
    service.clock.advance({ hours: 4 });
    await service.drain();
    expect((await recipientsOf(blastId)).map(({ status }) => status)).toEqual(['failed', 'sent']);
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 1, blast_failed_count: 1 } });
    await expectCountersToMatch(blastId);
  });

  it.runIf(isAtLength)('that cuts the connection after the content, or hangs, gets the same message again', async () => {
    // Only the one that is silent for good runs into it.
    service = await startTestService({ SMTP_URL: `${sink.url}?dotTimeout=2000` });
    const { api, db, stop } = service;
    let troubled = true;
    const seen: string[] = [];
    behaviour.accept = async (to, raw) => {
      const id = /^Message-ID: (.+)\r$/im.exec(raw)?.[1] as string;
      seen.push(id);
      if (!troubled) return;
      if (to.startsWith('person0')) await new Promise(() => {});
      throw smtpError(421, 'shutting down');
    };
    const { blastId } = await prepareBlast(api, people(2));
    await sendNow(api, blastId);
    await service.drain();
    // The turn ends before the mailer gives up on the silent one.
    await expect.poll(() => db.prisma.claim.count()).toBe(0);
    expect((await recipientsOf(blastId)).map(({ status }) => status)).toEqual(['pending', 'pending']);
    troubled = false;
    service.clock.advance({ minutes: 2 });
    await service.drain();
    expect(await readBlast(api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 2 } });
    expect(seen).toHaveLength(4);
    expect(new Set(seen).size).toBe(2);
    await stop();
  });

  it.runIf(isAtLength)(
    'that refuses the sender of every message makes the blast wait for a day, with its words, and uses nobody up',
    async () => {
      const { api, clock } = service;
      behaviour.onMailFrom = (_address, _session, callback) => callback(smtpError(553, 'sender not allowed'));
      const { blastId } = await prepareBlast(api, people(3));
      await sendNow(api, blastId);
      await service.drain();
      const details = { blast_failed_count: 0, blast_sent_count: 0, blast_error: expect.stringContaining('553 sender not allowed') };
      expect(await readBlast(api, blastId)).toMatchObject({ status: 'sending', details });
      clock.advance({ hours: 23 });
      await service.drain();
      expect((await readBlast(api, blastId)).status).toBe('sending');
      clock.advance({ hours: 1 });
      await service.drain();
      expect(await readBlast(api, blastId)).toMatchObject({ status: 'failed', sent_at: null, details });
      expect((await recipientsOf(blastId)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
      await expectCountersToMatch(blastId);
    },
  );

  it.runIf(isAtLength)('that is down makes the blast wait, and it goes on by itself', async () => {
    const { api } = service;
    const { blastId } = await prepareBlast(api, people(30));
    await sink.close();
    await sendNow(api, blastId);
    for (let outage = 0; outage < 4; outage++) {
      await service.drain();
      expect(await readBlast(api, blastId)).toMatchObject({
        status: 'sending',
        details: { blast_sent_count: 0, blast_failed_count: 0, blast_error: expect.stringContaining('ECONNREFUSED') },
      });
      service.clock.advance({ minutes: 6 });
    }
    sink = await startSink(sink.port);
    await service.drain();
    expect(await readBlast(api, blastId)).toMatchObject({
      status: 'sent',
      details: { blast_sent_count: 30, blast_failed_count: 0, blast_error: null },
    });
    expect(sink.messages).toHaveLength(30);
  });

  it.runIf(isAtLength)('that goes down once more after a long outage is asked again soon', async () => {
    const { api, db } = service;
    const { blastId } = await prepareBlast(api, people(30));
    await sendNow(api, blastId);
    let long: Promise<unknown> | undefined;
    let closed: Promise<void> | undefined;
    behaviour.accept = async () => {
      // An outage before this one was long. Several messages arrive together, and none may write it once more behind the end.
      long ??= db.pool.query('UPDATE dispatches SET outage_count = 8');
      await long;
      closed ??= sink.close();
    };
    await service.drain();
    await closed;
    const { rows } = await db.pool.query('SELECT outage_count, rest_until FROM dispatches');
    expect(rows[0].outage_count).toBe(1);
    expect(rows[0].rest_until.getTime() - service.clock.now().getTime()).toBeLessThanOrEqual(5_000);
    sink = await startSink(sink.port);
  });

  it.runIf(isAtLength)('that refuses our credentials fails the blast, with why', async () => {
    const strict = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(smtpError(535, 'bad credentials')),
    });
    const other = await startTestService({ SMTP_URL: strict.url.replace('//', '//user:wrong@') });
    try {
      const { blastId } = await prepareBlast(other.api, people(3));
      await sendNow(other.api, blastId);
      await other.drain();
      const blast = await readBlast(other.api, blastId);
      expect(blast).toMatchObject({
        status: 'failed',
        details: { blast_failed_count: 0, blast_error: expect.stringContaining('535 bad credentials') },
      });
    } finally {
      await other.stop();
      await strict.close();
    }
  });
});

describe('a run whose blast somebody ends', () => {
  it.runIf(isAtLength)('leaves nobody waiting for a next attempt', async () => {
    const { api, db, id } = service;
    const { blastId } = await prepareBlast(api, people(1));
    behaviour.accept = async () => {
      await db.transaction(async (tx) => {
        const message = { workspaceId: id, messageId: blastId };
        const ctx = { db: tx, workspaceId: message.workspaceId, now: service.clock.now() };
        await lockDispatch(ctx, message.messageId);
        await cancelDeliveries(ctx, message.messageId);
      });
      throw smtpError(451, '4.2.0 later');
    };
    await sendNow(api, blastId);
    await service.drain();
    const { rows } = await db.pool.query('SELECT status, next_attempt_at FROM deliveries WHERE workspace_id = $1', [id]);
    expect(rows).toEqual([{ status: 'cancelled', next_attempt_at: null }]);
    await expectCountersToMatch(blastId);
  });
});

describe('a run that lost its claim', () => {
  it('changes nothing when it reports late', async () => {
    const { api, db, id, clock } = service;
    const { blastId } = await prepareBlast(api, people(1));
    behaviour.accept = async () => {
      // While the message is under way its claim is taken for dead.
      await db.pool.query('DELETE FROM claims WHERE workspace_id = $1', [id]);
      await db.pool.query("UPDATE deliveries SET next_attempt_at = $2, error = 'given back' WHERE workspace_id = $1", [id, clock.now()]);
    };
    await sendNow(api, blastId);
    const seen = async () =>
      (await db.pool.query('SELECT status, error, sent_at IS NOT NULL AS sent FROM deliveries WHERE workspace_id = $1', [id])).rows;
    let late: unknown;
    const accept = behaviour.accept;
    behaviour.accept = async (to, raw) => {
      if (sink.messages.length === 0) return accept?.(to, raw);
      late = await seen();
    };
    await service.drain();
    // It goes again, under the same Message-ID.
    expect(late).toEqual([{ status: 'pending', error: 'given back', sent: false }]);
    expect(await seen()).toEqual([{ status: 'sent', error: null, sent: true }]);
    expect((await readBlast(api, blastId)).status).toBe('sent');
    expect(sink.messages).toHaveLength(2);
    expect(new Set(sink.messages.map(({ messageId }) => messageId)).size).toBe(1);
  });
});
