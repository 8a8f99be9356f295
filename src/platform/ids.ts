import { parse, stringify, v7 } from 'uuid';

declare const kind: unique symbol;
/** A string for one kind of thing. An id of another kind does not fit; a string of no kind does, such as one from a request or a row. */
type Id<Kind extends string> = string & { readonly [kind]?: Kind };

export type AssetId = Id<'asset'>;
export type ContactId = Id<'contact'>;
export type DeliveryId = Id<'delivery'>;
export type EmailId = Id<'email'>;
export type EndpointId = Id<'endpoint'>;
export type KeyId = Id<'key'>;
export type ExportId = Id<'export'>;
export type FlowId = Id<'flow'>;
export type GenerationId = Id<'generation'>;
export type ListId = Id<'list'>;
export type MemberId = Id<'member'>;
export type MessageId = Id<'message'>;
export type StepId = Id<'step'>;
export type TemplateId = Id<'template'>;
export type TentId = Id<'tent'>;
export type TopicId = Id<'topic'>;
export type WorkspaceId = Id<'workspace'>;
/** A blast is a message. */
export type BlastId = MessageId;

/** Version 7 sorts by creation, so that rows made together are stored together. */
export const newId = (): string => v7();

/** @param time in milliseconds of the epoch */
export const idAt = (time: number): string => v7({ msecs: Math.floor(time) });

/** The lowest version 7 id of a moment. */
export function lowestId(moment: number): string {
  const hex = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const PAIRS = [...CROCKFORD].flatMap((high) => [...CROCKFORD].map((low) => high + low));

/**
 * The 26-character form, which clients see of generations, messages, recipients and exports. A version 7 UUID begins with its milliseconds,
 * so the text sorts by time.
 */
export function toUlid(uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  // The first eight bits make two letters, then each twenty bits make four.
  let text = PAIRS[Number.parseInt(digits.slice(0, 2), 16)] as string;
  for (let i = 2; i < 32; i += 5) {
    const value = Number.parseInt(digits.slice(i, i + 5), 16);
    text += (PAIRS[value >> 10] as string) + PAIRS[value & 1023];
  }
  return text;
}

/** @param ulid valid by the document's pattern */
export function fromUlid(ulid: string): string {
  let value = 0n;
  for (const character of ulid) value = (value << 5n) | BigInt(CROCKFORD.indexOf(character));
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const uuidBytes = (uuid: string): Uint8Array => parse(uuid);
export const uuidFromBytes = (bytes: Uint8Array): string => stringify(bytes);
