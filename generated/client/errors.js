/** An answer that is not a success. `message` is the sentence of the service, for people; programs go by `code`. */
export class ApiError extends Error {
    name = 'ApiError';
    /** The HTTP status. */
    status;
    /** The `error_code` of the document; undefined when something between you and the service answered. */
    code;
    /** The `details` of the body: `issues` with `validation_failed`, for example. */
    details;
    /** The `X-Request-Id`, to quote when you ask for help. */
    requestId;
    /** The body as it came: an object when it was JSON, else text. */
    body;
    constructor(response, body) {
        const { error, error_code, details } = (typeof body === 'object' && body !== null ? body : {});
        super(typeof error === 'string' ? error : `The answer was ${response.status} ${response.statusText}`.trim());
        this.status = response.status;
        this.code = error_code;
        this.details = details;
        this.requestId = response.headers.get('X-Request-Id') ?? undefined;
        this.body = body;
    }
}
/** The `data` of a call, as in `await unwrap(client.GET('/v1/emails'))`. Throws `ApiError` when the answer is an error. */
export async function unwrap(call) {
    const { data, error, response } = await call;
    // Not by `error`: an answer without a body has none.
    if (!response.ok)
        throw new ApiError(response, error);
    return data;
}
