/** Of a stream with all that is around the text. One that never ends is cut off here. */
const LARGEST_STREAM_BYTES = 32 * 1024 * 1024;
/** Of one picture in base64. */
const LARGEST_PICTURE_BYTES = 48 * 1024 * 1024;
const LARGEST_ERROR_BYTES = 64 * 1024;

/** The server answered with something that is no answer of a model: a page of a proxy, mostly. */
export class NotAnAnswer extends Error {
  readonly contentType: string;

  constructor(contentType: string) {
    super(`The answer is ${contentType} instead of a stream of events`);
    this.contentType = contentType;
  }
}

export interface Transport {
  /** Events are expected, not one piece of JSON. */
  streams: boolean;
  /** Is called whenever something of the answer arrives. */
  onBytes?(): void;
}

/** Follows no redirect, which would take the key along, and reads no more than an answer can be. */
export const guardedFetch =
  ({ streams, onBytes = () => {} }: Transport): typeof fetch =>
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
