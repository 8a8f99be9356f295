export type Phase = 'connect' | 'tls' | 'greeting' | 'hello' | 'auth' | 'mail' | 'rcpt' | 'data' | 'content';

export interface Reply {
  phase: Phase;
  /** Null without a reply: connection refused, lost or timed out, TLS failed. */
  code: number | null;
  /** RFC 3463, such as `5.7.1`. */
  enhanced: string | null;
  /** Without the codes, on one line of at most 500 characters. */
  text: string;
}

const TEXT_LIMIT = 500;
const REPLY_LIMIT = 64 * 1024;

const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?:\s+|$)/;

export function replyOf(phase: Phase, code: number | null, lines: string[]): Reply {
  const enhanced = ENHANCED.exec(lines[0] ?? '')?.[1] ?? null;
  const words = enhanced ? lines.map((line) => line.replace(ENHANCED, '')) : lines;
  return { phase, code, enhanced, text: oneLine(words.join(' ')) };
}

export const troubleOf = (phase: Phase, text: string): Reply => ({ phase, code: null, enhanced: null, text: oneLine(text) });

const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_LIMIT);

/** Parses replies, however they are cut into chunks. */
export class ReplyReader {
  #rest = '';
  #code = 0;
  #lines: string[] = [];
  #length = 0;

  get isPending(): boolean {
    return this.#rest !== '' || this.#lines.length > 0;
  }

  /**
   * @param take gets each complete reply, and returns whether to go on
   * @returns the error when the input is no SMTP, else undefined
   */
  read(chunk: Buffer, take: (code: number, lines: string[]) => boolean): string | undefined {
    const text = this.#rest + chunk.toString('latin1');
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, text.charCodeAt(end - 1) === CR ? end - 1 : end);
      from = end + 1;
      const code = codeOf(line);
      if (code === 0 || (this.#code !== 0 && code !== this.#code)) return `The mail server said what is no reply: ${line.slice(0, 200)}`;
      this.#length += line.length;
      if (this.#length > REPLY_LIMIT) break;
      this.#lines.push(decoded(line.slice(4)));
      this.#code = code;
      if (line.charCodeAt(3) === HYPHEN) continue;
      const lines = this.#lines;
      this.#lines = [];
      this.#code = 0;
      this.#length = 0;
      this.#rest = text.slice(from);
      if (!take(code, lines)) return undefined;
    }
    this.#rest = text.slice(from);
    return this.#length + this.#rest.length > REPLY_LIMIT ? 'The mail server said too much at a time.' : undefined;
  }
}

const CR = 13;
const SPACE = 32;
const HYPHEN = 45;

function codeOf(line: string): number {
  const code = Number(line.slice(0, 3));
  const after = line.charCodeAt(3);
  return code >= 200 && code < 600 && Number.isInteger(code) && (line.length === 3 || after === SPACE || after === HYPHEN) ? code : 0;
}

const decoded = (line: string): string => (/[\x80-\xff]/.test(line) ? Buffer.from(line, 'latin1').toString() : line);
