import { escaped, type ForeignOutcome } from './foreign-texts.ts';
import type { View } from './foreign-view.ts';
import { type Document, lineOf, type Splice, splice, withAttribute } from './html.ts';
import { type Leaf, rewritten } from './html-leaves.ts';
import type { DraftOperation } from './operations.ts';
import { failed } from './outcome.ts';

/** What was to change in the draft that a document was seen as, done in the document. */

const NO_PLACE = failed('There is no such place in it, and one can be made in its code only.');

export function applied(page: Document, view: View, operations: readonly DraftOperation[], said: string): ForeignOutcome {
  const splices: Splice[] = [];
  for (const operation of operations) {
    const own = operation.op === 'set' ? setIn(page, view, operation.path, operation.value) : removedIn(page, view, operation);
    // A name that stands nowhere else is in the texts already.
    if (own === undefined && operation.op === 'set' && operation.path === 'name' && splices.length > 0) continue;
    if (own === undefined) return NO_PLACE;
    splices.push(...own);
  }
  return splices.length > 0 ? { splices, said } : failed('It is like that already.');
}

function setIn(page: Document, view: View, path: string, value: unknown): Splice[] | undefined {
  if (value === null) return removedIn(page, view, { op: 'remove', path });
  if (typeof value !== 'string') return added(page, view, path, value);
  const leaf = view.leaves.get(path);
  const attributes = view.attributes.get(path) ?? [];
  if (!leaf && attributes.length === 0) return undefined;
  return [
    ...(leaf ? rewritten(leaf, value, escaped) : []),
    ...attributes.map(({ element: { begin, inner }, name }) => ({
      begin,
      end: inner,
      text: withAttribute(page.source.slice(begin, inner), name, escaped(value, true)),
    })),
  ];
}

function removedIn(page: Document, view: View, operation: DraftOperation): Splice[] | undefined {
  if (operation.op !== 'remove') return undefined;
  const box = view.boxes.get(operation.path) ?? view.leaves.get(operation.path)?.box;
  return box && [{ ...lineOf(page, box), text: '' }];
}

function added(page: Document, view: View, path: string, value: unknown): Splice[] | undefined {
  const [, list = '', at] = /^(.{1,60}\.items)\[(\d{1,4})\]$/.exec(path) ?? [];
  if (typeof value !== 'object' || value === null || at === undefined) return undefined;
  const words = Object.values(value).filter((one) => typeof one === 'string' && one !== '');
  const model = modelOf(view, list, Number(at), words.length);
  return model && words.length > 0 ? like(page, model, words as string[]) : undefined;
}

interface Model {
  box: { begin: number; end: number };
  leaves: Leaf[];
}

function modelOf(view: View, list: string, count: number, words: number): Model | undefined {
  const models: Model[] = [];
  for (let at = count - 1; at >= 0; at--) {
    const [box, leaves] = [view.boxes.get(`${list}[${at}]`), view.rows.get(`${list}[${at}]`)];
    if (!box || !leaves?.every(({ nodes }) => nodes.every(({ parent }) => !/^(?:button|label|a|option)$/.test(parent.name)))) continue;
    models.push({ box, leaves });
  }
  return models.find(({ leaves }) => leaves.length === words) ?? models.find(({ leaves }) => leaves.length <= Math.max(2, words));
}

function like(page: Document, { box, leaves }: Model, words: readonly string[]): Splice[] {
  const range = lineOf(page, box);
  const splices: Splice[] = [];
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
    splices.push(...rewritten({ ...leaf, text: leaf.text }, text, escaped));
  }
  const copy = splice(
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
