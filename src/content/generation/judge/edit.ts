import { isDeepStrictEqual } from 'node:util';
import type { Block, Draft, Note } from '../draft/draft.ts';
import { clausesOf, cleaned } from '../edits/clauses.ts';
import type { Order } from '../edits/orders.ts';
import { readClause } from '../edits/read.ts';
import { isOpinion, isTalk } from '../edits/talk.ts';
import { note } from '../reader/brief.ts';
import { Masked } from '../reader/text.ts';

type Aspect = 'looks' | 'texts' | 'pictures' | 'fields' | 'added' | 'removed' | 'order' | 'language';

/** Generous on purpose: a price that is removed also appears in other texts. */
const TOUCHES: Record<Order['do'], readonly Aspect[]> = {
  undo: [],
  translate: ['language', 'texts', 'fields'],
  shorten: ['texts', 'removed'],
  looks: ['looks'],
  change: ['texts', 'fields'],
  replace: ['texts', 'fields', 'pictures'],
  again: ['texts'],
  facts: ['texts', 'added'],
  link: ['texts', 'added'],
  sign: ['texts', 'added'],
  call: ['texts'],
  remove: ['texts', 'fields', 'pictures', 'removed'],
  move: ['order', 'texts'],
  swap: ['order', 'texts'],
  duplicate: ['added'],
  add: ['texts', 'fields', 'pictures', 'added'],
  fields: ['fields', 'added', 'texts'],
  options: ['fields'],
  hours: ['texts', 'added'],
  cannot: [],
  require: ['fields'],
  say: ['texts', 'added'],
  picture: ['pictures', 'added'],
};

const WORDS: Record<Aspect, (place: string) => string> = {
  looks: () => 'The looks changed, and that was not asked for: leave `theme` as it was.',
  texts: (place) => `The words of ${place} changed, and that was not asked for: leave them as they were.`,
  pictures: (place) => `The picture of ${place} changed, and that was not asked for: leave it as it was.`,
  fields: (place) => `The fields of ${place} changed, and that was not asked for: leave them as they were.`,
  added: (place) => `${place} was added, and that was not asked for.`,
  removed: (place) => `${place} is gone, and that was not asked for.`,
  order: () => 'The order of the parts changed, and that was not asked for.',
  language: () => 'The language changed, and that was not asked for.',
};

/** An instruction that is not fully understood allows every change, so nothing is reported. */
export function judgeEdit(before: Draft, after: Draft, instruction: string): Note[] {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return [note('check', 'Nothing changed.')];
  const allowed = allowedBy(instruction);
  if (!allowed) return [];
  return changes.flatMap(({ aspect, place }) => (allowed.has(aspect) ? [] : [note('check', WORDS[aspect](place ?? ''), place)]));
}

function allowedBy(instruction: string): Set<Aspect> | undefined {
  const masked = new Masked(cleaned(instruction));
  const { clauses, cut } = clausesOf(masked);
  if (cut) return undefined;
  const allowed = new Set<Aspect>();
  for (const clause of clauses) {
    if (isOpinion(clause.text)) continue;
    const orders = readClause(clause, masked);
    if (!orders && isTalk(clause.text)) continue;
    if (!orders || orders.some((order) => order.do === 'cannot')) return undefined;
    for (const order of orders) for (const aspect of TOUCHES[order.do]) allowed.add(aspect);
  }
  return allowed.size > 0 ? allowed : undefined;
}

interface Change {
  aspect: Aspect;
  place: string | null;
}

const LOOKS: ReadonlySet<string> = new Set(['layout', 'align']);
const PICTURES: ReadonlySet<string> = new Set(['picture', 'logo_url']);

function changesBetween(before: Draft, after: Draft): Change[] {
  const [old, now] = [byId(before), byId(after)];
  const changes: Change[] = [];
  const { blocks: _old, theme: oldTheme, lang: oldLang, dir: _oldDir, ...oldRest } = before;
  const { blocks: _now, theme, lang, dir: _dir, ...rest } = after;
  if (!isDeepStrictEqual(oldTheme ?? {}, theme ?? {})) changes.push({ aspect: 'looks', place: 'theme' });
  if (oldLang !== lang) changes.push({ aspect: 'language', place: 'lang' });
  for (const key of keysOf(oldRest, rest))
    if (!isDeepStrictEqual(Reflect.get(oldRest, key), Reflect.get(rest, key)))
      changes.push({ aspect: PICTURES.has(key) ? 'pictures' : 'texts', place: key });
  for (const id of old.keys()) if (!now.has(id)) changes.push({ aspect: 'removed', place: id });
  for (const [id, block] of now) {
    const was = old.get(id);
    changes.push(...(was ? changesWithin(was, block, id) : [{ aspect: 'added' as const, place: id }]));
  }
  const kept = (ids: Iterable<string>, others: ReadonlyMap<string, Block>) => [...ids].filter((id) => others.has(id));
  if (!isDeepStrictEqual(kept(old.keys(), now), kept(now.keys(), old))) changes.push({ aspect: 'order', place: null });
  return changes;
}

const byId = ({ blocks }: Draft): Map<string, Block> =>
  new Map((blocks as readonly Block[]).map((block, i) => [block.id ?? `blocks[${i}]`, block]));
const keysOf = (one: object, other: object): string[] => [...new Set([...Object.keys(one), ...Object.keys(other)])];

function changesWithin(was: Block, block: Block, place: string): Change[] {
  const aspects = new Set<Aspect>();
  for (const key of keysOf(was, block)) {
    if (isDeepStrictEqual(Reflect.get(was, key), Reflect.get(block, key))) continue;
    if (LOOKS.has(key)) aspects.add('looks');
    else if (PICTURES.has(key) || (block.kind === 'gallery' && key === 'items')) aspects.add('pictures');
    else aspects.add(key === 'fields' ? 'fields' : 'texts');
  }
  return [...aspects].map((aspect) => ({ aspect, place }));
}
