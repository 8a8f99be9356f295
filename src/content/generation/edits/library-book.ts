import { type Choice, choose, emailTexts, LANGUAGES, pageTexts, trade, wordsOf } from '../library/library.ts';
import { EMAIL_PURPOSES, PAGE_PURPOSES, type SlotName, type Slots } from '../reader/brief.ts';
import type { Words } from '../draft/words.ts';

/** The library's texts of one language and the same of another. Texts with slots are recognised with what fills them. */

export interface Book {
  /** The same text in the other language; undefined where it is none of the library's. */
  text(text: string): string | undefined;
  from: Words;
  to: Words;
}

/** Values that are the same in any language. */
const SAME: ReadonlySet<string> = new Set(['name', 'place', 'price', 'discount', 'code', 'host', 'number', 'where', 'product']);
const DATES: ReadonlySet<string> = new Set(['when', 'until', 'deadline']);
const SLOT = /(?<!\{)\{(\w+)\}(?!\})/g;
const LONGEST = 4_000;

interface Slotted {
  pattern: RegExp;
  names: string[];
  to: Choice;
}

export function bookOf(fromLang: string, toLang: string, known: Slots): Book {
  const [from, to] = [wordsOf(fromLang), wordsOf(toLang)];
  const exact = new Map<string, Choice>();
  const slotted: Slotted[] = [];
  const put = (one: unknown, other: unknown): void => {
    if (typeof one === 'string' && one !== '') addText(one, other as Choice);
    else if (Array.isArray(one) && one.every((text) => typeof text === 'string') && (typeof other === 'string' || isTexts(other))) for (const text of one) put(text, other);
    else if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) for (const [i, text] of one.entries()) put(text, other[i]);
    else if (isTree(one) && isTree(other)) for (const [key, text] of Object.entries(one)) if (Object.hasOwn(other, key)) put(text, other[key]);
  };
  const addText = (text: string, other: Choice): void => {
    if (typeof other !== 'string' && !isTexts(other)) return;
    const names = [...text.matchAll(SLOT)].map(([, name = '']) => name);
    if (names.length === 0) {
      if (!exact.has(text)) exact.set(text, other);
    } else if (text.replace(SLOT, '').trim().length > 2) slotted.push({ pattern: patternFor(text), names, to: other });
  };
  putWords(from, to, put);
  if (isWritten(fromLang) && isWritten(toLang)) {
    for (const purpose of PAGE_PURPOSES) put(withPairs(pageTexts(fromLang, purpose)), withPairs(pageTexts(toLang, purpose)));
    for (const purpose of EMAIL_PURPOSES) put(withPairs(emailTexts(fromLang, purpose)), withPairs(emailTexts(toLang, purpose)));
  }
  slotted.sort((one, other) => other.pattern.source.length - one.pattern.source.length);
  const fill = (choice: Choice, slots: Slots): string | undefined => choose(choice, slots);
  return {
    from,
    to,
    text(text) {
      if (text.length > LONGEST) return undefined;
      const whole = exact.get(text) ?? exact.get(text.replace(/\.$/, '')) ?? exact.get(`${text}.`);
      if (whole !== undefined) return fill(whole, known);
      for (const { pattern, names, to: choice } of slotted) {
        const found = pattern.exec(text);
        if (!found) continue;
        const slots: Slots = {};
        for (const [i, name] of names.entries()) {
          const value = found[i + 1] ?? '';
          if (SAME.has(name)) slots[name as SlotName] = value;
          else if (DATES.has(name)) {
            const date = dateIn(value, from, to, toLang);
            if (date !== undefined) slots[name as SlotName] = date;
          }
        }
        const made = fill(choice, { ...known, ...slots });
        if (made !== undefined) return made;
      }
      return undefined;
    },
  };
}

const isWritten = (lang: string): boolean => (LANGUAGES as readonly string[]).includes(lang);
const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((text) => typeof text === 'string');

/** Fields of forms have their labels as values of their types: `longtext: What needs doing?`. */
const withPairs = (texts: object): object => texts;

function patternFor(text: string): RegExp {
  const parts = text.split(SLOT).map((part, i) => (i % 2 === 1 ? '(.{1,200})' : part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')));
  return new RegExp(`^${parts.join('')}$`, 'u');
}

function putWords(from: Words, to: Words, put: (one: unknown, other: unknown) => void): void {
  for (const key of ['headings', 'actions', 'fields', 'facts', 'email'] as const) put(from[key], to[key]);
  for (const key of ['days', 'months', 'optional', 'choose'] as const) put(from[key], to[key]);
  const greeting = (words: Words): string => `${words.email.hello} {{contact.first_name | default: "${words.email.there}"}}`;
  for (const end of [',', '', '，', '、']) {
    const own = /[\p{sc=Han}\p{sc=Hiragana}]/u.test(to.email.hello ?? '') ? '' : ',';
    put(`${greeting(from)}${end}`, `${greeting(to)}${own}`);
  }
}

/** A date in the words of another language; undefined where it holds words that are none of a date. */
export function dateIn(value: string, from: Words, to: Words, lang: string): string | undefined {
  let unknown = false;
  const names = [...from.days.map((day, i) => [day, to.days[i]]), ...from.months.map((month, i) => [month, to.months[i]])];
  const text = value.replace(/\p{L}{2,}/gu, (word) => {
    const other = names.find(([name = '']) => name.toLowerCase() === word.toLowerCase() || (word.length >= 3 && word.length <= 4 && name.toLowerCase().startsWith(word.toLowerCase())))?.[1];
    if (other === undefined && !/^(?:am|pm|uhr|st|nd|rd|th|h)$/iu.test(word)) unknown = true;
    return other ?? word;
  });
  if (unknown || (/\d/.test(value) && ['ja', 'zh', 'ko'].includes(lang) && /\p{L}{3}/u.test(value))) return undefined;
  return lang === 'de' || lang === 'pl' ? (lang === 'de' ? text.replace(/(\d{1,2})(?:st|nd|rd|th)?(?=\s\p{Lu})/gu, '$1.') : text) : text.replace(/(\d{1,2})(?:st|nd|rd|th)(?=\s)/gu, '$1');
}

/** The trade's texts of a part, as they would stand in a draft. */
export const tradeTexts = (id: string): ReturnType<typeof trade> => trade(id);
