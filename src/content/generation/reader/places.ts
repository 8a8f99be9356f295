import { subjectOf } from './names.ts';
import type { Reading } from './reading.ts';
import { capital } from './text.ts';
import { anyCase, asWritten, normal } from './words.ts';

const KIND =
  '(?:Street|St|Road|Rd|Lane|Avenue|Ave|Square|Way|Drive|Close|Court|Place|Hill|Row|Terrace|Gardens|Park|Yard|Mews|Green|Walk|Boulevard|Blvd|Crescent|Quay|street|road|lane|avenue|square|drive|terrace)';
const TOWN =
  "(?:,?\\s(?!(?:from|on|at|in|and|with|by|for|to|the|same|open|since|near|is|are|off|opposite|next|behind)\\b)(?:\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)?|\\p{Ll}{4,20}(?=\\s(?:from|on)\\b|[.,;]|$)))";

export const STREET = asWritten`(?<![\p{L}\d])(?:\d{1,4}[a-z]?\s(?!(?:[ap]\.?m|uhr|Uhr|[AP]M|o['’]clock|at|in|on)(?!\p{L}))(?:\p{L}[\p{L}'’.-]{0,20}\s){1,3}${KIND}(?![\p{L}])(?!\s\p{Lu}\p{L}{1,20}['’]s)${TOWN}?(?:,?\s(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]{2}\s\d{5}))?|(?:Via|Viale|Piazza|Corso|Rue|rue|Avenue|Place|Boulevard|Calle|calle|Plaza|Paseo|Avenida|Rua|rua|Praça|Largo|ul\.|ulica|aleja)\s(?:\p{L}[\p{L}'’.]{0,20}\s){1,4}\d{1,4}[a-z]?(?:,\s\p{Lu}[\p{L}'’ -]{1,30})?|\d{1,4}\s?(?:bis|ter)?,?\s(?:rue|avenue|boulevard|place|quai|chemin)\s(?:[\p{L}'’.-]{1,20}\s?){1,5}|\p{Lu}[\p{L}-]{0,30}(?:straße|strasse|str\.|weg|platz|gasse|allee|ufer|markt|laan|straat|gracht|plein|gatan|vägen|kade)\s\d{1,4}[a-z]?(?:,\s(?:\d{4,5}\s)?\p{Lu}[\p{L}'’-]{1,30})?)`;

const HALL =
  '(?:hall|park|church|school|pub|inn|library|centre|center|theatre|theater|barn|gardens?|square|club|gallery|museum|bar|cafe|café|field|house|car park|room|rooms|studio|brook|beach|lake|river|stadium|arena|station|market|hotel|farm|castle|chapel|town hall|hut|green|yard|gate|stage|dairy|zoom|online|teams|rathaus|halle|saal|kirche|schule|platz|salle|mairie|église|sala|teatro|parque|plaza|piazza|chiesa|igreja|praça|zaal|kerk|lokal|kyrka|sal|dom kultury|galeria|hala|szkoła|kościół)';

/** "at the lower car park, Dunmere Wood", behind a date. */
export const VENUE = asWritten`^\s*,?\s*((?:(?:[Aa]t|@|in|[Nn]ear|im|in der|an der|au|à la|à|nel|nella|presso)\s(?:the\s|der\s|den\s|la\s|le\s|el\s|my\s|our\s)?[\p{L}\d][\p{L}\d'’. -]{2,60}|(?:on|by|am|en|no|na|em|op|på|w|i)\s(?:the\s|der\s|den\s|la\s|le\s|el\s)?\p{Lu}[\p{L}\d'’. -]{2,60}|(?:(?!(?:from|with|and|for|free|after|until)\s)\p{L}[\p{L}'’.]{0,20}\s){0,4}${HALL}(?![\p{L}])(?:\s\p{Lu}[\p{L}'’-]+)?)(?:,\s(?:(?:by|near|opposite|behind|next to)\s[\p{L}'’ ]{3,40}|\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,3}))?(?:\s?\([^()]{2,60}\))?)(?=\s*(?:$|[,.;!]))`;

/** Buildings and grounds are neither the name of an event nor a town. */

const HOUSE =
  /(?:^|\s)(?:hall|hotel|church|chapel|cathedral|racecourse|park|gardens?|castle|museum|gallery|theatre|theater|school|college|university|centre|center|club|clubhouse|pub|inn|arms|tavern|barn|farm|winery|vineyard|library|stadium|arena|house|manor|abbey|priory|ground|grounds|beach|pier|green|common|forest|orchard|café|cafe|brewery|rooms?|studios?|institute|legion|baths|pool|lido|marina|yard|mill|works|barracks|observatory|cinema|pavilion|guildhall|town hall|corn exchange|exchange)$/iu;
const PUB = /^The\s\p{Lu}[\p{L}'’&-]+(?:\s(?:and|&|of|the|\p{Lu}[\p{L}'’-]+)){0,3}$/u;
const CAPITALS = /^\p{Lu}[\p{L}'’.&-]*(?:\s(?:of|the|and|&|on|in|\p{Lu}[\p{L}'’.&-]*|\d{1,3})){0,5}$/u;
const TOWN_ALONE = /^\p{Lu}[\p{L}'’-]+(?:[\s-]\p{Lu}[\p{L}'’-]+)?$/u;

export const isVenue = (words: string): boolean => CAPITALS.test(words) && (HOUSE.test(words) || PUB.test(words)) && /\s/u.test(words);

/** "…, The Three Tuns, Sutton Coldfield": the venue, then its town. */
export function venueFragment(words: string, reading: Reading): boolean {
  const { brief, masked } = reading;
  if ((!reading.dated && !/\d/.test(brief.slots.when ?? '')) || brief.kind !== 'page') return false;
  const where = brief.facts.find(({ kind }) => kind === 'where');
  if (where === undefined) {
    if (!isVenue(words) || brief.slots.name === words) return false;
    brief.facts.push({ kind: 'where', value: words });
    brief.slots.where ??= words;
    return true;
  }
  if (!TOWN_ALONE.test(words) || !masked.shown(masked.text).includes(`${where.value}, ${words}`)) return false;
  where.value = `${where.value}, ${words}`;
  brief.slots.where = where.value;
  brief.slots.place ??= words;
  return true;
}

const HAPPENS: ReadonlySet<string> = new Set(['event', 'conference', 'course', 'webinar', 'community', 'charity']);
const BEFORE_VENUE = /(?:^|[\s,(])(?:at|@|in|outside)\s(?:the\s)?$/iu;
const BEFORE_GIVEN =
  /\b(?:proceeds\s(?:go\s)?to|in\said\sof|(?:donations?|money|give|goes|donate|donated)\s(?:\p{L}+\s)?(?:to|for)|raising\s(?:money|funds)\sfor|sponsored\sby|with\sthanks\sto|tickets\sfrom)\s(?:the\s)?$/iu;

export function settleVenue(reading: Reading): void {
  const { brief, masked, named } = reading;
  const { slots, facts } = brief;
  if (!HAPPENS.has(brief.purpose)) return;
  if (slots.place && isVenue(slots.place)) {
    toWhere(slots.place, reading);
    delete slots.place;
  }
  if (named || slots.name === undefined) return;
  const { name } = slots;
  const text = masked.shown(masked.text);
  const at = text.toLowerCase().indexOf(name.toLowerCase().replace(/^the\s/u, ''));
  // "At Camp Wildling, children …": a leading name is the subject.
  if (at < 6) return;
  const before = text.slice(Math.max(0, at - 50), at);
  const isGiven = BEFORE_GIVEN.test(before);
  if (!isGiven && !BEFORE_VENUE.test(before)) return;
  delete slots.name;
  if (isGiven || facts.some(({ kind }) => kind === 'address')) return;
  const town = /^,\s(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?)/u.exec(text.slice(at + name.replace(/^the\s/iu, '').length))?.[1];
  toWhere([capital(name), town].filter(Boolean).join(', '), reading);
}

function toWhere(value: string, { brief: { facts, slots } }: Reading): void {
  const known = facts.find(({ kind }) => kind === 'where');
  if (known === undefined) facts.push({ kind: 'where', value });
  else if (value.includes(known.value)) known.value = value;
  slots.where = known?.value ?? value;
}

/** Service areas in English: "near Truro", "covering Telford and Shrewsbury", "Doncaster and surrounding villages". */

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
    const isAround = (text: string): boolean => normal(text).includes(normal(around[2] as string));
    if (slots.subject && isAround(slots.subject)) {
      const about = brief.about === undefined || isAround(brief.about) ? undefined : subjectOf(brief.about, masked);
      if (about) slots.subject = about;
      else delete slots.subject;
    }
  }
  const covered = COVERED.exec(text)?.[1];
  if (covered && !isSaidOf(slots.place, text)) {
    // "My van, Shampooch, covering Telford": the supposed town is the name.
    if (slots.place && slots.name === undefined && !covered.includes(slots.place)) slots.name = slots.place;
    slots.place = covered;
  }
  const at = slots.place && prepositionOf(slots.place, text);
  if (at) slots.at = at;
}

/** "Swindon area" is no offer. */
export const isArea = (words: string, place: string | undefined): boolean =>
  place !== undefined && anyCase`^(?:the\s)?(?:whole\s)?${escaped(place)}\s(?:area|region|and around|only)$`.test(words);

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const isSaidOf = (place: string | undefined, text: string): boolean =>
  place !== undefined && anyCase`(?<!\p{L})(?:in|near|at|outside|based in|from)\s(?:the\s)?${escaped(place)}`.test(text);

/** "near", "outside", "across". Undefined for "in". */
function prepositionOf(place: string, text: string): string | undefined {
  const town = escaped(place.replace(/^the\s/iu, ''));
  if (anyCase`(?<!\p{L})(?<!just\s)in\s(?:the\s)?${town}`.test(text)) return undefined;
  const found = anyCase`(?<!\p{L})(${SAID})\s(?:the\s)?${town}(?!\p{L})`.exec(text);
  if (!found?.[1] || NO_TOWN.test(text.slice(found.index + found[0].length))) return undefined;
  return ACROSS.test(found[1]) ? 'across' : found[1].toLowerCase();
}
