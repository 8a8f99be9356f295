import { trade as tradeOf } from '../library/library.ts';
import { note } from './brief.ts';
import { isUnspaced } from './language.ts';
import { likeliestPurpose } from './learnt/purposes.ts';
import { readSpans } from './learnt/spans.ts';
import { isLikeTown } from './learnt/word-classes.ts';
import { audienceElsewhere, audienceIn, capitalName, coupleName, isNamedKind, placeAfter, placeIn, subjectOf } from './names.ts';
import { readPurpose, settlePurpose } from './purpose.ts';
import type { Reading } from './reading.ts';
import { capital, listOf, withoutEnds } from './split.ts';
import { polished, polishedDates, spelt } from './statements.ts';
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
  const likeliest = likeliestPurpose(reading);
  findNames(reading);
  learnNames(reading);
  settlePurpose(reading, likeliest);
  settleNames(reading);
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
  for (const field of brief.fields ?? []) {
    if (field.label) field.label = capital(spelt(field.label, brief.lang));
    if (field.options) field.options = field.options.map((option) => spelt(option, brief.lang));
  }
  brief.remarks = brief.remarks.filter(
    (remark) =>
      ![brief.slots.name, brief.slots.subject, brief.slots.place, ...brief.statements].some(
        (known) => known !== undefined && normal(known).replace(/^the /u, '') === normal(remark).replace(/^the /u, ''),
      ),
  );
  for (const sentence of left.slice(0, MOST_NOTES))
    brief.notes.push(note('not_understood', `Not understood, and left out: “${cutTo(sentence)}”`));
}

const MONEY = /[€£$]|\b(?:pounds?|euros?|dollars?|donat\p{L}+|spend\p{L}+|dons?|donaci\p{L}+|donazi\p{L}+|zł|money|give)\b/iu;

/** Name, place and audience by the rules. */
export function findNames(reading: Reading): void {
  const { brief, masked } = reading;
  const { slots, lang, kind, facts } = brief;
  const text = masked.text.slice(0, 3000);
  const opening = openingOf(reading);
  if (brief.purpose === 'wedding') slots.name ??= coupleIn(reading);
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
  const audience = lang === 'en' ? (audienceIn(opening) ?? audienceIn(text)) : audienceElsewhere(text);
  if (audience && kind === 'page') slots.audience ??= audience;
}

const openingOf = ({ opening, masked }: Reading): string => (opening || masked.text.slice(0, 300)).slice(0, 1500);

const coupleIn = (reading: Reading): string | undefined =>
  coupleName(reading.masked.shown(openingOf(reading))) ?? coupleName(reading.masked.shown(reading.masked.text.slice(0, 400)));

/** Name, subject, place and audience as they are learnt to be: the rules' own findings are among what this goes by. */
function learnNames(reading: Reading): void {
  const { slots, lang } = reading.brief;
  if (isUnspaced(lang)) return;
  const { name, subject, place, audience } = readSpans(reading);
  if (!reading.named) {
    const { name: byRules } = slots;
    delete slots.name;
    // The rules see ends better: "Manos de mi pueblo", "The Oxbow Brass".
    if (name && byRules && (byRules.startsWith(name) || byRules === `The ${name}`)) slots.name = byRules;
    else if (name && isName(name, reading)) slots.name = capital(polished(name, lang));
    else if (byRules && !name && isNamedKind(reading.masked.text, byRules)) slots.name = byRules;
  }
  const behindTrade = place === undefined ? placeBehindTrade(openingOf(reading), reading) : undefined;
  delete slots.place;
  if (place && !isOffered(place, reading)) slots.place = capital(place);
  else if (behindTrade?.split(' ').every(isLikeTown)) slots.place = behindTrade;
  const about = subject && subjectOf(subject, reading.masked);
  if (about) slots.subject = about;
  // What a page is about stands over its headline: better nothing than the words that order it.
  if (subject && subject.length <= LONGEST_ABOUT)
    reading.brief.about = capital(polished(subject, lang).replace(/\s(?:based|located|in|at|near|for|with)$/iu, ''));
  else if (ORDERS_DOCUMENT.test(reading.brief.about ?? '')) delete reading.brief.about;
  if (audience && !slots.audience?.includes(audience)) slots.audience = withoutEnds(audience);
}

const LONGEST_ABOUT = 70;
/** "Quick survey for members", "online shop for teas", "substack style signup": what is ordered, and no name. */
const ORDERS_DOCUMENT =
  /(?<!\p{L})(?:page|survey|e?mail|website|site|sign-?up|form|saas|shop|template|invite|save the date|landing|lp|ad)\s(?:for|to|about|re)(?!\p{L})|(?<!\p{L})(?:style|page|website|e-?mail|signup|landing page)$|^(?:an?\s|the\s)?(?:landing|lp|saas|save the date|webpage|one-?pager)(?!\p{L})/iu;

/** A trade's own word, an address or what is ordered is no name. */
function isName(name: string, { masked, brief }: Reading): boolean {
  // "Bakery", "Café in Kent"
  const kind = name.replace(/\s(?:in|à|en|em|w|i|te)\s\p{Lu}.*$/u, '');
  const isOnlyTrade = tradeIn(kind, brief.lang)?.length === normal(kind).split(' ').length && !/\p{L}\s\p{Lu}/u.test(kind);
  const isAddress = [...masked.all('email'), ...masked.all('url')].some((address) => address.toLowerCase().includes(name.toLowerCase()));
  return !ORDERS_DOCUMENT.test(name) && !isOnlyTrade && !isAddress;
}

/** "Sourdough, croissants, cakes": what a business offers is no town. */
const isOffered = (place: string, { brief }: Reading): boolean =>
  brief.trade !== undefined && JSON.stringify(tradeOf(brief.trade)).toLowerCase().includes(place.toLowerCase());

/** Names that say the same are said once, and what a purpose calls for is found. */
function settleNames(reading: Reading): void {
  const { brief } = reading;
  const { slots, lang, kind, facts } = brief;
  if (brief.purpose === 'wedding' && !reading.named) slots.name = coupleIn(reading) ?? slots.name;
  if (slots.name) slots.name = tidied(slots.name);
  if (slots.place && slots.name && normal(slots.place) === normal(slots.name)) delete slots.place;
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
  // "22 Market Street, Ludlow"
  const town = /,\s*(\p{Lu}[\p{L}'’-]{2,20}(?:\s\p{Lu}[\p{L}'’-]{2,20})?)$/u.exec(
    facts.find(({ kind: of }) => of === 'address')?.value ?? '',
  )?.[1];
  if (town && kind === 'page') slots.place ??= town;
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
  const phrase = trade ? new RegExp(trade.phrase.replace(/[^\p{L}\p{N} ]/gu, '.'), 'iu').exec(shown)?.[0] : undefined;
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
