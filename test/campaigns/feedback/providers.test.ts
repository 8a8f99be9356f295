/** The posts of each provider: their signature and their content. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mailgun } from '../../../src/campaigns/feedback/mailgun.ts';
import { postmark } from '../../../src/campaigns/feedback/postmark.ts';
import type { Provider } from '../../../src/campaigns/feedback/provider.ts';
import { sendgrid } from '../../../src/campaigns/feedback/sendgrid.ts';
import { ses } from '../../../src/campaigns/feedback/ses.ts';
import type { HookRequest } from '../../../src/http/hooks.types.ts';
import { openLog } from '../../../src/platform/log.ts';
import { isPostmark, withMetadata } from '../../../src/platform/mail/postmark.ts';
import { createSigner } from '../../support/certificate.ts';
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
  sesMail,
  snsSigner,
  TOPIC,
} from '../../support/hooks.ts';

const NOW = new Date('2026-04-14T09:30:00.000Z');
const AGO = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const ID = '<01j9zq5t8wn3x7v2kc4b6d8e0f@example.com>';
const ADA = 'ada@mail.example';
const log = openLog('silent');

const requestOf = ({ headers, body }: Posted): HookRequest => ({
  header: (name) => headers[name],
  query: new URLSearchParams(),
  body: Buffer.from(body),
  log,
});
const read = async (provider: Provider, posted: Posted, now = NOW) => {
  const request = requestOf(posted);
  provider.judge?.(request, now);
  return provider.read(request, now);
};
const forged = { code: 'invalid_signature' };
const unreadable = { code: 'invalid_json' };

describe('SES', () => {
  const asked: string[] = [];
  const fetched = (certificate = snsSigner.certificate) => {
    asked.length = 0;
    return ses([TOPIC], async ({ href }) => {
      asked.push(href);
      return href.endsWith('.pem') ? certificate : '<ConfirmSubscriptionResponse/>';
    });
  };
  const notice = (about: unknown, options = {}, more = {}) =>
    fromSns({ Message: typeof about === 'string' ? about : JSON.stringify(about), ...more }, NOW, options);

  it.each(['1', '2'])('is believed with a signature of version %s, whose certificate is fetched once', async (version) => {
    const provider = fetched();
    for (const Subject of [undefined, 'Amazon SES Email Event Notification']) {
      expect(await read(provider, notice(sesBounce(ID, 'Ada@Mail.example'), { version }, { Subject }))).toEqual([
        {
          kind: 'bounced',
          address: ADA,
          reason: 'smtp; 550 5.1.1 <Ada@Mail.example>... User unknown',
          at: new Date('2026-04-14T08:00:05.000Z'),
          messageId: ID,
          returnPath: 'hello@example.com',
        },
      ]);
    }
    expect(asked).toEqual([CERTIFICATE_AT]);
  });

  it.each([
    ['a changed message', { changed: { Message: JSON.stringify(sesBounce(ID, 'bo@mail.example')) } }],
    ['a changed time', { changed: { Timestamp: AGO(1).toISOString() } }],
    ['another signature version than it has', { changed: { SignatureVersion: '2' } }],
    ['a version that there is not', { changed: { SignatureVersion: '__proto__' } }],
    ['a type that there is not', { changed: { Type: 'constructor' } }],
    ['no signature', { changed: { Signature: undefined } }],
    ['another key', { signer: createSigner() }],
  ])('is not believed with %s', async (_what, options) => {
    await expect(read(fetched(), notice(sesBounce(ID, ADA), options))).rejects.toMatchObject(forged);
  });

  it.each([
    'http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com@evil.example/SimpleNotificationService-1.pem',
    'https://user@sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com.cn/SimpleNotificationService-1.pem',
    'https://evil.example/sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com/bucket/mine.pem',
    'https://sns.eu-central-1.amazonaws.com/?Action=x&a=/SimpleNotificationService-1.pem',
    'https://127.0.0.1/SimpleNotificationService-1.pem',
    'file:///etc/passwd',
    undefined,
  ])('asks nobody for a certificate at %s', async (SigningCertURL) => {
    await expect(read(fetched(), notice(sesBounce(ID, ADA), {}, { SigningCertURL }))).rejects.toMatchObject(forged);
    expect(asked).toEqual([]);
  });

  it('asks SNS in China for the certificate of a topic there', async () => {
    const topic = 'arn:aws-cn:sns:cn-north-1:123456789012:feedback';
    const provider = ses([topic], async () => snsSigner.certificate);
    const SigningCertURL = 'https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-1.pem';
    expect(await read(provider, notice(sesBounce(ID, ADA), {}, { TopicArn: topic, SigningCertURL }))).toHaveLength(1);
  });

  it('is not believed of another topic, for which no certificate is fetched', async () => {
    await expect(read(fetched(), notice(sesBounce(ID, ADA), {}, { TopicArn: `${TOPIC}2` }))).rejects.toMatchObject(forged);
    expect(asked).toEqual([]);
  });

  it('is not believed a day and an hour later', async () => {
    await expect(read(fetched(), fromSns({ Message: '{}' }, AGO(25.1)))).rejects.toMatchObject(forged);
    expect(await read(fetched(), fromSns({ Message: '{}' }, AGO(24.9)))).toEqual([]);
  });

  it('is not believed with a certificate whose time is over, or that is none', async () => {
    const old = createSigner('20200101000000Z', '20260101000000Z');
    await expect(read(fetched(old.certificate), notice(sesBounce(ID, ADA), { signer: old }))).rejects.toMatchObject(forged);
    await expect(read(fetched('<html>'), notice(sesBounce(ID, ADA)))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is asked again for a certificate that did not come', async () => {
    let isAway = true;
    const provider = ses([TOPIC], async () => {
      if (isAway) throw new Error('connect ECONNREFUSED');
      return snsSigner.certificate;
    });
    await expect(read(provider, notice(sesBounce(ID, ADA)))).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;
    expect(await read(provider, notice(sesBounce(ID, ADA)))).toHaveLength(1);
  });

  const subscribe = (SubscribeURL: string) =>
    fromSns({ Type: 'SubscriptionConfirmation', Message: 'You have chosen to subscribe', Token: '2336412f37f', SubscribeURL }, NOW);
  const CONFIRM = `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(TOPIC)}&Token=2336412f37f`;

  it('has its subscription confirmed, at SNS alone', async () => {
    expect(await read(fetched(), subscribe(CONFIRM))).toEqual([]);
    expect(asked).toEqual([CERTIFICATE_AT, CONFIRM]);
    for (const other of [
      CONFIRM.replace('https', 'http'),
      CONFIRM.replace('sns.eu-central-1.amazonaws.com', 'evil.example'),
      CONFIRM.replace('ConfirmSubscription', 'Publish'),
      CONFIRM.replace('feedback', 'other'),
    ]) {
      await expect(read(fetched(), subscribe(other))).rejects.toMatchObject(forged);
      expect(asked).toEqual([CERTIFICATE_AT]);
    }
  });

  it.each([
    ['5.1.1', 'General', 'bounced'],
    ['5.7.1', 'General', 'failed'],
    ['5.2.2', 'General', 'failed'],
    [undefined, 'NoEmail', 'bounced'],
    [undefined, 'OnAccountSuppressionList', 'bounced'],
    [undefined, 'General', 'bounced'],
  ])('calls a permanent bounce with %s and %s %s', async (status, bounceSubType, kind) => {
    const recipient = { status, diagnosticCode: status && `smtp; 550 ${status} no` };
    const [event] = await read(fetched(), notice(sesBounce(ID, ADA, { bounce: { bounceSubType }, recipient })));
    expect(event).toMatchObject({ kind });
  });

  it.each([
    ['failed', 'failed'],
    [undefined, 'delayed'],
  ])('calls a transient bounce with the action %s %s', async (action, kind) => {
    const [event] = await read(fetched(), notice(sesBounce(ID, ADA, { bounce: { bounceType: 'Transient' }, recipient: { action } })));
    expect(event).toMatchObject({ kind });
  });

  it('tells of complaints, delays and deliveries, and of nothing else', async () => {
    const mail = sesMail(ID, ADA);
    const delay = {
      eventType: 'DeliveryDelay',
      deliveryDelay: { delayType: 'MailboxFull', delayedRecipients: [{ emailAddress: ADA }] },
      mail,
    };
    const delivery = {
      eventType: 'Delivery',
      delivery: { recipients: [ADA], smtpResponse: '250 ok', timestamp: '2026-04-14T08:00:09Z' },
      mail,
    };
    expect(await read(fetched(), notice(sesComplaint(ID, ADA)))).toMatchObject([{ kind: 'complained', address: ADA, reason: 'abuse' }]);
    expect(await read(fetched(), notice(delay))).toMatchObject([{ kind: 'delayed', address: ADA, reason: 'MailboxFull' }]);
    expect(await read(fetched(), notice(delivery))).toMatchObject([{ kind: 'delivered', address: ADA, reason: '250 ok' }]);
    expect(await read(fetched(), notice({ eventType: 'Open', open: {}, mail }))).toEqual([]);
    expect(await read(fetched(), notice('Successfully validated SNS topic for Amazon SES event publishing.'))).toEqual([]);
    await expect(read(fetched(), notice('{"eventType":'))).rejects.toMatchObject(unreadable);
  });

  it('is not understood in what is no JSON', async () => {
    await expect(read(fetched(), { headers: {}, body: 'Bounce' })).rejects.toMatchObject(unreadable);
    for (const body of ['[]', 'null', '7', '{}', '{"Type":{}}'])
      await expect(read(fetched(), { headers: {}, body })).rejects.toMatchObject(forged);
  });
});

describe('SendGrid', () => {
  const provider = sendgrid(SENDGRID_KEY);

  it('is believed with its signature over time and body', async () => {
    expect(await read(provider, fromSendgrid([sendgridEvent(ID, ADA)], NOW))).toEqual([
      {
        kind: 'bounced',
        address: ADA,
        reason: '550 5.1.1 The email account that you tried to reach does not exist.',
        at: new Date(1_776_153_605_000),
        messageId: ID,
        returnPath: null,
      },
    ]);
  });

  it('is not believed with a changed body or time, another key, no signature, or a day and an hour later', async () => {
    const posted = fromSendgrid([sendgridEvent(ID, ADA)], NOW);
    const with_ = (headers: Record<string, string>) => ({ ...posted, headers: { ...posted.headers, ...headers } });
    for (const wrong of [
      { ...posted, body: posted.body.replace('ada', 'bob') },
      { ...posted, body: `${posted.body} ` },
      with_({ 'x-twilio-email-event-webhook-timestamp': String(NOW.getTime() / 1_000 - 1) }),
      with_({ 'x-twilio-email-event-webhook-signature': '' }),
      with_({ 'x-twilio-email-event-webhook-signature': 'MEUCIQ' }),
      { ...posted, headers: {} },
      fromSendgrid([sendgridEvent(ID, ADA)], NOW, { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
      fromSendgrid([sendgridEvent(ID, ADA)], AGO(25.1)),
    ])
      await expect(read(provider, wrong)).rejects.toMatchObject(forged);
    expect(await read(provider, fromSendgrid([sendgridEvent(ID, ADA)], AGO(24.9)))).toHaveLength(1);
  });

  it('refuses to begin with a key that is none, or of another curve', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    for (const key of ['', 'nonsense', other]) expect(() => sendgrid(key)).toThrow('HOOK_SENDGRID_PUBLIC_KEY');
  });

  it.each([
    [{ type: 'blocked', reason: '550 5.7.1 blocked' }, 'failed'],
    [{ reason: '552 5.2.2 The mailbox is full', status: '5.2.2' }, 'failed'],
    [{ reason: 'unknown user', status: '' }, 'bounced'],
    [{ event: 'dropped', reason: 'Bounced Address' }, 'bounced'],
    [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'failed'],
    [{ event: 'spamreport' }, 'complained'],
    [{ event: 'deferred' }, 'delayed'],
    [{ event: 'delivered' }, 'delivered'],
  ])('by %j means %s', async (more, kind) => {
    expect(await read(provider, fromSendgrid([sendgridEvent(ID, ADA, more)], NOW))).toMatchObject([{ kind }]);
  });

  it('tells of many at a time, and of what is of no interest nothing', async () => {
    const events = [sendgridEvent(ID, ADA), { event: 'open' }, null, 7, { event: 'spamreport', email: { a: 1 } }];
    expect(await read(provider, fromSendgrid(events, NOW))).toMatchObject([{ kind: 'bounced' }, { kind: 'complained', address: null }]);
    await expect(read(provider, fromSendgrid({}, NOW))).rejects.toMatchObject(unreadable);
    await expect(read(provider, fromSendgrid(Array(10_001).fill(1), NOW))).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});

describe('Postmark', () => {
  const provider = postmark(POSTMARK);

  it('is believed with the user and password of its address', async () => {
    expect(await read(provider, fromPostmark(postmarkEvent(ID, ADA)))).toEqual([
      {
        kind: 'bounced',
        address: ADA,
        reason: 'smtp;550 5.1.1 The email account does not exist',
        at: new Date('2026-04-14T08:00:05.000Z'),
        messageId: '<01j9zq5t8wn3x7v2kc4b6d8e0f@metadata.invalid>',
        returnPath: null,
      },
    ]);
  });

  it('is not believed with others, or with none', async () => {
    const posted = fromPostmark(postmarkEvent(ID, ADA));
    for (const credentials of ['postmark:another-password', 'postmark', '', `${POSTMARK} `])
      await expect(read(provider, fromPostmark(postmarkEvent(ID, ADA), credentials))).rejects.toMatchObject(forged);
    await expect(read(provider, { ...posted, headers: {} })).rejects.toMatchObject(forged);
    await expect(read(provider, { ...posted, headers: { authorization: `Bearer ${POSTMARK}` } })).rejects.toMatchObject(forged);
  });

  it('is told the name of each message, which it gives back', () => {
    const message = { from: 'a@example.com', to: ADA, raw: `From: a@example.com\r\nMessage-ID: ${ID}\r\n\r\nMessage-ID: <no@example.com>` };
    const line = 'X-PM-Metadata-bivouac-delivery: 01j9zq5t8wn3x7v2kc4b6d8e0f\r\n';
    expect(withMetadata(message).raw).toBe(line + message.raw);
    expect(withMetadata({ ...message, raw: Buffer.from(message.raw) }).raw).toEqual(Buffer.from(line + message.raw));
    expect(withMetadata({ ...message, raw: 'From: a\r\n\r\nMessage-ID: <no@example.com>' }).raw).not.toContain('X-PM');
    expect(
      ['smtp.postmarkapp.com', 'smtp-broadcasts.postmarkapp.com', 'notpostmarkapp.com', 'postmarkapp.com.example.net'].map(isPostmark),
    ).toEqual([true, true, false, false]);
  });

  it.each([
    [{ Details: 'smtp;554 5.7.1 spam' }, 'failed'],
    [{ Type: 'BadEmailAddress' }, 'bounced'],
    [{ Type: 'SoftBounce' }, 'failed'],
    [{ Type: 'Transient' }, 'delayed'],
    [{ RecordType: 'SpamComplaint', Type: 'SpamComplaint' }, 'complained'],
    [{ RecordType: 'Delivery', Recipient: ADA }, 'delivered'],
  ])('by %j means %s', async (more, kind) => {
    expect(await read(provider, fromPostmark(postmarkEvent(ID, ADA, more)))).toMatchObject([{ kind }]);
  });

  it('says nothing by an automatic answer, and is not understood in what is no JSON', async () => {
    expect(await read(provider, fromPostmark(postmarkEvent(ID, ADA, { Type: 'AutoResponder' })))).toEqual([]);
    expect(await read(provider, fromPostmark([]))).toEqual([]);
    await expect(read(provider, { ...fromPostmark(1), body: '{' })).rejects.toMatchObject(unreadable);
  });
});

describe('Mailgun', () => {
  it('is believed with its signature over time and token', async () => {
    expect(await read(mailgun(MAILGUN_KEY), fromMailgun(mailgunEvent(ID, ADA), NOW))).toEqual([
      {
        kind: 'bounced',
        address: ADA,
        reason: '550 5.1.1 No such user',
        at: new Date(1_776_153_605_250),
        messageId: ID.slice(1, -1),
        returnPath: 'hello@example.com',
      },
    ]);
  });

  it('is not believed with another key, a changed time or token, or nine hours later', async () => {
    const provider = mailgun(MAILGUN_KEY);
    const posted = fromMailgun(mailgunEvent(ID, ADA), NOW);
    for (const wrong of [
      fromMailgun(mailgunEvent(ID, ADA), NOW, { key: 'another key' }),
      { ...posted, body: posted.body.replace('"timestamp":"1', '"timestamp":"2') },
      { ...posted, body: posted.body.replace('"token":"', '"token":"0') },
      { ...posted, body: posted.body.replace(/"signature":"[0-9a-f]+"/, '"signature":""') },
      fromMailgun(mailgunEvent(ID, ADA), AGO(9.1)),
      { headers: {}, body: '{}' },
      { headers: {}, body: '[]' },
    ])
      await expect(read(provider, wrong)).rejects.toMatchObject(forged);
    await expect(read(provider, { headers: {}, body: '' })).rejects.toMatchObject(unreadable);
    expect(await read(provider, fromMailgun(mailgunEvent(ID, ADA), AGO(8.9)))).toHaveLength(1);
  });

  it.each([
    [{ severity: 'temporary' }, 'delayed'],
    [{ reason: 'suppress-bounce', 'delivery-status': { code: 605 } }, 'bounced'],
    [{ reason: 'suppress-complaint', 'delivery-status': { code: 607 } }, 'failed'],
    [{ reason: 'old', 'delivery-status': { code: 602 } }, 'failed'],
    [{ 'delivery-status': { code: 550, message: '5.7.1 blocked' } }, 'failed'],
    [{ event: 'complained' }, 'complained'],
    [{ event: 'delivered' }, 'delivered'],
  ])('by %j means %s', async (more, kind) => {
    expect(await read(mailgun(MAILGUN_KEY), fromMailgun(mailgunEvent(ID, ADA, more), NOW))).toMatchObject([{ kind }]);
  });
});
