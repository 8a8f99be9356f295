import type { components } from '../../generated/api.d.ts';

/** What a webhook brings; `type` decides the fields of `data`. */
export type WebhookEvent = components['schemas']['Event'];

/** A request that the secret has not signed, or not lately: answer it with 400, and do nothing else. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

export interface WebhookRequest {
  /** As it came, before any parsing: signatures are of bytes. */
  body: string | Uint8Array;
  /** All headers: of the Fetch API, or an object as Node's. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The endpoint's secret, `whsec_…`; several while you rotate it. */
  secret: string | readonly string[];
  /** How far the clocks may be apart; 300 by default. */
  toleranceSeconds?: number;
  /** The time now, in milliseconds. */
  now?: number;
}

/**
 * Checks who has sent a webhook and when, and gives its event. The same event may come again: ignore an `event_id` that you have seen.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  now = Date.now(),
}: WebhookRequest): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const seconds = Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1_000 - seconds) > toleranceSeconds)
    throw new WebhookVerificationError('The webhook was signed at another time.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const expected = await Promise.all(secrets.map((one) => signatureOf(one, signed)));
  if (!expected.some((one) => signatures.some((given) => isEqual(given, one))))
    throw new WebhookVerificationError('The webhook was signed with another secret, or its body has been changed.');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The webhook has no header ${name}.`);
  return value;
}

async function signatureOf(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Takes as long wherever the texts differ. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i % other.length);
  return difference === 0;
}
