import { domainToASCII } from 'node:url';
import type { Content } from './content.ts';
import type { OutgoingMessage } from './mailer.ts';
import type { Extensions } from './opening.ts';
import { type Reply, replyOf } from './reply.ts';

interface Address {
  /** Latin-1: one character for each byte. */
  written: string;
  isInternational: boolean;
}

export interface Envelope {
  mail: string;
  rcpt: string;
}

/**
 * The commands of a message, or a refusal: of what no server may be sent, and of what this one does not accept, with the code that a server
 * would use.
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

export const largestOf = (extensions: Extensions): number => Number(extensions.get('SIZE')) || Number.POSITIVE_INFINITY;

/** An address between `<` and `>`; undefined when it would end there, or end the line. Domains are in ASCII. */
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
