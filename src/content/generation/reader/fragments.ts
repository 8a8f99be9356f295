import { isDeed } from './doing.ts';
import { readFacts } from './findings.ts';
import { isTaste, looksOf, withoutColours } from './looks.ts';
import { subjectOf, TWO_WORDS } from './names.ts';
import { venueFragment } from './places.ts';
import type { Reading } from './reading.ts';
import { described } from './self.ts';
import { instruction, isStatement, polished } from './statements.ts';
import { asSentence, capital, clausesOf, listOf, withoutEnds } from './text.ts';
import { wantsCall, wish } from './wishes.ts';
import { lexicon, lists } from './words.ts';

/** Reads fragments between commas: facts, places, offers and remarks. */

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
