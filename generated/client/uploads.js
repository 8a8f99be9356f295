import { senderOf } from "./client.js";
import { ApiError, bodyOf } from "./errors.js";
import { retry } from "./retries.js";
/** A file of that name to upload, as in `body: { file: [asFile('ridge.jpg', bytes)] }`. The service tells its kind by name and bytes. */
export function asFile(name, content, type) {
    // The platforms' own types leave out bytes in shared memory, which no file has been read into.
    return new File([content], name, type === undefined ? {} : { type });
}
/**
 * Sends the file of a contact import to the session's `upload_url`, without the key. A `Blob` is read as it goes out, so that a
 * large file is never in memory (in Node: `await openAsBlob('people.csv')` of `node:fs`). A stream can be sent once only, so that
 * it is not repeated when the connection breaks off.
 *
 * Throws `ApiError` when the file is refused, and `ConnectionError` when no answer came.
 */
export async function upload(client, { upload_url: url }, content, { contentType = 'text/csv', timeoutMs = 600_000, signal = new AbortController().signal } = {}) {
    const { send, retries } = senderOf(client);
    const isStream = content instanceof ReadableStream;
    const init = {
        method: 'PUT',
        body: content,
        headers: { 'Content-Type': contentType },
        ...(isStream && { duplex: 'half' }),
    };
    const response = await retry((signal) => new Request(url, { ...init, signal }), { method: 'PUT', url, signal }, send, {
        retries: isStream ? 0 : retries,
        timeoutMs,
    });
    const text = await bodyOf(response, signal);
    if (response.ok)
        return;
    let body = text;
    try {
        body = JSON.parse(text);
    }
    catch {
        // A store that is not the service answers in words of its own.
    }
    throw new ApiError(response, body);
}
