import { createBatch } from '../../platform/batch.ts';
import { type Clock, later } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { newId, type WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Ending, Mailer, OutgoingMessage, Reply } from '../../platform/mail/mailer.ts';
import { parseMessage } from '../../platform/mailbox/message.ts';
import type { Transport } from '../deliveries/pace.repo.ts';
import type { ReceiverLookup } from '../deliveries/receivers/lookup.ts';
import { behaviourOf } from './magic-recipients.ts';
import { keepTestMails, type NewTestMail } from './test-mailbox.repo.ts';

/** The way that mail of tests takes in place of the mail server. */
export interface TestWay {
  mailer: Mailer;
  transport: Transport;
  receivers: ReceiverLookup;
}

const AT_ONCE = 10;
/** With the pauses between attempts, `slow@example.test` gets its mail after six minutes. */
const SLOW_ATTEMPTS = 2;
/** After the delivery, as people do. */
const COMPLAINS_AFTER_MS = 5_000;
/** Of a message, for what lists show and searches find. */
const READ_BYTES = 256 * 1024;
const BODY_LENGTH = 20_000;

/** Tests have no part in what is measured of receivers, and ask no name server. */
const NO_RECEIVERS: ReceiverLookup = {
  receiverOf: (domain) => ({ name: domain, isGuess: true }),
  lookUp: () => {},
  settled: async () => {},
  close: () => {},
};

const reply = (code: number, enhanced: string, text: string, phase: Reply['phase'] = 'rcpt'): Reply => ({ phase, code, enhanced, text });
const refused = (answer: Reply): Ending => ({ accepted: false, begun: false, reply: answer });

const NOT_THERE = reply(550, '5.1.1', 'There is no such mailbox (test recipient)');
const NOT_YET = reply(450, '4.2.0', 'The mailbox is not available yet (test recipient)');
const KEPT = reply(250, '2.0.0', 'Ok: kept in the test mailbox', 'content');
const LATE = reply(450, '4.2.0', 'Another process has the message');
const AWAY = reply(451, '4.3.0', 'The test mailbox could not keep the message', 'connect');

/** Answers like a mail server, by the recipient. A message is accepted once it is in the test mailbox, and is there once however often it is sent. */
export function createTestWay({ db, clock, log }: { db: Db; clock: Clock; log: Log }): (workspaceId: WorkspaceId) => TestWay {
  const writer = createBatch<NewTestMail, void>({
    async write(workspaceId, mails) {
      await keepTestMails({ db, workspaceId }, mails);
      return [];
    },
    gatherMs: 0,
    bytesOf: ({ raw }) => raw.length,
    groupBytes: 32 * 1024 * 1024,
  });

  async function send(workspaceId: WorkspaceId, message: OutgoingMessage): Promise<Ending> {
    const { to, attempts = 0, mayBegin = () => true } = message;
    const behaviour = behaviourOf(to);
    if (behaviour === 'bounced') return refused(NOT_THERE);
    if (behaviour === 'slow' && attempts < SLOW_ATTEMPTS) return refused(NOT_YET);
    const mail = await mailOf(message, clock);
    if (!mayBegin()) return { ...refused(LATE), isLate: true };
    try {
      await writer.add(workspaceId, mail);
      return { accepted: true, begun: true, reply: KEPT };
    } catch (error) {
      log.error({ err: error, workspace_id: workspaceId }, 'the test mailbox could not keep a message');
      return refused(AWAY);
    }
  }

  return (workspaceId) => ({
    mailer: {
      capacity: AT_ONCE,
      largest: () => Number.POSITIVE_INFINITY,
      send: (message) => send(workspaceId, message),
      close: async () => {},
    },
    transport: { name: 'test mailbox', most: null, isUnpaced: true },
    receivers: NO_RECEIVERS,
  });
}

async function mailOf({ from, to, raw: content, deliveryId = newId() }: OutgoingMessage, clock: Clock): Promise<NewTestMail> {
  const raw = Buffer.from(content);
  const { from: fromHeader, subject, text, html } = await parseMessage(raw.subarray(0, READ_BYTES));
  const complainsAt = behaviourOf(to) === 'complained' ? later(clock, COMPLAINS_AFTER_MS) : null;
  const body = storable(text ?? html?.replaceAll(/<[^>]*>/g, ' ') ?? '').slice(0, BODY_LENGTH);
  return {
    id: newId(),
    deliveryId,
    receivedAt: clock.now(),
    sender: from,
    recipient: to,
    from: storable(fromHeader ?? ''),
    subject: storable(subject ?? ''),
    body: body.toWellFormed(),
    raw,
    complainsAt,
  };
}

/** PostgreSQL stores no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '');
