import { fromUlid, type MessageId } from '../../platform/ids.ts';
import type { Reply } from '../../platform/mail/mailer.ts';
import { isSoftBounce, judge } from '../deliveries/policy.ts';

/**
 * The fate of a message after a server has taken it:
 * - `bounced`: the address is bad for good; it is not mailed again.
 * - `failed`: the message was given up, and the address is not to blame.
 * - `complained`: the person calls it spam; the address is not mailed again.
 * - `delivered`: it arrived, which is news only of a message whose outcome was unknown.
 * - `delayed`: a server is still trying. It changes nothing.
 * - `unread`: a mail that reports none of these, such as an automatic answer, or that cannot be read. It changes nothing.
 */
export type FeedbackKind = 'bounced' | 'failed' | 'complained' | 'delivered' | 'delayed' | 'unread';

export interface FeedbackEvent {
  kind: FeedbackKind;
  address: string | null;
  reason: string | null;
  at: Date;
  /** Our Message-ID, as far as it is known. */
  messageId: MessageId | null;
  /** The envelope sender, which need not be one of ours, nor whole. */
  returnPath: string | null;
}

export type Decisive = FeedbackEvent & { kind: Exclude<FeedbackKind, 'delayed' | 'unread'> };
export const isDecisive = (event: FeedbackEvent): event is Decisive => event.kind !== 'delayed' && event.kind !== 'unread';

const MOST_WORDS = 500;

/** External text as it is kept: one line, of bounded length, that the database can hold. */
export function wordsOf(...parts: unknown[]): string | null {
  const words = parts
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
    .slice(0, 4 * MOST_WORDS)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
  return words.slice(0, MOST_WORDS).toWellFormed() || null;
}

/** As addresses are compared: without angle brackets, lower case. */
export function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 1_000) return null;
  const [, bare = value] = /<([^<>]*)>\s*$/.exec(value) ?? [];
  const address = bare.trim().toLowerCase();
  return /^[^\s@\0]+@[^\s@\0]+$/.test(address) ? address : null;
}

/** An external time. An invalid or future one is now. */
export function momentOf(value: unknown, now: Date): Date {
  const at = new Date(typeof value === 'number' ? value * 1_000 : typeof value === 'string' ? value : Number.NaN);
  return at.getTime() > 0 && at < now ? at : now;
}

/**
 * Judges a permanent refusal like a reply to us.
 * @param enhanced the status that the notice names beside the words
 * @param trusted the result for a refusal without any code
 */
export function kindOfRefusal(words: string | null, enhanced: string | null, trusted: 'bounced' | 'failed'): 'bounced' | 'failed' {
  const reply = refusalOf(words, enhanced);
  if (!reply) return trusted;
  return judge({ accepted: false, begun: false, reply }).verdict === 'bounced' ? 'bounced' : 'failed';
}

/** Whether a message that failed counts against its address. */
export function isSoft(words: string | null): boolean {
  const reply = refusalOf(words, null);
  return reply !== undefined && isSoftBounce(reply);
}

/** Undefined without any code. */
function refusalOf(words: string | null, enhanced: string | null): Reply | undefined {
  const said = words ?? '';
  const code = Number(/(?<![\d.])([45]\d\d)(?![\d.])/.exec(said)?.[1] ?? (enhanced ? `${enhanced[0]}50` : Number.NaN));
  const own = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(said)?.[1];
  const status = own ?? (enhanced && /^[45]\.\d{1,3}\.\d{1,3}$/.test(enhanced) ? enhanced : null);
  if (Number.isNaN(code) && status === null) return undefined;
  return { phase: 'rcpt', code: Number.isNaN(code) ? 550 : code, enhanced: status, text: said };
}

export function deliveryOf(messageId: MessageId | null): string | null {
  const [, ulid] = /^\s*<?([0-7][0-9a-hjkmnp-tv-z]{25})@[^\s<>@]{1,255}>?\s*$/i.exec(messageId ?? '') ?? [];
  return ulid ? fromUlid(ulid.toUpperCase()) : null;
}
