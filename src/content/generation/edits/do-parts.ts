import type { Block, Draft } from '../draft/draft.ts';
import { blocksNamed, entriesNamed, type Found, fieldsNamed } from './find.ts';
import { type DraftOperation, valueAt } from './operations.ts';
import type { Where } from './orders.ts';
import { already, type Context, cited, done, failed, type Outcome, partsOf, set, headingOf, severalParts, insert } from './outcome.ts';

/** Moving, swapping and doubling parts. */

const TOP =
  /^(?:top|hero|header|headline|banner|title|opening|intro|start|beginning|anfang|haut|inicio|inizio|topo|begin|början|początek)$/iu;
const END = /^(?:end|bottom|footer|foot|ende|schluss|fin|final|fine|fim|einde|slutet|koniec)$/iu;
const nameOf = ({ block, id }: Found): string => (headingOf(block) ? cited(headingOf(block)) : `The ${id}`);

function only(draft: Draft, what: string): Found | Outcome {
  const found = blocksNamed(draft, what).filter(({ block }) => block.kind !== 'hero');
  if (found.length > 1) return severalParts(found);
  return found[0] ?? failed(`${cited(what)} was not found. There are: ${partsOf(draft)}.`);
}

const isFound = (one: Found | Outcome): one is Found => 'block' in one;

export function move({ draft }: Context, { what, where, anchor }: { what: string; where: Where; anchor: string }): Outcome {
  const from = only(draft, what);
  if (!isFound(from)) return moveEntry(draft, what, where, anchor) ?? from;
  const ids = draft.blocks.map(({ id, kind }) => id ?? kind);
  const rest = ids.filter((id) => id !== from.id);
  const at = ids.indexOf(from.id);
  let after: string | undefined;
  if (where === 'first' || ((where === 'after' || where === 'before') && TOP.test(anchor))) after = rest[0];
  else if (where === 'last' || (where === 'before' && END.test(anchor)) || (where === 'after' && END.test(anchor)))
    after = lastOf(draft, from.id);
  else if (where === 'up') after = at <= 1 ? undefined : ids[Math.max(0, at - 2)];
  else if (where === 'down') after = ids[at + 1];
  else {
    const to = only(draft, anchor);
    if (!isFound(to)) return to;
    if (to.id === from.id) return failed('It cannot stand beside itself.');
    after = where === 'after' ? to.id : rest[rest.indexOf(to.id) - 1];
  }
  const shown = draft.blocks.find((block): block is Extract<Block, { kind: 'hero' }> => block.kind === 'hero' && block.form === from.id);
  const operations: DraftOperation[] = [];
  // A form in the opening stands where it is told to from now on, and a button leads there.
  if (shown?.id && from.block.kind === 'form' && where !== 'first') {
    operations.push(set(`${shown.id}.form`, null));
    if (!shown.action) operations.push(set(`${shown.id}.action`, { label: from.block.submit, href: `#${from.id}` }));
  }
  if (after === undefined || (after === ids[at - 1] && operations.length === 0)) return already(`${nameOf(from)} stands there already.`);
  const isFirst = after === ids[0] && draft.blocks[0]?.kind === 'hero';
  operations.push({ op: 'move', block_id: from.id, ...(!isFirst && { after }) });
  return done(operations, `${nameOf(from)} stands ${place(where, anchor)} now.`);
}

const place = (where: Where, anchor: string): string =>
  ({
    first: 'at the top',
    last: 'at the end',
    up: 'further up',
    down: 'further down',
    before: `before ${cited(anchor)}`,
    after: `after ${cited(anchor)}`,
  })[where];

function lastOf(draft: Draft, moved: string): string | undefined {
  const rest = draft.blocks.filter(({ id }) => id !== moved);
  while (rest.length > 1 && ['footer', 'signature'].includes(rest.at(-1)?.kind ?? '')) rest.pop();
  return rest.at(-1)?.id;
}

function moveEntry(draft: Draft, what: string, where: Where, anchor: string): Outcome | undefined {
  const fields = fieldsNamed(draft, what);
  const entries = fields.length > 0 ? fields : entriesNamed(draft, what);
  const [entry] = entries;
  if (!entry) return undefined;
  if (entries.length > 1) return failed(`${cited(what)} could be several.`);
  const [, list = '', index = ''] = /^(.*)\[(\d+)\]$/.exec(entry.path) ?? [];
  const all = valueAt(draft, list);
  if (!Array.isArray(all)) return undefined;
  const at = Number(index);
  const moved: unknown = all[at];
  const rest = all.toSpliced(at, 1);
  let to = where === 'first' ? 0 : where === 'last' ? rest.length : where === 'up' ? Math.max(0, at - 1) : Math.min(rest.length, at + 1);
  if (where === 'before' || where === 'after') {
    const others = (fields.length > 0 ? fieldsNamed(draft, anchor) : entriesNamed(draft, anchor)).filter(
      ({ path }) => path.startsWith(`${list}[`) && path !== entry.path,
    );
    if (others.length !== 1 || !others[0]) return failed(`${cited(anchor)} was not found beside it.`);
    const other = Number(/\[(\d+)\]$/.exec(others[0].path)?.[1]);
    to = (other > at ? other - 1 : other) + (where === 'after' ? 1 : 0);
  }
  if (to === at) return already('It stands there already.');
  return done([set(list, rest.toSpliced(to, 0, moved))], `${cited(what)} stands ${place(where, anchor)} now.`);
}

export function swap({ draft }: Context, one: string, other: string): Outcome {
  const [first, second] = [only(draft, one), only(draft, other)];
  if (!isFound(first)) return first;
  if (!isFound(second)) return second;
  if (first.id === second.id) return failed('Both names stand for the same part.');
  const ids = draft.blocks.map(({ id, kind }) => id ?? kind);
  const [upper, lower] = ids.indexOf(first.id) < ids.indexOf(second.id) ? [first, second] : [second, first];
  const [above, below] = [ids[ids.indexOf(upper.id) - 1], ids[ids.indexOf(lower.id) - 1]];
  const top = above === ids[0] && draft.blocks[0]?.kind === 'hero';
  if (above === undefined) return failed('The top of it cannot be moved.');
  const operations: DraftOperation[] = [{ op: 'move', block_id: lower.id, ...(!top && { after: above }) }];
  if (below !== upper.id && below !== undefined) operations.push({ op: 'move', block_id: upper.id, after: below });
  return done(operations, `${nameOf(first)} and ${nameOf(second)} have changed places.`);
}

export function duplicate({ draft }: Context, what: string): Outcome {
  const from = only(draft, what);
  if (!isFound(from)) return from;
  const ids = new Set(draft.blocks.map(({ id }) => id));
  let id = '';
  for (let n = 2; id === '' || ids.has(id); n++) id = `${from.id.replace(/-\d+$/, '').slice(0, 36)}-${n}`;
  const block: Block = { ...structuredClone(from.block), id };
  return insert(block, from.id, `${nameOf(from)} is there twice now.`);
}
