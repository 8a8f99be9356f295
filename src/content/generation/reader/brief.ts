import type { BlockKind, FieldType, Note, Theme } from '../draft/draft.ts';

export const PAGE_PURPOSES = [
  ...['product', 'app', 'saas', 'waitlist', 'local-service', 'restaurant', 'shop', 'event', 'conference', 'webinar', 'course', 'job'],
  ...['portfolio', 'band', 'wedding', 'charity', 'community', 'newsletter', 'coaching', 'health', 'property', 'survey', 'thanks'],
  ...['coming-soon', 'landing'],
] as const;
export const EMAIL_PURPOSES = [
  ...['announcement', 'sale', 'newsletter', 'welcome', 'invitation', 'reminder', 'win-back', 'product-news', 'survey', 'event-details'],
  ...['receipt', 'shipped', 'password', 'trial-ends', 'thanks', 'apology', 'letter'],
] as const;

/** What fills the slots of the library's texts. Each is put in as the prompt has it. */
export type SlotName =
  | 'subject'
  | 'name'
  | 'place'
  | 'where'
  | 'audience'
  | 'when'
  | 'until'
  | 'price'
  | 'discount'
  | 'code'
  | 'role'
  | 'host'
  | 'offer'
  | 'product'
  | 'deadline'
  | 'number'
  /** How the place is said: "near" Truro, where that is not "in". */
  | 'at';
export type Slots = Partial<Record<SlotName, string>>;

export type FactKind =
  | 'when'
  | 'until'
  | 'where'
  | 'price'
  | 'code'
  | 'audience'
  | 'phone'
  | 'email'
  | 'hours'
  | 'address'
  | 'deadline'
  | 'salary'
  | 'host'
  | 'link'
  | 'note';

/** Something that is so, as the prompt has it. */
export interface BriefFact {
  kind: FactKind;
  /** The prompt's own name for it; else the language has one for its kind. */
  label?: string;
  value: string;
}

/** An entry of a list that the prompt gives: `09:00 · Opening`, `Basic · €9`, a question and its answer. */
export interface BriefItem {
  /** What it is called, asked or worth: never empty. */
  lead: string;
  text?: string;
  price?: string;
  unit?: string;
  time?: string;
  day?: string;
  who?: string;
  /** Of an order: `2 x`. */
  quantity?: string;
  /** Of a comparison: a value for each column. */
  cells?: string[];
}

/** A part that the prompt asks for. Without items, the library has to have words for it. */
export interface AskedPart {
  kind: BlockKind;
  heading?: string;
  items: BriefItem[];
  /** Of a comparison: what is compared. */
  columns?: string[];
}

export interface AskedField {
  type: FieldType;
  /** As the prompt has it; undefined for a standard field, which the language names. */
  label?: string;
  /** The standard field that it is: `first_name`, `company`, `postcode`, … */
  standard?: string;
  /** As the prompt says; undefined lets the form decide. */
  required?: boolean;
  options?: string[];
}

/** Words in quotation marks, and what they are to be. */
export interface Quoted {
  as: 'headline' | 'lede' | 'eyebrow' | 'button' | 'subject' | 'preview' | 'name' | 'quote' | 'text';
  text: string;
  /** Of a quote: who said it. */
  by?: string;
}

/** All that a prompt says, by what it is. */
export interface Brief {
  kind: 'page' | 'email';
  lang: string;
  /** One of `PAGE_PURPOSES` or `EMAIL_PURPOSES`. */
  purpose: string;
  /** For emails in English: what they are sent for, where that is plainer than the purpose. */
  occasion?: string;
  /** For emails in English: how they begin, where the prompt says. */
  greeting?: string;
  /** For emails in English: the first thing that is said. */
  lead?: string;
  /** For `thanks`: after what. */
  after?: 'order' | 'signup' | 'donation' | 'message' | 'booking' | 'any';
  /** A trade of the library. */
  trade?: string;
  slots: Slots;
  /** What it is about, in the prompt's own words: "weekend course in dry stone walling". */
  about?: string;
  facts: BriefFact[];
  quoted: Quoted[];
  /** What is offered, as the prompt lists it. */
  offers: string[];
  /** Whole sentences of the author about their own business, event or news, in the words of a reader. */
  statements: string[];
  parts: AskedPart[];
  /** Things worth knowing that are no sentences: "no dogs", "materials included". */
  remarks: string[];
  /** The person who signs. */
  signature?: { name: string; role?: string };
  /** Parts that the prompt does not want. */
  without: BlockKind[];
  /** Undefined: the purpose decides. Empty: no form is wanted. */
  fields?: AskedField[];
  /** The form is to stand at the top. */
  formFirst?: boolean;
  /** Questions that the form asks beside its own. */
  extra?: AskedField[];
  action: { label?: string; href?: string };
  theme: Theme;
  /** A form is all that is wanted. */
  isForm?: boolean;
  /** No pictures are wanted. */
  plain: boolean;
  /** Words of the prompt that speak of things the library may know, in lower case: what `words` of its texts are compared with. */
  words: string;
  notes: Note[];
}

export const note = (code: Note['code'], text: string, place: string | null = null): Note => ({ code, text, place });
