import createFetchClient, { defaultPathSerializer } from 'openapi-fetch';
import { ApiError, bodyOf } from "./errors.js";
import { persistent } from "./retries.js";
/** How a client sends: uploads go to addresses outside of the document, on the same ways. */
const senders = new WeakMap();
/** @throws TypeError when the client was not made by `createClient` */
export function senderOf(client) {
    const sender = senders.get(client);
    if (!sender)
        throw new TypeError('This client was not made by createClient.');
    return sender;
}
/**
 * Makes a client. Every request carries the key; every POST that writes, and every PUT that may make something beside what it
 * puts in its place, gets an `Idempotency-Key` where it has none, the same for all of its attempts. A call rejects when no answer
 * came, with a `ConnectionError` or your `signal`'s reason, or when a success cannot be read, with an `ApiError`.
 *
 * @throws TypeError when the key or the address is missing or cannot be one
 */
export function createClient({ apiKey, baseUrl, headers, fetch, retries = 5, timeoutMs = 60_000 }) {
    const patience = { retries, timeoutMs };
    const send = fetch ?? ((request) => globalThis.fetch(request));
    const client = createFetchClient({
        baseUrl: address(baseUrl),
        headers: { ...headers, ...authorization(apiKey) },
        bodySerializer: serialize,
        pathSerializer: fill,
        fetch: persistent(send, patience),
    });
    // The compiler cannot take a method that is generic over its paths for one over any path, which is all that `reading` needs.
    const methods = client;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        methods[method] = reading(methods[method]);
    senders.set(client, { send, ...patience });
    return client;
}
/** The words never have the key in them: they are likely to be logged. */
function authorization(apiKey) {
    if (apiKey === null)
        return {};
    if (typeof apiKey !== 'string' || apiKey === '') {
        const what = apiKey === '' ? 'empty' : apiKey === undefined ? 'undefined' : `a ${typeof apiKey}`;
        throw new TypeError(`apiKey is ${what}. Pass the key of a workspace, "bvk_…", or null where a proxy of yours adds it.`);
    }
    // A line break of a file, or quotes of an .env file, would otherwise be told by a 401, or by an error that shows the key.
    if (!/^[\w.~+/=-]+$/.test(apiKey))
        throw new TypeError('apiKey has characters that no key has: look for blanks, line breaks and quotes.');
    return { Authorization: `Bearer ${apiKey}` };
}
function address(baseUrl) {
    const page = globalThis.location?.href;
    const isAddress = typeof baseUrl === 'string' && URL.canParse(baseUrl, page) && /^https?:$/.test(new URL(baseUrl, page).protocol);
    // It would lead to /v1/v1, where nothing is.
    if (isAddress && !/\/v1\/?$/.test(baseUrl))
        return baseUrl;
    const example = page ? '"/api" or "https://api.example.com"' : '"http://localhost:3000"';
    throw new TypeError(`baseUrl is ${JSON.stringify(baseUrl) ?? 'undefined'}. Pass the address of the service without /v1, such as ${example}.`);
}
/** An address with its identifiers. `..` would lead to another operation, however it is encoded. */
function fill(path, identifiers) {
    for (const [name, value] of Object.entries(identifiers)) {
        if (value === '.' || value === '..')
            throw new TypeError(`${name} cannot be "${value}"`);
    }
    return defaultPathSerializer(path, identifiers);
}
/** A body with files becomes a form, each file a part of its own; a text stays a text, every other body is JSON. */
function serialize(body) {
    if (body instanceof FormData || typeof body === 'string')
        return body;
    const parts = Object.entries(body).flatMap(([name, value]) => [value].flat().map((part) => ({ name, part })));
    if (!parts.some(({ part }) => part instanceof Blob))
        return JSON.stringify(body);
    const form = new FormData();
    for (const { name, part } of parts)
        form.append(name, part);
    return form;
}
/** The operations that answer with a text. To leave one out, or to name one too many, does not compile. */
const TEXTS = {
    '/v1/contacts/imports/{import_run_id}/export': true,
    '/v1/emails/{emailId}/content': true,
    '/v1/emails/{emailId}/generations/{generationId}/content': true,
    '/v1/email-templates/{templateId}/content': true,
    '/v1/email-templates/{templateId}/generations/{generationId}/content': true,
    '/v1/tents/{tentId}/content': true,
    '/v1/tents/{tentId}/generations/{generationId}/content': true,
    '/v1/tent-templates/{templateId}/content': true,
    '/v1/tent-templates/{templateId}/generations/{generationId}/content': true,
};
/** Reads each answer as what the document says it is, unless the call says how. */
function reading(call) {
    return async (path, init = {}) => {
        const sent = typeof init.body === 'string' ? { headers: { 'Content-Type': 'text/csv' }, ...init } : init;
        if (sent.parseAs && sent.parseAs !== 'json')
            return call(path, sent);
        const answer = await call(path, { ...sent, parseAs: 'stream' });
        const { response } = answer;
        if (!response.ok || !answer.data)
            return answer;
        const text = await bodyOf(response, init.signal);
        return { data: path in TEXTS ? text : parse(response, text), response };
    };
}
function parse(response, text) {
    if (text === '')
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        // A page to log in, for example, that a proxy shows in the place of the answer.
        throw new ApiError(response, text);
    }
}
