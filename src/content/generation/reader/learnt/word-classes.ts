import { inflateRawSync } from 'node:zlib';
import { lazily } from './weights.ts';

/*
 * Classes of English words in similar contexts ("plumber", "roofer"), so that learning about one helps the others. Clustered from the
 * public-domain GloVe vectors; see `scripts/labelled/README.md`.
 */

export interface WordClass {
  /** One of about 400. */
  fine: number;
  /** One of 64. */
  coarse: number;
}

interface Table {
  /** All words, the most frequent first, separated by blanks; deflated. */
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

/** True for words used like towns, and for words in no list. */
export function isLikeTown(word: string): boolean {
  towns ??= new Set(TOWNS.flatMap((town) => classOf(town)?.fine ?? []));
  const known = classOf(word.toLowerCase());
  return known === undefined || towns.has(known.fine);
}

/** @param word in lower case */
export const classOf = (word: string): WordClass | undefined => table().get(word);
