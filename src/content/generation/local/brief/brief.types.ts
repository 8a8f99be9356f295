import type { Motif } from '../art/index.ts';
import type { HeadingKey, Phrases } from '../languages/index.ts';
import type { Purpose } from '../purposes/index.ts';
import type { Tone } from '../tones/index.ts';
import type { Field } from './fields.ts';

export type FactKind = 'when' | 'until' | 'where' | 'price' | 'code' | 'audience' | 'phone' | 'email' | 'hours' | 'note';

/** Something that is so, as the prompt has it. */
export interface Fact {
  kind: FactKind;
  /** The prompt's own name for it; else the language has one for its kind. */
  label?: string;
  value: string;
}

/** An entry of a section: `09:00 · Opening`, `Adults · €12`, a question and its answer. */
export interface Item {
  lead?: string;
  text: string;
}

export type SectionKind = Exclude<HeadingKey, 'facts' | 'contact'>;

export interface SectionBrief {
  kind: SectionKind;
  /** As the prompt has it. */
  heading?: string;
  items: Item[];
}

export interface Quote {
  text: string;
  who?: string;
}

/** All that a prompt says, by what it is. Nothing of it is said twice. */
export interface Brief {
  purpose: Purpose;
  /** Of an email: whether its reader needs it, so that there is nothing to unsubscribe from. */
  operational: boolean;
  /** The phrases of the page's language, English ones if there are none. */
  phrases: Phrases;
  /** For `lang` and `dir`. */
  language: { code: string; rtl: boolean };
  /** Who speaks. */
  brand: string;
  eyebrow: string;
  headline: string;
  lede: string;
  facts: Fact[];
  /** Statements of a few words. */
  claims: string[];
  /** Whole sentences. */
  prose: string[];
  sections: SectionBrief[];
  quotes: Quote[];
  /** Undefined: the purpose decides. */
  fields?: Field[];
  action: { label?: string; href?: string };
  tone: Tone;
  /** As `#rrggbb`. */
  primary: string;
  pictures: 'drawn' | 'none';
  motif: Motif;
}
