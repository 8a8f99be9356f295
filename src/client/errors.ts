import type { components } from '../../generated/api.d.ts';

type Schemas = components['schemas'];

/** An answer that is not a success. `message` is the sentence of the service, for people; programs go by `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The `error_code` of the document; undefined when something between you and the service answered. */
  readonly code: Schemas['ErrorCode'] | undefined;
  /** The `details` of the body: `issues` with `validation_failed`, for example. */
  readonly details: Schemas['ErrorDetails'] | undefined;
  /** The `X-Request-Id`, to quote when you ask for help. */
  readonly requestId: string | undefined;
  /** The body as it came: an object when it was JSON, else text. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    const { error, error_code, details } = (typeof body === 'object' && body !== null ? body : {}) as Partial<Schemas['Error']>;
    super(typeof error === 'string' ? error : `The answer was ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.code = error_code;
    this.details = details;
    this.requestId = response.headers.get('X-Request-Id') ?? undefined;
    this.body = body;
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
