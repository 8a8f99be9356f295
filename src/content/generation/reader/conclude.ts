import { trade as tradeOf } from '../library/library.ts';
import { note } from './brief.ts';
import { audienceIn, capitalName, coupleName, placeAfter, placeIn } from './names.ts';
import { cutTo } from './prose.ts';
import { afterWhat, emailPurpose, pagePurpose } from './purpose.ts';
import type { Reading } from './reading.ts';
import { capital, sentencesOf } from './split.ts';
import { polishedDates } from './statements.ts';
import { normal, tradeIn } from './words.ts';

const MOST_NOTES = 12;

/** What follows from all that has been read: purpose and trade, name and place, and where fragments go. */
export function conclude(reading: Reading): void {
  readPurpose(reading);
  readNames(reading);
  readFragments(reading);
  readHeadline(reading);
  const { brief, left } = reading;
  brief.offers.splice(14);
  distinctFields(reading);
  for (const sentence of left.slice(0, MOST_NOTES)) brief.notes.push(note('not_understood', `Not understood, and left out: “${cutTo(sentence)}”`));
}

/** Purposes of things that happen on a day. */
export const DATED: ReadonlySet<string> = new Set(['event', 'wedding', 'course', 'webinar', 'conference', 'invitation', 'event-details', 'reminder', 'band', 'community']);

/** Purpose and trade by the words so far. */
export function readPurpose(reading: Reading): void {
  const { brief, masked } = reading;
  const opening = masked.shown(reading.opening || (sentencesOf(masked.text)[0] ?? ''));
  const all = masked.shown(masked.text);
  const named = tradeIn(opening);
  const trade = brief.lang === 'en' ? (named ?? tradeIn(brief.statements.slice(0, 2).join(' '))) : undefined;
  if (trade) brief.trade = trade.value;
  if (brief.kind === 'email') {
    brief.purpose = emailPurpose(opening, all);
    if (brief.slots.discount !== undefined && ['letter', 'announcement', 'newsletter', 'product-news'].includes(brief.purpose)) brief.purpose = 'sale';
  }
  else {
    brief.purpose = byWhatIsThere(reading, reading.surveyed ? 'survey' : pagePurpose(opening, all, named, trade && tradeOf(trade.value).purpose));
    if (brief.purpose === 'thanks') brief.after = afterWhat(all);
  }
  reading.dated = DATED.has(brief.purpose);
}

/** Speakers and a programme make a conference, a date makes an event of what else would be a club. */
function byWhatIsThere({ brief }: Reading, purpose: string): string {
  const has = (kind: string): boolean => brief.parts.some((part) => part.kind === kind && part.items.length > 0);
  const open = ['landing', 'product', 'local-service', 'community', 'shop'].includes(purpose);
  if (open && brief.trade === undefined && has('schedule') && has('people')) return 'conference';
  const day = /\d/.test(brief.slots.when ?? '') && /\p{L}{3}|月/u.test(brief.slots.when ?? '');
  if (purpose === 'community' && day && !has('schedule')) return 'event';
  if (purpose === 'landing' && day && (has('schedule') || brief.slots.where !== undefined)) return 'event';
  return purpose;
}

function readNames(reading: Reading): void {
  const { brief, masked } = reading;
  const { slots, lang, kind, facts } = brief;
  const { text } = masked;
  const opening = reading.opening || text.slice(0, 300);
  if (brief.purpose === 'wedding') slots.name ??= coupleName(masked.shown(opening)) ?? coupleName(masked.shown(text.slice(0, 400)));
  const place = placeIn(opening, lang) ?? placeBehindTrade(opening, reading) ?? (text.length < 300 ? placeIn(text, lang) : undefined);
  if (place) slots.place ??= place;
  slots.name ??= quotedName(opening, reading) ?? capitalName(opening, masked, lang) ?? capitalName(text.split('\n')[0] ?? '', masked, lang) ?? capitalName(text.slice(0, 600), masked, lang);
  if (slots.name) slots.name = tidied(slots.name);
  if (slots.place && slots.name && normal(slots.place) === normal(slots.name)) delete slots.place;
  const audience = audienceIn(opening) ?? audienceIn(text);
  if (audience && kind === 'page') slots.audience ??= audience;
  if (slots.name && slots.subject && normal(slots.subject) === normal(slots.name)) delete slots.subject;
  if (slots.subject && lang === 'en') slots.subject = polishedDates(slots.subject, lang);
  const where = facts.find((fact) => fact.kind === 'where') ?? facts.find((fact) => fact.kind === 'address');
  if (where) slots.where ??= where.value;
  const host = facts.find((fact) => fact.kind === 'host');
  if (host) slots.host ??= host.value;
}

/** "THE OXBOW BRASS" is shouted; "MUD" may be how it is spelt. */
const tidied = (name: string): string =>
  /^[\p{Lu}\s&'’+.-]{8,}$/u.test(name) && /\s/.test(name) ? name.toLocaleLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase()) : name;

/** "chimney sweep swansea": a town right behind what is offered there. */
function placeBehindTrade(opening: string, { brief }: Reading): string | undefined {
  const named = brief.lang === 'en' ? tradeIn(opening) : undefined;
  if (!named) return undefined;
  const phrase = new RegExp(`(?<!\\p{L})${named.phrase.split(' ').map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.')).join('[\\s-]+')}s?`, 'iu').exec(opening);
  return phrase ? placeAfter(opening.slice(phrase.index + phrase[0].length)) : undefined;
}

const NAMED =
  /(?:^\s*|(?:\b(?:for|für|pour|para|per|voor|för|dla|of|von|de|coaching|event|festival|course|kurs|newsletter|app|podcast|book|album|workshop|wernisaż\s\S+\s\S+)\s+(?:our\s|my\s|the\s|\p{L}+\s){0,3}))([\ue100-\ue483])/u;

/** A quotation that names something: at the beginning, behind "for" or a noun. */
function quotedName(opening: string, { masked, brief }: Reading): string | undefined {
  const found = NAMED.exec(opening);
  const aside = found?.[1] === undefined ? undefined : masked.at(found[1]);
  const known = aside && (brief.action.label === aside.text || brief.quoted.some(({ text }) => text === aside.text));
  return aside?.kind === 'quote' && !known && aside.text.split(/\s+/).length <= 6 ? aside.text : undefined;
}

/** Purposes that list what they have; the fragments of others are remarks. */
const LISTING: ReadonlySet<string> = new Set(['local-service', 'shop', 'restaurant', 'property', 'product', 'app', 'saas', 'portfolio', 'landing', 'health', 'coaching', 'waitlist', 'coming-soon', 'job']);
const REMARK = /\b(?:free|included|incl|welcome|needed|only|allowed|no|not|never|max|min|since|insured|same|depends|already|inklusive|inbegriffen|kostenlos|keine?|nur|inclus|compris|gratuit|incluido|incluso|gratis|geen|ingen|bez|chiuso|fermé|cerrado|geschlossen|closed|open)\b|^(?:from|with|by|until|for|in|on|at|me|my|been)\s/iu;

/** Fragments are what is offered, or what is worth knowing. */
function readFragments(reading: Reading): void {
  const { brief, fragments } = reading;
  const { slots } = brief;
  for (const fragment of fragments) {
    if ([slots.name, slots.subject, slots.place, slots.where].some((known) => known !== undefined && normal(known) === normal(fragment))) continue;
    if (brief.facts.some(({ value }) => normal(value).includes(normal(fragment)))) continue;
    const words = fragment.split(/\s+/).length;
    if (brief.kind === 'page' && LISTING.has(brief.purpose) && words <= 6 && !REMARK.test(fragment)) brief.offers.push(capital(fragment));
    else reading.remark(fragment);
  }
}

/** A single quotation, or a subtitle without a title, heads the page. */
function readHeadline({ brief, masked }: Reading): void {
  const { quoted, slots, kind, action } = brief;
  const lede = quoted.find(({ as }) => as === 'lede');
  if (lede && lede.text.length <= 70 && !quoted.some(({ as }) => as === 'headline')) lede.as = 'headline';
  const labels = new Set([...(brief.fields ?? []).flatMap(({ label, options = [] }) => [label, ...options]), action.label, slots.name, ...quoted.map(({ text }) => text)]);
  const loose = masked.all('quote').filter((text) => !labels.has(text) && !brief.statements.some((one) => one.includes(text)) && !brief.remarks.some((one) => one.includes(text)));
  const [text] = loose;
  if (loose.length === 1 && text && kind === 'page' && !quoted.some(({ as }) => as === 'headline') && !AVOIDED.test(masked.shown(masked.text, true).slice(0, masked.shown(masked.text, true).indexOf(`“${text}`)).slice(-40)) && text.split(/\s+/).length <= 12 && text.split(/\s+/).length >= 2)
    quoted.push({ as: 'headline', text });
}
const AVOIDED = /\b(?:don['’]?t|dont|not|never|avoid|without|no)\b[^.]{0,30}$/iu;

/** Each field once. */
function distinctFields({ brief }: Reading): void {
  if (!brief.fields) return;
  const seen = new Set<string>();
  brief.fields = brief.fields.filter(({ standard, label }) => {
    const key = standard && !label ? standard : normal(label ?? '');
    return seen.has(key) ? false : seen.add(key);
  });
}
