import { isUtf8 } from 'node:buffer';
import { unguarded } from './csv.ts';

/** The first byte is 0, the first line 1. */
export interface CsvPosition {
  offset: number;
  line: number;
}

/** The message is for people and names the line. */
export class UnreadableCsv extends Error {}

/** Bytes of a record with its line end. At most twice as much of a file is in memory. */
export const LONGEST_RECORD = 1024 * 1024;

const [CR, QUOTE, BYTE_ORDER_MARK] = [0x0d, 0x22, 0xfeff] as const;

/** Takes the bytes of a CSV file as they come, and returns its records as far as they are complete. */
export class CsvRecords {
  /** In characters. */
  passed = 0;
  readonly #separator: number;
  /** Bytes of the file from `#offset` on. */
  #bytes: Buffer = Buffer.alloc(0);
  /** Later bytes, not decoded yet. */
  #waiting: Buffer[] = [];
  #waitingSize = 0;
  #text = '';
  #isSpent = false;
  #isLast = false;
  /** Thrown at the end of the text. */
  #fault: UnreadableCsv | null = null;
  /** Where in the text the next record begins, and its line. */
  #at = 0;
  #line: number;
  /** The place in the text that `#offset` stands for. */
  #measured = 0;
  #offset: number;
  /** At or after `#at`; -1 when there is none. */
  #quote = -1;
  #break = -1;
  /** When the record at `#at` ends within a quoted cell: the line of its opening quote. */
  #openQuote: number | null = null;

  constructor({ offset, line }: CsvPosition, separator: string) {
    this.#offset = offset;
    this.#line = line;
    this.#separator = separator.charCodeAt(0);
  }

  /** Call it once `next` or `skip` find no more records. */
  feed(chunk: Buffer, isLast: boolean): void {
    this.#waiting.push(chunk);
    this.#waitingSize += chunk.length;
    // An incomplete record is read again only when twice as much is there: otherwise a long one in small pieces would be read as often as
    // there are pieces.
    if (!isLast && this.#waitingSize < this.#bytes.length) return;
    const bytes = Buffer.concat([this.#bytes].concat(this.#waiting));
    this.#waiting = [];
    this.#waitingSize = 0;
    this.#decode(bytes, isLast);
  }

  /** The first `most` cells of the next record. Null when no further record is complete. @throws UnreadableCsv */
  next(most = Number.POSITIVE_INFINITY): string[] | null {
    const cells: string[] = [];
    return this.#read(cells, most) ? cells : null;
  }

  /** False when no further record is complete. @throws UnreadableCsv */
  skip(): boolean {
    return this.#read([], 0);
  }

  /** Where the next record begins, or blank lines before it. */
  position(): CsvPosition {
    const size = Buffer.byteLength(this.#text.slice(this.#measured, this.#at));
    this.#bytes = this.#bytes.subarray(size);
    this.#offset += size;
    this.#measured = this.#at;
    return { offset: this.#offset, line: this.#line };
  }

  #decode(bytes: Buffer, isLast: boolean): void {
    const whole = isLast ? bytes : bytes.subarray(0, bytes.length - cutOff(bytes));
    const fault = faultIn(whole);
    this.#fault = fault && unreadable(this.#line + fault.line, fault.message);
    this.#bytes = fault ? bytes.subarray(0, fault.start) : bytes;
    this.#text = bytes.toString('utf8', 0, fault ? fault.start : whole.length);
    this.#isLast = isLast && !fault;
    this.#at = this.#offset === 0 && this.#text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    this.#measured = 0;
    this.#isSpent = false;
    this.#openQuote = null;
    this.#quote = this.#text.indexOf('"');
    this.#break = this.#breakFrom(this.#at);
  }

  #read(cells: string[], most: number): boolean {
    if (this.#isSpent) return false;
    while (this.#isBlank()) this.#moveBehind(this.#break, this.#line);
    if (this.#quote !== -1 && this.#quote < this.#at) this.#quote = this.#text.indexOf('"', this.#at);
    const isPlain = this.#quote === -1 || (this.#break !== -1 && this.#quote > this.#break);
    return (isPlain ? this.#readPlain(cells, most) : this.#readQuoted(cells, most)) || this.#stop();
  }

  /** A record without a quote is one line. */
  #readPlain(cells: string[], most: number): boolean {
    if (this.#break === -1) return false;
    const end = this.#lineEnd(this.#break);
    for (let from = this.#at, at = from; cells.length < most && at <= end; at++) {
      if (at < end && this.#text.charCodeAt(at) !== this.#separator) continue;
      cells.push(unguarded(this.#text.slice(from, at)));
      from = at + 1;
    }
    this.#moveBehind(this.#break, this.#line);
    return true;
  }

  /** Reads a record that has a quote in its first line. */
  #readQuoted(cells: string[], most: number): boolean {
    const text = this.#text;
    let [from, line, lineBreak] = [this.#at, this.#line, this.#break];
    for (;;) {
      let quoted = '';
      if (text.charCodeAt(from) === QUOTE) {
        const close = closingQuote(text, from);
        if (close === -1) {
          this.#openQuote = line;
          return false;
        }
        for (; lineBreak !== -1 && lineBreak < close; line++) lineBreak = this.#breakFrom(lineBreak + 1);
        if (cells.length < most) quoted = text.slice(from + 1, close).replaceAll('""', '"');
        from = close + 1;
      }
      const end = lineBreak === -1 ? text.length : this.#lineEnd(lineBreak);
      let at = from;
      while (at < end && text.charCodeAt(at) !== this.#separator) at++;
      if (at === end && lineBreak === -1) return false;
      if (cells.length < most) cells.push(unguarded(quoted + text.slice(from, at)));
      from = at + 1;
      if (at < end) continue;
      this.#moveBehind(lineBreak, line);
      return true;
    }
  }

  #isBlank(): boolean {
    return this.#break !== -1 && this.#lineEnd(this.#break) === this.#at;
  }

  /** Without the CR of a CRLF. */
  #lineEnd(lineBreak: number): number {
    return lineBreak > this.#at && this.#text.charCodeAt(lineBreak - 1) === CR ? lineBreak - 1 : lineBreak;
  }

  /** The end of the file counts as a line break. */
  #breakFrom(at: number): number {
    const found = this.#text.indexOf('\n', at);
    return found === -1 && this.#isLast && at < this.#text.length ? this.#text.length : found;
  }

  /** @param line the one that the break ends */
  #moveBehind(lineBreak: number, line: number): void {
    const end = Math.min(lineBreak + 1, this.#text.length);
    if (end - this.#at > LONGEST_RECORD / 3 && Buffer.byteLength(this.#text.slice(this.#at, end)) > LONGEST_RECORD) throw this.#tooLong();
    this.passed += end - this.#at;
    this.#at = end;
    this.#line = line + 1;
    this.#break = this.#breakFrom(end);
  }

  #stop(): false {
    this.#isSpent = true;
    this.position();
    if (this.#bytes.length > LONGEST_RECORD) throw this.#tooLong();
    if (this.#fault) throw this.#fault;
    if (this.#isLast && this.#openQuote !== null) throw unreadable(this.#openQuote, 'a quote is opened and never closed');
    return false;
  }

  #tooLong(): UnreadableCsv {
    const likely = this.#openQuote === null ? '' : `; probably the quote that is opened in line ${this.#openQuote} is never closed`;
    return unreadable(this.#line, `a record has more than 1 MiB${likely}`);
  }
}

const unreadable = (line: number, message: string): UnreadableCsv => new UnreadableCsv(`Line ${line}: ${message}.`);

/** The end of the cell whose quote is at `open`. Two quotes stand for one. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2);
  return close;
}

/** Bytes of an incomplete character at the end: none to three. */
function cutOff(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return count < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? count : 0;
  }
  return 0;
}

/** The first line that is no text: where it begins, and the number of lines before it. */
function faultIn(bytes: Buffer): { start: number; line: number; message: string } | null {
  if (isUtf8(bytes) && !bytes.includes(0)) return null;
  for (let [start, line] = [0, 0]; ; line++) {
    const end = bytes.indexOf('\n', start);
    const content = bytes.subarray(start, end === -1 ? bytes.length : end);
    if (!isUtf8(content)) return { start, line, message: 'this is not UTF-8' };
    if (content.includes(0)) return { start, line, message: 'there is a NUL byte' };
    start = end + 1;
  }
}
