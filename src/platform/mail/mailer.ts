import { createHash } from 'node:crypto';
import { Pool } from './pool.ts';
import { isPostmark, withMetadata } from './postmark.ts';
import { type Phase, type Reply, troubleOf } from './reply.ts';
import { parseMailServer } from './server.ts';

export type { Phase, Reply };

export interface OutgoingMessage {
  /** Envelope addresses. */
  from: string;
  to: string;
  /** The whole message, headers and all, with CRLF line ends; dots are as they are meant. */
  raw: string | Buffer;
  /** Whoever waits for it goes before what goes to many; `bulk` by default. */
  lane?: 'interactive' | 'bulk';
  /** Asked at the last moment before the server hears of it. */
  mayBegin?: () => boolean;
}

/** What became of a message. */
export interface Ending {
  /** The server took it over. */
  accepted: boolean;
  /** Whether any of the content had left, i.e. the message may have arrived although nobody said so. */
  begun: boolean;
  /** The last word about it: a refusal, the word that it was taken, or what happened instead. */
  reply: Reply;
  /** It might not begin any more, and the server has heard nothing of it. */
  isLate?: true;
}

export interface Mailer {
  /** How many messages may be handed over at once so that no connection stands idle. */
  capacity: number;
  /** The largest message that the server takes, in bytes, as far as it has said so. */
  largest(): number;
  /** Never throws. */
  send(message: OutgoingMessage): Promise<Ending>;
  /** What is under way comes to its end; nothing else is begun. */
  close(): Promise<void>;
}

/**
 * Sends through one mail server, over a few connections that are kept.
 * @param url `smtp://user:password@host:port`, with the options of docs/configuration.md as query; undefined in a process that sends nothing
 * @throws Error when the address has an option that means nothing
 */
export function openMailer(url: string | undefined): Mailer {
  if (!url) {
    const ending: Ending = { accepted: false, begun: false, reply: troubleOf('connect', 'no mail server is configured') };
    return { capacity: 1, largest: () => Number.POSITIVE_INFINITY, send: async () => ending, close: async () => {} };
  }
  const server = parseMailServer(url);
  const pool = new Pool(server);
  // One under way and one behind it: connections that need not wait for the next message carry about twice as many.
  const send: Mailer['send'] = isPostmark(server.host) ? (message) => pool.send(withMetadata(message)) : (message) => pool.send(message);
  return { capacity: server.maxConnections * 2, largest: () => pool.largest, send, close: async () => pool.close() };
}

/** By which all processes that send through one mail server know it. @param smtpUrl undefined where the mailbox takes the mail */
export function transportOf(smtpUrl: string | undefined): string {
  if (!smtpUrl) return 'mailbox';
  const { hostname, port, username } = new URL(smtpUrl);
  // Credentials of one server may have limits of their own. The name of a user is no secret of ours to keep in a table.
  return [hostname, port, username && createHash('sha256').update(username).digest('hex').slice(0, 8)].filter(Boolean).join(' ');
}
