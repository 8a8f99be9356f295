import { trade as tradeOf } from '../library/library.ts';
import { note } from './brief.ts';
import { COMMISSION } from './commission.ts';
import { ASIDES } from './mask.ts';
import { audienceElsewhere, audienceIn, capitalName, coupleName, placeAfter, placeIn } from './names.ts';
import { afterWhat, emailPurpose, pagePurpose } from './purpose.ts';
import type { Reading } from './reading.ts';
import { capital, listOf, sentencesOf } from './split.ts';
import { polishedDates } from './statements.ts';
import { cutTo } from './wishes.ts';
import { normal, tradeIn } from './words.ts';

const MOST_NOTES = 12;

const LONGEST_SLOT = 160;
const LONGEST_LINE = 280;
const LONGEST_STATEMENT = 600;

/** What is longer than its place on a draft is left out. */
function bound({ brief }: Reading): void {
  for (const [name, value] of Object.entries(brief.slots))
    if ((value ?? '').length > LONGEST_SLOT) delete brief.slots[name as keyof typeof brief.slots];
  brief.statements = brief.statements.filter(({ length }) => length <= LONGEST_STATEMENT);
  brief.quoted = brief.quoted.filter(
    ({ as, text }) => text.length <= (as === 'quote' || as === 'text' || as === 'lede' ? LONGEST_STATEMENT : LONGEST_LINE),
  );
  brief.offers = brief.offers.filter(({ length }) => length <= LONGEST_SLOT);
  if ((brief.action.label?.length ?? 0) > LONGEST_SLOT) delete brief.action.label;
}

/** What follows from all that has been read: purpose and trade, name and place, and where fragments go. */
export function conclude(reading: Reading): void {
  readPurpose(reading);
  readNames(reading);
  readFragments(reading);
  readHeadline(reading);
  bound(reading);
  const { brief, left } = reading;
  if (brief.kind === 'page' && brief.purpose === 'charity' && brief.action.href === undefined && MONEY.test(reading.masked.text))
    reading.note(
      'missing_fact',
      'A form takes no payments. Say where people can give ("button to https://…"), and the button leads there; until then the form collects offers.',
      'form',
    );
  brief.offers.splice(14);
  distinctFields(reading);
  brief.remarks = brief.remarks.filter(
    (remark) =>
      ![brief.slots.name, brief.slots.subject, brief.slots.place, ...brief.statements].some(
        (known) => known !== undefined && normal(known).replace(/^the /u, '') === normal(remark).replace(/^the /u, ''),
      ),
  );
  for (const sentence of left.slice(0, MOST_NOTES))
    brief.notes.push(note('not_understood', `Not understood, and left out: “${cutTo(sentence)}”`));
}

/** "My mum's funeral" is no undertaker's. */
const PERSONAL =
  /\b(?:my|our)\s(?:mum|mom|dad|mother|father|gran\p{L}*|grandma|grandpa|wife|husband|son|daughter|sister|brother|friend|parents|friends)(?:['’]?s['’]?)?\s(?:funeral|memorial|wake|(?:\d{1,3}\p{L}{0,2}\s)?birthday|party|retirement|anniversary|christening|baptism|leaving|life)\b/iu;
const OWN_WORKSHOP = /\b(?:my|our|his|her|their)\s(?:own\s)?workshop\b/giu;
const SOFTWARE =
  /\b(?:saas|software|platform|app|tool|plugin|dashboard|crm|api|newsletter|podcast|magazine|consult\p{L}+|agency|marketing|directory|marketplace)\b/iu;

const MONEY = /[€£$]|\b(?:pounds?|euros?|dollars?|donat\p{L}+|spend\p{L}+|dons?|donaci\p{L}+|donazi\p{L}+|zł|money|give)\b/iu;

const aboutOf = (opening: string): string =>
  opening.replace(COMMISSION, '').replace(/^\s*(?:for|about|on|für|über|pour|sur|para|sobre|per|su|voor|over|för|om|dla|o)\s/iu, '');

/** Purposes of things that happen on a day. */
export const DATED: ReadonlySet<string> = new Set([
  'event',
  'wedding',
  'course',
  'webinar',
  'conference',
  'invitation',
  'event-details',
  'reminder',
  'band',
  'community',
  'coming-soon',
  'waitlist',
]);

/** Purpose and trade by the words so far. */
export function readPurpose(reading: Reading): void {
  const { brief, masked } = reading;
  const opening = masked.shown(reading.opening || (sentencesOf(masked.text.slice(0, 1500))[0] ?? '')).slice(0, 1500);
  const all = masked.shown(masked.text);
  // A name in quotation marks says nothing about the purpose.
  const plain = masked
    .shown(
      (reading.opening || (sentencesOf(masked.text.slice(0, 1500))[0] ?? '')).replace(ASIDES, (one) =>
        masked.at(one)?.kind === 'quote' ? ' ' : one,
      ),
    )
    .slice(0, 1500);
  // Software for cafés is no café.
  const personal = PERSONAL.test(opening);
  const named = personal
    ? undefined
    : tradeIn(
        SOFTWARE.test(opening) ? (aboutOf(opening).split(/\s(?:that|which|to|for|für|pour|para|per|voor|för|dla)\s/u)[0] ?? '') : opening,
        brief.lang,
      );
  const [first = ''] = brief.statements;
  const more =
    SOFTWARE.test(opening) || brief.kind === 'email' || masked.text.length > 240
      ? ''
      : [/^(?:we|i|our|my)\b/iu.test(first) ? first : '', ...reading.fragments.slice(0, 3), brief.slots.subject ?? ''].join(', ');
  const trade = personal ? undefined : (named ?? tradeIn(more, brief.lang));
  if (trade) brief.trade = trade.value;
  if (brief.kind === 'email') {
    brief.purpose = emailPurpose(opening, all);
    if (brief.slots.discount !== undefined && ['letter', 'announcement', 'newsletter', 'product-news'].includes(brief.purpose))
      brief.purpose = 'sale';
  } else {
    brief.purpose = byWhatIsThere(
      reading,
      reading.surveyed
        ? 'survey'
        : pagePurpose(plain.replace(OWN_WORKSHOP, ' '), all.replace(OWN_WORKSHOP, ' '), named, trade && tradeOf(trade.value).purpose),
    );
    if (brief.purpose === 'thanks') brief.after = afterWhat(all);
  }
  // A roof that is collected for makes no roofer.
  if (
    brief.trade &&
    (brief.purpose === 'charity' || brief.purpose === 'wedding') &&
    !['charity', 'community', brief.purpose].includes(tradeOf(brief.trade).purpose)
  )
    delete brief.trade;
  reading.dated = DATED.has(brief.purpose);
}

/** Speakers and a programme make a conference, a date makes an event of what else would be a club. */
function byWhatIsThere({ brief }: Reading, purpose: string): string {
  const has = (kind: string): boolean => brief.parts.some((part) => part.kind === kind && part.items.length > 0);
  const open = ['landing', 'product', 'local-service', 'community', 'shop'].includes(purpose);
  if (open && brief.trade === undefined && has('schedule') && has('people')) return 'conference';
  const day = /\d/.test(brief.slots.when ?? '') && /\p{L}{3}|月/u.test(brief.slots.when ?? '');
  if (purpose === 'charity' && day && brief.slots.where !== undefined) return 'event';
  if (purpose === 'community' && day && !has('schedule')) return 'event';
  if (PERSONAL.test(brief.words) && ['landing', 'charity', 'local-service'].includes(purpose) && !/fundrais/iu.test(brief.words))
    return 'event';
  if (purpose === 'landing' && day && (has('schedule') || brief.slots.where !== undefined)) return 'event';
  return purpose;
}

function readNames(reading: Reading): void {
  const { brief, masked } = reading;
  const { slots, lang, kind, facts } = brief;
  const text = masked.text.slice(0, 3000);
  const opening = (reading.opening || text.slice(0, 300)).slice(0, 1500);
  if (brief.purpose === 'wedding') slots.name ??= coupleName(masked.shown(opening)) ?? coupleName(masked.shown(text.slice(0, 400)));
  const place = placeIn(opening, lang) ?? placeBehindTrade(opening, reading) ?? (text.length < 300 ? placeIn(text, lang) : undefined);
  if (place) slots.place ??= place;
  const isElse = (name: string): boolean =>
    facts.some((fact) => fact.kind !== 'host' && fact.kind !== 'note' && fact.value.includes(name)) ||
    (slots.role ?? '').includes(name) ||
    slots.place === name ||
    (brief.signature !== undefined && name.includes(brief.signature.name)) ||
    (brief.fields ?? []).some(({ label, options = [] }) => label === name || options.includes(name)) ||
    brief.signature?.name === name;
  slots.name ??=
    quotedName(opening, reading) ??
    reading.person ??
    [opening, text.split('\n')[0] ?? '', text.slice(0, 600)]
      .map((source) => capitalName(source, masked, lang, isElse, kind === 'email'))
      .find(Boolean);
  if (slots.name) slots.name = tidied(slots.name);
  if (slots.place && slots.name && normal(slots.place) === normal(slots.name)) delete slots.place;
  const audience = lang === 'en' ? (audienceIn(opening) ?? audienceIn(text)) : audienceElsewhere(text);
  if (audience && kind === 'page') slots.audience ??= audience;
  if (slots.audience && lang !== 'en' && normal(slots.subject ?? '').includes(normal(slots.audience))) delete slots.audience;
  const [bracket] = reading.brackets;
  if (bracket && slots.place && !slots.place.includes(bracket)) slots.place = `${slots.place} (${bracket})`;
  else if (bracket) slots.place ??= bracket;
  if (slots.name && slots.subject && normal(slots.subject).includes(normal(slots.name))) delete slots.subject;
  if (slots.subject && slots.place)
    slots.subject = slots.subject.replace(new RegExp(`[\\s,]+(?:in\\s)?${slots.place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'iu'), '');
  if (brief.purpose === 'job') readRole(reading);
  if (brief.purpose === 'thanks' && kind === 'page') delete slots.subject;
  if (slots.subject && lang === 'en') slots.subject = polishedDates(slots.subject, lang);
  const where = facts.find((fact) => fact.kind === 'where') ?? facts.find((fact) => fact.kind === 'address');
  if (where) slots.where ??= where.value;
  const host = facts.find((fact) => fact.kind === 'host');
  if (host) slots.host ??= host.value;
}

/** "THE OXBOW BRASS" is shouted; "MUD" may be how it is spelt. */
const tidied = (name: string): string =>
  /^[\p{Lu}\s&'’+.-]{8,}$/u.test(name) && /\s/.test(name)
    ? name.toLocaleLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase())
    : name;

/** "chimney sweep swansea": a town right behind what is offered there. */
function placeBehindTrade(opening: string, { brief }: Reading): string | undefined {
  const named = brief.lang === 'en' ? tradeIn(opening, 'en') : undefined;
  if (!named || ['app', 'saas', 'product', 'newsletter'].includes(tradeOf(named.value).purpose)) return undefined;
  const phrase = new RegExp(
    `(?<!\\p{L})${named.phrase
      .split(' ')
      .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
      .join('[\\s-]+')}s?`,
    'iu',
  ).exec(opening);
  return phrase ? placeAfter(opening.slice(phrase.index + phrase[0].length)) : undefined;
}

const NAMED_NOUN = /(?<![\p{L}])\p{L}{3,20}[:,]?\s([\ue100-\ue483])(?!\s*(?:button|link|knopf))/gu;
const NAMED =
  /(?:^\s*|(?:\b(?:for|für|pour|para|per|voor|för|dla|of|von|de|coaching|event|festival|course|kurs|newsletter|app|podcast|book|album|workshop|wernisaż\s\S+\s\S+)\s+(?:our\s|my\s|the\s|\p{L}+\s){0,3}))([\ue100-\ue483])/iu;

/** A quotation that names something: at the beginning, behind "for" or a noun. */
function quotedName(opening: string, { masked, brief }: Reading): string | undefined {
  const found = NAMED.exec(opening) ?? firstNamed(opening, masked) ?? firstNamed(masked.text.slice(0, 260), masked);
  const aside = found?.[1] === undefined ? undefined : masked.at(found[1]);
  const known = aside && (brief.action.label === aside.text || brief.quoted.some(({ text }) => text === aside.text));
  return aside?.kind === 'quote' && !known && aside.text.split(/\s+/).length <= 6 ? aside.text : undefined;
}

/** A short quotation with a capital behind a noun: Noodle bar “Slurp”. */
function firstNamed(text: string, masked: Reading['masked']): RegExpExecArray | undefined {
  for (const found of text.matchAll(NAMED_NOUN)) {
    const quote = masked.at(found[1] ?? '');
    if (
      quote?.kind === 'quote' &&
      /^\p{Lu}/u.test(quote.text) &&
      quote.text.split(/\s+/).length <= 4 &&
      !/(?:headline|title|button|subject|says?|call|tagline|claim|slogan|with|and|or|and)[:,]?\s.$/iu.test(found[0])
    )
      return found as RegExpExecArray;
  }
  return undefined;
}

/** Purposes that list what they have; the fragments of others are remarks. */
const LISTING: ReadonlySet<string> = new Set([
  'local-service',
  'shop',
  'restaurant',
  'property',
  'product',
  'app',
  'saas',
  'portfolio',
  'landing',
  'health',
  'coaching',
  'waitlist',
  'coming-soon',
  'job',
]);
const REMARK =
  /\b(?:free|included|incl|welcome|needed|only|allowed|no|not|never|max|min|since|insured|same|depends|already|inklusive|inbegriffen|kostenlos|keine?|nur|inclus|compris|gratuit|incluido|incluso|gratis|geen|ingen|bez|chiuso|fermé|cerrado|geschlossen|closed|open)\b|^(?:from|with|by|until|for|in|on|at|me|my|been)\s/iu;

/** Fragments are what is offered, or what is worth knowing. */
function readFragments(reading: Reading): void {
  const { brief, fragments } = reading;
  const { slots } = brief;
  for (const fragment of fragments) {
    if ([slots.name, slots.subject, slots.place, slots.where].some((known) => known !== undefined && normal(known) === normal(fragment)))
      continue;
    if (brief.facts.some(({ value }) => normal(value).includes(normal(fragment)))) continue;
    if (reading.also.includes(fragment) && addPlaces(fragment, reading)) continue;
    if (
      slots.name &&
      normal(fragment).includes(normal(slots.name)) &&
      !/\d/.test(fragment.replace(slots.name, '')) &&
      fragment.split(/\s+/).length <= slots.name.split(/\s+/).length + 2
    )
      continue;
    if (isSubject(fragment, reading)) continue;
    const words = fragment.split(/\s+/).length;
    if (brief.kind === 'page' && LISTING.has(brief.purpose) && words <= 6 && !REMARK.test(fragment)) brief.offers.push(capital(fragment));
    else reading.remark(fragment);
  }
}

/** The first words of a page without a subject say what it is about. */
function isSubject(fragment: string, { brief }: Reading): boolean {
  const { slots } = brief;
  if (
    slots.subject !== undefined ||
    brief.kind === 'email' ||
    !LISTING.has(brief.purpose) ||
    fragment.split(/\s+/).length > 4 ||
    REMARK.test(fragment) ||
    /\d|\s(?:and|&|und|et|y)\s/.test(fragment)
  )
    return false;
  slots.subject =
    /^\p{Lu}\p{Ll}/u.test(fragment) && !/\s\p{Lu}/u.test(fragment) ? fragment.charAt(0).toLocaleLowerCase() + fragment.slice(1) : fragment;
  return true;
}

/** "Chimney sweep Swansea, also Mumbles and Gower": places beside the first. */
function addPlaces(fragment: string, { brief }: Reading): boolean {
  const { slots } = brief;
  const entries = listOf(fragment);
  if (
    !slots.place ||
    brief.trade === undefined ||
    entries.some((entry) => !/^\p{L}[\p{L}'’-]{3,20}$/u.test(entry) || /(?:ing|s|ed)$/u.test(entry))
  )
    return false;
  slots.where = [slots.place, ...entries.map(capital)].join(', ');
  brief.facts.push({ kind: 'where', value: slots.where });
  return true;
}

const ROLE =
  /(?:\b(?:hiring|looking for|we need|seeking|seeks|vacancy:?|vacancy for|job:?|job for|position:?|position for|suchen|sucht|cherchons|cherche|recrute|recrutons|buscar|buscamos|busca|cerchiamo|cerca|procuramos|procura|zoekt|zoeken|söker|szukamy|szuka)\s+(?:(?:zum|ab|per|from|dès)\s[^,]{3,24}?\s)?(?:an?\s|our\s|a new\s|eine?(?:n|[/*:]n)?\s|une?\s|una?\s|um\s|uma\s|een\s|en\s|ett\s)?)([\p{L}][\p{L}\s/'’()*:-]{2,50}?)(?=\s*(?:[,.;\d£€$]|$|\s(?:for|in|at|to|who|with|and|near|für|zum|ab|bei|pour|à|para|en|per|a|di|voor|till|dla|do|o)\s))/iu;

/** The position of a job page: what is behind "hiring", or the trade that it is a page of. */
function readRole({ brief, masked, opening }: Reading): void {
  const { slots } = brief;
  const shown = masked.shown(opening || masked.text.slice(0, 300));
  const trade = brief.lang === 'en' ? tradeIn(shown, 'en') : undefined;
  const phrase =
    trade ? new RegExp(trade.phrase.replace(/[^\p{L}\p{N} ]/gu, '.'), 'iu').exec(shown)?.[0] : undefined;
  const found = ROLE.exec(shown)?.[1]?.trim();
  const role =
    found && !DOCUMENT_WORD.test(found)
      ? phrase && found.toLowerCase().includes(phrase.toLowerCase()) && /^\p{Ll}+$/u.test(found.replace(/\s/g, ''))
        ? phrase
        : found
      : phrase;
  if (role)
    slots.role ??= slots.place
      ? role.replace(new RegExp(`\\s+(?:in\\s)?${slots.place.replace(/[^\p{L}\p{N} ]/gu, '.')}$`, 'iu'), '')
      : role;
  delete slots.subject;
}
const DOCUMENT_WORD = /\b(?:page|website|ad|advert|seite|anzeige|página|pagina)\b/iu;

/** A single quotation, or a subtitle without a title, heads the page. */
function readHeadline({ brief, masked }: Reading): void {
  const { quoted, slots, kind, action } = brief;
  const lede = quoted.find(({ as }) => as === 'lede');
  if (lede && lede.text.length <= 70 && !quoted.some(({ as }) => as === 'headline')) lede.as = 'headline';
  const used = new Set([
    ...(brief.fields ?? []).flatMap(({ label, options = [] }) => [label, ...options]),
    action.label,
    slots.name,
    ...quoted.map(({ text }) => text),
  ]);
  const printed = [
    ...brief.statements,
    ...brief.remarks,
    ...brief.facts.map(({ value }) => value),
    ...brief.parts.flatMap(({ items }) => items.map(({ lead, text }) => `${lead} ${text ?? ''}`)),
  ];
  const whole = masked.shown(masked.text, true);
  const isLoose = (text: string): boolean => {
    const words = text.split(/\s+/).length;
    const before = whole.slice(0, whole.indexOf(`“${text}`)).slice(-40);
    return words >= 2 && words <= 12 && !used.has(text) && !AVOIDED.test(before) && !printed.some((one) => one.includes(text));
  };
  const loose = masked.all('quote').filter(isLoose);
  if (loose.length === 1 && kind === 'page' && !quoted.some(({ as }) => as === 'headline'))
    quoted.push({ as: 'headline', text: loose[0] as string });
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
