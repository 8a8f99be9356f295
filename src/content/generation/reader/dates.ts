import { allAnyCase, anyCase } from './words.ts';

/** Written out, because a case-insensitive pattern over all Unicode letters takes a hundred times as long to compile. */
export const LETTERS = 'A-Za-z\\u00c0-\\u024f\\u0370-\\u052f';

/* Dates, times and prices in ten languages, kept as the author wrote them. Each pattern is bounded, so time stays linear in the text. */

const MONTH = `(?:jan(?:uary|uar|vier|uari)?|feb(?:ruary|ruar|ruari)?|févr(?:ier)?|mar(?:ch|s|zo|t)?|mär(?:z)?|maart|marzec|marca|apr(?:il|ile)?|avril|abril|kwietnia|may|mai|mayo|maggio|maio|mei|maj|maja|june?|juni|juin|junio|giugno|junho|czerwca|july?|juli|juillet|julio|luglio|julho|lipca|aug(?:ust|usti|ustus)?|août|agosto|sierpnia|sept?(?:ember|embre|iembre)?|settembre|setembro|września|oct(?:ober|obre)?|okt(?:ober)?|octubre|ottobre|outubro|października|nov(?:ember|embre|iembre)?|novembro|listopada|dec(?:ember)?|dez(?:ember|embro)?|déc(?:embre)?|diciembre|dicembre|grudnia|stycznia|lutego|enero|febrero|gennaio|febbraio|janeiro|fevereiro|março)(?![${LETTERS}])\\.?`;
const DAY = '\\d{1,2}(?:st|nd|rd|th|er|\\.|º|°)?(?!\\d)';
const TO = '\\s{0,2}(?:[–—~〜～-]|to|until|through|thru|bis|and|und|au|et|al|y|e|a|en|t/m|tot|och|till|do|i|&)\\s{0,2}';
const YEAR = '(?:,?\\s{0,2}(?:de\\s|del\\s)?\\d{4}(?!\\d))?';
const WEEKDAY = `(?<!(?:black|good|cyber|easter|ash|palm|blue)\\s)(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)days?|(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat(?!\\s(?:nav|down))|sun(?!\\s(?:cream|screen|hats?|glasses|loungers?|sets?|rise|block|tan|deck|bed|room|terrace|shine)))(?![${LETTERS}])|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segundas?(?:-feiras?)?|terças?(?:-feiras?)?|quartas?(?:-feiras?)?|quintas?(?:-feiras?)?|sextas?(?:-feiras?)?|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|måndag(?:ar)?|tisdag(?:ar)?|onsdag(?:ar)?|torsdag(?:ar)?|fredag(?:ar)?|lördag(?:ar)?|söndag(?:ar)?|poniedzia[${LETTERS}]{2,6}|wtor[${LETTERS}]{2,4}|środ[${LETTERS}]{1,3}|czwart[${LETTERS}]{2,4}|piąt[${LETTERS}]{2,4}|sobot[${LETTERS}]{1,3}|niedziel[${LETTERS}]{1,3})(?![${LETTERS}])`;
const EVERY = `(?:every|each|jeden|jede|chaque|tous les|cada|todos los|ogni|elke|iedere|varje|każd[${LETTERS}]{1,3}|co)\\s(?:(?:first|second|third|last|other|ersten|zweiten|letzten|premier|primer|primo|eerste|första)\\s)?`;
/** "Six Tuesdays", "10 jeudis" */
const COUNT =
  '(?:\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|dos|tres|cuatro|cinco|seis|siete|ocho|diez|doce|due|tre|quattro|cinque|sei|sette|otto|dieci|twee|drie|vijf|zes|zeven|tien|twaalf|två|fyra|fem|sex|sju|åtta|tio)';
const COUNTED_DAYS = `${COUNT}\\s(?:(?=[${LETTERS}]{2,10}(?:days|dis|nes|tes|les|ves|dos|gos|ras|edì|dagar|dagen)(?![${LETTERS}]))${WEEKDAY}|(?:mon|diens|donners|frei|sams|sonn)tage|mittwoche)(?![${LETTERS}])`;
const CLOCK = `(?:\\d{1,2}(?:[:.h]\\d{2})?\\s?(?:am|pm|a\\.m\\.|p\\.m\\.|uhr|uur|o['’]clock|heures?)(?![${LETTERS}])|\\d{1,2}[:h]\\d{2}(?!\\d)|(?!24)\\d{1,2}\\s?h(?![${LETTERS}])|noon|midnight|(?:half(?:\\spast)?|quarter\\s(?:past|to))\\s(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?![${LETTERS}])|(?:kl|klockan|ore|alle ore|a las|à las|às|godz)\\.?\\s?\\d{1,2}(?:[.:h]\\d{2}|\\s?h(?![${LETTERS}]))?(?:\\s?[-–]\\s?\\d{1,2}(?:[.:]\\d{2})?)?)`;
const ZONE = '(?:\\s?(?:GMT|CET|CEST|BST|EST|EDT|PST|PDT|UTC|MEZ|MESZ)(?!\\w))?';
const CLOCKS = `(?:\\d{1,2}(?:[:.]\\d{2})?\\s{0,2}(?:[–—-]|to|until|till|bis|à|a|tot|do)\\s{0,2}\\d{1,2}(?:[:.]\\d{2})?\\s?(?:am|pm|uhr|uur)(?![${LETTERS}])|${CLOCK}${ZONE}(?:\\s{0,2}(?:[–—-]|to|until|till|bis|à|a|tot|do)\\s{0,2}${CLOCK}${ZONE})?|\\d{1,2}(?:[:.]\\d{2})?\\s{0,2}[–—-]\\s{0,2}\\d{1,2}(?:[:.]\\d{2})?\\s?(?:am|pm|uhr|uur|h)(?![${LETTERS}])|\\d{1,2}(?:[:.]\\d{2})?\\s(?:a|à|bis|till|alle|às|tot|do|to)\\s\\d{1,2}(?:[:.]\\d{2})?\\s?h(?![${LETTERS}])|\\d{1,2}時(?:\\d{1,2}分|半)?(?:\\s?[〜～–-]\\s?\\d{1,2}時(?:\\d{1,2}分|半)?)?)`;
const NTH = '(?:first|second|third|fourth|last|1st|2nd|3rd|4th)';
const DATES = [
  `${DAY}${TO}(?:${WEEKDAY}),?\\s{1,2}${DAY}\\s?(?:of\\s)?${MONTH}${YEAR}`,
  `${DAY}\\s?(?:of\\s|de\\s)?${MONTH}${YEAR}${TO}${DAY}\\s?(?:of\\s|de\\s)?${MONTH}${YEAR}`,
  `(?:\\d{1,2}(?:st|nd|rd|th),?\\s){0,4}${DAY}(?:${TO}${DAY})?\\s?(?:of\\s|de\\s)?${MONTH}${YEAR}`,
  `${MONTH}\\s${DAY}(?:${TO}(?:${MONTH}\\s)?${DAY})?${YEAR}`,
  '\\d{4}-\\d\\d-\\d\\d',
  '\\d{1,2}\\.\\s?\\d{1,2}\\.(?:\\s?\\d{4}|\\d{2})?(?!\\d)',
  '\\d{1,2}/\\d{1,2}/\\d{2,4}',
  '(?:\\d{4}年)?\\d{1,2}月\\d{1,2}日(?:[（(][日月火水木金土][）)])?(?:\\s?[〜～–-]\\s?(?:\\d{1,2}月)?\\d{1,2}日(?:[（(][日月火水木金土][）)])?)?',
  '[一二三四五六七八九十]{1,2}月|\\d{1,2}月(?!\\d)',
  '毎週[日月火水木金土](?:曜日?)?(?:と[日月火水木金土]曜日?)?|毎日|[日月火水木金土]曜日?',
  `(?:next|this|coming|nächsten|kommenden|prochain|próximo|prossimo|nästa)\\s(?:${WEEKDAY}|weekend|week|month)(?![${LETTERS}])`,
  `(?:every\\s|the\\s)?${NTH}(?:\\s(?:and|&)\\s${NTH})?\\s(?:${WEEKDAY})\\s(?:of|in)\\s(?:the|each|every|a)\\smonth`,
  `(?:le\\s|el\\s|il\\s|jeden\\s|den\\s|de\\s)?[${LETTERS}]{4,10}\\s(?:${WEEKDAY})\\s(?:du|del|de cada|im|des|do|van de|i|w)\\s(?:mois|mes|monats?|mese|mês|maand|månaden|miesiąca)`,
  `${COUNTED_DAYS}`,
  `(?:${EVERY})?(?:${WEEKDAY})(?:(?:${TO}|,\\s?)(?:${WEEKDAY})){0,4}`,
  `(?:early|mid|late|end of|beginning of|anfang|mitte|ende|début|fin|principios de|finales de|in|this|next|from|im|en|em|since|until|by|à partir d['’]|dès)\\s?${MONTH}${YEAR}`,
  '(?:in\\s|this\\s|next\\s|early\\s|late\\s)(?:spring|summer|autumn|winter)(?:\\s\\d{4})?(?!\\s\\p{L}{3})',
  'tomorrow(?:\\s(?:morning|afternoon|evening|night))?|tonight|morgen abend|heute abend|mañana|demain|domani|amanhã|i morgon|jutro',
];
const DATE = `(?:${DATES.join('|')})`;
const NUMBER = "(?:\\d{1,3}(?:[.,'’\\u00a0 ]\\d{3}){1,3}(?!\\d)|\\d{1,7})(?:[.,]\\d{1,2}(?!\\d))?(?:,[-–])?(?:(?:k|m|bn)(?![A-Za-z]))?";
const UNIT = `(?:[€£$¥](?!\\s?\\d)|円|zł|EUR|USD|CHF|GBP|SEK|NOK|DKK|PLN|JPY|CZK|HUF|RON|AUD|CAD|NZD|INR|SGD|ZAR|Kč|euros?|kronor|kr|dollars?|pounds?|quid|bucks|francs?|franken|złotych|reais)(?![${LETTERS}])`;
const MONEY = `(?:(?:€|£|\\$|¥|CHF|EUR|USD|GBP|SEK|PLN|R\\$|kr)\\s?${NUMBER}|${NUMBER}\\s?${UNIT})`;
const PER = `(?:\\s?(?:(?:per|pro|je|par|por|la|le|el|il|al|an?)\\s|(?:/|p/)\\s?)[${LETTERS}]{1,20}(?:\\s(?:and|und)\\s[${LETTERS}]{1,12}|\\s?/\\s?[${LETTERS}]{1,10})?|\\s?(?:each|ono|o\\.n\\.o\\.?|obo|oiro|pp|p\\.p\\.|pm|pa|pcm|pw|ppn|/mo|/yr)(?![${LETTERS}]))`;

const before = `(?<![${LETTERS}\\d])`;
const ONE = `(?:${DATE}|${CLOCKS})`;
const GLUE =
  '(?:[\\s,]{0,3}(?:(?:um|at|à|a las|às|alle ore|alle|ore|om|kl\\.?|klockan|godz\\.?|o|from|von|ab|de|dalle|van|od|on|am|the|den|der|le|el|il)\\s){0,2})';

/** "Friday 12 June 10-2": after a day, two numbers are times. */
const PLAIN =
  '(?:(?<=[^\\d\\s])[\\s,]{1,3}(?:from\\s|between\\s|von\\s|de\\s)?\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[–-]|to\\s|till\\s|until\\s|bis\\s|à\\s)\\s?\\d{1,2}(?:[:.]\\d{2})?(?![\\d€£$%]|[.,]\\d|\\s?(?:€|£|\\$|km|kg|people|pers|players|years|weeks|days|min)))?';
export const WHEN = allAnyCase`${before}(?:${ONE})(?:${GLUE}(?:${ONE})){0,4}${PLAIN}`;
export const TIME = anyCase`${before}${CLOCKS}`;
export const HAS_WEEKDAY = anyCase`${before}${WEEKDAY}`;
export const PRICE = allAnyCase`${before}(?:(?:from|ab|à partir de|desde|da|vanaf|från|od|a partir de)\s)?${MONEY}(?:\s?(?:[–-]|to|bis|à|a|tot|till|do)\s?${MONEY}|[–-]${NUMBER}(?![\d%:]|\s?[ap]m))?`;
const VAT = '(?:\\s?(?:\\+|plus|ex|excl|excluding|inc|incl|including)\\.?\\s?VAT(?![a-z]))';
export const UNIT_OF_PRICE = anyCase`^(?:${VAT}|${PER}(?:\s(?:per|pro|par|por|je)\s[${LETTERS}]{1,20}|\s(?:of|for|à|von|de)\s\d{1,3}\s?(?:minutes|min|hours?|stunden|heures?))?${VAT}?)`;
export const COUNTED = anyCase`^${COUNTED_DAYS}`;
export const DISCOUNT = /(?<![\d.,])\d{1,3}(?:[.,]\d)?\s?%(?!\w)|(?:half price|two for one|2 for 1|2-for-1|buy one get one free|bogof)/giu;
export const CODE_WORDS =
  /(?<!\b(?:sort|post|zip|area|dress|qr|bar|tax|source|country|dialling|error) )\b(?:code|coupon|voucher|promo code|kod|código|codice|gutschein(?:code)?|クーポン(?:コード)?|コード)\s*(?:is|:|=|lautet|「)?\s*([\ue100-\ue483]|[\p{Lu}\p{N}][\p{L}\p{N}_-]{2,24})/u;

const WHEN_SOURCE = `(?:${ONE})(?:${GLUE}(?:${ONE})){0,4}`;
export const UNTIL = anyCase`\b(until|till|til|through|ends?(?: on)?|by(?: the)?|before|deadline(?: is)?:?|closes?(?: on)?|bis(?: zum)?|jusqu['’]?\s?(?:au|à)|avant le|hasta(?: el)?|antes del?|fino a[l]?|entro(?: il)?|até(?: (?:a|ao|dia))?|tot(?: en met)?|t/m|vóór|till(?: och med)?|senast|do|(?=(?:\d{1,2}月)?\d{1,2}日まで))\s*((?:midnight on |the end of |end of |ende |fin |finales de |końca )?${WHEN_SOURCE}|${MONTH}${YEAR}|(?:the )?end of (?:the )?(?:month|week|year|january|february|march|april|may|june|july|august|september|october|november|december))`;
export const FREE =
  /\b(?:free entry|entry (?:is )?free|free admission|admission (?:is )?free|free of charge|it['’]?s free|for free|eintritt (?:ist )?frei|entrée libre|gratuite?|entrada libre|entrada gratuita|ingresso libero|ingresso gratuito|entrada livre|gratis|gratuito|fri entré|wstęp wolny|kostenlos|free(?=\s*(?:$|[,.;!)])|\s(?:for|up to|until|and|to)\b))(?![\p{L}])|無料|免费/iu;

/** Opening hours in running text are a run of days and times, found word by word. */

export const OPEN_DAY =
  '(?:mo|di|mi|do|fr|sa|so|mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|ma|di|wo|woe|vr|za|zo|mån|tis|ons|tors|fre|lör|sön|pon|pn|wt|śr|czw|pt|sob|nd|niedz|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda|terça|quarta|quinta|sexta|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|(?:mån|tis|ons|tors|fre|lör|sön)dag(?:ar)?|weekdays?|weekends?|werktags|daily|tutti i giorni|todos los días|todos os dias|alla dagar|elke dag|jeden tag|varje dag|täglich|dagelijks|dagligen|codziennie|tous les jours)';
const OPEN_TIME = '\\d{1,2}(?:[:.h]\\d{2})?\\s?(?:am|pm|uhr|h)?';
const LINK =
  '(?:[-–—+&/]|except|to|till|until|and|from|on|at|bis|und|von|ab|au|et|du|de|le|à|a|al|y|las|e|dalle|alle|das|às|tot|en|van|och|till|kl|do|od|i|w|before|after|vor|nach)';
const CLOSED = '(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|fechado|gesloten|stängt|nieczynne|zamknięte)';
const TOKEN = new RegExp(`(?:[-–—+&/]|(?:${OPEN_DAY}|${OPEN_TIME}|${CLOSED}|${LINK})(?![${LETTERS}\\d]))\\s{0,2}[,;:]?\\s{0,2}`, 'iuy');
const OPEN =
  /(?<!\p{L})(?:we(?:['’]re| are) open|opening (?:hours|times)|open(?!\s(?:house|day|air|mic|source|position|from \d{1,2} \p{L}))|geöffnet|öffnungszeiten|ouverte?|horaires|abierto|abierta|horario|apert[oaie]|orari|abert[oa]s?|horário|geopend|openingstijden|öppet|öppen|öppettider|otwarte|czynne|godziny)(?!\p{L})\s*:?\s*/iu;
const RANGE = anyCase`(?<![${LETTERS}])${OPEN_DAY}(?![${LETTERS}])(?:\s?[-–—+&/]\s?|\s(?:to|bis|au|a|al|à|tot|t/m|till|do|and|und)\s)${OPEN_DAY}(?![${LETTERS}])(?:\s?[&/,+]\s?${OPEN_DAY}(?![${LETTERS}])){0,5}\s?[,:]?\s?(?:from\s|de\s|von\s|ab\s|dès\s|desde\s|vanaf\s|från\s|dalle\s|das\s|van\s|od\s|kl\s)?(?=\d{1,2}\D)`;
/** "Weekends 10-4" */
const SINGLE = anyCase`(?<![${LETTERS}])(?:weekends?|weekdays?|daily|werktags|täglich|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\s(?:from\s|von\s)?(?=${OPEN_TIME}\s?(?:[-–—]|to|bis)\s?\d)`;
const LONGEST = 30;

export function hoursIn(text: string): { value: string; at: number; end: number } | undefined {
  const open = OPEN.exec(text);
  const range = RANGE.exec(text) ?? SINGLE.exec(text);
  const at = open && (!range || open.index <= range.index) ? open.index : range?.index;
  if (at === undefined) return undefined;
  const from = at === open?.index ? at + open[0].length : at;
  let end = from;
  for (let count = 0; count < LONGEST; count++) {
    TOKEN.lastIndex = end;
    const found = TOKEN.exec(text);
    if (!found) break;
    end += found[0].length;
  }
  // "Weekends 10-4, closed in January": "closed" starts another statement.
  end -= anyCase`[,;]\s{0,2}${CLOSED}\s{0,2}$`.exec(text.slice(from, end))?.[0].length ?? 0;
  const value = text.slice(from, end).replace(anyCase`(?:[\s,;:]|(?<![${LETTERS}])${LINK}(?![${LETTERS}]))+$`, '').trim();
  const hasDay = anyCase`(?<![${LETTERS}])${OPEN_DAY}(?![${LETTERS}])`.test(value);
  return (hasDay && value.length > 4) || /\d.*[-–—].*\d|\d.{1,8}\d/u.test(value)
    ? { value, at, end: from + text.slice(from, end).trimEnd().length }
    : undefined;
}
