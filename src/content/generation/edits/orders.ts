import type { Block, Draft, Note, Theme } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import type { CommissionedAsset } from '../generator.ts';
import type { AskedField, FactKind } from '../reader/brief.ts';
import { apply, type DraftOperation } from './operations.ts';

/** The order of a clause, before anything is looked up in the draft. Words are as the author wrote them. */
export type Order =
  | { do: 'undo' }
  | { do: 'translate'; lang: string }
  | { do: 'shorten'; what: string }
  | { do: 'looks'; theme: Theme; wish: LooksWish }
  /** `states` says how things are. `weak` may be no order. `exact`: the name is quoted. `verbless`: "X to Y", which may be a span. */
  | {
      do: 'change';
      what: string;
      to: string;
      quoted: boolean;
      renames?: boolean;
      weak?: boolean;
      states?: boolean;
      exact?: boolean;
      verbless?: boolean;
    }
  | { do: 'replace'; from: string; to: string }
  | { do: 'facts'; facts: NewFact[]; of: string }
  /** Words that stand there already, with another number. */
  | { do: 'again'; text: string }
  /** `end`: of the span only that end is another. `bare`: it does not say that these are opening hours. */
  | { do: 'hours'; days: string; span: string; end?: 'first' | 'last'; bare?: true }
  /** Understood, and impossible in any draft. */
  | { do: 'cannot'; why: string }
  | { do: 'link'; what: string; href: string; label?: string }
  | { do: 'sign'; name: string; not?: string }
  | { do: 'call'; name: string; not?: string }
  | { do: 'remove'; what: string; from?: string }
  | { do: 'move'; what: string; where: Where; anchor: string }
  | { do: 'swap'; one: string; other: string }
  | { do: 'duplicate'; what: string }
  | { do: 'add'; what: string; source: string; entries: string[] }
  | { do: 'fields'; fields: AskedField[]; near?: { where: 'before' | 'after'; what: string } }
  /** `only`: there are no others. */
  | { do: 'options'; options: string[]; field: string; only?: true }
  | { do: 'require'; what: string; required: boolean; except?: string }
  | { do: 'say'; text: string; role?: 'ps' | 'lede' }
  | { do: 'picture'; what: string; use: 'hero' | 'gallery' | 'logo' | 'any' };

export type Where = 'first' | 'last' | 'before' | 'after' | 'up' | 'down';

/** Looks that say how to change what there is. */
export interface LooksWish {
  /** One step rounder or less round than now. */
  rounder?: 1 | -1;
  /** The colour that is to become another: its role is looked up. */
  instead?: string;
}

/** A fact as the instruction has it. `money` is one without a currency. */
export interface NewFact {
  kind: FactKind | 'discount' | 'time' | 'money' | 'count' | 'span';
  value: string;
  /** The unit of a price, as the instruction has it: "each". */
  unit?: string;
  /** It comes beside what there is. */
  also?: true;
  /** A part of the value that it replaces. */
  old?: string;
}

export interface Context {
  draft: Draft;
  kind: 'page' | 'email';
  words: Words;
  assets: readonly CommissionedAsset[];
}

export interface Done {
  operations: DraftOperation[];
  said: string;
  notes?: Note[];
}

/** The reason is in words for the author. */
export interface Failed {
  problem: string;
  code?: Note['code'];
  /** The draft is like that before anything is done. */
  already?: true;
}

export type Outcome = Done | Failed;

export const done = (operations: DraftOperation[], said: string, notes?: Note[]): Done => ({ operations, said, ...(notes && { notes }) });
export const failed = (problem: string, code?: Note['code']): Failed => ({ problem, ...(code && { code }) });
export const already = (problem: string): Failed => ({ problem, already: true });
/** A block more. Without `after` it stands at the end. */
export const insert = (block: object, after: string | undefined, said: string): Done =>
  done([{ op: 'insert', block: block as Block, ...(after && { after }) }], said);
export const several = <Thing>(things: string, found: readonly Thing[], nameOf: (thing: Thing) => string): Failed =>
  failed(`Several ${things} could be meant: ${choice(found.map(nameOf))}.`);
/** One order after the other, each on what the one before has left. */
export function inTurn<Each>(context: Context, all: readonly Each[], perform: (context: Context, each: Each) => Outcome): Outcome {
  let { draft } = context;
  const operations: DraftOperation[] = [];
  const said: string[] = [];
  for (const each of all) {
    const outcome = perform({ ...context, draft }, each);
    if ('problem' in outcome) return outcome;
    const next = apply(draft, outcome.operations);
    if ('problem' in next) return failed(next.problem);
    draft = next.draft;
    operations.push(...outcome.operations);
    said.push(outcome.said);
  }
  return done(operations, said.join(' '));
}

export const set = (path: string, value: unknown): DraftOperation => ({ op: 'set', path, value });

/** Words in quotation marks, shortened where they are long. */
export const cited = (words: string): string => `“${[...words].length > 60 ? `${[...words].slice(0, 59).join('')}…` : words}”`;

export const choice = (names: readonly string[]): string => [...new Set(names)].slice(0, 6).map(cited).join(', ');

export const partsOf = (draft: Draft): string => choice(draft.blocks.map((block) => headingOf(block) || block.kind));

export const headingOf = (block: Block): string => ('heading' in block && typeof block.heading === 'string' ? block.heading : '');

export const severalParts = (found: readonly { block: Block; id: string }[]): Failed =>
  several('sections', found, ({ block, id }) => headingOf(block) || id);
