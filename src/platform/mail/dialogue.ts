import { connect, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Phase, type Reply, ReplyReader, replyOf, troubleOf } from './reply.ts';
import type { MailServer } from './server.ts';

interface Expected {
  phase: Phase;
  limitMs: number;
  take(code: number | null, lines: string[]): void;
}

/** A farewell: the server closes the connection after it, wherever it was said. */
export const FAREWELL = 421;

/**
 * The line to a server: what is said, and whose turn it is to be answered. Replies are taken in the order in which they were asked for,
 * so that several commands may be said at once. It is over when the server says so, is silent for too long, or is gone; whoever is to be
 * answered next hears why (`code` null unless there were words), everybody behind hears nothing more than `onOver`.
 */
export class Dialogue {
  /** Why it is over, or null. */
  over: Reply | null = null;
  isEncrypted = false;
  onOver: (why: Reply) => void = () => {};
  #socket: Socket | undefined;
  /** Listens no more to the socket. */
  #leave: () => void = () => {};
  #reader = new ReplyReader();
  readonly #expected: Expected[] = [];
  /** When the next one is to be answered at the latest, by `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** Resolves when there is a connection, or with why there is none. */
  connect({ host, port, localAddress, limits }: MailServer): Promise<Reply | null> {
    return new Promise((resolve) => {
      const socket = connect({ host, port, localAddress, noDelay: true, keepAlive: true });
      this.#socket = socket;
      this.#listen(socket);
      // Stands for the server's word, so that a failure of any kind finds somebody to tell.
      this.expect('connect', limits.connect, (_code, lines) => resolve(troubleOf('connect', lines.join(' '))));
      socket.once('connect', () => {
        if (this.over) return;
        this.#expected.shift();
        this.#nextDeadline();
        resolve(null);
      });
    });
  }

  /** Goes on under TLS. Resolves when it is there, or with why it is not. */
  encrypt({ tls, limits }: MailServer): Promise<Reply | null> {
    // Said in the clear, perhaps by somebody else, to be heard as if it came under TLS.
    if (this.#reader.isPending || this.over?.code) {
      this.end('tls', INJECTED);
      return Promise.resolve(troubleOf('tls', INJECTED));
    }
    if (this.over) return Promise.resolve(this.over);
    return new Promise((resolve) => {
      const plain = this.#socket as Socket;
      this.#leave();
      plain.on('error', () => {});
      this.expect('tls', limits.hello, (_code, lines) => resolve(troubleOf('tls', lines.join(' '))));
      try {
        const socket = connectTls({ ...tls, socket: plain });
        this.#socket = socket;
        this.#listen(socket);
        socket.once('secureConnect', () => {
          if (this.over) return;
          this.isEncrypted = true;
          this.#expected.shift();
          this.#nextDeadline();
          resolve(null);
        });
      } catch (error) {
        this.end('tls', (error as Error).message);
      }
    });
  }

  /** The address of our end, as it may be said at EHLO. */
  get ownAddress(): string {
    const address = this.#socket?.localAddress ?? '127.0.0.1';
    return isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
  }

  /** Registers who is to hear the next reply but those registered before. */
  expect(phase: Phase, limitMs: number, take: Expected['take']): void {
    if (this.over) take(null, [this.over.text]);
    else if (this.#expected.push({ phase, limitMs, take }) === 1) this.#nextDeadline();
  }

  /** How long the next answer may take from now on. */
  extend(limitMs: number): void {
    const next = this.#expected[0];
    if (!next) return;
    next.limitMs = limitMs;
    this.#nextDeadline();
  }

  /** One line, and the reply to it. */
  ask(phase: Phase, limitMs: number, line: string): Promise<{ code: number | null; lines: string[] }> {
    return new Promise((resolve) => {
      this.expect(phase, limitMs, (code, lines) => resolve({ code, lines }));
      this.write(`${line}\r\n`);
    });
  }

  /** Several at once leave together. @returns whether there is room for more */
  write(...pieces: (string | Buffer)[]): boolean {
    const socket = this.#socket;
    if (!socket || this.over) return true;
    if (pieces.length > 1) socket.cork();
    let hasRoom = true;
    for (const piece of pieces) hasRoom = typeof piece === 'string' ? socket.write(piece, 'latin1') : socket.write(piece);
    if (pieces.length > 1) socket.uncork();
    return hasRoom;
  }

  /** Calls back once what was written is on its way. */
  onRoom(listener: () => void): void {
    this.#socket?.once('drain', listener);
  }

  /** Takes leave, if there is still anybody; nobody waits for the answer. In the midst of something it is just the end. */
  quit(): void {
    if (this.#expected.length > 0) this.end('connect', 'The connection was closed.');
    if (this.over) return;
    this.over = troubleOf('connect', 'The connection was closed.');
    clearTimeout(this.#timer);
    const socket = this.#socket as Socket;
    socket.end('QUIT\r\n');
    // A server that does not close its side is not waited for.
    setTimeout(() => socket.destroy(), QUIT_MS).unref();
    socket.once('close', () => this.onOver(this.over as Reply));
  }

  /** Something went wrong: it is over. */
  end(phase: Phase, text: string): void {
    this.#finish(null, [text], phase);
  }

  #listen(socket: Socket): void {
    const listeners = {
      data: (chunk: Buffer) => this.#read(chunk),
      error: (error: NodeJS.ErrnoException) => this.#finish(null, [error.message || String(error.code)]),
      end: () => this.#finish(null, ['The mail server closed the connection.']),
      close: () => this.#finish(null, ['The connection was lost.']),
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    this.#leave = () => {
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    };
  }

  #read(chunk: Buffer): void {
    const wrong = this.#reader.read(chunk, (code, lines) => {
      if (this.over) return false;
      // Without a question it is a farewell, or the server is out of step with us.
      if (code === FAREWELL || this.#expected.length === 0) this.#finish(code, lines);
      else {
        const { take } = this.#expected.shift() as Expected;
        take(code, lines);
        this.#nextDeadline();
      }
      return !this.over;
    });
    if (wrong) this.#finish(null, [wrong]);
  }

  #finish(code: number | null, lines: string[], phase?: Phase): void {
    if (this.over) return;
    const next = this.#expected.shift();
    this.#expected.length = 0;
    this.over = replyOf(phase ?? next?.phase ?? 'connect', code, lines);
    clearTimeout(this.#timer);
    this.#socket?.destroy();
    next?.take(code, lines);
    this.onOver(this.over);
  }

  #nextDeadline(): void {
    const next = this.#expected[0];
    this.#deadline = next && !this.over ? performance.now() + next.limitMs : Number.POSITIVE_INFINITY;
    if (this.#deadline < this.#timerAt) this.#arm();
  }

  /** The timer is left as it is while the deadline moves on: it looks again when its time has come. */
  #arm(): void {
    clearTimeout(this.#timer);
    this.#timerAt = this.#deadline;
    if (this.over || this.#deadline === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(
      () => {
        if (performance.now() >= this.#deadline) this.#finish(null, ['The mail server did not answer in time.']);
        else this.#arm();
      },
      Math.max(1, Math.ceil(this.#deadline - performance.now())),
    );
  }
}

const QUIT_MS = 1_000;
const INJECTED = 'The mail server said something in the clear after its word for TLS.';
