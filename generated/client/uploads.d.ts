import type { Client } from './calls.ts';
/** What a file consists of. */
export type Content = Blob | Uint8Array | ArrayBuffer | string;
/** A file of that name to upload, as in `body: { file: [asFile('ridge.jpg', bytes)] }`. The service tells its kind by name and bytes. */
export declare function asFile(name: string, content: Content, type?: string): File;
export interface UploadOptions {
    /** The `content_type` that the session was started with; `text/csv` by default. */
    contentType?: string | undefined;
    /** How long it may take, all attempts together, in milliseconds; ten minutes by default. */
    timeoutMs?: number | undefined;
    signal?: AbortSignal | undefined;
}
/**
 * Sends the file of a contact import to the session's `upload_url`, without the key. A `Blob` is read as it goes out, so that a
 * large file is never in memory (in Node: `await openAsBlob('people.csv')` of `node:fs`). A stream can be sent once only, so that
 * it is not repeated when the connection breaks off.
 *
 * Throws `ApiError` when the file is refused, and `ConnectionError` when no answer came.
 */
export declare function upload(client: Client, { upload_url: url }: {
    upload_url: string;
}, content: Content | ReadableStream<Uint8Array>, { contentType, timeoutMs, signal }?: UploadOptions): Promise<void>;
