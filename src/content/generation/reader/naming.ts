import { trade as tradeOf, tradeWords } from '../library/library.ts';
import { isUnspaced } from './language.ts';
import { readSpans } from './learnt/spans.ts';
import { isLikeTown } from './learnt/weights.ts';
import { audienceElsewhere, audienceIn, capitalName, coupleName, isNamedKind, placeAfter, placeIn, subjectOf } from './names.ts';
import { settleVenue } from './places.ts';
import type { Reading } from './reading.ts';
import { polished, polishedDates } from './statements.ts';
import { capital, withoutEnds } from './text.ts';
import { anyCase, normal, tradeIn } from './words.ts';

export function findNames(reading: Reading): void {
  const { brief, masked } = reading;
  const { slots, lang, kind, facts } = brief;
  const text = masked.text.slice(0, 3000);
  const opening = openingOf(reading);
  if (brief.purpose === 'wedding') slots.name ??= coupleIn(reading);
  const place = placeIn(opening, lang) ?? placeBehindTrade(opening, reading) ?? (text.length < 300 ? placeIn(text, lang) : undefined);
  if (place) slots.place ??= place;
  const isElse = (name: string): boolean =>
    READERS.test(name) ||
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

export function learnNames(reading: Reading): void {
  const { slots, lang } = reading.brief;
  if (isUnspaced(lang)) return;
  const { name, subject, place, audience } = readSpans(reading);
  if (!reading.named) {
    const { name: byRules } = slots;
    delete slots.name;
    // The rules find the ends better: "Manos de mi pueblo", "The Oxbow Brass".
    if (name && byRules && (byRules.startsWith(name) || byRules === `The ${name}`)) slots.name = byRules;
    else if (name && isName(name, reading) && !reading.brief.facts.some((fact) => fact.kind === 'note' && fact.value.includes(name)))
      slots.name = capital(polished(name, lang));
    else if (byRules && !name && isNamedKind(reading.masked.text, byRules)) slots.name = byRules;
  }
  const behindTrade = place === undefined ? placeBehindTrade(openingOf(reading), reading) : undefined;
  delete slots.place;
  if (place && !isOffered(place, reading)) slots.place = /^the\s/iu.test(place) ? place.replace(/^The/u, 'the') : capital(place);
  else if (behindTrade?.split(' ').every(isLikeTown)) slots.place = behindTrade;
  // "Ricordare ai soci l'assemblea": words of the order are no subject, and the rules have the rest.
  const orders =
    (subject !== undefined && /^(?:cta|button|call to action|form)(?!\p{L})/iu.test(subject)) ||
    (lang !== 'en' && subject !== undefined && TELLING.test(subject));
  const about = subject && !orders && subjectOf(subject, reading.masked);
  // In other languages the rules find more of it.
  const isPart = about && lang !== 'en' && slots.subject !== undefined && normal(slots.subject).includes(normal(about));
  if (about && !isPart) slots.subject = about;
  // The subject heads the page: better none than words of the order.
  if (subject && !orders && subject.length <= LONGEST_ABOUT)
    reading.brief.about = capital(
      polished(subject, lang)
        .replace(/^(?:teach|teaches|run|runs|offer|offers|announce|host|sell|sells|organi[sz]e)\s/iu, '')
        .replace(/\s(?:based|located|in|at|near|outside|around|across|covering|serving|for|with)$/iu, ''),
    );
  else if (ORDERS_DOCUMENT.test(reading.brief.about ?? '')) delete reading.brief.about;
  if (audience && !slots.audience?.includes(audience) && (lang !== 'en' || isSpokenTo(audience, reading)))
    slots.audience = withoutEnds(audience);
  const { about: words } = reading.brief;
  const at = words && slots.name ? words.indexOf(slots.name) : -1;
  // "Band The Salt Lanterns releases the album": the words before the name describe it.
  if (words && at >= 0) {
    const before = withoutEnds(words.slice(0, at)).trim();
    if (before.length > 2) reading.brief.about = before;
    else delete reading.brief.about;
  }
}

/** The audience follows "for", "help" and the like. "Customers can call" names none. */
function isSpokenTo(audience: string, { masked }: Reading): boolean {
  const text = masked.shown(masked.text);
  const at = text.indexOf(audience);
  return !ANYBODY.test(audience) && (at < 0 || SPEAKS_TO.test(text.slice(Math.max(0, at - 60), at)));
}
const SPEAKS_TO =
  /(?<!\p{L})(?:for|helps?|helping|aimed|targets?|targeting|targeted|audience|to|with|teach\p{L}*|designed|made|especially|mainly|mostly|who|visitors|readers|customers)(?!\p{L})[^.!?]{0,40}$/iu;
const ANYBODY =
  /^(?:(?:sell|buy|book|rent|hire)\s.+|people|customers|clients|guests|users|members|visitors|owners|everyone|anyone|parents can|they|them)$/iu;

const TELLING =
  /^(?:mehr|plus de|más|più|mais|meer|fler|więcej|vendre|vender|vendere|verkaufen|gewinnen|présenter|presentar|presentare|apresentar|promouvoir|promocionar|promuovere|promover)\s|\s(?:für|pour|para|per|voor|för|dla|de|di|do|da|van|av|mit|zu|con|com|met|med)$|^(?:per |para |pour |om |zu |żeby |aby )?(?:ricordar\p{L}|avvisar\p{L}|informar\p{L}?|invitar\p{L}?|annunciare|comunicare|ringraziare|rappeler|annoncer|inviter|informer|prévenir|remercier|demander|recordar|avisar|anunciar|agradecer|pedir|lembrar|convidar|erinnern|informieren|einladen|bedanken|herinneren|uitnodigen|bedanken|påminna|informera|bjuda|tacka|przypomnieć|poinformować|zaprosić)(?:\s|$)/iu;
const READERS =
  /^(?:Mitglieder\p{L}?|Kund\p{L}{2,5}|Eltern|Gäste\p{L}?|Teilnehm\p{L}{2,6}|Patient\p{L}{2,6}|Abonnent\p{L}{2,6}|Leser\p{L}{0,5}|Nachbarn|Kolleg\p{L}{2,5}|Mitarbeit\p{L}{2,6}|Spender\p{L}{0,5}|Helfer\p{L}{0,5}|Vereinsmitglieder\p{L}?|Schüler\p{L}{0,5}|Mieter\p{L}{0,5}|Anwohner\p{L}{0,5})$/u;
const LONGEST_ABOUT = 70;
/** "Quick survey for members", "online shop for teas": the document, not a name. */
const ORDERS_DOCUMENT =
  /(?<!\p{L})(?:page|survey|e?mail|website|site|sign-?up|form|saas|shop|template|invite|save the date|landing|lp|ad)\s(?:for|to|about|re)(?!\p{L})|(?<!\p{L})(?:style|page|website|e-?mail|signup|landing page)$|^(?:an?\s|the\s)?(?:landing|lp|saas|save the date|webpage|one-?pager)(?!\p{L})/iu;

function isName(name: string, { masked, brief }: Reading): boolean {
  const kind = name.replace(/\s(?:in|à|en|em|w|i|te)\s\p{Lu}.*$/u, '');
  const isOnlyTrade = tradeIn(kind, brief.lang)?.length === normal(kind).split(' ').length && !/\p{L}\s\p{Lu}/u.test(kind);
  const isAddress = [...masked.all('email'), ...masked.all('url')].some((address) => address.toLowerCase().includes(name.toLowerCase()));
  const isStreet = brief.facts.some(({ kind: of, value }) => of === 'address' && value.includes(name));
  return !isStreet && !ORDERS_DOCUMENT.test(name) && !READERS.test(name) && !isOnlyTrade && !isAddress;
}

/** "Sourdough, croissants, cakes": goods are no town. */
const isOffered = (place: string, { brief }: Reading): boolean =>
  brief.trade !== undefined && JSON.stringify(tradeOf(brief.trade)).toLowerCase().includes(place.toLowerCase());

export function settleNames(reading: Reading): void {
  const { brief } = reading;
  const { slots, lang, kind, facts } = brief;
  if (brief.purpose === 'wedding' && !reading.named) slots.name = coupleIn(reading) ?? slots.name;
  if (slots.name) slots.name = tidied(slots.name).replace(/^(?:I['’]?m|I am|My name is|We are|We['’]re)\s(?=\p{Lu})/u, '');
  if (slots.name && /^(?:what|how|why|when|where|who|which|do|does|can|is|are)$/iu.test(slots.name)) delete slots.name;
  // "An app that tracks invoices": head the page with the action.
  const does = lang === 'en' ? /^(\p{Ll}{3,}s)\s\p{L}/u.exec(slots.subject ?? '')?.[1] : undefined;
  if (does && anyCase`\b(?:that|which)\s${does}\b`.test(reading.masked.text))
    slots.subject = `${does.replace(/(?<=ss|x|zz|ch|sh)es$|s$/u, '')}${slots.subject?.slice(does.length)}`;
  settleVenue(reading);
  if (slots.place && slots.name && normal(slots.place) === normal(slots.name)) delete slots.place;
  if (slots.audience && lang !== 'en' && normal(slots.subject ?? '').includes(normal(slots.audience))) delete slots.audience;
  // A stop of a tour is not the band's home.
  if (slots.place && brief.parts.some(({ kind: of, items }) => of === 'schedule' && items.some(({ lead }) => lead === slots.place)))
    delete slots.place;
  const [bracket] = reading.brackets;
  if (bracket && slots.place && !slots.place.includes(bracket)) slots.place = `${slots.place} (${bracket})`;
  else if (bracket) slots.place ??= bracket;
  if (slots.name && slots.subject && normal(slots.subject).includes(normal(slots.name))) {
    // "Clínica veterinária Patas & Companhia": the words before the name describe it.
    const before = lang === 'en' ? '' : withoutEnds(slots.subject.split(slots.name)[0] ?? '').trim();
    if (before.length >= 4) slots.subject = before;
    else delete slots.subject;
  }
  // "How" of "How to run exit interviews": the given name is complete.
  if (slots.name && slots.subject && normal(slots.name).startsWith(normal(slots.subject))) delete slots.subject;
  if (slots.subject && slots.place)
    slots.subject = slots.subject.replace(anyCase`[\s,]+(?:in\s)?${slots.place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, '');
  if (lang === 'pl') unbend(reading);
  if (brief.trade === 'hire') settleHire(reading);
  if (brief.purpose === 'job') readRole(reading);
  if (brief.purpose === 'thanks' && kind === 'page') delete slots.subject;
  if (slots.subject && lang === 'en') slots.subject = polishedDates(slots.subject, lang);
  // "22 Market Street, Ludlow"
  const factOf = (of: string): string | undefined => facts.find((fact) => fact.kind === of)?.value;
  const town = /,\s*(\p{Lu}[\p{L}'’-]{2,20}(?:\s\p{Lu}[\p{L}'’-]{2,20})?)$/u.exec(factOf('address') ?? '')?.[1];
  if (town && kind === 'page') slots.place ??= town;
  const [where, host] = [factOf('where') ?? factOf('address'), factOf('host')];
  if (where) slots.where ??= where;
  if (host) slots.host ??= host;
}

/** "Strona dla gabinetu fizjoterapii": a Polish noun behind a preposition is inflected, and would head the page like that. */
function unbend({ brief, masked }: Reading): void {
  const { slots, trade, kind } = brief;
  if (!slots.subject || kind !== 'page') return;
  const at = masked.text.toLowerCase().indexOf(slots.subject.toLowerCase());
  const before = masked.text.slice(Math.max(0, at - 20), Math.max(0, at));
  const isBent = /(?:dla|o|na|do|z|w|od|przy|mojego|mojej|naszego|naszej|dotycząc\p{L}{1,3})\s$/iu.test(before);
  // "Na warsztaty", "na obóz": the accusative of direction looks like the plain form.
  if (!isBent || /\sna\s$/iu.test(before)) return;
  const [plain] = trade ? (tradeWords('pl')[trade] ?? []) : [];
  if (slots.name) delete slots.subject;
  else if (plain) slots.subject = plain;
}

/** "Our company rents out hot tubs" */
function settleHire({ brief, masked }: Reading): void {
  const { slots } = brief;
  const out = RENTS.exec(masked.shown(masked.text).slice(0, 600))?.[1];
  const known = slots.subject && !/\b(?:hires?|rents?)\sout\b/iu.test(slots.subject) ? slots.subject : out;
  if (known) slots.subject = /\b(?:hire|rentals?|to rent)\b/iu.test(known) ? known : `${known} for hire`;
}

const RENTS =
  /\b(?:hires?|rents?|hire|rent)\sout\s((?:[\p{L}'’&-]{1,20}\s){0,4}?[\p{L}'’-]{1,20})(?=\s(?:to|for|in|across|at|from|near)\s|\s*(?:[.,;:–(]|$))/iu;

/** "THE OXBOW BRASS" is shouted; "MUD" may be spelt so. */
const tidied = (name: string): string =>
  /^[\p{Lu}\s&'’+.-]{8,}$/u.test(name) && /\s/.test(name)
    ? name.toLocaleLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase())
    : name.replace(/^(?:I['’]m|We['’]re|I am|We are|It['’]s)\s(?=\p{Lu})/u, '').replace(/\sand I$/u, '');

function placeBehindTrade(opening: string, { brief }: Reading): string | undefined {
  const named = brief.lang === 'en' ? tradeIn(opening, 'en') : undefined;
  if (!named || ['app', 'saas', 'product', 'newsletter'].includes(tradeOf(named.value).purpose)) return undefined;
  const words = named.phrase.split(' ').map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'));
  const phrase = anyCase`(?<!\p{L})${words.join('[\\s-]+')}s?`.exec(opening);
  return phrase ? placeAfter(opening.slice(phrase.index + phrase[0].length)) : undefined;
}

const NAMED_NOUN = /(?<![\p{L}])\p{L}{3,20}[:,]?\s([\ue100-\ue483])(?!\s*(?:button|link|knopf))/gu;
const NAMED =
  /(?:^\s*|(?:\b(?:for|für|pour|para|per|voor|för|dla|of|von|de|coaching|event|festival|course|kurs|newsletter|app|podcast|book|album|workshop|wernisaż\s\S+\s\S+)\s+(?:our\s|my\s|the\s|\p{L}+\s){0,3}))([\ue100-\ue483])/iu;

/** A quotation at the beginning, behind "for" or behind a noun is a name. */
function quotedName(opening: string, { masked, brief }: Reading): string | undefined {
  const found = NAMED.exec(opening) ?? firstNamed(opening, masked) ?? firstNamed(masked.text.slice(0, 260), masked);
  const aside = found?.[1] === undefined ? undefined : masked.at(found[1]);
  const known = aside && (brief.action.label === aside.text || brief.quoted.some(({ text }) => text === aside.text));
  return aside?.kind === 'quote' && !known && aside.text.split(/\s+/).length <= 6 ? aside.text : undefined;
}

/** Noodle bar “Slurp” */
function firstNamed(text: string, masked: Reading['masked']): RegExpExecArray | undefined {
  for (const found of text.matchAll(NAMED_NOUN)) {
    const quote = masked.at(found[1] ?? '');
    const isOther = /(?:headline|title|button|subject|says?|call|tagline|claim|slogan|with|and|or|and)[:,]?\s.$/iu.test(found[0]);
    const isShort = quote?.kind === 'quote' && /^\p{Lu}/u.test(quote.text) && quote.text.split(/\s+/).length <= 4;
    if (isShort && !isOther) return found as RegExpExecArray;
  }
  return undefined;
}

const ROLE =
  /(?:\b(?:hiring|looking for|we need|seeking|seeks|vacancy:?|vacancy for|job:?|job for|position:?|position for|suchen|sucht|cherchons|cherche|recrute|recrutons|buscar|buscamos|busca|cerchiamo|cerca|procuramos|procura|zoekt|zoeken|söker|szukamy|szuka)\s+(?:(?:zum|ab|per|from|dès)\s[^,]{3,24}?\s)?(?:an?\s|our\s|a new\s|eine?(?:n|[/*:]n)?\s|une?\s|una?\s|um\s|uma\s|een\s|en\s|ett\s)?)([\p{L}][\p{L}\s/'’()*:-]{2,50}?)(?=\s*(?:[,.;\d£€$]|$|\s(?:for|in|at|to|who|with|and|near|für|zum|ab|bei|pour|à|para|en|per|a|di|voor|till|dla|do|o)\s))/iu;

/** The role behind "hiring", or the trade itself. */
function readRole({ brief, masked, opening }: Reading): void {
  const { slots } = brief;
  const shown = masked.shown(opening || masked.text.slice(0, 300));
  const trade = brief.lang === 'en' ? tradeIn(shown, 'en') : undefined;
  const phrase = trade ? new RegExp(trade.phrase.replace(/[^\p{L}\p{N} ]/gu, '.'), 'iu').exec(shown)?.[0] : undefined;
  const found = ROLE.exec(shown)?.[1]
    ?.trim()
    .replace(/\s(ou|o|oder|of|eller)\s(?:une?|una?|eine?r?|een|en|uma?)\s/iu, ' $1 ');
  const isPhrase = phrase && found?.toLowerCase().includes(phrase.toLowerCase()) && /^\p{Ll}+$/u.test(found.replace(/\s/g, ''));
  const role = found && !DOCUMENT_WORD.test(found) && !isPhrase ? found : phrase;
  if (role) slots.role ??= slots.place ? role.replace(anyCase`\s+(?:in\s)?${slots.place.replace(/[^\p{L}\p{N} ]/gu, '.')}$`, '') : role;
  delete slots.subject;
}
const DOCUMENT_WORD = /\b(?:page|website|ad|advert|seite|anzeige|página|pagina)\b/iu;
