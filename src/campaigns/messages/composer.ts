import { encodeWords, foldLines } from 'nodemailer/lib/mime-funcs';
import { apart } from '../../content/versions/apart.ts';
import { textWithoutWayOut, UNSUBSCRIBE } from '../../content/versions/way-out.ts';
import { toUlid } from '../../platform/ids.ts';
import type { OutgoingMessage } from '../../platform/mail/mailer.ts';
import { escapeHtml } from '../../shared/html.ts';
import { compileTemplate, type MergeValues } from '../../shared/merge-tags.ts';
import { harmless } from '../tracking/links.ts';
import type { Tokens } from '../tracking/tokens.ts';
import { quotedPrintableInTurns } from './quoted-printable.ts';

/** What a blast says to everybody, as it was taken down at its release. */
export interface Message {
  id: string;
  workspaceId: string;
  tracked: boolean;
  operational: boolean;
  workspaceName: string;
  subject: string;
  fromName: string;
  fromAddress: string;
  replyTo: string;
  html: string;
  plainText: string;
}

/** Whom one message is for, with the values of the merge tags. */
export interface Addressee {
  deliveryId: string;
  contactId: string | null;
  email: string;
  contact: MergeValues['contact'];
}

export interface Composer {
  /** The tracked links of the HTML, by position. */
  links: string[];
  compose(addressee: Addressee, date: Date): Promise<OutgoingMessage>;
}

/** Stands where the address of a link, of the pixel or of a merge value belongs: no merge tag and no HTML syntax, so that it passes through both. */
const ADDRESS_MARK = /bivouac-address:(open|(value-)?(\d+)):/g;
const addressMark = (of: string): string => `bivouac-address:${of}:`;
const MARKS = { link: addressMark('#'), open: addressMark('value-#') };

const FOOTER_HTML =
  `<div style="margin:24px auto 0;padding:16px;max-width:600px;font:12px/1.5 system-ui,sans-serif;color:#6b6b6b;text-align:center">` +
  `You receive this email because you are in touch with {{workspace.name}}. ` +
  `<a href="{{unsubscribe_url}}" style="color:#6b6b6b;text-decoration:underline">Unsubscribe</a></div>`;
const FOOTER_TEXT = '\n\n--\nUnsubscribe: {{unsubscribe_url}}\n';
const withFooter = (text: string): string => (UNSUBSCRIBE.test(text) ? text : text + FOOTER_TEXT);
const PIXEL_HTML = `<img src="${addressMark('open')}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`;

/** The Message-ID of a recipient's message: a repeat after a crash carries the same one. */
export const messageIdOf = (recipientId: string, fromAddress: string): string =>
  `<${toUlid(recipientId).toLowerCase()}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`;

/**
 * Prepares a blast's message once: links taken out, footer and pixel put in, templates parsed. What is left for each
 * recipient is filling in values and encoding. Operational mail has no way to unsubscribe, whatever its author wrote.
 */
export async function createComposer(message: Message, { tokens, baseUrl }: { tokens: Tokens; baseUrl: string }): Promise<Composer> {
  const { workspaceId, operational, fromAddress } = message;
  const source = operational ? await apart('withoutWayOut', message.html) : message.html;
  const { html: linked, bodyEnd, links, open, unsubscribe } = await apart('takeLinks', source, MARKS);
  const openAddresses = open.map((address) => compileTemplate(address, { escape: false }));
  const addition = `${operational || unsubscribe ? '' : FOOTER_HTML}${PIXEL_HTML}`;
  const html = compileTemplate(linked.slice(0, bodyEnd) + addition + linked.slice(bodyEnd), { escape: true });
  const text = compileTemplate(operational ? textWithoutWayOut(message.plainText) : withFooter(message.plainText), { escape: false });
  const subject = compileTemplate(message.subject, { escape: false });

  const fixedHeaders = [
    header('From', mailbox(message.fromName, fromAddress)),
    header('Reply-To', message.replyTo),
    'MIME-Version: 1.0',
    ...(operational ? [] : ['List-Unsubscribe-Post: List-Unsubscribe=One-Click']),
  ].join('\r\n');

  return {
    links,
    async compose({ deliveryId, contactId, email, contact }, date) {
      const displayName = String(contact.display_name ?? '');
      const of = { workspaceId, deliveryId, messageId: message.id };
      const unsubscribeUrl = operational ? '' : `${baseUrl}/u/${tokens.unsubscribe({ ...of, contactId })}`;
      const values = {
        contact,
        campaign: NO_CAMPAIGN,
        workspace: { name: message.workspaceName },
        unsubscribe_url: unsubscribeUrl,
      };
      const body = html.render(values).replace(ADDRESS_MARK, (_mark, place: string, isValue: string | undefined, position: string) => {
        if (place === 'open') return `${baseUrl}/t/o/${tokens.open(of)}`;
        if (!isValue) return `${baseUrl}/t/c/${tokens.click(of, Number(position))}`;
        return escapeHtml(harmless(openAddresses[Number(position)]?.render(values) ?? ''));
      });
      const boundary = `bivouac-${toUlid(deliveryId)}`;
      const raw = [
        header('To', mailbox(displayName, email)),
        header('Subject', oneLine(subject.render(values))),
        `Message-ID: ${messageIdOf(deliveryId, fromAddress)}`,
        `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
        fixedHeaders,
        ...(operational ? [] : [`List-Unsubscribe: <${unsubscribeUrl}>`]),
        `Content-Type: multipart/alternative; boundary="${boundary}"`,
        '',
        `--${boundary}`,
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        await quotedPrintableInTurns(text.render(values)),
        `--${boundary}`,
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        await quotedPrintableInTurns(body),
        `--${boundary}--`,
        '',
      ].join('\r\n');
      return { from: fromAddress, to: email, raw };
    },
  };
}

/** Blasts have no dynamic context; flows do. */
const NO_CAMPAIGN = { dynamic: {} };

/**
 * Merge values come from people; a line break in one must not start a header of its own. Many spaces in a row could fill a
 * whole line when the header is folded, which some servers take for the end of the headers.
 */
const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();

function header(name: string, value: string): string {
  const encoded = /^[\x20-\x7e]*$/.test(value) && value.length < 900 ? value : encodeWords(value, 'Q', 52, true);
  const line = `${name}: ${encoded}`;
  return line.length > 76 ? foldLines(line, 76) : line;
}

/** `Name <address>`, the name as a quoted string or as encoded words. */
function mailbox(name: string, address: string): string {
  const clean = oneLine(name);
  if (!clean) return address;
  if (/^[\x20-\x7e]*$/.test(clean)) return `"${clean.replace(/[\\"]/g, '\\$&')}" <${address}>`;
  return `${encodeWords(clean, 'Q', 52, true)} <${address}>`;
}
