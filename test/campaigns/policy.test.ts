/** Replies of mail servers and their meaning: from the documentation of their operators, or from their programs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge, type Verdict } from '../../src/campaigns/deliveries/policy.ts';
import type { Phase } from '../../src/platform/mail/mailer.ts';
import { replyOf } from '../../src/platform/mail/reply.ts';
import '../support/chance.ts';

const PHASES: Phase[] = ['connect', 'tls', 'greeting', 'hello', 'auth', 'mail', 'rcpt', 'data', 'content'];

/** A reply as it comes over the line. */
function said(phase: Phase, line: string): Verdict {
  const [code, ...words] = line.split(' ');
  return judge({ accepted: false, begun: phase === 'content', reply: replyOf(phase, Number(code), [words.join(' ')]) });
}

const REPLIES: Record<Exclude<Verdict['verdict'], 'accepted' | 'lost' | 'receiver_throttled'>, [Phase, string][]> = {
  bounced: [
    ['rcpt', '550 5.1.1 <ada@example.net>: Recipient address rejected: User unknown in local recipient table'], // Postfix
    ['rcpt', '550 5.1.1 <ada@example.net>: Recipient address rejected: User unknown in virtual mailbox table'],
    ['rcpt', '550 5.1.0 <ada@example.net>: Recipient address rejected: User unknown'],
    ['rcpt', '550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking'], // Gmail
    ['rcpt', '550 5.2.1 The email account that you tried to reach is disabled.'], // Gmail
    ['rcpt', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'], // Exchange Online
    ['rcpt', '556 5.1.10 <ada@example.net>: Recipient address rejected: Domain example.net does not accept mail (nullMX)'],
    ['rcpt', '550 5.1.2 Bad destination host'],
    ['rcpt', '501 5.1.3 Bad recipient address syntax'],
    ['rcpt', '553 5.1.3 The address cannot be said to a mail server.'],
    ['rcpt', '551 5.1.6 User has moved'],
    ['content', '550 5.1.1 User unknown'],
    ['rcpt', '550 no such user'],
    ['rcpt', '550 No such user here'],
    ['rcpt', '550 Unknown user'],
    ['rcpt', '550 Unrouteable address; user unknown'],
    ['rcpt', '550 Requested action not taken: mailbox unavailable'], // RFC 5321
    ['rcpt', '551 User not local'],
    ['rcpt', '553 sorry, no mailbox here by that name (#5.1.1)'], // qmail
    ['rcpt', '550 This mailbox has been disabled'],
    ['rcpt', '550 Invalid recipient'],
    ['rcpt', "550 The address doesn't exist"],
    ['rcpt', '550 5.0.0 No such mailbox'],
  ],
  failed: [
    ['rcpt', '552 5.2.2 The email account that you tried to reach is over quota.'],
    ['rcpt', '550 5.2.2 <ada@example.net>: user is over quota'],
    ['rcpt', '552 Mailbox full'],
    ['rcpt', '550 User is over quota'],
    ['rcpt', '552 5.2.3 Message length exceeds the limit of this mailbox'],
    ['rcpt', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'], // Exchange Online
    ['rcpt', '550 no thank you'],
    ['rcpt', '550 5.5.0 Requested action not taken: mailbox unavailable'],
    ['mail', '552 5.3.4 Message size exceeds fixed limit'],
    ['mail', '552 Message size exceeds maximum'],
    ['content', '552 5.3.4 Message too big for system'],
    ['content', '554 5.6.0 Message content is not acceptable here: bare LF'],
    ['rcpt', '553 5.6.7 The mail server takes no addresses with letters beyond ASCII before the @.'],
    ['content', '552 Requested mail action aborted'],
  ],
  deferred: [
    [
      'rcpt',
      '450 4.2.0 <ada@example.net>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.net.html',
    ],
    ['rcpt', '450 4.7.1 <ada@example.net>: Recipient address rejected: Greylisting in action, please come back later'],
    ['rcpt', '451 4.7.1 Greylisting in action, please come back in 00:05:00'],
    ['rcpt', '451 4.7.1 Temporarily deferred: graylisted'],
    ['data', '451 Greylisted, please try again in 300 seconds'],
    ['rcpt', '450 greylisted'],
    ['rcpt', '452 4.2.2 The email account that you tried to reach is over quota.'], // Gmail
    ['rcpt', '450 4.2.1 The user you are trying to contact is receiving mail too quickly.'], // Gmail
    ['rcpt', '452 Mailbox full'],
    ['rcpt', '451 4.2.2 <ada@example.net>: Mailbox is full'],
    ['rcpt', '550 5.2.121 Recipient hourly message receive limit exceeded from specific sender'], // Exchange Online
    ['rcpt', '450 4.1.1 <ada@example.net>: Recipient address rejected: unverified address'], // Postfix
    ['rcpt', '450 4.1.2 <ada@example.net>: Recipient address rejected: Domain not found'],
    ['rcpt', '451 4.3.0 <ada@example.net>: Temporary lookup failure'],
    ['rcpt', '451 4.4.1 Connection timed out to the destination'],
    ['rcpt', '450 try later'],
    ['rcpt', '451 Requested action aborted: local error in processing'],
    ['content', '451 Temporary local problem - please try later'], // Exim
    ['content', '452 no thank you'],
  ],
  doubtful: [
    ['rcpt', '554 5.7.1 <ada@example.net>: Relay access denied'], // Postfix
    ['rcpt', '454 4.7.1 <ada@example.net>: Relay access denied'], // Postfix, where it puts off
    ['rcpt', '550 relay not permitted'], // Exim
    ['rcpt', '550 relaying denied'],
    ['rcpt', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'], // Exchange
    ['rcpt', '550 5.7.1 Unable to relay for ada@example.net'],
    ['content', '550 5.7.26 This mail has been blocked because the sender is unauthenticated.'], // Gmail
    ['content', '550 5.7.1 Our system has detected that this message is likely unsolicited mail.'], // Gmail
    ['content', '552 5.7.0 This message was blocked because its content presents a potential security issue.'],
    ['rcpt', '550 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
    ['rcpt', '554 5.7.1 Service unavailable; client [192.0.2.1] blocked using bl.example'],
    ['rcpt', '550 5.7.606 Access denied, banned sending IP [192.0.2.1]'],
    ['rcpt', '550 5.1.8 Access denied, bad outbound sender'],
    ['rcpt', '553 5.1.8 <hello@example.com>: Sender address rejected: Domain not found'],
    ['rcpt', '550 5.1.0 <hello@example.com>: Sender address rejected: User unknown in virtual mailbox table'],
    ['rcpt', '553 5.7.1 <hello@example.com>: Sender address rejected: not owned by user juniper'],
    ['rcpt', '550 Sender verify failed'], // Exim
    ['mail', '553 sender not allowed'],
    ['mail', '550 5.1.7 Invalid address'],
    ['mail', '550 The from address does not match a verified Sender Identity.'], // SendGrid
    ['content', '554 Message rejected: Email address is not verified. The following identities failed the check'], // SES
    ['content', '554 Message rejected'],
    ['content', '554 Transaction failed'],
    ['content', '554 no thank you'],
    ['content', '550 Message was blocked by our spam filter'],
    ['rcpt', '550 blocked by policy'],
    ['rcpt', '503 5.5.1 Error: need MAIL command'],
    ['mail', '521 Host does not accept mail'],
    ['data', '250 fine'],
  ],
  throttled: [
    ['mail', '454 Throttling failure: Maximum sending rate exceeded.'], // SES
    ['content', '454 Throttling failure: Daily message quota exceeded.'], // SES
    ['mail', '421 4.7.0 Try again later, closing connection.'], // Gmail
    ['content', '421 4.7.28 Our system has detected an unusual rate of unsolicited mail'], // Gmail
    ['rcpt', '450 4.7.28 Unusual rate of mail'],
    ['rcpt', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints'], // Yahoo
    ['mail', '421 too many connections from your address'],
    ['rcpt', '421 4.3.2 Service shutting down'],
    ['content', '421 shutting down'],
    ['mail', '454 4.7.0 Temporarily not available'],
    ['rcpt', '452 4.5.3 Error: too many recipients'], // Postfix
    ['rcpt', '452 too many recipients'],
    ['mail', '452 4.3.1 Insufficient system storage'],
    ['content', '452 4.3.1 Insufficient system resources'],
    ['rcpt', '451 4.7.500 Server busy. Please try again later from [192.0.2.1].'], // Exchange Online
    ['mail', '451 4.7.1 Received too many messages from a new or untrusted IP: 192.0.2.1'],
    ['rcpt', '450 4.7.1 Error: too much mail from 192.0.2.1'], // Postfix
    ['mail', '451 4.3.0 Error: queue file write error'],
    ['mail', '451 later'],
    ['rcpt', '450 4.1.8 <hello@example.com>: Sender address rejected: Domain not found'],
    ['mail', '451 Authentication failed: Maximum credits exceeded'], // SendGrid
    ['rcpt', '550 5.4.5 Daily sending quota exceeded'], // Gmail
    ['rcpt', "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients"], // Exchange Online
    ['content', '550 5.7.1 Hourly sending limit reached'],
    ['content', '554 Too many messages in this hour'],
  ],
  unreachable: [
    ['greeting', '554 5.7.1 We do not know you'],
    ['greeting', '421 4.7.0 Too many connections'],
    ['hello', '550 Access denied'],
    ['tls', '454 4.7.0 TLS not available due to local problem'],
    ['auth', '454 4.7.0 Temporary authentication failure'],
    ['auth', '421 4.7.0 Too many login attempts, please try again later'],
  ],
  credentials: [
    ['auth', '535 5.7.8 Error: authentication failed'],
    ['auth', '535 5.7.139 Authentication unsuccessful, basic authentication is disabled'],
    ['auth', '534 5.7.9 Application-specific password required'],
    ['auth', '504 5.5.4 The mail server offers no way to log in that is known here. It offers: none.'],
    ['auth', '503 5.5.1 AUTH not available'],
    ['mail', '530 5.7.0 Authentication Required'],
    ['mail', '530 5.7.57 Client not authenticated to send mail'], // Exchange Online
    ['mail', '530 5.7.0 Must issue a STARTTLS command first'],
    ['rcpt', '530 5.7.1 Authentication required'],
    ['mail', '535 Authentication credentials invalid'],
  ],
};

describe('a reply', () => {
  for (const [verdict, replies] of Object.entries(REPLIES)) {
    it.each(replies)(`at %s is ${verdict}: %s`, (phase, line) => {
      expect(said(phase, line)).toEqual({ verdict, reason: line });
    });
  }

  it('of several lines is told once', () => {
    const reply = replyOf('rcpt', 550, ['5.1.1 The account', '5.1.1 is gone']);
    expect(judge({ accepted: false, begun: false, reply })).toEqual({ verdict: 'bounced', reason: '550 5.1.1 The account is gone' });
  });
});

describe('the end of a message', () => {
  it('is accepted by the word for it, whatever else it says', () => {
    const reply = replyOf('content', 250, ['2.0.0 Ok: queued, relay throttled']);
    expect(judge({ accepted: true, begun: true, reply })).toEqual({ verdict: 'accepted', reason: '250 2.0.0 Ok: queued, relay throttled' });
  });

  it.each([
    ['connect', 'unreachable'],
    ['tls', 'unreachable'],
    ['greeting', 'unreachable'],
    ['hello', 'unreachable'],
    ['auth', 'unreachable'],
    ['mail', 'unreachable'],
    ['rcpt', 'deferred'],
    ['data', 'deferred'],
    ['content', 'lost'],
  ] as const)('without a word at %s is %s', (phase, verdict) => {
    const reply = replyOf(phase, null, ['The connection was lost.']);
    expect(judge({ accepted: false, begun: phase === 'content', reply })).toEqual({ verdict, reason: 'The connection was lost.' });
  });

  it.each([
    ['google', 'content', '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address', true],
    ['google', 'rcpt', '421 4.7.0 Our system has detected an unusual rate of unsolicited mail', false],
    ['google', 'rcpt', '421 4.7.26 Your email has been rate limited because it is unauthenticated', true],
    ['microsoft', 'rcpt', '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719)', true],
    ['microsoft', 'rcpt', '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.', true],
    ['microsoft', 'rcpt', '421 RP-001 (SNT004-MC1F43) Unfortunately, some messages from 192.0.2.1 weren’t sent.', true],
    ['yahoo', 'rcpt', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume', true],
    ['yahoo', 'content', '451 4.3.2 Message temporarily deferred', false],
    ['apple', 'rcpt', '450 4.7.0 Rate limit exceeded', false],
    ['comcast.net', 'rcpt', '421 4.1.0 192.0.2.1 Throttled - try again later.', false],
    ['orange.fr', 'rcpt', '421 Too many connections, slow down. OFR004_104', false],
  ] as const)('takes the words of %s at %s for its own: %s', (receiver, phase, line, isUnmistakable) => {
    const [code, ...words] = line.split(' ');
    const ending = { accepted: false, begun: phase === 'content', reply: replyOf(phase, Number(code), [words.join(' ')]) };
    const verdict = (name: string, isGuess = false) => judge(ending, { name, isGuess }).verdict;
    expect(verdict(receiver)).toBe('receiver_throttled');
    // From other receivers it is the mail server that speaks so.
    expect(verdict('fjord.example')).toBe(judge(ending).verdict);
    expect(verdict('fjord.example', true)).toBe(isUnmistakable ? 'receiver_throttled' : judge(ending).verdict);
    expect(judge({ ...ending, reply: { ...ending.reply, phase: 'mail' } }, { name: receiver, isGuess: false }).verdict).not.toBe(
      'receiver_throttled',
    );
  });

  it('leaves a receiver that lists grey at its pace', () => {
    const reply = replyOf('rcpt', 450, ['4.7.1 Greylisted, please try again later']);
    expect(judge({ accepted: false, begun: false, reply }, { name: 'google', isGuess: false }).verdict).toBe('deferred');
  });

  it('always means something, and suppresses only by a refusal for good of the recipient', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom(...Object.values(REPLIES).flatMap((replies) => replies.map(([, line]) => line.slice(4)))),
    );
    const endings = fc.record({
      accepted: fc.boolean(),
      begun: fc.boolean(),
      reply: fc
        .tuple(fc.constantFrom(...PHASES), fc.option(fc.integer({ min: 200, max: 599 })), fc.array(words))
        .map(([phase, code, lines]) => replyOf(phase, code, lines)),
    });
    fc.assert(
      fc.property(endings, (ending) => {
        const { verdict, reason } = judge(ending);
        expect([...Object.keys(REPLIES), 'accepted', 'lost']).toContain(verdict);
        expect(reason).not.toMatch(/[\r\n]/);
        expect(verdict === 'accepted').toBe(ending.accepted);
        const { code, phase } = ending.reply;
        if (verdict === 'bounced')
          expect([Math.floor((code as number) / 100), ['rcpt', 'data', 'content'].includes(phase)]).toEqual([5, true]);
        if (verdict === 'lost') expect(ending.begun).toBe(true);
        // A recipient who may have the message is not mailed again carelessly.
        if (ending.begun && code === null && !ending.accepted) expect(verdict).toBe('lost');
      }),
    );
  });
});
