import { readButton, readQuotedRoles, readSignature } from './actions.ts';
import { readForm, readLanguage, readWithout } from './asked.ts';
import { readFacts } from './findings.ts';
import { bare, isPicture, leaveOut, READER, wish } from './fragments.ts';
import { readQuotes } from './inline.ts';
import { labelled } from './labelled.ts';
import { isTaste, looksOf } from './looks.ts';
import { headOf, orderNumber, point, say, subjectOfOrder } from './mail-said.ts';
import { isAudience, voiced } from './mail-voice.ts';
import { calledName, subjectOf } from './names.ts';
import { readOffer } from './offers.ts';
import { COMMISSION, GREETING, readIssue, SMALL_TALK, SUBJECT } from './openings.ts';
import type { Reading } from './reading.ts';
import { readNameBefore } from './self.ts';
import { instruction, isStatement } from './statements.ts';
import { capital } from './text.ts';

/* An English email keeps the author's sentences whole. Words to the writer go, orders become sentences, and short notes points. */

interface Piece {
  before: string;
  text: string;
}

const SEPARATOR =
  /(,(?!\d)\s*|;\s*|\s[–—-]\s|:(?=\s)\s*|\s\/\s|\s(?:and then|and|then)\s(?=(?:offer|ask|tell|invite|remind|thank|mention|encourage)\s(?!us|me|for)))/u;

function piecesOf(text: string): Piece[] {
  const parts = text.split(SEPARATOR);
  const pieces: Piece[] = [];
  let depth = 0;
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at] ?? '';
    const before = at === 0 ? '' : (parts[at - 1] ?? '');
    const last = pieces.at(-1);
    // "Questions: devs@…"
    if ((depth > 0 || (/:/u.test(before) && /^[\ue100-\ue483]$/u.test(part.trim()))) && last) last.text += before + part;
    else pieces.push({ before, text: part });
    depth = Math.max(0, depth + (part.match(/\(/g) ?? []).length - (part.match(/\)/g) ?? []).length);
  }
  const [first, second, ...others] = pieces
    .map(({ before, text: one }) => ({ before, text: one.trim() }))
    .filter(({ text: one }) => one !== '');
  if (!first || !second) return first ? [first] : [];
  // "As a small thank you, …": an introduction belongs to the next clause.
  const leans =
    LEANS.test(first.text) && first.text.split(/\s+/).length <= 7 && !WHEN_ONLY.test(first.text) && second.before.startsWith(',');
  return leans ? [{ before: '', text: `${first.text}${second.before}${second.text}` }, ...others] : [first, second, ...others];
}
const WHEN_ONLY = /^(?:on|at|this|next|tomorrow|today|every|from|in)\b.*\d/iu;

const DEED =
  /^(?:please\s)?(?:bring|wear|book|call|ring|phone|text|visit|come|join|add|set|answer|remember|stop|unplug|switch|turn|keep (?:your|the|it)|make sure|be (?:on time|there|ready|careful|prepared|early|sure)|migrate|never|vote|start|donate|give|apply|reply|respond|rsvp|register|sign up|log in|click|pay|order|check|open|download|watch|read|send|let us|tell us|meet|park|arrive|dress|share|vote|return|collect|pick up|choose|pick|fill|complete|take|try|save|shop (?:now|online|the|our)|enjoy|look out|see you|write to us|email|drop in|drop by|pop in|get in touch|contact|don['’]?t (?:forget|miss|worry|bring|leave)|do not (?:forget|miss|bring|leave)|show this|leave (?:your|the|a)|keep (?:your|an eye)|add your|use (?:the )?(?:code|your|it|them)|press|tap|upload|invite your|set up|turn on|update your|confirm|quote)(?![\p{L}'’])/iu;
const FOR_READERS = /\b(?:you|your|yours|us)\b/iu;
const TO_WRITER =
  /\b(?:can you|could you|would you|you can (?:write|make|use|add|change|decide)|your (?:own words|choice|judgement|creativity)|up to you|if you (?:like|think|want|can)|thank you$|you decide|as you see fit|i want you|i['’]d like you|you are an?|you['’]re an?|act as|imagine you)\b/iu;

const SENDER =
  /^(?:(?:we|i)(?:['’](?:re|m)|\s(?:are|am))\san?\s(?!\p{L}+(?:ed|ing)\b)|(?:we|i)\s(?:sell|own|run|make)\s(?!sure|out)|(?:our|the|my)\s(?:company|business|brand|shop|product|app|firm|practice)\s(?:is|sells|makes|does|name)\b|it['’]?s\san?\s(?:\p{L}+\s){0,3}(?:company|brand|shop|app|tool|practice|agency|studio|business)\b)/iu;
const SENDER_WORDS =
  /^(?:the\s|our\s|my\s|an?\s)?(?:[\p{L}-]+\s){0,4}(?:company|brand|shop|store|studio|agency|practice|salon|charity|club|school|app|product|business|startup|firm|retailer|platform|hotel|clinic|restaurant)(?:\s(?:name|is|called|in\s\p{Lu}\p{L}+))?$/iu;

const GOES_ON =
  /^(?:and|or|but|so|because|which|who|not|nor|then|where|as|since|although|though|while|plus|including|instead|otherwise|until|unless|even|also|too|sorry)\b/iu;
const LEANS =
  /^(?:if|when|once|unless|after|before|because|as|since|while|although|for|from|on|at|in|to|with|by|until|during|due to|thanks to|instead of|starting|this|next|last|every|unfortunately|however|sadly|today|tomorrow|yesterday|also|otherwise|just|in case|to say)\b/iu;

const isSaying = (text: string): boolean =>
  isStatement(text.replace(/\s?\([^()]{0,200}\)/gu, ''), 'en') || DEED.test(text) || SAYING.test(text);
const SAYING =
  /^(?:please|thank you|thanks for|sorry|welcome to|congratulations|we|i|you|there|a reminder)(?:['’]\p{L}+)?\s\S|^(?:that|this|these|those)\s\p{L}+s?\s\S/iu;

/** Takes a piece about the order or its sender. @returns whether it is one */
function isAside(text: string, shown: string, reading: Reading, leads: boolean, before: string): boolean {
  const { masked, brief } = reading;
  if (shown === '' || isSmallTalk(shown)) return true;
  if (isPicture(text) && !FOR_READERS.test(shown)) return leaveOut(text, reading);
  if (WRITER.test(shown)) return true;
  const number = orderNumber(masked.shown(text));
  if (number) return reading.slot('number', number);
  if ((looksOf(text, masked) && !/\d/.test(shown)) || isTaste(shown)) return reading.looks(text);
  const called =
    NAMED.exec(shown.replace(/^(?:Company|Brand|Business|Shop|Product|App|Charity|Our|The|My)\b/u, (word) => word.toLowerCase()))?.[1] ??
    (SENDER_WORDS.test(before) && /^\p{Lu}[\p{L}\d'’.& -]{1,40}$/u.test(shown) ? shown : undefined);
  const isCalled = called !== undefined && /\p{Lu}/u.test(called) && brief.slots.name !== called;
  if (isCalled) reading.named = reading.slot('name', called);
  return isCalled || (leads && SENDER.test(text)) || SENDER_WORDS.test(shown) ? reading.open(text) : false;
}

function forReaders({ text }: Piece, reading: Reading, leads: boolean, before: string): string | undefined {
  const { masked } = reading;
  const shown = masked.shown(text, true).trim();
  if (isAside(text, shown, reading, leads, before)) return undefined;
  const turned =
    voiced(text.replace(/^(?:pls|plz)\s/iu, 'please ')) ?? (/^(?:pls|plz)\s/iu.test(text) ? text.replace(/^\S+/u, 'please') : undefined);
  const isRecipient =
    turned === undefined &&
    isAudience(shown) &&
    /^\S+(?:\s\S+){0,3}\s(?:who|that)\s/iu.test(shown) &&
    !/\s(?:get|will|can|are|pay|have to|must)\s/iu.test(shown);
  if (isRecipient) reading.open(text);
  else if (turned === '') reading.leave(text);
  if (isRecipient || turned === '') return undefined;
  const said = turned ?? text;
  const words = masked.shown(said, true);
  const speaks =
    (turned !== undefined && /^(?:we|thank|are|do|would)\b|\b(?:please|you|your)\b/iu.test(said)) ||
    POLITE.test(said) ||
    (READER.test(said) && !OF_TEXT.test(words) && !TO_WRITER.test(words)) ||
    (!TO_WRITER.test(words) && (FOR_READERS.test(words) || DEED.test(said)) && !OF_TEXT.test(words));
  const chance = reading.writerChance(text);
  const isWish = !(speaks && chance < SURELY) && toWriter(words, chance, masked.shown(text).length !== text.length || /\d/.test(text));
  if (isWish) wish(text, reading);
  return isWish ? undefined : said;
}
/** Above this chance, "you" addresses the writer. */
const SURELY = 0.75;
const ABOUT_MAIL =
  /\b(?:tone|wording|copywrit\p{L}+|headline|subject lines?|preview text|layout|font|colou?rs?|palette|emojis?|bullet points?|exclamation marks?|clickbait|call to action|cta|html|template|\d{2,3} words|(?:short|long|punchy|catchy|snappy) (?:email|mail|and|sentences?|paragraphs?)|(?:the|this) (?:e-?mail|mail|message|text|copy) (?:should|must|needs|has to|is for)|should (?:look|feel|sound|read|be (?:short|friendly|warm|simple|clear|formal|personal))|(?:make|keep) (?:it|this|the (?:e-?mail|mail|tone|text|message))|sounds? like|in our voice|our audience|the audience|the goal|the aim)\b/iu;
const ORDER =
  /^(?:please\s|and\s|also\s|then\s|maybe\s|but\s){0,3}(?:make|write|draft|create|build|design|compose|avoid|skip|shorten|translate|rewrite|imagine|act as|pretend|highlight|emphasi[sz]e|focus on|use|include|add|mention|list|attach|put|insert|end with|start with|open with|close with|finish with|address (?:them|readers|it|people|the)|mirror|keep (?:it|this|the|things|everything)|give|show|leave out|don['’]?t (?:use|write|make|mention|be|sound|include|add|overdo|say)|do not (?:use|write|make|mention|be|sound|include|add|say)|no (?:need to|emojis?|images?|jargon|fluff|hype|sales|hard sell))(?![\p{L}'’])/iu;
const STEP = /^(?:use|include|add|list|attach|put|keep|give|show)\s(?:your|my|their|code|it at|this (?:code|mail|email) )/iu;

const toWriter = (text: string, chance: number, factual: boolean): boolean =>
  ABOUT_MAIL.test(text) ||
  (ORDER.test(text) && !STEP.test(text)) ||
  chance > (instruction(text) ? (factual ? 0.5 : 0.3) : factual ? 0.8 : 0.6);

const POLITE =
  /^(?:sorry|thank you|thanks for|welcome to|congratulations|we (?:hope|wish|look forward|are sorry|apologi[sz]e)|no (?:data|action|need|payment|further)\b)/iu;
const WRITER =
  /^(?:get|win|bring)\s(?:them|people|everyone|her|him|\p{L}{3,14}s)\sback\b.{0,40}$|^(?:and\s)?(?:ask|be|stay|sound|write|speak|end|start|finish|close|begin|open|keep it|make it|nothing|not|don['’]?t be|no)\s(?:it\s)?(?:too\s|very\s|a bit\s)?(?:gentl[ey]|nice(?:ly)?|polite(?:ly)?|friendly|warm(?:ly)?|kind(?:ly)?|honest(?:ly)?|pushy|salesy|hype|fluff|jargon|short|brief|upbeat|positive|clear|direct|formal|informal|casual)\b[^,.]{0,40}$/iu;

/** Words about the email itself, even with "your" or "us". */
const OF_TEXT =
  /\b(?:e-?mail|mail|message|newsletter|text|copy|tone|draft|subject line|headline|paragraphs?|sentences?|cta|call to action|wording|this template)\s(?:should|must|needs?|has to|shouldn['’]?t)\b|\b(?:write (?:it|this|in|about|the|a|an|like|as)|draft|rewrite|sound|keep (?:it|this|the)|make (?:it|this|the (?:mail|email|text|tone|button|subject))|sign (?:off|it)|use (?:a|an|our|the|my|simple|short|bullet) (?!code)|no emojis|not (?:too|pushy|salesy))\b/iu;

/** Thanks and greetings to the writer. "Thanks for your patience" is for readers. */
const isSmallTalk = (text: string): boolean =>
  SMALL_TALK.test(text) &&
  !/^please\s\S|\byou[rs]?\b(?!$)|\bfor (?:being|coming|joining|waiting)\b|^sorry (?:it|that|we|for the (?!typo|mess|english|caps|spelling|typing))|^(?:hi|hello|dear) [\ue100-\ue483]/iu.test(
    text.replace(/^thank you/iu, 'thanks'),
  );

export function readMail(source: string, reading: Reading): true {
  const { brief, masked } = reading;
  if (source === '' || isSmallTalk(source)) return true;
  let text = source.replace(GREETING, '');
  reading.begin(text);
  if (labelled(text, reading) || readIssue(text, reading)) return true;
  text = readNameBefore(text, reading);
  const called = calledName(text, masked, reading.opening === '');
  if (called) {
    reading.name(called.name);
    const ahead = text.slice(0, called.at);
    const rest = text.slice(called.end);
    // "The product is called Tidewise, bookkeeping for freelancers": the rest describes it.
    if (/^(?:(?:the|our|my)\s)?\p{L}{2,16}(?:\s(?:name\s)?is)?\s*$/iu.test(ahead)) {
      reading.opening += ` ${rest}`;
      return true;
    }
    text = `${ahead} ${rest}`;
  }
  text = readQuotedRoles(readSignature(readQuotes(text, reading), reading), reading);
  const unbuttoned = readButton(text, reading);
  // An address within a sentence stays there.
  if (OF_BUTTON.test(text)) text = unbuttoned;
  const tag = /\b(?:links?|button|cta)(?:\s(?:is|goes|leads|to|:|=)){0,2}[\s:]*([\ue100-\ue483])/iu.exec(text)?.[1];
  if (tag && masked.at(tag)?.kind === 'tag' && brief.action.href === undefined) {
    brief.action.href = masked.shown(tag);
    text = text.replace(
      /(?:^|,\s*|\s)(?:(?:the|a|with|and|add)\s){0,3}(?:links?|button|cta)(?:\s(?:is|goes|leads|to|:|=)){0,2}[\s:]*[\ue100-\ue483]/iu,
      ' ',
    );
  }
  if (/\bforms?\b/iu.test(text)) text = readForm(text, reading);
  const before = text;
  if (OF_LOOKS.test(text)) text = readWithout(text, reading);
  if (text !== before && /^\s*[,;.!]?\s*(?:$|[,;–-])/u.test(text)) return true;
  const opens = reading.opening === '';
  if (opens) reading.opening = text;
  return mailSentence(readLanguage(text, reading), reading, opens);
}
/** Emails can do without these. "No action needed" is for readers. */
const OF_LOOKS = /(?<!\p{L})(?:buttons?|images?|pictures?|photos?|emojis?|logos?|links?|signature|sections?|graphics?)(?!\p{L})/iu;
const OF_BUTTON = /(?<!\p{L})(?:buttons?|cta|call to action|links?)(?!\p{L})/iu;

function mailSentence(source: string, reading: Reading, isOpening: boolean): true {
  // "Hi {{contact.first_name}}, …": every email starts so.
  const text = source.replace(/^(?:(?:hi|hello|hey|dear)\s)?([\ue100-\ue483])\s?[,!:–-]?\s+/iu, (all, one: string) =>
    reading.masked.at(one)?.kind === 'tag' && isOpening ? '' : all,
  );
  const [tag] = text === source ? [] : (/[\ue100-\ue483]/u.exec(source) ?? []);
  const hello = /^(?:hi|hello|hey|dear)(?=\s)/iu.exec(reading.masked.text)?.[0] ?? 'Hello';
  if (tag) reading.brief.greeting ??= `${capital(hello)} ${reading.masked.shown(tag)}`;
  if (text === '') return true;
  const { head, said, from, isTold } = headOf(text, reading, isOpening);
  if (head !== '') readHead(head, reading);
  reading.headed = from && !isTold && reading.brief.slots.subject !== undefined && !isAudience(reading.brief.slots.subject);
  for (const one of said) readSaid(one, reading, from);
  return true;
}

function readHead(head: string, reading: Reading): void {
  const { slots } = reading.brief;
  const left = bare(readFacts(bare(readOffer(head, reading)), reading));
  const behind = SUBJECT.exec(left);
  const about = subjectOfOrder(left) ?? (behind ? left.slice(behind.index + behind[0].length) : left.replace(COMMISSION, ''));
  slots.subject ??= subjectOf(about, reading.masked);
}

/** "Shop name Juniper Kids", "skincare brand Moss & Dew", "company: Nestwell". */
const NAMED =
  /^(?:(?:the|our|my|an?)\s)?(?:[\p{Ll}-]+\s){0,4}(?:shop|brand|company|business|store|studio|agency|practice|salon|charity|club|school|app|product|organisation|organization|firm|start-?up|service|platform|hotel|café|cafe|restaurant|clinic|gym|team)(?:['’]s)?(?:\sname)?(?:\s(?:is|called|is called|named))?(?:,|:)?\s((?:\p{Lu}[\p{L}\d'’.&-]*|the|of|and|&|de|at|by|in)(?:\s(?:\p{Lu}[\p{L}\d'’.&-]*|the|of|and|&|de|at|by|\d+)){0,5})$/u;

function readSaid(source: string, reading: Reading, opens: boolean): true {
  if (looksOf(source, reading.masked) && !/\d/.test(source)) return reading.looks(source);
  if (isName(source, reading)) return true;
  const pieces = piecesOf(source);
  const prose = isProse(source, pieces);
  const read = pieces.map((piece, at) => ({
    before: piece.before,
    text: forReaders(piece, reading, at === 0 || !/,|;/u.test(piece.before), pieces[at - 1]?.text ?? ''),
  }));
  // A complete sentence stays whole.
  if (pieces.length > 1 && prose && read.every((piece): piece is Piece => piece.text !== undefined)) return say(joinedText(read), reading);
  let run: Piece[] = [];
  for (const { before, text } of read) {
    if (text === undefined) {
      readRun(run, reading, opens);
      run = [];
    } else run.push({ before: run.length === 0 ? '' : before, text });
  }
  return readRun(run, reading, opens);
}

const isProse = (source: string, pieces: readonly Piece[]): boolean =>
  /^\p{Lu}/u.test(source) &&
  pieces.length <= 5 &&
  source.length <= 320 &&
  (isSaying(source) || pieces.some(({ text }) => isSaying(text))) &&
  !pieces.some(({ text }) => voiced(text) === '') &&
  pieces.filter(({ text }) => isSaying(text)).length * 2 >= pieces.length - 1;

const joinedText = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ before, text }, at) =>
      at === 0 ? text : before + text.replace(/^(?:Please|You|Thank|Which|What|How|When|Where|Do|Are)\b/u, (word) => word.toLowerCase()),
    )
    .join('');

const ONLY_NAME =
  /^(?:cheers,?\s|best,?\s|love,?\s|thanks,?\s|from\s)?((?:\p{Lu}[\p{L}\d'’.&-]*)(?:\s(?:\p{Lu}[\p{L}\d'’.&-]*|the|of|and|&|am|an|der|de|di|at|by|in|on)){0,5})(?:,\s(\p{Lu}[\p{L}'’-]+(?:\s(?:and|&|\p{Lu}[\p{L}'’-]+)){0,3}))?[.!]?$/u;
/** "Physio am See.", "Penrose Toys, Jean and Alan": the sender, behind the content. */
function isName(source: string, reading: Reading): boolean {
  const { brief, masked } = reading;
  const shown = masked
    .shown(source)
    .trim()
    .replace(/^(?:Company|Brand|Business|Shop|Organi[sz]ation|Name|Team)\s(?:name\s)?/u, '');
  const [, name, other] = ONLY_NAME.exec(shown) ?? [];
  const last = masked.text.indexOf(source.slice(0, 40)) * 2 > masked.text.length;
  if (!name || !last || !reading.spoke || /^(?:No|Free|Please|Bring|See|Limited|Apply|Thanks|Sorry|New)\b/u.test(name)) return false;
  const person = /^(?:cheers|best|love|thanks|from)\b/iu.test(source) || /^\p{Lu}\p{Ll}+ and \p{Lu}\p{Ll}+$/u.test(name);
  if (person) brief.signature ??= { name };
  else if (!reading.named || brief.slots.name === undefined) {
    brief.slots.name = name;
    reading.named = true;
  }
  if (other && /\s(?:and|&)\s|^(?:Mr|Mrs|Ms|Miss|Dr)\b/u.test(other)) brief.signature ??= { name: other };
  else if (other) brief.slots.place ??= other;
  return true;
}

function readRun(pieces: readonly Piece[], reading: Reading, opens: boolean): true {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last && joins(last, piece, pieces)) last.push(piece);
    else groups.push([piece]);
  }
  for (const group of groups) {
    const text = joinedText(group);
    const isWhole = groups.length === 1 && group.length === 1 && !opens && text.split(/\s+/).length >= 5;
    const isSaid = isWhole || group.some(({ text: one }) => isSaying(one)) || (group.length > 1 && LEANS.test(text)) || /\?$/u.test(text);
    if (isSaid) say(text, reading);
    else point(text, reading);
  }
  return true;
}

const GOES = /^(?:by|for|to|with|until)\s/iu;

function joins(group: readonly Piece[], { before, text }: Piece, all: readonly Piece[]): boolean {
  const last = group.at(-1)?.text ?? '';
  const states = group.some((one) => isSaying(one.text));
  if (GOES_ON.test(text) && !(/^(?:also|plus|then|otherwise)\b/iu.test(text) && isSaying(text))) return true;
  if (!states && LEANS.test(last) && group.length === 1 && !/^\S+\s?\S*$/u.test(text)) return true;
  // Text behind a dash or a colon explains the sentence before it.
  if (states && (/[–—:-]/u.test(before) || (!isSaying(text) && group.some((one) => /[–—:-]/u.test(one.before))))) return true;
  if (isSaying(text) && !GOES.test(text)) return false;
  const rest = all.slice(all.findIndex((one) => one.text === text));
  // "Please pay by transfer, account 40917, by Friday": the sentence continues behind the insertion.
  const goesOn = rest.findIndex((one) => GOES.test(one.text) || GOES_ON.test(one.text));
  const ends = rest.findIndex((one) => isSaying(one.text) && !GOES.test(one.text));
  if (states && goesOn >= 0 && (ends < 0 || goesOn < ends)) return true;
  if (isSaying(text)) return false;
  // "We have cakes, coffee and a raffle": the rest of a list.
  return (
    states &&
    rest.length <= 3 &&
    /\s(?:and|or)\s/iu.test(rest.at(-1)?.text ?? '') &&
    rest.every((one) => one.text.split(/\s+/).length <= 6 && !isSaying(one.text) && !/\d/.test(one.text))
  );
}
