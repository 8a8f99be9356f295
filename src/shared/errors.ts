import type { components } from '../../generated/api.d.ts';

export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type Issue = components['schemas']['Issue'];

/** The refusal of a domain rule. Only `http/` has the HTTP status of the code. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  /** Further fields of the body, by code. */
  readonly more: Readonly<Record<string, unknown>> | undefined;
  /** In seconds. */
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

export const invalid = (...issues: Issue[]): DomainError => new DomainError('validation_failed', sentenceOf(issues), { issues });

/** Paths and findings are cut to this length: clients choose the names of fields. */
const LONGEST_PART = 200;
/** At a blank, where there is one. */
const cut = (text: string): string =>
  text.length > LONGEST_PART
    ? `${text
        .slice(0, LONGEST_PART)
        .toWellFormed()
        .replace(/\s\S*$/, '')} …`
    : text;

/** Names the first finding, for readers of the sentence alone. */
function sentenceOf([first, ...others]: Issue[]): string {
  if (!first) return 'The request is not valid.';
  const place = first.path === '' ? '' : ` at \`${cut(first.path)}\``;
  const more =
    others.length === 0 ? '' : `, and ${others.length} more ${others.length === 1 ? 'finding' : 'findings'} in \`details.issues\``;
  return `The request is not valid${place}: ${cut(first.message).replace(/\.$/, '')}${more}.`.replace(/…\.$/, '…');
}

/**
 * Ids of other workspaces get the same answer, so that a client cannot probe for them.
 * @param issues the places in the request, unless the path has the id; see `unknown`
 */
export const notFound = (...issues: Issue[]): DomainError =>
  new DomainError(
    'not_found',
    'Nothing with this identifier exists in the workspace.',
    issues.length > 0 ? { issues: issues.slice(0, MOST_ISSUES) } : undefined,
  );

export const MOST_ISSUES = 100;

/** Does not say whether another workspace has it. */
export const unknown = (path: string): Issue => ({ path, message: 'is not known in this workspace' });

/** @param at the place of a reference in the request, by its index */
export const missingAmong = (ids: string[], known: { has(id: string): boolean }, at: (index: number) => string): Issue[] =>
  ids.flatMap((id, index) => (known.has(id) ? [] : [unknown(at(index))]));
