import type { BlockKind } from '../draft/draft.ts';
import { isWritten } from '../library/library.ts';
import { actionElsewhere } from './actions.ts';
import { type AskedField, type AskedPart, note } from './brief.ts';
import { readFormPage } from './forms.ts';
import { cutTo } from './fragments.ts';
import { sayInLanguage } from './language.ts';
import { likeliestPurpose } from './learnt/purposes.ts';
import { looksBefore } from './looks.ts';
import { tidyNotes } from './mail-said.ts';
import { isAudience } from './mail-voice.ts';
import { findNames, learnNames, settleNames } from './naming.ts';
import { isOccasion, settleMailOccasion, settleOccasion } from './occasions.ts';
import { isArea, readReach } from './places.ts';
import { readPurpose, settlePurpose } from './purpose.ts';
import type { Reading } from './reading.ts';
import { instruction, spelt } from './statements.ts';
import { asSentence, capital, listOf, withoutEnds } from './text.ts';
import { anyCase, lexicon, lists, normal } from './words.ts';

const MOST_NOTES = 12;

const LONGEST_SLOT = 160;
const LONGEST_LINE = 280;
const LONGEST_STATEMENT = 600;

function bound({ brief }: Reading): void {
  for (const [name, value] of Object.entries(brief.slots))
    if ((value ?? '').length > LONGEST_SLOT || /[{}\ue100-\ue483]/u.test(value ?? '')) delete brief.slots[name as keyof typeof brief.slots];
  brief.statements = brief.statements.filter(({ length }) => length <= LONGEST_STATEMENT);
  brief.quoted = brief.quoted.filter(
    ({ as, text }) => text.length <= (as === 'quote' || as === 'text' || as === 'lede' ? LONGEST_STATEMENT : LONGEST_LINE),
  );
  brief.offers = brief.offers.filter(({ length }) => length <= LONGEST_SLOT);
  if ((brief.action.label?.length ?? 0) > LONGEST_SLOT) delete brief.action.label;
}

export function conclude(reading: Reading): void {
  const looks = looksBefore(reading.masked.text.slice(0, 160));
  if (looks) reading.looks(looks);
  readPurpose(reading);
  const { isEnglishMail } = reading;
  if (isWritten(reading.brief.lang)) {
    const likeliest = likeliestPurpose(reading);
    findNames(reading);
    learnNames(reading);
    settlePurpose(reading, likeliest);
    settleOccasion(reading);
    if (isEnglishMail) settleMailOccasion(reading);
    settleNames(reading);
    tidyAbout(reading);
    readOrdered(reading);
    if (isEnglishMail && isAudience(reading.brief.slots.subject ?? '')) delete reading.brief.slots.subject;
    readReach(reading);
    actionElsewhere(reading.brief);
    if (isEnglishMail) tidyNotes(reading);
  }
  readFormPage(reading);
  readFragments(reading);
  readHeadline(reading);
  const { brief, left, masked } = reading;
  if (brief.occasion === 'payment-due' && brief.statements.length === 0 && brief.slots.subject)
    reading.statement(`We have not received your payment for ${brief.slots.subject.replace(/^payment reminder (?:for )?/iu, '')} yet.`);
  bound(reading);
  if (brief.slots.name) for (const said of reading.relatives) reading.statement(asSentence(`${brief.slots.name} ${said}`));
  readDoes(reading);
  saidOnce(reading);
  const collects = brief.kind === 'page' && brief.purpose === 'charity' && brief.trade !== 'volunteers' && MONEY.test(masked.text);
  if (collects && brief.action.href === undefined) reading.note('missing_fact', NO_PAYMENTS, 'form');
  sayInLanguage(reading);
  brief.offers.splice(14);
  settleFields(reading);
  const bare = (text: string): string => normal(text).replace(/^the /u, '');
  const names = [brief.slots.name, brief.slots.subject, brief.slots.place, brief.about].filter((name) => name !== undefined);
  const said = new Set([...names, ...brief.statements].map(bare));
  brief.remarks = brief.remarks.filter((remark) => !said.has(bare(remark)));
  for (const sentence of left.slice(0, MOST_NOTES))
    brief.notes.push(note('not_understood', `Not understood, and left out: “${cutTo(sentence)}”`));
}

const NO_PAYMENTS =
  'A form takes no payments. Say where people can give ("button to https://…"), and the button leads there; until then the form collects offers.';

function settleFields(reading: Reading): void {
  const { brief, masked, extra } = reading;
  if (brief.fields) reading.addFields(extra);
  else if (extra.length > 0) brief.extra = extra.slice(0, 10);
  if (brief.purpose === 'property' && /\bdates\b/iu.test(masked.text)) brief.fields = brief.fields?.flatMap(stay);
  const seen = new Set<string>();
  brief.fields = brief.fields?.filter(({ standard, label }) => {
    const key = standard && !label ? standard : normal(label ?? '');
    return seen.has(key) ? false : seen.add(key);
  });
  const sold = brief.parts.find(({ kind, items }) => kind === 'pricing' && items.length >= 2);
  for (const field of brief.fields ?? []) {
    const isOpen = field.type === 'text' && !field.options;
    // "Ticket type" asks for one of the tickets on the page.
    if (isOpen && sold && asksWhichOf(sold, field.label ?? '')) {
      field.type = 'choice';
      field.options = sold.items.map(({ lead }) => lead);
    } else if (isOpen) offerOptions(field, [brief.offers, ...brief.parts.map(({ items }) => items.map(({ lead }) => lead))]);
    if (field.label) field.label = capital(spelt(field.label, brief.lang));
    if (field.options) field.options = field.options.map((option) => spelt(option, brief.lang));
  }
}

function readDoes(reading: Reading): void {
  const { brief, does, named } = reading;
  const [first] = does;
  if (!first) return;
  if (brief.about) brief.about = brief.about.replace(/,?\s(?:that|which|who)\s.*$/iu, '');
  const doer = brief.slots.name && (named || !PERSONS.test(first.thing)) ? brief.slots.name : `The ${first.thing}`;
  const text = asSentence(`${doer} ${first.said}`);
  if (text.length <= LONGEST_LEDE && !brief.quoted.some(({ as }) => as === 'lede')) brief.quoted.push({ as: 'lede', text });
  else brief.statements.unshift(text);
}
const LONGEST_LEDE = 220;

const PERSONS = /(?:ist|er|or|ian|coach|agent|guide)$/iu;

/** "Preferred class" offers "vinyasa, yin and prenatal classes" as its options. */
function offerOptions(field: AskedField, lists: readonly (readonly string[])[]): void {
  const [, one, other] = PREFERRED.exec(field.label ?? '') ?? [];
  const noun = (one ?? other)?.toLowerCase().replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/u, '');
  const named = anyCase`\s${noun}(?:e?s)?$`;
  const offers = lists.find((list) => list.length >= 2 && list.length <= 8 && list.some((offer) => named.test(offer)));
  if (!noun || !offers) return;
  field.type = 'choice';
  field.options = offers.map((offer) => capital(offer.replace(named, '')));
}

const PREFERRED =
  /^(?:(?:preferred|desired|favou?rite|chosen|which|choice of|type of|kind of)\s(\p{L}{3,14})|(\p{L}{3,14})\s(?:preference|choice|type|wish))\??$/iu;

const ABOUT_OWNER =
  /^(?:my|our)\s(?:mum|mom|mother|dad|father|wife|husband|sister|brother|son|daughter|friend|boss|partner|aunt|uncle)(?=\s\p{Ll})|^(?:she|he)(?=\s)/iu;
const PLAIN_WORDS =
  /^(?:we|we're|we've|i|i'm|our|my|the|a|an|run|saas|app|tool|software|platform|teach|make|sell|offer|own|are|am|is|have|launching|starting|opening|based|located|small|little|new|in|near|outside|around|at|from|of|for|to|and|called|named|who|works?|online|just|a)$/iu;

/** "The business is Poppy's Painted Faces." */
const ONLY_NAME =
  /\b(?:(?:my|our|its|the) name['’]?s?\b|called|name of (?:the|it|our|my)|(?:business|company|agency|shop|brand|firm|studio|coach|practice) is)\s/iu;

function saidOnce({ brief }: Reading): void {
  const { slots, lang } = brief;
  if (lang !== 'en') return;
  const known = new Set(normal([slots.name, slots.subject, slots.place, slots.audience, brief.about].join(' ')).split(' '));
  brief.statements = brief.statements.flatMap((statement) => {
    const isName = ONLY_NAME.test(statement) && statement.split(/\s+/).length <= 14;
    if (isName && brief.kind === 'page' && slots.name && statement.includes(slots.name)) return [];
    const owner = brief.kind === 'page' ? ABOUT_OWNER.exec(statement) : null;
    if (owner && (slots.name === undefined || statement.includes(slots.name))) return [];
    const text = owner ? `${slots.name}${statement.slice(owner[0].length)}` : statement;
    const isNews = brief.kind === 'email' && !/^we (?:sell|make|are|run)\s/iu.test(text);
    const rest = normal(text)
      .split(' ')
      .filter((word) => !known.has(word) && !known.has(word.replace(/s$/u, '')) && !PLAIN_WORDS.test(word));
    return rest.length === 0 && !isNews ? [] : [text];
  });
}

/** "Skip size" asks for one of the skips on the page. */
function asksWhichOf({ heading }: AskedPart, label: string): boolean {
  const last = normal(label).split(' ').at(-1) ?? '';
  return SOLD.test(label) || (heading !== undefined && last.length > 3 && normal(heading).includes(last.replace(/s$/u, '')));
}
const SOLD =
  /^(?:which\s)?(?:ticket|plan|package|membership|option|service|treatment|session|lesson|tier)s?(?:\s(?:type|option|plan|length))?$/iu;

const MONEY = /[€£$]|\b(?:pounds?|euros?|dollars?|donat\p{L}+|spend\p{L}+|dons?|donaci\p{L}+|donazi\p{L}+|zł|money|give)\b/iu;

const LISTING: ReadonlySet<string> = new Set(lists('purposes').listing);
const REMARK =
  /\b(?:free|included|incl|welcome|needed|only|allowed|no|not|never|max|min|since|insured|same|depends|already|inklusive|inbegriffen|kostenlos|keine?|nur|inclus|compris|gratuit|incluido|incluso|gratis|geen|ingen|bez|chiuso|fermé|cerrado|geschlossen|closed|open)\b|^(?:working|based|located|covering|serving|established|est|trading|from|with|by|until|for|in|on|at|me|my|been|opening|of)\s/iu;

const REACH = /^(?:based|located|covering|serving|working|across|around|near|in|outside|throughout)\s/iu;

const PART = /^(?:faqs?|q ?& ?a|pricing|testimonials?|customer reviews)$/iu;

function readFragments(reading: Reading): void {
  const { brief, fragments } = reading;
  const { slots } = brief;
  for (const fragment of fragments) {
    if ([slots.name, slots.subject, slots.place, slots.where].some((known) => known !== undefined && normal(known) === normal(fragment)))
      continue;
    if (brief.facts.some(({ value }) => normal(value).includes(normal(fragment)))) continue;
    if (reading.also.includes(fragment) && addPlaces(fragment, reading)) continue;
    const { name } = slots;
    const hasName = name !== undefined && name !== '' && normal(fragment).includes(normal(name)) && !/\d/.test(fragment.replace(name, ''));
    if (hasName && fragment.split(/\s+/).length <= name.split(/\s+/).length + 2) continue;
    if (isArea(fragment, slots.place)) continue;
    if (slots.place && REACH.test(fragment) && normal(fragment).includes(normal(slots.place))) continue;
    const part = brief.kind === 'page' && PART.test(fragment) ? lexicon('sections').whole(fragment) : undefined;
    if ((part && reading.want(part as BlockKind)) || isSubject(fragment, reading)) continue;
    const words = fragment.split(/\s+/).length;
    if (brief.kind === 'page' && LISTING.has(brief.purpose) && !isOccasion(brief.trade) && words <= 6 && !REMARK.test(fragment))
      brief.offers.push(capital(fragment));
    else reading.remark(fragment);
  }
}

function isSubject(fragment: string, { brief }: Reading): boolean {
  const { slots } = brief;
  if (slots.subject !== undefined || brief.trade !== undefined || brief.kind === 'email' || !LISTING.has(brief.purpose)) return false;
  if (fragment.split(/\s+/).length > 4 || REMARK.test(fragment) || /\d|\s(?:and|&|und|et|y|e|en|och|i|oraz)\s/.test(fragment)) return false;
  const isCapital = /^\p{Lu}\p{Ll}/u.test(fragment) && !/\s\p{Lu}/u.test(fragment);
  slots.subject = isCapital ? fragment.charAt(0).toLocaleLowerCase() + fragment.slice(1) : fragment;
  return true;
}

/** "Chimney sweep Swansea, also Mumbles and Gower" */
function addPlaces(fragment: string, { brief }: Reading): boolean {
  const { slots } = brief;
  const entries = listOf(fragment);
  const areTowns = entries.every((entry) => /^\p{L}[\p{L}'’-]{3,20}$/u.test(entry) && !/(?:ing|s|ed)$/u.test(entry));
  if (!slots.place || brief.trade === undefined || !areTowns) return false;
  slots.where = [slots.place, ...entries.map(capital)].join(', ');
  brief.facts.push({ kind: 'where', value: slots.where });
  return true;
}

/** "Website copy notes" heads the notes, not a page. */
const NAMES_NOTES =
  /^(?:(?:web|site|website|page|email)\s)?(?:copy|text|content|notes?|draft|brief|wording|info)(?:\s(?:notes?|draft|text|brief|copy))?$/iu;

/** "Book launch for", "create": leftovers of an order are no subject. */
function tidyAbout({ brief, isEnglishPage }: Reading): void {
  if (!isEnglishPage) return;
  const tidy = (words: string | undefined): string | undefined => {
    const left = withoutEnds(words ?? '').replace(/\sout$/iu, '');
    return /^(?:create|make|design|build|announce|need|want|write|do)?$/iu.test(left) ? undefined : left;
  };
  const about = tidy(brief.about);
  const subject = tidy(brief.slots.subject);
  if (about && !NAMES_NOTES.test(about)) brief.about = about;
  else delete brief.about;
  if (subject) brief.slots.subject = subject;
  else delete brief.slots.subject;
}

const ORDERED = /\bpage\sfor\s(?:our|my|the|a|an)\s([^,.;:!?\n]{4,60})/iu;
const NEWS = /^[^:\n]{0,30}\bpage\b[^:\n]{0,30}:\s+([^,.;:!?\n]{4,50})/iu;

function readOrdered({ brief, masked }: Reading): void {
  const { slots } = brief;
  if (brief.kind !== 'page' || brief.lang !== 'en' || slots.name || slots.subject) return;
  if (brief.trade !== 'notice' && (brief.trade || brief.purpose !== 'event')) return;
  const text = masked.shown(masked.text, true);
  const words = (ORDERED.exec(text) ?? NEWS.exec(text))?.[1]?.trim();
  if (words && !instruction(words)) slots.subject = words;
}

function readHeadline({ brief, masked }: Reading): void {
  const { quoted, slots, kind, action } = brief;
  const lede = quoted.find(({ as }) => as === 'lede');
  if (lede && lede.text.length <= 70 && !quoted.some(({ as }) => as === 'headline')) lede.as = 'headline';
  const used = new Set([
    ...(brief.fields ?? []).flatMap(({ label, options = [] }) => [label, ...options]),
    action.label,
    slots.name,
    ...quoted.map(({ text }) => text),
  ]);
  const printed = [
    ...brief.statements,
    ...brief.remarks,
    ...brief.facts.map(({ value }) => value),
    ...brief.parts.flatMap(({ items }) => items.map(({ lead, text }) => `${lead} ${text ?? ''}`)),
  ];
  const whole = masked.shown(masked.text, true);
  const isLoose = (text: string): boolean => {
    const words = text.split(/\s+/).length;
    const before = whole.slice(0, whole.indexOf(`“${text}`)).slice(-40);
    return words >= 2 && words <= 12 && !used.has(text) && !AVOIDED.test(before) && !printed.some((one) => one.includes(text));
  };
  const loose = masked.all('quote').filter(isLoose);
  const [date] = loose.filter((text) => /^save the date$/iu.test(text));
  if (date) quoted.push({ as: 'eyebrow', text: capital(date) });
  else if (loose.length === 1 && kind === 'page' && !quoted.some(({ as }) => as === 'headline'))
    quoted.push({ as: 'headline', text: loose[0] as string });
}
const AVOIDED = /\b(?:don['’]?t|dont|not|never|avoid|without|no)\b[^.]{0,30}$/iu;

/** "Dates" of a stay are two fields. */
const stay = (field: AskedField): AskedField[] =>
  field.standard === 'date' && (field.label === undefined || /^dates$/iu.test(field.label))
    ? [
        { type: 'date', standard: 'arrival', required: true },
        { type: 'date', standard: 'departure', required: true },
      ]
    : [field];
