import type { Theme } from '../draft/draft.ts';
import type { AskedField, FactKind } from '../reader/brief.ts';

/** What a clause of an instruction orders, before it is known what of it is there. Words are as their author has them. */
export type Order =
  | { do: 'undo' }
  | { do: 'translate'; lang: string }
  | { do: 'shorten'; what: string }
  | { do: 'looks'; theme: Theme; wish: LooksWish }
  /**
   * Gives what is named another text, or another value. `states`: its author says what is so now, and not which words to replace. `weak`:
   * it may be no order at all. `exact`: what is named is quoted. `verbless`: "X to Y", which may
   * be a span.
   */
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
  /** These words in place of those, wherever they stand. */
  | { do: 'replace'; from: string; to: string }
  | { do: 'facts'; facts: NewFact[]; of: string }
  /** Words that stand there already, with another number. */
  | { do: 'again'; text: string }
  /** `end`: of the span only that end is another. `bare`: it does not say that these are opening hours. */
  | { do: 'hours'; days: string; span: string; end?: 'first' | 'last'; bare?: true }
  /** Something that is understood and that no draft can have. */
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
  /** What a price is for, as the instruction has it: "each". */
  unit?: string;
  /** It comes beside what there is. */
  also?: true;
  /** A part of the value that it replaces. */
  old?: string;
}
