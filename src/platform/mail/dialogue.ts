import { connect, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Phase, type Reply, ReplyReader, replyOf, troubleOf } from './reply.ts';
import type { MailServer } from './server.ts';

interface Expected {
  phase: Phase;
  limitMs: number;
  take(code: number | null, lines: string[]): void;
}

/** The server closes the connection after 421, whenever it comes. */
export const FAREWELL = 421;

/**
 * The line to a server. Replies are matched to commands in order, so several commands may be sent at once. The dialogue is over when the
 * server says so, is silent for too long, or is gone; the next expected reply gets the reason (`code` null without words of the server),
 * later ones only `onOver`.
 */
export class Dialogue {
  over: Reply | null = null;
  isEncrypted = false;
  onOver: (why: Reply) => void = () => {};
  #socket: Socket | undefined;
  #leave: () => void = () => {};
  #reader = new ReplyReader();
  readonly #expected: Expected[] = [];
  #deadline = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** Resolves with the failure, or null. */
  connect({ host, port, localAddress, limits }: MailServer): Promise<Reply | null> {
    return new Promise((resolve) => {
      const socket = connect({ host, port, localAddress, noDelay: true, keepAlive: true });
      this.#socket = socket;
      this.#listen(socket);
      // A stand-in for a reply, so that any failure reaches the caller.
      this.expect('connect', limits.connect, (_code, lines) => resolve(troubleOf('connect', lines.join(' '))));
      socket.once('connect', () => {
        if (this.over) return;
        this.#expected.shift();
        this.#nextDeadline();
        resolve(null);
      });
    });
  }

  /** Resolves with the failure, or null. */
  encrypt({ tls, limits }: MailServer): Promise<Reply | null> {
    // An injected reply in the clear must not count as one under TLS.
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

  get ownAddress(): string {
    const address = this.#socket?.localAddress ?? '127.0.0.1';
    return isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
  }

  expect(phase: Phase, limitMs: number, take: Expected['take']): void {
    if (this.over) take(null, [this.over.text]);
    else if (this.#expected.push({ phase, limitMs, take }) === 1) this.#nextDeadline();
  }

  extend(limitMs: number): void {
    const next = this.#expected[0];
    if (!next) return;
    next.limitMs = limitMs;
    this.#nextDeadline();
  }

  ask(phase: Phase, limitMs: number, line: string): Promise<{ code: number | null; lines: string[] }> {
    return new Promise((resolve) => {
      this.expect(phase, limitMs, (code, lines) => resolve({ code, lines }));
      this.write(`${line}\r\n`);
    });
  }

  /** Pieces are sent together. @returns whether there is room for more */
  write(...pieces: (string | Buffer)[]): boolean {
    const socket = this.#socket;
    if (!socket || this.over) return true;
    if (pieces.length > 1) socket.cork();
    let hasRoom = true;
    for (const piece of pieces) hasRoom = typeof piece === 'string' ? socket.write(piece, 'latin1') : socket.write(piece);
    if (pieces.length > 1) socket.uncork();
    return hasRoom;
  }

  onRoom(listener: () => void): void {
    this.#socket?.once('drain', listener);
  }

  /** Does not wait for a reply. With pending replies, it just ends. */
  quit(): void {
    if (this.#expected.length > 0) this.end('connect', 'The connection was closed.');
    if (this.over) return;
    this.over = troubleOf('connect', 'The connection was closed.');
    clearTimeout(this.#timer);
    const socket = this.#socket as Socket;
    socket.end('QUIT\r\n');
    // The server may never close its side.
    setTimeout(() => socket.destroy(), QUIT_MS).unref();
    socket.once('close', () => this.onOver(this.over as Reply));
  }

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
      // An unexpected reply is a farewell, or the server is out of step.
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

  /** The timer stays while the deadline moves on, and checks again when it fires. */
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
