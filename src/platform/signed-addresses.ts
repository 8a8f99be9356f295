import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../shared/errors.ts';
import type { Clock } from './clock.ts';

/** Where a stored file is fetched, where one is sent to, and where a drawing is looked at. All lie outside of `/v1` and take no API key. */
export const PLACES = { GET: '/downloads/', PUT: '/uploads/', DRAWING: '/drawings/' } as const;

export type SignedUse = keyof typeof PLACES;

/** The path of an address. It has this one spelling. */
export const pathOf = (use: SignedUse, key: string): string => PLACES[use] + key.split('/').map(encodeURIComponent).join('/');

export const notOurs = (): DomainError =>
  new DomainError('invalid_signature', 'This address was not issued by this service, or it was changed.');

/**
 * Addresses that let whoever has one do one thing with one stored file, or one drawing, until their time is over. The use, the key,
 * the end and all facts are signed together, so that no part can be changed, added or taken to another place.
 */
export interface SignedAddresses {
  sign(use: SignedUse, key: string, facts: Record<string, string>, expiresInSeconds: number): string;
  /** The facts of an address that was asked for. @throws invalid_signature when it was changed or its time is over */
  read(use: SignedUse, key: string, query: URLSearchParams): Record<string, string>;
}

interface Options {
  secret: string;
  /** Public address of the service, without a slash at the end. */
  baseUrl: string;
  clock: Clock;
}

export function signedAddresses({ secret, baseUrl, clock }: Options): SignedAddresses {
  const key = createHmac('sha256', secret).update('bivouac stored files').digest();

  // Each value is percent-encoded, so that the line breaks between them cannot be made up.
  const macOf = (use: SignedUse, file: string, facts: [string, string][]): Buffer =>
    createHmac('sha256', key)
      .update([use, file, ...facts.map(([name, value]) => `${name}=${value}`)].map(encodeURIComponent).join('\n'))
      .digest();

  return {
    sign(use, file, facts, expiresInSeconds) {
      const expires = Math.floor(clock.now().getTime() / 1_000) + expiresInSeconds;
      const query = new URLSearchParams({ expires: String(expires), ...facts });
      query.append('signature', macOf(use, file, [...query]).toString('base64url'));
      return `${baseUrl}${pathOf(use, file)}?${query}`;
    },

    read(use, file, query) {
      const facts = [...query].filter(([name]) => name !== 'signature');
      const signatures = query.getAll('signature');
      const given = Buffer.from(signatures[0] ?? '', 'base64url');
      const mac = macOf(use, file, facts);
      // Another spelling of the same bytes is refused, so that an address has one form.
      const isOurs =
        signatures.length === 1 &&
        given.length === mac.length &&
        given.toString('base64url') === signatures[0] &&
        timingSafeEqual(given, mac);
      if (!isOurs) throw notOurs();
      const { expires, ...rest } = Object.fromEntries(facts);
      if (Number(expires) * 1_000 <= clock.now().getTime()) {
        throw new DomainError('invalid_signature', 'This address has expired; ask for a new one.');
      }
      return rest;
    },
  };
}

/** A `Content-Disposition` that saves a file under its name, also a name that is not ASCII (RFC 6266). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === fileName) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
