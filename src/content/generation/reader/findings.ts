import { COUNTED, FREE, HAS_WEEKDAY, hoursIn, PRICE, TIME, UNIT_OF_PRICE, UNTIL, WHEN } from './dates.ts';
import { priceIn } from './items.ts';
import { STREET, VENUE } from './places.ts';
import type { Reading } from './reading.ts';
import { polishedDates } from './statements.ts';
import { ASIDES, capital, listOf, withScheme } from './text.ts';
import { anyCase, saidIn } from './words.ts';

export function readFacts(text: string, reading: Reading): string {
  let rest = readAsides(text, reading);
  const span = reading.brief.kind === 'page' ? SPAN.exec(rest) : null;
  if (span) {
    reading.remark(span[0]);
    rest = rest.replace(span[0], ' , ');
  }
  rest = readUntil(rest, reading);
  rest = readHours(rest, reading);
  rest = readStreet(rest, reading);
  rest = readPrice(rest, reading);
  return readWhen(rest, reading);
}

const VIDEO = /(?:youtube\.com|youtu\.be|vimeo\.com|\/watch|video\.)/i;

const CLOSED =
  /(?<!\p{L})(?:closed|geschlossen|ruhetag|fermée?|cerrado|chiuso|fechado|gesloten|stängt|nieczynne|zamknięte)\s(?:on\s|am\s|le\s|los?\s|el\s|il\s|la\s|à\s|às\s|aos?\s|op\s|på\s|w\s)?(?=\p{L})/iu;

/** "Closed on Mondays" belongs to the opening hours. */
function readClosed(text: string, reading: Reading): string {
  const closed = CLOSED.exec(text);
  const day = closed && HAS_WEEKDAY.exec(text.slice(closed.index + closed[0].length));
  if (!closed || !day || day.index > 1 || reading.brief.kind === 'email') return text;
  reading.fact('hours', `${closed[0]}${day[0]}`);
  return `${text.slice(0, closed.index)} , ${text.slice(closed.index + closed[0].length + day[0].length)}`;
}

const THEN =
  /(?<!\p{L})(?:then|afterwards|after that|danach|dann|anschließend|puis|ensuite|después|luego|poi|dopo|depois|daarna|sedan|därefter|potem)(?!\p{L})/iu;

const AFTERWARDS = /,?\s+(?:then|after that|afterwards)\s+(.*)$/iu;

/** "First talk free, then 95 € an hour" only makes sense as a whole. @returns the text around it */
export function wholePrice(text: string, reading: Reading): string {
  const then = THEN.exec(text);
  if (!then || text.split(/\s+/).length > 16 || priceIn(text.slice(then.index)) === undefined) return text;
  const comma = text.lastIndexOf(', ', then.index - 3);
  const from = comma < 0 ? 0 : comma + 2;
  const start = FREE.test(text.slice(from, then.index)) || priceIn(text.slice(from, then.index)) ? from : 0;
  const ahead = text.slice(0, start);
  if (!FREE.test(text.slice(start)) && priceIn(text.slice(start, then.index)) === undefined) return text;
  const next = text.indexOf(', ', then.index);
  const end = next < 0 ? text.length : next;
  const value = text.slice(start, end).replace(/[.!]$/u, '').replace(AFTERWARDS, ', $1 after that');
  reading.brief.slots.price ??= reading.masked.shown(value);
  reading.fact('price', value);
  return `${ahead}${text.slice(end)}`;
}

const SPAN =
  /(?<!\p{L})(?:\d{1,2}(?:[.,]\d)?\s(?:days?|hours?|hrs|evenings?|shifts?)\s(?:a|per|each)\sweek|\d{1,2}(?:\s?[–-]\s?\d{1,2})?\s(?:std\.?|stunden|tage)\s?(?:\/|pro|die)\s?woche|full[- ]time|part[- ]time|vollzeit|teilzeit|temps plein|temps partiel|jornada completa|media jornada|tempo pieno|part-time|tempo inteiro|voltijds?|deeltijds?|heltid|deltid|pełny etat|pół etatu)(?!\p{L})/iu;

/** "Store: https://…": a lone address is the target of the button. */
export function readLink(name: string, rest: string, reading: Reading): boolean {
  const isLink = /^\s*[\ue100-\ue483]\s*[.,]?\s*$/u.test(rest) && reading.masked.all('url', rest).length > 0;
  if (!isLink || /logo|image|photo|picture|video|instagram|facebook/iu.test(name)) return false;
  readAsides(rest, reading);
  return true;
}

export function readAsides(text: string, reading: Reading): string {
  const { masked, brief } = reading;
  return text.replace(ASIDES, (character) => {
    const aside = masked.at(character);
    if (aside?.kind === 'phone') reading.fact('phone', aside.text);
    else if (aside?.kind === 'email') reading.fact('email', aside.text);
    else if (aside?.kind === 'url') {
      const before = text.slice(0, text.indexOf(character));
      const isOther = brief.kind === 'page' && (PROFILE.test(aside.text) || BESIDE.test(before)) && !/\b(?:button|link to)\b/iu.test(text);
      if (VIDEO.test(aside.text) || /\bvideo\b/iu.test(text))
        brief.parts.push({ kind: 'video', items: [{ lead: brief.slots.name ?? 'Video', text: withScheme(aside.text) }] });
      else if (brief.action.href === undefined && !isOther) {
        brief.action.href = withScheme(aside.text);
        brief.action.label ??= ACTIONS.find(([pattern]) => pattern.test(before))?.[1];
      } else reading.fact('link', aside.text, linkLabel(before, aside.text));
    } else return character;
    return ' , ';
  });
}

const ANSWER =
  /apply|rsvp|answer|reply|respond|regist|let us know|tell us|bewerb|anmeld|zusag|antwort|répon|inscri|candidat|postul|respond|plazo|rispond|iscri|confirm|svara|anmäl|odpowied|potwierdz|zgłosz|\bby\b|deadline|closes?|communications|termin|abgabe|締|申込|お返事/iu;

const BY_CLOCK = /^(?:\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|o['’]clock)?|noon|midday|midnight)$/iu;

export function readUntil(text: string, reading: Reading): string {
  const until = UNTIL.exec(text);
  if (!until) return text;
  const { slots } = reading.brief;
  const value = polishedDates((until[2] ?? until[3] ?? '').trim(), reading.brief.lang);
  const before = text.slice(0, until.index);
  // "19 bis 21 Uhr" is a time span.
  if (/\d(?:\s?(?:uhr|[ap]m|h))?\s*$/iu.test(before) && /^\d{1,2}(?:[:.]\d{2})?\s?(?:uhr|[ap]m|h)?$/iu.test(value)) return text;
  // "Ordered before noon", "open until 5": a time alone ends no offer.
  if (reading.brief.kind === 'page' && BY_CLOCK.test(value)) return text;
  const kind = ANSWER.test(`${until[1] ?? ''} ${before.slice(-60)}`) && !slots.discount ? 'deadline' : 'until';
  slots[kind] ??= value;
  reading.fact(kind, value);
  return `${before.replace(CALLS, ' ')} , ${text.slice(until.index + until[0].length)}`;
}
const CALLS =
  /(?:(?:please |bitte |prosimy o )?(?:zusagen?|rückmeldung|(?:um )?antwort(?:en)?|apply|rsvp|answer|reply|respond|register|sign up|let us know|closes?|offer|ends?|open|valid|gültig|bewerbung(?:en|sschluss)?|anmeldung|anmelden|réponse|inscriptions?|inscripciones|plazo|iscrizioni|inscrições|aanmelden|anmälan|zgłoszenia|potwierdzenie|deadline)[\s:]*)$/iu;

export function readHours(source: string, reading: Reading): string {
  const text = readClosed(source, reading);
  const hours = hoursIn(text);
  if (!hours || /^(?:every(?!\s?day)|each|jeden|chaque|cada|ogni|elke|varje|każd\p{L})/iu.test(hours.value)) return text;
  // A course has session times, not opening hours.
  reading.fact(reading.dated && !/(?:open|öff|ouvert|abiert|apert|abert|öppet|otwart)/iu.test(text) ? 'when' : 'hours', hours.value);
  return `${text.slice(0, hours.at)} , ${text.slice(hours.end)}`;
}

export function readStreet(text: string, reading: Reading): string {
  const street = STREET.exec(text);
  const { facts, slots } = reading.brief;
  if (!street || facts.some(({ kind }) => kind === 'address')) return text;
  const value = street[0].trim().replace(/(?<!,)\s(\p{Ll})(?=\p{Ll}{2,}$)/u, (_all, letter: string) => `, ${letter.toLocaleUpperCase()}`);
  reading.fact('address', value);
  slots.where ??= reading.masked.shown(value);
  return `${text.slice(0, street.index).replace(/\s*\b(?:now |jetzt )?(?:at|in|@|an der|im|au|en|in der|op|på|na|przy)\s*$/iu, ' ')} , ${text.slice(street.index + street[0].length)}`;
}

const ONLY_TIME =
  /^(?:starts?|starting|begins?|beginning|from|until|till|doors?|opens?|opening|the|and|with|ends?|ending|finish(?:es)?|arrival|arrive|for|sharp|late|prompt|kick-?off|time|times|gates|we|its|it)$/iu;

/** "Talks by the Principal at 5.30pm" dates a part of the event, not the event. */
function isPartOfDay(text: string, { brief, dated }: Reading): boolean {
  if (!dated || brief.kind !== 'page' || !/\d/.test(brief.slots.when ?? '') || /[,;]\s/u.test(text) || !TIME.test(text)) return false;
  const rest = text.replace(WHEN, (all) => (/\p{L}{3}/u.test(all.replace(/[ap]m|noon|midnight/giu, '')) ? ' date of it ' : ' '));
  if (rest.includes(' date of it ')) return false;
  const words = rest.match(/[\p{L}\d'’-]{2,}/gu)?.filter((word) => !ONLY_TIME.test(word)) ?? [];
  return words.length >= 3 || (words.length >= 1 && /^\d/.test(words[0] as string) && /\p{L}/u.test(words[0] as string));
}

/** "Thursday (was Wednesday)": the old day. */
const INSTEAD = /(?:\bwas|\binstead of|\bnot|\bmoved from|\brescheduled from|\boriginally)\s(?:on\s)?$/iu;

function readWhen(text: string, reading: Reading): string {
  const { lang } = reading.brief;
  if (isPartOfDay(text, reading)) {
    reading.remark(text);
    return '';
  }
  WHEN.lastIndex = 0;
  const found = [...text.matchAll(WHEN)].filter(
    ({ 0: all, index }) => !INSTEAD.test(text.slice(0, index)) && /\d|\p{L}{4,}|[日月曜]|^(?:in|im|en|em|since|until|by)\s/iu.test(all),
  );
  let rest = '';
  let from = 0;
  for (const { 0: all, index } of found) {
    if (index < from) continue;
    const behind = text.slice(index + all.length);
    // "Saturday walks": the day is part of the name.
    if (/^\p{L}+$/u.test(all) && BELONGS.test(behind)) continue;
    const hasDay = /\p{L}{3}|\d{1,2}[./]\s?\d|[月日曜]/u.test(all.replace(/uhr|heures?|noon|midnight|midday/giu, ''));
    // Without an event, a time with no day belongs to its own words.
    if (!hasDay && !reading.dated && reading.brief.kind === 'page' && reading.brief.slots.when === undefined) continue;
    const ahead = text.slice(from, index);
    const polished = polishedDates(all.trim(), lang);
    const start = /(?<=[\p{L}\d])\s(?=(?:from|ab|dès|desde|dal|vanaf|från|od)\s)/u;
    const value = COUNTED.test(polished) ? polished : polished.replace(start, ', ');
    const label = labelBefore(ahead, behind);
    if (label) {
      const only = /^\s*only\b|^\s(?:from|at)\s(?:the\s)?[\p{L}'’ ]{3,40}$/iu.exec(behind)?.[0] ?? '';
      reading.fact('when', `${value}${only}`, label);
      if (reading.dated) reading.brief.slots.when ??= value;
      rest += `${ahead.slice(0, ahead.lastIndexOf(label))} , `;
      from = index + all.length + only.length;
      continue;
    }
    addWhen(value, /(?:from|starts?|starting|ab|dès|desde)\s*$/iu.test(ahead), reading);
    const after = venue(behind, reading);
    rest += `${ahead.replace(LEADS_IN, ' ')} , `;
    from = text.length - after.length;
  }
  return found.length === 0 ? text : rest + text.slice(from);
}

const BELONGS =
  /^\s(?!(?:from|at|in|on|and|to|morning|evening|afternoon|night|with|until|till|only|the|um|ab|von|bis|à|de|a|alle|kl|om|o|od|und|et)\b)\p{Ll}{3,}/u;

function addWhen(value: string, starts: boolean, reading: Reading): void {
  const { slots, facts } = reading.brief;
  if (slots.when?.includes(value)) return;
  const fact = facts.find(({ kind, label }) => kind === 'when' && label === undefined);
  const joins = slots.when !== undefined && (TIME.test(value) !== TIME.test(slots.when) || starts);
  if (fact && joins && fact.value.length + value.length <= 90) {
    slots.when = `${slots.when}, ${starts && !/^from/iu.test(value) && reading.brief.lang === 'en' ? 'from ' : ''}${value}`;
    fact.value = capital(slots.when);
    return;
  }
  slots.when ??= value;
  reading.fact('when', value);
}

/** "Viewings Saturdays", "Incorporación en junio": the word before a date labels it. */
function labelBefore(ahead: string, behind: string): string | undefined {
  const [, lead = ''] = LABEL.exec(ahead) ?? [];
  const isEnd = /^\s*(?:only)?\s*(?:$|[,.;])|^\s(?:from|at)\s(?:the\s)?[\p{L}'’ ]{3,40}$/iu.test(behind);
  const isLabel = isEnd && lead.length >= 3 && !LEADS_IN.test(`${lead} `) && !lead.split(/\s+/).some((word) => NO_LABEL.test(word));
  return isLabel ? lead : undefined;
}
const LABEL =
  /(?:^|[,.;]\s*)([\p{L}-]{3,20}(?:\s[\p{L}-]{2,16}){0,2}?)\s(?:(?:on|is|are|at|from|closes|ends|starts|am|ab|im|le|el|en|il|a|em|op|på|w|od)\s){0,2}$/iu;
const NO_LABEL =
  /^(?:we|i|you|it|is|are|the|our|my|at|on|in|for|with|by|to|and|or|of|der|die|das|am|le|la|les|el|los|il|de|du|show|dia|mail|email|newsletter|page|course|class|event|party|concert|wedding|workshop|market|show|festival|webinar|every|each|start|starts|starting|from|open|opens|opening|launch\p{L}*|today|also|meet|need|late|early|about|around|over|since|until|before|after|kurs|konzert|immer|jeden|cours|tous|curso|todos|corso|ogni|abrimos|abre|abren|ouvre|öffnet|öffnen|apre|apriamo|abrimos|öppnar|otwieramy|opent|openen|moved|umgezogen|sells?|with)$/iu;

const LEADS_IN =
  /(?:\b(?:which |that )?(?:takes? place|taking place|happens?|starts?|starting|begins?|beginning|is|are|opens?|opening|meet|it['’]?s|from|on|at|in|every|each|the|am|um|ab|vom|den|findet|statt|beginnt|le|du|dès|à partir du|a lieu|el|desde|il|dal|a partire da|dia|no dia|a partir de|op|vanaf|den|från|w|od|dnia|show dia|und|and|et|y|e|en|och|i|of|always|immer|jeweils|stets|toujours|siempre|sempre|altijd|alltid|zawsze|:)\s*)+$/iu;

function venue(after: string, reading: Reading): string {
  const { slots, facts } = reading.brief;
  const place = VENUE.exec(after);
  if (!place?.[1] || facts.some(({ kind }) => kind === 'where')) return after;
  const [name = ''] = place[1].split(/\s(?=(?:from|till|until|at|on|and|for|with|where|which)\s)/u);
  const value = reading.masked.shown(name).trim();
  slots.where ??= value
    .replace(/^(?:at|@)\s+(?:the\s+)?|^in\s+(?!(?:der|den|dem|het|de)\s)(?:the\s+)?/iu, '')
    .replace(/\s(?:bestätigt|stattfindet|beginnt|startet|ist|plaatsvindt|begint)$/u, '');
  reading.fact('where', slots.where);
  return after.slice(place[0].length - (place[1].length - name.length));
}

const PAY =
  /\b(?:salary|wage|pay|brutos?|gehalt|lohn|hiring|jobs?|vacancy|vacature|stelle|offre d['’]emploi|empleo|lavoro|praca|rol|wanted)\b/iu;
const PAID_BY = /hour|year|annum|\/\s?h|\bpa\b|p\.a\.|año|jahr|stunde|anno|heure|godz|mois|month|monat|uur|timm|\ban\b/iu;

const LABELS_NOTHING =
  /(?<!\p{L})(?:dès|desde|ab|da|vanaf|från|od|of the|of|for|at|only|just|costs?|it is|its|für|nur|kostet|prix|precio|prezzo|preço|is|each|and|from|a|then|dann|now|prices?|run|range|start|between|potrzeba|needed|need|we|der|die|das)(?!\p{L})/giu;
const OF_ALL =
  /^(?:entrada|entry|entrance|admission|eintritt|entrée|ingresso|wstęp|inträde|guide|pre-?order|tables?|seats?|places?|pitch(?:es)?|stalls?|single|teams?|tickets?|membership|rent|miete|loyer|materials?|kosten|preis|cena|pris)(?!\p{L})/iu;
const RAISES =
  /(?<!\p{L})(?:rais(?:e|ing)|goal|target|fund\p{L}*|collect\p{L}*|donat\p{L}*|ziel|sammel\p{L}*|spende\p{L}*|objectif|collecte\p{L}*|dons?|objetivo|recaud\p{L}*|donaci\p{L}*|obiettivo|raccog\p{L}*|raccolta|donazi\p{L}*|angari\p{L}*|doa[rç]\p{L}*|doel|inzamel\p{L}*|mål|insaml\p{L}*|samla\p{L}*|cel|zbiórk\p{L}*|zbieramy)(?!\p{L})/iu;
const NEEDS =
  /(?<!\p{L})(?:needs?|short of|brauchen|fehlen|besoin|manque|necesit\p{L}*|serv\p{L}{1,4}|precis\p{L}{1,4}|nodig|behöver|potrzeb\p{L}*)(?!\p{L})/iu;

function readPrice(text: string, reading: Reading): string {
  const { slots, words, kind } = reading.brief;
  PRICE.lastIndex = 0;
  const found = [...text.matchAll(PRICE)];
  PRICE.lastIndex = 0;
  const [first] = found;
  if (!first) return readFree(text, reading);
  const before = text.slice(0, first.index);
  const lead = (before.split(/[,;]\s/u).at(-1) ?? '').trim();
  const ahead = text.slice(0, Math.max(0, before.lastIndexOf(lead)));
  const after = text.slice(first.index + first[0].length);
  const unit = UNIT_OF_PRICE.exec(after)?.[0] ?? '';
  // "The first 30 pay 95 €": the words around the price matter, so it stays in its sentence.
  if (/\b(?:pays?|paid|minus|was|save|worth|valued|rrp|refund\p{L}*|over|above|below|under|ab|über|plus de|más de|oltre)\b/iu.test(lead))
    return text;
  const several = found.length > 1 && (listOf(text).length <= 2 || /\b(?:or|then|oder|ou|o|of|eller|lub|was|now)\b/iu.test(text));
  const value = several ? text.slice(first.index).replace(AFTERWARDS, ', $1 after that') : `${first[0]}${unit}`;
  const isYearly = /\d(?:k|[,.]\d{3})(?!\d)/iu.test(first[0]);
  const isForThings = /^\s(?:for|towards|on)\s/iu.test(after.slice(unit.length));
  const isJob = kind === 'page' && reading.brief.purpose === 'job';
  const isPaid = isYearly || (PAY.test(words) && PAID_BY.test(`${unit} ${after.slice(0, 20)}`));
  const pay = isJob && (reading.brief.lang !== 'en' || (isPaid && !isForThings));
  if (pay) reading.fact('salary', value);
  else {
    const label = lead
      .replace(LABELS_NOTHING, '')
      .replace(/[^\p{L}\p{N}\s&-]/gu, '')
      .trim();
    const short =
      label.length > 2 && (label.split(/\s+/).length <= 2 || (reading.opening !== '' && /^\p{Lu}/u.test(lead) && lead.length <= 40));
    // The price of one item is not the price of the whole.
    if (slots.price === undefined && (label === '' || !short || OF_ALL.test(label))) slots.price = `${first[0]}${unit}`.trim();
    if (reading.brief.purpose === 'charity' && unit === '' && (RAISES.test(words) || NEEDS.test(before.slice(-40))) && !OF_ALL.test(label))
      reading.fact('note', value, saidIn(reading.brief.lang, 'goal') ?? 'Goal');
    else reading.fact('price', value, short ? (label.split(/\s+/).length <= 2 ? label : lead) : undefined);
    if (!short && label !== '') return `${ahead}${lead} , ${several ? '' : after.slice(unit.length)}`;
  }
  return several ? ahead : `${lead === '' ? before : ahead} , ${after.slice(unit.length)}`;
}

function readFree(text: string, reading: Reading): string {
  const free = FREE.exec(text);
  if (!free || reading.brief.slots.price !== undefined) return text;
  const before =
    text
      .slice(0, free.index)
      .split(/[,;]\s/u)
      .at(-1) ?? '';
  const clause = `${before}${text.slice(free.index).split(/[,;]\s/u)[0]}`.trim();
  const own = clause.split(/\s+/).length;
  const isAll = own === 2 && OF_ALL.test(clause);
  const upTo = /\bfree\s+(?:up to|for|until)\s/iu.test(text);
  // "First lesson free" is not free as a whole.
  if (!/\s/.test(free[0].trim()) && own >= 2 && own <= 6 && !isAll && !upTo) return text;
  const count = text.trim().split(/\s+/).length;
  const whole = isAll ? clause : free[0];
  const value = (upTo ? text.trim().replace(AFTERWARDS, ', $1 after that') : whole).trim();
  reading.brief.slots.price = capital(free[0].trim());
  reading.fact('price', value);
  return upTo || count <= 2 ? '' : text.replace(whole, ' , ');
}

/** "Donations to Marie Curie https://…" makes the button say "Donate". */
const ACTIONS: [RegExp, string][] = [
  [/\b(?:donat\p{L}*|giving|fund|collection|gofundme|just ?giving|sponsor(?:ship)?)\b[^.;]{0,60}$/iu, 'Donate'],
  [/\btickets?\b[^.;]{0,60}$/iu, 'Get tickets'],
  [/\b(?:register|registration|sign[- ]?up)\b[^.;]{0,40}$/iu, 'Register'],
  [/\b(?:book|booking)\b[^.;]{0,40}$/iu, 'Book'],
  [/\bapply\b[^.;]{0,40}$/iu, 'Apply'],
  [/\b(?:shop|store|etsy)\b[^.;]{0,20}$/iu, 'Visit the shop'],
  [/\bdownload\b[^.;]{0,40}$/iu, 'Download'],
];

const SITES: Readonly<Record<string, string>> = {
  ...{ instagram: 'Instagram', facebook: 'Facebook', linkedin: 'LinkedIn', youtube: 'YouTube', tiktok: 'TikTok', spotify: 'Spotify' },
  ...{ bandcamp: 'Bandcamp', soundcloud: 'SoundCloud', substack: 'Substack', etsy: 'Etsy', github: 'GitHub', behance: 'Behance' },
  ...{ vimeo: 'Vimeo', pinterest: 'Pinterest', threads: 'Threads', patreon: 'Patreon', strava: 'Strava', discord: 'Discord' },
};
const PROFILES = ['instagram', 'facebook', 'linkedin', 'tiktok', 'threads', 'pinterest', 'github', 'behance'];
const PROFILE = anyCase`(?:^|[/.])(${PROFILES.join('|')})\.`;
const SITE = anyCase`(?:^|[/.])(${Object.keys(SITES).join('|')})\.`;

/** "shop https://…", "newsletter: https://…" */
const WORD = /(?:^|[,;.:(–-]\s{0,2}|\b(?:and|the|my|our)\s)(\p{L}[\p{L}'’]{2,20}(?:\s\p{L}[\p{L}'’]{1,14}){0,2})\s?[:–-]?\s*$/u;
const NO_WORD = /(?:^|\s)(?:at|on|to|is|here|via|see|link|links|visit|website|web|from|with|go|us|page|in|of|for)(?:$|\s)/iu;

const BESIDE =
  /\b(?:gifts?|presents?|registry|wish ?list|honeymoon|accommodation|hotels?|map|directions|parking|guidance|reel|showreel)\b[^.;]{0,40}$/iu;

function linkLabel(before: string, url: string): string | undefined {
  const word = WORD.exec(before.replace(/\s(?:is|at|on|here|via)\s*:?\s*$/iu, ''))?.[1];
  if (word !== undefined && !NO_WORD.test(word)) return capital(word);
  const site = SITE.exec(url)?.[1]?.toLowerCase();
  return site === undefined ? undefined : SITES[site];
}
