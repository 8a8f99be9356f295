import type { FactKind, Quoted } from './brief.ts';
import { type Lexicon, lexicon } from './words.ts';

/** What a word before a colon says about what stands behind it. */
export type Label =
  | Exclude<FactKind, 'link' | 'note'>
  | Exclude<Quoted['as'], 'eyebrow' | 'quote' | 'text'>
  | ('looks' | 'goal' | 'fields' | 'sign' | 'drop' | 'offer' | 'role');

const lexiconOfLabels = (): Lexicon<string> => lexicon('labels');

const TRIMMED =
  /^(?:also|and|please|the|my|our|a paragraph|a section|a list|a|an|some|die|der|das|unsere?|le|la|les|el|los|las|il|gli|o|os|as|de|het)\s+|\s+(?:section|block|area|is|are|should be|abschnitt|bereich|sección|sezione|secção|sectie)$/giu;

/** "Name of the scheme", "practice name". */
const NAMES = /^name of (?:the|our|my)\s\p{L}+$|^\p{L}+ name$/iu;

/** "Consent form", "the sign-up form fields" */
const FORM =
  /^(?:[\p{L}-]{2,20}\s){1,3}form(?:\sfields?)?$|^(?:applicants|entrants|guests|people)\s(?:must\s)?(?:submit|send|give|provide|tell us)$/iu;

export function labelOf(text: string): { label: Label } | { part: string } | undefined {
  const whole = text.trim();
  // "Who we are" is a label as it stands.
  const words = lexiconOfLabels().has(whole) ? whole : whole.replace(TRIMMED, '').replace(TRIMMED, '').trim();
  if (words === '' || words.length > 60) return undefined;
  if (FORM.test(words)) return { part: 'form' };
  const label = (lexiconOfLabels().whole(words) ?? (NAMES.test(words) ? 'name' : undefined)) as Label | undefined;
  const part = lexicon('sections').whole(words);
  // "Projects" are parts of a page, a "project" is what has a name.
  if (part && (part === 'logos' || (lexicon('sections').has(words) && !lexiconOfLabels().has(words)))) return { part };
  if (part === 'people' && label === 'host' && !/^(?:with|host|by)$/iu.test(words)) return { part };
  if (
    label &&
    !(
      part &&
      ['hours', 'fields'].includes(label) === false &&
      ['schedule', 'pricing', 'menu', 'faq'].includes(part) &&
      !['price', 'when', 'where'].includes(label)
    )
  )
    return { label };
  return part ? { part } : undefined;
}
