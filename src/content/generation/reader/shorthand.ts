/*
 * What hurried people write in place of whole words, in English: spelt out before anything is read, so that no page shows it. Words that are
 * also something else ("its", "were", "well") are left alone.
 */

import { lists } from './words.ts';

const WORD = /(?<![\p{L}\p{N}'’@#./-])\p{L}{1,13}(?![\p{L}\p{N}'’@-]|\.\p{L})/gu;

const DOTTED = /(?<!\p{L})(incl?|excl|approx|esp|yrs?|wks?|hrs|mins|qty)\.(?=\s\S)/gu;

const PHRASES: [RegExp, string][] = [
  // Asides that say nothing.
  [/[,\s]*(?<!\p{L})(?:tbh|imho|imo|lol|haha|fyi|iirc|iykwim|ngl)(?!\p{L})[,\s]*/giu, ' '],
  [
    /[,\s]*(?<!\p{L})(?:touch wood|bless (?:them|him|her|['’]?em)|if (?:we['’]re|i['’]m) (?:being )?honest|to be honest|i suppose|i guess|believe it or not|obviously|tbf)(?=\s*(?:[,.;!?)]|$))/giu,
    '',
  ],
  [/(?<=^|[.!?\n]\s?)(?:right[,\s]+so|so basically|basically|ok(?:ay)?[,\s]+so|so yeah|anyway)[,\s]+(?=\p{L})/giu, ''],
  [/(?<=\b(?:we|you|they|who|there|what|these)) r (?=\p{L})/giu, ' are '],
  [/(?<=\p{L}|\d)\s(?:w\/|w\/o)\s?(?=\p{L})/giu, ' with '],
  // "wool + knitters", "knives & mowers": a plus between words, but not between names.
  [/(?<=\p{Ll}{2}) \+ (?=\p{Ll}{2})/gu, ' and '],
  [/(?<=\p{L}) n (?=\p{L})/gu, ' and '],
  [/(?<![\p{N}£€$.])(\d{1,5}(?:\.\d{2})?)\s?(?:quid|squid)(?!\p{L})/giu, '£$1'],
  [/(?<![\p{N}£€$.])(\d{1,5})\s?bucks(?!\p{L})/giu, '$$$1'],
  [/(?<=£\d{1,4}(?:\.\d{2})?) adv(?!\p{L})/giu, ' in advance'],
  [/\.{4,}/g, '…'],
];

const wholeWord = (word: string, list: 'any' | 'small'): string | undefined => {
  const words = lists<Record<string, string>>('shorthand')[list] ?? {};
  return Object.hasOwn(words, word) ? words[word] : undefined;
};

/** @param lang of the prompt: others keep what they write */
export function speltOut(text: string, lang: string): string {
  if (lang !== 'en') return text;
  let result = text
    .replace(/(?<=\p{L}|\d|[£%)])\sw\/\s?(?=\S)/giu, ' with ')
    .replace(DOTTED, '$1')
    .replace(WORD, (word) => {
      const small = word.toLowerCase();
      const whole = wholeWord(small, 'any') ?? (word === small ? wholeWord(small, 'small') : undefined);
      if (whole === undefined) return word;
      return /^\p{Lu}/u.test(word) ? `${whole.charAt(0).toUpperCase()}${whole.slice(1)}` : whole;
    });
  for (const [pattern, by] of PHRASES) result = result.replace(pattern, by);
  return result;
}
