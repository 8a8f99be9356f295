import type { Block, BlockKind, Draft } from '../draft/draft.ts';
import { ORDER } from '../library/purposes.ts';
import { blocksNamed } from './find.ts';
import { cited, type Failed, failed, type Outcome, insert } from './outcome.ts';
import { bare } from './texts.ts';

/** Where something new stands. */

export function placeOf(draft: Draft, kind: BlockKind): string | undefined {
  const own = ORDER.indexOf(kind);
  const before = draft.blocks.findLast(
    (block, i) =>
      i === 0 ||
      (own >= 0 && ORDER.indexOf(block.kind) >= 0 && ORDER.indexOf(block.kind) <= own && block.kind !== 'footer') ||
      block.kind === 'letter',
  );
  return before?.id;
}

export const nothingGiven = (name: string): Outcome =>
  failed(`Nothing is given that could stand there, and nothing is invented. Write what belongs there: “add ${bare(name)}: …”.`, 'left_out');

export function inserted(draft: Draft, block: Block, after: string | undefined, heading: string): Outcome {
  const { id: _id, ...rest } = block;
  return insert(rest, after ?? placeOf(draft, block.kind), `A part is added: ${cited(heading)}.`);
}

export function whereOf(
  draft: Draft,
  [, , first, last, before, beforeWhat, , afterWhat]: RegExpExecArray,
): { after: string | undefined } | Failed {
  const ids = draft.blocks.map(({ id, kind }) => id ?? kind);
  if (first !== undefined) return { after: ids[0] };
  if (last !== undefined) return { after: draft.blocks.findLast(({ kind }) => kind !== 'footer')?.id };
  const anchor = (beforeWhat ?? afterWhat) as string;
  const found = blocksNamed(draft, anchor);
  if (found.length !== 1 || !found[0]) return failed(`It is not clear where ${cited(anchor)} is.`);
  return { after: before === undefined ? found[0].id : ids[ids.indexOf(found[0].id) - 1] };
}
