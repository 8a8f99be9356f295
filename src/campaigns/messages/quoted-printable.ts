import { setImmediate } from 'node:timers/promises';

const HEX = Buffer.from('0123456789ABCDEF');
const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const EQUALS = 61;
const LINE = 76;

/** Characters that are encoded at a stretch. */
const STRETCH = 256 * 1024;

/** The same for a text that may be large, a piece at a time: others wait for no longer than one takes. A small one is done at once. */
export async function quotedPrintableInTurns(text: string): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < text.length || pieces.length === 0; ) {
    let to = Math.min(from + STRETCH, text.length);
    // Neither a character nor the end of a line is taken apart.
    if (to < text.length && /[\ud800-\udbff\r]/.test(text.charAt(to - 1))) to -= 1;
    if (from > 0) await setImmediate();
    pieces.push(quotedPrintable(text.slice(from, to)));
    from = to;
  }
  return pieces.join('=\r\n');
}

/**
 * Quoted-printable (RFC 2045) with CRLF line ends, in one pass over the bytes. Text stays readable in the source of a
 * message, and any server takes it.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text);
  // Every byte may take three, and every line three more for its soft break.
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / (LINE - 3)) * 3 + 2);
  let at = 0;
  let column = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === LF || (byte === CR && bytes[i + 1] === LF)) {
      if (byte === CR) i += 1;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
      continue;
    }
    const next = bytes[i + 1];
    const endsLine = next === undefined || next === LF || (next === CR && bytes[i + 2] === LF);
    // White space at the end of a line would be lost on the way, so it is written out.
    const plain = (byte > SPACE && byte < 127 && byte !== EQUALS) || ((byte === SPACE || byte === TAB) && !endsLine);
    const width = plain ? 1 : 3;
    if (column + width > LINE - (endsLine ? 0 : 1)) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
    }
    if (plain) {
      out[at++] = byte;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4] as number;
      out[at++] = HEX[byte & 15] as number;
    }
    column += width;
  }
  return out.toString('latin1', 0, at);
}
