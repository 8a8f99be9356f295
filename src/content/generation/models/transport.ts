/** Streams carry much more than the text. This limit ends one that never stops. */
const LARGEST_STREAM_BYTES = 32 * 1024 * 1024;
const LARGEST_PICTURE_BYTES = 48 * 1024 * 1024;
const LARGEST_ERROR_BYTES = 64 * 1024;

/** The answer is not from a model: usually a proxy's page. */
export class NotAnAnswer extends Error {
  readonly contentType: string;

  constructor(contentType: string) {
    super(`The answer is ${contentType} instead of a stream of events`);
    this.contentType = contentType;
  }
}

/** Follows no redirect, which would leak the key, and limits the size of the answer. @param streams expects events, not one JSON document */
export const guardedFetch =
  ({ streams, onBytes = () => {} }: { streams: boolean; onBytes?(): void }): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'manual' });
    onBytes();
    const { status, statusText, headers, body, ok } = response;
    const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (ok && (contentType === 'text/html' || (streams && contentType === 'application/json'))) {
      await body?.cancel();
      throw new NotAnAnswer(contentType);
    }
    if (body === null) return response;
    let left = ok ? (streams ? LARGEST_STREAM_BYTES : LARGEST_PICTURE_BYTES) : LARGEST_ERROR_BYTES;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onBytes();
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error('The answer does not end'));
        else controller.enqueue(chunk);
      },
    });
    return new Response(body.pipeThrough(counted), { status, statusText, headers });
  };
