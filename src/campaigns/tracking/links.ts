import { Parser } from 'htmlparser2';
import { asMergeText, maskMergeTags } from '../../shared/merge-tags.ts';

/** Past this many links the rest of an email goes untracked. */
const MOST_LINKS = 1_000;

export interface LinkedHtml {
  /** The HTML in pieces: text, and the position of the link whose address belongs between two texts. */
  html: string;
  /** The addresses as templates: what was written, merge tags included. A link's position is its index. */
  links: string[];
}

/**
 * Takes the addresses of an email's web links out of its HTML and leaves `mark(position)` in their places. Only whole
 * `http` and `https` addresses of `<a>` and `<area>` are links: anchors, mail and phone addresses stay, and so does whatever
 * holds the unsubscribe address.
 */
export function takeLinks(html: string, mark: (position: number) => string): LinkedHtml {
  const { masked, unmask } = maskMergeTags(html);
  const links: string[] = [];
  const pieces: string[] = [];
  let taken = 0;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const href = attributes.href?.trim();
        if ((name !== 'a' && name !== 'area') || !href || !/^https?:\/\//i.test(href) || links.length >= MOST_LINKS) return;
        // The way out works without us, and its address is the recipient's own.
        if (UNSUBSCRIBE.test(unmask(href))) return;
        const value = hrefValue(masked.slice(parser.startIndex, parser.endIndex + 1));
        if (!value) return;
        const start = parser.startIndex + value.start;
        pieces.push(masked.slice(taken, start), `"${mark(links.length)}"`);
        taken = start + value.length;
        links.push(unmask(href, asMergeText));
      },
    },
    { decodeEntities: true, lowerCaseAttributeNames: true, recognizeSelfClosing: true },
  );
  parser.end(masked);
  pieces.push(masked.slice(taken));
  return { html: unmask(pieces.join('')), links };
}

/** Where the value of a start tag's first `href` stands, quotes included. What looks like one within another value is none. */
function hrefValue(tag: string): { start: number; length: number } | undefined {
  for (const { 0: attribute, 1: name = '', 2: value, index } of tag.matchAll(ATTRIBUTE)) {
    if (name.toLowerCase() === 'href') return value ? { start: index + attribute.length - value.length, length: value.length } : undefined;
  }
  return undefined;
}

const UNSUBSCRIBE = /\{\{\s*unsubscribe_url\b/;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/g;
