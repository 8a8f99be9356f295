import { isWritten } from '../library/library.ts';
import { readButton, readQuotedRoles, readSignature, readSignOff } from './actions.ts';
import { readForm, readLanguage, readParts, readWithout, wantsPart } from './asked.ts';
import { readUnspaced } from './cjk.ts';
import { readDeed, readQuestion } from './doing.ts';
import { readAsides, readFacts, readHours, readStreet, wholePrice } from './findings.ts';
import { readFormElsewhere } from './forms.ts';
import { aside, bare, fragment, isPicture, leaveOut, readReason, state, wish } from './fragments.ts';
import { readInlineLists, readQuotes } from './inline.ts';
import { isFact } from './items.ts';
import { labelled } from './labelled.ts';
import { isUnspaced } from './language.ts';
import { looksOf } from './looks.ts';
import { readMail } from './mail.ts';
import { calledName, subjectOf } from './names.ts';
import { readOffer } from './offers.ts';
import {
  CAUSE,
  COMMISSION,
  COMMISSIONED,
  GREETING,
  INVITED,
  MAIL_THAT,
  readIssue,
  SMALL_TALK,
  SUBJECT,
  THINKS,
  WANTS_PEOPLE,
} from './openings.ts';
import { orderElsewhere, readLetterElsewhere, turnedRound } from './ordered-words.ts';
import { behindDocument, namesDocument, withoutOrder } from './ordering.ts';
import { readPlain } from './plain.ts';
import type { Reading } from './reading.ts';
import { described, listed, readNameBefore, readRelative } from './self.ts';
import { instruction, isStatement, orderedStatement, polished } from './statements.ts';
import { asSentence, capital, clausesOf, withoutEnds } from './text.ts';

const LONGEST_SENTENCE = 1200;
const LONGEST_TALK = 30;

const SO_ORDER = /,?\sso\s(?:please\s)?(?:can you\s)?(?:put|add|include|make|have|give (?:us|me)|we need|there should be)\s.{3,80}$/iu;

export function sentence(source: string, reading: Reading, opening?: boolean): true {
  const { brief, masked } = reading;
  if (source.length > LONGEST_SENTENCE) reading.leave(source.slice(LONGEST_SENTENCE));
  let text = readSignOff(source.slice(0, LONGEST_SENTENCE).trim(), reading);
  if (reading.isEnglishMail) return readMail(text, reading);
  if (text === '' || SMALL_TALK.test(text)) return true;
  text = text.replace(GREETING, '');
  reading.begin(text);
  if (!isWritten(brief.lang)) return readPlain(text, reading);
  if (isUnspaced(brief.lang)) return readUnspaced(text, reading);
  text = withoutOrder(text, brief.lang);
  if (labelled(text, reading) || readLetterElsewhere(text, reading) || readIssue(text, reading) || readCause(text, reading)) return true;
  if (reading.opening === '') text = text.replace(WANTS_PEOPLE, '').replace(INVITED, 'invitation to ');
  text = readCalled(readNameBefore(text, reading), reading);
  for (const read of [readRelative, readQuotes, readSignature, readQuotedRoles, readButton]) text = read(text, reading);
  if (readQuestion(text, reading)) return true;
  text = readDeed(text, reading);
  text = text.replace(SO_ORDER, (tail) => (readForm(tail, reading) === tail ? tail : ''));
  text = readForm(readFormElsewhere(text, reading), reading);
  const before = text;
  text = readWithout(text, reading);
  // "No testimonials, we are too new": drop the reason with the wish.
  if (text !== before && /^\s*(?:[Bb]itte\s)?[,;.!]?\s*(?:$|[,;–-])/u.test(text)) {
    readAsides(text, reading);
    return true;
  }
  const whole = wholePrice(text, reading);
  if (whole !== text && bare(whole) === '') return true;
  text = readHours(readInlineLists(whole, reading), reading);
  if (THINKS.test(text)) return reading.looks(text);
  const told = brief.kind === 'email' ? MAIL_THAT.exec(text) : null;
  if (told?.[1] && told[2]) {
    reading.opening ||= told[1];
    const said = told[2].replace(/[?？]$/u, '');
    for (const one of said.split(/\s(?:and|und|et|y|e|en|och|i)\s(?:that|dass|que|che|dat|att|że)\s/iu)) run(clausesOf(one), reading);
    return true;
  }
  const orders =
    namesDocument(text, brief.lang) ||
    (reading.opening === '' && COMMISSION.test(text)) ||
    (COMMISSIONED.test(text) && (reading.opening === '' || !/\b(?:don['’]?t|do not|never|nicht)\b/iu.test(text)));
  const isOpening = opening ?? (reading.opening === '' || orders);
  if (isOpening) reading.opening = `${reading.opening} ${text}`.trim();
  text = readLanguage(readParts(text, reading), reading);
  if (looksOf(text, masked)) return reading.looks(text);
  text = bare(readOffer(text, reading));
  if (!/[\p{L}\ue100-\ue483]/u.test(text)) {
    readFacts(text, reading);
    return true;
  }
  return orders ? commission(text, reading) : rest(text, reading, isOpening);
}

function readCause(text: string, reading: Reading): boolean {
  const cause = reading.opening === '' && reading.isEnglishPage ? CAUSE.exec(text) : null;
  const words = reading.masked.shown(cause?.[1] ?? cause?.[2] ?? '').trim();
  if (!cause || words.length > 90 || /\b(?:page|site|website|form|button|headline|e-?mail)s?\b/iu.test(words)) return false;
  reading.brief.quoted.push({ as: 'headline', text: capital(words) });
  reading.opening = text;
  return true;
}

function readCalled(text: string, reading: Reading): string {
  const { brief, masked } = reading;
  const called = calledName(text, masked, reading.opening === '');
  if (!called) return text;
  reading.name(called.name);
  const behind = text.slice(called.end);
  const [all, does] = (brief.lang === 'en' && /^\s*,?\s*(?:that|which|who)\s(\p{L}{2,20}(?:s|es)\s[^.;,]{6,140})/u.exec(behind)) || [];
  const isSaid = all !== undefined && does !== undefined && !instruction(masked.shown(does));
  if (isSaid) reading.statement(asSentence(`${called.name} ${polished(masked.shown(does), 'en')}`));
  return `${text.slice(0, called.at)} ${isSaid ? behind.slice(all.length) : behind}`;
}

/** "A page for our bakery in Ghent, open from May" */
function commission(text: string, reading: Reading): true {
  const { slots } = reading.brief;
  const open = text.replace(BRACKETS, ' ');
  described(
    open.replace(
      /\s(?:and|und|et|y|e|en|och|i)\s(?:i |we |wir |nous )?(?:need|want|would like|am looking|brauche|brauchen|voudr|necesit|quier|vorrei|preciso).*$/iu,
      '',
    ),
    reading,
  );
  for (const [, inside = ''] of text.matchAll(BRACKETS)) aside(inside, reading);
  const { lead, rest: later } = leading(open, reading);
  const left = bare(readFacts(lead, reading));
  const behind = SUBJECT.exec(left);
  const from = behindDocument(left, reading.brief.lang) ?? (behind ? behind.index + behind[0].length : undefined);
  const about = (from === undefined ? left.replace(COMMISSION, '') : left.slice(from)).replace(MADE, '').replace(WHERE, '');
  slots.subject ??= withoutEnds(subjectOf(about, reading.masked) ?? '') || undefined;
  reading.about(clausesOf(about)[0] ?? '');
  const [head = '', ...clauses] = clausesOf(left);
  readReason(head, reading);
  const [next = '', ...more] = clauses;
  // "Lane Five, a co-working space in …"
  if (
    /^(?:an?|the|eine?|une?|una?|um|uma|een|ett|en)\s/iu.test(next) &&
    /\p{Lu}/u.test(head) &&
    next.split(/\s+/).length >= 3 &&
    !instruction(reading.masked.shown(next))
  ) {
    slots.subject = subjectOf(next, reading.masked) ?? slots.subject;
    if (next.split(/\s+/).length >= 6) reading.statement(asSentence(polished(reading.masked.shown(next, true), reading.brief.lang)));
    return run([...more, ...later], reading);
  }
  const said = [...clauses, ...later].filter((clause) => !WHERE.test(clause));
  return run(said, reading);
}
const MADE = /^\s*(?:bauen|erstellen|machen|schreiben|basteln|gestalten|entwerfen|maken|schrijven|bouwen|ontwerpen)(?!\p{L})/iu;
/** "Eine Seite, auf der man …": the clause describes actions of visitors. */
const WHERE = /^,?\s*(?:wo|auf der|auf dem|in der|où|donde|en la que|dove|in cui|onde|em que|waar|waarop|där|gdzie|na której)\s.*$/isu;
const BRACKETS = /[(（]([^()（）]{1,200})[)）]/gu;

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

function rest(text: string, reading: Reading, isOpening: boolean): true {
  const { brief, masked } = reading;
  if (readOrder(text, reading) || listed(text, reading)) return true;
  const asks = instruction(masked.shown(text, true));
  if (!asks && described(text, reading)) return true;
  if (!asks && isStatement(text, brief.lang) && !isFactual(text)) return readStatement(text, reading);
  const clauses = clausesOf(isOpening ? text : readStreet(text, reading));
  if (isOpening && !instruction(masked.shown(clauses[0] ?? ''))) {
    const { lead, rest: later } = leading(text, reading);
    const left = bare(readFacts(lead, reading));
    const [head = '', ...more] = clausesOf(left);
    const seen = brief.slots.subject;
    brief.slots.subject ??= subjectOf(head, masked);
    reading.about(head);
    if (seen !== undefined) fragment(head, reading);
    return run([...more, ...later], reading);
  }
  // A colon behind a wish introduces the details.
  const colon = asks ? text.indexOf(': ') : -1;
  if (colon > 0 && instruction(masked.shown(text.slice(0, colon)))) {
    for (const clause of clausesOf(text.slice(colon))) if (looksOf(clause, masked)) reading.looks(clause);
    return reading.looks(text.slice(0, colon));
  }
  return run(clauses, reading, asks);
}

/** Reads an order to say something, or to show a picture. @returns whether the text is one */
function readOrder(text: string, reading: Reading): boolean {
  if (orderElsewhere(text, reading)) return true;
  const ordered = orderedStatement(text, reading.brief.lang);
  if (ordered !== undefined) return turnedRound(ordered, reading);
  return isPicture(text) && leaveOut(text, reading);
}

function readStatement(text: string, reading: Reading): true {
  const { brief, masked } = reading;
  const clauses = clausesOf(text);
  const later = clauses.slice(1);
  // Long talk also contains words to the writer.
  if (clauses.length > 2 && text.split(/\s+/).length > LONGEST_TALK) return run(clauses, reading);
  // "The password is at reception, coffee is free": sentences joined by commas.
  const areSentences =
    clauses.every((clause) => clause.split(/\s+/).length >= 3) &&
    later.every((clause) => !JOINS.test(clause)) &&
    later.some((clause) => HAS_VERB.test(clause));
  if (!areSentences) return reading.isForWriter(text) ? wish(text, reading) : reading.isOrder(text) || state(text, reading);
  for (const clause of clauses) {
    if (instruction(masked.shown(clause)) || reading.isForWriter(clause)) wish(clause, reading);
    else if (isStatement(clause, brief.lang) && !HAS_VERB.test(clause)) state(clause, reading);
    else reading.statement(asSentence(polished(masked.shown(clause, true), brief.lang)));
  }
  return true;
}

const HAS_VERB = /\s(?:is|are|was|were|will|can|has|have|ist|sind|wird|kann|hat|est|sont|sera|es|son|está|è|sono|é|são)\s/iu;
const JOINS =
  /^(?:and|or|but|so|because|which|who|if|when|once|unless|while|as|since|although|und|oder|aber|wenn|weil|et|ou|mais|si|y|pero|e|ma|se|mas|en|maar|och|men|i|ale)\s/iu;

/** "It's 8 weeks, Mondays at 7, £110" */
function isFactual(text: string): boolean {
  const [, ...later] = clausesOf(text);
  return (
    later.filter((clause) => clause.split(/\s+/).length <= 9 && isFact(clause) && !/^(?:and|but|or|und|et|y)\s/iu.test(clause)).length >=
      1 && later.length >= 2
  );
}

function run(clauses: readonly string[], reading: Reading, asks = false): true {
  // "Send invoices, see who has paid, remind late clients": features of an app, not orders.
  if (!asks && SOLD.has(reading.brief.purpose) && clauses.length >= 2 && clauses.every((clause) => USE.test(clause) || isFact(clause))) {
    for (const clause of clauses) {
      if (USE.test(clause)) reading.brief.offers.push(capital(reading.masked.shown(clause)));
      else fragment(clause, reading);
    }
    return true;
  }
  for (let at = 0; at < clauses.length; at++) {
    const clause = clauses[at] as string;
    // The author's name follows the thanks.
    if (SMALL_TALK.test(clause)) {
      if (clauses.slice(at + 1).every((next) => next.split(/\s+/).length <= 3)) return true;
      continue;
    }
    const joined =
      isStatement(clause, reading.brief.lang) && !instruction(reading.masked.shown(clause)) ? stretch(clauses, at, reading) : clause;
    if (joined !== clause) at += clausesOf(joined).length - 1;
    if (!described(joined, reading) && !listed(joined, reading)) one(joined, reading, asks);
  }
  return true;
}

const SOLD: ReadonlySet<string> = new Set(['app', 'saas', 'product', 'waitlist', 'coming-soon']);
const USE =
  /^(?:and\s)?(?:send|see|track|plan|share|book|find|block|get|save|log|scan|sync|learn|compare|collect|pay|order|manage|schedule|record|chat|invite|create|add|export|import|remind|write|split|set|swap|rate|discover|listen|watch|play|organi[sz]e|edit|search|upload|sign|print|design|build|turn|keep|know|spot|stop|start)\s(?!(?:the|a|our|my)\s(?:page|site|website|form|button|headline|colou?rs?)|it\s|them\s|things\s|people\s)[^.]{3,70}$/iu;

/** Joins a statement with its continuations: lists, "but …", "so that …". */
function stretch(clauses: readonly string[], at: number, { masked }: Reading): string {
  let text = clauses[at] as string;
  for (const next of clauses.slice(at + 1)) {
    const shown = masked.shown(next);
    if (!GOES_ON.test(shown) || instruction(shown) || text.length + next.length > 200) break;
    text = `${text}, ${next}`;
  }
  return text;
}
const GOES_ON =
  /^(?:and|or|but|so|because|which|who|not|und|oder|aber|damit|weil|et|ou|mais|y|o|pero|e|ma|mas|en|maar|och|men|i|ale|no\s\p{L}+\s\p{L}+$)\s/iu;

/** @param asks whether the rest of the sentence addresses the writer */
function one(clause: string, reading: Reading, asks: boolean): true {
  const { masked, brief } = reading;
  if (looksOf(clause, masked)) return reading.looks(clause);
  const said = reading.isEnglishPage ? /^(?:that|which|who)\s(\p{L}{3,20}s\s[^.;,]{6,140})$/u.exec(clause)?.[1] : undefined;
  if (said && !instruction(masked.shown(said))) {
    reading.relatives.push(polished(masked.shown(said), 'en'));
    return true;
  }
  const shown = masked.shown(clause, true);
  if (readOrder(clause, reading) || wantsPart(shown, reading)) return true;
  if (instruction(shown) || reading.isForWriter(clause)) return wish(clause, reading);
  if (!isStatement(clause, brief.lang)) return fragment(clause, reading, asks);
  if (brief.lang === 'de' && RELATIVE.test(clause)) return reading.leave(clause);
  return reading.isOrder(clause) || state(clause, reading);
}

/** "… a café, which opens in autumn": a relative clause. */
const RELATIVE = /^(?:der|die|das|den|dem)\s(?!\p{Lu}).*\s\p{Ll}{2,16}t\.?$/u;
