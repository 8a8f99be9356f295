import { parse, stringify, v7 } from 'uuid';

/** A new version 7 UUID: sortable by creation, so that rows made together lie together. */
export const newId = (): string => v7();

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten bits each. */
const PAIRS = [...CROCKFORD].flatMap((high) => [...CROCKFORD].map((low) => high + low));

/**
 * The 26-character form of a UUID. Generations, messages, recipients and exports show this form to clients;
 * the database keeps one kind of identifier. A version 7 UUID begins with its milliseconds, so the text sorts by time.
 */
export function toUlid(uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  // Eight bits, which have two letters to themselves, then twenty at a time, which have four.
  let text = PAIRS[Number.parseInt(digits.slice(0, 2), 16)] as string;
  for (let i = 2; i < 32; i += 5) {
    const value = Number.parseInt(digits.slice(i, i + 5), 16);
    text += (PAIRS[value >> 10] as string) + PAIRS[value & 1023];
  }
  return text;
}

/** The UUID behind a 26-character identifier that the document's pattern has accepted. */
export function fromUlid(ulid: string): string {
  let value = 0n;
  for (const character of ulid) value = (value << 5n) | BigInt(CROCKFORD.indexOf(character));
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The 16 bytes of a UUID, and back. */
export const uuidBytes = (uuid: string): Uint8Array => parse(uuid);
export const uuidFromBytes = (bytes: Uint8Array): string => stringify(bytes);
