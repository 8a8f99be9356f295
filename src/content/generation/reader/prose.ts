import type { BlockKind } from '../draft/draft.ts';
import { readButton, readQuotedRoles, readSignature } from './actions.ts';
import { readForm, readLanguage, readParts, readWithout } from './asked.ts';
import { isUnspaced, readUnspaced } from './cjk.ts';
import { COMMISSION, GREETING, SMALL_TALK, SUBJECT } from './commission.ts';
import { HAS_WEEKDAY, WHEN } from './dates.ts';
import { readAsides, readFacts, readHours, readStreet, wholePrice } from './findings.ts';
import { isFact, priceIn } from './items.ts';
import { readInlineLists, readQuotes } from './inline.ts';
import { labelled } from './labelled.ts';
import { isTaste, looksOf, withoutColours } from './looks.ts';
import { calledName, subjectOf, TWO_WORDS } from './names.ts';
import { readOffer } from './offers.ts';
import { listed, described } from './self.ts';
import type { Reading } from './reading.ts';
import { asSentence, capital, clausesOf, listOf } from './split.ts';
import { asksReader, isPicture, leaveOut, wantsCall, wish } from './wishes.ts';
import { lexicon } from './words.ts';
import { instruction, isStatement, orderedStatement, polished, turned } from './statements.ts';

/** One sentence: what it asks for is taken out of it step by step, and what is left is a fact, a statement, a fragment, or not understood. */
const LONGEST_SENTENCE = 1200;

export function sentence(source: string, reading: Reading, opening?: boolean): void {
  if (source.length > LONGEST_SENTENCE) reading.leave(source.slice(LONGEST_SENTENCE));
  let text = source.slice(0, LONGEST_SENTENCE).trim();
  if (text === '' || SMALL_TALK.test(text)) return;
  text = text.replace(GREETING, '');
  if (isUnspaced(reading.brief.lang)) return readUnspaced(text, reading);
  if (labelled(text, reading)) return;
  const { slots } = reading.brief;
  const called = calledName(text, reading.masked, reading.opening === '');
  if (called) {
    slots.name ??= called.name;
    const does = reading.brief.lang === 'en' ? /^\s*,?\s*(?:that|which|who)\s(\p{L}{2,20}(?:s|es)\s[^.;,]{6,140})/u.exec(text.slice(called.end)) : null;
    if (does?.[1] && !instruction(reading.masked.shown(does[1]))) {
      reading.statement(asSentence(`${called.name} ${polished(reading.masked.shown(does[1]), 'en')}`));
      called.end += does[0].length;
    }
    text = `${text.slice(0, called.at)} ${text.slice(called.end)}`;
  }
  text = readQuotes(text, reading);
  text = readSignature(text, reading);
  text = readQuotedRoles(text, reading);
  text = readButton(text, reading);
  text = readForm(text, reading);
  const before = text;
  text = readWithout(text, reading);
  // "No testimonials, we are too new": the reason goes with the wish.
  if (text !== before && /^\s*(?:[Bb]itte\s)?[,;.!]?\s*(?:$|[,;–-])/u.test(text)) return;
  if (wholePrice(text, reading)) return;
  text = readInlineLists(text, reading);
  text = readHours(text, reading);
  if (THINKS.test(text)) return reading.looks(text);
  const told = reading.brief.kind === 'email' ? MAIL_THAT.exec(text) : null;
  if (told?.[1] && told[2]) {
    reading.opening ||= told[1];
    return run(clausesOf(reading.brief.lang === 'en' ? turned(told[2]) : told[2]), reading);
  }
  const orders = reading.opening === '' ? COMMISSION.test(text) || COMMISSIONED.test(text) : COMMISSIONED.test(text) && !/\b(?:don['’]?t|do not|never|nicht)\b/iu.test(text);
  const isOpening = opening ?? (reading.opening === '' || orders);
  if (isOpening) reading.opening = `${reading.opening} ${text}`.trim();
  text = readParts(text, reading);
  text = readLanguage(text, reading);
  if (looksOf(text, reading.masked)) return reading.looks(text);
  text = bare(readOffer(text, reading));
  if (!/[\p{L}\ue100-\ue483]/u.test(text)) return;
  if (orders) commission(text, reading);
  else rest(text, reading, isOpening);
}

const bare = (text: string): string => text.replace(/(?:\s*,){2,}/gu, ',').replace(/\s{2,}/g, ' ').replace(/\s+(?=[,.;:!])/gu, '').replace(/^[\s,;:.!–—-]+|[\s,;:–—-]+$/gu, '');

/** "I want the page to make people think, oh, I could go there": all of it is the wish. */
const THINKS = /^(?:and\s|also\s)?(?:i|we)(?:['’]d| would)?\s(?:want|like)\b.{0,80}\b(?:think|feel|say|understand)\b/iu;
/** "Write to our members that we raise the price": what is behind "that" is what the mail says. */
const MAIL_THAT = /^(.{0,40}\b(?:e-?mail|mail|message|newsletter|letter|note|nachricht|courriel|correo|messaggio|bericht|mejl|rundmail)\b.{0,60}?)\s(?:saying that|to say that|that|dass|que|che|dat|att|że)\s(.{8,600})$/iu;
const COMMISSIONED =
  /\b(?:need|want|would like|['’]d like|looking for|asked|make|create|build|brauchen?|möchten?|besoin|voudr\p{L}{2,5}|necesit\p{L}{1,5}|quer\p{L}{2,5}|vorrei|preciso|nodig|behöver|potrzebuj\p{L}{1,3})\b.{0,70}\b(?:page|website|site|landing|e-?mail|newsletter|seite|webseite|página|pagina|sito|sida|stron\p{L}|waiting list|waitlist|mailing list)(?!\p{L})/iu;

/** "A page for our bakery in Ghent, open from May": what the page is about, and clause by clause what else there is to know. */
function commission(text: string, reading: Reading): void {
  const { slots } = reading.brief;
  const open = text.replace(BRACKETS, ' ');
  described(open.replace(/\s(?:and|und|et|y|e|en|och|i)\s(?:i |we |wir |nous )?(?:need|want|would like|am looking|brauche|brauchen|voudr|necesit|quier|vorrei|preciso).*$/iu, ''), reading);
  for (const [, inside = ''] of text.matchAll(BRACKETS)) aside(inside, reading);
  const { lead, rest: later } = leading(open, reading);
  const left = bare(readFacts(lead, reading));
  const behind = SUBJECT.exec(left);
  const about = behind ? left.slice(behind.index + behind[0].length) : left.replace(COMMISSION, '');
  slots.subject ??= subjectOf(about, reading.masked);
  const [head = '', ...clauses] = clausesOf(left);
  readRelative(head, reading);
  const [next = '', ...more] = clauses;
  // "Lane Five, a co-working space in …": what it is.
  if (/^(?:an?|the|eine?|une?|una?|um|uma|een|ett|en)\s/iu.test(next) && /\p{Lu}/u.test(head) && next.split(/\s+/).length >= 3 && !instruction(reading.masked.shown(next))) {
    slots.subject = subjectOf(next, reading.masked) ?? slots.subject;
    if (next.split(/\s+/).length >= 6) reading.statement(asSentence(polished(reading.masked.shown(next, true), reading.brief.lang)));
    return run([...more, ...later], reading);
  }
  run([...clauses, ...later], reading);
}
const BRACKETS = /[(（]([^()（）]{1,200})[)）]/gu;

/** The clauses up to the first that is a sentence by itself or an order. */
function leading(text: string, { brief, masked }: Reading): { lead: string; rest: string[] } {
  const clauses = clausesOf(text);
  const at = clauses.findIndex((clause, i) => {
    if (i === 0) return false;
    const shown = masked.shown(clause);
    return isStatement(clause, brief.lang) || instruction(shown) || orderedStatement(clause, brief.lang) !== undefined;
  });
  if (at < 0) return { lead: text, rest: [] };
  const [first = ''] = clauses.slice(at);
  return { lead: text.slice(0, text.indexOf(first, clauses[0]?.length ?? 0)), rest: clauses.slice(at) };
}

/** "A page for people that need …": a statement within the words that order the page. */
function readRelative(head: string, reading: Reading): void {
  const tail = /\b(?:because|so that|since|denn|weil)\s+(.{8,200})$/iu.exec(head)?.[1];
  const shown = tail && reading.masked.shown(tail, true);
  if (tail && shown && isStatement(tail, reading.brief.lang) && !instruction(shown)) reading.statement(asSentence(polished(shown, reading.brief.lang)));
}

/** Words in brackets behind a name: what it is. */
function aside(inside: string, reading: Reading): void {
  const shown = reading.masked.shown(inside, true);
  if (instruction(shown) || looksOf(inside, reading.masked)) return reading.looks(inside);
  if (described(inside, reading)) return;
  if (/^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?$/u.test(inside)) {
    reading.brackets.push(shown);
    return;
  }
  if (reading.brief.kind === 'email' && isStatement(inside, reading.brief.lang)) return;
  if (isStatement(inside, reading.brief.lang) || /^(?:we|i)\s/iu.test(inside)) reading.statement(asSentence(polished(shown, reading.brief.lang)));
  else {
    reading.opening += ` ${inside}`;
    reading.brief.slots.subject ??= subjectOf(inside, reading.masked);
    for (const clause of clausesOf(inside).slice(1)) fragment(clause, reading);
  }
}

/** What is left of a sentence that orders no page. */
function rest(text: string, reading: Reading, isOpening: boolean): void {
  const { brief, masked } = reading;
  const ordered = orderedStatement(text, brief.lang);
  if (ordered !== undefined) return turnedRound(ordered, reading);
  const shown = masked.shown(text, true);
  if (asksReader(text, reading)) return;
  if (isPicture(text)) return leaveOut(text, reading);
  if (listed(text, reading)) return;
  const asks = instruction(shown);
  if (!asks) {
    if (described(text, reading) || listed(text, reading)) return;
    if (isStatement(text, brief.lang) && !isFactual(text)) return state(text, reading);
  }
  const clauses = clausesOf(isOpening ? text : readStreet(text, reading));
  if (isOpening && !asks) {
    const { lead, rest: later } = leading(text, reading);
    const left = bare(readFacts(lead, reading));
    const [head = '', ...more] = clausesOf(left);
    const seen = brief.slots.subject;
    brief.slots.subject ??= subjectOf(head, masked);
    if (seen !== undefined) fragment(head, reading);
    return run([...more, ...later], reading);
  }
  // Behind a wish, a colon introduces what is wished.
  const colon = asks ? text.indexOf(': ') : -1;
  if (colon > 0 && instruction(masked.shown(text.slice(0, colon)))) {
    for (const clause of clausesOf(text.slice(colon))) if (looksOf(clause, masked)) reading.looks(clause);
    return reading.looks(text.slice(0, colon));
  }
  run(clauses, reading, asks);
}

/** "It's 8 weeks, Mondays at 7, £110": a sentence of facts, which are taken one by one. */
function isFactual(text: string): boolean {
  const [, ...later] = clausesOf(text);
  return later.filter((clause) => clause.split(/\s+/).length <= 9 && isFact(clause) && !/^(?:and|but|or|und|et|y)\s/iu.test(clause)).length >= 1 && later.length >= 2;
}

/** Clauses in their order; a clause of a few words joins the statement before it. */
function run(clauses: readonly string[], reading: Reading, asks = false): void {
  for (let at = 0; at < clauses.length; at++) {
    const clause = clauses[at] as string;
    // Behind thanks stands the author's name.
    if (SMALL_TALK.test(clause)) {
      if (clauses.slice(at + 1).every((next) => next.split(/\s+/).length <= 3)) return;
      continue;
    }
    const joined = isStatement(clause, reading.brief.lang) && !instruction(reading.masked.shown(clause)) ? stretch(clauses, at, reading) : clause;
    if (joined !== clause) at += clausesOf(joined).length - 1;
    if (!described(joined, reading) && !listed(joined, reading)) one(joined, reading, asks);
  }
}

/** A statement with the clauses behind it that go on with it: lists, "but …", "so that …". */
function stretch(clauses: readonly string[], at: number, { masked }: Reading): string {
  let text = clauses[at] as string;
  for (const next of clauses.slice(at + 1)) {
    const shown = masked.shown(next);
    const goesOn = /^(?:and|or|but|so|because|which|who|not|und|oder|aber|damit|weil|et|ou|mais|y|o|pero|e|ma|mas|en|maar|och|men|i|ale|no\s\p{L}+\s\p{L}+$)\s/iu.test(shown);
    if (!goesOn || instruction(shown) || text.length + next.length > 200) break;
    text = `${text}, ${next}`;
  }
  return text;
}

/** One clause. @param asks whether its sentence speaks to the writer elsewhere */
function one(clause: string, reading: Reading, asks: boolean): void {
  const { masked, brief } = reading;
  if (looksOf(clause, masked)) return reading.looks(clause);
  const ordered = orderedStatement(clause, brief.lang);
  if (ordered !== undefined) return turnedRound(ordered, reading);
  const shown = masked.shown(clause, true);
  if (asksReader(clause, reading)) return;
  if (isPicture(clause)) return leaveOut(clause, reading);
  if (instruction(shown)) return wish(clause, reading);
  if (isStatement(clause, brief.lang)) return state(clause, reading);
  fragment(clause, reading, asks);
}

const ADVISED = /^(?:if|when|once|unless)\s[^,]{3,120}, (?:please|you can)\s/iu;

/** What an order wants to be said, sentence by sentence. */
function turnedRound(said: string, reading: Reading): void {
  const { masked, brief } = reading;
  for (const part of said.split(/\s*,?\s(?:and|und|et|y|e|en|och|i)\s(?=(?:that|dass|que|che|dat|att|że)\s)/iu)) {
    const text = masked.shown(part.replace(/^(?:that|dass|que|che|dat|att|że)\s+/iu, ''), true).trim();
    if (text === '' || (!ADVISED.test(text) && instruction(text.replace(/^please\s/iu, '')))) continue;
    if (isStatement(text, brief.lang) || /^(?:please|you) /iu.test(text)) reading.statement(asSentence(polished(text, brief.lang)));
    else reading.remark(text);
  }
}

/** "Customers have forgotten an item": in an email, it speaks of its readers as of others. */
const OF_READERS = /^(?:the\s|our\s)?(?:customers|clients|users)\s|^(?:die|unsere) (?:kunden|nutzer)\s|^(?:les|nos) (?:clients|utilisateurs)\s|^(?:los|nuestros) (?:clientes|usuarios)\s|^(?:i|gli) (?:nostri )?(?:clienti|utenti)\s|^(?:os|nossos) clientes\s|^(?:de|onze) klanten\s|^(?:våra )?kunder(?:na)?\s|^(?:nasi )?klienci\s/iu;

/** A statement of the author's. When it happens and who can be called is taken from it as well. */
function state(text: string, reading: Reading): void {
  const { masked, brief } = reading;
  const { slots } = brief;
  if (wantsCall(text, reading)) return;
  if (brief.kind === 'email' && OF_READERS.test(text)) return reading.leave(text);
  const tail = /^(.{8,200}?)\s*[:–-]\s*([\ue100-\ue483])\s*$/u.exec(text);
  const kindOfTail = tail?.[2] === undefined ? undefined : masked.at(tail[2])?.kind;
  if (tail?.[1] && (kindOfTail === 'email' || kindOfTail === 'phone')) {
    readAsides(text, reading);
    reading.statement(asSentence(polished(masked.shown(tail[1], true), brief.lang)));
    return;
  }
  const phone = /\b(?:phone|tel|telephone|call|ring|telefon|téléphone|teléfono|telefono|telefone|telefoon)\b/iu.test(text) && masked.all('phone', text)[0];
  if (phone) {
    const left = bare(readAsides(text, reading)).replace(/^(?:our |the |my )?(?:phone|tel|telephone|call|ring)(?: number)?(?: us| me)?(?: is)?(?: on| at)?[\s,:]*/iu, '');
    if (left.length > 3) fragment(left, reading);
    return;
  }
  const urls = masked.all('url', text);
  if (urls.length > 0) readAsides(text, reading);
  WHEN.lastIndex = 0;
  const when = WHEN.exec(text);
  if (reading.dated && when && slots.when === undefined && (/\d/.test(when[0]) || HAS_WEEKDAY.test(when[0])) && /\d|\p{L}{5}/u.test(when[0])) {
    const left = bare(readFacts(text, reading)).replace(/[^\p{L}\s]/gu, '');
    if (left.split(/\s+/).length <= 4) {
      if (left.split(/\s+/).filter((word) => word.length > 3).length > 1) reading.remark(left);
      return;
    }
  }
  const price = priceIn(text);
  if (price && slots.price === undefined && !reading.dated && /\b(?:costs?|price|kostet|coûte|cuesta|costa|custa|kost|kostar|kosztuje)\b/iu.test(text)) slots.price = [price.price, price.unit].filter(Boolean).join(' ');
  const shown = masked.shown(text, true).replace(/\s*[(（][^()（）]{0,80}[)）]/gu, (all) => (instruction(all.slice(2, -1)) ? '' : all));
  reading.statement(asSentence(polished(brief.kind === 'email' && brief.lang === 'en' && /\bif they\b/iu.test(shown) ? turned(shown) : shown, brief.lang)));
}

const EMPTY = /^(?:telefon|téléphone|teléfono|telefono|telefone|telefoon|courriel|correo|e-?mail|ring|call us|text|whatsapp|needs?|needed|wants?|must have|tel|phone|email|mail|video|button|call|form|(?:tracking )?link|unsubscribe(?: link)?)$|^(?:nothing|no|not|never)\s(?:fancy|nonsense|moves|flashy|\p{L}+ing|emojis?|jargon|fluff|frills|hype|cringe|kitsch|quotes?|stock\p{L}*|marketing|promises|smiles|stilettos?\b(?!.*\s)|pictures?|photos?|images?|gimmicks|animations?|pushy|too|looking|like)\b/iu;
const PRONOUN = /\b(?:ppl|u|ur|they|them|es|man|ze|oni|one of them)\b/iu;

/** A few words between commas that say what is offered, or what holds. */
export function fragment(source: string, reading: Reading, asks = false): void {
  const { masked } = reading;
  if (looksOf(source, masked)) return reading.looks(source);
  const clause = source.replace(/^(?:and|also|plus|but|so|und|auch|et|aussi|y|también|e|anche|também|en|ook|och|även|i|oraz|oh and|btw)\s+/iu, '').trim();
  const shown = masked.shown(clause);
  if (instruction(shown)) return wish(clause, reading);
  if (EMPTY.test(shown) || isTaste(shown) || (asks && !/\d|\p{Lu}/u.test(shown))) return reading.looks(clause);
  const counted = /^\d{1,2}\s(\p{L}{4,20})\s*[(（]([^()（）]{8,240})[)）]$/u.exec(clause);
  if (counted?.[1] && counted[2] && listOf(counted[2]).length >= 3) return reading.part('features', capital(counted[1]), listOf(counted[2]));
  const asked = /\s\p{Lu}/u.test(shown) ? undefined : lexicon('sections').whole(shown.replace(/\s(?:with|section|mit|avec|con|com|met|med)\s.*$/iu, ''));
  if (asked) {
    if (!['hours', 'hero', 'cta', 'footer'].includes(asked)) reading.want(asked as BlockKind);
    return;
  }
  if (/^(?:also|plus|auch|aussi|también|anche|também|ook|även)\s/iu.test(source)) reading.also.push(shown);
  if (wantsCall(clause, reading)) return;
  const left = bare(readFacts(clause.replace(/^(?:it['’]?s|it is|there['’]?s|there is|there are|es ist|es gibt|c['’]est|il y a|es|son|hay|è|sono|c['’]è|é|são|há|het is|er is|det är|to|jest)\s+(?=\S+\s?\S)/iu, ''), reading));
  if (left === bare(clause)) return loose(left, source, reading, false);
  for (const piece of clausesOf(left)) loose(piece.replace(/^(?:on|at|in|from|for|with|by|um|am|ab|le|el|il|de|à|op|na|w|the|only|and|or|is|are)\s*$/iu, ''), source, reading, true);
}

/** What is left of a fragment when its facts are taken. */
function loose(text: string, source: string, reading: Reading, took: boolean): void {
  const { masked, brief } = reading;
  const { text: left, looks } = withoutColours(text, masked);
  if (looks) reading.looks(looks);
  const words = (brief.kind === 'email' && brief.lang === 'en' ? turned(masked.shown(left)) : masked.shown(left)).trim();
  if (took && /\s(?:a|at|to|an|unter|à|al|su|op|på|na|by|via|is|are|reach|write|call|email)$/iu.test(words)) return;
  if (EMPTY.test(words)) return;
  if (brief.purpose === 'password' && brief.lang === 'en' && LASTS.test(words)) return reading.statement(`The link works for ${LASTS.exec(words)?.[1]}.`);
  if (words.replace(/[^\p{L}]/gu, '').length < 3 || (took && !CONTENT.test(words))) return;
  if (PRONOUN.test(words) && !isStatement(left, brief.lang)) return reading.leave(source);
  if (properPlace(words, reading)) return;
  if (words.split(/\s+/).length > 14) return reading.leave(source);
  if (took) reading.remark(words);
  else reading.fragments.push(words);
}
const LASTS = /\blinks?\b.*?\b(\d{1,3}\s?(?:hours?|minutes?|mins?|days?|h))\b/iu;
const CONTENT = /\p{L}{3,}/u;

/** Purposes of things that are nowhere in particular. */
const NAMED_ONLY: ReadonlySet<string> = new Set(['password', 'receipt', 'shipped', 'trial-ends', 'welcome', 'product-news', 'app', 'saas', 'product', 'newsletter']);

/** "…, Rennes, …": a fragment that is nothing but a name, where no place is known yet. */
function properPlace(words: string, { brief, opening, masked }: Reading): boolean {
  const { slots, lang } = brief;
  if (!/^\p{Lu}[\p{L}'’-]+(?:[\s-]\p{Lu}[\p{L}'’-]+)?$/u.test(words) || lang === 'de') return false;
  if (/^\p{Lu}{2,5}$/u.test(words) || (/\s/.test(words) && !TWO_WORDS.test(words.split(' ')[0] ?? ''))) return false;
  if (!/\s/.test(words) && NAMED_ONLY.has(brief.purpose)) return false;
  const at = masked.text.indexOf(words);
  if (slots.place !== undefined || slots.name === words || (at === 0 && !opening.slice(words.length).trim()) || at > 250 || at <= 0 || !/,\s$/u.test(masked.text.slice(0, at))) return false;
  slots.place = words;
  return true;
}
