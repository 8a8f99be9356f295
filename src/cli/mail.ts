import { Dialogue } from '../platform/mail/dialogue.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { openDialogue } from '../platform/mail/opening.ts';
import type { Phase, Reply } from '../platform/mail/reply.ts';
import { type MailServer, parseMailServer } from '../platform/mail/server.ts';
import { AdminError } from '../workspaces/workspaces.service.ts';
import { type Commands, optional, type Row, UsageError } from './arguments.ts';
import { commandConfig } from './session.ts';

/** The checks in their order, with the phases of the conversation that belong to each. */
const CHECKS: Record<string, Phase[]> = { connection: ['connect', 'greeting', 'hello'], tls: ['tls'], login: ['auth'] };
const CHECK_MS = 15_000;
const ADDRESS = /^[\x21-\x3b\x3d\x3f-\x7e]+@[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?$/;

export const mailCommands: Commands = {
  'mail check': {
    about: 'Connects to the mail server of SMTP_URL and says what works; with --to it sends a message',
    options: {
      to: { takes: 'ADDRESS', about: 'Sends a message to this address' },
      from: { takes: 'ADDRESS', about: 'The sender of that message; by default the address in --to' },
    },
    async run(args) {
      const to = address(optional(args, 'to'), '--to');
      const from = address(optional(args, 'from'), '--from') ?? to;
      const { smtpUrl } = commandConfig();
      if (!smtpUrl) throw new AdminError('SMTP_URL is not set: all mail is caught in the built-in mailbox, and none is sent.');
      const server = withinTime(parseMailServer(smtpUrl));
      const rows = await conversation(server);
      if (to && from && rows.every(({ result }) => result !== 'no')) rows.push(await message(smtpUrl, { from, to }));
      if (rows.some(({ result }) => result === 'no')) process.exitCode = 1;
      return rows;
    },
  },
};

function address(text: string | undefined, option: string): string | undefined {
  if (text === undefined || ADDRESS.test(text)) return text;
  throw new UsageError(`${option} takes an email address, not "${text}".`);
}

/** A person waits for the result. */
const withinTime = (server: MailServer): MailServer => ({
  ...server,
  limits: Object.fromEntries(Object.entries(server.limits).map(([step, ms]) => [step, Math.min(ms, CHECK_MS)])) as MailServer['limits'] &
    object,
});

async function conversation(server: MailServer): Promise<Row[]> {
  const dialogue = new Dialogue();
  const opened = await openDialogue(dialogue, server);
  const { isEncrypted } = dialogue;
  dialogue.quit();
  const isOpen = opened instanceof Map;
  const details: Record<string, string> = {
    connection: `${server.host}:${server.port}`,
    tls: isEncrypted ? 'encrypted' : 'not used: mail goes out in the clear',
    login: server.credentials ? `as ${server.credentials.user}` : 'not needed: SMTP_URL has no user',
  };
  const failed = isOpen ? undefined : Object.keys(CHECKS).find((check) => CHECKS[check]?.includes(opened.phase));
  const rows: Row[] = [];
  for (const check of Object.keys(CHECKS)) {
    const isFailed = check === failed;
    rows.push({ check, result: isFailed ? 'no' : 'yes', detail: isFailed && !isOpen ? words(opened) : details[check] });
    if (isFailed) break;
  }
  const size = isOpen ? Number(opened.get('SIZE')) : 0;
  if (size > 0) rows.push({ check: 'size', result: 'yes', detail: `messages of up to ${Math.floor(size / 1024 / 1024)} MiB` });
  return rows;
}

async function message(smtpUrl: string, { from, to }: { from: string; to: string }): Promise<Row> {
  const mailer = openMailer(smtpUrl);
  const headers = [
    `From: <${from}>`,
    `To: <${to}>`,
    'Subject: Bivouac can send mail',
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${crypto.randomUUID()}@${from.split('@')[1]}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  const raw = `${headers.join('\r\n')}\r\n\r\nThis message was sent by "mail check" on the command line of Bivouac.\r\n`;
  const { accepted, reply } = await mailer.send({ from, to, raw, lane: 'interactive' });
  await mailer.close();
  return { check: 'message', result: accepted ? 'yes' : 'no', detail: words(reply) };
}

const words = ({ code, enhanced, text }: Reply): string => [code, enhanced, text].filter(Boolean).join(' ');
