/** What a client may set beside `X-…`. All others are the service's: they decide who gets a message, from whom, and in what form it is read. */
const FREE = new Set([
  'in-reply-to',
  'references',
  'list-id',
  'list-help',
  'list-owner',
  'list-post',
  'list-archive',
  'feedback-id',
  'auto-submitted',
  'precedence',
  'importance',
  'priority',
  'sensitivity',
  'keywords',
  'comments',
  'organization',
]);
/** Their values are words for people, which may be encoded. Those of the others have a grammar, which encoded words break. */
const TEXTS = new Set(['keywords', 'comments', 'organization']);
/** RFC 5322 ends a line after 998 characters, and a word cannot be folded. */
const LONGEST_WORD = 900;

/** Postmark takes orders in headers that begin so; the service gives its own (`platform/mail/postmark.ts`). */
const POSTMARK = /^x-pm-/i;

/** What keeps a header from being set, or null. The words follow its path. */
export function headerProblem(name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (POSTMARK.test(name) || !(lower.startsWith('x-') || FREE.has(lower))) return 'is not a header that you can set';
  // The schema says so, too; here it is what a message depends on.
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) return 'must be one line without control characters';
  if (value.trim() === '') return 'must not be blank';
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  if (!isAscii && !lower.startsWith('x-') && !TEXTS.has(lower)) return 'must hold only ASCII characters';
  if (isAscii && value.split(' ').some((word) => word.length > LONGEST_WORD))
    return `must not hold a word of more than ${LONGEST_WORD} characters`;
  return null;
}

/** Headers as they are kept: name and value, in their order. */
export type Header = readonly [name: string, value: string];
