import { textOutside } from '../../content/versions/blocks.ts';
import { hasWayOut, textWithoutWayOut } from '../../content/versions/way-out.ts';
import { sql } from '../../platform/db.ts';
import { escapeHtml } from '../../shared/html.ts';
import { phrasesFor, type Wording } from '../consent/phrases.ts';

/** The footer comes before any style sheet of the author. */
const insisted = (declarations: string): string =>
  declarations
    .split(';')
    .map((one) => `${one}!important`)
    .join(';');
const SEEN =
  'visibility:visible;opacity:1;position:static;float:none;height:auto;max-height:none;overflow:visible;' +
  'transform:none;filter:none;clip-path:none;text-indent:0;letter-spacing:normal;font:12px/1.5 system-ui,sans-serif;color:#6b6b6b';
const AREA = insisted(`display:block;direction:ltr;margin:24px auto 0;padding:16px;width:auto;max-width:600px;text-align:center;${SEEN}`);
const LINK = insisted(`display:inline;margin:0;padding:0;width:auto;max-width:none;text-decoration:underline;pointer-events:auto;${SEEN}`);
const INLINE = insisted(`display:inline;${SEEN}`);

/** Read from left to right, as all of our languages are, whichever way the mail around it is read; the name within it is read its own way. */
const sentenceHtml = ({ language, phrases }: Wording): string =>
  `<div lang="${language}" dir="ltr" style="${AREA}">` +
  `${phrases.footer.replace('{name}', `<bdi style="${INLINE}">{{workspace.name}}</bdi>`)} ` +
  `<a href="{{unsubscribe_url}}" style="${LINK}">${phrases.button}</a></div>`;
const COLONS: Readonly<Record<string, string>> = { fr: ' : ', ja: '：' };
const sentenceText = ({ language, phrases }: Wording): string =>
  `\n\n--\n${phrases.button}${COLONS[language] ?? ': '}{{unsubscribe_url}}\n`;

/** In the language of a recipient, else of the workspace. */
export const wordingFor = (contactLanguage: unknown, sender: Sender | null | undefined): Wording =>
  phrasesFor(typeof contactLanguage === 'string' ? contactLanguage : null, sender?.language);

/** The sentence with the way out, as templates. */
export const sentenceIn = (wording: Wording): { html: string; text: string } => ({
  html: sentenceHtml(wording),
  text: sentenceText(wording),
});

/** Who sends the mail, as the workspace has set it. */
export interface Sender {
  legalName: string | null;
  postalAddress: string | null;
  website: string | null;
  language: string | null;
}

/** Of the workspace `w`, in a statement. */
export const senderOf = sql`jsonb_build_object(
  'legalName', w.legal_name, 'postalAddress', w.postal_address, 'website', w.website,
  'language', w.default_language)`;

interface FooterOptions {
  operational: boolean;
  /** Whether the mail has a visible unsubscribe link of its own. */
  unsubscribe: boolean;
  sender?: Sender | null | undefined;
  /** The mail's plain text. */
  text: string;
  /** Stands for the sentence with the way out, which depends on the recipient's language. */
  sentence: string;
}

/** The way out, unless the mail has one, and the sender, unless the mail names it. Operational mail has neither. */
export function footerOf({ operational, unsubscribe, sender, text, sentence }: FooterOptions): string {
  if (operational) return '';
  const lines = senderLines(sender, text);
  const shown = lines.length === 0 ? '' : `<div dir="auto" style="${AREA}">${lines.map(asTemplate).join('<br>')}</div>`;
  return `${unsubscribe ? '' : sentence}${shown}`;
}

/** None where the mail has the address already. */
function senderLines(sender: FooterOptions['sender'], text: string): string[] {
  if (!sender) return [];
  const { legalName, postalAddress, website } = sender;
  const address = postalAddress?.split('\n') ?? [];
  const shared = textOutside(text);
  if (address.length > 0 && address.every((line) => shared.includes(line))) return [];
  return [...(legalName ? [legalName] : []), ...address, ...(website ? [website] : [])];
}

/** Braces of a value are no merge tag. */
const asTemplate = (line: string): string => escapeHtml(line).replaceAll('{', '&#123;');

/** A plain text around the sentence with the way out, which depends on the recipient's language; null where there is none to add. */
export function textWithFooter(
  text: string,
  { operational, sender }: Pick<FooterOptions, 'operational' | 'sender'>,
): { before: string; after: string | null } {
  if (operational) return { before: textWithoutWayOut(text), after: null };
  const isLeavable = hasWayOut(text);
  const lines = senderLines(sender, text).map((line) => line.replace(/\{(?=[{%])/g, '{ '));
  const signed = lines.length === 0 ? '' : `${isLeavable ? '\n\n--' : ''}\n${lines.join('\n')}\n`;
  return isLeavable ? { before: text + signed, after: null } : { before: text, after: signed };
}
