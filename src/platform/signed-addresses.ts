import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../shared/errors.ts';
import type { Clock } from './clock.ts';

/** Files and pages for people lie outside of `/v1` and take no API key. */
export const PLACES = {
  GET: '/downloads/',
  PUT: '/uploads/',
  DRAWING: '/drawings/',
  PREVIEW: '/previews/',
  REPORT: '/reports/',
} as const;

export type SignedUse = keyof typeof PLACES;

/** The only spelling of a path. */
export const pathOf = (use: SignedUse, key: string): string => PLACES[use] + key.split('/').map(encodeURIComponent).join('/');

export const notOurs = (): DomainError =>
  new DomainError('invalid_signature', 'This address was not issued by this service, or it was changed.');

/** The address is genuine, but its time is over. */
export class ExpiredAddressError extends DomainError {
  constructor() {
    super('invalid_signature', 'This address has expired; ask for a new one.');
  }
}

const DAY_MS = 86_400_000;

/**
 * Addresses that permit one use of one stored file or page for a limited time. Use, key, end and facts are signed together, so no part
 * can be changed, added or moved.
 */
export interface SignedAddresses {
  sign(use: SignedUse, key: string, facts: Record<string, string>, expiresInSeconds: number): string;
  /** Works until the midnight (UTC) that ends the last of these days, so that the address stays the same for a day. */
  signForDays(use: SignedUse, key: string, facts: Record<string, string>, days: number): string;
  /** @returns the facts. @throws invalid_signature when the address was changed or has expired */
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

  // Percent-encoding keeps the separating line breaks unique.
  const macOf = (use: SignedUse, file: string, facts: [string, string][]): Buffer =>
    createHmac('sha256', key)
      .update([use, file, ...facts.map(([name, value]) => `${name}=${value}`)].map(encodeURIComponent).join('\n'))
      .digest();

  function signUntil(use: SignedUse, file: string, facts: Record<string, string>, expires: number): string {
    const query = new URLSearchParams({ expires: String(expires), ...facts });
    query.append('signature', macOf(use, file, [...query]).toString('base64url'));
    return `${baseUrl}${pathOf(use, file)}?${query}`;
  }

  return {
    sign: (use, file, facts, expiresInSeconds) => signUntil(use, file, facts, Math.floor(clock.now().getTime() / 1_000) + expiresInSeconds),

    signForDays: (use, file, facts, days) =>
      signUntil(use, file, facts, ((Math.floor(clock.now().getTime() / DAY_MS) + days + 1) * DAY_MS) / 1_000),

    read(use, file, query) {
      const facts = [...query].filter(([name]) => name !== 'signature');
      const signatures = query.getAll('signature');
      const given = Buffer.from(signatures[0] ?? '', 'base64url');
      const mac = macOf(use, file, facts);
      // Another encoding of the same bytes is refused, so that an address has one form.
      const isOurs =
        signatures.length === 1 &&
        given.length === mac.length &&
        given.toString('base64url') === signatures[0] &&
        timingSafeEqual(given, mac);
      if (!isOurs) throw notOurs();
      const { expires, ...rest } = Object.fromEntries(facts);
      if (Number(expires) * 1_000 <= clock.now().getTime()) {
        throw new ExpiredAddressError();
      }
      return rest;
    },
  };
}

/** Also for names that are not ASCII (RFC 6266). */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === fileName) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
