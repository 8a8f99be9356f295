/** Files, headers and copies of messages. */
import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { findNamed } from '../../../src/campaigns/feedback/feedback.repo.ts';
import { sql } from '../../../src/platform/db.ts';
import { fromUlid } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { givenContacts, givenSuppressions } from '../../support/given.ts';
import { smtpError } from '../../support/smtp.ts';
import { type MessageInput, openMessaging, TEXT } from '../../support/transactional.ts';

const messaging = openMessaging();
const scope = () => ({ db: messaging.service.db, workspaceId: messaging.workspace.id });
const to = { to: { email: 'ada@elsewhere.example' } };
const rawOf = (address: string) => messaging.sink.messages.find((message) => message.to === address)?.raw ?? '';
const storedBytes = async () => {
  const { usage } = (await must(messaging.workspace.api.GET('/v1/workspace', {}))) as { usage: { stored_bytes: number } };
  return usage.stored_bytes;
};
const file = (bytes: Buffer, more: Partial<NonNullable<MessageInput['attachments']>[number]> = {}) => ({
  file_name: 'a.bin',
  content: bytes.toString('base64'),
  ...more,
});

describe('attachments', () => {
  test.runIf(isAtLength)('arrive as they were, beside the text or in the HTML, and are then removed', async () => {
    const invoice = randomBytes(100_000);
    const name = `Rechnung für „Übergröße“ ${'ä'.repeat(60)}.pdf`;
    const before = await storedBytes();
    const id = await messaging.sent({
      ...to,
      ...TEXT,
      html: '<img src="cid:logo@x"><p>See below</p>',
      attachments: [
        file(invoice, { file_name: name, content_type: 'application/pdf' }),
        file(Buffer.from('Zeile\n'), { file_name: 'a "b".txt', content_type: 'text/plain' }),
        file(Buffer.from('GIF89a'), { file_name: 'logo.gif', content_type: 'image/gif', content_id: 'logo@x' }),
      ],
    });
    expect((await storedBytes()) - before).toBe(100_000 + 6 + 6);
    await messaging.service.drain();
    const raw = rawOf('ada@elsewhere.example');
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    const mail = await PostalMime.parse(raw);
    const files = mail.attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename,
      mimeType,
      disposition,
      contentId,
      content: Buffer.from(content as ArrayBuffer),
    }));
    expect(files).toHaveLength(3);
    expect(files.find(({ mimeType }) => mimeType === 'application/pdf')).toMatchObject({ filename: name, disposition: 'attachment' });
    expect(files.find(({ mimeType }) => mimeType === 'application/pdf')?.content.equals(invoice)).toBe(true);
    expect(files.find(({ mimeType }) => mimeType === 'text/plain')).toMatchObject({ filename: 'a "b".txt' });
    expect(files.find(({ mimeType }) => mimeType === 'image/gif')).toMatchObject({ disposition: 'inline', contentId: '<logo@x>' });
    expect(mail.html).toContain('cid:logo@x');
    expect(mail.text).toContain('Good morning.');
    expect((await messaging.read(id)).attachments).toEqual([
      { file_name: name, content_type: 'application/pdf', size_bytes: 100_000, content_id: null },
      { file_name: 'a "b".txt', content_type: 'text/plain', size_bytes: 6, content_id: null },
      { file_name: 'logo.gif', content_type: 'image/gif', size_bytes: 6, content_id: 'logo@x' },
    ]);
    await messaging.service.drain();
    expect(await storedBytes()).toBe(before);
    const [left] = await messaging.service.db.query<{ files: number }>(sql`
      SELECT (SELECT count(*) FROM loose_files)::int + (SELECT count(*) FROM transactional_messages WHERE files_key IS NOT NULL)::int AS files`);
    expect(left?.files).toBe(0);
  });

  test.runIf(isAtLength)('of plain text stand beside it, and may have 10 MiB', async () => {
    const bytes = randomBytes(10 * 1024 * 1024 - 1);
    await messaging.sent({ ...to, ...TEXT, attachments: [file(bytes), file(Buffer.from('x'))] });
    await messaging.service.drain();
    const mail = await PostalMime.parse(rawOf('ada@elsewhere.example'));
    expect(mail.attachments).toHaveLength(2);
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(bytes)).toBe(true);
    expect(mail.text?.trim()).toBe('Good morning.');
  });

  test.runIf(isAtLength)('go with a message that is cancelled, and wait with one that is deferred', async () => {
    const scheduled_at = new Date(messaging.service.clock.now().getTime() + 3_600_000).toISOString();
    const before = await storedBytes();
    const id = await messaging.sent({ ...to, ...TEXT, scheduled_at, attachments: [file(randomBytes(500))] });
    await messaging.service.drain();
    expect((await storedBytes()) - before).toBe(500);
    await must(messaging.cancel(id));
    await messaging.service.drain();
    expect(await storedBytes()).toBe(before);
    messaging.refused = () => smtpError(450, '4.2.1 Later');
    await messaging.sent({ ...to, ...TEXT, attachments: [file(randomBytes(500))] });
    await messaging.service.drain();
    expect((await storedBytes()) - before).toBe(500);
    messaging.refused = () => undefined;
    messaging.service.clock.advance({ minutes: 2 });
    await messaging.service.drain();
    await messaging.service.drain();
    expect(await storedBytes()).toBe(before);
    expect((await PostalMime.parse(rawOf('ada@elsewhere.example'))).attachments).toHaveLength(1);
  });

  test.each<[string, NonNullable<MessageInput['attachments']>, string]>([
    ['too much', [file(Buffer.alloc(6_000_000)), file(Buffer.alloc(6_000_000))], 'attachments'],
    ['no base64', [{ file_name: 'a', content: 'no base64!' }], 'attachments.0.content'],
    ['a folder', [file(Buffer.from('x'), { file_name: '../a' })], 'attachments.0.file_name'],
    ['a multipart', [file(Buffer.from('x'), { content_type: 'multipart/mixed' })], 'attachments.0.content_type'],
    ['a header in a type', [file(Buffer.from('x'), { content_type: 'text/plain\r\nX: y' })], 'attachments.0.content_type'],
    ['an id in plain text', [file(Buffer.from('x'), { content_id: 'a' })], 'attachments'],
  ])('are refused where they are %s', async (_name, attachments, path) => {
    const { error, response } = await messaging.send({ ...to, ...TEXT, attachments });
    expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([400, path]);
  });

  test('of one content_id are refused', async () => {
    const attachments = [file(Buffer.from('x'), { content_id: 'a' }), file(Buffer.from('y'), { content_id: 'a' })];
    const { error } = await messaging.send({ ...to, ...TEXT, html: '<p></p>', attachments });
    expect(error?.details?.issues?.[0]?.path).toBe('attachments.1.content_id');
  });
});

describe('headers', () => {
  test.runIf(isAtLength)('of the list are sent as they are', async () => {
    const parent = `<${'a'.repeat(120)}@mail.example>`;
    await messaging.sent({
      ...to,
      ...TEXT,
      headers: {
        'X-Order': 'JT 7',
        'x-word': 'Größe',
        'In-Reply-To': parent,
        References: `${parent} ${parent}`,
        'List-Id': '<news.example.com>',
      },
    });
    await messaging.service.drain();
    const { headers } = await PostalMime.parse(rawOf('ada@elsewhere.example'));
    const of = (key: string) => headers.find((header) => header.key === key)?.value;
    expect(of('x-order')).toBe('JT 7');
    expect(of('in-reply-to')).toBe(parent);
    expect(of('references')?.split(/\s+/)).toEqual([parent, parent]);
    expect(of('list-id')).toBe('<news.example.com>');
    expect(rawOf('ada@elsewhere.example')).toMatch(/^x-word: =\?utf-8\?/m);
  });

  test.each([
    ['From', 'a@b.example'],
    ['to', 'a@b.example'],
    ['Bcc', 'a@b.example'],
    ['Cc', 'a@b.example'],
    ['Sender', 'a@b.example'],
    ['Return-Path', 'a@b.example'],
    ['Reply-To', 'a@b.example'],
    ['Message-ID', '<a@b.example>'],
    ['DKIM-Signature', 'v=1'],
    ['Content-Type', 'text/html'],
    ['MIME-Version', '2.0'],
    ['List-Unsubscribe', '<https://x.example>'],
    ['Received', 'x'],
    ['X-PM-Metadata-a', 'x'],
    ['X-Order', 'a\r\nBcc: b@c.example'],
    ['X-Order', 'a\nb'],
    ['X-Order\r\nBcc', 'a'],
    ['X-Order', ' '],
    ['X-Order', 'x'.repeat(1_500)],
    ['In-Reply-To', '<ä@b.example>'],
  ])('%s: %j is refused', async (name, value) => {
    const { error, response } = await messaging.send({ ...to, ...TEXT, headers: { [name]: value } });
    expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
    expect(error?.details?.issues?.[0]?.path).toMatch(/^headers/);
  });
});

describe('copies', () => {
  test.runIf(isAtLength)('are one message, with the values of the recipient; nobody sees a bcc', async () => {
    const [contactId] = (await givenContacts(scope(), 1, { firstName: 'Noor', displayName: 'Noor A' })) as [string];
    const id = await messaging.sent({
      to: { contact_id: contactId },
      cc: [{ email: 'books@elsewhere.example', name: 'Books, Inc.' }, { email: 'BOOKS@elsewhere.example' }],
      bcc: [{ email: 'archive@elsewhere.example' }, { email: 'books@elsewhere.example' }],
      ...TEXT,
      subject: 'For {{contact.first_name}} at {{contact.email}}',
    });
    await messaging.service.drain();
    expect(messaging.sink.messages).toHaveLength(3);
    const mails = await Promise.all(messaging.sink.messages.map(({ raw }) => PostalMime.parse(raw)));
    const address = (await messaging.read(id)).to.email;
    for (const mail of mails) {
      expect(mail).toMatchObject({
        subject: `For Noor at ${address}`,
        to: [{ name: 'Noor A', address }],
        cc: [{ name: 'Books, Inc.', address: 'books@elsewhere.example' }],
        messageId: `<${id.toLowerCase()}@example.com>`,
      });
    }
    for (const { raw } of messaging.sink.messages) expect(raw).not.toMatch(/^bcc:|archive/im);
    expect((await messaging.read(id)).copies).toMatchObject([
      { type: 'cc', email: 'books@elsewhere.example', name: 'Books, Inc.', status: 'sent' },
      { type: 'bcc', email: 'archive@elsewhere.example', name: null, status: 'sent' },
    ]);
  });

  test('are found by what a provider reports of them, by the Message-ID and the address', async () => {
    const id = await messaging.sent({ ...to, cc: [{ email: 'books@elsewhere.example' }], ...TEXT });
    await messaging.service.drain();
    const { db } = messaging.service;
    const names = ['books@elsewhere.example', 'ada@elsewhere.example', 'stranger@elsewhere.example'].map((address) => ({
      workspaceId: null,
      deliveryId: fromUlid(id),
      address,
    }));
    const found = await findNamed(db, names);
    const emails = await Promise.all(
      found.map(async ({ deliveryId }) => (await db.prisma.delivery.findFirst({ where: { id: deliveryId } }))?.email),
    );
    expect([found.map(({ place }) => place), emails]).toEqual([
      [0, 1],
      ['books@elsewhere.example', 'ada@elsewhere.example'],
    ]);
  });

  test.runIf(isAtLength)('are checked each on its own', async () => {
    await givenSuppressions(scope(), { 'gone@elsewhere.example': 'bounced', 'left@elsewhere.example': 'unsubscribed' });
    const id = await messaging.sent({
      ...to,
      cc: [{ email: 'gone@elsewhere.example' }, { email: 'left@elsewhere.example' }],
      bcc: [{ email: 'no@elsewhere.example' }],
      ...TEXT,
    });
    messaging.refused = (address) => (address.startsWith('no@') ? smtpError(550, '5.1.1 No such user') : undefined);
    await messaging.service.drain();
    expect(messaging.sink.messages.map((message) => message.to).sort()).toEqual(['ada@elsewhere.example', 'left@elsewhere.example']);
    const message = await messaging.read(id);
    expect(message.copies.map(({ status, reason }) => [status, reason])).toEqual([
      ['blocked', 'bounced'],
      ['sent', null],
      ['bounced', expect.stringContaining('No such user')],
    ]);
    expect(message.status).toBe('sent');
    expect(message.events.map(({ type, email }) => `${type} ${email}`)).toEqual(
      expect.arrayContaining(['blocked gone@elsewhere.example', 'bounced no@elsewhere.example']),
    );
    // One that is the recipient already is none.
    const own = await messaging.sent({ ...to, cc: [{ email: 'ADA@elsewhere.example' }], ...TEXT });
    expect((await messaging.read(own)).copies).toEqual([]);
  });
});
