import type { Block, BlockKind, PageDraft } from '../draft/draft.ts';
import { type Edit, applied as spliced } from '../verify/edits.ts';
import { kindsOf } from './find.ts';
import {
  ancestor,
  contains,
  type Document,
  decode,
  type Element,
  type Leaf,
  leavesOf,
  lineOf,
  type Range,
  rewritten,
  tagWith,
  without,
} from './html.ts';
import { escaped, type ForeignOutcome, headlineOf, isCard, type Part, partsIn } from './html-parts.ts';
import type { DraftOperation } from './operations.ts';
import { failed } from './orders.ts';

/** HTML that was not rendered from a draft, seen as one. The maps lead from a path to its place in the source. */
export interface View {
  draft: PageDraft;
  leaves: Map<string, Leaf>;
  /** Several where the head repeats a text. */
  attributes: Map<string, { element: Element; name: string }[]>;
  boxes: Map<string, Range>;
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
  const head: Tree = { lang, title: '' };
  const view: View = {
    draft: { lang, title: '', blocks: [] },
    leaves: new Map(),
    attributes: new Map(),
    boxes: new Map(),
    rows: new Map(),
  };
  const parts = new Map(partsIn(page).flatMap((part) => part.elements.map((element): [Element, Part] => [element, part])));
  const headline = headlineOf(page);
  const top: Held = { kind: 'hero', id: 'top', items: [], paragraphs: [] };
  const blocks = new Map<Part | undefined, Held>([[undefined, top]]);
  const blockOf = (part: Part | undefined): Held => {
    const known = blocks.get(part);
    if (known || !part) return known ?? top;
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
    const owner = ancestor(leaf.box, (up) => parts.has(up));
    const part = owner && parts.get(owner);
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
  if (top.heading === undefined) top.kind = 'features';
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

function lineBox({ source }: Document, { box, nodes }: Leaf): Range {
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

/** Carries out operations on the draft in the document. */

const NO_PLACE = failed('There is no such place in it, and one can be made in its code only.');

export function carriedIn(page: Document, view: View, operations: readonly DraftOperation[], said: string): ForeignOutcome {
  const splices: Edit[] = [];
  for (const operation of operations) {
    const own = operation.op === 'set' ? setIn(page, view, operation.path, operation.value) : removedIn(page, view, operation);
    // A name that stands nowhere else is in the texts already.
    if (own === undefined && operation.op === 'set' && operation.path === 'name' && splices.length > 0) continue;
    if (own === undefined) return NO_PLACE;
    splices.push(...own);
  }
  return splices.length > 0 ? { splices, said } : failed('It is like that already.');
}

function setIn(page: Document, view: View, path: string, value: unknown): Edit[] | undefined {
  if (value === null) return removedIn(page, view, { op: 'remove', path });
  if (typeof value !== 'string') return added(page, view, path, value);
  const leaf = view.leaves.get(path);
  const attributes = view.attributes.get(path) ?? [];
  if (!leaf && attributes.length === 0) return undefined;
  return [
    ...(leaf ? rewritten(leaf, value, escaped) : []),
    ...attributes.map(({ element, name }) => tagWith(page, element, name, escaped(value, true))),
  ];
}

function removedIn(page: Document, view: View, operation: DraftOperation): Edit[] | undefined {
  if (operation.op !== 'remove') return undefined;
  const box = view.boxes.get(operation.path) ?? view.leaves.get(operation.path)?.box;
  return box && [without(page, box)];
}

function added(page: Document, view: View, path: string, value: unknown): Edit[] | undefined {
  const [, list = '', at] = /^(.{1,60}\.items)\[(\d{1,4})\]$/.exec(path) ?? [];
  if (typeof value !== 'object' || value === null || at === undefined) return undefined;
  const words = Object.values(value).filter((one) => typeof one === 'string' && one !== '');
  const model = modelOf(view, list, Number(at), words.length);
  return model && words.length > 0 ? like(page, model, words as string[]) : undefined;
}

type Model = { box: Range; leaves: Leaf[] };

function modelOf(view: View, list: string, count: number, words: number): Model | undefined {
  const models: Model[] = [];
  for (let at = count - 1; at >= 0; at--) {
    const [box, leaves] = [view.boxes.get(`${list}[${at}]`), view.rows.get(`${list}[${at}]`)];
    if (!box || !leaves?.every(({ nodes }) => nodes.every(({ parent }) => !/^(?:button|label|a|option)$/.test(parent.name)))) continue;
    models.push({ box, leaves });
  }
  return models.find(({ leaves }) => leaves.length === words) ?? models.find(({ leaves }) => leaves.length <= Math.max(2, words));
}

function like(page: Document, { box, leaves }: Model, words: readonly string[]): Edit[] {
  const range = lineOf(page, box);
  const splices: Edit[] = [];
  const one = leaves.length === 1;
  for (const [i, leaf] of leaves.entries()) {
    const [first, second] = leaf.nodes;
    // "<b>Back pain</b> – £48": what is set apart by a tag is set apart again.
    if (one && first && second && words.length > 1 && leaf.nodes.length === 2) {
      const mark = /^\s*[^\p{L}\p{N}£€$]{0,5}/u.exec(page.source.slice(second.begin, second.end))?.[0] ?? ' ';
      splices.push({ begin: first.begin, end: first.end, text: escaped(words[0] as string) });
      splices.push({ begin: second.begin, end: second.end, text: mark + escaped(words.slice(1).join(', ')) });
      continue;
    }
    const text = one ? words.join(' – ') : i === leaves.length - 1 ? words.slice(i).join(', ') : (words[i] ?? '');
    splices.push(...rewritten(leaf, text, escaped));
  }
  const copy = spliced(
    page.source.slice(range.begin, range.end),
    splices.map(({ begin, end, text }) => ({ begin: begin - range.begin, end: end - range.begin, text })),
  ).replace(/\sid\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
  return [{ begin: range.end, end: range.end, text: copy }];
}

export function sentenceIn(page: Document, view: View, sentence: string): ForeignOutcome {
  const paragraphs = [...view.leaves].filter(([path, { box, text }]) => path !== 'title' && box.name === 'p' && text.length > 20);
  const [path, leaf] = paragraphs.findLast(([at]) => at.startsWith('top')) ?? paragraphs.at(-1) ?? [];
  if (!path || !leaf) return failed('There is no paragraph in it that another could follow.');
  const range = lineOf(page, leaf.box);
  const { begin, inner, innerEnd, end } = leaf.box;
  const made = page.source.slice(range.begin, inner) + escaped(sentence) + page.source.slice(innerEnd, range.end);
  return begin === end
    ? failed('It is empty.')
    : { splices: [{ begin: range.end, end: range.end, text: made }], said: `It says “${sentence}” now.` };
}

const CLOSING =
  /^(?:(?:(?:kind|best|warm) )?regards|best(?: wishes)?|see you\b.{0,20}|cheers|love|thanks?(?: you)?|yours.{0,12}|sincerely|.{0,10}grüßen?|cordialement|bises|bien à vous|saludos|un saludo|saluti|cumprimentos|groeten|hälsningar|pozdrawiam)[\s,!.]*$/iu;

export function signedIn(view: View, name: string): ForeignOutcome {
  const leaves = [...view.leaves.values()];
  const at = leaves.findIndex(({ text }) => CLOSING.test(text));
  const old = leaves[at + 1];
  if (at < 0 || !old || old.text.length > 60)
    return failed('It is not clear where it is signed. Say which name is to go: “replace … with …”.');
  return { splices: rewritten(old, name, escaped), said: `“${name}” signs it now.` };
}
