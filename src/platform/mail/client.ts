import { domainToASCII } from 'node:url';
import { authenticate, chooseMechanism } from './auth.ts';
import { type Content, contentOf } from './content.ts';
import { Dialogue } from './dialogue.ts';
import type { Ending, OutgoingMessage } from './mailer.ts';
import { type Phase, type Reply, replyOf, troubleOf } from './reply.ts';
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
  giveBack(job: J, why: Reply): void;
  over(why: Reply): void;
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
  #extensions = new Map<string, string>();
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

  /** Connects and logs in. Returns what keeps it from that, or null; `over` is told to the owner of an open one only. */
  async open(): Promise<Reply | null> {
    const failure = (await this.#open()) ?? this.#dialogue.over;
    if (failure) this.#dialogue.quit();
    return failure;
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

  async #open(): Promise<Reply | null> {
    const { limits, secure, credentials } = this.#server;
    const dialogue = this.#dialogue;
    let failure = await dialogue.connect(this.#server);
    if (!failure && secure) failure = await dialogue.encrypt(this.#server);
    if (failure) return failure;
    const greeting = await new Promise<Reply>((resolve) =>
      dialogue.expect('greeting', limits.greeting, (code, lines) => resolve(replyOf('greeting', code, lines))),
    );
    if (greeting.code !== 220) return greeting;
    failure = (await this.#hello()) ?? (secure ? null : await this.#startTls());
    if (failure || !credentials) return failure;

    const offered = (this.#extensions.get('AUTH') ?? '').toUpperCase().split(' ');
    const mechanism = chooseMechanism(offered, credentials, dialogue.isEncrypted);
    // What the server would say to any other one.
    if (!mechanism) return replyOf('auth', 504, [`5.5.4 The mail server offers no way to log in that is known here: ${offered.join(' ') || 'none at all'}.`]);
    const { code, lines } = await authenticate(mechanism, (line) => dialogue.ask('auth', limits.hello, line), credentials);
    return code !== null && code < 300 ? null : replyOf('auth', code, lines);
  }

  async #hello(): Promise<Reply | null> {
    const { name, limits } = this.#server;
    const self = name ?? this.#dialogue.ownAddress;
    this.#extensions.clear();
    const { code, lines } = await this.#dialogue.ask('hello', limits.hello, `EHLO ${self}`);
    if (code === 250) {
      for (const line of lines.slice(1)) {
        const [keyword = '', ...parameters] = line.trim().split(/[ =]+/);
        this.#extensions.set(keyword.toUpperCase(), parameters.join(' '));
      }
      return null;
    }
    // A server from before 1995, or one that has learned nothing since.
    if (code === null || code < 500) return replyOf('hello', code, lines);
    const plain = await this.#dialogue.ask('hello', limits.hello, `HELO ${self}`);
    return plain.code === 250 ? null : replyOf('hello', plain.code, plain.lines);
  }

  async #startTls(): Promise<Reply | null> {
    const { requireTls, ignoreTls, limits } = this.#server;
    if (!this.#extensions.has('STARTTLS') || (ignoreTls && !requireTls)) {
      return requireTls ? troubleOf('tls', 'The mail server does not offer STARTTLS, and is not to be spoken to without.') : null;
    }
    const { code, lines } = await this.#dialogue.ask('tls', limits.hello, 'STARTTLS');
    if (code !== 220) return replyOf('tls', code, lines);
    // What it said in the clear counts no more.
    return (await this.#dialogue.encrypt(this.#server)) ?? this.#hello();
  }

  /** Begins a message. Its end comes to the job, and then `free` or `over` to the owner. */
  send(job: J): void {
    const opening = this.#begin(job, false);
    if (opening) this.#dialogue.write(opening);
    else if (!this.isOver && this.#underWay.length === 0) this.#owner?.free();
  }

  /** What is to be written for its beginning; undefined when it has ended already, because it must not be asked for. */
  #begin(job: J, isBehind: boolean): string | undefined {
    const { from, to, raw } = job.message;
    const sender = envelopeAddress(from);
    const recipient = envelopeAddress(to);
    const content = contentOf(raw);
    const refusal = this.#ownRefusal(sender, recipient, content);
    if (refusal || !sender || !recipient) {
      job.end({ accepted: false, begun: false, reply: refusal as Reply });
      return undefined;
    }
    this.messages += 1;
    const transaction: Transaction<J> = { job, content, isBehind, begun: false, isRecipientTaken: false, refusal: undefined };
    this.#underWay.push(transaction);
    const { limits } = this.#server;
    let reset = '';
    if (this.#needsReset) {
      this.#needsReset = false;
      reset = 'RSET\r\n';
      this.#dialogue.expect('mail', limits.hello, (code, lines) => this.#afterReset(transaction, code, lines));
    }
    const has = (extension: string) => this.#extensions.has(extension);
    const parameters =
      (has('SIZE') ? ` SIZE=${content.size}` : '') +
      (content.isEightBit && has('8BITMIME') ? ' BODY=8BITMIME' : '') +
      (sender.isInternational || recipient.isInternational ? ' SMTPUTF8' : '');
    const mail = `MAIL FROM:<${sender.written}>${parameters}\r\n`;
    const rcpt = `RCPT TO:<${recipient.written}>\r\n`;

    if (has('PIPELINING')) {
      this.#dialogue.expect('mail', limits.mail, (code, lines) => void this.#afterMail(transaction, code, lines));
      this.#dialogue.expect('rcpt', limits.rcpt, (code, lines) => void this.#afterRecipient(transaction, code, lines));
      this.#dialogue.expect('data', limits.data, (code, lines) => this.#afterData(transaction, code, lines));
      return `${reset}${mail}${rcpt}DATA\r\n`;
    }
    // One after the other, and no more after the first refusal.
    const say = (phase: Phase, limitMs: number, line: string, after: (code: number | null, lines: string[]) => void) => {
      this.#dialogue.expect(phase, limitMs, after);
      this.#dialogue.write(line);
    };
    this.#dialogue.expect('mail', limits.mail, (code, lines) => {
      if (!this.#afterMail(transaction, code, lines)) return this.#end(transaction);
      say('rcpt', limits.rcpt, rcpt, (toCode, toLines) => {
        if (!this.#afterRecipient(transaction, toCode, toLines)) return this.#end(transaction);
        say('data', limits.data, 'DATA\r\n', (dataCode, dataLines) => this.#afterData(transaction, dataCode, dataLines));
      });
    });
    return reset + mail;
  }

  /** What this server would refuse, or what must not be said to any. It carries the code that a server would have used. */
  #ownRefusal(sender: Address | undefined, recipient: Address | undefined, { size }: Content): Reply | undefined {
    const most = Number(this.#extensions.get('SIZE')) || Number.POSITIVE_INFINITY;
    if (!sender) return replyOf('mail', 553, ['5.1.7 The address of the sender cannot be said to a mail server.']);
    if (!recipient?.written) return replyOf('rcpt', 553, ['5.1.3 The address cannot be said to a mail server.']);
    if (size > most) return replyOf('mail', 552, [`5.3.4 The message has ${size} bytes, and the mail server takes ${most}.`]);
    if (this.#extensions.has('SMTPUTF8')) return undefined;
    const why = '5.6.7 The mail server takes no addresses with letters beyond ASCII before the @.';
    if (sender.isInternational) return replyOf('mail', 553, [why]);
    return recipient.isInternational ? replyOf('rcpt', 553, [why]) : undefined;
  }

  #afterReset(transaction: Transaction<J>, code: number | null, lines: string[]): void {
    if (this.isOver) return this.#lost(transaction, replyOf('mail', code, lines));
    // It will not let go of the last message: this connection is good for nothing.
    if (code !== 250) this.#dialogue.end('mail', `The mail server refused RSET: ${code} ${lines.join(' ')}`);
  }

  /** @returns whether to go on. After the end of the connection nobody does. */
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

  #afterData(transaction: Transaction<J>, code: number | null, lines: string[]): void {
    if (this.isOver) return this.#lost(transaction, replyOf('data', code, lines));
    if (code !== 354) {
      transaction.refusal ??= replyOf('data', code, lines);
      return this.#end(transaction);
    }
    if (!transaction.refusal) return this.#sendContent(transaction);
    // It wants a content although it refused the sender or the recipient. With a recipient it might deliver even nothing.
    if (transaction.isRecipientTaken) return this.#dialogue.end('data', 'The mail server asked for a message that it had refused.');
    this.#dialogue.expect('content', this.#server.limits.dot, () => this.#end(transaction));
    this.#dialogue.write('.\r\n');
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
    if (data.length <= PIECE) return finish(data);
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
    if (!refusal && !begun && isBehind) this.#owner?.giveBack(job, reply);
    else job.end({ accepted: false, begun, reply: refusal ?? reply });
  }

  #ended(why: Reply): void {
    for (const { job, begun, refusal } of this.#underWay.splice(0)) {
      if (refusal || begun) job.end({ accepted: false, begun, reply: refusal ?? why });
      else this.#owner?.giveBack(job, why);
    }
    this.#owner?.over(why);
  }
}

const isFine = (code: number | null): boolean => code !== null && code >= 200 && code < 300;

interface Address {
  written: string;
  /** Only a server with SMTPUTF8 takes it. */
  isInternational: boolean;
}

/** An address as it may stand between `<` and `>`, or undefined when it would end there, or the line. Domains are written in ASCII. */
function envelopeAddress(address: string): Address | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not get through
  if (/[\x00-\x1f\x7f<>]/.test(address) || (address.includes(' ') && !address.startsWith('"'))) return undefined;
  if (!/[^\x20-\x7e]/.test(address)) return { written: address, isInternational: false };
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = domainToASCII(address.slice(at + 1));
  if (at < 0 || domain === '') return undefined;
  return /[^\x20-\x7e]/.test(local) ? { written: address, isInternational: true } : { written: `${local}@${domain}`, isInternational: false };
}
