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

/** Values keep the wording of the prompt. */
export type SlotName =
  | ('subject' | 'name' | 'audience' | 'role' | 'host' | 'number')
  | ('when' | 'until' | 'deadline' | 'place' | 'where')
  | ('price' | 'discount' | 'code' | 'offer' | 'product')
  /** "near" Truro, where it is not "in". */
  | 'at';
export type Slots = Partial<Record<SlotName, string>>;

export type FactKind =
  | ('when' | 'until' | 'deadline' | 'hours' | 'where' | 'address')
  | ('phone' | 'email' | 'link' | 'host' | 'audience')
  | ('price' | 'code' | 'salary' | 'note');

export interface BriefFact {
  kind: FactKind;
  /** The prompt's own label; otherwise the language has one for the kind. */
  label?: string;
  value: string;
}

/** `09:00 · Opening`, `Basic · €9`, or a question with its answer. */
export interface BriefItem {
  /** Never empty. */
  lead: string;
  text?: string;
  price?: string;
  unit?: string;
  time?: string;
  day?: string;
  who?: string;
  /** In an order: `2 x`. */
  quantity?: string;
  /** In a comparison: a value for each column. */
  cells?: string[];
}

/** Without items, the library needs copy for it. */
export interface AskedPart {
  kind: BlockKind;
  heading?: string;
  items: BriefItem[];
  /** In a comparison: the things compared. */
  columns?: string[];
}

export interface AskedField {
  type: FieldType;
  /** Undefined for a standard field, which the language names. */
  label?: string;
  /** `first_name`, `company`, `postcode`, … */
  standard?: string;
  /** Undefined: the form decides. */
  required?: boolean;
  options?: string[];
}

export interface Quoted {
  as: 'headline' | 'lede' | 'eyebrow' | 'button' | 'subject' | 'preview' | 'name' | 'quote' | 'text';
  text: string;
  by?: string;
}

export interface Brief {
  kind: 'page' | 'email';
  lang: string;
  /** One of `PAGE_PURPOSES` or `EMAIL_PURPOSES`. */
  purpose: string;
  /** For emails in English: more specific than the purpose. */
  occasion?: string;
  /** For emails in English, if the prompt has one. */
  greeting?: string;
  /** For emails in English: the first point. */
  lead?: string;
  /** For `thanks`. */
  after?: 'order' | 'signup' | 'donation' | 'message' | 'booking' | 'any';
  trade?: string;
  slots: Slots;
  /** In the prompt's words: "weekend course in dry stone walling". */
  about?: string;
  facts: BriefFact[];
  quoted: Quoted[];
  offers: string[];
  /** Whole sentences of the author, worded for readers. */
  statements: string[];
  parts: AskedPart[];
  /** Notes that are no sentences: "no dogs", "materials included". */
  remarks: string[];
  signature?: { name: string; role?: string };
  without: BlockKind[];
  /** Undefined: the purpose decides. Empty: no form. */
  fields?: AskedField[];
  formFirst?: boolean;
  /** Asked in addition to the form's own fields. */
  extra?: AskedField[];
  action: { label?: string; href?: string };
  theme: Theme;
  /** The page is nothing but a form. */
  isForm?: boolean;
  /** Without pictures. */
  plain: boolean;
  /** The prompt in lower case, to match against the library's `words`. */
  words: string;
  notes: Note[];
}

export const note = (code: Note['code'], text: string, place: string | null = null): Note => ({ code, text, place });
