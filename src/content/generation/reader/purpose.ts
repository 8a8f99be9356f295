import { type Hit, Lexicon, lists } from './words.ts';

interface Word {
  purpose: string;
  level: 'page' | 'hint';
  /** Purposes are asked in the order of their list. */
  rank: number;
}

const lexicons = new Map<string, Lexicon<Word>>();

function words(kind: 'pages' | 'emails'): Lexicon<Word> {
  let known = lexicons.get(kind);
  if (!known) {
    const all = Object.entries(lists(kind) as unknown as Record<string, Record<'page' | 'hint', string[] | undefined>>);
    known = new Lexicon(
      all.flatMap(([purpose, levels], rank) =>
        Object.entries(levels).flatMap(([level, phrases = []]) =>
          phrases.map((phrase): [string, Word] => [phrase, { purpose, level: level as 'page', rank }]),
        ),
      ),
    );
    lexicons.set(kind, known);
  }
  return known;
}

/** Trades whose name has a word that means a purpose elsewhere: "wedding photographer", "course of treatment". */
const within = (hit: Hit<Word>, trade: Hit<string> | undefined): boolean =>
  trade !== undefined && hit.at >= trade.at && hit.at + hit.length <= trade.at + trade.length;

/**
 * What a page is for: what it says of itself, else what its trade is, else what it hints at.
 * @param opening the words that name the page, which decide before those that come later
 */
export function pagePurpose(opening: string, text: string, trade: Hit<string> | undefined, ofTrade: string | undefined): string {
  const lexicon = words('pages');
  const strong = (source: string) =>
    lexicon
      .find(source)
      .filter((hit) => hit.value.level === 'page' && !(source === opening && within(hit, trade)))
      .toSorted((one, other) => one.value.rank - other.value.rank)[0]?.value.purpose;
  const said = strong(opening.split(AUDIENCE)[0] ?? '') ?? strong(opening.split(ACCESSORY)[0] ?? '') ?? strong(opening);
  if (said && !(ofTrade && OF_TRADES.has(said))) return said;
  if (said && ofTrade === 'course') return said;
  if (said && ofTrade && OF_TRADES.has(said)) {
    // "Yoga classes": a studio. "A six-week yoga course": a course.
    if (
      said === 'course' &&
      /\b(?:\d+|one|two|three|four|five|six|eight|ten)[\s-]?(?:weeks?|days?|evenings?|sessions?|wochen|semaines|semanas|settimane|weken|veckor|tygodni)\b|\bonline course\b|\bworkshop\b|\bcourse\b|\bkurs\b/iu.test(
        opening,
      )
    )
      return 'course';
    if (said === 'event' && !/\b(?:for|für|pour|para|per)\b/iu.test(opening)) return 'event';
    return ofTrade;
  }
  if (ofTrade) return ofTrade;
  const later = strong(text);
  if (later && !OF_TRADES.has(later)) return later;
  const hints = lexicon.find(opening).concat(lexicon.find(text));
  return later ?? hints.find(({ value }) => value.level === 'hint')?.value.purpose ?? 'landing';
}

/** Whom it is for says nothing about what it is. */
const AUDIENCE = /\s(?:for|für|pour|para|per|voor|för|dla)\s/iu;
/** What stands behind these words is a part of the page, not what it is for. */
const ACCESSORY = /\s(?:with|plus|including|and an?|mit|samt|avec|con|com|met|med)\s/iu;

/** Purposes whose words also name what businesses offer. */
const OF_TRADES = new Set(['event', 'course', 'product']);

/** What an email is for. */
export function emailPurpose(opening: string, text: string): string {
  const lexicon = words('emails');
  for (const source of [opening, text]) {
    const [hit] = lexicon
      .find(source)
      .filter(({ value }) => value.level === 'page')
      .toSorted((one, other) => one.value.rank - other.value.rank);
    if (hit) return hit.value.purpose;
  }
  return 'letter';
}

/** After what a page of thanks stands. */
export function afterWhat(text: string): 'order' | 'signup' | 'donation' | 'message' | 'booking' | 'any' {
  if (/\b(?:donat\w*|giving|gift aid|spende\w*|dons?|donaci\w*|donazi\w*|doaç\w*|donatie\w*|gåv\w*|darowizn\w*)\b|寄付/iu.test(text))
    return 'donation';
  if (/\b(?:book\w*|reserv\w*|appointment|buch\w*|termin|réserv\w*|prenot\w*|bokning|rezerwac\w*)\b|予約/iu.test(text)) return 'booking';
  if (
    /\b(?:order\w*|purchas\w*|buy\w*|bought|bestell\w*|kauf\w*|commande|achat|pedido|compra\w*|ordin\w*|encomenda|bestelling|beställ\w*|zamówien\w*)\b|注文|購入/iu.test(
      text,
    )
  )
    return 'order';
  if (
    /\b(?:sign\w*|subscri\w*|regist\w*|join\w*|newsletter|anmeld\w*|abonn\w*|inscri\w*|suscri\w*|iscri\w*|aanmeld\w*|anmäl\w*|zapis\w*)\b|登録/iu.test(
      text,
    )
  )
    return 'signup';
  if (
    /\b(?:message|contact\w*|enquir\w*|inquir\w*|nachricht|mensaje|messaggio|mensagem|bericht|meddelande|wiadomoś\w*)\b|問い合わせ/iu.test(
      text,
    )
  )
    return 'message';
  return 'any';
}
