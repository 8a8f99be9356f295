import type { Draft } from '../draft/draft.ts';
import { wordsOf } from '../library/library.ts';
import { OPEN_DAY } from '../reader/dates.ts';
import { capital } from '../reader/text.ts';
import { anyCase, normal } from '../reader/words.ts';
import { setFact } from './do-facts.ts';
import { entriesOf, factEntries } from './find.ts';
import { already, type Context, cited, done, failed, type Order, type Outcome, set } from './orders.ts';
import { textsOf } from './texts.ts';
import { timeLike } from './values.ts';

/** Opening hours of single days: "on Fridays we are open 9 to 12". */

const WEEKDAY = anyCase`(?<![\p{L}\d])${OPEN_DAY}(?![\p{L}])`;
const CLOCK = '\\d{1,2}(?:[:.h]\\d{2})?(?:\\s?(?:am|pm|uhr|h)(?!\\p{L}))?';
const SPAN = `${CLOCK}\\s?(?:[-–—]|to|till|until|til|bis|à|a|alle|às|tot|do)\\s?${CLOCK}`;
const JOIN = '(?:\\s?[-–—,&]\\s?|\\s(?:to|and|till|bis|und|et|au|y|a|e|en|tot|och|till|i|do)\\s)';
const DAYS = anyCase`${WEEKDAY.source}(?:${JOIN}(?:the\s|les\s|los\s)?${WEEKDAY.source}){0,6}`;
const CLOSED = '(?:closed|shut|geschlossen|zu|ruhetag|fermé(?:e?s?)|cerrad[oa]s?|chius[oaie]|fechad[oa]s?|gesloten|dicht|stängt|zamknięte)';
const HOURS = anyCase`(?<![\p{L}\d])(?:${SPAN}|${CLOSED})(?![\p{L}\d])`;
const OPEN =
  /(?<!\p{L})(?:(?:opening\s)?hours|opening times|open(?:s|ing)?|geöffnet|offen|öffnungszeiten|ouvert(?:e|s|es)?|ouvrons|horaires|abiert[oa]s?|abrimos|horarios?|apert[oaie]|apriamo|orari[oa]?|abert[oa]s?|horário|open|geopend|openingstijden|öppet|öppettider|otwarte|otwarci|czynne)(?!\p{L})/iu;
const SMALL = new Set(
  normal(
    "we we're we've our are is were be will it the on from at now also too as well for new then day days this only and but have has get hours opening times open opens to please wir haben sind ist jetzt nun auch von am an uhr unsere neu die der das nous sommes est on maintenant aussi de le les du dès estamos está ahora también los las el desde nuestro nuestros siamo è ora adesso anche il dalle dal la nostri nostro estamos agora também aos às das nossos zijn we wij nu ook op van onze vi är nu också på från jesteśmy teraz też w od",
  ).split(' '),
);

/** "Close at 5 on Fridays", "open until 8 on Thursdays": one end of a span. */
const EDGE = anyCase`(?<!\p{L})(open|opens|opening|close|closes|shut|shuts|closing|öffnen|öffnet|schließen|schließt)(?:\s(?:now|already|only|jetzt|schon|erst))?\s(at|from|until|till|to|um|ab|bis)\s(${CLOCK})(?![\p{L}\d])`;

export function readHours(text: string): Order | undefined {
  if (text.length > 120) return undefined;
  const days = DAYS.exec(text)?.[0];
  if (!days) return undefined;
  const [edge, verb = '', joint = '', time = ''] = EDGE.exec(text) ?? [];
  const span = HOURS.exec(text.replace(days, ' '))?.[0];
  const hours = edge && !span ? time : span;
  if (!hours) return undefined;
  const rest = normal(
    text
      .replace(days, ' ')
      .replace(edge && !span ? edge : (span ?? ''), ' ')
      .replace(OPEN, ' '),
  );
  if (rest !== '' && !rest.split(' ').every((word) => SMALL.has(word))) return undefined;
  const ends = /^(?:clos|shut|schließ)/iu.test(verb) || /^(?:until|till|to|bis)$/iu.test(joint);
  return {
    do: 'hours',
    days,
    span: hours,
    ...(edge && !span && { end: ends ? 'last' : 'first' }),
    ...(!OPEN.test(text) && !edge && { bare: true }),
  };
}

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
  (text.match(new RegExp(WEEKDAY.source, 'giu')) ?? []).map((word) => dayOf(word, lang));

type Hours = Extract<Order, { do: 'hours' }>;

export function setHours(context: Context, { days, span, end, bare }: Hours): Outcome {
  const { draft } = context;
  const isClosed = anyCase`^${CLOSED}$`.test(span);
  const entry = capital(`${days.replace(/(?<=day)s(?!\p{L})/giu, '')} ${span}`);
  const held = hoursOf(draft);
  if (!held && bare) return setFact(context, { kind: 'when', value: entry });
  if (!held) return end || isClosed ? failed('There are no opening hours in it.') : setFact(context, { kind: 'hours', value: entry });
  const wanted = daysIn(days, draft.lang);
  if (wanted.includes(undefined)) return failed(`It is not clear which days ${cited(days)} are.`);
  for (const { path, text, of } of held.texts) {
    const segments = of === undefined ? text.split(/(?<=[,;])\s/u) : [text];
    for (const [i, segment] of segments.entries()) {
      const said = of ?? segment;
      const there = daysIn(said, draft.lang);
      if (!wanted.some((day) => there.includes(day)) && !spansDay(said, there, wanted)) continue;
      const same = there.length === wanted.length && there.every((day) => wanted.includes(day));
      const times = segment.match(new RegExp(HOURS.source, 'giu')) ?? [];
      const [old] = times;
      if (!same || times.length !== 1 || old === undefined)
        return failed(`It says ${cited(said)}, for several days together. Say all of the hours: “opening hours: …”.`);
      const fresh = end ? edged(old, span, end) : spanLike(old, span);
      if (fresh === undefined) return failed(`It says ${cited(said)}. Say both times: “${days} 9 to 5”.`);
      if (normal(old) === normal(fresh)) return already(`It says ${cited(segment)} already.`);
      const next = segments.with(i, segment.replace(old, fresh)).join(' ');
      return done([set(path, next)], `The hours are ${cited(of === undefined ? next : `${days} ${fresh}`)} now.`);
    }
  }
  if (end) return failed(`It does not say when it is open on ${days}.`);
  return held.add
    ? done([held.add(entry)], `${cited(entry)} is added to the hours.`)
    : failed(`There are no hours of ${cited(days)} in it.`);
}

function spanLike(old: string, span: string): string {
  const joint = /\s?[–—-]\s?/u.exec(old)?.[0];
  const same = joint === undefined ? span : span.replace(/(?<=[\dmr])\s?(?:[–—-]|to)\s?(?=\d)/iu, joint);
  return /^\p{Lu}/u.test(old) ? capital(same) : same;
}

function edged(old: string, time: string, end: 'first' | 'last'): string | undefined {
  const clocks = [...old.matchAll(new RegExp(CLOCK, 'giu'))];
  const found = end === 'first' ? clocks[0] : clocks[1];
  if (!found || clocks.length !== 2) return undefined;
  const hour = Number.parseInt(time, 10);
  // "Close at 6" where it says 17.30.
  const late = end === 'last' && Number.parseInt(found[0], 10) > 12 && hour < 12 ? time.replace(/^\d+/, String(hour + 12)) : time;
  return old.slice(0, found.index) + timeLike(found[0], late) + old.slice(found.index + found[0].length);
}

/** "Mon-Thu" holds Tuesday. */
function spansDay(segment: string, there: readonly (number | undefined)[], wanted: readonly (number | undefined)[]): boolean {
  const [first, last] = there;
  if (first === undefined || last === undefined || !anyCase`${WEEKDAY.source}\s?(?:[-–—]|to|bis|au|a|al|tot|till|do)\s?`.test(segment))
    return false;
  return wanted.some((day) => day !== undefined && day > first && day < last);
}

interface Row {
  path: string;
  text: string;
  /** The whole row, where the days stand in a text of their own. */
  of?: string;
}

function hoursOf(draft: Draft): { texts: Row[]; add?: (entry: string) => ReturnType<typeof set> } | undefined {
  for (const block of draft.blocks)
    if (block.kind === 'contact' && block.hours && block.hours.length > 0) {
      const path = `${block.id ?? block.kind}.hours`;
      const { hours } = block;
      return { texts: hours.map((text, i) => ({ path: `${path}[${i}]`, text })), add: (entry) => set(`${path}[${hours.length}]`, entry) };
    }
  const [fact] = factEntries(draft, 'hours');
  if (fact)
    return {
      texts: [{ path: `${fact.path}.value`, text: fact.value }],
      add: (entry) => set(`${fact.path}.value`, `${fact.value}, ${entry}`),
    };
  const rows = entriesOf(draft).flatMap(({ path, text }): Row[] => {
    if (!WEEKDAY.test(text)) return [];
    const own = textsOf(draft).filter((one) => one.path.startsWith(path) && !one.path.endsWith('.href'));
    const timed = own.filter((one) => HOURS.test(one.text));
    return timed.map((one) => ({ path: one.path, text: one.text, ...(!WEEKDAY.test(one.text) && { of: text }) }));
  });
  return rows.length > 0 ? { texts: rows } : undefined;
}
