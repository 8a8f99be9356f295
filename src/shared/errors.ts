import type { components } from '../../generated/api.d.ts';

export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type Issue = components['schemas']['Issue'];

/** What a domain rule says no with. The HTTP status belongs to the code and is known only to `http/`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** A value that fits its schema but not the world: names the place and says what is wrong there. */
export const invalid = (...issues: Issue[]): DomainError => new DomainError('validation_failed', 'The request is not valid.', { issues });

/** Unknown and another workspace's are one answer, so that nobody can probe for what others have. */
export const notFound = (): DomainError => new DomainError('not_found', 'Nothing with this identifier exists in the workspace.');

/** For what the document describes and this service does not do yet: a whole operation, or what one request asks of it. */
export const notImplemented = (what?: string): DomainError =>
  new DomainError('not_implemented', what ? `This service does not do this yet: ${what}.` : 'This service does not do this yet.');
