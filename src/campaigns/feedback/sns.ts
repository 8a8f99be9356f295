import { verify, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FetchText } from '../../platform/fetch-text.ts';
import { DomainError } from '../../shared/errors.ts';
import { isTimely, type Json, notSigned } from './provider.ts';

interface Sns {
  /** @throws invalid_signature, or unavailable when the certificate cannot be fetched */
  verify(message: Json, now: Date): Promise<void>;
  confirm(message: Json): Promise<void>;
}

/** In this order; a `Subject` only where there is one. */
const SIGNED: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};
const HASHES: Record<string, string> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };
const CERTIFICATES = 20;
const CERTIFICATE_MS = 24 * 60 * 60_000;

/**
 * SNS as it posts to the allowed topics. The certificate comes from SNS of the topic's own region, over TLS; nothing else is ever fetched.
 */
export function createSns(topics: readonly string[], fetchText: FetchText): Sns {
  // A topic has one at a time; the bound is against made-up addresses.
  const certificates = new LRUCache<string, { fetchedAt: number; certificate: Promise<X509Certificate> }>({ max: CERTIFICATES });

  function certificateAt(address: URL, now: Date): Promise<X509Certificate> {
    const known = certificates.get(address.href);
    if (known && now.getTime() - known.fetchedAt < CERTIFICATE_MS) return known.certificate;
    const certificate = fetchText(address).then((text) => new X509Certificate(text));
    certificates.set(address.href, { fetchedAt: now.getTime(), certificate });
    certificate.catch(() => certificates.delete(address.href));
    return certificate;
  }

  return {
    async verify(message, now) {
      const { Type, TopicArn, SignatureVersion, Signature, SigningCertURL, Timestamp } = message;
      const fields = typeof Type === 'string' && Object.hasOwn(SIGNED, Type) ? SIGNED[Type] : undefined;
      const hash = typeof SignatureVersion === 'string' && Object.hasOwn(HASHES, SignatureVersion) ? HASHES[SignatureVersion] : undefined;
      if (!fields || !hash || typeof TopicArn !== 'string' || !topics.includes(TopicArn)) throw notSigned();
      const address = atSns(SigningCertURL, TopicArn);
      if (!address || !/^\/SimpleNotificationService-\w{1,64}\.pem$/.test(address.pathname) || address.search) throw notSigned();
      if (!isTimely(Date.parse(String(Timestamp)), now)) throw notSigned();

      const certificate = await certificateAt(address, now).catch(unavailable);
      const isValid = certificate.validFromDate <= now && now <= certificate.validToDate;
      const text = fields
        .filter((field) => message[field] !== undefined && message[field] !== null)
        .map((field) => `${field}\n${message[field]}\n`)
        .join('');
      if (!isValid || !verify(hash, Buffer.from(text), certificate.publicKey, Buffer.from(String(Signature), 'base64'))) throw notSigned();
    },

    async confirm({ SubscribeURL, TopicArn }) {
      const address = atSns(SubscribeURL, String(TopicArn));
      const asks = address?.searchParams;
      if (!address || asks?.get('Action') !== 'ConfirmSubscription' || asks.get('TopicArn') !== TopicArn) throw notSigned();
      await fetchText(address).catch(unavailable);
    },
  };
}

function atSns(value: unknown, topic: string): URL | null {
  const [, partition, , region] = topic.split(':');
  const address = typeof value === 'string' ? URL.parse(value) : null;
  const isThere =
    address?.protocol === 'https:' &&
    address.hostname === `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}` &&
    address.port === '' &&
    address.username === '' &&
    address.password === '';
  return isThere ? address : null;
}

function unavailable(): never {
  throw new DomainError('unavailable', 'Amazon SNS cannot be reached to verify the signature; send the request again.');
}
