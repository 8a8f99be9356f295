import { readFacts } from './findings.ts';
import { bare, LASTS } from './fragments.ts';
import { readOffer } from './offers.ts';
import { asWritten } from './patterns.ts';
import type { Reading } from './reading.ts';
import { asSentence, capital } from './split.ts';
import { polished } from './statements.ts';

/** What an email in English says: its sentences, and its notes of a few words. */

const NAME = "\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’.-]+){0,2}";
const I_AM = asWritten`^(?:[Ii]['’]m|[Ii] am|[Mm]y name is)\s(${NAME})(?=$|[,.;]|\s(?:from|and|the|at)\s)`;
/** "Pay the deposit at https://…": what the button says. */
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

/** "14 Tannery Lane leeds": the town behind a street. */
const TOWN =
  /(?<=\b\d{1,4}[a-z]?\s(?:\p{Lu}[\p{L}'’]{1,20}\s){0,2}(?:Street|St|Lane|Road|Rd|Avenue|Square|Row|Way|Drive|Terrace|Quay))\s(?!(?:and|from|next|near|upstairs|behind|opposite|just|with|for|until|which|where|by|on|in|at|to|is|will)\s)(\p{Ll})(?=\p{Ll}{3,}(?:\s|$))/gu;
const tidy = (text: string): string =>
  polished(
    text.replace(TOWN, (_all, letter: string) => `, ${letter.toUpperCase()}`),
    'en',
  );

export function say(source: string, reading: Reading): void {
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
  reading.statement(text);
}

export function point(source: string, reading: Reading): void {
  const { masked, brief } = reading;
  const facts = [...brief.facts];
  const shown = masked.shown(source, true).trim();
  const person = /^(?:from\s)?((?:Mr|Mrs|Ms|Miss|Dr|Prof|Rev|Sir)\.?\s\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}'’.-]+){0,2})$/u.exec(shown)?.[1];
  if (person) {
    brief.signature ??= { name: person };
    return;
  }
  const lasts = brief.purpose === 'password' ? LASTS.exec(shown)?.[1] : undefined;
  if (lasts) {
    reading.statement(`The link works for ${lasts}.`);
    return;
  }
  if (placed(shown, reading)) return;
  const first = !reading.spoke;
  reading.spoke = true;
  const before = brief.slots.discount;
  const unsold = readOffer(source, reading);
  // An offer that the headline cannot say whole stays a point.
  const offered = brief.slots.discount !== before && brief.slots.offer === undefined;
  const left = bare(readFacts(bare(unsold), reading))
    .replace(/[^\p{L}\d\s]/gu, '')
    .trim();
  const found = brief.facts.slice(facts.length);
  const isBare =
    !offered && !masked.all('tag', source).length && left.split(/\s+/).every((word) => word.length <= 3 || PREPOSITION.test(word));
  if (
    isBare &&
    (reading.dated ? true : !found.some(({ kind, label }) => kind === 'where' || (kind === 'when' && label === undefined && left !== '')))
  )
    return;
  brief.facts = [...facts, ...found.filter(({ kind }) => kind === 'code')];
  if (first && !reading.headed && !OF_MAIL.test(shown) && !NAMES_ONLY.test(shown) && /\s/.test(shown)) brief.lead ??= capital(tidy(shown));
  // A name says nothing by itself: it is known in the end whether it is one.
  reading.fragments.push(tidy(shown));
}
const OF_MAIL = /(?<!\p{L})(?:e-?mail|mail|newsletter|message|notification|template|series|campaign)(?!\p{L})/iu;
const NAMES_ONLY = /^(?:\p{Lu}[\p{L}\d'’.&-]*|the|of|and|&|at|in)(?:\s(?:\p{Lu}[\p{L}\d'’.&-]*|the|of|and|&|at|in)){0,4}$/u;

const ORDER_NUMBER =
  /^(?:order|invoice|booking|reference|ref)\s*(?:no\.?|nr\.?|number|n°)?\s*:?\s*#?\s*([A-Z]{0,4}-?\d{3,12}|\{\{[^{}]{1,60}\}\})$/iu;
/** "Order #48213". */
export const orderNumber = (shown: string): string | undefined => ORDER_NUMBER.exec(shown.trim())?.[1];

const VENUE =
  /^(?:(?:in|at|venue|place|location)\s)?(?:the\s)?(?:[\p{L}\d'’&.-]+\s){0,5}(?:room|hall|pavilion|church|cent(?:re|er)|clubhouse|pub|arms|hotel|library|park|gardens?|field|studio|theatre|gym|court|house|inn|gallery|museum|marquee|barn|chapel|stadium|arena|lounge|suite|zoom|teams|street|st|road|rd|lane|avenue|ave|square|quay|beach|office|kitchen|school|campus|ground|pool)$/iu;
/** "The Anchor function room": where it is, of what happens on a day. */
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
