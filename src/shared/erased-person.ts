/** The identifiers by which the rows of a person are found while the person is erased. */
export interface ErasedPerson {
  /** With those that were merged into the contact, and those that had one of the addresses before. */
  contactIds: string[];
  emails: string[];
  phones: string[];
}

/** A part of an erasure, which may run twice. */
export interface ErasedChunk {
  /** By the names that the proof has. */
  counts: Partial<Record<ErasedKind, number>>;
  /** Where the next part begins; null at the end. */
  cursor: string | null;
}

export const ERASED_KINDS = [
  'contacts',
  'list_memberships',
  'timeline_entries',
  'consent_entries',
  'custom_events',
  'events',
  'webhook_answers',
  'deliveries',
  'messages',
  'flow_memberships',
  'tents',
  'submissions',
  'import_rows',
  'import_files',
  'exports',
  'idempotent_answers',
  'mailbox_messages',
] as const;

export type ErasedKind = (typeof ERASED_KINDS)[number];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Matches no text. */
const NOTHING = 'a^';

/**
 * A regular expression for lower-case text, in PostgreSQL and here, that finds a mention of the person. The characters around an identifier
 * count: the address `ann@example.com` is no part of `joann@example.com`. In an address of the web the `@` may be `%40`.
 */
export function mentionPattern({ emails, phones }: Pick<ErasedPerson, 'emails' | 'phones'>): string {
  const addresses = emails.map((email) => escaped(email.toLowerCase()).replace('@', '(@|%40)'));
  const parts = [
    ...(addresses.length > 0 ? [`(^|[^a-z0-9._%+'-])(${addresses.join('|')})($|[^a-z0-9.-]|\\.($|[^a-z0-9]))`] : []),
    ...(phones.length > 0 ? [`(^|[^0-9+])(${phones.map(escaped).join('|')})($|[^0-9])`] : []),
  ];
  // An empty pattern would find everybody.
  return parts.length > 0 ? parts.join('|') : NOTHING;
}

/** Compiled once for many texts. */
export function mentionsOf(person: Pick<ErasedPerson, 'emails' | 'phones'>): (text: string) => boolean {
  const pattern = new RegExp(mentionPattern(person));
  return (text) => pattern.test(text.toLowerCase());
}
