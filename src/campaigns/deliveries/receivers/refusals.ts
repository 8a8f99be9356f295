import type { Reply } from '../../../platform/mail/mailer.ts';
import type { Receiver } from './providers.ts';

/* The words in which receivers ask for less mail. Each counts only from its own receiver: from another one it comes from the mail server. */

interface Rule {
  receiver: string;
  code: RegExp;
  /** Of the enhanced code. */
  enhanced?: RegExp;
  words?: RegExp;
  /** No other server says so: it counts also while the receiver is not known. */
  isOwn?: true;
  source: string;
}

const GOOGLE = 'https://support.google.com/a/answer/3726730';
const EXCHANGE =
  'https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online/non-delivery-reports-in-exchange-online';
const OUTLOOK = 'https://sendersupport.olc.protection.outlook.com/pm/troubleshooting.aspx';
const YAHOO = 'https://senders.yahooinc.com/smtp-error-codes/';
const APPLE = 'https://support.apple.com/102322';

const RULES: Rule[] = [
  // 421 4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address … temporarily rate limited
  // 421 4.7.26 Your email has been rate limited because it is unauthenticated; 4.7.27 SPF, 4.7.30 DKIM, 4.7.32 alignment, 4.7.40 DMARC
  { receiver: 'google', code: /^421$/, enhanced: /^4\.7\.(2[0-9]|3[0-9]|40)$/, isOwn: true, source: GOOGLE },
  // 421 4.7.0 … unusual rate of unsolicited mail …; 421 4.7.0 IP not in whitelist … rate limited; 421 4.7.0 Try again later
  { receiver: 'google', code: /^421$/, enhanced: /^4\.7\.0$/, source: GOOGLE },
  // 450 4.2.1 is about one mailbox; 452 4.5.3 and 451 4.3.0 are about this message.

  // 451 4.7.500 Server busy. Please try again later from [192.0.2.1]; 4.7.501 is the same for a domain
  { receiver: 'microsoft', code: /^451$/, enhanced: /^4\.7\.5(00|01)$/, isOwn: true, source: EXCHANGE },
  // 451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation; 4.7.651, 4.7.652 too many connections
  { receiver: 'microsoft', code: /^451$/, enhanced: /^4\.7\.65\d$/, isOwn: true, source: EXCHANGE },
  // 421 RP-001 … exceeded the rate limit; RP-002 for reputation, RP-003 for connections
  { receiver: 'microsoft', code: /^421$/, words: /\bRP-00[123]\b/, isOwn: true, source: OUTLOOK },

  // 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints; [TS01], [TS02], [TSS05]
  { receiver: 'yahoo', code: /^4[25]1$/, words: /\[TSS?\d{2}\]/, isOwn: true, source: YAHOO },
  // 451 Message temporarily deferred - [numeric code]; 421 Resources temporarily unavailable - [4.16.55]
  { receiver: 'yahoo', code: /^4[25]1$/, words: /\b(message|resources) temporarily (deferred|unavailable)\b/i, source: YAHOO },

  // 421 4.7.1 … too many messages, 450 4.7.0 rate limit exceeded
  { receiver: 'apple', code: /^4(21|5[01])$/, enhanced: /^4\.7\./, words: /\b(rate|too (many|much)|limit)/i, source: APPLE },

  // 421 4.1.0 192.0.2.1 Throttled - try again later; RL000001 and its like
  {
    receiver: 'comcast.net',
    code: /^421$/,
    words: /throttled|\bRL\d{6}\b/i,
    source: 'https://postmaster.comcast.net/smtp-error-codes.php',
  },
  // 450 Requested mail action not taken: mailbox unavailable … (Mail rate limit exceeded), 421 … Too many messages
  {
    receiver: 'gmx.net',
    code: /^4(21|50)$/,
    words: /rate limit|too many/i,
    source: 'https://postmaster.gmx.net/en/error-messages',
  },
  { receiver: 'web.de', code: /^4(21|50)$/, words: /rate limit|too many/i, source: 'https://postmaster.web.de/en/error-messages' },
  // 421 4.3.0 mwinf5c04 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104
  { receiver: 'orange.fr', code: /^4(21|50)$/, words: /\bOFR_?00[45]|too many connections/i, source: 'https://postmaster.orange.fr' },
];

/** Whether a temporary refusal of a recipient asks for less mail to all recipients of its receiver. */
export const asksForLess = (reply: Reply, receiver: Receiver): boolean =>
  RULES.some(
    ({ receiver: name, isOwn = false, code, enhanced, words }) =>
      (receiver.name === name || (receiver.isGuess && isOwn)) &&
      code.test(String(reply.code)) &&
      (enhanced === undefined || enhanced.test(reply.enhanced ?? '')) &&
      (words === undefined || words.test(reply.text)),
  );
