import type { Handler } from 'htmlparser2';
import { asMergeText, loopVariables, maskMergeTags } from '../../shared/merge-tags.ts';
import { applied, type Edit } from '../generation/verify/edits.ts';
import { BlockDepth } from './blocks.ts';
import { ExactParser } from './exact-parser.ts';
import { Sight } from './hidden.ts';
import { hidingRules } from './style-sheet.ts';
import { BEGINS_WITH_OURS, BEGINS_WITH_UNSUBSCRIBE, OURS, UNSUBSCRIBE } from './way-out.ts';

/** Past this many links the rest of an email goes untracked. */
const MOST_LINKS = 1_000;

export interface LinkedHtml {
  html: string;
  /** Templates, merge tags included. A link's position is its index. */
  links: string[];
  /** Attributes, as templates, in which a merge tag decides the kind of address. By the position of their mark. */
  open: string[];
  /** Links with a variable of a loop. Their addresses are known only while the message is written, so clicks on them are not tracked. */
  inLoops: string[];
  /** Whether readers are sure to see a link to `{{unsubscribe_url}}`: no rule of a style sheet may hide it. */
  unsubscribe: boolean;
}

/** Texts in which `#` is the position. */
export interface Marks {
  link: string;
  open: string;
  inLoop: string;
  /** The last visible place in the body. */
  end: string;
}

/** Attributes that a mail program, or the browser it opens, follows or loads. */
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'data', 'background', 'poster', 'xlink:href']);

/**
 * Replaces the addresses of an email's web links by marks. Only whole `http` and `https` addresses of `<a>` and `<area>` are links;
 * addresses that hold the unsubscribe address stay. Addresses whose kind a merge value decides are taken out too, to be judged with the
 * value. Merge tags are masked meanwhile: none is taken apart.
 */
export function takeLinks(html: string, marks: Marks): LinkedHtml {
  const { masked, unmask, tagsIn } = maskMergeTags(html);
  const links: string[] = [];
  const open: string[] = [];
  const inLoops: string[] = [];
  const hasVariable = loopVariables(html);
  const blocks = new BlockDepth();
  const edits: Edit[] = [];
  const sight = new Sight();
  const unseen = new Unseen();
  let depth = 0;
  /** How deep the link is that leads to the unsubscribe address. */
  let wayOut: number | undefined;
  let unsubscribe = false;
  const isHiddenByRule = UNSUBSCRIBE.test(html) ? hidingRules(html) : () => false;
  /** How deep the outermost element is that a rule may hide. */
  let suspect: number | undefined;

  const mark = (of: 'link' | 'open' | 'inLoop', position: number): string => marks[of].replace('#', String(position));

  function markFor(element: string, attribute: string, address: string): string | null {
    const [kind] = /^[^:/?#]*/.exec(address) as RegExpExecArray;
    // An address of ours is known to be a good one.
    if (unmask(kind) !== kind && !BEGINS_WITH_OURS.test(unmask(kind))) return mark('open', open.push(unmask(address, asMergeText)) - 1);
    const isLink = attribute === 'href' && (element === 'a' || element === 'area') && /^https?:\/\//i.test(address);
    // The links to unsubscribe, to the preferences and to the mail itself work without tracking, and their addresses are the recipient's own.
    if (!isLink || links.length >= MOST_LINKS || OURS.test(unmask(address))) return null;
    if (hasVariable(unmask(address))) return mark('inLoop', inLoops.push(unmask(address, asMergeText)) - 1);
    return mark('link', links.push(unmask(address, asMergeText)) - 1);
  }

  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      depth += 1;
      unseen.reached(parser.tagEnd);
      sight.open(attributes, name);
      if (isHiddenByRule(name, attributes)) suspect ??= depth;
      if (sight.hidesPictures) unseen.begin(parser.tagBegin, depth);
      if (name === 'a' && BEGINS_WITH_UNSUBSCRIBE.test(unmask(attributes.href ?? '').trim())) wayOut ??= depth;
      if (
        wayOut !== undefined &&
        blocks.isOutside &&
        name === 'img' &&
        attributes.alt?.trim() &&
        !sight.hidesPictures &&
        suspect === undefined
      )
        unsubscribe = true;
      const begin = parser.tagBegin;
      for (const { attribute, start, length } of addressesIn(masked.slice(begin, parser.tagEnd))) {
        const address = attributes[attribute]?.trim();
        const found = address && markFor(name, attribute, address);
        if (!found) continue;
        edits.push({ begin: begin + start, end: begin + start + length, text: `"${found}"` });
      }
    },
    ontext(text) {
      unseen.reached(parser.endIndex + 1);
      for (const { tag } of tagsIn(text)) blocks.pass(tag);
      // Footers are for those, too, whose branch has no link.
      if (wayOut !== undefined && blocks.isOutside && !sight.hidesText && suspect === undefined && text.trim() !== '') unsubscribe = true;
    },
    onclosetag() {
      if (wayOut === depth) wayOut = undefined;
      if (suspect === depth) suspect = undefined;
      unseen.end(parser.tagBegin, depth);
      sight.close();
      depth -= 1;
    },
  };
  const parser: ExactParser = new ExactParser(masked, handler, (what) => {
    unseen.reached(parser.tagEnd);
    if (what === 'comment' && !/--!?>$/.test(masked.slice(parser.tagBegin, parser.tagEnd))) unseen.add(parser.tagBegin, masked.length);
  });
  parser.end(masked);
  const end = unseen.before(parser.bodyEnd ?? masked.length);
  edits.push({ begin: end, end, text: marks.end });
  return { html: unmask(applied(masked, edits)), links, open, inLoops, unsubscribe };
}

/** Stretches in which nothing is seen: hidden elements, comments without an end, an unfinished tag at the end. */
class Unseen {
  readonly #stretches: { begin: number; end: number }[] = [];
  #open: { begin: number; depth: number } | undefined;
  #reached = 0;

  reached(end: number): void {
    if (end > this.#reached) this.#reached = end;
  }

  begin(begin: number, depth: number): void {
    this.#open ??= { begin, depth };
  }

  end(end: number, depth: number): void {
    this.reached(end);
    if (this.#open?.depth !== depth) return;
    this.add(this.#open.begin, end);
    this.#open = undefined;
  }

  add(begin: number, end: number): void {
    this.#stretches.push({ begin, end });
  }

  /** The place, or the last visible one before it. */
  before(place: number): number {
    let seen = place;
    for (const { begin, end } of this.#stretches.toReversed()) if (begin < seen && seen <= end) seen = begin;
    return seen;
  }
}

/** Quotes included, and of each attribute the first. */
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
