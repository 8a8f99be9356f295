import { MergeTagError, splitMergeTags } from '../../../shared/merge-tags.ts';
import { ExactParser } from '../../versions/exact-parser.ts';
import type { Edit } from '../verify/edits.ts';

/** HTML that was saved by hand, read to be changed in places: all else stays byte for byte. */

/** A stretch of the source. */
export interface Range {
  begin: number;
  end: number;
}

/** It stands from `begin` to `end` in the source, its content from `inner` to `innerEnd`. */
export interface Element extends Range {
  name: string;
  attributes: Record<string, string>;
  inner: number;
  innerEnd: number;
  children: Element[];
  parent?: Element;
}

export interface TextNode extends Range {
  parent: Element;
}

export interface Document {
  source: string;
  all: Element[];
  texts: TextNode[];
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** How far up something is looked for. */
const DEEPEST = 60;
const UNREAD = new Set(['style', 'script', 'svg', 'template', 'noscript']);
/** Each takes some 200 bytes of memory. 2 MiB may hold 700,000, and pages that people read a few thousand. */
export const MOST_ELEMENTS = 100_000;
export const LARGEST = 2 * 1024 * 1024;

export function readDocument(source: string): Document | undefined {
  const masked = withoutTags(source);
  const root: Element = { name: '', attributes: {}, begin: 0, inner: 0, innerEnd: source.length, end: source.length, children: [] };
  const all: Element[] = [];
  let tooMany = false;
  let open = root;
  const parser: ExactParser = new ExactParser(masked, {
    onopentag(name, attributes) {
      if (all.length >= MOST_ELEMENTS) tooMany = true;
      if (tooMany) return;
      const { tagBegin: begin, tagEnd: end } = parser;
      const element: Element = { name, attributes, begin, inner: end, innerEnd: end, end, children: [], parent: open };
      open.children.push(element);
      all.push(element);
      open = element;
    },
    onclosetag(name, implied) {
      if (tooMany) return;
      if (open.name !== name) return;
      if (!VOID.has(name)) {
        open.innerEnd = implied ? Math.max(open.inner, parser.tagBegin) : parser.tagBegin;
        open.end = implied ? open.innerEnd : parser.tagEnd;
      }
      open = open.parent ?? root;
    },
  });
  parser.end(masked);
  return tooMany ? undefined : { source, all, texts: textsIn(source, root) };
}

/** Of the same length, so that positions hold; a tag's quotes and angle brackets are none of the HTML's. */
function withoutTags(source: string): string {
  if (!source.includes('{{') && !source.includes('{%')) return source;
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

/** Without recursion: documents may be deep. */
function textsIn(source: string, root: Element): TextNode[] {
  const texts: TextNode[] = [];
  const waiting: Element[] = [root];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    let from = parent.inner;
    for (const child of [...parent.children, { begin: parent.innerEnd, end: parent.innerEnd }]) {
      if (child.begin > from) pieces(source, from, child.begin, parent, texts);
      from = Math.max(from, child.end);
    }
    for (const child of parent.children) if (!UNREAD.has(child.name)) waiting.push(child);
  }
  return texts.toSorted((one, other) => one.begin - other.begin);
}

/** Comments separate pieces. */
function pieces(source: string, begin: number, end: number, parent: Element, texts: TextNode[]): void {
  let from = begin;
  while (from < end) {
    const mark = source.slice(from, end).indexOf('<!');
    const to = mark < 0 ? end : from + mark;
    if (to > from && source.slice(from, to).trim() !== '' && !source.slice(from, to).includes('<'))
      texts.push({ begin: from, end: to, parent });
    if (to === end) return;
    const closing = source.startsWith('<!--', to) ? source.indexOf('-->', to) + 3 : source.indexOf('>', to) + 1;
    from = closing <= to ? end : closing;
  }
}

const NAMED: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'", '#39': "'", '#123': '{' },
  ...{ rsquo: '’', ndash: '–', mdash: '—', euro: '€', pound: '£' },
};
export const decode = (html: string): string =>
  html.replace(/&(#?\w{1,10});/g, (whole, name: string) => (Object.hasOwn(NAMED, name) ? (NAMED[name] as string) : whole));

export const textOf = ({ source }: Document, { inner, innerEnd }: { inner: number; innerEnd: number }): string =>
  decode(source.slice(inner, Math.min(innerEnd, inner + 20_000)).replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

export function ancestor(element: Element, is: (element: Element) => boolean): Element | undefined {
  let level = 0;
  for (let at: Element | undefined = element; at && level < DEEPEST; at = at.parent, level++) if (is(at)) return at;
  return undefined;
}

export const contains = (outer: Range, inner: Range): boolean => inner.begin >= outer.begin && inner.end <= outer.end;

/** With its line, if nothing else stands on it. */
export function lineOf({ source }: Document, { begin, end }: Range): Range {
  const lineBegin = source.lastIndexOf('\n', begin - 1) + 1;
  const newline = source.indexOf('\n', end);
  const lineEnd = newline < 0 ? source.length : newline + 1;
  const alone = source.slice(lineBegin, begin).trim() === '' && source.slice(end, lineEnd).trim() === '';
  return alone ? { begin: lineBegin, end: lineEnd } : { begin, end };
}

/** The element is taken out. */
export const without = (page: Document, range: Range): Edit => ({ ...lineOf(page, range), text: '' });

/** Another text in the place of one, between the blanks at its ends. */
export function textIn({ source }: Document, { begin, end }: Range, text: string, trail = /\s*$/): Edit {
  const written = source.slice(begin, end);
  const behind = trail.exec(written)?.[0].length ?? 0;
  return { begin: begin + written.length - written.trimStart().length, end: end - behind, text };
}

/** Another value for an attribute of an opening tag. @param value escaped */
export const tagWith = ({ source }: Document, { begin, inner }: Element, name: string, value: string): Edit => ({
  ...{ begin, end: inner },
  text: withAttribute(source.slice(begin, inner), name, value),
});

/** However the old value is quoted. */
function withAttribute(tag: string, name: string, value: string): string {
  const found = new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*'|[^\\s>]+)`, 'i').exec(tag);
  if (!found) return tag.replace(/\s*\/?>$/, (close) => ` ${name}="${value}"${close.trim() === '/>' ? ' />' : '>'}`);
  return `${tag.slice(0, found.index)}${found[1]}"${value}"${tag.slice(found.index + found[0].length)}`;
}

/** Lines of a document as people read them: all text between two breaks, whatever tags are within. */

const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var'.split(' '),
);

export interface Leaf {
  text: string;
  /** Several leaves may share a block, with breaks between them. */
  box: Element;
  nodes: TextNode[];
  /** Where each letter of the text begins in the source. */
  begins: number[];
  ends: number[];
}

const boxOf = (node: TextNode): Element => {
  let box = node.parent;
  while (INLINE.has(box.name) && box.parent) box = box.parent;
  return box;
};

export function leavesOf(page: Document): Leaf[] {
  const breaks = page.all.filter(({ name }) => name === 'br').map(({ begin }) => begin);
  let next = 0;
  const leaves: Leaf[] = [];
  for (const node of page.texts) {
    const box = boxOf(node);
    let broken = false;
    while ((breaks[next] ?? Number.POSITIVE_INFINITY) < node.begin) {
      broken = true;
      next += 1;
    }
    const last = leaves.at(-1);
    if (last && last.box === box && !broken) last.nodes.push(node);
    else leaves.push({ text: '', box, nodes: [node], begins: [], ends: [] });
  }
  for (const leaf of leaves) read(page, leaf);
  return leaves;
}

const TOKEN = /&#?\w{1,10};|\s+|[^\s&]|&/gu;

function read({ source }: Document, leaf: Leaf): void {
  const letters: string[] = [];
  const add = (shown: string, begin: number, end: number): void => {
    if (shown === ' ' && (letters.length === 0 || letters.at(-1) === ' ')) return;
    for (const unit of shown.split('')) {
      letters.push(unit);
      leaf.begins.push(begin);
      leaf.ends.push(end);
    }
  };
  let before = leaf.nodes[0]?.begin ?? 0;
  for (const { begin, end } of leaf.nodes) {
    const gap = source.slice(before, begin);
    // "<span>Cut</span><span>£38</span>" are two things.
    if (/\s/.test(gap.replace(/<[^>]*>/g, '')) || /<\/span>\s{0,9}<span/i.test(gap)) add(' ', before, before);
    for (const { 0: token, index } of source.slice(begin, end).matchAll(TOKEN)) {
      const shown = /^\s/.test(token) ? ' ' : token.startsWith('&') ? decode(token) : token;
      add(/^\s$/.test(shown) ? ' ' : shown, begin + index, begin + index + token.length);
    }
    before = end;
  }
  if (letters.at(-1) === ' ') letters.pop();
  leaf.text = letters.join('');
}

export function rewritten(leaf: Leaf, to: string, escaped: (text: string) => string): Edit[] {
  const from = leaf.text;
  const most = Math.min(from.length, to.length);
  let head = 0;
  while (head < most && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < most - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  const fresh = escaped(to.slice(head, to.length - tail));
  const [first, last] = [head, from.length - tail - 1];
  if (last < first) {
    const at = first > 0 ? leaf.ends[first - 1] : leaf.begins[0];
    return fresh === '' || at === undefined ? [] : [{ begin: at, end: at, text: fresh }];
  }
  const [begin = 0, end = 0] = [leaf.begins[first], leaf.ends[last]];
  const touched = leaf.nodes.filter((node) => node.begin < end && node.end > begin);
  return touched.map((node, i) => ({
    begin: Math.max(begin, node.begin),
    end: Math.min(end, node.end),
    text: i === 0 ? fresh : '',
  }));
}
