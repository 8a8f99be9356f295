import type { Block, Draft, Note } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import type { CommissionedAsset } from '../generator.ts';
import type { DraftOperation } from './operations.ts';

/** What an order is carried out on. */
export interface Context {
  draft: Draft;
  kind: 'page' | 'email';
  words: Words;
  assets: readonly CommissionedAsset[];
  around: Around;
}

/** What is known of a draft beyond its blocks. Without it, it is found out by its texts. */
export interface Around {
  purpose?: string;
  trade?: string;
  /** The prompt of the first draft. */
  prompt?: string;
}

export interface Done {
  operations: DraftOperation[];
  /** What was done, in a few words: "The FAQ is gone." */
  said: string;
  notes?: Note[];
}

/** Why an order cannot be carried out, in words for its author. */
export interface Failed {
  problem: string;
  code?: Note['code'];
  /** What was asked for is so before anything is done. */
  already?: true;
}

export type Outcome = Done | Failed;

export const done = (operations: DraftOperation[], said: string, notes?: Note[]): Done => ({ operations, said, ...(notes && { notes }) });
export const failed = (problem: string, code?: Note['code']): Failed => ({ problem, ...(code && { code }) });
/** What was asked for is so already. */
export const already = (problem: string): Failed => ({ problem, already: true });
/** A block more. Without `after` it stands at the end. */
export const insert = (block: object, after: string | undefined, said: string): Done =>
  done([{ op: 'insert', block: block as Block, ...(after && { after }) }], said);
/** Several things have the name that an author uses. */
export const several = (things: string, names: readonly string[]): Failed => failed(`Several ${things} could be meant: ${choice(names)}.`);
export const set = (path: string, value: unknown): DraftOperation => ({ op: 'set', path, value });

/** Words in quotation marks, shortened where they are long. */
export const cited = (words: string): string => `“${[...words].length > 60 ? `${[...words].slice(0, 59).join('')}…` : words}”`;

/** Several things that are meant, for an author to choose from. */
export const choice = (names: readonly string[]): string => [...new Set(names)].slice(0, 6).map(cited).join(', ');

/** The parts of a draft by the names that an author would use. */
export const partsOf = (draft: Draft): string =>
  choice(draft.blocks.map((block) => headingOf(block) || block.kind));

export const headingOf = (block: Block): string => ('heading' in block && typeof block.heading === 'string' ? block.heading : '');

/** What could be meant where several parts have one name. */
export const severalParts = (found: readonly { block: Block; id: string }[]): Failed =>
  several(
    'sections',
    found.map(({ block, id }) => headingOf(block) || id),
  );
