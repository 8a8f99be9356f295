import { createHmac } from 'node:crypto';
import { addressOf, type FeedbackEvent, type FeedbackKind, kindOfRefusal, momentOf, wordsOf } from './event.ts';
import { isSame, isTimely, type Json, jsonOf, notSigned, objectOf, type Provider, textOf } from './provider.ts';

/** They retry for eight. */
const HOURS = 9;

/**
 * Mailgun's webhooks: one event a request, with an HMAC over a timestamp and a token. It does not cover the event, so a stolen signature
 * can sign anything for some hours. Remembering tokens would not help: the same key signs posts to other receivers. As with any provider,
 * an event has to name a message of ours.
 */
export function mailgun(signingKey: string): Provider {
  return {
    name: 'mailgun',
    async read({ body }, now) {
      const { signature: signed, 'event-data': event } = objectOf(jsonOf(body));
      const { timestamp, token, signature } = objectOf(signed);
      const isTheirs =
        /^\d{1,12}$/.test(String(timestamp)) &&
        /^\w{16,200}$/.test(String(token)) &&
        isTimely(Number(timestamp) * 1_000, now, HOURS) &&
        isSame(String(signature), createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex'));
      if (!isTheirs) throw notSigned();
      return [eventOf(objectOf(event), now) ?? []].flat();
    },
  };
}

function eventOf(event: Json, now: Date): FeedbackEvent | null {
  const kind = kindOf(event);
  if (!kind) return null;
  const status = objectOf(event['delivery-status']);
  const message = objectOf(event.message);
  return {
    kind,
    address: addressOf(event.recipient),
    reason: wordsOf(status.code || null, textOf(status.message) || textOf(status.description) || textOf(event.reason)),
    at: momentOf(event.timestamp, now),
    messageId: textOf(objectOf(message.headers)['message-id']),
    returnPath: textOf(objectOf(event.envelope).sender),
  };
}

function kindOf(event: Json): FeedbackKind | null {
  if (event.event === 'complained') return 'complained';
  if (event.event === 'delivered') return 'delivered';
  if (event.event !== 'failed') return null;
  if (event.severity === 'temporary') return 'delayed';
  // Not even tried: the address has bounced before.
  if (event.reason === 'suppress-bounce') return 'bounced';
  if (/^(suppress-|old$|espblock$)/.test(String(event.reason))) return 'failed';
  const status = objectOf(event['delivery-status']);
  return kindOfRefusal(
    wordsOf(status.code, textOf(status.message) || textOf(status.description)),
    textOf(status['enhanced-code']),
    'bounced',
  );
}
