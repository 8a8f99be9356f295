import { trade as tradeOf } from '../../library/library.ts';
import { EMAIL_PURPOSES, PAGE_PURPOSES } from '../brief.ts';
import type { Reading } from '../reading.ts';
import { bucketOf, chancesBy, classOf, lazily, linear, wordsIn } from './weights.ts';

/* Learnt from `scripts/labelled/`. The verdict of the rules is a feature: the model learns when to trust it. */

export const BITS = 15;
const MOST_LETTERS = 4000;
const MOST_WORDS = 200;
const OPENING = 14;
/** The weight of parsed facts relative to the words. */
const WEIGHT_OF_READ = 0.4;

export const purposesOf = (kind: 'page' | 'email'): readonly string[] => (kind === 'page' ? PAGE_PURPOSES : EMAIL_PURPOSES);

export function purposeFeatures({ brief, masked, surveyed }: Reading): { buckets: number[]; values: number[] } {
  const words = wordsIn(masked.shown(masked.text).slice(0, MOST_LETTERS)).slice(0, MOST_WORDS);
  const said = new Set<string>([`first ${words[0]}`, `length ${Math.round(Math.log2(words.length))}`, `lang ${brief.lang}`]);
  for (const [i, word] of words.entries()) {
    const opens = i < OPENING;
    said.add(`w ${word}`);
    if (opens) said.add(`o ${word}`);
    if (i > 0) said.add(`b ${words[i - 1]} ${word}`);
    if (i > 0 && opens) said.add(`ob ${words[i - 1]} ${word}`);
    if (word.length > 5) said.add(`p ${word.slice(0, 5)}`);
    const known = classOf(word);
    if (known) said.add(`k ${known.fine}`);
    if (known && opens) said.add(`ko ${known.fine}`);
  }
  const ofTrade = brief.trade === undefined ? '-' : tradeOf(brief.trade).purpose;
  const { purpose } = brief;
  const read = new Set<string>([`rules ${purpose}`, `rules again ${purpose}`, `trade ${ofTrade}`, `both ${purpose} ${ofTrade}`]);
  for (const { kind } of brief.parts) read.add(`part ${kind}`);
  for (const { kind } of brief.facts) read.add(`fact ${kind}`);
  for (const name of Object.keys(brief.slots)) read.add(`slot ${name}`);
  if (brief.fields) read.add(`fields ${Math.min(4, brief.fields.length)}`);
  if (surveyed) read.add('surveyed');
  const own = 1 / Math.sqrt(said.size);
  const theirs = WEIGHT_OF_READ / Math.sqrt(read.size);
  const bucket = (feature: string): number => bucketOf(feature, BITS);
  return { buckets: [...said, ...read].map(bucket), values: [...[...said].map(() => own), ...[...read].map(() => theirs)] };
}

const model = lazily('purposes', (content) => {
  const { page, email } = content as Record<'page' | 'email', Parameters<typeof linear>[0]>;
  return { page: linear(page), email: linear(email) };
});

export function likeliestPurpose(reading: Reading): { purpose: string; chance: number } {
  const { kind } = reading.brief;
  const { buckets, values } = purposeFeatures(reading);
  const chances = chancesBy(model()[kind], buckets, (at) => values[at] ?? 0);
  const best = chances.indexOf(Math.max(...chances));
  return { purpose: purposesOf(kind)[best] ?? '', chance: chances[best] ?? 0 };
}
