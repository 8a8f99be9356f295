import type { FieldKey } from '../brief/fields.ts';
import type { ToneId } from '../tones/tone.ts';

export type PurposeId =
  | 'sale'
  | 'event'
  | 'waitlist'
  | 'newsletter'
  | 'product'
  | 'service'
  | 'course'
  | 'charity'
  | 'restaurant'
  | 'job'
  | 'app'
  | 'thanks'
  | 'receipt'
  | 'landing';

/** What a page or an email is for. It decides about structure, not just about words. */
export interface Purpose {
  id: PurposeId;
  words: RegExp;
  /** The purpose is a vessel, "a waiting list for …", and not what the page is about. */
  vessel: boolean;
  tone: ToneId;
  /** What the form asks for when the prompt does not say. None: the page has no form then. */
  fields: readonly FieldKey[];
  /** Whether few fields stand in the opening itself. */
  formFirst: boolean;
  /** Which openings suit it, the better ones more than once. */
  openings: readonly Opening[];
  /** The motif to draw when the prompt's words lead to none. */
  motif: string;
}

export type Opening = 'scene' | 'split' | 'frame' | 'ledger' | 'quiet';
