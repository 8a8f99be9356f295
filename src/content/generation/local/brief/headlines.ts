import type { Brief, Quote } from './brief.types.ts';
import { asSentence, bare, capitalised } from './clauses.ts';
import { trailingFacts } from './facts.ts';
import { headlineOf } from './subject.ts';
import { words } from './words.ts';

/**
 * Decides what stands above, in and below the headline.
 * @param phrase what the page is about
 * @param loose quoted words that nothing is said of
 */
export function headlines(brief: Brief, phrase: string, loose: string[], forPage: boolean): void {
  const { purpose, phrases, language } = brief;
  const [label] = phrases.purposes[purpose.id];
  const code = language.code;
  const parted = /^(.{3,60}?)[:：]\s+(\S.*)$/u.exec(phrase);
  if (purpose.id === 'thanks' || purpose.id === 'receipt') thank(brief, phrase);
  else if (parted && brief.headline === '' && loose.length === 0 && !/["“„«「]/u.test(phrase)) {
    brief.headline = headlineOf(parted[2] as string, code);
    brief.eyebrow = headlineOf(parted[1] as string, code);
  } else if (purpose.id === 'sale' && brief.headline === '') {
    const at = brief.claims.findIndex((claim) => /\d\s*%|%\s*\d/u.test(claim));
    const offer = at >= 0 ? trailingFacts(brief.claims.splice(at, 1)[0] as string, false) : undefined;
    brief.headline = offer ? capitalised(offer.rest) : headlineOf(phrase, code);
    brief.facts.unshift(...(offer?.facts ?? []));
    brief.eyebrow = offer ? headlineOf(phrase, code) : label;
  } else if (brief.headline !== '') {
    // Their own headline; what the page is about stands over it or below it.
    if (phrase !== '' && phrase.length <= 48) brief.eyebrow = headlineOf(phrase, code);
    else if (phrase !== '' && brief.lede === '') brief.lede = asSentence(headlineOf(phrase, code));
    else if (phrase !== '') brief.claims.unshift(headlineOf(phrase, code));
  } else if (loose.length > 0 && phrase !== '') {
    brief.headline = loose.shift() as string;
    brief.eyebrow = headlineOf(phrase, code);
  } else if (TITLED.test(phrase)) {
    // 'Online course "Watercolour in winter": six evenings': the name of it is what to read first.
    const [, before = '', title = '', after = ''] = TITLED.exec(phrase) ?? [];
    brief.headline = title;
    // "salon … in Bristol" goes on, "course …: six evenings" begins something else.
    const goesOn = /^\s+\p{Ll}/u.test(after) && after.trim().split(/\s+/u).length <= 5;
    brief.eyebrow = headlineOf(bare(goesOn ? `${bare(before)}${after}` : before), code);
    if (!goesOn && bare(after) !== '') brief.claims.unshift(bare(after));
    // A house has a name, and the page is about what it is; a course or a book is what it is called.
    if (HOUSES.has(purpose.id) && brief.eyebrow !== '') {
      brief.brand = title;
      brief.headline = brief.eyebrow;
      brief.eyebrow = '';
    }
  } else {
    brief.headline = phrase === '' ? brief.brand : headlineOf(phrase, code);
    if (purpose.vessel) brief.eyebrow = label;
    if (purpose.id === 'newsletter' && phrase !== '' && forPage) brief.headline = phrases.byEmail(brief.headline);
  }
  for (const text of loose) brief.quotes.push({ text } satisfies Quote);
  if (brief.lede === '' && brief.prose.length > 0 && (brief.prose[0] as string).length <= 220) brief.lede = brief.prose.shift() as string;
}

const HOUSES = new Set(['service', 'restaurant', 'app', 'landing', 'waitlist']);

const TITLED = /^(.*?)["“„«「]([^"“”„«»「」]{1,400})["”“»」](.*)$/u;

const WELCOME = words(
  'welcome email',
  'welcome mail',
  'welcome message',
  'welcome page',
  'willkommensmail',
  'willkommens-e-mail',
  'begrüßungsmail',
  'willkommensseite',
  'e-mail de bienvenue',
  'correo de bienvenida',
  'e-mail di benvenuto',
  'e-mail de boas-vindas',
  'welkomstmail',
  'välkomstmejl',
  'e-mail powitalny',
);

/** Whether somebody is to be welcomed. */
export const isWelcome = (order: string): boolean => WELCOME.test(order);

const THANKED: [RegExp, 'donation' | 'order' | 'signup' | 'message'][] = [
  [/donat|gift|spende|(?<!\p{L})dons?(?!\p{L})|donaci|donazion|doaç|donativo|gåva|darowizn|寄付/iu, 'donation'],
  [/order|purchase|bestell|kauf|einkauf|commande|achat|pedido|compra|ordine|acquisto|encomenda|beställning|zamówieni|注文|購入/iu, 'order'],
  [/sign|regist|subscri|anmeld|inscri|iscri|aanmeld|anmäl|zapis|申し込|登録/iu, 'signup'],
  [/message|contact|enquir|inquir|nachricht|anfrage|mensaje|messaggio|mensagem|bericht|meddelande|wiadomo|問い合わせ/iu, 'message'],
];

/** What somebody is thanked for, or undefined. */
export const thankedFor = (phrase: string): 'donation' | 'order' | 'signup' | 'message' | undefined =>
  THANKED.find(([pattern]) => pattern.test(phrase))?.[1];

function thank(brief: Brief, phrase: string): void {
  const { phrases } = brief;
  const what = thankedFor(phrase) ?? (brief.purpose.id === 'receipt' ? 'order' : undefined);
  const rest = what
    ? /^(?:(?:an?|the|eine?r?|die|une?|una?|um|uma|een|en)\s+)?\S+\s+((?:to|an|für|for)\s+.+)$/iu.exec(phrase)?.[1]
    : undefined;
  const thanks = phrases.thanks[what ?? 'any'];
  if (brief.headline === '') brief.headline = thanks;
  else brief.eyebrow = thanks;
  // "A receipt for an order" says no more than the headline does.
  if (brief.purpose.id === 'receipt') {
    brief.eyebrow = phrases.purposes.receipt[0];
    if (phrase.split(/\s+/u).length <= 3 && what) return;
  }
  if (rest && phrases.goesTo && what === 'donation' && brief.lede === '') brief.lede = phrases.goesTo(rest);
  else if (phrase !== '' && brief.eyebrow === '') brief.eyebrow = headlineOf(phrase, brief.language.code);
  else if (phrase !== '') brief.claims.unshift(headlineOf(phrase, brief.language.code));
}
