import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { drawingWords, tradeWords } from '../library/library.ts';

/** Backslashes are written as in a pattern literal. */
const pattern =
  (flags: string) =>
  (strings: TemplateStringsArray, ...parts: readonly (string | number | undefined)[]): RegExp =>
    new RegExp(String.raw(strings, ...parts), flags);

export const anyCase = pattern('iu');
export const allAnyCase = pattern('giu');
export const asWritten = pattern('u');

/* Phrases match whole words. A text is split once, so thousands of phrases cost no more than the length of the text. */

/** Scripts without blanks between words: their phrases match anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const MOST_WORDS_IN_PHRASE = 6;
/** "*kurs" matches "Töpferkurs", but not "Konkurs". */
const SHORTEST_STEM = 4;
const LONGEST_WORD = 40;

export const normal = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'+#&%]+/gu, ' ')
    .trim();

/** A star at the end of a phrase matches any ending. */
export function matcher(text: string): (phrase: string) => boolean {
  const words = ` ${normal(text)} `;
  return (phrase) => {
    const wanted = normal(phrase);
    if (wanted === '') return false;
    if (UNSPACED.test(wanted)) return words.includes(wanted);
    return phrase.endsWith('*') ? words.includes(` ${wanted}`) : words.includes(` ${wanted} `);
  };
}

export interface Hit<Value> {
  value: Value;
  phrase: string;
  /** The index of its first word. */
  at: number;
  /** In words. */
  length: number;
}

export class Lexicon<Value> {
  readonly #exact = new Map<string, Value>();
  readonly #prefixes = new Map<string, Value>();
  readonly #suffixes = new Map<string, Value>();
  readonly #unspaced: [string, Value][] = [];

  constructor(entries: Iterable<readonly [phrase: string, value: Value]>) {
    for (const [phrase, value] of entries) {
      const wanted = normal(phrase);
      if (wanted === '') continue;
      if (UNSPACED.test(wanted)) this.#unspaced.push([wanted, value]);
      else if (phrase.endsWith('*')) this.#prefixes.set(wanted, value);
      else if (phrase.startsWith('*')) this.#suffixes.set(wanted, value);
      else if (!this.#exact.has(wanted)) this.#exact.set(wanted, value);
    }
    this.#unspaced.sort(([one], [other]) => other.length - one.length);
  }

  /** In order of appearance; of overlapping phrases, the longest. */
  find(text: string): Hit<Value>[] {
    const words = normal(text).split(' ');
    const hits: Hit<Value>[] = [];
    for (let at = 0; at < words.length; ) {
      const hit = this.#at(words, at);
      if (hit) hits.push(hit);
      at += hit?.length ?? 1;
    }
    for (const [phrase, value] of this.#unspaced) {
      const at = text.indexOf(phrase);
      if (at >= 0) hits.push({ value, phrase, at, length: phrase.length });
    }
    return hits;
  }

  has(text: string): boolean {
    return this.exact(text) !== undefined;
  }

  exact(text: string): Value | undefined {
    return this.#exact.get(normal(text));
  }

  whole(text: string): Value | undefined {
    const words = normal(text).split(' ');
    const hit = this.#at(words, 0);
    return hit && hit.length === words.length ? hit.value : this.#unspaced.find(([phrase]) => phrase === text.trim())?.[1];
  }

  #at(words: readonly string[], at: number): Hit<Value> | undefined {
    for (let length = Math.min(MOST_WORDS_IN_PHRASE, words.length - at); length > 0; length--) {
      const phrase = words.slice(at, at + length).join(' ');
      const value = this.#exact.get(phrase) ?? this.#exact.get(singular(phrase));
      if (value !== undefined) return { value, phrase, at, length };
      if (length === 1 && phrase.length <= LONGEST_WORD)
        for (let cut = phrase.length; cut >= 3; cut--) {
          const begun = this.#prefixes.get(phrase.slice(0, cut));
          if (begun !== undefined) return { value: begun, phrase, at, length };
        }
      if (length === 1 && phrase.length <= LONGEST_WORD && this.#suffixes.size > 0)
        for (let cut = SHORTEST_STEM; cut <= phrase.length - 4; cut++) {
          const ended = this.#suffixes.get(phrase.slice(cut));
          if (ended !== undefined) return { value: ended, phrase, at, length };
        }
    }
    return undefined;
  }
}

const singular = (word: string): string => (word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word);

const entriesOf = (lists: Record<string, readonly string[]>): [string, string][] =>
  Object.entries(lists).flatMap(([value, phrases]) => phrases.map((phrase): [string, string] => [phrase, value]));

const cache = new Map<string, unknown>();
/** Computes a value on first use: most prompts need few of them. */
export function once<Result>(key: string, make: () => Result): Result {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key) as Result;
}

export const lists = <Phrases = string[]>(name: string): Record<string, Phrases> =>
  once(`lists ${name}`, () => parse(readFileSync(new URL(`./words/${name}.yaml`, import.meta.url), 'utf8')) as Record<string, Phrases>);

export const saidIn = (lang: string, what: string): string | undefined => lists<Record<string, string>>('said')[what]?.[lang];

export const lexicon = (name: string): Lexicon<string> => once(`lexicon ${name}`, () => new Lexicon(entriesOf(lists(name))));

/** The longest phrase wins, then the first. */
export function tradeIn(text: string, lang: string): Hit<string> | undefined {
  const trades = once(`trades ${lang}`, () => new Lexicon(entriesOf(tradeWords(lang))));
  return trades.find(text).toSorted((one, other) => other.length - one.length || one.at - other.at)[0];
}

/** The most frequent drawing wins, then the first. */
export function drawingFor(text: string): string | undefined {
  const drawings = once('drawings', () => new Lexicon(entriesOf(drawingWords())));
  const counts = new Map<string, number>();
  for (const { value } of drawings.find(text)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
