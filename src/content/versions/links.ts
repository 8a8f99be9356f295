import { asMergeText, maskMergeTags } from '../../shared/merge-tags.ts';
import { ExactParser } from './exact-parser.ts';
import { Sight } from './hidden.ts';
import { BEGINS_WITH_UNSUBSCRIBE, UNSUBSCRIBE } from './way-out.ts';

/** Past this many links the rest of an email goes untracked. */
const MOST_LINKS = 1_000;

export interface LinkedHtml {
  /** The HTML with marks where addresses stood. */
  html: string;
  /** Where its body ends. */
  bodyEnd: number;
  /** The addresses as templates: what was written, merge tags included. A link's position is its index. */
  links: string[];
  /** Whole values of attributes, as templates, in which a merge tag decides what kind of address it is. By the position of their mark. */
  open: string[];
  /** Whether readers see a link of its own to `{{unsubscribe_url}}`. */
  unsubscribe: boolean;
}

/** What stands in the places of what was taken out: texts in which `#` is the position. */
export interface Marks {
  link: string;
  open: string;
}

/** Attributes that a mail program, or the browser it opens, follows or loads. */
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'data', 'background', 'poster', 'xlink:href']);

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
  const sight = new Sight();
  let depth = 0;
  /** How deep the link is that leads to the unsubscribe address. */
  let wayOut: number | undefined;
  let unsubscribe = false;

  const mark = (of: keyof Marks, position: number): string => marks[of].replace('#', String(position));

  function markFor(element: string, attribute: string, address: string): string | null {
    const [kind] = /^[^:/?#]*/.exec(address) as RegExpExecArray;
    // An address of ours is known to be a good one.
    if (unmask(kind) !== kind && !BEGINS_WITH_UNSUBSCRIBE.test(unmask(kind)))
      return mark('open', open.push(unmask(address, asMergeText)) - 1);
    const isLink = attribute === 'href' && (element === 'a' || element === 'area') && /^https?:\/\//i.test(address);
    // The way out works without us, and its address is the recipient's own.
    if (!isLink || links.length >= MOST_LINKS || UNSUBSCRIBE.test(unmask(address))) return null;
    return mark('link', links.push(unmask(address, asMergeText)) - 1);
  }

  const parser: ExactParser = new ExactParser(masked, {
    onopentag(name, attributes) {
      depth += 1;
      sight.open(attributes);
      if (name === 'a' && BEGINS_WITH_UNSUBSCRIBE.test(unmask(attributes.href ?? '').trim())) wayOut ??= depth;
      if (wayOut !== undefined && name === 'img' && attributes.alt?.trim() && !sight.hidesPictures) unsubscribe = true;
      const begin = parser.tagBegin;
      for (const { attribute, start, length } of addressesIn(masked.slice(begin, parser.tagEnd))) {
        const address = attributes[attribute]?.trim();
        const found = address && markFor(name, attribute, address);
        if (!found) continue;
        pieces.push(masked.slice(taken, begin + start), `"${found}"`);
        taken = begin + start + length;
      }
    },
    ontext(text) {
      if (wayOut !== undefined && !sight.hidesText && text.trim() !== '') unsubscribe = true;
    },
    onclosetag() {
      if (wayOut === depth) wayOut = undefined;
      sight.close();
      depth -= 1;
    },
  });
  parser.end(masked);
  pieces.push(masked.slice(taken));
  const linked = unmask(pieces.join(''));
  return { html: linked, bodyEnd: bodyEndOf(linked), links, open, unsubscribe };
}

function bodyEndOf(html: string): number {
  let end = html.length;
  for (const { index } of html.matchAll(/<\/body/gi)) end = index;
  return end;
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

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/g;
