import { setImmediate } from 'node:timers/promises';

const HEX = Buffer.from('0123456789ABCDEF');
const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const EQUALS = 61;
const DOT = 46;
const LETTER_F = 70;
/** With room for the `=` of a soft break. */
const LINE = 75;
/** Behind a text that has not ended its line. */
export const SOFT_BREAK = '=\r\n';

const STRETCH = 64 * 1024;

/** Encodes a large text piece by piece, with pauses. A small one is done at once. */
export async function quotedPrintableInTurns(text: string): Promise<string> {
  let encoded = '';
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + STRETCH, text.length);
    // Splits neither a character nor the end of a line.
    if (to < text.length && /[\ud800-\udbff\r]/.test(text.charAt(to - 1))) to -= 1;
    if (from > 0) await setImmediate();
    encoded = joined(encoded, quotedPrintable(text.slice(from, to)));
    from = to;
  }
  return encoded;
}

/** Each keeps its lines: the second begins one. */
const joined = (before: string, after: string): string =>
  before === '' || after === '' || before.endsWith('\n') ? before + after : before + SOFT_BREAK + after;

export const columnOf = (encoded: string): number => encoded.length - (encoded.lastIndexOf('\n') + 1);

/** Plain anywhere in a line: no white space at its ends, no `=`, and nothing that must not begin a line. */
const PLAIN = /^[\x21-\x2d\x2f-\x3c\x3e-\x45\x47-\x7e](?:[\x20-\x3c\x3e-\x7e]*[\x21-\x3c\x3e-\x7e])?$/;

/** Appends a value to encoded text: in the same line if it is plain and has room there. @param column how full the last line is */
export function valueBehind(column: number, value: string): string {
  if (value === '') return '';
  if (value.length <= LINE && PLAIN.test(value)) return column + value.length <= LINE ? value : SOFT_BREAK + value;
  return column > 0 ? SOFT_BREAK + quotedPrintable(value) : quotedPrintable(value);
}

const MOST_KEPT = 1024 * 1024;
const kept = { in: Buffer.allocUnsafeSlow(0), out: Buffer.allocUnsafeSlow(0) };

/** Reused: collecting a buffer for each value takes longer than filling it. */
function room(use: 'in' | 'out', bytes: number): Buffer {
  if (kept[use].length >= bytes) return kept[use];
  const buffer = Buffer.allocUnsafeSlow(bytes);
  if (bytes <= MOST_KEPT) kept[use] = buffer;
  return buffer;
}

/**
 * Quoted-printable (RFC 2045) with CRLF line ends, in one pass over the bytes, readable in the source. It may stand anywhere: white space
 * at its end is encoded, and its last line has room for a soft break. No line begins with a dot or with `From `, which servers and
 * mailboxes double or quote.
 */
export function quotedPrintable(text: string): string {
  const length = Buffer.byteLength(text);
  const bytes = room('in', length);
  bytes.write(text, 0, length);
  // Every byte may take three, and every line three more for its soft break.
  const out = room('out', length * 3 + Math.ceil((length * 3) / (LINE - 3)) * 3 + 2);
  let at = 0;
  let column = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number;
    const next = i + 1 < length ? bytes[i + 1] : undefined;
    // A carriage return alone ends a line like any other.
    if (byte === LF || byte === CR) {
      if (byte === CR && next === LF) i += 1;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
      continue;
    }
    const isWhite = byte === SPACE || byte === TAB;
    // White space at the end of a line would be lost on the way.
    const isLost = isWhite && (next === undefined || next === LF || next === CR);
    let plain = byte > SPACE ? byte < 127 && byte !== EQUALS : isWhite && !isLost;
    if (column + (plain ? 1 : 3) > LINE) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
    }
    if (column === 0 && (byte === DOT || (byte === LETTER_F && bytes.toString('latin1', i, Math.min(i + 5, length)) === 'From ')))
      plain = false;
    if (plain) {
      out[at++] = byte;
      column += 1;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4] as number;
      out[at++] = HEX[byte & 15] as number;
      column += 3;
    }
  }
  return out.toString('latin1', 0, at);
}
