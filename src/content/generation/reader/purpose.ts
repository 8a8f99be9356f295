import { trade as tradeOf } from '../library/library.ts';
import type { Brief } from './brief.ts';
import { COMMISSION } from './openings.ts';
import type { Reading } from './reading.ts';
import { ASIDES, sentencesOf } from './text.ts';
import { type Hit, Lexicon, lists, normal, once, tradeIn } from './words.ts';

interface Word {
  purpose: string;
  level: 'page' | 'hint';
  /** Earlier purposes in the list win. */
  rank: number;
}

const words = (kind: 'pages' | 'emails'): Lexicon<Word> =>
  once(`purposes of ${kind}`, () => {
    const all = Object.entries(lists<Record<'page' | 'hint', string[] | undefined>>(kind));
    const entries = all.flatMap(([purpose, levels], rank) =>
      Object.entries(levels).flatMap(([level, phrases = []]) =>
        phrases.map((phrase): [string, Word] => [phrase, { purpose, level: level as 'page', rank }]),
      ),
    );
    return new Lexicon(entries);
  });

/** "wedding photographer", "course of treatment": trades that contain the word of a purpose. */
const within = (hit: Hit<Word>, trade: Hit<string> | undefined): boolean =>
  trade !== undefined && hit.at >= trade.at && hit.at + hit.length <= trade.at + trade.length;

/** The page's own words decide, then the trade, then hints. @param opening decides before the rest of the text */
function pagePurpose(opening: string, text: string, trade: Hit<string> | undefined, ofTrade: string | undefined, lang = 'en'): string {
  const thing = lang === 'en' ? undefined : comesFirst(opening, trade);
  if (thing) return thing;
  const lexicon = words('pages');
  const strong = (source: string) => first(lexicon.find(source).filter((hit) => !(source === opening && within(hit, trade))));
  const said = strong(opening.split(AUDIENCE)[0] ?? '') ?? strong(opening.split(ACCESSORY)[0] ?? '') ?? strong(opening);
  if (said && (!ofTrade || ofTrade === 'course' || !OF_TRADES.has(said))) return said;
  // "Yoga classes": a studio. "A six-week yoga course": a course.
  if (said === 'course' && IS_COURSE.test(opening)) return said;
  if (said === 'event' && !/\b(?:for|für|pour|para|per)\b/iu.test(opening.split(/[,.;:]/u)[0] ?? '')) return said;
  if (ofTrade) return ofTrade;
  const later = strong(text);
  if (later && !OF_TRADES.has(later)) return later;
  const hints = lexicon.find(opening).concat(lexicon.find(text));
  return later ?? hints.find(({ value }) => value.level === 'hint')?.value.purpose ?? 'landing';
}

const IS_COURSE =
  /\b(?:\d+|one|two|three|four|five|six|eight|ten)[\s-]?(?:weeks?|days?|evenings?|sessions?|wochen|semaines|semanas|settimane|weken|veckor|tygodni)\b|\bonline course\b|\bworkshop\b|\bcourse\b|kurs(?!\p{L})/iu;

/** Of the words that mean a purpose for certain, the one whose purpose ranks first. */
const first = (hits: readonly Hit<Word>[]): string | undefined =>
  hits.filter(({ value }) => value.level === 'page').toSorted((one, other) => one.value.rank - other.value.rank)[0]?.value.purpose;

const THINGS: ReadonlySet<string> = new Set(lists('purposes').things);

/** "Sommerfest im Kindergarten", "ebook sobre jardinería": the first of thing and trade wins. */
function comesFirst(opening: string, trade: Hit<string> | undefined): string | undefined {
  if (!trade) return undefined;
  const [first = ''] = trade.phrase.split(' ');
  const at = normal(opening).split(' ').indexOf(first);
  const [hit] = words('pages')
    .find(opening)
    .filter((one) => THINGS.has(one.value.purpose) && !within(one, { ...trade, at }));
  return hit !== undefined && at > hit.at ? hit.value.purpose : undefined;
}

const AUDIENCE = /\s(?:for|für|pour|para|per|voor|för|dla)\s/iu;
const ACCESSORY = /\s(?:with|plus|including|and an?|mit|samt|avec|con|com|met|med)\s/iu;

const OF_TRADES = new Set(['event', 'course', 'product']);

export const OWED =
  /(?<!\p{L})(?:payment reminder|overdue|unpaid|outstanding (?:invoice|balance|payment)|zahlungserinnerung|mahnung|offene rechnung|relance|impayée?s?|recordatorio de pago|factura (?:pendiente|vencida)|sollecito|lembrete de pagamento|fatura em atraso|betalingsherinnering|betalningspåminnelse|ponaglenie)(?!\p{L})/iu;

function emailPurpose(opening: string, text: string): string {
  const lexicon = words('emails');
  return (OWED.test(text) ? undefined : (first(lexicon.find(opening)) ?? first(lexicon.find(text)))) ?? 'letter';
}

const AFTER = {
  donation: /\b(?:donat\w*|giving|gift aid|spende\w*|dons?|donaci\w*|donazi\w*|doaç\w*|donatie\w*|gåv\w*|darowizn\w*)\b|寄付/iu,
  booking: /\b(?:book\w*|reserv\w*|appointment|buch\w*|termin|réserv\w*|prenot\w*|bokning|rezerwac\w*)\b|予約/iu,
  order:
    /\b(?:order\w*|purchas\w*|buy\w*|bought|bestell\w*|kauf\w*|commande|achat|pedido|compra\w*|ordin\w*|encomenda|bestelling|beställ\w*|zamówien\w*)\b|注文|購入/iu,
  signup:
    /\b(?:sign\w*|subscri\w*|regist\w*|join\w*|newsletter|anmeld\w*|abonn\w*|inscri\w*|suscri\w*|iscri\w*|aanmeld\w*|anmäl\w*|zapis\w*)\b|登録/iu,
  message:
    /\b(?:message|contact\w*|enquir\w*|inquir\w*|nachricht|mensaje|messaggio|mensagem|bericht|meddelande|wiadomoś\w*)\b|問い合わせ/iu,
};

function afterWhat(text: string): Brief['after'] {
  const [after = 'any'] = Object.entries(AFTER).find(([, pattern]) => pattern.test(text)) ?? [];
  return /\bpetitions?\b/iu.test(text) ? 'any' : (after as Brief['after']);
}

/** "My mum's funeral" is not an undertaker's page. */
const PERSONAL =
  /\b(?:my|our)\s(?:mum|mom|dad|mother|father|gran\p{L}*|grandma|grandpa|wife|husband|son|daughter|sister|brother|friend|parents|friends)(?:['’]?s['’]?)?\s(?:funeral|memorial|wake|(?:\d{1,3}\p{L}{0,2}\s)?birthday|party|retirement|anniversary|christening|baptism|leaving|life)\b/iu;
const AT_HOUSE =
  /(\b(?:club|night|evening|class|classes|workshop|quiz|concert|gig|talk|meeting|meetup|group|session|sessions|fair|reading|launch|show|party)\b[^.!?\n]{0,70}?)\s(?:at|@|in the|in a|upstairs at|held (?:at|in))\s[^,.;!?\n]{2,60}/giu;
const OWN_WORKSHOP = /\b(?:my|our|his|her|their)\s(?:own\s)?workshop\b/giu;
const SOFTWARE =
  /\b(?:saas|software|platform|app|tool|plugin|dashboard|crm|api|newsletter|podcast|magazine|consult\p{L}+|agency|marketing|directory|marketplace)\b/iu;

const aboutOf = (opening: string): string =>
  opening.replace(COMMISSION, '').replace(/^\s*(?:for|about|on|für|über|pour|sur|para|sobre|per|su|voor|over|för|om|dla|o)\s/iu, '');

const DATED: ReadonlySet<string> = new Set(lists('purposes').dated);

export function readPurpose(reading: Reading): void {
  const { brief, masked } = reading;
  const source = reading.opening || (sentencesOf(masked.text.slice(0, 1500))[0] ?? '');
  const opening = masked.shown(source).slice(0, 1500);
  const all = masked.shown(masked.text);
  // Words of a quoted name are no purpose.
  const plain = masked.shown(source.replace(ASIDES, (one) => (masked.at(one)?.kind === 'quote' ? ' ' : one))).slice(0, 1500);
  // Software for cafés is no café.
  const personal = PERSONAL.test(opening);
  // A chess club in a tavern is no tavern.
  const gathered = brief.lang === 'en' ? opening.replace(AT_HOUSE, '$1 ') : opening;
  const isSoftware = SOFTWARE.test(opening);
  const [software = ''] = aboutOf(opening).split(/\s(?:that|which|to|for|für|pour|para|per|voor|för|dla)\s/u);
  const [about = ''] = aboutOf(gathered).split(/[,.;:!?]/u);
  const named = personal
    ? undefined
    : isSoftware
      ? tradeIn(software, brief.lang)
      : (tradeIn(about, brief.lang) ?? tradeIn(gathered, brief.lang));
  const [said = ''] = brief.statements;
  const more =
    isSoftware || brief.kind === 'email' || masked.text.length > 240
      ? ''
      : [/^(?:we|i|our|my)\b/iu.test(said) ? said : '', ...reading.fragments.slice(0, 3), brief.slots.subject ?? ''].join(', ');
  const trade = personal ? undefined : (named ?? tradeIn(more, brief.lang));
  if (trade) brief.trade = trade.value;
  if (brief.kind === 'email') {
    brief.purpose = emailPurpose(opening, all);
    if (brief.slots.discount !== undefined && ['letter', 'announcement', 'newsletter', 'product-news'].includes(brief.purpose))
      brief.purpose = 'sale';
  } else {
    const [own, text] = [plain.replace(OWN_WORKSHOP, ' '), all.replace(OWN_WORKSHOP, ' ')];
    const purpose = reading.surveyed ? 'survey' : pagePurpose(own, text, named, trade && tradeOf(trade.value).purpose, brief.lang);
    brief.purpose = byWhatIsThere(reading, purpose);
  }
  reading.dated = DATED.has(brief.purpose);
}

const LESSONS = /(?<!\p{L})(?:classes|lessons|kurse?|cours|clases|corsi|lezioni|aulas|lessen|kurser|lekcje|zajęcia)(?!\p{L})/iu;

const LEAST = { page: 0.3, email: 0.4 };

const WAITS = /\bwait(?:ing)?[- ]?list\b|\bearly access\b|\bnotify me\b/iu;

export function settlePurpose(reading: Reading, { purpose, chance }: { purpose: string; chance: number }): void {
  const { brief, masked } = reading;
  // "Make me a website" has nothing for the model to go by.
  if (brief.words.split(' ').filter(({ length }) => length > 3).length < 3) return;
  // The model has fewer examples in other languages, so their rules weigh more.
  const ofTrade = brief.trade ? tradeOf(brief.trade).purpose : undefined;
  const isPractice = purpose === 'course' && ofTrade === 'health';
  const keeps = brief.lang !== 'en' && ((VAGUE.has(purpose) && !VAGUE.has(brief.purpose)) || isPractice);
  // The page of the trade is more specific than one for coaches of all kinds.
  const isSpecific = ['coaching', 'health', 'landing'].includes(purpose) && (ofTrade === 'local-service' || ofTrade === 'course');
  if (brief.kind === 'email' && OWED.test(masked.text)) brief.purpose = 'letter';
  else if (brief.kind === 'page' && isSpecific) brief.purpose = ofTrade;
  else if (!keeps && (chance >= LEAST[brief.kind] || brief.purpose === purpose)) brief.purpose = purpose;
  else if (!keeps) brief.purpose = brief.kind === 'email' ? 'letter' : (ofTrade ?? 'landing');
  settled(reading);
}

const VAGUE: ReadonlySet<string> = new Set(['landing', 'letter', 'local-service', 'community', 'announcement']);

function settled(reading: Reading): void {
  const { brief, masked } = reading;
  if (['app', 'saas', 'product', 'landing'].includes(brief.purpose) && brief.fields === undefined && WAITS.test(brief.action.label ?? ''))
    brief.purpose = 'waitlist';
  // "Jesteśmy firmą …", with prices or a phone: a local business.
  const sells =
    brief.parts.some(({ kind, items }) => kind === 'pricing' && items.length >= 2) || brief.facts.some(({ kind }) => kind === 'phone');
  if (brief.kind === 'page' && brief.lang !== 'en' && brief.purpose === 'landing' && sells) brief.purpose = 'local-service';
  // A charity run is an event.
  const isDay = /\d/.test(brief.slots.when ?? '') && brief.slots.price !== undefined;
  if (brief.purpose === 'charity' && isDay) brief.purpose = 'event';
  if (brief.purpose === 'shop' && brief.slots.when !== undefined && LESSONS.test(masked.text)) brief.purpose = 'course';
  if (brief.purpose === 'course' && brief.lang === 'en' && brief.slots.when === undefined && isWorkshop(masked.text))
    brief.purpose = brief.trade && tradeOf(brief.trade).purpose !== 'course' ? tradeOf(brief.trade).purpose : 'local-service';
  if (brief.purpose === 'survey' && SURVEYORS.test(masked.text)) brief.purpose = 'local-service';
  const ofTrade = brief.trade ? tradeOf(brief.trade).purpose : undefined;
  // "Opening in Margate on 21 March": a shop that is not open yet.
  if (brief.purpose === 'event' && brief.lang === 'en' && PREMISES.has(ofTrade ?? '') && OPENS.test(masked.text))
    brief.purpose = 'coming-soon';
  // The topic of an app is no trade.
  if (ofTrade && SOFT.has(brief.purpose) && !SOFT.has(ofTrade)) delete brief.trade;
  if (brief.trade === 'house-cleaning' && OFFICES.test(masked.text) && !HOMES.test(masked.text)) brief.trade = 'office-cleaning';
  if (brief.purpose === 'thanks') brief.after = afterWhat(masked.shown(masked.text));
  // Money for a roof does not make a roofer.
  const isOwn = ofTrade === undefined || ['charity', 'community', brief.purpose].includes(ofTrade);
  if ((brief.purpose === 'charity' || brief.purpose === 'wedding') && !isOwn) delete brief.trade;
  reading.dated = DATED.has(brief.purpose);
}

const SURVEYORS = /\b(?:surveyors?|RICS|(?:land|property|building|tree|roof|damp|structural|site|level \d|homebuyers?) surveys?)\b/iu;
const PREMISES: ReadonlySet<string> = new Set(['shop', 'restaurant', 'local-service']);
const OPENS = /\b(?:opening|opens)\b(?!\s(?:party|night|evening|celebration|hours|times|event|ceremony|reception|concert))(?=.{0,60}\d)/iu;
const SOFT: ReadonlySet<string> = new Set(['app', 'saas']);
const OFFICES = /\b(?:offices?|commercial|schools|surgeries|workplaces?|communal areas)\b/iu;
const HOMES = /\b(?:homes?|houses?|domestic|flats?|households?)\b/iu;

/** "A picture framing workshop": a place of work, unless it teaches. */
const isWorkshop = (text: string): boolean =>
  /\b(?:workshop|garage|barn|yard)\b/iu.test(text) &&
  !/\b(?:workshops|learn\p{L}*|class(?:es)?|courses?|lessons?|beginners?|participants?|teach\p{L}*|tutors?|pupils?|students?|attend\p{L}*|sign up|places?)\b/iu.test(
    text,
  );

function byWhatIsThere({ brief }: Reading, purpose: string): string {
  const has = (kind: string): boolean => brief.parts.some((part) => part.kind === kind && part.items.length > 0);
  const open = ['landing', 'product', 'local-service', 'community', 'shop'].includes(purpose);
  if (open && brief.trade === undefined && has('schedule') && has('people')) return 'conference';
  const { when = '', where } = brief.slots;
  const hasPlace = where !== undefined && (purpose === 'charity' || purpose === 'landing');
  const isDay = hasPlace || purpose === (has('schedule') ? 'landing' : 'community');
  const isPersonal = PERSONAL.test(brief.words) && !/fundrais/iu.test(brief.words);
  if (isDay && /\d/.test(when) && /\p{L}{3}|月/u.test(when)) return 'event';
  return isPersonal && ['landing', 'charity', 'local-service'].includes(purpose) ? 'event' : purpose;
}
