import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MOST_SCANNED } from '../../../src/campaigns/transactional/messages.repo.ts';
import { sql } from '../../../src/platform/db.ts';
import { newId, toUlid } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { approvedEmail, must } from '../../support/blast.ts';
import { givenContacts, givenEmail, givenSuppressions } from '../../support/given.ts';
import { settled } from '../../support/settled.ts';
import { smtpError } from '../../support/smtp.ts';
import { type MessageInput, openMessaging, TEXT } from '../../support/transactional.ts';

const messaging = openMessaging();
const scope = () => ({ db: messaging.service.db, workspaceId: messaging.workspace.id });
const parsed = (place = 0) => PostalMime.parse(messaging.sink.messages[place]?.raw ?? '');
const types = async (id: string) => (await messaging.read(id)).events.map(({ type }) => type);

describe('a message', () => {
  test('goes to an address that is nobody’s, with values of its own, escaped in HTML', async () => {
    const { data, response } = await messaging.send({
      to: { email: ' Ada@Elsewhere.example', name: 'Ada Byron' },
      from_name: 'Juniper Trail',
      from_address: 'hello@example.com',
      reply_to: 'support@elsewhere.example',
      subject: 'Order {{data.number}} <{{data.name}}>',
      html: '<p>Hi {{data.name}}, {{data.missing | default: "friend"}}</p><a href="{{data.url}}">Open</a>',
      data: { number: 7, name: '<b>Ada & Co</b>', url: 'https://shop.example.com/?a=1&b=2' },
    });
    expect(response.status).toBe(202);
    expect(data).toEqual({ message_id: expect.any(String), status: 'queued' });
    expect(response.headers.get('location')).toBe(`/v1/messages/${data?.message_id}`);
    await messaging.service.drain();
    const mail = await parsed();
    expect(mail).toMatchObject({
      from: { name: 'Juniper Trail', address: 'hello@example.com' },
      to: [{ name: 'Ada Byron', address: 'ada@elsewhere.example' }],
      replyTo: [{ address: 'support@elsewhere.example' }],
      subject: 'Order 7 <<b>Ada & Co</b>>',
      messageId: `<${data?.message_id.toLowerCase()}@example.com>`,
    });
    expect(mail.html).toContain('Hi &lt;b&gt;Ada &amp; Co&lt;/b&gt;, friend');
    expect(mail.html).toContain('href="https://shop.example.com/?a=1&amp;b=2"');
    expect(mail.text).toContain('Hi <b>Ada & Co</b>, friend');
    expect(messaging.sink.messages[0]?.raw).not.toMatch(/\/t\/[oc]\/|List-Unsubscribe|\/u\//);
    expect((await messaging.workspace.api.GET('/v1/contacts', { params: { query: { email: 'ada@elsewhere.example' } } })).data).toEqual({
      items: [],
    });
    expect(await messaging.read(data?.message_id as string)).toMatchObject({
      status: 'sent',
      reason: null,
      to: { contact_id: null, email: 'ada@elsewhere.example', name: 'Ada Byron' },
      subject: 'Order {{data.number}} <{{data.name}}>',
      operational: true,
      track: false,
      copies: [],
      attachments: [],
      events: [{ type: 'queued', email: null }, { type: 'sent', email: 'ada@elsewhere.example' }, { type: 'delivered' }],
    });
  });

  test('forgets what it said once it is sent', async () => {
    const id = await messaging.sent({
      to: { email: 'ada@elsewhere.example' },
      ...TEXT,
      data: { secret: 'x' },
      headers: { 'X-Secret': 'x' },
    });
    await messaging.service.drain();
    const [kept] = await messaging.service.db.query<object>({
      text: `SELECT m.html, m.plain_text, t.data, t.headers, t.ended_at IS NOT NULL AS ended
        FROM messages m JOIN transactional_messages t ON t.id = m.id WHERE m.workspace_id = $1::uuid`,
      values: [messaging.workspace.id],
    });
    expect(kept).toEqual({ html: '', plain_text: '', data: null, headers: null, ended: true });
    expect((await messaging.read(id)).subject).toBe('Hello');
  });

  test.runIf(isAtLength)('of plain text has no HTML, and one of HTML has its text, too', async () => {
    await messaging.sent({ to: { email: 'a@elsewhere.example' }, ...TEXT });
    await messaging.sent({
      to: { email: 'b@elsewhere.example' },
      ...TEXT,
      text: undefined,
      html: '<h1>Good</h1><p>morning</p>',
    } as MessageInput);
    await messaging.service.drain();
    const at = (to: string) => messaging.sink.messages.find((message) => message.to === to)?.raw ?? '';
    const plain = await PostalMime.parse(at('a@elsewhere.example'));
    expect([plain.html, plain.text?.trim()]).toEqual([undefined, 'Good morning.']);
    expect(at('a@elsewhere.example')).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    const html = await PostalMime.parse(at('b@elsewhere.example'));
    expect(html.text?.toLowerCase()).toContain('good');
    expect(html.html).toContain('<h1>Good</h1>');
  });

  test.runIf(isAtLength)('to a contact fills in the contact, stands in the timeline, and goes to the address of the moment', async () => {
    const [contactId] = (await givenContacts(scope(), 1, { firstName: 'Noor' })) as [string];
    const emailId = await approvedEmail(messaging.workspace.api);
    const id = await messaging.sent({ to: { contact_id: contactId }, email_id: emailId });
    await must(
      messaging.workspace.api.PATCH('/v1/contacts/{contact_id}', {
        params: { path: { contact_id: contactId } },
        body: { email: 'new@elsewhere.example' },
      }),
    );
    await messaging.service.drain();
    expect(messaging.sink.messages.map(({ to }) => to)).toEqual(['new@elsewhere.example']);
    expect(await parsed()).toMatchObject({
      subject: 'Hi Noor',
      from: { name: 'Juniper Trail' },
      replyTo: [{ address: 'reply@example.com' }],
    });
    expect(await messaging.read(id)).toMatchObject({
      status: 'sent',
      email_id: emailId,
      email_version: 2,
      to: { contact_id: contactId, email: 'new@elsewhere.example' },
    });
    const { items } = await must(
      messaging.workspace.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: contactId } } }),
    );
    expect(items.filter(({ type }) => type.startsWith('email_'))).toMatchObject([
      { type: 'email_delivered', metadata: { message_id: id } },
      { type: 'email_sent', metadata: { message_id: id } },
    ]);
  });

  test.runIf(isAtLength)('to the address of a contact is one to the contact; to another it makes one where it says so', async () => {
    const { items } = await must(
      messaging.workspace.api.POST('/v1/contacts', { body: { items: [{ email: 'known@elsewhere.example', first_name: 'Known' }] } }),
    );
    const [known] = items as unknown as [{ contact_id: string }];
    const one = await messaging.sent({ to: { email: 'KNOWN@elsewhere.example' }, ...TEXT, subject: 'Hi {{contact.first_name}}' });
    const other = await messaging.sent({ to: { email: 'new@elsewhere.example', name: 'New One' }, create_contact: true, ...TEXT });
    expect((await messaging.read(one)).to.contact_id).toBe(known.contact_id);
    const made = (await messaging.read(other)).to.contact_id as string;
    const { data } = await messaging.workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: made } } });
    expect(data).toMatchObject({ email: 'new@elsewhere.example', display_name: 'New One' });
    await messaging.service.drain();
    const subjects = await Promise.all(messaging.sink.messages.map(async ({ raw }) => (await PostalMime.parse(raw)).subject));
    expect(subjects.sort()).toEqual(['Hello', 'Hi Known']);
  });

  test.runIf(isAtLength)(
    'to an external_id goes to the contact that has it, and makes or completes one only where it says so',
    async () => {
      const { api } = messaging.workspace;
      await must(
        api.POST('/v1/contacts', {
          body: {
            items: [
              { email: 'known@elsewhere.example', external_id: 'crm-1' },
              { email: 'plain@elsewhere.example' },
              { phone: '+4791234567', external_id: 'crm-phone' },
            ],
          },
        }),
      );
      const recipientOf = async (to: MessageInput['to'], rest: object = {}) =>
        (await messaging.read(await messaging.sent({ to, ...TEXT, ...rest }))).to;
      const holderOf = async (external_id: string) => {
        const { items } = (await must(api.GET('/v1/contacts', { params: { query: { external_id } } }))) as {
          items: { contact_id: string; email: string }[];
        };
        return items.map(({ contact_id, email }) => ({ contact_id, email }));
      };
      expect([await recipientOf({ external_id: ' crm-1 ' })]).toMatchObject(await holderOf('crm-1'));
      const create = { create_contact: true };
      const other = await recipientOf({ external_id: 'crm-1', email: 'ignored@elsewhere.example' }, create);
      expect(other.email).toBe('known@elsewhere.example');
      const made = await recipientOf({ external_id: 'crm-2', email: 'new@elsewhere.example', name: 'New' }, create);
      const completed = await recipientOf({ external_id: 'crm-3', email: 'PLAIN@elsewhere.example' }, create);
      expect([made]).toMatchObject(await holderOf('crm-2'));
      expect([completed]).toMatchObject(await holderOf('crm-3'));
      expect(completed.email).toBe('plain@elsewhere.example');

      const refusal = async (to: MessageInput['to'], rest: object = {}) => {
        const { error, response } = await messaging.send({ to, ...TEXT, ...rest });
        return [response.status, error?.details?.issues?.map(({ path }) => path)];
      };
      expect(await refusal({ external_id: 'CRM-1' })).toEqual([404, ['to.external_id']]);
      expect(await refusal({ external_id: 'crm-4' }, create)).toEqual([404, ['to.external_id']]);
      expect(await refusal({ external_id: 'crm-4', email: 'known@elsewhere.example' }, create)).toEqual([400, ['to.email']]);
      expect(await refusal({ external_id: 'crm-phone' })).toEqual([400, ['to.external_id']]);
      expect(await holderOf('crm-4')).toEqual([]);
      await messaging.service.drain();
      expect(messaging.sink.messages.map(({ to }) => to).sort()).toEqual([
        'known@elsewhere.example',
        'known@elsewhere.example',
        'new@elsewhere.example',
        'plain@elsewhere.example',
      ]);
    },
  );

  test.runIf(isAtLength)('sends the approved version, with the headers that it is told', async () => {
    const emailId = await approvedEmail(messaging.workspace.api);
    await must(
      messaging.workspace.api.POST('/v1/emails/{emailId}/save-code', {
        params: { path: { emailId } },
        body: { code: '<p>Unapproved</p>' },
      }),
    );
    await messaging.sent({
      to: { email: 'a@elsewhere.example' },
      email_id: emailId,
      from_name: 'Orders',
      from_address: 'orders@example.com',
    });
    await messaging.service.drain();
    const mail = await parsed();
    expect(mail.from).toEqual({ name: 'Orders', address: 'orders@example.com' });
    expect(mail.html).not.toContain('Unapproved');
    expect(mail.html).toContain('Spring is here');
  });

  test.runIf(isAtLength)('with track records opens and clicks, in events and timeline', async () => {
    const [contactId] = (await givenContacts(scope(), 1)) as [string];
    const id = await messaging.sent({
      to: { contact_id: contactId },
      from_address: 'hello@example.com',
      subject: 'Hello',
      html: '<a href="https://shop.example.com/{{data.path}}?q={{data.q}}">Shop</a>',
      data: { path: 'a b', q: 'x&y' },
      track: true,
    });
    await messaging.service.drain();
    const { html = '' } = await parsed();
    const [click] = /\/t\/c\/[\w-]+/.exec(html) as RegExpExecArray;
    const [open] = /\/t\/o\/[\w-]+/.exec(html) as RegExpExecArray;
    // Within the next seconds hits would be a machine's.
    messaging.service.clock.advance({ seconds: 10 });
    const followed = await fetch(`${messaging.service.url}${click}`, { redirect: 'manual' });
    expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://shop.example.com/a%20b?q=x%26y']);
    await fetch(`${messaging.service.url}${open}`);
    await expect.poll(() => types(id), { interval: 50 }).toEqual(['queued', 'sent', 'delivered', 'clicked', 'opened']);
    const { items } = await must(
      messaging.workspace.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: contactId } } }),
    );
    expect(items.find(({ type }) => type === 'email_clicked')?.metadata).toMatchObject({ message_id: id, url: expect.any(String) });
  });

  test.runIf(isAtLength)('says why it did not arrive, and suppresses what bounced', async () => {
    const [contactId] = (await givenContacts(scope(), 1)) as [string];
    messaging.refused = (to) => (to.startsWith('full') ? smtpError(552, '5.2.2 Mailbox full') : smtpError(550, '5.1.1 No such user'));
    const bounced = await messaging.sent({ to: { contact_id: contactId }, ...TEXT });
    const failed = await messaging.sent({ to: { email: 'full@elsewhere.example' }, ...TEXT });
    await messaging.service.drain();
    expect(await messaging.read(bounced)).toMatchObject({
      status: 'bounced',
      reason: expect.stringContaining('No such user'),
      sent_at: null,
      events: [{ type: 'queued' }, { type: 'bounced', reason: expect.stringContaining('No such user') }],
    });
    expect(await messaging.read(failed)).toMatchObject({ status: 'failed', events: [{ type: 'queued' }, { type: 'failed' }] });
    const again = await must(messaging.send({ to: { contact_id: contactId }, ...TEXT }));
    expect(again.status).toBe('blocked');
    const { items } = await must(
      messaging.workspace.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: contactId } } }),
    );
    expect(items.find(({ type }) => type === 'email_bounced')?.metadata).toMatchObject({ message_id: bounced });
  });

  test.runIf(isAtLength)('waits for a server that defers it', async () => {
    messaging.refused = () => smtpError(450, '4.2.1 Try again later');
    const id = await messaging.sent({ to: { email: 'a@elsewhere.example' }, ...TEXT });
    await messaging.service.drain();
    expect(await messaging.read(id)).toMatchObject({ status: 'queued', reason: expect.stringContaining('Try again later') });
    messaging.refused = () => undefined;
    messaging.service.clock.advance({ minutes: 2 });
    await messaging.service.drain();
    expect(await messaging.read(id)).toMatchObject({ status: 'sent', reason: null });
    expect(messaging.sink.messages).toHaveLength(1);
  });

  test.runIf(isAtLength)('is among the events, also to an address that is nobody’s, but its copies are not', async () => {
    await must(messaging.workspace.api.PATCH('/v1/workspace', { body: { event_feed: true, event_types: ['*'] } }));
    const id = await messaging.sent({ to: { email: 'a@elsewhere.example' }, cc: [{ email: 'b@elsewhere.example' }], ...TEXT });
    await messaging.service.drain();
    await settled(messaging.service.db);
    const { events } = await must(messaging.workspace.api.GET('/v1/events', {}));
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual(
      ['email.queued', 'email.sent', 'email.delivered'].map((type) => ({ type, data: { message_id: id, address: 'a@elsewhere.example' } })),
    );
  });

  test('is sent once under one Idempotency-Key', async () => {
    const body = { to: { email: 'a@elsewhere.example' }, ...TEXT };
    const first = await must(messaging.send(body, { 'Idempotency-Key': 'order-7' }));
    const second = await messaging.send(body, { 'Idempotency-Key': 'order-7' });
    expect([second.data, second.response.headers.get('idempotency-replayed')]).toEqual([first, 'true']);
    const other = await messaging.send({ ...body, subject: 'Other' }, { 'Idempotency-Key': 'order-7' });
    expect(other.error?.error_code).toBe('idempotency_key_mismatch');
    await messaging.service.drain();
    expect(messaging.sink.messages).toHaveLength(1);
  });
});

describe('what is wrong with a message', () => {
  const cases: [string, MessageInput, string][] = [
    ['nobody', { to: {}, ...TEXT }, 'to'],
    ['two recipients', { to: { email: 'a@b.example', contact_id: newId() }, ...TEXT }, 'to'],
    ['an external_id with an address, of no contact to create', { to: { email: 'a@b.example', external_id: 'x' }, ...TEXT }, 'to'],
    ['a blank external_id', { to: { external_id: ' ' }, ...TEXT }, 'to.external_id'],
    ['no address', { to: { email: 'nowhere' }, ...TEXT }, 'to.email'],
    ['no content', { to: { email: 'a@b.example' }, from_address: 'hello@example.com', subject: 'Hi' }, ''],
    ['no subject', { to: { email: 'a@b.example' }, from_address: 'hello@example.com', text: 'Hi' }, 'subject'],
    ['no sender', { to: { email: 'a@b.example' }, subject: 'Hi', text: 'Hi' }, 'from_address'],
    ['two contents', { to: { email: 'a@b.example' }, email_id: newId(), subject: 'Hi' }, 'subject'],
    ['a malformed tag', { to: { email: 'a@b.example' }, ...TEXT, html: '{{data.' }, 'html'],
    ['an unverified domain', { to: { email: 'a@b.example' }, ...TEXT, from_address: 'a@unverified.example' }, 'from_address'],
    ['a copy to no address', { to: { email: 'a@b.example' }, ...TEXT, cc: [{ email: 'nowhere' }] }, 'cc.0.email'],
    ['the past', { to: { email: 'a@b.example' }, ...TEXT, scheduled_at: '2020-01-01T00:00:00Z' }, 'scheduled_at'],
    ['a far future', { to: { email: 'a@b.example' }, ...TEXT, scheduled_at: '2999-01-01T00:00:00Z' }, 'scheduled_at'],
  ];
  test.each(cases)('%s', async (_name, body, path) => {
    const { error, response } = await messaging.send(body);
    expect([response.status, error?.error_code, error?.details?.issues?.[0]?.path]).toEqual([400, 'validation_failed', path]);
  });

  test('too much data', async () => {
    const data = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`k${i}`, 'x'.repeat(9_000)]));
    const { error } = await messaging.send({ to: { email: 'a@b.example' }, ...TEXT, data });
    expect(error?.details?.issues?.[0]?.path).toBe('data');
  });

  test('what is unknown, not approved or not complete', async () => {
    const unknown = await messaging.send({ to: { contact_id: newId() }, email_id: newId() });
    expect([unknown.response.status, unknown.error?.details?.issues?.map(({ path }) => path)]).toEqual([
      404,
      ['to.contact_id', 'email_id'],
    ]);
    const draft = await givenEmail(scope(), { status: 'draft', approvedVersion: null });
    const unapproved = await messaging.send({ to: { email: 'a@b.example' }, email_id: draft });
    expect([unapproved.response.status, unapproved.error?.error_code]).toEqual([409, 'email_not_ready']);
    const bare = await givenEmail(scope(), { subject: null, fromName: ' ' });
    const incomplete = await messaging.send({ to: { email: 'a@b.example' }, email_id: bare });
    expect([incomplete.response.status, incomplete.error?.details]).toEqual([400, { missing: ['subject', 'from_name'] }]);
    const [contactId] = (await givenContacts(scope(), 1, { email: null, phone: '+4791234567' })) as [string];
    const { error } = await messaging.send({ to: { contact_id: contactId }, ...TEXT });
    expect(error?.details?.issues?.[0]?.path).toBe('to.contact_id');
    const other = await messaging.service.workspace();
    const foreign = await other.api.GET('/v1/messages/{message_id}', { params: { path: { message_id: toUlid(newId()) } } });
    expect(foreign.response.status).toBe(404);
  });
});

describe('suppressions', () => {
  test.runIf(isAtLength)('operational mail passes over unsubscribes, and over nothing else; marketing mail has a way out', async () => {
    await givenSuppressions(scope(), {
      'left@elsewhere.example': 'unsubscribed',
      'gone@elsewhere.example': 'bounced',
      'angry@elsewhere.example': 'complained',
    });
    const status = async (email: string, operational: boolean) =>
      (await must(messaging.send({ to: { email }, ...TEXT, operational }))).status;
    expect(await status('left@elsewhere.example', true)).toBe('queued');
    expect(await status('left@elsewhere.example', false)).toBe('blocked');
    for (const operational of [true, false]) {
      expect(await status('gone@elsewhere.example', operational)).toBe('blocked');
      expect(await status('angry@elsewhere.example', operational)).toBe('blocked');
    }
    const id = await messaging.sent({ to: { email: 'new@elsewhere.example' }, ...TEXT, operational: false });
    await messaging.service.drain();
    expect(messaging.sink.messages.map(({ to }) => to).sort()).toEqual(['left@elsewhere.example', 'new@elsewhere.example']);
    const raw = messaging.sink.messages.find(({ to }) => to.startsWith('new'))?.raw ?? '';
    const [path] = /(?<=^List-Unsubscribe: <https?:\/\/[^/]*)\/u\/[\w-]+/m.exec(raw) as RegExpExecArray;
    expect((await fetch(`${messaging.service.url}${path}`, { method: 'POST' })).status).toBe(200);
    expect(await status('new@elsewhere.example', false)).toBe('blocked');
    expect((await messaging.read(id)).status).toBe('sent');
  });

  test.runIf(isAtLength)('count at the moment of sending, too', async () => {
    const [contactId] = (await givenContacts(scope(), 1)) as [string];
    const scheduled_at = new Date(messaging.service.clock.now().getTime() + 3_600_000).toISOString();
    const toContact = await messaging.sent({ to: { contact_id: contactId }, ...TEXT, scheduled_at });
    const toAddress = await messaging.sent({ to: { email: 'gone@elsewhere.example' }, ...TEXT, scheduled_at });
    await givenSuppressions(scope(), { 'gone@elsewhere.example': 'bounced' });
    await must(
      messaging.workspace.api.DELETE('/v1/contacts', { body: { contact_ids: [contactId] } } as never) as Promise<{ data: object }>,
    );
    messaging.service.clock.advance({ hours: 2 });
    await messaging.service.drain();
    expect(messaging.sink.messages).toEqual([]);
    expect(await messaging.read(toContact)).toMatchObject({ status: 'blocked', reason: 'contact deleted' });
    expect(await messaging.read(toAddress)).toMatchObject({
      status: 'blocked',
      reason: 'bounced',
      events: [{ type: 'queued' }, { type: 'blocked', reason: 'bounced' }],
    });
  });
});

describe('time', () => {
  const inHours = (hours: number) => new Date(messaging.service.clock.now().getTime() + hours * 3_600_000).toISOString();

  test.runIf(isAtLength)('a scheduled message goes out at its time, once', async () => {
    const scheduled_at = inHours(48);
    const { message_id, status } = await must(messaging.send({ to: { email: 'a@elsewhere.example' }, ...TEXT, scheduled_at }));
    expect(status).toBe('scheduled');
    await messaging.service.drain();
    expect(messaging.sink.messages).toEqual([]);
    expect(await messaging.read(message_id)).toMatchObject({ status: 'scheduled', scheduled_at });
    messaging.service.clock.advance({ hours: 49 });
    await messaging.service.drain();
    await messaging.service.drain();
    expect(messaging.sink.messages).toHaveLength(1);
    expect((await messaging.read(message_id)).status).toBe('sent');
  });

  test('what is cancelled in time does not go out, and stays cancelled', async () => {
    const id = await messaging.sent({
      to: { email: 'a@elsewhere.example' },
      cc: [{ email: 'b@elsewhere.example' }],
      ...TEXT,
      scheduled_at: inHours(1),
    });
    const { data, response } = await messaging.cancel(id);
    expect([response.status, data?.status, data?.copies[0]?.status]).toEqual([200, 'cancelled', 'cancelled']);
    expect(data?.events.map(({ type }) => type)).toEqual(['queued', 'cancelled']);
    expect((await messaging.cancel(id)).response.status).toBe(200);
    messaging.service.clock.advance({ hours: 2 });
    await messaging.service.drain();
    expect(messaging.sink.messages).toEqual([]);
  });

  test('what is sent cannot be cancelled', async () => {
    const id = await messaging.sent({ to: { email: 'a@elsewhere.example' }, ...TEXT });
    await messaging.service.drain();
    const { error, response } = await messaging.cancel(id);
    expect([response.status, error]).toMatchObject([
      409,
      { error_code: 'message_invalid_state', error: 'The message is sent, which does not allow this.' },
    ]);
    expect((await messaging.cancel(toUlid(newId()))).response.status).toBe(404);
  });

  test.runIf(isAtLength)('of a cancellation and a sending exactly one wins', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, i) => messaging.sent({ to: { email: `p${i}@elsewhere.example` }, ...TEXT })),
    );
    const sending = messaging.service.drain();
    const answers = await Promise.all(ids.map(async (id) => (await messaging.cancel(id)).response.status));
    await sending;
    await messaging.service.drain();
    const reached = new Set(messaging.sink.messages.map(({ to }) => to));
    expect(messaging.sink.messages).toHaveLength(reached.size);
    for (const [i, answer] of answers.entries()) {
      const isCancelled = answer === 200;
      expect([answer, reached.has(`p${i}@elsewhere.example`)], `message ${i}`).toEqual([isCancelled ? 200 : 409, !isCancelled]);
      expect((await messaging.read(ids[i] as string)).status).toBe(isCancelled ? 'cancelled' : 'sent');
    }
  });
});

describe('the list', () => {
  const list = (query: object = {}) => must(messaging.workspace.api.GET('/v1/messages', { params: { query } }));
  const idsOf = async (query: object = {}) => (await list(query)).messages.map(({ message_id }) => message_id);

  test('has messages newest first, page by page, by status, contact, tag and time', async () => {
    const [contactId] = (await givenContacts(scope(), 1)) as [string];
    const before = messaging.service.clock.now();
    const first = await messaging.sent({ to: { email: 'a@elsewhere.example' }, ...TEXT, tags: ['receipt', 'shop'] });
    messaging.service.clock.advance({ minutes: 10 });
    const between = messaging.service.clock.now();
    messaging.service.clock.advance({ minutes: 10 });
    const second = await messaging.sent({ to: { contact_id: contactId }, ...TEXT, tags: ['shop'] });
    await messaging.service.drain();
    messaging.service.clock.advance({ minutes: 10 });
    const third = await messaging.sent({ to: { email: 'c@elsewhere.example' }, ...TEXT, tags: ['receipt'] });
    expect(await idsOf()).toEqual([third, second, first]);
    expect(await idsOf({ status: 'sent' })).toEqual([second, first]);
    expect(await idsOf({ status: 'queued' })).toEqual([third]);
    expect(await idsOf({ contact_id: contactId })).toEqual([second]);
    expect(await idsOf({ tag: 'receipt' })).toEqual([third, first]);
    expect(await idsOf({ tag: 'receipt', status: 'sent' })).toEqual([first]);
    expect(await idsOf({ from: between.toISOString() })).toEqual([third, second]);
    expect(await idsOf({ from: before.toISOString(), to: between.toISOString(), tag: 'shop' })).toEqual([first]);
    const page = await list({ limit: 2 });
    expect(page.messages.map(({ message_id }) => message_id)).toEqual([third, second]);
    const last = await list({ limit: 2, cursor: page.next_cursor });
    expect(last).toMatchObject({ messages: [{ message_id: first, status: 'sent', tags: ['receipt', 'shop'] }] });
    expect(last.next_cursor).toBeUndefined();
    const tagged = await list({ limit: 1, tag: 'shop' });
    expect(await idsOf({ limit: 1, tag: 'shop', cursor: tagged.next_cursor })).toEqual([first]);
    const { error } = await messaging.workspace.api.GET('/v1/messages', {
      params: { query: { limit: 1, cursor: page.next_cursor as string } },
    });
    expect(error?.error_code).toBe('invalid_cursor');
    const other = await messaging.service.workspace();
    expect((await must(other.api.GET('/v1/messages', {}))).messages).toEqual([]);
  });

  test.runIf(isAtLength)('of a rare status is found in bounded steps', async () => {
    const { db, workspaceId } = scope();
    // Faster than the deletion of each row, with all that refers to it.
    onTestFinished(async () => {
      await db.query(sql`TRUNCATE messages CASCADE`);
    });
    await db.query(sql`
      WITH made AS (
        SELECT uuid_v7(at) AS id, at, n FROM generate_series(1, ${MOST_SCANNED + 10}::int) AS n, LATERAL (SELECT now() - n * interval '1 second' AS at) AS t
      ), message AS (
        INSERT INTO messages (workspace_id, id, subject, from_name, from_address, reply_to, html, plain_text, origin, operational, created_at)
        SELECT ${workspaceId}::uuid, id, 'Hi', 'A', 'a@example.com', 'a@example.com', '', '', 'transactional', true, at FROM made
      ), listed AS (
        INSERT INTO transactional_messages (workspace_id, id, track, created_at) SELECT ${workspaceId}::uuid, id, false, at FROM made
      )
      INSERT INTO deliveries (workspace_id, id, message_id, display_name, email, status, attempts)
      SELECT ${workspaceId}::uuid, id, id, 'A', 'a@elsewhere.example', CASE WHEN n = ${MOST_SCANNED + 2}::int THEN 'failed' ELSE 'sent' END, 1 FROM made`);
    const first = await list({ status: 'failed' });
    const second = await list({ status: 'failed', cursor: first.next_cursor });
    expect([first, second].map(({ messages, next_cursor }) => [messages.length, typeof next_cursor])).toEqual([
      [0, 'string'],
      [1, 'undefined'],
    ]);
    expect(await idsOf({ status: 'sent', limit: 3 })).toEqual(await idsOf({ limit: 3 }));
  });
});

describe('a batch', () => {
  const batch = (items: object[]) => messaging.workspace.api.POST('/v1/messages/batch', { body: { items: items as MessageInput[] } });

  test.runIf(isAtLength)('accepts what is good and rejects the rest, each with its reason', async () => {
    const emailId = await approvedEmail(messaging.workspace.api);
    const draft = await givenEmail(scope(), { status: 'draft', approvedVersion: null });
    const bare = await givenEmail(scope(), { fromName: null });
    const { data, response } = await batch([
      { to: { email: 'a@elsewhere.example' }, ...TEXT, subject: 'One' },
      { to: { email: 'nowhere' }, ...TEXT },
      { to: { email: 'b@elsewhere.example' }, email_id: emailId },
      { to: { email: 'c@elsewhere.example' }, email_id: newId() },
      { to: { email: 'd@elsewhere.example' }, email_id: draft },
      { to: { email: 'e@elsewhere.example' }, email_id: bare },
      { to: { email: 'f@elsewhere.example' }, ...TEXT, unheard: true },
      { to: { email: 'new@elsewhere.example' }, ...TEXT, create_contact: true },
      { to: { email: 'new@elsewhere.example' }, ...TEXT, create_contact: true },
    ]);
    expect(response.status).toBe(202);
    expect(data).toMatchObject({ status: 'completed', accepted_count: 4, rejected_count: 5 });
    expect(data?.items.map((item) => ('error_code' in item ? item.error_code : item.status))).toEqual([
      'queued',
      'validation_failed',
      'queued',
      'not_found',
      'email_not_ready',
      'email_missing_required_headers',
      'validation_failed',
      'queued',
      'queued',
    ]);
    expect(data?.items[1]).toMatchObject({ index: 1, message: 'The item is not valid.', issues: [{ path: 'to.email' }] });
    await messaging.service.drain();
    expect(messaging.sink.messages.map(({ to }) => to).sort()).toEqual([
      'a@elsewhere.example',
      'b@elsewhere.example',
      'new@elsewhere.example',
      'new@elsewhere.example',
    ]);
    const { items } = (await messaging.workspace.api.GET('/v1/contacts', { params: { query: { email: 'new@elsewhere.example' } } }))
      .data as { items: unknown[] };
    expect(items).toHaveLength(1);
  });

  test.runIf(isAtLength)('of a hundred is a hundred messages', async () => {
    const { data } = await batch(Array.from({ length: 100 }, (_, i) => ({ to: { email: `p${i}@elsewhere.example` }, ...TEXT })));
    expect(data?.accepted_count).toBe(100);
    await messaging.service.drain();
    expect(new Set(messaging.sink.messages.map(({ to }) => to)).size).toBe(100);
    expect((await batch([])).response.status).toBe(400);
  });
});
