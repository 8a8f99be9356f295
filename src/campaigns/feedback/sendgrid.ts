import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { StartError } from '../../shared/start-error.ts';
import { addressOf, type FeedbackEvent, type FeedbackKind, kindOfRefusal, momentOf, wordsOf } from './event.ts';
import { isTimely, type Json, jsonOf, listOf, notSigned, type Provider, textOf } from './provider.ts';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

/**
 * SendGrid's signed event webhook: a list of events, and ECDSA with SHA-256 over the timestamp and the body.
 * @param publicKey the base64 of a key's SPKI form, as their settings show it
 * @throws StartError
 */
export function sendgrid(publicKey: string): Provider {
  const key = keyOf(publicKey);
  return {
    name: 'sendgrid',
    // Its batches have up to 768 KB.
    mostBytes: 1024 * 1024,
    judge({ header }, now) {
      const timestamp = header(TIMESTAMP) ?? '';
      if (!header(SIGNATURE) || !/^\d{1,12}$/.test(timestamp) || !isTimely(Number(timestamp) * 1_000, now)) throw notSigned();
    },
    async read({ header, body }, now) {
      const [signature, timestamp] = [header(SIGNATURE) ?? '', header(TIMESTAMP) ?? ''];
      if (!verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'))) throw notSigned();
      return listOf(jsonOf(body)).flatMap((event) => eventOf(event, now) ?? []);
    },
  };
}

function keyOf(publicKey: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Thrown below.
  }
  throw new StartError('HOOK_SENDGRID_PUBLIC_KEY is not the base64 of a P-256 public key.');
}

function eventOf(event: Json, now: Date): FeedbackEvent | null {
  const kind = kindOf(event);
  if (!kind) return null;
  return {
    kind,
    address: addressOf(event.email),
    reason: wordsOf(event.reason ?? event.response) ?? wordsOf(event.status),
    at: momentOf(event.timestamp, now),
    // By SMTP this is the Message-ID that the message had when it came.
    messageId: textOf(event['smtp-id']),
    returnPath: null,
  };
}

function kindOf({ event, type, reason, status }: Json): FeedbackKind | null {
  switch (event) {
    case 'spamreport':
      return 'complained';
    case 'deferred':
      return 'delayed';
    case 'delivered':
      return 'delivered';
    case 'bounce':
      // A block is a refusal of this message only.
      return type === 'blocked' ? 'failed' : kindOfRefusal(textOf(reason), textOf(status), 'bounced');
    case 'dropped':
      // Not even tried: the address is on a list of theirs.
      return /^(bounced address|invalid)$/i.test(String(reason).trim()) ? 'bounced' : 'failed';
    default:
      return null;
  }
}
