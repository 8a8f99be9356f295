import type { Reading } from './reading.ts';
import { capital } from './split.ts';

/** Where something happens: houses and grounds, which are neither the name of it nor a town. */

const HOUSE =
  /(?:^|\s)(?:hall|hotel|church|chapel|cathedral|racecourse|park|gardens?|castle|museum|gallery|theatre|theater|school|college|university|centre|center|club|clubhouse|pub|inn|arms|tavern|barn|farm|winery|vineyard|library|stadium|arena|house|manor|abbey|priory|ground|grounds|beach|pier|green|common|forest|orchard|café|cafe|brewery|rooms?|studios?|institute|legion|baths|pool|lido|marina|yard|mill|works|barracks|observatory|cinema|pavilion|guildhall|town hall|corn exchange|exchange)$/iu;
const PUB = /^The\s\p{Lu}[\p{L}'’&-]+(?:\s(?:and|&|of|the|\p{Lu}[\p{L}'’-]+)){0,3}$/u;
const CAPITALS = /^\p{Lu}[\p{L}'’.&-]*(?:\s(?:of|the|and|&|on|in|\p{Lu}[\p{L}'’.&-]*|\d{1,3})){0,5}$/u;
const TOWN = /^\p{Lu}[\p{L}'’-]+(?:[\s-]\p{Lu}[\p{L}'’-]+)?$/u;

export const isVenue = (words: string): boolean => CAPITALS.test(words) && (HOUSE.test(words) || PUB.test(words)) && /\s/u.test(words);

/** "…, The Three Tuns, Sutton Coldfield": a fragment that is where it happens, or the town behind that. @returns whether it is one */
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
  if (!TOWN.test(words) || !masked.shown(masked.text).includes(`${where.value}, ${words}`)) return false;
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
  // "At Camp Wildling, children …": what stands first is what it is about.
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
