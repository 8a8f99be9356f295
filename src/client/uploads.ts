import type { Client } from './calls.ts';
import { senderOf } from './client.ts';
import { ApiError, bodyOf } from './errors.ts';
import { retry } from './retries.ts';

/** What a file consists of. */
export type Content = Blob | Uint8Array | ArrayBuffer | string;

/** A file of that name to upload, as in `body: { file: [asFile('ridge.jpg', bytes)] }`. The service tells its kind by name and bytes. */
export function asFile(name: string, content: Content, type?: string): File {
  // The platforms' own types leave out bytes in shared memory, which no file has been read into.
  return new File([content as Blob], name, type === undefined ? {} : { type });
}

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
export async function upload(
  client: Client,
  { upload_url: url }: { upload_url: string },
  content: Content | ReadableStream<Uint8Array>,
  { contentType = 'text/csv', timeoutMs = 600_000, signal = new AbortController().signal }: UploadOptions = {},
): Promise<void> {
  const { send, retries } = senderOf(client);
  const isStream = content instanceof ReadableStream;
  const init = {
    method: 'PUT',
    body: content as Blob,
    headers: { 'Content-Type': contentType },
    ...(isStream && { duplex: 'half' as const }),
  };
  const response = await retry((signal) => new Request(url, { ...init, signal }), { method: 'PUT', url, signal }, send, {
    retries: isStream ? 0 : retries,
    timeoutMs,
  });
  const text = await bodyOf(response, signal);
  if (response.ok) return;
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A store that is not the service answers in words of its own.
  }
  throw new ApiError(response, body);
}
