import { readFacts } from './findings.ts';
import { bare, LASTS } from './fragments.ts';
import { readOffer } from './offers.ts';
import { COMMISSION } from './openings.ts';
import type { Reading } from './reading.ts';
import { instruction, isStatement, polished } from './statements.ts';
import { asSentence, capital, withoutEnds } from './text.ts';
import { asWritten } from './words.ts';

/* "Payment reminder to parents: …": the head orders an English email; the rest is its content. */

export interface Head {
  /** Empty if the text orders no mail. */
  head: string;
  /** The content, each part to be read as a sentence. */
  said: string[];
  from: boolean;
  /** The content is introduced by words such as "saying", or by a colon. */
  isTold: boolean;
}

const MAIL =
  /(?<!\p{L})(?:e-?mails?|mails?|mailing|mailshot|newsletters?|messages?|letters?|reminders?|invitations?|invites?|notices?|announcements?|confirmations?|templates?|follow-?\s?ups?|outreach|appeals?|apolog(?:y|ies)|surveys?|bulletin|memo|digest|circular|notifications?|alerts?|series|receipts?|greetings|campaign|sequence|thank[- ]?you (?:note|mail|email)|write|draft)(?!\p{L})/iu;

const SAYS =
  /\s(?:saying|that says?|to say|which says|stating|to state|explaining|to explain|announcing|to announce|to let (?:them|people|everyone|\p{L}{3,16}(?:\s\p{L}{3,16}){0,2}) know|letting (?:them|people|everyone|\p{L}{3,16}(?:\s\p{L}{3,16}){0,2}) know)\s(?:that\s|about\s)?(?=\S)/iu;
const ORDERS =
  /\s(?:to\s(?=(?:tell|remind|inform|ask|invite|thank|warn|notify|congratulate|welcome|apologi[sz]e|wish|offer)\s)|and\s(?=(?:tell|remind|inform|ask|invite|thank|warn|notify|congratulate|offer)\s)|(?=(?:telling|reminding|informing|asking|inviting|thanking|warning|notifying|congratulating|offering|apologi[sz]ing)\s))/iu;
const THAT = /\s(?:that|because)\s(?=(?:the|our|we|you|your|their|they|there|it|i|all|from|on|his|her|this|next|\p{Lu}|\d)\S*\s)/u;
/** "Customers whose orders were late" */
const WHOSE = /\s\p{L}{3,16}\swhose\s(.+)$/iu;

const gerund = (text: string): string =>
  text
    .replace(/^(tell|remind|inform|ask|thank|warn|offer)ing\s/iu, '$1 ')
    .replace(/^inviting\s/iu, 'invite ')
    .replace(/^notifying\s/iu, 'notify ')
    .replace(/^apologi[sz]ing\s/iu, 'apologise ')
    .replace(/^congratulating\s/iu, 'congratulate ');

export const subjectOfOrder = (head: string): string | undefined => ORDER_ABOUT.exec(head)?.[1];
const ORDER_ABOUT =
  /^(?:please\s)?(?:invite|welcome|remind|thank|tell|ask|inform|notify)\s.{2,50}?\s(?:to|about|of|for)\s(?:our\s|the\s|an?\s|my\s)?(.{3,100})$/iu;

const toldBehind = (head: string, said: string): Head => ({ head, said: [said], from: true, isTold: true });
const cutAt = (text: string, { 0: found, index }: RegExpExecArray): Head =>
  toldBehind(text.slice(0, index), text.slice(index + found.length));

export function headOf(text: string, reading: Reading, isOpening: boolean): Head {
  const shown = reading.masked.shown(text, true);
  const orders = COMMISSION.test(shown) || WRITES.test(shown);
  if (!isOpening && !orders) return { head: '', said: [text], from: false, isTold: true };
  const says = SAYS.exec(text);
  const told = ORDERS.exec(text);
  const at = [says, told].filter((one) => one !== null).sort((one, other) => one.index - other.index)[0];
  if (at && (orders || MAIL.test(text.slice(0, at.index))))
    return toldBehind(text.slice(0, at.index), gerund(text.slice(at.index + at[0].length)));
  const [, before = '', rest = ''] = /^([^:]{3,160}?)(?::\s|\s[–—-]\s)(.+)$/su.exec(text) ?? [];
  if (rest !== '' && !isStatement(before, 'en') && (MAIL.test(before) || orders || before.split(/\s+/).length <= 5))
    return toldBehind(before, rest);
  const about = MAIL_THAT.exec(text);
  if (about && !text.slice(0, about.index).includes(',')) return cutAt(text, about);
  const isMail = orders || MAIL.test(text);
  const whose = isMail ? WHOSE.exec(text)?.[1] : undefined;
  if (whose) return toldBehind(text.slice(0, text.indexOf(whose)), `your ${whose}`);
  const that = isMail ? THAT.exec(text) : null;
  if (that && !text.slice(0, that.index).includes(',') && !/because/u.test(that[0])) return cutAt(text, that);
  const [first = text] = /^(?:[^,;()]|\([^()]{0,200}\))+/u.exec(text) ?? [];
  const later = text.slice(first.length).replace(/^[,;]\s*/u, '');
  const isHead =
    orders ||
    (isOpening && MAIL.test(first) && reading.isOrder(first)) ||
    (MAIL.test(first) && !VOICE.test(first) && !isStatement(first, 'en')) ||
    (instruction(first) && !VOICE.test(first));
  return isHead ? { head: first, said: later === '' ? [] : [later], from: true, isTold: false } : toldBehind('', text);
}
const WRITES =
  /^(?:please\s|can you\s|could you\s|i want to\s|i need to\s|i['’]d like to\s|we want to\s|we need to\s)?(?:write|draft|send|create|compose|e-?mail)\s/iu;
const MAIL_THAT =
  /\b(?:reminder|e-?mail|mail|message|note|notice|letter)\s(?:to\s.{2,50}?\s)?that\s(?!says?\b|tells?\b|is\b|goes\b|asks?\b|explains?\b|we send|thanks)/iu;
const VOICE = /^(?:please\s)?(?:tell|remind|inform|ask|thank|invite|let|warn|notify|congratulate|welcome|wish|apologi[sz]e|announce)\s/iu;

const NAME = "\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’.-]+){0,2}";
const I_AM = asWritten`^(?:[Ii]['’]m|[Ii] am|[Mm]y name is)\s(${NAME})(?=$|[,.;]|\s(?:from|and|the|at)\s)`;
/** "Pay the deposit at https://…" labels the button. */
const LINKED =
  /\b(pay|book|donate|apply|register|sign up|rsvp|vote|order|renew|join|download|buy|give|reserve|confirm|enrol|watch|read|track|shop|reply|subscribe|log in|choose|answer|take the survey)\b[^.]{0,60}$/iu;
const LABELS: Record<string, string> = {
  watch: 'Watch it',
  read: 'Read it',
  track: 'Follow the parcel',
  rsvp: 'RSVP',
  answer: 'Answer now',
  'take the survey': 'Take the survey',
};

/** "14 Tannery Lane leeds" */
const TOWN =
  /(?<=\b\d{1,4}[a-z]?\s(?:\p{Lu}[\p{L}'’]{1,20}\s){0,2}(?:Street|St|Lane|Road|Rd|Avenue|Square|Row|Way|Drive|Terrace|Quay))\s(?!(?:and|from|next|near|upstairs|behind|opposite|just|with|for|until|which|where|by|on|in|at|to|is|will)\s)(\p{Ll})(?=\p{Ll}{3,}(?:\s|$))/gu;
const tidy = (text: string): string =>
  polished(
    text.replace(TOWN, (_all, letter: string) => `, ${letter.toUpperCase()}`),
    'en',
  );

export function say(source: string, reading: Reading): true {
  const { masked, brief } = reading;
  const facts = [...brief.facts];
  const text = asSentence(tidy(masked.shown(source, true)));
  if (/\s/.test(text) && !reading.headed && !reading.spoke) brief.lead ??= text.replace(/\.$/u, '');
  reading.spoke = true;
  const name = I_AM.exec(source)?.[1];
  if (name) brief.signature ??= { name };
  const url = [...source].findIndex((one) => masked.at(one)?.kind === 'url');
  if (url >= 0 && brief.action.label === undefined) {
    const deed = LINKED.exec([...source].slice(0, url).join(''))?.[1]?.toLowerCase();
    if (deed) brief.action.label = LABELS[deed] ?? capital(`${deed} now`);
  }
  readOffer(source, reading);
  readFacts(source, reading);
  brief.facts = [...facts, ...brief.facts.slice(facts.length).filter(({ kind }) => kind === 'code')];
  return reading.statement(text);
}

export function point(source: string, reading: Reading): true {
  const { masked, brief } = reading;
  const facts = [...brief.facts];
  const shown = masked.shown(source, true).trim();
  const lasts = brief.purpose === 'password' ? LASTS.exec(shown)?.[1] : undefined;
  if (lasts) return reading.statement(`The link works for ${lasts}.`);
  if (placed(shown, reading)) return true;
  const first = !reading.spoke;
  reading.spoke = true;
  const before = brief.slots.discount;
  const unsold = readOffer(source, reading);
  // Keep the point if the headline cannot show the whole offer.
  const offered = brief.slots.discount !== before && brief.slots.offer === undefined;
  const left = bare(readFacts(bare(unsold), reading))
    .replace(/[^\p{L}\d\s]/gu, '')
    .trim();
  const found = brief.facts.slice(facts.length);
  const isBare =
    !offered && !masked.all('tag', source).length && left.split(/\s+/).every((word) => word.length <= 3 || PREPOSITION.test(word));
  const isLoose = found.some(({ kind, label }) => kind === 'where' || (kind === 'when' && label === undefined && left !== ''));
  if (isBare && (reading.dated || !isLoose)) return true;
  brief.facts = [...facts, ...found.filter(({ kind }) => kind === 'code')];
  if (first && !reading.headed && !OF_MAIL.test(shown) && !NAMES_ONLY.test(shown) && /\s/.test(shown)) brief.lead ??= capital(tidy(shown));
  // Whether a lone name is a name is only known at the end.
  reading.fragments.push(tidy(shown));
  return true;
}
const OF_MAIL = /(?<!\p{L})(?:e-?mail|mail|newsletter|message|notification|template|series|campaign)(?!\p{L})/iu;
const NAMES_ONLY = /^(?:\p{Lu}[\p{L}\d'’.&-]*|the|of|and|&|at|in)(?:\s(?:\p{Lu}[\p{L}\d'’.&-]*|the|of|and|&|at|in)){0,4}$/u;

const ORDER_NUMBER =
  /^(?:order|invoice|booking|reference|ref)\s*(?:no\.?|nr\.?|number|n°)?\s*:?\s*#?\s*([A-Z]{0,4}-?\d{3,12}|\{\{[^{}]{1,60}\}\})$/iu;
export const orderNumber = (shown: string): string | undefined => ORDER_NUMBER.exec(shown.trim())?.[1];

const VENUE =
  /^(?:(?:in|at|venue|place|location)\s)?(?:the\s)?(?:[\p{L}\d'’&.-]+\s){0,5}(?:room|hall|pavilion|church|cent(?:re|er)|clubhouse|pub|arms|hotel|library|park|gardens?|field|studio|theatre|gym|court|house|inn|gallery|museum|marquee|barn|chapel|stadium|arena|lounge|suite|zoom|teams|street|st|road|rd|lane|avenue|ave|square|quay|beach|office|kitchen|school|campus|ground|pool)$/iu;
/** "The Anchor function room" */
function placed(text: string, { brief, dated }: Reading): boolean {
  const where = brief.facts.find(({ kind }) => kind === 'where' || kind === 'address');
  if (!dated || !VENUE.test(text) || /\b(?:no|free|parking|behind|bring|open)\b/iu.test(text)) return false;
  if (!where) {
    const value = text.replace(/^(?:in|at|venue|place|location)\s/iu, '');
    brief.slots.where ??= value;
    brief.facts.push({ kind: 'where', value: capital(value) });
    return true;
  }
  if (!/^\p{Lu}|^\d/u.test(text) || /street|road|lane|,/iu.test(where.value)) return false;
  where.value = `${where.value}, ${text}`;
  brief.slots.where = where.value;
  return true;
}
const PREPOSITION =
  /^(?:between|from|until|before|only|with|under|over|about|starts?|starting|ends?|code|valid|available|each|just|price|date|time|place|venue|location)$/iu;

/** "Key points", "Items": headings of notes mean nothing to readers. */
const NOTE_HEADING =
  /^(?:(?:key|main|talking|bullet)\s)?(?:points?|details|contents?|highlights?|includes?|mention|messages?|info|items|topics|news|features?|benefits?|what to (?:say|include|mention)|must(?:-| )haves?|facts|notes)(?:\sto\s(?:include|mention|cover))?$/iu;

export function tidyNotes({ brief }: Reading): void {
  for (const part of brief.parts) {
    if (part.heading && NOTE_HEADING.test(part.heading)) delete part.heading;
    if (part.kind !== 'features' && part.kind !== 'steps') continue;
    part.items = part.items.filter(({ lead, text = '' }) => {
      const [, label = '', url] = /^(.{0,40}?)[\s:–-]*(https?:\/\/\S{4,300})$/u.exec(`${lead} ${text}`.trim()) ?? [];
      if (!url || label.split(/\s+/).length > 5) return true;
      if (brief.action.href !== undefined && brief.action.href !== url) return true;
      brief.action.href = url.replace(/\.$/u, '');
      if (label !== '' && !/^(?:link|url|website|cta|button)$/iu.test(label)) brief.action.label ??= label;
      return false;
    });
  }
  brief.parts = brief.parts.filter(({ items }) => items.length > 0);
  if (brief.slots.subject) brief.slots.subject = withoutEnds(brief.slots.subject);
  if (/^(?:cheers|thanks|regards|best|love|from)\s/iu.test(brief.slots.name ?? '')) delete brief.slots.name;
  if (NAMES_MAIL.test(brief.slots.subject ?? '')) delete brief.slots.subject;
}
const NAMES_MAIL =
  /^(?:write|send|draft|create)\b|\b(?:e-?mails?|mail|newsletter|message|reminder|invitation|notice|announcement|confirmation|template|follow[- ]?up|outreach|appeal|notification|series|campaign)\b/iu;
