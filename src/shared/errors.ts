import type { components } from '../../generated/api.d.ts';

export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type Issue = components['schemas']['Issue'];

/** What a domain rule says no with. The HTTP status belongs to the code and is known only to `http/`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  /** What the body of this code has beside what all have. */
  readonly more: Readonly<Record<string, unknown>> | undefined;
  /** Seconds after which the same may work, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details?: ErrorDetails, more?: Record<string, unknown>, retryAfter?: number) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
    this.more = more;
    this.retryAfter = retryAfter;
  }
}

/** A request that does not fit its schema, or a value in it that does not fit the world: names the places and says what is wrong there. */
export const invalid = (...issues: Issue[]): DomainError => new DomainError('validation_failed', sentenceOf(issues), { issues });

/** How much of a path or of a finding the sentence repeats. Names of fields are as long as clients make them. */
const LONGEST_PART = 200;
/** At a blank, where there is one. */
const cut = (text: string): string =>
  text.length > LONGEST_PART
    ? `${text
        .slice(0, LONGEST_PART)
        .toWellFormed()
        .replace(/\s\S*$/, '')} …`
    : text;

/** The first finding, for whoever reads no further than the sentence. */
function sentenceOf([first, ...others]: Issue[]): string {
  if (!first) return 'The request is not valid.';
  const place = first.path === '' ? '' : ` at \`${cut(first.path)}\``;
  const more =
    others.length === 0 ? '' : `, and ${others.length} more ${others.length === 1 ? 'finding' : 'findings'} in \`details.issues\``;
  return `The request is not valid${place}: ${cut(first.message).replace(/\.$/, '')}${more}.`.replace(/…\.$/, '…');
}

/**
 * Unknown and another workspace's are one answer, so that nobody can probe for what others have.
 * @param issues where in the request, when it is not the path that names it; see `unknown`
 */
export const notFound = (...issues: Issue[]): DomainError =>
  new DomainError(
    'not_found',
    'Nothing with this identifier exists in the workspace.',
    issues.length > 0 ? { issues: issues.slice(0, MOST_ISSUES) } : undefined,
  );

/** How many findings an answer names at most. */
export const MOST_ISSUES = 100;

/** A reference that leads nowhere. It says nothing about whose it is. */
export const unknown = (path: string): Issue => ({ path, message: 'is not known in this workspace' });

/** The references of a list that lead nowhere. @param at where one stands in the request, by its place in the list */
export const missingAmong = (ids: string[], known: { has(id: string): boolean }, at: (index: number) => string): Issue[] =>
  ids.flatMap((id, index) => (known.has(id) ? [] : [unknown(at(index))]));
