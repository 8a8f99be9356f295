import { subjectOf } from './names.ts';
import { anyCase, asWritten } from './patterns.ts';
import type { Reading } from './reading.ts';
import { normal } from './words.ts';

/** Where a business is or works, in English: "near Truro", "covering Telford and Shrewsbury", "Doncaster and surrounding villages". */

const CAP = "\\p{Lu}[\\p{L}'’-]+(?:[\\s-](?:(?:upon|on|le|under|by|of|the)[\\s-])?\\p{Lu}[\\p{L}'’-]+){0,2}";
const COVERED = asWritten`(?<!\p{L})(?:covering|serving|across|throughout|all over|in and around|around)\s((?:the\s)?${CAP}(?:(?:,\s|,?\s(?:and|&)\s)(?:the\s)?${CAP}){0,3})`;
const SURROUNDED =
  /(?<![\p{L}])((?:\p{L}[\p{L}'’-]+\s)?\p{L}[\p{L}'’-]+)\s(?:and|&)\s((?:the\s|all\s)?(?:surrounding|nearby|neighbouring|local)(?:\s(?:areas?|villages|towns|countryside|postcodes))?)(?!\p{L})/iu;
const SMALL = /^(?:in|around|near|covering|serving|across|over|all|of|at|from|based|working|the)$/iu;
const SAID = 'near|just outside|outside|close to|in and around|across|throughout|all over|around|covering|serving|on';
const ACROSS = /^(?:throughout|all over|covering|serving|across)$/iu;
const NO_TOWN = /^\s(?:beach|street|road|pier|quay|high street|market|lane|square|seafront)(?!\p{L})/iu;

export function readReach({ brief, masked }: Reading): void {
  const { slots, lang, kind } = brief;
  if (lang !== 'en' || kind !== 'page') return;
  const text = masked.shown(masked.text).slice(0, 1500);
  const around = SURROUNDED.exec(text);
  if (around?.[1] && around[2]) {
    const town = around[1]
      .split(' ')
      .filter((word) => !SMALL.test(word))
      .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1))
      .join(' ');
    if (town !== '' && (slots.place === undefined || town.includes(slots.place) || /^\p{Ll}/u.test(slots.place)))
      slots.place = `${town} and ${around[2].toLowerCase()}`;
    if (slots.subject && normal(slots.subject).includes(normal(around[2]))) {
      const about =
        brief.about === undefined || normal(brief.about).includes(normal(around[2])) ? undefined : subjectOf(brief.about, masked);
      if (about) slots.subject = about;
      else delete slots.subject;
    }
  }
  const covered = COVERED.exec(text)?.[1];
  if (covered && !isSaidOf(slots.place, text)) {
    // "My van, Shampooch, covering Telford": what was taken for the town is the name.
    if (slots.place && slots.name === undefined && !covered.includes(slots.place)) slots.name = slots.place;
    slots.place = covered;
  }
  const at = slots.place && prepositionOf(slots.place, text);
  if (at) slots.at = at;
}

/** "Swindon area": no thing on offer. */
export const isArea = (words: string, place: string | undefined): boolean =>
  place !== undefined && anyCase`^(?:the\s)?(?:whole\s)?${escaped(place)}\s(?:area|region|and around|only)$`.test(words);

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a place is told as one: "in Leeds". */
const isSaidOf = (place: string | undefined, text: string): boolean =>
  place !== undefined && anyCase`(?<!\p{L})(?:in|near|at|outside|based in|from)\s(?:the\s)?${escaped(place)}`.test(text);

/** "near", "outside", "across": undefined where it is "in" or nothing. */
function prepositionOf(place: string, text: string): string | undefined {
  const town = escaped(place.replace(/^the\s/iu, ''));
  if (anyCase`(?<!\p{L})(?<!just\s)in\s(?:the\s)?${town}`.test(text)) return undefined;
  const found = anyCase`(?<!\p{L})(${SAID})\s(?:the\s)?${town}(?!\p{L})`.exec(text);
  if (!found?.[1] || NO_TOWN.test(text.slice(found.index + found[0].length))) return undefined;
  return ACROSS.test(found[1]) ? 'across' : found[1].toLowerCase();
}
