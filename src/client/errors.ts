import type { components } from '../../generated/api.d.ts';

type Schemas = components['schemas'];
type Code = Schemas['ErrorCode'];

/** Which request an answer is about, or the want of one. */
export interface Asked {
  method: string;
  /** Without its query, which may hold what is nobody's business: people's addresses, or a signature. */
  url: string;
}

const asked = new WeakMap<Response, Asked>();

export const askedOf = (request: { method: string; url: string }): Asked => ({
  method: request.method,
  url: request.url.replace(/[?#].*$/s, ''),
});

/** A response does not know what it answers. */
export function remember(response: Response, request: Asked): void {
  asked.set(response, request);
}

/** What a response answers. A middleware may have put another one in the place of the first: its method is not known then. */
const recall = (response: Response): Asked => asked.get(response) ?? askedOf({ method: '', url: response.url });

/**
 * An answer that is not a success, or not in the form that the document gives. `message` says what was asked for, how it was
 * answered and why, for people; programs go by `code`. Its `cause` is the body as it came.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** `POST`, for example. */
  readonly method: string;
  /** The path that was asked for, with its identifiers and without its query. */
  readonly path: string;
  /** The HTTP status. */
  readonly status: number;
  /** The `error_code` of the document; undefined when something between you and the service answered. */
  readonly code: Code | undefined;
  /** The sentence of the service alone. */
  readonly reason: string | undefined;
  /** The `details` of the body: `issues` with `validation_failed`, for example. */
  readonly details: Schemas['ErrorDetails'] | undefined;
  /** The `X-Request-Id`, to quote when you ask for help. */
  readonly requestId: string | undefined;
  /** Where to read about the error, when the service says so. */
  readonly documentationUrl: string | undefined;

  constructor(response: Response, body: unknown) {
    const said = (typeof body === 'object' && body !== null ? body : {}) as { [Field in keyof Schemas['Error']]?: unknown };
    const { method, url } = recall(response);
    const path = pathOf(url);
    const reason = text(said.error);
    const code = text(said.error_code) as Code | undefined;
    const details = said.details as Schemas['ErrorDetails'] | undefined;
    const requestId = response.headers.get('X-Request-Id') ?? undefined;
    super(
      [
        `${method} ${path}`.trim() || 'The request',
        `answered ${[response.status, code ?? response.statusText].join(' ').trim()}:`,
        reason ? [reason, ...untold(details, reason)].join(' ') : foreign(response, body),
        requestId && `(request ${requestId})`,
      ]
        .filter(Boolean)
        .join(' '),
      { cause: body },
    );
    this.method = method;
    this.path = path;
    this.status = response.status;
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.requestId = requestId;
    // Not in the document of every version of the service.
    this.documentationUrl = text((said as { documentation_url?: unknown }).documentation_url);
  }

  /** The body as it came: an object when it was JSON, else text. */
  get body(): unknown {
    return this.cause;
  }
}

/** Whether something that was thrown is an error of the service, with one of these codes if any are named. */
export function isApiError(thrown: unknown): thrown is ApiError;
export function isApiError<C extends Code>(thrown: unknown, ...codes: [C, ...C[]]): thrown is ApiError & { readonly code: C };
export function isApiError(thrown: unknown, ...codes: Code[]): boolean {
  return thrown instanceof ApiError && (codes.length === 0 || codes.includes(thrown.code as Code));
}

/** No answer came: `message` names the request, what went wrong on the way and how often it was tried; `cause` is the last failure. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  readonly method: string;
  /** The address that was asked for, without its query. */
  readonly url: string;
  readonly attempts: number;

  constructor({ method, url }: Asked, attempts: number, cause: unknown, what: string = inWords(cause)) {
    super(`${method} ${url}: ${what}${attempts > 1 ? ` after ${attempts} attempts` : ''}`, { cause });
    this.method = method;
    this.url = url;
    this.attempts = attempts;
  }
}

/** No answer came in time. `cause` is the failure of the attempt before, where there was one. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';

  constructor(request: Asked, attempts: number, timeoutMs: number, cause: unknown) {
    super(request, attempts, cause, `no answer within ${timeoutMs} ms${cause === undefined ? '' : ` (${inWords(cause)})`}`);
  }
}

/** What a call of the client resolves to: `data` with a success, `error` with anything else. */
export interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The `data` of a call, as in `await unwrap(client.GET('/v1/emails'))`. Throws `ApiError` when the answer is an error. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  // Not by `error`: an answer without a body has none.
  if (!response.ok) throw new ApiError(response, error);
  return data as T;
}

/** The body of an answer that has begun. */
export async function bodyOf(response: Response, signal: AbortSignal | null | undefined): Promise<string> {
  return response.text().catch((cause) => {
    if (signal?.aborted) throw signal.reason;
    throw new ConnectionError(recall(response), 1, cause, `the answer ended early: ${inWords(cause)}`);
  });
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** By hand, since a response that somebody made up has no address. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '');

/** So many findings are told, and of more only how many they are. */
const MOST_TOLD = 10;

/** What the sentence does not have: the other findings, and what is missing. Of a contact that stood in the way nothing is told to logs. */
function untold(details: Schemas['ErrorDetails'] | undefined, reason: string): string[] {
  const issues = list(details?.issues);
  const isFirstTold = issues[0] && reason.includes(issues[0].message);
  const missing = [
    ...list(details?.missing),
    ...list(details?.approval_readiness?.missing),
    ...list(details?.activation_readiness?.missing).map(gap),
  ];
  return [
    sentence('', issues.slice(isFirstTold ? 1 : 0).map(finding)),
    sentence('Missing: ', missing),
    sentence('', [...list(details?.conflicting_api_names), ...list(details?.referenced_by)]),
  ].filter((sentence) => sentence !== '');
}

const list = <T>(value: T[] | undefined): T[] => (Array.isArray(value) ? value : []);

const finding = ({ path, message }: Schemas['Issue']): string => (path ? `${path} ${message}` : message);

function gap({ step_id, trigger, field, message }: Schemas['ActivationFinding']): string {
  const place = [step_id ?? (trigger === null ? undefined : `triggers.${trigger}`), field].filter(Boolean).join(' ');
  return place ? `${place}: ${message}` : message;
}

function sentence(introduction: string, findings: string[]): string {
  if (findings.length === 0) return '';
  const more = findings.length > MOST_TOLD ? [`and ${findings.length - MOST_TOLD} more`] : [];
  return `${introduction}${[...findings.slice(0, MOST_TOLD), ...more].map((one) => one.replace(/\.$/, '')).join('; ')}.`;
}

function foreign(response: Response, body: unknown): string {
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? 'a body without a type';
  return `${body === '' || body === undefined ? 'nothing' : type}, which is not how the service answers; something between you and it may have.`;
}

/** What networks say in a code and leave to be guessed. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
};

/** The words of the failure at the bottom: `fetch` itself says only that it failed. */
function inWords(failure: unknown): string {
  let deepest = failure;
  for (;;) {
    // A host with several addresses fails once for each of them.
    const { cause, errors } = deepest as { cause?: unknown; errors?: unknown[] };
    const next = cause ?? errors?.[0];
    if (!(next instanceof Error)) break;
    deepest = next;
  }
  const { code, message } = (deepest instanceof Error ? deepest : { message: String(deepest) }) as { code?: unknown; message: string };
  if (typeof code !== 'string') return message;
  return `${WORDS[code] ?? message} (${code})`;
}
