import { domainToASCII } from 'node:url';
import type { Content } from './content.ts';
import type { OutgoingMessage } from './mailer.ts';
import type { Extensions } from './opening.ts';
import { type Reply, replyOf } from './reply.ts';

interface Address {
  /** One character for each byte: what goes over the line is no text. */
  written: string;
  /** Only a server with SMTPUTF8 takes it. */
  isInternational: boolean;
}

/** The two commands for a message, with their line ends. */
export interface Envelope {
  mail: string;
  rcpt: string;
}

/**
 * How a message is to be announced; or a refusal: of what must not be said to any server, and of what this one has
 * said that it does not take. It carries the code that a server would have used.
 */
export function envelopeOf({ from, to }: OutgoingMessage, { size, isEightBit }: Content, extensions: Extensions): Envelope | Reply {
  const sender = addressOf(from);
  const recipient = addressOf(to);
  if (!sender) return replyOf('mail', 553, ['5.1.7 The address of the sender cannot be said to a mail server.']);
  if (!recipient?.written) return replyOf('rcpt', 553, ['5.1.3 The address cannot be said to a mail server.']);
  const most = largestOf(extensions);
  if (size > most) return replyOf('mail', 552, [`5.3.4 The message has ${size} bytes, and the mail server takes ${most}.`]);
  const isInternational = sender.isInternational || recipient.isInternational;
  if (isInternational && !extensions.has('SMTPUTF8')) {
    const phase = sender.isInternational ? 'mail' : 'rcpt';
    return replyOf(phase, 553, ['5.6.7 The mail server takes no addresses with letters beyond ASCII before the @.']);
  }
  const parameters =
    (extensions.has('SIZE') ? ` SIZE=${size}` : '') +
    (isEightBit && extensions.has('8BITMIME') ? ' BODY=8BITMIME' : '') +
    (isInternational ? ' SMTPUTF8' : '');
  return { mail: `MAIL FROM:<${sender.written}>${parameters}\r\n`, rcpt: `RCPT TO:<${recipient.written}>\r\n` };
}

/** The largest message that a server takes, in bytes. */
export const largestOf = (extensions: Extensions): number => Number(extensions.get('SIZE')) || Number.POSITIVE_INFINITY;

/** An address as it may stand between `<` and `>`, or undefined when it would end there, or the line. Domains are written in ASCII. */
function addressOf(address: string): Address | undefined {
  if (/[\p{Cc}<>]/u.test(address) || (address.includes(' ') && !address.startsWith('"'))) return undefined;
  if (IS_ASCII.test(address)) return { written: address, isInternational: false };
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = domainToASCII(address.slice(at + 1));
  if (at < 0 || domain === '') return undefined;
  const isInternational = !IS_ASCII.test(local);
  return { written: isInternational ? Buffer.from(address).toString('latin1') : `${local}@${domain}`, isInternational };
}

const IS_ASCII = /^[\x20-\x7e]*$/;
