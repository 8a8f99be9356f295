import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { decodeWords } from 'postal-mime';
import type { SMTPServerDataStream } from 'smtp-server';
import { createBatch } from './batch.ts';
import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';
import { type CaughtMail, insertMail } from './mailbox/store.ts';

export {
  type CaughtMail,
  clearMailbox,
  deleteMail,
  findMail,
  type ListedMail,
  listMail,
  type MailFilter,
  newestMail,
  trimMailbox,
} from './mailbox/store.ts';
export { deliveryOf, linksBehind, type MailOwner, readWords, workspacesWithMail } from './mailbox/words.ts';

/**
 * A mail server for a developer's machine that keeps all mail and delivers none. It speaks SMTP like any other, so sending is the same code
 * with it and without it.
 */
export interface Mailbox {
  url: string;
  close(): Promise<void>;
}

const MESSAGE_LIMIT_BYTES = 25 * 1024 * 1024;
const HEAD_BYTES = 64 * 1024;
const SUBJECT_LENGTH = 1_000;
/** Senders keep connections open between messages, and must not find them cut. */
const IDLE_TIMEOUT_MS = 10 * 60_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Listens on a free port of the loopback interface. A message is accepted (250) once it is in the database; one that cannot be stored is
 * answered with 451, and the sender tries again.
 */
export async function startMailbox(db: Db, clock: Clock, log: Log): Promise<Mailbox> {
  // Services with a mail server do without it.
  const { SMTPServer } = await import('smtp-server');
  const writer = createBatch<CaughtMail, void>({
    async write(_line, mails) {
      try {
        await insertMail(db, mails);
        return [];
      } catch (error) {
        log.error({ err: error, messages: mails.length }, 'the mailbox could not store what it received');
        throw error;
      }
    },
    gatherMs: 0,
    groupSize: 500,
    // Little enough not to hold much mail in memory twice.
    bytesOf: ({ raw }) => raw.length,
    groupBytes: 32 * 1024 * 1024,
  });

  const smtp = new SMTPServer({
    name: 'localhost',
    banner: 'Bivouac mailbox',
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    noDelay: true,
    size: MESSAGE_LIMIT_BYTES,
    rejectOversized: true,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onConnect: (_session, answer) => answer(),
    onMailFrom: (_address, _session, answer) => answer(),
    onRcptTo: (_address, _session, answer) => answer(),
    onData(stream, { envelope }, answer) {
      collect(stream, (raw) => {
        // Too large: `smtp-server` answers 552.
        if (!raw) return answer();
        const mail = {
          id: newId(),
          receivedAt: clock.now(),
          sender: envelope.mailFrom ? storable(envelope.mailFrom.address) : '',
          recipients: envelope.rcptTo.map(({ address }) => storable(address)),
          subject: subjectOf(raw),
          raw,
        };
        writer.add('', mail).then(
          () => answer(),
          () => answer(Object.assign(new Error('The message could not be stored; try again later'), { responseCode: 451 })),
        );
      });
    },
  });
  // For broken connections, whose message was not accepted.
  smtp.on('error', (error) => log.debug({ err: error }, 'a connection to the mailbox failed'));

  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');

  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    async close() {
      await new Promise<void>((closed) => smtp.close(closed));
      await writer.settled();
    },
  };
}

function collect(stream: SMTPServerDataStream, done: (raw: Buffer | null) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  });
  stream.once('end', () => done(stream.sizeExceeded ? null : Buffer.concat(chunks)));
}

/** Parsing the whole message would cost more than everything else here. */
function subjectOf(raw: Buffer): string {
  const head = raw.subarray(0, HEAD_BYTES);
  const end = head.indexOf('\r\n\r\n');
  const field = /^subject[ \t]*:(.*(?:\r?\n[ \t].*)*)/im.exec(head.toString('utf8', 0, end < 0 ? head.length : end));
  const unfolded = (field?.[1] ?? '').replace(/\r?\n(?=[ \t])/g, '');
  return decodeWords(unfolded)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_LENGTH);
}

/** PostgreSQL stores no NUL in text, and one such message must not fail its batch. */
const storable = (text: string): string => text.replaceAll('\0', '');
