import type { Block, BlockKind, Draft } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import { fillEmail } from '../library/fill-email.ts';
import { fillPage } from '../library/fill-page.ts';
import { type Choice, choose, emailTexts, isWritten, pageTexts, trade, wordsOf } from '../library/library.ts';
import { type AskedPart, type Brief, EMAIL_PURPOSES, PAGE_PURPOSES, type SlotName, type Slots } from '../reader/brief.ts';
import { asWritten, tradeIn } from '../reader/words.ts';
import { patternText, textsOf } from './texts.ts';

/** The library's texts in two languages. Texts with slots are recognised with their values. */

export interface Book {
  /** The same text in the other language; undefined where it is none of the library's. */
  text(text: string, field: string): string | undefined;
  from: Words;
  to: Words;
}

/** Slots whose values are the same in any language. */
const SAME: ReadonlySet<string> = new Set(['name', 'place', 'price', 'discount', 'code', 'host', 'number', 'where', 'product']);
const DATES: ReadonlySet<string> = new Set(['when', 'until', 'deadline']);
const SLOT = /(?<!\{)\{(\w+)\}(?!\})/g;
const LONGEST = 4_000;
const THINGS = new Set(['options', 'paragraphs', 'days', 'months', 'fields', 'items']);
const FEW_LETTERS = 9;
const LINES = new Set(['heading', 'subject', 'eyebrow']);

interface Slotted {
  pattern: RegExp;
  names: string[];
  to: Choice;
  /** Of a template with few letters of its own: the field that it is for. */
  line: string | undefined;
  bare: boolean;
}

export function bookOf(fromLang: string, toLang: string, known: Slots): Book {
  const [from, to] = [wordsOf(fromLang), wordsOf(toLang)];
  const exact = new Map<string, Choice>();
  const slotted: Slotted[] = [];
  const put = (one: unknown, other: unknown, key = ''): void => {
    if (typeof one === 'string' && one !== '') addText(one, other as Choice, key);
    // A list of texts holds alternatives, unless it is a list of things.
    else if (!THINGS.has(key) && isTexts(one) && (typeof other === 'string' || isTexts(other)))
      for (const text of one) put(text, other, key);
    else if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
      for (const [i, text] of one.entries()) put(text, other[i], key === 'paragraphs' ? 'text' : `${key} entry`);
    else if (isTree(one) && isTree(other))
      for (const [name, text] of Object.entries(one)) if (Object.hasOwn(other, name)) put(text, other[name], name);
  };
  const addText = (text: string, other: Choice, key: string): void => {
    if (typeof other !== 'string' && !isTexts(other)) return;
    const names = [...text.matchAll(SLOT)].map(([, name = '']) => name);
    if (names.length === 0) {
      if (!exact.has(text)) exact.set(text, other);
    } else
      slotted.push({
        pattern: patternFor(text),
        names,
        to: other,
        line: (text.replace(SLOT, '').match(/\p{L}/gu)?.length ?? 0) < FEW_LETTERS ? key : undefined,
        bare: text.replace(SLOT, '').trim() === '',
      });
  };
  putWords(from, to, put);
  if (isWritten(fromLang) && isWritten(toLang)) {
    for (const purpose of PAGE_PURPOSES) put(pageTexts(fromLang, purpose), pageTexts(toLang, purpose));
    for (const purpose of EMAIL_PURPOSES) put(emailTexts(fromLang, purpose), emailTexts(toLang, purpose));
  }
  slotted.sort((one, other) => other.pattern.source.length - one.pattern.source.length);
  return {
    from,
    to,
    text(text, field) {
      if (text.length > LONGEST) return undefined;
      const whole = exact.get(text) ?? exact.get(text.replace(/\.$/, '')) ?? exact.get(`${text}.`);
      if (whole !== undefined) return choose(whole, known);
      for (const { pattern, names, to: choice, line, bare } of slotted) {
        if (bare || (line !== undefined && (line !== field || !LINES.has(line)))) continue;
        const found = pattern.exec(text);
        // The value of a slot is a name, a price or a few words, and no sentence.
        if (!found || found.slice(1).some((value) => value.length > 60 || /[.!?]\s/u.test(value))) continue;
        const own = found.slice(1).reduce((sum, value) => sum + value.length, 0);
        if (line === undefined && own > text.length / 2) continue;
        const slots: Slots = {};
        for (const [i, name] of names.entries()) {
          const value = found[i + 1] ?? '';
          if (name === 'name' && known.name === undefined) continue;
          if (SAME.has(name)) slots[name as SlotName] = value;
          else if (DATES.has(name)) {
            const date = dateIn(value, from, to, toLang);
            if (date !== undefined) slots[name as SlotName] = date;
          }
        }
        const made = choose(choice, { ...known, ...slots });
        if (made !== undefined) return made;
      }
      return undefined;
    },
  };
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((text) => typeof text === 'string');

function patternFor(text: string): RegExp {
  const parts = text.split(SLOT).map((part, i) => (i % 2 === 1 ? '(.{1,200})' : patternText(part)));
  return asWritten`^${parts.join('')}$`;
}

function putWords(from: Words, to: Words, put: (one: unknown, other: unknown, key?: string) => void): void {
  for (const key of ['headings', 'actions', 'fields', 'facts', 'email'] as const) put(from[key], to[key]);
  for (const key of ['days', 'months'] as const) put(from[key], to[key], key);
  const greeting = (words: Words): string => `${words.email.hello} {{contact.first_name | default: "${words.email.there}"}}`;
  for (const end of [',', '', '，', '、']) {
    const own = /[\p{sc=Han}\p{sc=Hiragana}]/u.test(to.email.hello ?? '') ? '' : ',';
    put(`${greeting(from)}${end}`, `${greeting(to)}${own}`);
  }
}

/** Undefined where it holds words that no date has. */
export function dateIn(value: string, from: Words, to: Words, lang: string): string | undefined {
  let unknown = false;
  const names = [...from.days.map((day, i) => [day, to.days[i]]), ...from.months.map((month, i) => [month, to.months[i]])];
  const text = value.replace(/\p{L}{2,}/gu, (word) => {
    const other = names.find(
      ([name = '']) =>
        name.toLowerCase() === word.toLowerCase() ||
        (word.length >= 3 && word.length <= 4 && name.toLowerCase().startsWith(word.toLowerCase())),
    )?.[1];
    if (other === undefined && !/^(?:am|pm|uhr|st|nd|rd|th|h)$/iu.test(word)) unknown = true;
    return other ?? word;
  });
  if (unknown || (/\d/.test(value) && ['ja', 'zh', 'ko'].includes(lang) && /\p{L}{3}/u.test(value))) return undefined;
  if (lang === 'pl') return text;
  return lang === 'de'
    ? text.replace(/(\d{1,2})(?:st|nd|rd|th)?(?=\s\p{Lu})/gu, '$1.')
    : text.replace(/(\d{1,2})(?:st|nd|rd|th)(?=\s)/gu, '$1');
}

/** The library's words for an existing draft: its texts show purpose and trade. */

export function knownOf(draft: Draft): { purpose: string; trade: string | undefined; slots: Slots } {
  const trade = tradeOf(draft);
  return { purpose: purposeOf(draft, trade), trade, slots: draft.name === undefined ? {} : { name: draft.name } };
}

export function* choicesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* choicesOf(one);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) if (key !== 'words') yield* choicesOf(one);
}

function tradeOf(draft: Draft): string | undefined {
  if (!draft.lang.startsWith('en')) return undefined;
  const texts = new Set(textsOf(draft).map(({ text }) => text));
  const said = [draft.title, ...draft.blocks.flatMap((block) => (block.kind === 'hero' ? [block.heading, block.text ?? ''] : []))].join(
    ' ',
  );
  const named = tradeIn(said, 'en')?.value ?? tradeIn([...texts].join(' ').slice(0, 6_000), 'en')?.value;
  if (named === undefined) return undefined;
  let shared = 0;
  for (const text of choicesOf(trade(named))) if (text.length > 20 && texts.has(text)) shared += 1;
  return shared >= 2 ? named : undefined;
}

function purposeOf(draft: Draft, of: string | undefined): string {
  if (of !== undefined) return trade(of).purpose;
  const [lang = 'en'] = draft.lang.toLowerCase().split('-');
  const texts = new Set(textsOf(draft).map(({ text }) => text));
  let best: [string, number] = ['landing', 0];
  for (const purpose of PAGE_PURPOSES) {
    let shared = 0;
    for (const text of choicesOf(pageTexts(lang, purpose))) if (text.length > 12 && texts.has(text)) shared += 1;
    if (shared > best[1]) best = [purpose, shared];
  }
  return best[0];
}

/** A part of the given items, or of the library's own words. */
export function partFor(draft: Draft, kind: 'page' | 'email', part: AskedPart): Block[] {
  const known = knownOf(draft);
  const [lang = 'en'] = draft.lang.toLowerCase().split('-');
  // Only English and the languages with copy of their own have more than labels.
  if (part.items.length === 0 && !isWritten(lang) && part.kind !== 'contact' && part.kind !== 'map') return [];
  const brief: Brief = {
    kind,
    lang,
    purpose: kind === 'email' ? 'letter' : known.purpose,
    ...(known.trade !== undefined && lang === 'en' && { trade: known.trade }),
    slots: known.slots,
    ...{ facts: [], quoted: [], offers: [], statements: [], remarks: [], without: [], notes: [] },
    ...{ parts: [part], action: {}, theme: {}, plain: true, words: '' },
  };
  const surroundings = { name: draft.name, logoUrl: undefined, primary: undefined, assets: [], prompt: draft.title };
  const made: readonly Block[] = kind === 'page' ? fillPage(brief, surroundings).blocks : fillEmail(brief, surroundings).blocks;
  return made.filter((block) => block.kind === part.kind);
}

export const WORDED: readonly BlockKind[] = ['features', 'steps', 'faq', 'text', 'form', 'cta'];
