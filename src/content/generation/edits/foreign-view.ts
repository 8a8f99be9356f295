import type { Block, BlockKind, PageDraft } from '../draft/draft.ts';
import { kindsOf } from './find.ts';
import { ancestor, contains, type Document, decode, type Element } from './html.ts';
import { type Leaf, leavesOf } from './html-leaves.ts';
import { headlineOf, isCard, type Part, partsIn } from './html-parts.ts';

/**
 * A document that was not rendered from a draft, seen as one: its parts are blocks, its rows are entries. The edits of drafts work on it; each
 * path leads back to where it stands in the source.
 */
export interface View {
  draft: PageDraft;
  /** Lines of text, by their paths. */
  leaves: Map<string, Leaf>;
  /** Values of attributes, by their paths; several where the head says one thing again. */
  attributes: Map<string, { element: Element; name: string }[]>;
  /** Where parts and entries stand, by their paths. */
  boxes: Map<string, { begin: number; end: number }>;
  /** The lines of each entry, by its path. */
  rows: Map<string, Leaf[]>;
}

type Tree = Record<string, unknown>;
type Held = Tree & { kind: string; id: string; items: Tree[]; paragraphs: string[] };

const OWN: ReadonlySet<BlockKind> = new Set(['hero', 'facts', 'code', 'order', 'signature', 'letter', 'menu', 'button', 'cta']);
const READ = ['alt', 'title', 'placeholder', 'aria-label'];
const SAME = { title: /^(?:og|twitter):title$/, description: /^(?:(?:og|twitter):)?description$/ };
const ROWS = new Set(['li', 'details', 'blockquote', 'figure', 'option', 'dt', 'dd']);
const LARGEST_ROW = 2_000;

export function viewOf(page: Document, lang: string): View {
  const view: View = {
    draft: { lang, title: '', blocks: [] },
    leaves: new Map(),
    attributes: new Map(),
    boxes: new Map(),
    rows: new Map(),
  };
  const head: Tree = { lang, title: '' };
  const parts = new Map(partsIn(page).flatMap((part) => part.elements.map((element): [Element, Part] => [element, part])));
  const headline = headlineOf(page);
  const blocks = new Map<Part | undefined, Held>([[undefined, { kind: 'hero', id: 'top', items: [], paragraphs: [] }]]);
  const blockOf = (part: Part | undefined): Held => {
    const known = blocks.get(part);
    if (known || !part) return known ?? { kind: 'hero', id: 'top', items: [], paragraphs: [] };
    const [kind = 'features'] = kindsOf(part.name).filter((one) => !OWN.has(one));
    const block = { kind, id: `part${blocks.size}`, ...(kind === 'form' && { fields: [] }), items: [], paragraphs: [] };
    blocks.set(part, block);
    view.boxes.set(block.id, part.box);
    return block;
  };
  const put = (holder: Tree, path: string, name: string, leaf: Leaf): void => {
    holder[name] = leaf.text;
    view.leaves.set(path + name, leaf);
  };
  let row: { element: Element; path: string; item: Tree; leaves: Leaf[] } | undefined;
  for (const leaf of leavesOf(page)) {
    if (leaf.text === '') continue;
    if (leaf.box.name === 'title') {
      put(head, '', 'title', leaf);
      continue;
    }
    let part: Part | undefined;
    ancestor(leaf.box, (up) => {
      part = parts.get(up);
      return part !== undefined;
    });
    const block = blockOf(part);
    const heading = part ? part.heading : headline;
    if (block.heading === undefined && heading && leaf.nodes.every((node) => contains(heading, node))) {
      put(block, `${block.id}.`, 'heading', leaf);
      continue;
    }
    if (!part && leaf.box.name === 'p' && block.heading !== undefined && block.text === undefined) {
      put(block, 'top.', 'text', leaf);
      continue;
    }
    const element = rowOf(leaf, part);
    if (element === leaf.box && isProse(leaf)) {
      const path = `${block.id}.paragraphs[${block.paragraphs.length}]`;
      block.paragraphs.push(leaf.text);
      view.leaves.set(path, leaf);
      view.boxes.set(path, lineBox(page, leaf));
      continue;
    }
    if (!row || row.element !== element || leaf.box === element) {
      row = { element, path: `${block.id}.items[${block.items.length}]`, item: {}, leaves: [] };
      block.items.push(row.item);
      view.boxes.set(row.path, leaf.box === element ? lineBox(page, leaf) : element);
      view.rows.set(row.path, row.leaves);
    }
    row.leaves.push(leaf);
    put(row.item, `${row.path}.`, ['heading', 'text'][row.leaves.length - 1] ?? `text${row.leaves.length}`, leaf);
  }
  const top = blocks.get(undefined);
  if (top?.heading === undefined) Object.assign(top ?? {}, { kind: 'features' });
  const all = [...blocks.values(), attributesIn(page, view, head)];
  view.draft = { ...head, blocks: all as Block[] } as PageDraft;
  return view;
}

function rowOf(leaf: Leaf, part: Part | undefined): Element {
  let row: Element | undefined;
  ancestor(leaf.box, (up) => {
    if (part && contains(up, part.box)) return true;
    if (ROWS.has(up.name) || isTableRow(up) || (isCard(up) && !(part?.heading && contains(up, part.heading)))) row = up;
    return row !== undefined;
  });
  return row ?? leaf.box;
}

const isTableRow = ({ name, children, begin, end }: Element): boolean =>
  name === 'tr' &&
  end - begin < LARGEST_ROW &&
  children.length > 1 &&
  children.every((cell) => cell.children.every((inner) => !/^(?:table|h[1-6]|ul|div|p)$/.test(inner.name)));

const isProse = ({ text, box }: Leaf): boolean => text.length > SHORT_LINE || (/[.!?…]$/u.test(text) && !/^(?:dt|dd)$/.test(box.name));
const SHORT_LINE = 60;

function lineBox({ source }: Document, { box, nodes }: Leaf): { begin: number; end: number } {
  const breaks = box.children.filter(({ name }) => name === 'br');
  const [first, last] = [nodes[0]?.begin ?? box.begin, nodes.at(-1)?.end ?? box.end];
  const before = breaks.findLast(({ begin }) => begin < first);
  const after = breaks.find(({ begin }) => begin >= last);
  if (!before && !after) return box;
  const begin = before ? before.end : box.inner;
  const lead = /^\s*/.exec(source.slice(begin, first))?.[0].length ?? 0;
  return after ? { begin: begin + lead, end: after.end } : { begin: before?.begin ?? begin, end: box.innerEnd };
}

function attributesIn(page: Document, view: View, head: Tree): Held {
  const items: Tree[] = [];
  for (const element of page.all) {
    const { name, attributes } = element;
    const said = (attributes.name ?? attributes.property ?? '').toLowerCase();
    const place = (path: string, attribute: string): void => {
      view.attributes.set(path, [...(view.attributes.get(path) ?? []), { element, name: attribute }]);
    };
    if (name === 'meta') {
      const own = decode(attributes.content ?? '');
      for (const [field, pattern] of Object.entries(SAME))
        if (own !== '' && pattern.test(said) && (head[field] ?? own) === own) {
          head[field] = own;
          place(field, 'content');
        }
      continue;
    }
    const isButton = name === 'input' && /^(?:submit|button)$/.test(attributes.type ?? '');
    const item: Tree = {};
    for (const attribute of isButton ? [...READ, 'value'] : READ)
      if (attributes[attribute] && !attributes[attribute].includes('{{')) item[attribute] = decode(attributes[attribute]);
    if (name === 'a' && attributes.href && !/^#|\{\{/.test(attributes.href)) item.href = decode(attributes.href);
    for (const attribute of Object.keys(item)) place(`attributes.said[${items.length}].${attribute}`, attribute);
    if (Object.keys(item).length > 0) items.push(item);
  }
  return { kind: 'features', id: 'attributes', said: items, items: [], paragraphs: [] };
}
