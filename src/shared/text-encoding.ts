import { isAscii, isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { UnreadableCsv } from './csv-records.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * By a byte order mark or the zeros of UTF-16, else UTF-8 if the first character outside of ASCII is written in it, else windows-1252, in
 * which western spreadsheets save CSV. A windows-1252 text has no control characters.
 */
export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 1].map((parity) => zerosAt(head, parity));
  // In UTF-16 every second byte of a western text is zero; other texts and programs have no such pattern.
  if ((zeros[1] as number) > 0.6 && (zeros[0] as number) < 0.1) return 'utf-16le';
  if ((zeros[0] as number) > 0.6 && (zeros[1] as number) < 0.1) return 'utf-16be';
  return isWindows1252(head) ? 'windows-1252' : 'utf-8';
}

const SAMPLED_BYTES = 4_096;

function zerosAt(head: Buffer, parity: number): number {
  const sample = head.subarray(0, SAMPLED_BYTES);
  let [places, zeros] = [0, 0];
  for (let at = parity; at < sample.length; at += 2) {
    places += 1;
    if (sample[at] === 0) zeros += 1;
  }
  return places === 0 ? 0 : zeros / places;
}

/** Whether the first character outside of ASCII is none of UTF-8. */
function isWindows1252(bytes: Buffer): boolean {
  if (isAscii(bytes)) return false;
  const at = bytes.findIndex((byte) => byte >= 0x80);
  const lead = bytes[at] as number;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  // A character that is cut off shows nothing.
  if (at + length > bytes.length && lead >= 0xc0) return false;
  return !isUtf8(bytes.subarray(at, at + length)) && !bytes.some(isControl);
}

/** Except tabs and line breaks; five bytes have no character in windows-1252. */
const isControl = (byte: number): boolean =>
  (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f || UNUSED.has(byte);
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** @throws UnreadableCsv */
async function* toUtf8(content: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer, void, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
    } catch (error) {
      throw new UnreadableCsv(`The file is not ${encoding.toUpperCase()} throughout.`, { cause: error });
    }
  };
  for await (const chunk of content) yield decode(chunk);
  yield decode();
}

/** From a byte of the result on. */
export async function* toUtf8From(content: AsyncIterable<Buffer>, encoding: Encoding, offset: number): AsyncGenerator<Buffer, void, void> {
  let left = offset;
  for await (const chunk of toUtf8(content, encoding)) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** Whether the first characters outside of ASCII are in windows-1252, however far in they are. */
export async function turnsIntoWindows1252(content: AsyncIterable<Buffer>): Promise<boolean> {
  let begun: Buffer | undefined;
  for await (const chunk of content) {
    // The next chunk has the rest of a character that is cut off.
    if (begun) return isWindows1252(Buffer.concat([begun, chunk]));
    if (!isAscii(chunk)) begun = chunk;
  }
  return begun !== undefined && isWindows1252(begun);
}

export async function inUtf8(bytes: Buffer): Promise<Buffer> {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') return bytes;
  const chunks: Buffer[] = [];
  for await (const chunk of toUtf8(Readable.from([bytes]), encoding)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
