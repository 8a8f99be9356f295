import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { MessageId } from '../../platform/ids.ts';
import { looksLikeReturnPath } from '../messages/return-path.ts';
import { addressOf, type FeedbackEvent, kindOfRefusal, momentOf, wordsOf } from './event.ts';
import type { ReadReturnPath } from './feedback.service.ts';
import { isSame, notSigned, type Provider } from './provider.ts';

/**
 * A bounce begins with its report; the returned message at its end may be of any length. Lines cost more than bytes: half a megabyte of
 * empty ones blocked the process for seconds.
 */
const MOST_BYTES = 256 * 1024;
const MOST_LINES = 5_000;
const MOST_GROUPS = 100;
const MOST_ADDRESSES = 50;
const LIMITS = { forceRfc822Attachments: true, maxNestingDepth: 10, maxHeadersSize: 64 * 1024 } as const;

type Fields = Map<string, string>;

interface BounceMail {
  raw: Buffer;
  /** From the mail server that hands it over. */
  recipient: string | null;
  isReturnPath: (address: string) => boolean;
}

/**
 * Reads reports of delivery (RFC 3464), complaints (RFC 5965), and bounces in a server's own words; anything else yields nothing. Never
 * throws.
 */
export async function readBounceMail({ raw, recipient, isReturnPath }: BounceMail, now: Date): Promise<FeedbackEvent[]> {
  const email = await PostalMime.parse(beginningOf(raw), LIMITS).catch(() => null);
  if (!email) return [];
  const headers: Fields = new Map();
  for (const { key, value } of email.headers) if (!headers.has(key)) headers.set(key, value);
  const original = originalOf(email);
  const ours = (given: (string | null | undefined)[]) => {
    const addresses = given.map(addressOf).filter((address) => address !== null);
    return addresses.find(isReturnPath) ?? addresses.find(looksLikeReturnPath) ?? null;
  };
  const messageId = original.get('message-id') ?? null;

  const complaint = partOf(email, /^message\/feedback-report$/i);
  if (complaint) return complaintOf(groupsOf(complaint)[0] ?? new Map(), original, { messageId, ours, now });

  const to = email.headers.filter(({ key }) => /^(delivered-to|x-original-to|envelope-to|to)$/.test(key));
  const returnPath = ours([recipient, ...to.flatMap(({ value }) => value.split(',')).slice(0, MOST_ADDRESSES)]);
  const at = momentOf(headers.get('date'), now);
  const status = partOf(email, /^message\/(global-)?delivery-status$/i);
  const reports = status ? groupsOf(status).flatMap((group) => recipientOf(group, { at, messageId, returnPath }) ?? []) : [];
  if (reports.length > 0) return reports;
  return returnPath ? looselyRead(email, headers, { at, messageId, returnPath }) : [];
}

function beginningOf(raw: Buffer): Buffer {
  const most = Math.min(raw.length, MOST_BYTES);
  let end = 0;
  for (let lines = 0; lines < MOST_LINES && end < most; lines++) {
    const newline = raw.indexOf(0x0a, end);
    end = newline < 0 ? most : newline + 1;
  }
  return raw.subarray(0, Math.min(end, most));
}

type Known = Pick<FeedbackEvent, 'at' | 'messageId' | 'returnPath'>;

function recipientOf(fields: Fields, known: Known): FeedbackEvent | null {
  const action = fields.get('action')?.toLowerCase().trim();
  const address = typed(fields.get('original-recipient')) ?? typed(fields.get('final-recipient'));
  if (!action || !address) return null;
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null;
  const words = wordsOf(fields.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;/, ''));
  const event = { ...known, address, reason: words ?? wordsOf(status) };
  if (/^failed\b/.test(action)) return { ...event, kind: kindOfRefusal(words, status, 'failed') };
  if (/^delayed\b/.test(action)) return { ...event, kind: 'delayed' };
  // Handed on to a server that sends no reports.
  return /^(delivered|relayed|expanded)\b/.test(action) ? { ...event, kind: 'delivered' } : null;
}

/** Other reports of this form are about signatures or viruses. */
const COMPLAINTS = /^(abuse|fraud|miscategorized|opt-out(-list)?)$/i;

function complaintOf(
  fields: Fields,
  original: Fields,
  { messageId, ours, now }: { messageId: MessageId | null; ours: (addresses: (string | undefined)[]) => string | null; now: Date },
): FeedbackEvent[] {
  const type = fields.get('feedback-type') ?? '';
  if (!COMPLAINTS.test(type)) return [];
  const address = [
    fields.get('original-rcpt-to'),
    fields.get('removal-recipient'),
    original.get('x-hmxmroriginalrecipient'),
    original.get('to'),
  ].map(addressOf);
  return [
    {
      kind: 'complained',
      address: address.find((one) => one !== null) ?? null,
      reason: wordsOf(type, fields.get('user-agent')),
      at: momentOf(fields.get('arrival-date') ?? fields.get('received-date'), now),
      messageId,
      returnPath: ours([fields.get('original-mail-from'), original.get('return-path')]),
    },
  ];
}

const FROM_A_SERVER = /mailer-daemon|postmaster|mail delivery|microsoftexchange/i;
/** The original message stands below it, with any content. */
const COPY_BELOW = /^-{2,}.{0,80}\b(copy|original message|below this line|returned message)\b.*$/im;

/**
 * A bounce in a server's own words. It is believed only if it came to a return path of ours, from a server and not from an automatic
 * answer, and quotes a permanent refusal.
 */
function looselyRead(email: Email, headers: Fields, known: Known): FeedbackEvent[] {
  const isAnswer = /auto-replied/i.test(headers.get('auto-submitted') ?? '') || headers.has('x-autoreply') || headers.has('x-autorespond');
  if (isAnswer || !FROM_A_SERVER.test(headers.get('from') ?? '')) return [];
  const text = (email.text ?? '').slice(0, 16_384);
  const end = COPY_BELOW.exec(text)?.index ?? text.length;
  const line = text
    .slice(0, end)
    .split(/\n\s*\n/)
    .map((paragraph) => wordsOf(paragraph))
    .find((paragraph) => paragraph !== null && /(?<![\d.])(5\d\d[ -]|5\.\d{1,3}\.\d{1,3}(?![\d.]))/.test(paragraph));
  return line ? [{ ...known, kind: kindOfRefusal(line, null, 'failed'), address: null, reason: line }] : [];
}

const typed = (value: string | undefined): string | null => addressOf(value?.replace(/^\s*(rfc822|utf-8)\s*;/i, ''));

function originalOf(email: Email): Fields {
  const part = partOf(email, /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/i);
  return (part && groupsOf(part)[0]) || new Map();
}

function partOf({ attachments }: Email, type: RegExp): string | null {
  const part = attachments.find(({ mimeType }) => type.test(mimeType));
  return part ? textOf(part) : null;
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8');

/** Fields in groups, parted by empty lines. The first of a name counts. */
function groupsOf(text: string): Fields[] {
  const groups: Fields[] = [];
  let name = '';
  let group: Fields = new Map();
  for (const line of text.split(/\r?\n/)) {
    const [, key, value] = /^([\x21-\x39\x3b-\x7e]{1,100})[ \t]*:(.*)$/.exec(line) ?? [];
    if (line.trim() === '') {
      if (group.size > 0 && groups.push(group) >= MOST_GROUPS) return groups;
      [name, group] = ['', new Map()];
    } else if (/^[ \t]/.test(line)) {
      const before = group.get(name);
      if (before !== undefined && before.length < 10_000) group.set(name, `${before} ${line.trim()}`);
    } else if (key !== undefined) {
      name = key.toLowerCase();
      if (group.has(name)) name = '';
      else group.set(name, (value ?? '').trim());
    }
  }
  if (group.size > 0) groups.push(group);
  return groups;
}

/** Bounces, each posted as it is by the mail server that took it. @param secret the bearer token of that server */
export function bounces(secret: string, readReturnPath: ReadReturnPath): Provider {
  return {
    name: 'bounces',
    // Many servers return the whole message.
    mostBytes: 5 * 1024 * 1024,
    judge({ header }) {
      const [, given = ''] = /^Bearer (\S+)$/i.exec(header('authorization') ?? '') ?? [];
      if (!isSame(given, secret)) throw notSigned();
    },
    async read({ query, body }, now) {
      const isReturnPath = (address: string) => readReturnPath(address) !== null;
      const events = await readBounceMail({ raw: body, recipient: query.get('recipient'), isReturnPath }, now);
      return events.length > 0 ? events : [{ ...UNREAD, at: now }];
    },
  };
}

const UNREAD = { kind: 'unread', address: null, reason: null, messageId: null, returnPath: null } as const satisfies Partial<FeedbackEvent>;
