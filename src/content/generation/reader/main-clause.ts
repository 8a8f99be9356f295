import { capital } from './split.ts';

/** "…, dass das Training am Donnerstag ausfällt": in German and Dutch, what is behind "that" has its verb at its end, and a sentence has not. */

const BREAK: Record<string, RegExp> = {
  de: /,|\s(?=(?:weil|da|damit|sobald|wenn|denn|sondern|aber|obwohl)\s(?!zu\s))|\sund\s(?=(?:wir|sie|der|die|das|es|unser\p{L}*|alle|ab|dass)\s)/u,
  nl: /,|\s(?=(?:omdat|want|zodat|zodra|wanneer|als|maar|tot)\s(?:we|wij|de|het|er|je|jullie|onze|iedereen)\s)|\sen\s(?=(?:we|wij|de|het|er|onze|ons|alle|dat|vanaf)\s)/u,
};
const FINITE: Record<string, RegExp> = {
  de: /^(?:ist|sind|war|waren|hat|haben|wird|werden|kann|können|darf|dürfen|muss|müssen|soll|sollen|will|wollen|gibt|\p{Ll}{2,20}(?:t|en|ern|eln))$/u,
  nl: /^(?:is|zijn|was|waren|heeft|hebben|wordt|worden|kan|kunnen|mag|mogen|moet|moeten|zal|zullen|gaat|gaan|staat|komt|\p{Ll}{2,20}(?:t|en))$/u,
};
const PREFIXED: Record<string, RegExp> = {
  de: /^(ab|an|auf|aus|bei|bereit|bekannt|dazu|ein|fest|fort|her|hin|los|mit|nach|statt|teil|um|vor|weg|weiter|wieder|zu|zurück|zusammen)((?:fäll|find|fäng|zieh|fall|biet|nehm|nimm|gib|geb|komm|mach|läuf|lauf|steh|stell|geh|sag|hol|läd|lad|schließ|leg|bring|fähr|fahr|häl|halt|heb|setz|trit|tret|bau|fang|ruf|schick|send|zahl|meld|zeig|wirk|teil|gleich|pass|dreh|räum|schalt)\p{Ll}{1,4})$/u,
  nl: /^(aan|af|bij|door|dicht|in|langs|mee|na|om|op|open|over|plaats|samen|terug|toe|uit|vast|voor|weg)(ga(?:at|an)|vind(?:t|en)|kom(?:t|en)|gaan|houd(?:t|en)|neem|nemen|neemt|breng(?:t|en)|stel(?:t|len)|geef(?:t)?|geven|bouw(?:t|en)|sta(?:at|an)|start(?:en)?|sluit(?:en)?|loopt|lopen|haalt|halen|zet(?:ten)?|val(?:t|len)|stuurt|sturen)$/u,
};
const AUX: Record<string, RegExp> = {
  de: /^(?:wird|werden|ist|sind|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|sollen)$/u,
  nl: /^(?:is|zijn|heeft|hebben|wordt|worden|kan|kunnen|mag|mogen|moet|moeten|zal|zullen)$/u,
};
const SUBJECT: Record<string, RegExp> = {
  de: /^(?:(?:wir|sie|ich|es|man|ihr|er|alles|niemand|jeder)(?=\s)|(?:(?:der|die|das|unser\p{L}{0,2}|mein\p{L}{0,2}|alle|ein\p{L}?|kein\p{L}?|dieser|diese|dieses|\d{1,4})\s)?(?:\p{Ll}{3,20}\s){0,2}\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}[\p{L}-]{1,30}){0,2}(?:\s(?:von|des|der)\s(?:\p{Lu}[\p{L}.-]{0,20}\s?){1,3}(?=\s|$))?)/u,
  nl: /^(?:(?:we|wij|ze|ik|er|het|je|jullie|iedereen|alles)(?=\s(?!\p{Ll}+\s(?:is|wordt)\b))|(?:de|het|een|onze|ons|alle|mijn|deze|dit|dat)\s(?:(?!(?:op|in|van|vanaf|tot|om|met|voor|aan|bij|door|niet|ook|weer|nu|dicht|gesloten|\p{L}+dag|deze|volgende|morgen|vandaag|komende|helaas|tijdelijk)\s)[\p{L}-]{2,30}\s?){1,3})/u,
};
const ADVERB: Record<string, RegExp> = {
  de: /^(?:ab|am|im|vom|von|seit|heute|morgen|bis|nächste\p{L}?|diese\p{L}?|leider|in)\s.{0,50}?(?=\s(?:wir|sie|der|die|das|unser\p{L}{0,2}|es|alle|keine?)\s)/u,
  nl: /^(?:vanaf|op|in|sinds|morgen|vandaag|tot|volgende|deze|komende|helaas|met)\s.{0,50}?(?=\s(?:we|wij|ze|de|het|er|onze|ons|alle|geen)\s)/u,
};

/** The sentences that a clause behind "that" makes; other languages keep their order. */
export function mainClause(text: string, lang: string): string {
  const breaks = BREAK[lang];
  if (!breaks) return text;
  const found = breaks.exec(text);
  const head = (found ? text.slice(0, found.index) : text).trim();
  const tail = found ? text.slice(found.index) : '';
  const turned = reordered(head, lang);
  if (turned === undefined) return text;
  const joined = /^\s(?:und|en)\s/u.exec(tail)?.[0];
  if (joined) return `${turned}. ${capital(mainClause(tail.slice(joined.length).replace(/^(?:dass|dat)\s/u, ''), lang))}`;
  return `${turned}${/^\s(?:weil|da|damit|sobald|wenn|denn|sondern|aber|obwohl|omdat|want|zodat|zodra|maar)\s/u.test(tail) ? `,${tail}` : tail}`;
}

function reordered(head: string, lang: string): string | undefined {
  const words = head.split(/\s+/);
  const last = (words.at(-1) ?? '').replace(/[.!]$/u, '');
  // "Dat de zaal is geboekt": the helping verb may stand before the other.
  const helper =
    lang === 'nl' && !AUX.nl?.test(last) ? words.findLastIndex((word, at) => at >= words.length - 3 && AUX.nl?.test(word)) : -1;
  const verbAt = helper > 0 ? helper : words.length - 1;
  const verb = helper > 0 ? (words[helper] as string) : last;
  if (words.length < 3 || !FINITE[lang]?.test(verb)) return undefined;
  const rest = words.filter((_word, at) => at !== verbAt).join(' ');
  const [, prefix = '', own = verb] = PREFIXED[lang]?.exec(verb) ?? [];
  const lead = (ADVERB[lang]?.exec(rest)?.[0] ?? SUBJECT[lang]?.exec(`${rest} `)?.[0])?.trim();
  if (!lead || lead.length > rest.length) return undefined;
  return [lead, own, rest.slice(lead.length).trim(), prefix].filter(Boolean).join(' ');
}
