import { inflateRawSync } from 'node:zlib';
import { lazily } from './weights.ts';

/*
 * Classes of English words that stand in like places ("plumber", "roofer"), so that what is learnt about one helps with others. Made from the
 * public-domain GloVe vectors by clustering; see `scripts/labelled/README.md`.
 */

export interface WordClass {
  /** One of some 400. */
  fine: number;
  /** One of 64. */
  coarse: number;
}

interface Table {
  /** All words, most frequent first, with a blank between; deflated. */
  words: string;
  /** Two bytes a word for the fine classes, then one byte a word for the coarse ones; deflated. */
  classes: string;
}

const table = lazily('word-classes', (content) => {
  const { words, classes } = content as Table;
  const list = inflated(words).toString('utf8').split(' ');
  const bytes = inflated(classes);
  const all = new Map<string, WordClass>();
  for (const [i, word] of list.entries()) all.set(word, { fine: bytes.readUInt16LE(2 * i), coarse: bytes.readUInt8(2 * list.length + i) });
  return all;
});

const inflated = (text: string): Buffer => inflateRawSync(Buffer.from(text, 'base64'));

const TOWNS =
  'leeds bristol swansea norwich plymouth dublin boston austin denver portland lyon berlin munich naples seville porto utrecht krakow york oxford bath derby hull'.split(
    ' ',
  );
let towns: Set<number> | undefined;

/** Whether a word could be a town: one that stands where towns do, or that is in no list of words. */
export function isLikeTown(word: string): boolean {
  towns ??= new Set(TOWNS.flatMap((town) => classOf(town)?.fine ?? []));
  const known = classOf(word.toLowerCase());
  return known === undefined || towns.has(known.fine);
}

/** @param word in lower case */
export const classOf = (word: string): WordClass | undefined => table().get(word);
