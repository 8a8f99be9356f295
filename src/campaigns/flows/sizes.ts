const MOST_BYTES = 16 * 1024;

export const isTooLong = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES;

export const TOO_LONG = `must be at most ${MOST_BYTES} bytes of JSON`;
