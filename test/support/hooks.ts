/** Posts of providers, signed by their rules. The texts follow their documentation; the keys are made here. */
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createSigner } from './certificate.ts';

export interface Posted {
  headers: Record<string, string>;
  body: string;
}

export const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:feedback';
export const CERTIFICATE_AT = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';

export const snsSigner = createSigner();

/** A signed message of SNS. The last argument replaces fields after signing. */
export function fromSns(message: Record<string, unknown>, now: Date, { version = '1', signer = snsSigner, changed = {} } = {}): Posted {
  const signed: Record<string, unknown> = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Timestamp: now.toISOString(),
    SignatureVersion: version,
    SigningCertURL: CERTIFICATE_AT,
    ...message,
  };
  const text = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    .filter((field) => signed[field] !== undefined)
    .map((field) => `${field}\n${signed[field]}\n`)
    .join('');
  signed.Signature = sign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256', Buffer.from(text), signer.privateKey).toString('base64');
  return { headers: { 'content-type': 'text/plain; charset=UTF-8' }, body: JSON.stringify({ ...signed, ...changed }) };
}

/** A notice of SES about one message. */
export const sesMail = (messageId: string, to: string, source = 'hello@example.com') => ({
  timestamp: '2026-04-14T08:00:00.000Z',
  messageId: '0102018f0a1b2c3d-00000000-0000-0000-0000-000000000000-000000',
  source,
  destination: [to],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'Juniper Trail <hello@example.com>' },
    { name: 'Message-ID', value: messageId },
  ],
  commonHeaders: { from: ['hello@example.com'], to: [to], messageId },
});
export const sesBounce = (
  messageId: string,
  to: string,
  { bounce = {}, recipient = {}, source = undefined as string | undefined } = {},
) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: to, status: '5.1.1', action: 'failed', diagnosticCode: `smtp; 550 5.1.1 <${to}>... User unknown`, ...recipient },
    ],
    timestamp: '2026-04-14T08:00:05.000Z',
    feedbackId: '0102018f-feedback',
    ...bounce,
  },
  mail: sesMail(messageId, to, source),
});
export const sesComplaint = (messageId: string, to: string) => ({
  eventType: 'Complaint',
  complaint: {
    complainedRecipients: [{ emailAddress: to }],
    timestamp: '2026-04-14T08:10:00.000Z',
    complaintFeedbackType: 'abuse',
    userAgent: 'Example Feedback Loop',
  },
  mail: sesMail(messageId, to),
});

const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const SENDGRID_KEY = sendgridKeys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

export function fromSendgrid(events: unknown, now: Date, { privateKey = sendgridKeys.privateKey } = {}): Posted {
  const body = JSON.stringify(events);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString('base64'),
    },
    body,
  };
}
export const sendgridEvent = (messageId: string, email: string, more: Record<string, unknown> = {}) => ({
  email,
  timestamp: 1_776_153_605,
  'smtp-id': messageId,
  event: 'bounce',
  type: 'bounce',
  bounce_classification: 'Invalid Address',
  status: '5.1.1',
  reason: '550 5.1.1 The email account that you tried to reach does not exist.',
  sg_event_id: 'c2dfsdf',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  ...more,
});

export const POSTMARK = 'postmark:a-long-enough-password';
export const fromPostmark = (event: unknown, credentials = POSTMARK): Posted => ({
  headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  body: JSON.stringify(event),
});
export const postmarkEvent = (messageId: string, email: string, more: Record<string, unknown> = {}) => ({
  RecordType: 'Bounce',
  ID: 42,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: { 'bivouac-delivery': messageId.slice(1, messageId.indexOf('@')) },
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account does not exist',
  Email: email,
  From: 'hello@example.com',
  BouncedAt: '2026-04-14T10:00:05.0000000+02:00',
  Inactive: true,
  ...more,
});

export const MAILGUN_KEY = 'key-0123456789abcdef0123456789abcdef';
export function fromMailgun(event: unknown, now: Date, { key = MAILGUN_KEY, token = randomBytes(25).toString('hex') } = {}): Posted {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = {
    timestamp,
    token,
    signature: createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
  };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ signature, 'event-data': event }) };
}
export const mailgunEvent = (messageId: string, recipient: string, more: Record<string, unknown> = {}) => ({
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: 1_776_153_605.25,
  recipient,
  envelope: { sender: 'hello@example.com', transport: 'smtp', targets: recipient },
  'delivery-status': { code: 550, message: '5.1.1 No such user', description: '', 'enhanced-code': '5.1.1', 'attempt-no': 1 },
  message: { headers: { to: recipient, 'message-id': messageId.replace(/[<>]/g, ''), from: 'hello@example.com' } },
  ...more,
});
