import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors.js';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface OutgoingMessage {
  /** Envelope addresses. */
  from: string;
  to: string;
  /** The whole message, headers and all, with CRLF line ends. */
  raw: string;
}

/**
 * What became of a message:
 * - `sent`: the server took it over.
 * - `bounced`: it refused the recipient's address for good.
 * - `refused`: it refused the sender or the message for good.
 * - `deferred`: not now, or the connection broke while the message was under way; nobody knows whether it arrived.
 * - `unreachable`: there was no connection; the message was not begun.
 * - `rejected`: the server wants nothing from us at all, credentials included.
 */
export interface Delivery {
  outcome: 'sent' | 'bounced' | 'refused' | 'deferred' | 'unreachable' | 'rejected';
  /** The server's words, or the error's. */
  reason: string;
}

export interface Mailer {
  /** How many messages may be under way at once. */
  capacity: number;
  /** Never throws: every end is a `Delivery`. */
  send(message: OutgoingMessage): Promise<Delivery>;
  close(): Promise<void>;
}

const DEFAULTS = {
  maxConnections: 10,
  maxMessages: 1_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
};
const IDLE_MS = 10_000;
/** How long a server that takes no more connections is asked for none, while there are some. */
const CROWDED_MS = 10_000;

/**
 * A pool of connections to one mail server. nodemailer speaks SMTP; its own pool does not tell whether a lost message had
 * been begun, and everything about retries hangs on that.
 * @param url `smtp://user:password@host:port`, with nodemailer's options as query, `maxConnections` and timeouts included;
 *   undefined in a process that sends nothing
 */
export function openMailer(url: string | undefined): Mailer {
  if (!url) {
    const delivery: Delivery = { outcome: 'unreachable', reason: 'no mail server is configured' };
    return { capacity: 1, send: async () => delivery, close: async () => {} };
  }
  const options = { ...DEFAULTS, ...(parseConnectionUrl(url) as Record<string, unknown>) } as typeof DEFAULTS & Record<string, never>;
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  const waiting: (() => void)[] = [];
  /** Those who wait for a connection of somebody else's. */
  const hoping: (() => void)[] = [];
  let connecting = 0;
  let crowdedUntil = 0;
  let busy = 0;
  let closed = false;

  const lookAgain = () => {
    for (const resolve of hoping.splice(0)) resolve();
  };

  const connect = async (): Promise<Connection | Delivery> => {
    const connection = new Connection(options);
    connecting += 1;
    const failure = await connection.open();
    connecting -= 1;
    if (!failure) {
      open.add(connection);
      connection.onEnd(() => {
        open.delete(connection);
        const at = idle.indexOf(connection);
        if (at >= 0) idle.splice(at, 1);
        lookAgain();
      });
    }
    lookAgain();
    return failure ?? connection;
  };

  async function deliver(message: OutgoingMessage): Promise<Delivery> {
    let failure: Delivery | undefined;
    for (;;) {
      const kept = idle.pop();
      if (!kept) {
        if (closed) return STOPPING;
        // A server that takes so many connections and no more is not out of reach: those that it took serve for all.
        if (open.size + connecting > 0 && (failure || Date.now() < crowdedUntil)) {
          await new Promise<void>((resolve) => hoping.push(resolve));
          continue;
        }
        if (failure) return failure;
      }
      const connection = kept ?? (await connect());
      if (!(connection instanceof Connection)) {
        if (connection.outcome !== 'unreachable') return connection;
        failure = connection;
        if (open.size + connecting > 0) crowdedUntil = Date.now() + CROWDED_MS;
        continue;
      }
      const { delivery, begun } = await connection.deliver(message);
      if (connection.usable && connection.messages < options.maxMessages && !closed) {
        idle.push(connection);
        connection.rest(IDLE_MS);
        lookAgain();
      } else {
        connection.quit();
      }
      // A connection that the server had closed while it rested says nothing about the message: take the next one.
      if (kept && !begun && !connection.usable) continue;
      return delivery;
    }
  }

  return {
    capacity: options.maxConnections,
    async send(message) {
      while (busy >= options.maxConnections) await new Promise<void>((resolve) => waiting.push(resolve));
      if (closed) return STOPPING;
      busy += 1;
      try {
        return await deliver(message);
      } finally {
        busy -= 1;
        waiting.shift()?.();
      }
    },
    async close() {
      closed = true;
      for (const resolve of waiting.splice(0)) resolve();
      for (const connection of open) connection.quit();
    },
  };
}

const STOPPING: Delivery = { outcome: 'unreachable', reason: 'the service is stopping' };

class Connection {
  messages = 0;
  usable = false;
  readonly #smtp: SMTPConnection;
  readonly #auth: { user?: string; pass?: string } | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: Record<string, any>) {
    this.#auth = options.auth?.user ? options.auth : undefined;
    this.#smtp = new SMTPConnection(options);
    // Errors also reach whoever waits for an answer; a connection that rests has nobody else to hear them.
    this.#smtp.on('error', () => {
      this.usable = false;
    });
    this.#smtp.once('end', () => {
      this.usable = false;
    });
  }

  onEnd(listener: () => void): void {
    this.#smtp.once('end', listener);
  }

  /** Connects and logs in. Returns what keeps it from that, or null. */
  async open(): Promise<Delivery | null> {
    const error = await new Promise<NodemailerError | null>((resolve) => {
      this.#smtp.once('error', resolve);
      this.#smtp.once('end', () => resolve(Object.assign(new Error('The mail server closed the connection.'), { code: 'ECONNECTION' })));
      this.#smtp.connect((failure) => {
        if (failure) return resolve(failure as NodemailerError);
        if (!this.#auth) return resolve(null);
        const { user = '', pass = '' } = this.#auth;
        // Its types know another form of credentials than the library takes.
        return this.#smtp.login({ user, credentials: { user, pass } } as never, (refusal) =>
          resolve((refusal as NodemailerError | null) ?? null),
        );
      });
    });
    if (!error) {
      this.usable = true;
      return null;
    }
    this.#smtp.close();
    const lasting = error.responseCode ? error.responseCode >= 500 : error.code === 'ENOAUTH';
    return { outcome: lasting ? 'rejected' : 'unreachable', reason: reasonOf(error) };
  }

  /** Sends one message. `begun` tells whether any of its content had left when it ended. */
  async deliver({ from, to, raw }: OutgoingMessage): Promise<{ delivery: Delivery; begun: boolean }> {
    clearTimeout(this.#idleTimer);
    this.messages += 1;
    let begun = false;
    const content = new Readable({
      read() {
        begun = true;
        this.push(raw);
        this.push(null);
      },
    });
    const error = await new Promise<NodemailerError | null>((resolve) => {
      const lost = (failure?: Error) =>
        resolve((failure ?? Object.assign(new Error('The connection was lost.'), { code: 'ECONNECTION' })) as NodemailerError);
      this.#smtp.once('error', lost);
      this.#smtp.once('end', lost);
      this.#smtp.send({ from, to: [to] }, content, (failure) => {
        this.#smtp.off('error', lost);
        this.#smtp.off('end', lost);
        resolve((failure as NodemailerError | null) ?? null);
      });
    });
    if (!error) return { delivery: { outcome: 'sent', reason: '' }, begun };
    const code = error.responseCode;
    // 421 is a farewell: the server closes the connection after it.
    if (!code || code === 421) this.usable = false;
    else if (this.usable) await this.#reset();
    return { delivery: { outcome: outcomeOf(error), reason: reasonOf(error) }, begun };
  }

  /** After a refusal the server still holds half a transaction. */
  async #reset(): Promise<void> {
    this.usable = await new Promise<boolean>((resolve) => {
      const ended = () => resolve(false);
      this.#smtp.once('end', ended);
      this.#smtp.reset((error) => {
        this.#smtp.off('end', ended);
        resolve(!error);
      });
    });
  }

  rest(ms: number): void {
    this.#idleTimer = setTimeout(() => this.quit(), ms);
    this.#idleTimer.unref();
  }

  quit(): void {
    clearTimeout(this.#idleTimer);
    if (this.usable) this.#smtp.quit();
    else this.#smtp.close();
    this.usable = false;
  }
}

function outcomeOf({ responseCode = 0, command = '' }: NodemailerError): Delivery['outcome'] {
  if (responseCode < 500) return 'deferred';
  return command === 'RCPT TO' ? 'bounced' : 'refused';
}

/** One line, short enough for a row. */
function reasonOf(error: NodemailerError): string {
  return ((error.response as string | undefined) ?? error.message).replace(/\s+/g, ' ').slice(0, 500);
}
