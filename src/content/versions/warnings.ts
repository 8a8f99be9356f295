import { maskMergeTags } from '../../shared/merge-tags.ts';
import { LARGEST_MAIL_BYTES, readTags } from './html.ts';
import { hasOwnPreheader } from './preheader.ts';

/** Something that does not work where the HTML is shown. The HTML is kept all the same. */
export interface Warning {
  code: Markup | 'unknown_merge_tag';
  message: string;
  tags?: string[];
}

type Attributes = Readonly<Record<string, string>>;
type Markup = keyof typeof MESSAGES;
type Judge = (name: string, attributes: Attributes) => Markup | undefined;

const MESSAGES = {
  script_blocked: 'Published pages run no scripts from other hosts. Put the script into the page.',
  frame_blocked: 'Published pages show frames from https addresses only. Use an https address.',
  embed_blocked: 'Published pages show no object, embed or applet elements. Use a frame, a picture or a link.',
  style_blocked: 'Published pages load style sheets from https addresses only. Use an https address, or put the styles into the page.',
  base_ignored: 'Published pages ignore the base element. Write whole addresses.',
  form_redirected: 'The forms of published pages are sent to the service, which makes contacts of them, and to no other address.',
  field_switched_off: 'Published pages switch off fields for files and passwords.',
  script_not_run: 'Mail programs do not run scripts.',
  form_not_sent: 'Most mail programs do not show forms or do not send them. Link to a page with the form.',
  preheader_replaced:
    'The HTML has a preheader of its own. The preview text of the email is sent in its place; set `preview_text` to null to send your own.',
  too_large_to_send: 'Emails are sent with at most 1 MiB of HTML, values and addresses of links included. Make the HTML smaller.',
};

/** The policy of published pages (`http/pages/headers.ts`) and the wiring of their forms prevent these. */
export const pageWarnings = (html: string): Warning[] => warningsIn(html, judgePage);

/** Limits of mail programs, and whether an author's own preheader gives way to the preview text. */
export function mailWarnings(html: string, previewText: string | null): Warning[] {
  const warnings = warningsIn(maskMergeTags(html).masked, judgeMail);
  if (previewText && hasOwnPreheader(html)) warnings.push(warning('preheader_replaced'));
  if (Buffer.byteLength(html) > LARGEST_MAIL_BYTES) warnings.push(warning('too_large_to_send'));
  return warnings;
}

const warning = (code: Markup): Warning => ({ code, message: MESSAGES[code] });

/** Each once, in the order of the document. The rest of a page that nests too deeply is ignored. */
function warningsIn(html: string, judge: Judge): Warning[] {
  const codes = new Set<Markup>();
  readTags(html, (name, attributes) => {
    const code = judge(name, attributes);
    if (code) codes.add(code);
  });
  return [...codes].map(warning);
}

const judgePage: Judge = (name, { src = '', href = '', rel = '', action = '', type = '' }) => {
  switch (name) {
    case 'script':
      return isElsewhere(src) ? 'script_blocked' : undefined;
    case 'iframe':
    case 'frame':
      return /^(?!https:)[a-z][a-z\d+.-]*:/i.test(bare(src)) && !/^about:/i.test(bare(src)) ? 'frame_blocked' : undefined;
    case 'object':
    case 'embed':
    case 'applet':
      return 'embed_blocked';
    case 'link':
      return /\bstylesheet\b/i.test(rel) && /^http:/i.test(bare(href)) ? 'style_blocked' : undefined;
    case 'base':
      return 'base_ignored';
    case 'form':
      return isElsewhere(action) ? 'form_redirected' : undefined;
    case 'input':
      return /^\s*(?:file|password)\s*$/i.test(type) ? 'field_switched_off' : undefined;
    default:
      return undefined;
  }
};

const judgeMail: Judge = (name, attributes) => {
  if (name === 'script' || Object.keys(attributes).some((attribute) => /^on[a-z]/i.test(attribute))) return 'script_not_run';
  return name === 'form' ? 'form_not_sent' : undefined;
};

/** Browsers leave out control characters in front of an address, and line breaks and tabs within it. */
const bare = (address: string): string => address.replace(/^[\0-\x20]+|[\t\r\n]+/g, '');

const isElsewhere = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(bare(address));
