import { parse, stringify, v7 } from 'uuid';

/** A new version 7 UUID: sortable by creation, so that rows made together lie together. */
export const newId = (): string => v7();

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The 26-character form of a UUID. Generations, messages, recipients and exports show this form to clients;
 * the database keeps one kind of identifier. A version 7 UUID begins with its milliseconds, so the text sorts by time.
 */
export function toUlid(uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  for (let i = 0; i < 26; i++) {
    text = CROCKFORD[Number(value & 31n)] + text;
    value >>= 5n;
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
