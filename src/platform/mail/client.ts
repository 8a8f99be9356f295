import { type Content, contentOf } from './content.ts';
import { Dialogue } from './dialogue.ts';
import { type Envelope, envelopeOf, largestOf } from './envelope.ts';
import type { Ending, OutgoingMessage } from './mailer.ts';
import { type Extensions, openDialogue } from './opening.ts';
import { type Phase, type Reply, replyOf } from './reply.ts';
import type { MailServer } from './server.ts';

export interface Job {
  message: OutgoingMessage;
  end(ending: Ending): void;
}

export interface Owner<J extends Job> {
  /** Another message to begin right behind the content that leaves now. */
  next(): J | undefined;
  free(): void;
  /** A message begun behind another one, without any content sent when the connection ended. */
  giveBack(job: J): void;
  over(): void;
}

interface Transaction<J extends Job> {
  job: J;
  content: Content;
  isBehind: boolean;
  begun: boolean;
  isRecipientTaken: boolean;
  /** The first refusal; later ones follow from it. */
  refusal: Reply | undefined;
}

interface Step {
  phase: Phase;
  limitMs: number;
  line: string;
  /** @returns whether the next step may follow; also true for a transaction that has ended, or goes on by itself */
  after(code: number | null, lines: string[]): boolean;
}

/** Larger content is written in pieces, each with a time limit of its own. */
const PIECE = 256 * 1024;
/** Messages are begun behind others only on servers that lately accept one in less time. */
const QUICK_MS = 250;

/** One connection: greets, logs in, and sends messages one after the other. */
export class Connection<J extends Job> {
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

  get largest(): number {
    return largestOf(this.#extensions);
  }

  /** Returns the failure, or null. `over` is called for the owner of an open connection only. */
  async open(): Promise<Reply | null> {
    const opened = await openDialogue(this.#dialogue, this.#server);
    if (opened instanceof Map) this.#extensions = opened;
    else this.#dialogue.quit();
    return opened instanceof Map ? this.#dialogue.over : opened;
  }

  handTo(owner: Owner<J>): void {
    this.#owner = owner;
    this.#dialogue.onOver = (why) => this.#ended(why);
  }

  /** No message may be under way. */
  quit(): void {
    this.#dialogue.quit();
  }

  /** The job's `end` is called first, then the owner's `free` or `over`. */
  send(job: J): void {
    if (this.isOver) {
      this.#owner?.giveBack(job);
      return;
    }
    const opening = this.#begin(job, false);
    if (opening) this.#dialogue.write(opening);
    else if (!this.isOver && this.#underWay.length === 0) this.#owner?.free();
  }

  /** The lines to write; undefined for a message that was refused here. */
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

  /** Without PIPELINING. Nothing follows the first refusal. */
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
    // Without a reset, the connection is useless.
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
    // 354 in spite of a refusal. With an accepted recipient, it might deliver even empty content.
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
      // The rest of the content would be read as commands.
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

  /** RFC 2920: the next message's commands may follow the content at once, which saves a round trip. */
  #mayFollow(): boolean {
    return this.#isQuick && this.messages < this.#server.maxMessages && this.#extensions.has('PIPELINING');
  }

  #end(transaction: Transaction<J>, reply?: Reply): void {
    this.#underWay.shift();
    const { job, begun, refusal } = transaction;
    if (refusal && !begun) this.#needsReset = true;
    job.end({ accepted: !refusal, begun, reply: refusal ?? (reply as Reply) });
    if (!this.isOver && this.#underWay.length === 0) this.#owner?.free();
  }

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
