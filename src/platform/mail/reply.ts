/** Where in the conversation something was said, or happened. */
export type Phase = 'connect' | 'tls' | 'greeting' | 'hello' | 'auth' | 'mail' | 'rcpt' | 'data' | 'content';

/** What the server said, or what happened instead. */
export interface Reply {
  phase: Phase;
  /** Null when the server said nothing: connection refused, lost or timed out, TLS failed. */
  code: number | null;
  /** RFC 3463, such as `5.7.1`, when the server speaks it. */
  enhanced: string | null;
  /** The words without the codes: one line of at most 500 characters. */
  text: string;
}

const TEXT_LIMIT = 500;
/** Of a reply with all its lines. Nobody says that much who means well. */
const REPLY_LIMIT = 64 * 1024;

const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?:\s+|$)/;

/** @param lines the lines of the reply without their codes */
export function replyOf(phase: Phase, code: number | null, lines: string[]): Reply {
  const enhanced = ENHANCED.exec(lines[0] ?? '')?.[1] ?? null;
  const words = enhanced ? lines.map((line) => line.replace(ENHANCED, '')) : lines;
  return { phase, code, enhanced, text: oneLine(words.join(' ')) };
}

/** What happened where the server should have said something. */
export const troubleOf = (phase: Phase, text: string): Reply => ({ phase, code: null, enhanced: null, text: oneLine(text) });

const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_LIMIT);

/** Makes replies of what comes in, however it is cut into pieces. */
export class ReplyReader {
  #rest = '';
  #code = 0;
  #lines: string[] = [];
  #length = 0;

  /** Whether something has come of which no reply was made yet. */
  get isPending(): boolean {
    return this.#rest !== '' || this.#lines.length > 0;
  }

  /**
   * @param take is called with each reply that is complete. It returns whether to go on with what has come after it
   * @returns what is wrong when this is no SMTP, else undefined
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

/** The three digits that a line begins with, or 0. */
function codeOf(line: string): number {
  const code = Number(line.slice(0, 3));
  const after = line.charCodeAt(3);
  return code >= 200 && code < 600 && Number.isInteger(code) && (line.length === 3 || after === SPACE || after === HYPHEN) ? code : 0;
}

/** Servers may speak UTF-8. */
const decoded = (line: string): string => (/[\x80-\xff]/.test(line) ? Buffer.from(line, 'latin1').toString() : line);
