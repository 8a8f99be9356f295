import { createHash } from 'node:crypto';
import type { DeliveryId } from '../ids.ts';
import { Pool } from './pool.ts';
import { isPostmark, withMetadata } from './postmark.ts';
import { type Phase, type Reply, troubleOf } from './reply.ts';
import { parseMailServer } from './server.ts';

export type { Phase, Reply };

export interface OutgoingMessage {
  from: string;
  to: string;
  /** The whole message with CRLF line ends, before dot stuffing. */
  raw: string | Buffer;
  /** Interactive messages precede bulk; `bulk` by default. */
  lane?: 'interactive' | 'bulk';
  /** Called at the last moment before the message is begun. */
  mayBegin?: () => boolean;
  /** The same for every attempt. */
  deliveryId?: DeliveryId;
  /** Those before this one. */
  attempts?: number;
}

export interface Ending {
  accepted: boolean;
  /** Some content was sent: the message may have arrived without a confirmation. */
  begun: boolean;
  reply: Reply;
  /** `mayBegin` refused it; the server has not seen it. */
  isLate?: true;
}

export interface Mailer {
  capacity: number;
  largest(): number;
  send(message: OutgoingMessage): Promise<Ending>;
  close(): Promise<void>;
}

/**
 * @param url `smtp://user:password@host:port`, with the options of docs/configuration.md as query; undefined in a process that sends
 * nothing
 * @throws Error for an unknown option
 */
export function openMailer(url: string | undefined): Mailer {
  if (!url) {
    const ending: Ending = { accepted: false, begun: false, reply: troubleOf('connect', 'no mail server is configured') };
    return { capacity: 1, largest: () => Number.POSITIVE_INFINITY, send: async () => ending, close: async () => {} };
  }
  const server = parseMailServer(url);
  const pool = new Pool(server);
  // One under way and one behind it: connections that need not wait for the next message send about twice as many.
  const send: Mailer['send'] = isPostmark(server.host) ? (message) => pool.send(withMetadata(message)) : (message) => pool.send(message);
  return { capacity: server.maxConnections * 2, largest: () => pool.largest, send, close: async () => pool.close() };
}

/** The name of the mail server for all processes. @param smtpUrl undefined with the built-in mailbox */
export function transportOf(smtpUrl: string | undefined): string {
  if (!smtpUrl) return 'mailbox';
  const { hostname, port, username } = new URL(smtpUrl);
  // Accounts of one server may have limits of their own. A user name does not belong into a table.
  return [hostname, port, username && createHash('sha256').update(username).digest('hex').slice(0, 8)].filter(Boolean).join(' ');
}
