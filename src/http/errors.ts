import type { components } from '../../generated/api.d.ts';
import { Contended, isUnavailable, type Trouble } from '../platform/db.ts';
import { isOutOfDescriptors } from '../platform/descriptors.ts';
import { isFull, StorageUnavailable } from '../platform/storage.ts';
import { NotDoneInTime } from '../platform/threads.ts';
import { DomainError, type ErrorCode, type ErrorDetails } from '../shared/errors.ts';

export const STATUS: Record<ErrorCode, number> = {
  malformed_request: 400,
  validation_failed: 400,
  invalid_json: 400,
  invalid_cursor: 400,
  idempotency_key_mismatch: 400,
  prompt_not_web_content: 400,
  email_missing_required_headers: 400,
  campaign_not_ready: 400,
  campaign_not_blast: 400,
  campaign_flow_not_ready: 400,
  unauthorized: 401,
  key_not_allowed: 403,
  workspace_suspended: 403,
  invalid_signature: 403,
  foreign_origin: 403,
  free_plan_email_limit: 403,
  system_list_protected: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_in_progress: 409,
  generation_in_progress: 409,
  template_not_ready: 409,
  email_not_ready: 409,
  approval_version_stale: 409,
  asset_not_found: 409,
  mutation_lease_held: 409,
  contact_list_name_exists: 409,
  email_in_scheduled_blast: 409,
  email_in_active_flow: 409,
  in_use: 409,
  campaign_invalid_state: 409,
  message_invalid_state: 409,
  campaign_flow_invalid_state: 409,
  campaign_flow_duplicate_step_id: 409,
  campaign_flow_step_referenced: 409,
  campaign_flow_already_in_flow: 409,
  campaign_flow_not_active: 409,
  campaign_flow_manual_disabled: 409,
  campaign_flow_entry_limit: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  rate_limited: 429,
  insufficient_credits: 429,
  publish_limit_exceeded: 429,
  budget_exceeded: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  contended: 503,
};

const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { contended: 1, mutation_lease_held: 1, idempotency_in_progress: 1 };

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: { error: string; error_code: ErrorCode; details?: ErrorDetails; documentation_url?: string };
}

/** The address of the reference. Called for every error: a service may learn its own address only after it listens. */
export type Reference = () => string;

class HttpError extends DomainError {
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(code, message);
    this.headers = headers;
  }
}

/** Of a key that does not count, the reason is not disclosed. */
const KEYS = {
  missing: 'An API key is required: send the header `Authorization: Bearer KEY`.',
  malformed: 'The header `Authorization` is not of the form `Bearer KEY`.',
  refused: 'The API key is unknown, revoked or expired.',
};

export const unauthorized = (key: keyof typeof KEYS): HttpError =>
  new HttpError('unauthorized', KEYS[key], { 'WWW-Authenticate': 'Bearer' });

/** @param methods of the path; HEAD follows from GET */
export function methodNotAllowed(methods: string[]): HttpError {
  const all = methods.includes('GET') && !methods.includes('HEAD') ? [...methods, 'HEAD'] : methods;
  return new HttpError('method_not_allowed', `This path answers to ${all.join(', ')}.`, { Allow: all.join(', ') });
}

/** The message repeats the seconds of `Retry-After`: callers behind a library or a tool may never see a header. */
export function tooManyRequests(message: string, retryAfterSeconds: number, headers: Record<string, string> = {}): HttpError {
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  return new HttpError('rate_limited', `${message} Try again in ${seconds} s.`, { ...headers, 'Retry-After': seconds });
}

export const unavailable = (message: string, retryAfterSeconds = 5): HttpError =>
  new HttpError('unavailable', message, { 'Retry-After': String(retryAfterSeconds) });

/** @param reference undefined where no reference is served */
export function toErrorReply(error: unknown, reference?: Reference): ErrorReply {
  const failure = domainErrorOf(error);
  const { code, message, details, more } = failure;
  const headers = failure instanceof HttpError ? failure.headers : retryAfterOf(failure);
  const documented = reference && { documentation_url: documentationUrl(reference(), code) };
  return { status: STATUS[code], headers, body: { error: message, error_code: code, ...(details && { details }), ...more, ...documented } };
}

export const PROBLEM_TYPE = 'application/problem+json';

/** Whether a client asks for errors as RFC 9457 has them: an `Accept` that names them, and does not prefer plain JSON. */
export function wantsProblem(accept: string | undefined): boolean {
  const qualities = new Map(
    accept?.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [type, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const quality = qualities.get(PROBLEM_TYPE) ?? 0;
  return quality > 0 && quality >= (qualities.get('application/json') ?? 0);
}

/** The error with the members of RFC 9457. */
export function problemOf({ status, body }: ErrorReply): components['schemas']['ProblemError'] {
  const { error, error_code, documentation_url = 'about:blank' } = body;
  const words = error_code.replaceAll('_', ' ');
  return { type: documentation_url, title: `${words[0]?.toUpperCase()}${words.slice(1)}`, status, detail: error, ...body };
}

function retryAfterOf({ code, retryAfter = RETRY_AFTER[code] }: DomainError): Record<string, string> {
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
}

export const documentationUrl = (reference: string, code: ErrorCode): string => `${reference}/errors#${code}`;

/** Unforeseen errors disclose nothing but that something failed. */
function domainErrorOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  // First, since its cause is an error of a connection, as it is with the database.
  if (error instanceof StorageUnavailable) return unavailable('The service cannot reach its store of files right now; try again shortly.');
  if (error instanceof Contended) return new DomainError('contended', error.message);
  if (isUnavailable(error)) return unavailable(error.message, RETRY_S[error.trouble]);
  if (error instanceof NotDoneInTime) return unavailable(error.message, 5);
  if (isFull(error)) return unavailable('The service has no room for files right now; try again later.', 60);
  if (isOutOfDescriptors(error)) return unavailable('The service has too many files and connections open right now; try again shortly.');
  return new DomainError('internal_error', 'Something failed on our side.');
}

const RETRY_S: Record<Trouble, number> = { unreachable: 5, refused: 60, busy: 2, full: 60, late: 5 };
