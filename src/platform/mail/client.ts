import { type Content, contentOf } from './content.ts';
import { Dialogue } from './dialogue.ts';
import { type Envelope, envelopeOf, largestOf } from './envelope.ts';
import type { Ending, OutgoingMessage } from './mailer.ts';
import { type Extensions, openDialogue } from './opening.ts';
import { type Phase, type Reply, replyOf } from './reply.ts';
import type { MailServer } from './server.ts';

/** A message, and whom to tell what became of it. */
export interface Job {
  message: OutgoingMessage;
  end(ending: Ending): void;
}

/** What a connection wants of whoever handed it out. */
export interface Owner<J extends Job> {
  /** Another message to be begun on the heels of the one whose content leaves now. */
  next(): J | undefined;
  /** Nothing is under way any more. */
  free(): void;
  /** A message that was begun behind another one, and of which no content has left when the connection ended. */
  giveBack(job: J): void;
  over(): void;
}

/** One message on its way through MAIL, RCPT and DATA. */
interface Transaction<J extends Job> {
  job: J;
  content: Content;
  /** It stands behind another one. */
  isBehind: boolean;
  begun: boolean;
  isRecipientTaken: boolean;
  /** The first refusal; what the server says after it is of no interest. */
  refusal: Reply | undefined;
}

/** Something to be said, and what to make of the reply. */
interface Step {
  phase: Phase;
  limitMs: number;
  line: string;
  /** @returns whether the next step may follow; what has ended, or goes on by itself, says yes */
  after(code: number | null, lines: string[]): boolean;
}

/** A larger content leaves in pieces, each of which has its own time. */
const PIECE = 256 * 1024;
/** A message is begun behind another one only where the server has lately been quicker than this to take one. */
const QUICK_MS = 250;

/** One connection to a mail server: greets, logs in, and carries messages one after the other. */
export class Connection<J extends Job> {
  /** Messages that were begun on it. */
  messages = 0;
  readonly #server: MailServer;
  readonly #dialogue = new Dialogue();
  #owner: Owner<J> | undefined;
  #extensions: Extensions = new Map();
  #underWay: Transaction<J>[] = [];
  /** After a refusal the server still holds half a transaction. */
  #needsReset = false;
  #isQuick = false;

  constructor(server: MailServer) {
    this.#server = server;
  }

  get isOver(): boolean {
    return this.#dialogue.over !== null;
  }

  /** The largest message that the server takes. */
  get largest(): number {
    return largestOf(this.#extensions);
  }

  /** Connects and logs in. Returns what keeps it from that, or null; `over` is told to the owner of an open one only. */
  async open(): Promise<Reply | null> {
    const opened = await openDialogue(this.#dialogue, this.#server);
    if (opened instanceof Map) this.#extensions = opened;
    else this.#dialogue.quit();
    return opened instanceof Map ? this.#dialogue.over : opened;
  }

  /** From now on `owner` has it. */
  handTo(owner: Owner<J>): void {
    this.#owner = owner;
    this.#dialogue.onOver = (why) => this.#ended(why);
  }

  /** Takes leave. What is under way must have ended. */
  quit(): void {
    this.#dialogue.quit();
  }

  /** Begins a message. Its end comes to the job, and then `free` or `over` to the owner. */
  send(job: J): void {
    if (this.isOver) {
      this.#owner?.giveBack(job);
      return;
    }
    const opening = this.#begin(job, false);
    if (opening) this.#dialogue.write(opening);
    else if (!this.isOver && this.#underWay.length === 0) this.#owner?.free();
  }

  /** What is to be written for its beginning; undefined when it has ended already, because it must not be asked for. */
  #begin(job: J, isBehind: boolean): string | undefined {
    const content = contentOf(job.message.raw);
    const envelope = envelopeOf(job.message, content, this.#extensions);
    if ('code' in envelope) {
      job.end({ accepted: false, begun: false, reply: envelope });
      return undefined;
    }
    this.messages += 1;
    const transaction: Transaction<J> = { job, content, isBehind, begun: false, isRecipientTaken: false, refusal: undefined };
    this.#underWay.push(transaction);
    const steps = this.#steps(transaction, envelope);
    if (!this.#extensions.has('PIPELINING')) return this.#oneByOne(transaction, steps);
    let lines = '';
    for (const { phase, limitMs, line, after } of steps) {
      this.#dialogue.expect(phase, limitMs, after);
      lines += line;
    }
    return lines;
  }

  /** What is to be said before the content. */
  #steps(transaction: Transaction<J>, { mail, rcpt }: Envelope): Step[] {
    const { limits } = this.#server;
    const steps: Step[] = [
      { phase: 'mail', limitMs: limits.mail, line: mail, after: (code, lines) => this.#afterMail(transaction, code, lines) },
      { phase: 'rcpt', limitMs: limits.rcpt, line: rcpt, after: (code, lines) => this.#afterRecipient(transaction, code, lines) },
      { phase: 'data', limitMs: limits.data, line: 'DATA\r\n', after: (code, lines) => this.#afterData(transaction, code, lines) },
    ];
    if (this.#needsReset) {
      this.#needsReset = false;
      const after: Step['after'] = (code, lines) => this.#afterReset(transaction, code, lines);
      steps.unshift({ phase: 'mail', limitMs: limits.hello, line: 'RSET\r\n', after });
    }
    return steps;
  }

  /** For a server that wants to answer before it hears more. Nothing is said after the first refusal. */
  #oneByOne(transaction: Transaction<J>, [step, ...others]: Step[]): string {
    const { phase, limitMs, line, after } = step as Step;
    this.#dialogue.expect(phase, limitMs, (code, lines) => {
      const goesOn = after(code, lines);
      if (this.isOver) return;
      if (!goesOn) this.#end(transaction);
      else if (others.length > 0) this.#dialogue.write(this.#oneByOne(transaction, others));
    });
    return line;
  }

  #afterReset(transaction: Transaction<J>, code: number | null, lines: string[]): boolean {
    if (this.isOver) this.#lost(transaction, replyOf('mail', code, lines));
    // It will not let go of the last message: this connection is good for nothing.
    else if (code !== 250) this.#dialogue.end('mail', `The mail server refused RSET: ${code} ${lines.join(' ')}`);
    return true;
  }

  #afterMail(transaction: Transaction<J>, code: number | null, lines: string[]): boolean {
    if (this.isOver) this.#lost(transaction, replyOf('mail', code, lines));
    else if (!isFine(code)) transaction.refusal = replyOf('mail', code, lines);
    return isFine(code);
  }

  #afterRecipient(transaction: Transaction<J>, code: number | null, lines: string[]): boolean {
    if (this.isOver) this.#lost(transaction, replyOf('rcpt', code, lines));
    else if (isFine(code)) transaction.isRecipientTaken = true;
    else transaction.refusal ??= replyOf('rcpt', code, lines);
    return isFine(code);
  }

  #afterData(transaction: Transaction<J>, code: number | null, lines: string[]): true {
    if (this.isOver) this.#lost(transaction, replyOf('data', code, lines));
    else if (code !== 354) {
      transaction.refusal ??= replyOf('data', code, lines);
      this.#end(transaction);
    } else if (!transaction.refusal) this.#sendContent(transaction);
    // It wants a content although it refused the sender or the recipient. With a recipient it might deliver even nothing.
    else if (transaction.isRecipientTaken) this.#dialogue.end('data', 'The mail server asked for a message that it had refused.');
    else {
      this.#dialogue.expect('content', this.#server.limits.dot, () => this.#end(transaction));
      this.#dialogue.write('.\r\n');
    }
    return true;
  }

  #sendContent(transaction: Transaction<J>): void {
    const { limits } = this.#server;
    const { data } = transaction.content;
    const began = performance.now();
    let isWritten = false;
    transaction.begun = true;
    this.#dialogue.expect('content', limits.block, (code, lines) => {
      const reply = replyOf('content', code, lines);
      this.#isQuick = performance.now() - began < QUICK_MS;
      if (this.isOver) return this.#lost(transaction, reply);
      transaction.refusal = isFine(code) ? undefined : reply;
      // In the midst of it: the rest would be taken for commands.
      if (!isWritten) return this.#dialogue.end('content', reply.text);
      this.#end(transaction, reply);
    });
    const finish = (last: string | Buffer) => {
      isWritten = true;
      this.#dialogue.extend(limits.dot);
      const next = this.#mayFollow() ? this.#owner?.next() : undefined;
      const end = `.\r\n${next ? (this.#begin(next, true) ?? '') : ''}`;
      if (typeof last === 'string') this.#dialogue.write(last + end);
      else this.#dialogue.write(last, end);
    };
    let at = 0;
    const more = () => {
      if (this.isOver) return;
      this.#dialogue.extend(limits.block);
      const piece = data.slice(at, at + PIECE);
      at += PIECE;
      if (at >= data.length) finish(piece);
      else if (this.#dialogue.write(piece)) setImmediate(more);
      else this.#dialogue.onRoom(more);
    };
    more();
  }

  /** RFC 2920: a content may be followed at once by the next message's commands. It costs one exchange less. */
  #mayFollow(): boolean {
    return this.#isQuick && this.messages < this.#server.maxMessages && this.#extensions.has('PIPELINING');
  }

  /** The server's last word about a message. */
  #end(transaction: Transaction<J>, reply?: Reply): void {
    this.#underWay.shift();
    const { job, begun, refusal } = transaction;
    if (refusal && !begun) this.#needsReset = true;
    job.end({ accepted: !refusal, begun, reply: refusal ?? (reply as Reply) });
    if (!this.isOver && this.#underWay.length === 0) this.#owner?.free();
  }

  /** The connection ended while this one was to be answered. */
  #lost({ job, begun, isBehind, refusal }: Transaction<J>, reply: Reply): void {
    this.#underWay.shift();
    if (!refusal && !begun && isBehind) this.#owner?.giveBack(job);
    else job.end({ accepted: false, begun, reply: refusal ?? reply });
  }

  #ended(why: Reply): void {
    for (const { job, begun, refusal } of this.#underWay.splice(0)) {
      if (refusal || begun) job.end({ accepted: false, begun, reply: refusal ?? why });
      else this.#owner?.giveBack(job);
    }
    this.#owner?.over();
  }
}

const isFine = (code: number | null): boolean => code !== null && code >= 200 && code < 300;
