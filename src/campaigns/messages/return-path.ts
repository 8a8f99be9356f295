import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { uuidFromBytes } from '../../platform/ids.ts';
import type { DeliveryRef } from '../tracking/tokens.ts';

interface ReturnPaths {
  /** @throws RangeError for an id that is no UUID of version 7 */
  write(of: DeliveryRef): string;
  /** In any case of letters; null unless it is one of ours, of this domain. */
  read(address: string): DeliveryRef | null;
}

const PREFIX = 'bounce+';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** An id without its version digit, which is always 7: two ids and the signature fit into 57 letters. */
const VERSION_AT = 12;
/** Two ids are as many bytes. */
const ID_DIGITS = 31;
/** A guess costs a mail, and there are four billion for each pair of ids, which only the recipient sees. */
const MAC_BYTES = 4;
const TOKEN_LENGTH = 56;

/** @param domain where bounces are received */
export function createReturnPaths(secret: string, domain: string): ReturnPaths {
  const key = createSecretKey(createHmac('sha256', secret).update('bivouac return paths').digest());
  const macOf = (ids: Uint8Array): Buffer => createHmac('sha256', key).update(ids).digest().subarray(0, MAC_BYTES);
  const suffix = `@${domain}`;

  return {
    write(of) {
      const ids = Buffer.from(digitsOf(of.workspaceId) + digitsOf(of.deliveryId), 'hex');
      return `${PREFIX}${toBase32(Buffer.concat([ids, macOf(ids)]))}${suffix}`;
    },
    read(address) {
      const lower = address.toLowerCase();
      if (!lower.startsWith(PREFIX) || !lower.endsWith(suffix.toLowerCase())) return null;
      const bytes = fromBase32(lower.slice(PREFIX.length, -suffix.length));
      if (!bytes) return null;
      const ids = bytes.subarray(0, ID_DIGITS);
      if (!timingSafeEqual(macOf(ids), bytes.subarray(ID_DIGITS))) return null;
      const digits = ids.toString('hex');
      return { workspaceId: uuidOf(digits.slice(0, ID_DIGITS)), deliveryId: uuidOf(digits.slice(ID_DIGITS)) };
    },
  };
}

/** At any domain: each sender may have its own, and the signature proves the rest. */
export const returnPathReader =
  (secret: string): ReturnPaths['read'] =>
  (address) =>
    createReturnPaths(secret, address.slice(address.lastIndexOf('@') + 1)).read(address);

/**
 * Whether an address may be a mangled return path of ours, or one under another secret. Other services use the same prefix, but digits and
 * dots behind it.
 */
export const looksLikeReturnPath = (address: string): boolean => /^bounce\+[a-z2-7]{16,}@/i.test(address);

function digitsOf(uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  if (digits.charAt(VERSION_AT) !== '7') throw new RangeError('an id is no UUID of version 7');
  return digits.slice(0, VERSION_AT) + digits.slice(VERSION_AT + 1);
}

const uuidOf = (digits: string): string => uuidFromBytes(Buffer.from(`${digits.slice(0, VERSION_AT)}7${digits.slice(VERSION_AT)}`, 'hex'));

/** Five bytes are eight letters; all of ours come out even. The digits of JavaScript in base 32 are other ones. */
const toBase32 = (bytes: Buffer): string =>
  [
    ...BigInt(`0x${bytes.toString('hex')}`)
      .toString(32)
      .padStart(TOKEN_LENGTH, '0'),
  ]
    .map((digit) => BASE32.charAt(Number.parseInt(digit, 32)))
    .join('');

function fromBase32(text: string): Buffer | null {
  if (text.length !== TOKEN_LENGTH) return null;
  let value = 0n;
  for (const letter of text) {
    const digit = BASE32.indexOf(letter);
    if (digit < 0) return null;
    value = value * 32n + BigInt(digit);
  }
  return Buffer.from(value.toString(16).padStart((TOKEN_LENGTH * 5) / 4, '0'), 'hex');
}
