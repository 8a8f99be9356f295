import createFetchClient, { defaultPathSerializer } from 'openapi-fetch';
import { persistent } from "./retries.js";
/**
 * Makes a client. Every request carries the key; every POST that writes, and every PUT that may make something beside what it
 * puts in its place, gets an `Idempotency-Key` where it has none, the same for all of its attempts. A call rejects only when no
 * answer came: the network failed to the last, the time ran out, or your `signal` aborted.
 */
export function createClient({ apiKey, baseUrl, headers, fetch, retries = 5, timeoutMs = 60_000 }) {
    return createFetchClient({
        baseUrl,
        headers: { ...headers, Authorization: `Bearer ${apiKey}` },
        bodySerializer: serialize,
        pathSerializer: fill,
        fetch: persistent(fetch ?? ((request) => globalThis.fetch(request)), { retries, timeoutMs }),
    });
}
/** An address with its identifiers. `..` would lead to another operation, however it is encoded. */
function fill(path, identifiers) {
    for (const [name, value] of Object.entries(identifiers)) {
        if (value === '.' || value === '..')
            throw new TypeError(`${name} cannot be "${value}"`);
    }
    return defaultPathSerializer(path, identifiers);
}
/** A body with files becomes a form, each file a part of its own; every other body is JSON. */
function serialize(body) {
    if (body instanceof FormData)
        return body;
    const parts = Object.entries(body).flatMap(([name, value]) => [value].flat().map((part) => ({ name, part })));
    if (!parts.some(({ part }) => part instanceof Blob))
        return JSON.stringify(body);
    const form = new FormData();
    for (const { name, part } of parts)
        form.append(name, part);
    return form;
}
