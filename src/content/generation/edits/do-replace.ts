import type { Draft, Note } from '../draft/draft.ts';
import { wordsOf } from '../library/library.ts';
import { note } from '../reader/brief.ts';
import { DISCOUNT, HAS_WEEKDAY, PRICE, TIME, WHEN } from '../reader/dates.ts';
import { labelOf } from '../reader/labels.ts';
import { polishedDates } from '../reader/statements.ts';
import { allAnyCase, anyCase, asWritten, normal } from '../reader/words.ts';
import type { DraftOperation } from './operations.ts';
import { type Context, choice, cited, done, failed, type Outcome, set } from './orders.ts';
import { addressesOf, bare, holds, inCaseOf, patternOf, patternText, replacedIn, textsOf } from './texts.ts';
import { countOf, FROM, TIMES, timeLike, VALUES, valueIn, withoutNow } from './values.ts';

export function replacing(draft: Draft, from: string, to: string, exact = false): DraftOperation[] {
  // As it is written, and with a capital where it begins a sentence; in any case only where neither is there.
  for (const pattern of exact ? [patternOf(from, 'gu')] : [patternOf(from, 'gu', true), patternOf(from, 'giu')]) {
    const operations = textsOf(draft).flatMap(({ path, text }) => {
      const next = withoutEcho(
        replacedIn(text, pattern, (found) => inCaseOf(found, to, text.startsWith(found))),
        to,
      );
      return next === text || next.trim() === '' ? [] : [set(path, next.trim())];
    });
    if (operations.length > 0) return [...operations, ...addresses(draft, from, to)];
  }
  return addresses(draft, from, to);
}

/** "The Mill, Leeds" in place of "The Boathouse" in "The Boathouse, Leeds": the town is not said twice. */
function withoutEcho(text: string, to: string): string {
  const tail = to.includes(',') ? to.slice(to.indexOf(',')) : '';
  return tail.length > 2 ? text.replace(`${to}${tail}`, to) : text;
}

function addresses(draft: Draft, from: string, to: string): DraftOperation[] {
  const digits = from.replace(/[^\d+]/g, '');
  return addressesOf(draft).flatMap(({ path, text }) => {
    if (path.endsWith('.email')) return [];
    if (text.startsWith('tel:') && digits.length >= 5 && text === `tel:${digits}`) return [set(path, `tel:${to.replace(/[^\d+]/g, '')}`)];
    if (text.toLowerCase() === `mailto:${from.toLowerCase()}`) return [set(path, `mailto:${to}`)];
    return /^https?:/i.test(from) && text.replace(/\/$/, '') === from.replace(/\/$/, '') ? [set(path, to)] : [];
  });
}

function formsOf(draft: Draft, from: string, to: string): [string, string][] {
  const pairs: [string, string][] = [[from, to]];
  const days = [wordsOf(draft.lang).days, wordsOf('en').days];
  for (const names of days) {
    const [old, fresh] = [dayIn(names, from), dayIn(names, to)];
    if (old && fresh) pairs.push([`${old}s`, `${fresh}s`], [old, fresh]);
  }
  for (const ending of ['s', 'es'])
    if (from.length > 4 && !/\s/.test(from) && from.endsWith(ending) && to.endsWith('s'))
      pairs.push([from.slice(0, -ending.length), to.replace(/s$/, '')]);
  return pairs;
}

const dayIn = (names: readonly string[], word: string): string | undefined => names.find((name) => anyCase`^${name}s?$`.test(word.trim()));

/** The matches of a pattern in a draft, each once. */
const foundIn = (draft: Draft, pattern: RegExp): string[] => [...new Set(textsOf(draft).flatMap(({ text }) => text.match(pattern) ?? []))];

const onceEach = (found: readonly string[]): string[] => [...new Map(found.map((one) => [normal(one), one])).values()];

/** "4 days" in place of "3": the noun goes along, in any of its forms. */
function counted(draft: Draft, from: string, to: string): [string, string] | undefined {
  const old = bare(from);
  if (!/^[\p{L}\d.,]+$/u.test(old)) return undefined;
  const texts = textsOf(draft);
  for (const [, number = '', unit = ''] of to.matchAll(
    /(?<![\p{L}\d.,])(\d[\d.,]*|\p{L}{2,8})[\s-](\p{L}{2,20}(?:\s\p{L}{2,20}){0,3})/gu,
  )) {
    if (!countOf(`${number} of`)) continue;
    const words = unit.split(/\s+/);
    for (let length = words.length; length > 0; length--) {
      const part = words.slice(0, length).join(' ');
      for (const gap of [' ', '-'])
        for (const form of [part, part.replace(/s$/u, ''), `${part}s`])
          if (texts.some(({ text }) => holds(text, `${old}${gap}${form}`)))
            return [`${old}${gap}${form}`, `${number}${gap}${gap === '-' ? form : part}`];
    }
  }
  return undefined;
}

export function replace({ draft }: Context, from: string, to: string): Outcome {
  const ends = /[.]$/.test(from) && /[.]$/.test(to);
  const [was, is] = compared(draft, withoutNow(from.replace(/[.]$/, '')), withoutNow(ends ? to.replace(/[.]$/, '') : to));
  const [old, given] = figures(was, is);
  const fresh = dated(old, withArticle(old, alike(old, given)), draft.lang);
  if (old === '' || fresh === '') return failed('It does not say which words are to be replaced by which.');
  if (normal(old) === normal(fresh) && old === fresh) return failed(`${cited(old)} and ${cited(fresh)} are the same.`);
  if (isClause(bare(old), bare(fresh)))
    return failed(`It is not clear what of ${cited(fresh)} takes the place of ${cited(old)}. Say: “change … to …”.`);
  const within = inValue(draft, old, fresh);
  if (within) return within;
  const numbers = /^\d{1,2}$/.test(old) && /^\d{1,2}$/.test(fresh) ? followers(draft, old) : [];
  if (numbers.length > 1) return failed(`There are several: ${choice(numbers)}. Say which: “change … to …”.`);
  const timed = withTime(draft, old, fresh);
  if (timed) return timed;
  const pair = counted(draft, old, fresh);
  const joints = [(one: string) => one, (one: string) => one.replace('-', ' '), (one: string) => one.replace(/\s/, '-')];
  const pairs = pair ? joints.map((joint): [string, string] => [joint(pair[0]), joint(pair[1])]) : formsOf(draft, old, fresh);
  if (isHour(old, fresh)) return hourOf(draft, old, fresh) ?? failed(`No time in it begins at ${old}.`);
  for (const candidates of [
    [...pairs, ...(pair || bare(old) === old ? [] : formsOf(draft, bare(old), bare(fresh)))],
    padded(old, fresh),
    plainDay(old, fresh),
  ]) {
    const operations = together(draft, candidates);
    if (operations.length > 0)
      return done(
        operations,
        `${cited(candidates[0]?.[0] ?? old)} is ${cited(candidates[0]?.[1] ?? fresh)} now.`,
        weekdayNote(draft, old, fresh),
      );
  }
  return dayOfDate(draft, old, fresh) ?? dateWithin(draft, old, fresh) ?? failed(`${cited(old)} does not stand in it.`);
}

const PLACED = /^(?:at|in|on|by|from|with|near|im|in der|in|am|bei|à|au|dans|en|nel|nella|a|no|na|op|på|w)\s(?=\S)/iu;

/** The words to compare: "at the hut" and "at the hall" without "at", and of a sentence with a time the time where a time was. */
function compared(draft: Draft, from: string, to: string): [string, string] {
  const stands = (words: string): boolean => textsOf(draft).some(({ text }) => holds(text, words));
  const lead = PLACED.exec(from)?.[0];
  if (lead && to.toLowerCase().startsWith(lead.toLowerCase()) && !stands(from))
    return compared(draft, from.slice(lead.length), to.slice(lead.length));
  const was = valueIn(from);
  const kinds = was
    ? [was.kind]
    : /^\d{1,2}$/.test(from)
      ? (['time', 'price', 'when'] as const)
      : /^\d{1,2}(?:st|nd|rd|th|\.)$/.test(bare(from))
        ? (['when'] as const)
        : [];
  if (valueIn(to)) return [from, to];
  const numbers = /^\d[\d.,]*$/.test(from) && kinds.length === 0 ? (to.match(/(?<![\p{L}\d])\d[\d.,]*(?!\p{L})/gu) ?? []) : [];
  if (numbers.length === 1 && numbers[0]) return [from, numbers[0].replace(/[.,]$/, '')];
  for (const kind of kinds) {
    if (kind === 'count') continue;
    const found = (to.match(VALUES[kind]) ?? []).map((one) => valueIn(one)?.text ?? one.trim());
    if (found.length === 1 && found[0]) return [was && !stands(from) ? was.text : from, found[0]];
  }
  return [from, to];
}

/** A value in place of one that is named by a part of it: "not 733" of a phone number, "not the 12th" of a date. */
function inValue(draft: Draft, from: string, to: string): Outcome | undefined {
  const value = valueIn(to);
  const part = bare(from).replace(ORDINAL, '$1');
  if (!value || value.kind === 'count' || value.kind === 'time' || !/^\d[\d\s.-]{0,12}$/.test(part)) return undefined;
  if (value.kind === 'when' && !/\d/.test(value.text)) return undefined;
  const texts = foundIn(draft, VALUES[value.kind]);
  const dates = value.kind === 'when' ? texts.flatMap((text) => text.match(DAY_OF_MONTH) ?? []) : texts;
  const parts = dates.map((one) => one.trim().replace(FROM, '')).filter((one) => holds(one, part) && normal(one) !== normal(part));
  const found = onceEach(parts);
  const [old] = found;
  if (found.length !== 1 || old === undefined) return undefined;
  // "19 March" in place of "Thursday 12 March" leaves the day of the week to be looked at.
  const plain = value.kind === 'when' && !HAS_WEEKDAY.test(value.text) ? old.replace(HAS_WEEKDAY, '').trim() : old;
  const notes = plain !== old ? [note('check', `It still says the weekday of ${cited(old)}. See that it is right.`)] : undefined;
  const next = value.text.replace(FROM, '');
  return done(replacing(draft, plain, next), `${cited(plain)} is ${cited(next)} now.`, notes);
}

function followers(draft: Draft, number: string): string[] {
  const pattern = allAnyCase`(?:\p{L}+\s)?(?<![\d.,:])${number}(?![\d:]|[.,]\d)(?:[\s-]?[\p{L}%€£$]+)?`;
  const named = foundIn(draft, pattern).map((one): [string, string] => [
    normal(/\d[\s-]?\p{L}/u.test(one) ? one.replace(/^\p{L}+\s(?=\d)/u, '') : one),
    one,
  ]);
  return [...new Map(named).values()];
}

/** "Wednesdays at 6.30pm" in place of "Thursdays", where it says "Thursdays 7pm". */
function withTime(draft: Draft, from: string, to: string): Outcome | undefined {
  if (!isDate(from) || TIME.test(from) || !TIME.test(to)) return undefined;
  const pattern = allAnyCase`${patternOf(from, 'iu').source}[\s,]{1,3}(?:(?:at|um|à|om|kl|o)\s)?(?:${TIME.source})`;
  const found = foundIn(draft, pattern);
  const [old] = found;
  return old === undefined || found.length > 1 ? undefined : done(replacing(draft, old, to), `${cited(old)} is ${cited(to)} now.`);
}

/** "Everything goes to the library" in place of "the playground": a sentence, of which a part is meant. */
const isClause = (from: string, to: string): boolean =>
  from.split(/\s+/).length <= 3 &&
  to.split(/\s+/).length >= from.split(/\s+/).length + 3 &&
  /^(?:it|we|they|you|he|she|i|there|this|that|everything|everyone|all|wir|es|sie|alles|on|nous|tout|todo|tutto|tudo|we|alles)(?:['’]|\s)/iu.test(
    to,
  );

const DAY_OF_MONTH = allAnyCase`(?:${HAS_WEEKDAY.source}[\s,]{1,3}(?:den\s|le\s|the\s)?)?\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?\p{L}{3,12}(?!\p{L})`;

/** "Trial is 30 days", not "14": the figures, from where those that they replace begin. */
function figures(from: string, to: string): [string, string] {
  const [, lead = '', rest = ''] = /^([^\d]{0,12})(\d.*)$/su.exec(from) ?? [];
  const first = to.search(/\d/);
  if (rest === '' || first < 0) return [from, to];
  const before = to.slice(0, first);
  const word = /\p{L}/u.test(lead);
  if (before.toLowerCase().endsWith(lead.toLowerCase())) return word ? [rest, to.slice(first)] : [from, to.slice(first - lead.length)];
  return [from, to];
}

/** "6.30pm" in place of "7": of the one time of that hour. */
function hourOf(draft: Draft, from: string, to: string): Outcome | undefined {
  const own = asWritten`^0?${from}(?:[:.]00)?(?!\d|[:.]\d)`;
  const times = [...new Set(foundIn(draft, TIMES).map((time) => time.trim()))].filter((time) => own.test(time));
  const [time] = times;
  return times.length === 1 && time !== undefined
    ? done(replacing(draft, time, timeLike(time, to)), `${cited(time)} is ${cited(timeLike(time, to))} now.`)
    : undefined;
}

const isHour = (from: string, to: string): boolean => /^\d{1,2}$/.test(from) && !/^\d{1,2}$/.test(to) && valueIn(to)?.kind === 'time';

/** "The 12th" in place of "the 10th": of the one date of that day. */
function dayOfDate(draft: Draft, from: string, to: string): Outcome | undefined {
  const [day, next] = [from, to].map((one) => /^(\d{1,2})(?:st|nd|rd|th|\.)?$/u.exec(one)?.[1]);
  if (!day || !next) return undefined;
  const own = asWritten`(?<!\d)${day}(?![\d:])`;
  const dates = foundIn(draft, WHEN).filter((date) => own.test(date) && /\p{L}{3}/u.test(date));
  const [date] = dates;
  if (dates.length !== 1 || date === undefined) return undefined;
  const fresh = date.replace(own, next);
  return done(
    replacing(draft, date.trim(), fresh.trim()),
    `${cited(date.trim())} is ${cited(fresh.trim())} now.`,
    HAS_WEEKDAY.test(date) ? [note('check', `See that the weekday in ${cited(fresh.trim())} is right.`)] : undefined,
  );
}

/** "The shed" in place of "the hut", though the article was said once. */
function withArticle(from: string, to: string): string {
  const article = from.slice(0, from.length - bare(from).length);
  return article.trim() !== '' && /^\p{Ll}/u.test(to) && bare(to) === to ? article + to : to;
}

const isDate = (text: string): boolean => (text.match(WHEN) ?? [])[0]?.trim() === text && valueIn(text)?.kind === 'when';
const dated = (from: string, to: string, lang: string): string => (isDate(from) ? polishedDates(to, lang) : to);

function weekdayNote(draft: Draft, from: string, to: string): Note[] | undefined {
  if (!isDate(from) || !isDate(to) || !/\d/.test(from) || HAS_WEEKDAY.test(from) || HAS_WEEKDAY.test(to)) return undefined;
  const before = textsOf(draft).flatMap(({ text }) => {
    const at = text.toLowerCase().indexOf(from.toLowerCase());
    return at > 0 ? [HAS_WEEKDAY.exec(text.slice(Math.max(0, at - 14), at))?.[0]] : [];
  });
  const [weekday] = before.filter((one) => one !== undefined);
  return weekday ? [note('check', `It still says ${cited(weekday)} before ${cited(to)}. See that the weekday is right.`)] : undefined;
}

const KINDS = [DISCOUNT, PRICE, WHEN, new RegExp(TIME.source, 'giu')];
const LABEL =
  /^(?:the\s+|our\s+|der\s+|die\s+|das\s+|le\s+|la\s+|el\s+|il\s+|o\s+|a\s+|de\s+|het\s+)?(\p{L}+(?:\s\p{L}+)?)\s+(?:is|are|should\s+be|ist|est|es|è|é|är|jest)\s+(?:now\s+)?(?=\S)/iu;

/** The new words of the kind of the old ones: "doors open at 8:30 not 9:00". */
function alike(from: string, to: string): string {
  for (const kind of KINDS) {
    if ((from.match(kind) ?? [])[0]?.trim() !== from) continue;
    const found = to.match(kind) ?? [];
    if (found.length === 1 && found[0]) return found[0].trim();
  }
  const label = LABEL.exec(to);
  const value = label && labelOf(label[1] as string) ? to.slice(label[0].length) : to;
  return /^\d{1,2}[:.]\d\d$/.test(from) && /^\d{1,2}$/.test(value) ? `${value}${from.includes(':') ? ':' : '.'}00` : value;
}

const ORDINAL = /(\d)(?:st|nd|rd|th)(?!\p{L})/gu;
/** "12th June" stands there as "12 June". */
const plainDay = (from: string, to: string): [string, string][] =>
  from.search(ORDINAL) >= 0 ? [[from.replace(ORDINAL, '$1'), to.replace(ORDINAL, '$1')]] : [];

/** "9:00" stands there as "09:00". */
function padded(from: string, to: string): [string, string][] {
  if (!/^\d[:.]\d\d$/.test(from)) return [];
  return [[`0${from}`, /^\d[:.]\d\d$/.test(to) ? `0${to}` : to]];
}

/** Names of days are compared as they are written: "die" is no Tuesday. */
const WEEKDAY = asWritten`^(?:${HAS_WEEKDAY.source})`;

function together(draft: Draft, pairs: readonly [string, string][]): DraftOperation[] {
  const operations = new Map<string, DraftOperation>();
  // A text that an earlier pair has changed is not changed again.
  for (const [i, [from, to]] of pairs.entries())
    for (const operation of replacing(draft, from, to, i > 0 && WEEKDAY.test(from)))
      if (operation.op === 'set' && !operations.has(operation.path)) operations.set(operation.path, operation);
  return [...operations.values()];
}

/** "3 May" for "Saturday 3 May, 10:00": a date in other words. */
function dateWithin(draft: Draft, from: string, to: string): Outcome | undefined {
  WHEN.lastIndex = 0;
  if (!WHEN.test(from)) return undefined;
  WHEN.lastIndex = 0;
  const wanted = normal(from).split(' ');
  const alike = foundIn(draft, WHEN).filter((text) => {
    const words = normal(text).split(' ');
    return wanted.every((word) => words.includes(word.replace(/(?:st|nd|rd|th)$/, '')) || words.includes(word));
  });
  if (alike.length !== 1) return undefined;
  const [old = ''] = alike;
  return done(replacing(draft, old.trim(), to), `${cited(old.trim())} is ${cited(to)} now.`);
}

/** A known phrase with another number: "30 day trial" where it says "14-day trial". */
export function again({ draft }: Context, said: string): Outcome {
  const [number = ''] = said.match(/\d+(?:[.,]\d+){0,3}/u) ?? [];
  const [before = '', after = ''] = said.split(number).map((part) => part.trim());
  const spaced = (words: string): string => patternText(words.replace(/^[\s-]+|[\s-]+$/gu, '')).replace(/[\s-]+/gu, '[\\s-]');
  const pattern = allAnyCase`${before && `(?<=(?<!\\p{L})${spaced(before)}[\\s-])`}(?<![\d.,])\d+(?:[.,]\d+){0,3}${after && `(?=[\\s-]${spaced(after)}(?!\\p{L}))`}`;
  const found = textsOf(draft).flatMap(({ path, text }) => {
    const numbers = text.match(pattern) ?? [];
    return numbers.length === 0 ? [] : [{ path, old: numbers[0] as string, next: text.replace(pattern, number) }];
  });
  const olds = [...new Set(found.map(({ old }) => old))];
  if (olds.length !== 1 || olds[0] === undefined) return failed(`${cited(said)} was not understood.`);
  if (olds[0] === number) return failed('It says so already.');
  return done(
    found.map(({ path, next }) => set(path, next)),
    `${cited(olds[0])} is ${cited(number)} now.`,
  );
}
