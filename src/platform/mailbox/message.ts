import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { MessageId } from '../ids.ts';

export interface Message {
  from: string | null;
  to: string | null;
  cc: string | null;
  messageId: MessageId | null;
  subject: string | null;
  date: Date | null;
  /** In the order of the message, unfolded, not decoded. */
  headers: [name: string, value: string][];
  text: string | null;
  html: string | null;
  attachments: { name: string; type: string; bytes: number }[];
}

/** The content of an attachment, by its place among them. */
export async function attachmentOf(raw: Uint8Array, place: number): Promise<{ name: string; content: Uint8Array } | null> {
  const { attachments = [] }: Partial<Email> = await PostalMime.parse(raw).catch(() => ({}));
  const attachment = attachments[place];
  return attachment ? { name: attachment.filename ?? 'unnamed', content: bytesOf(attachment) } : null;
}

/** A malformed message comes out empty: its source can still be read. */
export async function parseMessage(raw: Uint8Array): Promise<Message> {
  const email: Partial<Email> = await PostalMime.parse(raw).catch(() => ({}));
  const { attachments = [] } = email;
  return {
    ...addressesOf(email),
    subject: email.subject ?? null,
    date: email.date && !Number.isNaN(Date.parse(email.date)) ? new Date(email.date) : null,
    headers: (email.headers ?? []).map(({ originalKey, value }) => [originalKey, value]),
    text: email.text ?? null,
    html: email.html === undefined ? null : withInlineImages(email.html, attachments),
    attachments: attachments.map((attachment) => ({
      name: attachment.filename ?? 'unnamed',
      type: attachment.mimeType,
      bytes: bytesOf(attachment).length,
    })),
  };
}

/** For lists, from the first bytes of a message. */
export async function parseHead(head: Uint8Array): Promise<Pick<Message, 'from' | 'messageId'>> {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const end = bytes.indexOf('\r\n\r\n');
  return addressesOf(await PostalMime.parse(end < 0 ? bytes : bytes.subarray(0, end)).catch(() => ({})));
}

const addressesOf = ({ from, to, cc, messageId }: Partial<Email>) => ({
  from: from ? written([from]) : null,
  to: to ? written(to) : null,
  cc: cc ? written(cc) : null,
  messageId: messageId ?? null,
});

const written = (addresses: Address[]): string =>
  addresses
    .map(({ name, address, group }) => {
      if (group) return `${name}: ${written(group)}`;
      return name ? `${name} <${address}>` : (address ?? '');
    })
    .join(', ');

const bytesOf = ({ content }: Attachment): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content));

/** Images of the message (`cid:`) are inlined: the preview cannot request parts. */
function withInlineImages(html: string, attachments: Attachment[]): string {
  const parts = new Map(attachments.map((attachment) => [attachment.contentId?.replace(/^<|>$/g, ''), attachment]));
  return html.replace(/\bcid:([^"'\s)>]+)/gi, (reference, id: string) => {
    const part = parts.get(id);
    return part ? `data:${part.mimeType};base64,${Buffer.from(bytesOf(part)).toString('base64')}` : reference;
  });
}

const MOST_LINKS = 500;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;
const IN_TEXT = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** In the order of the message, the HTML first, each once. */
export function linksOf({ html, text }: Pick<Message, 'html' | 'text'>): string[] {
  const inHtml = [...(html ?? '').matchAll(HREF)].map(([, double, single, bare]) => decoded(double ?? single ?? bare ?? ''));
  const inText = [...(text ?? '').matchAll(IN_TEXT)].map(([address]) => address);
  return [...new Set([...inHtml, ...inText])].filter((address) => address !== '' && !address.startsWith('#')).slice(0, MOST_LINKS);
}

const decoded = (value: string): string =>
  value
    .replaceAll(/&(?:amp|#38|#x26);/gi, '&')
    .replaceAll(/&(?:quot|#34|#x22);/gi, '"')
    .trim();
