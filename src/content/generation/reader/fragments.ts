import { NEGATED } from './asked.ts';
import { HAS_WEEKDAY, WHEN } from './dates.ts';
import { isDeed } from './doing.ts';
import { readAsides, readFacts, readUntil } from './findings.ts';
import { priceIn } from './items.ts';
import { isTaste, looksIn, looksOf, withoutColours } from './looks.ts';
import { subjectOf, TWO_WORDS } from './names.ts';
import { venueFragment } from './places.ts';
import type { Reading } from './reading.ts';
import { described } from './self.ts';
import { instruction, isStatement, polished } from './statements.ts';
import { asSentence, capital, clausesOf, listOf, withoutEnds } from './text.ts';
import { lexicon, lists } from './words.ts';

export const bare = (text: string): string =>
  text
    .replace(/(?:\s*,){2,}/gu, ',')
    .replace(/\s{2,}/g, ' ')
    .replace(/\s+(?=[,.;:!])/gu, '')
    .replace(/^[\s,;:.!–—-]+|[\s,;:–—-]+$/gu, '');

const EMPTY =
  /^(?:track(?: it| here)?|see|read|telefon|téléphone|teléfono|telefono|telefone|telefoon|courriel|correo|e-?mail|ring|call us|text|whatsapp|needs?|needed|wants?|must have|tel|phone|email|mail|video|button|call|form|entry|entrance|admission|fee|costs?|prices?|from|only|based|(?:tracking )?link|unsubscribe(?: link)?)$|^(?:nothing|no|not|never)\s(?:fancy|nonsense|moves|flashy|\p{L}+ing|emojis?|jargon|fluff|frills|hype|cringe|kitsch|quotes?|stock\p{L}*|marketing|promises|smiles|stilettos?\b(?!.*\s)|pictures?|photos?|images?|gimmicks|animations?|pushy|too|looking|like)\b/iu;
/** Leftovers of a sentence: "We're", "Pricing is". */
const REST =
  /^(?:(?:we|i|it|you|they|he|she)(?:['’]\p{L}{1,2})?(?:\s(?:is|are|am|was|called|do|does|have|has|will))?|what|who|how|where|when|which|why|and|so|or|(?:the |our |my )?(?:shop|page|site|website|business|company|prices?|pricing|plans?|name|price list|packages?|menu|costs?|sessions?|lessons?)(?:\s(?:is|are|cost|called|starts?|from))?|for (?:\d{1,2} )?(?:people|anyone|those|everyone)(?: who(?: are)? interested)?|(?:one|get|give|book|order|phone|call|text|email|ring|contact)(?: (?:by|on|via|at|or|me|us|to))*(?: (?:phone|email|text))?)$/iu;
const PRONOUN = /\b(?:ppl|u|ur|they|them|es|man|ze|oni|one of them)\b/iu;

const DEED = /^(?:pre-?order|(?:book|order|apply|buy|join|register|donate|subscribe)(?: now| online| today| here)?|sign up|rsvp)$/iu;

const THINGS =
  /^(?:parking|trainers|drinks|staff|coaches|guests|members|place|location|items|articles|products|classes|treatments|requirements|services?|projects|partners?|panel|performers|cost|costs|reviews?|included|video)$/iu;

export function fragment(source: string, reading: Reading, asks = false): true {
  const { masked, brief } = reading;
  const clause = source
    .replace(/^(?:and|also|plus|but|so|und|auch|et|aussi|y|también|e|anche|também|en|ook|och|även|i|oraz|oh and|btw)\s+/iu, '')
    .trim();
  const shown = masked.shown(clause);
  if (instruction(shown) || reading.isForWriter(clause)) return wish(clause, reading);
  if (brief.kind === 'email' && reading.isOrder(clause)) {
    readFacts(clause, reading);
    return true;
  }
  if (EMPTY.test(shown) || isTaste(shown) || (asks && !/\d|\p{Lu}/u.test(shown))) return reading.looks(clause);
  const [, things = '', counted = ''] = /^\d{1,2}\s(\p{L}{4,20})\s*[(（]([^()（）]{8,240})[)）]$/u.exec(clause) ?? [];
  if (listOf(counted).length >= 3) return reading.part('features', capital(things), listOf(counted));
  const asked =
    /\s\p{Lu}/u.test(shown) || (!asks && THINGS.test(shown))
      ? undefined
      : lexicon('sections').whole(shown.replace(/\s(?:with|section|mit|avec|con|com|met|med)\s.*$/iu, ''));
  if (asked) return reading.wantSection(asked);
  if (/^(?:also|plus|auch|aussi|también|anche|também|ook|även)\s/iu.test(source)) reading.also.push(shown);
  if (wantsCall(clause, reading)) return true;
  const target = /^(?:target(?:ed at|ing)?|aimed at|audience|zielgruppe|cible|público objetivo|doelgroep)\s+(.{4,80})$/iu.exec(shown)?.[1];
  if (target) return reading.slot('audience', target);
  if (brief.kind === 'page' && DEED.test(shown)) {
    brief.action.label ??= capital(shown.toLowerCase());
    return true;
  }
  if (isDeed(clause, reading)) return true;
  const host = /^(?:it['’]?s\s)?(?:hosted|led|taught|given|presented|run)\sby\s(.{3,80})$/iu.exec(clause)?.[1];
  if (host) return reading.fact('host', host) && reading.slot('host', masked.shown(host));
  const number = brief.kind === 'email' ? ORDER_NUMBER.exec(shown)?.[1] : undefined;
  if (number) return reading.slot('number', number);
  const left = bare(readFacts(clause.replace(THERE_IS, ''), reading));
  if (left === bare(clause)) return loose(left, source, reading, false);
  for (const piece of clausesOf(left)) if (!SMALL_WORD.test(piece)) loose(piece, source, reading, true);
  return true;
}
const THERE_IS =
  /^(?:it['’]?s|it is|there['’]?s|there is|there are|es ist|es gibt|c['’]est|il y a|es|son|hay|è|sono|c['’]è|é|são|há|het is|er is|det är|to|jest)\s+(?=\S+\s?\S)/iu;
const SMALL_WORD = /^(?:on|at|in|from|for|with|by|um|am|ab|le|el|il|de|à|op|na|w|the|only|and|or|is|are)\s*$/iu;

function loose(text: string, source: string, reading: Reading, took: boolean): true {
  const { masked, brief } = reading;
  const { text: left, looks } = withoutColours(text, masked);
  if (looks) reading.looks(looks);
  const words = masked.shown(left).trim();
  if (took && /\s(?:a|at|to|an|unter|à|al|su|op|på|na|by|via|is|are|reach|write|call|email)$/iu.test(words)) return true;
  if (EMPTY.test(words) || (brief.lang === 'en' && REST.test(words))) return true;
  if (words.replace(/[^\p{L}]/gu, '').length < 3 || (took && !CONTENT.test(words))) return true;
  if (PRONOUN.test(words) && !isStatement(left, brief.lang)) return reading.leave(source);
  if (venueFragment(words, reading) || properPlace(words, reading)) return true;
  if (words.split(/\s+/).length > 14) return reading.leave(source);
  if (!took) reading.fragments.push(withoutEnds(words));
  return took && /\s/.test(words) ? reading.remark(words) : true;
}
const ORDER_NUMBER =
  /^(?:order|bestellung|commande|pedido|ordine|encomenda|bestelling|beställning|zamówienie)\s*(?:no\.?|nr\.?|number|n°)?\s*#?\s*([A-Z]{0,4}-?\d{3,12})$/iu;
export const LASTS = /\blinks?\b.*?\b(\d{1,3}\s?(?:hours?|minutes?|mins?|days?|h))\b/iu;
const CONTENT = /\p{L}{3,}/u;

const LANGUAGE =
  /^(?:english|german|french|spanish|italian|portuguese|dutch|swedish|polish|czech|japanese|chinese|russian|arabic|turkish|greek|danish|norwegian|finnish|hungarian|romanian|ukrainian|korean|hindi|irish|welsh|yes|no|free)$/iu;

const NAMED_ONLY: ReadonlySet<string> = new Set(lists('purposes').placeless);

/** "…, Rennes, …": a lone name, while no place is known. */
function properPlace(words: string, { brief, opening, masked }: Reading): boolean {
  const { slots, lang } = brief;
  if (!/^\p{Lu}[\p{L}'’-]+(?:[\s-]\p{Lu}[\p{L}'’-]+)?$/u.test(words) || lang === 'de') return false;
  if (LANGUAGE.test(words) || /^\p{Lu}{2,5}$/u.test(words) || (/\s/.test(words) && !TWO_WORDS.test(words.split(' ')[0] ?? '')))
    return false;
  if (!/\s/.test(words) && NAMED_ONLY.has(brief.purpose)) return false;
  const at = masked.text.indexOf(words);
  if (
    slots.place !== undefined ||
    slots.name === words ||
    (at === 0 && !opening.slice(words.length).trim()) ||
    at > 250 ||
    at <= 0 ||
    !/,\s$/u.test(masked.text.slice(0, at))
  )
    return false;
  slots.place = words;
  return true;
}

/** "A page for people that need …": the order contains a statement. */
export function readReason(head: string, reading: Reading): void {
  const tail = /\b(?:because|so that|since|denn|weil)\s+(.{8,200})$/iu.exec(head)?.[1];
  const shown = tail && reading.masked.shown(tail, true);
  if (tail && shown && isStatement(tail, reading.brief.lang) && !instruction(shown))
    reading.statement(asSentence(polished(shown, reading.brief.lang)));
}

export function aside(inside: string, reading: Reading): true {
  const shown = reading.masked.shown(inside, true);
  if (instruction(shown) || looksOf(inside, reading.masked)) return reading.looks(inside);
  if (described(inside, reading)) return true;
  const things = listOf(inside);
  // "What we sell (herbs, perennials, trees)"
  if (reading.brief.kind === 'page' && things.length >= 3 && things.every((one) => /^\p{L}[\p{L}'’& -]{2,30}$/u.test(one))) {
    reading.brief.offers.push(...things.map((one) => capital(reading.masked.shown(one))));
    return true;
  }
  if (/^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?$/u.test(inside)) {
    reading.brackets.push(shown);
    return true;
  }
  const states = isStatement(inside, reading.brief.lang);
  if (states && reading.brief.kind === 'email') return true;
  if (states || /^(?:we|i)\s/iu.test(inside)) return reading.statement(asSentence(polished(shown, reading.brief.lang)));
  reading.opening += ` ${inside}`;
  reading.brief.slots.subject ??= subjectOf(inside, reading.masked);
  for (const clause of clausesOf(inside).slice(1)) fragment(clause, reading);
  return true;
}

/** "Customers have forgotten an item": in an email, this is about its readers. */
const OF_READERS =
  /^(?:the\s|our\s)?(?:customers|clients|users)\s|^(?:die|unsere) (?:kunden|nutzer)\s|^(?:les|nos) (?:clients|utilisateurs)\s|^(?:los|nuestros) (?:clientes|usuarios)\s|^(?:i|gli) (?:nostri )?(?:clienti|utenti)\s|^(?:os|nossos) clientes\s|^(?:de|onze) klanten\s|^(?:våra )?kunder(?:na)?\s|^(?:nasi )?klienci\s/iu;

export function state(text: string, reading: Reading): true {
  const { masked, brief } = reading;
  const { slots } = brief;
  if (wantsCall(text, reading)) return true;
  if (brief.kind === 'email' && OF_READERS.test(text)) return reading.leave(text);
  const tail = /^(.{8,200}?)\s*[:–-]\s*([\ue100-\ue483])\s*$/u.exec(text);
  const kindOfTail = tail?.[2] === undefined ? undefined : masked.at(tail[2])?.kind;
  if (tail?.[1] && (kindOfTail === 'email' || kindOfTail === 'phone')) {
    readAsides(text, reading);
    return reading.statement(asSentence(polished(masked.shown(tail[1], true), brief.lang)));
  }
  const phone =
    /\b(?:phone|tel|telephone|call|ring|telefon|téléphone|teléfono|telefono|telefone|telefoon)\b/iu.test(text) &&
    masked.all('phone', text)[0];
  if (phone) {
    const left = bare(readAsides(text, reading)).replace(
      /^(?:our |the |my )?(?:phone|tel|telephone|call|ring)(?: number)?(?: us| me)?(?: is)?(?: on| at)?[\s,:]*/iu,
      '',
    );
    return left.length > 3 ? fragment(left, reading) : true;
  }
  if (masked.all('url', text).length > 0) readAsides(text, reading);
  WHEN.lastIndex = 0;
  const when = WHEN.exec(text);
  if (
    reading.dated &&
    when &&
    slots.when === undefined &&
    (/\d/.test(when[0]) || HAS_WEEKDAY.test(when[0])) &&
    /\d|\p{L}{5}/u.test(when[0])
  ) {
    const before = brief.facts.length;
    const left = bare(readFacts(text, reading)).replace(/[^\p{L}\s]/gu, '');
    if (left.split(/\s+/).length <= 4) {
      if (left.split(/\s+/).filter((word) => word.length > 3).length > 1) reading.remark(left);
      return true;
    }
    // A letter needs the fact only once.
    if (brief.kind === 'email') brief.facts.splice(before);
  }
  const price = priceIn(text);
  if (
    price &&
    slots.price === undefined &&
    !reading.dated &&
    /\b(?:costs?|price|kostet|coûte|cuesta|costa|custa|kost|kostar|kosztuje)\b/iu.test(text)
  )
    slots.price = [price.price, price.unit].filter(Boolean).join(' ');
  const shown = masked.shown(text, true).replace(/\s*[(（][^()（）]{0,80}[)）]/gu, (all) => {
    const inside = all.trim().slice(1, -1);
    return instruction(inside) || reading.isForWriter(inside) ? '' : all;
  });
  return reading.statement(asSentence(polished(shown, brief.lang)));
}

export function wish(clause: string, reading: Reading): true {
  if (wantsCall(clause, reading)) return true;
  // A wish may contain a deadline: "answer by 1 July please".
  const rest = readUntil(readAsides(clause, reading), reading);
  if (rest !== clause) return reading.looks(rest);
  const { looks, left } = looksIn(clause, reading.masked);
  reading.looks(clause);
  const understood = Object.keys(looks.theme).length > 0 || NEGATED.test(clause) || isTaste(reading.masked.shown(clause));
  if (!understood && left.length > 3) reading.leave(clause);
  return true;
}

export const READER =
  /^(?:please|pls|plz)\s+(?!(?:make|keep|use|write|add|include|mention|put|don['’]?t|do not|say|tell(?!\s(?:us|me|hr|your|the office|reception)\b)|translate|be|sound|design|create|draft|give|show|avoid|tidy|leave|remind|thank|invite|announce|explain|send me|let)\b)(\p{L}{3,}.{4,160})$/iu;

const WANTS_CALL =
  /\b(?:ppl|people|customers|clients|they|visitors|guests)?\s*(?:can|should|could|must|to)?\s*(?:just\s)?(?:call|ring|phone)\s(?:us|me)\b|\b(?:call us|ring us|phone us)\b/iu;

/** "People can ring us", but the prompt gives no number. */
export function wantsCall(text: string, reading: Reading): boolean {
  const { masked, brief } = reading;
  if (!WANTS_CALL.test(text) || masked.all('phone').length > 0 || brief.facts.some(({ kind }) => kind === 'phone')) return false;
  if (brief.notes.some(({ code }) => code === 'missing_fact')) return true;
  return reading.note('missing_fact', NO_NUMBER, 'form');
}
const NO_NUMBER = 'You want people to call and give no number. Add it ("phone: …"), and it stands beside the form.';

const PICTURE =
  /\b(?:image|picture|photo|photograph|illustration|drawing|foto|bild|imagen|immagine|imagem|afbeelding|zdjęcie)s?\s+(?:of|with|showing|from|von|mit|d['’e]|de|di|van|av|på)\b|\b(?:hero|big|header|background)\s(?:image|picture|photo)\b/iu;
const LIVE =
  /\b(?:walk[- ]?through|3d tour|virtual tour|leaderboard|live (?:chat|map|feed|score|counter|ticker)|chat ?bot|countdown|calendar sync|shopping cart|webshop cart|login area|member login|online payment|pay online|search (?:bar|box|function)|instagram feed|weather widget|translation switch|language switch\p{L}*|pop-?up)\b/iu;

export const isPicture = (text: string): boolean => PICTURE.test(text) || LIVE.test(text);

export function leaveOut(text: string, reading: Reading): true {
  const shown = cutTo(reading.masked.shown(text, true).trim());
  const why = LIVE.test(text)
    ? 'Not built, since pages have no features of that kind'
    : 'A picture that you describe cannot be made: attach one as an asset, and name it';
  return reading.note('left_out', `${why}: “${shown}”`, 'top');
}

export const cutTo = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 117).trimEnd()}…`);
