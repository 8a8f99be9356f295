import { note } from './brief.ts';
import { likeliestPurpose } from './learnt/purposes.ts';
import { findNames, learnNames, settleNames } from './naming.ts';
import { OWED, readPurpose, settlePurpose } from './purpose.ts';
import type { Reading } from './reading.ts';
import { asSentence, capital, listOf } from './split.ts';
import { spelt } from './statements.ts';
import { cutTo } from './wishes.ts';
import { normal } from './words.ts';

const MOST_NOTES = 12;

const LONGEST_SLOT = 160;
const LONGEST_LINE = 280;
const LONGEST_STATEMENT = 600;

/** What is longer than its place on a draft is left out. */
function bound({ brief }: Reading): void {
  for (const [name, value] of Object.entries(brief.slots))
    if ((value ?? '').length > LONGEST_SLOT) delete brief.slots[name as keyof typeof brief.slots];
  brief.statements = brief.statements.filter(({ length }) => length <= LONGEST_STATEMENT);
  brief.quoted = brief.quoted.filter(
    ({ as, text }) => text.length <= (as === 'quote' || as === 'text' || as === 'lede' ? LONGEST_STATEMENT : LONGEST_LINE),
  );
  brief.offers = brief.offers.filter(({ length }) => length <= LONGEST_SLOT);
  if ((brief.action.label?.length ?? 0) > LONGEST_SLOT) delete brief.action.label;
}

/** What follows from all that has been read: purpose and trade, name and place, and where fragments go. */
export function conclude(reading: Reading): void {
  readPurpose(reading);
  const likeliest = likeliestPurpose(reading);
  findNames(reading);
  learnNames(reading);
  settlePurpose(reading, likeliest);
  settleNames(reading);
  readFragments(reading);
  readHeadline(reading);
  const { brief: mail } = reading;
  if (mail.kind === 'email' && mail.lang === 'en' && mail.statements.length === 0 && mail.slots.subject && OWED.test(reading.masked.text))
    reading.statement(`We have not received your payment for ${mail.slots.subject.replace(/^payment reminder (?:for )?/iu, '')} yet.`);
  bound(reading);
  if (reading.brief.slots.name) for (const said of reading.relatives) reading.statement(asSentence(`${reading.brief.slots.name} ${said}`));
  saidOnce(reading);
  const { brief, left } = reading;
  if (brief.kind === 'page' && brief.purpose === 'charity' && brief.action.href === undefined && MONEY.test(reading.masked.text))
    reading.note(
      'missing_fact',
      'A form takes no payments. Say where people can give ("button to https://…"), and the button leads there; until then the form collects offers.',
      'form',
    );
  brief.offers.splice(14);
  distinctFields(reading);
  const sold = brief.parts.find(({ kind, items }) => kind === 'pricing' && items.length >= 2);
  // "Ticket type" asks which of those that stand on the page.
  for (const field of brief.fields ?? [])
    if (
      sold &&
      field.type === 'text' &&
      !field.options &&
      /^(?:ticket|plan|package|membership|option)(?:\s(?:type|option|plan))?$/iu.test(field.label ?? '')
    ) {
      field.type = 'choice';
      field.options = sold.items.map(({ lead }) => lead);
    }
  for (const field of brief.fields ?? []) {
    if (field.label) field.label = capital(spelt(field.label, brief.lang));
    if (field.options) field.options = field.options.map((option) => spelt(option, brief.lang));
  }
  brief.remarks = brief.remarks.filter(
    (remark) =>
      ![brief.slots.name, brief.slots.subject, brief.slots.place, brief.about, ...brief.statements].some(
        (known) => known !== undefined && normal(known).replace(/^the /u, '') === normal(remark).replace(/^the /u, ''),
      ),
  );
  for (const sentence of left.slice(0, MOST_NOTES))
    brief.notes.push(note('not_understood', `Not understood, and left out: “${cutTo(sentence)}”`));
}

const ABOUT_OWNER =
  /^(?:my|our)\s(?:mum|mom|mother|dad|father|wife|husband|sister|brother|son|daughter|friend|boss|partner|aunt|uncle)(?=\s\p{Ll})|^(?:she|he)(?=\s)/iu;
const PLAIN_WORDS =
  /^(?:we|we're|we've|i|i'm|our|my|the|a|an|run|teach|make|sell|offer|own|are|am|is|have|launching|starting|opening|based|located|small|little|new|in|near|outside|around|at|from|of|for|to|and|called|named|who|works?|online|just|a)$/iu;

/** Sentences that say no more than the headline does are dropped; those about the owner are told of by name. */
function saidOnce({ brief }: Reading): void {
  const { slots, lang } = brief;
  if (lang !== 'en') return;
  const known = new Set(normal([slots.name, slots.subject, slots.place, slots.audience, brief.about].join(' ')).split(' '));
  brief.statements = brief.statements.flatMap((statement) => {
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

const MONEY = /[€£$]|\b(?:pounds?|euros?|dollars?|donat\p{L}+|spend\p{L}+|dons?|donaci\p{L}+|donazi\p{L}+|zł|money|give)\b/iu;

/** Purposes that list what they have; the fragments of others are remarks. */
const LISTING: ReadonlySet<string> = new Set([
  'local-service',
  'shop',
  'restaurant',
  'property',
  'product',
  'app',
  'saas',
  'portfolio',
  'landing',
  'health',
  'coaching',
  'waitlist',
  'coming-soon',
  'job',
]);
const REMARK =
  /\b(?:free|included|incl|welcome|needed|only|allowed|no|not|never|max|min|since|insured|same|depends|already|inklusive|inbegriffen|kostenlos|keine?|nur|inclus|compris|gratuit|incluido|incluso|gratis|geen|ingen|bez|chiuso|fermé|cerrado|geschlossen|closed|open)\b|^(?:from|with|by|until|for|in|on|at|me|my|been|opening|of)\s/iu;

/** Fragments are what is offered, or what is worth knowing. */
function readFragments(reading: Reading): void {
  const { brief, fragments } = reading;
  const { slots } = brief;
  for (const fragment of fragments) {
    if ([slots.name, slots.subject, slots.place, slots.where].some((known) => known !== undefined && normal(known) === normal(fragment)))
      continue;
    if (brief.facts.some(({ value }) => normal(value).includes(normal(fragment)))) continue;
    if (reading.also.includes(fragment) && addPlaces(fragment, reading)) continue;
    if (
      slots.name &&
      normal(fragment).includes(normal(slots.name)) &&
      !/\d/.test(fragment.replace(slots.name, '')) &&
      fragment.split(/\s+/).length <= slots.name.split(/\s+/).length + 2
    )
      continue;
    if (isSubject(fragment, reading)) continue;
    const words = fragment.split(/\s+/).length;
    if (brief.kind === 'page' && LISTING.has(brief.purpose) && words <= 6 && !REMARK.test(fragment)) brief.offers.push(capital(fragment));
    else reading.remark(fragment);
  }
}

/** The first words of a page without a subject say what it is about. */
function isSubject(fragment: string, { brief }: Reading): boolean {
  const { slots } = brief;
  if (
    slots.subject !== undefined ||
    brief.trade !== undefined ||
    brief.kind === 'email' ||
    !LISTING.has(brief.purpose) ||
    fragment.split(/\s+/).length > 4 ||
    REMARK.test(fragment) ||
    /\d|\s(?:and|&|und|et|y)\s/.test(fragment)
  )
    return false;
  slots.subject =
    /^\p{Lu}\p{Ll}/u.test(fragment) && !/\s\p{Lu}/u.test(fragment) ? fragment.charAt(0).toLocaleLowerCase() + fragment.slice(1) : fragment;
  return true;
}

/** "Chimney sweep Swansea, also Mumbles and Gower": places beside the first. */
function addPlaces(fragment: string, { brief }: Reading): boolean {
  const { slots } = brief;
  const entries = listOf(fragment);
  if (
    !slots.place ||
    brief.trade === undefined ||
    entries.some((entry) => !/^\p{L}[\p{L}'’-]{3,20}$/u.test(entry) || /(?:ing|s|ed)$/u.test(entry))
  )
    return false;
  slots.where = [slots.place, ...entries.map(capital)].join(', ');
  brief.facts.push({ kind: 'where', value: slots.where });
  return true;
}

/** A single quotation, or a subtitle without a title, heads the page. */
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
  if (loose.length === 1 && kind === 'page' && !quoted.some(({ as }) => as === 'headline'))
    quoted.push({ as: 'headline', text: loose[0] as string });
}
const AVOIDED = /\b(?:don['’]?t|dont|not|never|avoid|without|no)\b[^.]{0,30}$/iu;

/** Each field once. */
function distinctFields({ brief }: Reading): void {
  if (!brief.fields) return;
  const seen = new Set<string>();
  brief.fields = brief.fields.filter(({ standard, label }) => {
    const key = standard && !label ? standard : normal(label ?? '');
    return seen.has(key) ? false : seen.add(key);
  });
}
