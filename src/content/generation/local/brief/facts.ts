import type { Fact } from './brief.types.ts';
import { bare, capitalised } from './clauses.ts';
import { LETTERS } from './words.ts';

const MONTH = `(?:jan(?:uary|uar|vier|uari)?|feb(?:ruary|ruar|ruari)?|févr(?:ier)?|mar(?:ch|s|zo|t)?|mär(?:z)?|maart|marzec|marca|apr(?:il|ile)?|avril|abril|kwietnia|may|mai|mayo|maggio|maio|mei|maj|maja|june?|juni|juin|junio|giugno|junho|czerwca|july?|juli|juillet|julio|luglio|julho|lipca|aug(?:ust|usti|ustus)?|août|agosto|sierpnia|sept?(?:ember|embre|iembre)?|settembre|setembro|września|oct(?:ober|obre)?|okt(?:ober)?|octubre|ottobre|outubro|października|nov(?:ember|embre|iembre)?|novembro|listopada|dec(?:ember)?|dez(?:ember|embro)?|déc(?:embre)?|diciembre|dicembre|grudnia|stycznia|lutego|enero|febrero|gennaio|febbraio|janeiro|fevereiro|março|desember)(?![${LETTERS}])\\.?`;
const DAY = '\\d{1,2}(?:st|nd|rd|th|er|\\.|º|°)?(?!\\d)';
const TO = '\\s*(?:[–—~〜～-]|to|until|through|bis|and|und|au|et|al|y|e|a|en|t/m|tot|och|till|do|i)\\s*';
const YEAR = '(?:,?\\s*(?:de\\s+|del\\s+)?\\d{4}(?!\\d))?';
const WEEKDAY = `(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segundas?(?:-feiras?)?|terças?(?:-feiras?)?|quartas?(?:-feiras?)?|quintas?(?:-feiras?)?|sextas?(?:-feiras?)?|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|måndag(?:ar)?|tisdag(?:ar)?|onsdag(?:ar)?|torsdag(?:ar)?|fredag(?:ar)?|lördag(?:ar)?|söndag(?:ar)?|poniedział[${LETTERS}]+|wtor[${LETTERS}]+|środ[${LETTERS}]|czwart[${LETTERS}]+|piąt[${LETTERS}]+|sobot[${LETTERS}]|niedziel[${LETTERS}]`;
const EVERY = `(?:every|each|jeden|jede|chaque|tous les|cada|todos los|ogni|elke|iedere|varje|każd[${LETTERS}]+|co)\\s+(?:(?:first|second|third|last|other|ersten|zweiten|letzten|premier|primer|primo|eerste|första)\\s+)?`;
const CLOCK = `\\d{1,2}(?:[:.h]\\d{2})?\\s*(?:am|pm|a\\.m\\.|p\\.m\\.|uhr|o['’]clock|heures?)(?![${LETTERS}])|\\d{1,2}[:h]\\d{2}|\\d{1,2}\\s?h(?![${LETTERS}])`;

const DATES = [
  `${DAY}\\s*(?:of\\s+|de\\s+)?${MONTH}${YEAR}${TO}${DAY}\\s*(?:of\\s+|de\\s+)?${MONTH}${YEAR}`,
  `${DAY}(?:${TO}${DAY})?\\s*(?:of\\s+|de\\s+)?${MONTH}${YEAR}`,
  `${MONTH}\\s+${DAY}(?:${TO}(?:${MONTH}\\s+)?${DAY})?${YEAR}`,
  '\\d{4}-\\d\\d-\\d\\d',
  '\\d{1,2}\\.\\s?\\d{1,2}\\.(?:\\s?\\d{4}|\\d{2})?(?!\\d)',
  '\\d{1,2}/\\d{1,2}/\\d{2,4}',
  '(?:\\d{4}年)?\\d{1,2}月\\d{1,2}日(?:[（(][日月火水木金土][)）])?(?:\\s*[〜～–-]\\s*(?:\\d{1,2}月)?\\d{1,2}日(?:[（(][日月火水木金土][)）])?)?',
  `毎週[日月火水木金土](?:曜日?)?(?:と[日月火水木金土]曜日?)?|毎日|毎月[${LETTERS}]*|[日月火水木金土]曜日?`,
  `(?:${EVERY})?(?:${WEEKDAY})(?![${LETTERS}])(?:(?:${TO}|\\s*&\\s*)(?:${WEEKDAY})(?![${LETTERS}]))?(?:\\s+(?:in|im|of|en|de|di|em|i|w)\\s+${MONTH}(?![${LETTERS}]))?`,
  `(?:${CLOCK})(?:\\s*(?:[–—-]|to|bis|à|a|tot|till|do)\\s*(?:${CLOCK}))?|\\d{1,2}時(?:\\d{1,2}分|半)?(?:\\s*[〜～–-]\\s*\\d{1,2}時(?:\\d{1,2}分|半)?)?|\\d{1,2}\\s*[–-]\\s*\\d{1,2}\\s*(?:am|pm|uhr|h)(?![${LETTERS}])`,
];
const DATE = `(?<![${LETTERS}\\d])(?:${DATES.join('|')})`;
const UNTIL =
  "(?:only\\s+|nur\\s+|noch\\s+|valid\\s+|gültig\\s+|ends\\s+(?:on\\s+)?)?(?:until|till|through|ends|bis(?:\\s+zum)?|jusqu['’]?\\s?au|hasta(?:\\s+el)?|fino\\s+a[l]?|até(?:\\s+a)?|tot(?:\\s+en\\s+met)?|t/m|till(?:\\s+och\\s+med)?|t\\.o\\.m\\.|do)";
const NUMBER = "(?:\\d{1,3}(?:[.,'’\\u00a0 ]\\d{3})+(?!\\d)|\\d+)(?:[.,]\\d{1,2}(?!\\d))?(?:,[-–])?";
const UNIT = `(?:€|£|\\$|¥|円|zł|EUR|USD|CHF|GBP|SEK|NOK|DKK|PLN|JPY|euros?|kronor|kr|dollars?|pounds?|francs?|franken|złotych)(?![${LETTERS}])`;
const MONEY = `(?:(?:€|£|\\$|¥|CHF|EUR|USD|GBP|SEK|PLN|R\\$|kr)\\s?${NUMBER}|${NUMBER}\\s?${UNIT})`;
const PRICE = `(?:(?:from|ab|only|nur|à\\s+partir\\s+de|desde|da|vanaf|från|od|a\\s+partir\\s+de)\\s+)?${MONEY}(?:\\s*[–-]\\s*${MONEY})?(?:\\s*(?:per|pro|/|each|je|par|por|la|le|el|il|al|a|each)\\s*[${LETTERS}]+)?`;

/** The one pattern that holds all forms of dates: it is large, and every copy of it takes long to compile. */
const DATE_ANYWHERE = new RegExp(DATE, 'gi');
const UNTIL_BEFORE = new RegExp(`(?:^|\\s)${UNTIL}\\s*$`, 'i');
const ON_BEFORE = /(?:^|\s)(?:on|from|am|vom|ab|at|um|den|le|du|el|del|il|dal|op|van|od|w|em|no|à)?\s*$/i;
const BETWEEN_DATES = /^[\s,]+(?:(?:um|at|à|a las|às|alle ore|alle|ore|om|kl\.?|klockan|godz\.?|o|from|von|ab)\s+)?$/i;
const PRICE_ANYWHERE = new RegExp(`(?<![${LETTERS}\\d])${PRICE}`, 'i');
const SMALL_WORDS =
  /(?<!\p{L})(?:on|from|at|am|ab|vom|um|den|der|the|le|les|du|au|à|el|los|del|a|las|il|dal|alle|dalle|ore|op|van|om|och|kl|od|w|o|and|und|et|y|e|starts?|beginnt?|commence|termine|appointments?|sessions?|sprechzeiten|rendez-vous|always|immer|our|weekly|each|em|no|das|às)(?!\p{L})|[\s,.()–—:から-]/giu;
const CODE =
  /^(?:(?:with|use|mit|avec|con|com|met|med|z)\s+)?(?:the\s+|dem\s+|le\s+|el\s+)?(?:(?:discount|promo|voucher|coupon|gutschein|rabatt|aktions|kortings|promo)[\s-]?)?(?:code|kod|codice|código|codigo|クーポンコード|クーポン|コード)[:：\s]*["“„'「]?([\p{Lu}\p{N}][\p{L}\p{N}_-]{2,24})["”“'」]?$/iu;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;
const PHONE = /(?<![\w/])\+?\d[\d\s()/.-]{6,}\d(?!\w)/u;
const WHERE =
  /^(?:(?:in|at|im|à|au|en|em|na|no|w|i|te|på|près de|bei|ort|venue|location|where|wo|lieu|lugar|luogo|local|plaats|plats|miejsce)[:\s]\s*|(?:場所|会場)[:：]?\s*)((?:the\s+|der\s+|la\s+|le\s+)?\p{Lu}.*|.*[都道府県市区町].*)$/u;
const WHERE_LAST =
  /^(.*\S)\s+(?:in|à|en|em|a|w|i|te|at)\s+((?:\p{Lu}[\p{L}'’.-]*)(?:\s+(?:de|del|am|an der|upon|sur|la|\p{Lu}[\p{L}'’.-]*))*)$/u;
const OPEN =
  /^(?:we are |we're )?(?:open(?:ing hours)?|geöffnet|offen|öffnungszeiten|ouvert|abierto|aperto|aberto|öppet|otwarte|営業時間?)[:：]?\s*/iu;
const STREET =
  /^(?:Via|Viale|Piazza|Rue|Avenue|Place|Calle|Plaza|Rua|Praça|ul\.)\s+\S.*\d|^\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|weg|platz|gasse|allee|ufer|laan|straat|gracht|plein|gatan|vägen)\s*\d+|^\p{Lu}[\p{L}-]*\s(?:Straße|Weg|Platz|Allee|Ufer)\s*\d+|^\d+[a-z]?\s+\p{Lu}[\p{L}'’ ]*\s(?:Street|St|Road|Rd|Lane|Avenue|Ave|Square|Way|Drive)(?:,|$)|(?:ギャラリー|ホール|会館|美術館|博物館|公園|駅|センター)$/u;
const AUDIENCE = /^(?:for|für|pour|para|per|voor|för|dla)\s+(.+)$/iu;
const LABELLED =
  /^(speakers?|entry|entrance|admission|doors?|duration|capacity|tickets?|delivery|shipping|parking|language|lunch|dress code|level|referent\p{L}*|redner\p{L}*|eintritt|einlass|dauer|versand|lieferung|sprache|parkplätze|intervenants|entrée|durée|livraison|ponentes|entrada|duración|envío|relatori|ingresso|durata|spedizione|oradores|duração|sprekers|toegang|duur|talare|inträde|prelegenci|wstęp|講師|参加費|定員|時間|持ち物)[:\s]+(.+)$/iu;

const LONGEST = 200;

/** A fact that a whole clause is, or undefined. */
export function readFact(clause: string): Fact | undefined {
  const text = bare(clause);
  // Facts are short; what is longer is told, and looking for patterns in it takes long.
  if (text.length > LONGEST) return undefined;
  const code = CODE.exec(text)?.[1];
  if (code && /[\p{Lu}\d]/u.test(code.slice(1))) return { kind: 'code', value: code };
  const last = lastDate(text);
  if (last?.kind === 'until' && last.before === '') return { kind: 'until', value: last.value };
  if (/まで$/u.test(text) && text.length < 20) return { kind: 'until', value: text };
  if (isWhen(text))
    return {
      kind: 'when',
      value: text.replace(/^(?:on|am|le|el|il|op|den|starts?(?: on)?|beginnt(?: am)?|beginn:?|commence le)\s+/iu, ''),
    };
  const email = EMAIL.exec(text)?.[0];
  if (email && text.length - email.length < 16) return { kind: 'email', value: email };
  const price = readPrice(text);
  if (price) return price;
  const phone = PHONE.exec(text)?.[0];
  if (phone && text.length - phone.length < 14 && phone.replace(/\D/g, '').length >= 7) return { kind: 'phone', value: phone };
  const labelled = LABELLED.exec(text);
  if (labelled) return { kind: 'note', label: capitalised(labelled[1] as string), value: labelled[2] as string };
  if (OPEN.test(text) && text.search(DATE_ANYWHERE) >= 0) return { kind: 'hours', value: capitalised(text.replace(OPEN, '')) };
  if (STREET.test(text) && text.split(/\s+/u).length <= 7) return { kind: 'where', value: text };
  const where = WHERE.exec(text);
  if (where && text.split(/\s+/u).length <= 8) return { kind: 'where', value: where[1] as string };
  if (/(?:向け|対象)$/u.test(text)) return { kind: 'audience', value: text.replace(/対象$/u, '') };
  const audience = AUDIENCE.exec(text);
  if (audience && text.split(/\s+/u).length <= 9) return { kind: 'audience', value: audience[1] as string };
  return undefined;
}

function isWhen(text: string): boolean {
  const rest = text.replace(DATE_ANYWHERE, '');
  return rest.length < text.length && rest.replace(SMALL_WORDS, '') === '';
}

function readPrice(text: string): Fact | undefined {
  const found = PRICE_ANYWHERE.exec(text);
  if (!found) return undefined;
  const before = bare(text.slice(0, found.index));
  const after = bare(text.slice(found.index + found[0].length));
  // A sentence that mentions a price is more than the price.
  if (
    after !== '' ||
    before.split(/\s+/u).length > 5 ||
    /(?<!\p{L})(?:over|under|above|below|up to|of|for|über|unter|bis|ab|dès|plus de|más de|oltre|acima de|boven|över|powyżej)$/iu.test(
      before,
    )
  )
    return undefined;
  return {
    kind: 'price',
    value: found[0].trim(),
    ...(before !== '' && {
      label: capitalised(before.replace(/\s+(?:is|costs?|kostet|coûte|cuesta|costa|custa|kost|kostar|kosztuje)$/iu, '')),
    }),
  };
}

/**
 * What stands at the end of a phrase and is a fact of its own: "a conference in Utrecht", "tents until 12 April".
 * @param places whether a place is taken off as well; a café in Leipzig is one because it is there
 */
export function trailingFacts(phrase: string, places: boolean): { rest: string; facts: Fact[] } {
  let rest = bare(phrase);
  if (rest.length > LONGEST) return { rest, facts: [] };
  const facts: Fact[] = [];
  for (let found = true; found && facts.length < 4; ) {
    found = false;
    const where = places ? WHERE_LAST.exec(rest) : null;
    const last = lastDate(rest) ?? (where && { kind: 'where' as const, before: where[1] as string, value: where[2] as string });
    found = last !== null && last.before.length > 2;
    if (found && last) {
      facts.unshift({ kind: last.kind, value: last.value });
      rest = bare(last.before);
    }
  }
  return { rest, facts };
}

/** The date that ends a text, with the hour that belongs to it, and what is before. */
function lastDate(text: string): { kind: 'when' | 'until'; before: string; value: string } | null {
  let from = text.length;
  for (const { index, 0: date } of [...text.matchAll(DATE_ANYWHERE)].reverse()) {
    const gap = text.slice(index + date.length, from);
    if (from === text.length ? gap !== '' : !BETWEEN_DATES.test(gap)) break;
    from = index;
  }
  if (from === text.length) return null;
  const before = text.slice(0, from);
  const until = UNTIL_BEFORE.exec(before);
  const on = until ?? ON_BEFORE.exec(before);
  return on && { kind: until ? 'until' : 'when', before: bare(before.slice(0, on.index)), value: text.slice(from) };
}

/** A web address in a text, to lead a button to. */
export const addressIn = (text: string): string | undefined => /https?:\/\/[^\s<>"'“”„«»「」]+[^\s<>"'“”„«»「」.,;:!?)]/u.exec(text)?.[0];

export const priceIn = (text: string): { lead: string; price: string } | undefined => {
  const found = PRICE_ANYWHERE.exec(text);
  return found ? { lead: bare(text.slice(0, found.index).replace(/[.…·_]{2,}$/u, '')), price: bare(text.slice(found.index)) } : undefined;
};

const CLOCK_FIRST = new RegExp(
  `^((?:${CLOCK}|\\d{1,2}時(?:\\d{1,2}分|半)?)(?:\\s*(?:[–—-]|to|bis)\\s*(?:${CLOCK}))?)[\\s:–—-]*(\\S.*)$`,
  'i',
);
/** "09:00 Opening": the time, and what happens then. */
export const timeIn = (text: string): { lead: string; text: string } | undefined => {
  const found = CLOCK_FIRST.exec(text);
  return found ? { lead: (found[1] as string).trim(), text: bare(found.at(-1) as string) } : undefined;
};
