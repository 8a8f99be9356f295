import { FREE, HAS_WEEKDAY, OPEN, PRICE, TIME, UNIT_OF_PRICE, UNTIL, WHEN } from './dates.ts';
import { withScheme } from './labelled.ts';
import { ASIDES } from './mask.ts';
import { STREET, VENUE } from './places.ts';
import type { Reading } from './reading.ts';
import { capital, listOf } from './split.ts';
import { polishedDates } from './statements.ts';

/** Dates, prices, places and ways to reach people, taken out of fragments. What is found is a fact; what is left is returned. */

/** Reads all facts of a fragment. @returns the words that are no part of them */
export function readFacts(text: string, reading: Reading): string {
  let rest = readAsides(text, reading);
  rest = readUntil(rest, reading);
  rest = readHours(rest, reading);
  rest = readStreet(rest, reading);
  rest = readWhen(rest, reading);
  return readPrice(rest, reading);
}

const VIDEO = /(?:youtube\.com|youtu\.be|vimeo\.com|\/watch|video\.)/i;

/** Phones, addresses of mail and links, wherever they stand. */
export function readAsides(text: string, reading: Reading): string {
  const { masked, brief } = reading;
  return text.replace(ASIDES, (character) => {
    const aside = masked.at(character);
    if (aside?.kind === 'phone') reading.fact('phone', aside.text);
    else if (aside?.kind === 'email') reading.fact('email', aside.text);
    else if (aside?.kind === 'url') {
      if (VIDEO.test(aside.text) || /\bvideo\b/iu.test(text)) brief.parts.push({ kind: 'video', items: [{ lead: brief.slots.name ?? 'Video', text: withScheme(aside.text) }] });
      else if (brief.action.href === undefined) brief.action.href = withScheme(aside.text);
      else reading.fact('link', aside.text);
    } else return character;
    return ' , ';
  });
}

const ANSWER =
  /apply|rsvp|answer|reply|respond|regist|let us know|tell us|bewerb|anmeld|zusag|antwort|répon|inscri|candidat|postul|respond|plazo|rispond|iscri|confirm|svara|anmäl|odpowied|potwierdz|zgłosz|\bby\b|deadline|closes?|communications|termin|abgabe|締|申込|お返事/iu;

function readUntil(text: string, reading: Reading): string {
  const until = UNTIL.exec(text);
  if (!until) return text;
  const { slots } = reading.brief;
  const value = polishedDates((until[2] ?? until[3] ?? '').trim(), reading.brief.lang);
  const before = text.slice(0, until.index);
  const kind = ANSWER.test(`${until[1] ?? ''} ${before.slice(-60)}`) && !slots.discount ? 'deadline' : 'until';
  if (slots[kind] === undefined) {
    slots[kind] = value;
    reading.fact(kind, value);
  } else reading.fact(kind, value);
  return `${before.replace(CALLS, ' ')} , ${text.slice(until.index + until[0].length)}`;
}
const CALLS =
  /(?:(?:please |bitte |prosimy o )?(?:apply|rsvp|answer|reply|respond|register|sign up|let us know|closes?|offer|ends?|open|valid|gültig|bewerbung(?:en|sschluss)?|anmeldung|anmelden|réponse|inscriptions?|inscripciones|plazo|iscrizioni|inscrições|aanmelden|anmälan|zgłoszenia|potwierdzenie|deadline)[\s:]*)$/iu;

function readHours(text: string, reading: Reading): string {
  const hours = OPEN.exec(text);
  if (!hours?.[1] || !/\d/.test(hours[1]) && !HAS_WEEKDAY.test(hours[1])) return text;
  reading.fact('hours', hours[1]);
  return text.replace(hours[0], ' , ');
}

function readStreet(text: string, reading: Reading): string {
  const street = STREET.exec(text);
  const { facts, slots } = reading.brief;
  if (!street || facts.some(({ kind }) => kind === 'address')) return text;
  const value = street[0].trim().replace(/(?<=\s)\p{Ll}(?=\p{Ll}{2,}$)/u, (letter) => letter.toLocaleUpperCase());
  reading.fact('address', value);
  slots.where ??= reading.masked.shown(value);
  return `${text.slice(0, street.index).replace(/\s*\b(?:now |jetzt )?(?:at|in|@|an der|im|au|en|in der|op|på|na|przy)\s*$/iu, ' ')} , ${text.slice(street.index + street[0].length)}`;
}

function readWhen(text: string, reading: Reading): string {
  const { slots, facts, lang } = reading.brief;
  WHEN.lastIndex = 0;
  const found = [...text.matchAll(WHEN)].filter(({ 0: all }) => /\d|\p{L}{4,}|[日月曜]/u.test(all));
  let rest = text;
  for (const one of found) {
    const value = polishedDates(one[0].trim(), lang);
    if (slots.when === undefined) {
      slots.when = value;
      reading.fact('when', value);
    } else if (!slots.when.includes(value)) {
      const fact = facts.find(({ kind }) => kind === 'when');
      const times = TIME.test(value) !== TIME.test(slots.when) || /^(?:from|starts?|ab|dès|desde|dal?|vanaf|från|od)\b/iu.test(before(text, one.index));
      if (fact && times && fact.value.length + value.length < 90) {
        slots.when = `${slots.when}, ${/(?:from|starts?|starting)\s*$/iu.test(text.slice(0, one.index)) ? 'from ' : ''}${value}`;
        fact.value = capital(slots.when);
      } else reading.fact('when', value);
    }
    const at = rest.indexOf(one[0]);
    if (at < 0) continue;
    const after = venue(rest.slice(at + one[0].length), reading);
    rest = `${rest.slice(0, at).replace(LEADS_IN, ' ')} , ${after}`;
  }
  return rest;
}

const before = (text: string, at: number): string => text.slice(Math.max(0, at - 14), at).trim().split(/\s+/).at(-1) ?? '';
const LEADS_IN =
  /(?:\b(?:which |that )?(?:takes? place|taking place|happens?|starts?|starting|begins?|beginning|is|are|opens?|opening|meet|it['’]?s|from|on|at|in|every|each|the|am|um|ab|vom|den|findet|statt|beginnt|le|du|dès|à partir du|a lieu|el|desde|il|dal|a partire da|dia|no dia|a partir de|op|vanaf|den|från|w|od|dnia|show dia|und|and|et|y|e|en|och|i|of|:)\s*)+$/iu;

/** What stands right behind a date: where it is. */
function venue(after: string, reading: Reading): string {
  const { slots, facts } = reading.brief;
  const place = VENUE.exec(after);
  if (!place?.[1] || facts.some(({ kind }) => kind === 'where')) return after;
  const value = reading.masked.shown(place[1]).trim();
  slots.where ??= value.replace(/^(?:at|in|@)\s+(?:the\s+)?/iu, '');
  reading.fact('where', slots.where);
  return after.slice(place[0].length);
}

const PAY = /\b(?:salary|wage|pay|brutos?|gehalt|lohn|hiring|jobs?|vacancy|vacature|stelle|offre d['’]emploi|empleo|lavoro|praca|rol|wanted)\b/iu;
const PAID_BY = /hour|year|annum|\/\s?h|\bpa\b|p\.a\.|año|jahr|stunde|anno|heure|godz|mois|month|monat|uur|timm|\ban\b/iu;

function readPrice(text: string, reading: Reading): string {
  const { slots, words, kind } = reading.brief;
  PRICE.lastIndex = 0;
  const found = [...text.matchAll(PRICE)];
  PRICE.lastIndex = 0;
  const [first] = found;
  if (!first) return readFree(text, reading);
  const [lead = ''] = text.slice(0, first.index).split(/[,;]/u).slice(-1).map((part) => part.trim());
  const ahead = text.slice(0, first.index).slice(0, -lead.length || undefined);
  const after = text.slice(first.index + first[0].length);
  const unit = UNIT_OF_PRICE.exec(after)?.[0] ?? '';
  // "Deposit refundable minus £10": what is said around a price is more than a label.
  if (lead.replace(/[^\p{L}\s]/gu, '').trim().split(/\s+/).filter(Boolean).length > 2) return text;
  const several = found.length > 1 && (listOf(text).length <= 2 || /\b(?:or|then|oder|ou|o|of|eller|lub|was|now)\b/iu.test(text));
  const value = several ? text.slice(first.index).replace(/\s+(?:then|after that)\s+(.*)$/iu, ', $1 after that') : `${first[0]}${unit}`;
  const pay = kind === 'page' && PAY.test(words) && PAID_BY.test(`${unit} ${after.slice(0, 20)}`);
  if (pay) reading.fact('salary', value);
  else {
    if (slots.price === undefined) slots.price = `${first[0]}${unit}`.trim();
    const label = lead.replace(/\b(?:for|at|only|just|cost|costs?|price|it is|its|für|nur|kostet|prix|precio|prezzo|preço|entry|entrance|is|each|and|from|a|then|dann|now)\b/giu, '').replace(/[^\p{L}\s-]/gu, '').trim();
    reading.fact('price', value, label.length > 2 ? label : undefined);
  }
  return several ? ahead : `${lead === '' ? text.slice(0, first.index) : ahead} , ${after.slice(unit.length)}`;
}

function readFree(text: string, reading: Reading): string {
  const free = FREE.exec(text);
  if (!free || reading.brief.slots.price !== undefined) return text;
  const count = text.trim().split(/\s+/).length;
  const upTo = /\bfree\s+(?:up to|for|until)\s/iu.test(text);
  const value = (upTo ? text.trim().replace(/\s+(?:then|after that|afterwards)\s+(.*)$/iu, ', $1 after that') : free[0]).trim();
  reading.brief.slots.price = capital(free[0].trim());
  reading.fact('price', value);
  return upTo || count <= 2 ? '' : text.replace(free[0], ' , ');
}
