import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { softened } from '../../src/content/generation/reader/learnt/weights.ts';

const LABELLED = new URL('../labelled/', import.meta.url);

/** The files of a folder of labelled prompts, in their order. */
export const filesIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, LABELLED))
    .toSorted()
    .map((name) => readFileSync(new URL(`${folder}/${name}`, LABELLED), 'utf8'));

export function writeModel(name: string, content: unknown): void {
  writeFileSync(
    new URL(`../../src/content/generation/reader/learnt/${name}.json`, import.meta.url),
    `${JSON.stringify(content, null, 1)}\n`,
  );
}

export interface LabelledPrompt {
  kind: 'page' | 'email';
  purpose: string;
  lang: string;
  prompt: string;
  /** The words of each span, by its letter. */
  spans: Record<string, string>;
}

/** Prompts with a line `=== kind purpose language` before each, and `{n:…}` around what is a name; see `scripts/labelled/README.md`. */
export const prompts = (): LabelledPrompt[] =>
  filesIn('prompts').flatMap((source) =>
    source
      .split(/^=== /m)
      .slice(1)
      .map((block) => {
        const end = block.indexOf('\n');
        const [kind = '', purpose = '', lang = ''] = block.slice(0, end).trim().split(/\s+/);
        const tagged = block.slice(end + 1).trim();
        const spans: Record<string, string> = {};
        for (const [, letter = '', words = ''] of tagged.matchAll(TAG)) spans[letter] ??= words;
        return { kind: kind as 'page' | 'email', purpose, lang, prompt: tagged.replace(TAG, '$2'), spans };
      }),
  );
const TAG = /\{([nspa]):([^{}]*)\}/g;

/** Pseudo-random numbers that are the same each time. */
export function random(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffle(order: number[], next: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
}

export interface Row {
  buckets: readonly number[];
  values: readonly number[];
  /** The number of its kind. */
  kind: number;
}

export interface Weights {
  /** By bucket, those of all kinds side by side. */
  weights: Float32Array;
  bias: Float32Array;
}

export interface Pace {
  kinds: number;
  bits: number;
  rounds: number;
  rate: number;
  decay: number;
}

/** Logistic regression by stochastic descent. */
export function regression(rows: readonly Row[], { kinds, bits, rounds, rate, decay }: Pace): Weights {
  const weights = new Float32Array(2 ** bits * kinds);
  const bias = new Float32Array(kinds);
  const next = random();
  const order = rows.map((_row, i) => i);
  for (let round = 0; round < rounds; round++) {
    shuffle(order, next);
    const step = (rate * 8) / (8 + round);
    for (const at of order) {
      const row = rows[at] as Row;
      const chances = softened(scoresOf({ weights, bias }, row));
      for (let k = 0; k < kinds; k++) {
        const error = (k === row.kind ? 1 : 0) - (chances[k] as number);
        bias[k] = (bias[k] as number) + step * 0.1 * error;
        for (const [i, bucket] of row.buckets.entries()) {
          const place = bucket * kinds + k;
          weights[place] = (weights[place] as number) * (1 - decay) + step * error * (row.values[i] as number);
        }
      }
    }
  }
  return { weights, bias };
}

export function scoresOf({ weights, bias }: Weights, { buckets, values }: Row): number[] {
  const kinds = bias.length;
  const scores = [...bias];
  for (const [i, bucket] of buckets.entries())
    for (let k = 0; k < kinds; k++) scores[k] = (scores[k] as number) + (weights[bucket * kinds + k] as number) * (values[i] as number);
  return scores;
}

export const FOLDS = 5;
export const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
