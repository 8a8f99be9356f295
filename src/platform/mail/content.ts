import { isAscii } from 'node:buffer';

/** Content for DATA: dots stuffed, with a final line end, without the final dot. */
export interface Content {
  /** A string is pure ASCII and written without a copy. */
  data: string | Buffer;
  size: number;
  isEightBit: boolean;
}

const LF = 10;
const DOT = 46;

/** Hardly any message has a leading dot, so it is searched before anything is copied. */
export function contentOf(raw: string | Buffer): Content {
  if (typeof raw === 'string' && Buffer.byteLength(raw) === raw.length) {
    const stuffed = raw.startsWith('.') || raw.includes('\n.') ? raw.replace(/(^|\n)\./g, '$1..') : raw;
    return { data: stuffed.endsWith('\r\n') ? stuffed : `${stuffed}\r\n`, size: raw.length, isEightBit: false };
  }
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  const stuffed = withDots(bytes);
  const data = stuffed.at(-1) === LF && stuffed.at(-2) === 13 ? stuffed : Buffer.concat([stuffed, Buffer.from('\r\n')]);
  return { data, size: bytes.length, isEightBit: !isAscii(bytes) };
}

function withDots(bytes: Buffer): Buffer {
  let found = bytes[0] === DOT ? 0 : bytes.indexOf('\n.') + 1;
  if (found === 0 && bytes[0] !== DOT) return bytes;
  const pieces: Buffer[] = [];
  let from = 0;
  do {
    // The dot is written twice: at the end of one piece and the start of the next.
    pieces.push(bytes.subarray(from, found + 1));
    from = found;
    found = bytes.indexOf('\n.', from) + 1;
  } while (found > 0);
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}
