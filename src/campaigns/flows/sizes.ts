/** Free fields of a client's own, at most, in bytes of UTF-8 JSON. */
const MOST_BYTES = 16 * 1024;

export const isTooLong = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES;

/** The words for it, to follow the name of a field. */
export const TOO_LONG = `must be at most ${MOST_BYTES} bytes of JSON`;
