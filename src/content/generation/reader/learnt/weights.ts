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

export interface Weights {
  scale: number;
  bytes: Int8Array;
}

export const unpacked = ({ scale, bytes }: Packed): Weights => ({
  scale,
  bytes: new Int8Array(inflateRawSync(Buffer.from(bytes, 'base64'))),
});

/** Reads a file beside this one on first use. */
export function lazily<Model>(name: string, load: (content: unknown) => Model): () => Model {
  let model: Model | undefined;
  return () => {
    model ??= load(JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')));
    return model;
  };
}

export interface Linear extends Weights {
  bias: number[];
}

export const linear = ({ bias, ...weights }: Packed & { bias: number[] }): Linear => ({ ...unpacked(weights), bias });

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
