import { Parser } from 'htmlparser2';
import { asMergeText, maskMergeTags } from '../../shared/merge-tags.ts';

/** Past this many links the rest of an email goes untracked. */
const MOST_LINKS = 1_000;

export interface LinkedHtml {
  /** The HTML in pieces: text, and the position of the link whose address belongs between two texts. */
  html: string;
  /** The addresses as templates: what was written, merge tags included. A link's position is its index. */
  links: string[];
  /** Whole values of attributes, as templates, in which a merge tag decides what kind of address it is. By the position of their mark. */
  open: string[];
}

/** What stands in the places of what was taken out. */
export interface Marks {
  link(position: number): string;
  open(position: number): string;
}

/** Attributes that a mail program, or the browser it opens, follows or loads. */
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'data', 'background', 'poster', 'xlink:href']);
/** What a value that somebody gave may make of an address; without any of them it stays within the message. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms']);

/** The address, or one that leads nowhere in place of one that would run as a program. Browsers pass over blanks and control characters in a scheme. */
export function harmless(address: string): string {
  const [, scheme] = /^([^:/?#]*):/.exec(address.replace(/[\s\p{Cc}]/gu, '')) ?? [];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? address : '#';
}

/**
 * Takes the addresses of an email's web links out of its HTML and leaves marks in their places. Only whole `http` and
 * `https` addresses of `<a>` and `<area>` are links: anchors, mail and phone addresses stay, and so does whatever holds the
 * unsubscribe address. Addresses whose kind a merge value decides are taken out too, to be looked at when it is known.
 */
export function takeLinks(html: string, marks: Marks): LinkedHtml {
  const { masked, unmask } = maskMergeTags(html);
  const links: string[] = [];
  const open: string[] = [];
  const pieces: string[] = [];
  let taken = 0;

  function markFor(element: string, attribute: string, address: string): string | null {
    const [kind] = /^[^:/?#]*/.exec(address) as RegExpExecArray;
    // An address of ours is known to be a good one.
    if (unmask(kind) !== kind && !BEGINS_WITH_UNSUBSCRIBE.test(unmask(kind)))
      return marks.open(open.push(unmask(address, asMergeText)) - 1);
    const isLink = attribute === 'href' && (element === 'a' || element === 'area') && /^https?:\/\//i.test(address);
    // The way out works without us, and its address is the recipient's own.
    if (!isLink || links.length >= MOST_LINKS || UNSUBSCRIBE.test(unmask(address))) return null;
    return marks.link(links.push(unmask(address, asMergeText)) - 1);
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = masked.slice(parser.startIndex, parser.endIndex + 1);
        for (const { attribute, start, length } of addressesIn(tag)) {
          const address = attributes[attribute]?.trim();
          const mark = address && markFor(name, attribute, address);
          if (!mark) continue;
          pieces.push(masked.slice(taken, parser.startIndex + start), `"${mark}"`);
          taken = parser.startIndex + start + length;
        }
      },
    },
    { decodeEntities: true, lowerCaseAttributeNames: true, recognizeSelfClosing: true },
  );
  parser.end(masked);
  pieces.push(masked.slice(taken));
  return { html: unmask(pieces.join('')), links, open };
}

/**
 * Where the values of a start tag's addresses stand, quotes included: of each attribute the first. What looks like one within
 * another value is none.
 */
function* addressesIn(tag: string): Generator<{ attribute: string; start: number; length: number }> {
  const seen = new Set<string>();
  for (const { 0: written, 1: name = '', 2: value, index } of tag.matchAll(ATTRIBUTE)) {
    const attribute = name.toLowerCase();
    if (!ADDRESSES.has(attribute) || seen.has(attribute)) continue;
    seen.add(attribute);
    if (value) yield { attribute, start: index + written.length - value.length, length: value.length };
  }
}

const UNSUBSCRIBE = /\{\{\s*unsubscribe_url\b/;
const BEGINS_WITH_UNSUBSCRIBE = /^\{\{\s*unsubscribe_url\s*\}\}/;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/g;
