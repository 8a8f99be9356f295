import type { Draft } from '../draft/draft.ts';
import { wordsOf } from '../library/library.ts';
import { HAS_WEEKDAY } from '../reader/dates.ts';
import { capital } from '../reader/split.ts';
import { normal } from '../reader/words.ts';
import { setFact } from './do-facts.ts';
import { factEntries } from './find.ts';
import type { Order } from './orders.ts';
import { already, type Context, cited, done, failed, type Outcome, set } from './outcome.ts';

/** Opening hours of single days: "on Fridays we are open 9 to 12". */

const CLOCK = '\\d{1,2}(?:[:.h]\\d{2})?(?:\\s?(?:am|pm|uhr|h)(?!\\p{L}))?';
const SPAN = `${CLOCK}\\s?(?:[-–—]|to|till|until|til|bis|à|a|alle|às|tot|do)\\s?${CLOCK}`;
const JOIN = '(?:\\s?[-–—,&]\\s?|\\s(?:to|and|till|bis|und|et|au|y|a|e|en|tot|och|till|i|do)\\s)';
const DAYS = new RegExp(`${HAS_WEEKDAY.source}(?:${JOIN}(?:the\\s|les\\s|los\\s)?${HAS_WEEKDAY.source}){0,6}`, 'iu');
const OPEN =
  /(?<!\p{L})(?:(?:opening\s)?hours|opening times|open(?:s|ing)?|geöffnet|offen|öffnungszeiten|ouvert(?:e|s|es)?|ouvrons|horaires|abiert[oa]s?|abrimos|horarios?|apert[oaie]|apriamo|orari[oa]?|abert[oa]s?|horário|open|geopend|openingstijden|öppet|öppettider|otwarte|otwarci|czynne)(?!\p{L})/iu;
/** Words beside days and times that make it no other order. */
const SMALL = new Set(
  normal(
    "we we're we've our are is were be will it the on from at now also too as well for new then day days this only and but have has get hours opening times open opens to please wir haben sind ist jetzt nun auch von am an uhr unsere neu die der das nous sommes est on maintenant aussi de le les du dès estamos está ahora también los las el desde nuestro nuestros siamo è ora adesso anche il dalle dal la nostri nostro estamos agora também aos às das nossos zijn we wij nu ook op van onze vi är nu också på från jesteśmy teraz też w od",
  ).split(' '),
);

/** Days, and when they are open; undefined when the clause speaks of anything else. */
export function readHours(text: string): Order | undefined {
  if (text.length > 120 || !OPEN.test(text)) return undefined;
  const days = DAYS.exec(text)?.[0];
  const span = new RegExp(`(?<![\\p{L}\\d])${SPAN}(?![\\p{L}\\d])`, 'iu').exec(text)?.[0];
  if (!days || !span) return undefined;
  const rest = normal(text.replace(days, ' ').replace(span, ' ').replace(OPEN, ' '));
  return rest === '' || rest.split(' ').every((word) => SMALL.has(word)) ? { do: 'hours', days, span } : undefined;
}

/** The number of a day of the week, by its name or the beginning of it. */
function dayOf(word: string, lang: string): number | undefined {
  const begun = normal(word).replace(/s$/u, '').slice(0, 4);
  if (begun.length < 2) return undefined;
  for (const names of [wordsOf(lang).days, wordsOf('en').days]) {
    const at = names.findIndex((name) => normal(name).startsWith(begun));
    if (at >= 0) return at;
  }
  return undefined;
}

const daysIn = (text: string, lang: string): (number | undefined)[] =>
  (text.match(new RegExp(HAS_WEEKDAY.source, 'giu')) ?? []).map((word) => dayOf(word, lang));

export function setHours(context: Context, days: string, span: string): Outcome {
  const { draft } = context;
  const entry = capital(`${days.replace(/(?<=day)s(?!\p{L})/giu, '')} ${span}`);
  const held = hoursOf(draft);
  if (!held) return setFact(context, { kind: 'hours', value: entry });
  const wanted = daysIn(days, draft.lang);
  if (wanted.includes(undefined)) return failed(`It is not clear which days ${cited(days)} are.`);
  for (const { path, text } of held.texts) {
    const segments = text.split(/(?<=[,;])\s/u);
    for (const [i, segment] of segments.entries()) {
      const there = daysIn(segment, draft.lang);
      if (!wanted.some((day) => there.includes(day)) && !spansDay(segment, there, wanted)) continue;
      const same = there.length === wanted.length && there.every((day) => wanted.includes(day));
      const times = segment.match(new RegExp(SPAN, 'giu')) ?? [];
      if (!same || times.length !== 1 || !times[0])
        return failed(`It says ${cited(text)}, for several days together. Say all of the hours: “opening hours: …”.`);
      if (normal(times[0]) === normal(span)) return already(`It says ${cited(segment)} already.`);
      const next = segments.with(i, segment.replace(times[0], span)).join(' ');
      return done([set(path, next)], `The hours are ${cited(next)} now.`);
    }
  }
  return done([held.add(entry)], `${cited(entry)} is added to the hours.`);
}

/** "Mon-Thu" holds Tuesday. */
function spansDay(segment: string, there: readonly (number | undefined)[], wanted: readonly (number | undefined)[]): boolean {
  const [first, last] = there;
  if (
    first === undefined ||
    last === undefined ||
    !new RegExp(`${HAS_WEEKDAY.source}\\s?(?:[-–—]|to|bis|au|a|al|tot|till|do)\\s?`, 'iu').test(segment)
  )
    return false;
  return wanted.some((day) => day !== undefined && day > first && day < last);
}

function hoursOf(draft: Draft): { texts: { path: string; text: string }[]; add: (entry: string) => ReturnType<typeof set> } | undefined {
  for (const block of draft.blocks)
    if (block.kind === 'contact' && block.hours && block.hours.length > 0) {
      const path = `${block.id ?? block.kind}.hours`;
      const { hours } = block;
      return { texts: hours.map((text, i) => ({ path: `${path}[${i}]`, text })), add: (entry) => set(`${path}[${hours.length}]`, entry) };
    }
  const [fact] = factEntries(draft, 'hours');
  return (
    fact && {
      texts: [{ path: `${fact.path}.value`, text: fact.value }],
      add: (entry) => set(`${fact.path}.value`, `${fact.value}, ${entry}`),
    }
  );
}
