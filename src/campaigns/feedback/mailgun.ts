import { createHash, createHmac } from 'node:crypto';
import { addressOf, type FeedbackEvent, type FeedbackKind, kindOfRefusal, momentOf, wordsOf } from './event.ts';
import { isSame, isTimely, type Json, jsonOf, notSigned, objectOf, type Provider, textOf } from './provider.ts';

/** Tokens that are remembered at most, those of the last requests. */
const MOST_TOKENS = 100_000;

/**
 * Mailgun's webhooks: one event a request, with an HMAC over a timestamp and a token. It does not cover the event, so a token is taken
 * with one body only: the same one may come again, another one with it is somebody else's. What is remembered is this process's alone.
 */
export function mailgun(signingKey: string): Provider {
  const bodies = new Map<string, string>();
  const signed = (body: Buffer): { token: string; timestamp: string; signature: string; event: Json } => {
    const { signature, ...rest } = objectOf(jsonOf(body));
    const { timestamp, token, signature: mac } = objectOf(signature);
    return { token: String(token), timestamp: String(timestamp), signature: String(mac), event: objectOf(rest['event-data']) };
  };
  return {
    name: 'mailgun',
    async read({ body }, now) {
      const { token, timestamp, signature, event } = signed(body);
      const isTheirs =
        /^\d{1,12}$/.test(timestamp) &&
        /^\w{16,200}$/.test(token) &&
        isTimely(Number(timestamp) * 1_000, now) &&
        isSame(
          signature,
          createHmac('sha256', signingKey)
            .update(timestamp + token)
            .digest('hex'),
        );
      const before = bodies.get(token);
      if (!isTheirs || (before !== undefined && before !== digestOf(body))) throw notSigned();
      return [eventOf(event, now) ?? []].flat();
    },
    written({ body }) {
      bodies.set(signed(body).token, digestOf(body));
      for (const [oldest] of bodies) {
        if (bodies.size <= MOST_TOKENS) break;
        bodies.delete(oldest);
      }
    },
  };
}

const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64');

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
  // Not even tried, as the address has bounced before.
  if (event.reason === 'suppress-bounce') return 'bounced';
  if (/^(suppress-|old$|espblock$)/.test(String(event.reason))) return 'failed';
  const status = objectOf(event['delivery-status']);
  return kindOfRefusal(
    wordsOf(status.code, textOf(status.message) || textOf(status.description)),
    textOf(status['enhanced-code']),
    'bounced',
  );
}
