import { MergeTagError, splitMergeTags } from '../../../../shared/merge-tags.ts';
import { ExactParser } from '../../../versions/exact-parser.ts';
import { GenerationRefused } from '../../generator.ts';

/** An element, and where it stands in the source: from `begin` to `end`, its content from `inner` to `innerEnd`. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  begin: number;
  inner: number;
  innerEnd: number;
  end: number;
  children: Element[];
  parent?: Element;
}

/** A document that is read to be changed in places. */
export interface Page {
  source: string;
  root: Element;
  /** All elements in their order. */
  all: Element[];
}

/** In place of what stands from `begin` to `end`. */
export interface Splice {
  begin: number;
  end: number;
  text: string;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** Each takes some 200 bytes of memory. 2 MiB may hold 700,000, and pages that people read a few thousand. */
const MOST_ELEMENTS = 100_000;
const TOO_MANY = 'The document has more than 100,000 elements, too many to change it in words. Change its code instead.';

/** @throws GenerationRefused for a document with more elements than it may have */
export function readPage(source: string): Page {
  const masked = withoutTags(source);
  const root: Element = { name: '', attributes: {}, begin: 0, inner: 0, innerEnd: source.length, end: source.length, children: [] };
  const all: Element[] = [];
  let open = root;
  const parser: ExactParser = new ExactParser(masked, {
    onopentag(name, attributes) {
      if (all.length === MOST_ELEMENTS) throw new GenerationRefused(TOO_MANY);
      const { tagBegin: begin, tagEnd: end } = parser;
      const element: Element = { name, attributes, begin, inner: end, innerEnd: end, end, children: [], parent: open };
      open.children.push(element);
      all.push(element);
      open = element;
    },
    onclosetag(name, implied) {
      if (VOID.has(name) || open.name !== name) {
        if (open.name === name) open = open.parent ?? root;
        return;
      }
      open.innerEnd = implied ? Math.max(open.inner, parser.tagBegin) : parser.tagBegin;
      open.end = implied ? open.innerEnd : parser.tagEnd;
      open = open.parent ?? root;
    },
  });
  parser.end(masked);
  return { source, root, all };
}

/** Of the same length, so that positions hold; a tag's quotes and angle brackets are none of the HTML's. */
function withoutTags(source: string): string {
  if (!source.includes('{{')) return source;
  try {
    return splitMergeTags(source)
      .map(({ tag, text }) => (tag ? '_'.repeat(text.length) : text))
      .join('');
  } catch (error) {
    // A page may hold braces that are no merge tags.
    if (error instanceof MergeTagError) return source;
    throw error;
  }
}

/** The source with all splices made. None may lie in another. */
export function splice(source: string, splices: readonly Splice[]): string {
  let result = '';
  let from = 0;
  for (const { begin, end, text } of [...splices].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < from) continue;
    result += source.slice(from, begin) + text;
    from = end;
  }
  return result + source.slice(from);
}

/** What is written in an element, without tags. */
export function textOf(page: Page, element: Element): string {
  return decode(page.source.slice(element.inner, element.innerEnd).replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", '#123': '{' };
export const decode = (html: string): string => html.replace(/&(#?\w+);/g, (whole, name: string) => NAMED[name] ?? whole);

export const classesOf = ({ attributes }: Element): string[] => (attributes.class ?? '').split(/\s+/);

export const within = (element: Element, name: string): Element | undefined => {
  for (const child of element.children) {
    const found = child.name === name ? child : within(child, name);
    if (found) return found;
  }
  return undefined;
};

export function ancestor(element: Element, is: (element: Element) => boolean): Element | undefined {
  for (let at: Element | undefined = element; at; at = at.parent) if (is(at)) return at;
  return undefined;
}

/** The element with the line that it stands on, if nothing else does. */
export function lineOf({ source }: Page, { begin, end }: { begin: number; end: number }): { begin: number; end: number } {
  const lineBegin = source.lastIndexOf('\n', begin - 1) + 1;
  const newline = source.indexOf('\n', end);
  const lineEnd = newline < 0 ? source.length : newline + 1;
  const alone = source.slice(lineBegin, begin).trim() === '' && source.slice(end, lineEnd).trim() === '';
  return alone ? { begin: lineBegin, end: lineEnd } : { begin, end };
}

/** An opening tag with another value for one of its attributes, however the old one is quoted. */
export const withAttribute = (tag: string, name: string, value: string): string =>
  tag.replace(new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*'|[^\\s>]+)`, 'i'), (_, before: string) => `${before}"${value}"`);
