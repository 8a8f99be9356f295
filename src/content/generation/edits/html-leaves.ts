import { type Document, decode, type Element, type Splice, type TextNode } from './html.ts';

/** Lines of a document as people read them: all text between two breaks, whatever tags are within. */

const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var'.split(' '),
);

export interface Leaf {
  text: string;
  /** The block that holds it; several leaves may share one, with breaks between them. */
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

export function rewritten(leaf: Leaf, to: string, escaped: (text: string) => string): Splice[] {
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
