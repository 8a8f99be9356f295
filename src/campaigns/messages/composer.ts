import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { apart } from '../../content/versions/apart.ts';
import { LARGEST_MAIL_BYTES } from '../../content/versions/html.ts';
import { type ContactId, type DeliveryId, type MessageId, type TopicId, toUlid, type WorkspaceId } from '../../platform/ids.ts';
import type { OutgoingMessage } from '../../platform/mail/mailer.ts';
import { escapeHtml } from '../../shared/html.ts';
import {
  Block,
  chosen,
  compileTemplate,
  isFlat,
  type MergeValues,
  mapPieces,
  metered,
  type Piece,
  type TemplatePart,
  templatePieces,
} from '../../shared/merge-tags.ts';
import { oneByOne } from '../../shared/single-flight.ts';
import { strictest, type TrackingMode } from '../../shared/tracking-mode.ts';
import type { DeliveryRef, Tokens } from '../tracking/tokens.ts';
import type { Signer } from './dkim.ts';
import { footerOf, type Sender, sentenceIn, textWithFooter, wordingFor } from './footer.ts';
import { addressesFor, type CampaignValues, personalValues } from './merge-values.ts';
import { personHeader, textHeader } from './mime.ts';
import { type OwnMessage, ownHeaders } from './own.ts';
import { columnOf, quotedPrintableInTurns, SOFT_BREAK, valueBehind } from './quoted-printable.ts';
import { streamHeaders } from './stream-headers.ts';
import { type EncodedFile, structureOf } from './structure.ts';
import { type Utm, withUtm } from './utm.ts';

export interface Message {
  id: string;
  workspaceId: WorkspaceId;
  operational: boolean;
  topicId?: TopicId | null;
  tracked: boolean;
  /** The stricter mode of the workspace and the email. */
  tracking?: TrackingMode;
  utm?: Utm | null;
  workspaceName: string;
  /** For the footer of marketing mail. */
  sender?: Sender | null;
  subject: string;
  /** Empty for none. Null leaves the HTML as it is: messages of releases before 1.2 hold theirs in it. */
  previewText: string | null;
  fromName: string;
  fromAddress: string;
  replyTo: string;
  /** Empty for a transactional message of plain text. */
  html: string;
  plainText: string;
  /** What only a message to one person has; null for all others. */
  own?: OwnMessage | null;
}

export interface Addressee {
  deliveryId: DeliveryId;
  /** Null in a test: there is no contact to unsubscribe. */
  contactId: ContactId | null;
  email: string;
  contact: MergeValues['contact'];
  /** The contact's own mode. */
  tracking?: TrackingMode | null;
  /** Null where there is no flow. */
  campaign?: CampaignValues | null | undefined;
}

export interface Composer {
  links: string[];
  /**
   * @param most bytes of HTML that the mail server takes
   * @throws TooLargeError, TooLongError where the values of this person make the message too large. Nothing has been encoded then.
   */
  compose(to: Addressee, date: Date, most?: number): Promise<OutgoingMessage>;
}

export interface ComposerOptions {
  tokens: Tokens;
  baseUrl: string;
  signer?: Signer | undefined;
  /** Bounces find their delivery by this envelope sender; without it, the From address. */
  returnPath?: ((deliveryId: DeliveryId) => string) | undefined;
  /** The files that go with it. */
  files?: readonly EncodedFile[] | undefined;
}

class TooLargeError extends Error {
  override name = 'TooLargeError';

  constructor(what: string, most: number) {
    super(`the ${what} comes to more than ${most} bytes; make it shorter, or the values of its merge tags`);
  }
}

const LONGEST_LINE = 10_000;

interface Personal {
  values: MergeValues;
  tracking: TrackingMode;
  ref: DeliveryRef & { messageId: MessageId };
}

/** Text that is the same for all recipients, encoded, or a function for the text of one. */
export type Part<Same> = Same | ((of: Personal) => string);
/** As the template has them: conditions and loops choose among them for each recipient. */
type Parts<Same> = Piece<Part<Same>>[];

/** They take some milliseconds. */
const STRETCH = 256 * 1024;
/** Of all messages of the process, since the last pause. */
let composed = 0;
/** No two large messages share a stretch. */
const inTurn = oneByOne();

async function othersIfDue(): Promise<void> {
  if (composed < STRETCH) return;
  await othersHadTheirTurn();
  composed = 0;
}

/** Between two steps of preparing a message, each of which takes tens of milliseconds where it is large and full of tags. */
const othersHadTheirTurn = setImmediate;

/** The schemes that a merge value may give an address; without one it stays within the message. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms']);

/** Replaces an address that would run as a program. Browsers pass over blanks and control characters in a scheme. */
export function harmless(address: string): string {
  const [, scheme] = /^([^:/?#]*):/.exec(address.replace(/[\s\p{Cc}]/gu, '')) ?? [];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? address : '#';
}

export const messageIdOf = (deliveryId: DeliveryId, fromAddress: string): string =>
  `<${toUlid(deliveryId).toLowerCase()}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`;

/**
 * Prepares a message once: links taken out, footer and pixel put in, templates parsed, and everything common encoded. For each person only
 * their values are inserted. Operational mail has no unsubscribe link, whatever its author wrote.
 * @throws Error (MergeTagError, NotDoneInTime, TooLargeError) for a message that cannot be written for anybody
 */
export async function createComposer(message: Message, { tokens, baseUrl, signer, returnPath, files }: ComposerOptions): Promise<Composer> {
  const { workspaceId, operational, fromAddress, own } = message;
  const tracked = message.tracked && message.tracking !== 'off';
  if (Buffer.byteLength(message.html) > LARGEST_MAIL_BYTES) throw new TooLargeError('HTML', LARGEST_MAIL_BYTES);
  const isPlain = own !== undefined && own !== null && message.html === '';
  const { parts, links } = isPlain ? { parts: [], links: [] } : await htmlParts({ ...message, tracked }, tokens, baseUrl);
  await othersHadTheirTurn();
  const subject = compileTemplate(message.subject, { ...TEMPLATE, escape: false });

  const structure = structureOf(!isPlain, files);
  const bodyText = await encode(textParts(message));
  const bodyHtml = await encode(parts);
  const bodies = new Map<string, { html: Parts<Stretch>; text: Parts<Stretch> }>();

  /** Both texts with the footer in a recipient's language: what is encoded is shared, and a flat body stays flat. */
  async function bodyFor(contactLanguage: unknown): Promise<{ html: Parts<Stretch>; text: Parts<Stretch> }> {
    const wording = wordingFor(contactLanguage, message.sender);
    const kept = bodies.get(wording.language);
    if (kept) return kept;
    const sentence = sentenceIn(wording);
    const body = {
      html: withSentence(bodyHtml, await encode(sentenceParts(sentence.html, true))),
      text: withSentence(bodyText, await encode(sentenceParts(sentence.text, false))),
    };
    bodies.set(wording.language, body);
    return body;
  }

  const isOneClick = !operational && /^https:/i.test(baseUrl);
  const fixedHeaders = [
    personHeader('From', message.fromName, fromAddress),
    `Reply-To: ${message.replyTo}`,
    'MIME-Version: 1.0',
    structure.headers,
    ...(own ? ownHeaders(own) : streamHeaders(message)),
    ...(isOneClick ? ['List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : []),
  ].join('\r\n');

  return {
    links: tracked ? links : [],
    async compose(to, date, most = Number.POSITIVE_INFINITY) {
      const { headers, body, bodyHash } = await inTurn(() => write(to, date, most));
      const signed = signer && bodyHash !== undefined ? `${await signer.sign(headers, bodyHash)}\r\n` : '';
      return { from: returnPath?.(to.deliveryId) ?? fromAddress, to: to.email, raw: `${signed}${headers}\r\n\r\n${body}` };
    },
  };

  /** Without its signature, which needs no turn. */
  async function write({ deliveryId, contactId, email, contact, tracking, campaign }: Addressee, date: Date, most: number) {
    await othersIfDue();
    const ref = { workspaceId, deliveryId, messageId: message.id };
    const addresses = addressesFor(message, { deliveryId, contactId }, { tokens, baseUrl });
    const about = own && deliveryId !== message.id ? own.to.email : email;
    const values: MergeValues = metered(personalValues(message, { deliveryId, email, contact, campaign }, addresses));
    const of = { values, ref, tracking: strictest(message.tracking, tracking) };
    const largest = Math.min(LARGEST_MAIL_BYTES, most);
    const body = await bodyFor(contact.language);
    const html = partsFor(body.html, of);
    const text = partsFor(body.text, of);
    const htmlValues = valuesOf(html, of, 'HTML', largest);
    const textValues = valuesOf(text, of, 'plain text', largest);
    const name = own ? own.to.name : contact.display_name;
    const headers =
      `${personHeader('To', typeof name === 'string' ? name : '', about)}\r\n` +
      `${textHeader('Subject', subject.render(values, LONGEST_LINE))}\r\n` +
      `Message-ID: ${messageIdOf(own ? message.id : deliveryId, fromAddress)}\r\n` +
      `Date: ${date.toUTCString().replace('GMT', '+0000')}\r\n` +
      fixedHeaders +
      (operational ? '' : `\r\nList-Unsubscribe: <${addresses.unsubscribe_url}>`);
    const raw =
      structure.beforeText +
      (await fill(text, textValues)) +
      (structure.beforeHtml === null ? '' : structure.beforeHtml + (await fill(html, htmlValues))) +
      structure.end;
    await othersIfDue();
    return { headers, body: raw, bodyHash: await signer?.hashOf(raw) };
  }
}

/** Emails have conditions and loops; what is no email has been refused them. */
export const TEMPLATE = { blocks: true };

export const ofValues = (pieces: Piece<TemplatePart>[]): Parts<string> => mapPieces(pieces, (part): Part<string>[] => [ofPart(part)]);

/** Stands where the sentence with the way out goes. */
const SENTENCE = (_of: Personal): string => '';

export const withSentence = <Same>(parts: Parts<Same>, sentence: Parts<Same>): Parts<Same> =>
  parts.flatMap((part) => (part === SENTENCE ? sentence : [part]));

/** @param inHtml whether it is put into HTML */
export const sentenceParts = (template: string, inHtml: boolean): Parts<string> => ofValues(templatePieces(template, { escape: inHtml }));

export function textParts({ plainText, ...message }: Pick<Message, 'plainText' | 'operational' | 'sender'>): Parts<string> {
  const { before, after } = textWithFooter(plainText, message);
  const parts = (text: string) => ofValues(templatePieces(text, { ...TEMPLATE, escape: false }));
  return after === null ? parts(before) : [...parts(before), SENTENCE, ...parts(after)];
}

const ofPart = (part: TemplatePart): Part<string> => (typeof part === 'string' ? part : ({ values }) => part(values));

/** Those that the conditions and loops of a template choose for one recipient. @throws TooMuchWorkError */
export function partsFor<Same>(parts: Parts<Same>, of: Personal): Part<Same>[] {
  if (isFlat(parts)) return parts;
  return [...chosen(parts, of.values)].map(({ leaf, values }): Part<Same> => {
    if (typeof leaf !== 'function' || values === of.values) return leaf;
    const part = leaf as (of: Personal) => string;
    return () => part({ ...of, values: values as MergeValues });
  });
}

/**
 * Marks stand for our addresses while tags and HTML are read; they cannot be guessed, and values are not searched for them.
 * @param onAddress called with each address that is written for a recipient
 */
export async function htmlParts(
  {
    workspaceId,
    html,
    plainText: text,
    previewText,
    operational,
    sender,
    tracked,
    utm,
  }: Pick<Message, 'workspaceId' | 'html' | 'plainText' | 'previewText' | 'operational' | 'sender' | 'tracked' | 'utm'>,
  tokens: Tokens,
  baseUrl: string,
  onAddress: (address: string) => void = () => {},
): Promise<{ parts: Parts<string>; links: string[] }> {
  const secret = randomBytes(15).toString('hex');
  const markOf = (what: string) => `[${secret}:${what}]`;
  const marks = { link: markOf('link-#'), open: markOf('open-#'), inLoop: markOf('loop-#'), end: markOf('end') };
  const shown = previewText === null ? html : await apart(workspaceId, 'replacePreheader', html, previewText);
  const source = operational ? await apart(workspaceId, 'withoutWayOut', shown) : shown;
  const { html: linked, links: written, open, inLoops, unsubscribe } = await apart(workspaceId, 'takeLinks', source, marks);
  const tagged = (link: string) => (utm ? withUtm(link, utm) : link);
  const links = written.map(tagged);

  const withFooter = linked.replace(
    marks.end,
    () => `${footerOf({ operational, unsubscribe, sender, text, sentence: markOf('sentence') })}${tracked ? markOf('pixel') : ''}`,
  );

  const addressPart = (address: string) => {
    const template = compileTemplate(address, { ...TEMPLATE, escape: false });
    return ({ values }: Personal): string => {
      const rendered = template.render(values, LONGEST_LINE);
      onAddress(rendered);
      return escapeHtml(harmless(rendered));
    };
  };
  const clicked = (position: number, untracked: (of: Personal) => string): Part<string> => {
    return (of) =>
      of.tracking === 'off' ? untracked(of) : `${baseUrl}/t/c/${tokens.click(of.ref, position, of.tracking === 'anonymous')}`;
  };
  const pixel: Part<string> = ({ ref, tracking }) =>
    tracking === 'off'
      ? ''
      : `<img src="${baseUrl}/t/o/${tokens.open(ref, tracking === 'anonymous')}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`;
  const ours: Record<string, Part<string>> = { sentence: SENTENCE, pixel };
  links.forEach((link, i) => {
    const untracked = addressPart(link);
    ours[`link-${i}`] = tracked ? clicked(i, untracked) : untracked;
  });
  open.forEach((address, i) => {
    ours[`open-${i}`] = addressPart(address);
  });
  inLoops.forEach((address, i) => {
    ours[`loop-${i}`] = addressPart(tagged(address));
  });
  await othersHadTheirTurn();

  const mark = new RegExp(`\\[${secret}:([a-z0-9-]+)\\]`);
  const parts = mapPieces(templatePieces(withFooter, { ...TEMPLATE, escape: true }), (part): Part<string>[] => {
    if (typeof part !== 'string') return [ofPart(part)];
    return part.split(mark).map((piece, i) => (i % 2 === 0 ? piece : (ours[piece] as Part<string>)));
  });
  return { parts, links };
}

/** @param bytes before encoding */
interface Stretch {
  text: string;
  column: number;
  bytes: number;
}

/** Each stretch begins a line. */
async function encode(parts: Parts<string>): Promise<Parts<Stretch>> {
  const together: Parts<string> = [];
  for (const part of parts) {
    const last = together.at(-1);
    if (typeof part === 'string' && typeof last === 'string') together[together.length - 1] = last + part;
    else together.push(part);
  }
  const encoded: Parts<Stretch> = [];
  for (const part of together) {
    if (part instanceof Block) encoded.push(await encodedBlock(part));
    else if (typeof part === 'function') encoded.push(part);
    else if (part !== '') {
      const text = await quotedPrintableInTurns(part);
      encoded.push({ text, column: columnOf(text), bytes: Buffer.byteLength(part) });
    }
  }
  return encoded;
}

async function encodedBlock({ bodies, choose }: Block<Part<string>>): Promise<Block<Part<Stretch>>> {
  const encoded: Parts<Stretch>[] = [];
  for (const body of bodies) encoded.push(await encode(body));
  return new Block(encoded, choose);
}

/** @throws TooLargeError before there is more of it than `most` */
function valuesOf(parts: readonly Part<Stretch>[], of: Personal, what: string, most: number): string[] {
  const values: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    if (typeof part === 'function') {
      const value = part(of);
      values.push(value);
      bytes += Buffer.byteLength(value);
    } else bytes += part.bytes;
    if (bytes > most) throw new TooLargeError(what, most);
  }
  return values;
}

async function fill(parts: readonly Part<Stretch>[], values: readonly string[]): Promise<string> {
  const next = values.values();
  let result = '';
  let column = 0;
  for (const part of parts) {
    if (composed >= STRETCH) await othersIfDue();
    const { length } = result;
    if (typeof part === 'function') {
      const added = valueBehind(column, next.next().value ?? '');
      result += added;
      column = added.includes('\n') ? columnOf(added) : column + added.length;
    } else {
      result = column > 0 ? result + SOFT_BREAK + part.text : result + part.text;
      column = part.column;
    }
    composed += result.length - length;
  }
  return result;
}
