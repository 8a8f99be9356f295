/** Words of orders that people mistype: put right where nothing else can be meant. */

import { allAnyCase } from '../reader/patterns.ts';
import { lists } from '../reader/words.ts';

const { orders: WORDS = [], right = [] } = lists('spelling');
const SHORTEST = 6;
const KNOWN = new Set(WORDS);
const RIGHT = new Set(right);

function isNear(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1 || word[0] !== other[0]) return false;
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  const [rest, wanted] = [word.slice(at), other.slice(at)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

const SHORT = lists<Record<string, string>>('spelling').short ?? {};

const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const COUNTED = allAnyCase`(?<!\p{L})(?:(${TENS.join('|')})(?:[\s-](${NUMBERS.slice(0, 9).join('|')}))?|(${NUMBERS.join('|')}))\s(?=(?:pounds?|quid|euros?|dollars?|bucks|%|percent)(?!\p{L}))`;
const numberOf = (tens = '', ones = ''): number =>
  10 * (tens ? TENS.indexOf(tens.toLowerCase()) + 2 : 0) + NUMBERS.indexOf(ones.toLowerCase()) + 1;

/** An instruction with its mistyped words of orders put right; words that `stands` holds are meant as they are. */
export const spelled = (text: string, stands: (word: string) => boolean): string =>
  text
    .replace(/(?<=\d)\s?(?:percent|per cent|prozent|pour ?cent|por ciento|per cento|por cento|procent)(?!\p{L})/giu, '%')
    // "A tenner", "four pounds".
    .replace(/(?<!\p{L})(?:an?\s)?(tenner|fiver)(?!\p{L})/giu, (_whole, note: string) => (/^t/iu.test(note) ? '£10' : '£5'))
    .replace(COUNTED, (_whole, tens?: string, ones?: string, alone?: string) => `${numberOf(tens, ones ?? alone)} `)
    .replace(/(?<=\d\s?)quid(?!\p{L})/giu, 'pounds')
    // "The dog show's off" is "the dog show is off".
    .replace(/(?<=\p{L}{3})['’]s(?=\s(?:at|on|off|from|now|not|cancell?ed|sold|gone|called|free|\d))/gu, ' is')
    .replace(/(?<![\p{L}\p{N}_@./-])\p{Ll}{2,4}(?![\p{L}\p{N}_@/-])/gu, (word) =>
      Object.hasOwn(SHORT, word) && !stands(word) ? (SHORT[word] ?? word) : word,
    )
    .replace(/(?<![\p{L}\p{N}_@./-])\p{Ll}{5,16}(?![\p{L}\p{N}_@/-])/gu, (word) => {
      if (KNOWN.has(word) || RIGHT.has(word) || /[^a-z]/.test(word)) return word;
      const near = WORDS.filter((other) => other.length >= SHORTEST && isNear(word, other));
      return near.length === 1 && near[0] && !stands(word) ? near[0] : word;
    });
