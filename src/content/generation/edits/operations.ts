import type { Block, Draft } from '../draft/draft.ts';
import { withIds } from '../draft/normal.ts';

/* Only places are checked here; the caller checks the result against the schema. A draft is never changed in place. */

export type DraftOperation =
  | { op: 'set'; path: string; value: unknown }
  | { op: 'insert'; block: Block; after?: string }
  | { op: 'remove'; path: string }
  | { op: 'move'; block_id: string; after?: string };

export type Applied<Of extends Draft> = { draft: Of } | { problem: string; at: number };

type Tree = Record<string, unknown>;
export type Step = string | number;

const SEGMENT = /^([a-z_][a-z0-9_-]{0,40})(?:\[(\d{1,3})\])?$/;
const MOST_SEGMENTS = 7;
const MOST_BLOCKS = 60;
const NO_FIELDS = new Set(['__proto__', 'constructor', 'prototype']);
const DRAFT_FIELDS = new Set('lang dir title name logo_url description subject preview_text operational theme'.split(' '));

/** `form.fields[0].label` as the steps that lead there; undefined where it is no path. */
function stepsOf(path: string): Step[] | undefined {
  const segments = path.slice(0, 400).split('.');
  if (segments.length > MOST_SEGMENTS) return undefined;
  const steps: Step[] = [];
  for (const segment of segments) {
    const [, name, index] = SEGMENT.exec(segment) ?? [];
    if (name === undefined || NO_FIELDS.has(name)) return undefined;
    steps.push(name);
    if (index !== undefined) steps.push(Number(index));
  }
  return steps;
}

/** Or the first problem, and the index of its operation. */
export function apply<Of extends Draft>(draft: Of, operations: readonly DraftOperation[]): Applied<Of> {
  let result: Draft = draft.blocks.every(({ id }) => id !== undefined) ? draft : withBlocks(draft, withIds<Block>(draft.blocks));
  for (const [at, operation] of operations.entries()) {
    const next: Result =
      operation.op === 'set'
        ? set(result, operation.path, operation.value)
        : operation.op === 'remove'
          ? remove(result, operation.path)
          : operation.op === 'insert'
            ? insert(result, operation.block, operation.after)
            : move(result, operation.block_id, operation.after);
    if ('problem' in next) return { problem: next.problem, at };
    result = next.draft;
  }
  return { draft: result as Of };
}

/** The kinds of blocks differ between pages and emails; the schema checks which stand where. */
const withBlocks = (draft: Draft, blocks: readonly Block[]): Draft => ({ ...draft, blocks: [...blocks] }) as Draft;

type Result = { draft: Draft } | { problem: string };

/** Where a path begins: in the draft itself, or in one of its blocks. */
function placeOf(draft: Draft, path: string): { block?: number; rest: readonly Step[] } | undefined {
  const steps = stepsOf(path);
  const [first, second] = steps ?? [];
  if (!steps || typeof first !== 'string') return undefined;
  if (DRAFT_FIELDS.has(first)) return { rest: steps };
  const block = draft.blocks.findIndex(({ id }) => id === first);
  return block < 0 || typeof second === 'number' ? undefined : { block, rest: steps.slice(1) };
}

const absent = (draft: Draft, path: string): { problem: string } => ({
  problem: `${path} is not a place in this draft. Its blocks are: ${draft.blocks.map(({ id }) => id).join(', ')}.`,
});

function set(draft: Draft, path: string, value: unknown): Result {
  const { block, rest } = placeOf(draft, path) ?? {};
  if (!rest) return absent(draft, path);
  if (block === undefined) {
    const themed = rest[0] === 'theme' && !draft.theme && rest.length > 1 ? { ...draft, theme: {} } : draft;
    const next = changed(themed, rest, value);
    return next === undefined ? absent(draft, path) : { draft: next as Draft };
  }
  const blocks: readonly Block[] = draft.blocks;
  if (rest.length === 0) {
    if (value === null) return remove(draft, path);
    if (!isTree(value)) return { problem: `${path} is a block; its new value must be one, too.` };
    return { draft: withBlocks(draft, blocks.with(block, { ...value, id: blocks[block]?.id } as Block)) };
  }
  const next = changed(blocks[block], rest, value);
  return next === undefined ? absent(draft, path) : { draft: withBlocks(draft, blocks.with(block, next as Block)) };
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined where the path leads nowhere. Null takes away. */
function changed(holder: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (typeof step === 'number') {
    if (!Array.isArray(holder)) return step === 0 && holder === undefined && rest.length === 0 && value !== null ? [value] : undefined;
    if (rest.length === 0 && value === null) return step < holder.length ? holder.toSpliced(step, 1) : undefined;
    if (step > holder.length || (rest.length > 0 && step === holder.length)) return undefined;
    const entry = rest.length === 0 ? value : changed(holder[step], rest, value);
    return entry === undefined ? undefined : step === holder.length ? [...holder, entry] : holder.with(step, entry);
  }
  if (step === undefined || !isTree(holder)) return undefined;
  const inner = Object.hasOwn(holder, step) ? holder[step] : undefined;
  const next = rest.length === 0 ? value : changed(inner, rest, value);
  if (next === undefined) return undefined;
  // A list without entries is left out: no list of a draft may be empty.
  if (next === null || (Array.isArray(next) && next.length === 0))
    return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== step));
  return { ...holder, [step]: next };
}

export function valueAt(draft: Draft, path: string): unknown {
  const place = placeOf(draft, path);
  if (!place) return undefined;
  let value: unknown = place.block === undefined ? draft : draft.blocks[place.block];
  for (const step of place.rest) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = isTree(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

function remove(draft: Draft, path: string): Result {
  const { block, rest } = placeOf(draft, path) ?? {};
  if (!rest) return absent(draft, path);
  if (block !== undefined && rest.length === 0) {
    if (draft.blocks.length === 1) return { problem: `${path} is the last block; a draft has at least one.` };
    return { draft: withBlocks(draft, (draft.blocks as readonly Block[]).toSpliced(block, 1)) };
  }
  return valueAt(draft, path) === undefined ? absent(draft, path) : set(draft, path, null);
}

function insert(draft: Draft, block: Block, after: string | undefined): Result {
  if (draft.blocks.length >= MOST_BLOCKS) return { problem: `A draft has at most ${MOST_BLOCKS} blocks.` };
  if (block.id !== undefined && draft.blocks.some(({ id }) => id === block.id)) return { problem: `There is a block ${block.id} already.` };
  const at = after === undefined ? draft.blocks.length : draft.blocks.findIndex(({ id }) => id === after) + 1;
  if (at === 0) return absent(draft, after ?? '');
  return { draft: withBlocks(draft, withIds<Block>((draft.blocks as readonly Block[]).toSpliced(at, 0, block))) };
}

function move(draft: Draft, blockId: string, after: string | undefined): Result {
  const from = draft.blocks.findIndex(({ id }) => id === blockId);
  if (from < 0) return absent(draft, blockId);
  if (after === blockId) return { problem: `${blockId} cannot stand behind itself.` };
  const rest = (draft.blocks as readonly Block[]).toSpliced(from, 1);
  const at = after === undefined ? Math.min(1, rest.length) : rest.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && at === 0) return absent(draft, after);
  return { draft: withBlocks(draft, rest.toSpliced(at, 0, draft.blocks[from] as Block)) };
}
