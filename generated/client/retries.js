import { askedOf, ConnectionError, remember, TimeoutError } from "./errors.js";
const KEY = 'Idempotency-Key';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Timers that are set for longer, or for ever, go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** 503 is the service's own; 502 and 504 are how a proxy says that the service is away. */
const AWAY = [502, 503, 504];
/** The codes of 409 and 429 that ask to come back shortly. */
const SHORTLY = ['rate_limited', 'idempotency_in_progress', 'mutation_lease_held'];
/** Each POST that only reads. To leave one out, or to name one too many, does not compile. */
const READ_ONLY = {
    '/v1/contacts/search': true,
    '/v1/contacts/imports/{session_id}/preview': true,
    '/v1/emails/{emailId}/render': true,
    '/v1/emails/{emailId}/preview-links': true,
    '/v1/email-templates/{templateId}/preview-links': true,
    '/v1/tent-templates/{templateId}/preview-links': true,
    '/v1/tents/{tentId}/preview-links': true,
};
/** Each PUT that makes something beside what it puts in its place. */
const KEYED = {
    '/v1/emails/{emailId}/draft': true,
    '/v1/email-templates/{templateId}/draft': true,
    '/v1/tents/{tentId}/draft': true,
    '/v1/tent-templates/{templateId}/draft': true,
    '/v1/email-blasts/{blastId}/email': true,
    '/v1/email-flows/{flowId}/steps/{stepId}/email': true,
};
const READS = addressesOf(READ_ONLY);
const MAKES = addressesOf(KEYED);
/** The addresses of these paths: there may be more before a path, where a proxy has the service under one of its own. */
function addressesOf(paths) {
    return new RegExp(`(${Object.keys(paths)
        .join('|')
        .replaceAll(/\{\w+\}/g, '[^/]+')})$`);
}
function needsKey({ method, headers, url }) {
    if (headers.has(KEY))
        return false;
    const { pathname } = new URL(url);
    return method === 'POST' ? !READS.test(pathname) : method === 'PUT' && MAKES.test(pathname);
}
/** By `getRandomValues`, since browsers have `randomUUID` only on pages that came over HTTPS. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
/** Repeats each request that is worth it; what makes something carries a key that makes the service execute it once. */
export function persistent(send, patience) {
    return (request) => {
        if (needsKey(request))
            request.headers.set(KEY, randomKey());
        // A body can be read once only, so that each attempt sends a copy.
        return retry((signal) => new Request(request.clone(), { signal }), request, send, patience);
    };
}
/**
 * Sends a request until there is an answer that a repeat would not better. Repeating must do no harm: what is sent here leaves
 * the same state however often it arrives, or has a key.
 */
export async function retry(attemptWith, asked, send, { retries, timeoutMs }) {
    const deadline = Date.now() + timeoutMs;
    const timeout = new AbortController();
    // Not AbortSignal.timeout(): that would also cut off a long download whose answer came in time.
    const timer = setTimeout(() => timeout.abort(), Math.min(timeoutMs, LONGEST_TIMER_MS));
    const signal = AbortSignal.any([asked.signal, timeout.signal]);
    let lastFailure;
    let attempt = 1;
    try {
        for (;; attempt += 1) {
            const { response, error } = await send(attemptWith(signal)).then((response) => ({ response, error: undefined }), (error) => ({ response: undefined, error }));
            if (signal.aborted && !response)
                throw signal.reason;
            const pause = Math.max(backoff(attempt), retryAfterMs(response));
            const pointless = attempt > retries || Date.now() + pause >= deadline || signal.aborted;
            if (pointless || (response && !(await asksForPatience(response)))) {
                if (!response)
                    throw new ConnectionError(askedOf(asked), attempt, error);
                remember(response, askedOf(asked));
                return response;
            }
            lastFailure = error;
            await response?.body?.cancel().catch(() => undefined);
            await wait(pause, signal);
        }
    }
    catch (thrown) {
        if (timeout.signal.aborted && thrown === timeout.signal.reason)
            throw new TimeoutError(askedOf(asked), attempt, timeoutMs, lastFailure);
        throw thrown;
    }
    finally {
        clearTimeout(timer);
    }
}
/** Whether the same request may well succeed a little later. */
async function asksForPatience(response) {
    if (AWAY.includes(response.status))
        return true;
    if (response.status !== 429 && response.status !== 409)
        return false;
    // These statuses say too little: more credits, for one, do not come by waiting.
    const code = await response
        .clone()
        .json()
        .then((body) => body.error_code)
        .catch(() => undefined);
    return SHORTLY.includes(code);
}
/** Twice as long each time, and half of it by chance, so that many clients do not come back as one. */
function backoff(attempt) {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
    return longest * (0.5 + Math.random() / 2);
}
/** What `Retry-After` asks for, which is a number of seconds or a date. */
function retryAfterMs(response) {
    const value = response?.headers.get('Retry-After');
    if (!value)
        return 0;
    const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
    return Number.isNaN(ms) ? 0 : ms;
}
/** Rejects with the signal's reason as soon as it aborts. */
export function wait(ms, signal) {
    return new Promise((resolve, reject) => {
        if (signal.aborted)
            return reject(signal.reason);
        const stop = () => {
            clearTimeout(timer);
            reject(signal.reason);
        };
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', stop);
            resolve();
        }, ms);
        signal.addEventListener('abort', stop, { once: true });
    });
}
