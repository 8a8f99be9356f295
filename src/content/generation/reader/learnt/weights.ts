import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Weights of linear models over hashed features, packed into one byte each by `scripts/train-reader.ts`. */

export function bucketOf(feature: string, bits: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash >>> 0) & (2 ** bits - 1);
}

export interface Packed {
  scale: number;
  bytes: string;
}

export function packed(weights: Float32Array): Packed {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { scale, bytes: deflateRawSync(bytes, { level: 9 }).toString('base64') };
}

export const unpacked = ({ scale, bytes }: Packed): { scale: number; bytes: Int8Array } => ({
  scale,
  bytes: new Int8Array(inflated(bytes)),
});

/** Reads a file beside this one on first use. */
export function lazily<Model>(name: string, load: (content: unknown) => Model): () => Model {
  let model: Model | undefined;
  return () => {
    model ??= load(JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')));
    return model;
  };
}

type Linear = ReturnType<typeof linear>;

export const linear = ({ bias, ...weights }: Packed & { bias: number[] }) => ({ ...unpacked(weights), bias });

/** Probabilities that add up to 1. Weights are stored by bucket, all kinds side by side. */
export function chancesBy({ scale, bytes, bias }: Linear, buckets: readonly number[], weightOf: (at: number) => number): number[] {
  const sum = (kind: number) => buckets.reduce((all, bucket, at) => all + (bytes[bucket * bias.length + kind] ?? 0) * weightOf(at), 0);
  return softened(bias.map((own, kind) => own + scale * sum(kind)));
}

export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\d+/g, '0')
    .match(/[\p{L}\p{M}'0]+/gu) ?? ['-'];

/** Softmax. */
export function softened(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

/* English words in similar contexts share a class, so learning about "plumber" helps "roofer". See `scripts/labelled/README.md`. */

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
