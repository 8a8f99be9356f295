import type { Ending, Phase, Reply } from '../../platform/mail/mailer.ts';
import type { Receiver } from './receivers/providers.ts';
import { asksForLess } from './receivers/refusals.ts';

/**
 * The meaning of a message's end for its recipient and for the transport:
 * - `accepted`: taken over by the server.
 * - `bounced`: the address is bad for good; it is not mailed again.
 * - `failed`: for good, but only this recipient or message; the address is not suppressed.
 * - `deferred`: a temporary refusal of this recipient: tried again for up to 24 hours.
 * - `doubtful`: relay, policy or sender refused: the transport's trouble, unless others get through.
 * - `receiver_throttled`: the receiver wants less mail for now: its pace slows, and other receivers get theirs.
 * - `throttled`: the server wants less, or nothing for now: no recipient is used up, the pace slows.
 * - `unreachable`: there is no connection, or no greeting.
 * - `credentials`: ours are refused for good, or needed and not there.
 * - `lost`: the connection ended in the content: the message may have arrived.
 */
export interface Verdict {
  verdict:
    | 'accepted'
    | 'bounced'
    | 'failed'
    | 'deferred'
    | 'doubtful'
    | 'receiver_throttled'
    | 'throttled'
    | 'unreachable'
    | 'credentials'
    | 'lost';
  reason: string;
}

interface Rule {
  verdict: Verdict['verdict'];
  /** First digits of the code: `4` is any temporary refusal. */
  code?: RegExp;
  /** Of the enhanced code; `null`: there is none, or one that says nothing (x.0.0). */
  enhanced?: RegExp | null;
  phase?: Phase[];
  /** All of them match. */
  words?: RegExp[];
  /** The message is to blame, not the mailbox. */
  isOfMessage?: true;
}

const OPENING: Phase[] = ['connect', 'tls', 'greeting', 'hello'];
/** There is one recipient to each message, so a reply to the content is about the recipient, too. */
const RECIPIENT: Phase[] = ['rcpt', 'data', 'content'];

/** "Relay access denied", "Relaying not permitted", "Unable to relay" */
const RELAY = /\brelay/i;
/** Postfix and Exim reject MAIL at RCPT: "Sender address rejected: Domain not found", "Sender verify failed" */
const SENDER =
  /\b(sender|from|return[- ]path)\b.{0,60}\b(reject|denied|refus|verif|not (allowed|authori[sz]ed|owned|permitted|exist|valid)|invalid|unknown|domain)|email address is not verified/i;
/** "Greylisted", "Postgrey", "Recipient address rejected: Greylisting in action" */
const GREYLISTED = /gr[ea]y[- ]?list|postgrey/i;
/** "Mailbox full", "user is over quota", "not enough storage in the mailbox" */
const FULL =
  /\b(mailbox|mail box|inbox|user|recipient|account|storage)\b.{0,60}\b(full|quota|exceed|storage|space)|\bover ?quota\b|\b(quota|full|storage)\b.{0,40}\b(mailbox|inbox|user)\b/i;
/** Quotas of ours, not of a mailbox: "Daily message quota exceeded", "Maximum sending rate exceeded", "reached your daily limit" */
const OUR_QUOTA =
  /\b(daily|hourly|monthly|sending|send|outbound|message|messages|credits?)\b.{0,40}\b(quota|limit|rate|credits?)\b|\b(rate|credits)\b.{0,40}exceed/i;
const TOO_MUCH =
  /throttl|\brate|\btoo (many|much|fast|quickly|often|frequent)|\bslow(er)? down|\bquota|\blimit|\bexceeded\b|\bbusy\b|overload|concurren|insufficient|(out of|not enough|low on) .{0,20}(disk|space|storage|resources|memory)|disk full|back ?off|unusual/i;
/** "Message rejected as spam", "blocked using zen.spamhaus.org", "fails DMARC" */
const POLICY =
  /\b(spam|blocked|block ?list|black ?list|deny ?list|listed|reputation|polic(y|ies)|banned|abuse|virus|malware|phish|unsolicited|spf|dkim|dmarc|dnsbl|rbl|denied|not (allowed|authori[sz]ed|permitted)|prohibited|unauthenticated|reverse dns|ptr)\b/i;
const PERSON = /\b(user|mailbox|mail box|recipient|account|addressee|alias|inbox|address|person)s?\b/i;
const GONE =
  /\bno such|unknown|not (be )?(found|exist|known|valid|active|listed|here|local)|n[o']t exist|\bno (mailbox|user|account)|invalid|unavailable|disabled|inactive|deactivated|suspended|closed|expired|no longer|non-?existent|unrecogni[sz]ed|undeliverable|not a (known|valid|local)|does not have/i;

const RULES: Rule[] = [
  { verdict: 'unreachable', phase: OPENING },
  { verdict: 'unreachable', phase: ['auth'], code: /^4/ }, // 454 4.7.0 Temporary authentication failure
  { verdict: 'credentials', phase: ['auth'] }, // 535 5.7.8, 534, 538, 504
  { verdict: 'credentials', code: /^53[0458]/ }, // 530 5.7.57 Client not authenticated to send mail

  // A farewell, at any time and for any reason.
  { verdict: 'throttled', code: /^421/ },

  { verdict: 'doubtful', code: /^4/, words: [RELAY] }, // 454 4.7.1 Relay access denied
  { verdict: 'deferred', code: /^4/, phase: RECIPIENT, words: [GREYLISTED] }, // 450 4.7.1, 450 4.2.0, 451
  { verdict: 'deferred', code: /^4/, phase: RECIPIENT, enhanced: /^4\.2\./ }, // 452 4.2.2 full, 450 4.2.1 receives too quickly
  { verdict: 'throttled', code: /^4/, words: [OUR_QUOTA] }, // 454 Throttling failure: Daily message quota exceeded
  { verdict: 'deferred', code: /^4/, phase: RECIPIENT, words: [FULL] }, // 452 Mailbox full
  { verdict: 'throttled', code: /^4/, words: [TOO_MUCH] }, // 452 4.5.3 Too many recipients, 452 insufficient system storage
  { verdict: 'throttled', code: /^4/, enhanced: /^4\.(7\.\d+|3\.[12]|4\.5|5\.3)$/ },
  { verdict: 'throttled', code: /^454/ },
  { verdict: 'throttled', code: /^4/, phase: ['mail'] }, // 451 4.1.8 of our sender, 451 4.3.0: the same for everybody
  { verdict: 'throttled', code: /^4/, words: [SENDER] }, // 450 4.1.8 Sender address rejected: Domain not found
  { verdict: 'deferred', code: /^4/ }, // 450, 451 and 452 without a word of why

  // Permanent refusals that are about us.
  { verdict: 'doubtful', code: /^5/, words: [RELAY] }, // 554 5.7.1 Relay access denied, 550 relay not permitted
  { verdict: 'failed', code: /^5/, enhanced: /^5\.(3\.4|6\.\d+)$/, isOfMessage: true }, // 552 5.3.4 Message too big
  { verdict: 'failed', code: /^552/, phase: ['mail'], isOfMessage: true },
  { verdict: 'deferred', code: /^5/, phase: RECIPIENT, enhanced: /^5\.2\.12[12]$/ }, // receives too much this hour (Exchange Online)
  { verdict: 'failed', code: /^5/, phase: RECIPIENT, enhanced: /^5\.2\.[2-9]/ }, // 552 5.2.2 Mailbox full
  { verdict: 'throttled', code: /^5/, words: [OUR_QUOTA] }, // 550 5.4.5 Daily sending quota exceeded, 550 5.1.90
  { verdict: 'doubtful', code: /^5/, enhanced: /^5\.(7\.\d+|1\.[78])$/ }, // 550 5.7.26 unauthenticated, 553 5.1.8 bad sender
  { verdict: 'doubtful', code: /^5/, words: [SENDER] }, // 550 5.1.0 Sender address rejected, 550 Sender verify failed
  { verdict: 'doubtful', code: /^5/, phase: ['mail'] },

  // Permanent refusals that are about the recipient.
  { verdict: 'bounced', code: /^5/, phase: RECIPIENT, enhanced: /^5\.(1\.[1-9]\d*|2\.1)$/ }, // 550 5.1.1 User unknown, 556 5.1.10
  { verdict: 'failed', code: /^5/, phase: RECIPIENT, words: [FULL] }, // 552 Mailbox full
  { verdict: 'doubtful', code: /^5/, enhanced: null, words: [POLICY] }, // 554 Message rejected as spam, 550 blocked
  { verdict: 'bounced', code: /^5/, phase: RECIPIENT, enhanced: /^5\.1\.0$/ }, // 550 5.1.0 Address rejected
  { verdict: 'throttled', code: /^5/, words: [TOO_MUCH] }, // 554 too many messages
  { verdict: 'bounced', code: /^55[013]/, phase: ['rcpt'], enhanced: null, words: [PERSON, GONE] }, // 550 No such user here
  { verdict: 'failed', code: /^552/ },
  { verdict: 'doubtful', code: /^50[0234]/ }, // 503 Bad sequence: out of step with us, not with the recipient
  { verdict: 'failed', code: /^5/, phase: ['rcpt'] },
  { verdict: 'failed', code: /^5/, enhanced: /^5\.[1-9]\./, phase: RECIPIENT },
  // A bare refusal of a content, which others get, too: 554 Message rejected, 554 Transaction failed
  { verdict: 'doubtful' },
];

/** @param receiver of the recipient; without it, words of receivers count as those of the mail server */
export function judge({ accepted, begun, reply }: Ending, receiver?: Receiver): Verdict {
  const reason = [reply.code, reply.enhanced, reply.text].filter((part) => part !== null && part !== '').join(' ');
  if (accepted) return { verdict: 'accepted', reason };
  // Neither a yes nor a no, although the content had left.
  if (begun && (reply.code === null || reply.code < 400)) return { verdict: 'lost', reason };
  // A connection that ends on a recipient's name may end on it every time; elsewhere the recipient is not the cause.
  if (reply.code === null) return { verdict: reply.phase === 'rcpt' || reply.phase === 'data' ? 'deferred' : 'unreachable', reason };
  if (receiver && isOfRecipient(reply) && asksForLess(reply, receiver)) return { verdict: 'receiver_throttled', reason };
  return { verdict: ruleOf(reply).verdict, reason };
}

const ruleOf = (reply: Reply): Rule => RULES.find((rule) => fits(rule, reply)) as Rule;

/** Whether mail that failed with this reply counts against the address, such as one to a mailbox that has been full for long. */
export function isSoftBounce(reply: Reply): boolean {
  if (reply.code === null) return false;
  const { verdict, isOfMessage } = ruleOf(reply);
  return (verdict === 'failed' && !isOfMessage) || verdict === 'deferred';
}

export const isOfRecipient = ({ phase }: Reply): boolean => RECIPIENT.includes(phase);

function fits({ code, enhanced, phase, words }: Rule, reply: Reply): boolean {
  if (phase && !phase.includes(reply.phase)) return false;
  if (code && !code.test(String(reply.code))) return false;
  if (enhanced === null && reply.enhanced !== null && !reply.enhanced.endsWith('.0.0')) return false;
  if (enhanced && !enhanced.test(reply.enhanced ?? '')) return false;
  return words === undefined || words.every((pattern) => pattern.test(reply.text));
}

/** After each temporary refusal; the last figure repeats. */
const RETRY_MINUTES = [1, 5, 15, 30, 60, 120, 240];
/** Temporary refusals for so long fail the mail. */
const LONGEST_MS = 24 * 60 * 60_000;

/** Null when it has been tried for long enough. @param attempts those before the last one */
export function retryAt({ attempts, first_attempt_at }: { attempts: number; first_attempt_at: Date | null }, now: Date): Date | null {
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length - 1)] as number;
  const first = (first_attempt_at ?? now).getTime();
  if (now.getTime() - first >= LONGEST_MS) return null;
  return new Date(Math.min(now.getTime() + minutes * 60_000, first + LONGEST_MS));
}

/**
 * The mail server's id of a message: `2.0.0 Ok: queued as 4F1A2B`, `Ok 0100018f…-000000` (SES), `OK id=1abcDE-000123-4F` (Exim), `Ok:
 * queued as <id>`.
 */
export function providerId(words: string): string | null {
  const [, id] =
    /\bqueued as <?([^\s<>]{4,200})>?/i.exec(words) ??
    /\bid[=: ]\s*<?([^\s<>]{4,200})>?/i.exec(words) ??
    /^(?:2\.\d{1,3}\.\d{1,3} )?ok:? <?([\w.@+-]{16,200})>?$/i.exec(words) ??
    [];
  return id ?? null;
}
