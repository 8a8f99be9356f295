import type { FactKind } from '../brief/brief.types.ts';
import type { FieldKey } from '../brief/fields.ts';
import type { PurposeId } from '../purposes/purpose.ts';

/** What a page says in one language where the prompt has no words for it. Short, and true of any offer of its kind. */
export interface Phrases {
  /** Two letters of ISO 639. */
  code: string;
  skip: string;
  /** The names of facts. */
  facts: Record<FactKind, string>;
  headings: Record<HeadingKey, string>;
  fields: Record<FieldKey, string>;
  optional: string;
  choose: string;
  /** What to do with a code of a sale. */
  useCode: string;
  /** For each purpose: what it is called, its button, and the heading over its form. */
  purposes: Record<PurposeId, readonly [label: string, action: string, form: string]>;
  thanks: Record<'donation' | 'order' | 'signup' | 'message' | 'welcome' | 'any', string>;
  /** Where a donation goes, said of the words that followed it in the prompt: "to …". */
  goesTo?(rest: string): string;
  /** What somebody earns. */
  pay: string;
  /** What comes regularly, said of what it is about. */
  byEmail(subject: string): string;
  email: {
    /** Before the name of whoever reads it. */
    hello: string;
    /** In place of a name that is not known. */
    there: string;
    why(name: string): string;
    operational(name: string): string;
    unsubscribe: string;
    total: string;
  };
}

export type HeadingKey =
  | 'schedule'
  | 'prices'
  | 'faq'
  | 'people'
  | 'menu'
  | 'place'
  | 'gallery'
  | 'about'
  | 'features'
  | 'steps'
  | 'contact'
  | 'facts'
  | 'quotes'
  | 'hours';

/** Languages whose words are no secret to this house. */
export type LanguageCode = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'sv' | 'pl' | 'ja';
