/** Bounce mails, as servers write them. */

export interface Bounced {
  /** Our Message-ID, with its angle brackets. */
  id: string;
  /** Where the report goes. */
  to: string;
  /** The recipient of the message. */
  about: string;
}

const mail = (lines: string[]): string => `${lines.join('\r\n')}\r\n`;

const report = (
  type: string,
  { from, to, more = [] }: { from: string; to: string; more?: string[] },
  parts: [string, string[]][],
): string =>
  mail([
    `From: ${from}`,
    `To: ${to}`,
    'Date: Tue, 14 Apr 2026 08:00:05 +0000',
    'Subject: Undelivered Mail Returned to Sender',
    ...more,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="F00.1/mx"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    ...parts.flatMap(([part, lines]) => ['--F00.1/mx', `Content-Type: ${part}`, '', ...lines, '']),
    '--F00.1/mx--',
  ]);

const original = ({ id, about }: Bounced): string[] => [
  'Received: from app.example.com (app.example.com [192.0.2.10])',
  '\tby mx.example.com; Tue, 14 Apr 2026 08:00:01 +0000',
  `To: ${about}`,
  'From: Juniper Trail <hello@example.com>',
  'Subject: Spring opening',
  `Message-ID: ${id}`,
];

export interface Wording {
  action?: string;
  status?: string;
  words?: string;
}

/** Postfix: the status of the words, and the headers alone. */
export const postfix = (
  of: Bounced,
  { action = 'failed', status = '5.1.1', words = `550 5.1.1 <${of.about}>: Recipient address rejected: User unknown` }: Wording = {},
) =>
  report(
    'delivery-status',
    { from: 'MAILER-DAEMON@mx.example.com (Mail Delivery System)', to: of.to, more: ['Auto-Submitted: auto-replied'] },
    [
      [
        'text/plain; charset=us-ascii',
        ['This is the mail system at host mx.example.com.', '', `<${of.about}>: host mail.example[192.0.2.25] said: ${words}`],
      ],
      [
        'message/delivery-status',
        [
          'Reporting-MTA: dns; mx.example.com',
          'X-Postfix-Queue-ID: 4F1A2B',
          'Arrival-Date: Tue, 14 Apr 2026 08:00:01 +0000 (UTC)',
          '',
          `Final-Recipient: rfc822; ${of.about}`,
          `Original-Recipient: rfc822;${of.about}`,
          `Action: ${action}`,
          `Status: ${status}`,
          'Remote-MTA: dns; mail.example',
          `Diagnostic-Code: smtp; ${words.slice(0, words.lastIndexOf(' '))}`,
          `   ${words.slice(words.lastIndexOf(' '))}`,
        ],
      ],
      ['text/rfc822-headers', original(of)],
    ],
  );

/** Exim: no original recipient, a status without detail, the whole message. */
export const exim = (of: Bounced) =>
  report(
    'delivery-status',
    {
      from: 'Mail Delivery System <Mailer-Daemon@mx.example.com>',
      to: of.to,
      more: [`X-Failed-Recipients: ${of.about}`, 'Auto-Submitted: auto-replied'],
    },
    [
      [
        'text/plain; charset=us-ascii',
        ['This message was created automatically by mail delivery software.', '', `  ${of.about}`, '    host mail.example [192.0.2.25]'],
      ],
      [
        'message/delivery-status',
        [
          'Reporting-MTA: dns; mx.example.com',
          '',
          'Action: failed',
          `Final-Recipient: rfc822;${of.about}`,
          'Status: 5.0.0',
          'Remote-MTA: dns; mail.example',
          'Diagnostic-Code: smtp; 550 No such user here',
        ],
      ],
      ['message/rfc822', [...original(of), '', 'Hi there']],
    ],
  );

/** Exchange Online: base64 in its words, and a status with a comment of many words. */
export const exchange = (of: Bounced) =>
  report('delivery-status', { from: '<postmaster@contoso.example>', to: of.to, more: ['X-MS-Exchange-Message-Is-Ndr:'] }, [
    ['text/html; charset="us-ascii"', ['<html><body><p>Your message could not be delivered.</p></body></html>']],
    [
      'message/delivery-status',
      [
        'Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.exchangelabs.com',
        'Received-From-MTA: dns;mx.example.com',
        'Arrival-Date: Tue, 14 Apr 2026 08:00:02 +0000',
        '',
        `Final-Recipient: rfc822;${of.about}`,
        'Action: failed',
        'Status: 5.1.10',
        `Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${of.about} not found by SMTP address lookup`,
        `X-Display-Name: ${of.about}`,
      ],
    ],
    ['message/rfc822', [...original(of), 'Content-Type: text/plain', '', 'Hi there']],
  ]);

/** Gmail: the words go over several lines of SMTP. */
export const gmail = (of: Bounced) =>
  report(
    'delivery-status',
    { from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>', to: of.to, more: [`X-Failed-Recipients: ${of.about}`] },
    [
      ['text/plain; charset="UTF-8"', ['** Address not found **', '', `Your message wasn't delivered to ${of.about}.`]],
      [
        'message/delivery-status',
        [
          'Reporting-MTA: dns; googlemail.com',
          'Arrival-Date: Tue, 14 Apr 2026 01:00:02 -0700 (PDT)',
          `X-Original-Message-ID: ${of.id}`,
          '',
          `Final-Recipient: rfc822; ${of.about}`,
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the domain gmail.com.)',
          'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try',
          " 550-5.1.1 double-checking the recipient's email address for typos or",
          ' 550 5.1.1 unnecessary spaces. For more information, go to the help pages.',
          'Last-Attempt-Date: Tue, 14 Apr 2026 01:00:05 -0700 (PDT)',
        ],
      ],
      ['message/rfc822', original(of)],
    ],
  );

/** qmail: words of its own. */
export const qmail = (of: Bounced, words = 'Sorry, no mailbox here by that name. (#5.1.1)', from = 'MAILER-DAEMON@mx.example.com') =>
  mail([
    'Return-Path: <>',
    `From: ${from}`,
    `To: ${of.to}`,
    'Date: 14 Apr 2026 08:00:05 -0000',
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at mx.example.com.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "This is a permanent error; I've given up. Sorry it didn't work out.",
    '',
    `<${of.about}>:`,
    words,
    '',
    '--- Below this line is a copy of the message.',
    '',
    ...original(of),
    '',
    'Error 550 5.1.1 is what our product mends.',
  ]);

/** A complaint of a feedback loop. */
export const arf = (of: Bounced, { type = 'abuse', from = 'hello@example.com', rcpt = of.about as string | null } = {}) =>
  report('feedback-report', { from: 'feedback@arf.mail.yahoo.example', to: of.to }, [
    ['text/plain; charset="US-ASCII"', ['This is an email abuse report for an email message.']],
    [
      'message/feedback-report',
      [
        `Feedback-Type: ${type}`,
        'User-Agent: Yahoo!-Mail-Feedback/2.0',
        'Version: 1',
        `Original-Mail-From: <${from}>`,
        ...(rcpt ? [`Original-Rcpt-To: ${rcpt}`] : []),
        'Received-Date: Tue, 14 Apr 2026 08:10:00 +0000',
        'Reported-Domain: example.com',
      ],
    ],
    ['message/rfc822', [...original(rcpt ? of : { ...of, about: 'redacted' }), '', 'Hi there']],
  ]);
