import { isFact } from './items.ts';
import { bucketOf, chancesBy, classOf, lazily, linear, wordsIn } from './learnt/weights.ts';
import { instruction, isStatement, orderedStatement } from './statements.ts';

/* Only the author's words for readers may appear on a page. A linear model, trained by `scripts/train-reader.ts`, finds them. */

/** In the order of the model's weights. */
export const CLAUSE_KINDS = ['copy', 'fact', 'order', 'writer', 'head', 'none'] as const;

export const BITS = 16;
const MOST_WORDS = 60;

export interface Clause {
  text: string;
  lang: string;
  of: 'page' | 'email';
  /** The sentence around the clause, or the clause itself. */
  sentence: string;
  /** Empty for the first. */
  before: string;
}

export function featuresOf({ text, lang, of, sentence, before }: Clause): number[] {
  const words = wordsIn(text).slice(0, MOST_WORDS);
  const features: string[] = [`lang ${lang}`, `length ${Math.min(9, Math.ceil(Math.log2(words.length + 1)))}`];
  const add = (feature: string) => features.push(feature);
  for (const [i, word] of words.entries()) {
    add(`w ${word}`);
    if (i > 0) add(`b ${words[i - 1]} ${word}`);
    const known = classOf(word);
    if (known) add(`k ${known.fine}`);
    const edged = `<${word}>`;
    if (word.length > 3) for (let at = 0; at + 4 <= edged.length && at < 12; at++) add(`c ${edged.slice(at, at + 4)}`);
  }
  add(`first ${words[0]}`);
  add(`second ${words[0]} ${words[1]}`);
  add(`last ${words.at(-1)}`);
  for (const [name, pattern] of SHAPES) if (pattern.test(text)) add(`shape ${name}`);
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) {
    const letters = [...text.slice(0, 200)];
    for (let at = 0; at < letters.length; at++) {
      add(`j1 ${letters[at]}`);
      add(`j2 ${letters[at]}${letters[at + 1] ?? '>'}`);
    }
    add(`jlast ${letters.slice(-3).join('')}`);
  }
  const from = sentence.indexOf(text);
  const isPart = from >= 0 && text !== sentence;
  add(`of ${of}`);
  // The verdicts of the rules are features, too.
  add(`rules ${instruction(text)} ${isStatement(text, lang)}`);
  add(`orders ${orderedStatement(text, lang) !== undefined}`);
  add(`item ${isFact(text)}`);
  if (isPart) add(`sentence ${instruction(sentence)} ${isStatement(sentence, lang)}`);
  add(`opens ${before === ''} ${isPart}`);
  add(`part ${isPart}`);
  add(`before ${wordsIn(before)[0]}`);
  if (isPart) {
    const around = wordsIn(sentence);
    add(`place ${from === 0 ? 'first' : from + text.length >= sentence.length - 1 ? 'last' : 'within'}`);
    add(`in ${around[0]}`);
    add(`in2 ${around[0]} ${around[1]}`);
    add(`behind ${wordsIn(sentence.slice(0, from)).at(-1)}`);
  }
  return [...new Set(features.map((feature) => bucketOf(feature, BITS)))];
}

const SHAPES: [string, RegExp][] = [
  ['digit', /\d/],
  ['money', /[€£$¥]|\b(?:kr|zł|euro|eur|usd|chf)\b/i],
  ['time', /\d{1,2}[:.]\d{2}|\d\s?(?:am|pm|uhr|h)\b/i],
  ['question', /[?？]/],
  ['shout', /!/],
  ['quote', /[“”"„«»]/],
  ['colon', /[:：]/],
  ['colon at end', /[:：]\s*$/],
  ['brackets', /\(/],
  ['capital', /^\p{Lu}/u],
  ['all capitals', /^[^\p{Ll}]{5,}$/u],
  ['names', /\p{Ll}\s\p{Lu}\p{Ll}/u],
  ['link', /https?:|www\.|@/],
];

const model = lazily('clauses', (content) => linear(content as Parameters<typeof linear>[0]));

export type Chances = Record<(typeof CLAUSE_KINDS)[number], number>;

export function chancesOf(clause: Clause): Chances {
  const buckets = featuresOf(clause);
  const chances = chancesBy(model(), buckets, () => 1 / Math.sqrt(buckets.length));
  return Object.fromEntries(CLAUSE_KINDS.map((kind, i) => [kind, chances[i] as number])) as Chances;
}
