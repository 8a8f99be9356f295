const asked = new WeakMap();
export const askedOf = (request) => ({
    method: request.method,
    url: request.url.replace(/[?#].*$/s, ''),
});
/** A response does not know what it answers. */
export function remember(response, request) {
    asked.set(response, request);
}
/** What a response answers. A middleware may have put another one in the place of the first: its method is not known then. */
const recall = (response) => asked.get(response) ?? askedOf({ method: '', url: response.url });
/**
 * An answer that is not a success, or not in the form that the document gives. `message` says what was asked for, how it was
 * answered and why, for people; programs go by `code`. Its `cause` is the body as it came.
 */
export class ApiError extends Error {
    name = 'ApiError';
    /** `POST`, for example. */
    method;
    /** The path that was asked for, with its identifiers and without its query. */
    path;
    /** The HTTP status. */
    status;
    /** The `error_code` of the document; undefined when something between you and the service answered. */
    code;
    /** The sentence of the service alone. */
    reason;
    /** The `details` of the body: `issues` with `validation_failed`, for example. */
    details;
    /** The `X-Request-Id`, to quote when you ask for help. */
    requestId;
    /** Where to read about the error, when the service says so. */
    documentationUrl;
    constructor(response, body) {
        const said = (typeof body === 'object' && body !== null ? body : {});
        const { method, url } = recall(response);
        const path = pathOf(url);
        const reason = text(said.error);
        const code = text(said.error_code);
        const details = said.details;
        const requestId = response.headers.get('X-Request-Id') ?? undefined;
        super([
            `${method} ${path}`.trim() || 'The request',
            `answered ${[response.status, code ?? response.statusText].join(' ').trim()}:`,
            reason ? [reason, ...untold(details, reason)].join(' ') : foreign(response, body),
            requestId && `(request ${requestId})`,
        ]
            .filter(Boolean)
            .join(' '), { cause: body });
        this.method = method;
        this.path = path;
        this.status = response.status;
        this.code = code;
        this.reason = reason;
        this.details = details;
        this.requestId = requestId;
        // Not in the document of every version of the service.
        this.documentationUrl = text(said.documentation_url);
    }
    /** The body as it came: an object when it was JSON, else text. */
    get body() {
        return this.cause;
    }
}
export function isApiError(thrown, ...codes) {
    return thrown instanceof ApiError && (codes.length === 0 || codes.includes(thrown.code));
}
/** No answer came: `message` names the request, what went wrong on the way and how often it was tried; `cause` is the last failure. */
export class ConnectionError extends Error {
    name = 'ConnectionError';
    method;
    /** The address that was asked for, without its query. */
    url;
    attempts;
    constructor({ method, url }, attempts, cause, what = inWords(cause)) {
        super(`${method} ${url}: ${what}${attempts > 1 ? ` after ${attempts} attempts` : ''}`, { cause });
        this.method = method;
        this.url = url;
        this.attempts = attempts;
    }
}
/** No answer came in time. `cause` is the failure of the attempt before, where there was one. */
export class TimeoutError extends ConnectionError {
    name = 'TimeoutError';
    constructor(request, attempts, timeoutMs, cause) {
        super(request, attempts, cause, `no answer within ${timeoutMs} ms${cause === undefined ? '' : ` (${inWords(cause)})`}`);
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
/** The body of an answer that has begun. */
export async function bodyOf(response, signal) {
    return response.text().catch((cause) => {
        if (signal?.aborted)
            throw signal.reason;
        throw new ConnectionError(recall(response), 1, cause, `the answer ended early: ${inWords(cause)}`);
    });
}
const text = (value) => (typeof value === 'string' ? value : undefined);
/** By hand, since a response that somebody made up has no address. */
const pathOf = (url) => url.replace(/^[a-z]+:\/\/[^/]*/i, '');
/** So many findings are told, and of more only how many they are. */
const MOST_TOLD = 10;
/** What the sentence does not have: the other findings, and what is missing. Of a contact that stood in the way nothing is told to logs. */
function untold(details, reason) {
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
const list = (value) => (Array.isArray(value) ? value : []);
const finding = ({ path, message }) => (path ? `${path} ${message}` : message);
function gap({ step_id, trigger, field, message }) {
    const place = [step_id ?? (trigger === null ? undefined : `triggers.${trigger}`), field].filter(Boolean).join(' ');
    return place ? `${place}: ${message}` : message;
}
function sentence(introduction, findings) {
    if (findings.length === 0)
        return '';
    const more = findings.length > MOST_TOLD ? [`and ${findings.length - MOST_TOLD} more`] : [];
    return `${introduction}${[...findings.slice(0, MOST_TOLD), ...more].map((one) => one.replace(/\.$/, '')).join('; ')}.`;
}
function foreign(response, body) {
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? 'a body without a type';
    return `${body === '' || body === undefined ? 'nothing' : type}, which is not how the service answers; something between you and it may have.`;
}
/** What networks say in a code and leave to be guessed. */
const WORDS = {
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
function inWords(failure) {
    let deepest = failure;
    for (;;) {
        // A host with several addresses fails once for each of them.
        const { cause, errors } = deepest;
        const next = cause ?? errors?.[0];
        if (!(next instanceof Error))
            break;
        deepest = next;
    }
    const { code, message } = (deepest instanceof Error ? deepest : { message: String(deepest) });
    if (typeof code !== 'string')
        return message;
    return `${WORDS[code] ?? message} (${code})`;
}
